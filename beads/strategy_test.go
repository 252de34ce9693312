package beads_test

import (
	"errors"
	"testing"

	"github.com/mayanbeads/mayan/beads"
)

func TestStrategyNamesAndErrors(t *testing.T) {
	for strategy, want := range map[beads.Strategy]string{beads.Auto: "auto", beads.Sweep: "sweep", beads.Search: "search", 7: "Strategy(7)"} {
		if got := strategy.String(); got != want {
			t.Errorf("String is %q, want %q", got, want)
		}
	}
	s := &beads.Solver{Strategy: 3}
	if _, err := s.Count(t.Context(), beads.Triangle()); !errors.Is(err, beads.ErrOption) || err.Error() != "beads: Count: bad option: Strategy is Strategy(3): must be auto, sweep or search" {
		t.Error(err)
	}
	if _, err := s.Forced(t.Context(), beads.Board{}); !errors.Is(err, beads.ErrOption) {
		t.Error(err)
	}
}

func TestStrategyTextRefusesUnknownStrategies(t *testing.T) {
	if text, err := beads.Strategy(7).MarshalText(); text != nil || !errors.Is(err, beads.ErrOption) {
		t.Errorf("Strategy(7) as text: %q, %v", text, err)
	}
	for _, text := range []string{"", "Auto", "sweep ", "Strategy(7)", "\xff"} {
		s := beads.Search
		if err := s.UnmarshalText([]byte(text)); !errors.Is(err, beads.ErrOption) || s != beads.Search {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
}
