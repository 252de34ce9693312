// This file holds the position of the game, its bit layout, and its text and binary
// forms.

package mayan

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/mayanbeads/mayan/internal/frame"
)

// The size of the board and the longest sequence of moves that the package
// searches for.
const (
	Width    = 5  // columns, x from 0 at the left
	Height   = 7  // rows, y from 0 at the bottom
	MaxMoves = 64 // the most moves that a search may be asked for
)

// A Color is the colour of a block, 1 to [MaxColor], or [Empty]. In the text form of a
// board, colour 10 is the letter A.
type Color uint8

// The limits of a [Color].
const (
	Empty    Color = 0  // no block
	MaxColor Color = 10 // the highest colour of a block
)

// A Board is a position of the game: five columns of at most seven blocks, without
// gaps. It is a small value, comparable with ==, and can be a map key. The zero Board is
// the cleared board.
//
// A Board may have runs: three or more equal blocks next to each other in a row or
// column. [Settle] removes them. A search needs a board without runs; all other
// functions take any board.
type Board struct {
	// Each cell of the board is one bit, in four words. Together the four bits of a
	// cell are the binary number of its colour: colour 5 sets the bit in ones and in
	// fours. The cell in column x and row y is bit 8x+y. In an empty cell all four
	// bits are 0. Bits 7, 15, 23, 31 and 39 are always 0: they are an eighth row
	// that keeps the columns apart when the words are shifted.
	//
	//	row   6 |  6 14 22 30 38
	//	      5 |  5 13 21 29 37
	//	      4 |  4 12 20 28 36
	//	      3 |  3 11 19 27 35
	//	      2 |  2 10 18 26 34
	//	      1 |  1  9 17 25 33
	//	      0 |  0  8 16 24 32
	//	        +---------------
	//	column     0  1  2  3  4
	ones, twos, fours, eights uint64
}

const (
	oneUp    = 1 // from a cell to the one above
	oneRight = 8 // from a cell to the one at its right

	bottomRow = 1 | 1<<oneRight | 1<<(2*oneRight) | 1<<(3*oneRight) | 1<<(4*oneRight)
	allCells  = bottomRow<<Height - bottomRow

	inWord = 64 - 1 // the bits of a number from 0 to 63
)

// cellAt returns the number of a cell, and column and row go the other way.
func cellAt(x, y int) int { return oneRight*x + oneUp*y }

func column(cell int) int { return cell / oneRight }

func row(cell int) int { return cell % oneRight }

// bit returns the bit of a cell. The mask has no effect on the result. It tells the
// compiler that the shift stays inside the word.
func bit(cell int) uint64 { return 1 << (cell & inWord) }

// inColumn returns all cells of column x.
func inColumn(x int) uint64 { return (1<<Height - 1) << (cellAt(x, 0) & inWord) }

// upFrom returns the cells of a column from the given one upwards.
func upFrom(cell int) uint64 { return inColumn(column(cell)) &^ (bit(cell) - 1) }

// Equal reports whether b and o have the same blocks in the same cells. It is the
// same as b == o.
func (b Board) Equal(o Board) bool { return b == o }

// NewBoard returns the board with the given columns, the leftmost first, each from
// bottom to top. Columns that are not given are empty.
//
// NewBoard returns the cleared board and an error if there are more than five columns,
// if a column has more than seven blocks, or if a colour is not 1 to 10.
func NewBoard(columns ...[]Color) (Board, error) {
	var b Board
	if len(columns) > Width {
		return Board{}, fmt.Errorf("mayan: NewBoard: %d columns: must be at most %d", len(columns), Width)
	}
	for x, column := range columns {
		for y, color := range column {
			if y == Height {
				return Board{}, fmt.Errorf("mayan: NewBoard: column %d has %d blocks: must be at most %d", x, len(column), Height)
			}
			if color == Empty || color > MaxColor {
				return Board{}, fmt.Errorf("mayan: NewBoard: column %d, row %d: colour %d: must be 1 to %d", x, y, color, MaxColor)
			}
			b.push(x, color)
		}
	}
	return b, nil
}

