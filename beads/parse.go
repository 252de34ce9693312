package beads

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/exp/slices"
)

// The errors of regions of a size that no board has.
var (
	ErrTooLarge = errors.New("more than 64 cells") // also of a piece
	ErrNoCells  = errors.New("the board has no cells")
)

// A ParseError says what is wrong with the text of a board or the drawing of a
// piece, and where: at a row and column, or with a piece. Unlike those of a
// [Cell], the layer, row and column count from 1, as people count; the blanks
// around a row do not count. All errors of [ParseTriangle], [ParseBoard],
// [ParsePyramid], [Board.UnmarshalText] and [NewSet] are of this type.
type ParseError struct {
	Drawing  int   // of NewSet, from 1; 0 if the error is in a board
	Layer    int   // of a pyramid; 0 if the error is in no one layer
	Row, Col int   // 0 if the error is in no one row or column
	Piece    Piece // 0 if the error is not in the shape of a piece on a board
	Err      error // what is wrong
}

// Error returns one line: where the text is wrong, and what is wrong there.
func (e *ParseError) Error() string {
	var where []string
	if e.Piece != 0 {
		where = append(where, fmt.Sprintf("piece %v", e.Piece))
	}
	for _, at := range [...]struct {
		what   string
		number int
	}{{"drawing", e.Drawing}, {"layer", e.Layer}, {"row", e.Row}, {"column", e.Col}} {
		if at.number != 0 {
			where = append(where, fmt.Sprintf("%s %d", at.what, at.number))
		}
	}
	if where == nil {
		return fmt.Sprintf("beads: %v", e.Err)
	}
	return fmt.Sprintf("beads: %s: %v", strings.Join(where, ", "), e.Err)
}

// Unwrap returns Err, such as [ErrTooLarge].
func (e *ParseError) Unwrap() error { return e.Err }

// ParseTriangle reads a board in the format of the contest: ten lines, line r
// with r signs, each the letter of the bead that covers the cell, or '.'.
// Blanks around a line, empty lines at the end and a missing last newline do
// not matter. The error is a [*ParseError], and the board then the zero Board.
func ParseTriangle(s string) (Board, error) {
	board := Triangle()
	size := board.cells()[len(board.cells())-1].Row + 1
	rows := split(s)
	i := 0
	for r, row := range rows {
		length := r + 1
		if r == size {
			length = len(row) // the row is too many, whatever its length
		}
		letters, err := board.set().parseRow(row, length)
		if err == nil && r == size {
			err = &ParseError{Err: fmt.Errorf("one row too many, the triangle has %d", size)}
		}
		if err != nil {
			err.Row = r + 1
			return Board{}, err
		}
		i += copy(board.letters[i:], letters)
	}
	if len(rows) < size {
		return Board{}, &ParseError{Row: len(rows) + 1, Err: fmt.Errorf("missing, the triangle has %d", size)}
	}
	return board.checked()
}

// ParsePyramid reads a pyramid: its five layers, the base first, of 5, 4, 3, 2 and
// 1 rows with as many signs each, the letter of the piece that covers the cell,
// or '.'. Empty lines part two layers. Blanks around a line, empty lines at the
// end and a missing last newline do not matter. A nil set means [Beads]. The error
// is a [*ParseError], and the board then the zero Board.
func ParsePyramid(s string, set *Set) (Board, error) {
	set = set.orDefault()
	board := Board{region: regionOf(pyramid().cells, set)}
	layer, row, i := 0, 0, 0 // to be read next, and the cell
	fail := func(err *ParseError) (Board, error) {
		err.Layer, err.Row = layer+1, row+1
		return Board{}, err
	}
	for _, line := range split(s) {
		side := pyramidSide - layer
		if line == "" {
			// Between two layers there may be more than one empty line.
			if row > 0 && row < side {
				return fail(&ParseError{Err: fmt.Errorf("missing, the layer has %d", side)})
			}
			if row == side && side > 1 {
				layer, row = layer+1, 0
			}
			continue
		}
		length := side
		if row == side {
			length = len(line) // the row is too many, whatever its length
		}
		letters, err := set.parseRow(line, length)
		if err == nil && row == side {
			err = &ParseError{Err: fmt.Errorf("one row too many, the layer has %d", side)}
		}
		if err != nil {
			return fail(err)
		}
		i += copy(board.letters[i:], letters)
		row++
	}
	if i < len(board.cells()) {
		if row == pyramidSide-layer {
			layer, row = layer+1, 0
		}
		return fail(&ParseError{Err: fmt.Errorf("missing, the layer has %d", pyramidSide-layer)})
	}
	return board.checked()
}

