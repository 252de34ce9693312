// This file holds the strategies of a search and their text forms.

package beads

import (
	"fmt"

	"golang.org/x/exp/slices"
)

// A Strategy is a way to search. It changes how long a search takes and the order of
// [Solver.Solutions], and never the answer.
type Strategy uint8

// The strategies. The package documentation explains them.
const (
	// Auto chooses Sweep where few cells touch the line that sweeps, and Search
	// otherwise. The choice depends on the board only.
	Auto Strategy = iota

	// Sweep covers the cells in the order in which a line meets them that moves over
	// the board.
	Sweep

	// Search covers next the cell or the piece with the fewest placements.
	Search
)

// String returns the name of the strategy in lower case, or a form like
// Strategy(7).
func (s Strategy) String() string {
	if s > Search {
		return fmt.Sprintf("Strategy(%d)", uint8(s))
	}
	return strategyNames[s]
}

var strategyNames = [...]string{Auto: "auto", Sweep: "sweep", Search: "search"}

// AppendText implements [encoding.TextAppender]: it appends what [Strategy.String]
// returns. If there is no such strategy, AppendText appends nothing and returns an
// error that wraps [ErrOption].
func (s Strategy) AppendText(text []byte) ([]byte, error) {
	if s > Search {
		return text, fmt.Errorf("beads: AppendText: %w: %v: must be auto, sweep or search", ErrOption, s)
	}
	return append(text, strategyNames[s]...), nil
}

// MarshalText implements [encoding.TextMarshaler], as [Strategy.AppendText] does.
func (s Strategy) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads auto, sweep or search.
// After any other text the strategy is unchanged, and the error wraps [ErrOption].
func (s *Strategy) UnmarshalText(text []byte) error {
	i := slices.Index(strategyNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("beads: UnmarshalText: %w: strategy %.32q: must be auto, sweep or search", ErrOption, text)
	}
	*s = Strategy(i)
	return nil
}
