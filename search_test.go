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
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan"
)

// sound lists the strategies that never change the smallest answer.
var sound = []struct {
	name   string
	option mayan.Option
}{
	{"PruneColors", mayan.PruneColors()},
	{"PruneMirrors", mayan.PruneMirrors()},
	{"PruneIdles", mayan.PruneIdles()},
	{"PruneFailed", mayan.PruneFailed()},
	{"PruneColumns", mayan.PruneColumns()},
	{"PruneLastMove", mayan.PruneLastMove()},
	{"PruneCommuting", mayan.PruneCommuting()},
}

// TestSolveAgainstNaive holds the engine against a search straight from the
// rules: by default, without pruning, with each strategy alone, and with a
// random choice of strategies and bounds.
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
				t.Fatalf("%v in %d moves with %s: error %v, the rules say solvable is %t", n.board(), left, v.name, err, solvable)
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

// answer is what a contest expects to be printed.
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

func TestGoldenBoards(t *testing.T) {
	boards := goldenBoards(t)
	if len(boards) < 80+9+24+1 {
		t.Errorf("only %d boards", len(boards))
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
				continue // it takes long without remembering
			}
			s, err := mayan.Solve(context.Background(), g.puzzle.Board, g.puzzle.Moves, mayan.NoPrunes(), strategy.option)
			if got := answer(t, s, err); got != g.answer {
				t.Errorf("%s with %s alone: got\n%s\nwant\n%s", g.name, strategy.name, got, g.answer)
			}
		}
	}
}

// Skipping every swap of equal blocks loses answers, as it does in published
// programs. The default finds them.
func TestPruneAllIdlesIsUnsound(t *testing.T) {
	for _, test := range []struct {
		board        string
		moves        int
		right, wrong string
	}{
		{"11//11/11/", 3, "2 0 1\n3 0 1\n0 0 1", "-1"},
		{"11//221/2/", 4, "", ""}, // a larger answer
	} {
		b := mayan.MustParseBoard(test.board)
		s, err := mayan.Solve(context.Background(), b, test.moves)
		right := answer(t, s, err)
		want, ok := naiveFrom(b).solve(test.moves)
		if !ok || !cmp.Equal(want, naiveMoves(s), cmp.AllowUnexported(naiveMove{})) {
			t.Errorf("%s: %v, want %v", test.board, s, want)
		}
		u, err := mayan.Solve(context.Background(), b, test.moves, mayan.PruneAllIdles())
		wrong := answer(t, u, err)
		if test.right != "" && (right != test.right || wrong != test.wrong) {
			t.Errorf("%s: %q and with PruneAllIdles %q, want %q and %q", test.board, right, wrong, test.right, test.wrong)
		}
		if err == nil && slices.CompareFunc(s, u, mayan.Move.Compare) >= 0 {
			t.Errorf("%s: with PruneAllIdles %q, not larger than %q", test.board, wrong, right)
		}
	}
}

func TestSolveRefuses(t *testing.T) {
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
					t.Errorf("%s: %s: %v is not %v", test.name, name, err, want)
				}
			}
			for _, other := range []error{
				mayan.ErrNoSolution, mayan.ErrBudget, mayan.ErrUnsettled, mayan.ErrMoves, mayan.ErrOption, mayan.ErrIllegalMove,
				context.Canceled, context.DeadlineExceeded,
			} {
				if errors.Is(err, other) && other != test.want[0] && other != mayan.ErrIllegalMove {
					t.Errorf("%s: %s: %v passes for %v", test.name, name, err, other)
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

// Whatever the budget, a search that runs out of it says so, and any other
// answer is right.
func TestNodeLimits(t *testing.T) {
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
				t.Fatalf("%v, %d moves: %d positions entered with a limit of %d", b, n, stats.Nodes, limit)
			}
			if limit < all {
				if !errors.Is(err, mayan.ErrBudget) || got != nil {
					t.Fatalf("%v, %d moves, %d of %d positions: %v, %v", b, n, limit, all, got, err)
				}
				continue
			}
			if !slices.Equal(got, want) || errors.Is(err, mayan.ErrNoSolution) != errors.Is(wantErr, mayan.ErrNoSolution) || errors.Is(err, mayan.ErrBudget) {
				t.Fatalf("%v, %d moves, %d of %d positions: %v, %v, want %v, %v", b, n, limit, all, got, err, want, wantErr)
			}
		}
	}
}

