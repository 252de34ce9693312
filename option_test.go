package mayan_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan"
)

// For every node limit, a search returns ErrBudget if the limit is below the number of
// positions that it needs. Otherwise its answer is right.
func TestNodeLimitIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	boards := 300
	if testing.Short() {
		boards = 30
	}
	for range boards {
		b := randomSettled(r, 14).board()
		n := r.IntN(4)
		var stats mayan.Stats
		want, wantErr := mayan.Solve(context.Background(), b, n, mayan.WithStats(&stats))
		if wantErr != nil && !errors.Is(wantErr, mayan.ErrNoSolution) {
			t.Fatal(wantErr)
		}
		all := stats.Nodes
		for limit := uint64(1); limit <= all+2; limit += 1 + limit/20 {
			got, err := mayan.Solve(context.Background(), b, n, mayan.WithNodeLimit(limit), mayan.WithStats(&stats))
			if stats.Nodes > limit {
				t.Fatalf("%v in %d moves: %d positions entered, limit %d", b, n, stats.Nodes, limit)
			}
			if limit < all {
				if !errors.Is(err, mayan.ErrBudget) || got != nil {
					t.Fatalf("%v in %d moves, limit %d of %d positions: %v, %v, want ErrBudget", b, n, limit, all, got, err)
				}
				continue
			}
			if !slices.Equal(got, want) || errors.Is(err, mayan.ErrNoSolution) != errors.Is(wantErr, mayan.ErrNoSolution) || errors.Is(err, mayan.ErrBudget) {
				t.Fatalf("%v in %d moves, limit %d of %d positions: %v, %v, want %v, %v", b, n, limit, all, got, err, want, wantErr)
			}
		}
	}
}

func TestStatsCountEveryPosition(t *testing.T) {
	b := mayan.MustParseBoard("323/132122/331/1/12")
	moves := 0
	for range b.Moves() {
		moves++
	}
	var stats mayan.Stats
	if _, err := mayan.Solve(context.Background(), b, 2, mayan.NoPrunes(), mayan.WithStats(&stats)); !errors.Is(err, mayan.ErrNoSolution) {
		t.Fatal(err)
	}
	// Without pruning, the positions are the start, the board after each move, and so
	// on.
	want := mayan.Stats{Nodes: 1, Done: moves, Total: moves, Elapsed: stats.Elapsed}
	for m := range b.Moves() {
		next, err := b.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		want.Nodes++
		for range next.Moves() {
			want.Nodes++
		}
	}
	want.Tried = want.Nodes - 1
	if diff := cmp.Diff(want, stats); diff != "" {
		t.Errorf("NoPrunes (-want +got):\n%s", diff)
	}
	for name, test := range map[string]struct {
		option mayan.Option
		pruned func(mayan.Pruned) uint64
	}{
		"PruneColors":    {mayan.PruneColors(), func(p mayan.Pruned) uint64 { return p.Colors }},
		"PruneMirrors":   {mayan.PruneMirrors(), func(p mayan.Pruned) uint64 { return p.Mirrors }},
		"PruneIdles":     {mayan.PruneIdles(), func(p mayan.Pruned) uint64 { return p.Idles }},
		"PruneAllIdles":  {mayan.PruneAllIdles(), func(p mayan.Pruned) uint64 { return p.Idles }},
		"PruneFailed":    {mayan.PruneFailed(), func(p mayan.Pruned) uint64 { return p.Failed }},
		"PruneColumns":   {mayan.PruneColumns(), func(p mayan.Pruned) uint64 { return p.Columns }},
		"PruneLastMove":  {mayan.PruneLastMove(), func(p mayan.Pruned) uint64 { return p.LastMove }},
		"PruneCommuting": {mayan.PruneCommuting(), func(p mayan.Pruned) uint64 { return p.Commuting }},
		"PruneFunc":      {mayan.PruneFunc(func(b mayan.Board, left int) bool { return left == 1 }), func(p mayan.Pruned) uint64 { return p.Func }},
	} {
		if _, err := mayan.Solve(context.Background(), b, 3, mayan.NoPrunes(), test.option, mayan.WithStats(&stats)); !errors.Is(err, mayan.ErrNoSolution) {
			t.Fatal(err)
		}
		only := stats.Pruned
		if test.pruned(only) == 0 {
			t.Errorf("%s prunes nothing: %+v", name, stats)
		}
		if n := only.Colors + only.Mirrors + only.Idles + only.Failed + only.Columns + only.Commuting + only.LastMove + only.Func; n != test.pruned(only) {
			t.Errorf("%s: another strategy prunes: %+v", name, only)
		}
		if (stats.Remembered > 0) != (name == "PruneFailed") {
			t.Errorf("%s: %d positions stored", name, stats.Remembered)
		}
	}
}

