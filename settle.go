// This file settles boards: the rules in words, and the bit work that does it.

package mayan

import (
	"encoding"
	"fmt"
	"iter"
	"math/bits"
	"strings"

	"github.com/mayanbeads/mayan/internal/frame"
)

// Settle returns the board that is left when no run remains. A settled board is
// returned unchanged.
//
// It works in rounds. In each round, all runs of three or more equal blocks in a row or
// column are found first. They then vanish together, and a block in two runs counts for
// both. Then the blocks above them fall. Nothing is matched during the fall. [Cascade]
// returns the rounds one by one.
func Settle(b Board) Board {
	for {
		vanish := b.runs()
		if vanish == 0 {
			return b
		}
		b = b.without(vanish)
	}
}

// IsSettled reports whether no run lies on the board.
func (b Board) IsSettled() bool {
	return b.runs() == 0
}

// A Round is one step of settling a board.
type Round struct {
	Before Board // the board when the round begins
	Vanish Cells // the cells of all runs in it
	After  Board // what is left when these have vanished and the rest has fallen
}

// String returns the text form of the round: three lines with the text forms of
// Before, Vanish and After, and a newline between two.
func (r Round) String() string {
	text, _ := r.AppendText(nil)
	return string(text)
}

// AppendText implements [encoding.TextAppender]: it appends what [Round.String]
// returns. The error is always nil.
func (r Round) AppendText(text []byte) ([]byte, error) {
	text, _ = r.Before.AppendText(text)
	text, _ = r.Vanish.AppendText(append(text, '\n'))
	return r.After.AppendText(append(text, '\n'))
}

// MarshalText implements [encoding.TextMarshaler]: it returns what [Round.String]
// returns. The error is always nil.
func (r Round) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what [Round.String]
// returns, and does not ask whether the round follows the rules. If the text is
// anything else, UnmarshalText returns a [*ParseError] and leaves the round
// unchanged.
func (r *Round) UnmarshalText(text []byte) error {
	lines := strings.Split(string(text), "\n")
	if len(lines) != 3 {
		return &ParseError{Input: "round", Err: fmt.Errorf("the number of lines is %d, want 3", len(lines))}
	}
	var parsed Round
	for i, part := range []encoding.TextUnmarshaler{&parsed.Before, &parsed.Vanish, &parsed.After} {
		if err := part.UnmarshalText([]byte(lines[i])); err != nil {
			e := err.(*ParseError)
			return &ParseError{Input: "round", Line: i + 1, Offset: len(strings.Join(append(lines[:i:i], ""), "\n")) + e.Offset, Err: e.Err}
		}
	}
	*r = parsed
	return nil
}

// Cascade returns the rounds in which [Settle] removes the runs of b. There are none if
// b is settled. Each round begins with the board that the round before it left. The
// sequence can be ranged over any number of times.
func Cascade(b Board) iter.Seq[Round] {
	return func(yield func(Round) bool) { b.cascade(yield) }
}

func (b *Board) cascade(yield func(Round) bool) {
	before := *b
	for {
		vanish := before.runs()
		if vanish == 0 {
			return
		}
		after := before.without(vanish)
		if !yield(Round{before, Cells{vanish}, after}) {
			return
		}
		before = after
	}
}

// Cells is a set of cells of the board. It is comparable with ==. The zero Cells is
// the empty set. Its text form is a list of cells, each as column, comma and row,
// with one blank between two: "0,0 1,0 2,0".
type Cells struct {
	bits uint64 // as in a Board
}

// Equal reports whether c and o have the same cells. It is the same as c == o.
func (c Cells) Equal(o Cells) bool { return c == o }

// Has reports whether the cell in column x and row y is in the set. It returns false for
// a cell outside the board.
func (c Cells) Has(x, y int) bool {
	return uint(x) < Width && uint(y) < Height && c.bits>>cellAt(x, y)&1 != 0
}

// Len returns the number of cells in the set.
func (c Cells) Len() int { return bits.OnesCount64(c.bits) }

// All returns the column and row of each cell in the set, column by column from the
// left, each column from bottom to top.
func (c Cells) All() iter.Seq2[int, int] {
	return func(yield func(x, y int) bool) { c.all(yield) }
}

func (c Cells) all(yield func(x, y int) bool) {
	for cells := c.bits; cells != 0; cells &= cells - 1 {
		cell := bits.TrailingZeros64(cells)
		if !yield(column(cell), row(cell)) {
			return
		}
	}
}

// String returns the text form of the set: its cells in the order of [Cells.All].
// The text of the empty set is empty.
func (c Cells) String() string {
	text, _ := c.AppendText(nil)
	return string(text)
}

