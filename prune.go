package mayan

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
)

// ErrOption is wrapped by errors about an option that is nil or makes no sense.
var ErrOption = errors.New("bad option")

// An Option sets how a search works: which prune strategies it uses and what it
// may spend.
//
// A search starts from every strategy that is sound for the question it
// answers, one worker's time without limit, and 256 MiB for remembered
// positions. Its options then apply from left to right. [NoPrunes] takes all
// strategies off, and strategies behind it come on again, so
//
//	mayan.Solve(ctx, board, n, mayan.NoPrunes(), mayan.PruneColumns())
//
// uses the column bound alone. Sound strategies change how long a search takes,
// never what it answers.
type Option interface {
	apply(*config) error
}

// config is what options set.
type config struct {
	strategies strategy
	cut        []func(b Board, left int) bool
	memory     int64
	nodes      uint64 // 0 is no limit
	stats      *Stats
}

type option func(*config) error

func (o option) apply(c *config) error { return o(c) }

// newConfig applies the options to the given strategies.
func newConfig(strategies strategy, options []Option) (config, error) {
	c := config{strategies: strategies, memory: defaultMemory}
	for i, o := range options {
		if o == nil {
			return c, fmt.Errorf("mayan: option %d of %d: %w: nil", i+1, len(options), ErrOption)
		}
		if err := o.apply(&c); err != nil {
			return c, fmt.Errorf("mayan: option %d of %d: %w", i+1, len(options), err)
		}
	}
	return c, nil
}

// defaultMemory is the bound of the table of remembered positions in bytes.
const defaultMemory = 256 << 20

// strategy is a set of prune strategies.
type strategy uint8

const (
	pruneColors strategy = 1 << iota
	pruneMirrors
	pruneIdles
	pruneAllIdles
	pruneFailed
	pruneColumns
	pruneLastMove

	// soundForSmallest keeps the smallest sequence, though not all sequences.
	soundForSmallest = pruneColors | pruneMirrors | pruneIdles | pruneFailed | pruneColumns | pruneLastMove
)

func (c *config) uses(s strategy) bool { return c.strategies&s != 0 }

func use(s strategy) Option {
	return option(func(c *config) error {
		c.strategies |= s
		return nil
	})
}

// NoPrunes takes off every strategy that the search has so far, those of
// [PruneFunc] included. What is left tries every legal move.
func NoPrunes() Option {
	return option(func(c *config) error {
		c.strategies = 0
		c.cut = nil
		return nil
	})
}

// PruneColors cuts off positions in which a colour has one or two blocks left.
// Runs have three, so these blocks can never vanish. It is sound for every
// question, and [PruneColumns] implies it: beside that it has nothing to do.
func PruneColors() Option { return use(pruneColors) }

// PruneMirrors skips a move left onto a block. The move right of the block that
// it lands on swaps the same two blocks and comes earlier in puzzle order, so
// the smallest sequence never has a move left onto a block. Of all sequences it
// drops those that do.
func PruneMirrors() Option { return use(pruneMirrors) }

// PruneIdles tries, of all the swaps of two equal blocks in a position, only the
// first in puzzle order. Such a swap changes nothing but spends a move, so what
// follows one of them follows the first as well, and the smallest sequence has
// no other. Of all sequences it drops those that do.
func PruneIdles() Option { return use(pruneIdles) }

// PruneAllIdles is unsound: it skips every swap of two equal blocks, as some
// published programs do, and so misses answers. It exists to compare with them.
//
// A swap of two equal blocks changes nothing but is a legal move, and spending
// a move may be just what is needed. The only sequences that empty
// "11//11/11/" in 3 moves begin with one or have one in between; the smallest is
// 2 0 1, 3 0 1, 0 0 1, and with PruneAllIdles the search says that there is
// none.
func PruneAllIdles() Option { return use(pruneAllIdles) }

// PruneFailed remembers the positions from which the board cannot be emptied,
// each together with the number of moves left, and does not search them again.
// It is sound for every question, for what follows depends on nothing else. The
// number of moves belongs to it: a position that fails with two moves left may
// succeed with three. [WithMemory] bounds the table.
func PruneFailed() Option { return use(pruneFailed) }

