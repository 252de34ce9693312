// This file holds the questions, their errors and statistics, and the life of one search.

package mayan

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"time"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/memo"
	"github.com/mayanbeads/mayan/internal/watch"
)

// Errors of the searches, wrapped by the errors that they return. [ErrOption] is
// another.
var (
	// ErrNoSolution is wrapped by the error of a search that proved that there is
	// no solution.
	ErrNoSolution = errors.New("no solution")

	// ErrBudget is wrapped by the error of a search that reached its limit of
	// positions ([WithNodeLimit]) before it had an answer. There may or may not be
	// a solution.
	ErrBudget = errors.New("budget spent")

	// ErrUnsettled is wrapped by the error of a search from a board with runs, which
	// is no position of the game.
	ErrUnsettled = errors.New("board is not settled")

	// ErrMoves is wrapped by the error of a search for fewer than 0 or more than
	// MaxMoves moves.
	ErrMoves = errors.New("number of moves out of range")

	// ErrOverflow is wrapped by the error of Count if there are more sequences than
	// a uint64 can count.
	ErrOverflow = errors.New("count overflows")
)

// A StopError is the error of a search that was stopped before it had an answer. It
// wraps [ErrBudget], or the error of the context and its cause.
type StopError struct {
	// Moves is the number of moves that the search was asking for when it was
	// stopped. After [Shortest], it is proved that fewer moves do not suffice.
	Moves int

	// Reached is a prefix of moves. The search has finished every sequence of Moves
	// moves that sorts before the sequences beginning with this prefix. None of them is
	// a solution or, for [Solutions], every solution among them was returned. Pass
	// Reached to [StartAfter] to continue. After Solutions, no sequence beginning with
	// Reached was returned. Reached is empty if no sequence is finished. It is always
	// nil after [Count].
	Reached Solution

	Stats Stats // what the search did until it was stopped
	Err   error // the reason

	function string // the function that was called
}

// Error returns one line that gives the function and the reason.
func (e *StopError) Error() string {
	if e.function == "" {
		return fmt.Sprintf("mayan: search stopped: %v", e.Err)
	}
	return fmt.Sprintf("mayan: %s: search stopped: %v", e.function, e.Err)
}

// Unwrap returns e.Err.
func (e *StopError) Unwrap() error { return e.Err }

// Equal reports whether the exported fields of e and o are equal. Two values of Err
// are equal if they have the same text.
func (e StopError) Equal(o StopError) bool {
	return e.Moves == o.Moves && slices.Equal(e.Reached, o.Reached) && e.Stats == o.Stats && sameText(e.Err, o.Err)
}

// sameText reports whether two errors are both nil or have the same text.
func sameText(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Error() == b.Error()
}

// A noSolutionError wraps ErrNoSolution. Its text is made only when somebody asks for
// it: making the text takes longer than many a proof.
type noSolutionError struct {
	function string
	bound    string // of the number of moves
	moves    int
}

func (e *noSolutionError) Error() string {
	return fmt.Sprintf("mayan: %s: %v in %s %s", e.function, ErrNoSolution, e.bound, moveCount(e.moves))
}

func (e *noSolutionError) Unwrap() error { return ErrNoSolution }

// Stats says what a search did.
type Stats struct {
	Nodes       uint64        // positions entered, including the first and those with no move left
	Tried       uint64        // moves played
	Remembered  uint64        // positions stored; some may have been forgotten since
	Pruned      Pruned        // what each strategy skipped
	Done, Total int           // first moves that are finished, and all first moves
	Elapsed     time.Duration // time since the search began
}

// add adds the work of another worker.
func (s *Stats) add(o *Stats) {
	s.Nodes += o.Nodes
	s.Tried += o.Tried
	s.Remembered += o.Remembered
	s.Pruned.Colors += o.Pruned.Colors
	s.Pruned.Mirrors += o.Pruned.Mirrors
	s.Pruned.Idles += o.Pruned.Idles
	s.Pruned.Failed += o.Pruned.Failed
	s.Pruned.Columns += o.Pruned.Columns
	s.Pruned.Commuting += o.Pruned.Commuting
	s.Pruned.LastMove += o.Pruned.LastMove
	s.Pruned.Func += o.Pruned.Func
}

