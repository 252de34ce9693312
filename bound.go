// This file holds the column bound on one position, and the test of the last move. The
// tables of the bound are in internal/columns.

package mayan

import (
	"math/bits"

	"github.com/mayanbeads/mayan/internal/columns"
)

// A position is a board, and what the column bound needs of it.
type position struct {
	board  Board
	counts [MaxColor + 1]columns.Counts // of each colour, its blocks in each column; at most six, and none for Empty
	gap    gap
}

// count counts the blocks of the board.
func (p *position) count() {
	for cells := p.board.occupied(); cells != 0; cells &= cells - 1 {
		cell := bits.TrailingZeros64(cells)
		p.counts[p.board.at(cell)] += columns.One(column(cell))
	}
	for color := Color(1); color <= MaxColor; color++ {
		p.gap.set(color, p.counts[color])
	}
}

// cross changes the counts for a move: its block crosses to another column and, in a
// swap, another block crosses back. The board is not changed.
func (p *position) cross(cell int, dir Direction) {
	block, target := p.board.at(cell), p.board.at(cell+oneRight*int(dir))
	if block == target {
		return
	}
	across := columns.One(column(cell)+int(dir)) - columns.One(column(cell))
	p.counts[block] += across
	p.gap.set(block, p.counts[block])
	if target != Empty {
		p.counts[target] -= across
		p.gap.set(target, p.counts[target])
	}
}

// uncount takes the blocks in the given cells, which are about to vanish, out of the
// counts.
func (p *position) uncount(vanish uint64) {
	for vanish != 0 {
		color := p.board.at(bits.TrailingZeros64(vanish))
		cells := vanish & p.board.blocks(color)
		vanish &^= cells
		counts := p.counts[color]
		for ; cells != 0; cells &= cells - 1 {
			counts -= columns.One(column(bits.TrailingZeros64(cells)))
		}
		p.counts[color] = counts
		p.gap.set(color, counts)
	}
}

// A gap is how far the counts of the colours are from clearable counts.
type gap struct {
	distances uint64 // of each colour in four bits, the highest of them spare
	sum       int    // of all distances
}

const (
	distanceBits  = 4
	maxDistance   = 1<<(distanceBits-1) - 1
	everyDistance = 1 << (distanceBits * (int(MaxColor) + 1)) / (1<<distanceBits - 1) // the lowest bit of each
)

// set sets the distance of a colour with these counts.
func (g *gap) set(color Color, counts columns.Counts) {
	at := distanceBits * int(color)
	change := counts.Entry().Distance() - int(g.distances>>at&maxDistance)
	g.distances += uint64(change) << at
	g.sum += change
}

// exceeds reports whether the distances alone show that left moves do not suffice: one
// of them is greater than left, or their sum is greater than twice left, because a move
// takes at most two steps.
func (g gap) exceeds(left int) bool {
	// With the margin added, a distance above left reaches its spare bit. Finite
	// distances are below columns.Unreachable. The margin is at least 1, so an
	// unreachable colour always reaches the bit.
	margin := uint64(maxDistance - min(left, columns.Unreachable-1))
	return (g.distances+margin*everyDistance)&((maxDistance+1)*everyDistance) != 0 || g.sum > 2*left
}

// isBeyond reports whether the column bound shows that left moves do not suffice.
func (p *position) isBeyond(left int) bool {
	if p.gap.exceeds(left) {
		return true
	}
	if p.gap.sum <= left {
		return false // each step can have a move of its own, so the bound shows nothing
	}
	var entries [MaxColor]columns.Entry
	n := 0
	for distances := p.gap.distances; distances != 0; n++ {
		color := bits.TrailingZeros64(distances) / distanceBits
		distances &^= maxDistance << (distanceBits * color)
		entries[n] = p.counts[color].Entry()
	}
	return !columns.Fit(entries[:n], left)
}

