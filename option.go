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
	shareFrom  uint64 // positions from which on the workers share the search; only tests set it
	nodes      uint64 // 0 is no limit
	stats      *Stats
	every      time.Duration
	progress   func(Stats)
	start      []Move
}

type option func(*config) error

func (o option) apply(c *config) error { return o(c) }

// newConfig applies the options to the given strategies.
func newConfig(strategies strategy, options []Option) (*config, error) {
	c := &config{strategies: strategies, memory: defaultMemory, workers: 1, shareFrom: defaultShareFrom}
	for i, o := range options {
		if o == nil {
			return nil, fmt.Errorf("mayan: option %d of %d: %w: nil", i+1, len(options), ErrOption)
		}
		if err := o.apply(c); err != nil {
			return nil, fmt.Errorf("mayan: option %d of %d: %w", i+1, len(options), err)
		}
	}
	if c.cut != nil {
		c.strategies &^= pruneCommuting
	}
	return c, nil
}

// defaultMemory is the bound of the table of remembered positions in bytes.
const defaultMemory = 256 << 20

// defaultShareFrom is the number of positions that one worker enters before others
// join it. A search of fewer ends before it pays to set several to work.
const defaultShareFrom = 2000

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
// finds the same solution for any n. A short search ends before they are set to
// work. The default is 1, and more than 1024 count as 1024; below 1 it is an
// [ErrOption]. All goroutines have ended when the search returns. Where a node limit
// falls, and what the statistics say, depends on how they meet.
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
// pass at least. A panic in report reaches the caller. An interval that is not
// above 0 or a nil report is an [ErrOption].
func WithProgress(every time.Duration, report func(Stats)) Option {
	return option(func(c *config) error {
		switch {
		case every <= 0:
			return fmt.Errorf("%w: WithProgress every %v", ErrOption, every)
		case report == nil:
			return fmt.Errorf("%w: WithProgress with a nil report", ErrOption)
		}
		c.every, c.progress = every, report
		return nil
	})
}

// StartAfter has [Solve] or [Solutions] leave out all sequences that come before
// those that begin with prefix, but not these. It takes up a search that stopped:
// what its [*StopError] says it reached is the prefix. Positions on the way to the
// prefix do not count for [WithNodeLimit] again, so with one worker each call gets
// further. What the other search remembered is gone. Solutions that is taken up in
// this way lists each sequence once, over all calls.
//
// A solution may be the prefix, too. It is then the first that is found, so who has
// seen it already must pass over it.
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
