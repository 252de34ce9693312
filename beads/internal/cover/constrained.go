package cover

import (
	"cmp"
	"math"
	"math/bits"
	"unsafe"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/memo"
)

// A constrained search goes through the solutions depth first. It covers next the cell
// with the fewest placements or, if every piece is needed, uses next the piece with the
// fewest placements. It suits problems on which the layers of a sweep are too large.
//
// Different orders of placements lead to the same position, so it stores positions:
// their counts if it counts, and otherwise the dead ends. A position that does not fit
// into memory is searched again.
type constrained struct {
	problem  *Problem
	progress *Progress
	known    *memo.Table                 // counts of positions, or dead ends if there is a yield
	yield    func(path []Placement) bool // false stops the search; nil to count
	path     []Placement
	levels   [][]Placement  // by length of the path: the placements that still fit, piece by piece
	age      uint64         // part of the stored positions, so that clear makes old ones unknown
	number   int            // of the worker
	others   []*constrained // the searches of the other workers, to count
}

// A choice says what to cover next: a cell, or else a piece.
type choice struct {
	cell  uint64
	piece uint16
	ways  int // how many placements it has; 8 if a cell has more
}

// newConstrained returns a search that lists, within a budget. It returns nil if the
// budget is too small.
func newConstrained(c *Problem, m *Progress, b budget, yield func([]Placement) bool) *constrained {
	s := makeConstrained(c, m, &b)
	if s != nil {
		s.known, s.yield = memo.NewSet(int64(b)).Private(), yield
	}
	return s
}

// newCount returns a search that counts, within a budget. It returns nil if the budget is
// too small. There are fewer workers than asked for if those besides the first need more
// than an eighth of the budget.
func newCount(c *Problem, m *Progress, b budget, workers int) *constrained {
	s := makeConstrained(c, m, &b)
	if s == nil {
		return nil
	}
	spare := b / 8
	b -= spare
	for len(s.others) < workers-1 {
		other := makeConstrained(c, m, &spare)
		if other == nil {
			break
		}
		s.others = append(s.others, other)
		other.number = len(s.others)
	}
	s.known = memo.NewMap(int64(b + spare))
	if len(s.others) == 0 {
		s.known.Private()
	}
	for _, other := range s.others {
		other.known = s.known
	}
	return s
}

// makeConstrained returns a search that has its levels and nothing else. It takes them
// from the budget, and returns nil if the budget is too small.
func makeConstrained(c *Problem, m *Progress, b *budget) *constrained {
	s := &constrained{problem: c, progress: m, path: make([]Placement, 0, MaxPieces)}
	levels, n := bits.OnesCount16(c.pieces)+1, len(c.placements)
	if !b.take(levels*n, int(unsafe.Sizeof(Placement{}))) {
		return nil
	}
	for range levels {
		s.levels = append(s.levels, make([]Placement, 0, n))
	}
	return s
}

// clear makes all stored positions unknown.
func (s *constrained) clear() { s.age++ }

// run calls yield with each solution until yield returns false or the Progress says stop.
func (s *constrained) run() {
	c := s.problem
	if c.covered == ^uint64(0) {
		s.yield(nil)
		return
	}
	if next, ok := s.begin(); ok {
		s.visit(c.covered, c.pieces, next)
	}
}

// count returns the number of solutions. It returns false if the Progress says stop.
func (s *constrained) count(symmetries [][MaxCells]uint8) (total uint64, ok bool) {
	return firstOf(s.progress, 1+len(s.others), func(i int, m *Progress) (uint64, bool) {
		worker := s
		if i > 0 {
			worker = s.others[i-1]
			worker.progress = m
		}
		return worker.countAlone(symmetries)
	})
}

// countAlone is the part of count that one worker does. It uses symmetries as
// [Problem.confine] does, but begins with the confined piece.
func (s *constrained) countAlone(symmetries [][MaxCells]uint8) (total uint64, ok bool) {
	c := s.problem
	if c.covered == ^uint64(0) {
		return 1, true
	}
	next, ok := s.begin()
	if !ok {
		return 0, true
	}
	piece := s.breaker(symmetries)
	if piece == 0 {
		return s.visit(c.covered, c.pieces, next)
	}
	var first []Placement
	for _, p := range s.levels[0] {
		if p.Piece == piece {
			first = append(first, p)
		}
	}
	start := startOf(s.number, c.covered, len(first))
	for _, p := range append(first[start:], first[:start]...) {
		size, last := orbit(p.Cells, symmetries)
		if !last {
			continue
		}
		n, ok := s.lay(p, c.covered, c.pieces)
		if !ok {
			return 0, false
		}
		for range size {
			total = add(total, n)
		}
	}
	return total, true
}

// begin makes the first level and returns the first choice. It returns false if there
// is no solution.
func (s *constrained) begin() (next choice, ok bool) {
	c := s.problem
	if c.isDead(c.covered, c.pieces) {
		return choice{}, false
	}
	s.levels[0] = append(s.levels[0][:0], c.placements...)
	slices.SortStableFunc(s.levels[0], func(a, b Placement) int { return cmp.Compare(a.Piece, b.Piece) })
	next = s.narrow(0, s.levels[0], 0, c.covered, c.pieces)
	return next, next.ways > 0
}

