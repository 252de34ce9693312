package beads

import (
	"math/bits"
	"sync"
)

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
