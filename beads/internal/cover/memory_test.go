package cover

import "testing"

// With every budget, a search either gives the right answer or gives up.
func TestEveryBudgetGivesTheRightAnswerOrNone(t *testing.T) {
	c := problem(t, ".....\n.....\n.....\n.....", twelve...)
	progress := Start(t.Context(), 0, 0, nil)
	want, ok := newSweep(c, progress, 1<<30, 1).count() // without symmetries
	if !ok || want == 0 {
		t.Fatal(want, ok)
	}
	gaveUp := 0
	var needed []budget // by one worker, by three, and by three or fewer
	for _, count := range []func(budget) (uint64, bool){
		func(b budget) (uint64, bool) { return newSweep(c, progress, b, 1).count() },
		func(b budget) (uint64, bool) { return newSweep(c, progress, b, 3).count() },
		func(b budget) (uint64, bool) { return sweepCount(c, progress, b, 3) },
	} {
		for bytes := budget(0); ; bytes += 1997 {
			got, ok := count(bytes)
			if ok && got != want {
				t.Fatalf("budget %d: count is %d, want %d", bytes, got, want)
			}
			if ok {
				needed = append(needed, bytes)
				break
			}
			gaveUp++
		}
	}
	if needed[1] <= needed[0] || needed[2] != needed[0] {
		t.Errorf("one worker needs %d bytes, three workers need %d, three or fewer need %d", needed[0], needed[1], needed[2])
	}
	for bytes := budget(0); bytes < 100000; bytes = bytes*3/2 + 97 {
		found := uint64(0)
		w := newDepthFirst(c, progress, bytes, func([]Placement) bool { found++; return true })
		if w == nil {
			gaveUp++
			continue
		}
		if w.run(); found != want {
			t.Fatalf("budget %d: %d solutions, want %d", bytes, found, want)
		}
	}
	for bytes := budget(0); bytes < 200000; bytes = bytes*3/2 + 97 {
		found := uint64(0)
		h := newConstrained(c, progress, bytes, func([]Placement) bool { found++; return true })
		if h == nil {
			gaveUp++
			continue
		}
		if h.run(); found != want {
			t.Fatalf("budget %d: %d solutions, want %d", bytes, found, want)
		}
	}
	for bytes := budget(0); ; bytes += 1997 {
		graph := newSolutionGraph(c, progress, bytes)
		if graph == nil {
			gaveUp++
			continue
		}
		found := uint64(0)
		if graph.follow(func([]Placement) bool { found++; return true }); found != want {
			t.Fatalf("budget %d: the graph has %d solutions, want %d", bytes, found, want)
		}
		break
	}
	if gaveUp < 10 {
		t.Errorf("only %d searches gave up", gaveUp)
	}
}
