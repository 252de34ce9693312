package mayan

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/memo"
)

var (
	// ErrNoSolution is wrapped by the error of a search that proved that there is
	// no solution.
	ErrNoSolution = errors.New("no solution")

	// ErrBudget is wrapped by the error of a search that spent what it was given
	// before it had an answer. There may or may not be a solution.
	ErrBudget = errors.New("budget spent")

	// ErrUnsettled is wrapped by the error of a search from a board with runs on
	// it.
	ErrUnsettled = errors.New("board is not settled")

	// ErrMoves is wrapped by the error of a search for a number of moves below 0
	// or above MaxMoves.
	ErrMoves = errors.New("number of moves out of range")
)

// A Solution is a sequence of moves that empties a board.
type Solution []Move

// String returns the solution in the contest's output format: a line for each
// move, as [Move.String] writes it. Lines are parted by newlines; the last has
// none.
func (s Solution) String() string {
	var text []byte
	for i, m := range s {
		if i > 0 {
			text = append(text, '\n')
		}
		text, _ = m.AppendText(text)
	}
	return string(text)
}

// Stats says what a search did.
type Stats struct {
	Nodes       uint64        // positions entered, the first and those without a move left included
	Simulated   uint64        // moves shifted and settled
	Remembered  uint64        // positions remembered as failed
	Pruned      Pruned        // what each strategy cut off
	Done, Total int           // first moves that are dealt with, and all there are
	Elapsed     time.Duration // time of the search
}

// Pruned counts what each strategy cut off, positions or moves. What several
// strategies would have cut is counted for the first that did.
type Pruned struct {
	Colors   uint64 // positions, by PruneColors
	Mirrors  uint64 // moves, by PruneMirrors
	Idles    uint64 // moves, by PruneIdles and PruneAllIdles
	Failed   uint64 // positions, by PruneFailed
	Columns  uint64 // positions and moves, by PruneColumns
	LastMove uint64 // moves, by PruneLastMove
	Func     uint64 // positions, by PruneFunc
}

// Solve returns the lexicographically smallest sequence of exactly n moves that
// empties the board, in puzzle order ([Move.Compare]).
//
// The error tells apart what is known:
//
//   - nil: the solution is the smallest;
//   - [ErrNoSolution]: it is proved that there is none;
//   - [ErrBudget]: a limit set by an option was reached, nothing is known;
//   - an error that wraps ctx.Err() and, if it differs, [context.Cause]: the
//     search was cancelled or its deadline passed, nothing is known;
//   - [ErrUnsettled]: runs lie on the board, so it is no position of the game;
//   - [ErrMoves]: n is below 0 or above MaxMoves;
//   - [ErrOption]: an option is nil or makes no sense.
//
// A board that empties before the last move counts as failed, as there is
// nothing left to move. With n = 0 the question is whether the board is
// cleared; the solution is then empty.
//
// Solve is a depth-first search in puzzle order, so the first sequence that it
// finds is the smallest. The prune strategies that it uses by default are those
// of [PruneColors], [PruneMirrors], [PruneIdles], [PruneFailed], [PruneColumns]
// and [PruneLastMove].
func Solve(ctx context.Context, b Board, n int, options ...Option) (Solution, error) {
	return find(ctx, b, n, n, options)
}

// Shortest returns the smallest sequence of the fewest moves that empties the
// board, in at most limit moves. Its errors are those of [Solve];
// [ErrNoSolution] says that no sequence of at most limit moves empties the
// board. The cleared board takes no move.
//
// It asks for 0 moves, for 1, and so on. Positions that failed are remembered
// throughout, and [WithStats] and [WithNodeLimit] count the whole.
func Shortest(ctx context.Context, b Board, limit int, options ...Option) (Solution, error) {
	return find(ctx, b, 0, limit, options)
}

// find returns the smallest solution of the fewest moves from least to most.
func find(ctx context.Context, b Board, least, most int, options []Option) (Solution, error) {
	s, err := newSearch(ctx, b, most, options)
	if err != nil {
		return nil, err
	}
	if s.stats != nil {
		started := time.Now()
		defer func() {
			s.tally.Elapsed = time.Since(started)
			*s.stats = s.tally
		}()
	}
	for n := least; n <= most; n++ {
		if s.run(b, n) {
			return slices.Clone(s.path[:n]), nil
		}
		if s.err != nil {
			return nil, s.err
		}
	}
	if least < most {
		return nil, fmt.Errorf("mayan: %w in at most %d moves", ErrNoSolution, most)
	}
	return nil, fmt.Errorf("mayan: %w in exactly %d moves", ErrNoSolution, most)
}

