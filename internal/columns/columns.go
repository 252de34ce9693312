// Package columns computes a lower bound on the number of moves: how far the blocks of
// a colour are from columns in which they can vanish.
//
// Blocks that vanish or fall stay in their column. A move takes a block one column
// sideways, which is called a step. The numbers of blocks that a colour has in the five
// columns are called clearable if the following holds. Each column with one or two
// blocks is covered exactly that many times by horizontal runs of three or more
// neighbouring columns. A column with three or more blocks may lend blocks to such
// runs. If the numbers are not clearable, the blocks cannot all vanish without a step.
//
// A plan is a list of steps that makes numbers clearable: how many steps across each of
// the four boundaries between columns, and in which direction. A plan is lean if no
// other plan takes only a part of its steps. The table lists the lean plans for all
// numbers of up to six blocks in a column.
package columns

import (
	_ "embed"
	"math/bits"
)

//go:generate go test -run ^TestTableFollowsFromTheRules$ -update

const (
	columns   = 5
	radix     = 7 // a column has 0 to 6 blocks of one colour
	countsLen = radix * radix * radix * radix * radix
)

// Counts are the numbers of blocks of one colour in the five columns, at most six in
// each. They are the digits of a five-digit number in base 7. Column 0 is the lowest
// digit.
type Counts uint16

// One returns the Counts of a single block in column x. Add it to other Counts or
// subtract it from them.
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

// Unreachable is the distance of numbers that no plan makes clearable.
const Unreachable = 7

// The net steps of a plan are, for each boundary, the steps to the right minus the
// steps to the left.
//
// Claim: a lean plan is known from its net steps. Reason: a step across a boundary and
// a step back change nothing, so a lean plan never has both.
//
// A residue is a short form of net steps: each boundary has a factor, and the residue
// is the sum of net steps times factors, modulo 1024. The factors are in
// columns_test.go, which makes the table. If plans are added up, their residues are
// added up too. Two properties of the factors make residues useful:
//
//   - If net steps differ but have the same residue, they differ by at least 11 steps.
//   - If net steps differ but the low six bits of their residues are the same, they
//     differ by at least 6 steps. This requires that both have an even number of steps
//     or both an odd number.
//
// The table has three parts. All numbers are little-endian.
//
//   - A 32-bit entry for each Counts.
//   - A byte for each residue: the smallest number of net steps that have it.
//   - Lists of plans.
//
// An entry:
//
//	bit   31    29 28             16 15     12 11      8 7       4 3       0
//	     +--------+-----------------+---------+---------+---------+---------+
//	     | dis-   | start of the    | farther steps     | nearer steps      |
//	     | tance  | list, in units  | left    | right   | left    | right   |
//	     |        | of eight bytes  |         |         |         |         |
//	     +--------+-----------------+---------+---------+---------+---------+
//
// A list starts at a multiple of eight bytes. Its first 64 bits are a set: for each
// shortest plan, the bit is set whose number is the low six bits of the residue of the
// plan. Then all plans follow, 16 bits each, shorter plans first:
//
//	bit   15                 6 5                        0
//	     +--------------------+--------------------------+
//	     | residue of the     | length of the plan minus |
//	     | net steps          | length of the shortest   |
//	     +--------------------+--------------------------+
//
// Plans that are four or more steps longer than the shortest are left out. In their
// place, a value with 4 in its low six bits ends each list.
//
//go:embed table.bin
var table string

const (
	fartherShift  = 8
	listShift     = 16
	distanceShift = 29

	residueBits  = 10
	residueShift = 6
	tooLong      = 4 // plans longer than the shortest by so many steps are left out

	entryBytes = 4
	setBytes   = 8
	planBytes  = 2
	listAlign  = 8
	fewestFrom = entryBytes * countsLen // start of the smallest numbers of net steps
	listsFrom  = fewestFrom + 1<<residueBits
)

// An Entry is the table's entry for Counts.
type Entry uint32

// Entry returns the entry of c.
func (c Counts) Entry() Entry {
	e := table[entryBytes*int(c):][:entryBytes]
	return Entry(e[0]) | Entry(e[1])<<8 | Entry(e[2])<<16 | Entry(e[3])<<24
}

// Steps is a set of single steps across the four boundaries between columns, from
// boundary 01 at the left to boundary 34 at the right.
//
//	bit   7    6    5    4    3    2    1    0
//	     +----+----+----+----+----+----+----+----+
//	     | to the left       | to the right      |
//	     | 34 | 23 | 12 | 01 | 34 | 23 | 12 | 01 |
//	     +----+----+----+----+----+----+----+----+
type Steps uint8

const leftSteps = 4 // first bit of the steps to the left

// Nearer returns the steps of all shortest plans. Each of these steps lowers the
// distance by one, if there is a block to take the step.
func (e Entry) Nearer() Steps { return Steps(e) }

// Farther returns the steps that raise the distance by one. No step raises it by more.
// Farther leaves out steps from an empty column and steps to a column with six blocks.
func (e Entry) Farther() Steps { return Steps(e >> fartherShift) }

// Right returns the steps to the right, one bit for each boundary.
func (s Steps) Right() uint { return uint(s & (1<<leftSteps - 1)) }

