package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
)

const (
	empty = `.
..
...
....
.....
......
.......
........
.........
..........
`
	contest = `.
..
...
....
.....
.....C
...CCC.
EEEHH...
E.HHH....
E.........
`
	contestFilled = `B
BK
BKK
BJKK
JJJDD
GJGDDC
GGGCCCI
EEEHHIIA
ELHHHIAAF
ELLLLIFFFF
`
	hopeless = `.
..
...
....
.....
......
....GGG
....GCG.
....ACHHH
...AACCHH.
`
	hinted = `.
.K
.KK
.JKK
JJJ..
GJG...
GGG...I
EEEHHII.
ELHHHI..F
ELLLLIFFFF
`
	hintedForced = `B
BK
BKK
BJKK
JJJ..
GJG...
GGG...I
EEEHHIIA
ELHHHIAAF
ELLLLIFFFF
`
	pyramid       = ".....\n.....\n.....\n.....\n.....\n\n....\n....\n....\n....\n\n...\n...\n...\n\n..\n..\n\n.\n"
	pyramidFilled = `HHHJB
HHJJJ
GGGJK
GFGKA
FIKAA

EEEB
ECCC
ECIK
FIKL

DDB
DDI
FIL

LB
FL

L
`
	several = "###.\n....\n...#\n"
)

type result struct {
	Code           int
	Stdout, Stderr string
}

func call(ctx context.Context, stdin string, args ...string) result {
	var stdout, stderr strings.Builder
	code := run(ctx, args, strings.NewReader(stdin), &stdout, &stderr)
	return result{code, stdout.String(), stderr.String()}
}

