package cover

import (
	"testing"

	"github.com/mayanbeads/mayan/internal/memo"
)

// count counts the solutions of a problem in every way and with several numbers of
// workers. All counts must be equal.
func count(t *testing.T, c *Problem) uint64 {
	t.Helper()
	progress := Start(t.Context(), 0, 0, nil)
	swept, ok := newSweep(c, progress, 1<<30, 1).count()
	if !ok {
		t.Fatal("the sweep returns no count")
	}
	for _, workers := range []int{1, 2, 3, 8} {
		if got, ok := newSweep(c, progress, 1<<30, workers).count(); !ok || got != swept {
			t.Errorf("a sweep by %d workers counts %d, by one worker %d", workers, got, swept)
		}
		if got, ok := newCount(c, progress, 1<<20, workers).count(nil); !ok || got != swept {
			t.Errorf("a constrained search by %d workers counts %d, a sweep %d", workers, got, swept)
		}
	}
	recounted, ok := (&recount{problem: c, known: memo.NewMap(1 << 20), progress: progress}).count(c.covered, c.pieces)
	if !ok || recounted != swept {
		t.Errorf("a sweep counts %d, a recount %d", swept, recounted)
	}
	return swept
}

// singles returns a problem in which piece i covers only cell i. The piece has
// copies[i] equal placements.
func singles(copies ...int) *Problem {
	var placements []Placement
	sizes := make([]int, len(copies))
	for i, n := range copies {
		sizes[i] = 1
		for range n {
			placements = append(placements, Placement{1 << i, 1 << i})
		}
	}
	return New(1<<len(copies)-1, placements, [MaxCells]uint64{}, sizes)
}

func TestCountsAreExact(t *testing.T) {
	// 16^15 * 15 is the largest such count below 2^64.
	copies := []int{16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 15}
	if got := count(t, singles(copies...)); got != 15<<60 || overflowed(got) {
		t.Errorf("count is %d, want %d", got, uint64(15<<60))
	}
	copies[15] = 16
	if got := count(t, singles(copies...)); !overflowed(got) {
		t.Errorf("count is %d, want an overflow for 2^64", got)
	}
	copies[3] = 1000
	if got := count(t, singles(copies...)); !overflowed(got) {
		t.Errorf("count is %d, want an overflow for more than 2^64", got)
	}
	copies[15] = 0
	if got := count(t, singles(copies...)); got != 0 {
		t.Errorf("count is %d, want 0", got)
	}
}

func TestOverflowInDeadEndsDoesNotMatter(t *testing.T) {
	// Piece 0 covers the cells 0 to 13 at once. Pieces 1 and 2 then cover cells 14 and
	// 15. In a second way, pieces 1 to 14 cover the cells 0 to 13, with 2^70 choices.
	// No piece is then left for cell 14, so these positions are dead ends.
	sizes := []int{14, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	placements := []Placement{{1<<14 - 1, 1}, {1 << 14, 1 << 1}, {1 << 15, 1 << 2}}
	for i := range 14 {
		for range 32 {
			placements = append(placements, Placement{1 << i, 1 << (i + 1)})
		}
	}
	if got := count(t, New(1<<16-1, placements, [MaxCells]uint64{}, sizes)); got != 1 {
		t.Errorf("count is %d, want 1", got)
	}
}

func TestTakeRemovesTheFirstOfEqualPieces(t *testing.T) {
	for _, test := range []struct{ pieces, alike, want uint16 }{
		{0b1011, 0b0010, 0b1001}, {0b1111, 0b0110, 0b1101}, {0b1101, 0b0110, 0b1001}, {1 << 15, 1<<15 | 1, 0},
	} {
		if got := Take(test.pieces, test.alike); got != test.want {
			t.Errorf("Take(%b, %b) is %b, want %b", test.pieces, test.alike, got, test.want)
		}
	}
}

func TestSubsetSumsOfEverySubset(t *testing.T) {
	sums := subsetSums([]int{3, 4, 4})
	for pieces, want := range []uint64{1, 1 | 1<<3, 1 | 1<<4, 1 | 1<<3 | 1<<4 | 1<<7, 1 | 1<<4, 1 | 1<<3 | 1<<4 | 1<<7, 1 | 1<<4 | 1<<8, 1 | 1<<3 | 1<<4 | 1<<7 | 1<<8 | 1<<11} {
		if sums[pieces] != want {
			t.Errorf("pieces %b: sums %b, want %b", pieces, sums[pieces], want)
		}
	}
}
