package beads

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"
)

// A crew is what several workers share that work on one search: one in the
// goroutine of the caller, with the meter of the search, and helpers with
// meters of their own.
type crew struct {
	caller *meter
	halted atomic.Bool // all are to stop
	mutex  sync.Mutex
	done   Stats // by helpers, and unknown to the caller's meter
}

// meet lets a meter tell what it has counted, or that of the caller hear it, and
// reports whether to go on.
func (c *crew) meet(m *meter) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	from, to := &m.stats, &c.done
	if m == c.caller {
		from, to = to, from
	}
	to.Positions += from.Positions
	to.Tried += from.Tried
	to.Remembered += from.Remembered
	*from = Stats{}
	return !c.halted.Load()
}

// together calls work with the numbers from 0 below n at the same time, 0 in the
// goroutine of the caller, and returns when all have returned: whether all have
// returned true. When one has not, or panics in the goroutine of the caller, the
// meters of the others say stop.
func together(m *meter, n int, work func(i int, m *meter) bool) bool {
	c := &crew{caller: m}
	m.crew = c
	var helpers sync.WaitGroup
	returned := false
	defer func() {
		if !returned {
			c.halted.Store(true)
			helpers.Wait()
		}
		c.meet(m)
		m.crew = nil
	}()
	do := func(i int, m *meter) {
		if !work(i, m) {
			c.halted.Store(true)
		}
		c.meet(m)
	}
	for i := 1; i < n; i++ {
		helpers.Go(func() { do(i, &meter{ctx: context.Background(), crew: c}) })
	}
	do(0, m)
	helpers.Wait()
	returned = true
	return !c.halted.Load()
}

// firstOf returns the first answer that one of n workers finds, and false if
// the meter says stop before. Each of them searches the whole, but begins with
// another part of it, and they share what they find out: so they come together
// only where little is left to do. (Stivala and others: Lock-free parallel
// dynamic programming, 2010.)
func firstOf(m *meter, n int, work func(i int, m *meter) (total uint64, ok bool)) (total uint64, ok bool) {
	var mutex sync.Mutex
	together(m, n, func(i int, m *meter) bool {
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
