package mayan_test

import (
	"context"
	"encoding/json"
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

// An error tells whether there is provably no solution, or why the search did not find
// out.
func ExampleSolve_outcomes() {
	ask := func(timeout time.Duration, board string, n int, options ...mayan.Option) {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		solution, err := mayan.Solve(ctx, mayan.MustParseBoard(board), n, options...)
		var stop *mayan.StopError
		switch {
		case err == nil:
			fmt.Println("solved:", []mayan.Move(solution))
		case errors.Is(err, mayan.ErrNoSolution):
			fmt.Println("proved:", err)
		case errors.As(err, &stop):
			fmt.Println("gave up:", err)
		default:
			fmt.Println("cannot be asked:", err)
		}
	}
	ask(time.Minute, "1/21/234/31/2434", 3)
	ask(time.Minute, "1/21/234/31/2434", 2)
	ask(time.Minute, "1/21/234/31/2434", 3, mayan.WithNodeLimit(5))
	ask(-time.Second, "1/21/234/31/2434", 3)
	ask(time.Minute, "111////", 3)
	// Output:
	// solved: [2 1 1 3 1 1 3 0 1]
	// proved: mayan: Solve: no solution in exactly 2 moves
	// gave up: mayan: Solve: search stopped: budget spent: limit of 5 positions
	// gave up: mayan: Solve: search stopped: context deadline exceeded
	// cannot be asked: mayan: Solve: board is not settled: runs on 111////
}

// Can the sample of NOIP 2011 be emptied in fewer moves than three?
func ExampleShortest() {
	board := mayan.MustParseBoard("1/21/234/31/2434")
	solution, err := mayan.Shortest(context.Background(), board, 5)
	fmt.Println(len(solution), "moves,", err)

	_, err = mayan.Shortest(context.Background(), board, 2)
	fmt.Println(err)
	// Output:
	// 3 moves, <nil>
	// mayan: Shortest: no solution in at most 2 moves
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

// A game shows each round of a move: the cells that vanish, then the board after the
// fall.
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

// Replay checks a contest solution. The contest also asks for an exact number of moves
// and for the smallest solution, which Solve returns.
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
	// mayan: Replay: move 2 of 2: illegal move: 0 3 1: no block at column 0, row 3
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
	// mayan: board: offset 6: "x" is neither a colour, 1 to 9 or A, nor a slash
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

// A strategy of the caller prunes positions without a solution, or positions that the
// puzzle forbids. Here no block may enter the leftmost column.
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

// Solutions lists every solution in puzzle order. The loop may end early.
func ExampleSolutions() {
	board := mayan.MustParseBoard("1/1/211/122/")
	for solution, err := range mayan.Solutions(context.Background(), board, 1) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(solution)
	}
	// Output:
	// 2 0 1
	// 3 0 -1
}

// Is there a solution? Is there only one? How many are there? Count does not list them.
func ExampleCount() {
	board := mayan.MustParseBoard("/11//11/")
	for _, n := range []int{1, 2, 20} {
		count, err := mayan.Count(context.Background(), board, n)
		fmt.Println("sequences of", n, "moves:", count, err)
	}
	_, err := mayan.Count(context.Background(), board, 64)
	fmt.Println(err)
	// Output:
	// sequences of 1 moves: 0 <nil>
	// sequences of 2 moves: 8 <nil>
	// sequences of 20 moves: 32241118976 <nil>
	// mayan: Count: count overflows: more than 18446744073709551615 sequences of 64 moves
}

// Is there only one solution? With PruneMirrors and PruneIdles, Count leaves out moves
// left onto a block, and all swaps of equal blocks except the first. Solutions with the
// same effect then count as one.
func ExampleCount_unique() {
	board := mayan.MustParseBoard("1/21/234/31/2434")
	all, err := mayan.Count(context.Background(), board, 3)
	fmt.Println(all, err)
	different, err := mayan.Count(context.Background(), board, 3, mayan.PruneMirrors(), mayan.PruneIdles())
	fmt.Println(different, err)
	// Output:
	// 8 <nil>
	// 1 <nil>
}

// A search in pieces: each piece continues where the piece before stopped. In between,
// the program can do something else or save the moves reached as text.
func ExampleStartAfter() {
	board := mayan.MustParseBoard("3233121/3313211/223122/3323323/1121")
	var reached []mayan.Move
	for pieces := 1; ; pieces++ {
		solution, err := mayan.Solve(context.Background(), board, 5,
			mayan.StartAfter(reached), mayan.WithNodeLimit(1000))
		var stop *mayan.StopError
		if errors.As(err, &stop) {
			reached = stop.Reached // no sequence before these moves is a solution
			continue
		}
		fmt.Println("in more than one piece:", pieces > 1)
		fmt.Println(solution, err)
		return
	}
	// Output:
	// in more than one piece: true
	// 1 6 1
	// 2 3 1
	// 0 1 1
	// 2 2 1
	// 3 2 1 <nil>
}

// A search on several machines. A job is a first move and the board after it. Both can
// be marshalled to text, so every queue can carry a job. The jobs do not depend on each
// other. The first job in order that has a solution has the smallest solution.
func ExampleSolve_machines() {
	type job struct {
		First mayan.Move
		Board mayan.Board
		Left  int
	}
	board := mayan.MustParseBoard("1/21/234/31/2434")
	var queue [][]byte
	for move := range board.Moves() {
		after, err := board.Play(move)
		if err != nil {
			fmt.Println(err)
			return
		}
		text, err := json.Marshal(job{move, after, 2})
		if err != nil {
			fmt.Println(err)
			return
		}
		queue = append(queue, text)
	}
	fmt.Println(len(queue), "jobs, the first", string(queue[0]))

	for _, text := range queue { // each job may run on another machine
		var j job
		if err := json.Unmarshal(text, &j); err != nil {
			fmt.Println(err)
			return
		}
		solution, err := mayan.Solve(context.Background(), j.Board, j.Left)
		if errors.Is(err, mayan.ErrNoSolution) {
			continue
		}
		fmt.Println(j.First, "then", []mayan.Move(solution), err)
		return
	}
	// Output:
	// 19 jobs, the first {"First":"0 0 1","Board":"2/11/234/31/2434","Left":2}
	// 2 1 1 then [3 1 1 3 0 1] <nil>
}

// Every search may have a node limit, a deadline and reports of progress.
func ExampleWithProgress() {
	board := mayan.MustParseBoard("2553541/32431/1551345/4412254/154")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	reports := 0
	_, err := mayan.Solve(ctx, board, 12,
		mayan.WithNodeLimit(500_000),
		mayan.WithProgress(time.Millisecond, func(s mayan.Stats) {
			reports++ // s.Done of s.Total first moves are finished after s.Elapsed
		}))
	fmt.Println(err)
	fmt.Println("reported:", reports > 0)
	// Output:
	// mayan: Solve: search stopped: budget spent: limit of 500000 positions
	// reported: true
}

// Several workers find the same solution as one worker.
func ExampleWithWorkers() {
	board := mayan.MustParseBoard("3233121/3313211/223122/3323323/1121")
	solution, err := mayan.Solve(context.Background(), board, 5, mayan.WithWorkers(2))
	fmt.Println([]mayan.Move(solution), err)
	// Output:
	// [1 6 1 2 3 1 0 1 1 2 2 1 3 2 1] <nil>
}

// NoPrunes shows how much the strategies save: the same proof without strategies and
// with the default.
func ExampleNoPrunes() {
	board := mayan.MustParseBoard("323/132122/331/1/12")
	var none, all mayan.Stats
	_, err := mayan.Solve(context.Background(), board, 3, mayan.NoPrunes(), mayan.WithStats(&none))
	fmt.Println(err)
	_, err = mayan.Solve(context.Background(), board, 3, mayan.WithStats(&all))
	fmt.Println(err)
	fmt.Println("at least a hundred times fewer positions:", 100*all.Nodes < none.Nodes)
	// Output:
	// mayan: Solve: no solution in exactly 3 moves
	// mayan: Solve: no solution in exactly 3 moves
	// at least a hundred times fewer positions: true
}

// The output of the contest is the solution, one move per line, or -1.
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

// All values are stored as their text forms.
func ExampleBoard_MarshalText() {
	type record struct {
		Puzzle   mayan.Puzzle
		Solution mayan.Solution
	}
	board := mayan.MustParseBoard("1/21/234/31/2434")
	solution, err := mayan.Solve(context.Background(), board, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(record{mayan.Puzzle{Board: board, Moves: 3}, solution})
	fmt.Println(string(text), err)

	var read record
	err = json.Unmarshal(text, &read)
	fmt.Println(read.Puzzle.Board, len(read.Solution), err)
	// Output:
	// {"Puzzle":"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n","Solution":"2 1 1\n3 1 1\n3 0 1"} <nil>
	// 1/21/234/31/2434 3 <nil>
}

func ExampleParseSolution() {
	solution, err := mayan.ParseSolution("2 1 1\n3 1 1\n3 0 1\n")
	fmt.Println(len(solution), err)
	_, err = mayan.ParseSolution("-1\n")
	fmt.Println(errors.Is(err, mayan.ErrNoSolution))
	// Output:
	// 3 <nil>
	// true
}
