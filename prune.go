package mayan

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/exp/slices"
)

// ErrOption is wrapped by errors about an option that is nil or makes no sense, or
// about a nil context.
var ErrOption = errors.New("bad option")

// An Option sets how a search works: which prune strategies it uses and what it
// may spend.
//
// A search starts with every strategy that is sound for its question, one worker,
// no limit of positions, and 256 MiB for remembered positions. Its options then
// apply from left to right; of two that set the same the last counts. [NoPrunes]
// takes all strategies off, and strategies after it come on again, so
//
//	mayan.Solve(ctx, board, n, mayan.NoPrunes(), mayan.PruneColumns())
//
// uses the column bound alone. There are two questions: the smallest sequence
// ([Solve], [Shortest]), and all sequences ([Solutions], [Count]). Strategies that
// are sound for a question change how long the search takes, never what it
// answers.
//
// Options hold no state, so they may be shared; only a [Stats] or a function in
// one is used by every search that is given it.
type Option interface {
	apply(*config) error
}

// config is what options set.
type config struct {
	strategies strategy
	cut        []func(b Board, left int) bool
	memory     int64
	workers    int
	nodes      uint64 // 0 is no limit
	stats      *Stats
	every      time.Duration
	progress   func(Stats)
	start      []Move
}

type option func(*config) error

func (o option) apply(c *config) error { return o(c) }

