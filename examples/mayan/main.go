// Mayan solves puzzles of the Mayan game as contests pose them.
//
// Usage:
//
//	mayan [flags] [file]
//
// It reads a puzzle from the file or from standard input, the number of moves
// and five columns of blocks, and prints the lexicographically smallest moves
// that empty the board in exactly that number, one a line: column, row, and 1
// for right or -1 for left. If there are none it prints -1.
//
// The flags are:
//
//	-n N           ask for N moves, whatever the puzzle says
//	-shortest MAX  ask for the fewest moves, at most MAX
//	-trace         show each move and what vanishes, behind the moves
//	-nodes N       give up after N positions
//	-timeout D     give up after this time, such as 10s or 1m30s
//	-stats         describe the search on standard error, as a line of JSON
//
// It exits with 0 if it printed an answer, -1 included, with 1 if the input was
// bad or it gave up, and with 2 if it was called wrongly.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"github.com/mayanbeads/mayan"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The exit codes.
const (
	answered = 0
	failed   = 1
	misused  = 2
)

// flags are the program's flags. A number is -1 if its flag was not given.
type flags struct {
	moves, shortest int
	nodes           uint64
	timeout         time.Duration
	trace, stats    bool
	file            string // "" is standard input
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return answered
	}
	if err != nil {
		return misused
	}
	puzzle, err := readPuzzle(f.file, stdin)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return failed
	}

	var stats mayan.Stats
	answer, err := solve(ctx, f, puzzle, &stats)
	if err == nil {
		_, err = io.WriteString(stdout, answer)
	}
	code := answered
	if err != nil {
		fmt.Fprintln(stderr, err)
		code = failed
	}
	if f.stats {
		writeStats(stderr, stats)
	}
	return code
}

func parseFlags(args []string, stderr io.Writer) (flags, error) {
	f := flags{moves: -1, shortest: -1}
	set := flag.NewFlagSet("mayan", flag.ContinueOnError)
	set.SetOutput(stderr)
	set.Usage = func() {
		fmt.Fprintln(stderr, "usage: mayan [flags] [file]")
		set.PrintDefaults()
	}
	set.Func("n", "ask for `N` moves, whatever the puzzle says", moveCount(&f.moves))
	set.Func("shortest", "ask for the fewest moves, at most `MAX`", moveCount(&f.shortest))
	set.Func("nodes", "give up after `N` positions", func(s string) (err error) {
		f.nodes, err = strconv.ParseUint(s, 10, 64)
		if err != nil || f.nodes == 0 {
			return fmt.Errorf("not a number from 1 to %d", uint64(math.MaxUint64))
		}
		return nil
	})
	set.Func("timeout", "give up after this time `D`, such as 10s or 1m30s", func(s string) (err error) {
		f.timeout, err = time.ParseDuration(s)
		if err != nil || f.timeout <= 0 {
			return errors.New("not a time above 0, such as 10s or 1m30s")
		}
		return nil
	})
	set.BoolVar(&f.trace, "trace", false, "show each move and what vanishes, behind the moves")
	set.BoolVar(&f.stats, "stats", false, "describe the search on standard error, as a line of JSON")
	if err := set.Parse(args); err != nil {
		return f, err
	}
	var err error
	switch {
	case f.moves >= 0 && f.shortest >= 0:
		err = errors.New("-n and -shortest exclude each other")
	case set.NArg() > 1:
		err = fmt.Errorf("%d files, but one is read at the most", set.NArg())
	}
	if err != nil {
		fmt.Fprintf(stderr, "mayan: %v\n", err)
		set.Usage()
		return f, err
	}
	f.file = set.Arg(0)
	return f, nil
}

// moveCount parses a number of moves into n.
func moveCount(n *int) func(string) error {
	return func(s string) error {
		moves, err := strconv.Atoi(s)
		if err != nil || moves < 0 || moves > mayan.MaxMoves {
			return fmt.Errorf("not a number from 0 to %d", mayan.MaxMoves)
		}
		*n = moves
		return nil
	}
}

