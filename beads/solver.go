package beads

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/memo"
)

// What a search may end with instead of an answer. The errors that the methods
// of [Solver] return wrap these, so test with errors.Is.
var (
	// ErrNoSolution means that it is proved that the board cannot be filled.
	ErrNoSolution = errors.New("beads: no solution")

	// ErrNotUnique means that the board can be filled in more than one way.
	ErrNotUnique = errors.New("beads: more than one solution")

	// ErrMemory means that a search cannot even begin within Solver.Memory.
	ErrMemory = errors.New("beads: not enough memory")

	// ErrStrategy means that Solver.Strategy is none that there is.
	ErrStrategy = errors.New("beads: unknown strategy")

	// ErrOverflow means that there are 2^64-1 solutions or more.
	ErrOverflow = errors.New("beads: too many solutions to count")
)

// maxWorkers is how many goroutines a search has at most.
const maxWorkers = 1024

// defaultMemory is what a search may allocate if the Solver does not say.
const defaultMemory = 256 << 20

// A Strategy is a way to search. The answer does not depend on it, but the time
// does, and the order of Solutions.
type Strategy uint8

const (
	// Auto sweeps where few cells touch the line that sweeps, and else searches.
	// That depends on the board alone.
	Auto Strategy = iota

	// Sweep covers the cells in the order in which a line meets them that moves
	// over the board.
	Sweep

	// Search covers next what has the fewest placements, and remembers positions.
	Search
)

// String returns the name of the strategy in lower case, or a form like
// Strategy(7).
func (s Strategy) String() string {
	switch s {
	case Auto:
		return "auto"
	case Sweep:
		return "sweep"
	case Search:
		return "search"
	}
	return fmt.Sprintf("Strategy(%d)", uint8(s))
}

// A Solver fills boards. The zero Solver is ready for use, and so is a nil one,
// which is the same. A search reads the fields when it begins and never writes
// them, so one Solver can serve any number of goroutines at a time, as long as
// nobody changes it meanwhile.
//
// A search ends early when its context does. Its error then wraps both the
// context's error and, if that is another, its cause. A nil context has no end.
type Solver struct {
	// Strategy says how to search. For a value that is none of the constants,
	// the error is ErrStrategy.
	Strategy Strategy

	// Memory bounds the bytes that a search allocates: its tables, the
	// positions that it remembers, and what a table leaves to the garbage
	// collector when it grows. 0 means 256 MiB. It is taken as needed; counting
	// the fillings of the empty triangle needs less than 6 MiB.
	//
	// With less memory a search gives the same answer, but may take much
	// longer. If even the table of placements is too large, which takes up to
	// some 100 KiB, or 600 KiB for a set of 16 pieces, the error is ErrMemory;
	// so it is if Memory is negative. Search needs a list of placements for each
	// piece besides, for the pyramid 350 KiB. Two things come on top: up to
	// 300 KiB to build that table, or 1 MiB for a set of 16 pieces, of which
	// boards made from one another share a part; and as much as Memory again
	// when a Count or a loop over Solutions has spent it, drops all and goes on
	// in a slower way. A Count by several workers may do so twice.
	Memory int64

	// Workers is how many goroutines share a Count at most, that of the caller
	// among them. Less than 1 means 1, and more than 1024 means 1024. All
	// together keep to Memory: there is no more than one for each 16 MiB of it,
	// if they sweep, and those that Search has besides the first must find room
	// in an eighth of it. Several need more memory than one; a Count that has
	// spent its Memory begins again with one. The answer does not depend on
	// their number. All other methods work in the goroutine of the caller.
	Workers int

	// AssumeUnique promises that there is at most one solution, as the contest
	// does for its boards. A search then ends at the first, and whether there
	// is one is right in any case. If the promise is false, the filling found
	// is still a true one, but nothing tells of the others: SolveUnique returns
	// the first instead of ErrNotUnique, Solutions ends after it, Count
	// returns 1, and Forced returns all of the first.
	AssumeUnique bool

	// Every is the least time between two calls of Progress in a search. If it is
	// 0 or less, Progress is called at the end only.
	Every time.Duration

	// Progress, if not nil, is told how far a search has come: at most once
	// every Every, and once more at its end, however it ends, be it by a panic
	// of Progress or in a loop over Solutions. It is called in the goroutine of
	// the caller, which waits for it; other workers go on meanwhile.
	Progress func(Stats)
}

// Stats says how far a search has come.
type Stats struct {
	// Positions is how many positions were entered. A position is the cells
	// covered together with the pieces left.
	Positions uint64

	// Tried is how many placements were tried that fit the cells and pieces of
	// a position; Count tries one for all positions with the same cells
	// covered.
	Tried uint64

	// Remembered is how many positions were kept in order not to enter them
	// again. As long as Memory suffices, none of them is entered again, but in
	// Solutions, which walks for a while before it sweeps.
	Remembered uint64

	// Elapsed is the time since the search began. The search of Solutions
	// includes what the caller does between two solutions.
	Elapsed time.Duration
}