// endless is a board that takes long to search for 12 moves and more.
const endless = "2553541/32431/1551345/4412254/154"

// A search that would take for ever ends when its context does.
func TestCancelWhileSearching(t *testing.T) {
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

// Wherever the context or the budget ends, a search either has the right answer or
// says that it was stopped.
func TestStopAnywhere(t *testing.T) {
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
			// A strategy that cuts nothing off cancels at some position, or a node
			// limit ends the search there.
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
						t.Fatalf("%v in %d moves: sequence %d is %v, want %v", b, n, i, s, all[i])
					}
				}
			}
		}
	}
}

func TestPruneFunc(t *testing.T) {
	b := mayan.MustParseBoard(sampleBoard)
	// Functions see settled positions with moves left, in the order given; a later
	// one is not asked when an earlier one has cut the position off.
	seen, refused := 0, 0
	s, err := mayan.Solve(context.Background(), b, 3,
		mayan.PruneFunc(func(b mayan.Board, left int) bool {
			if !b.IsSettled() || left < 1 || left > 3 || b.IsCleared() {
				t.Errorf("prune is asked about %v with %d moves left", b, left)
			}
			empties := false
			for m := range b.Moves() {
				next, err := b.Play(m)
				empties = empties || err == nil && next.IsCleared()
			}
			if left == 1 && !empties {
				t.Errorf("prune is asked about %v, which PruneLastMove cuts off", b)
			}
			seen++
			return false
		}),
		mayan.PruneFunc(func(mayan.Board, int) bool { refused++; return false }))
	if err != nil || s.String() != "2 1 1\n3 1 1\n3 0 1" || seen == 0 || seen != refused {
		t.Errorf("%v, %v after %d and %d positions", s, err, seen, refused)
	}
	// Forbidding the second position of the answer forces another.
	var stats mayan.Stats
	forbidden, _ := b.Play(s[0])
	other, err := mayan.Solve(context.Background(), b, 3, mayan.WithStats(&stats),
		mayan.PruneFunc(func(b mayan.Board, left int) bool { return b == forbidden }))
	if err == nil && (slices.CompareFunc(other, s, mayan.Move.Compare) <= 0 || !naiveFrom(b).empties(naiveMoves(other))) {
		t.Errorf("%v, %v after %v was forbidden", other, err, s)
	}
	if err != nil && !errors.Is(err, mayan.ErrNoSolution) || stats.Pruned.Func == 0 {
		t.Errorf("%v, stats %+v", err, stats)
	}
	// NoPrunes takes functions off.
	if _, err := mayan.Solve(context.Background(), b, 3, mayan.PruneFunc(func(mayan.Board, int) bool { return true }), mayan.NoPrunes()); err != nil {
		t.Errorf("a function stands after NoPrunes: %v", err)
	}
	defer func() {
		if r := recover(); r != "stop" {
			t.Errorf("the panic of a function became %v", r)
		}
	}()
	_, _ = mayan.Solve(context.Background(), b, 3, mayan.PruneFunc(func(mayan.Board, int) bool { panic("stop") }))
}

