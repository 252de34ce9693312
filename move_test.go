package mayan_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan"
)

func TestMovesAndPlayAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 3000 {
		n := randomBoard(r, 35, 1+r.IntN(5))
		b := n.board()
		moves := slices.Collect(b.Moves())
		if diff := cmp.Diff(n.moves(), naiveMoves(moves), cmp.AllowUnexported(naiveMove{})); diff != "" {
			t.Fatalf("Moves of %v (-naive +got):\n%s", b, diff)
		}
		if !slices.IsSortedFunc(moves, mayan.Move.Compare) {
			t.Fatalf("moves of %v are not in puzzle order", b)
		}
		for i, m := range moves {
			got, err := b.Play(m)
			if want := n.play(n.moves()[i]).board(); err != nil || got != want {
				t.Fatalf("%v, move %v: %v, %v, want %v", b, m, got, err, want)
			}
			shifted, err := b.Shift(m)
			if err != nil || mayan.Settle(shifted) != got || shifted.Len() != b.Len() {
				t.Fatalf("%v, move %v: Shift gives %v, %v", b, m, shifted, err)
			}
		}
	}
}

func TestMovesMayBeStopped(t *testing.T) {
	b := mayan.MustParseBoard(sampleBoard)
	all := slices.Collect(b.Moves())
	for stop := range len(all) {
		seen := []mayan.Move{}
		for m := range b.Moves() {
			if len(seen) == stop {
				break
			}
			seen = append(seen, m)
		}
		if !slices.Equal(seen, all[:stop]) {
			t.Errorf("a loop that stops after %d moves gets %v", stop, seen)
		}
	}
}

func TestIllegalMovesLeaveTheBoardUnchanged(t *testing.T) {
	b := mayan.MustParseBoard(sampleBoard)
	for _, m := range []mayan.Move{
		{0, 0, mayan.Left}, {4, 0, mayan.Right}, {0, 1, mayan.Right}, {-1, 0, mayan.Right}, {5, 0, mayan.Left},
		{0, -1, mayan.Right}, {0, 7, mayan.Right}, {0, 0, 0}, {0, 0, 2}, {2, 0, -2}, {0, 0, 127}, {0, 0, -128},
		{math.MaxInt, 0, mayan.Right}, {0, math.MaxInt, mayan.Right}, {math.MinInt, math.MinInt, mayan.Left},
	} {
		for name, play := range map[string]func(mayan.Move) (mayan.Board, error){
			"Play": b.Play, "Shift": b.Shift,
			"Replay": func(m mayan.Move) (mayan.Board, error) { return mayan.Replay(b, m) },
		} {
			if after, err := play(m); !errors.Is(err, mayan.ErrIllegalMove) || after != b {
				t.Errorf("%s(%v) = %v, %v", name, m, after, err)
			}
		}
	}
	after, err := mayan.Replay(b, mayan.Move{2, 1, mayan.Right}, mayan.Move{0, 3, mayan.Right}, mayan.Move{3, 0, mayan.Right})
	want := "mayan: Replay: move 2 of 3: illegal move: 0 3 1: no block at column 0, row 3"
	if first, _ := b.Play(mayan.Move{2, 1, mayan.Right}); err == nil || err.Error() != want || after != first {
		t.Errorf("Replay = %v, %v, want the board after the first move and %q", after, err, want)
	}
	if after, err := mayan.Replay(b); err != nil || after != b {
		t.Errorf("Replay without moves = %v, %v", after, err)
	}
}

func TestCompareIsPuzzleOrder(t *testing.T) {
	ordered := []mayan.Move{{0, 0, mayan.Right}, {0, 0, mayan.Left}, {0, 1, mayan.Right}, {1, 0, mayan.Right}, {1, 0, mayan.Left}, {4, 6, mayan.Left}}
	for i, m := range ordered {
		for j, o := range ordered {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := m.Compare(o); got != want {
				t.Errorf("%v.Compare(%v) = %d, want %d", m, o, got, want)
			}
		}
	}
}

func TestParseMoveErrorsNameTheOffset(t *testing.T) {
	if m, err := mayan.ParseMove(" 4\t6\n-1 "); err != nil || m != (mayan.Move{4, 6, mayan.Left}) {
		t.Errorf("ParseMove with other white space = %v, %v", m, err)
	}
	for text, want := range map[string]string{
		"":                       "offset 0: no column",
		"1 2":                    "offset 3: no direction",
		"1 2 1 0":                "offset 6: \"0\" stands after the direction",
		"x 2 1":                  "offset 0: column \"x\" is not a number",
		"5 0 1":                  "offset 0: column 5 is not 0 to 4",
		"-1 0 1":                 "offset 0: column -1 is not 0 to 4",
		"0 7 1":                  "offset 2: row 7 is not 0 to 6",
		"0 0 0":                  "offset 4: direction 0 is neither 1 nor -1",
		"0 0 2":                  "offset 4: direction 2 is neither 1 nor -1",
		"0 99999999999999999 1":  "offset 2: row 99999999999999999 is not 0 to 6",
		"0 99999999999999999999": "offset 2: row 99999999999999999999 is not 0 to 6",
	} {
		m, err := mayan.ParseMove(text)
		var parse *mayan.ParseError
		if !errors.As(err, &parse) || err.Error() != "mayan: move: "+want || m != (mayan.Move{}) {
			t.Errorf("ParseMove(%q) = %v, %v, want %s", text, m, err, want)
		}
	}
}
