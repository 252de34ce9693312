// This file holds cells, pieces and their orientations.

package beads

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/exp/slices"
)

// A Cell is a place on a board, or an offset from one place to another. Row counts
// downwards and Col to the right, both from 0. Layer is 0 on flat boards.
//
// On a pyramid, Layer counts upwards from 0. The cell at row r and column c rests on
// four cells of the layer below, those at rows r and r+1 and columns c and c+1.
type Cell struct{ Row, Col, Layer int }

// String returns the text form of the cell: row and column as decimal numbers with a
// comma between them, such as "8,7". If the layer is not 0, it follows after another
// comma, such as "1,0,3".
func (c Cell) String() string { return string(c.appendTo(nil)) }

func (c Cell) appendTo(text []byte) []byte {
	text = strconv.AppendInt(text, int64(c.Row), 10)
	text = strconv.AppendInt(append(text, ','), int64(c.Col), 10)
	if c.Layer == 0 {
		return text
	}
	return strconv.AppendInt(append(text, ','), int64(c.Layer), 10)
}

// AppendText implements [encoding.TextAppender]: it appends what [Cell.String]
// returns. The error is always nil.
func (c Cell) AppendText(text []byte) ([]byte, error) { return c.appendTo(text), nil }

// MarshalText implements [encoding.TextMarshaler]: it returns what [Cell.String]
// returns. The error is always nil.
func (c Cell) MarshalText() ([]byte, error) { return c.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what [Cell.String]
// returns. A number has no leading zeros and no plus sign, and must fit into an int.
// If the text is anything else, UnmarshalText returns a [*ParseError] and leaves the
// cell unchanged.
func (c *Cell) UnmarshalText(text []byte) error {
	var numbers [3]int
	words := strings.Split(string(text), ",")
	if len(words) < 2 || len(words) > len(numbers) {
		return cellError(text)
	}
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || strconv.Itoa(n) != word || i == 2 && n == 0 {
			return cellError(text)
		}
		numbers[i] = n
	}
	*c = Cell{numbers[0], numbers[1], numbers[2]}
	return nil
}

func cellError(text []byte) error {
	return &ParseError{Input: "cell", Err: fmt.Errorf("%.64q is not a row and a column, such as \"8,7\", or a row, a column and a layer", text)}
}

// compare orders cells as one reads: layer by layer, row by row, from left to
// right.
func (c Cell) compare(d Cell) int {
	return cmp.Or(cmp.Compare(c.Layer, d.Layer), cmp.Compare(c.Row, d.Row), cmp.Compare(c.Col, d.Col))
}

func (c Cell) minus(d Cell) Cell {
	return Cell{c.Row - d.Row, c.Col - d.Col, c.Layer - d.Layer}
}

func (c Cell) dot(d Cell) int { return c.Row*d.Row + c.Col*d.Col + c.Layer*d.Layer }

func (c Cell) plus(d Cell) Cell {
	return Cell{c.Row + d.Row, c.Col + d.Col, c.Layer + d.Layer}
}

// A Piece is the letter of a piece, 'A' to 'Z'. The zero Piece means a free cell. The
// methods Size and Orientations are about the twelve beads, 'A' to 'L'. For the pieces
// of other sets, use the methods of [Set].
type Piece byte

// Pieces returns the twelve beads in the order of their letters. The caller owns the
// slice.
func Pieces() []Piece { return Beads().Pieces() }

// Size returns the number of cells of one of the twelve beads, 3 to 5. For any other
// piece, Size returns 0.
func (p Piece) Size() int { return Beads().Size(p) }

// Orientations returns the ways in which one of the twelve beads can lie, each once
// and in a fixed order. The twelve together have 60. For any other piece, Orientations
// returns nil. The caller owns the slices.
func (p Piece) Orientations() []Orientation { return Beads().Orientations(p) }

func (p Piece) isLetter() bool { return 'A' <= p && p <= 'Z' }

// String returns the letter, or a form like Piece(7) if p is not a letter from A to Z.
func (p Piece) String() string {
	if !p.isLetter() {
		return fmt.Sprintf("Piece(%d)", byte(p))
	}
	return string(rune(p))
}

// AppendText implements [encoding.TextAppender]: it appends the letter, or nothing for
// the zero Piece. If p is neither, AppendText appends nothing and returns an error.
func (p Piece) AppendText(text []byte) ([]byte, error) {
	switch {
	case p == 0:
		return text, nil
	case !p.isLetter():
		return text, fmt.Errorf("beads: AppendText: %v: must be a letter from A to Z, or 0", p)
	}
	return append(text, byte(p)), nil
}

// MarshalText implements [encoding.TextMarshaler], as [Piece.AppendText] does.
func (p Piece) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads a letter from A to Z,
// or the empty text, which is the zero Piece. If the text is anything else,
// UnmarshalText returns a [*ParseError] and leaves the piece unchanged.
func (p *Piece) UnmarshalText(text []byte) error {
	switch {
	case len(text) == 0:
		*p = 0
	case len(text) == 1 && Piece(text[0]).isLetter():
		*p = Piece(text[0])
	default:
		return &ParseError{Input: "piece", Err: fmt.Errorf("%.32q is not one letter from A to Z", text)}
	}
	return nil
}

