package beads_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mayanbeads/mayan/beads"
)

// contest is the board of the contest's statement.
const contest = `
.
..
...
....
.....
.....C
...CCC.
EEEHH...
E.HHH....
E.........
`

func ExampleParseTriangle() {
	board, err := beads.ParseTriangle(contest[1:])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(board.Free(), "free cells, and the pieces", board.Remaining())

	_, err = beads.ParseTriangle(".\n..\n.a.\n")
	fmt.Println(err)
	// Output:
	// 41 free cells, and the pieces [A B D F G I J K L]
	// beads: triangle: row 3, column 2: "a" is neither a dot nor the letter of a piece
}

func ExampleSolver_Solve() {
	board, err := beads.ParseTriangle(contest[1:])
	if err != nil {
		fmt.Println(err)
		return
	}
	var solver beads.Solver
	filled, err := solver.Solve(context.Background(), board)
	if errors.Is(err, beads.ErrNoSolution) {
		fmt.Println("No solution")
		return
	}
	fmt.Println(filled)
	// Output:
	// B
	// BK
	// BKK
	// BJKK
	// JJJDD
	// GJGDDC
	// GGGCCCI
	// EEEHHIIA
	// ELHHHIAAF
	// ELLLLIFFFF
}

func ExampleSolver_SolveUnique() {
	board, err := beads.ParseBoard("....\n....\n....\n", beads.Set{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var solver beads.Solver
	_, err = solver.SolveUnique(context.Background(), board)
	fmt.Println(errors.Is(err, beads.ErrNotUnique))

	board, err = board.Place(beads.Placement{Piece: 'L', Cells: []beads.Cell{
		{Row: 0, Col: 0}, {Row: 0, Col: 1}, {Row: 0, Col: 2}, {Row: 0, Col: 3}, {Row: 1, Col: 3},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	filled, err := solver.SolveUnique(context.Background(), board)
	fmt.Println(filled, err)
	// Output:
	// true
	// LLLL
	// DDAL
	// DDAA <nil>
}

func ExampleNewSet() {
	// There are three pieces. Two of them are equal.
	set, err := beads.NewSet("AA\nA.", ".B\nBB", "CCC")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Copies('B'))

	board, err := beads.ParseBoard("...\n...\n...", set)
	if err != nil {
		fmt.Println(err)
		return
	}
	var solver beads.Solver
	n, err := solver.Count(context.Background(), board)
	fmt.Println(n, err)
	// Output:
	// [A B]
	// 8 <nil>
}

func ExampleParseSet() {
	set, err := beads.ParseSet("AA\nA.\n\nBBBB\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range set.Pieces() {
		fmt.Println("piece", p, "has", set.Size(p), "cells and", len(set.Orientations(p)), "orientations")
	}

	_, err = beads.ParseSet("AA\nA.\n\nBBBb\n")
	fmt.Println(err)
	// Output:
	// piece A has 3 cells and 4 orientations
	// piece B has 4 cells and 2 orientations
	// beads: set: drawing 2, row 1, column 4: "b" is neither a dot nor a letter from A to Z
}

func ExampleBoard_MarshalText() {
	set, err := beads.NewSet("AAA", "BB")
	if err != nil {
		fmt.Println(err)
		return
	}
	board, err := beads.ParseBoard("BB...", set)
	if err != nil {
		fmt.Println(err)
		return
	}
	// A board with another set than the twelve beads is stored together with the set.
	text, err := json.Marshal(board)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", text)

	var again beads.Board
	if err := json.Unmarshal(text, &again); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again, again.Remaining(), again.Equal(board))

	// If a board has the twelve beads, only its cells are stored.
	board, err = beads.ParseBoard("...\nBBBB", beads.Beads())
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err = json.Marshal(board)
	fmt.Printf("%s %v\n", text, err)
	// Output:
	// "set\nAAA\n\nBB\n\nboard\nBB..."
	// BB... [A] true
	// "...\nBBBB" <nil>
}

func ExampleRectangle() {
	board, err := beads.Rectangle(3, 20)
	if err != nil {
		fmt.Println(err)
		return
	}
	board, err = board.WithSet(beads.Pentominoes())
	if err != nil {
		fmt.Println(err)
		return
	}
	var solver beads.Solver
	filled, err := solver.Solve(context.Background(), board)
	fmt.Println(filled, err)
	// Output:
	// UUXPPPZYYYYWTFNNNVVV
	// UXXXPPZZZYWWTFFFNNLV
	// UUXIIIIIZWWTTTFLLLLV <nil>
}

func ExampleSolver_Solutions() {
	board, err := beads.ParseBoard("###.\n....\n...#\n", beads.Set{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var solver beads.Solver
	for filled, err := range solver.Solutions(context.Background(), board) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(filled)
		fmt.Println()
	}
	// Output:
	// ###A
	// HHAA
	// HHH
	//
	// ###K
	// AAKK
	// AKK
}

func ExampleParsePyramid() {
	// The base is the first layer.
	board, err := beads.ParsePyramid(`HHHJ.
HHJJJ
GGGJ.
G.G.A
...AA

....
....
....
....

...
...
...

..
..

.
`, beads.Set{})
	if err != nil {
		fmt.Println(err)
		return
	}
	// With these four pieces in place, there is one solution.
	var solver beads.Solver
	filled, err := solver.SolveUnique(context.Background(), board)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(filled)
	// Output:
	// HHHJB
	// HHJJJ
	// GGGJK
	// GFGKA
	// FIKAA
	//
	// EEEB
	// ECCC
	// ECIK
	// FIKL
	//
	// DDB
	// DDI
	// FIL
	//
	// LB
	// FL
	//
	// L
}

func ExampleSolver_Forced() {
	// This board has two solutions, and two placements are the same in both.
	board, err := beads.ParseTriangle(`.
.K
.KK
.JKK
JJJ..
GJG...
GGG...I
EEEHHII.
ELHHHI..F
ELLLLIFFFF
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	var solver beads.Solver
	forced, err := solver.Forced(context.Background(), board)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range forced {
		fmt.Printf("%v on %q\n", p.Piece, p.Cells)
	}
	// Output:
	// A on ["7,7" "8,6" "8,7"]
	// B on ["0,0" "1,0" "2,0" "3,0"]
}

func ExampleSolver_Count() {
	var solver beads.Solver
	n, err := solver.Count(context.Background(), beads.Triangle())
	fmt.Println(n, err)
	// Output:
	// 32288 <nil>
}

func ExamplePiece_Orientations() {
	for _, o := range beads.Piece('K').Orientations() {
		fmt.Println(o)
		fmt.Println()
	}
	// Output:
	// .##
	// ##.
	// #..
	//
	// ##.
	// .##
	// ..#
	//
	// ..#
	// .##
	// ##.
	//
	// #..
	// ##.
	// .##
}
