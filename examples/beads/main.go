// Beads fills a board with the twelve beads of NOI 2005 (Luogu P4205) or with the
// twelve pentominoes.
//
// Usage:
//
//	beads [flags] [file]
//
// It reads a board from the file or from standard input, and prints the board filled.
// If there is no solution, it prints "No solution". If there are several solutions, it
// prints the first and says on standard error that there are more.
//
// Each of these flags asks another question. At most one of them may be given:
//
//	-count          print the number of solutions
//	-all            print all solutions, with an empty line between two
//	-unique         print the solution, "No solution" or "Not unique"
//	-hint           print the board with the pieces that all solutions have in common
//
// The flags that choose the input are:
//
//	-board FORMAT   the format of the board; the default is triangle
//	-set PIECES     the pieces, beads or pentominoes; the default is beads
//
// The formats are:
//
//	triangle        the ten rows of the contest, for the beads only
//	region          a flat board of any shape, with '#' for each cell outside
//	pyramid         five layers with an empty line between two, the base first
//
// The flags that choose the output are:
//
//	-svg FILE       draw the board into an SVG file: the board that is printed, or
//	                the board that was read if none is printed
//	-stats          print a line of JSON about the search on standard error: the
//	                nanoseconds it took and the number of positions
//	-progress       show the progress of the search if standard error is a terminal
//
// The flags that choose how to search are:
//
//	-strategy NAME  auto, sweep or search; the default, auto, depends on the board
//	-workers N      count with N goroutines; the default is one for each processor
//	-timeout D      stop after duration D, for example 10s or 1m30s, which includes
//	                the time to read the input; 0, the default, means no limit
//
// -svg cannot be combined with -all or -count.
//
// The exit status is:
//
//   - 0 if an answer was printed
//   - 1 if the input is bad, the search was stopped, or a file cannot be written
//   - 2 if the arguments are wrong
//
// An interrupt stops reading and searching. A second interrupt ends the program at
// once.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"github.com/mayanbeads/mayan/beads"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // so a second interrupt ends the program at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const (
	exitAnswered = iota
	exitFailed
	exitUsage
)

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("beads", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: beads [flags] [file]")
		flags.PrintDefaults()
	}
	count := flags.Bool("count", false, "print the number of solutions")
	all := flags.Bool("all", false, "print all solutions, with an empty line between two")
	unique := flags.Bool("unique", false, "print the solution, \"No solution\" or \"Not unique\"")
	hint := flags.Bool("hint", false, "print the board with the pieces that all solutions have in common")
	format := flags.String("board", "triangle", "the `FORMAT` of the board: triangle, region or pyramid")
	pieces := flags.String("set", "beads", "the `PIECES`: beads or pentominoes")
	strategy := flags.String("strategy", "auto", "search with the strategy `NAME`: auto, sweep or search")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "count with `N` goroutines")
	svg := flags.String("svg", "", "draw the board into an SVG `FILE`")
	timeout := flags.Duration("timeout", 0, "stop after duration `D`, for example 10s or 1m30s, which includes the time to read the input; 0 means no limit")
	progress := flags.Bool("progress", false, "show the progress of the search if standard error is a terminal")
	stats := flags.Bool("stats", false, "print a line of JSON about the search on standard error")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitAnswered
	case err != nil:
		return exitUsage
	}
	chosen := 0
	for _, question := range []bool{*count, *all, *unique, *hint} {
		if question {
			chosen++
		}
	}
	parse, known := formats[*format]
	set, knownSet := sets[*pieces]
	way, knownStrategy := strategies[*strategy]
	problem := ""
	switch {
	case chosen > 1:
		problem = "-count, -all, -unique and -hint cannot be combined"
	case !known:
		problem = fmt.Sprintf("-board %q: must be triangle, region or pyramid", *format)
	case !knownSet:
		problem = fmt.Sprintf("-set %q: must be beads or pentominoes", *pieces)
	case *format == "triangle" && !set().Equal(beads.Beads()):
		problem = fmt.Sprintf("-set %s: needs -board region or pyramid, because the triangle of the contest takes the beads only", *pieces)
	case !knownStrategy:
		problem = fmt.Sprintf("-strategy %q: must be auto, sweep or search", *strategy)
	case *workers < 1:
		problem = fmt.Sprintf("-workers %d: must be at least 1", *workers)
	case *svg != "" && (*all || *count):
		problem = "-svg draws one board and cannot be combined with -all or -count"
	case *timeout < 0:
		problem = fmt.Sprintf("-timeout %v: must be at least 0", *timeout)
	case flags.NArg() > 1:
		problem = fmt.Sprintf("unexpected argument %q: there is at most one file, and flags come before the file", flags.Arg(1))
	}
	if problem != "" {
		fmt.Fprintf(stderr, "beads: %s; see -h\n", problem)
		return exitUsage
	}
	if *timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, *timeout, fmt.Errorf("no answer within %v", *timeout))
		defer cancel()
	}

	a := &asker{stdout: stdout, stderr: stderr, svg: *svg}
	a.solver.Strategy = way
	a.solver.Workers = *workers
	a.solver.Progress = func(s beads.Stats) { a.stats = s }
	if *progress && isTerminal(stderr) {
		a.showProgress()
	}
	ask := a.first
	switch {
	case *count:
		ask = a.count
	case *all:
		ask = a.all
	case *unique:
		ask = a.unique
	case *hint:
		ask = a.hint
	}
	text, err := read(ctx, flags.Args(), stdin)
	if err == nil {
		var board beads.Board
		if board, err = parse(text, set()); err == nil {
			a.board = board
			err = ask(ctx, board)
		}
	}
	a.clear()
	if err != nil {
		// The name of a file may contain newlines. An error is always one line.
		fmt.Fprintln(stderr, strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(err.Error()))
	}
	if *stats {
		elapsed := a.stats.Elapsed - a.printing
		fmt.Fprintf(stderr, "{\"elapsed_ns\":%d,\"nodes\":%d}\n", elapsed.Nanoseconds(), a.stats.Nodes)
	}
	if err != nil {
		return exitFailed
	}
	return exitAnswered
}