func readPuzzle(file string, stdin io.Reader) (mayan.Puzzle, error) {
	if file == "" {
		return mayan.ReadPuzzle(stdin)
	}
	r, err := os.Open(file)
	if err != nil {
		return mayan.Puzzle{}, fmt.Errorf("mayan: %w", err)
	}
	defer r.Close()
	puzzle, err := mayan.ReadPuzzle(r)
	if err != nil {
		return mayan.Puzzle{}, fmt.Errorf("%s: %w", file, err)
	}
	return puzzle, nil
}

// solve returns what is to be printed.
func solve(ctx context.Context, f flags, puzzle mayan.Puzzle, stats *mayan.Stats) (string, error) {
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	options := []mayan.Option{mayan.WithStats(stats)}
	if f.nodes > 0 {
		options = append(options, mayan.WithNodeLimit(f.nodes))
	}
	var solution mayan.Solution
	var err error
	switch {
	case f.shortest >= 0:
		solution, err = mayan.Shortest(ctx, puzzle.Board, f.shortest, options...)
	case f.moves >= 0:
		solution, err = mayan.Solve(ctx, puzzle.Board, f.moves, options...)
	default:
		solution, err = mayan.Solve(ctx, puzzle.Board, puzzle.Moves, options...)
	}
	if errors.Is(err, mayan.ErrNoSolution) {
		return "-1\n", nil
	}
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, move := range solution {
		fmt.Fprintln(&text, move)
	}
	if f.trace {
		if err := trace(&text, puzzle.Board, solution); err != nil {
			return "", err
		}
	}
	return text.String(), nil
}

// trace shows the board, then for each move the shifted board and every round
// in which it settles. Cells that are about to vanish stand in brackets.
func trace(text *strings.Builder, board mayan.Board, solution mayan.Solution) error {
	fmt.Fprintf(text, "\nthe board\n%s", picture(board, mayan.Cells{}))
	for i, move := range solution {
		fmt.Fprintf(text, "\nmove %d: %v\n", i+1, move)
		shifted, err := board.Shift(move)
		if err != nil {
			return err
		}
		rounds := 0
		for round := range mayan.Cascade(shifted) {
			if rounds > 0 {
				fmt.Fprintln(text)
			}
			rounds++
			text.WriteString(picture(round.Before, round.Vanish))
			board = round.After
		}
		if rounds == 0 {
			board = shifted
			text.WriteString(picture(board, mayan.Cells{}))
			continue
		}
		fmt.Fprintf(text, "\nsettled\n%s", picture(board, mayan.Cells{}))
	}
	return nil
}

// picture draws the board with the marked cells in brackets.
func picture(board mayan.Board, marked mayan.Cells) string {
	var text strings.Builder
	rows := strings.Split(board.Diagram(), "\n")
	for i, row := range rows {
		y := len(rows) - 1 - i
		line := ""
		for x, cell := range strings.Fields(row) {
			if marked.Has(x, y) {
				line += "[" + cell + "]"
			} else {
				line += " " + cell + " "
			}
		}
		fmt.Fprintln(&text, strings.TrimRight(line, " "))
	}
	return text.String()
}

// writeStats writes one line of JSON.
func writeStats(w io.Writer, s mayan.Stats) {
	fmt.Fprintf(w, `{"elapsed_ns":%d,"nodes":%d,"simulated":%d,"remembered":%d,`,
		s.Elapsed.Nanoseconds(), s.Nodes, s.Simulated, s.Remembered)
	fmt.Fprintf(w, `"pruned":{"colors":%d,"mirrors":%d,"idles":%d,"failed":%d,"columns":%d,"commuting":%d,"last_move":%d}}`+"\n",
		s.Pruned.Colors, s.Pruned.Mirrors, s.Pruned.Idles, s.Pruned.Failed, s.Pruned.Columns, s.Pruned.Commuting, s.Pruned.LastMove)
}