// A search is one call of a Solver.
type search struct {
	Solver
	task  *task
	meter *meter
}

// An explorer goes through fillings and hands their paths to whom it was made
// for.
type explorer interface {
	run()   // until there are no more, or somebody says stop
	clear() // forgets what it knows of the board
}

// run prepares a search, lets ask do it, and reports its end.
func (s *Solver) run(ctx context.Context, b Board, ask func(*search) error) error {
	var r search
	if s != nil {
		r.Solver = *s
	}
	if r.Memory == 0 {
		r.Memory = defaultMemory
	}
	r.Workers = min(max(r.Workers, 1), maxWorkers)
	r.meter = newMeter(ctx, r.Every, r.Progress)
	defer r.meter.end()
	if !r.meter.look() {
		return r.meter.err
	}
	if r.Strategy > Search {
		return fmt.Errorf("%w: %v", ErrStrategy, r.Strategy)
	}
	r.task = newTask(b)
	if r.Memory < r.task.cover.bytes() {
		return r.fail(ErrMemory)
	}
	r.Memory -= r.task.cover.bytes()
	return ask(&r)
}

// isNarrow reports whether the board is one to sweep over. Its width is a crude
// estimate, but the limit has room on either side: flat boards up to 8 by 8 stay
// below the half of it, an empty pyramid is thirty times as wide, and what is in
// between is a pyramid of which so much is covered that it takes no time anyway.
func (r *search) isNarrow() bool {
	if r.Strategy == Auto {
		return r.task.width < 1<<14
	}
	return r.Strategy == Sweep
}

// explorer returns one that calls yield until it returns false.
func (r *search) explorer(yield func(path []placement) bool) (explorer, error) {
	if r.isNarrow() {
		if w := newWalk(r.task.cover, r.meter, budget(r.Memory), yield); w != nil {
			return w, nil
		}
	} else if h := newHunt(r.task.cover, r.meter, budget(r.Memory), yield); h != nil {
		return h, nil
	}
	return nil, r.fail(ErrMemory)
}

// fail says with an error what was to be done.
func (r *search) fail(err error) error { return fmt.Errorf("%w: %v", err, r.task) }