var formats = map[string]func(string, beads.Set) (beads.Board, error){
	"triangle": func(s string, _ beads.Set) (beads.Board, error) { return beads.ParseTriangle(s) },
	"region":   beads.ParseBoard,
	"pyramid":  beads.ParsePyramid,
}

var strategies = map[string]beads.Strategy{
	"auto":   beads.Auto,
	"sweep":  beads.Sweep,
	"search": beads.Search,
}

var sets = map[string]func() beads.Set{
	"beads":       beads.Beads,
	"pentominoes": beads.Pentominoes,
}

// read returns the content of the file, or of stdin if there is no file. It stops
// waiting when ctx ends, because reading from a pipe or a terminal may never end.
func read(ctx context.Context, files []string, stdin io.Reader) (string, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		if len(files) > 0 {
			r.text, r.err = os.ReadFile(files[0])
		} else {
			r.text, r.err = io.ReadAll(stdin)
		}
		done <- r
	}()
	var r result
	select {
	case r = <-done:
	case <-ctx.Done():
		r.err = context.Cause(ctx)
	}
	if r.err != nil {
		return "", fmt.Errorf("beads: %w", r.err)
	}
	return string(r.text), nil
}

// An asker asks the solver a question and prints the answer.
type asker struct {
	solver         beads.Solver
	stdout, stderr io.Writer
	svg            string      // the SVG file; empty if there is none
	board          beads.Board // the board that was read
	stats          beads.Stats
	printing       time.Duration // time spent on printing while the search waited
	drawn          bool          // whether standard error shows a line of progress
}

// showProgress makes the search write a line of progress ten times a second. Each line
// replaces the line before.
func (a *asker) showProgress() {
	a.solver.Every = time.Second / 10
	a.solver.Progress = func(s beads.Stats) {
		a.stats, a.drawn = s, true
		fmt.Fprintf(a.stderr, "%s%d positions, %v", clearLine, s.Nodes, s.Elapsed.Round(time.Second/10))
	}
}

// clearLine moves the cursor of a terminal to the start of the line and clears the
// line.
const clearLine = "\r\x1b[K"

// clear removes the line of progress, if there is one.
func (a *asker) clear() {
	if a.drawn {
		a.drawn = false
		io.WriteString(a.stderr, clearLine)
	}
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

func (a *asker) count(ctx context.Context, b beads.Board) error {
	n, err := a.solver.Count(ctx, b)
	if err != nil {
		return err
	}
	return a.print(n)
}

func (a *asker) unique(ctx context.Context, b beads.Board) error {
	filled, err := a.solver.SolveUnique(ctx, b)
	switch {
	case errors.Is(err, beads.ErrNoSolution):
		return a.print("No solution")
	case errors.Is(err, beads.ErrNotUnique):
		return a.print("Not unique")
	case err != nil:
		return err
	}
	return a.print(filled)
}

func (a *asker) hint(ctx context.Context, b beads.Board) error {
	forced, err := a.solver.Forced(ctx, b)
	switch {
	case errors.Is(err, beads.ErrNoSolution):
		return a.print("No solution")
	case err != nil:
		return err
	}
	for _, p := range forced {
		if b, err = b.Place(p); err != nil {
			return err
		}
	}
	return a.print(b)
}

func (a *asker) all(ctx context.Context, b beads.Board) error {
	found := false
	for filled, err := range a.solver.Solutions(ctx, b) {
		if err != nil {
			return err
		}
		start := time.Now()
		text := filled.String()
		if found {
			text = "\n" + text
		}
		found = true
		if err := a.print(text); err != nil {
			return err
		}
		a.printing += time.Since(start)
	}
	if !found {
		return a.print("No solution")
	}
	return nil
}

// first prints the first solution. Before that, it looks for a second solution until
// the time is up.
func (a *asker) first(ctx context.Context, b beads.Board) error {
	var first []beads.Board
	note := ""
	for filled, err := range a.solver.Solutions(ctx, b) {
		switch {
		case err != nil && first == nil:
			return err
		case err != nil:
			note = "beads: the search was stopped before it could tell whether there are more solutions"
		case first != nil:
			note = "beads: there are more solutions than this one"
		default:
			first = append(first, filled)
			continue
		}
		break
	}
	if first == nil {
		return a.print("No solution")
	}
	if err := a.print(first[0]); err != nil {
		return err
	}
	if note != "" {
		fmt.Fprintln(a.stderr, note)
	}
	return nil
}

// print prints an answer. With -svg it first draws the answer, if that is a board, or
// else the board that was read.
func (a *asker) print(answer any) error {
	a.clear()
	if a.svg != "" {
		board, ok := answer.(beads.Board)
		if !ok {
			board = a.board
		}
		if err := os.WriteFile(a.svg, drawSVG(board), 0o666); err != nil {
			return fmt.Errorf("beads: %w", err)
		}
	}
	if _, err := fmt.Fprintln(a.stdout, answer); err != nil {
		return fmt.Errorf("beads: %w", err)
	}
	return nil
}
