package cover

import "math/bits"

// confine removes placements so that, of the solutions that differ only by a symmetry,
// one remains. Dana Scott confined the X pentomino in this way in 1958. The symmetries
// and the identity must be a group of permutations of the cells that maps the
// placements of each piece onto themselves. A permutation may be listed more than once
// if all are.
//
// The symmetries divide the placements of a piece into orbits. One piece, which confine
// chooses and returns, keeps a single placement of each orbit. To count all solutions,
// it keeps this placement as many times as the orbit is large. confine returns 0 and
// removes nothing if no piece loses a placement.
//
// Claim: this counts every solution that uses the piece once. Reason: a symmetry maps the
// solutions with one placement of an orbit onto the solutions with another, so there are
// equally many of each. A solution has at most one placement of the piece, because the
// piece has no copies.
//
// The placement kept is the one that the frontier order reaches last, so that the piece
// rarely has to be placed early. The piece is one of the smallest, because small pieces
// fit into most positions. Of these, confine takes the piece that loses most
// placements.
func (c *Problem) confine(symmetries [][MaxCells]uint8, countAll bool) (piece uint16) {
	if len(symmetries) == 0 {
		return 0
	}
	var lost, size [MaxPieces]int // by piece: placements not kept, and its cells
	for _, p := range c.placements {
		if bits.OnesCount16(p.Piece) > 1 {
			continue
		}
		piece := bits.TrailingZeros16(p.Piece)
		size[piece] = bits.OnesCount64(p.Cells)
		if _, last := orbit(p.Cells, symmetries); !last {
			lost[piece]++
		}
	}
	best := 0
	for i := range lost {
		if lost[i] > 0 && (lost[best] == 0 || size[i] < size[best] || size[i] == size[best] && lost[i] > lost[best]) {
			best = i
		}
	}
	if lost[best] == 0 {
		return 0
	}
	placements := make([]Placement, 0, len(c.placements)) // no more if all are to be counted
	for _, p := range c.placements {
		n := 1
		if p.Piece == 1<<best {
			var last bool
			if n, last = orbit(p.Cells, symmetries); !last {
				n = 0
			} else if !countAll {
				n = 1
			}
		}
		for range n {
			placements = append(placements, p)
		}
	}
	c.use(placements)
	return 1 << best
}

// orbit returns how many placements the symmetries make of one, itself included. It also
// reports whether this placement is the one of them that the frontier order reaches last.
// Placements with the same first cell are told apart by their masks.
func orbit(cells uint64, symmetries [][MaxCells]uint8) (size int, last bool) {
	fixed := 1 // symmetries that leave it where it is, as the identity does
	last = true
	for i := range symmetries {
		image := Permute(cells, &symmetries[i])
		if image == cells {
			fixed++
		}
		later := bits.TrailingZeros64(image) - bits.TrailingZeros64(cells)
		last = last && (later < 0 || later == 0 && image <= cells)
	}
	// Each image comes from as many symmetries as the placement itself.
	return (len(symmetries) + 1) / fixed, last
}

// A Symmetry is a permutation of the cells: cell i moves to Symmetry[i].
type Symmetry = [MaxCells]uint8

// Permute moves each bit i of a mask to where[i].
func Permute(mask uint64, where *[MaxCells]uint8) (moved uint64) {
	for ; mask != 0; mask &= mask - 1 {
		moved |= 1 << where[bits.TrailingZeros64(mask)]
	}
	return moved
}
