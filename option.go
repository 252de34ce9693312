// This file holds options, except the prune strategies.

package mayan

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/exp/slices"
)

// ErrOption is wrapped by the error of a search whose context is nil, or one of
// whose options is nil or has a value that makes no sense.
var ErrOption = errors.New("bad option")

// An Option sets how a search works: its prune strategies, its limits and its reports.
//
// A search starts with every strategy that is sound for its question, one worker, no
// limit of positions, and 256 MiB for remembered positions. Its options then apply from
// left to right. If two options set the same thing, the later one counts. [NoPrunes]
// takes all strategies off, and options after it add strategies again. So this call
// uses the column bound alone:
//
//	mayan.Solve(ctx, board, n, mayan.NoPrunes(), mayan.PruneColumns())
//
// There are two questions: the smallest sequence ([Solve], [Shortest]) and all
// sequences ([Solutions], [Count]). A strategy that is sound for a question changes how
// long the search takes and never its answer.
//
// Searches that run at the same time may share options, except [WithStats]: each of them
// needs a Stats of its own. If they share functions, these must be safe for that.
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
			return nil, fmt.Errorf("%w: option %d of %d is nil", ErrOption, i+1, len(options))
		}
		if err := o.apply(c); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOption, err)
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

// WithMemory limits the memory for remembered positions, in bytes. The default is
// 256 MiB. The search allocates it as it needs it. When the limit is reached, older
// positions are forgotten, which costs time and changes no answer. With a limit of
// 0, no position is remembered. If bytes is below 0, the search returns an error
// that wraps [ErrOption].
func WithMemory(bytes int64) Option {
	return option(func(c *config) error {
		if bytes < 0 {
			return fmt.Errorf("WithMemory(%d): must be at least 0", bytes)
		}
		c.memory = bytes
		return nil
	})
}

// WithNodeLimit stops the search when it would enter more than n positions, as
// [Stats] counts them in Nodes. Its error is then a [*StopError] that wraps
// [ErrBudget]. By default there is no limit. If n is 0, the search returns an error
// that wraps [ErrOption].
func WithNodeLimit(n uint64) Option {
	return option(func(c *config) error {
		if n == 0 {
			return errors.New("WithNodeLimit(0): must be at least 1")
		}
		c.nodes = n
		return nil
	})
}

// WithWorkers lets up to n goroutines share a search of [Solve] or [Shortest]. The
// solution is the same for every n. The default is 1. If n is below 1, the search
// returns an error that wraps [ErrOption].
//
// The search starts no more goroutines than can run at the same time
// ([runtime.GOMAXPROCS]), as more would only slow it down. A search of fewer than
// about 2,000 positions ends before it starts any. All of them have ended when the
// search returns. The statistics, and the place where a node limit stops the
// search, may differ from run to run.
func WithWorkers(n int) Option {
	return option(func(c *config) error {
		if n < 1 {
			return fmt.Errorf("WithWorkers(%d): must be at least 1", n)
		}
		c.workers = n
		return nil
	})
}

// WithProgress calls report with what the search has done so far: after at least the
// interval since the last call, and once when the search ends. If
// the interval is 0, it is called at the end only. It is called in the goroutine of
// the caller. A search that ends by a panic or by [runtime.Goexit] makes no last
// call.
//
// If every is below 0 or report is nil, the search returns an error that wraps
// [ErrOption].
func WithProgress(every time.Duration, report func(Stats)) Option {
	return option(func(c *config) error {
		switch {
		case every < 0:
			return fmt.Errorf("WithProgress(%v): must be at least 0s", every)
		case report == nil:
			return errors.New("WithProgress: the function is nil")
		}
		c.every, c.progress = every, report
		return nil
	})
}

// StartAfter continues a search of [Solve] or [Solutions] that was stopped. It skips
// every sequence that sorts before the sequences that begin with prefix. These are
// searched, in spite of the name. The prefix to give is Reached of the [*StopError].
//
// Positions on the way to the prefix are not counted for [WithNodeLimit] again, so with
// one worker each call gets further. Positions remembered by the stopped search are
// lost. If Solutions is continued with Reached, all its calls together return each
// sequence once. The prefix may also be a solution that the caller has seen. Then it is
// returned again, as the first.
//
// An empty prefix starts from the beginning. If the prefix has more moves than the search
// was asked for, or an illegal move, the search returns an error that wraps [ErrOption].
// [Shortest] and [Count] refuse every prefix but the empty one in the same way.
func StartAfter(prefix []Move) Option {
	prefix = slices.Clone(prefix)
	return option(func(c *config) error {
		c.start = prefix
		return nil
	})
}

// WithStats writes to stats what the search did, once, when the search returns. It
// does so with or without an answer, and also if a function of the caller panics. A
// search that does not begin, because its error wraps [ErrMoves], [ErrUnsettled] or
// [ErrOption], leaves stats unchanged. If stats is nil, the search returns an error
// that wraps ErrOption.
func WithStats(stats *Stats) Option {
	return option(func(c *config) error {
		if stats == nil {
			return errors.New("WithStats: the pointer is nil")
		}
		c.stats = stats
		return nil
	})
}
