package mayan

import (
	"iter"
	"math/bits"
)

// Settle lets all runs on the board vanish and everything fall until no run is
// left, and returns the board that remains.
//
// In one round all runs of three or more equal blocks in a row or column are
// found first, then vanish together, a block that lies in two runs included;
// then what stood above falls. Nothing is matched during the fall. A settled
// board is returned as it is. [Cascade] shows the rounds one by one.
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

// Cascade returns the rounds in which [Settle] removes the runs of b, none if b is
// settled. Each round begins with the board that the one before left. The
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

// Cells is a set of cells of the board. It is comparable; the zero Cells is the
// empty set.
type Cells struct {
	bits uint64 // as in a Board
}

// Has reports whether the cell in column x and row y is in the set. A cell
// outside the board is not.
func (c Cells) Has(x, y int) bool {
	return uint(x) < Width && uint(y) < Height && c.bits>>cellAt(x, y)&1 != 0
}

// Len returns the number of cells in the set.
func (c Cells) Len() int { return bits.OnesCount64(c.bits) }

// All returns the cells of the set, their columns and rows, column by column
// from left to right and each column from bottom to top.
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

// runs returns the cells of all runs.
//
// Where a block equals the next and that one the next again, a run of three
// begins; longer runs are several of three.
//
//	row of blocks      2 3 3 3 3 1
//	equal to the next  . x x x . .
//	a run begins       . x x . . .    equal to the next, which is equal to the next
//	in a run           . x x x x .    those cells and the two after each
func (b Board) runs() uint64 {
	upward := b.equal(oneUp)
	upward &= upward >> oneUp
	rightward := b.equal(oneRight)
	rightward &= rightward >> oneRight
	return upward | upward<<oneUp | upward<<(2*oneUp) |
		rightward | rightward<<oneRight | rightward<<(2*oneRight)
}

// equal returns the cells whose block is equal to the one in the cell that is so
// many bits further. One comparison does for the whole board: shifted by this many
// bits, each cell lies on the one that it is compared with.
//
// With 1 bit, up, and with 8, to the right, what lies outside the board is empty.
//
// Here and in fall the upper words are left alone if there is nothing in them: boards
// of three colours are common, and take longest to search.
func (b Board) equal(further int) uint64 {
	differ := (b.ones ^ b.ones>>further) | (b.twos ^ b.twos>>further)
	if b.fours|b.eights != 0 {
		differ |= (b.fours ^ b.fours>>further) | (b.eights ^ b.eights>>further)
	}
	return b.occupied() &^ differ
}

// blocks returns the cells that have a block of the colour, which is not Empty: those
// whose binary digits are its own. Where it has a 0 a word counts inverted.
func (b Board) blocks(color Color) uint64 {
	c := uint64(color)
	return (b.ones ^ (c&1 - 1)) & (b.twos ^ (c>>1&1 - 1)) & (b.fours ^ (c>>2&1 - 1)) & (b.eights ^ (c>>3 - 1))
}

// loudSwaps returns the cells whose block makes a run, or has the other make one,
// if it is swapped with the different block at its right. The board must be
// settled.
//
// A block that comes into a column makes a run there with the two above its new
// cell, the two below, or one of each. In its row it makes one with the two
// beyond; the cell that it left has the other block. Seen from the cell at the
// left, the blocks that its own may join lie so many bits further, and those that
// the other may join so many bits before that one:
//
//	    its own, o, moves right        the other, x, moves left
//
//	10 | . . b . .                       . b . . .  | 6
//	 9 | . . b . .                       . b . . .  | 7
//	   | . o x b b | 16 24         24 16 b b o x .  |
//	 7 | . . b . .                       . b . . .  | 9
//	 6 | . . b . .                       . b . . .  | 10
//
// In the second picture the comparison is made from the block that may be joined,
// so its result has to be brought to o. Above the highest and below the lowest
// row lies the eighth, which is always empty: if a comparison reaches the next
// column, the one of the cell between has failed.
func (b Board) loudSwaps() uint64 {
	six, seven, nine, ten := b.equal(6), b.equal(7), b.equal(9), b.equal(10)
	sixteen, twentyFour := b.equal(16), b.equal(24)
	moved := nine&(ten|seven) | seven&six | sixteen&twentyFour
	higher1, higher2, lower1, lower2 := seven>>1, six>>2, nine<<1, ten<<2
	other := higher1&(higher2|lower1) | lower1&lower2 | (sixteen<<8)&(twentyFour<<16)
	occupied := b.occupied()
	return (moved | other) & occupied & (occupied >> oneRight)
}

// without returns the board without the blocks of the given cells, when the others have
// fallen.
//
// A block falls by as many cells as are removed below it in its column. As a binary
// number that has three digits, and for each digit in turn the blocks that have it
// fall by what it stands for, on the whole board at once:
//
//	row                  0 1 2 3 4 5 6
//	x are removed        a x b x c x d
//	the number below     0   1   2   3
//	some fall by one     a b . . c d .
//	some fall by two     a b c d . . .
//
// The last digit is 1 where an odd number of removed cells lies below. Every second
// removed cell brings the number to the next even one, so if these alone are counted
// the next digit is the last.
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

// upwards returns the given cells and all above them.
func upwards(cells uint64) uint64 {
	cells |= cells << 1 & above1
	cells |= cells << 2 & above2
	return cells | cells<<4&above4
}

// fall has the blocks in the given cells fall by so many rows. Below them there must be
// room, or others that fall.
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
