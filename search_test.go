package mayan_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan"
)

// TestSolveAgainstNaive compares Solve with a search by the rules of the game: with the
// default, without strategies, with each strategy alone, and with random strategies and
// memory limits.
func TestSolveAgainstNaive(t *testing.T) {
	boards := 6000
	if testing.Short() {
		boards = 600
	}
	r := rand.New(rand.NewPCG(2011, 3))
	solved := 0
	for range boards {
		n := randomSettled(r, 14)
		left := r.IntN(4)
		want, solvable := n.solve(left)
		if solvable {
			solved++
		}
		type variant struct {
			name    string
			options []mayan.Option
		}
		variants := []variant{{"default", nil}, {"NoPrunes", []mayan.Option{mayan.NoPrunes()}}}
		for _, s := range sound {
			variants = append(variants, variant{s.name, []mayan.Option{mayan.NoPrunes(), s.option}})
		}
		for range 3 {
			v := variant{"NoPrunes", []mayan.Option{mayan.NoPrunes()}}
			for _, s := range sound {
				if r.IntN(2) == 0 {
					v.name += ", " + s.name
					v.options = append(v.options, s.option)
				}
			}
			bytes := r.Int64N(1 << r.IntN(16))
			v.name += fmt.Sprintf(", WithMemory(%d)", bytes)
			v.options = append(v.options, mayan.WithMemory(bytes))
			variants = append(variants, v)
		}
		for _, v := range variants {
			got, err := mayan.Solve(context.Background(), n.board(), left, v.options...)
			if solvable != (err == nil) || err != nil && !errors.Is(err, mayan.ErrNoSolution) {
				t.Fatalf("%v in %d moves with %s: error %v, but by the rules it is solvable: %t", n.board(), left, v.name, err, solvable)
			}
			if diff := cmp.Diff(want, naiveMoves(got), cmp.AllowUnexported(naiveMove{})); diff != "" {
				t.Fatalf("%v in %d moves with %s (-want +got):\n%s", n.board(), left, v.name, diff)
			}
			if err == nil && !n.empties(naiveMoves(got)) {
				t.Fatalf("%v: %v does not empty the board", n.board(), got)
			}
		}
	}
	if solved < boards/20 {
		t.Errorf("only %d of %d boards have a solution", solved, boards)
	}
	t.Logf("%d of %d boards have a solution", solved, boards)
}

type golden struct {
	name, answer string
	puzzle       mayan.Puzzle
}

// goldenBoards returns every board of testdata with its answer.
func goldenBoards(t testing.TB) []golden {
	t.Helper()
	var all []golden
	add := func(name, in, answer string) {
		puzzle, err := mayan.ReadPuzzle(strings.NewReader(in))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, golden{name, strings.TrimSpace(answer), puzzle})
	}
	for _, name := range []string{"small", "pitfalls"} {
		text, err := os.ReadFile("testdata/" + name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			var row struct{ In, Ans, What string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			add(fmt.Sprintf("%s %d %s", name, i+1, row.What), row.In, row.Ans)
		}
	}
	for _, pattern := range []string{"testdata/hard5/*.in", "testdata/noip2011/*.in"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			in, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := os.ReadFile(strings.TrimSuffix(file, ".in") + ".ans")
			if err != nil {
				t.Fatal(err)
			}
			add(file, string(in), string(answer))
		}
	}
	return all
}

// answer returns the output that a contest expects.
func answer(t *testing.T, s mayan.Solution, err error) string {
	t.Helper()
	if errors.Is(err, mayan.ErrNoSolution) {
		return "-1"
	}
	if err != nil {
		t.Error(err)
	}
	return s.String()
}