func TestAnswersOnStandardOutput(t *testing.T) {
	for _, test := range []struct {
		name, stdin, args string
		want              result
	}{
		{"one solution", contest, "", result{0, contestFilled, ""}},
		{"blanks and no last newline", "  " + strings.TrimSpace(contest), "", result{0, contestFilled, ""}},
		{"filled already", contestFilled, "", result{0, contestFilled, ""}},
		{"no solution", hopeless, "", result{0, "No solution\n", ""}},
		{"several solutions", several, "-board region", result{0, "###A\nHHAA\nHHH\n", "beads: there are more solutions than this one\n"}},
		{"count one", contest, "-count", result{0, "1\n", ""}},
		{"count none", hopeless, "-count", result{0, "0\n", ""}},
		{"count all", empty, "-count -board triangle", result{0, "32288\n", ""}},
		{"unique", contest, "-unique", result{0, contestFilled, ""}},
		{"unique, none", hopeless, "-unique", result{0, "No solution\n", ""}},
		{"unique, several", empty, "-unique", result{0, "Not unique\n", ""}},
		{"hint, one", contest, "-hint", result{0, contestFilled, ""}},
		{"hint, none", hopeless, "-hint", result{0, "No solution\n", ""}},
		{"hint, several", hinted, "-hint", result{0, hintedForced, ""}},
		{"hint, no common piece", empty, "-hint", result{0, empty, ""}},
		{"progress, no terminal", contest, "-progress", result{0, contestFilled, ""}},
		{"all, one", contest, "-all -timeout 1h", result{0, contestFilled, ""}},
		{"all, none", hopeless, "-all", result{0, "No solution\n", ""}},
		{"all, several", several, "-all -board=region", result{0, "###A\nHHAA\nHHH\n\n###K\nAAKK\nAKK\n", ""}},
		{"pentominoes", strings.Repeat("....................\n", 3), "-board region -set pentominoes -count", result{0, "8\n", ""}},
		{"beads by name", contest, "-set beads", result{0, contestFilled, ""}},
		{"count a pyramid", "HHHJ.\nHHJJJ\nGGGJ.\nG.G.A\n...AA\n" + pyramid[30:], "-board pyramid -count", result{0, "1\n", ""}},
		{"a pyramid", "HHHJ.\nHHJJJ\nGGGJ.\nG.G.A\n...AA\n" + pyramid[30:], "-board pyramid", result{0, pyramidFilled, ""}},
		{"sweep", contest, "-strategy sweep", result{0, contestFilled, ""}},
		{"search", contest, "-strategy search", result{0, contestFilled, ""}},
		{"workers", empty, "-workers 3 -count", result{0, "32288\n", ""}},
		{"workers for a solution", contest, "-workers 2", result{0, contestFilled, ""}},
		{"count a region", several, "-count -board region", result{0, "2\n", ""}},
	} {
		if diff := cmp.Diff(test.want, call(t.Context(), test.stdin, strings.Fields(test.args)...)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

func TestBoardFromFile(t *testing.T) {
	const name = "../../beads/testdata/noi2005.in" // the file that the README names
	if diff := cmp.Diff(result{0, contestFilled, ""}, call(t.Context(), "", name)); diff != "" {
		t.Error(diff)
	}
}

func TestFailuresAreOneLineAndExitStatus1(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name  string
		ctx   context.Context
		stdin string
		args  []string
		want  string // a part of the line on standard error
	}{
		{"empty input", t.Context(), "", nil, "row 1"},
		{"short row", t.Context(), ".\n.\n", nil, "row 2, column 2"},
		{"lower case", t.Context(), strings.ToLower(contest), nil, "row 6, column 6"},
		{"wrong piece", t.Context(), strings.ReplaceAll(contest, "C", "K"), nil, "piece K"},
		{"wrong format", t.Context(), several, nil, "row 1, column 1"},
		{"bad region", t.Context(), "#", []string{"-board", "region"}, "no cells"},
		{"a bead among pentominoes", t.Context(), "A..", []string{"-board", "region", "-set", "pentominoes"}, "row 1, column 1"},
		{"bad pyramid", t.Context(), pyramid[:31] + "." + pyramid[31:], []string{"-board", "pyramid"}, "layer 2, row 1, column 5"},
		{"no such file", t.Context(), "", []string{"/no/such/file"}, "/no/such/file"},
		{"file without a name", t.Context(), contest, []string{""}, "open"},
		{"file whose name has two lines", t.Context(), contest, []string{"no\nsuch\r\nfile"}, `no\nsuch\r\nfile`},
		{"timeout of count", t.Context(), empty, []string{"-count", "-timeout", "1ns"}, "no answer within 1ns"},
		{"timeout of all", t.Context(), empty, []string{"-all", "-timeout", "1ns"}, "no answer within 1ns"},
		{"timeout of the first solution", t.Context(), empty, []string{"-timeout", "1ns"}, "no answer within 1ns"},
		{"timeout of unique", t.Context(), empty, []string{"-unique", "-timeout", "1ns"}, "no answer within 1ns"},
		{"timeout of hint", t.Context(), empty, []string{"-hint", "-timeout", "1ns"}, "no answer within 1ns"},
		{"interrupted", cancelled, empty, []string{"-count"}, "canceled"},
	} {
		got := call(test.ctx, test.stdin, test.args...)
		if got.Code != 1 || got.Stdout != "" || strings.Count(got.Stderr, "\n") != 1 || !strings.Contains(got.Stderr, test.want) {
			t.Errorf("%s: %+v, want exit status 1 and one line with %q", test.name, got, test.want)
		}
	}
}

// While the program waits for input that does not come, an interrupt and -timeout end
// it.
func TestWaitingForInputCanBeStopped(t *testing.T) {
	interrupted, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	for _, test := range []struct {
		ctx  context.Context
		args []string
		want string
	}{
		{interrupted, nil, "beads: context canceled\n"},
		{t.Context(), []string{"-timeout", "10ms"}, "beads: no answer within 10ms\n"},
	} {
		stdin, w := io.Pipe()
		defer w.Close()
		var stdout, stderr strings.Builder
		code := run(test.ctx, test.args, stdin, &stdout, &stderr)
		if code != 1 || stdout.Len() > 0 || stderr.String() != test.want {
			t.Errorf("%v: exit %d, stdout %q, stderr %q, want stderr %q", test.args, code, stdout.String(), stderr.String(), test.want)
		}
	}
}

func TestWrongArgumentsAreExitStatus2(t *testing.T) {
	for _, args := range []string{
		"-count -all", "-all -unique", "-hint -count", "-board cube", "-board ", "-strategy guess", "-timeout -1s", "-set", "-set trominoes", "-set pentominoes",
		"-set pentominoes -board triangle", "-timeout soon", "-nonsense", "-workers 0", "-workers -1", "-workers two", "-workers", "a b", "-count=maybe",
	} {
		got := call(t.Context(), contest, strings.Split(args, " ")...)
		if got.Code != 2 || got.Stdout != "" || got.Stderr == "" {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if got := call(t.Context(), contest, "board.txt", "-count"); !strings.Contains(got.Stderr, `"-count"`) || !strings.Contains(got.Stderr, "flags come before") {
		t.Errorf("a flag after the file: %+v", got)
	}
	if got := call(t.Context(), "", "-h"); got.Code != 0 || got.Stdout != "" || !strings.Contains(got.Stderr, "-timeout") {
		t.Errorf("-h: %+v", got)
	}
}

func TestStatsAreTheLastLineOfStandardError(t *testing.T) {
	for _, args := range [][]string{{"-stats"}, {"-stats", "-count"}, {"-stats", "-all"}, {"-stats", "-unique"}, {"-stats", "-hint"}, {"-stats", "-timeout", "1ns"}} {
		got := call(t.Context(), contest, args...)
		lines := strings.Split(strings.TrimSuffix(got.Stderr, "\n"), "\n")
		var stats struct {
			Elapsed *int64 `json:"elapsed_ns"`
			Nodes   *int64 `json:"nodes"`
		}
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &stats); err != nil || stats.Elapsed == nil || stats.Nodes == nil {
			t.Errorf("%v: the last line is not the expected JSON: %v: %+v", args, err, got)
		}
		if got.Code == 0 && (*stats.Elapsed <= 0 || *stats.Nodes == 0 || len(lines) != 1) || got.Code == 1 && len(lines) != 2 {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// On a terminal, every line of progress is cleared before anything else is printed.
func TestProgressIsClearedBeforeTheAnswer(t *testing.T) {
	var both strings.Builder
	a := &asker{stdout: &both, stderr: &both}
	a.showProgress()
	a.solver.Every = 1
	if err := a.count(t.Context(), beads.Triangle()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(both.String(), clearLine)
	if len(lines) < 3 || lines[0] != "" || lines[len(lines)-1] != "32288\n" {
		t.Fatalf("lines %q, want lines of progress, then the answer", lines)
	}
	for _, line := range lines[1 : len(lines)-1] {
		var positions int
		var elapsed string
		if n, err := fmt.Sscanf(line, "%d positions, %s", &positions, &elapsed); n != 2 || err != nil {
			t.Errorf("%q is no line of progress", line)
		}
	}
	if a.clear(); strings.HasSuffix(both.String(), clearLine) {
		t.Error("clear clears a line although there is no progress to clear")
	}
	if null, err := os.Open(os.DevNull); err == nil {
		defer null.Close()
		if isTerminal(&both) || !isTerminal(null) {
			t.Error("isTerminal: want false for a strings.Builder and true for a device")
		}
	}
}

// full is a writer that always fails.
type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestOutputErrorsAreReported(t *testing.T) {
	for _, args := range [][]string{nil, {"-count"}, {"-all"}, {"-unique"}, {"-hint"}} {
		var stderr strings.Builder
		code := run(t.Context(), args, strings.NewReader(contest), full{}, &stderr)
		if code != 1 || stderr.String() != "beads: disk full\n" {
			t.Errorf("%v: exit %d, stderr %q", args, code, stderr.String())
		}
	}
}
