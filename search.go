package mayan

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/exp/slices"

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

// A Solution is a sequence of moves that empties a board.
type Solution []Move

// String returns the solution in the contest's output format: a line for each
// move, as [Move.String] writes it, and a newline between lines but none after the
// last. Where there is no solution the contest wants -1 instead.
func (s Solution) String() string {
	var text []byte
	for i, m := range s {
		if i > 0 {
			text = append(text, '\n')
		}
		text = m.appendTo(text)
	}
	return string(text)
}

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

// moveCount names a number of moves.
func moveCount(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
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

// A mode is the question that a worker answers.
type mode uint8

const (
	finding  mode = iota // the first solution
	listing              // all solutions, one by one
	counting             // how many there are
	dealing              // no solution, but the tasks that a team works on
)

// A worker searches in one goroutine.
type worker struct {
	search
	mode   mode
	recent *recentBoards                 // nil if there is none
	team   *team                         // nil if it has the search to itself
	task   int64                         // the number of its task or, without a team, of the last that has failed
	path   [MaxMoves]packedMove          // the moves made so far
	depth  int                           // how many they are
	short  bool                          // it is to leave a long search to a team
	list   func(Solution) bool           // takes what is listed, false if that is enough
	deal   func(position, known, []Move) // takes what is dealt
	listed bool                          // a solution has been listed since it last looked up
	tally  Stats
	err    error // why it stopped early
}

// Errors that stay inside.
var (
	errLoopEnded = errors.New("no more solutions are wanted")
	errBeaten    = errors.New("an earlier task has a solution")
	errHalted    = errors.New("another worker has failed")
	errLong      = errors.New("the search takes long enough to be shared")
)

// run searches n moves from the start, alone, and returns what enter does.
func (w *worker) run(n int) uint64 {
	w.n = n
	start := position{board: w.board}
	start.count()
	complete := false
	defer func() { // also if a function of the caller panics
		if w.tally.Done = w.tally.Total; !complete {
			w.tally.Done = w.before(w.solution(min(w.depth, 1)))
		}
	}()
	found := w.enter(&start, w.n, &known{}, w.start)
	complete = w.err == nil && (w.mode != finding || found == 0)
	return found
}

// solution returns the first n moves of the path.
func (w *worker) solution(n int) Solution {
	solution := make(Solution, n)
	for i, m := range w.path[:n] {
		solution[i] = m.move()
	}
	return solution
}

// rememberFrom is the least number of moves left with which positions are
// remembered. With fewer, searching a position costs less than looking it up.
const rememberFrom = 2

// enter returns how many solutions the board of p has in exactly left moves. A
// worker that finds or lists may stop at one, with the moves in w.path. Moves before
// those of start are left out. If w.err is set the number means nothing.
func (w *worker) enter(p *position, left int, before *known, start []Move) uint64 {
	w.depth = w.n - left
	if w.mode == dealing && left == w.team.down {
		w.deal(*p, *before, start)
		return 0 // as if the task had failed: share says why
	}
	// On the way to where another search stopped positions do not count again.
	if resuming := len(start) > 0; !resuming {
		if w.stopped() {
			return 0
		}
		w.tally.Nodes++
	}
	if left == 0 {
		return w.leaf(p)
	}
	if p.board.IsCleared() {
		return 0
	}
	// Later positions have been tested with the move that leads to them.
	if left == w.n && w.uses(pruneColumns) && p.isBeyond(left) {
		w.tally.Pruned.Columns++
		return 0
	}
	if w.uses(pruneColors) && !w.uses(pruneColumns) && p.hasLoneColor() {
		w.tally.Pruned.Colors++
		return 0
	}
	// What some moves were left out of is not worth remembering.
	remember := w.table != nil && left >= rememberFrom && len(start) == 0 && w.mode != dealing
	var key memo.Key
	if remember {
		key = w.key(&p.board, left)
		if found, ok := w.recall(key); ok {
			w.tally.Pruned.Failed++
			return found
		}
	}
	if left == 1 && w.uses(pruneLastMove) && !w.canClear(p) {
		return 0
	}
	for _, cut := range w.cut {
		if cut(p.board, left) {
			w.tally.Pruned.Func++
			return 0
		}
	}
	found, tried := w.expand(p, left, before, start)
	// To find out again that there is nothing to try costs as little as to remember it.
	if remember && tried && w.err == nil {
		w.remember(key, found)
	}
	return found
}

// leaf is enter without moves left.
func (w *worker) leaf(p *position) uint64 {
	if !p.board.IsCleared() {
		return 0
	}
	if w.mode == listing {
		if !w.list(w.solution(w.n)) {
			w.err = errLoopEnded
			return 0
		}
		w.listed = true
	}
	return 1
}

// recall returns the number of solutions that is remembered for a position.
//
// With several tasks under way, that a position fails is the word of a task that
// takes all earlier tasks to fail. If they do, it is true; if one does not, what
// later tasks find is of no use. So it holds for that task and later ones.
func (w *worker) recall(key memo.Key) (found uint64, ok bool) {
	value, ok := w.table.Get(key)
	if w.mode == counting {
		return value, ok
	}
	return 0, ok && int64(value) <= w.task
}

// remember remembers the number of solutions of a position.
func (w *worker) remember(key memo.Key, found uint64) {
	if w.mode != counting {
		if found > 0 {
			return
		}
		found = uint64(w.task)
	}
	w.table.Put(key, found)
	w.tally.Remembered++
}

// stopped reports whether the worker must not enter another position, and sets
// w.err if so.
func (w *worker) stopped() bool {
	// Looking up costs more than most positions do. But what the caller does in a
	// strategy or between two solutions may take long, or end the context.
	const rarely = 1 << 8
	if w.tally.Nodes%rarely == 0 || w.cut != nil || w.listed {
		w.listed = false
		w.lookUp()
	}
	if w.short && w.err == nil && w.tally.Nodes >= w.shareFrom {
		w.err = errLong
	}
	if w.entered != nil && w.err == nil && w.entered.Add(1) > w.nodes {
		w.stop(fmt.Errorf("%w: %d positions entered", ErrBudget, w.nodes))
	}
	return w.err != nil
}

// lookUp sees what happens outside the search. If that ends it, it sets w.err.
func (w *worker) lookUp() {
	switch err := w.ctx.Err(); {
	case err != nil:
		if cause := context.Cause(w.ctx); !errors.Is(err, cause) {
			err = fmt.Errorf("%w: %w", err, cause)
		}
		w.stop(err)
	case w.team == nil:
		w.report()
	case w.team.best.Load() < w.task:
		w.err = errBeaten
	case w.team.halted.Load():
		w.stop(errHalted)
	default:
		w.team.collect(w)
		w.report()
	}
}

// stop makes err the error of the worker.
func (w *worker) stop(err error) {
	if w.mode == counting {
		w.err = &StopError{Moves: w.n, Err: err}
		return
	}
	reached := w.solution(w.depth)
	if w.depth < len(w.start) && slices.Equal(reached, w.start[:w.depth]) {
		reached = slices.Clone(w.start) // still on the way to where it was to start
	}
	w.err = &StopError{Moves: w.n, Reached: reached, Err: err}
}

// A moveSet is a set of moves of one board: the cells whose block it moves right,
// and those whose block it moves left, as in a Board.
type moveSet struct {
	right, left uint64
}

// first returns the first move in puzzle order. The set must not be empty.
func (s moveSet) first() (cell int, dir Direction) {
	cell = bits.TrailingZeros64(s.right | s.left)
	if s.right&bit(cell) != 0 {
		return cell, Right
	}
	return cell, Left
}

// dropFirst takes the first move out of the set.
func (s *moveSet) dropFirst() {
	cells := s.right | s.left
	lowest := cells & -cells
	if s.right&lowest != 0 {
		s.right ^= lowest
	} else {
		s.left ^= lowest
	}
}

func (s moveSet) isEmpty() bool { return s.right|s.left == 0 }

func (s moveSet) len() uint64 {
	return uint64(bits.OnesCount64(s.right) + bits.OnesCount64(s.left))
}

func (s moveSet) has(cell int, dir Direction) bool {
	if dir == Right {
		return s.right&bit(cell) != 0
	}
	return s.left&bit(cell) != 0
}

func (s *moveSet) add(cell int, dir Direction) {
	if dir == Right {
		s.right |= bit(cell)
	} else {
		s.left |= bit(cell)
	}
}

func (s moveSet) and(o moveSet) moveSet     { return moveSet{s.right & o.right, s.left & o.left} }
func (s moveSet) or(o moveSet) moveSet      { return moveSet{s.right | o.right, s.left | o.left} }
func (s moveSet) without(o moveSet) moveSet { return moveSet{s.right &^ o.right, s.left &^ o.left} }

// skip takes moves out of the set and adds to count how many these were.
func (s *moveSet) skip(moves moveSet, count *uint64) {
	*count += s.and(moves).len()
	*s = s.without(moves)
}

// swapsOf returns the moves that swap the blocks of the given cells with those at
// their right: each as a move right, and as the left move of the other block.
func swapsOf(cells uint64) moveSet { return moveSet{cells, cells << oneRight} }

// expand tries the moves from p in puzzle order and returns what enter does, and
// whether there were any to try.
func (w *worker) expand(p *position, left int, before *known, start []Move) (found uint64, tried bool) {
	var n node
	n.position, n.left, n.known = p, left, *before
	n.look()
	moves := n.legal
	if len(start) > 0 {
		moves = moves.without(start[0].earlier())
	}
	// The smallest sequence needs no move that does the same as an earlier one,
	// unless the earlier one is among those left out.
	smallest := w.mode == finding || w.mode == dealing
	leftOut := smallest && len(start) > 0
	pruned := &w.tally.Pruned
	mirrors := moveSet{left: n.swaps.left}
	laterIdles := n.idles
	laterIdles.right &= laterIdles.right - 1
	switch {
	case w.uses(pruneMirrors) && !leftOut:
		moves.skip(mirrors, &pruned.Mirrors)
	case w.mode == counting:
		moves = moves.without(mirrors) // its weight has the move right count for both
	}
	switch {
	case w.uses(pruneAllIdles):
		moves.skip(n.idles, &pruned.Idles)
	case w.uses(pruneIdles) && !leftOut:
		moves.skip(laterIdles, &pruned.Idles)
	case w.mode == counting:
		moves = moves.without(laterIdles) // the weight of the first has it count for all
	}
	moves.skip(n.failed, &pruned.Commuting)
	if w.uses(pruneColumns) {
		useless := n.useless(moves.without(n.idles), left-1, w.colors)
		if idles := moves.and(n.idles); !idles.isEmpty() && n.isBeyond(left-1) {
			useless = useless.or(idles)
		}
		n.failed = n.failed.or(moves.and(useless))
		moves.skip(useless, &pruned.Columns)
	}
	if moves.isEmpty() {
		return 0, false
	}
	n.lookCloser(before.failed)
	for ; !moves.isEmpty(); moves.dropFirst() {
		cell, dir := moves.first()
		if n.repeats(cell, dir) && w.uses(pruneCommuting) {
			n.failed.add(cell, dir)
			pruned.Commuting++
			continue
		}
		solutions := w.try(&n, cell, dir, start)
		if w.err != nil {
			return 0, true
		}
		if solutions == 0 {
			continue
		}
		more, weighted := bits.Mul64(solutions, w.weight(&n, cell, dir))
		sum, carry := bits.Add64(found, weighted, 0)
		if more != 0 || carry != 0 {
			w.err = fmt.Errorf("mayan: %w: more than %d sequences of %s", ErrOverflow, uint64(math.MaxUint64), moveCount(w.n))
			return 0, true
		}
		if found = sum; w.mode == finding {
			return found, true
		}
	}
	return found, true
}

// weight returns how many moves a move stands for when solutions are counted.
func (w *worker) weight(n *node, cell int, dir Direction) uint64 {
	swap, idle := n.swaps.has(cell, dir), n.idles.has(cell, dir)
	switch {
	case w.mode != counting || !swap || idle && w.uses(pruneIdles):
		return 1
	case idle && w.uses(pruneMirrors):
		return uint64(bits.OnesCount64(n.idles.right))
	case idle:
		return n.idles.len()
	case w.uses(pruneMirrors):
		return 1
	}
	return 2
}

// fail takes note that a move fails and, if it makes a run, of the swaps that are in
// its way, if these are known. Where there is no room for them it is as if they were
// not: then less commutes.
func (n *node) fail(cell int, dir Direction, inWay uint64) {
	n.add(&n.failed, cell, dir)
	if inWay != 0 && n.louds < len(n.failedLouds) {
		n.failedLouds[n.louds] = failedLoud{packMove(cell, dir), inWay}
		n.louds++
	}
}

// add adds a move to a set, and with it the move of the other block if the two swap.
func (n *node) add(set *moveSet, cell int, dir Direction) {
	set.add(cell, dir)
	if n.swaps.has(cell, dir) {
		set.add(cell+oneRight*int(dir), -dir)
	}
}

// earlier returns all moves that come before m.
func (m Move) earlier() moveSet {
	cell := cellAt(m.X, m.Y)
	before := bit(cell) - 1
	if m.Dir == Left {
		return moveSet{before | bit(cell), before}
	}
	return moveSet{before, before}
}

// moveAt returns the move of the block of a cell.
func moveAt(cell int, dir Direction) Move { return Move{column(cell), row(cell), dir} }

// A packedMove is twice the cell of a move, plus one if it goes left: small, as each
// worker has a path of them, and in puzzle order.
type packedMove uint8

func packMove(cell int, dir Direction) packedMove {
	if dir == Left {
		return packedMove(2*cell + 1)
	}
	return packedMove(2 * cell)
}

func (m packedMove) cell() int { return int(m / 2) }

func (m packedMove) dir() Direction {
	if m%2 != 0 {
		return Left
	}
	return Right
}

func (m packedMove) move() Move { return moveAt(m.cell(), m.dir()) }

// A node is a position whose moves are being tried.
type node struct {
	*position
	known
	left  int     // moves left
	legal moveSet // all moves
	swaps moveSet // those onto a block
	idles moveSet // those of the swaps that swap equal blocks
	loud  moveSet // those of the swaps that make a run
	drops moveSet // moves onto an empty cell that turned out to make no run
	twins uint64  // blocks that lie on an equal one

	failedLouds [12]failedLoud // the first of them; hardly any node has more
	louds       int            // how many these are
}

// A failedLoud is a move that makes a run and is known to fail.
type failedLoud struct {
	move  packedMove
	inWay uint64 // the swaps that may not commute with it, each by its left cell
}

// known is what is known to fail in a position.
type known struct {
	failed                   moveSet // these moves
	withOneLess, withTwoLess bool    // the position itself, with so many moves less than it has left
}

// legal returns all moves of the board.
func (b Board) legal() moveSet {
	blocks := b.occupied()
	return moveSet{blocks &^ inColumn(Width-1), blocks &^ inColumn(0)}
}

// look finds the moves and what can be told of them at once.
func (n *node) look() {
	blocks := n.board.occupied()
	n.legal = n.board.legal()
	n.swaps = swapsOf(blocks & (blocks >> oneRight))
	n.idles = swapsOf(n.board.equal(oneRight))
	if n.withOneLess {
		n.failed = n.failed.or(n.idles)
	}
}

// lookCloser finds what is needed when moves are tried. Moves that are asleep are not,
// but whether they make a run matters to those that are.
func (n *node) lookCloser(asleep moveSet) {
	n.loud = swapsOf(n.board.loudSwaps())
	n.twins = n.board.equal(oneUp) << oneUp
	for drops := asleep.without(n.swaps); !drops.isEmpty(); drops.dropFirst() {
		if cell, dir := drops.first(); n.board.shift(cell, dir).runs() == 0 {
			n.drops.add(cell, dir)
		}
	}
}

// repeats reports whether a move drops the upper of two equal blocks and dropping the
// lower has failed: the boards that the two lead to are the same.
func (n *node) repeats(cell int, dir Direction) bool {
	below := cell - oneUp // where it drops, so does the one above
	return n.twins&bit(cell) != 0 && n.failed.has(below, dir) && !n.swaps.has(below, dir)
}

// try makes a move, enters the position that it leads to and returns what enter
// does.
func (w *worker) try(n *node, cell int, dir Direction, start []Move) uint64 {
	left := n.left - 1
	next := *n.position
	next.cross(cell, dir)
	next.board = next.board.shift(cell, dir)
	w.tally.Simulated++
	last := left == 0 || left == 1 && w.uses(pruneLastMove) // behind it, it does not pay to know what fails
	commuting := w.uses(pruneCommuting) && !last
	quiet := n.swaps.has(cell, dir) && !n.loud.has(cell, dir)
	var inWay uint64 // of a move that makes a run
	if !quiet {
		vanish := next.board.runs()
		if quiet = vanish == 0; quiet {
			n.drops.add(cell, dir)
		} else {
			var c *cascade
			if commuting {
				c = new(cascade)
			}
			ok := w.settle(&next, vanish, left, c)
			if commuting {
				inWay = n.inWay(cell, dir, *c)
			}
			if !ok {
				w.tally.Pruned.Columns++
				n.fail(cell, dir, inWay)
				return 0
			}
		}
	}
	var before known
	switch {
	case commuting && quiet:
		before = n.behindQuiet(cell, dir)
	case commuting:
		before = n.behindLoud(inWay)
	}
	w.path[w.n-n.left] = packMove(cell, dir)
	if len(start) > 0 && start[0] == moveAt(cell, dir) {
		start = start[1:]
	} else {
		start = nil
	}
	found := w.enter(&next, left, &before, start)
	if found == 0 && w.err == nil && len(start) == 0 {
		n.fail(cell, dir, inWay)
	}
	return found
}

// A cascade is what a settling board goes through.
type cascade struct {
	cells uint64 // whose blocks vanish or fall
	loud  uint64 // whose swap with the block at the right would make a run before the end
}

// settle settles the board of p, on which the given runs lie and of which left moves
// remain, and describes the cascade in c, if that is not nil. It returns false if the
// column bound tells on the way that they do not suffice.
func (w *worker) settle(p *position, vanish uint64, left int, c *cascade) bool {
	for ; vanish != 0; vanish = p.board.runs() {
		if c != nil {
			c.cells |= upwards(vanish)
			c.loud |= p.board.loudSwaps()
		}
		p.uncount(vanish)
		if w.uses(pruneColumns) && p.gap.exceeds(left) {
			return false
		}
		p.board = p.board.without(vanish)
	}
	return !w.uses(pruneColumns) || !p.isBeyond(left)
}

// A team is the workers that share a search.
type team struct {
	search
	down      int          // the moves left of a task
	former    int64        // the number of the task before the first
	best      atomic.Int64 // the first task that found a solution
	halted    atomic.Bool  // a worker failed: the others are to stop
	mutex     sync.Mutex   // guards what follows
	tasks     []task       // all of them, in puzzle order
	taken     int          // how many of them have been taken
	tally     Stats        // of all workers together
	open      []int64      // the tasks that are being worked on
	solution  Solution     // of task best
	stopped   *StopError   // of the earliest task that was stopped
	stoppedAt int64        // that task
	cause     error        // why the first worker stopped
	panicked  any
}

// A task is a position to search from and how it was reached. Tasks are numbered from 1
// in puzzle order, and those of a later search for more moves after those of the one
// before.
type task struct {
	number   int64
	position position
	before   known
	start    []Move
	path     [MaxMoves]packedMove
}

// share does what smallest does, with several workers, one of them in this goroutine.
// It begins where w has stopped, as if the search had been taken up there.
//
// First that worker walks the upper part of the tree in puzzle order and deals a task
// for each position that it meets at a certain depth. Then each takes the next task
// whenever it has none. When a task has found a solution, later ones are given up and
// earlier ones go on. So the solution of the earliest task is the smallest.
//
// Tasks are dealt as if each failed, so moves are asleep in a task that are known to
// fail only if all earlier tasks do. If one does not, what this task finds is of no
// use anyway; but see [worker.recall].
func (w *worker) share() (Solution, error) {
	const deepest, below = 2, 4 // deal no deeper than this, nor with fewer moves below if there are enough
	shared := w.search
	shared.start, shared.progress = w.solution(w.depth), nil // progress is for the goroutine of the caller
	t := team{
		search:    shared,
		down:      max(w.n-deepest, min(below, w.n-1)),
		former:    w.task,
		tally:     w.tally,
		stoppedAt: math.MaxInt64,
	}
	t.best.Store(math.MaxInt64)
	t.tally.Done = t.before(t.start)
	own := worker{search: shared, team: &t, recent: w.recent}
	own.progress = w.progress
	defer func() { w.tally, w.reported = t.tally, own.reported }()

	t.deal(&own)
	others := w.workers - 1
	ended := make(chan struct{}, others)
	defer func() { // there are still others if a function of the caller panicked
		t.halted.Store(true)
		for range others {
			<-ended
		}
	}()
	for range others {
		go func() {
			defer func() { ended <- struct{}{} }()
			t.guard(func() { t.work(&worker{search: shared, team: &t}) })
		}()
	}
	t.work(&own)
	for ; others > 0; others-- {
		own.wait(ended)
	}

	switch {
	case t.panicked != nil:
		panic(t.panicked)
	case t.solution != nil && t.best.Load() < t.stoppedAt:
		t.tally.Done = w.before(t.solution)
		return t.solution, nil
	case t.stopped != nil:
		t.tally.Done = w.before(t.stopped.Reached)
		return nil, &StopError{Moves: w.n, Reached: t.stopped.Reached, Err: t.cause}
	}
	t.tally.Done = t.tally.Total
	w.task += int64(len(t.tasks)) // all have failed
	return nil, nil
}

// deal has a worker deal all tasks.
func (t *team) deal(w *worker) {
	w.mode = dealing
	w.deal = func(p position, before known, start []Move) {
		t.tasks = append(t.tasks, task{t.former + int64(len(t.tasks)+1), p, before, start, w.path})
	}
	start := position{board: t.board}
	start.count()
	w.enter(&start, t.n, &known{}, t.start)
	t.collect(w)
	if e, ok := w.err.(*StopError); ok {
		t.stop(t.former+int64(len(t.tasks)+1), e)
	}
	w.mode = finding
}

// wait waits until another worker has ended, and reports progress meanwhile.
func (w *worker) wait(ended <-chan struct{}) {
	if w.progress == nil {
		<-ended
		return
	}
	for {
		select {
		case <-ended:
			return
		case <-time.After(w.every - time.Since(w.reported)):
			w.report()
		}
	}
}

// guard runs f. If a function of the caller panics in it, or ends the goroutine,
// all workers stop and the panic is kept for the goroutine of the caller.
func (t *team) guard(f func()) {
	ended := false
	defer func() {
		if r := recover(); !ended {
			t.mutex.Lock()
			defer t.mutex.Unlock()
			if t.panicked = r; r == nil {
				t.panicked = "mayan: a function of the caller ended its goroutine"
			}
			t.halted.Store(true)
		}
	}()
	f()
	ended = true
}

// take takes the next task, or returns nil if there is none left that matters: they
// are taken in order, so behind a solution there is none.
func (t *team) take() *task {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.taken == len(t.tasks) || t.solution != nil {
		return nil
	}
	job := &t.tasks[t.taken]
	t.taken++
	t.open = append(t.open, job.number)
	return job
}

// work has a worker do tasks until there are none left that matter.
func (t *team) work(w *worker) {
	for job := t.take(); job != nil; job = t.take() {
		w.task, w.path, w.depth, w.err = job.number, job.path, t.n-t.down, nil
		if t.halted.Load() {
			// Who takes a task answers for it. Those that nobody takes any more come
			// after it.
			w.stop(errHalted)
			t.stop(w.task, w.err.(*StopError))
			return
		}
		found := w.enter(&job.position, t.down, &job.before, job.start)
		t.collect(w)
		if e, ok := w.err.(*StopError); ok {
			t.stop(w.task, e)
			return
		}
		t.end(w, found)
	}
}

// collect adds what a worker has done to the whole.
func (t *team) collect(w *worker) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.tally.add(&w.tally)
	w.tally = Stats{}
}

