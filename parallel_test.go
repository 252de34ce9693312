package mayan_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mayanbeads/mayan"
)

// Every number of workers finds the same solution.
func TestWorkersFindTheSameSolution(t *testing.T) {
	ctx := context.Background()
	for _, g := range goldenBoards(t) {
		if testing.Short() && strings.Contains(g.name, "hard5") {
			continue
		}
		for _, workers := range []int{2, 3, 8} {
			for _, from := range []uint64{0, 10, 300, 1000} {
				var stats mayan.Stats
				s, err := mayan.Solve(ctx, g.puzzle.Board, g.puzzle.Moves, mayan.WithWorkers(workers), mayan.ShareFrom(from), mayan.WithStats(&stats))
				if got := answer(t, s, err); got != g.answer {
					t.Errorf("%s with %d workers from position %d: got\n%s\nwant\n%s", g.name, workers, from, got, g.answer)
				}
				if g.answer == "-1" && stats.Done != stats.Total {
					t.Errorf("%s with %d workers from position %d: stats %+v", g.name, workers, from, stats)
				}
			}
		}
	}
	boards := 1000
	if testing.Short() {
		boards = 300
	}
	r := rand.New(rand.NewPCG(10, 10))
	for range boards {
		n := randomSettled(r, 8)
		left := 2 + r.IntN(3)
		for _, options := range [][]mayan.Option{nil, {mayan.WithMemory(200)}, {mayan.NoPrunes(), mayan.PruneFailed(), mayan.PruneCommuting()}} {
			want, wantErr := mayan.Solve(ctx, n.board(), left, options...)
			for _, workers := range []int{2, 3, 8} {
				got, err := mayan.Solve(ctx, n.board(), left, append(options, mayan.WithWorkers(workers), mayan.ShareFrom(r.Uint64N(40)))...)
				if !slices.Equal(got, want) || errors.Is(err, mayan.ErrNoSolution) != errors.Is(wantErr, mayan.ErrNoSolution) || (err == nil) != (wantErr == nil) {
					t.Fatalf("%v in %d moves with %d workers: %v, %v, with one %v, %v", n.board(), left, workers, got, err, want, wantErr)
				}
			}
			want, wantErr = mayan.Shortest(ctx, n.board(), left, options...)
			for _, every := range []time.Duration{time.Nanosecond, time.Hour} {
				got, err := mayan.Shortest(ctx, n.board(), left, append(options, mayan.WithWorkers(3), mayan.ShareFrom(0), mayan.WithProgress(every, func(mayan.Stats) {}))...)
				if !slices.Equal(got, want) || (err == nil) != (wantErr == nil) {
					t.Fatalf("Shortest of %v in %d moves with 3 workers: %v, %v, with one %v, %v", n.board(), left, got, err, want, wantErr)
				}
			}
		}
	}
}

// However a search with several workers ends, all its goroutines end too.
func TestWorkersLeaveNoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	b := mayan.MustParseBoard(endless)
	for name, test := range map[string]struct {
		timeout time.Duration
		options []mayan.Option
		want    error
	}{
		"deadline":   {20 * time.Millisecond, nil, context.DeadlineExceeded},
		"node limit": {time.Minute, []mayan.Option{mayan.WithNodeLimit(20_000)}, mayan.ErrBudget},
		"low limit":  {time.Minute, []mayan.Option{mayan.WithNodeLimit(3)}, mayan.ErrBudget},
		"progress":   {20 * time.Millisecond, []mayan.Option{mayan.WithProgress(time.Millisecond, func(mayan.Stats) {})}, context.DeadlineExceeded},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), test.timeout)
		var stats mayan.Stats
		s, err := mayan.Solve(ctx, b, 12, append(test.options, mayan.WithWorkers(4), mayan.ShareFrom(0), mayan.WithStats(&stats))...)
		cancel()
		var stop *mayan.StopError
		if s != nil || !errors.Is(err, test.want) || !errors.As(err, &stop) || stop.Moves != 12 || len(stop.Reached) > 12 {
			t.Errorf("%s: %v, %v", name, s, err)
		}
		if stats.Nodes == 0 || test.want == mayan.ErrBudget && stats.Nodes > 20_000 {
			t.Errorf("%s: stats %+v", name, stats)
		}
	}
	for _, where := range []int{1, 100} {
		for name, option := range map[string]mayan.Option{
			"PruneFunc": mayan.PruneFunc(func() func(mayan.Board, int) bool {
				var calls atomic.Int64
				return func(mayan.Board, int) bool {
					if calls.Add(1) >= int64(where) {
						panic("stop")
					}
					return false
				}
			}()),
			"WithProgress": mayan.WithProgress(time.Millisecond, func(mayan.Stats) { panic("stop") }),
		} {
			for _, workers := range []int{1, 3} {
				func() {
					defer func() {
						if r := recover(); r != "stop" {
							t.Errorf("%s with %d workers: recovered %v, want the panic of the function", name, workers, r)
						}
					}()
					ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
					defer cancel()
					_, err := mayan.Solve(ctx, b, 12, mayan.WithWorkers(workers), mayan.ShareFrom(0), option)
					t.Errorf("%s with %d workers: no panic, error %v", name, workers, err)
				}()
			}
		}
	}
	for wait := time.Millisecond; runtime.NumGoroutine() > before; wait *= 2 {
		if wait > time.Second {
			t.Fatalf("%d goroutines, but there were %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(wait) // a goroutine ends a moment after its work
	}
}

// The caller and the callbacks may be locked to their threads, as in graphical
// programs.
func TestSearchWorksOnLockedThreads(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, options := range map[string][]mayan.Option{
		"caller": {mayan.WithWorkers(3), mayan.ShareFrom(0)},
		"PruneFunc": {mayan.WithWorkers(3), mayan.ShareFrom(0), mayan.PruneFunc(func(mayan.Board, int) bool {
			runtime.LockOSThread()
			return false
		})},
		"WithProgress": {mayan.WithWorkers(3), mayan.ShareFrom(0), mayan.WithProgress(time.Nanosecond, func(mayan.Stats) { runtime.LockOSThread() })},
	} {
		s, err := mayan.Solve(context.Background(), mayan.MustParseBoard(sampleBoard), 3, options...)
		if err != nil || s.String() != "2 1 1\n3 1 1\n3 0 1" {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}
