package cover

import (
	"math"
	"math/bits"
	"slices"
	"testing"
)

// TestSolutionGraph compares the graph with all solutions that a plain search finds, in
// the same order.
func TestSolutionGraph(t *testing.T) {
	dominoes := []string{"AA", "BB", "CC", "DD", "EE", "FF", "GG", "HH", "II", "JJ"}
	for name, text := range map[string]string{
		"no filling": "..\n..\n..", "one filling": "##\n#...", "a piece of many": "....\n....\n....\n....\n.....", "in two parts": ".....#...\n.....#...\n...###...", "dominoes": "....\n....\n....\n....", "nothing fits": ".....\n.#.#.\n#...#",
	} {
		pieces := twelve
		switch name {
		case "dominoes":
			pieces = dominoes
		case "one filling":
			pieces = []string{"AAA", "BBBB"}
		}
		c := problem(t, text, pieces...)
		var want [][]Placement
		var path []Placement
		var visit func(covered uint64, pieces uint16)
		visit = func(covered uint64, pieces uint16) {
			if covered == math.MaxUint64 {
				want = append(want, slices.Clone(path))
				return
			}
			for _, p := range c.at(bits.TrailingZeros64(^covered)) {
				if p.Cells&covered == 0 && p.Piece&pieces != 0 {
					path = append(path, p)
					visit(covered|p.Cells, Take(pieces, p.Piece))
					path = path[:len(path)-1]
				}
			}
		}
		visit(c.covered, c.pieces)
		var got [][]Placement
		newSolutionGraph(c, Start(t.Context(), 0, 0, nil), 1<<30).follow(func(path []Placement) bool {
			got = append(got, slices.Clone(path))
			return true
		})
		if !slices.EqualFunc(want, got, slices.Equal) {
			t.Errorf("%s: a solution graph has %d solutions, want these %d:\n%v\n%v", name, len(got), len(want), got, want)
		}
		if name == "a piece of many" && len(want) < 20 {
			t.Errorf("%s: only %d fillings", name, len(want))
		}
	}
}
