// Mayan solves puzzles of the Mayan game.
//
// Usage:
//
//	mayan [flags] [file]
//
// It reads a puzzle from the file or from standard input, in the format of the contest:
// a number of moves, then five columns of blocks. It prints the lexicographically
// smallest sequence of exactly that many moves that empties the board. A line is a
// move: the column, the row, and 1 for right or -1 for left. If there is no solution,
// it prints -1.
//
// The flags that choose the question are:
//
//	-n N            ask for N moves instead of the number in the puzzle
//	-shortest MAX   ask for the smallest number of moves, at most MAX
//	-all            print all solutions, with an empty line between two
//	-count          print the number of solutions
//
// The flags that choose the output are:
//
//	-trace          after the moves, show each move and the blocks that vanish
//	-svg FILE       draw the moves and the blocks that vanish into an SVG file
//	-gif FILE       draw the same into an animated GIF file
//	-stats          print a line of JSON about the search on standard error
//	-progress       show the progress of the search if standard error is a terminal
//
// The flags that limit the search are:
//
//	-workers N      search with N goroutines; the default is one for each processor
//	-nodes N        stop after N positions
//	-timeout D      stop after duration D, for example 10s or 1m30s, which includes
//	                the time to read the input
//
// If there is no solution, -svg and -gif draw the board. They cannot be combined with
// -all or -count. The flags -all and -count search with one goroutine.
//
// The exit status is:
//
//   - 0 if an answer was printed, which includes -1
//   - 1 if the input is bad, the search was stopped, or a file cannot be written
//   - 2 if the arguments are wrong
//
// An interrupt stops reading and searching. A second interrupt ends the program at
// once. In the first 10 ms one interrupt is enough, except with -svg or -gif.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/mayanbeads/mayan"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// The exit codes.
const (
	answered = 0
	failed   = 1
	misused  = 2
)

// flags are the program's flags. The fields moves and shortest are -1 without their flag.
type flags struct {
	moves, shortest     int
	all, count, trace   bool
	workers             int // 0: one for each processor
	nodes               uint64
	timeout             time.Duration
	showProgress, stats bool
	svg, gif            string
	files               []string // at most one; standard input if there is none
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return answered
	}
	if err != nil {
		return misused
	}
	ctx, stop := interruptible(ctx, f)
	defer stop()
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.timeout, fmt.Errorf("no answer within %v", f.timeout))
		defer cancel()
	}
	var stats mayan.Stats
	if err = answer(ctx, f, stdin, stdout, stderr, &stats); err != nil {
		// The name of a file may contain newlines. An error is always one line.
		fmt.Fprintln(stderr, strings.ReplaceAll(err.Error(), "\n", `\n`))
	}
	if f.stats {
		writeStats(stderr, stats)
	}
	if err != nil {
		return failed
	}
	return answered
}

// interruptible returns a context that an interrupt ends. A second interrupt ends the
// program at once.
//
// To catch interrupts takes longer than many searches. So the program starts to catch
// them after 10 ms only, and before that one interrupt ends it at once. If there are
// files to write, it catches them from the start, so that no file is left half written.
func interruptible(ctx context.Context, f flags) (context.Context, context.CancelFunc) {
	const moment = 10 * time.Millisecond
	ctx, cancel := context.WithCancelCause(ctx)
	catch := func() {
		interrupt, stop := signal.NotifyContext(ctx, os.Interrupt)
		context.AfterFunc(interrupt, func() {
			stop()
			cancel(context.Cause(interrupt))
		})
	}
	if f.svg != "" || f.gif != "" {
		catch()
	} else {
		time.AfterFunc(moment, catch)
	}
	return ctx, func() { cancel(nil) }
}

