package beads_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mayanbeads/mayan/beads"
)

func TestAnswersDoNotDependOnMemory(t *testing.T) {
	ctx := t.Context()
	easy := mustTriangle(t, lines(sample))
	for _, memory := range []int64{-1 << 63, -1, 1, 1000} {
		s := &beads.Solver{Memory: memory}
		want := beads.ErrMemory
		if memory < 0 {
			want = beads.ErrOption
		}
		if _, err := s.Solve(ctx, easy); !errors.Is(err, want) {
			t.Errorf("Memory %d: Solve: %v", memory, err)
		}
		if _, err := s.SolveUnique(ctx, easy); !errors.Is(err, want) {
			t.Errorf("Memory %d: SolveUnique: %v", memory, err)
		}
		if n, err := s.Count(ctx, easy); n != 0 || !errors.Is(err, want) {
			t.Errorf("Memory %d: Count: %d, %v", memory, n, err)
		}
		if p, err := s.Forced(ctx, easy); p != nil || !errors.Is(err, want) {
			t.Errorf("Memory %d: Forced: %v, %v", memory, p, err)
		}
		n := 0
		for b, err := range s.Solutions(ctx, easy) {
			if n++; b != (beads.Board{}) || !errors.Is(err, want) {
				t.Errorf("Memory %d: Solutions: %v, %v", memory, b, err)
			}
		}
		if n != 1 {
			t.Errorf("Memory %d: Solutions has %d elements", memory, n)
		}
	}
	for _, memory := range []int64{40 << 10, 50 << 10, 100 << 10, 1 << 20} {
		check(t, &beads.Solver{Memory: memory}, easy, []string{lines(sampleFilled)})
	}
	full := mustTriangle(t, lines(". .. ... .... ..... ...... ....... EEE.AA.. E...ABBBB E........."))
	want, err := new(beads.Solver).Count(ctx, full)
	if err != nil {
		t.Fatal(err)
	}
	for _, memory := range []int64{100 << 10, 300 << 10, 1 << 20, 4 << 20} {
		if n, err := (&beads.Solver{Memory: memory}).Count(ctx, full); n != want || err != nil {
			t.Errorf("Memory %d: Count is %d, %v, want %d", memory, n, err, want)
		}
	}
}

// The documentation says that counting the fillings of the empty triangle takes less
// than 6 MiB. So with that limit the search must not enter more positions.
func TestTriangleIsCountedIn6MiB(t *testing.T) {
	var entered [2]uint64
	for i, memory := range []int64{0, 6 << 20} {
		s := &beads.Solver{Memory: memory, Progress: func(s beads.Stats) { entered[i] = s.Nodes }}
		if n, err := s.Count(t.Context(), beads.Triangle()); n != 32288 || err != nil {
			t.Fatal(n, err)
		}
	}
	if entered[0] != entered[1] {
		t.Errorf("%d positions entered with all memory, %d with 6 MiB", entered[0], entered[1])
	}
}

// A search allocates at most twice the memory limit and a fixed amount, garbage
// included.
func TestAllocationsStayWithinMemory(t *testing.T) {
	const extra = 300 << 10
	for name, text := range map[string]string{
		"square":    strings.Repeat("........\n", 8),
		"rectangle": strings.Repeat("...........\n", 5),
		"triangle":  lines(empty),
	} {
		// Each search has a new region, so its tables are not built yet. The triangle
		// is an exception. Each search ends after a while.
		allocates := func(memory int64, ask func(*beads.Solver, context.Context, beads.Board)) int64 {
			b := mustBoard(t, text)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			calls := 0
			s := &beads.Solver{Memory: memory, Every: 1, Progress: func(beads.Stats) {
				if calls++; calls == 300 {
					cancel()
				}
			}}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			ask(s, ctx, b)
			runtime.ReadMemStats(&after)
			return int64(after.TotalAlloc - before.TotalAlloc)
		}
		for _, memory := range []int64{1, 60 << 10, 100 << 10, 1 << 20} {
			got := allocates(memory, func(s *beads.Solver, ctx context.Context, b beads.Board) { s.Count(ctx, b) })
			if got > 2*memory+extra {
				t.Errorf("%s: Count allocates %d bytes with Memory %d", name, got, memory)
			}
			got = allocates(memory, func(s *beads.Solver, ctx context.Context, b beads.Board) {
				for range s.Solutions(ctx, b) {
				}
			})
			if got > 2*memory+extra {
				t.Errorf("%s: Solutions allocates %d bytes with Memory %d", name, got, memory)
			}
		}
	}
}

