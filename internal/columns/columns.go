// Package columns knows how far the blocks of one colour are from numbers in the
// five columns that can vanish.
//
// Vanishing and falling never take a block to another column; a move takes a
// block one column sideways, a step. Without a step, all blocks of a colour can
// vanish only if every column that has one or two of them is covered that many
// times by rows of three or more neighbouring columns; a column that has three
// or more may lend blocks to such rows. Numbers for which that holds are called
// clearable.
//
// A plan says how many steps to take across each of the four boundaries between
// columns, and in which direction, to make numbers clearable. A plan that takes
// no step that another does without is called lean. The table lists the lean
// plans for all numbers of up to six blocks a column.
package columns

import _ "embed"

//go:generate go test -run ^TestTable$ -update

const (
	columns   = 5
	radix     = 7 // blocks of one colour in a column, 0 to 6
	countsLen = radix * radix * radix * radix * radix
)

// Counts are the numbers of blocks of one colour in the five columns, at most
// six in each: a number of five digits in base 7, column 0 the lowest.
type Counts uint16

// One returns a single block in column x, to be added to or taken from Counts.
func One(x int) Counts { return weights[x&7] }

var weights = [8]Counts{1, 7, 49, 343, 2401}

// Total returns the number of blocks in all columns.
func (c Counts) Total() int {
	n := 0
	for ; c != 0; c /= radix {
		n += int(c % radix)
	}
	return n
}

// Unreachable is the distance of numbers that no steps make clearable.
const Unreachable = 7

// The table is a list of 32-bit entries, one for each Counts, and after it the
// plans, all little-endian.
//
//	bit   31    28 27    24 23    20 19    16 15      13 12                        0
//	     +--------+--------+--------+--------+----------+---------------------------+
//	     | farther steps   | nearer steps    | distance | number of the first plan, |
//	     | left   | right  | left   | right  |          | 0 for none                |
//	     +--------+--------+--------+--------+----------+---------------------------+
//
// The plans of a list follow one another, shorter before longer, up to a zero. A
// list begins at every second plan at the most, so that its number fits.
//
//go:embed table.bin
var table string

const (
	listBits     = 13
	listAlign    = 2
	nearerShift  = 16
	fartherShift = 24
	entryBytes   = 4
	planStart    = entryBytes * countsLen
)

// An Entry is what the table says of Counts.
type Entry uint32

// Entry returns the entry of c.
func (c Counts) Entry() Entry {
	e := table[entryBytes*int(c):][:entryBytes]
	return Entry(e[0]) | Entry(e[1])<<8 | Entry(e[2])<<16 | Entry(e[3])<<24
}

// Steps is a set of single steps across the boundaries between columns: those to
// the right from the left boundary, 01, to the right one, 34, and those to the
// left.
//
//	bit   7    6    5    4    3    2    1    0
//	     +----+----+----+----+----+----+----+----+
//	     | to the left       | to the right      |
//	     | 34 | 23 | 12 | 01 | 34 | 23 | 12 | 01 |
//	     +----+----+----+----+----+----+----+----+
type Steps uint8

const leftSteps = 4 // where those to the left begin

// Nearer returns the steps of all shortest plans: those that lessen the distance,
// by one, as soon as there is a block to take them.
func (e Entry) Nearer() Steps { return Steps(e >> nearerShift) }

// Farther returns the steps that add one to the distance; none adds more. Steps
// from an empty column, or to one that has six, are not among them.
func (e Entry) Farther() Steps { return Steps(e >> fartherShift) }

// Right returns the steps to the right, a bit for each boundary.
func (s Steps) Right() uint { return uint(s & (1<<leftSteps - 1)) }

// Left returns the steps to the left likewise.
func (s Steps) Left() uint { return uint(s >> leftSteps) }

// Distance returns the length of the shortest plan: 0 for clearable numbers, up
// to 4 for others, or Unreachable.
func (e Entry) Distance() int { return int(e >> listBits & (1<<(nearerShift-listBits) - 1)) }

// A Plan counts steps by boundary: a byte each for the steps to the right across
// the boundaries from left to right, then a byte each for those to the left.
//
//	byte   7    6    5    4    3    2    1    0
//	     +----+----+----+----+----+----+----+----+
//	     | to the left       | to the right      |
//	     | 34 | 23 | 12 | 01 | 34 | 23 | 12 | 01 |   the columns on both sides
//	     +----+----+----+----+----+----+----+----+
type Plan uint64

const (
	stepBits  = 8
	leftShift = 32
	planBytes = 8
)

// plans returns the table from the first plan of e on.
func (e Entry) plans() string {
	return table[planStart+planBytes*listAlign*int(e&(1<<listBits-1)):]
}

// first returns the first plan of what plans returned, or of a rest of that.
func first(plans string) Plan {
	s := plans[:planBytes]
	return Plan(s[0]) | Plan(s[1])<<8 | Plan(s[2])<<16 | Plan(s[3])<<24 |
		Plan(s[4])<<32 | Plan(s[5])<<40 | Plan(s[6])<<48 | Plan(s[7])<<56
}

// moves returns the least number of moves that take the steps of a plan, which
// may be a sum of plans of different colours: one move takes at most one step to
// the right and one to the left, both across the same boundary. So each boundary
// needs as many moves as the larger of its two numbers of steps.
func (p Plan) moves() int {
	const low, high = 0x01010101, 0x80808080
	right, left := uint32(p), uint32(p>>leftShift)
	// The high bit of a byte survives the subtraction where right is not smaller.
	notSmaller := ((right | high) - left) & high >> (stepBits - 1) * (1<<stepBits - 1)
	larger := right&notSmaller | left&^notSmaller
	return int(larger * low >> (3 * stepBits))
}

// steps returns the number of steps of a plan.
func (p Plan) steps() int {
	const low = 0x0101010101010101
	return int(p * low >> (7 * stepBits))
}

// Fit reports whether the blocks of several colours, each given by the entry of
// its Counts, can be made clearable by one plan each in so many moves
// altogether. Only lean plans need to be tried, as fewer steps never take more
// moves.
func Fit(entries []Entry, moves int) bool {
	rest := 0
	for _, e := range entries {
		rest += e.Distance()
	}
	switch {
	case rest <= moves:
		return true
	case rest > 2*moves:
		return false
	case rest == 2 && moves == 1:
		return pair(entries)
	}
	return fit(entries, rest, 0, moves)
}

// pair is Fit for one move and two steps: one to the right and one to the left
// across the same boundary, by two colours.
func pair(entries []Entry) bool {
	var one Steps
	for _, e := range entries {
		if other := e.Nearer(); one.Right()&other.Left()|one.Left()&other.Right() != 0 {
			return true
		} else if other != 0 {
			one = other
		}
	}
	return false
}

// fit is Fit when plans that add up to sum are chosen for others already. The
// entries take rest steps, which are more than 0, at least.
func fit(entries []Entry, rest int, sum Plan, moves int) bool {
	for entries[0].Distance() == 0 {
		entries = entries[1:]
	}
	rest -= entries[0].Distance()
	for plans := entries[0].plans(); ; plans = plans[planBytes:] {
		p := first(plans)
		next := sum + p
		// No move takes more than two steps, and later plans are not shorter.
		if p == 0 || next.steps()+rest > 2*moves {
			return false
		}
		needed := next.moves()
		if needed+rest <= moves {
			return true // a move for each step that remains
		}
		if needed <= moves && rest > 0 && fit(entries[1:], rest, next, moves) {
			return true
		}
	}
}