// Several searches may use one slice of options at the same time.
func TestOptionsMayBeShared(t *testing.T) {
	options := []mayan.Option{mayan.NoPrunes(), mayan.PruneColumns(), mayan.PruneFailed(), mayan.WithMemory(1 << 16)}
	boards := goldenBoards(t)
	var wait sync.WaitGroup
	for start := range 4 {
		wait.Go(func() {
			for i := start; i < len(boards); i += 4 {
				g := boards[i]
				if strings.Contains(g.name, "hard5") {
					continue
				}
				s, err := mayan.Solve(context.Background(), g.puzzle.Board, g.puzzle.Moves, options...)
				if got := answer(t, s, err); got != g.answer {
					t.Errorf("%s: got\n%s\nwant\n%s", g.name, got, g.answer)
				}
			}
		})
	}
	wait.Wait()
}

// If the caller ends a list and continues it with StartAfter, again and again, no
// solution is lost.
func TestSolutionsContinueAfterReached(t *testing.T) {
	b := mayan.MustParseBoard("/11//11/")
	want, err := collect(context.Background(), b, 5)
	if err != nil || len(want) < 100 {
		t.Fatalf("%d solutions, %v", len(want), err)
	}
	var got [][]naiveMove
	var start []mayan.Move
	for calls := 0; ; calls++ {
		ctx, cancel := context.WithCancel(context.Background())
		var stop *mayan.StopError
		for s, err := range mayan.Solutions(ctx, b, 5, mayan.StartAfter(start)) {
			if errors.As(err, &stop) {
				start = stop.Reached
				break
			}
			got = append(got, naiveMoves(s))
			cancel()
		}
		if cancel(); stop == nil {
			break
		}
	}
	if !cmp.Equal(want, got, cmp.AllowUnexported(naiveMove{})) {
		t.Errorf("%d solutions one by one, want the %d of a single list", len(got), len(want))
	}
}

// Every memory limit gives the same solution.
func TestSolutionDoesNotDependOnMemory(t *testing.T) {
	for _, g := range goldenBoards(t) {
		for _, bytes := range []int64{0, 1, 1 << 10, 1 << 30, math.MaxInt64} {
			for _, workers := range []int{1, 2} {
				s, err := mayan.Solve(context.Background(), g.puzzle.Board, g.puzzle.Moves, mayan.WithMemory(bytes), mayan.WithWorkers(workers), mayan.ShareFrom(0))
				if got := answer(t, s, err); got != g.answer {
					t.Errorf("%s with %d bytes and %d workers: got\n%s\nwant\n%s", g.name, bytes, workers, got, g.answer)
				}
			}
		}
	}
}

