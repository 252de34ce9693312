package mayan

import (
	"context"
	"math/rand/v2"
	"testing"
)

// Claim: on a settled board, a column has at most five blocks of a colour. Reason: six
// of seven blocks of one colour contain a run. Consequence: after a shift a column has
// at most six, which the table of the column bound covers.
func TestSettledColumnHasAtMostFiveOfAColor(t *testing.T) {
	for pattern := range 1 << Height {
		run, longest, count := 0, 0, 0
		for y := range Height {
			if pattern>>y&1 == 0 {
				run = 0
				continue
			}
			run++
			count++
			longest = max(longest, run)
		}
		if longest < 3 && count > 5 {
			t.Errorf("the column %07b has %d blocks of a colour and no run", pattern, count)
		}
	}
}

// nodeOf returns the node of a board, and a worker that is ready to search it.
func nodeOf(t *testing.T, b Board) (*worker, *node) {
	t.Helper()
	w := new(worker)
	if err := w.begin(context.Background(), "Solve", b, MaxMoves, finding, []Option{WithMemory(0)}); err != nil {
		t.Fatal(err)
	}
	p := position{board: b}
	p.count()
	n := node{position: &p}
	n.look()
	n.lookCloser(moveSet{})
	return w, &n
}

// settledBoard returns a random settled board of at most the given number of colours.
func settledBoard(r *rand.Rand, colors int) Board {
	var b Board
	highest := 1 + r.IntN(Height)
	for x := range Width {
		for range r.IntN(highest + 1) {
			b.push(x, 1+Color(r.IntN(colors)))
		}
	}
	return Settle(b)
}

// A node finds properties of all moves of its board at once. This test compares them
// with one move at a time.
func TestMoveSetsAgreeWithSingleMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	boards := 30_000
	if testing.Short() {
		boards = 3_000
	}
	matching, useless, clearable := 0, 0, 0
	for i := range boards {
		b := settledBoard(r, 1+i%int(MaxColor))
		w, n := nodeOf(t, b)
		p := *n.position
		cleared := false
		for m := range b.Moves() {
			cell, to := cellAt(m.X, m.Y), cellAt(m.X+int(m.Dir), m.Y)
			if !n.legal.has(cell, m.Dir) {
				t.Fatalf("%v: the set of moves lacks %v", b, m)
			}
			if swap := b.at(to) != Empty; swap != n.swaps.has(cell, m.Dir) {
				t.Fatalf("%v: %v is a swap: %t", b, m, swap)
			}
			if idle := b.at(to) == b.at(cell); idle != n.idles.has(cell, m.Dir) {
				t.Fatalf("%v: %v swaps equal blocks: %t", b, m, idle)
			}
			next := b.shift(cell, m.Dir)
			crossed, counted := p, position{board: next}
			crossed.cross(cell, m.Dir)
			if counted.count(); counted.counts != crossed.counts || counted.gap != crossed.gap {
				t.Fatalf("%v: the counts after %v are wrong", b, m)
			}
			run := next.runs() != 0
			if n.swaps.has(cell, m.Dir) && !n.idles.has(cell, m.Dir) && run != n.matching.has(cell, m.Dir) {
				t.Fatalf("%v: %v makes a run: %t", b, m, run)
			}
			if run {
				matching++
			}
			next = Settle(next)
			cleared = cleared || next.IsCleared()
		}
		if n.legal.len() != uint64(w.tally.Total) {
			t.Fatalf("%v has %d moves, but the statistics have %d", b, n.legal.len(), w.tally.Total)
		}
		for left := range 6 {
			if p.isBeyond(left + 1) {
				continue // the search prunes this position, so it tries no moves
			}
			moves := n.legal.without(n.idles)
			refused := p.useless(moves, left, w.colors)
			for ; !moves.isEmpty(); moves.dropFirst() {
				cell, dir := moves.first()
				next := p
				next.cross(cell, dir)
				if want := next.isBeyond(left); want != refused.has(cell, dir) {
					t.Fatalf("%v with %d moves left: %v is beyond the column bound: %t", b, left+1, moveAt(cell, dir), want)
				} else if want {
					useless++
				}
			}
		}
		if p.isBeyond(1) || b.IsCleared() {
			continue
		}
		if got := w.canClear(&p); got != cleared {
			t.Fatalf("%v: canClear is wrong, a move that empties the board exists: %t", b, cleared)
		}
		if cleared {
			clearable++
		}
	}
	if matching < boards/2 || useless < boards/2 || clearable < boards/300 {
		t.Errorf("too few cases on %d boards: %d moves make a run, %d are useless, %d boards can be cleared", boards, matching, useless, clearable)
	}
}
