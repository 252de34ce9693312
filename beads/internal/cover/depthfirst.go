package cover

import "math/bits"

// A walk goes through all fillings depth first. It keeps what it has learned as
// a graph: a point stands for the cells covered, and has a link for each
// placement that fits there, and the sets of pieces with which it is known to be
// a dead end. So the cells are looked at once for each point, not for each
// position, and no position that is a dead end is entered twice.
//
// When the graph has taken all the memory that it may, it is cleared and grows
// anew. Then dead ends are entered again, but no filling is found again, for the
// walk goes on where it was.
//
// The first fillings come soonest in this way, but all positions are gone over
// fastest by a sweep. So a walk that has found many fillings makes a trail, on
// which it finds the others.
type depthFirst struct {
	cover  *Problem
	meter  *Progress
	budget budget
	yield  func(path []Placement) bool // false stops the walk
	path   []Placement
	spare  budget         // what may yet be spent on a trail, as far as the graph leaves it
	found  int            // how many fillings
	enough int            // make a trail when so many are found; 0 for never
	trail  *solutionGraph // on which to go on

	index  index // of the points by the cells covered
	points []point
	links  []link   // of each point that is open, one after the other
	dead   []uint16 // open-addressed tables of sets of pieces, 0 where empty
	age    int      // how often the graph was cleared
}

type point struct {
	parts  uint64 // sizes of the free parts, see cover.parts
	links  uint32 // its first link
	degree uint16 // how many links
	open   bool   // it has got its links
	size   uint8  // its table in dead has 1<<size places, none if 0
	used   uint16 // how many of them are used
	dead   uint32 // where its table begins
}

type link struct {
	to        uint32 // index of the point, or one of those below
	placement uint16 // index in the placements of the cover
	piece     uint16
}

const (
	toUnknown = 1<<32 - 1 - iota // nobody has been there yet
	toDeadEnd                    // with whatever pieces
	toFilling
)

// newWalk returns a walk within a budget, nil if that is too small.
func newDepthFirst(c *Problem, m *Progress, b budget, yield func([]Placement) bool) *depthFirst {
	w := &depthFirst{cover: c, meter: m, budget: b, spare: b, yield: yield}
	most := 0
	for front := range MaxCells {
		most = max(most, len(c.at(front)))
	}
	// Make room for any one point and those next to it, so that there is no
	// need to clear the graph twice in order to go on.
	w.path = make([]Placement, 0, bits.OnesCount16(c.pieces))
	if !w.index.add(&w.budget, c.covered) || !reserve(&w.budget, &w.points, 16) ||
		!reserve(&w.budget, &w.links, most) || !reserve(&w.budget, &w.dead, 256) {
		return nil
	}
	w.clear()
	return w
}

// run walks until there are no more fillings, or yield or the meter says stop.
func (w *depthFirst) run() {
	if w.cover.covered == ^uint64(0) {
		w.yield(nil)
		return
	}
	if w.cover.isDead(w.cover.covered, w.cover.pieces) {
		return
	}
	w.found, w.enough, w.trail = 0, many, nil
	w.visit(w.enter(w.cover.covered), w.cover.covered, w.cover.pieces)
	if w.trail != nil {
		again := w.found // it has them in the same order
		w.trail.follow(func(path []Placement) bool {
			again--
			return again >= 0 || w.yield(path)
		})
	}
}

// arrive hands a filling on, and when there are many it makes a trail. It reports
// whether the walk is to go on without one.
func (w *depthFirst) arrive() bool {
	if !w.yield(w.path) {
		return false
	}
	w.found++
	if w.found == w.enough {
		w.makeGraph()
	}
	return w.trail == nil && w.meter.err == nil
}

// many is how many fillings a walk finds before it makes a trail.
const many = 256

// makeTrail spends memory on a trail, and with it time, in proportion to the
// fillings found, so that the next is not too long in coming. If that is too
// little, the walk tries again later, until all attempts together have had as
// much as there was.
func (w *depthFirst) makeGraph() {
	const each = 128 << 10 // bytes for a filling found
	most := budget(w.found) * each
	w.enough *= 8
	if limit := min(w.budget, w.spare); most >= limit {
		most, w.enough = limit, 0
	}
	w.spare -= most
	w.trail = newSolutionGraph(w.cover, w.meter, most)
}