// useless returns the given moves after which left moves do not suffice, by the column
// bound. The moves must not contain swaps of equal blocks, and left does not count the
// move itself. colors has a bit for each colour that the board may have.
//
// A move changes the distances by an amount that depends only on the boundary that it
// crosses and the colours of its blocks. So useless first judges all moves together by
// the distances. If these do not decide, it compares plans once for all moves of the
// same colours across the same boundary.
func (p *position) useless(moves moveSet, left int, colors uint16) moveSet {
	switch {
	case p.gap.sum+2 <= left:
		return moveSet{} // no move adds more than two
	case left == 0:
		return moves.without(p.finishing(colors)) // nothing is left to plan
	}
	var (
		blocksOf        [MaxColor + 1]uint64
		entries         [MaxColor + 1]columns.Entry
		toRight, toLeft steps
		urgent          uint64 // blocks of colours that must get nearer
		urgents         int    // how many colours these are
		highest         = bits.Len16(colors) - 1
	)
	blocksOf[Empty] = ^p.board.occupied()
	for ; colors != 0; colors &= colors - 1 {
		color := Color(bits.TrailingZeros16(colors))
		blocks, entry := p.board.blocks(color), p.counts[color].Entry()
		blocksOf[color], entries[color] = blocks, entry
		nearer, farther, distance := entry.Nearer(), entry.Farther(), entry.Distance()
		toRight.add(blocks, columnsOf(nearer.Right()), columnsOf(farther.Right()), distance, left)
		toLeft.add(blocks, columnsOf(nearer.Left())<<oneRight, columnsOf(farther.Left())<<oneRight, distance, left)
		if distance > left {
			urgent |= blocks
			urgents++
		}
	}
	// The other block of a swap steps the other way. These masks are shifted so that
	// the bit of the other block is at the cell of the first.
	otherToLeft := steps{toLeft.nearer >> oneRight, toLeft.farther >> oneRight, toLeft.tooFar >> oneRight}
	otherToRight := steps{toRight.nearer << oneRight, toRight.farther << oneRight, toRight.tooFar << oneRight}
	adding := func(most int) moveSet {
		return moveSet{addingAtMost(most, toRight, otherToLeft), addingAtMost(most, toLeft, otherToRight)}
	}

	pass := moves.and(adding(2*left - p.gap.sum)).and(movesOf(urgent, urgents))
	if pass.isEmpty() {
		return moves
	}
	unknown := pass
	if most := left - p.gap.sum; most >= -2 { // no move takes off more
		unknown = pass.without(adding(most)) // for the others a move is left for each step
	}
	for !unknown.isEmpty() {
		cell, dir := unknown.first()
		to := cell + oneRight*int(dir)
		block, target := p.board.at(cell), p.board.at(to)
		from, into := blocksOf[block]&inColumn(column(cell)), blocksOf[target]&inColumn(column(to))
		var alike moveSet // the moves of these colours across this boundary
		switch {
		case target != Empty && dir == Right:
			alike = swapsOf(from & (into >> oneRight))
		case target != Empty:
			alike = swapsOf(into & (from >> oneRight))
		case dir == Right:
			alike.right = from & (into >> oneRight)
		default:
			alike.left = from & (into << oneRight)
		}
		across := columns.One(column(to)) - columns.One(column(cell))
		after := entries
		after[block] = (p.counts[block] + across).Entry()
		if target != Empty {
			after[target] = (p.counts[target] - across).Entry()
		}
		if !columns.Fit(after[1:highest+1], left) {
			pass = pass.without(alike)
		}
		unknown = unknown.without(alike)
	}
	return moves.without(pass)
}

