package beads_test

import (
	"runtime"
	"testing"
)

// TestMain lets four goroutines run at the same time. A search starts no more
// workers than that, so with fewer the tests of several workers would test less.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0)))
	m.Run()
}
