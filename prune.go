// This file holds the prune strategies: what each skips, and why that is sound.

package mayan

import "errors"

// strategy is a set of prune strategies.
type strategy uint16

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

// NoPrunes takes off every strategy that the search has so far, also the strategies of
// [PruneFunc]. A search without strategies tries every legal move.
func NoPrunes() Option {
	return option(func(c *config) error {
		c.strategies = 0
		c.cut = nil
		return nil
	})
}

// PruneColors prunes a position if a colour has one or two blocks left.
//
// Claim: this position has no solution. Reason: blocks vanish in runs of three or
// more of one colour, so one or two blocks of a colour never vanish. Consequence:
// PruneColors is sound for every question.
//
// [PruneColumns] prunes these positions too. With it, PruneColors does nothing.
func PruneColors() Option { return use(pruneColors) }

// PruneMirrors skips every move left onto a block.
//
// Claim: the smallest sequence has no such move. Reason: let a be the move left of
// block A onto block B, and let b be the move right of B onto A. Both swap A and B, and
// b comes first in puzzle order. A sequence with a is therefore larger than the same
// sequence with b. Consequence: PruneMirrors is sound for [Solve] and [Shortest].
// [Solutions] and [Count] lose every sequence with a move left onto a block.
func PruneMirrors() Option { return use(pruneMirrors) }

// PruneIdles skips, at each position, every swap of two equal blocks except the first
// in puzzle order.
//
// Claim: the smallest sequence has no other swap of equal blocks. Reason: a swap of two
// equal blocks leaves the board as it is and spends one move. So each of these swaps
// can be replaced by the first one, which makes the sequence smaller. Consequence:
// PruneIdles is sound for [Solve] and [Shortest]. [Solutions] and [Count] lose every
// sequence with another such swap.
func PruneIdles() Option { return use(pruneIdles) }

// PruneAllIdles skips every swap of two equal blocks. It is unsound: the search misses
// solutions. It is here to compare with published programs that skip these swaps.
//
// A swap of two equal blocks leaves the board as it is, but it is a legal move that
// spends one move, and a solution may need that. For example, all solutions of
// "11//11/11/" in 3 moves begin with a swap of equal blocks. The smallest is 2 0 1, 3 0
// 1, 0 0 1. With PruneAllIdles, [Solve] says that there is none.
func PruneAllIdles() Option { return use(pruneAllIdles) }

// PruneFailed stores each position from which the board cannot be emptied in the moves
// left, and does not search it again. [Count] stores every position with its number of
// solutions.
//
// Claim: a stored position needs no second search. Reason: what can follow depends only
// on the board and the number of moves left, and the store compares both in full. A
// position that fails with two moves left may succeed with three, so the board alone
// would not be enough. Consequence: PruneFailed is sound for every question.
//
// [WithMemory] limits the store. A position in which no move is worth trying is not
// stored, because finding that out again is as fast as looking it up. With
// [PruneLastMove], boards with one move left have a small table of their own.
func PruneFailed() Option { return use(pruneFailed) }

// PruneColumns prunes a position if the blocks of some colours are too far from columns
// in which they can vanish. It is a lower bound on the number of moves, found for this
// package. We know of no published solution that has it.
//
// Columns change by moves only. Blocks that vanish or fall stay in their column. A move
// takes one block one column sideways, which we call a step, or it takes two blocks of
// different colours across the same boundary in opposite directions, which are two
// steps. A swap of equal blocks takes no step. There are four boundaries between the
// five columns.
//
// Take the numbers of blocks that a colour has in the five columns. Choose any
// intervals of three or more neighbouring columns: none, several, or one several times.
// The numbers are clearable if some choice covers every column that has 0, 1 or 2
// blocks exactly that many times. A column with three or more blocks may be covered any
// number of times, because its blocks can vanish in the column, and a block may vanish
// in its column and in a row at the same time. For example, one block in each of
// columns 0, 1 and 2 is clearable, and so are three blocks in one column. One block in
// each of columns 0, 2 and 4 is not.
//
// Claim 1: if no step is taken with the blocks of a colour, they can all vanish only if
// their numbers are clearable. Reason: zero blocks are clearable, and clearable numbers
// stay clearable when the blocks that vanish in one round are added. For take a column
// that has at most two blocks of the colour after this addition. No vertical run of
// them vanished in this round, so each of its vanished blocks was in exactly one
// horizontal run, taken as long as possible. Add the columns of these runs to the
// intervals.
//
// A plan of a colour is a list of steps that makes its numbers clearable.
//
// Claim 2: if a sequence of moves empties the board, the steps that it takes with the
// blocks of a colour are a plan of this colour. Reason: at the end no block is left. So
// the numbers at the start, changed by these steps, are the sum of the blocks that
// vanished, and the reason of claim 1 applies to this sum. By the same reason, a plan
// for the board after blocks have vanished is also a plan for the board before.
// Consequence: the bound may be applied right after the shift, before the board
// settles.
//
// Claim 3: add up the plans of claim 2. For each of the four boundaries, take the steps
// across it to the right or those to the left, whichever are more. The sequence has at
// least as many moves as the sum of these four numbers. Reason: a move takes at most
// one step to the right and one to the left, and both across one boundary.
//
// Consequence: if no choice of one plan for each colour keeps this sum to the moves
// left, the position has no solution. PruneColumns is sound for every question.
//
// The search first looks at the lengths of the shortest plans. None may be longer than
// the moves left, because a move takes at most one step with one colour. All together
// may not be longer than twice the moves left, because a move takes at most two steps.
// The search adds up plans only where that decides nothing. It leaves this out if the
// shortest plans together are at least four steps shorter than twice the moves left. It
// tells sums of plans apart by a hash, and takes a sum for the smallest sum with its
// hash. Both can only let a position pass.
func PruneColumns() Option { return use(pruneColumns) }