// Left returns the steps to the left, one bit for each boundary.
func (s Steps) Left() uint { return uint(s >> leftSteps) }

// Distance returns the length of the shortest plan: 0 for clearable numbers, 1 to 4 for
// others, or Unreachable.
func (e Entry) Distance() int { return int(e >> distanceShift) }

// list returns where the list of e starts, in bytes from the first list.
func (e Entry) list() uint32 {
	return listAlign * uint32(e>>listShift&(1<<(distanceShift-listShift)-1))
}

// maxColors is the largest number of colours with a distance above 0.
const maxColors = 16

// A choice is the plan chosen for one colour, when the colours before have their plans.
type choice struct {
	list uint16 // start of the list of this colour
	most int16  // limit of the waste so far, this plan included; see fit
	next uint16 // start of the plans that are still to be tried
	sum  uint16 // sum of the plans of the colours before
}

// Fit reports whether the given number of moves may be enough to make the blocks of all
// colours clearable. It gets the entry of each colour. At most 16 colours may have a
// distance above 0.
//
// If Fit returns false, no choice of one plan for each colour fits into the moves. If
// Fit returns true, there may still be no such choice, in two cases. Fit knows net
// steps by their residue only, and takes the smallest number of net steps with that
// residue. And if four or more steps are spare (see below), Fit returns true without
// trying any plans, because some plans nearly always fit then.
//
// Claim 1: only lean plans need to be tried. Reason: fewer steps never take more moves.
//
// Claim 2: twice the number of moves is at least the number of all steps plus the
// number of net steps, taken from the sum of all plans. Reason: one move takes at most
// one step to the right and one to the left, both across the same boundary. So a
// boundary needs as many moves as the larger of its two numbers of steps. Twice the
// larger of two numbers is their sum plus their difference.
//
// Consequence: subtract the distances of all colours from twice the moves. The rest is
// spare. Two things use it up, and both are called waste: the steps by which plans are
// longer than the shortest plan, and net steps.
func Fit(entries []Entry, moves int) bool {
	var choices [maxColors]choice
	n, spare := uint(0), 2*moves
	for _, e := range entries {
		if d := e.Distance(); d > 0 {
			spare -= d
			choices[n].list, choices[n].most = uint16(e.list()), int16(spare)
			n++
		}
	}
	switch {
	case spare >= moves, spare >= tooLong: // the first case is one move for each step
		return true
	case spare < 0:
		return false
	case spare == 0 && !cancel(choices[:n]):
		return false
	}
	return fit(&choices, spare)
}

// cancel reports whether each colour may have a shortest plan such that there are no
// net steps in total, and so no waste. There must be at least one colour. False is
// always right. True may be wrong, because cancel compares only the low six bits of
// residues.
//
// cancel adds all plans of a colour to all sums at once. A set of sums is a word of 64
// bits, and to add a plan to every sum is to rotate the word.
func cancel(choices []choice) bool {
	sums := choices[0].shortest()
	for i := 1; i < len(choices); i++ {
		more := uint64(0)
		for set := choices[i].shortest(); set != 0; set &= set - 1 {
			more |= bits.RotateLeft64(sums, bits.TrailingZeros64(set))
		}
		sums = more
	}
	return sums&1 != 0
}

// shortest returns the set of the shortest plans of a colour.
func (c *choice) shortest() uint64 {
	at := listsFrom + int(c.list)
	s := table[at : at+setBytes]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// fit does the work of Fit if spare is 0 to 3. It tries the plans depth first.
//
// Two numbers decide: the waste of the plans chosen so far, and the coming distances,
// which are the distances of the colours that have no plan yet.
//
// Claim 1: if the waste so far is larger than spare plus the coming distances, the
// choice fails. Reason: a shortest plan can take away at most as many net steps as its
// distance. A longer plan may take away more, but its extra steps are waste. The limit,
// spare plus the coming distances, is the field most of a choice.
//
// Claim 2: if the waste so far plus the coming distances is at most spare, the choice
// succeeds. Reason: shortest plans for all other colours add at most their distances as
// net steps.
func fit(choices *[maxColors]choice, spare int) bool {
	fewest := table[fewestFrom : fewestFrom+1<<residueBits]
	lists := table[listsFrom:]
	color, c := uint(0), &choices[0]
	at, sum, most := uint32(c.list)+setBytes, uint32(0), int(c.most)
	for {
		p := lists[at : int(at)+planBytes]
		at += planBytes
		next := sum + (uint32(p[0]) | uint32(p[1])<<8)
		longer := int(next & (1<<residueShift - 1))
		if longer > spare {
			// All further plans of this colour are at least as long. Go back to the
			// colour before.
			if color == 0 {
				return false
			}
			color--
			c = &choices[color%maxColors]
			at, sum, most = uint32(c.next), uint32(c.sum), int(c.most)
			continue
		}
		waste := longer + int(fewest[next>>residueShift&(1<<residueBits-1)])
		if waste > most {
			continue
		}
		if coming := most - spare; waste+coming <= spare {
			return true // always true at the last colour, where coming is 0
		}
		c.next, c.sum = uint16(at), uint16(sum)
		color++
		c = &choices[color%maxColors]
		at, sum, most = uint32(c.list)+setBytes, next, int(c.most)
	}
}