// ParseBoard reads a flat board of any form: a line for each row, with the
// letter of the piece that covers a cell, '.' for a free cell and '#' for a
// place outside. Rows may differ in length: what is missing at the right is
// outside. Blanks around a line, empty lines at the end and a missing last
// newline do not matter. A region may have several parts, and 1 to 64 cells.
// A nil set means [Beads]. The error is a [*ParseError], and the board then the
// zero Board.
func ParseBoard(s string, set *Set) (Board, error) {
	set = set.orDefault()
	var cells []Cell
	var letters [maxCells]Piece
	for r, row := range split(s) {
		for c := range len(row) {
			if row[c] == '#' {
				continue
			}
			letter, err := set.parse(row[c:])
			if err == nil && len(cells) == maxCells {
				err = ErrTooLarge
			}
			if err != nil {
				return Board{}, &ParseError{Row: r + 1, Col: c + 1, Err: err}
			}
			letters[len(cells)] = letter
			cells = append(cells, Cell{Row: r, Col: c})
		}
	}
	if cells == nil {
		return Board{}, &ParseError{Row: 1, Err: ErrNoCells}
	}
	return Board{regionOf(cells, set), letters}.checked()
}

// parseRow reads a row of a board that has so many cells there. What is wrong with
// a sign comes before what is wrong with the length: a sign that nobody sees is no
// cell too many. The error does not say the row.
func (s *Set) parseRow(row string, length int) ([]Piece, *ParseError) {
	letters := make([]Piece, len(row))
	for c := range letters {
		var err error
		if letters[c], err = s.parse(row[c:]); err != nil {
			return nil, &ParseError{Col: c + 1, Err: err}
		}
	}
	switch {
	case len(letters) > length:
		return nil, &ParseError{Col: length + 1, Err: fmt.Errorf("one cell too many, the row has %d", length)}
	case len(letters) < length:
		return nil, &ParseError{Col: len(letters) + 1, Err: fmt.Errorf("no cell here, the row has %d of %d", len(letters), length)}
	}
	return letters, nil
}

// hasLayers reports whether an empty line lies between others.
func hasLayers(s string) bool {
	rows := split(s)
	first := slices.IndexFunc(rows, func(row string) bool { return row != "" })
	return first >= 0 && slices.Contains(rows[first:], "")
}

// split cuts a text into its rows without the blanks around them.
func split(s string) []string {
	s = strings.TrimRight(s, " \t\r\n")
	if s == "" {
		return nil
	}
	rows := strings.Split(s, "\n")
	for i := range rows {
		rows[i] = strings.Trim(rows[i], " \t\r")
	}
	return rows
}

// parse returns the piece that the first sign of a row stands for, 0 for a free
// cell. Whatever it takes is one byte long.
func (s *Set) parse(row string) (Piece, error) {
	if row[0] == '.' {
		return 0, nil
	}
	if p := Piece(row[0]); s.find(p) >= 0 {
		return p, nil
	}
	_, size := utf8.DecodeRuneInString(row) // 1 for a byte that is not UTF-8
	return 0, fmt.Errorf("%q is neither a dot nor the letter of a piece", row[:size])
}

// checked returns the board if each letter on it covers the cells of one
// orientation of its piece.
func (b Board) checked() (Board, error) {
	for p := range b.Placements() {
		if err := b.set().check(p.Piece, p.Cells, b.planes()); err != nil {
			return Board{}, &ParseError{Piece: p.Piece, Err: err}
		}
	}
	return b, nil
}
