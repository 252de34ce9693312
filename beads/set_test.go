package beads_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
)

func TestPentominoesHave63Orientations(t *testing.T) {
	s := beads.Pentominoes()
	if got := fmt.Sprint(s.Pieces()); got != "[F I L N P T U V W X Y Z]" || !s.Equal(beads.Pentominoes()) {
		t.Errorf("Pieces() = %s, or Pentominoes is not equal to itself", got)
	}
	total := 0
	for _, p := range s.Pieces() {
		all := s.Orientations(p)
		total += len(all)
		if s.Size(p) != 5 || len(all) != len(oracleShapes(oraclePentominoes[byte(p)])) || len(s.Copies(p)) != 1 {
			t.Errorf("%v has %d cells, %d orientations and the copies %v", p, s.Size(p), len(all), s.Copies(p))
		}
		drawn := map[string]bool{}
		for _, o := range all {
			drawn[o.String()] = true
		}
		for _, shape := range oracleShapes(oraclePentominoes[byte(p)]) {
			var o beads.Orientation
			for _, c := range shape {
				o = append(o, beads.Cell{Row: c[0], Col: c[1]})
			}
			if !drawn[o.String()] {
				t.Errorf("this orientation of %v is missing:\n%v", p, o)
			}
		}
	}
	if total != 63 {
		t.Errorf("%d orientations, want 63", total)
	}
}

func TestNewSetReadsDrawings(t *testing.T) {
	s := mustSet(t, "  QQ \n\t.Q\r\n", "B", "A\nAA", "CC\n\n", "Z")
	for p, want := range map[beads.Piece]struct {
		size, orientations int
		copies             string
	}{
		'Q': {3, 4, "[Q A]"}, 'A': {3, 4, "[Q A]"}, 'B': {1, 1, "[B Z]"}, 'Z': {1, 1, "[B Z]"}, 'C': {2, 2, "[C]"}, 'D': {0, 0, "[]"}, 0: {0, 0, "[]"},
	} {
		if s.Size(p) != want.size || len(s.Orientations(p)) != want.orientations || fmt.Sprint(s.Copies(p)) != want.copies {
			t.Errorf("%v: size %d, %d orientations, copies %v, want %v", p, s.Size(p), len(s.Orientations(p)), s.Copies(p), want)
		}
	}
	if got := fmt.Sprint(s.Pieces()); got != "[Q B A C Z]" {
		t.Errorf("Pieces() = %s, want [Q B A C Z]", got)
	}
	if none := mustSet(t); none.Pieces() != nil || none.Copies('A') != nil {
		t.Error("a set without drawings has pieces")
	}
	if fmt.Sprint(beads.Set{}.Copies('A')) != "[A]" {
		t.Error("Copies('A') of the zero set is not [A]")
	}
	copies := s.Copies('Q')
	copies[0] = 'X'
	if fmt.Sprint(s.Copies('Q')) != "[Q A]" {
		t.Error("a change to the result of Copies changes the set")
	}
	if b := must(beads.ParseBoard("CC.", s))(t); b.Equal(must(beads.ParseBoard("CC.", mustSet(t, "CC")))(t)) {
		t.Error("boards with different sets are equal")
	}
}