func parseFlags(args []string, stderr io.Writer) (flags, error) {
	f := flags{moves: -1, shortest: -1}
	set := flag.NewFlagSet("mayan", flag.ContinueOnError)
	set.SetOutput(stderr)
	set.Usage = func() {
		fmt.Fprintln(stderr, "usage: mayan [flags] [file]")
		set.PrintDefaults()
	}
	set.Func("n", "ask for `N` moves instead of the number in the puzzle", number(&f.moves, 0, mayan.MaxMoves))
	set.Func("shortest", "ask for the smallest number of moves, at most `MAX`", number(&f.shortest, 0, mayan.MaxMoves))
	set.BoolVar(&f.all, "all", false, "print all solutions, with an empty line between two")
	set.BoolVar(&f.count, "count", false, "print the number of solutions")
	set.BoolVar(&f.trace, "trace", false, "after the moves, show each move and the blocks that vanish")
	set.StringVar(&f.svg, "svg", "", "draw the moves and the blocks that vanish into an SVG `FILE`")
	set.StringVar(&f.gif, "gif", "", "draw the moves and the blocks that vanish into an animated GIF `FILE`")
	set.Func("workers", "search with `N` goroutines; the default is one for each processor", number(&f.workers, 1, 1024))
	set.Func("nodes", "stop after `N` positions", func(s string) (err error) {
		f.nodes, err = strconv.ParseUint(s, 10, 64)
		if err != nil || f.nodes == 0 {
			return fmt.Errorf("must be a number from 1 to %d", uint64(math.MaxUint64))
		}
		return nil
	})
	set.Func("timeout", "stop after duration `D`, for example 10s or 1m30s, which includes the time to read the input", func(s string) (err error) {
		f.timeout, err = time.ParseDuration(s)
		if err != nil || f.timeout <= 0 {
			return errors.New("must be a duration above 0, for example 10s or 1m30s")
		}
		return nil
	})
	set.BoolVar(&f.showProgress, "progress", false, "show the progress of the search if standard error is a terminal")
	set.BoolVar(&f.stats, "stats", false, "print a line of JSON about the search on standard error")
	if err := set.Parse(args); err != nil {
		return f, err
	}
	f.files = set.Args()
	questions := 0
	for _, asked := range []bool{f.shortest >= 0, f.all, f.count} {
		if asked {
			questions++
		}
	}
	var err error
	switch {
	case f.moves >= 0 && f.shortest >= 0:
		err = errors.New("-n and -shortest cannot be combined")
	case questions > 1:
		err = errors.New("-shortest, -all and -count cannot be combined")
	case f.count && f.trace:
		err = errors.New("-trace cannot be combined with -count, which prints no moves")
	case (f.svg != "" || f.gif != "") && (f.all || f.count):
		err = errors.New("-svg and -gif draw one solution and cannot be combined with -all or -count")
	case f.workers > 1 && (f.all || f.count):
		err = fmt.Errorf("-workers %d: must be 1 with -all or -count", f.workers)
	case len(f.files) > 1:
		err = fmt.Errorf("unexpected argument %q: there is at most one file, and flags come before the file", f.files[1])
	}
	if err != nil {
		fmt.Fprintf(stderr, "mayan: %v; see -h\n", err)
	}
	return f, err
}

// number returns a function that parses a number from low to high and stores it in n.
func number(n *int, low, high int) func(string) error {
	return func(s string) error {
		parsed, err := strconv.Atoi(s)
		if err != nil || parsed < low || parsed > high {
			return fmt.Errorf("must be a number from %d to %d", low, high)
		}
		*n = parsed
		return nil
	}
}

// readPuzzle reads the puzzle. It stops waiting when ctx ends, because reading from a
// pipe or a terminal may never end.
func readPuzzle(ctx context.Context, files []string, stdin io.Reader) (mayan.Puzzle, error) {
	type result struct {
		puzzle mayan.Puzzle
		err    error
	}
	done := make(chan result, 1) // buffered: the goroutine ends even if ctx ended first
	go func() {
		puzzle, err := readFile(files, stdin)
		done <- result{puzzle, err}
	}()
	select {
	case r := <-done:
		return r.puzzle, r.err
	case <-ctx.Done():
		return mayan.Puzzle{}, fmt.Errorf("mayan: reading the puzzle: %w", context.Cause(ctx))
	}
}

func readFile(files []string, stdin io.Reader) (mayan.Puzzle, error) {
	if len(files) == 0 {
		return mayan.ReadPuzzle(stdin)
	}
	file, err := os.Open(files[0])
	if err != nil {
		return mayan.Puzzle{}, fmt.Errorf("mayan: %w", err)
	}
	defer file.Close()
	puzzle, err := mayan.ReadPuzzle(file)
	if err != nil {
		return mayan.Puzzle{}, fmt.Errorf("%s: %w", files[0], err)
	}
	return puzzle, nil
}

