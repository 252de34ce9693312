package mayan_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan"
)

// sound lists the strategies that never change the smallest solution.
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

// If every swap of equal blocks is skipped, solutions are lost. This happens in
// published programs. The default finds these solutions.
func TestPruneAllIdlesIsUnsound(t *testing.T) {
	for _, test := range []struct {
		board        string
		moves        int
		right, wrong string
	}{
		{"11//11/11/", 3, "2 0 1\n3 0 1\n0 0 1", "-1"},
		{"11//221/2/", 4, "", ""}, // PruneAllIdles finds a larger solution
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
			t.Errorf("%s: default %q, PruneAllIdles %q, want %q and %q", test.board, right, wrong, test.right, test.wrong)
		}
		if err == nil && slices.CompareFunc(s, u, mayan.Move.Compare) >= 0 {
			t.Errorf("%s: PruneAllIdles finds %q, want a solution larger than %q", test.board, wrong, right)
		}
	}
}

func TestPruneFuncIsCalledForPositionsNotYetPruned(t *testing.T) {
	b := mayan.MustParseBoard(sampleBoard)
	// The functions get settled positions with moves left, in the order of the options.
	// If one function prunes a position, the next is not called.
	seen, second := 0, 0
	s, err := mayan.Solve(context.Background(), b, 3,
		mayan.PruneFunc(func(b mayan.Board, left int) bool {
			if !b.IsSettled() || left < 1 || left > 3 || b.IsCleared() {
				t.Errorf("prune is called with %v and %d moves left", b, left)
			}
			empties := false
			for m := range b.Moves() {
				next, err := b.Play(m)
				empties = empties || err == nil && next.IsCleared()
			}
			if left == 1 && !empties {
				t.Errorf("prune is called with %v, which PruneLastMove prunes", b)
			}
			seen++
			return false
		}),
		mayan.PruneFunc(func(mayan.Board, int) bool { second++; return false }))
	if err != nil || s.String() != "2 1 1\n3 1 1\n3 0 1" || seen == 0 || seen != second {
		t.Errorf("%v, %v; the functions were called %d and %d times", s, err, seen, second)
	}
	// If a function prunes the second position of the solution, there is another
	// solution or none.
	var stats mayan.Stats
	forbidden, _ := b.Play(s[0])
	other, err := mayan.Solve(context.Background(), b, 3, mayan.WithStats(&stats),
		mayan.PruneFunc(func(b mayan.Board, left int) bool { return b == forbidden }))
	if err == nil && (slices.CompareFunc(other, s, mayan.Move.Compare) <= 0 || !naiveFrom(b).empties(naiveMoves(other))) {
		t.Errorf("%v, %v, although the function prunes a position of %v", other, err, s)
	}
	if err != nil && !errors.Is(err, mayan.ErrNoSolution) || stats.Pruned.Func == 0 {
		t.Errorf("%v, stats %+v", err, stats)
	}
	// NoPrunes removes functions too.
	if _, err := mayan.Solve(context.Background(), b, 3, mayan.PruneFunc(func(mayan.Board, int) bool { return true }), mayan.NoPrunes()); err != nil {
		t.Errorf("a function is called after NoPrunes: %v", err)
	}
	defer func() {
		if r := recover(); r != "stop" {
			t.Errorf("recovered %v, want the panic of the function", r)
		}
	}()
	_, _ = mayan.Solve(context.Background(), b, 3, mayan.PruneFunc(func(mayan.Board, int) bool { panic("stop") }))
}