func TestStats(t *testing.T) {
	b := mayan.MustParseBoard("323/132122/331/1/12")
	moves := 0
	for range b.Moves() {
		moves++
	}
	var stats mayan.Stats
	if _, err := mayan.Solve(context.Background(), b, 2, mayan.NoPrunes(), mayan.WithStats(&stats)); !errors.Is(err, mayan.ErrNoSolution) {
		t.Fatal(err)
	}
	// Without pruning the nodes are the start, what each move leads to, and so on.
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
			t.Errorf("%s pruned nothing: %+v", name, stats)
		}
		if n := only.Colors + only.Mirrors + only.Idles + only.Failed + only.Columns + only.Commuting + only.LastMove + only.Func; n != test.pruned(only) {
			t.Errorf("%s alone, but others pruned: %+v", name, only)
		}
		if (stats.Remembered > 0) != (name == "PruneFailed") {
			t.Errorf("%s: %d positions remembered", name, stats.Remembered)
		}
	}
}

// One set of options may serve many searches at a time.
func TestOptionsAreShared(t *testing.T) {
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

// collect returns what Solutions lists, and its error.
func collect(ctx context.Context, b mayan.Board, n int, options ...mayan.Option) (all [][]naiveMove, err error) {
	for s, e := range mayan.Solutions(ctx, b, n, options...) {
		if err != nil || e != nil && s != nil {
			panic("a pair after an error, or a solution with one")
		}
		if err = e; e == nil {
			all = append(all, naiveMoves(s))
		}
	}
	return all, err
}

// TestSolutionsAndCountAgainstNaive lists and counts with every strategy. Those
// that drop sequences must drop just the ones that they speak of.
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
				t.Fatalf("%v in %d moves, %s: %d sequences, %v, the rules give %d", n.board(), left, test.name, len(got), err, len(want))
			}
			count, err := mayan.Count(ctx, n.board(), left, options...)
			if err != nil || count != uint64(len(want)) {
				t.Fatalf("%v in %d moves, %s: Count %d, %v, the rules give %d", n.board(), left, test.name, count, err, len(want))
			}
		}
	}
	if longest < 20 {
		t.Errorf("no board has more than %d sequences", longest)
	}
}

func TestSolutionsStop(t *testing.T) {
	b := mayan.MustParseBoard("/11//11/")
	ctx := context.Background()
	all, err := collect(ctx, b, 3)
	if err != nil || len(all) < 10 {
		t.Fatalf("%d sequences, %v", len(all), err)
	}
	for stop := range len(all) {
		var stats mayan.Stats
		i := 0
		for s, err := range mayan.Solutions(ctx, b, 3, mayan.WithStats(&stats)) {
			if err != nil || !cmp.Equal(naiveMoves(s), all[i], cmp.AllowUnexported(naiveMove{})) {
				t.Fatalf("sequence %d: %v, %v", i, s, err)
			}
			if i == stop {
				break
			}
			i++
		}
		if stats.Nodes == 0 {
			t.Error("no statistics after a break")
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
		t.Errorf("%d sequences of 60 moves", seen)
	}
	cancel()
}

// When the loop's body ends the context, or its own type of context does odd
// things, no further solution comes, but one error.
func TestSolutionsCancelled(t *testing.T) {
	b := mayan.MustParseBoard("/11//11/")
	for stop := 1; stop <= 16; stop++ { // it has sixteen
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
		// After the last there is nothing left to search, and so no error.
		if cancel(); seen != stop || failed != 1 && stop < 16 {
			t.Errorf("cancelled at solution %d: %d solutions and %d errors", stop, seen, failed)
		}
	}
	_, err := mayan.Solve(oddContext{context.Background()}, b, 3)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("an error that cannot be compared became %v", err)
	}
}

type oddContext struct{ context.Context }

func (oddContext) Err() error { return oddError{context.Canceled} }

type oddError []error

func (e oddError) Error() string   { return "odd" }
func (e oddError) Unwrap() []error { return e }

// A list that the caller ends again and again goes on without a gap.
func TestSolutionsTakenUpAgain(t *testing.T) {
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
		t.Errorf("%d solutions one by one, %d at once", len(got), len(want))
	}
}

