// This file holds how one worker goes through the tree of positions.

package mayan

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/memo"
)

// A question is what a search asks for.
type question uint8

const (
	finding  question = iota // the first solution
	listing                  // all solutions, one by one
	counting                 // how many there are
)

// A worker goes through the tree of one search in one goroutine.
type worker struct {
	search
	question question
	path     [MaxMoves]packedMove // the moves from the start to the present position
	depth    int                  // how many moves these are
	tally    Stats
	err      error // why the worker stopped early

	list   func(Solution) bool // takes each solution if the question is listing; false stops the search
	listed bool                // list was called since the last poll

	// With floor moves left, positions are handed on instead of entered. If handOn is nil,
	// the worker enters all positions itself.
	floor  int
	handOn func(p position, before known, start []Move)

	canShare bool          // stop with errLong when a team should go on
	team     *team         // the workers that share the search; nil if this one is alone
	task     int64         // the task at hand; without a team, the last task that has failed
	recent   *recentBoards // nil until the worker needs it
}

// Errors that stay inside.
var (
	errLoopEnded = errors.New("no more solutions are wanted")
	errBeaten    = errors.New("an earlier task has a solution")
	errHalted    = errors.New("another worker has failed")
	errLong      = errors.New("the search takes long enough to be shared")
)

// run searches n moves from the start with this worker alone. It returns what enter
// returns.
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
	complete = w.err == nil && (w.question != finding || found == 0)
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

// enter returns how many solutions the board of p has in exactly left moves. If the
// question is finding, it stops at the first, whose moves are then in w.path. If w.err
// is set, the number means nothing.
//
// before says which moves are known to fail. Sequences that sort before start are
// skipped.
func (w *worker) enter(p *position, left int, before *known, start []Move) uint64 {
	w.depth = w.n - left
	if w.handOn != nil && left == w.floor {
		w.handOn(*p, *before, start)
		return 0 // as if the position had failed: share says why
	}
	// On the way to the place where another search stopped, positions do not count
	// again.
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
	// Other positions were tested with the move that leads to them.
	if left == w.n && w.uses(pruneColumns) && p.isBeyond(left) {
		w.tally.Pruned.Columns++
		return 0
	}
	if w.uses(pruneColors) && !w.uses(pruneColumns) && p.hasLoneColor() {
		w.tally.Pruned.Colors++
		return 0
	}
	// If moves are skipped because of start, the result is not the result of the
	// position.
	remember := w.table != nil && left >= rememberFrom && len(start) == 0
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
	// If there was nothing to try, finding that out again is as fast as a lookup.
	if remember && tried && w.err == nil {
		w.remember(key, found)
	}
	return found
}

// leaf is enter for positions with no move left.
func (w *worker) leaf(p *position) uint64 {
	if !p.board.IsCleared() {
		return 0
	}
	if w.question == listing {
		if w.poll(); w.err != nil {
			return 0 // the context has ended since the last poll
		}
		if !w.list(w.solution(w.n)) {
			w.err = errLoopEnded
			return 0
		}
		w.listed = true
	}
	return 1
}

// stopped reports whether the worker must not enter another position, and sets
// w.err if so.
func (w *worker) stopped() bool {
	// Polling costs more than most positions do. But what the caller does in a
	// strategy or between two solutions may take long, or end the context.
	const rarely = 1 << 8
	if w.tally.Nodes%rarely == 0 || w.cut != nil || w.listed {
		w.listed = false
		w.poll()
	}
	if w.canShare && w.err == nil && w.tally.Nodes >= w.shareFrom {
		w.err = errLong
	}
	if w.err == nil && !w.watch.Enter(1) {
		w.stop(fmt.Errorf("%w: limit of %d positions", ErrBudget, w.nodes))
	}
	return w.err != nil
}

