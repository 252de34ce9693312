// This file writes boards as text and as bytes, and reads them again.

package beads

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/mayanbeads/mayan/internal/frame"
)

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
	var parsed Board
	if err := parsed.UnmarshalText(text); err != nil {
		return err
	}
	if again, _ := parsed.AppendText(nil); !bytes.Equal(again, text) {
		return errors.New("beads: UnmarshalBinary: board: not the text that AppendText writes")
	}
	*b = parsed
	return nil
}