// finishing returns the moves, legal or not, after which the counts of all colours are
// clearable. Swaps of equal blocks are not among them.
func (p *position) finishing(colors uint16) moveSet {
	var toRight, toLeft, urgent uint64 // blocks that may step, and those of colours of which one must
	urgents := 0
	for ; colors != 0; colors &= colors - 1 {
		color := Color(bits.TrailingZeros16(colors))
		blocks, entry := p.board.blocks(color), p.counts[color].Entry()
		may := entry.Nearer()
		switch entry.Distance() {
		case 0:
			may = ^entry.Farther()
		case 1:
			urgent |= blocks
			urgents++
		default:
			return moveSet{}
		}
		toRight |= blocks & columnsOf(may.Right())
		toLeft |= blocks & (columnsOf(may.Left()) << oneRight)
	}
	blocks := p.board.occupied()
	moves := moveSet{toRight & (toLeft>>oneRight | ^(blocks >> oneRight)), toLeft & (toRight<<oneRight | ^(blocks << oneRight))}
	return moves.and(movesOf(urgent, urgents))
}

// steps are blocks, sorted by the effect of one step in a certain direction. The step
// takes the block nearer to clearable counts of its colour, or farther away. It takes
// the block too far if the moves left do not suffice afterwards.
type steps struct {
	nearer, farther, tooFar uint64
}

// add adds the blocks of a colour. nearer and farther are the columns from which a step
// takes a block nearer and farther.
func (s *steps) add(blocks, nearer, farther uint64, distance, left int) {
	s.nearer |= blocks & nearer
	s.farther |= blocks & farther
	switch {
	case distance > left:
		s.tooFar |= blocks &^ nearer
	case distance == left:
		s.tooFar |= blocks & farther
	}
}

// addingAtMost returns the cells whose move adds at most a number to the sum of
// distances, and takes no colour too far. The steps own are of the block in the cell.
// The steps other are of the other block, if the move is a swap.
func addingAtMost(most int, own, other steps) uint64 {
	cells := ^(own.tooFar | other.tooFar)
	switch {
	case most >= 2:
		return cells
	case most == 1:
		return cells &^ (own.farther & other.farther)
	case most == 0:
		return cells & (^own.farther | other.nearer) & (^other.farther | own.nearer)
	case most == -1:
		return cells & (own.nearer&^other.farther | other.nearer&^own.farther)
	case most == -2:
		return cells & own.nearer & other.nearer
	}
	return 0
}

// columnsOf returns all cells of the columns in a set, which has a bit for each of the
// four left columns. The set is copied four times, 7 bits apart, so that the bit of
// column x is in its bottom cell, 8x, in one of the copies. From there it fills the
// column.
func columnsOf(set uint) uint64 {
	const copies = 1 | 1<<7 | 1<<14 | 1<<21
	return uint64(set) * copies & bottomRow * (1<<Height - 1)
}

// hasLoneColor reports whether a colour has one or two blocks. It is [PruneColors].
func (p *position) hasLoneColor() bool {
	for _, counts := range p.counts {
		if n := counts.Total(); n == 1 || n == 2 {
			return true
		}
	}
	return false
}

// canClear reports whether some move empties the board of p. It is [PruneLastMove].
func (w *worker) canClear(p *position) bool {
	if w.recent == nil && w.keepsRecent && (w.team != nil || w.tally.Nodes > recentFrom) {
		w.recent = newRecentBoards()
	}
	// Swaps that make a run, each as a move right, and all moves onto empty cells.
	blocks := p.board.occupied()
	moves := moveSet{blocks &^ inColumn(Width-1), blocks &^ (blocks<<oneRight | inColumn(0))}
	if w.uses(pruneColumns) {
		moves = moves.and(p.finishing(w.colors))
	}
	if swaps := blocks >> oneRight; moves.right&swaps != 0 {
		moves.right &= p.board.matchingSwaps() | ^swaps
	}
	if moves.isEmpty() {
		w.tally.Pruned.LastMove++
		return false
	}
	recent := w.recent.at(&p.board)
	if recent != nil && *recent == p.board {
		w.tally.Pruned.Failed++
		return false
	}
	for ; !moves.isEmpty(); moves.dropFirst() {
		board := Settle(p.board.shift(moves.first()))
		w.tally.Tried++
		if board.IsCleared() {
			return true
		}
	}
	w.tally.Pruned.LastMove++
	if recent != nil {
		*recent = p.board
	}
	return false
}
