// This file reads boards from the formats of text that people write.

package beads

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/exp/slices"
)

// Errors about the number of cells, wrapped by the errors of [Rectangle], [NewSet] and
// everything that reads text.
var (
	// ErrTooLarge is wrapped by the error if a board or a piece has more than 64 cells.
	ErrTooLarge = errors.New("more than 64 cells")

	// ErrNoCells is wrapped by the error if a board or a piece has no cells.
	ErrNoCells = errors.New("no cells")
)

// A ParseError says where and why a text cannot be read. Drawing, Layer, Row and Col
// count from 1, unlike the fields of a [Cell]. Blanks before a row do not count as
// columns. Each of the four is 0 if the fault is not in one drawing, layer, row or
// column.
type ParseError struct {
	// Input is what was to be read: "triangle", "board", "pyramid", "set", "piece",
	// "cell" or "orientation".
	Input string

	Drawing int   // the drawing of a set
	Layer   int   // the layer of a pyramid
	Row     int   // the row of the layer, the drawing, or else the whole text
	Col     int   // the column
	Piece   Piece // the piece on a board whose cells are wrong, or 0
	Err     error // what is wrong there
}

// Equal reports whether all fields of e and o are equal. Two values of Err are equal
// if they have the same text.
func (e ParseError) Equal(o ParseError) bool {
	sameErr := sameText(e.Err, o.Err)
	e.Err, o.Err = nil, nil
	return sameErr && e == o
}

// Error returns one line that gives the input, the place of the fault, and the fault.
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
		return fmt.Sprintf("beads: %s: %v", e.Input, e.Err)
	}
	return fmt.Sprintf("beads: %s: %s: %v", e.Input, strings.Join(where, ", "), e.Err)
}

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// ParseTriangle returns the board that s describes in the format of the contest: ten
// lines, and in line r there are r signs. A sign is the letter of the bead that covers
// the cell, or '.' for a free cell. Blanks around a line, empty lines at the end and a
// missing last newline are allowed.
//
// The cells with one letter must be one orientation of that piece of the set. If s is
// anything else, ParseTriangle returns the zero Board and a [*ParseError].
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
			err.Input, err.Row = "triangle", r+1
			return Board{}, err
		}
		i += copy(board.letters[i:], letters)
	}
	if len(rows) < size {
		return Board{}, &ParseError{Input: "triangle", Row: len(rows) + 1, Err: fmt.Errorf("missing, the triangle has %d", size)}
	}
	return board.checked("triangle")
}

// ParsePyramid returns the pyramid that s describes: its five layers, the base first.
// They have 5, 4, 3, 2 and 1 rows with as many signs each. A sign is the letter of the
// piece that covers the cell, or '.' for a free cell. One or more empty lines separate
// two layers. Blanks around a line, empty lines at both ends and a missing last newline
// are allowed.
//
// The cells with one letter must be one orientation of that piece of the set. If s is
// anything else, ParsePyramid returns the zero Board and a [*ParseError]. The
// zero Set means [Beads].
func ParsePyramid(s string, set Set) (Board, error) {
	table := set.orDefault()
	board := Board{region: regionOf(pyramid().cells, table)}
	layer, row, i := 0, 0, 0 // to be read next, and the cell
	fail := func(err *ParseError) (Board, error) {
		err.Input, err.Layer, err.Row = "pyramid", layer+1, row+1
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
		letters, err := table.parseRow(line, length)
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
	return board.checked("pyramid")
}

// ParseBoard returns the flat board that s describes. There is a line for each row. A
// sign is the letter of the piece that covers the cell, '.' for a free cell, or '#' for
// a place outside the board. Rows may differ in length: a place after the last sign of
// its row is outside. Blanks around a line, empty lines at the end and a missing last
// newline are allowed. A board has 1 to 64 cells, which need not be connected.
//
// The cells with one letter must be one orientation of that piece of the set. If s is
// anything else, ParseBoard returns the zero Board and a [*ParseError]. The zero
// Set means [Beads].
func ParseBoard(s string, set Set) (Board, error) {
	table := set.orDefault()
	var cells []Cell
	var letters [maxCells]Piece
	for r, row := range split(s) {
		for c := range len(row) {
			if row[c] == '#' {
				continue
			}
			letter, err := table.parse(row[c:])
			if err == nil && len(cells) == maxCells {
				err = ErrTooLarge
			}
			if err != nil {
				return Board{}, &ParseError{Input: "board", Row: r + 1, Col: c + 1, Err: err}
			}
			letters[len(cells)] = letter
			cells = append(cells, Cell{Row: r, Col: c})
		}
	}
	if cells == nil {
		return Board{}, &ParseError{Input: "board", Row: 1, Err: ErrNoCells}
	}
	return Board{regionOf(cells, table), letters}.checked("board")
}

// parseText reads the text form of a board, with a set or without.
func parseText(s string) (Board, error) {
	if s == "" {
		return Board{}, nil
	}
	rows := split(s)
	if len(rows) == 0 || rows[0] != setLine {
		return parseCells(s, Set{})
	}
	end := slices.Index(rows, boardLine)
	if end < 0 {
		return Board{}, &ParseError{Input: "board", Row: len(rows) + 1, Err: fmt.Errorf("no line %q after the set", boardLine)}
	}
	drawings, starts := splitDrawings(rows[1:end])
	table, parseErr := newTable(drawings)
	if parseErr != nil {
		// The row of the text, which for a fault of a whole drawing is its first.
		row := 1 + starts[parseErr.Drawing-1] + max(parseErr.Row, 1)
		return Board{}, &ParseError{Input: "board", Row: row, Col: parseErr.Col, Err: parseErr.Err}
	}
	set, rest := setOf(table), rows[end+1:]
	if len(rest) == 0 {
		return Board{}.WithSet(set)
	}
	b, err := parseCells(strings.Join(rest, "\n"), set)
	if errors.As(err, &parseErr) && parseErr.Layer == 0 && parseErr.Row != 0 {
		parseErr.Row += end + 1
	}
	return b, err
}

// parseCells reads what [Board.String] writes.
func parseCells(s string, set Set) (Board, error) {
	if hasLayers(s) {
		return ParsePyramid(s, set)
	}
	return ParseBoard(s, set)
}

// parseRow reads a row of a board that has length cells in this row. A bad sign is
// reported before a wrong length: an invisible sign is not a cell too many. The error
// does not give the row.
func (t *setTable) parseRow(row string, length int) ([]Piece, *ParseError) {
	letters := make([]Piece, len(row))
	for c := range letters {
		var err error
		if letters[c], err = t.parse(row[c:]); err != nil {
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

// parse returns the piece whose letter begins a row, or 0 for a free cell. Every sign
// that parse accepts is one byte long.
func (t *setTable) parse(row string) (Piece, error) {
	if row[0] == '.' {
		return 0, nil
	}
	if p := Piece(row[0]); t.find(p) >= 0 {
		return p, nil
	}
	_, size := utf8.DecodeRuneInString(row) // 1 for a byte that is not UTF-8
	return 0, fmt.Errorf("%q is neither a dot nor the letter of a piece", row[:size])
}

// checked returns the board if each letter on it covers the cells of one orientation of
// its piece. Otherwise the error gives the piece.
func (b Board) checked(input string) (Board, error) {
	for p := range b.Placements() {
		if err := b.set().check(p.Piece, p.Cells, b.planes()); err != nil {
			return Board{}, &ParseError{Input: input, Piece: p.Piece, Err: fmt.Errorf("%w: %w", ErrPlacement, err)}
		}
	}
	return b, nil
}
