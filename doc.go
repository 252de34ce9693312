// Package mayan solves the Mayan game, exactly.
//
// # The game
//
// The board has five columns, x from 0 at the left, and seven rows, y from 0 at
// the bottom. Blocks of up to ten colours stand on each other without gaps. A
// [Move] drags one block one cell right or left: onto a block, and the two swap;
// onto an empty cell, and the block leaves its column, what stood above it
// falls, and it falls onto the other column.
//
// Then the board settles. All runs of three or more equal blocks in a row or
// column vanish together, everything falls, and so on until no run is left. A
// [Puzzle] asks for the moves that empty the board after exactly n of them.
// Posed in NOIP 2011, it is known as Luogu P1312 and AcWing 185.
//
// # The package
//
// [Board] and [Move] are small comparable values with a text form. A game plays
// them with [Board.Moves], [Board.Play] and [Replay], and shows what happens with
// [Board.Shift] and [Cascade]:
//
//	board := mayan.MustParseBoard("1/21/234/31/2434")
//	board, err := board.Play(mayan.Move{X: 2, Y: 1, Dir: mayan.Right})
//
// [Solve] finds the lexicographically smallest sequence of exactly n moves or
// proves that there is none, and [Shortest] the fewest moves. [Solutions] lists
// all sequences, and [Count] counts them without listing any. They say clearly
// what is known:
//
//	solution, err := mayan.Solve(ctx, board, 5)
//	var stop *mayan.StopError
//	switch {
//	case err == nil:                          // solution is the smallest
//	case errors.Is(err, mayan.ErrNoSolution): // proved: there is none
//	case errors.As(err, &stop):               // the budget or the context ended first
//	default:                                  // not a question: err says why
//	}
//
// A [StopError] says how far the search had come, and [StartAfter] takes it up
// there, on this machine or another.
//
// # Prune strategies
//
// A search may skip what cannot hold the answer. Every way to do so is an
// [Option] of its own, such as [PruneColumns], with the reason why it is sound;
// those that are sound are on by default. [NoPrunes] takes them off, and
// [PruneFunc] adds one of your own.
//
// Published programs commonly skip every swap of two equal blocks. That loses
// answers, for such a swap is a legal move that spends a move; [PruneAllIdles]
// shows it. [Solve] and [Shortest] try one such swap at each position, [Solutions]
// and [Count] all of them.
//
// # Concurrency
//
// The functions keep no state between calls, and values may be read by several
// goroutines at a time. [WithWorkers] has several goroutines share one search.
package mayan
