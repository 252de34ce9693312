// This file turns the cells of a board into bits, and pieces into masks of these bits.

package beads

import (
	"sync"

	"golang.org/x/exp/slices"
)

// A region is the cells of a board and the set of pieces to fill them with. It is
// immutable. Boards made from one another share it. The tables that a search needs are
// made when a search first asks for them.
type region struct {
	cells      []Cell // in row order
	index      map[Cell]uint8
	set        *setTable
	planes     []plane
	footprints func() []footprint
	orders     []func() *order
}

// A footprint is a way to lay a piece on the empty region. Bit i of cells is set if the
// piece covers cell i.
type footprint struct {
	cells uint64
	kind  uint8 // the index of the piece in the set, of copies that of the first
}

var triangle = sync.OnceValue(func() *region {
	var cells []Cell
	for row := range 10 {
		for col := range row + 1 {
			cells = append(cells, Cell{Row: row, Col: col})
		}
	}
	return newRegion(cells, beadsTable())
})

// pyramidSide is how many rows the base of the pyramid has.
const pyramidSide = 5

var pyramid = sync.OnceValue(func() *region {
	var cells []Cell
	for layer := range pyramidSide {
		for row := range pyramidSide - layer {
			for col := range pyramidSide - layer {
				cells = append(cells, Cell{row, col, layer})
			}
		}
	}
	return newRegion(cells, beadsTable())
})

// regionOf returns the region of cells in row order and a set. Boards of the twelve
// beads share one region if they are the triangle of the contest, if they are the
// pyramid, or if they have no cells, where the region is nil.
func regionOf(cells []Cell, set *setTable) *region {
	if len(cells) == 0 && set == beadsTable() {
		return nil
	}
	for _, shared := range [...]*region{triangle(), pyramid()} {
		if shared.set == set && slices.Equal(cells, shared.cells) {
			return shared
		}
	}
	return newRegion(cells, set)
}

func newRegion(cells []Cell, set *setTable) *region {
	r := &region{cells: cells, index: make(map[Cell]uint8, len(cells)), set: set, planes: planesOf(cells)}
	for i, c := range cells {
		r.index[c] = uint8(i)
	}
	r.footprints = sync.OnceValue(r.findFootprints)
	axes := flatAxes
	if len(r.planes) > 1 {
		axes = solidAxes
	}
	for _, a := range axes {
		r.orders = append(r.orders, sync.OnceValue(func() *order { return r.newOrder(a) }))
	}
	return r
}

// findFootprints returns all footprints of all pieces. Copies of a piece have one list of
// footprints together.
func (r *region) findFootprints() []footprint {
	var footprints []footprint
	for i, k := range r.set.kinds {
		if k.alike != i {
			continue
		}
		for n, p := range r.planes {
			if n > 0 && k.size() == 1 {
				break // a single cell lies in all planes at once
			}
			for _, o := range k.orientations {
				for _, key := range r.cells {
					if mask, ok := r.mask(key, o, p); ok {
						footprints = append(footprints, footprint{mask, uint8(i)})
					}
				}
			}
		}
	}
	return footprints
}

// mask returns the cells that an orientation covers in a plane, with its key cell at
// key. It returns false if one of these cells does not exist.
func (r *region) mask(key Cell, o Orientation, p plane) (mask uint64, ok bool) {
	for _, offset := range o {
		i, ok := r.index[key.plus(p.lift(offset))]
		if !ok {
			return 0, false
		}
		mask |= 1 << i
	}
	return mask, true
}
