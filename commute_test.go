package mayan

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// If two moves are taken to commute, both orders lead to the same board.
func TestCommutingMovesLeadToTheSameBoard(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	boards := 20_000
	if testing.Short() {
		boards = 2_000
	}
	pairs := map[string]int{}
	for i := range boards {
		b := settledBoard(r, 2+i%5)
		w, n := nodeOf(t, b)
		// Pretend that all moves have failed.
		n.failed = n.legal
		inWay := map[packedMove]uint64{}
		for moves := n.legal; !moves.isEmpty(); moves.dropFirst() {
			cell, dir := moves.first()
			next := position{board: b.shift(cell, dir)}
			next.count()
			vanish := next.board.runs()
			if vanish == 0 {
				if !n.swaps.has(cell, dir) {
					n.drops.add(cell, dir)
				}
				continue
			}
			var c cascade
			if !w.settle(&next, vanish, MaxMoves, &c) {
				continue // some colour has too few blocks
			}
			way := n.inWay(cell, dir, c)
			inWay[packMove(cell, dir)] = way
			n.fail(cell, dir, way)
		}
		for moves := n.legal.without(n.idles); !moves.isEmpty(); moves.dropFirst() {
			cell, dir := moves.first()
			way, matching := inWay[packMove(cell, dir)]
			var k known
			switch {
			case matching:
				k = n.behindMatching(way)
			case b.shift(cell, dir).runs() == 0:
				k = n.behindPlain(cell, dir)
			}
			m := moveAt(cell, dir)
			for others := k.failed; !others.isEmpty(); others.dropFirst() {
				other := moveAt(others.first())
				one, err := Replay(b, m, other)
				if err != nil {
					t.Fatalf("%v: %v is not legal after %v: %v", b, other, m, err)
				}
				if one == b {
					continue // the second move swaps back
				}
				two, err := Replay(b, other, m)
				if err != nil || one != two {
					t.Fatalf("%v: %v, then %v lead to %v, but the other order to %v, %v", b, m, other, one, two, err)
				}
				_, otherMatching := inWay[packMove(others.first())]
				pairs[fmt.Sprintf("matching %t, then matching %t", matching, otherMatching)]++
			}
		}
	}
	for _, kind := range []string{"matching false, then matching false", "matching true, then matching false", "matching false, then matching true"} {
		if pairs[kind] < boards {
			t.Errorf("only %d pairs of moves of the kind: %s", pairs[kind], kind)
		}
	}
}
