package cover

import (
	"math/bits"
	"unsafe"
)

// A sweep counts solutions without going through each. It takes the fronts in order,
// and at each front all positions of its layer. Positions with the same covered cells
// form a node. Most of the work is done once for a node: to find the placements that
// fit, the nodes that they lead to, and the components that are left. For each
// position, only its count has to be carried along an edge:
//
//	node                      edge: piece B          node
//	  pieces left   count   ---------------------->    pieces left   count
//	  A B D E         2       takes the positions      A D E           2
//	  A D E F         1       that have B left,        A E F           3
//	  A B E F         3       and uses B
//
// When the sweep comes to a layer, each node pulls the counts over the edges that lead
// to it. By then all nodes at the other ends have their counts. So the sweep looks up
// nodes in a hash table, but no positions, and counts lie next to each other in memory.
//
// Several workers can share a sweep. The nodes are divided among them by a hash of the
// covered cells, and each worker has the shard of its nodes. A worker changes its own
// shard only, and reads finished layers of the others. If an edge leads to another
// shard, the worker puts it into its outbox, and the worker of that shard takes it from
// there at the next layer. All workers wait for each other between two layers.
type sweep struct {
	problem   *Problem
	progress  *Progress
	keep      bool // keeps all layers, for a solutionGraph, and counts nothing
	shards    []*shard
	published [][]block // the blocks of each shard as the layer began, for all workers to read
}

// A shard is the part of a sweep that one worker has.
type shard struct {
	*sweep
	problem    *Problem
	number     int
	progress   *Progress // of its worker
	budget     budget
	layers     [MaxCells + 1]layer
	unused     []table           // of layers that are done
	pages      []*[pageSize]edge // of edges
	edges      uint32            // how many there are; they are numbered from 1
	unusedEdge uint32            // the first edge to use again; see edge.next
	blocks     []block
	first      [][]uint32    // for the way back, the first step of each position of each block; see step.to
	free       []uint32      // blocks to use again
	counts     []uint64      // of the node that is pulling, by the pieces left
	filled     []uint64      // a bit for each of counts, set where it is in use
	outbox     [2][][]parcel // by the layer, odd or even, and the shard to go to
}

// A layer holds the nodes of one front, and what belongs to them.
type layer struct {
	table
	blocks []uint32 // that hold the positions of the nodes; the last has room
	kept   []span   // where the positions of each node are, if layers are kept
	last   int      // the farthest layer to which an edge leads from here
}

// A table holds the nodes of a layer.
type table struct {
	index index // of the nodes by the cells covered
	nodes []node
}

type node struct {
	parts uint64 // sizes of the free parts, see Problem.parts
	edges uint32 // the first edge that leads here, 0 if there is none
}

type edge struct {
	from      span
	next      uint32 // the next edge that leads to the same node, 0 after the last
	piece     uint16
	placement uint16 // index in the placements of the problem
}

// A parcel is an edge on its way to another shard.
type parcel struct {
	covered uint64 // at its end
	edge    edge
	pieces  uint16 // left at its beginning in one position or another
}

// pageSize is how many edges a page takes.
const pageSize = 512

// A span says where the positions of one node are. The upper bits of block are the
// number of a shard, the lower bits the number of a block in it.
type span struct{ block, start, end uint32 }

// blockBits is how many bits number a block in its shard.
const blockBits = 22

// A block has room for the positions of one layer.
type block struct {
	left  []uint16 // the pieces left
	count []uint64 // in how many ways the position is reached, if that is counted
}

// blockSize is how many positions a block holds, unless one node has more. The first
// blocks of a sweep are smaller, so that small problems allocate little.
const blockSize = 4096

// sweepers returns how many of the workers share a sweep. Each of them has tables of its
// own, so with little memory fewer workers are better.
func sweepers(workers int, b budget) int {
	const each = 16 << 20
	return int(min(budget(workers), max(1, b/each)))
}

// newSweep returns a sweep for a number of workers that share the budget equally.
func newSweep(c *Problem, m *Progress, b budget, workers int) *sweep {
	s := &sweep{problem: c, progress: m, published: make([][]block, workers)}
	for i := range workers {
		s.shards = append(s.shards, &shard{
			sweep:   s,
			number:  i,
			problem: c,
			budget:  b / budget(workers),
			outbox:  [2][][]parcel{make([][]parcel, workers), make([][]parcel, workers)},
		})
	}
	return s
}

// shard returns the shard of the node with these covered cells.
func (s *sweep) shard(covered uint64) *shard {
	n, _ := bits.Mul64(covered*0xc2b2ae3d27d4eb4f, uint64(len(s.shards)))
	return s.shards[n]
}

// sweepCount counts by a sweep. If several workers have not enough memory, it counts
// again with one worker, which needs less.
func sweepCount(c *Problem, m *Progress, b budget, workers int) (total uint64, ok bool) {
	total, ok = newSweep(c, m, b, workers).count()
	if !ok && workers > 1 && m.err == nil {
		total, ok = newSweep(c, m, b, 1).count()
	}
	return total, ok
}