// A search is one call's run of the engine.
type search struct {
	config
	ctx    context.Context
	steps  *[countsSize]uint8 // the table of the column bound, nil if it is not used
	failed *memo.Table        // positions that cannot be emptied
	n      int                // moves in all
	path   [MaxMoves]Move     // the moves made so far
	tally  Stats
	err    error // why the search stopped early
}

func newSearch(ctx context.Context, b Board, n int, options []Option) (*search, error) {
	if ctx == nil {
		return nil, fmt.Errorf("mayan: %w: the context is nil", ErrOption)
	}
	c, err := newConfig(soundForSmallest, options)
	switch {
	case err != nil:
		return nil, err
	case n < 0 || n > MaxMoves:
		return nil, fmt.Errorf("mayan: %w: %d is not 0 to %d", ErrMoves, n, MaxMoves)
	case !b.IsSettled():
		return nil, fmt.Errorf("mayan: %w: there are runs on %v", ErrUnsettled, b)
	}
	return &search{config: c, ctx: ctx}, nil
}

// run searches for the smallest n moves that empty b and leaves them in s.path.
func (s *search) run(b Board, n int) bool {
	if s.uses(pruneColumns) {
		s.steps = columnSteps()
	}
	if s.uses(pruneFailed) && s.failed == nil {
		s.failed = memo.NewSet(s.memory)
	}
	s.n = n
	s.tally.Done, s.tally.Total = 0, 0
	for range b.Moves() {
		s.tally.Total++
	}
	start := position{board: b}
	start.count(s.steps)
	found := s.enter(&start, n)
	if !found && s.err == nil {
		s.tally.Done = s.tally.Total
	}
	return found
}

// enter reports whether the board of p can be emptied in exactly left moves, and
// leaves the smallest such moves behind those already in s.path. If s.err is set
// it does not know.
func (s *search) enter(p *position, left int) bool {
	if s.stopped() {
		return false
	}
	s.tally.Nodes++
	if left == 0 || p.board.IsCleared() {
		return left == 0 && p.board.IsCleared()
	}
	if s.fails(p, left) {
		return false
	}
	idle := false // a swap of equal blocks has been tried
	for x := range Width {
		y := 0
		for column := p.board.columns[x]; column != 0; column >>= cellBits {
			block := Color(column & cellMask)
			for _, dir := range [...]Direction{Right, Left} {
				to := x + int(dir)
				if uint(to) >= Width {
					continue
				}
				target := p.board.at(to, y)
				if dir == Left && target != Empty && s.uses(pruneMirrors) {
					s.tally.Pruned.Mirrors++
					continue
				}
				if target == block {
					if s.uses(pruneAllIdles) || idle && s.uses(pruneIdles) {
						s.tally.Pruned.Idles++
						continue
					}
					idle = true
				}
				s.path[s.n-left] = Move{x, y, dir}
				if s.try(p, left, x, y, to) {
					return true
				}
				if s.err != nil {
					return false
				}
				if left == s.n {
					s.tally.Done++
				}
			}
			y++
		}
	}
	if s.failed != nil {
		s.failed.Add(p.board.key(left))
		s.tally.Remembered++
	}
	return false
}

// stopped reports whether the search must not enter another position, and sets
// s.err if so.
func (s *search) stopped() bool {
	// Asking the context costs more than most positions do. A function of the
	// caller may take long, though.
	const rarely = 1 << 8
	if s.tally.Nodes%rarely == 0 || s.cut != nil {
		if err := s.ctx.Err(); err != nil {
			s.err = fmt.Errorf("mayan: search stopped after %d positions: %w", s.tally.Nodes, err)
			if cause := context.Cause(s.ctx); cause != err {
				s.err = fmt.Errorf("%w: %w", s.err, cause)
			}
		}
	}
	if s.nodes != 0 && s.tally.Nodes >= s.nodes {
		s.err = fmt.Errorf("mayan: %w: %d positions entered", ErrBudget, s.tally.Nodes)
	}
	return s.err != nil
}

// fails reports whether a strategy tells that p cannot be emptied in exactly
// left moves.
func (s *search) fails(p *position, left int) bool {
	pruned := &s.tally.Pruned
	if s.steps != nil {
		if p.isBeyond(left) {
			pruned.Columns++
			return true
		}
	} else if s.uses(pruneColors) && p.hasLoneColor() {
		pruned.Colors++
		return true
	}
	if s.failed != nil && s.failed.Has(p.board.key(left)) {
		pruned.Failed++
		return true
	}
	for _, cut := range s.cut {
		if cut(p.board, left) {
			pruned.Func++
			return true
		}
	}
	return false
}