func TestNewSetErrorsNameTheDrawing(t *testing.T) {
	for _, test := range []struct {
		drawings []string
		want     string
	}{
		{[]string{""}, "beads: set: drawing 1: no cells"},
		{[]string{"A", " \n.."}, "beads: set: drawing 2: no cells"},
		{[]string{"A", "BB\nBa"}, `beads: set: drawing 2, row 2, column 2: "a" is neither a dot nor a letter from A to Z`},
		{[]string{"A#"}, `beads: set: drawing 1, row 1, column 2: "#" is neither a dot nor a letter from A to Z`},
		{[]string{"AŁ"}, `beads: set: drawing 1, row 1, column 2: "Ł" is neither a dot nor a letter from A to Z`},
		{[]string{"A\xff"}, `beads: set: drawing 1, row 1, column 2: "\xff" is neither a dot nor a letter from A to Z`},
		{[]string{"A A"}, `beads: set: drawing 1, row 1, column 2: " " is neither a dot nor a letter from A to Z`},
		{[]string{"AAB"}, "beads: set: drawing 1, row 1, column 3: B in the drawing of piece A"},
		{[]string{"A", "B", "AA"}, "beads: set: drawing 3, row 1, column 1: piece A has been drawn already"},
		{[]string{"A.A"}, "beads: set: drawing 1: the cells of piece A are not connected"},
		{[]string{"A.\n.A"}, "beads: set: drawing 1: the cells of piece A are not connected"},
		{[]string{strings.Repeat("A", 65)}, "beads: set: drawing 1, row 1, column 65: more than 64 cells"},
		{append(sixteen(), "Z"), "beads: set: drawing 17: one piece too many, a set has at most 16"},
	} {
		s, err := beads.NewSet(test.drawings...)
		var parse *beads.ParseError
		if !s.Equal(beads.Set{}) || err == nil || err.Error() != test.want || !errors.As(err, &parse) || parse.Drawing == 0 {
			t.Errorf("%q: error is %q, want %q", test.drawings, err, test.want)
		}
	}
	if _, err := beads.NewSet(sixteen()...); err != nil {
		t.Error(err)
	}
	if _, err := beads.NewSet(strings.Repeat("A", 64)); err != nil {
		t.Error(err)
	}
}

func FuzzNewSet(f *testing.F) {
	f.Add("AA\nA.", "BB")
	f.Add(".A.\nAAA", "\xff")
	f.Add(" A\r\n AA", "C.C")
	f.Fuzz(func(t *testing.T, a, b string) {
		s, err := beads.NewSet(a, b)
		if err == nil {
			if len(s.Pieces()) != 2 || s.Size(s.Pieces()[0]) == 0 {
				t.Errorf("%q, %q: pieces %v", a, b, s.Pieces())
			}
			return
		}
		var parse *beads.ParseError
		if !s.Equal(beads.Set{}) || !errors.As(err, &parse) || parse.Drawing == 0 || strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("%q, %q: %q, %q", a, b, s, err)
		}
	})
}

func TestRectangleSizesAndErrors(t *testing.T) {
	b := must(beads.Rectangle(2, 3))(t)
	if !b.Equal(mustBoard(t, "...\n...")) {
		t.Errorf("got\n%v", b)
	}
	for _, size := range [][2]int{{1, 64}, {64, 1}, {8, 8}} {
		if b := must(beads.Rectangle(size[0], size[1]))(t); b.Free() != 64 {
			t.Errorf("%v: %d cells", size, b.Free())
		}
	}
	for _, test := range []struct {
		rows, cols int
		want       error
	}{
		{0, 5, beads.ErrNoCells}, {5, 0, beads.ErrNoCells}, {-1, -1, beads.ErrNoCells}, {math.MinInt, 1, beads.ErrNoCells},
		{5, 13, beads.ErrTooLarge}, {65, 1, beads.ErrTooLarge}, {1, 65, beads.ErrTooLarge},
		{math.MaxInt, math.MaxInt, beads.ErrTooLarge}, {math.MaxInt/4 + 1, 4, beads.ErrTooLarge}, {math.MaxInt/2 + 1, 4, beads.ErrTooLarge},
	} {
		if b, err := beads.Rectangle(test.rows, test.cols); !errors.Is(err, test.want) || b != (beads.Board{}) {
			t.Errorf("%d by %d: %v, %v", test.rows, test.cols, b, err)
		}
	}
	for want, size := range map[string][2]int{
		"beads: Rectangle: more than 64 cells: 9 rows of 9 columns": {9, 9},
		"beads: Rectangle: no cells: 0 rows of 5 columns":           {0, 5},
	} {
		if _, err := beads.Rectangle(size[0], size[1]); err.Error() != want {
			t.Errorf("error is %q, want %q", err, want)
		}
	}
}

