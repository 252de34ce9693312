package mayan

// failsWithTwoLess reports whether the position is known to fail with two moves less:
// it is if a swap that makes no run fails, as that can be swapped back.
func (n *node) failsWithTwoLess() bool {
	return n.withTwoLess || !n.failed.and(n.quietSwaps()).isEmpty()
}

// behind returns what is known of the position behind any move. It fails with so many
// moves less if the position before it does: that could make the move first. Nothing is
// known yet of the moves from there.
func (n *node) behind() known {
	return known{
		withOneLess: n.withOneLess || !n.failed.and(n.idles).isEmpty(),
		withTwoLess: n.failsWithTwoLess(),
	}
}

// quietSwaps returns the swaps that change the board and make no run.
func (n *node) quietSwaps() moveSet { return n.swaps.without(n.loud).without(n.idles) }

// behindQuiet returns what is known to fail behind a move that makes no run.
//
// The move changes one cell in each of two neighbouring columns if it is a swap, and
// otherwise everything from its row up in the column of the block and the top of the
// other. Other swaps change their two cells only.
func (n *node) behindQuiet(cell int, dir Direction) known {
	k := n.behind()
	source := inColumn(column(cell))
	both := source | inColumn(column(cell)+int(dir))
	var swaps, drops moveSet
	if n.swaps.has(cell, dir) {
		// Another row will do. A drop out of one of the columns must start above.
		row, notAbove := uint64(bottomRow)<<row(cell), both&(bottomRow<<(row(cell)+1)-bottomRow)
		swaps, drops = n.quietSwaps().without(touching(both&row)), n.drops.without(moveSet{notAbove, notAbove})
	} else {
		// A swap with the column of the block must lie below. Drops may not meet at
		// all.
		swaps, drops = n.quietSwaps().without(touching(upFrom(cell))), n.drops.without(touching(both))
	}
	k.failed = n.failed.and(swaps.or(drops))
	if !n.swaps.has(cell, dir) {
		return k
	}
	first := bit(min(cell, cell+oneRight*int(dir)))
	for _, l := range n.failedLouds[:n.louds] {
		if l.inWay&first == 0 {
			n.add(&k.failed, l.move.cell(), l.move.dir())
		}
	}
	if n.failsWithTwoLess() {
		n.add(&k.failed, cell, dir) // it leads back
	}
	return k
}

// behindLoud returns what is known to fail behind a move that makes a run, given the
// swaps that are in its way.
func (n *node) behindLoud(inWay uint64) known {
	k := n.behind()
	k.failed = n.failed.and(n.quietSwaps().without(swapsOf(inWay)))
	return k
}

// inWay returns the swaps, each by its left cell, that may not commute with a move that
// makes a run.
//
// A swap that makes no run before the move commutes with it if none of its two blocks
// moves, vanishes or falls, and if it would make no run on any of the boards that the
// move leads through. On the last of these, which is settled, it may make one: then both
// orders go on alike. If the column bound tells on the way that the move fails, it does
// so behind the swap, too, with a move less left.
func (n *node) inWay(cell int, dir Direction, c cascade) uint64 {
	if n.swaps.has(cell, dir) {
		c.cells |= bit(cell) | bit(cell+oneRight*int(dir))
	} else {
		c.cells |= upFrom(cell)
	}
	return c.cells | c.cells>>oneRight | c.loud
}
