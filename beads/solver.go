// This file holds the questions, and the life of one search.

package beads

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/mayanbeads/mayan/beads/internal/cover"
	"github.com/mayanbeads/mayan/internal/watch"
)

// defaultMemory is the limit of memory of a Solver that does not say.
const defaultMemory = 256 << 20

// A Solver fills boards. The zero Solver is ready for use, and a nil Solver is the
// same as the zero Solver. A search reads the fields when it begins and never writes
// them. So goroutines may share a Solver as long as none of them changes it.
//
// A search stops early when its context ends or NodeLimit is reached. Its error is
// then a [*StopError]. If the context is nil or a field has a value that makes no
// sense, the error wraps [ErrOption]. Do not cancel a context with one of the errors
// of this package as its cause: errors.Is could not tell the cancellation from a
// proof.
type Solver struct {
	// Strategy says how to search.
	Strategy Strategy

	// Workers is how many goroutines may share a Count, including the goroutine of
	// the caller. 0 means 1; a number below 0 is an error. The answer is the same for
	// every number. All other methods work in the goroutine of the caller.
	//
	// Count starts at most as many as can run at the same time (runtime.GOMAXPROCS).
	// It starts fewer if Memory is small: Sweep uses one for each 16 MiB, and the
	// additional workers of Search must fit into an eighth of Memory. If several
	// workers run out of memory, Count begins again with one.
	Workers int

	// Memory limits the bytes that a search allocates for positions and tables,
	// including the old arrays that growing tables leave to the garbage collector.
	// 0 means 256 MiB; a number below 0 is an error. The search allocates only the
	// memory that it uses: counting the fillings of the empty triangle takes less
	// than 6 MiB.
	//
	// With less memory a search gives the same answer, but may take much longer. If
	// even its first tables do not fit, the error wraps ErrMemory:
	//
	//	table of placements        up to 100 KiB, or 600 KiB with 16 pieces
	//	lists of Search, besides   350 KiB for the pyramid
	//
	// Two things are not included in Memory:
	//
	//	making that table          up to 300 KiB, or 1 MiB with 16 pieces; boards of
	//	                           one region share a part of it
	//	a slower second attempt    up to Memory once more, if a Count or a loop over
	//	                           Solutions has used it up; twice with several workers
	Memory int64

	// NodeLimit stops a search when it would enter more positions than this, as
	// Stats counts them in Nodes. Its error is then a *StopError that wraps
	// ErrBudget. 0 means that there is no limit.
	NodeLimit uint64

	// AssumeUnique promises that there is at most one solution, as the contest does
	// for its boards. A search then ends at the first solution. If there is none, it
	// says so in any case. If the promise is false, the solution found is still a
	// solution, but the search does not notice the others: SolveUnique returns the
	// first instead of ErrNotUnique, Solutions ends after the first, Count returns
	// 1, and Forced returns all placements of the first.
	AssumeUnique bool

	// Every is the time that must pass between two calls of Progress. If it is 0,
	// Progress is called at the end only. A duration below 0 is an error.
	Every time.Duration

	// Progress, if not nil, is called with what the search has done so far: each
	// time that Every has passed since the last call, and once when the search ends.
	// It is called in the goroutine of the caller. A search that ends by a panic or
	// by runtime.Goexit makes no last call, and neither does a search that does not
	// begin.
	Progress func(Stats)
}

// Stats says what a search did.
type Stats struct {
	// Nodes is how many positions were entered. A position is the set of covered
	// cells together with the pieces left.
	Nodes uint64

	// Tried is how many placements were tried that fit the cells and pieces of a
	// position. A sweep tries a placement once for all positions with the same
	// covered cells.
	Tried uint64

	// Remembered is how many positions were stored. While Memory suffices, a stored
	// position is not searched again. The one exception is Solutions: after many
	// solutions it sweeps over the whole board.
	Remembered uint64

	// Elapsed is the time since the search began. For Solutions it includes the time
	// that the caller spends between two solutions.
	Elapsed time.Duration
}

