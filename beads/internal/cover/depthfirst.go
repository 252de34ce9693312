package cover

import "math/bits"

// A depthFirst goes through the solutions depth first in the frontier order.
//
// It stores what it learns in a graph. A point of the graph is a set of covered cells.
// It has a link for each placement that fits there. So the placements that fit are
// found once for each point, not once for each position.
//
// A point also has a list of dead ends. A dead end is a set of pieces left with which no
// solution follows. So no dead end is entered twice.
//
// When the graph has used up its memory, it is cleared and grows again. Dead ends are
// then entered again. No solution is found again, because the search goes on where it
// was.
//
// A depthFirst finds the first solutions soonest, but a sweep goes over all positions
// faster. So after many solutions it makes a solutionGraph by a sweep, and takes the
// other solutions from there.
type depthFirst struct {
	problem   *Problem
	progress  *Progress
	budget    budget
	yield     func(path []Placement) bool // false stops the search
	path      []Placement
	spare     budget         // may still be spent on a solutionGraph, if the points leave so much
	found     int            // solutions so far
	enough    int            // make a solutionGraph after so many solutions; 0 means never
	solutions *solutionGraph // has all solutions, also those found before; nil at first

	index  index // numbers the points by the covered cells
	points []point
	links  []link   // of all open points, one point after the other
	dead   []uint16 // hash tables of sets of pieces with open addressing, 0 where empty
	age    int      // how many times the points were cleared
}

type point struct {
	parts  uint64 // sizes of the components, see Problem.parts
	links  uint32 // index of its first link
	degree uint16 // number of its links
	open   bool   // its links exist
	size   uint8  // its table in dead has 1<<size places; 0 means that it has none
	used   uint16 // places that are used
	dead   uint32 // index of its table in dead
}

type link struct {
	to        uint32 // index of a point, or one of the constants below
	placement uint16 // index in the placements of the problem
	piece     uint16
}

const (
	toUnknown  = 1<<32 - 1 - iota // not followed yet
	toDeadEnd                     // no solution follows, whatever pieces are left
	toSolution                    // all cells are covered
)

// newDepthFirst returns a search within a budget. It returns nil if the budget is too
// small.
func newDepthFirst(c *Problem, m *Progress, b budget, yield func([]Placement) bool) *depthFirst {
	d := &depthFirst{problem: c, progress: m, budget: b, spare: b, yield: yield}
	most := 0
	for front := range MaxCells {
		most = max(most, len(c.at(front)))
	}
	// Make room for a point with all its links and for the point that one link leads
	// to. After the points were cleared, the search needs no more to go on.
	d.path = make([]Placement, 0, bits.OnesCount16(c.pieces))
	if !d.index.add(&d.budget, c.covered) || !reserve(&d.budget, &d.points, 16) ||
		!reserve(&d.budget, &d.links, most) || !reserve(&d.budget, &d.dead, 256) {
		return nil
	}
	d.clear()
	return d
}

// run calls yield with each solution until yield returns false or the Progress says stop.
func (d *depthFirst) run() {
	if d.problem.covered == ^uint64(0) {
		d.yield(nil)
		return
	}
	if d.problem.isDead(d.problem.covered, d.problem.pieces) {
		return
	}
	d.found, d.enough, d.solutions = 0, many, nil
	d.visit(d.pointOf(d.problem.covered), d.problem.covered, d.problem.pieces)
	if d.solutions != nil {
		again := d.found // these come first in the graph, too
		d.solutions.follow(func(path []Placement) bool {
			again--
			return again >= 0 || d.yield(path)
		})
	}
}

// arrive hands on a solution, and makes the solutionGraph when it is time to. It returns
// whether the search is to go on without that graph.
func (d *depthFirst) arrive() bool {
	if !d.yield(d.path) {
		return false
	}
	d.found++
	if d.found == d.enough {
		d.makeGraph()
	}
	return d.solutions == nil && d.progress.err == nil
}

// many is how many solutions a search finds before it makes a solutionGraph.
const many = 256

// makeGraph makes the solutionGraph. The memory for it, and so the time, is in
// proportion to the solutions found, so that the next solution does not take too long.
// If the memory is not enough, arrive tries again after more solutions, until all
// attempts together have used what there was.
func (d *depthFirst) makeGraph() {
	const each = 128 << 10 // bytes for each solution found
	most := budget(d.found) * each
	d.enough *= 8
	if limit := min(d.budget, d.spare); most >= limit {
		most, d.enough = limit, 0
	}
	d.spare -= most
	d.solutions = newSolutionGraph(d.problem, d.progress, most)
}

