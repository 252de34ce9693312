package beads

import (
	"math"
	"math/bits"
	"unsafe"
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
// nodes are looked up in a table, and the counts lie in memory one after the
// other.
type sweep struct {
	cover  *cover
	meter  *meter
	budget int64 // how many bytes may still be allocated
	layers [maxCells + 1]*layer
	spare  []*layer // layers to use again
	counts []uint64 // of the node that is pulling, by the pieces left
	used   []uint64 // a bit for each of counts, set where it is not 0
}

// A layer holds the nodes of one front.
type layer struct {
	nodes []node
	slots []uint32 // open-addressed table: 1 + index of a node, 0 where empty
	edges []edge   // that lead to the nodes
	left  []uint16 // the pieces left in each position, node by node
	count []uint64 // in how many ways each position is reached
	last  int      // the farthest layer to which an edge leads from here
}

type node struct {
	covered    uint64
	parts      uint64 // sizes of the free parts, see cover.parts
	edges      uint32 // 1 + index of the first edge that leads here
	start, end uint32 // where its positions are in the layer
}

type edge struct {
	from  uint32 // index of the node where it begins
	next  uint32 // 1 + index of the next edge that leads to the same node
	piece uint16
	layer uint8 // the layer where it begins
}

// run counts. If ok is false, the budget is spent or the meter says stop.
func (s *sweep) run() (total uint64, ok bool) {
	c := s.cover
	if !s.take(len(c.sums), 9) {
		return 0, false
	}
	s.counts = make([]uint64, len(c.sums))
	s.used = make([]uint64, (len(c.sums)+63)/64)
	root := bits.TrailingZeros64(^c.covered)
	if _, ok := s.node(root, c.covered); !ok {
		return 0, false
	}
	s.counts[c.pieces], s.used[c.pieces/64] = 1, 1<<(c.pieces%64)
	for front := root; front <= maxCells; front++ {
		l := s.layers[front]
		if l == nil {
			continue
		}
		for i := range l.nodes {
			n := &l.nodes[i]
			if n.edges == 0 && front != root {
				continue
			}
			s.pull(l, n)
			if !s.settle(l, n) || front < maxCells && !s.expand(front, i) {
				return 0, false
			}
		}
		s.release(front)
	}
	if l := s.layers[maxCells]; l != nil {
		for _, n := range l.count {
			total = add(total, n)
		}
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

// pull adds up the counts over the edges that lead to a node.
func (s *sweep) pull(l *layer, n *node) {
	counts, used := s.counts, s.used
	for i := n.edges; i != 0; {
		e := l.edges[i-1]
		i = e.next
		from := s.layers[e.layer]
		origin := &from.nodes[e.from]
		left := from.left[origin.start:origin.end]
		count := from.count[origin.start:origin.end]
		for j, pieces := range left {
			if pieces&e.piece != 0 {
				pieces &^= e.piece
				counts[pieces] = add(counts[pieces], count[j])
				used[pieces/64] |= 1 << (pieces % 64)
			}
		}
	}
}

// settle moves what was pulled into the layer, except for dead positions.
func (s *sweep) settle(l *layer, n *node) bool {
	most := 0
	for _, word := range s.used {
		most += bits.OnesCount64(word)
	}
	if !reserve(s, &l.left, most) || !reserve(s, &l.count, most) {
		return false
	}
	end := len(l.left)
	n.start = uint32(end)
	left, count := l.left[:end+most], l.count[:end+most]
	for w, word := range s.used {
		s.used[w] = 0
		for ; word != 0; word &= word - 1 {
			pieces := w*64 + bits.TrailingZeros64(word)
			left[end], count[end] = uint16(pieces), s.counts[pieces]
			s.counts[pieces] = 0
			if n.parts&^s.cover.sums[pieces] == 0 {
				end++
			}
		}
	}
	n.end = uint32(end)
	l.left, l.count = left[:end], count[:end]
	positions := uint64(n.end - n.start)
	s.meter.stats.Remembered += positions
	return s.meter.enter(positions)
}

// expand makes the edges that begin at a node.
func (s *sweep) expand(front, i int) bool {
	l := s.layers[front]
	n := l.nodes[i]
	var pieces uint16 // left in one position or another
	for _, left := range l.left[n.start:n.end] {
		pieces |= left
	}
	for _, p := range s.cover.at(front) {
		if p.cells&n.covered != 0 || p.piece&pieces == 0 {
			continue
		}
		s.meter.stats.Tried++
		covered := n.covered | p.cells
		front2 := bits.TrailingZeros64(^covered)
		j, ok := s.node(front2, covered)
		if !ok {
			return false
		}
		target := s.layers[front2]
		to := &target.nodes[j]
		if to.parts&^s.cover.sums[pieces] != 0 {
			continue
		}
		if !reserve(s, &target.edges, 1) {
			return false
		}
		target.edges = append(target.edges, edge{uint32(i), to.edges, p.piece, uint8(front)})
		to.edges = uint32(len(target.edges))
		l.last = max(l.last, front2)
	}
	return true
}

// node returns the index of a node in the layer of its front, and makes it if
// it is new.
func (s *sweep) node(front int, covered uint64) (i int, ok bool) {
	l := s.layers[front]
	if l == nil {
		l = &layer{}
		if last := len(s.spare) - 1; last >= 0 {
			l, s.spare = s.spare[last], s.spare[:last]
		}
		s.layers[front] = l
	}
	if 2*len(l.nodes) >= len(l.slots) && !s.rehash(l) {
		return 0, false
	}
	slot := l.slot(covered)
	if i := l.slots[slot]; i != 0 {
		return int(i - 1), true
	}
	if !reserve(s, &l.nodes, 1) {
		return 0, false
	}
	l.nodes = append(l.nodes, node{covered: covered, parts: s.cover.parts(covered)})
	l.slots[slot] = uint32(len(l.nodes))
	return len(l.nodes) - 1, true
}

// rehash gives a layer a table twice as large.
func (s *sweep) rehash(l *layer) bool {
	n := max(2*len(l.slots), 64)
	if !s.take(n, 4) {
		return false
	}
	l.slots = make([]uint32, n)
	for i, node := range l.nodes {
		l.slots[l.slot(node.covered)] = uint32(i + 1)
	}
	return true
}

// slot returns the slot of a node, or the empty one where it belongs.
func (l *layer) slot(covered uint64) int {
	mask := len(l.slots) - 1
	i := int(covered * 0x9e3779b97f4a7c15 >> bits.LeadingZeros64(uint64(mask)))
	for {
		if j := l.slots[i&mask]; j == 0 || l.nodes[j-1].covered == covered {
			return i & mask
		}
		i++
	}
}

// release takes back the layers from which no edge leads beyond a front.
func (s *sweep) release(front int) {
	for i, l := range s.layers[:min(front+1, maxCells)] {
		if l == nil || l.last > front {
			continue
		}
		clear(l.slots)
		*l = layer{l.nodes[:0], l.slots, l.edges[:0], l.left[:0], l.count[:0], 0}
		s.spare = append(s.spare, l)
		s.layers[i] = nil
	}
}

// reserve makes room for n more values at the end of a slice if the budget
// allows it. The array that becomes too small is not given back to the budget,
// as nobody knows when the garbage collector takes it.
func reserve[T any](s *sweep, slice *[]T, n int) bool {
	length := len(*slice)
	if length+n <= cap(*slice) {
		return true
	}
	var v T
	larger := max(length+n, 2*cap(*slice), 64)
	if !s.take(larger, int(unsafe.Sizeof(v))) {
		return false
	}
	*slice = append(make([]T, 0, larger), *slice...)
	return true
}

// take reports whether the budget allows n values of the given size.
func (s *sweep) take(n, size int) bool {
	s.budget -= int64(n) * int64(size)
	return s.budget >= 0
}
