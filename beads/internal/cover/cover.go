// Package cover solves exact cover problems of at most 64 cells and 16 pieces: it finds
// solutions, lists them, counts them, and proves that there are none.
//
// The package knows no shapes and no boards. A cell is a bit of a uint64. A placement of
// a piece is a mask of such bits. A solution is a set of placements that covers each
// free cell exactly once and uses no piece twice; pieces may be left over. Bits that
// are not cells, or are not free, count as covered from the start. So a solution is
// complete when all 64 bits are set:
//
//	bit   0 1 2 3 4 5 6 7 8 9 ...            63
//	      1 1 1 1 0 1 0 0 1 0 ... 0 0 1 1 1 1 1
//	      |       |                   |
//	      |       the front: the      not cells
//	      |       first free cell
//	      covered
//
// A position is the set of covered cells together with the pieces left. What can still
// follow depends on the position only, not on the placements that led to it. So every
// search here stores positions and searches each of them once if memory suffices.
//
// There are two orders in which to cover cells:
//
//   - The frontier order always covers the front (N. G. de Bruijn, Programmeren van de
//     pentomino-puzzle, Euclides 47, 1971). In a solution, exactly one placement covers
//     the front, and the front is its first cell, because all cells before it are
//     covered. So each solution is found exactly once. Positions with the same front
//     form a layer. See frontier.go (counting, layer by layer), depthfirst.go and
//     graph.go (listing), and recount.go (counting with little memory).
//   - The most constrained order covers next the cell or the piece with the fewest
//     placements left. See constrained.go. It is better where layers are large.
//
// Data goes one way: [New] makes a [Problem], a [Search] asks one question about it, and
// a [Progress] says when to stop.
package cover

import "math/bits"

// The size of the largest problem: a bit of a uint64 for each cell, and a bit of a
// uint16 for each piece.
const (
	MaxCells  = 64
	MaxPieces = 16
)

// A Placement is a way to use a piece. Each piece of the problem has a bit. If several
// pieces have the same shape, a placement is one of all of them: Piece has the bits of
// all. These copies are used up from the lowest bit on. So the set of pieces left does
// not tell which copy lies where, and equal positions have equal sets.
//
//	pieces    15 ... 5 4 3 2 1 0
//	                 1 1 1 0 1 1   left: the copies 4 and 3 of one shape, and others
//	                 0 1 1 1 0 0   Placement.Piece of that shape
type Placement struct {
	Cells uint64
	Piece uint16
}

// Take returns the pieces that are left after one of those alike is used. At least one
// of them must be left.
func Take(pieces, alike uint16) uint16 {
	alike &= pieces
	return pieces &^ (alike & -alike)
}

// A Problem is an exact cover problem. Each piece may be used once.
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

// New returns the problem of covering the free cells. near gives the neighbours of each
// cell, and sizes the number of cells of each piece.
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

// use replaces the placements of the problem.
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

// bytes returns how much memory the tables of the problem take.
func (c *Problem) bytes() int64 {
	return int64(len(c.placements))*placementBytes + int64(len(c.sums))*8
}

const placementBytes = 16

func (c *Problem) at(front int) []Placement {
	return c.placements[c.first[front]:c.first[front+1]]
}

// subsetSums returns, for every set of pieces, the numbers of cells up to 63 that some of
// these pieces cover together. Bit n of an entry means n cells.
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