func TestStoredBoardsHaveTheirStoredAnswers(t *testing.T) {
	boards := goldenBoards(t)
	if len(boards) < 80+9+24+1 {
		t.Errorf("testdata has only %d boards", len(boards))
	}
	for _, g := range boards {
		s, err := mayan.Solve(context.Background(), g.puzzle.Board, g.puzzle.Moves)
		if got := answer(t, s, err); got != g.answer {
			t.Errorf("%s: got\n%s\nwant\n%s", g.name, got, g.answer)
		}
		if err == nil && (!naiveFrom(g.puzzle.Board).empties(naiveMoves(s)) || len(s) != g.puzzle.Moves) {
			t.Errorf("%s: %v does not empty the board in %d moves", g.name, s, g.puzzle.Moves)
		}
		if strings.Contains(g.name, "hard5") {
			continue
		}
		for _, strategy := range sound {
			if strategy.name != "PruneFailed" && g.puzzle.Moves > 3 {
				continue // takes long without stored positions
			}
			s, err := mayan.Solve(context.Background(), g.puzzle.Board, g.puzzle.Moves, mayan.NoPrunes(), strategy.option)
			if got := answer(t, s, err); got != g.answer {
				t.Errorf("%s with %s alone: got\n%s\nwant\n%s", g.name, strategy.name, got, g.answer)
			}
		}
	}
}

func TestSolveErrors(t *testing.T) {
	cancelled, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("the user went home")
	cancel(cause)
	late, stop := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer stop()
	var none context.Context
	for _, test := range []struct {
		name    string
		ctx     context.Context
		board   string
		n       int
		options []mayan.Option
		want    []error
	}{
		{"negative n", nil, sampleBoard, -1, nil, []error{mayan.ErrMoves}},
		{"smallest n", nil, sampleBoard, math.MinInt, nil, []error{mayan.ErrMoves}},
		{"n above MaxMoves", nil, sampleBoard, mayan.MaxMoves + 1, nil, []error{mayan.ErrMoves}},
		{"largest n", nil, sampleBoard, math.MaxInt, nil, []error{mayan.ErrMoves}},
		{"a row on the board", nil, "1/1/1//", 1, nil, []error{mayan.ErrUnsettled}},
		{"a column on the board", nil, "//222//", 0, nil, []error{mayan.ErrUnsettled}},
		{"nil option", nil, sampleBoard, 3, []mayan.Option{mayan.PruneColors(), nil}, []error{mayan.ErrOption}},
		{"PruneFunc of nil", nil, sampleBoard, 3, []mayan.Option{mayan.PruneFunc(nil)}, []error{mayan.ErrOption}},
		{"WithStats of nil", nil, sampleBoard, 3, []mayan.Option{mayan.WithStats(nil)}, []error{mayan.ErrOption}},
		{"WithMemory below 0", nil, sampleBoard, 3, []mayan.Option{mayan.WithMemory(-1)}, []error{mayan.ErrOption}},
		{"WithWorkers of 0", nil, sampleBoard, 3, []mayan.Option{mayan.WithWorkers(0)}, []error{mayan.ErrOption}},
		{"WithProgress below 0", nil, sampleBoard, 3, []mayan.Option{mayan.WithProgress(-1, func(mayan.Stats) {})}, []error{mayan.ErrOption}},
		{"WithProgress of nil", nil, sampleBoard, 3, []mayan.Option{mayan.WithProgress(time.Second, nil)}, []error{mayan.ErrOption}},
		{"StartAfter too many moves", nil, "1/12///", 1, []mayan.Option{mayan.StartAfter(make([]mayan.Move, 2))}, []error{mayan.ErrOption}},
		{"StartAfter an illegal move", nil, sampleBoard, 3, []mayan.Option{mayan.StartAfter([]mayan.Move{{0, 0, mayan.Left}})}, []error{mayan.ErrOption}},
		{"WithNodeLimit of 0", nil, sampleBoard, 3, []mayan.Option{mayan.WithNodeLimit(0)}, []error{mayan.ErrOption}},
		{"nil context", none, sampleBoard, 3, nil, []error{mayan.ErrOption}},
		{"cancelled", cancelled, sampleBoard, 3, nil, []error{context.Canceled, cause}},
		{"cancelled on the cleared board", cancelled, "////", 0, nil, []error{context.Canceled, cause}},
		{"deadline passed", late, sampleBoard, 3, nil, []error{context.DeadlineExceeded}},
		{"node limit", nil, sampleBoard, 3, []mayan.Option{mayan.WithNodeLimit(2)}, []error{mayan.ErrBudget}},
		{"no solution", nil, sampleBoard, 2, nil, []error{mayan.ErrNoSolution}},
		{"blocks left and no moves", nil, sampleBoard, 0, nil, []error{mayan.ErrNoSolution}},
		{"moves left and no blocks", nil, "////", 1, nil, []error{mayan.ErrNoSolution}},
	} {
		b := mayan.MustParseBoard(test.board)
		ctx := test.ctx
		if ctx == nil && test.name != "nil context" {
			ctx = context.Background()
		}
		for name, solve := range map[string]func(context.Context, mayan.Board, int, ...mayan.Option) (mayan.Solution, error){
			"Solve": mayan.Solve, "Shortest": mayan.Shortest,
		} {
			if name == "Shortest" && test.name == "moves left and no blocks" {
				continue
			}
			s, err := solve(ctx, b, test.n, test.options...)
			if s != nil || err == nil || !strings.HasPrefix(err.Error(), "mayan: ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %s = %v, %v", test.name, name, s, err)
			}
			for _, want := range test.want {
				if !errors.Is(err, want) {
					t.Errorf("%s: %s: error %v does not wrap %v", test.name, name, err, want)
				}
			}
			for _, other := range []error{
				mayan.ErrNoSolution, mayan.ErrBudget, mayan.ErrUnsettled, mayan.ErrMoves, mayan.ErrOption, mayan.ErrIllegalMove,
				context.Canceled, context.DeadlineExceeded,
			} {
				if errors.Is(err, other) && other != test.want[0] && other != mayan.ErrIllegalMove {
					t.Errorf("%s: %s: error %v wraps %v too", test.name, name, err, other)
				}
			}
		}
	}
	s, err := mayan.Solve(context.Background(), mayan.Board{}, 0)
	if s == nil || len(s) != 0 || err != nil {
		t.Errorf("Solve of the cleared board in 0 moves = %v, %v", s, err)
	}
	if s, err = mayan.Shortest(context.Background(), mayan.Board{}, 5); s == nil || len(s) != 0 || err != nil {
		t.Errorf("Shortest of the cleared board = %v, %v", s, err)
	}
}

