package mayan

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/mayanbeads/mayan/internal/memo"
)

// TestColumnSteps computes the table of the column bound a second way: which
// numbers can vanish by trying all rows that might cover the columns, and the
// distance to these as the blocks that have to pass between neighbouring
// columns, summed up.
func TestColumnSteps(t *testing.T) {
	type numbers = [Width]int

	// A row covers columns first to last. Every column of one or two blocks must
	// be covered that often, any other at most as often as it has blocks.
	rows := [][2]int{{0, 2}, {1, 3}, {2, 4}, {0, 3}, {1, 4}, {0, 4}}
	var coverable func(counts, covered numbers, rows [][2]int) bool
	coverable = func(counts, covered numbers, rows [][2]int) bool {
		fits, done := true, true
		for x := range counts {
			fits = fits && covered[x] <= counts[x]
			done = done && (counts[x] > 2 || covered[x] == counts[x])
		}
		if !fits || done {
			return fits
		}
		for i, row := range rows {
			more := covered
			for x := row[0]; x <= row[1]; x++ {
				more[x]++
			}
			if coverable(counts, more, rows[i:]) {
				return true
			}
		}
		return false
	}
	var each func(limit, x int, counts numbers, visit func(numbers))
	each = func(limit, x int, counts numbers, visit func(numbers)) {
		if x == Width {
			visit(counts)
			return
		}
		for counts[x] = 0; counts[x] <= limit; counts[x]++ {
			each(limit, x+1, counts, visit)
		}
	}
	sum := func(n numbers) int { return n[0] + n[1] + n[2] + n[3] + n[4] }

	// The clearable numbers, by how many blocks there are in all. Columns of more
	// than seven only add targets that are further away than one with seven here
	// and the rest spread; nine make sure of that.
	const most = 9
	clearable := map[int][]numbers{}
	each(most, 0, numbers{}, func(n numbers) {
		if coverable(n, numbers{}, rows) {
			clearable[sum(n)] = append(clearable[sum(n)], n)
		}
	})

	steps := columnSteps()
	const sampled = 7
	r := rand.New(rand.NewPCG(5, 5))
	seen := map[uint8]int{}
	each(6, 0, numbers{}, func(n numbers) {
		if testing.Short() && r.IntN(sampled) != 0 {
			return
		}
		want := unreachable
		for _, target := range clearable[sum(n)] {
			moved, carried := 0, 0
			for x := range n {
				carried += n[x] - target[x]
				moved += max(carried, -carried)
			}
			want = min(want, moved)
		}
		index := uint16(0)
		for x, count := range n {
			index += uint16(count) * inColumn(x)
		}
		if got := steps[index]; int(got) != want {
			t.Fatalf("%v takes %d steps by the table, %d by search", n, got, want)
		}
		seen[steps[index]]++
	})
	for _, distance := range []uint8{0, 1, 2, 3, 4, unreachable} {
		if seen[distance] == 0 {
			t.Errorf("nothing is at distance %d", distance)
		}
	}
	if len(seen) != 6 {
		t.Errorf("distances and how often: %v", seen)
	}
}

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

// TestKeys reads keys back as the numbers that they are made of, so no two
// positions can share one.
func TestKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	digits := func(n uint64, cells int) (column uint32, rest uint64) {
		for y := range cells {
			column |= uint32(n%11) << (cellBits * y)
			n /= 11
		}
		return column, n
	}
	check := func(b Board, left int) {
		key := b.key(left)
		var read Board
		moves := key[0]%2*32 + key[1]%32
		w0, w1 := key[0]/2, key[1]/32
		lower, w0 := digits(w0, 4)
		read.columns[1], w0 = digits(w0, 7)
		read.columns[0], w0 = digits(w0, 7)
		upper, w1 := digits(w1, 3)
		read.columns[4], w1 = digits(w1, 7)
		read.columns[3], w1 = digits(w1, 7)
		read.columns[2] = lower | upper<<(4*cellBits)
		if read != b || int(moves)+1 != left || w0 != 0 || w1 != 0 {
			t.Fatalf("the key of %v with %d moves left reads as %v with %d", b, left, read, moves+1)
		}
		if (key == memo.Key{}) != (b.IsCleared() && left == 1) {
			t.Fatalf("%v with %d moves left has the key %v", b, left, key)
		}
	}
	for range 20_000 {
		var b Board
		for x := range Width {
			for range r.IntN(Height + 1) {
				b.push(x, Color(1+r.IntN(int(MaxColor))))
			}
		}
		check(b, 1+r.IntN(MaxMoves))
	}
	full := MustParseBoard("AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA")
	for left := 1; left <= MaxMoves; left++ {
		check(full, left)
		check(Board{}, left)
	}
	// The largest key fits, too: the sums above did not wrap around.
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
		n := 3
		if name == "NoPrunes" {
			n = 2
		}
		s, err := newSearch(context.Background(), b, n, options)
		if err != nil {
			t.Fatal(err)
		}
		s.run(b, n)
		if allocs := testing.AllocsPerRun(3, func() { s.run(b, n) }); allocs != 0 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
}
