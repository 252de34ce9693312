package mayan

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/mayanbeads/mayan/internal/memo"
)

// A settled board has at most five blocks of a colour in a column, so that after
// a shift no search asks the table for more than six.
func TestNoSettledColumnHasSixOfAColor(t *testing.T) {
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
			t.Errorf("%07b has %d blocks without a run", pattern, count)
		}
	}
}

// nodeOf returns the node of a board, and a worker that is about to search it.
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

// settledBoard returns a random board of up to so many colours, after settling.
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

// What is found for all moves of a board together, against one move at a time.
func TestMovesTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	boards := 30_000
	if testing.Short() {
		boards = 3_000
	}
	matching, useless, clear := 0, 0, 0
	for i := range boards {
		b := settledBoard(r, 1+i%int(MaxColor))
		w, n := nodeOf(t, b)
		p := *n.position
		cleared := false
		for m := range b.Moves() {
			cell, to := cellAt(m.X, m.Y), cellAt(m.X+int(m.Dir), m.Y)
			if !n.legal.has(cell, m.Dir) {
				t.Fatalf("%v: %v is not among the moves", b, m)
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
				t.Fatalf("%v: %v is counted wrong", b, m)
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
			t.Fatalf("%v has %d moves, not %d", b, n.legal.len(), w.tally.Total)
		}
		for left := range 6 {
			if p.isBeyond(left + 1) {
				continue // no search tries moves there
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
			t.Fatalf("%v: some move empties it: %t", b, cleared)
		}
		if cleared {
			clear++
		}
	}
	if matching < boards/2 || useless < boards/2 || clear < boards/300 {
		t.Errorf("of %d boards: %d moves make a run, %d are useless, %d boards can be cleared", boards, matching, useless, clear)
	}
}

// TestKeys reads keys back as the numbers that they are made of, so no two
// positions of a search can share one.
func TestKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	// narrow reads the three words of a board that fit, wide the digits in base 11.
	narrow := func(key memo.Key) (Board, int) {
		const word = 1<<40 - 1
		b := Board{ones: key[0] & word, twos: (key[0]>>40 | key[1]<<24) & word, fours: key[1] >> 16 & word}
		return b, int(key[1]>>56) + 1
	}
	wide := func(key memo.Key) (b Board, left int) {
		left = int(key[0]%2*32+key[1]%32) + 1
		key[0], key[1] = key[0]/2, key[1]/32
		digits := func(word, x, from, to int) {
			for y := from; y < to; y++ {
				b.put(cellAt(x, y), Color(key[word]%11))
				key[word] /= 11
			}
		}
		digits(0, 2, 0, 4)
		digits(0, 1, 0, 7)
		digits(0, 0, 0, 7)
		digits(1, 2, 4, 7)
		digits(1, 4, 0, 7)
		digits(1, 3, 0, 7)
		if key != (memo.Key{}) {
			t.Fatalf("%v is left of a key", key)
		}
		return b, left
	}
	full := MustParseBoard("AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA")
	for _, test := range []struct {
		start Board
		most  Color
		read  func(memo.Key) (Board, int)
	}{
		{Board{}, 7, narrow},
		{MustParseBoard("////8"), MaxColor, wide},
		{full, MaxColor, wide},
	} {
		s := search{board: test.start}
		check := func(b Board, left int) {
			key := s.key(&b, left)
			if read, moves := test.read(key); read != b || moves != left {
				t.Fatalf("the key of %v with %d moves left reads as %v with %d", b, left, read, moves)
			}
			if (key == memo.Key{}) != (b.IsCleared() && left == 1) {
				t.Fatalf("%v with %d moves left has the key %v", b, left, key)
			}
		}
		for range 10_000 {
			var b Board
			for x := range Width {
				for range r.IntN(Height + 1) {
					b.push(x, 1+Color(r.IntN(int(test.most))))
				}
			}
			check(b, 1+r.IntN(MaxMoves))
		}
		highest := Board{}
		for cell := range Width * oneRight {
			if bit(cell)&allCells != 0 {
				highest.put(cell, test.most)
			}
		}
		for left := 1; left <= MaxMoves; left++ {
			check(highest, left)
			check(Board{}, left)
		}
	}
	// The largest key of ten colours fits, too: the sums above did not wrap around.
	base := big.NewInt(11)
	largest := new(big.Int).Exp(base, big.NewInt(18), nil)
	if largest.Mul(largest, big.NewInt(2)); largest.BitLen() > 64 {
		t.Errorf("word 0 takes %d bits", largest.BitLen())
	}
	largest.Exp(base, big.NewInt(17), nil)
	if largest.Mul(largest, big.NewInt(32)); largest.BitLen() > 64 {
		t.Errorf("word 1 takes %d bits", largest.BitLen())
	}
}

// A search allocates its table and its answer, and nothing on the way.
func TestSearchAllocatesNothing(t *testing.T) {
	b := MustParseBoard("3233121/3313211/223122/3323323/1121")
	for name, options := range map[string][]Option{
		"default":        {WithMemory(16 << 10)},
		"NoPrunes":       {NoPrunes()},
		"PruneFunc":      {WithMemory(16 << 10), PruneFunc(func(Board, int) bool { return false })},
		"without memory": {WithMemory(0)},
	} {
		for _, question := range []question{finding, counting} {
			n := 3
			if name == "NoPrunes" {
				n = 2
			}
			var w worker
			if err := w.begin(context.Background(), "Solve", b, n, question, options); err != nil {
				t.Fatal(err)
			}
			w.run(n)
			if allocs := testing.AllocsPerRun(3, func() { w.run(n) }); allocs != 0 {
				t.Errorf("%s: %v allocations", name, allocs)
			}
		}
	}
}

// What several workers proved is known afterwards, as Shortest needs it.
func TestSharedFailuresAreRemembered(t *testing.T) {
	b := MustParseBoard("3212211/12331/212122/31211/2213132") // cannot be emptied in 5 moves
	var alone, w worker
	for _, test := range []struct {
		worker  *worker
		options []Option
	}{
		{&alone, nil},
		{&w, []Option{WithWorkers(3), ShareFrom(0)}},
	} {
		if err := test.worker.begin(context.Background(), "Solve", b, 5, finding, test.options); err != nil {
			t.Fatal(err)
		}
		// Keys that no position has make the table large. A table that grows forgets
		// positions while the goroutine that grows it has no processor.
		for i := range uint64(1 << 14) {
			test.worker.table.Put(memo.Key{i, 1 << 63}, 0)
		}
		if s, err := test.worker.smallest(5); s != nil || err != nil {
			t.Fatal(s, err)
		}
	}
	w.canShare = false
	w.tally.Nodes = 0
	if w.run(5); w.err != nil || w.tally.Nodes > alone.tally.Nodes/10 {
		t.Errorf("%v, %d positions entered again of %d", w.err, w.tally.Nodes, alone.tally.Nodes)
	}
}

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