func TestWithSetKeepsTheCells(t *testing.T) {
	b := mustBoard(t, "LLLL\nL...\n..#.")
	for _, set := range []beads.Set{{}, beads.Beads(), beads.Pentominoes(), mustSet(t, "LLLL\n...L", "B")} {
		got, err := b.WithSet(set)
		if err != nil || got.String() != b.String() {
			t.Errorf("%v: %v\n%v", set.Pieces(), err, got)
		}
		if diff := cmp.Diff(set.Pieces()[1:], got.Remaining()[len(got.Remaining())-len(set.Pieces())+1:]); len(set.Pieces()) == 2 && diff != "" {
			t.Error(diff)
		}
	}
	for want, set := range map[string]beads.Set{
		"beads: WithSet: illegal placement: piece L: not a piece of the set":                       mustSet(t, "A"),
		"beads: WithSet: illegal placement: piece L: has 5 cells, want 1":                          mustSet(t, "L"),
		"beads: WithSet: illegal placement: piece L: the cells do not have the shape of the piece": mustSet(t, "LLLLL"),
	} {
		got, err := b.WithSet(set)
		if err == nil || err.Error() != want || !errors.Is(err, beads.ErrPlacement) || got != b {
			t.Errorf("error is %q, want %q", err, want)
		}
	}
	if got, err := (beads.Board{}).WithSet(beads.Set{}); err != nil || got != (beads.Board{}) {
		t.Error(got, err)
	}
	zero := must((beads.Board{}).WithSet(mustSet(t, "A")))(t)
	if len(zero.Remaining()) != 1 || !zero.IsFilled() {
		t.Error(zero.Remaining())
	}
	checkStrategies(t, zero, []string{""})
}

// TestDominoesAndOtherCopies has boards with known numbers of fillings.
func TestDominoesAndOtherCopies(t *testing.T) {
	dominoes := mustSet(t, "AA", "BB", "CC", "DD", "EE", "FF", "GG", "HH", "II", "JJ", "KK", "LL", "MM", "NN", "OO", "PP")
	for _, test := range []struct {
		rows, cols int
		want       uint64
	}{
		{2, 2, 2}, {2, 3, 3}, {2, 16, 1597}, {4, 8, 2245}, {4, 4, 36}, {3, 3, 0}, {5, 6, 1183}, {2, 17, 0},
	} {
		b := mustRectangle(t, test.rows, test.cols, dominoes)
		n, err := new(beads.Solver).Count(t.Context(), b)
		if n != test.want || err != nil {
			t.Errorf("board\n%v\nCount is %d, %v, want %d", b, n, err, test.want)
		}
		listed := map[string]bool{}
		for filled, err := range new(beads.Solver).Solutions(t.Context(), b) {
			if err != nil {
				t.Fatal(err)
			}
			listed[filled.String()] = true
		}
		if len(listed) != int(test.want) {
			t.Errorf("board\n%v\n%d solutions listed, want %d", b, len(listed), test.want)
		}
	}
	// A copy that is on the board keeps its letter.
	b := must(beads.ParseBoard("....\n.BB.", dominoes))(t)
	checkStrategies(t, b, []string{"ACCD\nABBD"})
	// Pieces that are larger than the board are never used.
	large := mustSet(t, "AA", strings.Repeat("B", 64), "CC", strings.Repeat("DDDDDDDD\n", 8))
	checkStrategies(t, must(beads.ParseBoard("..\n..", large))(t), []string{"AA\nCC", "AC\nAC"})
	square := must(beads.Rectangle(8, 8))(t)
	full := strings.TrimSuffix(strings.Repeat("DDDDDDDD\n", 8), "\n")
	checkStrategies(t, must(square.WithSet(large))(t), []string{full})
}

