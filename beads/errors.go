// This file holds the errors of boards and searches. Errors of texts are in parse.go.

package beads

import (
	"errors"
	"fmt"

	"github.com/mayanbeads/mayan/beads/internal/cover"
)

// Errors of the searches, wrapped by the errors that the methods of [Solver] return.
var (
	// ErrNoSolution is wrapped by the error of a search that proved that the board
	// cannot be filled.
	ErrNoSolution = errors.New("no solution")

	// ErrNotUnique is wrapped by the error of SolveUnique if the board can be filled
	// in more than one way.
	ErrNotUnique = errors.New("more than one solution")

	// ErrBudget is wrapped by the error of a search that reached its limit of
	// positions (Solver.NodeLimit) before it had an answer. There may or may not be
	// a solution.
	ErrBudget = cover.ErrBudget

	// ErrMemory is wrapped by the error of a search whose first tables need more than
	// Solver.Memory.
	ErrMemory = cover.ErrMemory

	// ErrOverflow is wrapped by the error of Count if there are 2^64-1 solutions or
	// more.
	ErrOverflow = cover.ErrOverflow

	// ErrOption is wrapped by the error of a search whose context is nil, or whose
	// Solver has a field with a value that makes no sense.
	ErrOption = errors.New("bad option")
)

// A StopError is the error of a search that was stopped before it had an answer. It
// wraps [ErrBudget], or the error of the context and its cause. A stopped search cannot
// be continued: a new call begins from the start.
type StopError struct {
	// Found is how many solutions the search had found: there are at least so many.
	// A loop over Solutions was given all of them. Count finds none before its end.
	Found uint64

	Stats Stats // what the search did until it was stopped
	Err   error // the reason

	function string // the function that was called
}

// Error returns one line that gives the function and the reason.
func (e *StopError) Error() string {
	if e.function == "" {
		return fmt.Sprintf("beads: search stopped: %v", e.Err)
	}
	return fmt.Sprintf("beads: %s: search stopped: %v", e.function, e.Err)
}

// Unwrap returns e.Err.
func (e *StopError) Unwrap() error { return e.Err }

// Equal reports whether the exported fields of e and o are equal. Two values of Err
// are equal if they have the same text.
func (e StopError) Equal(o StopError) bool {
	return e.Found == o.Found && e.Stats == o.Stats && sameText(e.Err, o.Err)
}

// sameText reports whether two errors are both nil or have the same text.
func sameText(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Error() == b.Error()
}

// ErrPlacement is wrapped by errors about a piece that a board cannot take or does not
// have.
var ErrPlacement = errors.New("illegal placement")

func placementError(function string, p Piece, reason error) error {
	return fmt.Errorf("beads: %s: %w: piece %v: %w", function, ErrPlacement, p, reason)
}
