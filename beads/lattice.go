// This file holds the geometry: the planes in which pieces may lie, the directions in
// which a sweep may go, and the rotations and reflections of a piece and of a board.

package beads

import "math"

// A plane says how a flat piece lies on a board. One row down in the drawing of the
// piece is the step down on the board, and one column to the right is the step right.
type plane struct {
	down, right Cell
	row, col    Cell // lead back: the scalar products with a step are its row and column
}

// A flat board has the first of these planes only.
//
// On a pyramid, the sphere at row r and column c of a layer rests on four spheres of the
// layer below: those at rows r and r+1 and columns c and c+1. So there are four steps up,
// which change row and column by (0, 0), (-1, -1), (-1, 0) or (0, -1). The first two of
// them are at a right angle and span one family of vertical planes. The last two span the
// other family.
var planes = [...]plane{
	{down: Cell{Row: 1}, right: Cell{Col: 1}, row: Cell{Row: 1}, col: Cell{Col: 1}},
	{down: Cell{0, 0, 1}, right: Cell{-1, -1, 1}, row: Cell{Row: 1, Layer: 1}, col: Cell{Row: -1}},
	{down: Cell{-1, 0, 1}, right: Cell{0, -1, 1}, row: Cell{Row: -1}, col: Cell{Col: -1}},
}

// planesOf returns the planes in which pieces may lie on these cells, which are in row
// order.
func planesOf(cells []Cell) []plane {
	if len(cells) > 0 && cells[len(cells)-1].Layer > 0 {
		return planes[:]
	}
	return planes[:1]
}

// lift returns the step on the board that leads to a row and column of the plane.
func (p plane) lift(c Cell) Cell {
	return Cell{
		c.Row*p.down.Row + c.Col*p.right.Row,
		c.Row*p.down.Col + c.Col*p.right.Col,
		c.Row*p.down.Layer + c.Col*p.right.Layer,
	}
}

// flatten is the inverse of lift. It returns false for a step that leads out of the
// plane.
func (p plane) flatten(step Cell) (c Cell, ok bool) {
	c = Cell{Row: p.row.dot(step), Col: p.col.dot(step)}
	return c, p.lift(c) == step
}

// An axis is a direction in which a sweep may go over a region. The sweep meets cells
// with a smaller scalar product first.
type axis = Cell

var (
	flatAxes  = []axis{{1, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, -1, 0}}
	solidAxes = []axis{{1, 1, 1}, {1, -1, 0}, {2, 0, 1}, {0, 2, 1}, {0, 0, 1}}
)

// inHalves returns where a cell lies when seen from above, in halves of a row and of a
// column. Each layer of a pyramid is half a row and half a column off the layer below.
func inHalves(c Cell) Cell { return Cell{2*c.Row + c.Layer, 2*c.Col + c.Layer, c.Layer} }

// fromHalves is the inverse of inHalves. It returns false for a place where no cell can
// be.
func fromHalves(h Cell) (c Cell, ok bool) {
	c = Cell{(h.Row - h.Layer) >> 1, (h.Col - h.Layer) >> 1, h.Layer}
	return c, inHalves(c) == h
}

// topLeft returns the top left corner of the smallest rectangle around turned cells, in
// halves.
func topLeft(cells []Cell, t turn) Cell {
	corner := Cell{math.MaxInt, math.MaxInt, 0}
	for _, c := range cells {
		c = t.apply(inHalves(c))
		corner.Row, corner.Col = min(corner.Row, c.Row), min(corner.Col, c.Col)
	}
	return corner
}

// A turn maps the plane onto itself: the new row and column are
//
//	row*rr + col*rc   and   row*cr + col*cc.
type turn struct{ rr, rc, cr, cc int }

func (t turn) apply(c Cell) Cell {
	return Cell{c.Row*t.rr + c.Col*t.rc, c.Row*t.cr + c.Col*t.cc, c.Layer}
}

// turns holds the eight rotations and reflections of a square, the identity
// first.
var turns = [...]turn{
	{1, 0, 0, 1}, {1, 0, 0, -1}, {-1, 0, 0, 1}, {-1, 0, 0, -1},
	{0, 1, 1, 0}, {0, 1, -1, 0}, {0, -1, 1, 0}, {0, -1, -1, 0},
}
