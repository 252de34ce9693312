// This file holds boards and the pieces that lie on them.

package beads

import (
	"errors"
	"fmt"
	"iter"

	"golang.org/x/exp/slices"
)

// maxCells is how many cells a region may have: one for each bit of a uint64.
const maxCells = 64

// A Placement is a piece and the cells of a board that it covers.
type Placement struct {
	Piece Piece
	Cells []Cell
}

// A Board is a region of at most 64 cells, a set of pieces to fill the region with, and
// the pieces that lie on the board. A board is filled when every cell is covered. No
// piece is used twice, and pieces may be left over. A piece that lies on the board is
// named by its letter, also if the set has copies of the piece.
//
// Boards are immutable values: a method that changes something returns another board.
// The zero Board has no cells and the twelve beads. Compare boards with [Board.Equal];
// == may be false for equal boards. It is true for equal boards made from one another
// by [Board.Place] and [Board.Remove], and for equal triangles and pyramids of the
// twelve beads.
//
// A board has a text and a binary form, which include the set. See [Board.AppendText]
// and [Board.AppendBinary].
type Board struct {
	region  *region
	letters [maxCells]Piece // what covers each cell of the region, 0 if nothing does
}

// Triangle returns the empty board of the contest with the twelve beads. It has 55
// cells: rows 0 to 9, and in row r the columns 0 to r.
func Triangle() Board { return Board{region: triangle()} }

// Pyramid returns an empty pyramid of 55 spheres with the twelve beads. Layer l, from 0
// at the base to 4 at the top, has the rows and columns 0 to 4-l.
//
// A piece lies flat in a horizontal layer, or stands in a vertical plane that runs
// diagonally, where its cells touch along the slopes. There are two families of these
// planes.
func Pyramid() Board { return Board{region: pyramid()} }

// Rectangle returns an empty board with the given numbers of rows and columns and the
// twelve beads.
//
// If rows or cols is less than 1, the error wraps [ErrNoCells]. If there are more than
// 64 cells, the error wraps [ErrTooLarge]. The board beside an error is the zero Board.
func Rectangle(rows, cols int) (Board, error) {
	err := error(nil)
	switch {
	case rows < 1 || cols < 1:
		err = ErrNoCells
	case rows > maxCells/cols: // without a product that may overflow
		err = ErrTooLarge
	}
	if err != nil {
		return Board{}, fmt.Errorf("beads: Rectangle: %w: %d rows of %d columns", err, rows, cols)
	}
	cells := make([]Cell, 0, rows*cols)
	for row := range rows {
		for col := range cols {
			cells = append(cells, Cell{Row: row, Col: col})
		}
	}
	return Board{region: regionOf(cells, beadsTable())}, nil
}

// WithSet returns the board with another set of pieces. The pieces that lie on the
// board stay there.
//
// If a piece on the board is not in the set, or has another shape in the set, WithSet
// returns b unchanged and an error that wraps [ErrPlacement].
func (b Board) WithSet(s Set) (Board, error) {
	t := s.orDefault()
	if b.set().equal(t) {
		return b, nil
	}
	for p := range b.Placements() {
		err := errors.New("not a piece of the set")
		if t.find(p.Piece) >= 0 {
			err = t.check(p.Piece, p.Cells, b.planes())
		}
		if err != nil {
			return b, placementError("WithSet", p.Piece, err)
		}
	}
	b.region = regionOf(b.cells(), t)
	return b, nil
}

// Equal reports whether a and b have the same cells, equal sets of pieces (see
// [Set.Equal]), and the same pieces on the same cells.
func (b Board) Equal(a Board) bool {
	return a.letters == b.letters && a.set().equal(b.set()) && slices.Equal(a.cells(), b.cells())
}

// Set returns the set of pieces of the board.
func (b Board) Set() Set {
	if t := b.set(); t != beadsTable() {
		return Set{t}
	}
	return Set{}
}

func (b Board) cells() []Cell {
	if b.region == nil {
		return nil
	}
	return b.region.cells
}

func (b Board) set() *setTable {
	if b.region == nil {
		return beadsTable()
	}
	return b.region.set
}

// planes returns the planes in which a piece may lie.
func (b Board) planes() []plane { return planesOf(b.cells()) }

// find returns the index of a cell in the region, or -1 if the cell is outside.
func (b Board) find(c Cell) int {
	if b.region == nil {
		return -1
	}
	if i, ok := b.region.index[c]; ok {
		return int(i)
	}
	return -1
}

