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
//	-all           print all sequences of moves, not only the smallest, with an
//	               empty line between two
//	-count         print how many sequences there are
//	-trace         show each move and what vanishes, after the moves
//	-svg FILE      draw the moves and what vanishes, or the board alone if there
//	               are no moves, as a picture (without -all and -count)
//	-gif FILE      draw the same as an animation
//	-workers N     search in N goroutines, not in one for each processor (without
//	               -all and -count, which have one)
//	-nodes N       give up after N positions
//	-timeout D     give up reading or searching after this time, such as 10s or
//	               1m30s
//	-progress      show on standard error how far the search is, if that is a
//	               terminal
//	-stats         describe the search on standard error, as a line of JSON
//
// It exits with 0 if it printed an answer, -1 included, with 1 if the input was
// bad, it gave up, or a file could not be written, and with 2 if it was called
// wrongly. An interrupt makes it give up reading or searching; a second one, or one
// in the first moments when there is nothing to tell yet, ends it at once.
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

// flags are the program's flags. Numbers of moves are -1 if their flag was not given.
type flags struct {
	moves, shortest     int
	all, count, trace   bool
	workers             int // 0 is one for each processor
	nodes               uint64
	timeout             time.Duration
	showProgress, stats bool
	svg, gif            string
	files               []string // none is standard input
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
		// A name of a file may have more than one line.
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

// interruptible returns a context that an interrupt ends. A second interrupt ends
// the program at once.
//
// Catching interrupts takes longer than many a search, so for a moment the program
// does without: the first interrupt then ends it at once. But it always catches
// them if there are files to write, which must not be left half written.
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
	set.Func("n", "ask for `N` moves, whatever the puzzle says", number(&f.moves, 0, mayan.MaxMoves))
	set.Func("shortest", "ask for the fewest moves, at most `MAX`", number(&f.shortest, 0, mayan.MaxMoves))
	set.BoolVar(&f.all, "all", false, "print all sequences of moves, not only the smallest")
	set.BoolVar(&f.count, "count", false, "print how many sequences there are")
	set.BoolVar(&f.trace, "trace", false, "show each move and what vanishes, after the moves")
	set.StringVar(&f.svg, "svg", "", "draw the moves and what vanishes into an SVG `FILE`")
	set.StringVar(&f.gif, "gif", "", "draw them into an animated GIF `FILE`")
	set.Func("workers", "search in `N` goroutines, not in one for each processor", number(&f.workers, 1, 1024))
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
	set.BoolVar(&f.showProgress, "progress", false, "show on a terminal how far the search is")
	set.BoolVar(&f.stats, "stats", false, "describe the search on standard error, as a line of JSON")
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
		err = errors.New("-n and -shortest exclude each other")
	case questions > 1:
		err = errors.New("-shortest, -all and -count exclude each other")
	case f.count && f.trace:
		err = errors.New("-count has no moves to trace")
	case (f.svg != "" || f.gif != "") && (f.all || f.count):
		err = errors.New("-svg and -gif draw one sequence of moves, not -all or -count")
	case f.workers > 1 && (f.all || f.count):
		err = errors.New("-all and -count have one worker")
	case len(f.files) > 1:
		err = fmt.Errorf("%d files, but one is read at the most; flags come before it", len(f.files))
	}
	if err != nil {
		fmt.Fprintf(stderr, "mayan: %v; see -h\n", err)
	}
	return f, err
}

// number parses a number from low to high into n.
func number(n *int, low, high int) func(string) error {
	return func(s string) error {
		parsed, err := strconv.Atoi(s)
		if err != nil || parsed < low || parsed > high {
			return fmt.Errorf("not a number from %d to %d", low, high)
		}
		*n = parsed
		return nil
	}
}

// readPuzzle reads the puzzle, or gives up when ctx ends: a file may be a pipe
// that nobody writes to.
func readPuzzle(ctx context.Context, files []string, stdin io.Reader) (mayan.Puzzle, error) {
	type result struct {
		puzzle mayan.Puzzle
		err    error
	}
	done := make(chan result, 1) // has room even if nobody waits any more
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

// answer reads the puzzle and prints what is asked for.
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
		err = fmt.Errorf("%w; fewer than %d moves do not suffice", err, stop.Moves)
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

// drawFiles draws what a solution does, or the board alone if there is none, into
// the files that are wanted.
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

// printAll prints all solutions, or -1 if there are none.
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

// printSolution prints the moves, and if they are to be traced what they do.
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

// clearLine takes a terminal back to the start of its line and empties it.
const clearLine = "\r\x1b[K"

// writeProgress writes one line in place of the one before.
func writeProgress(w io.Writer, s mayan.Stats) {
	fmt.Fprintf(w, clearLine+"%d of %d first moves, %d positions, %v", s.Done, s.Total, s.Nodes, s.Elapsed.Round(time.Second/10))
}

// isTerminal reports whether w is a terminal, or another device that shows
// characters.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// writeStats writes one line of JSON.
func writeStats(w io.Writer, s mayan.Stats) {
	fmt.Fprintf(w, `{"elapsed_ns":%d,"nodes":%d,"tried":%d,"remembered":%d,`,
		s.Elapsed.Nanoseconds(), s.Nodes, s.Tried, s.Remembered)
	fmt.Fprintf(w, `"pruned":{"colors":%d,"mirrors":%d,"idles":%d,"failed":%d,"columns":%d,"commuting":%d,"last_move":%d}}`+"\n",
		s.Pruned.Colors, s.Pruned.Mirrors, s.Pruned.Idles, s.Pruned.Failed, s.Pruned.Columns, s.Pruned.Commuting, s.Pruned.LastMove)
}
