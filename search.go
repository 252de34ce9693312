package mayan

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"sync/atomic"
	"time"

	"github.com/mayanbeads/mayan/internal/memo"
)

// Errors of the searches. [ErrOption] is another.
var (
	// ErrNoSolution is wrapped by the error of a search that proved that there is
	// no solution.
	ErrNoSolution = errors.New("no solution")

	// ErrBudget is wrapped by the error of a search that reached its limit of
	// positions ([WithNodeLimit]) before it had an answer. There may or may not be
	// a solution.
	ErrBudget = errors.New("budget spent")

	// ErrUnsettled is wrapped by the error of a search from a board with runs on
	// it, which is no position of the game.
	ErrUnsettled = errors.New("board is not settled")

	// ErrMoves is wrapped by the error of a search for a number of moves below 0
	// or above MaxMoves.
	ErrMoves = errors.New("number of moves out of range")

	// ErrOverflow is wrapped by the error of Count if there are more sequences than
	// a uint64 can count.
	ErrOverflow = errors.New("count overflows")
)

// A StopError is the error of a search that was stopped before it had an answer:
// its context ended, or its budget was spent. It says how far it had come.
//
// Reached is the beginning of a sequence of moves. Every sequence of Moves moves that
// comes before those that begin so is dealt with: it is no solution, or, if all are
// listed, it has been listed. [StartAfter] takes the search up there. Reached is empty
// if nothing is dealt with yet, and nil from [Count].
type StopError struct {
	Moves   int // the number of moves that it was asking for
	Reached Solution
	Err     error // wraps ErrBudget, or the error of the context and its cause
}

// Error returns one line that says what stopped the search.
func (e *StopError) Error() string { return "mayan: search stopped: " + e.Err.Error() }

// Unwrap returns e.Err.
func (e *StopError) Unwrap() error { return e.Err }

// A noSolutionError wraps ErrNoSolution. The text is made when it is asked for, as
// making it takes longer than the proof does for many a board.
type noSolutionError struct {
	bound string // of the number of moves
	moves int
}

func (e *noSolutionError) Error() string {
	return fmt.Sprintf("mayan: %v in %s %s", ErrNoSolution, e.bound, moveCount(e.moves))
}

func (e *noSolutionError) Unwrap() error { return ErrNoSolution }

// Stats says what a search did.
type Stats struct {
	Nodes       uint64        // positions entered, the first and those without a move left included
	Simulated   uint64        // moves shifted and settled
	Remembered  uint64        // positions put into the table, some of them forgotten since
	Pruned      Pruned        // what each strategy cut off
	Done, Total int           // first moves that are dealt with, and all there are
	Elapsed     time.Duration // time of the search
}

