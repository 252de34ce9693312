package mayan

import (
	"context"
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
		for _, question := range []mode{finding, counting} {
			n := 3
			if name == "NoPrunes" {
				n = 2
			}
			s, err := newSearch(context.Background(), b, n, question, options)
			if err != nil {
				t.Fatal(err)
			}
			s.n = n
			w := worker{search: s, mode: question}
			w.run()
			if allocs := testing.AllocsPerRun(3, func() { w.run() }); allocs != 0 {
				t.Errorf("%s: %v allocations", name, allocs)
			}
		}
	}
}
