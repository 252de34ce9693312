package cover

import "math/bits"

// confine leaves of fillings that differ only by a symmetry one that stands for
// all, as Scott did in 1958 for the X pentomino. The symmetries, together with
// the identity, must be a group of permutations of the cells that maps the
// placements of each piece onto themselves; one may be there more than once if
// all are. They then fall into orbits, of which one piece, which confine returns
// unless it is 0, keeps only a single placement, and if all are to be counted,
// keeps it as often as the orbit is large. That is sound since as many
// fillings have any one placement of an orbit as any other, and a filling has
// at most one placement of that piece, as long as it has no copies.
//
// The placement kept is the one that the sweep meets last, so that the piece
// is not there to be placed in the beginning. It is a smallest piece, as these
// fit into most positions, and of those the one that loses most placements.
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

// orbit returns into how many placements the symmetries turn one, itself
// included, and whether it is the one of them that a sweep meets last. Those
// that share a first cell are told apart by their masks.
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
