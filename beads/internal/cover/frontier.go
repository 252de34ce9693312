package cover

import (
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
// nodes are looked up in a table, and counts lie in memory one after the other.
//
// If several workers share a sweep, each has a shard: the nodes whose cells
// have a certain hash, with all that belongs to them. A worker changes its own
// shard only, and reads of others only what belongs to layers that are done. It
// puts an edge that leads to another shard into its outbox, and the worker of
// that shard collects it at the next layer. All wait for one another between
// two layers.
type sweep struct {
	cover     *Problem
	meter     *Progress
	keep      bool // all layers, for the way back of a trail
	shards    []*shard
	published [][]block // the blocks of each shard, as they were when the layer began; for all to read
}

// A shard is what one worker has of a sweep.
type shard struct {
	*sweep
	cover  *Problem
	number int
	meter  *Progress // of its worker
	budget budget
	layers [MaxCells + 1]layer
	unused []table           // of layers that are done
	pages  []*[pageSize]edge // of edges
	edges  uint32            // how many there are; they are numbered from 1
	spent  uint32            // the first edge to use again; see edge.next
	blocks []block
	first  [][]uint32    // for the way back, the first step of each position of each block; see step.to
	free   []uint32      // blocks to use again
	counts []uint64      // of the node that is pulling, by the pieces left
	filled []uint64      // a bit for each of counts, set where it is in use
	outbox [2][][]parcel // by the layer, odd or even, and the shard to go to
}

// A layer holds what belongs to one front.
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
	parts uint64 // sizes of the free parts, see cover.parts
	edges uint32 // the first edge that leads here, 0 if there is none
}

type edge struct {
	from      span
	next      uint32 // the next edge that leads to the same node, 0 after the last
	piece     uint16
	placement uint16 // index in the placements of the cover
}

// A parcel is an edge that leads to another shard.
type parcel struct {
	covered uint64 // at its end
	edge    edge
	pieces  uint16 // left at its beginning in one position or another
}

// pageSize is how many edges a page takes.
const pageSize = 512

// A span is where the positions of one node are. The upper bits of block are the
// number of a shard.
type span struct{ block, start, end uint32 }

// blockBits is how many bits number a block in its shard.
const blockBits = 22

// A block has room for positions of one layer.
type block struct {
	left  []uint16 // the pieces left
	count []uint64 // in how many ways the position is reached, if that is counted
}

// blockSize is how many positions a block takes, unless a node has more. The
// first blocks are smaller, for the sake of boards with few free cells.
const blockSize = 4096

// sweepers returns how many of the workers sweep. Each has tables of its own, and
// with less memory for each one would soon run out of it.
func sweepers(workers int, b budget) int {
	const each = 16 << 20
	return int(min(budget(workers), max(1, b/each)))
}

// newSweep returns a sweep for so many workers, who share the budget evenly.
func newSweep(c *Problem, m *Progress, b budget, workers int) *sweep {
	s := &sweep{cover: c, meter: m, published: make([][]block, workers)}
	for i := range workers {
		s.shards = append(s.shards, &shard{
			sweep:  s,
			number: i,
			cover:  c,
			budget: b / budget(workers),
			outbox: [2][][]parcel{make([][]parcel, workers), make([][]parcel, workers)},
		})
	}
	return s
}

// shard returns the shard of a node.
func (s *sweep) shard(covered uint64) *shard {
	n, _ := bits.Mul64(covered*0xc2b2ae3d27d4eb4f, uint64(len(s.shards)))
	return s.shards[n]
}

// sweepCount counts by a sweep of so many workers, or of one if they have not
// enough memory, as one needs less.
func sweepCount(c *Problem, m *Progress, b budget, workers int) (total uint64, ok bool) {
	total, ok = newSweep(c, m, b, workers).count()
	if !ok && workers > 1 && m.err == nil {
		total, ok = newSweep(c, m, b, 1).count()
	}
	return total, ok
}

