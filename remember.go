// This file holds how a search stores positions: the keys of the table, and the small
// table of boards with one move left.

package mayan

import (
	"github.com/mayanbeads/mayan/internal/memo"
)

// rememberFrom is the least number of moves left with which positions are stored. With
// fewer, searching a position costs less than looking it up.
const rememberFrom = 2

// recall returns the number of solutions that is stored for a position.
//
// A task stores failures on the assumption that every earlier task fails. If an earlier
// task succeeds, the results of later tasks are discarded, so a wrong entry does no
// harm. An entry is therefore valid for the task that stored it and for later tasks
// only.
func (w *worker) recall(key memo.Key) (found uint64, ok bool) {
	value, ok := w.table.Get(key)
	if w.question == counting {
		return value, ok
	}
	return 0, ok && int64(value) <= w.task
}

// remember stores the number of solutions of a position.
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

// key returns the key under which a board with left moves to go is stored. Different
// positions of one search have different keys.
//
// If the board at the start has no colour from 8 to 10, the three lower words fit:
//
//	bit      63    40 39         0         63 62  61        56 55          16 15         0
//	        +--------+------------+       +-----+-------------+--------------+------------+
//	word 0  | twos   | ones       |    1  |  0  | left-1      | fours        | twos       |
//	        | 0 - 23 | 0 - 39     |       |     |             | 0 - 39       | 24 - 39    |
//	        +--------+------------+       +-----+-------------+--------------+------------+
//
// Otherwise, which is rare, a column is read as a number of seven digits in base 11,
// which is below 11^7. Five columns and left-1, which has six bits, take less than
// 2^128. The third column and left-1 are divided between the words:
//
//	word 0   ((column 0 * 11^7 + column 1) * 11^4 + lower 4 cells of column 2) * 2  + upper bit of left-1
//	word 1   ((column 3 * 11^7 + column 4) * 11^3 + upper 3 cells of column 2) * 32 + lower five bits
//
// Only the cleared board with one move left has the zero key, and it is never stored.
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

// A recentBoards stores boards that no single move empties, each until another board
// takes its place. Many positions with one move left were met shortly before. Each
// worker has one, small enough for the nearest cache. A lookup in it costs little
// compared with trying the moves.
type recentBoards [1 << recentBits]Board

const (
	recentBits  = 10
	recentBytes = 32 << recentBits
	recentFrom  = 500 // positions entered: a search that ends before does better without
)

// newRecentBoards returns an empty recentBoards. It writes to each page of the memory,
// because pages that are read first cost more (see newChunk in internal/memo).
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