// newConfig applies the options to the given strategies.
func newConfig(strategies strategy, options []Option) (config, error) {
	c := config{strategies: strategies, memory: defaultMemory, workers: 1}
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
	pruneCommuting

	// soundForAll keeps all sequences, and soundForSmallest the smallest of them.
	soundForAll      = pruneColors | pruneFailed | pruneColumns | pruneLastMove | pruneCommuting
	soundForSmallest = soundForAll | pruneMirrors | pruneIdles
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
// question. [PruneColumns] cuts off the same positions and more, so with that it
// is not asked.
func PruneColors() Option { return use(pruneColors) }

// PruneMirrors skips a move left onto a block. The move right of the block that
// it lands on swaps the same two blocks and comes earlier in puzzle order, so
// the smallest sequence never has a move left onto a block: it is sound for Solve
// and Shortest. Of the sequences of Solutions and Count it drops those that do.
func PruneMirrors() Option { return use(pruneMirrors) }

// PruneIdles tries, of all the swaps of two equal blocks in a position, only the
// first in puzzle order. Such a swap changes nothing but spends a move, so what
// follows one of them follows the first as well, and the smallest sequence has no
// other: it is sound for Solve and Shortest. Of the sequences of Solutions and
// Count it drops those that do.
func PruneIdles() Option { return use(pruneIdles) }

// PruneAllIdles is unsound: it skips every swap of two equal blocks, as some
// published programs do, and so misses answers. It exists to compare with them.
//
// A swap of two equal blocks changes nothing but is a legal move, and spending
// a move may be just what is needed. All sequences that empty "11//11/11/" in 3
// moves begin with one; the smallest is 2 0 1, 3 0 1, 0 0 1, and with
// PruneAllIdles the search says that there is none.
func PruneAllIdles() Option { return use(pruneAllIdles) }

// PruneFailed remembers the positions from which the board cannot be emptied,
// each together with the number of moves left, and does not search them again.
// It is sound for every question, for what follows depends on nothing else. The
// number of moves belongs to it: a position that fails with two moves left may
// succeed with three. Count remembers all positions, with the number of sequences
// that empty the board from there. [WithMemory] bounds the table.
func PruneFailed() Option { return use(pruneFailed) }

// PruneColumns cuts off positions in which the blocks of some colours are too
// far from a distribution over the columns that can vanish. It is sound for
// every question.
//
// Vanishing and falling never take a block to another column. Only a move does:
// it takes one block one column sideways, a step, or two blocks of different
// colours across the same boundary in opposite directions.
//
// Without a step, the blocks of a colour can all vanish only if every column that
// has one or two of them is covered that many times by rows of three or more
// neighbouring columns; a column that has three or more may lend its blocks to
// such rows, as a block may vanish in its column and in its row at once. Call
// such numbers clearable. They remain so when a run is added to them. So the
// steps that make what is left clearable would have made it clearable together
// with the runs that vanished before: to empty the board, the steps that the
// moves take with the blocks of a colour must lead its numbers to clearable ones.
//
// Call the steps that do so a plan. Across each boundary the moves take at least
// as many steps as the plan, and a move takes one to the right and one to the
// left at the most, across one boundary. So if each colour follows a plan, the
// moves are at least the sum, over the four boundaries, of the larger of the
// numbers of steps to the right and to the left. The position is cut off if no
// choice of plans keeps this sum to the moves left. In most cases that follows
// from the lengths of the shortest plans alone: none may be longer than the moves
// left, nor all together longer than twice that.
//
// Since vanishing cannot help, the test is made before a move is settled, and
// most moves are refused without being played.
//
// The bound was found for this package; no published solution that we know of
// has it.
func PruneColumns() Option { return use(pruneColumns) }

// PruneCommuting skips a move if it is known to fail one move earlier and would
// lead to the same board. It is sound for every question.
//
// If a move makes no run, another that keeps out of its way can be made before it
// as well: one on other columns, in another row, or below the blocks that fall. If
// that other move makes no run either when it is made first, both orders lead to
// the same board. Where the search has found that there is no solution after the
// other move, there is none after both.
//
// With [PruneFunc] it does nothing, as that may cut off one order and not the
// other.
func PruneCommuting() Option { return use(pruneCommuting) }

// PruneLastMove refuses a last move that makes no run at once: nothing vanishes
// then, and there is no further move. It is sound for every question.
func PruneLastMove() Option { return use(pruneLastMove) }

// PruneFunc adds a strategy of the caller's own. The search calls prune with
// each position that it is about to try moves from and the number of moves
// left, at least 1; true cuts the position off. Positions that other strategies
// cut off are not shown.
//
// The answer is right for the sequences that prune lets through: it is the
// smallest of these, or all of them, or there is none. For that, prune must depend
// on nothing but its arguments, as what was found of a position is remembered. The
// same position may be asked about more than once. prune is called in the
// goroutine of the search, or with [WithWorkers] in several at a time. A panic in
// it reaches the caller of the search. With PruneFunc, [PruneCommuting] is off.
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
// positions. A limit of 0 is an [ErrOption]: no search can keep to it. [Stats] says
// what counts as a position.
func WithNodeLimit(n uint64) Option {
	return option(func(c *config) error {
		if n == 0 {
			return fmt.Errorf("%w: WithNodeLimit of 0", ErrOption)
		}
		c.nodes = n
		return nil
	})
}

// WithWorkers has n goroutines share a search of [Solve] or [Shortest], which
// finds the same solution for any n. The default is 1, and more than 1024 count
// as 1024; below 1 it is an [ErrOption]. All goroutines have ended when the search
// returns. Where a node limit falls, and what the statistics say, depends on how
// they meet.
func WithWorkers(n int) Option {
	return option(func(c *config) error {
		if n < 1 {
			return fmt.Errorf("%w: WithWorkers of %d", ErrOption, n)
		}
		c.workers = min(n, 1024)
		return nil
	})
}

// WithProgress has the search call report now and then, in the goroutine of the
// caller, with what it has done so far. Between two calls it lets that much time
// pass at least. A panic in report reaches
// the caller. An interval that is not above 0 or a nil report is an [ErrOption].
func WithProgress(every time.Duration, report func(Stats)) Option {
	return option(func(c *config) error {
		if every <= 0 || report == nil {
			return fmt.Errorf("%w: WithProgress every %v with a report that is nil: %t", ErrOption, every, report == nil)
		}
		c.every, c.progress = every, report
		return nil
	})
}

// StartAfter has [Solve] or [Solutions] leave out all sequences that come before
// those that begin with prefix. It takes up a search that stopped: what its
// [*StopError] says it reached is the prefix. Positions on the way to the prefix
// do not count for [WithNodeLimit] again, so with one worker each call gets
// further.
//
// A prefix longer than the number of moves or with an illegal move is an
// [ErrOption]. No prefix starts from the beginning.
func StartAfter(prefix []Move) Option {
	prefix = slices.Clone(prefix)
	return option(func(c *config) error {
		c.start = prefix
		return nil
	})
}

// WithStats has the search write to stats what it did, once, when it returns,
// whether it has an answer or not. A search that is refused, as with [ErrMoves],
// [ErrUnsettled] or [ErrOption], leaves stats as it was.
func WithStats(stats *Stats) Option {
	return option(func(c *config) error {
		if stats == nil {
			return fmt.Errorf("%w: WithStats of nil", ErrOption)
		}
		c.stats = stats
		return nil
	})
}
