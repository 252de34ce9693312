package cover

import (
	"cmp"
	"math"
	"math/bits"
	"unsafe"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/memo"
)

// A hunt goes through fillings depth first, and covers next whatever has the
// fewest placements left: a cell, or, where all pieces are needed, a piece. It
// suits boards on which a sweep would meet too many positions. Different ways
// still lead to the same position, so it remembers positions: to count, how many
// fillings they have, and else, which are dead ends. What its memory does not
// hold it finds out again.
type constrained struct {
	cover  *Problem
	meter  *Progress
	known  *memo.Table                 // positions, and their counts if there is no yield
	yield  func(path []Placement) bool // false stops the hunt; nil to count
	path   []Placement
	levels [][]Placement  // by how many pieces are laid: what still fits, piece by piece
	age    uint64         // of what is known: what was found out before does not hold
	number int            // of the worker
	others []*constrained // of the other workers, to count
}

// A choice says what to cover next: a cell, or else a piece.
type choice struct {
	cell  uint64
	piece uint16
	ways  int // how many placements there are, or sufficiently many
}

// newHunt returns a hunt within a budget, nil if that is too small.
func newConstrained(c *Problem, m *Progress, b budget, yield func([]Placement) bool) *constrained {
	h := makeConstrained(c, m, &b)
	if h != nil {
		h.known, h.yield = memo.NewSet(int64(b)).Private(), yield
	}
	return h
}

// newCount returns a hunt that counts, within a budget, nil if that is too
// small. There are fewer workers than wanted if those besides the first need
// more than an eighth of the budget.
func newCount(c *Problem, m *Progress, b budget, workers int) *constrained {
	h := makeConstrained(c, m, &b)
	if h == nil {
		return nil
	}
	spare := b / 8
	b -= spare
	for len(h.others) < workers-1 {
		other := makeConstrained(c, m, &spare)
		if other == nil {
			break
		}
		h.others = append(h.others, other)
		other.number = len(h.others)
	}
	h.known = memo.NewMap(int64(b + spare))
	if len(h.others) == 0 {
		h.known.Private()
	}
	for _, other := range h.others {
		other.known = h.known
	}
	return h
}

// makeHunt returns a hunt that has only its levels, which it takes from the
// budget, nil if that is too small.
func makeConstrained(c *Problem, m *Progress, b *budget) *constrained {
	h := &constrained{cover: c, meter: m, path: make([]Placement, 0, MaxPieces)}
	levels, n := bits.OnesCount16(c.pieces)+1, len(c.placements)
	if !b.take(levels*n, int(unsafe.Sizeof(Placement{}))) {
		return nil
	}
	for range levels {
		h.levels = append(h.levels, make([]Placement, 0, n))
	}
	return h
}

// clear forgets what is known.
func (h *constrained) clear() { h.age++ }

// run goes through the fillings until there are no more, or yield or the meter
// says stop.
func (h *constrained) run() {
	c := h.cover
	if c.covered == ^uint64(0) {
		h.yield(nil)
		return
	}
	if next, ok := h.begin(); ok {
		h.visit(c.covered, c.pieces, next)
	}
}

// count returns the number of fillings, and false if the meter says stop.
func (h *constrained) count(symmetries [][MaxCells]uint8) (total uint64, ok bool) {
	return firstOf(h.meter, 1+len(h.others), func(i int, m *Progress) (uint64, bool) {
		worker := h
		if i > 0 {
			worker = h.others[i-1]
			worker.meter = m
		}
		return worker.countAlone(symmetries)
	})
}

// countAlone is what one worker does to count. For the symmetries see
// cover.confine; here the hunt begins with the piece that they are about.
func (h *constrained) countAlone(symmetries [][MaxCells]uint8) (total uint64, ok bool) {
	c := h.cover
	if c.covered == ^uint64(0) {
		return 1, true
	}
	next, ok := h.begin()
	if !ok {
		return 0, true
	}
	piece := h.breaker(symmetries)
	if piece == 0 {
		return h.visit(c.covered, c.pieces, next)
	}
	var first []Placement
	for _, p := range h.levels[0] {
		if p.Piece == piece {
			first = append(first, p)
		}
	}
	start := startOf(h.number, c.covered, len(first))
	for _, p := range append(first[start:], first[:start]...) {
		size, last := orbit(p.Cells, symmetries)
		if !last {
			continue
		}
		n, ok := h.lay(p, c.covered, c.pieces)
		if !ok {
			return 0, false
		}
		for range size {
			total = add(total, n)
		}
	}
	return total, true
}

// begin makes the first level. It reports false if there is no filling.
func (h *constrained) begin() (next choice, ok bool) {
	c := h.cover
	if c.isDead(c.covered, c.pieces) {
		return choice{}, false
	}
	h.levels[0] = append(h.levels[0][:0], c.placements...)
	slices.SortStableFunc(h.levels[0], func(a, b Placement) int { return cmp.Compare(a.Piece, b.Piece) })
	next = h.narrow(0, h.levels[0], 0, c.covered, c.pieces)
	return next, next.ways > 0
}