// A search that continues at Reached each time its node limit ends it finds the same
// solution as a single search, with one worker and with several.
func TestSearchInPiecesFindsTheSameSolution(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(11, 11))
	boards := 300
	if testing.Short() {
		boards = 60
	}
	pieces := 0
	for range boards {
		b := randomSettled(r, 12).board()
		n := 2 + r.IntN(3)
		var stats mayan.Stats
		want, wantErr := mayan.Solve(ctx, b, n, mayan.WithStats(&stats))
		limit := max(1, stats.Nodes/50)
		for _, test := range []struct {
			workers int
			from    uint64
		}{{1, 0}, {2, 0}, {2, 1}, {3, limit / 2}} {
			var start []mayan.Move
			for piece := 1; ; piece++ {
				got, err := mayan.Solve(ctx, b, n, mayan.StartAfter(start), mayan.WithNodeLimit(limit), mayan.WithWorkers(test.workers), mayan.ShareFrom(test.from))
				var stop *mayan.StopError
				if errors.As(err, &stop) {
					if stop.Moves != n || slices.CompareFunc(stop.Reached, start, mayan.Move.Compare) < 0 {
						t.Fatalf("%v in %d moves: start %v, but reached only %v", b, n, start, stop.Reached)
					}
					if want != nil && slices.CompareFunc(stop.Reached, want, mayan.Move.Compare) > 0 {
						t.Fatalf("%v in %d moves: reached %v, past the solution %v", b, n, stop.Reached, want)
					}
					start = stop.Reached
					if piece > 100_000 {
						t.Fatalf("%v in %d moves: no end after %d pieces of %d positions", b, n, piece, limit)
					}
					continue
				}
				if !slices.Equal(got, want) || errors.Is(err, mayan.ErrNoSolution) != errors.Is(wantErr, mayan.ErrNoSolution) {
					t.Fatalf("%v in %d moves, %d pieces: %v, %v, want %v, %v", b, n, piece, got, err, want, wantErr)
				}
				pieces = max(pieces, piece)
				break
			}
		}
		// A list in pieces has the same solutions as a single list.
		wantAll, _ := collect(ctx, b, n)
		var got [][]naiveMove
		for start := []mayan.Move(nil); ; {
			all, err := collect(ctx, b, n, mayan.StartAfter(start), mayan.WithNodeLimit(limit))
			got = append(got, all...)
			var stop *mayan.StopError
			if !errors.As(err, &stop) {
				break
			}
			start = stop.Reached
		}
		if !cmp.Equal(wantAll, got, cmp.AllowUnexported(naiveMove{})) {
			t.Fatalf("%v in %d moves: %d solutions in pieces, want %d", b, n, len(got), len(wantAll))
		}
	}
	if pieces < 50 {
		t.Errorf("the largest number of pieces is %d, want at least 50", pieces)
	}
}