// An Orientation is one way in which a piece can lie: the offsets of its cells from
// its key cell, which is the first cell in row order. The offsets are in row order
// too. So the first offset is the zero Cell, and a Col may be negative.
type Orientation []Cell

// maxOffset is how far from the key cell an orientation is drawn.
const maxOffset = 64

// String returns a drawing of the orientation. It has a line for each row of the
// bounding box, with '#' for a cell of the piece and '.' for any other place. There is
// no newline at the end. String draws only layer 0, and only offsets from -64 to 64.
func (o Orientation) String() string {
	var drawn []Cell
	top, left, bottom, right := maxOffset, maxOffset, -maxOffset, -maxOffset
	for _, c := range o {
		if c.Layer != 0 || c.isFar() {
			continue
		}
		drawn = append(drawn, c)
		top, bottom = min(top, c.Row), max(bottom, c.Row)
		left, right = min(left, c.Col), max(right, c.Col)
	}
	if drawn == nil {
		return ""
	}
	var lines []string
	for row := top; row <= bottom; row++ {
		line := []byte(strings.Repeat(".", right-left+1))
		for _, c := range drawn {
			if c.Row == row {
				line[c.Col-left] = '#'
			}
		}
		lines = append(lines, string(line))
	}
	return strings.Join(lines, "\n")
}

// isFar reports whether an offset is too large to be drawn.
func (c Cell) isFar() bool {
	return max(c.Row, c.Col) > maxOffset || min(c.Row, c.Col) < -maxOffset
}

// AppendText implements [encoding.TextAppender]: it appends what [Orientation.String]
// returns. The text of an orientation without cells is empty.
//
// AppendText appends nothing and returns an error if the drawing would be read as
// another orientation:
//
//   - the first cell is not the zero Cell,
//   - the cells are not in row order, or a cell comes twice,
//   - a cell is not in layer 0, or its row or column is not -64 to 64.
func (o Orientation) AppendText(text []byte) ([]byte, error) {
	for i, c := range o {
		var err error
		switch {
		case i == 0 && c != Cell{}:
			err = errors.New("must be (0,0)")
		case c.Layer != 0:
			err = errors.New("must be in layer 0")
		case c.isFar():
			err = fmt.Errorf("offsets must be -%d to %[1]d", maxOffset)
		case i > 0 && o[i-1].compare(c) >= 0:
			err = fmt.Errorf("must come after (%v) in row order", o[i-1])
		}
		if err != nil {
			return text, fmt.Errorf("beads: AppendText: orientation: cell %d (%v): %w", i+1, c, err)
		}
	}
	return append(text, o.String()...), nil
}

// MarshalText implements [encoding.TextMarshaler], as [Orientation.AppendText] does.
func (o Orientation) MarshalText() ([]byte, error) { return o.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what
// [Orientation.AppendText] appends. All lines have the same length, and the drawing has
// no empty row or column at its edge. The empty text gives a nil Orientation. If the
// text is anything else, UnmarshalText returns a [*ParseError] and leaves the
// orientation unchanged.
func (o *Orientation) UnmarshalText(text []byte) error {
	parsed, err := parseOrientation(string(text))
	if err != nil {
		return err
	}
	*o = parsed
	return nil
}

// parseOrientation reads a drawing.
func parseOrientation(s string) (Orientation, error) {
	if s == "" {
		return nil, nil
	}
	fail := func(row, col int, format string, args ...any) (Orientation, error) {
		return nil, &ParseError{Input: "orientation", Row: row, Col: col, Err: fmt.Errorf(format, args...)}
	}
	var cells []Cell
	rows := strings.Split(s, "\n")
	for r, row := range rows {
		for c := range len(row) {
			switch row[c] {
			case '#':
				cells = append(cells, Cell{Row: r, Col: c})
			case '.':
			default:
				_, size := utf8.DecodeRuneInString(row[c:])
				return fail(r+1, c+1, "%q is neither '#' nor '.'", row[c:c+size])
			}
		}
		if len(row) != len(rows[0]) {
			return fail(r+1, 0, "the length is %d, want %d", len(row), len(rows[0]))
		}
	}
	if cells == nil {
		return fail(0, 0, "%w", ErrNoCells)
	}
	o := orientation(cells, turns[0])
	for i, offset := range o {
		if offset.isFar() {
			return fail(cells[i].Row+1, cells[i].Col+1, "the offset is (%v), must be -%d to %[2]d", offset, maxOffset)
		}
	}
	if o.String() != s {
		return fail(0, 0, "an empty row or column at the edge of the drawing")
	}
	return o, nil
}

// orientations turns and reflects cells in all eight ways and keeps one of each
// kind.
func orientations(cells []Cell) []Orientation {
	var all []Orientation
	for _, turn := range turns {
		all = append(all, orientation(cells, turn))
	}
	slices.SortFunc(all, compareOrientations)
	return slices.CompactFunc(all, func(a, b Orientation) bool { return compareOrientations(a, b) == 0 })
}

// orientation turns cells and makes them offsets from the first in row order.
func orientation(cells []Cell, t turn) Orientation {
	o := make(Orientation, len(cells))
	for i, c := range cells {
		o[i] = t.apply(c)
	}
	slices.SortFunc(o, Cell.compare)
	key := o[0]
	for i := range o {
		o[i] = o[i].minus(key)
	}
	return o
}

func compareOrientations(a, b Orientation) int { return slices.CompareFunc(a, b, Cell.compare) }
