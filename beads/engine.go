package beads

import (
	"math/bits"

	"github.com/mayanbeads/mayan/internal/memo"
)

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

// A placement is a way to lay a piece. Each of the pieces left on the given
// board has a bit. If some have the same shape, a placement is one of all of
// them, and they are used up from the lowest bit on, so that the pieces left do
// not tell which copy lies where:
//
//	pieces    15 ... 5 4 3 2 1 0
//	                 1 1 1 0 1 1   left: the copies 4 and 3 of one shape, and others
//	                 0 1 1 1 0 0   placement.piece of that shape
type placement struct {
	cells uint64
	piece uint16
}

// take returns what is left of pieces when one of those alike is used, of which
// there is one.
func take(pieces, alike uint16) uint16 {
	alike &= pieces
	return pieces &^ (alike & -alike)
}

// A cover is an exact-cover problem with at most maxPieces pieces, each of which
// may be used once.
type cover struct {
	covered    uint64
	pieces     uint16
	exact      bool                 // the pieces have as many cells as are free, so all are needed
	near       [maxCells]uint64     // the neighbours of each cell
	placements []placement          // by first cell
	first      [maxCells + 1]uint16 // placements[first[i]:first[i+1]] have i as their first cell
	sums       []uint64             // bit n of sums[s]: some of the pieces s have n cells in all
	rests      [maxCells + 1]rest   // by the position from which they count
}

// newCover makes a cover of the free cells with pieces of the given sizes.
func newCover(free uint64, placements []placement, near [maxCells]uint64, sizes []int) *cover {
	c := &cover{covered: ^free, pieces: 1<<len(sizes) - 1, near: near, sums: subsetSums(sizes)}
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
func (c *cover) use(placements []placement) {
	c.first = [maxCells + 1]uint16{}
	for _, p := range placements {
		c.first[bits.TrailingZeros64(p.cells)+1]++
	}
	for i := range maxCells {
		c.first[i+1] += c.first[i]
	}
	c.placements = make([]placement, len(placements))
	next := c.first
	for _, p := range placements {
		i := &next[bits.TrailingZeros64(p.cells)]
		c.placements[*i] = p
		*i++
	}
}

// bytes returns how much memory the tables of the cover take.
func (c *cover) bytes() int64 {
	return int64(len(c.placements))*placementBytes + int64(len(c.sums))*8
}

const placementBytes = 16

func (c *cover) at(front int) []placement {
	return c.placements[c.first[front]:c.first[front+1]]
}

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
func (c *cover) confine(symmetries [][maxCells]uint8, countAll bool) (piece uint16) {
	if len(symmetries) == 0 {
		return 0
	}
	var lost, size [maxPieces]int // by piece: placements not kept, and its cells
	for _, p := range c.placements {
		if bits.OnesCount16(p.piece) > 1 {
			continue
		}
		piece := bits.TrailingZeros16(p.piece)
		size[piece] = bits.OnesCount64(p.cells)
		if _, last := orbit(p.cells, symmetries); !last {
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
	placements := make([]placement, 0, len(c.placements)) // no more if all are to be counted
	for _, p := range c.placements {
		n := 1
		if p.piece == 1<<best {
			var last bool
			if n, last = orbit(p.cells, symmetries); !last {
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
func orbit(cells uint64, symmetries [][maxCells]uint8) (size int, last bool) {
	fixed := 1 // symmetries that leave it where it is, as the identity does
	last = true
	for i := range symmetries {
		image := permute(cells, &symmetries[i])
		if image == cells {
			fixed++
		}
		later := bits.TrailingZeros64(image) - bits.TrailingZeros64(cells)
		last = last && (later < 0 || later == 0 && image <= cells)
	}
	// Each image comes from as many symmetries as the placement itself.
	return (len(symmetries) + 1) / fixed, last
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

// parts returns the sizes of the parts into which the free cells fall: bit n is
// set if one has n cells (64 shifts out, and no board needs it). A position
// with a part that no choice of the pieces left can fill is dead: pieces hang
// together, so each part is filled by pieces of its own.
func (c *cover) parts(covered uint64) (sizes uint64) {
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
func (c *cover) without(free, edge uint64) uint64 {
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

func (c *cover) findRests() {
	var rim uint64
	for i := maxCells - 1; i >= 0; i-- {
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
func (c *cover) isDead(covered uint64, pieces uint16) bool {
	return c.parts(covered)&^c.sums[pieces] != 0
}

// A tally counts fillings depth first, for when a sweep takes too much memory:
// it forgets what does not fit into its own and counts that again.
type tally struct {
	cover *cover
	known *memo.Table // from positions to counts
	meter *meter
}

// count returns the number of fillings of a position, and false if the meter
// says stop.
func (t *tally) count(covered uint64, pieces uint16) (total uint64, ok bool) {
	if covered == ^uint64(0) {
		return 1, true
	}
	key := memo.Key{covered, uint64(pieces)}
	if total, ok := t.known.Get(key); ok {
		return total, true
	}
	if !t.meter.enter(1) {
		return 0, false
	}
	for _, p := range t.cover.at(bits.TrailingZeros64(^covered)) {
		if p.cells&covered != 0 || p.piece&pieces == 0 {
			continue
		}
		t.meter.stats.Tried++
		next, left := covered|p.cells, take(pieces, p.piece)
		if t.cover.isDead(next, left) {
			continue
		}
		n, ok := t.count(next, left)
		if !ok {
			return 0, false
		}
		total = add(total, n)
	}
	t.known.Put(key, total)
	t.meter.stats.Remembered++
	return total, true
}