// Pruned counts what each strategy skipped, positions or moves. If several strategies
// would have skipped the same position or move, it is counted for one of them only.
// With [PruneColumns], Colors is always 0.
type Pruned struct {
	Colors    uint64 // positions, by PruneColors
	Mirrors   uint64 // moves, by PruneMirrors
	Idles     uint64 // moves, by PruneIdles and PruneAllIdles
	Failed    uint64 // positions, by PruneFailed
	Columns   uint64 // the start and moves, by PruneColumns
	Commuting uint64 // moves, by PruneCommuting
	LastMove  uint64 // positions, by PruneLastMove
	Func      uint64 // positions, by PruneFunc
}

// Solve returns the lexicographically smallest sequence of exactly n moves that
// empties the board, in puzzle order ([Move.Compare]). With n = 0 it asks whether the
// board is cleared. A sequence that empties the board before its last move is not a
// solution, because the empty board has no move.
//
// Without an error the solution is not nil, though it is empty if n is 0. With an
// error the solution is nil. The error says how the search ended:
//
//   - [ErrNoSolution]: it is proved that there is no solution. With [StartAfter],
//     [PruneFunc] or [PruneAllIdles], there is none among the sequences that these leave.
//   - [ErrBudget], in a [*StopError]: the node limit was reached. It is not known whether
//     there is a solution, but Reached of the StopError rules out some sequences.
//   - The context's error and its cause ([context.Cause]), in a [*StopError]: the
//     search was cancelled or its deadline passed. Again, only Reached is
//     known.
//   - [ErrUnsettled]: the board has runs.
//   - [ErrMoves]: n is below 0 or above MaxMoves.
//   - [ErrOption]: the context or an option is nil, or an option has a value that makes
//     no sense.
//
// Do not cancel a context with one of these errors as its cause: [errors.Is] could not
// tell the cancellation from a proof.
//
// Solve is a depth-first search in puzzle order, so the first sequence that it finds
// is the smallest. By default it uses all strategies that are sound for the smallest
// sequence: [PruneColors], [PruneMirrors], [PruneIdles], [PruneFailed],
// [PruneColumns], [PruneCommuting] and [PruneLastMove]. A search notices the end of
// its context within some hundred positions, usually less than a millisecond.
func Solve(ctx context.Context, b Board, n int, options ...Option) (Solution, error) {
	var w worker
	if err := w.begin(ctx, "Solve", b, n, finding, options); err != nil {
		return nil, err
	}
	defer w.writeStats()
	solution, err := w.smallest(n)
	if solution == nil && err == nil {
		err = &noSolutionError{w.function, "exactly", n}
	}
	return solution, w.end(err)
}

// Shortest returns the smallest sequence of the fewest moves that empties the board, in
// at most limit moves. The limit is 0 to MaxMoves. For the cleared board the sequence
// is empty.
//
// Shortest searches for 0 moves, for 1 move, and so on, with the strategies of [Solve].
// Positions that failed are remembered throughout. The node limit and the statistics
// are for all these searches together, except that Done and Total are for the last
// number of moves.
//
// Shortest returns the errors of Solve. [ErrNoSolution] means that no sequence of at
// most limit moves empties the board. A [*StopError] gives the number of moves that the
// search was asking for: it is proved that fewer moves do not suffice.
//
// [StartAfter] is for one number of moves, so Shortest refuses it with [ErrOption]. To
// continue a stopped search, call [Solve] for the Moves of the StopError with
// StartAfter its Reached. If that has no solution, call Solve without StartAfter for
// one move more, and so on.
func Shortest(ctx context.Context, b Board, limit int, options ...Option) (Solution, error) {
	var w worker
	if err := w.begin(ctx, "Shortest", b, limit, finding, options); err != nil {
		return nil, err
	}
	defer w.writeStats()
	for n := range limit + 1 {
		if solution, err := w.smallest(n); solution != nil || err != nil {
			return solution, w.end(err)
		}
	}
	return nil, w.end(&noSolutionError{w.function, "at most", limit})
}

