// Generate makes puzzles of the Mayan game.
//
//	generate [flags]
//
// It prints a puzzle in the contest's input format, which examples/mayan reads:
// a board that can be emptied in so many moves, and in no fewer.
//
//	-n moves      how many moves it takes, 1 to 8; 3 if it is not given
//	-colors n     how many colours there may be, 2 to 10; 4 if it is not given
//	-blocks n     how many blocks there are at least, 4 to 30, but no more than 6
//	              for each move; 12 if it is not given, or 6 with -n 1
//	-unique       only puzzles with one sequence of moves, twins counted once: a
//	              move left onto a block does what moving that block right does
//	-seed n       the same flags with the same seed make the same puzzle; without
//	              it each run makes another
//	-timeout duration
//	              give up after so long; 1m if it is not given
//
// The exit status is 0 if there is a puzzle, 1 if none was found in time or the
// program was interrupted, and 2 for wrong usage.
//
// A puzzle is made backwards. From the cleared board on, each move is undone: one
// or two runs are put between the blocks, so that they vanish and leave the board
// as it was, and then two neighbouring blocks change places so that no run is
// left. The solver tells whether fewer moves would do.
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
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
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

// A wish is what the puzzle should be like.
type wish struct {
	moves, colors, blocks int
	unique                bool
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	set := flag.NewFlagSet("generate", flag.ContinueOnError)
	set.SetOutput(stderr)
	var w wish
	set.IntVar(&w.moves, "n", 3, "how many `moves` it takes, 1 to 8")
	set.IntVar(&w.colors, "colors", 4, "how many colours there may be, 2 to 10")
	set.IntVar(&w.blocks, "blocks", 12, "how many blocks there are at least, 4 to 30, 6 for each move at the most")
	set.BoolVar(&w.unique, "unique", false, "only puzzles with one sequence of moves")
	seed := set.Uint64("seed", 0, "the same seed makes the same puzzle; without it each run makes another")
	timeout := set.Duration("timeout", time.Minute, "give up after so long")
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
		problem = fmt.Sprintf("-n %d is not 1 to 8", w.moves)
	case w.colors < 2 || w.colors > int(mayan.MaxColor):
		problem = fmt.Sprintf("-colors %d is not 2 to %d", w.colors, mayan.MaxColor)
	case w.blocks < 4 || w.blocks > 30:
		problem = fmt.Sprintf("-blocks %d is not 4 to 30", w.blocks)
	case w.blocks > blocksPerMove*w.moves:
		problem = fmt.Sprintf("-blocks %d is more than %d for each of %d moves", w.blocks, blocksPerMove, w.moves)
	case *timeout <= 0:
		problem = fmt.Sprintf("-timeout %v is not above 0", *timeout)
	case set.NArg() > 0:
		problem = fmt.Sprintf("%q is not a flag", set.Arg(0))
	}
	if problem != "" {
		fmt.Fprintln(stderr, "generate:", problem)
		return misused
	}
	ctx, cancel := context.WithTimeoutCause(ctx, *timeout, fmt.Errorf("no such puzzle found within %v", *timeout))
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

// generate makes puzzles until one is as wished.
func generate(ctx context.Context, r *rand.Rand, w wish) (mayan.Puzzle, error) {
	for ctx.Err() == nil {
		board, ok := candidate(r, w)
		if !ok {
			continue
		}
		solution, err := mayan.Shortest(ctx, board, w.moves)
		if err != nil || len(solution) < w.moves {
			continue // too easy, or time is up
		}
		if w.unique {
			// The strategies that drop twins leave one sequence of each kind.
			count, err := mayan.Count(ctx, board, w.moves, mayan.PruneMirrors(), mayan.PruneIdles())
			if err != nil || count > 1 {
				continue
			}
		}
		return mayan.Puzzle{Board: board, Moves: w.moves}, nil
	}
	return mayan.Puzzle{}, context.Cause(ctx)
}

// candidate returns a board that can be emptied in the number of moves, if it
// comes out well.
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

// blocksPerMove is how many blocks unplay adds at the most, in two runs.
const blocksPerMove = 6

// unplay returns a board from which one move leads to the given one, if it comes
// out well.
func unplay(r *rand.Rand, after mayan.Board, colors int) (mayan.Board, bool) {
	shifted := after
	for range 1 + r.IntN(2) {
		more, ok := insertRun(r, shifted, colors)
		if !ok || mayan.Settle(more) != after {
			return after, false
		}
		shifted = more
	}
	// Swapping two blocks is undone by swapping them again.
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

// insertRun puts a run of three blocks somewhere between the others, upright or
// level, if there is room.
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
	return more, err == nil // too high is too much
}
