// This file holds what PruneCommuting knows: which moves fail because others failed. The
// proofs are at PruneCommuting in prune.go.

package mayan

// failsWithTwoLess reports whether the position is known to fail with two moves less.
// It does if a swap that makes no run has failed: swapping back gives the same board
// with two moves less.
func (n *node) failsWithTwoLess() bool {
	return n.withTwoLess || !n.failed.and(n.plainSwaps()).isEmpty()
}

// behind returns the facts that hold for the position after any move. If the position
// before the move fails with one or two moves less than it has, so does the position
// after it: otherwise a solution could begin with this move. Nothing is known yet about
// the moves from there.
func (n *node) behind() known {
	return known{
		withOneLess: n.withOneLess || !n.failed.and(n.idles).isEmpty(),
		withTwoLess: n.failsWithTwoLess(),
	}
}

// plainSwaps returns the swaps that change the board and make no run.
func (n *node) plainSwaps() moveSet { return n.swaps.without(n.matching).without(n.idles) }

// behindPlain returns the moves that are known to fail after a move that makes no run.
//
// If the move is a swap, it changes one cell in each of two columns. If it is a drop,
// it changes the column of the block from its row upwards, and the top of the other
// column. Any other swap changes two cells. Moves that change different cells commute.
func (n *node) behindPlain(cell int, dir Direction) known {
	k := n.behind()
	source := inColumn(column(cell))
	both := source | inColumn(column(cell)+int(dir))
	var swaps, drops moveSet
	if n.swaps.has(cell, dir) {
		// Swaps that touch neither of the two cells keep out of the way. So do drops
		// that start above.
		row, notAbove := uint64(bottomRow)<<row(cell), both&(bottomRow<<(row(cell)+1)-bottomRow)
		swaps, drops = n.plainSwaps().without(touching(both&row)), n.drops.without(moveSet{notAbove, notAbove})
	} else {
		// Swaps with the column of the block keep out of the way if they are below.
		// Drops must not use either column.
		swaps, drops = n.plainSwaps().without(touching(upFrom(cell))), n.drops.without(touching(both))
	}
	k.failed = n.failed.and(swaps.or(drops))
	if !n.swaps.has(cell, dir) {
		return k
	}
	first := bit(min(cell, cell+oneRight*int(dir)))
	for _, l := range n.failedMatches[:n.matches] {
		if l.inWay&first == 0 {
			n.add(&k.failed, l.move.cell(), l.move.dir())
		}
	}
	if n.failsWithTwoLess() {
		n.add(&k.failed, cell, dir) // it swaps back
	}
	return k
}

// behindMatching returns the moves that are known to fail after a move that makes a
// run. The swaps inWay may not commute with this move.
func (n *node) behindMatching(inWay uint64) known {
	k := n.behind()
	k.failed = n.failed.and(n.plainSwaps().without(swapsOf(inWay)))
	return k
}

// inWay returns the swaps, each by its left cell, that may not commute with a move that
// makes a run. c describes the cascade of the move.
//
// Let s be a swap that makes no run before the move. Claim: s commutes with the move on
// two conditions. Neither block of s moves, vanishes or falls during the cascade. And
// on no board of the cascade before the last would s put one of its blocks into a run,
// not even by lengthening one. Reason: the blocks of s are in no run before s and in
// none after it, so the same blocks vanish and fall with s and without s. On the last
// board, which is settled, s may make a run; both orders then continue from the same
// board.
//
// The column bound may end the cascade early because the move fails. After s the move
// fails in the same way, with one move less: s takes off the bound no more than the one
// move it costs.
func (n *node) inWay(cell int, dir Direction, c cascade) uint64 {
	if n.swaps.has(cell, dir) {
		c.cells |= bit(cell) | bit(cell+oneRight*int(dir))
	} else {
		c.cells |= upFrom(cell)
	}
	return c.cells | c.cells>>oneRight | c.matching
}
