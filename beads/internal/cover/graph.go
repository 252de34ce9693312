package cover

import "math/bits"

// A solutionGraph has all solutions and no dead ends. It is made in two sweeps. The
// first goes forward over all layers and keeps them. The second goes back and gives
// each position its steps, which are the placements that lead on to a solution. Most
// positions are dead ends and get none.
type solutionGraph struct {
	problem  *Problem
	progress *Progress
	budget   budget
	path     []Placement
	steps    []step
	start    uint32 // the first step of the first position; see step.to
}

// A step is a placement that leads from one position to another.
type step struct {
	to        uint32 // 1 + index of the first step of that position, 0 for a dead end, or toSolution
	next      uint32 // 1 + index of the next step of the same position, 0 after the last
	placement uint16 // index in the placements of the problem
}

// newSolutionGraph returns the graph, made within a budget by one worker. It returns
// nil if the budget is too small or the Progress says stop.
func newSolutionGraph(c *Problem, m *Progress, b budget) *solutionGraph {
	s := newSweep(c, m, b, 1)
	s.keep = true
	if !s.run() {
		return nil
	}
	g := &solutionGraph{problem: c, progress: m, budget: s.shards[0].budget, path: make([]Placement, 0, MaxPieces)}
	if !g.goBack(s) {
		return nil
	}
	return g
}

// goBack makes the steps. It returns false if the budget is spent or the Progress says
// stop.
func (g *solutionGraph) goBack(s *sweep) bool {
	if !g.budget.take(len(g.problem.sums), 4) {
		return false
	}
	first := make([]uint32, len(g.problem.sums)) // of the positions of a node, by the pieces left
	root := bits.TrailingZeros64(^g.problem.covered)
	p := s.shards[0]
	for front := MaxCells; front >= root; front-- {
		l := &p.layers[front]
		for i, n := range l.nodes {
			left, steps := p.positions(l.kept[i])
			live := false
			for j, pieces := range left {
				if front == MaxCells {
					steps[j] = toSolution
				}
				first[pieces] = steps[j]
				live = live || steps[j] != 0
			}
			for at := n.edges; live && at != 0; at = p.edge(at).next {
				if !g.add(p, p.edge(at), first) {
					return false
				}
			}
			for _, pieces := range left {
				g.start = first[pieces] // at the end that of the root
				first[pieces] = 0
			}
		}
		if !g.progress.look() {
			return false
		}
	}
	return true
}

// positions returns the pieces left in the positions of a span, and their first steps.
func (s *shard) positions(at span) (left []uint16, first []uint32) {
	return s.blocks[at.block].left[at.start:at.end], s.first[at.block][at.start:at.end]
}

// add makes the steps of one edge: one for each position at the beginning of the edge
// from which the edge leads to a position with a step. The slice first has the first
// steps of the positions at the end of the edge, by the pieces left. The steps of a
// position are in the order of their placements.
func (g *solutionGraph) add(s *shard, e *edge, first []uint32) bool {
	left, steps := s.positions(e.from)
	for i, pieces := range left {
		if pieces&e.piece == 0 {
			continue
		}
		to := first[Take(pieces, e.piece)]
		if to == 0 {
			continue
		}
		if !reserve(&g.budget, &g.steps, 1) {
			return false
		}
		before, next := uint32(0), steps[i]
		for next != 0 && g.steps[next-1].placement < e.placement {
			before, next = next, g.steps[next-1].next
		}
		g.steps = append(g.steps, step{to, next, e.placement})
		if before == 0 {
			steps[i] = uint32(len(g.steps))
		} else {
			g.steps[before-1].next = uint32(len(g.steps))
		}
	}
	return true
}

// follow calls yield with each solution, in the order in which a depthFirst finds them,
// until yield returns false or the Progress says stop.
func (g *solutionGraph) follow(yield func(path []Placement) bool) { g.visit(g.start, yield) }

func (g *solutionGraph) visit(at uint32, yield func(path []Placement) bool) bool {
	if !g.progress.enter(1) {
		return false
	}
	for at != 0 {
		s := &g.steps[at-1]
		at = s.next
		g.progress.stats.Tried++
		g.path = append(g.path, g.problem.placements[s.placement])
		if s.to == toSolution && !yield(g.path) || s.to != toSolution && !g.visit(s.to, yield) {
			return false
		}
		g.path = g.path[:len(g.path)-1]
	}
	return true
}
