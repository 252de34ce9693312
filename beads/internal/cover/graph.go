package cover

import "math/bits"

// A trail leads through all fillings and never into a dead end. It is made on
// the way back through the layers that a sweep has kept: there each position
// gets the steps that lead on to a filling, and most positions, being dead
// ends, get none.
type solutionGraph struct {
	cover  *Problem
	meter  *Progress
	budget budget
	path   []Placement
	steps  []step
	start  uint32 // where all begins; see step.to
}

// A step is a placement that leads from one position to another.
type step struct {
	to        uint32 // 1 + index of the first step from there, 0 if there is none, or toFilling
	next      uint32 // 1 + index of the next step from the same position, 0 after the last
	placement uint16 // index in the placements of the cover
}

// newTrail makes a trail within a budget, in one shard. It returns nil if the
// budget is too small or the meter says stop.
func newSolutionGraph(c *Problem, m *Progress, b budget) *solutionGraph {
	s := newSweep(c, m, b, 1)
	s.keep = true
	if !s.run() {
		return nil
	}
	t := &solutionGraph{cover: c, meter: m, budget: s.shards[0].budget, path: make([]Placement, 0, MaxPieces)}
	if !t.goBack(s) {
		return nil
	}
	return t
}

// goBack makes the steps. It reports false if the budget is spent or the meter
// says stop.
func (t *solutionGraph) goBack(s *sweep) bool {
	if !t.budget.take(len(t.cover.sums), 4) {
		return false
	}
	first := make([]uint32, len(t.cover.sums)) // of the positions of a node, by the pieces left
	root := bits.TrailingZeros64(^t.cover.covered)
	p := s.shards[0]
	for front := MaxCells; front >= root; front-- {
		l := &p.layers[front]
		for i, n := range l.nodes {
			left, steps := p.positions(l.kept[i])
			live := false
			for j, pieces := range left {
				if front == MaxCells {
					steps[j] = toFilling
				}
				first[pieces] = steps[j]
				live = live || steps[j] != 0
			}
			for at := n.edges; live && at != 0; at = p.edge(at).next {
				if !t.add(p, p.edge(at), first) {
					return false
				}
			}
			for _, pieces := range left {
				t.start = first[pieces] // at the end that of the root
				first[pieces] = 0
			}
		}
		if !t.meter.look() {
			return false
		}
	}
	return true
}

// positions returns the pieces left in the positions of a span, and their first
// steps.
func (s *shard) positions(at span) (left []uint16, first []uint32) {
	return s.blocks[at.block].left[at.start:at.end], s.first[at.block][at.start:at.end]
}

// add makes a step of each position from which an edge leads to one that is no
// dead end, given the first steps of those at its end. The steps of a position
// come in the order of their placements.
func (t *solutionGraph) add(s *shard, e *edge, first []uint32) bool {
	left, steps := s.positions(e.from)
	for i, pieces := range left {
		if pieces&e.piece == 0 {
			continue
		}
		to := first[Take(pieces, e.piece)]
		if to == 0 {
			continue
		}
		if !reserve(&t.budget, &t.steps, 1) {
			return false
		}
		before, next := uint32(0), steps[i]
		for next != 0 && t.steps[next-1].placement < e.placement {
			before, next = next, t.steps[next-1].next
		}
		t.steps = append(t.steps, step{to, next, e.placement})
		if before == 0 {
			steps[i] = uint32(len(t.steps))
		} else {
			t.steps[before-1].next = uint32(len(t.steps))
		}
	}
	return true
}

// follow goes through all fillings in the order in which a walk does, until yield
// or the meter says stop.
func (t *solutionGraph) follow(yield func(path []Placement) bool) { t.visit(t.start, yield) }

func (t *solutionGraph) visit(at uint32, yield func(path []Placement) bool) bool {
	if !t.meter.enter(1) {
		return false
	}
	for at != 0 {
		s := &t.steps[at-1]
		at = s.next
		t.meter.stats.Tried++
		t.path = append(t.path, t.cover.placements[s.placement])
		if s.to == toFilling && !yield(t.path) || s.to != toFilling && !t.visit(s.to, yield) {
			return false
		}
		t.path = t.path[:len(t.path)-1]
	}
	return true
}
