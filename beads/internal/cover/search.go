package cover

import (
	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/memo"
)

// A Search asks a question about a problem. Its fields are set before a method is
// called. A Search is used for one question: some answers change the problem.
type Search struct {
	Problem    *Problem
	Progress   *Progress
	Memory     int64      // bytes that the search may allocate
	Workers    int        // goroutines that may share Count, at least 1
	Frontier   bool       // cover the first free cell next, otherwise what has the fewest placements
	Symmetries []Symmetry // of the free cells, without the identity
}

// NoSymmetry is what [Search.All] says of a solution that the search found itself.
const NoSymmetry = -1

// explorer returns a search that calls yield with each solution until yield returns
// false.
func (s *Search) explorer(yield func(path []Placement) bool) (explorer, error) {
	memory, err := s.memory()
	if err != nil {
		return nil, err
	}
	if s.Frontier {
		if d := newDepthFirst(s.Problem, s.Progress, memory, yield); d != nil {
			return d, nil
		}
	} else if c := newConstrained(s.Problem, s.Progress, memory, yield); c != nil {
		return c, nil
	}
	return nil, ErrMemory
}

// An explorer goes through the solutions of a problem.
type explorer interface {
	run()   // until there are no more, or yield or the Progress says stop
	clear() // forgets what it knows of the problem
}

// memory returns what Memory leaves beside the tables of the problem.
func (s *Search) memory() (budget, error) {
	if tables := s.Problem.bytes(); tables <= s.Memory {
		return budget(s.Memory - tables), nil
	}
	return 0, ErrMemory
}

// All calls yield with each solution until yield returns false. The solution is the
// path, turned by the symmetry of the given number; [NoSymmetry] leaves it as it is.
// The images of a path follow directly after the path itself. The path is valid during
// the call only.
//
// If there are symmetries, one piece is confined (see [Problem.confine]): of the
// solutions that differ only by a symmetry, the search finds one, and All turns it
// into the others. A solution that does not use the confined piece is found by
// itself in all its forms.
func (s *Search) All(yield func(path []Placement, symmetry int) bool) error {
	if _, err := s.memory(); err != nil {
		return err
	}
	next := func(path []Placement, symmetry int) bool {
		return s.Progress.fresh() && yield(path, symmetry) && s.Progress.look()
	}
	piece := s.Problem.confine(s.Symmetries, false)
	images := make([]uint64, 0, len(s.Symmetries)+1)
	e, err := s.explorer(func(path []Placement) bool {
		if !next(path, NoSymmetry) {
			return false
		}
		at := slices.IndexFunc(path, func(p Placement) bool { return p.Piece == piece })
		if at < 0 {
			return true
		}
		images = append(images[:0], path[at].Cells)
		for i := range s.Symmetries {
			// One form for each place of the piece: a solution with the piece in the
			// same place is found by itself.
			image := Permute(path[at].Cells, &s.Symmetries[i])
			if slices.Contains(images, image) {
				continue
			}
			images = append(images, image)
			if !next(path, i) {
				return false
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	e.run()
	return s.Progress.err
}

// Forced returns the placements that all solutions have in common, and how many
// solutions it has found. Without a solution that is 0. If the caller promises that
// there is one solution at most, the first is enough.
//
// It takes the first solution. Then it looks, for each placement that all solutions so
// far have in common, for a solution without it.
func (s *Search) Forced(unique bool) (common []Placement, found uint64, err error) {
	e, err := s.explorer(func(path []Placement) bool {
		if found++; found == 1 {
			common = slices.Clone(path)
		}
		common = slices.DeleteFunc(common, func(p Placement) bool { return !slices.Contains(path, p) })
		return false
	})
	if err != nil {
		return nil, 0, err
	}
	e.run()
	if s.Progress.err != nil || found == 0 || unique {
		return common, found, s.Progress.err
	}
	for i := 0; i < len(common); {
		// A placement of no piece is never used.
		placements := s.Problem.placements
		banned := &placements[slices.Index(placements, common[i])]
		piece, before := banned.Piece, found
		banned.Piece = 0
		e.clear()
		e.run()
		banned.Piece = piece
		if s.Progress.err != nil {
			return nil, found, s.Progress.err
		}
		if found == before {
			i++ // else it is gone from common, where all before it stay
		}
	}
	return common, found, nil
}

// Count returns the number of solutions. If there are 2^64-1 or more, the error is
// [ErrOverflow].
func (s *Search) Count() (uint64, error) {
	memory, err := s.memory()
	if err != nil {
		return 0, err
	}
	var count uint64
	var ok bool
	if s.Frontier {
		s.Problem.confine(s.Symmetries, true)
		count, ok = sweepCount(s.Problem, s.Progress, memory, sweepers(s.Workers, memory))
		if !ok && s.Progress.err == nil {
			t := &recount{problem: s.Problem, known: memo.NewMap(int64(memory)).Private(), progress: s.Progress}
			count, ok = t.count(s.Problem.covered, s.Problem.pieces)
		}
	} else {
		c := newCount(s.Problem, s.Progress, memory, s.Workers)
		if c == nil {
			return 0, ErrMemory
		}
		count, ok = c.count(s.Symmetries)
	}
	switch {
	case !ok:
		return 0, s.Progress.err
	case overflowed(count):
		return 0, ErrOverflow
	}
	return count, nil
}