// Solutions returns all sequences of exactly n moves that empty the board, in puzzle
// order, each once. If there is no sequence, there is no pair. If the search fails, the
// last pair is a nil Solution with the error. Solutions returns the errors of [Solve]
// except [ErrNoSolution].
//
// The search runs while the loop asks for more, and stops with the loop. Each loop over
// the sequence is a new search. The caller owns each Solution.
//
// Two sequences are different if their moves are different. So a move right onto a
// block and the left move of that block make two sequences, though both swap the same
// two blocks. By default Solutions uses the strategies that keep all sequences:
// [PruneColors], [PruneFailed], [PruneColumns], [PruneCommuting] and [PruneLastMove].
// With [PruneMirrors] or [PruneIdles], the sequences that these strategies skip are
// missing.
//
// Solutions works in the goroutine of the caller and ignores [WithWorkers]. It writes
// statistics when the loop ends.
func Solutions(ctx context.Context, b Board, n int, options ...Option) iter.Seq2[Solution, error] {
	return func(yield func(Solution, error) bool) {
		var w worker
		if err := w.begin(ctx, "Solutions", b, n, listing, options); err != nil {
			yield(nil, err)
			return
		}
		defer w.writeStats()
		w.list = func(solution Solution) bool { return yield(solution, nil) }
		w.run(n)
		if err := w.end(w.err); err != nil && err != errLoopEnded {
			yield(nil, err)
		}
	}
}

// Count returns how many sequences of exactly n moves empty the board: as many as
// [Solutions] returns with the same options. If there is none, Count returns 0 and a
// nil error. It returns the errors of [Solve] except [ErrNoSolution]. If there are more
// sequences than a uint64 can count, the error wraps [ErrOverflow]. With any error the
// number is 0.
//
// Count does not list the sequences. With [PruneFailed] it stores the count of each
// position, so its running time does not grow with the result. Moves with the same
// effect are played once, with any options, and their counts are multiplied.
//
// To ask whether a solution is the only one, use [PruneMirrors] and [PruneIdles]. Then
// a swap counts once, whichever of the two blocks moves, and so do all swaps of equal
// blocks at a position. Two moves that may be played in either order still make two
// sequences. Taking two sequences from Solutions is faster than counting all.
//
// Count works in the goroutine of the caller and ignores [WithWorkers]. It refuses
// [StartAfter] with [ErrOption].
func Count(ctx context.Context, b Board, n int, options ...Option) (uint64, error) {
	var w worker
	if err := w.begin(ctx, "Count", b, n, counting, options); err != nil {
		return 0, err
	}
	defer w.writeStats()
	count := w.run(n)
	if err := w.end(w.err); err != nil {
		return 0, err
	}
	return count, nil
}

// A search is one call of a search function: what its workers have in common.
type search struct {
	config
	watch       watch.Watch
	function    string // that was called, for errors
	board       Board
	n           int         // moves in all
	table       *memo.Table // positions and how many solutions they have, or for which task they fail
	keepsRecent bool        // each worker has a recentBoards
	colors      uint16      // a bit for each colour that is on the board
}