// StartAfter(prefix) drops exactly the solutions that sort before the prefix. Solutions
// lists all others, and Solve finds the smallest of them.
func TestStartAfterDropsOnlyEarlierSolutions(t *testing.T) {
	ctx := context.Background()
	boards := 1500
	if testing.Short() {
		boards = 500
	}
	r := rand.New(rand.NewPCG(12, 12))
	compare := func(a, b naiveMove) int {
		return mayan.Move{X: a.x, Y: a.y, Dir: mayan.Direction(a.dir)}.Compare(mayan.Move{X: b.x, Y: b.y, Dir: mayan.Direction(b.dir)})
	}
	later := 0
	for range boards {
		b := randomSettled(r, 7).board()
		n := 1 + r.IntN(4)
		all, err := collect(ctx, b, n)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			var prefix []mayan.Move
			after := b
			for range r.IntN(n + 1) {
				moves := slices.Collect(after.Moves())
				if len(moves) == 0 {
					break
				}
				m := moves[r.IntN(len(moves))]
				prefix = append(prefix, m)
				if after, err = after.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if len(all) > 0 && r.IntN(2) == 0 { // a prefix of a solution
				prefix = nil
				for _, m := range all[r.IntN(len(all))][:r.IntN(n+1)] {
					prefix = append(prefix, mayan.Move{X: m.x, Y: m.y, Dir: mayan.Direction(m.dir)})
				}
			}
			var want [][]naiveMove
			for _, s := range all {
				if slices.CompareFunc(s, naiveMoves(prefix), compare) >= 0 {
					want = append(want, s)
				}
			}
			if len(want) > 0 && len(want) < len(all) {
				later++
			}
			got, err := collect(ctx, b, n, mayan.StartAfter(prefix))
			if err != nil || !cmp.Equal(want, got, cmp.AllowUnexported(naiveMove{})) {
				t.Fatalf("%v in %d moves after %v: %d solutions, %v, want %d of %d", b, n, prefix, len(got), err, len(want), len(all))
			}
			// If a strategy drops solutions, StartAfter also drops the solutions before
			// the prefix.
			for name, option := range map[string]mayan.Option{
				"PruneMirrors": mayan.PruneMirrors(), "PruneIdles": mayan.PruneIdles(), "PruneAllIdles": mayan.PruneAllIdles(),
			} {
				kept, err := collect(ctx, b, n, option)
				if err != nil {
					t.Fatal(err)
				}
				kept = slices.DeleteFunc(kept, func(s []naiveMove) bool { return slices.CompareFunc(s, naiveMoves(prefix), compare) < 0 })
				got, err := collect(ctx, b, n, option, mayan.StartAfter(prefix))
				if err != nil || len(got) != len(kept) || len(kept) > 0 && !cmp.Equal(kept, got, cmp.AllowUnexported(naiveMove{})) {
					t.Fatalf("%v in %d moves after %v with %s: %d solutions, %v, want %d", b, n, prefix, name, len(got), err, len(kept))
				}
			}
			for workers := 1; workers <= 3; workers++ {
				from := r.Uint64N(50)
				s, err := mayan.Solve(ctx, b, n, mayan.StartAfter(prefix), mayan.WithWorkers(workers), mayan.ShareFrom(from))
				if errors.Is(err, mayan.ErrNoSolution) && len(want) == 0 {
					continue
				}
				if err != nil || len(want) == 0 || !cmp.Equal(want[0], naiveMoves(s), cmp.AllowUnexported(naiveMove{})) {
					t.Fatalf("%v in %d moves after %v with %d workers from position %d: %v, %v, want the first of %d", b, n, prefix, workers, from, s, err, len(want))
				}
			}
		}
	}
	if later < boards/20 {
		t.Errorf("only %d prefixes have solutions before and after", later)
	}
}

// A list in pieces of a few positions has every solution exactly once, for every node
// limit.
func TestSolutionsInSmallPiecesAreComplete(t *testing.T) {
	for _, text := range []string{"11/1///", "/11//11/", "1/1/211/122/", "1/11//1/"} {
		b := mayan.MustParseBoard(text)
		want, err := collect(context.Background(), b, 3)
		if err != nil {
			t.Fatal(err)
		}
		for limit := uint64(1); limit < 60; limit++ {
			var got [][]naiveMove
			for start := []mayan.Move(nil); ; {
				all, err := collect(context.Background(), b, 3, mayan.StartAfter(start), mayan.WithNodeLimit(limit))
				got = append(got, all...)
				var stop *mayan.StopError
				if !errors.As(err, &stop) {
					break
				}
				start = stop.Reached
			}
			if !cmp.Equal(want, got, cmp.AllowUnexported(naiveMove{})) {
				t.Fatalf("%v in pieces of %d positions: %d solutions, want %d", b, limit, len(got), len(want))
			}
		}
	}
}

// Progress is reported from the first position on, also before the other workers have
// work.
func TestProgressBeginsWithTheFirstPosition(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	asked, reports := 0, 0
	_, err := mayan.Solve(ctx, mayan.MustParseBoard("2553541/32431/1551345/4412254/154"), 12,
		mayan.WithWorkers(3), mayan.ShareFrom(0),
		mayan.PruneFunc(func(mayan.Board, int) bool { // called in one goroutine, because there are few positions
			time.Sleep(time.Millisecond) // longer than the interval, for every resolution of the clock
			if asked++; asked == 10 {
				cancel()
			}
			return false
		}),
		mayan.WithProgress(time.Nanosecond, func(mayan.Stats) { reports++ }))
	if !errors.Is(err, context.Canceled) || reports < 9 {
		t.Errorf("%v, %d reports for %d positions", err, reports, asked)
	}
}

