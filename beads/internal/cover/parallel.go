package cover

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mayanbeads/mayan/internal/watch"
)

// A team is the workers that share one search. One of them works in the goroutine of the
// caller, with the Progress of the search. The others, the helpers, have a Progress each.
type team struct {
	caller *Progress
	halted atomic.Bool // all are to stop
	mutex  sync.Mutex  // guards what follows
	done   Stats       // by helpers, and not yet in the Progress of the caller
	err    error       // why the first helper had to stop
}

func (t *team) halt() { t.halted.Store(true) }

// meet moves what a helper has counted into the team, or what the team has counted into
// the Progress of the caller. It returns whether the worker may go on.
func (t *team) meet(m *Progress) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	from, to := &m.stats, &t.done
	if m == t.caller {
		from, to = to, from
	}
	to.Nodes += from.Nodes
	to.Tried += from.Tried
	to.Remembered += from.Remembered
	*from = Stats{}
	if t.err == nil {
		t.err = m.err
	}
	return !t.halted.Load()
}

// wait reports progress if it is time to, and returns how long to wait before the next
// call. The worker of the caller calls it while helpers still work.
func (t *team) wait() time.Duration {
	if !t.caller.look() {
		t.halt()
	}
	if t.caller.report == nil {
		return 0
	}
	return t.caller.watch.UntilDue()
}

// firstOf returns the first answer that one of n workers finds. It returns false if the
// Progress says stop before.
//
// Every worker searches the whole problem, but begins with another part of it. They share
// the positions that they store, so a worker skips what another has finished (A. Stivala
// and others, Lock-free parallel dynamic programming, 2010).
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

// startOf returns the first of n choices for a worker. Worker 0 begins with choice 0,
// as a single worker does. The others begin at a choice that depends on the position.
func startOf(number int, covered uint64, n int) int {
	if number == 0 {
		return 0
	}
	hash := (covered ^ uint64(number)<<32) * 0x9e3779b97f4a7c15
	start, _ := bits.Mul64(hash^hash>>32, uint64(n))
	return int(start)
}

// together calls work with the numbers 0 to n-1 at the same time, 0 in the goroutine of
// the caller. It returns when all calls have returned, and reports whether all of them
// returned true. After the first false, the Progress of every other worker says stop. If
// the context ended or a limit was reached, m.err says so afterwards.
func together(m *Progress, n int, work func(i int, m *Progress) bool) bool {
	t := &team{caller: m}
	m.team = t
	defer func() {
		t.meet(m)
		m.team = nil
		if m.err == nil {
			m.err = t.err
		}
	}()
	watch.Together(n, func(i int) {
		own := m
		if i > 0 {
			own = &Progress{watch: m.watch, limit: m.limit, team: t}
		}
		if !work(i, own) {
			t.halt()
		}
		t.meet(own)
	}, t.halt, t.wait)
	return !t.halted.Load()
}
