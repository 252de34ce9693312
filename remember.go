package mayan

import (
	"github.com/mayanbeads/mayan/internal/memo"
)

// rememberFrom is the least number of moves left with which positions are
// remembered. With fewer, searching a position costs less than looking it up.
const rememberFrom = 2

// recall returns the number of solutions that is remembered for a position.
//
// With several tasks under way, that a position fails is the word of a task that
// takes all earlier tasks to fail. If they do, it is true; if one does not, what
// later tasks find is of no use. So it holds for that task and later ones.
func (w *worker) recall(key memo.Key) (found uint64, ok bool) {
	value, ok := w.table.Get(key)
	if w.question == counting {
		return value, ok
	}
	return 0, ok && int64(value) <= w.task
}

// remember remembers the number of solutions of a position.
func (w *worker) remember(key memo.Key, found uint64) {
	if w.question != counting {
		if found > 0 {
			return
		}
		found = uint64(w.task)
	}
	w.table.Put(key, found)
	w.tally.Remembered++
}

// key returns the position of a board with left moves to go, for remembering.
// Different positions of a search have different keys.
//
// Without the colours 8 to 10 the words of the board fit as they are:
//
//	bit      63    40 39         0         63 62  61        56 55          16 15         0
//	        +--------+------------+       +-----+-------------+--------------+------------+
//	word 0  | twos   | ones       |    1  |  0  | left-1      | fours        | twos       |
//	        | 0 - 23 | 0 - 39     |       |     |             | 0 - 39       | 24 - 39    |
//	        +--------+------------+       +-----+-------------+--------------+------------+
//
// Otherwise, which is rare, a column is read as a number of seven digits in base
// 11. It is below 11^7; five of them and left-1, which has six bits, take less than
// 2^128. The third column and the number of moves are split to fill both words:
//
//	word 0   ((column 0 * 11^7 + column 1) * 11^4 + lower 4 cells of column 2) * 2  + upper bit of left-1
//	word 1   ((column 3 * 11^7 + column 4) * 11^3 + upper 3 cells of column 2) * 32 + lower five bits
//
// Only the cleared board with one move left has the zero key, and it is never
// remembered.
func (s *search) key(b *Board, left int) memo.Key {
	moves := uint64(left - 1)
	if s.board.eights == 0 {
		const size = Width * oneRight
		return memo.Key{b.ones | b.twos<<size, b.twos>>(64-size) | b.fours<<(2*size-64) | moves<<56}
	}
	digits := func(x, from, to int) (n uint64) {
		for y := to - 1; y >= from; y-- {
			n = n*(uint64(MaxColor)+1) + uint64(b.at(cellAt(x, y)))
		}
		return n
	}
	const base4, base3, base7 = 11 * 11 * 11 * 11, 11 * 11 * 11, 11 * 11 * 11 * 11 * 11 * 11 * 11
	return memo.Key{
		((digits(0, 0, 7)*base7+digits(1, 0, 7))*base4+digits(2, 0, 4))*2 + moves>>5,
		((digits(3, 0, 7)*base7+digits(4, 0, 7))*base3+digits(2, 4, 7))*32 + moves&31,
	}
}

// A recentBoards remembers boards that no single move empties, each until another
// takes its place: many positions with one move left have been met shortly before.
// A search has one for each worker, small enough to stay in the nearest cache, where
// looking a board up costs little beside trying its moves.
type recentBoards [1 << recentBits]Board

const (
	recentBits  = 10
	recentBytes = 32 << recentBits
	recentFrom  = 500 // positions entered: a search that ends before does better without
)

// newRecentBoards returns recentBoards whose pages have been written to. They would be
// read first otherwise, and that costs more: package memo tells why.
func newRecentBoards() *recentBoards {
	const inPage = 4096 / 32
	r := new(recentBoards)
	for i := 0; i < len(r); i += inPage {
		r[i] = Board{}
	}
	return r
}

// at returns the only place where the board may be.
func (r *recentBoards) at(b *Board) *Board {
	if r == nil {
		return nil
	}
	// Odd multipliers spread the words over the high bits.
	hash := b.ones*0x9e3779b97f4a7c15 ^ b.twos*0xd6e8feb86659fd93 ^ b.fours*0xc2b2ae3d27d4eb4f ^ b.eights*0xa0761d6478bd642f
	return &r[hash>>(64-recentBits)]
}
