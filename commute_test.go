package mayan

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Whatever is taken to commute leads to the same board in either order.
func TestCommuting(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	boards := 20_000
	if testing.Short() {
		boards = 2_000
	}
	pairs := map[string]int{}
	for i := range boards {
		b := settledBoard(r, 2+i%5)
		w, n := nodeOf(t, b)
		// As if all moves had failed.
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
				continue // a lone block
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
					t.Fatalf("%v: %v is no move behind %v: %v", b, other, m, err)
				}
				if one == b {
					continue // swapped back
				}
				two, err := Replay(b, other, m)
				if err != nil || one != two {
					t.Fatalf("%v: %v and then %v lead to %v, the other way round to %v, %v", b, m, other, one, two, err)
				}
				_, otherLoud := inWay[packMove(others.first())]
				pairs[fmt.Sprintf("matching %t, then matching %t", matching, otherLoud)]++
			}
		}
	}
	for _, kind := range []string{"matching false, then matching false", "matching true, then matching false", "matching false, then matching true"} {
		if pairs[kind] < boards {
			t.Errorf("%d pairs: %s", pairs[kind], kind)
		}
	}
}