func TestShortestAgainstNaive(t *testing.T) {
	boards := 2000
	if testing.Short() {
		boards = 200
	}
	r := rand.New(rand.NewPCG(7, 7))
	for range boards {
		n := randomSettled(r, 10)
		var want []naiveMove
		solvable := false
		limit := r.IntN(4)
		for k := 0; k <= limit && !solvable; k++ {
			want, solvable = n.solve(k)
		}
		for _, options := range [][]mayan.Option{nil, {mayan.NoPrunes()}, {mayan.WithMemory(100)}} {
			got, err := mayan.Shortest(context.Background(), n.board(), limit, options...)
			if solvable != (err == nil) || err != nil && !errors.Is(err, mayan.ErrNoSolution) ||
				!cmp.Equal(want, naiveMoves(got), cmp.AllowUnexported(naiveMove{})) {
				t.Fatalf("Shortest(%v, %d) = %v, %v, want %v, %t", n.board(), limit, got, err, want, solvable)
			}
		}
	}
}

// endless is a board whose search takes very long with 12 moves or more.
const endless = "2553541/32431/1551345/4412254/154"

// A search that takes very long ends soon after its context.
func TestSearchEndsWithItsContext(t *testing.T) {
	b := mayan.MustParseBoard(endless)
	cause := errors.New("enough")
	for name, options := range map[string][]mayan.Option{
		"default": nil, "NoPrunes": {mayan.NoPrunes()},
		"PruneFunc": {mayan.PruneFunc(func(mayan.Board, int) bool { return false })},
	} {
		ctx, cancel := context.WithTimeoutCause(context.Background(), 20*time.Millisecond, cause)
		var stats mayan.Stats
		s, err := mayan.Solve(ctx, b, mayan.MaxMoves, append(options, mayan.WithStats(&stats))...)
		cancel()
		if s != nil || !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, cause) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
		if stats.Nodes == 0 || stats.Elapsed <= 0 || stats.Done >= stats.Total {
			t.Errorf("%s: stats %+v", name, stats)
		}
	}
}