// TestRandomSetsAgainstNaive has regions of 12 to 30 cells, often in several
// components. The sets have copies, and they have too many, too few or too large
// pieces.
func TestRandomSetsAgainstNaive(t *testing.T) {
	boards := 300
	if testing.Short() || raceEnabled {
		boards = 60
	}
	random := rand.New(rand.NewPCG(7, 8))
	solvable, copies := 0, 0
	for range boards {
		drawings, oracle := randomSet(random, 4+random.IntN(5))
		total, size, text := 0, 5+random.IntN(3), ""
		for _, drawing := range oracle {
			total += strings.Count(drawing, "X")
		}
		// The number of cells is close to what the pieces can fill. Other boards rarely
		// have a solution.
		want := min(max(12, total-random.IntN(6)), 30)
		for i := 0; want > 0; i++ {
			if i%size == 0 && i > 0 {
				text += "\n"
			}
			if random.IntN(6) == 0 {
				text += "#"
				continue
			}
			text += "."
			want--
		}
		b := must(beads.ParseBoard(text, mustSet(t, drawings...)))(t)
		solutions := newOracleWith(b.String(), oracle).fillings()
		checkStrategies(t, b, solutions)
		if len(solutions) > 0 {
			solvable++
		}
		for _, p := range b.Remaining() {
			if set := mustSet(t, drawings...); len(set.Copies(p)) > 1 {
				copies++
				break
			}
		}
	}
	if solvable < boards/4 || copies < boards/2 {
		t.Errorf("too few cases: of %d boards, %d have a solution and %d have a set with copies", boards, solvable, copies)
	}
}

// TestSymmetricBoardsWithRandomSets has squares with all eight symmetries and boards
// with some of them. A piece on an axis is a difficult case when a listed filling is
// turned, because turns and reflections do not commute.
func TestSymmetricBoardsWithRandomSets(t *testing.T) {
	set := mustSet(t, "XXX\nXXX", "VVV")
	b := must(mustRectangle(t, 3, 3, beads.Set{}).WithSet(set))(t)
	checkStrategies(t, b, newOracleWith(b.String(), map[byte]string{'X': "XXX/XXX", 'V': "XXX"}).fillings())

	boards := 600
	if testing.Short() || raceEnabled {
		boards = 100
	}
	random := rand.New(rand.NewPCG(9, 10))
	several := 0
	for i := range boards {
		// A square of the images of some cells: under all eight symmetries, under turns
		// only, or under the reflections in the middle row and column only.
		size := 3 + random.IntN(3)
		var free [5][5]bool
		for range 1 + random.IntN(5) {
			r, c := random.IntN(size), random.IntN(size)
			across, down := size-1-c, size-1-r
			images := [][2]int{{r, c}, {c, down}, {down, across}, {across, r}}
			switch i % 3 {
			case 0:
				images = append(images, [][2]int{{c, r}, {r, across}, {across, down}, {down, c}}...)
			case 1:
				images = [][2]int{{r, c}, {r, across}, {down, c}, {down, across}}
			}
			for _, image := range images {
				free[image[0]][image[1]] = true
			}
		}
		text, cells := "", 0
		for r := range size {
			for c := range size {
				if free[r][c] {
					text += "."
					cells++
				} else {
					text += "#"
				}
			}
			text += "\n"
		}
		drawings, oracle := randomSet(random, 2+cells/2)
		b := must(beads.ParseBoard(text, mustSet(t, drawings...)))(t)
		want := newOracleWith(b.String(), oracle).fillings()
		if len(want) > 20_000 {
			continue
		}
		checkStrategies(t, b, want)
		if len(want) > 1 {
			several++
		}
	}
	if several < boards/10 {
		t.Errorf("only %d of %d boards have several solutions", several, boards)
	}
}