// poll sees whether the search must stop, and reports progress. If the search must
// stop, poll sets w.err.
func (w *worker) poll() {
	if w.team != nil {
		w.team.collect(w)
	}
	w.report()
	switch err := w.watch.Err(); { // the report may have ended the context
	case err != nil:
		w.stop(err)
	case w.team == nil:
	case w.team.best.Load() < w.task:
		w.err = errBeaten
	case w.team.halted.Load():
		w.stop(errHalted)
	}
}

// stop makes err the error of the worker, in a StopError that says how far the search
// came.
func (w *worker) stop(err error) {
	if w.question == counting {
		w.err = &StopError{Moves: w.n, Err: err}
		return
	}
	reached := w.solution(w.depth)
	if w.depth < len(w.start) && slices.Equal(reached, w.start[:w.depth]) {
		reached = slices.Clone(w.start) // still on the way to where it was to start
	}
	w.err = &StopError{Moves: w.n, Reached: reached, Err: err}
}

// expand tries the moves from p in puzzle order. It returns what enter returns, and
// whether there was any move to try.
func (w *worker) expand(p *position, left int, before *known, start []Move) (found uint64, tried bool) {
	var n node
	n.position, n.left, n.known = p, left, *before
	n.look()
	moves := n.legal
	if len(start) > 0 {
		moves = moves.without(start[0].earlier())
	}
	// The smallest sequence needs no move with the same effect as an earlier move. But
	// the earlier move may be skipped because of start.
	smallest := w.question == finding
	skipped := smallest && len(start) > 0
	pruned := &w.tally.Pruned
	mirrors := moveSet{left: n.swaps.left}
	laterIdles := n.idles
	laterIdles.right &= laterIdles.right - 1
	switch {
	case w.uses(pruneMirrors) && !skipped:
		moves.skip(mirrors, &pruned.Mirrors)
	case w.question == counting:
		moves = moves.without(mirrors) // the weight of the move right counts both
	}
	switch {
	case w.uses(pruneAllIdles):
		moves.skip(n.idles, &pruned.Idles)
	case w.uses(pruneIdles) && !skipped:
		moves.skip(laterIdles, &pruned.Idles)
	case w.question == counting:
		moves = moves.without(laterIdles) // the weight of the first counts all
	}
	moves.skip(n.failed, &pruned.Commuting)
	if w.uses(pruneColumns) {
		useless := n.useless(moves.without(n.idles), left-1, w.colors)
		if idles := moves.and(n.idles); !idles.isEmpty() && n.isBeyond(left-1) {
			useless = useless.or(idles)
		}
		n.failed = n.failed.or(useless)
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
			w.err = fmt.Errorf("mayan: %s: %w: more than %d sequences of %s", w.function, ErrOverflow, uint64(math.MaxUint64), moveCount(w.n))
			return 0, true
		}
		if found = sum; w.question == finding {
			return found, true
		}
	}
	return found, true
}

