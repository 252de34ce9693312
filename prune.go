package mayan

import (
	"errors"
	"fmt"
	"math/bits"
	"time"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/columns"
)

// ErrOption is wrapped by errors about an option that is nil or makes no sense, or
// about a nil context.
var ErrOption = errors.New("bad option")

// An Option sets how a search works: which prune strategies it uses and what it
// may spend.
//
// A search starts with every strategy that is sound for its question, one worker,
// no limit of positions, and 256 MiB for remembered positions. Its options then
// apply from left to right; of two that set the same the last counts. [NoPrunes]
// takes all strategies off, and strategies after it come on again, so
//
//	mayan.Solve(ctx, board, n, mayan.NoPrunes(), mayan.PruneColumns())
//
// uses the column bound alone. There are two questions: the smallest sequence
// ([Solve], [Shortest]), and all sequences ([Solutions], [Count]). Strategies that
// are sound for a question change how long the search takes, never what it
// answers.
//
// Options hold no state, so they may be shared; only a [Stats] or a function in
// one is used by every search that is given it.
type Option interface {
	apply(*config) error
}

// config is what options set.
type config struct {
	strategies strategy
	cut        []func(b Board, left int) bool
	memory     int64
	workers    int
	shareFrom  uint64 // positions from which on the workers share the search; only tests set it
	nodes      uint64 // 0 is no limit
	stats      *Stats
	every      time.Duration
	progress   func(Stats)
	start      []Move
}

type option func(*config) error

func (o option) apply(c *config) error { return o(c) }

// newConfig applies the options to the given strategies.
func newConfig(strategies strategy, options []Option) (*config, error) {
	c := &config{strategies: strategies, memory: defaultMemory, workers: 1, shareFrom: defaultShareFrom}
	for i, o := range options {
		if o == nil {
			return nil, fmt.Errorf("mayan: option %d of %d: %w: nil", i+1, len(options), ErrOption)
		}
		if err := o.apply(c); err != nil {
			return nil, fmt.Errorf("mayan: option %d of %d: %w", i+1, len(options), err)
		}
	}
	if c.cut != nil {
		c.strategies &^= pruneCommuting
	}
	return c, nil
}

// defaultMemory is the bound of the table of remembered positions in bytes.
const defaultMemory = 256 << 20

// defaultShareFrom is the number of positions that one worker enters before others
// join it. A search of fewer ends before it pays to set several to work.
const defaultShareFrom = 2000

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
			return fmt.Errorf("%w: PruneFunc of nil", ErrOption)
		}
		c.cut = append(c.cut, prune)
		return nil
	})
}

// WithMemory bounds the table of remembered positions, in bytes. The table
// takes memory as it needs it, up to the bound; a full table forgets older
// positions, which costs time and changes no answer. With a bound of 0 nothing
// is remembered. A negative one is an [ErrOption].
func WithMemory(bytes int64) Option {
	return option(func(c *config) error {
		if bytes < 0 {
			return fmt.Errorf("%w: WithMemory of %d bytes", ErrOption, bytes)
		}
		c.memory = bytes
		return nil
	})
}

// WithNodeLimit ends the search with [ErrBudget] when it would enter more than n
// positions. A limit of 0 is an [ErrOption]: no search can keep to it. [Stats] says
// what counts as a position.
func WithNodeLimit(n uint64) Option {
	return option(func(c *config) error {
		if n == 0 {
			return fmt.Errorf("%w: WithNodeLimit of 0", ErrOption)
		}
		c.nodes = n
		return nil
	})
}

// WithWorkers has n goroutines share a search of [Solve] or [Shortest], which
// finds the same solution for any n. A short search ends before they are set to
// work. The default is 1, and more than 1024 count as 1024; below 1 it is an
// [ErrOption]. All goroutines have ended when the search returns. Where a node limit
// falls, and what the statistics say, depends on how they meet.
func WithWorkers(n int) Option {
	return option(func(c *config) error {
		if n < 1 {
			return fmt.Errorf("%w: WithWorkers of %d", ErrOption, n)
		}
		c.workers = min(n, 1024)
		return nil
	})
}