// PruneColumns cuts off positions in which some colour is too far from a
// distribution over the columns that can vanish. It is sound for every
// question.
//
// Vanishing and falling never take a block to another column. Only a move does:
// it takes one block, or two of different colours, one column sideways. So the
// numbers of blocks of a colour in the five columns change by one step a move.
//
// Without a step, these blocks can all vanish only if every column that has one
// or two of them is covered that many times by rows of three or more
// neighbouring columns; a column that has three or more may lend its blocks to
// such rows, as a block may vanish in its column and in its row at once. Call
// such numbers clearable. Numbers that are clearable remain so when a run is
// added to them. Let d be the least number of steps that make the numbers
// clearable. Then
//
//   - a step lowers d by one at most;
//   - vanishing never lowers d: if d steps make what is left clearable, the same
//     steps make it clearable together with the run that vanished.
//
// A cleared board has d = 0, so no colour may have d above the number of moves
// left, nor all colours together above twice that number. Since vanishing cannot
// help, the test is made before a move is settled, and most moves are refused
// without being played.
//
// The bound was found for this package; no published solution that we know of
// has it.
func PruneColumns() Option { return use(pruneColumns) }

// PruneLastMove refuses a last move that makes no run at once: nothing vanishes
// then, and there is no further move. It is sound for every question.
func PruneLastMove() Option { return use(pruneLastMove) }

// PruneFunc adds a strategy of the caller's own. The search calls prune with
// each position that it is about to try moves from and the number of moves
// left, at least 1; true cuts the position off. Positions that other strategies
// cut off are not shown.
//
// The answer is right for the sequences that prune lets through: it is the
// smallest of these, or there is none. For that, prune must depend on nothing
// but its arguments, as a position is not searched twice. It is called from one
// goroutine at a time, and a panic in it reaches the caller of the search.
func PruneFunc(prune func(b Board, left int) bool) Option {
	return option(func(c *config) error {
		if prune == nil {
			return fmt.Errorf("%w: PruneFunc of nil", ErrOption)
		}
		c.cut = append(c.cut, prune)
		return nil
	})
}

// WithMemory bounds the table of remembered positions, in bytes. The table
// takes memory as it needs it, up to the bound; a full table forgets older
// positions, which costs time and changes no answer. With a bound of 0 nothing
// is remembered. A negative one is an [ErrOption].
func WithMemory(bytes int64) Option {
	return option(func(c *config) error {
		if bytes < 0 {
			return fmt.Errorf("%w: WithMemory of %d bytes", ErrOption, bytes)
		}
		c.memory = bytes
		return nil
	})
}

// WithNodeLimit ends the search with [ErrBudget] when it would enter more than n
// positions. A limit of 0 is an [ErrOption]: no search can keep to it.
func WithNodeLimit(n uint64) Option {
	return option(func(c *config) error {
		if n == 0 {
			return fmt.Errorf("%w: WithNodeLimit of 0", ErrOption)
		}
		c.nodes = n
		return nil
	})
}

// WithStats has the search write to stats what it did, once, before it returns,
// whatever its outcome.
func WithStats(stats *Stats) Option {
	return option(func(c *config) error {
		if stats == nil {
			return fmt.Errorf("%w: WithStats of nil", ErrOption)
		}
		c.stats = stats
		return nil
	})
}

// The column bound looks up the numbers of blocks that one colour has in the
// five columns:
//
//	bit   14    12 11     9 8      6 5      3 2      0
//	     +--------+--------+--------+--------+--------+
//	     | x = 4  | x = 3  | x = 2  | x = 1  | x = 0  |
//	     +--------+--------+--------+--------+--------+
const (
	countBits  = 3
	maxCount   = 1<<countBits - 1
	countsSize = 1 << (countBits * Width)
)

// inColumn returns one block in column x.
func inColumn(x int) uint16 { return 1 << (countBits * x) }

// A distance is the least number of steps from some numbers of blocks to
// clearable ones, 0 to 4, or unreachable if no steps lead there. It is kept in
// four bits, the highest of them spare.
const (
	distanceBits = 4
	maxDistance  = 1<<(distanceBits-1) - 1
	unreachable  = maxDistance
)

// stepTable holds the distance of all numbers of blocks in the columns. It is
// made when a search first needs it.
var stepTable struct {
	once  sync.Once
	steps [countsSize]uint8
}

func columnSteps() *[countsSize]uint8 {
	stepTable.once.Do(func() { fillSteps(&stepTable.steps) })
	return &stepTable.steps
}

// countsSet is a set of numbers of blocks in the columns, as laid out above: 64
// of them in a word, which differ in columns 0 and 1 only.
type countsSet [countsSize / 64]uint64