// answer reads the puzzle, asks the question and prints the answer.
func answer(ctx context.Context, f flags, stdin io.Reader, stdout, stderr io.Writer, stats *mayan.Stats) error {
	puzzle, err := readPuzzle(ctx, f.files, stdin)
	if err != nil {
		return err
	}
	workers := f.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	options := []mayan.Option{mayan.WithStats(stats), mayan.WithWorkers(workers)}
	if f.nodes > 0 {
		options = append(options, mayan.WithNodeLimit(f.nodes))
	}
	if f.showProgress && isTerminal(stderr) {
		options = append(options, mayan.WithProgress(time.Second/10, func(s mayan.Stats) { writeProgress(stderr, s) }))
		defer io.WriteString(stderr, clearLine)
	}
	n := puzzle.Moves
	if f.moves >= 0 {
		n = f.moves
	}
	switch {
	case f.count:
		count, err := mayan.Count(ctx, puzzle.Board, n, options...)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(stdout, count)
		return err
	case f.all:
		return printAll(stdout, puzzle.Board, f.trace, mayan.Solutions(ctx, puzzle.Board, n, options...))
	}
	var solution mayan.Solution
	if f.shortest >= 0 {
		solution, err = mayan.Shortest(ctx, puzzle.Board, f.shortest, options...)
	} else {
		solution, err = mayan.Solve(ctx, puzzle.Board, n, options...)
	}
	var stop *mayan.StopError
	if f.shortest >= 0 && errors.As(err, &stop) {
		err = fmt.Errorf("%w; no solution has fewer than %d moves", err, stop.Moves)
	}
	unsolvable := errors.Is(err, mayan.ErrNoSolution)
	if err != nil && !unsolvable {
		return err
	}
	if err := drawFiles(f, puzzle.Board, solution); err != nil {
		return err
	}
	if unsolvable {
		_, err = fmt.Fprintln(stdout, -1)
		return err
	}
	return printSolution(stdout, puzzle.Board, f.trace, solution)
}

// drawFiles writes the picture files that the flags name. They show the solution, or
// the board alone if the solution is empty.
func drawFiles(f flags, board mayan.Board, solution mayan.Solution) error {
	for _, wanted := range []struct {
		file string
		draw func(mayan.Board, mayan.Solution) ([]byte, error)
	}{{f.svg, drawSVG}, {f.gif, drawGIF}} {
		if wanted.file == "" {
			continue
		}
		data, err := wanted.draw(board, solution)
		if err != nil {
			return err
		}
		if err := os.WriteFile(wanted.file, data, 0o666); err != nil {
			return fmt.Errorf("mayan: %w", err)
		}
	}
	return nil
}

// printAll prints all solutions, or -1 if there is none.
func printAll(stdout io.Writer, board mayan.Board, traced bool, solutions iter.Seq2[mayan.Solution, error]) error {
	any := false
	for solution, err := range solutions {
		if err != nil {
			return err
		}
		if any {
			if _, err := fmt.Fprintln(stdout); err != nil {
				return err
			}
		}
		any = true
		if err := printSolution(stdout, board, traced, solution); err != nil {
			return err
		}
	}
	if !any {
		_, err := fmt.Fprintln(stdout, -1)
		return err
	}
	return nil
}

// printSolution prints the moves and, if traced is true, the trace.
func printSolution(stdout io.Writer, board mayan.Board, traced bool, solution mayan.Solution) error {
	var text strings.Builder
	for _, move := range solution {
		fmt.Fprintln(&text, move)
	}
	if traced {
		if err := trace(&text, board, solution); err != nil {
			return err
		}
	}
	_, err := io.WriteString(stdout, text.String())
	return err
}

// trace shows the board. Then it shows for each move the board after the shift and each
// round of the cascade. Cells that are about to vanish are in brackets.
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

// picture returns the board as text, with the marked cells in brackets.
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

// clearLine moves the cursor of a terminal to the start of the line and clears the
// line.
const clearLine = "\r\x1b[K"

// writeProgress replaces the line of the last call by a new one.
func writeProgress(w io.Writer, s mayan.Stats) {
	fmt.Fprintf(w, clearLine+"%d of %d first moves, %d positions, %v", s.Done, s.Total, s.Nodes, s.Elapsed.Round(time.Second/10))
}

// isTerminal reports whether w is a terminal or another character device.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// writeStats prints the statistics as one line of JSON.
func writeStats(w io.Writer, s mayan.Stats) {
	fmt.Fprintf(w, `{"elapsed_ns":%d,"nodes":%d,"tried":%d,"remembered":%d,`,
		s.Elapsed.Nanoseconds(), s.Nodes, s.Tried, s.Remembered)
	fmt.Fprintf(w, `"pruned":{"colors":%d,"mirrors":%d,"idles":%d,"failed":%d,"columns":%d,"commuting":%d,"last_move":%d}}`+"\n",
		s.Pruned.Colors, s.Pruned.Mirrors, s.Pruned.Idles, s.Pruned.Failed, s.Pruned.Columns, s.Pruned.Commuting, s.Pruned.LastMove)
}
