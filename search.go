package mayan

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/columns"
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
	Colors    uint64 // positions, by PruneColors
	Mirrors   uint64 // moves, by PruneMirrors
	Idles     uint64 // moves, by PruneIdles and PruneAllIdles
	Failed    uint64 // positions, by PruneFailed
	Columns   uint64 // the start and moves, by PruneColumns
	Commuting uint64 // moves, by PruneCommuting
	LastMove  uint64 // moves, by PruneLastMove
	Func      uint64 // positions, by PruneFunc
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
// of [PruneColors], [PruneMirrors], [PruneIdles], [PruneFailed], [PruneColumns],
// [PruneCommuting] and [PruneLastMove].
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
	failed *memo.Table    // positions that cannot be emptied; nil until there is one
	n      int            // moves in all
	path   [MaxMoves]Move // the moves made so far
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
	s.n = n
	s.tally.Done, s.tally.Total = 0, 0
	for range b.Moves() {
		s.tally.Total++
	}
	start := position{board: b}
	start.count()
	found := s.enter(&start, n, &moveSet{})
	if !found && s.err == nil {
		s.tally.Done = s.tally.Total
	}
	return found
}

// rememberFrom is the least number of moves left with which positions are
// remembered. With fewer, searching a position costs less than looking it up.
const rememberFrom = 2

// enter reports whether the board of p can be emptied in exactly left moves, and
// leaves the smallest such moves behind those already in s.path. The moves that
// are asleep are known to fail. If s.err is set enter does not know.
func (s *search) enter(p *position, left int, asleep *moveSet) bool {
	if s.stopped() {
		return false
	}
	s.tally.Nodes++
	if left == 0 || p.board.IsCleared() {
		return left == 0 && p.board.IsCleared()
	}
	if left == s.n && s.uses(pruneColumns) && p.isBeyond(left) {
		s.tally.Pruned.Columns++ // later positions have been tested with the move to them
		return false
	}
	if s.uses(pruneColors) && !s.uses(pruneColumns) && p.hasLoneColor() {
		s.tally.Pruned.Colors++
		return false
	}
	remember := s.uses(pruneFailed) && s.memory > 0 && left >= rememberFrom
	var key memo.Key
	if remember {
		if key = p.board.key(left); s.failed.Has(key) {
			s.tally.Pruned.Failed++
			return false
		}
	}
	for _, cut := range s.cut {
		if cut(p.board, left) {
			s.tally.Pruned.Func++
			return false
		}
	}
	if s.expand(p, left, asleep) {
		return true
	}
	if remember && s.err == nil {
		if s.failed == nil {
			s.failed = memo.NewSet(s.memory)
		}
		s.failed.Add(key)
		s.tally.Remembered++
	}
	return false
}

// A moveSet is a set of moves of one board. A column is laid out as in a Board.
// Of the four bits of a cell the lowest stands for the move right of the block
// there and the next for its move left. So the order of the bits, column by
// column, is puzzle order.
//
//	bit    3       2       1       0
//	    +-------+-------+-------+-------+
//	    |   0   |   0   | left  | right |
//	    +-------+-------+-------+-------+
type moveSet [Width]uint32

const (
	rightMoves = everyCell << 0
	leftMoves  = everyCell << 1
	twoMoves   = 1<<2 - 1 // the moves of one block
)

// skip takes moves out of part of a set and adds to count how many these were.
func skip(set *uint32, moves uint32, count *uint64) {
	*count += uint64(bits.OnesCount32(*set & moves))
	*set &^= moves
}

// expand tries the moves from p in puzzle order.
func (s *search) expand(p *position, left int, asleep *moveSet) bool {
	n := node{position: p, left: left, failed: *asleep}
	n.look()
	pruned := &s.tally.Pruned
	var useful moveSet
	if s.uses(pruneColumns) {
		useful = n.useful()
	}
	idleFound := false
	for x := range Width {
		moves := n.legal[x]
		if s.uses(pruneMirrors) {
			skip(&moves, n.swaps[x]&leftMoves, &pruned.Mirrors)
		}
		if s.uses(pruneIdles | pruneAllIdles) {
			idles := moves & n.idles[x]
			if !idleFound && !s.uses(pruneAllIdles) {
				idleFound = idles != 0
				idles &= idles - 1 // the first one stays
			}
			skip(&moves, idles, &pruned.Idles)
		}
		skip(&moves, n.failed[x], &pruned.Commuting)
		if left == 1 && s.uses(pruneLastMove) {
			skip(&moves, n.swaps[x]&^n.loud[x], &pruned.LastMove)
		}
		if s.uses(pruneColumns) {
			skip(&moves, ^useful[x], &pruned.Columns)
		}
		for ; moves != 0; moves &= moves - 1 {
			bit := bits.TrailingZeros32(moves)
			if s.try(&n, x, bit) {
				return true
			}
			if s.err != nil {
				return false
			}
			if left == s.n {
				s.tally.Done++
			}
		}
	}
	return false
}