// begin begins a search with this worker.
//
// The worker has the search in itself, and is a variable of the search function, so
// that it stays on the stack. Many a search takes less time than an allocation on the
// heap.
func (w *worker) begin(ctx context.Context, function string, b Board, n int, q question, options []Option) error {
	c, err := configure(ctx, function, b, n, q, options)
	if err != nil {
		return fmt.Errorf("mayan: %s: %w", function, err)
	}
	w.config, w.function, w.board, w.question = *c, function, b, q
	w.watch = watch.Start(ctx, w.nodes, w.every)
	if q != finding {
		w.workers = 1
	}
	w.workers = watch.Workers(w.workers)
	if w.uses(pruneFailed) {
		memory := w.memory
		if recent := int64(w.workers * recentBytes); w.uses(pruneLastMove) && recent <= memory/4 {
			w.keepsRecent = true
			memory -= recent
		}
		switch {
		case w.workers > 1:
			w.table = memo.NewMap(memory)
		case q == counting:
			w.table = memo.NewMap(memory).Private()
		default:
			w.table = memo.NewSet(memory).Private()
		}
	}
	for cells := b.occupied(); cells != 0; cells &= cells - 1 {
		w.colors |= 1 << b.at(bits.TrailingZeros64(cells))
	}
	w.tally.Total = int(b.legal().len())
	return nil
}

// configure returns what the options set, or says why there is nothing to search.
func configure(ctx context.Context, function string, b Board, n int, q question, options []Option) (*config, error) {
	if ctx == nil {
		return nil, fmt.Errorf("%w: the context is nil", ErrOption)
	}
	strategies := soundForAll
	if q == finding {
		strategies = soundForSmallest
	}
	c, err := newConfig(strategies, options)
	switch {
	case err != nil:
		return nil, err
	case n < 0 || n > MaxMoves:
		return nil, fmt.Errorf("%w: %d: must be 0 to %d", ErrMoves, n, MaxMoves)
	case !b.IsSettled():
		return nil, fmt.Errorf("%w: runs on %v", ErrUnsettled, b)
	case len(c.start) > 0 && function != "Solve" && function != "Solutions":
		return nil, fmt.Errorf("%w: StartAfter: only for Solve and Solutions", ErrOption)
	case len(c.start) > n:
		return nil, fmt.Errorf("%w: StartAfter: %s: must be at most %d", ErrOption, moveCount(len(c.start)), n)
	}
	if err := b.replay(c.start); err != nil {
		return nil, fmt.Errorf("%w: StartAfter: %w", ErrOption, err)
	}
	return c, nil
}

// end ends a search whose error is err, and returns that error.
func (w *worker) end(err error) error {
	w.tally.Elapsed = w.watch.Elapsed()
	if stop, ok := err.(*StopError); ok {
		stop.Stats, stop.function = w.tally, w.function
	}
	if w.progress != nil {
		w.progress(w.tally)
	}
	return err
}

// writeStats writes the statistics of a search that has ended, also after a panic.
func (w *worker) writeStats() {
	if w.stats == nil {
		return
	}
	if *w.stats = w.tally; w.stats.Elapsed == 0 {
		w.stats.Elapsed = w.watch.Elapsed()
	}
}

// smallest returns the smallest solution of n moves, or nil if there is none. If the
// search takes long, several workers go on with it.
func (w *worker) smallest(n int) (Solution, error) {
	w.canShare = w.workers > 1 && n > 1
	found := w.run(n)
	switch {
	case w.err == errLong:
		w.err = nil
		return w.share()
	case found == 0 || w.err != nil:
		return nil, w.err
	}
	return w.solution(n), nil
}

// before returns how many first moves sort before the first move of path.
func (s *search) before(path []Move) int {
	if len(path) == 0 {
		return 0
	}
	return int(s.board.legal().and(path[0].earlier()).len())
}

// report reports progress if it is time to.
func (w *worker) report() {
	if w.progress != nil {
		w.watch.Report(func() { w.progress(w.soFar()) })
	}
}

// soFar returns the statistics of the search at this moment.
func (w *worker) soFar() Stats {
	if w.team != nil {
		return w.team.soFar()
	}
	now := w.tally
	now.Done, now.Elapsed = w.before(w.solution(min(w.depth, 1))), w.watch.Elapsed()
	return now
}