// fillSteps floods the numbers of blocks in the columns from the clearable ones,
// one step at a time, 64 of them at once.
//
// Steps that would take an eighth block into a column are left out. That makes
// 14 entries too large, all with seven blocks in an end column. A search never
// asks for them: a settled column has at most five blocks of one colour, and a
// shift adds one.
func fillSteps(steps *[countsSize]uint8) {
	for i := range steps {
		steps[i] = unreachable
	}
	reached := clearableCounts()
	front := reached
	for distance := uint8(0); ; distance++ {
		for w, word := range front {
			for ; word != 0; word &= word - 1 {
				steps[w*64+bits.TrailingZeros64(word)] = distance
			}
		}
		front = front.neighbours()
		grown := false
		for w := range front {
			front[w] &^= reached[w]
			reached[w] |= front[w]
			grown = grown || front[w] != 0
		}
		if !grown {
			return
		}
	}
}

// neighbours returns what one step makes of the numbers in the set.
func (s *countsSet) neighbours() countsSet {
	var next countsSet
	for x := range Width - 1 {
		// A step from column x to x+1 adds this to the numbers as laid out above.
		right := int(inColumn(x+1) - inColumn(x))
		words, shift := right/64, right%64
		for w := range s {
			if v := s[w] & having(w, x, 1, maxCount) & having(w, x+1, 0, maxCount-1); v != 0 {
				next[w+words] |= v << shift
				if carry := v >> (64 - shift); carry != 0 {
					next[w+words+1] |= carry
				}
			}
			if v := s[w] & having(w, x+1, 1, maxCount) & having(w, x, 0, maxCount-1); v != 0 {
				next[w-words] |= v >> shift
				if carry := v << (64 - shift); carry != 0 {
					next[w-words-1] |= carry
				}
			}
		}
	}
	return next
}

// having returns the members of word w of a countsSet that have from low to high
// blocks in column x.
func having(w, x, low, high int) uint64 {
	switch x {
	case 0:
		return (1<<(high+1) - 1<<low) * 0x0101010101010101
	case 1:
		return ^uint64(0) << (8 * low) & (^uint64(0) >> (8 * (maxCount - high)))
	}
	if n := w >> (countBits * (x - 2)) & maxCount; n < low || n > high {
		return 0
	}
	return ^uint64(0)
}

// A column is of one of four kinds: it has no block, one, two, or three and
// more, which are all alike here. The kinds of the five columns take ten bits,
// column 0 in the lowest two.
const (
	kindBits = 2
	lending  = 1<<kindBits - 1 // the kind of three and more
)

func kindOf(kinds, x int) int { return kinds >> (kindBits * x) & lending }

// clearableCounts returns the numbers of blocks in the columns that can vanish
// without a step.
func clearableCounts() countsSet {
	// Columns that clear themselves come first. Rows laid over these columns give
	// the others. A row never makes kinds smaller, so one pass upwards finds all.
	var clearable [1 << (kindBits * Width)]bool
	for kinds := range clearable {
		if !clearable[kinds] {
			clearable[kinds] = true
			for x := range Width {
				if k := kindOf(kinds, x); k != 0 && k != lending {
					clearable[kinds] = false
				}
			}
		}
		if clearable[kinds] {
			for first := range Width {
				for last := first + 2; last < Width; last++ {
					if covered, ok := layRow(kinds, first, last); ok {
						clearable[covered] = true
					}
				}
			}
		}
	}

	// Within a word columns 0 and 1 take all numbers, so a word is made of
	// sixteen patterns, one for each pair of their kinds.
	var patterns [1 << (2 * kindBits)]uint64
	ranges := [lending + 1][2]int{{0, 0}, {1, 1}, {2, 2}, {lending, maxCount}}
	for kinds := range patterns {
		r0, r1 := ranges[kindOf(kinds, 0)], ranges[kindOf(kinds, 1)]
		patterns[kinds] = having(0, 0, r0[0], r0[1]) & having(0, 1, r1[0], r1[1])
	}
	var set countsSet
	for w := range set {
		upper := 0
		for x := 2; x < Width; x++ {
			upper |= min(w>>(countBits*(x-2))&maxCount, lending) << (kindBits * x)
		}
		for lower, pattern := range patterns {
			if clearable[upper|lower] {
				set[w] |= pattern
			}
		}
	}
	return set
}

// layRow adds a row of blocks from column first to column last. A column of
// three or more lends a block and stays as it is. A column of two would become
// one of three, which need no row: that is not ok.
func layRow(kinds, first, last int) (covered int, ok bool) {
	for x := first; x <= last; x++ {
		switch kindOf(kinds, x) {
		case 0, 1:
			kinds += 1 << (kindBits * x)
		case 2:
			return 0, false
		}
	}
	return kinds, true
}