// A node is a position whose moves are being tried.
type node struct {
	*position
	left   int     // moves left
	legal  moveSet // all moves
	swaps  moveSet // those onto a block
	idles  moveSet // those of the swaps that swap equal blocks
	loud   moveSet // those of the swaps that make a run
	drops  moveSet // moves onto an empty cell that turned out to make no run
	failed moveSet // moves known to fail before any was tried
}

// look finds the moves and what is known of them at once.
func (n *node) look() {
	loud := n.board.loudSwaps()
	right := uint64(n.board.columns[0])
	for x := range Width - 1 {
		left := right
		right = uint64(n.board.columns[x+1])
		blocks, others := uint32(occupied(left)), uint32(occupied(right))
		idles := uint32(equal(left, right))
		// A move right and the left move of the neighbour make the same swap.
		n.legal[x] |= blocks
		n.legal[x+1] |= others << 1
		n.swaps[x] |= blocks & others
		n.swaps[x+1] |= blocks & others << 1
		n.idles[x] |= idles
		n.idles[x+1] |= idles << 1
		n.loud[x] |= loud[x]
		n.loud[x+1] |= loud[x] << 1
	}
}

// useful returns moves among which are all that the column bound lets pass. A
// colour whose distance is the number of moves left is urgent: each move must
// bring it nearer. So a move must take an urgent block where that helps.
func (n *node) useful() moveSet {
	useful := moveSet{^uint32(0), ^uint32(0), ^uint32(0), ^uint32(0), ^uint32(0)}
	if n.left >= columns.Unreachable || n.gap.sum < n.left {
		return useful
	}
	for distances := n.gap.distances; distances != 0; {
		color := bits.TrailingZeros64(distances) / distanceBits
		distance := int(distances >> (distanceBits * color) & maxDistance)
		distances &^= maxDistance << (distanceBits * color)
		if distance < n.left {
			continue
		}
		var helps moveSet
		counts := n.counts[color]
		var blocks [Width]uint32
		for x, column := range n.board.columns {
			blocks[x] = uint32(equal(uint64(column), uint64(color)*everyCell))
		}
		for x := range Width - 1 {
			across := columns.One(x+1) - columns.One(x)
			// Of the blocks that change places across a boundary either may be the
			// urgent one.
			if blocks[x] != 0 && (counts+across).Entry().Distance() < distance {
				helps[x] |= blocks[x]
				helps[x+1] |= blocks[x] << 1
			}
			if blocks[x+1] != 0 && (counts-across).Entry().Distance() < distance {
				helps[x] |= blocks[x+1]
				helps[x+1] |= blocks[x+1] << 1
			}
		}
		for x := range helps {
			useful[x] &= helps[x]
		}
	}
	return useful
}

// try makes the move of column x that stands at the given bit of a moveSet and
// enters the position behind it.
func (s *search) try(n *node, x, bit int) bool {
	y, dir := bit/cellBits, Right
	if bit%cellBits != 0 {
		dir = Left
	}
	to, left := x+int(dir), n.left-1
	swap := n.swaps[x]>>bit&1 != 0

	// The column bound comes first, as it refuses most moves. The blocks change
	// columns; two equal ones change nothing.
	block, target := n.board.at(x, y), n.board.at(to, y)
	blocks, targets, gap := n.counts[block], n.counts[target], n.gap
	if block != target {
		across := columns.One(to) - columns.One(x)
		blocks += across
		gap.set(block, blocks)
		if swap {
			targets -= across
			gap.set(target, targets)
		}
		if s.uses(pruneColumns) && gap.exceeds(left) {
			s.tally.Pruned.Columns++
			return false
		}
	}
	next := *n.position
	next.counts[block], next.counts[target], next.gap = blocks, targets, gap
	if s.uses(pruneColumns) && next.isBeyond(left) {
		s.tally.Pruned.Columns++
		return false
	}

	s.tally.Simulated++
	next.board.shift(x, y, to)
	quiet := swap && n.loud[x]>>bit&1 == 0
	if !quiet {
		var ok bool
		if quiet, ok = s.settle(&next, left); !ok {
			s.tally.Pruned.Columns++
			return false
		}
		if quiet {
			n.drops[x] |= 1 << bit
			if left == 0 && s.uses(pruneLastMove) {
				s.tally.Pruned.LastMove++
				return false
			}
		}
	}
	var asleep moveSet
	if quiet && left > 0 && s.uses(pruneCommuting) && s.cut == nil {
		asleep = n.asleepAfter(x, bit, y, to)
	}
	s.path[s.n-n.left] = Move{x, y, dir}
	return s.enter(&next, left, &asleep)
}

// settle settles the board of p, of which left moves remain. It is not ok if
// the column bound tells on the way that they do not suffice. It is quiet if
// nothing vanished.
func (s *search) settle(p *position, left int) (quiet, ok bool) {
	quiet = true
	for {
		vanish := p.board.runs()
		if vanish.isEmpty() {
			return quiet, quiet || !s.uses(pruneColumns) || !p.isBeyond(left)
		}
		quiet = false
		p.uncount(vanish)
		p.board.remove(vanish)
		if s.uses(pruneColumns) && p.gap.exceeds(left) {
			return false, false
		}
	}
}