func TestCountOverflows(t *testing.T) {
	b := mayan.MustParseBoard("/11//11/")
	for n := range 7 {
		all, err := collect(context.Background(), b, n)
		if err != nil {
			t.Fatal(err)
		}
		if count, err := mayan.Count(context.Background(), b, n); err != nil || count != uint64(len(all)) {
			t.Errorf("Count of %d moves = %d, %v, but %d are listed", n, count, err, len(all))
		}
	}
	last := uint64(0)
	for n := 2; ; n++ {
		count, err := mayan.Count(context.Background(), b, n)
		if errors.Is(err, mayan.ErrOverflow) {
			if count != 0 || last < 1<<50 {
				t.Errorf("Count of %d moves = %d, %v, and of %d it was %d", n, count, err, n-1, last)
			}
			break
		}
		if err != nil || count <= last {
			t.Fatalf("Count of %d moves = %d, %v", n, count, err)
		}
		last = count
	}
}

// A table of a kilobyte and one of a gigabyte give the same answers.
func TestMemory(t *testing.T) {
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

// Any number of workers finds the same solution.
func TestWorkers(t *testing.T) {
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

// Whatever ends a search with several workers, none is left behind.
func TestWorkersEnd(t *testing.T) {
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
							t.Errorf("%s with %d workers: the panic became %v", name, workers, r)
						}
					}()
					ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
					defer cancel()
					_, err := mayan.Solve(ctx, b, 12, mayan.WithWorkers(workers), mayan.ShareFrom(0), option)
					t.Errorf("%s with %d workers: no panic, but %v", name, workers, err)
				}()
			}
		}
	}
	for wait := time.Millisecond; runtime.NumGoroutine() > before; wait *= 2 {
		if wait > time.Second {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(wait) // a goroutine that has done its work may not have left yet
	}
}

// A search taken up again and again where its budget ended finds what one search
// finds, alone and with several workers.
func TestStartAfter(t *testing.T) {
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
						t.Fatalf("%v in %d moves: from %v only to %v", b, n, start, stop.Reached)
					}
					if want != nil && slices.CompareFunc(stop.Reached, want, mayan.Move.Compare) > 0 {
						t.Fatalf("%v in %d moves: reached %v, behind %v", b, n, stop.Reached, want)
					}
					start = stop.Reached
					if piece > 100_000 {
						t.Fatalf("%v in %d moves: %d pieces of %d nodes", b, n, piece, limit)
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
		// The same for a list.
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
			t.Fatalf("%v in %d moves: %d sequences in pieces, %d at once", b, n, len(got), len(wantAll))
		}
	}
	if pieces < 50 {
		t.Errorf("no search was split into more than %d pieces", pieces)
	}
}

// Where a search starts must not change what it finds from there on: all
// sequences that do not come before the prefix, or the smallest of them.
func TestStartAfterAnyPrefix(t *testing.T) {
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
			if len(all) > 0 && r.IntN(2) == 0 { // begin as a solution does
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
				t.Fatalf("%v in %d moves after %v: %d sequences, %v, want %d of %d", b, n, prefix, len(got), err, len(want), len(all))
			}
			// What a strategy drops it drops from there on as well.
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
					t.Fatalf("%v in %d moves after %v with %s: %d sequences, %v, want %d", b, n, prefix, name, len(got), err, len(kept))
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
		t.Errorf("only %d prefixes part the solutions of a board", later)
	}
}

// A list in pieces of a few positions has no gap and no repetition, whatever the
// limit.
func TestSolutionsInSmallPieces(t *testing.T) {
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
				t.Fatalf("%v in pieces of %d positions: %d sequences, at once %d", b, limit, len(got), len(want))
			}
		}
	}
}

