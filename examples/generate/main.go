// Generate makes puzzles of the Mayan game.
//
// Usage:
//
//	generate [flags]
//
// It prints a puzzle in the format of the contest, which examples/mayan reads. The
// board can be emptied in the given number of moves, and in no smaller number.
//
// The flags that choose the puzzle are:
//
//	-n N            the number of moves, 1 to 8; the default is 3
//	-colors N       the largest number of colours, 2 to 10; the default is 4
//	-blocks N       the smallest number of blocks, 4 to 30, and at most 6 for each
//	                move; the default is 12, or 6 with -n 1
//	-unique         make a puzzle with one solution only, see below
//	-seed N         make the puzzle with this number: equal flags and equal seeds
//	                make equal puzzles; the default is a random number
//
// The flag that limits the search is:
//
//	-timeout D      stop after duration D, for example 10s or 1m30s; the default is
//	                1m
//
// With -unique, two solutions count as one if they differ only in moves with the same
// effect. For example, a move left onto a block has the same effect as the move right
// of that block.
//
// The exit status is:
//
//   - 0 if a puzzle was printed
//   - 1 if no puzzle was found in time, or the search was interrupted
//   - 2 if the arguments are wrong
//
// An interrupt stops the search. A second interrupt ends the program at once.
//
// A puzzle is made backwards, from the cleared board. Each step takes one move back:
//
//   - Insert one or two runs between the blocks. They must vanish and leave the board
//     as it was.
//   - Swap two neighbouring blocks. No run may be left.
//
// At the end, the solver tells whether a smaller number of moves is enough.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"time"

	"github.com/mayanbeads/mayan"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // so a second interrupt ends the program at once
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The exit codes.
const (
	made    = 0
	failed  = 1
	misused = 2
)

// A wish holds the properties that the puzzle must have.
type wish struct {
	moves, colors, blocks int
	unique                bool
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	set := flag.NewFlagSet("generate", flag.ContinueOnError)
	set.SetOutput(stderr)
	set.Usage = func() {
		fmt.Fprintln(stderr, "usage: generate [flags]")
		set.PrintDefaults()
	}
	var w wish
	set.IntVar(&w.moves, "n", 3, "the number `N` of moves, 1 to 8")
	set.IntVar(&w.colors, "colors", 4, "the largest number `N` of colours, 2 to 10")
	set.IntVar(&w.blocks, "blocks", 12, "the smallest number `N` of blocks, 4 to 30, and at most 6 for each move")
	set.BoolVar(&w.unique, "unique", false, "make a puzzle with one solution only; moves with the same effect count as one")
	seed := set.Uint64("seed", 0, "make the puzzle with the number `N`: equal flags and equal seeds make equal puzzles (default a random number)")
	timeout := set.Duration("timeout", time.Minute, "stop after duration `D`, for example 10s or 1m30s")
	switch err := set.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return made
	case err != nil:
		return misused
	}
	given := map[string]bool{}
	set.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if !given["seed"] {
		*seed = rand.Uint64()
	}
	if !given["blocks"] {
		w.blocks = min(w.blocks, blocksPerMove*w.moves)
	}
	problem := ""
	switch {
	case w.moves < 1 || w.moves > 8:
		problem = fmt.Sprintf("-n %d: must be 1 to 8", w.moves)
	case w.colors < 2 || w.colors > int(mayan.MaxColor):
		problem = fmt.Sprintf("-colors %d: must be 2 to %d", w.colors, mayan.MaxColor)
	case w.blocks < 4 || w.blocks > 30:
		problem = fmt.Sprintf("-blocks %d: must be 4 to 30", w.blocks)
	case w.blocks > blocksPerMove*w.moves:
		problem = fmt.Sprintf("-blocks %d: must be at most %d with -n %d", w.blocks, blocksPerMove*w.moves, w.moves)
	case *timeout <= 0:
		problem = fmt.Sprintf("-timeout %v: must be above 0", *timeout)
	case set.NArg() > 0:
		problem = fmt.Sprintf("unexpected argument %q", set.Arg(0))
	}
	if problem != "" {
		fmt.Fprintf(stderr, "generate: %s; see -h\n", problem)
		return misused
	}
	ctx, cancel := context.WithTimeoutCause(ctx, *timeout, fmt.Errorf("no puzzle found within %v", *timeout))
	defer cancel()
	puzzle, err := generate(ctx, rand.New(rand.NewPCG(*seed, 0)), w)
	if err == nil {
		_, err = io.WriteString(stdout, puzzle.String())
	}
	if err != nil {
		fmt.Fprintln(stderr, "generate:", err)
		return failed
	}
	return made
}