// end takes note that a task came to its end.
func (t *team) end(w *worker, found uint64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	at := slices.Index(t.open, w.task)
	t.open = slices.Delete(t.open, at, at+1)
	if w.err == nil && found > 0 && w.task < t.best.Load() {
		t.best.Store(w.task)
		t.solution = w.solution(t.n)
	}
}

// stop takes note of a task that stopped before its end, and stops the others.
func (t *team) stop(task int64, e *StopError) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.cause == nil {
		t.cause = e.Err // the others are halted because of it
	}
	if task < t.stoppedAt {
		t.stopped, t.stoppedAt = e, task
	}
	t.halted.Store(true)
}

// soFar returns the statistics of all workers together. First moves are done that
// come before that of the earliest open task.
func (t *team) soFar() Stats {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if len(t.open) > 0 {
		earliest := slices.Min(t.open)
		t.tally.Done = t.before([]Move{t.tasks[earliest-1-t.former].path[0].move()})
		if t.best.Load() < earliest {
			t.tally.Done = t.before(t.solution) // later tasks have been given up
		}
	}
	now := t.tally
	now.Elapsed = time.Since(t.began)
	return now
}

// key returns the position of a board with left moves to go, for remembering.
// Different positions of a search have different keys.
//
// Without the colours 8 to 10 the words of the board fit as they are:
//
//	bit      63    40 39         0         63 62  61        56 55          16 15         0
//	        +--------+------------+       +-----+-------------+--------------+------------+
//	word 0  | twos   | ones       |    1  |  0  | left-1      | fours        | twos       |
//	        | 0 - 23 | 0 - 39     |       |     |             | 0 - 39       | 24 - 39    |
//	        +--------+------------+       +-----+-------------+--------------+------------+
//
// Otherwise, which is rare, a column is read as a number of seven digits in base
// 11. It is below 11^7; five of them and left-1, which has six bits, take less than
// 2^128. The third column and the number of moves are split to fill both words:
//
//	word 0   ((column 0 * 11^7 + column 1) * 11^4 + lower 4 cells of column 2) * 2  + upper bit of left-1
//	word 1   ((column 3 * 11^7 + column 4) * 11^3 + upper 3 cells of column 2) * 32 + lower five bits
//
// Only the cleared board with one move left has the zero key, and it is never
// remembered.
func (s *search) key(b *Board, left int) memo.Key {
	moves := uint64(left - 1)
	if s.board.eights == 0 {
		const size = Width * oneRight
		return memo.Key{b.ones | b.twos<<size, b.twos>>(64-size) | b.fours<<(2*size-64) | moves<<56}
	}
	digits := func(x, from, to int) (n uint64) {
		for y := to - 1; y >= from; y-- {
			n = n*(uint64(MaxColor)+1) + uint64(b.at(cellAt(x, y)))
		}
		return n
	}
	const base4, base3, base7 = 11 * 11 * 11 * 11, 11 * 11 * 11, 11 * 11 * 11 * 11 * 11 * 11 * 11
	return memo.Key{
		((digits(0, 0, 7)*base7+digits(1, 0, 7))*base4+digits(2, 0, 4))*2 + moves>>5,
		((digits(3, 0, 7)*base7+digits(4, 0, 7))*base3+digits(2, 4, 7))*32 + moves&31,
	}
}
