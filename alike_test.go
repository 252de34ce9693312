package mayan_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan"
	"github.com/mayanbeads/mayan/beads"
)

// Equal mistakes and equal ends of a search give errors of the same form in both
// packages. PKG is replaced by the name of the package.
func TestErrorsHaveTheSameFormInBothPackages(t *testing.T) {
	reason := errors.New("a reason")
	cancelled, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	late, cancelLate := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancelLate()
	var none context.Context

	board := mayan.MustParseBoard(sampleBoard)
	solve := func(ctx context.Context, options ...mayan.Option) error {
		_, err := mayan.Solve(ctx, board, 3, options...)
		return err
	}
	fill := func(ctx context.Context, s beads.Solver) error {
		_, err := s.Solve(ctx, beads.Triangle())
		return err
	}
	unsolvable, err := beads.Rectangle(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	_, noMoves := mayan.Solve(t.Context(), board, 2)
	_, noFilling := new(beads.Solver).Solve(t.Context(), unsolvable)
	_, illegalMove := board.Play(mayan.Move{X: 0, Y: 6, Dir: mayan.Right})
	_, illegalPlacement := beads.Triangle().Place(beads.Placement{Piece: 'Z'})

	for name, test := range map[string]struct {
		mayan, beads error
		want         string
		is           [2]error // the errors that they wrap
	}{
		"nil context": {
			solve(none), fill(none, beads.Solver{}),
			"PKG: Solve: bad option: the context is nil", [2]error{mayan.ErrOption, beads.ErrOption},
		},
		"workers": {
			solve(t.Context(), mayan.WithWorkers(-1)), fill(t.Context(), beads.Solver{Workers: -1}),
			"PKG: Solve: bad option: WithWorkers(-1): must be at least 1 | PKG: Solve: bad option: Workers is -1: must be at least 0",
			[2]error{mayan.ErrOption, beads.ErrOption},
		},
		"memory": {
			solve(t.Context(), mayan.WithMemory(-1)), fill(t.Context(), beads.Solver{Memory: -1}),
			"PKG: Solve: bad option: WithMemory(-1): must be at least 0 | PKG: Solve: bad option: Memory is -1: must be at least 0",
			[2]error{mayan.ErrOption, beads.ErrOption},
		},
		"interval": {
			solve(t.Context(), mayan.WithProgress(-1, func(mayan.Stats) {})), fill(t.Context(), beads.Solver{Every: -1}),
			"PKG: Solve: bad option: WithProgress(-1ns): must be at least 0s | PKG: Solve: bad option: Every is -1ns: must be at least 0s",
			[2]error{mayan.ErrOption, beads.ErrOption},
		},
		"limit of positions": {
			solve(t.Context(), mayan.WithNodeLimit(2)), fill(t.Context(), beads.Solver{NodeLimit: 2}),
			"PKG: Solve: search stopped: budget spent: limit of 2 positions", [2]error{mayan.ErrBudget, beads.ErrBudget},
		},
		"cancelled with a cause": {
			solve(cancelled), fill(cancelled, beads.Solver{}),
			"PKG: Solve: search stopped: context canceled: a reason", [2]error{reason, reason},
		},
		"deadline passed": {
			solve(late), fill(late, beads.Solver{}),
			"PKG: Solve: search stopped: context deadline exceeded", [2]error{context.DeadlineExceeded, context.DeadlineExceeded},
		},
		"no solution": {
			noMoves, noFilling,
			"PKG: Solve: no solution in exactly 2 moves | PKG: Solve: no solution: 2 free cells, pieces left [A B C D E F G H I J K L]",
			[2]error{mayan.ErrNoSolution, beads.ErrNoSolution},
		},
		"against the rules": {
			illegalMove, illegalPlacement,
			"PKG: Play: illegal move: 0 6 1: no block at column 0, row 6 | PKG: Place: illegal placement: piece Z: not a piece of the set",
			[2]error{mayan.ErrIllegalMove, beads.ErrPlacement},
		},
		"a bad sign": {
			new(mayan.Board).UnmarshalText([]byte("1/2x///")), new(beads.Board).UnmarshalText([]byte(".x.")),
			"PKG: board: offset 3: \"x\" is neither a colour, 1 to 9 or A, nor a slash | PKG: board: row 1, column 2: \"x\" is neither a dot nor the letter of a piece",
			[2]error{},
		},
	} {
		wants := strings.SplitN(strings.ReplaceAll(test.want, "PKG", "mayan")+" | "+strings.ReplaceAll(test.want, "PKG", "beads"), " | ", -1)
		if got := test.mayan.Error(); got != wants[0] {
			t.Errorf("%s: %s\nwant %s", name, got, wants[0])
		}
		if got, want := test.beads.Error(), wants[len(wants)-1]; got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
		if test.is[0] != nil && (!errors.Is(test.mayan, test.is[0]) || !errors.Is(test.beads, test.is[1])) {
			t.Errorf("%s: the errors do not wrap %v", name, test.is)
		}
	}
}

// Both packages report progress once more when a search ends, also if the interval is
// 0. They do not report it if the search does not begin or if it ends by a panic.
func TestProgressReportsAgreeInBothPackages(t *testing.T) {
	board := mayan.MustParseBoard(sampleBoard)
	for name, search := range map[string]func(ctx context.Context, every time.Duration, report func(nodes uint64)) error{
		"mayan": func(ctx context.Context, every time.Duration, report func(nodes uint64)) error {
			_, err := mayan.Solve(ctx, board, 3, mayan.WithProgress(every, func(s mayan.Stats) { report(s.Nodes) }))
			return err
		},
		"beads": func(ctx context.Context, every time.Duration, report func(nodes uint64)) error {
			s := beads.Solver{Every: every, Progress: func(s beads.Stats) { report(s.Nodes) }}
			_, err := s.Solve(ctx, beads.Triangle())
			return err
		},
	} {
		var reports []uint64
		report := func(nodes uint64) { reports = append(reports, nodes) }
		if err := search(t.Context(), 0, report); err != nil || len(reports) != 1 || reports[0] == 0 {
			t.Errorf("%s: %v, reports of %v positions", name, err, reports)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		reports = nil
		if err := search(cancelled, time.Hour, report); !errors.Is(err, context.Canceled) || len(reports) != 1 {
			t.Errorf("%s, cancelled: %v, reports of %v positions", name, err, reports)
		}
		reports = nil
		if err := search(cancelled, -1, report); err == nil || len(reports) != 0 {
			t.Errorf("%s, bad option: %v, reports of %v positions, want none", name, err, reports)
		}
		func() {
			defer func() {
				if r := recover(); r != "stop" {
					t.Errorf("%s: recovered %v, want the panic of the report", name, r)
				}
			}()
			reports = nil
			search(t.Context(), 1, func(nodes uint64) { report(nodes); panic("stop") })
		}()
		if len(reports) != 1 {
			t.Errorf("%s: %d reports, but the first one panics", name, len(reports))
		}
	}
}

// If a method returns an error, it also returns its receiver unchanged.
func TestMethodsReturnTheirReceiverWithAnError(t *testing.T) {
	board := mayan.MustParseBoard(sampleBoard)
	bad := mayan.Move{X: 4, Y: 0, Dir: mayan.Right}
	for name, play := range map[string]func(mayan.Move) (mayan.Board, error){"Play": board.Play, "Shift": board.Shift} {
		if got, err := play(bad); err == nil || got != board {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	triangle, err := beads.Triangle().Place(beads.Placement{Piece: 'B', Cells: []beads.Cell{{Row: 9}, {Row: 9, Col: 1}, {Row: 9, Col: 2}, {Row: 9, Col: 3}}})
	if err != nil {
		t.Fatal(err)
	}
	place, err := triangle.Place(beads.Placement{Piece: 'B'})
	if diff := cmp.Diff(triangle, place); err == nil || diff != "" {
		t.Errorf("Place: %v, %s", err, diff)
	}
	remove, err := triangle.Remove('A')
	if diff := cmp.Diff(triangle, remove); err == nil || diff != "" {
		t.Errorf("Remove: %v, %s", err, diff)
	}
	withSet, err := triangle.WithSet(beads.Pentominoes())
	if diff := cmp.Diff(triangle, withSet); err == nil || diff != "" {
		t.Errorf("WithSet: %v, %s", err, diff)
	}
}

// A StopError that a program makes itself has a text, too.
func TestStopErrorWithoutFunction(t *testing.T) {
	for _, err := range []error{&mayan.StopError{Err: mayan.ErrBudget}, &beads.StopError{Err: beads.ErrBudget}} {
		if !strings.HasSuffix(err.Error(), ": search stopped: budget spent") {
			t.Errorf("%T: %v", err, err)
		}
	}
}
