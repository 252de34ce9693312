package mayan_test

import (
	"context"
	"errors"
	"slices"
	"testing"

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
