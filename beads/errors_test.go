package beads_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/mayanbeads/mayan/beads"
)

func TestCancelledContextIsTheError(t *testing.T) {
	reason := errors.New("a reason")
	cancelled, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	plain, stop := context.WithCancel(t.Context())
	stop()
	late, cancelLate := context.WithTimeoutCause(t.Context(), -time.Second, reason)
	defer cancelLate()
	for name, ctx := range map[string]context.Context{"cancelled": cancelled, "plain": plain, "late": late} {
		isStopped := func(err error) bool {
			return errors.Is(err, ctx.Err()) && errors.Is(err, context.Cause(ctx)) &&
				!errors.Is(err, beads.ErrNoSolution) && !errors.Is(err, beads.ErrNotUnique) && !errors.Is(err, beads.ErrMemory)
		}
		for _, b := range []beads.Board{{}, beads.Triangle()} {
			if _, err := new(beads.Solver).Solve(ctx, b); !isStopped(err) {
				t.Errorf("%s: Solve: %v", name, err)
			}
			if _, err := new(beads.Solver).SolveUnique(ctx, b); !isStopped(err) {
				t.Errorf("%s: SolveUnique: %v", name, err)
			}
			if _, err := new(beads.Solver).Count(ctx, b); !isStopped(err) {
				t.Errorf("%s: Count: %v", name, err)
			}
			if p, err := new(beads.Solver).Forced(ctx, b); !isStopped(err) || p != nil {
				t.Errorf("%s: Forced: %v, %v", name, p, err)
			}
			n := 0
			for _, err := range new(beads.Solver).Solutions(ctx, b) {
				if n++; !isStopped(err) {
					t.Errorf("%s: Solutions: %v", name, err)
				}
			}
			if n != 1 {
				t.Errorf("%s: Solutions has %d elements", name, n)
			}
		}
	}
}

// A call of Progress cancels the search after it has begun.
func TestCancelWhileSearching(t *testing.T) {
	reason := errors.New("a reason")
	for name, search := range map[string]func(*beads.Solver, context.Context) error{
		"sweep": func(s *beads.Solver, ctx context.Context) error {
			_, err := s.Count(ctx, beads.Triangle())
			return err
		},
		"search": func(s *beads.Solver, ctx context.Context) error {
			_, err := s.Count(ctx, beads.Pyramid())
			return err
		},
		"depth first": func(s *beads.Solver, ctx context.Context) error {
			s.Strategy = beads.Search
			for _, err := range s.Solutions(ctx, beads.Triangle()) {
				if err != nil {
					return err
				}
			}
			return nil
		},
		"recount": func(s *beads.Solver, ctx context.Context) error {
			s.Memory = 150 << 10
			_, err := s.Count(ctx, beads.Triangle())
			return err
		},
		"forced": func(s *beads.Solver, ctx context.Context) error {

			_, err := s.Forced(ctx, mustRectangle(t, 3, 20, beads.Pentominoes()))
			return err
		},
		"solution graph": func(s *beads.Solver, ctx context.Context) error {
			for _, err := range s.Solutions(ctx, beads.Triangle()) {
				if err != nil {
					return err
				}
			}
			return nil
		},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		calls := 0
		s := &beads.Solver{Every: 1, Progress: func(beads.Stats) {
			if calls++; calls == 10 {
				cancel(reason)
			}
		}}
		if err := search(s, ctx); !errors.Is(err, context.Canceled) || !errors.Is(err, reason) {
			t.Errorf("%s: %v", name, err)
		}
		if calls != 11 { // the last call comes at the end
			t.Errorf("%s: %d calls of Progress", name, calls)
		}
		cancel(nil)
	}
}