// WithProgress has the search call report now and then, in the goroutine of the
// caller, with what it has done so far. Between two calls it lets that much time
// pass at least. A panic in report reaches the caller. An interval that is not
// above 0 or a nil report is an [ErrOption].
func WithProgress(every time.Duration, report func(Stats)) Option {
	return option(func(c *config) error {
		switch {
		case every <= 0:
			return fmt.Errorf("%w: WithProgress every %v", ErrOption, every)
		case report == nil:
			return fmt.Errorf("%w: WithProgress with a nil report", ErrOption)
		}
		c.every, c.progress = every, report
		return nil
	})
}

// StartAfter has [Solve] or [Solutions] leave out all sequences that come before
// those that begin with prefix, but not these. It takes up a search that stopped:
// what its [*StopError] says it reached is the prefix. Positions on the way to the
// prefix do not count for [WithNodeLimit] again, so with one worker each call gets
// further. What the other search remembered is gone. Solutions that is taken up in
// this way lists each sequence once, over all calls.
//
// A solution may be the prefix, too. It is then the first that is found, so who has
// seen it already must pass over it.
//
// A prefix longer than the number of moves or with an illegal move is an
// [ErrOption]. No prefix starts from the beginning.
func StartAfter(prefix []Move) Option {
	prefix = slices.Clone(prefix)
	return option(func(c *config) error {
		c.start = prefix
		return nil
	})
}

// WithStats has the search write to stats what it did, once, when it returns,
// whether it has an answer or not. A search that is refused, as with [ErrMoves],
// [ErrUnsettled] or [ErrOption], leaves stats as it was.
func WithStats(stats *Stats) Option {
	return option(func(c *config) error {
		if stats == nil {
			return fmt.Errorf("%w: WithStats of nil", ErrOption)
		}
		c.stats = stats
		return nil
	})
}

// A position is a board and what the strategies ask about it.
type position struct {
	board  Board
	counts [MaxColor + 1]columns.Counts // for each colour its blocks in the columns, at most six in each; none for Empty
	gap    gap
}

// count counts the blocks of the board.
func (p *position) count() {
	for cells := p.board.occupied(); cells != 0; cells &= cells - 1 {
		cell := bits.TrailingZeros64(cells)
		p.counts[p.board.at(cell)] += columns.One(column(cell))
	}
	for color := Color(1); color <= MaxColor; color++ {
		p.gap.set(color, p.counts[color])
	}
}

// cross counts what a move takes to another column: a block, and another one the
// other way if the two swap. The board is not changed.
func (p *position) cross(cell int, dir Direction) {
	block, target := p.board.at(cell), p.board.at(cell+oneRight*int(dir))
	if block == target {
		return
	}
	across := columns.One(column(cell)+int(dir)) - columns.One(column(cell))
	p.counts[block] += across
	p.gap.set(block, p.counts[block])
	if target != Empty {
		p.counts[target] -= across
		p.gap.set(target, p.counts[target])
	}
}