// A search that the context or the node limit may end at any position returns either
// the right answer or a StopError.
func TestStoppedSearchNeverGivesAWrongAnswer(t *testing.T) {
	boards := 150
	if testing.Short() {
		boards = 30
	}
	r := rand.New(rand.NewPCG(13, 13))
	for range boards {
		b := randomSettled(r, 9).board()
		n := 1 + r.IntN(3)
		background := context.Background()
		want, wantErr := mayan.Solve(background, b, n)
		all, err := collect(background, b, n)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, err, reason error, right bool) {
			var stop *mayan.StopError
			if errors.As(err, &stop) {
				right = errors.Is(err, reason) && stop.Moves == n
			}
			if !right {
				t.Fatalf("%v in %d moves, %s: %v", b, n, what, err)
			}
		}
		for at := 1; at < 200; at += 1 + at/4 {
			// Two ways to end the search at some position: a function that cancels the
			// context and prunes nothing, and a node limit.
			type ending struct {
				reason  error
				options func() (context.Context, []mayan.Option)
			}
			for _, e := range []ending{
				{context.Canceled, func() (context.Context, []mayan.Option) {
					ctx, cancel := context.WithCancel(background)
					var calls atomic.Int64
					return ctx, []mayan.Option{mayan.PruneFunc(func(mayan.Board, int) bool {
						if calls.Add(1) == int64(at) {
							cancel()
						}
						return false
					})}
				}},
				{mayan.ErrBudget, func() (context.Context, []mayan.Option) {
					return background, []mayan.Option{mayan.WithNodeLimit(uint64(at))}
				}},
			} {
				for workers := 1; workers <= 2; workers++ {
					ctx, options := e.options()
					s, err := mayan.Solve(ctx, b, n, append(options, mayan.WithWorkers(workers), mayan.ShareFrom(uint64(at%5)))...)
					check("Solve", err, e.reason, slices.Equal(s, want) && errors.Is(err, mayan.ErrNoSolution) == errors.Is(wantErr, mayan.ErrNoSolution))
				}
				ctx, options := e.options()
				count, err := mayan.Count(ctx, b, n, options...)
				check("Count", err, e.reason, err == nil && count == uint64(len(all)))
				ctx, options = e.options()
				listed, err := collect(ctx, b, n, options...)
				check("Solutions", err, e.reason, err == nil && len(listed) == len(all))
				for i, s := range listed {
					if !slices.Equal(s, all[i]) {
						t.Fatalf("%v in %d moves: solution %d is %v, want %v", b, n, i, s, all[i])
					}
				}
			}
		}
	}
}

// collect returns the solutions of Solutions, and its error.
func collect(ctx context.Context, b mayan.Board, n int, options ...mayan.Option) (all [][]naiveMove, err error) {
	for s, e := range mayan.Solutions(ctx, b, n, options...) {
		if err != nil || e != nil && s != nil {
			panic("Solutions goes on after an error, or yields a solution with an error")
		}
		if err = e; e == nil {
			all = append(all, naiveMoves(s))
		}
	}
	return all, err
}

