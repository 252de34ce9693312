package cover

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A square is a cell of a test board, or an offset from one cell to another.
type square struct{ row, col int }

// squares returns the places of a sign in a drawing. If the sign is 0, squares returns
// all places except dots.
func squares(drawing string, sign byte) (all []square) {
	for row, line := range strings.Split(drawing, "\n") {
		for col := range len(line) {
			if line[col] == sign || sign == 0 && line[col] != '.' {
				all = append(all, square{row, col})
			}
		}
	}
	return all
}

// ways returns the different ways to turn and reflect a piece, as offsets from its
// first square in row order.
func ways(piece []square) (all [][]square) {
	for i := range 8 {
		way := make([]square, len(piece))
		for j, s := range piece {
			if i&1 != 0 {
				s.row = -s.row
			}
			if i&2 != 0 {
				s.col = -s.col
			}
			if i&4 != 0 {
				s.row, s.col = s.col, s.row
			}
			way[j] = s
		}
		slices.SortFunc(way, func(a, b square) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) })
		first := way[0]
		for j := range way {
			way[j].row -= first.row
			way[j].col -= first.col
		}
		if !slices.ContainsFunc(all, func(other []square) bool { return slices.Equal(way, other) }) {
			all = append(all, way)
		}
	}
	return all
}

// problem returns the problem of filling the dots of a board with pieces. Bit i is the
// i-th dot in row order.
func problem(t *testing.T, board string, pieces ...string) *Problem {
	t.Helper()
	cells := squares(board, '.')
	number := map[square]int{}
	for i, c := range cells {
		number[c] = i
	}
	alike := map[string]uint16{} // by shape, the pieces that have it
	shapes := map[string][][]square{}
	var order []string
	var sizes []int
	for i, drawing := range pieces {
		all := ways(squares(drawing, 0))
		var names []string
		for _, way := range all {
			names = append(names, fmt.Sprint(way))
		}
		slices.Sort(names)
		shape := strings.Join(names, ";")
		if alike[shape] == 0 {
			order = append(order, shape)
		}
		alike[shape] |= 1 << i
		shapes[shape] = all
		sizes = append(sizes, len(all[0]))
	}
	var placements []Placement
	for _, shape := range order {
		for _, way := range shapes[shape] {
			for _, at := range cells {
				p := Placement{Piece: alike[shape]}
				for _, s := range way {
					if i, ok := number[square{at.row + s.row, at.col + s.col}]; ok {
						p.Cells |= 1 << i
					}
				}
				if bitsIn(p.Cells) == len(way) {
					placements = append(placements, p)
				}
			}
		}
	}
	var near [MaxCells]uint64
	for i, c := range cells {
		for _, step := range []square{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			if j, ok := number[square{c.row + step.row, c.col + step.col}]; ok {
				near[i] |= 1 << j
			}
		}
	}
	return New(1<<len(cells)-1, placements, near, sizes)
}

func bitsIn(mask uint64) (n int) {
	for ; mask != 0; mask &= mask - 1 {
		n++
	}
	return n
}

// twelve holds the pieces of NOI 2005, A to L.
var twelve = []string{
	"AA\nA.", "BBBB", "CCC\nC..", "DD\nDD", "EEE\nE..\nE..", "FFFF\n.F..",
	"GGG\nG.G", "HHH\n.HH", "III.\n..II", ".J.\nJJJ\n.J.", "K..\nKK.\n.KK", "LLLL\nL...",
}

// without returns the pieces of twelve except those with the given letters.
func without(letters string) (some []string) {
	for i, piece := range twelve {
		if !strings.ContainsRune(letters, rune('A'+i)) {
			some = append(some, piece)
		}
	}
	return some
}

// triangle is the board of NOI 2005.
const triangle = ".\n..\n...\n....\n.....\n......\n.......\n........\n.........\n.........."

func TestTriangleHas1644Placements(t *testing.T) {
	if n := len(problem(t, triangle, twelve...).placements); n != 1644 {
		t.Errorf("%d placements, want 1644", n)
	}
}
