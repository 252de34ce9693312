package mayan

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/mayanbeads/mayan/internal/memo"
)

// Claim: two positions of a search never have the same key. Reason: this test reads
// each key back and gets the board and the number of moves left.
func TestKeysAreUnique(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	// narrow reads a key that holds the three words of a board. wide reads a key that
	// holds digits in base 11.
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
			t.Fatalf("%v remains of a key after all digits", key)
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
				t.Fatalf("the key of %v with %d moves left is read as %v with %d", b, left, read, moves)
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
	// The largest key of ten colours fits into its words, so no sum above has
	// overflowed.
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

// After a search with several workers, one worker finds the failed positions in the
// table. Shortest relies on this.
func TestFailuresFoundByWorkersAreStored(t *testing.T) {
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
		// Keys of no position make the table large first. Otherwise the table would
		// grow during the search and could lose positions.
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
		t.Errorf("error %v, %d positions entered the second time, %d the first time", w.err, w.tally.Nodes, alone.tally.Nodes)
	}
}