// breaker returns the piece to confine for the symmetries, or 0 if there is none. All
// solutions must use the piece, it must have no copies, and its orbits must be on
// average at least half as large as possible. (A piece with smaller orbits, such as a
// plus, has few placements and would come early anyway.) Of these pieces, breaker takes
// the one that leaves the least work. The estimate of the work is the sixth power of
// the number of placements that still fit, which is about how the number of positions
// grows.
func (s *constrained) breaker(symmetries [][MaxCells]uint8) (best uint16) {
	if len(symmetries) == 0 || !s.problem.exact {
		return 0
	}
	least := math.Inf(1)
	for all := s.levels[0]; len(all) > 0; {
		piece, work := all[0].Piece, 0.0
		placements, orbits := 0, 0
		for ; len(all) > 0 && all[0].Piece == piece; all = all[1:] {
			placements++
			if _, last := orbit(all[0].Cells, symmetries); last {
				orbits++
				s.narrow(1, s.levels[0], all[0].Cells, s.problem.covered|all[0].Cells, Take(s.problem.pieces, piece))
				left := float64(len(s.levels[1]))
				work += left * left * left * left * left * left
			}
		}
		if bits.OnesCount16(piece) == 1 && 2*placements >= orbits*(len(symmetries)+1) && work < least {
			best, least = piece, work
		}
	}
	return best
}

// visit goes through the solutions of a position. next is the choice for it. It returns
// how many solutions there are. If yield or the Progress says stop, it returns false
// and the number of solutions seen.
func (s *constrained) visit(covered uint64, pieces uint16, next choice) (total uint64, more bool) {
	key := memo.Key{covered, uint64(pieces) | s.age<<MaxPieces}
	if n, ok := s.known.Get(key); ok {
		return n, true
	}
	if !s.progress.enter(1) {
		return 0, false
	}
	// The worker begins with choice number start. The choices before it come last.
	start := startOf(s.number, covered, next.ways)
	for _, late := range [...]bool{false, true} {
		if late && start == 0 {
			break
		}
		seen := 0
		for _, p := range s.levels[len(s.path)] {
			if p.Cells&next.cell == 0 && p.Piece&next.piece == 0 {
				continue
			}
			if seen++; (seen <= start) != late {
				continue
			}
			n, more := s.lay(p, covered, pieces)
			total = add(total, n)
			if !more {
				return total, false
			}
		}
	}
	if s.yield == nil || total == 0 {
		s.known.Put(key, total)
		s.progress.stats.Remembered++
	}
	return total, true
}

// lay goes through the solutions of a position that have a placement. It returns what
// visit returns.
func (s *constrained) lay(p Placement, covered uint64, pieces uint16) (total uint64, more bool) {
	s.progress.stats.Tried++
	covered |= p.Cells
	pieces = Take(pieces, p.Piece)
	s.path = append(s.path, p)
	total, more = 0, true
	if covered == ^uint64(0) {
		total, more = 1, s.yield == nil || s.yield(s.path)
	} else if !s.problem.isDead(covered, pieces) {
		depth := len(s.path)
		if next := s.narrow(depth, s.levels[depth-1], p.Cells, covered, pieces); next.ways > 0 {
			total, more = s.visit(covered, pieces, next)
		}
	}
	s.path = s.path[:len(s.path)-1]
	return total, more
}

// narrow fills a level with the options that are of pieces left and do not touch the
// laid cells. It returns what to cover next. The options may be the level itself, which
// is then filtered in place.
func (s *constrained) narrow(depth int, options []Placement, laid, covered uint64, pieces uint16) (next choice) {
	level := s.levels[depth][:0]
	// The number of placements of each cell, in binary; more has the cells of eight and
	// above.
	var ones, twos, fours, more uint64
	var seen, piece uint16
	start := 0 // of the placements of the piece
	best := choice{ways: math.MaxInt}
	for i := range options {
		p := options[i]
		if p.Cells&laid != 0 || p.Piece&pieces == 0 {
			continue
		}
		if p.Piece != piece {
			if n := len(level) - start; n < best.ways && bits.OnesCount16(piece&pieces) == 1 {
				best = choice{piece: piece, ways: n}
			}
			piece, start = p.Piece, len(level)
			seen |= piece
		}
		level = append(level, p)
		carry := ones & p.Cells
		ones ^= p.Cells
		carry, twos = twos&carry, twos^carry
		carry, fours = fours&carry, fours^carry
		more |= carry
	}
	if n := len(level) - start; n < best.ways && bits.OnesCount16(piece&pieces) == 1 {
		best = choice{piece: piece, ways: n}
	}
	s.levels[depth] = level
	if s.problem.exact && pieces&^seen != 0 {
		return choice{} // a piece that is needed does not fit
	}
	const many = 8
	cells, ways := ^covered, many
	if few := cells &^ more; few != 0 {
		cells, ways = few, 0
		for i, bit := range [...]uint64{fours, twos, ones} {
			if less := cells &^ bit; less != 0 {
				cells = less
			} else {
				ways |= 4 >> i
			}
		}
	}
	if s.problem.exact && best.piece != 0 && (best.ways < ways || ways == many) {
		return best
	}
	return choice{cell: cells & -cells, ways: ways}
}