// A search is one call of a Solver.
type search struct {
	*task
	cover.Search
	unique bool   // AssumeUnique
	found  uint64 // solutions so far
}

// run is the life of one search: it checks the fields, begins the search for the given
// method, lets ask put the question, and ends it.
func (s *Solver) run(ctx context.Context, function string, b Board, ask func(*search) error) error {
	var fields Solver
	if s != nil {
		fields = *s
	}
	if err := fields.check(ctx); err != nil {
		return fmt.Errorf("beads: %s: %w", function, err)
	}
	r := search{unique: fields.AssumeUnique}
	r.Progress = cover.Start(ctx, fields.NodeLimit, fields.Every, fields.report())
	err := r.Progress.Err()
	if err == nil {
		r.begin(&fields, b)
		err = ask(&r)
	}
	stats := Stats(r.Progress.End())
	if err == nil {
		return nil
	}
	if stop, ok := err.(*cover.Stopped); ok {
		return &StopError{Found: r.found, Stats: stats, Err: stop.Err, function: function}
	}
	return fmt.Errorf("beads: %s: %w: %v", function, err, r.task)
}

// report returns Progress as the engine calls it, nil if there is none.
func (s *Solver) report() func(cover.Stats) {
	if s.Progress == nil {
		return nil
	}
	return func(stats cover.Stats) { s.Progress(Stats(stats)) }
}

// begin makes the task of a board and sets up the search of the engine.
func (r *search) begin(s *Solver, b Board) {
	r.task = newTask(b)
	r.Problem = r.task.problem
	r.Memory = cmp.Or(s.Memory, defaultMemory)
	r.Workers = watch.Workers(max(s.Workers, 1))
	r.Frontier = s.Strategy == Sweep || s.Strategy == Auto && r.task.isNarrow()
}

// check returns an error if the context is nil or a field makes no sense.
func (s *Solver) check(ctx context.Context) error {
	switch {
	case ctx == nil:
		return fmt.Errorf("%w: the context is nil", ErrOption)
	case s.Strategy > Search:
		return fmt.Errorf("%w: Strategy is %v: must be auto, sweep or search", ErrOption, s.Strategy)
	case s.Workers < 0:
		return fmt.Errorf("%w: Workers is %d: must be at least 0", ErrOption, s.Workers)
	case s.Memory < 0:
		return fmt.Errorf("%w: Memory is %d: must be at least 0", ErrOption, s.Memory)
	case s.Every < 0:
		return fmt.Errorf("%w: Every is %v: must be at least 0s", ErrOption, s.Every)
	}
	return nil
}

// all calls yield with each filling until yield returns false.
func (r *search) all(yield func(Board) bool) error {
	r.Symmetries = r.symmetries()
	moves := make([]cover.Symmetry, len(r.Symmetries)) // by cells of the board
	for i := range moves {
		moves[i] = r.byCell(&r.Symmetries[i])
	}
	var found Board // by the search itself; its images follow
	return r.All(func(path []cover.Placement, symmetry int) bool {
		r.found++
		if symmetry == cover.NoSymmetry {
			found = r.filled(path)
			return yield(found) && !r.unique
		}
		return yield(r.turned(&found, &moves[symmetry])) && !r.unique
	})
}

// first returns the first filling and how many fillings there are. It stops when it has
// found most of them.
func (r *search) first(most int) (first Board, found int, err error) {
	err = r.all(func(filled Board) bool {
		if found++; found == 1 {
			first = filled
		}
		return found < most
	})
	return first, found, err
}

// Solve returns a filling: b with its free cells covered by pieces that are not on b yet.
// It is the first board of [Solver.Solutions]. A board without free cells is its own
// filling.
//
// With any error the board is the zero Board. The error says how the search ended:
//
//   - [ErrNoSolution]: it is proved that there is no filling.
//   - [ErrBudget], or the context's error and its cause ([context.Cause]), in a
//     [*StopError]: the search was stopped. Nothing is known.
//   - [ErrMemory]: the search cannot begin with so little memory.
//   - [ErrOption]: the context is nil, or a field of the Solver makes no sense.
func (s *Solver) Solve(ctx context.Context, b Board) (Board, error) {
	return s.solve(ctx, b, 1)
}

