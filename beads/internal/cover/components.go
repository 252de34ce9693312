package cover

import "math/bits"

// parts returns the sizes of the parts into which the free cells fall: bit n is
// set if one has n cells (64 shifts out, and no board needs it). A position
// with a part that no choice of the pieces left can fill is dead: pieces hang
// together, so each part is filled by pieces of its own.
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

// without removes from free what hangs together with the cells of edge.
func (c *Problem) without(free, edge uint64) uint64 {
	free &^= edge
	for edge != 0 {
		more := c.near[bits.TrailingZeros64(edge)] & free
		free &^= more
		edge = edge&(edge-1) | more
	}
	return free
}

// A rest is the cells from some position on that are free on the given board.
// If they hang together, parts need not walk through them as long as nothing
// is placed there.
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

// isDead reports whether a free part has a size that the pieces cannot make.
func (c *Problem) isDead(covered uint64, pieces uint16) bool {
	return c.parts(covered)&^c.sums[pieces] != 0
}