// AppendText implements [encoding.TextAppender]: it appends what [Cells.String]
// returns. The error is always nil.
func (c Cells) AppendText(text []byte) ([]byte, error) {
	start := len(text)
	for x, y := range c.All() {
		if len(text) > start {
			text = append(text, ' ')
		}
		text = append(text, '0'+byte(x), ',', '0'+byte(y))
	}
	return text, nil
}

// MarshalText implements [encoding.TextMarshaler]: it returns what [Cells.String]
// returns. The error is always nil.
func (c Cells) MarshalText() ([]byte, error) { return c.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what [Cells.String]
// returns, the cells in any order. If a word is not a cell of the board, or a cell
// comes twice, UnmarshalText returns a [*ParseError] and leaves the set unchanged.
func (c *Cells) UnmarshalText(text []byte) error {
	parsed, err := parseCells(string(text))
	if err != nil {
		return err
	}
	*c = parsed
	return nil
}

// parseCells reads the text form of a set of cells.
func parseCells(s string) (c Cells, err error) {
	if s == "" {
		return Cells{}, nil
	}
	offset := 0
	for word := range strings.SplitSeq(s, " ") {
		fail := func(format string, args ...any) (Cells, error) {
			return Cells{}, &ParseError{Input: "cells", Offset: offset, Err: fmt.Errorf(format, args...)}
		}
		if len(word) != len("0,0") || word[1] != ',' || word[0]-'0' >= Width || word[2]-'0' >= Height {
			return fail("%.32q is not a cell, such as 4,6", word)
		}
		cell := cellAt(int(word[0]-'0'), int(word[2]-'0'))
		if c.bits&bit(cell) != 0 {
			return fail("cell %s comes twice", word)
		}
		c.bits |= bit(cell)
		offset += len(word) + 1
	}
	return c, nil
}

// AppendBinary implements [encoding.BinaryAppender]: it appends the binary form of
// the set, 11 bytes whose layout never changes. The error is always nil.
//
//	byte 0 and 1     the letter C, and the version 1
//	byte 2 to 6      a byte for each column from the left; bit y stands for row y
//	byte 7 to 10     the CRC-32 (IEEE) of all bytes before, big-endian
func (c Cells) AppendBinary(data []byte) ([]byte, error) {
	start := len(data)
	data = frame.Begin(data, cellsFrame)
	for x := range Width {
		data = append(data, byte(c.bits>>cellAt(x, 0)))
	}
	return frame.End(data, start), nil
}

// cellsFrame is the kind of a Cells in the frame of its binary form.
const cellsFrame = 'C'

// MarshalBinary implements [encoding.BinaryMarshaler]: it returns what
// [Cells.AppendBinary] appends. The error is always nil.
func (c Cells) MarshalBinary() ([]byte, error) { return c.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]: it reads what
// [Cells.AppendBinary] appends. If data is anything else, truncated or altered,
// UnmarshalBinary returns an error and leaves the set unchanged.
func (c *Cells) UnmarshalBinary(data []byte) error {
	columns, err := frame.Open(data, cellsFrame)
	var cells uint64
	switch {
	case err != nil:
	case len(columns) != Width:
		err = fmt.Errorf("%d columns, want %d", len(columns), Width)
	default:
		for x, rows := range columns {
			cells |= uint64(rows) << cellAt(x, 0)
		}
		if cells&^allCells != 0 {
			err = fmt.Errorf("a row is not 0 to %d", Height-1)
		}
	}
	if err != nil {
		return fmt.Errorf("mayan: UnmarshalBinary: cells: %w", err)
	}
	c.bits = cells
	return nil
}

// runs returns the cells of all runs.
//
// A run of three begins at a block that equals the next block, if that one equals the
// next again. A longer run is several runs of three.
//
//	row of blocks      2 3 3 3 3 1
//	equal to the next  . x x x . .
//	a run begins       . x x . . .    equal to the next, which is equal to the next
//	in a run           . x x x x .    these cells and the two after each
func (b Board) runs() uint64 {
	upward := b.equal(oneUp)
	upward &= upward >> oneUp
	rightward := b.equal(oneRight)
	rightward &= rightward >> oneRight
	return upward | upward<<oneUp | upward<<(2*oneUp) |
		rightward | rightward<<oneRight | rightward<<(2*oneRight)
}

// equal returns the cells whose block equals the block that is the given number of bits
// further. With 1 bit that is the block above, and with 8 the block to the right. One
// comparison does this for the whole board: after a shift by this number of bits, each
// cell lies on the cell that it is compared with. Cells outside the board count as
// empty.
//
// If the two upper words are 0, equal and fall leave them out. Boards of three colours
// are common, and searching them takes longest.
func (b Board) equal(further int) uint64 {
	differ := (b.ones ^ b.ones>>further) | (b.twos ^ b.twos>>further)
	if b.fours|b.eights != 0 {
		differ |= (b.fours ^ b.fours>>further) | (b.eights ^ b.eights>>further)
	}
	return b.occupied() &^ differ
}

// blocks returns the cells with a block of the colour, which is not Empty. A cell has
// this colour if its bit in each word is the binary digit of the colour. Where the
// digit is 0, the word is inverted.
func (b Board) blocks(color Color) uint64 {
	c := uint64(color)
	return (b.ones ^ (c&1 - 1)) & (b.twos ^ (c>>1&1 - 1)) & (b.fours ^ (c>>2&1 - 1)) & (b.eights ^ (c>>3 - 1))
}

// matchingSwaps returns the swaps that make a run, each by its left cell. The two
// blocks of the swap are different, and the board must be settled.
//
// A block that comes into a column makes a run there with the two blocks above its new
// cell, with the two below, or with one of each. In its row it makes a run with the two
// blocks beyond its new cell. It makes none with its old cell, which has the other
// block now.
//
// The pictures show where the moving block needs equal blocks b, and how many bits away
// these are. On the left, block o of the left cell moves right. On the right, block x of
// the right cell moves left:
//
//	10 | . . b . .                       . b . . .  | 6
//	 9 | . . b . .                       . b . . .  | 7
//	   | . o x b b | 16 24         24 16 b b o x .  |
//	 7 | . . b . .                       . b . . .  | 9
//	 6 | . . b . .                       . b . . .  | 10
//
// On the left, o is compared with blocks that are further. On the right, the blocks b are
// compared with x, which is further than they are. So these results are shifted to o.
//
// The eighth row is always empty, above the highest row and below the lowest. If a
// comparison reaches beyond a column, the comparison with the cell between fails.
func (b Board) matchingSwaps() uint64 {
	six, seven, nine, ten := b.equal(6), b.equal(7), b.equal(9), b.equal(10)
	sixteen, twentyFour := b.equal(16), b.equal(24)
	moved := nine&(ten|seven) | seven&six | sixteen&twentyFour
	higher1, higher2, lower1, lower2 := seven>>1, six>>2, nine<<1, ten<<2
	other := higher1&(higher2|lower1) | lower1&lower2 | (sixteen<<8)&(twentyFour<<16)
	occupied := b.occupied()
	return (moved | other) & occupied & (occupied >> oneRight)
}

// without returns the board after the blocks of the given cells have vanished and the
// others have fallen.
//
// A block falls by the number of removed cells below it in its column. This number has
// three binary digits. For each digit in turn, all blocks whose number has this digit
// fall at once, by one row, by two rows, and by four rows:
//
//	row                  0 1 2 3 4 5 6
//	x are removed        a x b x c x d
//	the number below     0   1   2   3
//	some fall by one     a b . . c d .
//	some fall by two     a b c d . . .
//
// The lowest digit of the number is 1 if an odd number of removed cells is below. If only
// every second removed cell is kept, the next digit becomes the lowest.
func (b Board) without(vanish uint64) Board {
	b.ones &^= vanish
	b.twos &^= vanish
	b.fours &^= vanish
	b.eights &^= vanish
	ends := vanish << oneUp // where the number below changes
	for rows := 1; ends != 0; rows *= 2 {
		odd := ends
		odd ^= odd << 1 & above1
		odd ^= odd << 2 & above2
		odd ^= odd << 4 & above4
		b = b.fall(odd, rows)
		ends &^= odd
	}
	return b
}

// The rows from 1, 2 and 4 up. Where cells move up by so many, nothing comes in from
// the column before.
const (
	above1 = ^uint64(bottomRow)
	above2 = above1 &^ (bottomRow << 1)
	above4 = above2 &^ (bottomRow<<2 | bottomRow<<3)
)

// upwards returns the given cells and all cells above them.
func upwards(cells uint64) uint64 {
	cells |= cells << 1 & above1
	cells |= cells << 2 & above2
	return cells | cells<<4&above4
}

// fall lets the blocks in the given cells fall by a number of rows. The cells below
// them must be empty, or their blocks must fall too.
func (b Board) fall(cells uint64, rows int) Board {
	rows &= inWord
	b.ones = b.ones&^cells | b.ones&cells>>rows
	b.twos = b.twos&^cells | b.twos&cells>>rows
	if b.fours|b.eights != 0 {
		b.fours = b.fours&^cells | b.fours&cells>>rows
		b.eights = b.eights&^cells | b.eights&cells>>rows
	}
	return b
}
