package cover

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mayanbeads/mayan/internal/watch"
)

// A crew is the workers that share one search: one in the goroutine of the caller,
// with the meter of the search, and helpers with meters of their own.
type team struct {
	caller *Progress
	halted atomic.Bool // all are to stop
	mutex  sync.Mutex  // guards what follows
	done   Stats       // by helpers, and unknown to the caller's meter
	err    error       // why the first helper had to stop
}

func (c *team) halt() { c.halted.Store(true) }

// meet lets the meter of a helper tell what it has counted, or that of the caller
// hear it, and returns whether to go on.
func (c *team) meet(m *Progress) bool {
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
func (c *team) wait() time.Duration {
	if !c.caller.look() {
		c.halt()
	}
	if c.caller.report == nil {
		return 0
	}
	return c.caller.watch.UntilDue()
}

// firstOf returns the first answer that one of n workers finds, and false if
// the meter says stop before. Each of them searches the whole, but begins with
// another part of it, and they share what they find out: so they come together
// only where little is left to do. (Stivala and others: Lock-free parallel
// dynamic programming, 2010.)
func firstOf(m *Progress, n int, work func(i int, m *Progress) (total uint64, ok bool)) (total uint64, ok bool) {
	var mutex sync.Mutex
	together(m, n, func(i int, m *Progress) bool {
		found, done := work(i, m)
		if done {
			mutex.Lock()
			total, ok = found, true
			mutex.Unlock()
		}
		return false // so the others need not go on
	})
	return total, ok
}

// startOf returns with which of n choices a worker begins. Worker 0 begins with
// the first, as a search by one worker does, and the others anywhere.
func startOf(number int, covered uint64, n int) int {
	if number == 0 {
		return 0
	}
	hash := (covered ^ uint64(number)<<32) * 0x9e3779b97f4a7c15
	start, _ := bits.Mul64(hash^hash>>32, uint64(n))
	return int(start)
}

// together calls work with the numbers from 0 below n at the same time, 0 in the
// goroutine of the caller. It returns when all calls have returned, and reports
// whether all have returned true. When one has not, the meters of the others say
// stop. If the context ended or a limit was reached, m.err says so.
func together(m *Progress, n int, work func(i int, m *Progress) bool) bool {
	c := &team{caller: m}
	m.team = c
	defer func() {
		c.meet(m)
		m.team = nil
		if m.err == nil {
			m.err = c.err
		}
	}()
	watch.Together(n, func(i int) {
		own := m
		if i > 0 {
			own = &Progress{watch: m.watch, limit: m.limit, team: c}
		}
		if !work(i, own) {
			c.halt()
		}
		c.meet(own)
	}, c.halt, c.wait)
	return !c.halted.Load()
}