// If the body of a loop over all solutions cancels the context, only the error follows.
func TestCancelInLoopGivesOneError(t *testing.T) {
	for name, b := range map[string]beads.Board{
		"many":   beads.Triangle(),
		"few":    mustBoard(t, "....\n....\n...."),
		"one":    mustTriangle(t, lines(sample)),
		"filled": mustTriangle(t, lines(sampleFilled)),
		"zero":   {},
	} {
		total, err := new(beads.Solver).Count(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2, 3, int(total)} {
			ctx, cancel := context.WithCancel(t.Context())
			solutions, failures := 0, 0
			for filled, err := range new(beads.Solver).Solutions(ctx, b) {
				if err == nil {
					solutions++
				} else if failures++; !errors.Is(err, context.Canceled) || filled != (beads.Board{}) {
					t.Errorf("%s: %v\n%v", name, err, filled)
				}
				if solutions == n {
					cancel()
				}
			}
			if n <= int(total) && (solutions != n || failures != 1) {
				t.Errorf("%s, cancelled after %d: %d solutions and %d errors", name, n, solutions, failures)
			}
			cancel()
		}
	}
}

// An oddContext is a context of the caller's own type.
type oddContext struct {
	context.Context
	err error
}

func (c oddContext) Err() error { return c.err }

// A list is an error that cannot be compared with ==.
type list []error

func (list) Error() string { return "a list" }

func (list) Is(target error) bool { return target == io.EOF }