// SolveUnique is Solve for a board that should have only one filling. It stops at the
// second filling, and the error then wraps [ErrNotUnique]. If it is stopped after the
// first, Found of the [*StopError] is 1.
func (s *Solver) SolveUnique(ctx context.Context, b Board) (Board, error) {
	return s.solve(ctx, b, 2)
}

func (s *Solver) solve(ctx context.Context, b Board, most int) (filled Board, err error) {
	function := "Solve"
	if most > 1 {
		function = "SolveUnique"
	}
	err = s.run(ctx, function, b, func(r *search) error {
		first, found, err := r.first(most)
		switch {
		case found > 1:
			return ErrNotUnique
		case err != nil:
			return err
		case found == 0:
			return ErrNoSolution
		}
		filled = first
		return nil
	})
	return filled, err
}

// Solutions returns all fillings of a board, each exactly once. If there is none, there
// is no pair. If the search fails, the last pair is the zero Board with the error.
// Solutions returns the errors of [Solver.Solve] except [ErrNoSolution].
//
// Each filling is returned as soon as it is found. On a board with symmetries, its
// images may come with it. After many fillings there may be a pause: with [Sweep], the
// search then sweeps over the whole board once, as Count does, to list the others
// faster.
//
// The order depends on the board and the strategy only. It is the same for every call
// and otherwise not specified. The search runs while the loop asks for more and stops
// with the loop.
func (s *Solver) Solutions(ctx context.Context, b Board) iter.Seq2[Board, error] {
	return func(yield func(Board, error) bool) {
		more := true
		err := s.run(ctx, "Solutions", b, func(r *search) error {
			return r.all(func(filled Board) bool {
				more = yield(filled, nil)
				return more
			})
		})
		if more && err != nil {
			yield(Board{}, err)
		}
	}
}

// Forced returns the placements that all fillings of a board have in common, in the
// order of the set. Pieces that are on the board already are not among them. If no
// placement is forced, Forced returns no placements and a nil error. Forced returns the
// errors of [Solver.Solve].
//
// Each of the placements can be added with [Board.Place], and the fillings stay the
// same. So Forced is a hint that needs no guess. If nothing is forced, a placement of
// [Solver.Solve] is a hint that is right for one filling at least. Copies of a piece
// count as the same piece, and the placement has the letter of one of them.
//
// Forced searches for one filling and then, for each placement in it, at most once for a
// filling without that placement.
func (s *Solver) Forced(ctx context.Context, b Board) (forced []Placement, err error) {
	err = s.run(ctx, "Forced", b, func(r *search) error {
		common, found, err := r.Forced(r.unique)
		switch r.found = found; {
		case err != nil:
			return err
		case found == 0:
			return ErrNoSolution
		}
		for p := range r.filled(common).Placements() {
			if at, _ := b.At(p.Cells[0]); at == 0 {
				forced = append(forced, p)
			}
		}
		return nil
	})
	return forced, err
}

// Count returns how many fillings a board has. If there is none, Count returns 0 and a nil
// error. It returns the errors of [Solver.Solve] except [ErrNoSolution]. If there are 2^64-1
// or more, the error wraps [ErrOverflow]. With any error the number is 0.
//
// Count does not go through the fillings, so it is much faster than a loop over
// [Solver.Solutions].
func (s *Solver) Count(ctx context.Context, b Board) (count uint64, err error) {
	err = s.run(ctx, "Count", b, func(r *search) (err error) {
		if r.unique {
			_, found, err := r.first(1)
			count = uint64(found)
			return err
		}
		r.Symmetries = r.symmetries()
		count, err = r.Search.Count()
		return err
	})
	return count, err
}
