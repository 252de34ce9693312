package mayan_test

import (
	"math/rand/v2"

	"github.com/mayanbeads/mayan"
)

// This file plays and searches by the rules of the game, cell by cell. It shares no
// code with the package, except that boards and moves are converted.

// A naiveBoard holds the colours by column and row, from the bottom left cell.
type naiveBoard [5][7]int

type naiveMove struct{ x, y, dir int }

func naiveFrom(b mayan.Board) naiveBoard {
	var n naiveBoard
	for x := range n {
		for y := range n[x] {
			n[x][y] = int(b.At(x, y))
		}
	}
	return n
}

func (n naiveBoard) board() mayan.Board {
	columns := make([][]mayan.Color, len(n))
	for x := range n {
		for _, color := range n[x] {
			if color != 0 {
				columns[x] = append(columns[x], mayan.Color(color))
			}
		}
	}
	b, err := mayan.NewBoard(columns...)
	if err != nil {
		panic(err)
	}
	return b
}

// fall moves every block with an empty cell below it down.
func (n *naiveBoard) fall() {
	for moved := true; moved; {
		moved = false
		for x := range n {
			for y := 1; y < len(n[x]); y++ {
				if n[x][y] != 0 && n[x][y-1] == 0 {
					n[x][y-1], n[x][y] = n[x][y], 0
					moved = true
				}
			}
		}
	}
}

// marked returns the cells of all runs of three or more blocks, and the number of these
// cells.
func (n *naiveBoard) marked() (cells [5][7]bool, count int) {
	inside := func(x, y int) bool { return x >= 0 && x < 5 && y >= 0 && y < 7 }
	for x := range n {
		for y := range n[x] {
			if n[x][y] == 0 {
				continue
			}
			for _, d := range [2][2]int{{1, 0}, {0, 1}} {
				length := 0
				for inside(x+length*d[0], y+length*d[1]) && n[x+length*d[0]][y+length*d[1]] == n[x][y] {
					length++
				}
				if length >= 3 {
					for i := range length {
						cells[x+i*d[0]][y+i*d[1]] = true
					}
				}
			}
		}
	}
	for x := range cells {
		for y := range cells[x] {
			if cells[x][y] {
				count++
			}
		}
	}
	return cells, count
}

// vanish plays one round: all present runs vanish and blocks fall. It reports whether
// there was a run.
func (n *naiveBoard) vanish() bool {
	cells, count := n.marked()
	for x := range cells {
		for y := range cells[x] {
			if cells[x][y] {
				n[x][y] = 0
			}
		}
	}
	n.fall()
	return count > 0
}

func (n *naiveBoard) settle() {
	for n.vanish() {
	}
}

func (n *naiveBoard) moves() []naiveMove {
	var moves []naiveMove
	for x := range n {
		for y := range n[x] {
			for _, dir := range [2]int{1, -1} {
				if n[x][y] != 0 && x+dir >= 0 && x+dir < 5 {
					moves = append(moves, naiveMove{x, y, dir})
				}
			}
		}
	}
	return moves
}

func (n naiveBoard) play(m naiveMove) naiveBoard {
	target := m.x + m.dir
	if n[target][m.y] != 0 {
		n[m.x][m.y], n[target][m.y] = n[target][m.y], n[m.x][m.y]
	} else {
		n[target][m.y], n[m.x][m.y] = n[m.x][m.y], 0
		n.fall()
	}
	n.settle()
	return n
}

// solve returns the first sequence in puzzle order that has exactly left moves and
// empties the board.
func (n naiveBoard) solve(left int) ([]naiveMove, bool) {
	if left == 0 {
		return nil, n == naiveBoard{}
	}
	for _, m := range n.moves() {
		next := n.play(m)
		if tail, ok := next.solve(left - 1); ok {
			return append([]naiveMove{m}, tail...), true
		}
	}
	return nil, false
}

// all returns every sequence that has exactly left moves and empties the board, in
// puzzle order. It does not play a move if skip returns true.
func (n naiveBoard) all(left int, skip func(n naiveBoard, m naiveMove) bool) [][]naiveMove {
	if left == 0 {
		if n == (naiveBoard{}) {
			return [][]naiveMove{nil}
		}
		return nil
	}
	var sequences [][]naiveMove
	for _, m := range n.moves() {
		if skip != nil && skip(n, m) {
			continue
		}
		for _, tail := range n.play(m).all(left-1, skip) {
			sequences = append(sequences, append([]naiveMove{m}, tail...))
		}
	}
	return sequences
}

func naiveMoves(s mayan.Solution) []naiveMove {
	var moves []naiveMove
	for _, m := range s {
		moves = append(moves, naiveMove{m.X, m.Y, int(m.Dir)})
	}
	return moves
}

// legal reports whether the rules allow the move.
func (n *naiveBoard) legal(m naiveMove) bool {
	for _, legal := range n.moves() {
		if m == legal {
			return true
		}
	}
	return false
}

// empties replays the moves and reports whether they are legal and empty the board.
func (n naiveBoard) empties(moves []naiveMove) bool {
	for _, m := range moves {
		if !n.legal(m) {
			return false
		}
		n = n.play(m)
	}
	return n == naiveBoard{}
}

// randomBoard returns a board with at most the given numbers of blocks and colours. It
// may have runs.
func randomBoard(r *rand.Rand, blocks, colors int) naiveBoard {
	var n naiveBoard
	heights := [5]int{}
	for range 1 + r.IntN(blocks) {
		x := r.IntN(5)
		if heights[x] < 7 {
			n[x][heights[x]] = 1 + r.IntN(colors)
			heights[x]++
		}
	}
	return n
}

// randomSettled returns a settled board that is not cleared. On most of these boards
// every colour has at least three blocks, so that some boards can be emptied.
func randomSettled(r *rand.Rand, blocks int) naiveBoard {
	for {
		n := randomBoard(r, blocks, 1+r.IntN(3))
		n.settle()
		counts := map[int]int{}
		for x := range n {
			for _, color := range n[x] {
				counts[color]++
			}
		}
		delete(counts, 0)
		few := false
		for _, count := range counts {
			few = few || count < 3
		}
		// In one of eight tries, accept colours with one or two blocks, which cannot
		// vanish.
		if n != (naiveBoard{}) && (!few || r.IntN(8) == 0) {
			return n
		}
	}
}
