package mayan

import "errors"

// strategy is a set of prune strategies.
type strategy uint8

const (
	pruneColors strategy = 1 << iota
	pruneMirrors
	pruneIdles
	pruneAllIdles
	pruneFailed
	pruneColumns
	pruneLastMove
	pruneCommuting

	// soundForAll keeps all sequences, and soundForSmallest the smallest of them.
	soundForAll      = pruneColors | pruneFailed | pruneColumns | pruneLastMove | pruneCommuting
	soundForSmallest = soundForAll | pruneMirrors | pruneIdles
)

func (c *config) uses(s strategy) bool { return c.strategies&s != 0 }

func use(s strategy) Option {
	return option(func(c *config) error {
		c.strategies |= s
		return nil
	})
}

// NoPrunes takes off every strategy that the search has so far, those of
// [PruneFunc] included. What is left tries every legal move.
func NoPrunes() Option {
	return option(func(c *config) error {
		c.strategies = 0
		c.cut = nil
		return nil
	})
}

// PruneColors cuts off positions in which a colour has one or two blocks left.
// Runs have three, so these blocks can never vanish. It is sound for every
// question. [PruneColumns] cuts off the same positions and more, so with that it
// is not asked.
func PruneColors() Option { return use(pruneColors) }

// PruneMirrors skips a move left onto a block. The move right of the block that
// it lands on swaps the same two blocks and comes earlier in puzzle order, so
// the smallest sequence never has a move left onto a block: it is sound for Solve
// and Shortest. Of the sequences of Solutions and Count it drops those that do.
func PruneMirrors() Option { return use(pruneMirrors) }

// PruneIdles tries, of all the swaps of two equal blocks in a position, only the
// first in puzzle order. Such a swap changes nothing but spends a move, so what
// follows one of them follows the first as well, and the smallest sequence has no
// other: it is sound for Solve and Shortest. Of the sequences of Solutions and
// Count it drops those that do.
func PruneIdles() Option { return use(pruneIdles) }

// PruneAllIdles is unsound: it skips every swap of two equal blocks, as some
// published programs do, and so misses answers. It exists to compare with them.
//
// A swap of two equal blocks changes nothing but is a legal move, and spending
// a move may be just what is needed. All sequences that empty "11//11/11/" in 3
// moves begin with one; the smallest is 2 0 1, 3 0 1, 0 0 1, and with
// PruneAllIdles the search says that there is none.
func PruneAllIdles() Option { return use(pruneAllIdles) }

// PruneFailed remembers the positions from which the board cannot be emptied,
// each together with the number of moves left, and does not search them again.
// It is sound for every question, for what follows depends on nothing else. The
// number of moves belongs to it: a position that fails with two moves left may
// succeed with three. Count remembers all positions, with the number of sequences
// that empty the board from there. [WithMemory] bounds the table. Positions in which
// no move is worth trying are left out, as that is found out again as fast. With
// [PruneLastMove], positions with one move left stand in a small table of their own.
func PruneFailed() Option { return use(pruneFailed) }

// PruneColumns cuts off positions in which the blocks of some colours are too
// far from a distribution over the columns that can vanish. It is sound for
// every question.
//
// Vanishing and falling never take a block to another column. Only a move does:
// it takes one block one column sideways, a step, or two blocks of different
// colours across the same boundary in opposite directions.
//
// Without a step, the blocks of a colour can all vanish only if every column that
// has one or two of them is covered that many times by rows of three or more
// neighbouring columns; a column that has three or more may lend its blocks to
// such rows, as a block may vanish in its column and in its row at once. Call
// such numbers clearable. They remain so when a run is added to them. So the
// steps that make what is left clearable would have made it clearable together
// with the runs that vanished before: to empty the board, the steps that the
// moves take with the blocks of a colour must lead its numbers to clearable ones.
//
// Call the steps that do so a plan. Across each boundary the moves take at least
// as many steps as the plan, and a move takes one to the right and one to the
// left at the most, across one boundary. So if each colour follows a plan, the
// moves are at least the sum, over the four boundaries, of the larger of the
// numbers of steps to the right and to the left. The position is cut off if no
// choice of plans keeps this sum to the moves left. In most cases that follows
// from the lengths of the shortest plans alone: none may be longer than the moves
// left, nor all together longer than twice that. A few positions are let through
// all the same, as telling would cost more: plans that add up to too much may pass
// for others with the same residue, and where twice the moves left are four steps
// or more above the lengths, plans are not added up.
//
// Since vanishing cannot help, the test is made before a move is settled, and
// most moves are refused without being played.
//
// The bound was found for this package; no published solution that we know of
// has it.
func PruneColumns() Option { return use(pruneColumns) }

// PruneCommuting skips a move if it is known to fail one move earlier and would
// lead to the same board. It is sound for every question.
//
// If a move makes no run, another that keeps out of its way can be made before it
// as well: one on other columns, in another row, or below the blocks that fall. If
// that other move makes no run either when it is made first, both orders lead to
// the same board. Where the search has found that there is no solution after the
// other move, there is none after both. The same holds for a move that makes a run
// and a swap that makes none, neither before that move nor on the boards that it leads
// through, if the blocks of the swap are none of those that vanish or fall.
//
// It skips a swap of two equal blocks if such a swap is known to fail in the position
// before, or in one before that: if what follows it here emptied the board, it would
// follow that one as well, behind the same moves.
//
// It skips swapping two blocks back, if in the position before, or in one before that,
// a swap that makes no run is known to fail. Swapped back, the board is the one of the
// position before with two moves less. If these could empty it, the other swap would
// not fail: it can be swapped back as well, and then the same moves follow.
//
// And it skips dropping a block that lies on an equal one if dropping that one is known
// to fail: both lead to the same board.
//
// With [PruneFunc] it does nothing, as that may cut off one order and not the
// other.
func PruneCommuting() Option { return use(pruneCommuting) }

// PruneLastMove cuts off positions with one move left that no move empties. It is
// sound for every question. Only moves that make a run at once can: otherwise
// nothing vanishes. These are tried on the bare board, and nothing that a last move
// leads to is entered, nor counted as a position, unless the board can be cleared.
func PruneLastMove() Option { return use(pruneLastMove) }

// PruneFunc adds a strategy of the caller's own. The search calls prune with
// each position that it is about to try moves from and the number of moves
// left, at least 1; true cuts the position off. Positions that other strategies
// cut off are not shown.
//
// The answer is right for the sequences that prune lets through: it is the
// smallest of these, or all of them, or there is none. For that, prune must depend
// on nothing but its arguments, as what was found of a position is remembered. The
// same position may be asked about more than once. prune is called in the
// goroutine of the search, or with [WithWorkers] in several at a time. A panic in
// it reaches the caller of the search. With PruneFunc, [PruneCommuting] is off.
func PruneFunc(prune func(b Board, left int) bool) Option {
	return option(func(c *config) error {
		if prune == nil {
			return errors.New("PruneFunc: the function is nil")
		}
		c.cut = append(c.cut, prune)
		return nil
	})
}
