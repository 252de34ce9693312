package cover

import (
	"math"
	"math/bits"
	"slices"
	"testing"
)

// TestSolutionGraphAgainstNaive compares a graph with a naive search. Both must list
// the same solutions in the same order.
func TestSolutionGraphAgainstNaive(t *testing.T) {
	dominoes := []string{"AA", "BB", "CC", "DD", "EE", "FF", "GG", "HH", "II", "JJ"}
	for name, text := range map[string]string{
		"no solution": "..\n..\n..", "one solution": "##\n#...", "some pieces are left": "....\n....\n....\n....\n.....", "two components": ".....#...\n.....#...\n...###...", "dominoes": "....\n....\n....\n....", "nothing fits": ".....\n.#.#.\n#...#",
	} {
		pieces := twelve
		switch name {
		case "dominoes":
			pieces = dominoes
		case "one solution":
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
			t.Errorf("%s: the graph has %d solutions, want %d:\n%v\nwant\n%v", name, len(got), len(want), got, want)
		}
		if name == "some pieces are left" && len(want) < 20 {
			t.Errorf("%s: only %d solutions", name, len(want))
		}
	}
}