// push puts a block on top of column x, which must have room for it.
func (b *Board) push(x int, color Color) {
	b.put(cellAt(x, bits.OnesCount64(b.occupied()&inColumn(x))), color)
}

// put puts a block into an empty cell.
func (b *Board) put(cell int, color Color) {
	cell &= inWord
	b.ones |= uint64(color&1) << cell
	b.twos |= uint64(color>>1&1) << cell
	b.fours |= uint64(color>>2&1) << cell
	b.eights |= uint64(color>>3) << cell
}

// colorDigits are the letters of the colours in the text form of a board.
const colorDigits = ".123456789A"

// ParseBoard returns the board with the given text form, as [Board.String] writes it.
// The text has five columns, the leftmost first, separated by slashes. A column lists
// its blocks from bottom to top: a digit for colours 1 to 9, the letter A for colour 10.
// The cleared board is "////".
//
// For any other text, also one with white space, ParseBoard returns the cleared board
// and a [*ParseError] that gives the offset of the fault.
func ParseBoard(s string) (Board, error) {
	var b Board
	fail := func(at int, format string, args ...any) (Board, error) {
		return Board{}, &ParseError{Input: "board", Offset: at, Err: fmt.Errorf(format, args...)}
	}
	x := 0
	for at, r := range s {
		color := strings.IndexRune(colorDigits, r)
		switch {
		case r == '/':
			x++
			if x == Width {
				return fail(at, "more than %d columns", Width)
			}
		case color <= 0:
			_, size := utf8.DecodeRuneInString(s[at:]) // 1 for a byte that is not UTF-8
			return fail(at, "%q is neither a colour, 1 to 9 or A, nor a slash", s[at:at+size])
		case b.ColumnHeight(x) == Height:
			return fail(at, "more than %d blocks in column %d", Height, x)
		default:
			b.push(x, Color(color))
		}
	}
	if x != Width-1 {
		return fail(len(s), "%d columns, not %d", x+1, Width)
	}
	return b, nil
}

// MustParseBoard is [ParseBoard] for a text that is known to be right. It panics if
// ParseBoard returns an error.
func MustParseBoard(s string) Board {
	b, err := ParseBoard(s)
	if err != nil {
		panic(err)
	}
	return b
}

// At returns the colour of the block in column x and row y. It returns [Empty] if there
// is no block or if the cell is outside the board.
func (b Board) At(x, y int) Color {
	if uint(x) >= Width || uint(y) >= Height {
		return Empty
	}
	return b.at(cellAt(x, y))
}

func (b Board) at(cell int) Color {
	cell &= inWord
	return Color(b.ones>>cell&1 | b.twos>>cell&1<<1 | b.fours>>cell&1<<2 | b.eights>>cell&1<<3)
}

// occupied returns the cells that have a block.
func (b Board) occupied() uint64 {
	return b.ones | b.twos | b.fours | b.eights
}

// ColumnHeight returns the number of blocks in column x. It returns 0 if x is outside
// the board.
func (b Board) ColumnHeight(x int) int {
	if uint(x) >= Width {
		return 0
	}
	return bits.OnesCount64(b.occupied() & inColumn(x))
}

// Len returns the number of blocks on the board.
func (b Board) Len() int { return bits.OnesCount64(b.occupied()) }

// IsCleared reports whether no block is left.
func (b Board) IsCleared() bool { return b.occupied() == 0 }

// Mirror returns the board reflected left to right.
func (b Board) Mirror() Board {
	reflect := func(cells uint64) uint64 { return bits.ReverseBytes64(cells) >> (64 - Width*oneRight) }
	return Board{reflect(b.ones), reflect(b.twos), reflect(b.fours), reflect(b.eights)}
}

// String returns the text form of the board, which [ParseBoard] reads.
func (b Board) String() string {
	text, _ := b.AppendText(nil)
	return string(text)
}