// uncount takes the blocks in the given cells, which are about to vanish, out of
// the counts.
func (p *position) uncount(vanish uint64) {
	for vanish != 0 {
		color := p.board.at(bits.TrailingZeros64(vanish))
		cells := vanish & p.board.blocks(color)
		vanish &^= cells
		counts := p.counts[color]
		for ; cells != 0; cells &= cells - 1 {
			counts -= columns.One(column(bits.TrailingZeros64(cells)))
		}
		p.counts[color] = counts
		p.gap.set(color, counts)
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
	at := distanceBits * int(color)
	change := counts.Entry().Distance() - int(g.distances>>at&maxDistance)
	g.distances += uint64(change) << at
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

// useless returns those of the moves that the column bound does not let pass, as
// the left moves after them do not suffice. The moves must not swap equal blocks.
// The colours are those that the board may have, a bit for each.
//
// What a move does to the distances depends on no more than the boundary that it
// crosses and the colours of its blocks. So all moves are judged together by the
// distances; where these do not tell, the plans are asked once for all moves that
// are alike.
func (p *position) useless(moves moveSet, left int, colors uint16) moveSet {
	switch {
	case p.gap.sum+2 <= left:
		return moveSet{} // no move adds more than two
	case left == 0:
		return moves.without(p.finishing(colors)) // nothing is left to plan
	}
	var (
		blocksOf        [MaxColor + 1]uint64
		entries         [MaxColor + 1]columns.Entry
		toRight, toLeft steps
		urgent          uint64 // blocks of colours that must get nearer
		urgents         int    // how many colours these are
		highest         = bits.Len16(colors) - 1
	)
	blocksOf[Empty] = ^p.board.occupied()
	for ; colors != 0; colors &= colors - 1 {
		color := Color(bits.TrailingZeros16(colors))
		blocks, entry := p.board.blocks(color), p.counts[color].Entry()
		blocksOf[color], entries[color] = blocks, entry
		nearer, farther, distance := entry.Nearer(), entry.Farther(), entry.Distance()
		toRight.add(blocks, columnsOf(nearer.Right()), columnsOf(farther.Right()), distance, left)
		toLeft.add(blocks, columnsOf(nearer.Left())<<oneRight, columnsOf(farther.Left())<<oneRight, distance, left)
		if distance > left {
			urgent |= blocks
			urgents++
		}
	}
	// The other block of a swap steps the other way. Seen from the cell of the
	// first it is the next one.
	otherToLeft := steps{toLeft.nearer >> oneRight, toLeft.farther >> oneRight, toLeft.tooFar >> oneRight}
	otherToRight := steps{toRight.nearer << oneRight, toRight.farther << oneRight, toRight.tooFar << oneRight}
	adding := func(most int) moveSet {
		return moveSet{addingAtMost(most, toRight, otherToLeft), addingAtMost(most, toLeft, otherToRight)}
	}

	pass := moves.and(adding(2*left - p.gap.sum)).and(movesOf(urgent, urgents))
	if pass.isEmpty() {
		return moves
	}
	unknown := pass
	if most := left - p.gap.sum; most >= -2 { // no move takes off more
		unknown = pass.without(adding(most)) // to the others a move is left for each step
	}
	for !unknown.isEmpty() {
		cell, dir := unknown.first()
		to := cell + oneRight*int(dir)
		block, target := p.board.at(cell), p.board.at(to)
		from, into := blocksOf[block]&inColumn(column(cell)), blocksOf[target]&inColumn(column(to))
		var alike moveSet // the moves of these colours across this boundary
		switch {
		case target != Empty && dir == Right:
			alike = swapsOf(from & (into >> oneRight))
		case target != Empty:
			alike = swapsOf(into & (from >> oneRight))
		case dir == Right:
			alike.right = from & (into >> oneRight)
		default:
			alike.left = from & (into << oneRight)
		}
		across := columns.One(column(to)) - columns.One(column(cell))
		after := entries
		after[block] = (p.counts[block] + across).Entry()
		if target != Empty {
			after[target] = (p.counts[target] - across).Entry()
		}
		if !columns.Fit(after[1:highest+1], left) {
			pass = pass.without(alike)
		}
		unknown = unknown.without(alike)
	}
	return moves.without(pass)
}

// finishing returns the moves, legal or not, that make the counts of all colours
// clearable, if they do not swap equal blocks.
func (p *position) finishing(colors uint16) moveSet {
	var toRight, toLeft, urgent uint64 // blocks that may step, and those of colours of which one must
	urgents := 0
	for ; colors != 0; colors &= colors - 1 {
		color := Color(bits.TrailingZeros16(colors))
		blocks, entry := p.board.blocks(color), p.counts[color].Entry()
		may := entry.Nearer()
		switch entry.Distance() {
		case 0:
			may = ^entry.Farther()
		case 1:
			urgent |= blocks
			urgents++
		default:
			return moveSet{}
		}
		toRight |= blocks & columnsOf(may.Right())
		toLeft |= blocks & (columnsOf(may.Left()) << oneRight)
	}
	blocks := p.board.occupied()
	moves := moveSet{toRight & (toLeft>>oneRight | ^(blocks >> oneRight)), toLeft & (toRight<<oneRight | ^(blocks << oneRight))}
	return moves.and(movesOf(urgent, urgents))
}

// movesOf returns the moves, legal or not, of which a block of each of so many colours
// is part, given the blocks that have them.
func movesOf(blocks uint64, colors int) moveSet {
	switch colors {
	case 0:
		return moveSet{^uint64(0), ^uint64(0)}
	case 1:
		return moveSet{blocks | blocks>>oneRight, blocks | blocks<<oneRight}
	case 2:
		// The two blocks are of different colours, as equal ones are not swapped.
		return moveSet{blocks & (blocks >> oneRight), blocks & (blocks << oneRight)}
	}
	return moveSet{}
}

// steps are blocks that a step in one direction takes nearer to clearable counts
// of their colour, or farther from them, or so far that the moves left after it do
// not suffice.
type steps struct {
	nearer, farther, tooFar uint64
}

// add adds the blocks of a colour, given the columns from which a step takes them
// nearer and farther.
func (s *steps) add(blocks, nearer, farther uint64, distance, left int) {
	s.nearer |= blocks & nearer
	s.farther |= blocks & farther
	switch {
	case distance > left:
		s.tooFar |= blocks &^ nearer
	case distance == left:
		s.tooFar |= blocks & farther
	}
}

// addingAtMost returns the cells whose move adds at most so much to the sum of
// distances, and takes no colour too far, by the step of its block and, if it is a
// swap, that of the other.
func addingAtMost(most int, own, other steps) uint64 {
	cells := ^(own.tooFar | other.tooFar)
	switch {
	case most >= 2:
		return cells
	case most == 1:
		return cells &^ (own.farther & other.farther)
	case most == 0:
		return cells & (^own.farther | other.nearer) & (^other.farther | own.nearer)
	case most == -1:
		return cells & (own.nearer&^other.farther | other.nearer&^own.farther)
	case most == -2:
		return cells & own.nearer & other.nearer
	}
	return 0
}

// columnsOf returns all cells of the four left columns for which there is a bit.
// The bit of column x stands in the bottom cell, 8x, of one of four copies that lie
// 7 bits apart; from there it fills its column.
func columnsOf(set uint) uint64 {
	const copies = 1 | 1<<7 | 1<<14 | 1<<21
	return uint64(set) * copies & bottomRow * (1<<Height - 1)
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

// failsWithTwoLess reports whether the position is known to fail with two moves less:
// it is if a swap that makes no run fails, as that can be swapped back.
func (n *node) failsWithTwoLess() bool {
	return n.withTwoLess || !n.failed.and(n.quietSwaps()).isEmpty()
}

// behind returns what is known of the position behind any move. It fails with so many
// moves less if the position before it does: that could make the move first. Nothing is
// known yet of the moves from there.
func (n *node) behind() known {
	return known{
		withOneLess: n.withOneLess || !n.failed.and(n.idles).isEmpty(),
		withTwoLess: n.failsWithTwoLess(),
	}
}

// quietSwaps returns the swaps that change the board and make no run.
func (n *node) quietSwaps() moveSet { return n.swaps.without(n.loud).without(n.idles) }

// behindQuiet returns what is known to fail behind a move that makes no run.
//
// The move changes one cell in each of two neighbouring columns if it is a swap, and
// otherwise everything from its row up in the column of the block and the top of the
// other. Other swaps change their two cells only.
func (n *node) behindQuiet(cell int, dir Direction) known {
	k := n.behind()
	source := inColumn(column(cell))
	both := source | inColumn(column(cell)+int(dir))
	var swaps, drops moveSet
	if n.swaps.has(cell, dir) {
		// Another row will do. A drop out of one of the columns must start above.
		row, notAbove := uint64(bottomRow)<<row(cell), both&(bottomRow<<(row(cell)+1)-bottomRow)
		swaps, drops = n.quietSwaps().without(touching(both&row)), n.drops.without(moveSet{notAbove, notAbove})
	} else {
		// A swap with the column of the block must lie below. Drops may not meet at
		// all.
		swaps, drops = n.quietSwaps().without(touching(upFrom(cell))), n.drops.without(touching(both))
	}
	k.failed = n.failed.and(swaps.or(drops))
	if !n.swaps.has(cell, dir) {
		return k
	}
	first := bit(min(cell, cell+oneRight*int(dir)))
	for _, l := range n.failedLouds[:n.louds] {
		if l.inWay&first == 0 {
			n.add(&k.failed, l.move.cell(), l.move.dir())
		}
	}
	if n.failsWithTwoLess() {
		n.add(&k.failed, cell, dir) // it leads back
	}
	return k
}

// behindLoud returns what is known to fail behind a move that makes a run, given the
// swaps that are in its way.
func (n *node) behindLoud(inWay uint64) known {
	k := n.behind()
	k.failed = n.failed.and(n.quietSwaps().without(swapsOf(inWay)))
	return k
}

// inWay returns the swaps, each by its left cell, that may not commute with a move that
// makes a run.
//
// A swap that makes no run before the move commutes with it if none of its two blocks
// moves, vanishes or falls, and if it would make no run on any of the boards that the
// move leads through. On the last of these, which is settled, it may make one: then both
// orders go on alike. If the column bound tells on the way that the move fails, it does
// so behind the swap, too, with a move less left.
func (n *node) inWay(cell int, dir Direction, c cascade) uint64 {
	if n.swaps.has(cell, dir) {
		c.cells |= bit(cell) | bit(cell+oneRight*int(dir))
	} else {
		c.cells |= upFrom(cell)
	}
	return c.cells | c.cells>>oneRight | c.loud
}

// touching returns the moves from or to the given cells, or further up or down.
func touching(cells uint64) moveSet {
	return moveSet{cells | cells>>oneRight, cells | cells<<oneRight}
}

// A recentBoards remembers boards that no single move empties, each until another
// takes its place: many positions with one move left have been met shortly before.
// A search has one for each worker, small enough to stay in the nearest cache, where
// looking a board up costs little beside trying its moves.
type recentBoards [1 << recentBits]Board

const (
	recentBits  = 10
	recentBytes = 32 << recentBits
	recentFrom  = 500 // positions entered: a search that ends before does better without
)

// newRecentBoards returns recentBoards whose pages have been written to. They would be
// read first otherwise, and that costs more: package memo tells why.
func newRecentBoards() *recentBoards {
	const inPage = 4096 / 32
	r := new(recentBoards)
	for i := 0; i < len(r); i += inPage {
		r[i] = Board{}
	}
	return r
}

// at returns the only place where the board may be.
func (r *recentBoards) at(b *Board) *Board {
	if r == nil {
		return nil
	}
	// Odd multipliers spread the words over the high bits.
	hash := b.ones*0x9e3779b97f4a7c15 ^ b.twos*0xd6e8feb86659fd93 ^ b.fours*0xc2b2ae3d27d4eb4f ^ b.eights*0xa0761d6478bd642f
	return &r[hash>>(64-recentBits)]
}

// canClear reports whether some move empties the board of p. It is [PruneLastMove].
func (w *worker) canClear(p *position) bool {
	if w.recent == nil && w.keepsRecent && (w.team != nil || w.tally.Nodes > recentFrom) {
		w.recent = newRecentBoards()
	}
	// Swaps that make a run, each as a move right, and all moves onto empty cells.
	blocks := p.board.occupied()
	moves := moveSet{blocks &^ inColumn(Width-1), blocks &^ (blocks<<oneRight | inColumn(0))}
	if w.uses(pruneColumns) {
		moves = moves.and(p.finishing(w.colors))
	}
	if swaps := blocks >> oneRight; moves.right&swaps != 0 {
		moves.right &= p.board.loudSwaps() | ^swaps
	}
	if moves.isEmpty() {
		w.tally.Pruned.LastMove++
		return false
	}
	recent := w.recent.at(&p.board)
	if recent != nil && *recent == p.board {
		w.tally.Pruned.Failed++
		return false
	}
	for ; !moves.isEmpty(); moves.dropFirst() {
		board := Settle(p.board.shift(moves.first()))
		w.tally.Simulated++
		if board.IsCleared() {
			return true
		}
	}
	w.tally.Pruned.LastMove++
	if recent != nil {
		*recent = p.board
	}
	return false
}