// add adds the work of another worker.
func (s *Stats) add(o *Stats) {
	s.Nodes += o.Nodes
	s.Simulated += o.Simulated
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

// Pruned counts what each strategy cut off, positions or moves. What several
// strategies would have cut is counted for the first that did.
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
// empties the board, in puzzle order ([Move.Compare]). With n = 0 it asks whether
// the board is cleared. A board that empties before the last move counts as
// failed, as there is nothing left to move.
//
// With an error the solution is nil; without one it is not nil, though empty if
// n is 0. The error tells apart what is known:
//
//   - nil: the solution is the smallest;
//   - [ErrNoSolution]: it is proved that there is none;
//   - [ErrBudget], in a [*StopError]: the node limit was reached, nothing is known;
//   - ctx.Err() and [context.Cause], in a [*StopError]: the search was cancelled
//     or its deadline passed, nothing is known. It ends within some hundred
//     positions;
//   - [ErrUnsettled]: runs lie on the board, so it is no position of the game;
//   - [ErrMoves]: n is below 0 or above MaxMoves;
//   - [ErrOption]: an option or the context is nil, or an option makes no sense.
//
// Solve is a depth-first search in puzzle order, so the first sequence that it
// finds is the smallest. By default it uses all strategies that are sound for
// this: [PruneColors], [PruneMirrors], [PruneIdles], [PruneFailed],
// [PruneColumns], [PruneCommuting] and [PruneLastMove].
func Solve(ctx context.Context, b Board, n int, options ...Option) (Solution, error) {
	var w worker
	if err := w.begin(ctx, b, n, finding, options); err != nil {
		return nil, err
	}
	defer w.finish()
	solution, err := w.smallest(n)
	if solution == nil && err == nil {
		err = &noSolutionError{"exactly", n}
	}
	return solution, err
}

// Shortest returns the smallest sequence of the fewest moves that empties the
// board, in at most limit moves, 0 to MaxMoves. The cleared board takes no move.
//
// It asks for 0 moves, for 1, and so on, with the same strategies as [Solve];
// positions that failed are remembered throughout. Its errors are those of Solve,
// with [ErrNoSolution] if no sequence of at most limit moves empties the board. A
// [*StopError] says how many moves it was asking for: fewer do not suffice. The
// node limit and the statistics are for the whole, but for Done and Total, which
// are about the last number of moves.
//
// [StartAfter] belongs to one number of moves and is an [ErrOption] here. To take
// up a search that was stopped, ask [Solve] for the Moves of the StopError with
// StartAfter its Reached, then for one move more, and so on.
func Shortest(ctx context.Context, b Board, limit int, options ...Option) (Solution, error) {
	var w worker
	if err := w.begin(ctx, b, limit, finding, options); err != nil {
		return nil, err
	}
	if len(w.start) > 0 {
		return nil, fmt.Errorf("mayan: %w: StartAfter with Shortest", ErrOption)
	}
	defer w.finish()
	for n := range limit + 1 {
		if solution, err := w.smallest(n); solution != nil || err != nil {
			return solution, err
		}
	}
	return nil, &noSolutionError{"at most", limit}
}

// Solutions returns all sequences of exactly n moves that empty the board, in
// puzzle order, each once. The search goes on as they are taken and stops when
// the loop does. If it fails, the last pair has a nil Solution and an error, one
// of those of [Solve] but for [ErrNoSolution]: if there is no sequence, there is
// no pair. Each Solution is the caller's to keep.
//
// Sequences count as different if their moves do, so a move right onto a block
// and the left move of its neighbour make two, though they do the same. By
// default the strategies are those that keep all sequences: [PruneColors],
// [PruneFailed], [PruneColumns], [PruneCommuting] and [PruneLastMove]. With
// [PruneMirrors] or [PruneIdles] those that they drop are missing.
//
// Solutions works in the caller's goroutine, whatever [WithWorkers] says. It
// writes statistics when the loop ends.
func Solutions(ctx context.Context, b Board, n int, options ...Option) iter.Seq2[Solution, error] {
	return func(yield func(Solution, error) bool) {
		var w worker
		if err := w.begin(ctx, b, n, listing, options); err != nil {
			yield(nil, err)
			return
		}
		defer w.finish()
		w.list = func(solution Solution) bool { return yield(solution, nil) }
		w.run(n)
		if w.err != nil && w.err != errLoopEnded {
			yield(nil, w.err)
		}
	}
}

// Count returns how many sequences of exactly n moves empty the board: as many
// as [Solutions] lists with the same options. It lists none of them, but
// remembers positions with their counts, so large numbers take no longer; and of
// moves that do the same it makes one for all, whatever the strategies. If
// there are more than a uint64 holds the error is [ErrOverflow]. Otherwise its
// errors are those of Solve but for [ErrNoSolution]: the count is then 0 and the
// error nil.
//
// To ask whether there is one solution only, count with [PruneMirrors] and
// [PruneIdles]: then a swap counts once, whichever block is said to move. Moves that
// may be made in either order still make two sequences.
//
// Count works in the caller's goroutine, whatever [WithWorkers] says.
// [StartAfter] is an [ErrOption] here.
func Count(ctx context.Context, b Board, n int, options ...Option) (uint64, error) {
	var w worker
	if err := w.begin(ctx, b, n, counting, options); err != nil {
		return 0, err
	}
	if len(w.start) > 0 {
		return 0, fmt.Errorf("mayan: %w: StartAfter with Count", ErrOption)
	}
	defer w.finish()
	count := w.run(n)
	if w.err != nil {
		return 0, w.err
	}
	return count, nil
}

// A search is one call of a search function: what its workers have in common.
type search struct {
	config
	ctx         context.Context
	board       Board
	n           int            // moves in all
	table       *memo.Table    // positions and how many solutions they have, or for which task they fail
	entered     *atomic.Uint64 // positions entered; nil if they are not limited
	keepsRecent bool           // each worker has a recentBoards
	colors      uint16         // a bit for each colour that is on the board
	began       time.Time
	reported    time.Time // when progress was reported last
}

// begin begins a search with this worker.
//
// The worker is a variable of the search function, which keeps it on the stack, and
// has the search in itself: many a search takes less time than it takes to find
// memory on the heap.
func (w *worker) begin(ctx context.Context, b Board, n int, question mode, options []Option) error {
	began := time.Now()
	if ctx == nil {
		return fmt.Errorf("mayan: %w: the context is nil", ErrOption)
	}
	strategies := soundForAll
	if question == finding {
		strategies = soundForSmallest
	}
	c, err := newConfig(strategies, options)
	if err != nil {
		return err
	}
	if err := check(b, n, c.start); err != nil {
		return err
	}
	w.config, w.ctx, w.board, w.mode = *c, ctx, b, question
	if question != finding {
		w.workers = 1
	}
	w.began, w.reported = began, began
	if w.nodes > 0 {
		w.entered = new(atomic.Uint64)
	}
	if w.uses(pruneFailed) {
		memory := w.memory
		if recent := int64(w.workers * recentBytes); w.uses(pruneLastMove) && recent <= memory/4 {
			w.keepsRecent = true
			memory -= recent
		}
		switch {
		case w.workers > 1:
			w.table = memo.NewMap(memory)
		case question == counting:
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

// check refuses what cannot be searched.
func check(b Board, n int, start []Move) error {
	switch {
	case n < 0 || n > MaxMoves:
		return fmt.Errorf("mayan: %w: %d is not 0 to %d", ErrMoves, n, MaxMoves)
	case !b.IsSettled():
		return fmt.Errorf("mayan: %w: there are runs on %v", ErrUnsettled, b)
	case len(start) > n:
		return fmt.Errorf("mayan: %w: StartAfter %d of %s", ErrOption, len(start), moveCount(n))
	}
	if err := b.replay(start); err != nil {
		return fmt.Errorf("mayan: %w: StartAfter: %w", ErrOption, err)
	}
	return nil
}

// finish hands out the statistics.
func (w *worker) finish() {
	if w.stats != nil {
		*w.stats = w.tally
		w.stats.Elapsed = time.Since(w.began)
	}
}

// smallest returns the smallest solution of n moves, or nil if there is none.
func (w *worker) smallest(n int) (Solution, error) {
	w.short = w.workers > 1 && n > 1
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

// before returns how many first moves come before the moves of path.
func (s *search) before(path []Move) int {
	if len(path) == 0 {
		return 0
	}
	return int(s.board.legal().and(path[0].earlier()).len())
}

// report reports progress if it is time to.
func (w *worker) report() {
	if w.progress == nil || time.Since(w.reported) < w.every {
		return
	}
	w.progress(w.soFar())
	w.reported = time.Now()
}

// soFar returns the statistics of the search at this moment.
func (w *worker) soFar() Stats {
	if w.team != nil {
		return w.team.soFar()
	}
	now := w.tally
	now.Done, now.Elapsed = w.before(w.solution(min(w.depth, 1))), time.Since(w.began)
	return now
}
