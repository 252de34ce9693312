package cover

import (
	"math/rand/v2"
	"testing"
)

// TestPartsAgainstFloodFill compares the sizes of components with a flood fill.
func TestPartsAgainstFloodFill(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, board := range []string{triangle, ".......\n#..#...\n.......\n...##.#\n.#.#...\n...#.#.\n.#....."} {
		c := problem(t, board, twelve...)
		cells := squares(board, '.')
		for range 5000 {
			covered := c.covered | random.Uint64()&(1<<random.IntN(MaxCells)-1)
			free := map[square]bool{}
			for i, at := range cells {
				free[at] = covered>>i&1 == 0
			}
			var want uint64
			for _, start := range cells {
				if size := flood(start, free); size > 0 {
					want |= 1 << size
				}
			}
			if got := c.parts(covered); got != want {
				t.Fatalf("covered %#x: parts %#x, want %#x", covered, got, want)
			}
		}
	}
}

// flood removes the free squares that are connected to a square, and returns their
// number.
func flood(at square, free map[square]bool) int {
	if !free[at] {
		return 0
	}
	free[at] = false
	size := 1
	for _, step := range []square{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		size += flood(square{at.row + step.row, at.col + step.col}, free)
	}
	return size
}