// asleepAfter returns the moves that are known to fail behind the quiet move at
// the given bit of column x: those that fail here, make no run here, and lead to
// the same board whether they come before or after. [PruneCommuting] tells why.
//
// The move at hand comes from row y of column x and goes to column to. It changes
// one cell in each of the two columns if it is a swap, and otherwise everything
// from row y up in column x and the top of the other. Other swaps change their two
// cells only.
func (n *node) asleepAfter(x, bit, y, to int) moveSet {
	swap := n.swaps[x]>>bit&1 != 0
	first := min(x, to)
	row := uint32(twoMoves) << (cellBits * y)
	below := uint32(1)<<(cellBits*y) - 1
	above := ^below &^ (cellMask << (cellBits * y))
	asleep := n.failed
	for c := range Width {
		switch {
		case c < x:
			asleep[c] = ^uint32(0)
		case c == x:
			asleep[c] |= 1<<bit - 1
		}
		var meets, source uint32 // the moves of column c that touch both columns, or column x
		if c >= first-1 && c <= first+1 {
			meets |= rightMoves
		}
		if c >= first && c <= first+2 {
			meets |= leftMoves
		}
		swaps, drops := n.swaps[c]&^n.loud[c]&^n.idles[c], n.drops[c]
		if swap {
			// Another row will do. A drop out of one of the columns must start above.
			swaps &^= meets & row
			if c == first || c == first+1 {
				drops &= above
			}
		} else {
			// A swap with column x must lie below. Drops may not meet at all.
			if c == x || c == x-1 {
				source |= rightMoves
			}
			if c == x || c == x+1 {
				source |= leftMoves
			}
			swaps &^= source &^ below
			drops &^= meets
		}
		asleep[c] &= swaps | drops
	}
	return asleep
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

// A position is a board and what the strategies ask about it.
type position struct {
	board  Board
	counts [MaxColor + 1]columns.Counts // for each colour its blocks in the columns; none for Empty
	gap    gap
}

// count counts the blocks of the board.
func (p *position) count() {
	for x, column := range p.board.columns {
		for ; column != 0; column >>= cellBits {
			p.counts[column&cellMask] += columns.One(x)
		}
	}
	for color := Color(1); color <= MaxColor; color++ {
		p.gap.set(color, p.counts[color])
	}
}

// uncount takes the blocks in the given cells, which are about to vanish, out of
// the counts.
func (p *position) uncount(vanish Cells) {
	changed := uint32(0)
	for x, cells := range vanish.columns {
		for ; cells != 0; cells &= cells - 1 {
			color := p.board.columns[x] >> bits.TrailingZeros32(cells) & cellMask
			p.counts[color] -= columns.One(x)
			changed |= 1 << color
		}
	}
	for ; changed != 0; changed &= changed - 1 {
		color := Color(bits.TrailingZeros32(changed))
		p.gap.set(color, p.counts[color])
	}
}

// A gap is how far the colours are from clearable counts.
type gap struct {
	distances uint64 // of each colour in four bits, the highest of them spare
	sum       int    // of all distances
}

const (
	distanceBits  = 4
	maxDistance   = 1<<(distanceBits-1) - 1
	everyDistance = 1 << (distanceBits * (int(MaxColor) + 1)) / (1<<distanceBits - 1) // the lowest bit of each
)

// set enters the distance of the counts of a colour.
func (g *gap) set(color Color, counts columns.Counts) {
	bit := distanceBits * int(color)
	change := counts.Entry().Distance() - int(g.distances>>bit&maxDistance)
	g.distances += uint64(change) << bit
	g.sum += change
}

// exceeds reports whether the distances alone tell that left moves do not suffice:
// one is above left, or their sum above twice that.
func (g gap) exceeds(left int) bool {
	// With the margin added a distance above left reaches its spare bit. Finite
	// distances are below columns.Unreachable.
	margin := uint64(maxDistance - min(left, columns.Unreachable-1))
	return (g.distances+margin*everyDistance)&((maxDistance+1)*everyDistance) != 0 || g.sum > 2*left
}

// isBeyond reports whether the column bound tells that left moves do not suffice.
func (p *position) isBeyond(left int) bool {
	if p.gap.exceeds(left) {
		return true
	}
	if p.gap.sum <= left {
		return false // there is a move for each step
	}
	var entries [MaxColor]columns.Entry
	n := 0
	for distances := p.gap.distances; distances != 0; n++ {
		color := bits.TrailingZeros64(distances) / distanceBits
		distances &^= maxDistance << (distanceBits * color)
		entries[n] = p.counts[color].Entry()
	}
	return !columns.Fit(entries[:n], left)
}

// hasLoneColor reports whether some colour has one or two blocks.
func (p *position) hasLoneColor() bool {
	for _, counts := range p.counts {
		if n := counts.Total(); n == 1 || n == 2 {
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