// visit goes through the solutions of a position, whose point has the index at. It
// returns whether it found any, and whether to go on.
func (d *depthFirst) visit(at uint32, covered uint64, pieces uint16) (found, more bool) {
	if !d.progress.enter(1) {
		return false, false
	}
	age := d.age
	if !d.connect(at) {
		at = d.pointOf(covered)
		age = d.age
	}
	for i := range int(d.points[at].degree) {
		if age != d.age { // the points were cleared deeper in the search
			at = d.pointOf(covered)
			age = d.age
		}
		l := &d.links[int(d.points[at].links)+i]
		if l.piece&pieces == 0 || l.to == toDeadEnd {
			continue
		}
		d.progress.stats.Tried++
		left := Take(pieces, l.piece)
		placed := d.problem.placements[l.placement]
		if l.to == toUnknown && !d.explore(l, covered|placed.Cells) {
			d.clear()
			at = d.pointOf(covered)
			age = d.age
			l = &d.links[int(d.points[at].links)+i]
			d.explore(l, covered|placed.Cells) // there is room now, see newDepthFirst
		}
		fills, more := false, true
		switch l.to {
		case toDeadEnd:
			continue
		case toSolution:
			d.path = append(d.path, placed)
			fills, more = true, d.arrive()
		default:
			if to := &d.points[l.to]; to.parts&^d.problem.sums[left] != 0 || d.isBuried(to, left) {
				continue
			}
			d.path = append(d.path, placed)
			fills, more = d.visit(l.to, covered|placed.Cells, left)
		}
		d.path = d.path[:len(d.path)-1]
		found = found || fills
		if !more {
			return found, false
		}
	}
	if !found {
		if age != d.age {
			at = d.pointOf(covered)
		}
		d.bury(&d.points[at], pieces)
	}
	return found, true
}

// pointOf returns the index of the point of the covered cells. The point has its links.
func (d *depthFirst) pointOf(covered uint64) uint32 {
	for {
		if at, ok := d.find(covered); ok && d.connect(at) {
			return at
		}
		d.clear()
	}
}

// connect makes the links of a point if there are none. It returns false if there is not
// enough memory.
func (d *depthFirst) connect(at uint32) bool {
	p := &d.points[at]
	if p.open {
		return true
	}
	covered := d.index.keys[at]
	front := bits.TrailingZeros64(^covered)
	placements := d.problem.at(front)
	if !reserve(&d.budget, &d.links, len(placements)) {
		return false
	}
	p.links = uint32(len(d.links))
	for i, q := range placements {
		if q.Cells&covered == 0 {
			d.links = append(d.links, link{toUnknown, d.problem.first[front] + uint16(i), q.Piece})
		}
	}
	p.degree = uint16(len(d.links) - int(p.links))
	p.open = true
	return true
}

// explore finds out where a link leads. It returns false if there is not enough memory
// for a new point.
func (d *depthFirst) explore(l *link, covered uint64) bool {
	if covered == ^uint64(0) {
		l.to = toSolution
		return true
	}
	to, ok := d.find(covered)
	if !ok {
		return false
	}
	l.to = to
	if d.points[to].parts&^d.problem.sums[d.problem.pieces] != 0 {
		l.to = toDeadEnd
	}
	return true
}

// find returns the index of the point of the covered cells, and makes the point if it is
// new. It returns false if there is not enough memory.
func (d *depthFirst) find(covered uint64) (at uint32, ok bool) {
	if at, ok := d.index.find(covered); ok {
		return at, true
	}
	if !d.index.add(&d.budget, covered) || !reserve(&d.budget, &d.points, 1) {
		return 0, false
	}
	d.points = append(d.points, point{parts: d.problem.parts(covered)})
	return uint32(len(d.points) - 1), true
}

// clear removes all points.
func (d *depthFirst) clear() {
	d.index.clear()
	d.points, d.links, d.dead = d.points[:0], d.links[:0], d.dead[:0]
	d.age++
}

// isBuried reports whether a point is stored as a dead end with these pieces.
func (d *depthFirst) isBuried(p *point, pieces uint16) bool {
	return p.size > 0 && d.dead[d.place(p, pieces)] != 0
}

// place returns the index in dead where a set of pieces is, or where it belongs.
func (d *depthFirst) place(p *point, pieces uint16) int {
	mask := 1<<p.size - 1
	i := int(uint32(pieces) * 0x9e3779b1 >> (32 - p.size))
	for {
		at := int(p.dead) + i&mask
		if d := d.dead[at]; d == 0 || d == pieces {
			return at
		}
		i++
	}
}

// bury stores that a point is a dead end with these pieces. There is at least one
// piece, because without pieces every component has a size that they cannot make. So 0
// can mark an empty place.
func (d *depthFirst) bury(p *point, pieces uint16) {
	if 4*int(p.used) >= 3<<p.size || p.size == 0 {
		if !d.enlarge(p) {
			d.clear()
			return
		}
	}
	d.dead[d.place(p, pieces)] = pieces
	p.used++
	d.progress.stats.Remembered++
}

// enlarge doubles the table of a point. The old table stays unused until clear. enlarge
// returns false if there is not enough memory.
func (d *depthFirst) enlarge(p *point) bool {
	var old []uint16
	if p.size > 0 {
		old = d.dead[p.dead:][:1<<p.size]
	}
	size := max(p.size+1, 2)
	if !reserve(&d.budget, &d.dead, 1<<size) {
		return false
	}
	p.size, p.dead = size, uint32(len(d.dead))
	d.dead = d.dead[:len(d.dead)+1<<size]
	clear(d.dead[p.dead:])
	for _, pieces := range old {
		if pieces != 0 {
			d.dead[d.place(p, pieces)] = pieces
		}
	}
	return true
}
