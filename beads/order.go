// This file numbers the cells of a region in the order in which a sweep meets them.

package beads

import (
	"math/bits"
	"sync"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/beads/internal/cover"
)

// An order is a region as a sweep along one axis sees it. Its masks have a bit for each
// cell, and bit 0 is the cell that the sweep meets first.
type order struct {
	cell       [cover.MaxCells]uint8  // at each position
	position   [cover.MaxCells]uint8  // of each cell of the region
	near       [cover.MaxCells]uint64 // the neighbours of each position
	footprints func() []footprint
}

// newOrder returns the order along an axis.
func (r *region) newOrder(a axis) *order {
	o := &order{}
	cells := o.cell[:len(r.cells)]
	for i := range cells {
		// Cells with the same scalar product are met from the last to the first. On
		// the triangle this makes a seventh fewer positions than the other way round.
		cells[i] = uint8(len(cells) - 1 - i)
	}
	slices.SortStableFunc(cells, func(i, j uint8) int {
		return a.dot(r.cells[i]) - a.dot(r.cells[j])
	})
	for p, i := range cells {
		o.position[i] = uint8(p)
	}
	for i, c := range r.cells {
		for _, p := range r.planes {
			for _, step := range [...]Cell{p.down, p.right} {
				if j, ok := r.index[c.plus(step)]; ok {
					o.near[o.position[i]] |= 1 << o.position[j]
					o.near[o.position[j]] |= 1 << o.position[i]
				}
			}
		}
	}
	o.footprints = sync.OnceValue(func() []footprint {
		footprints := slices.Clone(r.footprints())
		for i, s := range footprints {
			footprints[i].cells = cover.Permute(s.cells, &o.position)
		}
		return footprints
	})
	return o
}

// width estimates how many positions a sweep over the free cells of an order meets.
// When the sweep comes to a cell, any free cell after it may be covered already if it
// touches a cell that is not after it. The estimate is two to the power of the number
// of these cells, summed over all free cells.
func (o *order) width(free uint64) (sum float64) {
	var met, touched uint64
	for ahead := free; ahead != 0; ahead &= ahead - 1 {
		p := bits.TrailingZeros64(ahead)
		met |= 1 << p
		touched |= o.near[p]
		sum += float64(uint64(1) << min(bits.OnesCount64(touched&free&^met), cover.MaxCells-1))
	}
	return sum
}

// free returns the cells of the board that are free, as bits of the order.
func (o *order) free(b *Board) (free uint64) {
	for i := range b.region.cells {
		if b.letters[i] == 0 {
			free |= 1 << o.position[i]
		}
	}
	return free
}
