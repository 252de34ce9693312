package beads

import (
	"math"
	"math/bits"
)

// A sweep counts fillings without walking through each. It goes over the cells,
// and at each cell takes all positions whose front it is, layer by layer.
// Positions in which the same cells are covered form a node, and most of the
// work is done once for a node: to find which placements fit, to which node
// each leads, and what parts that leaves. What is left to do for each position
// is to carry its count along an edge:
//
//	node                      edge: piece B          node
//	  pieces left   count   ---------------------->    pieces left   count
//	  A B D E         2       takes those that have    A D E           2
//	  A D E F         1       B, and uses it up        A E F           3
//	  A B E F         3
//
// A node pulls the counts over the edges that lead to it when the sweep comes
// to its layer, for by then the nodes at the other ends have theirs. So only
// nodes are looked up in a table, and counts lie in memory one after the other.
type sweep struct {
	cover  *cover
	meter  *meter
	budget budget
	layers [maxCells + 1]layer
	unused []table // of layers that are done
	edges  []edge
	spent  uint32 // 1 + index of the first edge to use again; see edge.next
	blocks []block
	free   []uint32 // blocks to use again
	counts []uint64 // of the node that is pulling, by the pieces left
	filled []uint64 // a bit for each of counts, set where it is in use
}

// A layer holds what belongs to one front.
type layer struct {
	table
	blocks []uint32 // that hold the positions of the nodes; the last has room
	last   int      // the farthest layer to which an edge leads from here
}

// A table holds the nodes of a layer.
type table struct {
	index index // of the nodes by the cells covered
	nodes []node
}

type node struct {
	parts uint64 // sizes of the free parts, see cover.parts
	edges uint32 // 1 + index of the first edge that leads here
}

type edge struct {
	from  span
	next  uint32 // 1 + index of the next edge that leads to the same node
	piece uint16
}

// A span is where the positions of one node are.
type span struct{ block, start, end uint32 }

// A block has room for positions of one layer.
type block struct {
	left  []uint16 // the pieces left
	count []uint64 // in how many ways the position is reached
}

// blockSize is how many positions a block takes, unless a node has more. The
// first blocks are smaller, for the sake of boards with few free cells.
const blockSize = 4096

// run counts. If ok is false, the budget is spent or the meter says stop.
func (s *sweep) run() (total uint64, ok bool) {
	c := s.cover
	if !s.budget.take(len(c.sums), 9) {
		return 0, false
	}
	s.counts = make([]uint64, len(c.sums))
	s.filled = make([]uint64, (len(c.sums)+63)/64)
	root := bits.TrailingZeros64(^c.covered)
	if n, ok := s.node(root, c.covered); n == nil {
		return 0, ok
	}
	s.counts[c.pieces], s.filled[c.pieces/64] = 1, 1<<(c.pieces%64)
	for front := root; front < maxCells; front++ {
		l := &s.layers[front]
		for i := range l.nodes {
			n := &l.nodes[i]
			positions, ok := s.settle(l, n)
			if !ok || !s.expand(front, l.index.keys[i], positions) {
				return 0, false
			}
		}
		s.release(front)
	}
	l := &s.layers[maxCells]
	for i := range l.nodes {
		s.pull(&l.nodes[i])
	}
	for _, count := range s.counts {
		total = add(total, count)
	}
	return total, true
}

// add adds counts. math.MaxUint64 stands for itself and all above: a count that
// is too large stays so, and matters only if it becomes part of the answer.
func add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return sum | -carry
}

// overflowed reports whether a count stands for itself and all above.
func overflowed(count uint64) bool { return count == math.MaxUint64 }

// pull adds up the counts over the edges that lead to a node. It returns how
// many positions that can make at most.
func (s *sweep) pull(n *node) (most int) {
	counts, filled := s.counts, s.filled
	most = 1 // for the root, to which no edge leads
	for i := n.edges; i != 0; {
		e := &s.edges[i-1]
		b := &s.blocks[e.from.block]
		left := b.left[e.from.start:e.from.end]
		count := b.count[e.from.start:e.from.end]
		most += len(left)
		for j, pieces := range left {
			if pieces&e.piece != 0 {
				pieces = take(pieces, e.piece)
				counts[pieces] = add(counts[pieces], count[j])
				filled[pieces/64] |= 1 << (pieces % 64)
			}
		}
		i, e.next, s.spent = e.next, s.spent, i
	}
	return min(most, len(counts))
}

