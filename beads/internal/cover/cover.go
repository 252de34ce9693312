package cover

import "math/bits"

// The engine knows nothing of shapes. It covers cells, which are the bits of a
// uint64 in the order in which a sweep meets them, with placements, which are
// masks of such bits. What is not a cell, or is covered on the given board,
// counts as covered from the start, so that a filling is complete when all 64
// bits are set:
//
//	bit   0 1 2 3 4 5 6 7 8 9 ...            63
//	      1 1 1 1 0 1 0 0 1 0 ... 0 0 1 1 1 1 1
//	      |       |                   |
//	      |       the front: the      not cells
//	      |       first free cell
//	      covered
//
// In any filling exactly one placement covers the front, and it has the front
// as its first cell since all cells before it are covered. So each filling is
// found, and found once, by always covering the front (de Bruijn, Euclides 47,
// 1971). What can still come depends only on the cells covered and the pieces
// left, which together are a position.

// The size of the largest problem: a bit of a uint64 for each cell, and a bit of a
// uint16 for each piece.
const (
	MaxCells  = 64
	MaxPieces = 16
)

// A placement is a way to lay a piece. Each of the pieces left on the given
// board has a bit. If some have the same shape, a placement is one of all of
// them, and they are used up from the lowest bit on, so that the pieces left do
// not tell which copy lies where:
//
//	pieces    15 ... 5 4 3 2 1 0
//	                 1 1 1 0 1 1   left: the copies 4 and 3 of one shape, and others
//	                 0 1 1 1 0 0   placement.piece of that shape
type Placement struct {
	Cells uint64
	Piece uint16
}

// take returns what is left of pieces when one of those alike is used, of which
// there is one.
func Take(pieces, alike uint16) uint16 {
	alike &= pieces
	return pieces &^ (alike & -alike)
}

// A cover is an exact-cover problem with at most maxPieces pieces, each of which
// may be used once.
type Problem struct {
	covered    uint64
	pieces     uint16
	exact      bool                 // the pieces have as many cells as are free, so all are needed
	near       [MaxCells]uint64     // the neighbours of each cell
	placements []Placement          // by first cell
	first      [MaxCells + 1]uint16 // placements[first[i]:first[i+1]] have i as their first cell
	sums       []uint64             // bit n of sums[s]: some of the pieces s have n cells in all
	rests      [MaxCells + 1]rest   // by the position from which they count
}

// newCover makes a cover of the free cells with pieces of the given sizes.
func New(free uint64, placements []Placement, near [MaxCells]uint64, sizes []int) *Problem {
	c := &Problem{covered: ^free, pieces: 1<<len(sizes) - 1, near: near, sums: subsetSums(sizes)}
	total := 0
	for _, size := range sizes {
		total += size
	}
	c.exact = total == bits.OnesCount64(free)
	c.findRests()
	c.use(placements)
	return c
}

// use makes the placements of the cover those given.
func (c *Problem) use(placements []Placement) {
	c.first = [MaxCells + 1]uint16{}
	for _, p := range placements {
		c.first[bits.TrailingZeros64(p.Cells)+1]++
	}
	for i := range MaxCells {
		c.first[i+1] += c.first[i]
	}
	c.placements = make([]Placement, len(placements))
	next := c.first
	for _, p := range placements {
		i := &next[bits.TrailingZeros64(p.Cells)]
		c.placements[*i] = p
		*i++
	}
}

// bytes returns how much memory the tables of the cover take.
func (c *Problem) bytes() int64 {
	return int64(len(c.placements))*placementBytes + int64(len(c.sums))*8
}

const placementBytes = 16

func (c *Problem) at(front int) []Placement {
	return c.placements[c.first[front]:c.first[front+1]]
}

// subsetSums returns for every set of pieces the numbers of cells, up to 63, that
// some of them cover together.
func subsetSums(sizes []int) []uint64 {
	sums := make([]uint64, 1<<len(sizes))
	sums[0] = 1
	for s := 1; s < len(sums); s++ {
		sums[s] = sums[s&(s-1)] | sums[s&(s-1)]<<sizes[bits.TrailingZeros(uint(s))]
	}
	return sums
}

// Pieces returns a bit for each piece of the problem.
func (c *Problem) Pieces() uint16 { return c.pieces }