// generate makes boards until one has the wished properties.
func generate(ctx context.Context, r *rand.Rand, w wish) (mayan.Puzzle, error) {
	for ctx.Err() == nil {
		board, ok := candidate(r, w)
		if !ok {
			continue
		}
		solution, err := mayan.Shortest(ctx, board, w.moves)
		if err != nil || len(solution) < w.moves {
			continue // fewer moves are enough, or ctx has ended
		}
		if w.unique {
			// These strategies keep one of several moves with the same effect.
			count, err := mayan.Count(ctx, board, w.moves, mayan.PruneMirrors(), mayan.PruneIdles())
			if err != nil || count > 1 {
				continue
			}
		}
		return mayan.Puzzle{Board: board, Moves: w.moves}, nil
	}
	return mayan.Puzzle{}, context.Cause(ctx)
}

// candidate returns a board that can be emptied in the wished number of moves. It
// returns false if the attempt fails.
func candidate(r *rand.Rand, w wish) (mayan.Board, bool) {
	var board mayan.Board
	for range w.moves {
		var ok bool
		for try := 0; !ok; try++ {
			if try == 50 {
				return mayan.Board{}, false
			}
			var next mayan.Board
			if next, ok = unplay(r, board, w.colors); ok {
				board = next
			}
		}
	}
	return board, board.Len() >= w.blocks
}

// blocksPerMove is the largest number of blocks that unplay adds: two runs of three.
const blocksPerMove = 6

// unplay returns a board from which one move leads to the given board. It returns false
// if the attempt fails.
func unplay(r *rand.Rand, after mayan.Board, colors int) (mayan.Board, bool) {
	shifted := after
	for range 1 + r.IntN(2) {
		more, ok := insertRun(r, shifted, colors)
		if !ok || mayan.Settle(more) != after {
			return after, false
		}
		shifted = more
	}
	// A second swap of the same two blocks takes the first back.
	swap := mayan.Move{X: r.IntN(mayan.Width - 1), Y: r.IntN(mayan.Height), Dir: mayan.Right}
	if shifted.At(swap.X+1, swap.Y) == mayan.Empty {
		return after, false
	}
	before, err := shifted.Shift(swap)
	if err != nil || before == shifted || !before.IsSettled() {
		return after, false
	}
	return before, true
}

// insertRun inserts a vertical or horizontal run of three blocks at a random place. It
// returns false if there is no room.
func insertRun(r *rand.Rand, board mayan.Board, colors int) (mayan.Board, bool) {
	columns := make([][]mayan.Color, mayan.Width)
	for x := range columns {
		for y := range board.ColumnHeight(x) {
			columns[x] = append(columns[x], board.At(x, y))
		}
	}
	color := mayan.Color(1 + r.IntN(colors))
	insert := func(x, y, blocks int) {
		rest := append([]mayan.Color(nil), columns[x][y:]...)
		columns[x] = columns[x][:y]
		for range blocks {
			columns[x] = append(columns[x], color)
		}
		columns[x] = append(columns[x], rest...)
	}
	if r.IntN(2) == 0 {
		x := r.IntN(mayan.Width)
		insert(x, r.IntN(len(columns[x])+1), 3)
	} else {
		x := r.IntN(mayan.Width - 2)
		y := r.IntN(1 + min(len(columns[x]), len(columns[x+1]), len(columns[x+2])))
		for i := range 3 {
			insert(x+i, y, 1)
		}
	}
	more, err := mayan.NewBoard(columns...)
	return more, err == nil // it fails if a column is too high
}