// visit walks through the fillings of a position, at being the index of its
// point. It reports whether there are any, and whether to go on.
func (w *depthFirst) visit(at uint32, covered uint64, pieces uint16) (found, more bool) {
	if !w.meter.enter(1) {
		return false, false
	}
	age := w.age
	if !w.connect(at) {
		at = w.enter(covered)
		age = w.age
	}
	for i := range int(w.points[at].degree) {
		if age != w.age { // the graph was cleared farther down
			at = w.enter(covered)
			age = w.age
		}
		l := &w.links[int(w.points[at].links)+i]
		if l.piece&pieces == 0 || l.to == toDeadEnd {
			continue
		}
		w.meter.stats.Tried++
		left := Take(pieces, l.piece)
		placed := w.cover.placements[l.placement]
		if l.to == toUnknown && !w.explore(l, covered|placed.Cells) {
			w.clear()
			at = w.enter(covered)
			age = w.age
			l = &w.links[int(w.points[at].links)+i]
			w.explore(l, covered|placed.Cells)
		}
		fills, more := false, true
		switch l.to {
		case toDeadEnd:
			continue
		case toFilling:
			w.path = append(w.path, placed)
			fills, more = true, w.arrive()
		default:
			if to := &w.points[l.to]; to.parts&^w.cover.sums[left] != 0 || w.isDead(to, left) {
				continue
			}
			w.path = append(w.path, placed)
			fills, more = w.visit(l.to, covered|placed.Cells, left)
		}
		w.path = w.path[:len(w.path)-1]
		found = found || fills
		if !more {
			return found, false
		}
	}
	if !found {
		if age != w.age {
			at = w.enter(covered)
		}
		w.bury(&w.points[at], pieces)
	}
	return found, true
}

// enter returns the index of a point that has its links.
func (w *depthFirst) enter(covered uint64) uint32 {
	for {
		if at, ok := w.find(covered); ok && w.connect(at) {
			return at
		}
		w.clear()
	}
}

// connect makes the links of a point if it has none yet. It reports false if
// there is no memory for them.
func (w *depthFirst) connect(at uint32) bool {
	p := &w.points[at]
	if p.open {
		return true
	}
	covered := w.index.keys[at]
	front := bits.TrailingZeros64(^covered)
	placements := w.cover.at(front)
	if !reserve(&w.budget, &w.links, len(placements)) {
		return false
	}
	p.links = uint32(len(w.links))
	for i, q := range placements {
		if q.Cells&covered == 0 {
			w.links = append(w.links, link{toUnknown, w.cover.first[front] + uint16(i), q.Piece})
		}
	}
	p.degree = uint16(len(w.links) - int(p.links))
	p.open = true
	return true
}

// explore finds out where a link leads to. It reports false if there is no
// memory for a new point.
func (w *depthFirst) explore(l *link, covered uint64) bool {
	if covered == ^uint64(0) {
		l.to = toFilling
		return true
	}
	to, ok := w.find(covered)
	if !ok {
		return false
	}
	l.to = to
	if w.points[to].parts&^w.cover.sums[w.cover.pieces] != 0 {
		l.to = toDeadEnd
	}
	return true
}

// find returns the index of a point, and makes it if it is new. It reports false
// if there is no memory for it.
func (w *depthFirst) find(covered uint64) (at uint32, ok bool) {
	if at, ok := w.index.find(covered); ok {
		return at, true
	}
	if !w.index.add(&w.budget, covered) || !reserve(&w.budget, &w.points, 1) {
		return 0, false
	}
	w.points = append(w.points, point{parts: w.cover.parts(covered)})
	return uint32(len(w.points) - 1), true
}

// clear forgets the graph.
func (w *depthFirst) clear() {
	w.index.clear()
	w.points, w.links, w.dead = w.points[:0], w.links[:0], w.dead[:0]
	w.age++
}

// isDead reports whether a point is known to be a dead end with these pieces.
func (w *depthFirst) isDead(p *point, pieces uint16) bool {
	return p.size > 0 && w.dead[w.place(p, pieces)] != 0
}

// place returns where in dead a set of pieces is, or belongs.
func (w *depthFirst) place(p *point, pieces uint16) int {
	mask := 1<<p.size - 1
	i := int(uint32(pieces) * 0x9e3779b1 >> (32 - p.size))
	for {
		at := int(p.dead) + i&mask
		if d := w.dead[at]; d == 0 || d == pieces {
			return at
		}
		i++
	}
}

// bury remembers that a point is a dead end with these pieces, of which there is
// at least one: without any, no free part has a size that they can make.
func (w *depthFirst) bury(p *point, pieces uint16) {
	if 4*int(p.used) >= 3<<p.size || p.size == 0 {
		if !w.enlarge(p) {
			w.clear()
			return
		}
	}
	w.dead[w.place(p, pieces)] = pieces
	p.used++
	w.meter.stats.Remembered++
}

// enlarge makes the table of a point twice as large.
func (w *depthFirst) enlarge(p *point) bool {
	var old []uint16
	if p.size > 0 {
		old = w.dead[p.dead:][:1<<p.size]
	}
	size := max(p.size+1, 2)
	if !reserve(&w.budget, &w.dead, 1<<size) {
		return false
	}
	p.size, p.dead = size, uint32(len(w.dead))
	w.dead = w.dead[:len(w.dead)+1<<size]
	clear(w.dead[p.dead:])
	for _, pieces := range old {
		if pieces != 0 {
			w.dead[w.place(p, pieces)] = pieces
		}
	}
	return true
}