// breaker returns the piece with which to break symmetries, 0 if there is none:
// all fillings must have it, it must have no copies, and its orbits must be
// half as large as they can be, or more. (A piece that has most of its
// placements where symmetries leave them, like a plus, has few and would come
// early anyway.) Of those it is the one with the least to do afterwards: the
// positions of a hunt grow about with the sixth power of the placements that
// fit.
func (h *constrained) breaker(symmetries [][MaxCells]uint8) (best uint16) {
	if len(symmetries) == 0 || !h.cover.exact {
		return 0
	}
	least := math.Inf(1)
	for all := h.levels[0]; len(all) > 0; {
		piece, work := all[0].Piece, 0.0
		placements, orbits := 0, 0
		for ; len(all) > 0 && all[0].Piece == piece; all = all[1:] {
			placements++
			if _, last := orbit(all[0].Cells, symmetries); last {
				orbits++
				h.narrow(1, h.levels[0], all[0].Cells, h.cover.covered|all[0].Cells, Take(h.cover.pieces, piece))
				left := float64(len(h.levels[1]))
				work += left * left * left * left * left * left
			}
		}
		if bits.OnesCount16(piece) == 1 && 2*placements >= orbits*(len(symmetries)+1) && work < least {
			best, least = piece, work
		}
	}
	return best
}

// visit goes through the fillings of a position, next being the choice of its
// level. It returns how many there are, or how many it has seen when it reports
// false, as yield or the meter says stop.
func (h *constrained) visit(covered uint64, pieces uint16, next choice) (total uint64, more bool) {
	key := memo.Key{covered, uint64(pieces) | h.age<<MaxPieces}
	if n, ok := h.known.Get(key); ok {
		return n, true
	}
	if !h.meter.enter(1) {
		return 0, false
	}
	// Those before start come last.
	start := startOf(h.number, covered, next.ways)
	for _, late := range [...]bool{false, true} {
		if late && start == 0 {
			break
		}
		seen := 0
		for _, p := range h.levels[len(h.path)] {
			if p.Cells&next.cell == 0 && p.Piece&next.piece == 0 {
				continue
			}
			if seen++; (seen <= start) != late {
				continue
			}
			n, more := h.lay(p, covered, pieces)
			total = add(total, n)
			if !more {
				return total, false
			}
		}
	}
	if h.yield == nil || total == 0 {
		h.known.Put(key, total)
		h.meter.stats.Remembered++
	}
	return total, true
}

// lay goes through the fillings of a position that have a placement.
func (h *constrained) lay(p Placement, covered uint64, pieces uint16) (total uint64, more bool) {
	h.meter.stats.Tried++
	covered |= p.Cells
	pieces = Take(pieces, p.Piece)
	h.path = append(h.path, p)
	total, more = 0, true
	if covered == ^uint64(0) {
		total, more = 1, h.yield == nil || h.yield(h.path)
	} else if !h.cover.isDead(covered, pieces) {
		depth := len(h.path)
		if next := h.narrow(depth, h.levels[depth-1], p.Cells, covered, pieces); next.ways > 0 {
			total, more = h.visit(covered, pieces, next)
		}
	}
	h.path = h.path[:len(h.path)-1]
	return total, more
}

// narrow fills a level with those of the options that are of the pieces left and
// do not touch the cells laid, and chooses what to cover next. The options may be
// that level itself.
func (h *constrained) narrow(depth int, options []Placement, laid, covered uint64, pieces uint16) (next choice) {
	level := h.levels[depth][:0]
	// How many placements each cell has, up to seven in binary.
	var ones, twos, fours, more uint64
	var seen, piece uint16
	start := 0 // of the placements of the piece
	best := choice{ways: math.MaxInt}
	for i := range options {
		p := options[i]
		if p.Cells&laid != 0 || p.Piece&pieces == 0 {
			continue
		}
		if p.Piece != piece {
			if n := len(level) - start; n < best.ways && bits.OnesCount16(piece&pieces) == 1 {
				best = choice{piece: piece, ways: n}
			}
			piece, start = p.Piece, len(level)
			seen |= piece
		}
		level = append(level, p)
		carry := ones & p.Cells
		ones ^= p.Cells
		carry, twos = twos&carry, twos^carry
		carry, fours = fours&carry, fours^carry
		more |= carry
	}
	if n := len(level) - start; n < best.ways && bits.OnesCount16(piece&pieces) == 1 {
		best = choice{piece: piece, ways: n}
	}
	h.levels[depth] = level
	if h.cover.exact && pieces&^seen != 0 {
		return choice{} // a piece that is needed does not fit
	}
	const many = 8
	cells, ways := ^covered, many
	if few := cells &^ more; few != 0 {
		cells, ways = few, 0
		for i, bit := range [...]uint64{fours, twos, ones} {
			if less := cells &^ bit; less != 0 {
				cells = less
			} else {
				ways |= 4 >> i
			}
		}
	}
	if h.cover.exact && best.piece != 0 && (best.ways < ways || ways == many) {
		return best
	}
	return choice{cell: cells & -cells, ways: ways}
}
