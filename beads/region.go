package beads

import (
	"fmt"
	"math"
	"math/bits"
	"sync"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/beads/internal/cover"
)

// A region is the cells of a board and the set of pieces to fill them with.
// It is immutable; what the solver needs to know of it is built when first
// asked for and shared by all boards of the region.
type region struct {
	cells  []Cell // in row order
	index  map[Cell]uint8
	set    *setTable
	planes []plane
	spots  func() []spot
	orders []func() *order
}

// A plane says how a flat piece lies on a board: a row farther down is the step
// down, and a column farther right the step right.
type plane struct {
	down, right Cell
	row, col    Cell // lead back: the scalar products with a step are its row and column
}

// A flat board has the first of these planes only. Where a layer of a pyramid
// lies on another, the sphere at row r and column c rests on those at r and c,
// at r+1 and c, at r and c+1, and at r+1 and c+1. So one goes up to the same row
// and column, to both of them less one, or to one of them less one, and each of
// these pairs is at a right angle and makes a family of vertical planes.
var planes = [...]plane{
	{down: Cell{Row: 1}, right: Cell{Col: 1}, row: Cell{Row: 1}, col: Cell{Col: 1}},
	{down: Cell{0, 0, 1}, right: Cell{-1, -1, 1}, row: Cell{Row: 1, Layer: 1}, col: Cell{Row: -1}},
	{down: Cell{-1, 0, 1}, right: Cell{0, -1, 1}, row: Cell{Row: -1}, col: Cell{Col: -1}},
}

// planesOf returns the planes in which pieces may lie on cells in row order.
func planesOf(cells []Cell) []plane {
	if len(cells) > 0 && cells[len(cells)-1].Layer > 0 {
		return planes[:]
	}
	return planes[:1]
}

// lift returns the step that leads to a row and column of the plane.
func (p plane) lift(c Cell) Cell {
	return Cell{
		c.Row*p.down.Row + c.Col*p.right.Row,
		c.Row*p.down.Col + c.Col*p.right.Col,
		c.Row*p.down.Layer + c.Col*p.right.Layer,
	}
}

// flatten is the inverse of lift. It reports false for a step that leads out of
// the plane.
func (p plane) flatten(step Cell) (c Cell, ok bool) {
	c = Cell{Row: p.row.dot(step), Col: p.col.dot(step)}
	return c, p.lift(c) == step
}

// A spot is a way to lay a piece onto the empty region: bit i of cells stands
// for cell i of the region.
type spot struct {
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
	r.spots = sync.OnceValue(r.findSpots)
	axes := flatAxes
	if len(r.planes) > 1 {
		axes = solidAxes
	}
	for _, a := range axes {
		r.orders = append(r.orders, sync.OnceValue(func() *order { return r.newOrder(a) }))
	}
	return r
}

func (r *region) findSpots() []spot {
	var spots []spot
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
						spots = append(spots, spot{mask, uint8(i)})
					}
				}
			}
		}
	}
	return spots
}

// mask returns the cells that an orientation covers in a plane with its key cell
// at key, and whether all of them exist.
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

// An axis is a direction in which a sweep may go over a region: cells with a
// smaller scalar product come first.
type axis = Cell

var (
	flatAxes  = []axis{{1, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, -1, 0}}
	solidAxes = []axis{{1, 1, 1}, {1, -1, 0}, {2, 0, 1}, {0, 2, 1}, {0, 0, 1}}
)

// An order is a region seen by a sweep along one axis. Its masks have a bit for
// each cell, the cell that the sweep meets first being bit 0.
type order struct {
	cell     [cover.MaxCells]uint8  // at each position
	position [cover.MaxCells]uint8  // of each cell of the region
	near     [cover.MaxCells]uint64 // the neighbours of each position
	spots    func() []spot
}

