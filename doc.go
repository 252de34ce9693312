// Package mayan solves the Mayan game, exactly.
//
// # The game
//
// The board has five columns, x from 0 at the left, and seven rows, y from 0 at the
// bottom. Blocks of up to ten colours stand on each other without gaps. A [Move] drags
// one block one cell to the right or left. If it drags the block onto another block,
// the two swap. If it drags the block onto an empty cell, the blocks above it fall, and
// the block falls onto the other column.
//
// Then the board settles. All runs of three or more equal blocks in a row or column
// vanish together, and the blocks above them fall. This repeats until no run is left. A
// [Puzzle] asks for the moves that empty the board after exactly n of them. The puzzle
// is from NOIP 2011; it is also known as Luogu P1312 and AcWing 185.
//
// # Playing
//
// [Board] and [Move] are small comparable values with a text form. [Board.Moves] lists
// the legal moves, [Board.Play] plays one, and [Replay] plays many. To show what a move
// does, use [Board.Shift] for the move itself and [Cascade] for the rounds after it.
//
//	board := mayan.MustParseBoard("1/21/234/31/2434")
//	board, err := board.Play(mayan.Move{X: 2, Y: 1, Dir: mayan.Right})
//
// # Solving
//
//   - [Solve] finds the lexicographically smallest sequence of exactly n moves, or
//     proves that there is none.
//   - [Shortest] finds the fewest moves.
//   - [Solutions] lists all sequences of n moves.
//   - [Count] counts them without listing them.
//
// The error says how the search ended. For Solutions and Count it is no error if there is
// no sequence.
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
// A [StopError] says how far the search came. [StartAfter] continues a search of Solve or
// Solutions there, on this machine or on another.
//
// # Prune strategies
//
// A prune strategy skips positions or moves that cannot lead to the answer. Each
// strategy is an [Option], such as [PruneColumns], and its documentation proves that it
// is sound. All sound strategies are on by default. [NoPrunes] takes them off.
// [PruneFunc] adds a strategy of your own.
//
// Published programs often skip every swap of two equal blocks. That is unsound: such a
// swap is a legal move, and spending a move may be necessary. [PruneAllIdles] shows this
// with an example.
//
// # Storing
//
// [Board], [Move], [Puzzle], [Solution], [Cells] and [Round] implement
// [encoding.TextMarshaler] and [encoding.TextUnmarshaler] with the text of their String
// method. So encoding/json and encoding/xml store them as that text. Board and Cells
// have a binary form too, which encoding/gob uses. All values compare with go-cmp
// without options.
//
// # Concurrency
//
// The functions keep no state between calls. Goroutines may share all values, and options
// except [WithStats]. [WithWorkers] lets several goroutines share one search.
package mayan