// walk calls yield with each filling until it returns false. It looks at the
// context after each, as the caller may have ended it. If there are symmetries,
// one piece is confined so that of the fillings that they turn into each other
// only one is found, and the others are made from it.
func (r *search) walk(yield func(Board) bool) error {
	next := func(filled Board) bool { return yield(filled) && !r.AssumeUnique && r.meter.look() }
	symmetries := r.task.symmetries()
	piece := r.task.cover.confine(symmetries, false)
	moves := make([][maxCells]uint8, len(symmetries))
	for i := range symmetries {
		moves[i] = r.task.byCell(&symmetries[i])
	}
	images := make([]uint64, 0, len(symmetries)+1)
	e, err := r.explorer(func(path []placement) bool {
		filled := r.task.filled(path)
		if !next(filled) {
			return false
		}
		at := slices.IndexFunc(path, func(p placement) bool { return p.piece == piece })
		if at < 0 {
			return true // it is found by itself in all its forms, as the piece is not in it
		}
		images = append(images[:0], path[at].cells)
		for i := range symmetries {
			// One form for each place of the piece: what has the piece in the
			// same place is found by itself.
			image := permute(path[at].cells, &symmetries[i])
			if slices.Contains(images, image) {
				continue
			}
			images = append(images, image)
			if !next(r.task.turned(&filled, &moves[i])) {
				return false
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	e.run()
	return r.meter.err
}

// first returns a filling if there is one, and how many there are, but goes on
// only until it has found as many as most.
func (r *search) first(most int) (first Board, found int, err error) {
	err = r.walk(func(filled Board) bool {
		if found++; found == 1 {
			first = filled
		}
		return found < most
	})
	return first, found, err
}

// Solve returns the first of the boards that [Solver.Solutions] goes through:
// b with its free cells covered by pieces that it does not have yet. A board
// without free cells is its own solution. If there is none, the error is
// [ErrNoSolution]; with any error the board is the zero Board.
func (s *Solver) Solve(ctx context.Context, b Board) (Board, error) {
	return s.solve(ctx, b, 1)
}

// SolveUnique is Solve for a board that should have a single solution: if there
// are more, the error is [ErrNotUnique]. It stops at the second.
func (s *Solver) SolveUnique(ctx context.Context, b Board) (Board, error) {
	return s.solve(ctx, b, 2)
}

func (s *Solver) solve(ctx context.Context, b Board, most int) (filled Board, err error) {
	err = s.run(ctx, b, func(r *search) error {
		first, found, err := r.first(most)
		switch {
		case found > 1:
			return r.fail(ErrNotUnique)
		case err != nil:
			return err
		case found == 0:
			return r.fail(ErrNoSolution)
		}
		filled = first
		return nil
	})
	return filled, err
}

// Solutions returns all solutions of a board, each once and as soon as it is
// found, or as soon as one is that a symmetry turns into it. If there are none,
// the sequence is empty; if the search ends early, its last element is a zero
// Board with the error, and once the context is done nothing else follows. The
// order depends on the board and the strategy alone, and is not promised to be
// any order in particular. When many have been found, there may be a pause:
// where Strategy is to sweep, the search then sweeps over the board, as Count
// does, in order to list the rest faster. Each loop over the sequence is a
// search of its own, which ends when the loop does.
func (s *Solver) Solutions(ctx context.Context, b Board) iter.Seq2[Board, error] {
	return func(yield func(Board, error) bool) {
		more := true
		err := s.run(ctx, b, func(r *search) error {
			return r.walk(func(filled Board) bool {
				more = yield(filled, nil)
				return more
			})
		})
		if more && err != nil {
			yield(Board{}, err)
		}
	}
}

// Forced returns the placements that all solutions of a board have in common,
// in the order of the set: what can be told of the solution without a guess.
// Pieces that lie on the board already are not among them. It does not go
// through all solutions, but from one solution asks for each of its placements
// whether there is another without it; that takes as many searches as there are
// pieces at most. If nothing is forced, there are no placements and no error; if
// there is no solution, the error is [ErrNoSolution]. All of them may be placed on
// the board, one after the other with [Board.Place]; its solutions stay the same.
func (s *Solver) Forced(ctx context.Context, b Board) (forced []Placement, err error) {
	err = s.run(ctx, b, func(r *search) error {
		common, err := r.forced()
		if err != nil {
			return err
		}
		for p := range r.task.filled(common).Placements() {
			if at, _ := b.At(p.Cells[0]); at == 0 {
				forced = append(forced, p)
			}
		}
		return nil
	})
	return forced, err
}

// forced returns what all fillings have in common.
func (r *search) forced() (common []placement, err error) {
	found := false // by the present search
	first := true
	c := r.task.cover
	e, err := r.explorer(func(path []placement) bool {
		found = true
		if first {
			common = slices.Clone(path)
		}
		common = slices.DeleteFunc(common, func(p placement) bool { return !slices.Contains(path, p) })
		return false
	})
	if err != nil {
		return nil, err
	}
	e.run()
	switch {
	case r.meter.err != nil:
		return nil, r.meter.err
	case !found:
		return nil, r.fail(ErrNoSolution)
	case r.AssumeUnique:
		return common, nil
	}
	first = false
	for i := 0; i < len(common); {
		// Nobody can lay a piece that is not there.
		banned := &c.placements[slices.Index(c.placements, common[i])]
		piece := banned.piece
		banned.piece, found = 0, false
		e.clear()
		e.run()
		banned.piece = piece
		if r.meter.err != nil {
			return nil, r.meter.err
		}
		if !found {
			i++ // else it is gone from common, where all before it stay
		}
	}
	return common, nil
}

// Count returns how many solutions a board has, much faster than by going
// through them. A filled board has one, itself. If there are 2^64-1 or more, the
// error is [ErrOverflow]. With any error the number is 0.
func (s *Solver) Count(ctx context.Context, b Board) (count uint64, err error) {
	err = s.run(ctx, b, func(r *search) (err error) {
		count, err = r.count()
		return err
	})
	return count, err
}

func (r *search) count() (uint64, error) {
	if r.AssumeUnique {
		_, found, err := r.first(1)
		return uint64(found), err
	}
	c := r.task.cover
	var count uint64
	if r.isNarrow() {
		var ok bool
		c.confine(r.task.symmetries(), true)
		count, ok = sweepCount(c, r.meter, budget(r.Memory), sweepers(r.Workers, budget(r.Memory)))
		if !ok && r.meter.err == nil {
			tally := &tally{cover: c, known: memo.NewMap(r.Memory).Private(), meter: r.meter}
			count, _ = tally.count(c.covered, c.pieces)
		}
	} else {
		h := newCount(c, r.meter, budget(r.Memory), r.Workers)
		if h == nil {
			return 0, r.fail(ErrMemory)
		}
		count, _ = h.count(r.task.symmetries())
	}
	switch {
	case r.meter.err != nil:
		return 0, r.meter.err
	case overflowed(count):
		return 0, r.fail(ErrOverflow)
	}
	return count, nil
}