// count returns the number of solutions. It returns false if the budget is spent or the
// Progress says stop.
func (s *sweep) count() (total uint64, ok bool) {
	if !s.run() {
		return 0, false
	}
	for _, p := range s.shards {
		for _, at := range p.layers[MaxCells].blocks {
			b := &p.blocks[at]
			for i := range b.left {
				total = add(total, b.count[i])
			}
		}
	}
	return total, true
}

// run goes over all layers. It returns false if the budget is spent or the Progress says
// stop.
func (s *sweep) run() bool {
	c := s.problem
	for _, p := range s.shards {
		if !p.budget.take(len(c.sums), 9) {
			return false
		}
		p.counts = make([]uint64, len(c.sums))
		p.filled = make([]uint64, (len(c.sums)+63)/64)
	}
	root := bits.TrailingZeros64(^c.covered)
	p := s.shard(c.covered)
	if n, ok := p.node(root, c.covered); n == nil {
		return ok // no solution, or not enough memory
	}
	// No edge leads to the root, so its one position is put where pull would put it.
	p.filled[c.pieces/64] = 1 << (c.pieces % 64)
	if !s.keep {
		p.counts[c.pieces] = 1
	}
	for front := root; front < MaxCells; front++ {
		if !s.doLayer(front) {
			return false
		}
		for _, p := range s.shards {
			p.release(front)
		}
	}
	return s.doLayer(MaxCells)
}

// block returns the block of a span, which may be in any shard.
func (s *sweep) block(at span) *block {
	return &s.published[at.block>>blockBits][at.block&(1<<blockBits-1)]
}

// doLayer does the work of one layer, in all shards. It returns false if the budget is
// spent or the Progress says stop.
func (s *sweep) doLayer(front int) bool {
	nodes := 0
	for i, p := range s.shards {
		s.published[i] = p.blocks
		nodes += len(p.layers[front].nodes)
	}
	const few = 256 // nodes that are done before another goroutine has begun
	if nodes < few || len(s.shards) == 1 {
		for _, p := range s.shards {
			p.progress = s.progress
			if !p.doLayer(front) {
				return false
			}
		}
		return true
	}
	return together(s.progress, len(s.shards), func(i int, m *Progress) bool {
		s.shards[i].progress = m
		return s.shards[i].doLayer(front)
	})
}

// doLayer does the work of one layer in one shard. It returns false if the budget is
// spent or the Progress says stop.
func (s *shard) doLayer(front int) bool {
	for _, other := range s.shards {
		inbox := &other.outbox[(front+1)%2][s.number]
		for i := range *inbox {
			p := &(*inbox)[i]
			if !s.link(p.covered, p.edge, p.pieces) {
				return false
			}
		}
	}
	l := &s.layers[front]
	for to := range s.outbox[front%2] {
		s.outbox[front%2][to] = s.outbox[front%2][to][:0]
	}
	if s.keep && !reserve(&s.budget, &l.kept, len(l.nodes)) {
		return false
	}
	for i := range l.nodes {
		n := &l.nodes[i]
		positions, ok := s.settle(l, n)
		if !ok || front < MaxCells && !s.expand(front, l.index.keys[i], positions) {
			return false
		}
		if s.keep {
			l.kept = append(l.kept, positions)
		}
	}
	return true
}

// pull adds up the counts over the edges that lead to a node, and frees these edges. It
// returns a number of positions that the node cannot exceed.
func (s *shard) pull(n *node) (most int) {
	counts, filled, blocks := s.counts, s.filled, s.published
	most = 1 // for the root, to which no edge leads
	for i := n.edges; i != 0; {
		e := s.edge(i)
		b := &blocks[e.from.block>>blockBits][e.from.block&(1<<blockBits-1)]
		left := b.left[e.from.start:e.from.end]
		count := b.count[e.from.start:]
		most += len(left)
		for j, pieces := range left {
			if pieces&e.piece != 0 {
				pieces = Take(pieces, e.piece)
				counts[pieces] = add(counts[pieces], count[j])
				filled[pieces/64] |= 1 << (pieces % 64)
			}
		}
		i, e.next, s.unusedEdge = e.next, s.unusedEdge, i
	}
	return min(most, len(counts))
}

// reach is pull for a sweep that keeps its layers. It finds the positions of a node
// without counts, keeps the edges, and returns the number of positions.
func (s *shard) reach(to *node) (n int) {
	for i := to.edges; i != 0; {
		e := s.edge(i)
		left := s.block(e.from).left[e.from.start:e.from.end]
		for _, pieces := range left {
			if pieces&e.piece != 0 {
				pieces = Take(pieces, e.piece)
				s.filled[pieces/64] |= 1 << (pieces % 64)
			}
		}
		i = e.next
	}
	for _, word := range s.filled {
		n += bits.OnesCount64(word)
	}
	return n
}

