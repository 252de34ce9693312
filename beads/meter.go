package beads

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mayanbeads/mayan/internal/watch"
)

// A meter counts what one worker does, and says whether the worker is to go on.
type meter struct {
	watch    *watch.Watch // of the search
	limit    uint64       // of positions, for the error
	stats    Stats
	progress func(Stats) // nil in all goroutines but that of the caller
	next     uint64      // poll when so much has been done
	err      error       // a *StopError if the worker must stop
	crew     *crew       // nil if the worker is alone
}

// pace is how much is done between two polls: some hundred microseconds' work.
const pace = 512

func newMeter(ctx context.Context, limit uint64, every time.Duration, progress func(Stats)) *meter {
	w := watch.Start(ctx, limit, every)
	return &meter{watch: &w, limit: limit, progress: progress}
}

// enter counts positions, and reports whether to go on.
func (m *meter) enter(positions uint64) bool {
	if !m.watch.Enter(positions) {
		m.stop(fmt.Errorf("%w: %d positions entered", ErrBudget, m.limit))
		return false
	}
	m.stats.Nodes += positions
	if m.stats.Nodes+m.stats.Tried < m.next {
		return true
	}
	return m.look()
}

// look polls the context and the other workers, reports progress if it is time to,
// and returns whether to go on.
func (m *meter) look() bool {
	goOn := m.crew == nil || m.crew.meet(m)
	m.next = m.stats.Nodes + m.stats.Tried + pace
	if err := m.watch.Err(); err != nil {
		m.stop(err)
	}
	if !goOn || m.err != nil {
		return false
	}
	if m.progress != nil {
		m.watch.Report(m.report)
	}
	return true
}

// stop makes err the reason why the worker must stop, unless it has one.
func (m *meter) stop(err error) {
	if m.err == nil {
		m.err = &StopError{Err: err}
	}
}

func (m *meter) report() {
	m.stats.Elapsed = m.watch.Elapsed()
	m.progress(m.stats)
}

// A crew is the workers that share one search: one in the goroutine of the caller,
// with the meter of the search, and helpers with meters of their own.
type crew struct {
	caller *meter
	halted atomic.Bool // all are to stop
	mutex  sync.Mutex  // guards what follows
	done   Stats       // by helpers, and unknown to the caller's meter
	err    error       // why the first helper had to stop
}

func (c *crew) halt() { c.halted.Store(true) }

// meet lets the meter of a helper tell what it has counted, or that of the caller
// hear it, and returns whether to go on.
func (c *crew) meet(m *meter) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	from, to := &m.stats, &c.done
	if m == c.caller {
		from, to = to, from
	}
	to.Nodes += from.Nodes
	to.Tried += from.Tried
	to.Remembered += from.Remembered
	*from = Stats{}
	if c.err == nil {
		c.err = m.err
	}
	return !c.halted.Load()
}

// wait reports progress if it is time to, and returns how long to wait before the
// next call. The caller's worker calls it while the helpers still work.
func (c *crew) wait() time.Duration {
	if !c.caller.look() {
		c.halt()
	}
	if c.caller.progress == nil {
		return 0
	}
	return c.caller.watch.UntilDue()
}

// together calls work with the numbers from 0 below n at the same time, 0 in the
// goroutine of the caller. It returns when all calls have returned, and reports
// whether all have returned true. When one has not, the meters of the others say
// stop. If the context ended or a limit was reached, m.err says so.
func together(m *meter, n int, work func(i int, m *meter) bool) bool {
	c := &crew{caller: m}
	m.crew = c
	defer func() {
		c.meet(m)
		m.crew = nil
		if m.err == nil {
			m.err = c.err
		}
	}()
	watch.Together(n, func(i int) {
		own := m
		if i > 0 {
			own = &meter{watch: m.watch, limit: m.limit, crew: c}
		}
		if !work(i, own) {
			c.halt()
		}
		c.meet(own)
	}, c.halt, c.wait)
	return !c.halted.Load()
}