// weight returns for how many moves a move counts. If solutions are counted, it counts
// also for the moves with the same effect, which are not tried.
func (w *worker) weight(n *node, cell int, dir Direction) uint64 {
	swap, idle := n.swaps.has(cell, dir), n.idles.has(cell, dir)
	switch {
	case w.question != counting || !swap || idle && w.uses(pruneIdles):
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

// fail notes that a move fails. If the move makes a run, inWay are the swaps that may
// not commute with it, or 0 if they are not known or the move makes no run. If there is
// no room to note them, less is known to commute, which does no harm.
func (n *node) fail(cell int, dir Direction, inWay uint64) {
	n.add(&n.failed, cell, dir)
	if inWay != 0 && n.matches < len(n.failedMatches) {
		n.failedMatches[n.matches] = failedMatch{packMove(cell, dir), inWay}
		n.matches++
	}
}

// add adds a move to a set. If the move is a swap, it also adds the move of the other
// block.
func (n *node) add(set *moveSet, cell int, dir Direction) {
	set.add(cell, dir)
	if n.swaps.has(cell, dir) {
		set.add(cell+oneRight*int(dir), -dir)
	}
}

// A node is a position whose moves are being tried.
type node struct {
	*position
	known
	left     int     // moves left
	legal    moveSet // all moves
	swaps    moveSet // moves onto a block
	idles    moveSet // swaps of two equal blocks
	matching moveSet // swaps that make a run
	drops    moveSet // moves onto an empty cell that are found to make no run
	twins    uint64  // blocks that lie on an equal block

	failedMatches [12]failedMatch // the first of them; few nodes have more
	matches       int             // how many are used
}

// A failedMatch is a move that makes a run and is known to fail.
type failedMatch struct {
	move  packedMove
	inWay uint64 // swaps that may not commute with the move, each by its left cell
}

// known has the moves that are known to fail at a position.
type known struct {
	failed                   moveSet // moves that fail
	withOneLess, withTwoLess bool    // the position fails with one move less, and with two moves less
}

// look finds the moves, and what can be told of them without playing any.
func (n *node) look() {
	blocks := n.board.occupied()
	n.legal = n.board.legal()
	n.swaps = swapsOf(blocks & (blocks >> oneRight))
	n.idles = swapsOf(n.board.equal(oneRight))
	if n.withOneLess {
		n.failed = n.failed.or(n.idles)
	}
}

// lookCloser finds the facts that trying moves needs. Moves that are known to fail are
// not tried, but whether they make a run matters for other moves.
func (n *node) lookCloser(failed moveSet) {
	n.matching = swapsOf(n.board.matchingSwaps())
	n.twins = n.board.equal(oneUp) << oneUp
	for drops := failed.without(n.swaps); !drops.isEmpty(); drops.dropFirst() {
		if cell, dir := drops.first(); n.board.shift(cell, dir).runs() == 0 {
			n.drops.add(cell, dir)
		}
	}
}

// repeats reports whether a move drops the upper of two equal blocks, and dropping the
// lower is known to fail. Both moves lead to the same board.
func (n *node) repeats(cell int, dir Direction) bool {
	below := cell - oneUp // where it drops, so does the one above
	return n.twins&bit(cell) != 0 && n.failed.has(below, dir) && !n.swaps.has(below, dir)
}

// try plays a move, enters the position after it, and returns what enter returns.
func (w *worker) try(n *node, cell int, dir Direction, start []Move) uint64 {
	left := n.left - 1
	next := *n.position
	next.cross(cell, dir)
	next.board = next.board.shift(cell, dir)
	w.tally.Tried++
	last := left == 0 || left == 1 && w.uses(pruneLastMove) // after it, knowing what fails saves nothing
	commuting := w.uses(pruneCommuting) && !last
	plain := n.swaps.has(cell, dir) && !n.matching.has(cell, dir)
	var inWay uint64 // of a move that makes a run
	if !plain {
		vanish := next.board.runs()
		plain = vanish == 0
		if plain {
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
	case commuting && plain:
		before = n.behindPlain(cell, dir)
	case commuting:
		before = n.behindMatching(inWay)
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

// A cascade describes the rounds of a board that settles.
type cascade struct {
	cells    uint64 // cells whose blocks vanish or fall
	matching uint64 // swaps that would make a run on a board before the last, each by its left cell
}

// settle settles the board of p, which has the given runs. left is the number of moves
// after that. If c is not nil, settle describes the cascade in it. If the column bound
// shows on the way that the moves left do not suffice, settle returns false.
func (w *worker) settle(p *position, vanish uint64, left int, c *cascade) bool {
	for ; vanish != 0; vanish = p.board.runs() {
		if c != nil {
			c.cells |= upwards(vanish)
			c.matching |= p.board.matchingSwaps()
		}
		p.uncount(vanish)
		if w.uses(pruneColumns) && p.gap.exceeds(left) {
			return false
		}
		p.board = p.board.without(vanish)
	}
	return !w.uses(pruneColumns) || !p.isBeyond(left)
}