// count counts. If ok is false, the budget is spent or the meter says stop.
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

// run goes over all layers. It reports false if the budget is spent or the meter
// says stop.
func (s *sweep) run() bool {
	c := s.cover
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
		return ok
	}
	p.filled[c.pieces/64] = 1 << (c.pieces % 64)
	if !s.keep {
		p.counts[c.pieces] = 1
	}
	for front := root; front < MaxCells; front++ {
		if !s.layer(front) {
			return false
		}
		for _, p := range s.shards {
			p.release(front)
		}
	}
	return s.layer(MaxCells)
}

// block returns the block of a span, which may be that of another shard.
func (s *sweep) block(at span) *block {
	return &s.published[at.block>>blockBits][at.block&(1<<blockBits-1)]
}

// layer does all that there is to do at a layer. It reports false if the budget
// is spent or the meter says stop.
func (s *sweep) layer(front int) bool {
	nodes := 0
	for i, p := range s.shards {
		s.published[i] = p.blocks
		nodes += len(p.layers[front].nodes)
	}
	const few = 256 // nodes that are done before another goroutine has begun
	if nodes < few || len(s.shards) == 1 {
		for _, p := range s.shards {
			p.meter = s.meter
			if !p.layer(front) {
				return false
			}
		}
		return true
	}
	return together(s.meter, len(s.shards), func(i int, m *Progress) bool {
		s.shards[i].meter = m
		return s.shards[i].layer(front)
	})
}

// layer does what there is to do at a layer for one shard. It reports false if
// the budget is spent or the meter says stop.
func (s *shard) layer(front int) bool {
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

// pull adds up the counts over the edges that lead to a node. It returns how
// many positions that can make at most.
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
		i, e.next, s.spent = e.next, s.spent, i
	}
	return min(most, len(counts))
}

// reach does what pull does, for the way back: without counts, and the edges
// stay.
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

// settle gives a node its positions: what it pulls, except for what is dead.
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
	counts, filled, sums, parts, keep := s.counts, s.filled, s.cover.sums, n.parts, s.keep
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
	s.meter.stats.Remembered += uint64(end - start)
	return span{uint32(s.number)<<blockBits | at, uint32(start), uint32(end)}, s.meter.enter(uint64(end - start))
}

// expand makes the edges that begin at a node.
func (s *shard) expand(front int, covered uint64, from span) bool {
	var pieces uint16 // left in one position or another
	for _, left := range s.blocks[from.block&(1<<blockBits-1)].left[from.start:from.end] {
		pieces |= left
	}
	for i, p := range s.cover.at(front) {
		if p.Cells&covered != 0 || p.Piece&pieces == 0 {
			continue
		}
		s.meter.stats.Tried++
		to := s.number
		if len(s.shards) > 1 {
			to = s.shard(covered | p.Cells).number
		}
		e := edge{from: from, piece: p.Piece, placement: s.cover.first[front] + uint16(i)}
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

// link makes an edge that leads to where the given cells are covered, unless that
// is dead, given the pieces left at its beginning.
func (s *shard) link(covered uint64, e edge, pieces uint16) bool {
	n, ok := s.node(bits.TrailingZeros64(^covered), covered)
	if !ok {
		return false
	}
	if n == nil || n.parts&^s.cover.sums[pieces] != 0 {
		return true
	}
	e.next = n.edges
	if n.edges = s.spent; n.edges != 0 {
		s.spent = s.edge(n.edges).next
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

// edge returns the edge of a number.
func (s *shard) edge(i uint32) *edge { return &s.pages[(i-1)/pageSize][(i-1)%pageSize] }

// node returns the node of a layer in which the given cells are covered, and
// makes it if it is new; nil if the node is dead with whatever pieces. If ok
// is false, the budget is spent.
func (s *shard) node(front int, covered uint64) (n *node, ok bool) {
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

// release takes back the table of a layer that is done, and the blocks of those
// from which no edge leads beyond it; if layers are kept, the index alone.
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
