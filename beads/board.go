package beads

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"golang.org/x/exp/slices"
)

// maxCells is how many cells a region may have: one for each bit of a uint64.
const maxCells = 64

// ErrPlacement is the error of a placement that a board cannot take or does
// not have.
var ErrPlacement = errors.New("beads: illegal placement")

// A Placement is a piece and the cells of a board that it covers.
type Placement struct {
	Piece Piece
	Cells []Cell
}

// A Board is a region of at most 64 cells, the set of pieces to fill it with,
// and the pieces that lie on it. A region is filled when each cell is covered
// and no piece is used twice; pieces may be left over. A piece that lies on the
// board is named by its letter, also if the set has copies of it.
//
// Boards are immutable values: methods that change something return another
// board. Boards made from one another share the tables that the solver needs
// for their region, and so do all triangles and pyramids; among those == says whether two
// are equal, and [Board.Equal] says it of any two. The zero Board has no cells
// and the twelve beads.
type Board struct {
	region  *region
	letters [maxCells]Piece // what covers each cell of the region, 0 if nothing does
}

// Triangle returns the empty board of the contest: rows 0 to 9, row r with the
// columns 0 to r, 55 cells in all, and the twelve beads.
func Triangle() Board { return Board{region: triangle()} }

// Pyramid returns an empty pyramid of spheres, and the twelve beads: layer l,
// from 0 at the base to 4 at the top, has the rows and columns 0 to 4-l, 55 cells
// in all. A piece lies flat in a horizontal layer, or stands in a vertical plane
// that runs diagonally, where its cells touch along the slopes; there are two
// families of such planes.
func Pyramid() Board { return Board{region: pyramid()} }

// Rectangle returns an empty board of so many rows and columns, and the twelve
// beads. The error wraps [ErrNoCells] if one of them is less than 1, and
// [ErrTooLarge] if there are more than 64 cells; the board is then the zero
// Board.
func Rectangle(rows, cols int) (Board, error) {
	err := error(nil)
	switch {
	case rows < 1 || cols < 1:
		err = ErrNoCells
	case rows > maxCells/cols: // without a product that may overflow
		err = ErrTooLarge
	}
	if err != nil {
		return Board{}, fmt.Errorf("beads: %d rows of %d columns: %w", rows, cols, err)
	}
	cells := make([]Cell, 0, rows*cols)
	for row := range rows {
		for col := range cols {
			cells = append(cells, Cell{Row: row, Col: col})
		}
	}
	return Board{region: regionOf(cells, Beads())}, nil
}

// WithSet returns the board with another set of pieces to fill it with. A nil
// set means [Beads]. The pieces that lie on the board stay there, so each must
// be in the set, and have the same shape there: else the error wraps
// [ErrPlacement], and the board is the zero Board.
func (b Board) WithSet(s *Set) (Board, error) {
	s = s.orDefault()
	if b.set() == s {
		return b, nil
	}
	for p := range b.Placements() {
		err := errors.New("not a piece of the set")
		if s.find(p.Piece) >= 0 {
			err = s.check(p.Piece, p.Cells, b.planes())
		}
		if err != nil {
			return Board{}, placementError(p.Piece, err)
		}
	}
	b.region = regionOf(b.cells(), s)
	return b, nil
}

// Equal reports whether a and b have the same cells, the same set of pieces
// and the same pieces on the same cells.
func (b Board) Equal(a Board) bool {
	return a.letters == b.letters && a.set().equal(b.set()) && slices.Equal(a.cells(), b.cells())
}

func (b Board) cells() []Cell {
	if b.region == nil {
		return nil
	}
	return b.region.cells
}

func (b Board) set() *Set {
	if b.region == nil {
		return Beads()
	}
	return b.region.set
}

// planes returns the planes in which a piece may lie.
func (b Board) planes() []plane { return planesOf(b.cells()) }

// find returns the index of a cell in the region, -1 if it is outside.
func (b Board) find(c Cell) int {
	if b.region == nil {
		return -1
	}
	if i, ok := b.region.index[c]; ok {
		return int(i)
	}
	return -1
}

// At returns the piece that covers a cell, 0 if none does, and whether the
// cell is one of the board's.
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

// Place returns the board with one more piece on it. The cells may come in any
// order. The error wraps [ErrPlacement] and says the piece and the reason: the
// piece is not in the set or lies on the board already, a cell is outside or
// covered, or the cells are not one orientation of the piece. With an error the
// board is the zero Board.
func (b Board) Place(p Placement) (Board, error) {
	if b.set().find(p.Piece) < 0 {
		return Board{}, placementError(p.Piece, errors.New("not a piece of the set"))
	}
	if slices.Contains(b.letters[:], p.Piece) {
		return Board{}, placementError(p.Piece, errors.New("lies on the board already"))
	}
	for _, c := range p.Cells {
		i := b.find(c)
		switch {
		case i < 0:
			return Board{}, placementError(p.Piece, fmt.Errorf("cell %+v is outside the board", c))
		case b.letters[i] != 0:
			return Board{}, placementError(p.Piece, fmt.Errorf("cell %+v is covered", c))
		}
	}
	if err := b.set().check(p.Piece, p.Cells, b.planes()); err != nil {
		return Board{}, placementError(p.Piece, err)
	}
	for _, c := range p.Cells {
		b.letters[b.find(c)] = p.Piece
	}
	return b, nil
}