func TestContextsOfOtherTypes(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, ctx := range map[string]context.Context{
		"error cannot be compared":                oddContext{context.Background(), list{}},
		"error cannot be compared, another cause": oddContext{cancelled, list{}},
		"no cause":                      oddContext{t.Context(), io.EOF},
		"an error that wraps the cause": oddContext{cancelled, fmt.Errorf("%w: %w", io.EOF, context.Canceled)},
	} {
		_, err := new(beads.Solver).Count(ctx, beads.Triangle())
		if cause := context.Cause(ctx); !errors.Is(err, io.EOF) || cause == context.Canceled && !errors.Is(err, cause) {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(err.Error(), "nil") || strings.Count(err.Error(), "canceled") > 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNilContextIsAnError(t *testing.T) {
	var none context.Context
	s := &beads.Solver{Progress: func(beads.Stats) { t.Error("a search that does not begin reports progress") }}
	if b, err := s.Solve(none, beads.Triangle()); !errors.Is(err, beads.ErrOption) || b != (beads.Board{}) {
		t.Errorf("Solve: %v\n%v", err, b)
	}
	if b, err := s.SolveUnique(none, beads.Triangle()); !errors.Is(err, beads.ErrOption) || b != (beads.Board{}) {
		t.Errorf("SolveUnique: %v\n%v", err, b)
	}
	if n, err := s.Count(none, beads.Triangle()); !errors.Is(err, beads.ErrOption) || n != 0 {
		t.Errorf("Count: %v, %d", err, n)
	}
	if p, err := s.Forced(none, beads.Triangle()); !errors.Is(err, beads.ErrOption) || p != nil {
		t.Errorf("Forced: %v, %v", err, p)
	}
	elements := 0
	for b, err := range s.Solutions(none, beads.Triangle()) {
		if elements++; !errors.Is(err, beads.ErrOption) || b != (beads.Board{}) {
			t.Errorf("Solutions: %v\n%v", err, b)
		}
	}
	if elements != 1 {
		t.Errorf("Solutions has %d elements", elements)
	}
}

// TestStopErrorOfEveryQuestion stops every question by a node limit and by its context,
// and checks the error.
func TestStopErrorOfEveryQuestion(t *testing.T) {
	reason := errors.New("a reason")
	for name, ask := range questions() {
		for _, strategy := range []beads.Strategy{beads.Sweep, beads.Search} {
			ctx, cancel := context.WithCancelCause(t.Context())
			var last beads.Stats
			// The first call of Progress cancels. Later calls change nothing.
			s := &beads.Solver{Strategy: strategy, Every: 1, Progress: func(now beads.Stats) { last = now; cancel(reason) }}
			err := ask(s, ctx, beads.Pyramid())
			var stop *beads.StopError
			switch {
			case !errors.As(err, &stop):
				t.Errorf("%s, %v, cancelled: %v", name, strategy, err)
			case !errors.Is(err, context.Canceled) || !errors.Is(err, reason) || stop.Stats != last || stop.Stats.Nodes == 0,
				err.Error() != "beads: "+name+": search stopped: context canceled: a reason":
				t.Errorf("%s, %v, cancelled: %v, %+v, Progress saw %+v", name, strategy, err, stop, last)
			}
			s = &beads.Solver{Strategy: strategy, NodeLimit: 20}
			err = ask(s, t.Context(), beads.Pyramid())
			switch {
			case !errors.As(err, &stop):
				t.Errorf("%s, %v, limited: %v", name, strategy, err)
			case !errors.Is(err, beads.ErrBudget) || stop.Stats.Nodes > 20 || errors.Is(err, beads.ErrNoSolution),
				err.Error() != "beads: "+name+": search stopped: budget spent: limit of 20 positions":
				t.Errorf("%s, %v, limited: %v, %+v", name, strategy, err, stop)
			}
		}
	}
}

// questions returns the methods of a Solver by name. Solutions is read to its end.
func questions() map[string]func(*beads.Solver, context.Context, beads.Board) error {
	return map[string]func(*beads.Solver, context.Context, beads.Board) error{
		"Solve": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			_, err := s.Solve(ctx, b)
			return err
		},
		"SolveUnique": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			_, err := s.SolveUnique(ctx, b)
			return err
		},
		"Count": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			_, err := s.Count(ctx, b)
			return err
		},
		"Forced": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			_, err := s.Forced(ctx, b)
			return err
		},
		"Solutions": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			for _, err := range s.Solutions(ctx, b) {
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// The error of a stopped search has the number of solutions found.
func TestStopErrorHasTheNumberFound(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var s beads.Solver
	solutions := uint64(0)
	var stop *beads.StopError
	for _, err := range s.Solutions(ctx, beads.Triangle()) {
		if err == nil {
			if solutions++; solutions == 7 {
				cancel()
			}
		} else if !errors.As(err, &stop) {
			t.Fatal(err)
		}
	}
	if stop == nil || stop.Found != solutions || solutions != 7 {
		t.Errorf("%d solutions, %+v", solutions, stop)
	}
	// If a search has found a second solution before its node limit, the answer is
	// ErrNotUnique and not ErrBudget.
	for limit := uint64(1); ; limit++ {
		s := beads.Solver{NodeLimit: limit}
		_, err := s.SolveUnique(t.Context(), beads.Triangle())
		if errors.Is(err, beads.ErrNotUnique) {
			break
		}
		if !errors.As(err, &stop) || stop.Found > 1 || limit > 1000 {
			t.Fatalf("limit %d: %v, %+v", limit, err, stop)
		}
	}
}

func TestValuesOutOfRangeAreErrors(t *testing.T) {
	for _, test := range []struct {
		solver beads.Solver
		want   string
	}{
		{beads.Solver{Workers: -1}, "Workers is -1: must be at least 0"},
		{beads.Solver{Memory: -5}, "Memory is -5: must be at least 0"},
		{beads.Solver{Every: -time.Second}, "Every is -1s: must be at least 0s"},
		{beads.Solver{Strategy: 9}, "Strategy is Strategy(9): must be auto, sweep or search"},
	} {
		for name, ask := range questions() {
			err := ask(&test.solver, t.Context(), beads.Triangle())
			if !errors.Is(err, beads.ErrOption) || err.Error() != "beads: "+name+": bad option: "+test.want {
				t.Errorf("%s: %v, want %s", name, err, test.want)
			}
		}
	}
}

// Once the context is done, a loop over Solutions gets the error and no solution, also if
// the context ends between two solutions.
func TestNoSolutionFollowsTheEndOfTheContext(t *testing.T) {
	for _, strategy := range []beads.Strategy{beads.Auto, beads.Sweep, beads.Search} {
		ctx, cancel := context.WithCancel(t.Context())
		found := 0
		s := &beads.Solver{Strategy: strategy, Every: 1, Progress: func(beads.Stats) {
			if found == 3 {
				cancel()
			}
		}}
		var last error
		for _, err := range s.Solutions(ctx, beads.Triangle()) {
			if last = err; err == nil {
				found++
			}
			if ctx.Err() != nil && err == nil {
				t.Errorf("%v: solution %d follows the end of the context", strategy, found)
			}
		}
		if found != 3 || !errors.Is(last, context.Canceled) {
			t.Errorf("%v: %d solutions, %v", strategy, found, last)
		}
		cancel()
	}
}