// A search may be called, and call back, on goroutines that are bound to their
// threads, as those of graphical programs are.
func TestLockedThreads(t *testing.T) {
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

// A panic in the body of a loop leaves the statistics behind.
func TestSolutionsPanic(t *testing.T) {
	var stats mayan.Stats
	func() {
		defer func() {
			if r := recover(); r != "stop" {
				t.Errorf("the panic became %v", r)
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

// Count cannot be taken up, so it does not say where.
func TestCountStops(t *testing.T) {
	_, err := mayan.Count(context.Background(), mayan.MustParseBoard("11/1///"), 3, mayan.WithNodeLimit(5))
	var stop *mayan.StopError
	if !errors.As(err, &stop) || !errors.Is(err, mayan.ErrBudget) || stop.Reached != nil || stop.Moves != 3 {
		t.Errorf("Count with a limit: %v", err)
	}
	for _, none := range [][]mayan.Move{nil, {}} {
		if _, err := mayan.Count(context.Background(), mayan.Board{}, 0, mayan.StartAfter(none)); err != nil {
			t.Errorf("Count after no moves: %v", err)
		}
		if _, err := mayan.Shortest(context.Background(), mayan.Board{}, 0, mayan.StartAfter(none)); err != nil {
			t.Errorf("Shortest after no moves: %v", err)
		}
	}
}

// Progress is reported from the first position on, also while there is no work yet for
// the other workers.
func TestProgressFromTheBeginning(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	asked, reports := 0, 0
	_, err := mayan.Solve(ctx, mayan.MustParseBoard("2553541/32431/1551345/4412254/154"), 12,
		mayan.WithWorkers(3), mayan.ShareFrom(0),
		mayan.PruneFunc(func(mayan.Board, int) bool { // in one goroutine, as long as it is asked so seldom
			time.Sleep(time.Millisecond) // longer than between two reports, by any clock
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

// First moves are done once and for all: reports never go back, nor does the last
// word, and each number of moves that Shortest asks for begins anew.
func TestProgressOfFirstMoves(t *testing.T) {
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
			t.Errorf("%d workers: %v, %v, %d reports, the last with %d done, in the end %d", workers, s, err, reports, last, stats.Done)
		}
		// Numbers of moves are told apart by when nothing is done.
		begun := 0
		options[len(options)-1] = mayan.WithProgress(100*time.Microsecond, func(s mayan.Stats) {
			if s.Done == 0 && last > 0 {
				begun++
			}
			last = s.Done
			if s.Done == s.Total {
				t.Errorf("%d workers: all first moves are done while the search goes on", workers)
			}
		})
		last = 1
		if s, err := mayan.Shortest(context.Background(), b, 3, options...); err != nil || begun == 0 {
			t.Errorf("%d workers: %v, %v, %d numbers of moves begun", workers, s, err, begun)
		}
	}
}

func TestProgress(t *testing.T) {
	b := mayan.MustParseBoard(endless)
	const every = 5 * time.Millisecond
	for _, workers := range []int{1, 2} {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		var last mayan.Stats
		var ended time.Time
		calls := 0
		_, err := mayan.Solve(ctx, b, 12, mayan.WithWorkers(workers), mayan.ShareFrom(0), mayan.WithProgress(every, func(s mayan.Stats) {
			// The clock may be read late. The call at the end comes at any time.
			if since := time.Since(ended); since < every/2 && ctx.Err() == nil {
				t.Errorf("%d workers: %v after the last report", workers, since)
			}
			if calls++; calls%3 == 0 {
				time.Sleep(every * 3 / 2)
			}
			defer func() { ended = time.Now() }()
			if s.Nodes < last.Nodes || s.Done < last.Done || s.Elapsed < last.Elapsed || s.Total != 48 || s.Done > s.Total {
				t.Errorf("progress from %+v to %+v", last, s)
			}
			last = s
		}))
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || calls == 0 || last.Nodes == 0 {
			t.Errorf("%d workers: %v, %d calls, the last with %+v", workers, err, calls, last)
		}
	}
}