// settle gives a node its positions: what it pulls, except for what is dead.
func (s *sweep) settle(l *layer, n *node) (positions span, ok bool) {
	at, ok := s.room(l, s.pull(n))
	if !ok {
		return span{}, false
	}
	b := &s.blocks[at]
	start := len(b.left)
	end := start
	left, count := b.left[:cap(b.left)], b.count[:cap(b.count)]
	for w, word := range s.filled {
		s.filled[w] = 0
		for ; word != 0; word &= word - 1 {
			pieces := w*64 + bits.TrailingZeros64(word)
			left[end], count[end] = uint16(pieces), s.counts[pieces]
			s.counts[pieces] = 0
			if n.parts&^s.cover.sums[pieces] == 0 {
				end++
			}
		}
	}
	b.left, b.count = left[:end], count[:end]
	s.meter.stats.Remembered += uint64(end - start)
	return span{at, uint32(start), uint32(end)}, s.meter.enter(uint64(end - start))
}

// expand makes the edges that begin at a node.
func (s *sweep) expand(front int, covered uint64, from span) bool {
	var pieces uint16 // left in one position or another
	for _, left := range s.blocks[from.block].left[from.start:from.end] {
		pieces |= left
	}
	for _, p := range s.cover.at(front) {
		if p.cells&covered != 0 || p.piece&pieces == 0 {
			continue
		}
		s.meter.stats.Tried++
		next := bits.TrailingZeros64(^(covered | p.cells))
		n, ok := s.node(next, covered|p.cells)
		if !ok {
			return false
		}
		if n == nil || n.parts&^s.cover.sums[pieces] != 0 {
			continue
		}
		if !s.link(n, edge{from: from, piece: p.piece}) {
			return false
		}
		s.layers[front].last = max(s.layers[front].last, next)
	}
	return true
}

// link makes e an edge that leads to n.
func (s *sweep) link(n *node, e edge) bool {
	e.next = n.edges
	if at := s.spent; at != 0 {
		s.spent = s.edges[at-1].next
		s.edges[at-1] = e
		n.edges = at
		return true
	}
	if !reserve(&s.budget, &s.edges, 1) {
		return false
	}
	s.edges = append(s.edges, e)
	n.edges = uint32(len(s.edges))
	return true
}

// node returns the node of a layer in which the given cells are covered, and
// makes it if it is new; nil if the node is dead with whatever pieces. If ok
// is false, the budget is spent.
func (s *sweep) node(front int, covered uint64) (n *node, ok bool) {
	l := &s.layers[front]
	if i, ok := l.index.find(covered); ok {
		return &l.nodes[i], true
	}
	parts := s.cover.parts(covered)
	if parts&^s.cover.sums[s.cover.pieces] != 0 {
		return nil, true
	}
	if last := len(s.unused) - 1; last >= 0 && l.nodes == nil {
		l.table, s.unused = s.unused[last], s.unused[:last]
	}
	if !l.index.add(&s.budget, covered) || !reserve(&s.budget, &l.nodes, 1) {
		return nil, false
	}
	l.nodes = append(l.nodes, node{parts: parts})
	return &l.nodes[len(l.nodes)-1], true
}

// room returns a block of the layer that has room for n positions.
func (s *sweep) room(l *layer, n int) (at uint32, ok bool) {
	if last := len(l.blocks) - 1; last >= 0 {
		at = l.blocks[last]
		if b := &s.blocks[at]; cap(b.left)-len(b.left) >= n {
			return at, true
		}
	}
	if last := len(s.free) - 1; last >= 0 && cap(s.blocks[s.free[last]].left) >= n {
		at, s.free = s.free[last], s.free[:last]
	} else {
		size := max(n, min(64<<min(len(s.blocks), 6), blockSize))
		if !s.budget.take(size, 10) {
			return 0, false
		}
		at = uint32(len(s.blocks))
		s.blocks = append(s.blocks, block{make([]uint16, 0, size), make([]uint64, 0, size)})
	}
	l.blocks = append(l.blocks, at)
	return at, true
}

// release takes back the table of a layer that is done, and the blocks of those
// from which no edge leads beyond it.
func (s *sweep) release(front int) {
	l := &s.layers[front]
	if l.nodes != nil {
		l.index.clear()
		s.unused = append(s.unused, table{l.index, l.nodes[:0]})
		l.table = table{}
	}
	for i := range s.layers[:front+1] {
		l := &s.layers[i]
		if l.last > front {
			continue
		}
		for _, at := range l.blocks {
			b := &s.blocks[at]
			b.left, b.count = b.left[:0], b.count[:0]
		}
		s.free = append(s.free, l.blocks...)
		l.blocks = nil
	}
}