// At returns the piece that covers a cell, or 0 if the cell is free. It returns false for
// ok if the cell is outside the board, and true for free cells.
func (b Board) At(c Cell) (p Piece, ok bool) {
	i := b.find(c)
	if i < 0 {
		return 0, false
	}
	return b.letters[i], true
}

// Cells returns the cells of the board, covered or not, row by row.
func (b Board) Cells() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for _, c := range b.cells() {
			if !yield(c) {
				return
			}
		}
	}
}

// Placements returns the pieces that lie on the board, in the order of the set,
// each with its cells row by row.
func (b Board) Placements() iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		for _, k := range b.set().kinds {
			if at := b.cellsOf(k.piece); at != nil && !yield(Placement{k.piece, at}) {
				return
			}
		}
	}
}

// cellsOf returns the cells that a piece covers, row by row.
func (b Board) cellsOf(p Piece) []Cell {
	var at []Cell
	for i, c := range b.cells() {
		if b.letters[i] == p {
			at = append(at, c)
		}
	}
	return at
}

// Remaining returns the pieces that do not lie on the board, in the order of
// the set.
func (b Board) Remaining() []Piece {
	var left []Piece
	for _, k := range b.set().kinds {
		if !slices.Contains(b.letters[:], k.piece) {
			left = append(left, k.piece)
		}
	}
	return left
}

// Free returns how many cells are not covered.
func (b Board) Free() int {
	free := 0
	for i := range b.cells() {
		if b.letters[i] == 0 {
			free++
		}
	}
	return free
}

// IsFilled reports whether every cell is covered.
func (b Board) IsFilled() bool { return b.Free() == 0 }

// Place returns the board with one more piece on it. The cells may come in any order.
//
// Place returns b unchanged and an error that wraps [ErrPlacement] if
//
//   - the piece is not in the set,
//   - the piece lies on the board already,
//   - a cell is outside the board or covered, or
//   - the cells are not one orientation of the piece.
//
// The text of the error gives the piece and the reason.
func (b Board) Place(p Placement) (Board, error) {
	if err := b.checkPlacement(p); err != nil {
		return b, placementError("Place", p.Piece, err)
	}
	for _, c := range p.Cells {
		b.letters[b.find(c)] = p.Piece
	}
	return b, nil
}

// checkPlacement returns the reason why a placement is illegal, or nil.
func (b Board) checkPlacement(p Placement) error {
	if b.set().find(p.Piece) < 0 {
		return errors.New("not a piece of the set")
	}
	if slices.Contains(b.letters[:], p.Piece) {
		return errors.New("lies on the board already")
	}
	for _, c := range p.Cells {
		i := b.find(c)
		switch {
		case i < 0:
			return fmt.Errorf("cell (%v) is outside the board", c)
		case b.letters[i] != 0:
			return fmt.Errorf("cell (%v) is covered by piece %v", c, b.letters[i])
		}
	}
	return b.set().check(p.Piece, p.Cells, b.planes())
}

// Remove returns the board without a piece. If the piece does not lie on the board,
// Remove returns b unchanged and an error that wraps [ErrPlacement].
func (b Board) Remove(p Piece) (Board, error) {
	if p == 0 || !slices.Contains(b.letters[:], p) {
		return b, placementError("Remove", p, errors.New("does not lie on the board"))
	}
	for i, letter := range b.letters {
		if letter == p {
			b.letters[i] = 0
		}
	}
	return b, nil
}

// check returns nil if the cells, in any order, are one orientation of a piece of the
// table in one of the planes. Otherwise check returns the reason.
func (t *setTable) check(p Piece, cells []Cell, planes []plane) error {
	k := t.kinds[t.find(p)]
	if len(cells) != k.size() {
		return fmt.Errorf("has %d cells, want %d", len(cells), k.size())
	}
	for _, plane := range planes {
		flat := make([]Cell, 0, len(cells))
		for _, c := range cells {
			if c, ok := plane.flatten(c.minus(cells[0])); ok {
				flat = append(flat, c)
			}
		}
		if len(flat) < len(cells) {
			continue
		}
		shape := orientation(flat, turns[0])
		if slices.ContainsFunc(k.orientations, func(o Orientation) bool { return slices.Equal(o, shape) }) {
			return nil
		}
	}
	return errors.New("the cells do not have the shape of the piece")
}
