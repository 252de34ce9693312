package beads_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
)

// listed returns the first solutions, at most the given number.
func listed(t *testing.T, s *beads.Solver, b beads.Board, most int) (all []string) {
	t.Helper()
	for filled, err := range s.Solutions(t.Context(), b) {
		if err != nil {
			t.Fatal(err)
		}
		if all = append(all, filled.String()); len(all) == most {
			break
		}
	}
	return all
}

// Every number of workers gives the same answers as one worker.
func TestWorkersGiveTheSameAnswers(t *testing.T) {
	boards := map[string]beads.Board{
		"triangle":         beads.Triangle(),
		"no solution":      mustTriangle(t, lines(". .. ... .... ..... ...... ....GGG ....GCG. ....ACHHH ...AACCHH.")),
		"a filled pyramid": must(new(beads.Solver).Solve(t.Context(), beads.Pyramid()))(t),
		"zero":             {},
	}
	if !testing.Short() && !raceEnabled {
		boards["5x11"] = mustRectangle(t, 5, 11, beads.Set{})
		boards["6x10 pentominoes"] = mustRectangle(t, 6, 10, beads.Pentominoes())
		boards["pyramid"] = beads.Pyramid()
	}
	for name, b := range boards {
		alone := &beads.Solver{}
		count, err := alone.Count(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		solutions := listed(t, alone, b, 300)
		for _, s := range []*beads.Solver{{Workers: 2}, {Workers: 3}, {Workers: 8}, {Workers: 1e6}, {Workers: 8, Memory: 3 << 20}} {
			if s.Memory > 0 && name != "triangle" {
				continue // takes long with little memory
			}
			if n, err := s.Count(t.Context(), b); n != count || err != nil {
				t.Errorf("%s, %+v: Count is %d, %v, want %d", name, s, n, err, count)
			}
			if diff := cmp.Diff(solutions, listed(t, s, b, 300)); diff != "" {
				t.Errorf("%s, %+v: %s", name, s, diff)
			}
		}
	}
}

// TestWorkersOnRandomRegions has regions with and without symmetries, and enough memory
// or too little.
func TestWorkersOnRandomRegions(t *testing.T) {
	boards := 30
	if testing.Short() || raceEnabled {
		boards = 5
	}
	random := rand.New(rand.NewPCG(11, 12))
	solvable := 0
	for i := range boards {
		width := 5 + random.IntN(2)
		text := ""
		for range 5 + random.IntN(2) {
			row := []byte(strings.Repeat(".", width))
			if random.IntN(2) == 0 {
				hole := random.IntN(width)
				row[hole] = '#'
				if i%3 == 0 {
					row[width-1-hole] = '#'
				}
			}
			text += string(row) + "\n"
		}
		b := mustBoard(t, text)
		var count uint64
		for _, strategy := range []beads.Strategy{beads.Sweep, beads.Search} {
			alone := &beads.Solver{Strategy: strategy}
			n, err := alone.Count(t.Context(), b)
			if err != nil || strategy == beads.Search && n != count {
				t.Fatalf("board\n%v\n%v: %d, %v, want %d", b, strategy, n, err, count)
			}
			count = n
			solutions := listed(t, alone, b, 100)
			for _, workers := range []int{2, 8} {
				for _, memory := range []int64{0, 300 << 10} {
					s := &beads.Solver{Strategy: strategy, Workers: workers, Memory: memory}
					n, err := s.Count(t.Context(), b)
					if errors.Is(err, beads.ErrMemory) && memory > 0 && strategy == beads.Search {
						continue
					}
					if n != count || err != nil {
						t.Errorf("board\n%v\n%+v: Count is %d, %v, want %d", b, s, n, err, count)
					}
					if diff := cmp.Diff(solutions, listed(t, s, b, 100)); diff != "" {
						t.Errorf("board\n%v\n%+v: %s", b, s, diff)
					}
				}
			}
		}
		if count > 0 {
			solvable++
		}
	}
	if solvable < boards/4 {
		t.Errorf("only %d of %d boards have a solution", solvable, boards)
	}
}

// checkGoroutines fails the test if there are still more goroutines than before.
func checkGoroutines(t *testing.T, before int) {
	t.Helper()
	for wait := time.Millisecond; runtime.NumGoroutine() > before; wait *= 2 {
		if wait > time.Second {
			t.Fatalf("%d goroutines, but there were %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(wait) // a goroutine ends a moment after its work
	}
}

// However a search with several workers ends, all its goroutines end too.
func TestWorkersLeaveNoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	reason := errors.New("a reason")
	for name, b := range map[string]beads.Board{
		"sweep":  mustBoard(t, strings.Repeat("........\n", 6)+"......."),
		"search": beads.Pyramid(),
	} {
		// The search is cancelled after some calls of Progress.
		for _, last := range []int{1, 20} {
			ctx, cancel := context.WithCancelCause(t.Context())
			calls := 0
			var stats beads.Stats
			s := &beads.Solver{Workers: 4, Every: 1, Progress: func(now beads.Stats) {
				if calls++; calls == last {
					cancel(reason)
				}
				if now.Nodes < stats.Nodes || now.Tried < stats.Tried || now.Remembered < stats.Remembered || now.Elapsed < stats.Elapsed {
					t.Errorf("%s: %+v after %+v", name, now, stats)
				}
				stats = now
			}}
			if n, err := s.Count(ctx, b); n != 0 || !errors.Is(err, reason) || calls != last+1 {
				t.Errorf("%s: %d, %v, %d calls of Progress", name, n, err, calls)
			}
			cancel(nil)
		}
		// The deadline of the search passes.
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		if _, err := (&beads.Solver{Workers: 4}).Count(ctx, b); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		// The caller leaves the search by a panic or by Goexit.
		for how, leave := range map[string]func(){"panic": func() { panic(reason) }, "Goexit": runtime.Goexit} {
			calls := 0
			done := make(chan any)
			go func() {
				defer func() { done <- recover() }()
				s := &beads.Solver{Workers: 4, Every: 1, Progress: func(beads.Stats) {
					if calls++; calls == 20 {
						leave()
					}
				}}
				s.Count(t.Context(), b)
			}()
			if r := <-done; (r == reason) != (how == "panic") || calls != 20 {
				t.Errorf("%s, %s: recovered %v, %d calls of Progress", name, how, r, calls)
			}
		}
		// The search does not begin, for lack of memory.
		if _, err := (&beads.Solver{Workers: 4, Memory: 1}).Count(t.Context(), b); !errors.Is(err, beads.ErrMemory) {
			t.Errorf("%s: %v", name, err)
		}
		// The caller leaves the loop.
		for range (&beads.Solver{Workers: 4}).Solutions(t.Context(), b) {
			break
		}
	}
	checkGoroutines(t, before)
}

// A loop over solutions may be left or cancelled at any time: before, while and after
// the search builds its solution graph.
func TestLoopMayEndAnywhere(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 4} {
		for _, last := range []int{1, 511, 512, 513} {
			ctx, cancel := context.WithCancel(t.Context())
			solutions, failures := 0, 0
			for _, err := range (&beads.Solver{Workers: workers}).Solutions(ctx, beads.Triangle()) {
				if err == nil {
					solutions++
				} else if failures++; !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
				if solutions == last {
					cancel()
				}
			}
			if solutions != last || failures != 1 {
				t.Errorf("%d workers, cancelled after %d: %d solutions and %d errors", workers, last, solutions, failures)
			}
			cancel()
			if n := len(listed(t, &beads.Solver{Workers: workers}, beads.Triangle(), last)); n != last {
				t.Errorf("%d workers: %d solutions, want %d", workers, n, last)
			}
		}
		building := 0
		for _, last := range []int{1100, 1500, 3000} {
			ctx, cancel := context.WithCancel(t.Context())
			calls, solutions := 0, 0
			var stats beads.Stats
			s := &beads.Solver{Workers: workers, Every: 1, Progress: func(now beads.Stats) {
				if calls++; calls == last {
					cancel()
				}
				if now.Nodes < stats.Nodes || now.Tried < stats.Tried || now.Remembered < stats.Remembered {
					t.Errorf("%+v after %+v", now, stats)
				}
				stats = now
			}}
			var err error
			for _, err = range s.Solutions(ctx, mustRectangle(t, 5, 11, beads.Set{})) {
				if err == nil {
					solutions++
				}
			}
			if !errors.Is(err, context.Canceled) || calls != last+1 {
				t.Errorf("%d workers: %v after %d solutions and %d calls of Progress", workers, err, solutions, calls)
			}
			if solutions == 4*256 {
				building++
			}
			cancel()
		}
		if building == 0 {
			t.Errorf("%d workers: no case is cancelled while the search builds the solution graph", workers)
		}
	}
	checkGoroutines(t, before)
}

// The last report has the numbers of all workers. In a sweep they are the same as with
// one worker.
func TestStatsIncludeAllWorkers(t *testing.T) {
	before := runtime.NumGoroutine()
	var alone, together beads.Stats
	if _, err := (&beads.Solver{Progress: func(s beads.Stats) { alone = s }}).Count(t.Context(), beads.Triangle()); err != nil {
		t.Fatal(err)
	}
	if _, err := (&beads.Solver{Workers: 4, Progress: func(s beads.Stats) { together = s }}).Count(t.Context(), beads.Triangle()); err != nil {
		t.Fatal(err)
	}
	alone.Elapsed, together.Elapsed = 0, 0
	if diff := cmp.Diff(alone, together); diff != "" {
		t.Errorf("statistics of one worker (-) and of four (+) differ:\n%s", diff)
	}
	checkGoroutines(t, before)
}
