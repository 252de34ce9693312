package mayan_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mayanbeads/mayan"
)

// TestSettleAgainstNaive compares Settle, Cascade and Cells with a naive settle, round
// by round.
func TestSettleAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	rounds := map[int]int{}
	for range 100_000 {
		n := randomBoard(r, 35, 1+r.IntN(4))
		b := n.board()
		count := 0
		for round := range mayan.Cascade(b) {
			count++
			marked, cells := n.marked()
			if round.Before != n.board() || round.Vanish.Len() != cells || cells == 0 {
				t.Fatalf("Cascade of %v, round %d: %v, %d cells vanish, want %v, %d", b, count, round.Before, round.Vanish.Len(), n.board(), cells)
			}
			listed := 0
			for x, y := range round.Vanish.All() {
				if !marked[x][y] || !round.Vanish.Has(x, y) {
					t.Fatalf("Cascade of %v, round %d: cell %d, %d vanishes", b, count, x, y)
				}
				listed++
			}
			if listed != cells {
				t.Fatalf("Cascade of %v, round %d: All lists %d of %d cells", b, count, listed, cells)
			}
			n.vanish()
			if round.After != n.board() {
				t.Fatalf("Cascade of %v, round %d leaves %v, want %v", b, count, round.After, n.board())
			}
		}
		if _, cells := n.marked(); cells != 0 {
			t.Fatalf("Cascade of %v ends after %d rounds with %v", b, count, n.board())
		}
		if got := mayan.Settle(b); got != n.board() || !got.IsSettled() || b.IsSettled() != (count == 0) {
			t.Fatalf("Settle(%v) = %v, want %v", b, got, n.board())
		}
		rounds[count]++
	}
	for _, count := range []int{0, 1, 2, 3} {
		if rounds[count] < 100 {
			t.Errorf("only %d of the boards settle in %d rounds", rounds[count], count)
		}
	}
}

// This test plays the last move of the sample of NOIP 2011 round by round.
func TestCascadeOfThePublishedSample(t *testing.T) {
	b := mayan.MustParseBoard(sampleBoard)
	b, err := mayan.Replay(b, mayan.Move{2, 1, mayan.Right}, mayan.Move{3, 1, mayan.Right})
	if err != nil {
		t.Fatal(err)
	}
	if want := mayan.MustParseBoard("1/21/214/34/2334"); b != want {
		t.Fatalf("after two moves %v, want %v", b, want)
	}
	b, err = b.Shift(mayan.Move{3, 0, mayan.Right})
	if err != nil {
		t.Fatal(err)
	}
	type round struct {
		before string
		vanish [][2]int
	}
	want := []round{
		{"1/21/214/24/3334", [][2]int{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 1}, {4, 2}}}, // a row of 2 and a column of 3
		{"1/1/14/4/4", [][2]int{{0, 0}, {1, 0}, {2, 0}}},                               // a row of 1
		{"//4/4/4", [][2]int{{2, 0}, {3, 0}, {4, 0}}},                                  // a row of 4
	}
	i := 0
	for got := range mayan.Cascade(b) {
		if i == len(want) {
			t.Fatalf("round %d: %v should be settled", i, got.Before)
		}
		var cells [][2]int
		for x, y := range got.Vanish.All() {
			cells = append(cells, [2]int{x, y})
		}
		if got.Before.String() != want[i].before || len(cells) != len(want[i].vanish) {
			t.Fatalf("round %d: %v of %v vanish, want %v of %s", i, cells, got.Before, want[i].vanish, want[i].before)
		}
		for j, cell := range want[i].vanish {
			if cells[j] != cell {
				t.Errorf("round %d: cells %v vanish, want %v", i, cells, want[i].vanish)
			}
		}
		i++
		b = got.After
	}
	if i != len(want) || !b.IsCleared() {
		t.Errorf("%d rounds leave %v, want %d and the cleared board", i, b, len(want))
	}
}

func TestCascadeMayBeStopped(t *testing.T) {
	rounds := 0
	for range mayan.Cascade(mayan.MustParseBoard("1/1/1//")) {
		rounds++
		break
	}
	if rounds != 1 {
		t.Errorf("%d rounds, but the loop stops after one", rounds)
	}
}

func TestCellsHasLenAndAllAgree(t *testing.T) {
	var none mayan.Cells
	if none.Len() != 0 || none.Has(0, 0) || !(mayan.Board{}).IsSettled() {
		t.Error("the zero Cells has cells, or the cleared board has runs")
	}
	var cells mayan.Cells
	for round := range mayan.Cascade(mayan.MustParseBoard("1112221/1112221/1112221/1112221/1112221")) {
		cells = round.Vanish
		break
	}
	if cells.Len() != 35 {
		t.Errorf("%d of 35 cells vanish", cells.Len())
	}
	for _, outside := range [][2]int{{-1, 0}, {0, -1}, {5, 0}, {0, 7}, {0, 8}, {math.MaxInt, 0}, {0, math.MaxInt}} {
		if cells.Has(outside[0], outside[1]) {
			t.Errorf("Has(%d, %d) is true outside the board", outside[0], outside[1])
		}
	}
	seen := 0
	for range cells.All() {
		if seen++; seen == 5 {
			break
		}
	}
	if seen != 5 {
		t.Errorf("a loop that stops at cell 5 gets %d cells", seen)
	}
	if cells == none {
		t.Error("different sets are equal")
	}
}