func (r *region) newOrder(a axis) *order {
	o := &order{}
	cells := o.cell[:len(r.cells)]
	for i := range cells {
		// Cells that the axis does not tell apart are met from the last to the
		// first: on the triangle that leaves a seventh fewer positions.
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
	o.spots = sync.OnceValue(func() []spot {
		spots := slices.Clone(r.spots())
		for i, s := range spots {
			spots[i].cells = cover.Permute(s.cells, &o.position)
		}
		return spots
	})
	return o
}

// width estimates how many positions a sweep over the free cells of an order
// meets: when it comes to a cell, any of the free cells after it that touch one
// not after it may be covered already.
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

// A task is a board as the engine sees it, and the way back.
type task struct {
	board    Board
	order    *order
	reversed bool    // the sweep meets the last cell of the order first
	width    float64 // how many positions a sweep may meet, see order.width
	problem  *cover.Problem
	pieces   []Piece // by the number of the bit that the engine has for them
	copies   bool    // some of them have the same shape
}

// String says in an error what was to be done.
func (t *task) String() string {
	return fmt.Sprintf("%d free cells, pieces left %v", t.board.Free(), t.pieces)
}

// newTask chooses the order in which to meet the free cells of a board.
func newTask(b Board) *task {
	t := &task{board: b, order: &order{}, pieces: b.Remaining()}
	var free uint64
	if b.region != nil {
		t.width = math.Inf(1)
		for _, get := range b.region.orders {
			o := get()
			mask := o.free(&b)
			if width := o.width(mask); width < t.width {
				t.width, t.order, free = width, o, mask
			}
		}
	}
	var sizes []int
	var bit [cover.MaxPieces]uint16 // by kind, of copies at the first, 0 if all are on the board
	for n, p := range t.pieces {
		k := b.set().kinds[b.set().find(p)]
		t.copies = t.copies || bit[k.alike] != 0
		bit[k.alike] |= 1 << n
		sizes = append(sizes, k.size())
	}
	fitting := t.fitting(free, &bit)
	t.reversed = startsAtEnd(free, fitting)
	near := t.order.near
	if t.reversed {
		for i, p := range fitting {
			fitting[i].Cells = t.turn(p.Cells)
		}
		for i, n := range t.order.near {
			near[cover.MaxCells-1-i] = t.turn(n)
		}
	}
	t.problem = cover.New(t.turn(free), fitting, near, sizes)
	return t
}

// isNarrow reports whether the board is one to sweep over. Its width is a crude
// estimate, but the limit has room on either side: flat boards up to 8 by 8 stay
// below half of the limit, an empty pyramid is thirty times as wide, and a pyramid in
// between has so few free cells that it takes no time in either way.
func (t *task) isNarrow() bool { return t.width < 1<<14 }

// fitting returns the ways to lay the pieces that have a bit, given by their
// kind, onto free cells of the order. It counts before it allocates, as most
// searches begin on a board where few of all spots fit.
func (t *task) fitting(free uint64, bit *[cover.MaxPieces]uint16) []cover.Placement {
	if free == 0 {
		return nil
	}
	spots := t.order.spots()
	n := 0
	for _, s := range spots {
		if s.cells&^free == 0 && bit[s.kind] != 0 {
			n++
		}
	}
	placements := make([]cover.Placement, 0, n)
	for _, s := range spots {
		if s.cells&^free == 0 && bit[s.kind] != 0 {
			placements = append(placements, cover.Placement{Cells: s.cells, Piece: bit[s.kind]})
		}
	}
	return placements
}

// turn changes a mask of the order into one of the engine, and back.
func (t *task) turn(cells uint64) uint64 {
	if t.reversed {
		return bits.Reverse64(cells)
	}
	return cells
}

// free returns the cells that nothing covers.
func (o *order) free(b *Board) (free uint64) {
	for i := range b.region.cells {
		if b.letters[i] == 0 {
			free |= 1 << o.position[i]
		}
	}
	return free
}

// startsAtEnd reports whether a search had better start from the last cell. It
// sees how many ways there are to cover each cell as the first, or from the
// other end as the last, and starts where the nearer half of the cells leaves
// fewer: a board with a corner that hardly anything fits into is then given up
// at once, not after all that can be done far away from that corner.
func startsAtEnd(free uint64, fitting []cover.Placement) bool {
	var asFirst, asLast [cover.MaxCells]int
	for _, p := range fitting {
		asFirst[bits.TrailingZeros64(p.Cells)]++
		asLast[bits.Len64(p.Cells)-1]++
	}
	var fromStart, fromEnd float64
	for i, n := 0, bits.OnesCount64(free); i < n; i++ {
		p := bits.TrailingZeros64(free)
		free &= free - 1
		if i < n/2 {
			fromStart += math.Log(1 + float64(asFirst[p]))
		}
		if i >= n-n/2 {
			fromEnd += math.Log(1 + float64(asLast[p]))
		}
	}
	return fromEnd < fromStart
}

// filled returns the board with the placements of a complete path on it.
func (t *task) filled(path []cover.Placement) Board {
	b := t.board
	left := t.problem.Pieces()
	for _, p := range path {
		letter := t.pieces[bits.TrailingZeros16(p.Piece&left)]
		left = cover.Take(left, p.Piece)
		for cells := t.turn(p.Cells); cells != 0; cells &= cells - 1 {
			b.letters[t.order.cell[bits.TrailingZeros64(cells)]] = letter
		}
	}
	if t.copies {
		t.sortCopies(&b)
	}
	return b
}

// turned returns a filled board with what the solver laid moved by a symmetry,
// which gives the new index of each cell: for one that was covered before, the
// same.
func (t *task) turned(filled *Board, where *cover.Symmetry) Board {
	b := Board{region: filled.region}
	for i := range b.region.cells {
		b.letters[where[i]] = filled.letters[i]
	}
	if t.copies {
		t.sortCopies(&b)
	}
	return b
}

// byCell makes of a symmetry, which permutes the engine's positions, one that
// permutes the indices of the cells.
func (t *task) byCell(symmetry *cover.Symmetry) (where cover.Symmetry) {
	var cell [cover.MaxCells]uint8 // at each position
	for i := range t.board.cells() {
		cell[t.position(i)] = uint8(i)
	}
	for i := range t.board.cells() {
		where[i] = cell[symmetry[t.position(i)]]
	}
	return where
}

// sortCopies lets the copies of a piece that the solver has laid come in the
// order of the set when one goes over the cells: so equal fillings look alike.
func (t *task) sortCopies(b *Board) {
	set := t.board.set()
	var next [cover.MaxPieces]int // by kind: how many of t.pieces are behind us
	var names [cover.MaxPieces]Piece
	for i := range b.region.cells {
		if t.board.letters[i] != 0 || b.letters[i] == 0 {
			continue
		}
		n := slices.Index(t.pieces, b.letters[i])
		if names[n] == 0 {
			alike := set.kinds[set.find(t.pieces[n])].alike
			at := next[alike]
			for set.kinds[set.find(t.pieces[at])].alike != alike {
				at++
			}
			names[n], next[alike] = t.pieces[at], at+1
		}
		b.letters[i] = names[n]
	}
}

// symmetries returns the rotations and reflections, without the identity, that
// map the free cells of the board onto themselves, as permutations of the
// engine's positions. What is not free stays where it is. They turn the layers of
// a pyramid about its axis.
func (t *task) symmetries() (all []cover.Symmetry) {
	var free []Cell
	for i, c := range t.board.cells() {
		if t.board.letters[i] == 0 {
			free = append(free, c)
		}
	}
next:
	for _, turn := range turns[1:] {
		var where cover.Symmetry
		for i := range where {
			where[i] = uint8(i)
		}
		shift := topLeft(free, turns[0]).minus(topLeft(free, turn))
		for _, c := range free {
			i, j := t.board.find(c), -1
			if image, ok := fromHalves(turn.apply(inHalves(c)).plus(shift)); ok {
				j = t.board.find(image)
			}
			if j < 0 || t.board.letters[j] != 0 {
				continue next
			}
			where[t.position(i)] = t.position(j)
		}
		all = append(all, where)
	}
	return all
}

// inHalves returns where a cell lies, seen from above: each layer of a pyramid is
// half a row and half a column off the one below. Row and Col count halves.
func inHalves(c Cell) Cell { return Cell{2*c.Row + c.Layer, 2*c.Col + c.Layer, c.Layer} }

// fromHalves is the inverse of inHalves. It reports false where no cell can be.
func fromHalves(h Cell) (c Cell, ok bool) {
	c = Cell{(h.Row - h.Layer) >> 1, (h.Col - h.Layer) >> 1, h.Layer}
	return c, inHalves(c) == h
}

// topLeft returns the corner of the smallest rectangle around turned cells, in
// halves.
func topLeft(cells []Cell, t turn) Cell {
	corner := Cell{math.MaxInt, math.MaxInt, 0}
	for _, c := range cells {
		c = t.apply(inHalves(c))
		corner.Row, corner.Col = min(corner.Row, c.Row), min(corner.Col, c.Col)
	}
	return corner
}

// position returns the engine's position of a cell of the region.
func (t *task) position(i int) uint8 {
	p := t.order.position[i]
	if t.reversed {
		return cover.MaxCells - 1 - p
	}
	return p
}