// settle gives a node its positions: what pull or reach finds, except dead ends.
func (s *shard) settle(l *layer, n *node) (positions span, ok bool) {
	most := 0
	if s.keep {
		most = s.reach(n)
	} else {
		most = s.pull(n)
	}
	at, ok := s.room(l, most)
	if !ok {
		return span{}, false
	}
	b := &s.blocks[at]
	start := len(b.left)
	end := start
	left, count := b.left[:cap(b.left)], b.count
	counts, filled, sums, parts, keep := s.counts, s.filled, s.problem.sums, n.parts, s.keep
	for w, word := range filled {
		filled[w] = 0
		for ; word != 0; word &= word - 1 {
			pieces := w*64 + bits.TrailingZeros64(word)
			left[end] = uint16(pieces)
			if !keep {
				count[end], counts[pieces] = counts[pieces], 0
			}
			if parts&^sums[pieces] == 0 {
				end++
			}
		}
	}
	b.left = left[:end]
	s.progress.stats.Remembered += uint64(end - start)
	return span{uint32(s.number)<<blockBits | at, uint32(start), uint32(end)}, s.progress.enter(uint64(end - start))
}

// expand makes the edges that begin at a node. It returns false if the budget is spent.
func (s *shard) expand(front int, covered uint64, from span) bool {
	var pieces uint16 // left in one position or another
	for _, left := range s.blocks[from.block&(1<<blockBits-1)].left[from.start:from.end] {
		pieces |= left
	}
	for i, p := range s.problem.at(front) {
		if p.Cells&covered != 0 || p.Piece&pieces == 0 {
			continue
		}
		s.progress.stats.Tried++
		to := s.number
		if len(s.shards) > 1 {
			to = s.shard(covered | p.Cells).number
		}
		e := edge{from: from, piece: p.Piece, placement: s.problem.first[front] + uint16(i)}
		if to != s.number {
			box := &s.outbox[front%2][to]
			if !reserve(&s.budget, box, 1) {
				return false
			}
			*box = append(*box, parcel{covered | p.Cells, e, pieces})
		} else if !s.link(covered|p.Cells, e, pieces) {
			return false
		}
		l := &s.layers[front]
		l.last = max(l.last, bits.TrailingZeros64(^(covered | p.Cells)))
	}
	return true
}

// link makes an edge to the node with these covered cells. It makes none if the node is
// a dead end even with all pieces that some position at the beginning of the edge has
// left.
func (s *shard) link(covered uint64, e edge, pieces uint16) bool {
	n, ok := s.node(bits.TrailingZeros64(^covered), covered)
	if !ok {
		return false
	}
	if n == nil || n.parts&^s.problem.sums[pieces] != 0 {
		return true
	}
	e.next = n.edges
	if n.edges = s.unusedEdge; n.edges != 0 {
		s.unusedEdge = s.edge(n.edges).next
	} else {
		if s.edges%pageSize == 0 {
			if !s.budget.take(pageSize, int(unsafe.Sizeof(e))) || !reserve(&s.budget, &s.pages, 1) {
				return false
			}
			s.pages = append(s.pages, new([pageSize]edge))
		}
		s.edges++
		n.edges = s.edges
	}
	*s.edge(n.edges) = e
	return true
}

// edge returns the edge with a number.
func (s *shard) edge(i uint32) *edge { return &s.pages[(i-1)/pageSize][(i-1)%pageSize] }

// node returns the node of a layer with these covered cells, and makes it if it is new.
// It returns nil if the node is a dead end with all pieces of the problem, and false if
// the budget is spent.
func (s *shard) node(front int, covered uint64) (n *node, ok bool) {
	l := &s.layers[front]
	if i, ok := l.index.find(covered); ok {
		return &l.nodes[i], true
	}
	parts := s.problem.parts(covered)
	if parts&^s.problem.sums[s.problem.pieces] != 0 {
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

// room returns a block of the layer with room for n positions.
func (s *shard) room(l *layer, n int) (at uint32, ok bool) {
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
		b := block{}
		if s.keep {
			if !s.budget.take(size, 6) {
				return 0, false
			}
			s.first = append(s.first, make([]uint32, size))
		} else {
			if !s.budget.take(size, 10) {
				return 0, false
			}
			b.count = make([]uint64, size)
		}
		b.left = make([]uint16, 0, size)
		at = uint32(len(s.blocks))
		s.blocks = append(s.blocks, b)
	}
	l.blocks = append(l.blocks, at)
	return at, true
}

// release frees the hash table of a finished layer, and the blocks of layers from which
// no edge leads beyond it. If layers are kept, it frees only the index of the table.
func (s *shard) release(front int) {
	l := &s.layers[front]
	if s.keep {
		l.index.clear()
		s.unused = append(s.unused, table{index: l.index})
		l.index = index{}
		return
	}
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
			s.blocks[at].left = s.blocks[at].left[:0]
		}
		s.free = append(s.free, l.blocks...)
		l.blocks = nil
	}
}