// try makes one move of the left moves from p, the block in column x and row y
// to column to, and enters the position behind it.
func (s *search) try(p *position, left, x, y, to int) bool {
	next := *p
	block, target := p.board.at(x, y), p.board.at(to, y)
	next.step(s.steps, block, x, to)
	if target != Empty {
		next.step(s.steps, target, to, x)
	}
	if s.steps != nil && next.isBeyond(left-1) {
		s.tally.Pruned.Columns++
		return false
	}
	s.tally.Simulated++
	next.board.shift(x, y, to)
	if next.board.settle() {
		next.count(s.steps)
	} else if left == 1 && s.uses(pruneLastMove) {
		s.tally.Pruned.LastMove++
		return false
	}
	return s.enter(&next, left-1)
}

// A position is a board and what the strategies ask about it.
type position struct {
	board     Board
	counts    [MaxColor + 1]uint16 // for each colour its blocks in the columns, as the column bound lays them out
	distances uint64               // for each colour its steps to clearable counts, four bits each
	distance  int                  // the sum of all distances
}

// count counts the blocks of the board anew.
func (p *position) count(steps *[countsSize]uint8) {
	p.counts = [MaxColor + 1]uint16{}
	for x, column := range p.board.columns {
		for ; column != 0; column >>= cellBits {
			p.counts[column&cellMask] += inColumn(x)
		}
	}
	p.distances, p.distance = 0, 0
	if steps == nil {
		return
	}
	for color, counts := range p.counts {
		d := steps[counts]
		p.distances |= uint64(d) << (distanceBits * color)
		p.distance += int(d)
	}
}

// step takes a block from one column to another in the counts.
func (p *position) step(steps *[countsSize]uint8, color Color, from, to int) {
	counts := p.counts[color] + inColumn(to) - inColumn(from)
	p.counts[color] = counts
	if steps == nil {
		return
	}
	bit := distanceBits * int(color)
	change := int(steps[counts]) - int(p.distances>>bit&maxDistance)
	p.distances += uint64(change) << bit
	p.distance += change
}

// isBeyond reports whether the column bound tells that left moves do not suffice.
func (p *position) isBeyond(left int) bool {
	// Each distance has three bits and a spare one, which the sum reaches if the
	// distance is above left.
	const everyDistance = 1 << (distanceBits * (int(MaxColor) + 1)) / (1<<distanceBits - 1)
	margin := uint64(maxDistance - min(left, unreachable-1))
	tooFar := (p.distances + margin*everyDistance) & ((maxDistance + 1) * everyDistance)
	return tooFar != 0 || p.distance > 2*left
}

// hasLoneColor reports whether some colour has one or two blocks.
func (p *position) hasLoneColor() bool {
	for _, counts := range p.counts {
		n := 0
		for ; counts != 0; counts >>= countBits {
			n += int(counts & maxCount)
		}
		if n == 1 || n == 2 {
			return true
		}
	}
	return false
}

// key returns the position of this board with left moves to go, for remembering.
// Different positions have different keys.
//
// A column read as a number of seven digits in base 11 is below 11^7; five of
// them and left-1, which has six bits, take less than 2^128. The third column
// and the number of moves are split to fill both words:
//
//	word 0   ((column 0 * 11^7 + column 1) * 11^4 + lower 4 cells of column 2) * 2  + upper bit of left-1
//	word 1   ((column 3 * 11^7 + column 4) * 11^3 + upper 3 cells of column 2) * 32 + lower five bits
//
// Only the cleared board with one move left has the zero key, and it is never
// remembered.
func (b *Board) key(left int) memo.Key {
	const base4, base3, base7 = 11 * 11 * 11 * 11, 11 * 11 * 11, 11 * 11 * 11 * 11 * 11 * 11 * 11
	var columns, lower, upper [Width]uint64
	for x, column := range b.columns {
		// Pairs of cells become digits of base 121 in bytes, pairs of these digits
		// of base 11^4 in halves of the word.
		pairs := column&0x0f0f0f0f + 11*(column>>cellBits&0x0f0f0f0f)
		fours := pairs&0x00ff00ff + 121*(pairs>>8&0x00ff00ff)
		lower[x], upper[x] = uint64(fours&0xffff), uint64(fours>>16)
		columns[x] = lower[x] + base4*upper[x]
	}
	moves := uint64(left - 1)
	return memo.Key{
		((columns[0]*base7+columns[1])*base4+lower[2])*2 + moves>>5,
		((columns[3]*base7+columns[4])*base3+upper[2])*32 + moves&31,
	}
}