// Remove returns the board without a piece. The error wraps [ErrPlacement]: the
// piece does not lie on the board, and what is returned is the zero Board.
func (b Board) Remove(p Piece) (Board, error) {
	if p == 0 || !slices.Contains(b.letters[:], p) {
		return Board{}, placementError(p, errors.New("does not lie on the board"))
	}
	for i, letter := range b.letters {
		if letter == p {
			b.letters[i] = 0
		}
	}
	return b, nil
}

func placementError(p Piece, reason error) error {
	return fmt.Errorf("%w: piece %v: %w", ErrPlacement, p, reason)
}

// check says why cells, in whatever order, are not one orientation of a piece
// of the set in one of the planes.
func (s *Set) check(p Piece, cells []Cell, planes []plane) error {
	k := s.kinds[s.find(p)]
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
	return errors.New("has not the shape of the piece")
}

// String returns the board in the format that [ParseBoard] reads, which for a
// triangle is the contest's: a line for each row, with a letter for a covered
// cell, '.' for a free one and '#' for a place outside that has cells to its
// right. Of a pyramid it is that of [ParsePyramid]. There is no newline at the
// end.
func (b Board) String() string {
	text, _ := b.AppendText(nil)
	return string(text)
}

// AppendText appends what String returns. The error is always nil.
func (b Board) AppendText(text []byte) ([]byte, error) {
	var last Cell
	for i, c := range b.cells() {
		if c.Layer > last.Layer {
			text = append(text, "\n\n"...)
			last = Cell{Layer: c.Layer}
		}
		for ; last.Row < c.Row; last = (Cell{Row: last.Row + 1, Layer: last.Layer}) {
			if last.Col == 0 {
				text = append(text, '#') // a row without cells still is a row
			}
			text = append(text, '\n')
		}
		for ; last.Col < c.Col; last.Col++ {
			text = append(text, '#')
		}
		text = append(text, b.mark(i))
		last.Col++
	}
	return text, nil
}

func (b Board) mark(i int) byte {
	if b.letters[i] == 0 {
		return '.'
	}
	return byte(b.letters[i])
}

// MarshalText returns what String returns, in which the set is not named. The error
// is always nil.
func (b Board) MarshalText() ([]byte, error) { return b.AppendText(nil) }

// UnmarshalText reads a board of the twelve beads: a text with an empty line between
// others as [ParsePyramid] does, and any other as [ParseBoard] does. An empty text
// gives the zero Board. The error is a [*ParseError], and leaves the board as it was.
func (b *Board) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*b = Board{}
		return nil
	}
	parse := ParseBoard
	if hasLayers(string(text)) {
		parse = ParsePyramid
	}
	parsed, err := parse(string(text), nil)
	if err != nil {
		return err
	}
	*b = parsed
	return nil
}

// Diagram draws the board for people, with walls around the pieces and around
// what is free:
//
//	+---+
//	| A |
//	+   +---+
//	| A   A |
//	+---+---+---+
//	| .   .   . |
//	+---+---+---+
//
// The layers of a pyramid come one after the other, the base first, with an empty
// line between two. There is no newline at the end, and nothing at all of a board
// without cells.
func (b Board) Diagram() string {
	var layers []string
	for rest := b.cells(); len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Layer == rest[0].Layer {
			n++
		}
		layers = append(layers, b.diagram(rest[:n]))
		rest = rest[n:]
	}
	return strings.Join(layers, "\n\n")
}

// diagram draws the cells of one layer, of which there is at least one.
func (b Board) diagram(cells []Cell) string {
	// mark is 0 outside, so that the rim gets its wall like any other border.
	mark := func(row, col int) byte {
		if i := b.find(Cell{row, col, cells[0].Layer}); i >= 0 {
			return b.mark(i)
		}
		return 0
	}
	var lines []string
	for row := 0; row <= cells[len(cells)-1].Row+1; row++ {
		end := 0 // the columns to draw, of this row and the one above
		for _, c := range cells {
			if c.Row == row || c.Row == row-1 {
				end = max(end, c.Col+1)
			}
		}
		var border, inside strings.Builder
		for col := 0; col <= end; col++ {
			here, left, above, corner := mark(row, col), mark(row, col-1), mark(row-1, col), mark(row-1, col-1)
			border.WriteByte(wall(here == left && here == above && here == corner, '+'))
			border.WriteString(strings.Repeat(string(wall(here == above, '-')), 3))
			inside.WriteByte(wall(here == left, '|'))
			inside.WriteString(" " + string(max(here, ' ')) + " ")
		}
		lines = append(lines, strings.TrimRight(border.String(), " "), strings.TrimRight(inside.String(), " "))
	}
	return strings.Join(lines[:len(lines)-1], "\n") // there is no row inside the last border
}

// wall returns a blank where both sides are the same, and the sign otherwise.
func wall(same bool, sign byte) byte {
	if same {
		return ' '
	}
	return sign
}
