// Beads fills a board with the twelve beads of NOI 2005 (Luogu P4205), or with
// the twelve pentominoes.
//
//	beads [flags] [file]
//
// It reads the board from the file, or from standard input, and prints it
// filled, or "No solution". If there are more solutions, it prints the first
// and says on standard error that there are more.
//
// The flags choose another question (one of them at most):
//
//	-count   print how many solutions there are
//	-all     print all solutions, with an empty line between two
//	-unique  print the solution, "No solution" or "Not unique"
//	-hint    print the board with the pieces that lie alike in all solutions
//
// or how it is asked:
//
//	-board triangle|region|pyramid
//	                        the format: the ten rows of the contest; any flat
//	                        board with '#' for what is outside; or the five
//	                        layers of a pyramid, the base first, with an empty
//	                        line between two; triangle if it is not given
//	-set beads|pentominoes  the pieces; the contest's board takes the beads only
//	-strategy auto|sweep|search
//	                        the way to search; auto looks at the board
//	-workers n              how many goroutines count, one for each processor if it
//	                        is not given
//	-svg file               draw the board that is printed, or the one that was
//	                        read if none is, as a picture
//	-timeout duration       give up after so long, such as 500ms or 10s, reading
//	                        included
//	-progress               show on standard error how far the search is, if that
//	                        is a terminal
//	-stats                  at the end print a line of JSON on standard error:
//	                        the nanoseconds of search, and the positions entered
//
// The exit status is 0 if an answer was printed, 1 if there is none because the
// board is bad, time ran out or the program was interrupted, and 2 for wrong
// usage.
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
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
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
	count := flags.Bool("count", false, "print how many solutions there are")
	all := flags.Bool("all", false, "print all solutions")
	unique := flags.Bool("unique", false, "print the solution, \"No solution\" or \"Not unique\"")
	hint := flags.Bool("hint", false, "print the board with the pieces that lie alike in all solutions")
	format := flags.String("board", "triangle", "the `format` of the board: triangle, region or pyramid")
	pieces := flags.String("set", "beads", "the `pieces`: beads or pentominoes")
	strategy := flags.String("strategy", "auto", "the `way` to search: auto, sweep or search")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "how many goroutines count")
	svg := flags.String("svg", "", "draw the board that is printed into an SVG `file`")
	timeout := flags.Duration("timeout", 0, "give up after so long, reading included; 0 means never")
	progress := flags.Bool("progress", false, "show on a terminal how far the search is")
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
		problem = "-count, -all, -unique and -hint exclude each other"
	case !known:
		problem = fmt.Sprintf("-board is triangle, region or pyramid, not %q", *format)
	case !knownSet:
		problem = fmt.Sprintf("-set is beads or pentominoes, not %q", *pieces)
	case *format == "triangle" && !set().Equal(beads.Beads()):
		problem = "the contest's board takes the beads only; for others give -board region or pyramid"
	case !knownStrategy:
		problem = fmt.Sprintf("-strategy is auto, sweep or search, not %q", *strategy)
	case *workers < 1:
		problem = "-workers is below 1"
	case *svg != "" && (*all || *count):
		problem = "-svg draws one board, not -all or -count"
	case *timeout < 0:
		problem = "-timeout is below 0"
	case flags.NArg() > 1:
		problem = fmt.Sprintf("%q is one argument too many: there is one file, and flags come before it", flags.Arg(1))
	}
	if problem != "" {
		fmt.Fprintln(stderr, "beads:", problem)
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
		// The name of a file may have more than one line.
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

// read returns what is in the file, or in stdin if there is none. Nothing can end
// the wait for a terminal or a pipe, so when the context is done it is left
// alone.
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

// An asker puts a question to the solver and prints the answer.
type asker struct {
	solver         beads.Solver
	stdout, stderr io.Writer
	svg            string      // the file to draw into, if any
	board          beads.Board // that was read
	stats          beads.Stats
	printing       time.Duration // spent on printing while the search waited
	drawn          bool          // there is a line of progress on standard error
}

// showProgress lets the search draw a line ten times a second, in place of the one
// before.
func (a *asker) showProgress() {
	a.solver.Every = time.Second / 10
	a.solver.Progress = func(s beads.Stats) {
		a.stats, a.drawn = s, true
		fmt.Fprintf(a.stderr, "%s%d positions, %v", clearLine, s.Nodes, s.Elapsed.Round(time.Second/10))
	}
}

// clearLine takes a terminal back to the start of its line and empties it.
const clearLine = "\r\x1b[K"

// clear takes away what showProgress has drawn.
func (a *asker) clear() {
	if a.drawn {
		a.drawn = false
		io.WriteString(a.stderr, clearLine)
	}
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

// first prints the first solution once it is known whether there is a second,
// or once there is no more time to find out.
func (a *asker) first(ctx context.Context, b beads.Board) error {
	var first []beads.Board
	note := ""
	for filled, err := range a.solver.Solutions(ctx, b) {
		switch {
		case err != nil && first == nil:
			return err
		case err != nil:
			note = "beads: this is a solution, but there was no time to see whether there are more"
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

// print prints an answer, after drawing it if it is a board that is to be drawn.
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
