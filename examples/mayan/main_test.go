package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const sample = "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n"

// pair has two solutions of one move with the same effect: a move right, and the move
// left that swaps the same blocks.
const pair = "1\n1 0\n1 0\n2 1 1 0\n1 2 2 0\n0\n"

// call runs the program and returns its exit code and its output.
func call(ctx context.Context, stdin string, args ...string) (code int, stdout, stderr string) {
	var out, diagnostics bytes.Buffer
	code = run(ctx, args, strings.NewReader(stdin), &out, &diagnostics)
	return code, out.String(), diagnostics.String()
}

func TestAnswersOnStandardOutput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sample.in")
	if err := os.WriteFile(file, []byte(sample), 0o666); err != nil {
		t.Fatal(err)
	}
	const answer = "2 1 1\n3 1 1\n3 0 1\n"
	for _, test := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{sample, nil, answer},
		{"", []string{file}, answer},
		{strings.ReplaceAll(sample, "\n", "\r\n"), nil, answer},
		{sample, []string{"-n", "2"}, "-1\n"},
		{sample, []string{"-n", "3"}, answer},
		{sample, []string{"-n=0"}, "-1\n"},
		{sample, []string{"-shortest", "5"}, answer},
		{sample, []string{"-shortest", "2"}, "-1\n"},
		{sample, []string{"-timeout", "1m", "-nodes", "100000"}, answer},
		{"0 0 0 0 0 0", nil, ""},
		{"7 0 0 0 0 0", []string{"-shortest", "64"}, ""},
		{"1 0 0 0 0 0", nil, "-1\n"},
		{sample, []string{"-workers", "3", "-progress"}, answer},
		{sample, []string{"-count"}, "8\n"},
		{sample, []string{"-count", "-n", "2"}, "0\n"},
		{sample, []string{"-all", "-n", "2"}, "-1\n"},
		{pair, []string{"-count"}, "2\n"},
		{pair, []string{"-all"}, "2 0 1\n\n3 0 -1\n"},
	} {
		code, stdout, stderr := call(t.Context(), test.stdin, test.args...)
		if code != 0 || stdout != test.want || stderr != "" {
			t.Errorf("%q on %q: exit %d, stdout %q, stderr %q, want stdout %q", test.args, test.stdin, code, stdout, stderr, test.want)
		}
	}
}

func TestTraceShowsMovesAndRounds(t *testing.T) {
	const want = `2 1 1
3 1 1
3 0 1

the board
 .  .  .  .  4
 .  .  4  .  3
 .  1  3  1  4
 1  2  2  3  2

move 1: 2 1 1
 .  .  .  .  4
 .  .  4  .  3
 .  1  1  3  4
 1  2  2  3  2

move 2: 3 1 1
 .  .  .  .  4
 .  .  4  .  3
 .  1  1  4  3
 1  2  2  3  2

move 3: 3 0 1
 .  .  .  .  4
 .  .  4  . [3]
 .  1  1  4 [3]
 1 [2][2][2][3]

 .  .  4  .  .
[1][1][1] 4  4

 .  . [4][4][4]

settled
 .  .  .  .  .
`
	code, stdout, stderr := call(t.Context(), sample, "-trace")
	if code != 0 || stdout != want || stderr != "" {
		t.Errorf("exit %d, stderr %q, stdout\n%s\nwant\n%s", code, stderr, stdout, want)
	}
	if code, stdout, _ := call(t.Context(), sample, "-trace", "-n", "2"); code != 0 || stdout != "-1\n" {
		t.Errorf("without a solution: exit %d, stdout %q", code, stdout)
	}
}

