package cover

import "math/bits"

// parts returns the sizes of the connected components of the free cells: bit n is set
// if a component has n cells. A component of 64 cells sets no bit.
//
// Claim: a position has no solution if some component has a size that is not a sum of
// sizes of pieces left. Reason: the cells of a piece are connected, so a piece lies in
// one component, and each component is filled by pieces of its own.
func (c *Problem) parts(covered uint64) (sizes uint64) {
	free := ^covered
	if r := &c.rests[bits.Len64(covered^c.covered)]; r.cells != 0 {
		left := c.without(free&^r.cells, free&r.rim)
		sizes = 1 << (bits.OnesCount64(free) - bits.OnesCount64(left))
		free = left
	}
	for free != 0 {
		left := c.without(free, free&-free)
		sizes |= 1 << (bits.OnesCount64(free) - bits.OnesCount64(left))
		free = left
	}
	return sizes
}

// without removes from free the cells of edge and all cells connected to them.
func (c *Problem) without(free, edge uint64) uint64 {
	free &^= edge
	for edge != 0 {
		more := c.near[bits.TrailingZeros64(edge)] & free
		free &^= more
		edge = edge&(edge-1) | more
	}
	return free
}

// A rest is the free cells of the problem from some bit on. If they are connected, parts
// takes them as one as long as no placement covers any of them.
type rest struct {
	cells uint64 // 0 if they do not hang together
	rim   uint64 // their neighbours before that position
}

func (c *Problem) findRests() {
	var rim uint64
	for i := MaxCells - 1; i >= 0; i-- {
		cells := ^c.covered >> i << i
		if c.covered>>i&1 == 0 {
			rim |= c.near[i]
		}
		if cells != 0 && c.without(cells, cells&-cells) == 0 {
			c.rests[i] = rest{cells, rim &^ cells}
		}
	}
}

// isDead reports whether some component of the free cells has a size that the pieces
// cannot make.
func (c *Problem) isDead(covered uint64, pieces uint16) bool {
	return c.parts(covered)&^c.sums[pieces] != 0
}