// The number of first moves done never falls during a search, up to the statistics at
// the end. For each number of moves, Shortest begins again with 0.
func TestFirstMovesDoneNeverFall(t *testing.T) {
	slow := mayan.PruneFunc(func(b mayan.Board, left int) bool {
		time.Sleep(time.Millisecond)
		return false
	})
	for _, workers := range []int{1, 2, 4} {
		reports, last := 0, -1
		var stats mayan.Stats
		options := []mayan.Option{
			mayan.WithWorkers(workers), mayan.ShareFrom(0), mayan.WithStats(&stats), slow,
			mayan.WithProgress(100*time.Microsecond, func(s mayan.Stats) {
				if s.Done < last {
					t.Errorf("%d workers: %d first moves done, then %d", workers, last, s.Done)
				}
				reports++
				last = s.Done
			}),
		}
		b := mayan.MustParseBoard(sampleBoard)
		s, err := mayan.Solve(context.Background(), b, 3, options...)
		if err != nil || reports == 0 || stats.Done < last {
			t.Errorf("%d workers: %v, %v, %d reports, %d first moves done in the last and %d at the end", workers, s, err, reports, last, stats.Done)
		}
		// A new number of moves begins with a report of 0 first moves done.
		begun := 0
		options[len(options)-1] = mayan.WithProgress(100*time.Microsecond, func(s mayan.Stats) {
			if s.Done == 0 && last > 0 {
				begun++
			}
			last = s.Done
			if s.Done == s.Total {
				t.Errorf("%d workers: a report says that all first moves are done, but the search goes on", workers)
			}
		})
		last = 1
		if s, err := mayan.Shortest(context.Background(), b, 3, options...); err != nil || begun == 0 {
			t.Errorf("%d workers: %v, %v, %d numbers of moves begin with 0", workers, s, err, begun)
		}
	}
}

func TestProgressKeepsTheInterval(t *testing.T) {
	b := mayan.MustParseBoard(endless)
	const every = 5 * time.Millisecond
	for _, workers := range []int{1, 2} {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		var last mayan.Stats
		var ended time.Time
		calls := 0
		_, err := mayan.Solve(ctx, b, 12, mayan.WithWorkers(workers), mayan.ShareFrom(0), mayan.WithProgress(every, func(s mayan.Stats) {
			// The clock may be read late, so half the interval is allowed. The report
			// at the end may come at any time.
			if since := time.Since(ended); since < every/2 && ctx.Err() == nil {
				t.Errorf("%d workers: %v after the last report", workers, since)
			}
			if calls++; calls%3 == 0 {
				time.Sleep(every * 3 / 2)
			}
			defer func() { ended = time.Now() }()
			if s.Nodes < last.Nodes || s.Done < last.Done || s.Elapsed < last.Elapsed || s.Total != 48 || s.Done > s.Total {
				t.Errorf("a report of %+v is followed by %+v", last, s)
			}
			last = s
		}))
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || calls == 0 || last.Nodes == 0 {
			t.Errorf("%d workers: %v, %d calls, the last with %+v", workers, err, calls, last)
		}
	}
}

// Once the context is done, a loop over Solutions gets the error and no solution, also if
// the context ends between two solutions.
func TestNoSolutionFollowsTheEndOfTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	found := 0
	var last error
	for _, err := range mayan.Solutions(ctx, mayan.MustParseBoard("11//11/11/"), 4, mayan.WithProgress(1, func(mayan.Stats) {
		if found == 3 {
			cancel()
		}
	})) {
		if last = err; err == nil {
			found++
		}
		if ctx.Err() != nil && err == nil {
			t.Errorf("solution %d follows the end of the context", found)
		}
	}
	if found != 3 || !errors.Is(last, context.Canceled) {
		t.Errorf("%d solutions, %v", found, last)
	}
}