// PruneCommuting skips a move if a move that failed before shows that it fails too. It
// is sound for every question. In all of the following, a position is a board together
// with the number of moves left, and a move fails at a position if no solution begins
// with it there. A drop is a move onto an empty cell.
//
// Two orders of two moves. Let P be a position, and let moves a and b be legal at P and
// commute: a then b leads to the same board as b then a. Claim: if b failed at P, then
// b fails after a. Reason: a solution that begins with a, b would have a counterpart
// that begins with b, a. Moves commute in these cases:
//
//   - Neither a nor b makes a run when it is played at P, and they change different cells:
//     two swaps have no cell in common, two drops have no column in common, or no cell of
//     the swap is at or above the dropped block in its column. Reason: then both orders lead
//     to the same board, which settles in the same way.
//   - The move a makes a run, and b is a swap that makes none at P. Neither block of b is
//     moved by a, or falls or vanishes after it. And on no board of the cascade of a before
//     the last would b put one of its blocks into a run, not even by lengthening one.
//     Reason: the blocks of b are in no run before b and in none after it, so b changes no
//     run, and the same blocks vanish and fall in every round.
//
// A swap of equal blocks. Let s be a swap of equal blocks that failed at P. Claim:
// after one or more further moves, any swap t of equal blocks fails too. Reason: t
// leaves the board as it is. If the moves m after P, then t, then the moves r were a
// solution, so would be s, m, r.
//
// Swapping back. Let s be a swap that makes no run and failed at P. Claim: after any
// other swap t that makes no run, the swap back of t fails. Reason: the board is then P
// with two moves less. If moves r solved it, then s, the swap back of s, and r would
// solve P. The same holds if s failed at an earlier position Q: then s, the swap back
// of s, the moves from Q to P, and r would solve Q.
//
// Twin blocks. If a block lies on an equal block and both would drop onto the same
// column, both drops lead to the same board. Claim: if one failed, the other fails.
//
// With [PruneFunc], PruneCommuting does nothing, because the function may prune one
// order of two moves and not the other.
func PruneCommuting() Option { return use(pruneCommuting) }

// PruneLastMove prunes a position with one move left if no move empties the board.
//
// Claim: only a move that makes a run at once can empty it. Reason: after a move that
// makes no run, nothing vanishes. Consequence: PruneLastMove is sound for every
// question. It plays these moves without entering positions. The positions after them
// are not entered and not counted in Stats.Nodes, unless one of them is cleared.
func PruneLastMove() Option { return use(pruneLastMove) }

// PruneFunc adds a strategy of the caller. The search calls prune with each position
// that it is about to expand and the number of moves left, which is at least 1. If prune
// returns true, the position is pruned. Positions that other strategies prune are not
// shown to it. If prune is nil, the search returns an error that wraps [ErrOption].
//
// The answer is exact for the sequences that prune lets through. For that, the result of
// prune must depend on its arguments only, because positions are remembered. It may be
// called more than once for a position. It is called in the goroutine of the search or,
// with [WithWorkers], in several goroutines at the same time. If it panics or calls
// [runtime.Goexit], the same happens in the goroutine of the caller. With PruneFunc,
// [PruneCommuting] is off.
func PruneFunc(prune func(b Board, left int) bool) Option {
	return option(func(c *config) error {
		if prune == nil {
			return errors.New("PruneFunc: the function is nil")
		}
		c.cut = append(c.cut, prune)
		return nil
	})
}
