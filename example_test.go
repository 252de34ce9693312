package mayan_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/mayanbeads/mayan"
)

// The sample of NOIP 2011.
func ExampleSolve() {
	board := mayan.MustParseBoard("1/21/234/31/2434")
	solution, err := mayan.Solve(context.Background(), board, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(solution)
	// Output:
	// 2 1 1
	// 3 1 1
	// 3 0 1
}

// An error says whether a proof was found that there is no solution, or why
// nothing is known.
func ExampleSolve_outcomes() {
	ask := func(timeout time.Duration, board string, n int, options ...mayan.Option) {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		solution, err := mayan.Solve(ctx, mayan.MustParseBoard(board), n, options...)
		switch {
		case err == nil:
			fmt.Println("solved:", []mayan.Move(solution))
		case errors.Is(err, mayan.ErrNoSolution):
			fmt.Println("proved that there is none")
		case errors.Is(err, mayan.ErrBudget):
			fmt.Println("gave up at the node limit")
		case errors.Is(err, context.DeadlineExceeded):
			fmt.Println("gave up at the deadline")
		default:
			fmt.Println("cannot ask this:", err)
		}
	}
	ask(time.Minute, "1/21/234/31/2434", 3)
	ask(time.Minute, "1/21/234/31/2434", 2)
	ask(time.Minute, "1/21/234/31/2434", 3, mayan.WithNodeLimit(5))
	ask(-time.Second, "1/21/234/31/2434", 3)
	ask(time.Minute, "111////", 3)
	// Output:
	// solved: [2 1 1 3 1 1 3 0 1]
	// proved that there is none
	// gave up at the node limit
	// gave up at the deadline
	// cannot ask this: mayan: board is not settled: there are runs on 111////
}

// Could the sample of NOIP 2011 be emptied in fewer than its three moves?
func ExampleShortest() {
	board := mayan.MustParseBoard("1/21/234/31/2434")
	solution, err := mayan.Shortest(context.Background(), board, 5)
	fmt.Println(len(solution), "moves,", err)

	_, err = mayan.Shortest(context.Background(), board, 2)
	fmt.Println(err)
	// Output:
	// 3 moves, <nil>
	// mayan: no solution in at most 2 moves
}

func ExampleSettle() {
	board := mayan.MustParseBoard("1/21/214/24/3334")
	fmt.Println(board.Diagram())
	fmt.Println("settles to", mayan.Settle(board), mayan.Settle(board).IsCleared())
	// Output:
	// . . . . 4
	// . . 4 . 3
	// . 1 1 4 3
	// 1 2 2 2 3
	// settles to //// true
}

// A game shows each round of a move: what vanishes, then what has fallen.
func ExampleCascade() {
	board := mayan.MustParseBoard("1/21/214/34/2334")
	shifted, err := board.Shift(mayan.Move{X: 3, Y: 0, Dir: mayan.Right})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("shifted:", shifted)
	for round := range mayan.Cascade(shifted) {
		fmt.Print("cells")
		for x, y := range round.Vanish.All() {
			fmt.Printf(" %d,%d", x, y)
		}
		fmt.Println(" vanish:", round.After)
	}
	// Output:
	// shifted: 1/21/214/24/3334
	// cells 1,0 2,0 3,0 4,0 4,1 4,2 vanish: 1/1/14/4/4
	// cells 0,0 1,0 2,0 vanish: //4/4/4
	// cells 2,0 3,0 4,0 vanish: ////
}

// A contest solution is checked by replaying it.
func ExampleReplay() {
	board := mayan.MustParseBoard("1/21/234/31/2434")
	var moves []mayan.Move
	for _, line := range []string{"2 1 1", "3 1 1", "3 0 1"} {
		move, err := mayan.ParseMove(line)
		if err != nil {
			fmt.Println(err)
			return
		}
		moves = append(moves, move)
	}
	after, err := mayan.Replay(board, moves...)
	fmt.Println(after.IsCleared(), err)

	_, err = mayan.Replay(board, moves[0], mayan.Move{X: 0, Y: 3, Dir: mayan.Right})
	fmt.Println(err)
	// Output:
	// true <nil>
	// move 2 of 2: mayan: move 0 3 1: illegal move: no block at column 0, row 3
}

func ExampleBoard_Play() {
	board := mayan.MustParseBoard("1/1/2/1/")
	fmt.Println(board.Diagram())
	board, err := board.Play(mayan.Move{X: 2, Y: 0, Dir: mayan.Right})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(board.Diagram())
	// Output:
	// 1 1 2 1 .
	// . . . 2 .
}

func ExampleBoard_Moves() {
	board := mayan.MustParseBoard("1//12//")
	for move := range board.Moves() {
		after, err := board.Play(move)
		fmt.Println(move, after, err)
	}
	// Output:
	// 0 0 1 /1/12// <nil>
	// 2 0 1 1//2/1/ <nil>
	// 2 0 -1 1/1/2// <nil>
	// 2 1 1 1//1/2/ <nil>
	// 2 1 -1 1/2/1// <nil>
}

func ExampleParseBoard() {
	board, err := mayan.ParseBoard("1/21/234/31/243A")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(board.Len(), "blocks, colour", board.At(4, 3), "at the top right")

	_, err = mayan.ParseBoard("1/21/2x4/31/243A")
	fmt.Println(err)
	// Output:
	// 12 blocks, colour 10 at the top right
	// mayan: board: offset 6: 'x' is neither a colour, 1 to 9 or A, nor a slash
}

func ExampleReadPuzzle() {
	input := "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n"
	puzzle, err := mayan.ReadPuzzle(strings.NewReader(input))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(puzzle.Moves, "moves to empty", puzzle.Board)

	_, err = mayan.ReadPuzzle(strings.NewReader("3\n1 0\n2 1\n2 3 4 0\n3 1 0\n2 4 3 4 0\n"))
	fmt.Println(err)
	// Output:
	// 3 moves to empty 1/21/234/31/2434
	// mayan: puzzle: line 6: 4 columns, not 5; line 3 does not end in 0
}

// A strategy of one's own cuts off positions that it knows to be hopeless, or
// that the puzzle at hand forbids: here no block may enter the leftmost column.
func ExamplePruneFunc() {
	board := mayan.MustParseBoard("/11//11/")
	solution, err := mayan.Solve(context.Background(), board, 2)
	fmt.Println([]mayan.Move(solution), err)

	leftmostStaysEmpty := mayan.PruneFunc(func(b mayan.Board, left int) bool {
		return b.ColumnHeight(0) > 0
	})
	solution, err = mayan.Solve(context.Background(), board, 2, leftmostStaysEmpty)
	fmt.Println([]mayan.Move(solution), err)
	// Output:
	// [1 0 -1 3 0 -1] <nil>
	// [3 0 1 1 0 1] <nil>
}

// What strategies save: the same proof without any and with all that are sound.
func ExampleNoPrunes() {
	board := mayan.MustParseBoard("323/132122/331/1/12")
	var none, all mayan.Stats
	_, err := mayan.Solve(context.Background(), board, 3, mayan.NoPrunes(), mayan.WithStats(&none))
	fmt.Println(err)
	_, err = mayan.Solve(context.Background(), board, 3, mayan.WithStats(&all))
	fmt.Println(err)
	fmt.Println("at least a hundred times fewer positions:", 100*all.Nodes < none.Nodes)
	// Output:
	// mayan: no solution in exactly 3 moves
	// mayan: no solution in exactly 3 moves
	// at least a hundred times fewer positions: true
}

// The contest's output is the solution, a move a line, or -1.
func Example() {
	input, err := os.Open("testdata/noip2011/sample.in")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer input.Close()
	puzzle, err := mayan.ReadPuzzle(input)
	if err != nil {
		fmt.Println(err)
		return
	}
	solution, err := mayan.Solve(context.Background(), puzzle.Board, puzzle.Moves)
	switch {
	case errors.Is(err, mayan.ErrNoSolution):
		fmt.Println(-1)
	case err != nil:
		fmt.Println(err)
	default:
		fmt.Println(solution)
	}
	// Output:
	// 2 1 1
	// 3 1 1
	// 3 0 1
}