// TestSolutionsAndCountAgainstNaive lists and counts with every strategy. A strategy
// that drops solutions must drop exactly those with the moves that it skips.
func TestSolutionsAndCountAgainstNaive(t *testing.T) {
	boards := 3000
	if testing.Short() {
		boards = 300
	}
	r := rand.New(rand.NewPCG(9, 9))
	ctx := context.Background()
	mirror := func(n naiveBoard, m naiveMove) bool { return m.dir == -1 && n[m.x-1][m.y] != 0 }
	idle := func(n naiveBoard, m naiveMove) bool { return n[m.x+m.dir][m.y] == n[m.x][m.y] }
	laterIdle := func(n naiveBoard, m naiveMove) bool {
		for _, first := range n.moves() {
			if first != m && idle(n, first) && idle(n, m) {
				return true
			}
			if first == m {
				break
			}
		}
		return false
	}
	longest := 0
	for range boards {
		n := randomSettled(r, 9)
		left := r.IntN(4)
		options := []mayan.Option{mayan.WithMemory(r.Int64N(1 << r.IntN(16)))}
		if r.IntN(3) > 0 {
			options = append(options, mayan.NoPrunes())
		}
		for _, s := range sound {
			if s.name != "PruneMirrors" && s.name != "PruneIdles" && r.IntN(2) == 0 {
				options = append(options, s.option)
			}
		}
		for _, test := range []struct {
			name   string
			skip   func(naiveBoard, naiveMove) bool
			option []mayan.Option
		}{
			{"all", nil, nil},
			{"PruneMirrors", mirror, []mayan.Option{mayan.PruneMirrors()}},
			{"PruneIdles", laterIdle, []mayan.Option{mayan.PruneIdles()}},
			{"both", func(n naiveBoard, m naiveMove) bool { return mirror(n, m) || laterIdle(n, m) },
				[]mayan.Option{mayan.PruneIdles(), mayan.PruneMirrors()}},
			{"PruneAllIdles", idle, []mayan.Option{mayan.PruneAllIdles()}},
		} {
			want := n.all(left, test.skip)
			longest = max(longest, len(want))
			options := append(slices.Clone(options), test.option...)
			got, err := collect(ctx, n.board(), left, options...)
			if err != nil || !cmp.Equal(want, got, cmp.AllowUnexported(naiveMove{})) {
				t.Fatalf("%v in %d moves, %s: %d solutions, %v, want %d", n.board(), left, test.name, len(got), err, len(want))
			}
			count, err := mayan.Count(ctx, n.board(), left, options...)
			if err != nil || count != uint64(len(want)) {
				t.Fatalf("%v in %d moves, %s: Count = %d, %v, want %d", n.board(), left, test.name, count, err, len(want))
			}
		}
	}
	if longest < 20 {
		t.Errorf("the largest number of solutions is %d, want at least 20", longest)
	}
}

func TestSolutionsMayBeStopped(t *testing.T) {
	b := mayan.MustParseBoard("/11//11/")
	ctx := context.Background()
	all, err := collect(ctx, b, 3)
	if err != nil || len(all) < 10 {
		t.Fatalf("%d solutions, %v, want at least 10", len(all), err)
	}
	for stop := range len(all) {
		var stats mayan.Stats
		i := 0
		for s, err := range mayan.Solutions(ctx, b, 3, mayan.WithStats(&stats)) {
			if err != nil || !cmp.Equal(naiveMoves(s), all[i], cmp.AllowUnexported(naiveMove{})) {
				t.Fatalf("solution %d: %v, %v", i, s, err)
			}
			if i == stop {
				break
			}
			i++
		}
		if stats.Nodes == 0 {
			t.Error("after a break there are no statistics")
		}
	}
	if n, err := mayan.Count(ctx, b, 3); err != nil || n != uint64(len(all)) {
		t.Errorf("Count = %d, %v, want %d", n, err, len(all))
	}
	ctx, cancel := context.WithCancel(ctx)
	seen := 0
	for s, err := range mayan.Solutions(ctx, b, 60, mayan.WithMemory(1<<16)) {
		if err != nil {
			var stop *mayan.StopError
			if !errors.Is(err, context.Canceled) || !errors.As(err, &stop) || s != nil {
				t.Errorf("after a cancel: %v, %v", s, err)
			}
			break
		}
		if seen++; seen == 100 {
			cancel()
		}
	}
	if seen < 100 {
		t.Errorf("%d solutions of 60 moves, want 100 or more", seen)
	}
	cancel()
}

