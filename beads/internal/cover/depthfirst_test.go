package cover

import (
	"math"
	"math/bits"
	"testing"
)

// TestDeadEndsAreEnteredOnce searches a board without a solution, so each position is a
// dead end.
func TestDeadEndsAreEnteredOnce(t *testing.T) {
	c := problem(t, ".\n..\n...\n.##.\n.##..\n......\n.......\n.....###\n.....#.#.\n..........", without("DG")...)
	type position struct {
		covered uint64
		pieces  uint16
	}
	reached := map[position]bool{}
	var reach func(p position)
	reach = func(p position) {
		if reached[p] {
			return
		}
		reached[p] = true
		if p.covered == math.MaxUint64 {
			t.Fatal("the board has a solution")
		}
		for _, q := range c.at(bits.TrailingZeros64(^p.covered)) {
			if q.Cells&p.covered == 0 && q.Piece&p.pieces != 0 && !c.isDead(p.covered|q.Cells, p.pieces&^q.Piece) {
				reach(position{p.covered | q.Cells, p.pieces &^ q.Piece})
			}
		}
	}
	reach(position{c.covered, c.pieces})
	w := newDepthFirst(c, Start(t.Context(), 0, 0, nil), 64<<20, nil)
	w.run()
	if got := w.progress.stats.Nodes; int(got) != len(reached) || got < 1000 {
		t.Errorf("%d positions entered, %d can be reached", got, len(reached))
	}
}

func TestDepthFirstDoesNotAllocate(t *testing.T) {
	c := problem(t, triangle, twelve...)
	found := 0
	var last uint64
	w := newDepthFirst(c, Start(t.Context(), 0, 0, nil), 10000, func(path []Placement) bool {
		last = c.covered
		for _, p := range path {
			last += p.Cells // a sum, so a cell that is covered twice shows
		}
		found++
		return found%20 != 0
	})
	w.run() // the graph now takes all its memory
	if n := testing.AllocsPerRun(5, w.run); n != 0 {
		t.Errorf("%v allocations for 20 solutions, want 0", n)
	}
	if found == 0 || last != math.MaxUint64 {
		t.Errorf("%d solutions found, the last covers %#x", found, last)
	}
}
