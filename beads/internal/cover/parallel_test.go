package cover

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// In each case, some workers end only when they are told to stop. If together did not
// tell them, this test would not end.
func TestTogetherStopsAllWorkers(t *testing.T) {
	untilStopped := func(m *Progress) bool {
		for m.enter(1) {
			runtime.Gosched()
		}
		return false
	}
	for name, test := range map[string]struct {
		work   func(i int, m *Progress) bool
		panics any
	}{
		"the caller stops":     {work: func(i int, m *Progress) bool { return i > 0 && untilStopped(m) }},
		"another worker stops": {work: func(i int, m *Progress) bool { return i != 2 && untilStopped(m) }},
		"the caller panics": {work: func(i int, m *Progress) bool {
			if i == 0 {
				panic("stop")
			}
			return untilStopped(m)
		}, panics: "stop"},
		"no worker stops": {work: func(i int, m *Progress) bool { return m.enter(1) }},
	} {
		m := Start(t.Context(), 0, 0, nil)
		var working atomic.Int64
		var begun, counted atomic.Uint64
		goOn := true
		func() {
			defer func() {
				if r := recover(); r != test.panics {
					t.Errorf("%s: recovered %v", name, r)
				}
			}()
			goOn = together(m, 4, func(i int, m *Progress) bool {
				working.Add(1)
				defer working.Add(-1)
				begun.Add(1)
				m.stats.Tried++
				counted.Add(1)
				return test.work(i, m)
			})
		}()
		if n := working.Load(); n != 0 {
			t.Errorf("%s: %d workers still run", name, n)
		}
		if begun.Load() != 4 || m.stats.Tried != counted.Load() {
			t.Errorf("%s: %d workers count %d, but the Progress has %d", name, begun.Load(), counted.Load(), m.stats.Tried)
		}
		if want := name == "no worker stops"; goOn != want && test.panics == nil {
			t.Errorf("%s: together returns %v", name, goOn)
		}
		if m.team != nil || m.err != nil || !m.look() {
			t.Errorf("%s: the Progress is not ready to go on: %v", name, m.err)
		}
	}
}

// Several workers allocate at most the budget and a fixed amount, garbage included.
func TestWorkersKeepToTheBudget(t *testing.T) {
	const extra = 100 << 10 // for tables of a fixed size, which the budget does not include
	for name, work := range map[string]func(*Problem, *Progress, budget) bool{
		"sweep": func(c *Problem, m *Progress, b budget) bool { return newSweep(c, m, b, 4).run() },
		"graph": func(c *Problem, m *Progress, b budget) bool { return newSolutionGraph(c, m, b) != nil },
		"constrained": func(c *Problem, m *Progress, b budget) bool {
			h := newCount(c, m, b, 4)
			if h == nil {
				return false
			}
			_, ok := h.count(nil)
			return ok
		},
	} {
		c := problem(t, strings.TrimSpace(strings.Repeat("......\n", 5)), twelve...)
		done := false
		for b := budget(100 << 10); b < 64<<20 && !done; b *= 4 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			done = work(c, Start(t.Context(), 0, 0, nil), b)
			runtime.ReadMemStats(&after)
			if got := budget(after.TotalAlloc - before.TotalAlloc); got > b+extra {
				t.Errorf("%s: %d bytes allocated with a budget of %d", name, got, b)
			}
		}
		if !done {
			t.Errorf("%s: all budgets are too small", name)
		}
	}
}
