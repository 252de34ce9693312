package beads

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/frame"
)

// maxCells is how many cells a region may have: one for each bit of a uint64.
const maxCells = 64

// ErrPlacement is wrapped by errors about a piece that a board cannot take or does not
// have.
var ErrPlacement = errors.New("illegal placement")

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

// At returns the piece that covers a cell, or 0 if the cell is free. If the cell is
// outside the board, ok is false.
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

func placementError(function string, p Piece, reason error) error {
	return fmt.Errorf("beads: %s: %w: piece %v: %w", function, ErrPlacement, p, reason)
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
	return errors.New("has not the shape of the piece")
}

// String returns the cells of the board and the pieces on it as text, without the set.
// [ParseBoard] reads the text of any flat board, [ParseTriangle] the text of a triangle,
// and [ParsePyramid] the text of a pyramid.
//
// There is a line for each row. A sign is the letter of the piece that covers the cell,
// '.' for a free cell, or '#' for a place outside the board that has cells to its
// right. A row without cells is a single '#'. An empty line separates two layers of a
// pyramid. There is no newline at the end.
func (b Board) String() string { return string(b.appendCells(nil)) }

// appendCells appends what String returns.
func (b Board) appendCells(text []byte) []byte {
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
	return text
}

func (b Board) mark(i int) byte {
	if b.letters[i] == 0 {
		return '.'
	}
	return byte(b.letters[i])
}

// The lines that precede the set and the cells in the text form of a board with a set
// of its own. Lines of cells have no lower-case letters, so they differ from both.
const (
	setLine   = "set"
	boardLine = "board"
)

// AppendText implements [encoding.TextAppender]: it appends the text form of the board,
// whose format never changes. The error is always nil.
//
// If the set of the board is equal to [Beads], the text form is what [Board.String]
// returns. Otherwise the text form has these parts:
//
//   - the line "set",
//   - the lines of the text form of the set, as [Set.String] returns it,
//   - an empty line,
//   - the line "board",
//   - what [Board.String] returns.
//
// The text form of a row of five cells, two of them covered, with a set of two pieces:
//
//	set
//	AA
//
//	BBB
//
//	board
//	AA...
func (b Board) AppendText(text []byte) ([]byte, error) {
	if t := b.set(); !t.equal(beadsTable()) {
		text = append(text, setLine+"\n"...)
		if len(t.kinds) > 0 {
			text = append(t.appendTo(text), '\n')
		}
		text = append(text, "\n"+boardLine+"\n"...)
	}
	return b.appendCells(text), nil
}

// MarshalText implements [encoding.TextMarshaler]: it returns what [Board.AppendText]
// appends. The error is always nil.
func (b Board) MarshalText() ([]byte, error) { return b.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads the text form of a
// board, as [Board.AppendText] appends it. The empty text gives the zero Board.
//
// The cells are read as [ParsePyramid] reads them if they have an empty line between
// other lines, and as [ParseBoard] reads them otherwise. The set is read as [ParseSet]
// reads it. After the line "board" there may be no cells.
//
// If the text is anything else, UnmarshalText returns a [*ParseError] and leaves the
// board unchanged. Row counts the lines of the whole text, except that it counts the
// rows of a layer if Layer is not 0. Drawing is always 0.
func (b *Board) UnmarshalText(text []byte) error {
	parsed, err := parseText(string(text))
	if err != nil {
		return err
	}
	*b = parsed
	return nil
}

// boardFrame is the kind of a Board in the frame of its binary form.
const boardFrame = 'B'

// AppendBinary implements [encoding.BinaryAppender]: it appends the binary form of the
// board, whose layout never changes. The error is always nil.
//
//	byte 0 and 1     the letter B, and the version 1
//	byte 2 …         the text form of the board, as Board.AppendText appends it
//	last 4 bytes     the CRC-32 (IEEE) of all bytes before, big-endian
func (b Board) AppendBinary(data []byte) ([]byte, error) {
	start := len(data)
	data, _ = b.AppendText(frame.Begin(data, boardFrame))
	return frame.End(data, start), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler]: it returns what
// [Board.AppendBinary] appends. The error is always nil.
func (b Board) MarshalBinary() ([]byte, error) { return b.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]: it reads what
// [Board.AppendBinary] appends. If data is anything else, truncated or altered,
// UnmarshalBinary returns an error and leaves the board unchanged.
func (b *Board) UnmarshalBinary(data []byte) error {
	text, err := frame.Open(data, boardFrame)
	if err != nil {
		return fmt.Errorf("beads: UnmarshalBinary: board: %w", err)
	}
	return b.UnmarshalText(text)
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