func TestLeavingTheLoopStopsTheSearch(t *testing.T) {
	var last beads.Stats
	s := &beads.Solver{Progress: func(s beads.Stats) { last = s }}
	for range s.Solutions(t.Context(), beads.Triangle()) {
		break
	}
	if last.Nodes == 0 || last.Nodes > 10000 {
		t.Errorf("%d positions entered for one solution", last.Nodes)
	}
}

func TestProgressKeepsTheInterval(t *testing.T) {
	for _, every := range []time.Duration{0, 5 * time.Millisecond} {
		var all []beads.Stats
		s := &beads.Solver{Every: every, Progress: func(s beads.Stats) { all = append(all, s) }}
		if _, err := s.Count(t.Context(), beads.Triangle()); err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 || every <= 0 && len(all) != 1 {
			t.Fatalf("Every %v: %d calls", every, len(all))
		}
		for i := range all[:len(all)-1] {
			if all[i].Elapsed < time.Duration(i+1)*every {
				t.Errorf("Every %v: call %d came after %v", every, i+1, all[i].Elapsed)
			}
			if all[i].Nodes > all[i+1].Nodes {
				t.Errorf("Every %v: call %d: fewer positions than before", every, i+1)
			}
		}
		last := all[len(all)-1]
		if last.Nodes == 0 || last.Tried == 0 || last.Remembered == 0 || last.Elapsed <= 0 {
			t.Errorf("Every %v: at the end %+v", every, last)
		}
	}
	// Progress is called even if there is nothing to search.
	calls := 0
	s := &beads.Solver{Progress: func(beads.Stats) { calls++ }}
	if _, err := s.Solve(t.Context(), beads.Board{}); err != nil || calls != 1 {
		t.Errorf("%v, %d calls", err, calls)
	}
}

// If the caller leaves a search by a panic or by Goexit, Progress is not called.
func TestNoProgressAfterPanic(t *testing.T) {
	for name, leave := range map[string]func(){
		"panic":  func() { panic("a reason") },
		"Goexit": runtime.Goexit,
	} {
		calls := 0
		s := &beads.Solver{Progress: func(s beads.Stats) { calls++ }}
		var wait sync.WaitGroup
		wait.Add(1)
		go func() {
			defer wait.Done()
			defer func() { recover() }()
			for range s.Solutions(t.Context(), beads.Triangle()) {
				leave()
			}
		}()
		wait.Wait()
		if calls != 0 {
			t.Errorf("%s: %d calls of Progress", name, calls)
		}
	}
}

// A search with a limit of the positions that it needs
// gives the same answer. With a limit of one less, it stops.
func TestNodeLimitIsExact(t *testing.T) {
	boards := map[string]beads.Board{
		"sample": mustTriangle(t, lines(sample)),
		"6x5":    mustRectangle(t, 6, 5, beads.Pentominoes()),
		"none":   mustTriangle(t, lines(strings.Replace(sample, ". ..", "A AA", 1))),
	}
	for board, b := range boards {
		for name, ask := range questions() {
			for _, strategy := range []beads.Strategy{beads.Sweep, beads.Search} {
				var last beads.Stats
				s := beads.Solver{Strategy: strategy, Progress: func(now beads.Stats) { last = now }}
				want := ask(&s, t.Context(), b)
				needs := last.Nodes
				if needs == 0 {
					continue
				}
				s.NodeLimit = needs
				if err := ask(&s, t.Context(), b); fmt.Sprint(err) != fmt.Sprint(want) || last.Nodes != needs {
					t.Errorf("%s, %s, %v with a limit of %d: %v, %d positions, want %v", board, name, strategy, needs, err, last.Nodes, want)
				}
				if s.NodeLimit--; s.NodeLimit == 0 {
					continue
				}
				if err := ask(&s, t.Context(), b); !errors.Is(err, beads.ErrBudget) || last.Nodes >= needs {
					t.Errorf("%s, %s, %v with a limit of %d: %v, %d positions", board, name, strategy, s.NodeLimit, err, last.Nodes)
				}
			}
		}
	}
}
