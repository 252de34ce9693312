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
	b.settle()
	return b
}

// IsSettled reports whether no run lies on the board.
func (b Board) IsSettled() bool {
	return b.runs().isEmpty()
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
		if vanish.isEmpty() {
			return
		}
		after := before
		after.remove(vanish)
		if !yield(Round{before, vanish, after}) {
			return
		}
		before = after
	}
}

// Cells is a set of cells of the board. It is comparable; the zero Cells is the
// empty set.
type Cells struct {
	// A word holds two columns, the left one in its lower half, each laid out as in
	// a Board. The lowest of the four bits of a cell says whether the cell is in
	// the set; the other three are 0.
	columns01, columns23, column4 uint64
}

// upper is where the upper half of a word of two columns begins.
const upper = 32

// columns returns the columns one by one.
func (c Cells) columns() [Width]uint32 {
	return [Width]uint32{
		uint32(c.columns01), uint32(c.columns01 >> upper),
		uint32(c.columns23), uint32(c.columns23 >> upper),
		uint32(c.column4),
	}
}

// everyCell has the lowest bit of each of the seven cells of a column.
const everyCell = 1 << (cellBits * Height) / cellMask

// Has reports whether the cell in column x and row y is in the set. A cell
// outside the board is not.
func (c Cells) Has(x, y int) bool {
	return uint(x) < Width && uint(y) < Height && c.columns()[x]>>(cellBits*y)&1 != 0
}

func (c Cells) isEmpty() bool {
	return c.columns01|c.columns23|c.column4 == 0
}

// Len returns the number of cells in the set.
func (c Cells) Len() int {
	return bits.OnesCount64(c.columns01) + bits.OnesCount64(c.columns23) + bits.OnesCount64(c.column4)
}

// All returns the cells of the set, their columns and rows, column by column
// from left to right and each column from bottom to top.
func (c Cells) All() iter.Seq2[int, int] {
	return func(yield func(x, y int) bool) { c.all(yield) }
}

func (c Cells) all(yield func(x, y int) bool) {
	for x, column := range c.columns() {
		for ; column != 0; column &= column - 1 {
			if !yield(x, bits.TrailingZeros32(column)/cellBits) {
				return
			}
		}
	}
}

// settle is [Settle] in place. It reports whether anything vanished.
func (b *Board) settle() bool {
	for any := false; ; any = true {
		vanish := b.runs()
		if vanish.isEmpty() {
			return any
		}
		b.remove(vanish)
	}
}

// runs returns the cells of all runs.
//
// Shifting a column down by one cell lays every block on the one below it, so
// one exclusive-or compares all neighbours of a column, and one exclusive-or of
// two columns compares all neighbours in their rows. Where a cell equals the
// next and that one the next again, a run of three begins; longer runs are
// several of three. Two columns at a time share a word, the spare cell of the
// lower keeping them apart.
func (b *Board) runs() Cells {
	c01, c12, c23, c34, c4 := b.pairs()
	same0112 := equal(c01, c12) // columns 0 and 1 in the lower half, 1 and 2 in the upper
	same2334 := equal(c23, c34)
	left := same0112 & (same0112 >> upper) // rows in which a run begins in column 0
	middle := same0112 >> upper & same2334
	right := same2334 & (same2334 >> upper)
	return Cells{
		inColumn(c01) | left | (left|middle)<<upper,
		inColumn(c23) | left | middle | right | (middle|right)<<upper,
		inColumn(c4) | right,
	}
}

// pairs returns neighbouring columns, two in a word, and the last alone.
func (b *Board) pairs() (c01, c12, c23, c34, c4 uint64) {
	c0, c1, c2 := uint64(b.columns[0]), uint64(b.columns[1]), uint64(b.columns[2])
	c3, c4 := uint64(b.columns[3]), uint64(b.columns[4])
	return c0 | c1<<upper, c1 | c2<<upper, c2 | c3<<upper, c3 | c4<<upper, c4
}

// inColumn returns the cells of all runs in single columns.
func inColumn(columns uint64) uint64 {
	same := equal(columns, columns>>cellBits)
	start := same & (same >> cellBits)
	return start | start<<cellBits | start<<(2*cellBits)
}

// equal returns the cells in which both have a block of one colour. Each may be
// one column, or two in a word.
//
//	a, b       0 0 3 1 | 0 0 3 2
//	a ^ b      0 0 0 3             0 where they agree
//	equal      0 0 1 0             agreeing and not empty
func equal(a, b uint64) uint64 {
	return occupied(a) &^ gather(a^b)
}

// occupied returns the cells that are not empty, of one column or two in a word.
func occupied(columns uint64) uint64 {
	return gather(columns) & (everyCell<<32 | everyCell)
}

// gather brings the four bits of each cell together in the lowest and leaves
// garbage in the others.
func gather(cells uint64) uint64 {
	cells |= cells >> 2
	return cells | cells>>1
}

// loudSwaps returns for each pair of neighbouring columns the rows in which
// swapping two different blocks makes a run. The index is the left column of the
// pair. The board must be settled.
//
// A block that comes into a column makes a run there with the two above its new
// cell, the two below, or one of each. In its row it makes one with the next two
// beyond its new column; the cell that it left has the other block. One word
// serves two pairs of columns at a time:
//
//	word      bits 63 to 32     bits 31 to 0
//	even      columns 2 and 3   columns 0 and 1
//	odd       columns 3 and 4   columns 1 and 2
func (b *Board) loudSwaps() [Width - 1]uint32 {
	c0, c1, c2 := uint64(b.columns[0]), uint64(b.columns[1]), uint64(b.columns[2])
	c3, c4 := uint64(b.columns[3]), uint64(b.columns[4])
	c02, c13, c24 := c0|c2<<upper, c1|c3<<upper, c2|c4<<upper
	even := (joins(c13, c02) | joins(c02, c13) | equal(c0, c2)&equal(c2, c3) | equal(c3, c1)&equal(c1, c0)<<upper) &
		occupied(c02) & occupied(c13)
	odd := (joins(c24, c13) | joins(c13, c24) | equal(c1, c3)&equal(c3, c4) | equal(c4, c2)&equal(c2, c1)<<upper) &
		occupied(c13) & occupied(c24)
	return [Width - 1]uint32{uint32(even), uint32(odd), uint32(even >> upper), uint32(odd >> upper)}
}

// joins returns the rows in which a block of column from would make a run in
// column into. Both are two columns in one word. What a shift carries from one
// column into the other lands in or next to the spare cell between them, and
// makes no run, as no block is equal to an empty cell. What it says of cells that
// are empty in from means nothing.
func joins(from, into uint64) uint64 {
	above1, above2 := from^into>>cellBits, from^into>>(2*cellBits)
	below1, below2 := from^into<<cellBits, from^into<<(2*cellBits)
	return ^(gather(above1|above2) & gather(above1|below1) & gather(below1|below2))
}

// remove takes the blocks of the set out of the board and lets the others fall.
func (b *Board) remove(vanish Cells) {
	for x, gone := range vanish.columns() {
		for gone != 0 {
			// Take out the highest group of neighbouring cells; the lower ones
			// stay where they are.
			from := bits.LeadingZeros32(gone * cellMask)
			cells := bits.LeadingZeros32(^(gone * cellMask << from))
			lowest := 32 - from - cells
			below := uint32(1)<<lowest - 1
			column := b.columns[x]
			b.columns[x] = column&below | column>>cells&^below
			gone &= below
		}
	}
}