// If the body of the loop cancels the context, one error follows and no further
// solution. A context of an unusual type makes no difference.
func TestSolutionsEndWithOneErrorWhenCancelled(t *testing.T) {
	b := mayan.MustParseBoard("/11//11/")
	for stop := 1; stop <= 16; stop++ { // there are 16 solutions
		ctx, cancel := context.WithCancel(context.Background())
		seen, failed := 0, 0
		for s, err := range mayan.Solutions(ctx, b, 3) {
			if err != nil {
				failed++
				if s != nil || !errors.Is(err, context.Canceled) {
					t.Errorf("%v, %v", s, err)
				}
				continue
			}
			if seen++; seen == stop {
				cancel()
			}
		}
		// After the last solution the search is complete, so there is no error.
		if cancel(); seen != stop || failed != 1 && stop < 16 {
			t.Errorf("cancelled at solution %d: got %d solutions and %d errors", stop, seen, failed)
		}
	}
	_, err := mayan.Solve(oddContext{context.Background()}, b, 3)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a context with an error that cannot be compared: %v, want context.Canceled", err)
	}
}

type oddContext struct{ context.Context }

func (oddContext) Err() error { return oddError{context.Canceled} }

type oddError []error

func (e oddError) Error() string { return "odd" }

func (e oddError) Unwrap() []error { return e }

func TestCountIsExactUntilItOverflows(t *testing.T) {
	b := mayan.MustParseBoard("/11//11/")
	for n := range 7 {
		all, err := collect(context.Background(), b, n)
		if err != nil {
			t.Fatal(err)
		}
		if count, err := mayan.Count(context.Background(), b, n); err != nil || count != uint64(len(all)) {
			t.Errorf("Count of %d moves = %d, %v, but Solutions lists %d", n, count, err, len(all))
		}
	}
	last := uint64(0)
	for n := 2; ; n++ {
		count, err := mayan.Count(context.Background(), b, n)
		if errors.Is(err, mayan.ErrOverflow) {
			if count != 0 || last < 1<<50 {
				t.Errorf("Count of %d moves = %d, %v; of %d moves it is %d", n, count, err, n-1, last)
			}
			break
		}
		if err != nil || count <= last {
			t.Fatalf("Count of %d moves = %d, %v", n, count, err)
		}
		last = count
	}
}

// If the body of a loop panics, the statistics are still written.
func TestStatsAreWrittenWhenTheLoopPanics(t *testing.T) {
	var stats mayan.Stats
	func() {
		defer func() {
			if r := recover(); r != "stop" {
				t.Errorf("recovered %v, want the panic of the loop", r)
			}
		}()
		for range mayan.Solutions(context.Background(), mayan.MustParseBoard("/11//11/"), 3, mayan.WithStats(&stats)) {
			panic("stop")
		}
	}()
	if stats.Nodes == 0 || stats.Total == 0 || stats.Elapsed <= 0 {
		t.Errorf("stats %+v", stats)
	}
}

// Count cannot be continued, so its StopError has no Reached.
func TestCountStopsWithoutReached(t *testing.T) {
	_, err := mayan.Count(context.Background(), mayan.MustParseBoard("11/1///"), 3, mayan.WithNodeLimit(5))
	var stop *mayan.StopError
	if !errors.As(err, &stop) || !errors.Is(err, mayan.ErrBudget) || stop.Reached != nil || stop.Moves != 3 {
		t.Errorf("Count with a limit: %v", err)
	}
	for _, none := range [][]mayan.Move{nil, {}} {
		if _, err := mayan.Count(context.Background(), mayan.Board{}, 0, mayan.StartAfter(none)); err != nil {
			t.Errorf("Count with an empty StartAfter: %v", err)
		}
		if _, err := mayan.Shortest(context.Background(), mayan.Board{}, 0, mayan.StartAfter(none)); err != nil {
			t.Errorf("Shortest with an empty StartAfter: %v", err)
		}
	}
}