func TestFailuresAreOneLineAndExitStatus1(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		ctx   context.Context
		stdin string
		args  []string
		want  string // a part of the line on standard error
	}{
		{t.Context(), "", nil, "line 1: no number of moves"},
		{t.Context(), "3\n1 0\n2 x 0\n", nil, "line 3: colour \"x\" is not a number"},
		{t.Context(), "3\n1 1 1 0\n0\n0\n0\n0\n", nil, "board is not settled"},
		{t.Context(), sample, []string{"-nodes", "3"}, "budget spent"},
		{t.Context(), sample, []string{"-timeout", "1ns"}, "no answer within 1ns"},
		{t.Context(), sample, []string{"-shortest", "9", "-nodes", "5"}, "; no solution has fewer than"},
		{cancelled, sample, nil, "canceled"},
		{t.Context(), sample, []string{""}, "open :"},
		{t.Context(), sample, []string{"no\nfile"}, `no\nfile`},
		{t.Context(), sample, []string{"-count", "-nodes", "3"}, "budget spent"},
		{t.Context(), sample, []string{"/nonexistent/file"}, "/nonexistent/file"},
		{t.Context(), sample, []string{t.TempDir()}, "directory"},
	} {
		code, stdout, stderr := call(test.ctx, test.stdin, test.args...)
		if code != 1 || stdout != "" || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q on %q: exit %d, stdout %q, stderr %q, want one line with %q", test.args, test.stdin, code, stdout, stderr, test.want)
		}
	}
	full := errors.New("disk full")
	var diagnostics bytes.Buffer
	if code := run(t.Context(), nil, strings.NewReader(sample), brokenWriter{full}, &diagnostics); code != 1 || diagnostics.String() != "disk full\n" {
		t.Errorf("output that fails: exit %d, stderr %q", code, diagnostics.String())
	}
}

// While the program waits for input that does not come, an interrupt and -timeout end
// it.
func TestWaitingForInputCanBeStopped(t *testing.T) {
	pending, _ := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	for want, call := range map[string]func(stdout, stderr io.Writer) int{
		"canceled": func(stdout, stderr io.Writer) int { return run(ctx, nil, pending, stdout, stderr) },
		"no answer within 10ms": func(stdout, stderr io.Writer) int {
			return run(t.Context(), []string{"-timeout", "10ms"}, pending, stdout, stderr)
		},
	} {
		var stdout, stderr bytes.Buffer
		if code := call(&stdout, &stderr); code != 1 || stdout.Len() > 0 || !strings.Contains(stderr.String(), want) {
			t.Errorf("exit %d, stdout %q, stderr %q, want stderr with %q", code, &stdout, &stderr, want)
		}
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestWrongArgumentsAreExitStatus2(t *testing.T) {
	for _, args := range [][]string{
		{"-n"}, {"-n", "-1"}, {"-n", "65"}, {"-n", "x"}, {"-n", ""}, {"-shortest", "99"}, {"-n", "3", "-shortest", "3"},
		{"-nodes", "0"}, {"-nodes", "-5"}, {"-timeout", "0s"}, {"-timeout", "-1s"}, {"-timeout", "soon"}, {"-unknown"}, {"a", "b"}, {"a", "-trace"},
		{"-all", "-count"}, {"-all", "-shortest", "3"}, {"-count", "-trace"}, {"-workers", "0"}, {"-workers", "2", "-all"},
	} {
		code, stdout, stderr := call(t.Context(), sample, args...)
		if code != 2 || stdout != "" || !strings.Contains(stderr, "usage: mayan") && (!strings.HasSuffix(stderr, "; see -h\n") || strings.Count(stderr, "\n") != 1) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
	}
	if code, stdout, stderr := call(t.Context(), "", "-h"); code != 0 || stdout != "" || !strings.Contains(stderr, "usage: mayan") {
		t.Errorf("-h: exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestStatsAreTheLastLineOfStandardError(t *testing.T) {
	for _, test := range []struct {
		args []string
		code int
	}{{[]string{"-stats"}, 0}, {[]string{"-stats", "-n", "2"}, 0}, {[]string{"-stats", "-nodes", "2"}, 1}} {
		code, _, stderr := call(t.Context(), sample, test.args...)
		lines := strings.Split(strings.TrimSpace(stderr), "\n")
		var stats struct {
			Elapsed    int64 `json:"elapsed_ns"`
			Nodes      uint64
			Tried      *uint64
			Remembered *uint64
			Pruned     map[string]uint64
		}
		decoder := json.NewDecoder(strings.NewReader(lines[len(lines)-1]))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&stats); err != nil {
			t.Errorf("%q: %v in stderr %q", test.args, err, stderr)
		}
		if code != test.code || stats.Elapsed <= 0 || stats.Nodes == 0 || stats.Tried == nil || stats.Remembered == nil || len(stats.Pruned) != 7 {
			t.Errorf("%q: exit %d, want %d; stats %+v", test.args, code, test.code, stats)
		}
	}
}
