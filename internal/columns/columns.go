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

import (
	_ "embed"
	"math/bits"
)

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

// The net steps of a plan are those to the right less those to the left, for each
// boundary. A lean plan never goes both ways across a boundary, as a step and one
// back change nothing. So the net steps tell all about it.
//
// A residue stands for net steps: their sum, each boundary's times a factor of its
// own, modulo 1024. The test that makes the table has the factors. When plans are
// added up, so are their residues. Net steps with the same residue differ in 11 steps
// at least. If only the low six bits are the same, they do in 6 at least, provided
// that both are an even number of steps or both an odd one.
//
// The table is a list of 32-bit entries, one for each Counts; after it a byte for
// each residue, the least number of net steps that have it; and then lists of
// plans. All numbers are little-endian.
//
//	bit   31    29 28             16 15     12 11      8 7       4 3       0
//	     +--------+-----------------+---------+---------+---------+---------+
//	     | dis-   | where the list  | farther steps     | nearer steps      |
//	     | tance  | is, by eight    | left    | right   | left    | right   |
//	     +--------+-----------------+---------+---------+---------+---------+
//
// A list begins, at a multiple of eight bytes, with a set of 64 bits: for each
// shortest plan the bit that the low six bits of its residue number. Then all
// plans follow, 16 bits each, shorter before longer.
//
//	bit   15                 6 5                        0
//	     +--------------------+--------------------------+
//	     | residue of the     | steps that the plan is   |
//	     | net steps          | longer than the shortest |
//	     +--------------------+--------------------------+
//
// Plans that are four or more steps longer are left out. In their place one of
// four ends the list.
//
//go:embed table.bin
var table string

const (
	fartherShift  = 8
	listShift     = 16
	distanceShift = 29

	residueBits  = 10
	residueShift = 6
	tooLong      = 4 // steps longer than the shortest plan

	entryBytes = 4
	setBytes   = 8
	planBytes  = 2
	listAlign  = 8
	fewestFrom = entryBytes * countsLen // where the least numbers of steps begin
	listsFrom  = fewestFrom + 1<<residueBits
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
func (e Entry) Nearer() Steps { return Steps(e) }

// Farther returns the steps that add one to the distance; none adds more. Steps
// from an empty column, or to one that has six, are not among them.
func (e Entry) Farther() Steps { return Steps(e >> fartherShift) }

// Right returns the steps to the right, a bit for each boundary.
func (s Steps) Right() uint { return uint(s & (1<<leftSteps - 1)) }

// Left returns the steps to the left likewise.
func (s Steps) Left() uint { return uint(s >> leftSteps) }

// Distance returns the length of the shortest plan: 0 for clearable numbers, up
// to 4 for others, or Unreachable.
func (e Entry) Distance() int { return int(e >> distanceShift) }

// list returns the byte of the lists where that of e begins.
func (e Entry) list() uint32 {
	return listAlign * uint32(e>>listShift&(1<<(distanceShift-listShift)-1))
}

// maxColors is how many colours may have a distance above 0.
const maxColors = 16

// A choice is that of a plan for one colour, after those for the colours before.
type choice struct {
	list uint16 // where the list begins
	most int16  // that may be wasted so far, this plan included, see fit
	next uint16 // where the plans begin that are still to be tried
	sum  uint16 // of the plans chosen before
}

// Fit reports whether the blocks of several colours, each given by the entry of
// its Counts, can be made clearable by one plan each in so many moves
// altogether. Only lean plans need to be tried, as fewer steps never take more
// moves. At most 16 colours may have a distance above 0.
//
// One move takes at most one step to the right and one to the left, both across
// the same boundary. So each boundary needs as many moves as the larger of its two
// numbers of steps, which is half of their sum and their difference. Twice the
// moves of all boundaries is therefore the number of all steps and that of the net
// steps when all plans are added up. The distances are part of it in any case.
// What is spare then is left to be wasted: on steps by which plans are longer than
// the shortest, and on net steps.
//
// Net steps are known by their residue alone and counted as the fewest that have
// it. And where four or more are spare, no plans are tried, for they would nearly
// always do. So Fit may say true where no plans fit, but it never says false where
// some do.
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
	case spare >= moves, spare >= tooLong: // the first is a move for each step
		return true
	case spare < 0:
		return false
	case spare == 0 && !cancel(choices[:n]):
		return false
	}
	return fit(&choices, spare)
}

// cancel reports whether a shortest plan for each of the colours, one or more, can
// be chosen so that there are no net steps: nothing is wasted. It goes by the low
// six bits of residues, so true may be wrong, and false is right. All plans of a
// colour are added to all sums at once: a set of residues is 64 bits, and to add
// a plan to each is to rotate them.
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

// shortest returns the set of the shortest plans.
func (c *choice) shortest() uint64 {
	at := listsFrom + int(c.list)
	s := table[at : at+setBytes]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// fit is Fit when so much is spare, 0 to 3. It tries the plans depth first.
//
// A shortest plan for a colour that is still to come may take as many net steps
// away as its distance; a longer one may take more, but wastes as many steps. So
// the waste so far can be made good only if it is not above what is spare and the
// distances to come, which together are the most of a choice. If that waste and
// the distances to come are not above what is spare, any shortest plans will do.
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
			// No plan after this one is shorter. Back to the colour before.
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
			return true // always so at the last colour, with none to come
		}
		c.next, c.sum = uint16(at), uint16(sum)
		color++
		c = &choices[color%maxColors]
		at, sum, most = uint32(c.list)+setBytes, next, int(c.most)
	}
}