// AppendText implements [encoding.TextAppender]: it appends what [Board.String]
// returns. The error is always nil.
func (b Board) AppendText(text []byte) ([]byte, error) {
	for x := range Width {
		if x > 0 {
			text = append(text, '/')
		}
		for y := range b.ColumnHeight(x) {
			text = append(text, colorDigits[b.At(x, y)])
		}
	}
	return text, nil
}

// MarshalText implements [encoding.TextMarshaler]: it returns what
// [Board.String] returns. The error is always nil.
func (b Board) MarshalText() ([]byte, error) { return b.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what [ParseBoard]
// reads. After an error the board is unchanged.
func (b *Board) UnmarshalText(text []byte) error {
	parsed, err := ParseBoard(string(text))
	if err != nil {
		return err
	}
	*b = parsed
	return nil
}

// AppendBinary implements [encoding.BinaryAppender]: it appends the binary form of
// the board, 24 bytes whose layout never changes. The error is always nil.
//
//	byte 0 and 1      the letter M, and the version 1
//	byte 2 to 19      the colours of the cells, two in a byte, the first in the
//	                  upper four bits: column by column from the left, each from
//	                  bottom to top, 0 for an empty cell; the last four bits are 0
//	byte 20 to 23     the CRC-32 (IEEE) of all bytes before, big-endian
func (b Board) AppendBinary(data []byte) ([]byte, error) {
	start := len(data)
	data = frame.Begin(data, boardFrame)
	var colors [(Width*Height + 1) / 2]byte
	for i := range Width * Height {
		colors[i/2] |= byte(b.At(i/Height, i%Height)) << (4 - i%2*4)
	}
	return frame.End(append(data, colors[:]...), start), nil
}

// boardFrame is the kind of a Board in the frame of its binary form.
const boardFrame = 'M'

// MarshalBinary implements [encoding.BinaryMarshaler]: it returns what
// [Board.AppendBinary] appends. The error is always nil.
func (b Board) MarshalBinary() ([]byte, error) { return b.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]: it reads what
// [Board.AppendBinary] appends. If data is anything else, truncated or altered,
// UnmarshalBinary returns an error and leaves the board unchanged.
func (b *Board) UnmarshalBinary(data []byte) error {
	parsed, err := openBoard(data)
	if err != nil {
		return fmt.Errorf("mayan: UnmarshalBinary: board: %w", err)
	}
	*b = parsed
	return nil
}

// openBoard reads the binary form of a board.
func openBoard(data []byte) (b Board, err error) {
	colors, err := frame.Open(data, boardFrame)
	if err != nil {
		return Board{}, err
	}
	if want := (Width*Height + 1) / 2; len(colors) != want {
		return Board{}, fmt.Errorf("%d bytes of colours, want %d", len(colors), want)
	}
	for i := range 2 * len(colors) {
		color := Color(colors[i/2] >> (4 - i%2*4) & 15)
		x, y := i/Height, i%Height
		switch {
		case color == Empty:
			continue
		case x == Width:
			return Board{}, errors.New("the last four bits are not 0")
		case color > MaxColor:
			return Board{}, fmt.Errorf("column %d, row %d: colour %d: must be 0 to %d", x, y, color, MaxColor)
		case b.ColumnHeight(x) != y:
			return Board{}, fmt.Errorf("column %d, row %d: a block above an empty cell", x, y)
		}
		b.push(x, color)
	}
	return b, nil
}

// Diagram returns a picture of the board, one line for each row. The first line is the
// highest row with a block, or row 0 if the board is cleared. Cells are separated by
// blanks. Colours are written as in [Board.String], an empty cell as a dot. The last
// line has no newline.
func (b Board) Diagram() string {
	top := 1
	for x := range Width {
		top = max(top, b.ColumnHeight(x))
	}
	text := make([]byte, 0, top*2*Width)
	for y := top - 1; y >= 0; y-- {
		for x := range Width {
			text = append(text, colorDigits[b.At(x, y)], ' ')
		}
		text[len(text)-1] = '\n'
	}
	return string(text[:len(text)-1])
}
