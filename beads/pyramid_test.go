package beads_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mayanbeads/mayan/beads"
)

// emptyPyramid is the text of an empty pyramid.
const emptyPyramid = ".....\n.....\n.....\n.....\n.....\n\n....\n....\n....\n....\n\n...\n...\n...\n\n..\n..\n\n."

func mustPyramid(t testing.TB, text string) beads.Board {
	t.Helper()
	b, err := beads.ParsePyramid(text, beads.Set{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParsePyramidAcceptsWhiteSpace(t *testing.T) {
	for name, text := range map[string]string{
		"plain":               emptyPyramid,
		"last newlines":       emptyPyramid + "\n\n\n",
		"carriage returns":    strings.ReplaceAll(emptyPyramid, "\n", "\r\n"),
		"blanks around rows":  " " + strings.ReplaceAll(emptyPyramid, "\n", "\t\n  ") + "  ",
		"empty lines before":  "\n \n" + emptyPyramid,
		"several empty lines": strings.ReplaceAll(emptyPyramid, "\n\n", "\n\n \n\n"),
	} {
		b, err := beads.ParsePyramid(text, beads.Set{})
		if err != nil || b != beads.Pyramid() || !b.Equal(beads.Pyramid()) || b.String() != emptyPyramid {
			t.Errorf("%s: %v, got\n%v", name, err, b)
		}
	}
	b := must(beads.ParsePyramid(emptyPyramid, beads.Pentominoes()))(t)
	if len(b.Remaining()) != 12 || b.Remaining()[0] != 'F' || b.Equal(beads.Pyramid()) {
		t.Errorf("remaining %v", b.Remaining())
	}
	if got, err := b.WithSet(beads.Set{}); err != nil || got != beads.Pyramid() {
		t.Error(err)
	}
}

func TestParsePyramidErrorsNameThePlace(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty input", "", "beads: pyramid: layer 1, row 1: missing, the layer has 5"},
		{"base only", strings.Repeat(".....\n", 5), "beads: pyramid: layer 2, row 1: missing, the layer has 4"},
		{"no top", strings.TrimSuffix(emptyPyramid, "\n\n."), "beads: pyramid: layer 5, row 1: missing, the layer has 1"},
		{"half a layer at the end", strings.TrimSuffix(emptyPyramid, "\n..\n\n."), "beads: pyramid: layer 4, row 2: missing, the layer has 2"},
		{"half a layer", strings.Replace(emptyPyramid, "\n\n....\n....", "\n\n", 1), "beads: pyramid: layer 2, row 3: missing, the layer has 4"},
		{"row too many", strings.Replace(emptyPyramid, "\n\n..\n", "\n\n..\n..\n", 1), "beads: pyramid: layer 4, row 3: one row too many, the layer has 2"},
		{"layers not apart", strings.ReplaceAll(emptyPyramid, "\n\n", "\n"), "beads: pyramid: layer 1, row 6: one row too many, the layer has 5"},
		{"layer too many", emptyPyramid + "\n\n.", "beads: pyramid: layer 5, row 2: one row too many, the layer has 1"},
		{"row too long", strings.Replace(emptyPyramid, "\n...\n...\n", "\n...\n....\n", 1), "beads: pyramid: layer 3, row 2, column 4: one cell too many, the row has 3"},
		{"row too short", strings.Replace(emptyPyramid, "\n...\n...\n", "\n...\n..\n", 1), "beads: pyramid: layer 3, row 2, column 3: no cell here, the row has 2 of 3"},
		{"bad sign", strings.Replace(emptyPyramid, "\n...\n...\n", "\n...\n.a.\n", 1), `beads: pyramid: layer 3, row 2, column 2: "a" is neither a dot nor the letter of a piece`},
		{"bad sign after the end", emptyPyramid + "\n\xff", `beads: pyramid: layer 5, row 2, column 1: "\xff" is neither a dot nor the letter of a piece`},
		{"outside sign", strings.Replace(emptyPyramid, "\n\n....\n", "\n\n#...\n", 1), `beads: pyramid: layer 2, row 1, column 1: "#" is neither a dot nor the letter of a piece`},
		{"part of a piece", strings.Replace(emptyPyramid, "\n\n....\n", "\n\nAA..\n", 1), "beads: pyramid: piece A: illegal placement: has 2 cells, want 3"},
		{"in no plane", "A....\n.....\n.....\n.....\n.....\n\n....\n....\n....\n....\n\n...\n.A.\n...\n\n..\n..\n\nA", "beads: pyramid: piece A: illegal placement: the cells do not have the shape of the piece"},
	} {
		b, err := beads.ParsePyramid(test.text, beads.Set{})
		var parse *beads.ParseError
		if err == nil || err.Error() != test.want || !errors.As(err, &parse) || b != (beads.Board{}) {
			t.Errorf("%s: error is %q, want %q", test.name, err, test.want)
		}
		// UnmarshalText gives the same error: it does not read a faulty pyramid as a
		// flat board.
		if !strings.Contains(test.text, "\n\n") {
			continue
		}
		if err := b.UnmarshalText([]byte(test.text)); err == nil || err.Error() != test.want || b != (beads.Board{}) {
			t.Errorf("UnmarshalText: %s: error is %q, want %q", test.name, err, test.want)
		}
	}
}

// TestPyramidPiecesLieInPlanes has lines along edges and slopes, and squares and angles
// in each of the planes.
func TestPyramidPiecesLieInPlanes(t *testing.T) {
	for _, p := range []beads.Placement{
		{Piece: 'B', Cells: []beads.Cell{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}},
		{Piece: 'B', Cells: []beads.Cell{{4, 4, 0}, {3, 3, 1}, {2, 2, 2}, {1, 1, 3}}},
		{Piece: 'B', Cells: []beads.Cell{{0, 4, 0}, {0, 3, 1}, {0, 2, 2}, {0, 1, 3}}},
		{Piece: 'B', Cells: []beads.Cell{{3, 0, 0}, {3, 1, 0}, {3, 2, 0}, {3, 3, 0}}},
		{Piece: 'D', Cells: []beads.Cell{{1, 1, 0}, {1, 1, 1}, {0, 0, 1}, {0, 0, 2}}},
		{Piece: 'D', Cells: []beads.Cell{{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {0, 0, 2}}},
		{Piece: 'D', Cells: []beads.Cell{{1, 1, 1}, {1, 0, 1}, {0, 1, 1}, {0, 0, 1}}},
		{Piece: 'A', Cells: []beads.Cell{{0, 0, 0}, {1, 1, 0}, {0, 0, 1}}},
	} {
		if b, err := beads.Pyramid().Place(p); err != nil || b.Free() != 55-len(p.Cells) {
			t.Errorf("%v: %v", p, err)
		}
	}
	for _, p := range []beads.Placement{
		{Piece: 'A', Cells: []beads.Cell{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, // the cells touch but form no right angle
		{Piece: 'A', Cells: []beads.Cell{{1, 1, 0}, {0, 0, 1}, {0, 1, 1}}},
		{Piece: 'D', Cells: []beads.Cell{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1}}},
		{Piece: 'B', Cells: []beads.Cell{{0, 0, 0}, {1, 1, 0}, {2, 2, 0}, {3, 3, 0}}}, // a diagonal
	} {
		if _, err := beads.Pyramid().Place(p); !errors.Is(err, beads.ErrPlacement) {
			t.Errorf("%v: %v", p, err)
		}
	}
}

func TestPyramidTextAndDiagram(t *testing.T) {
	b := must(beads.Pyramid().Place(beads.Placement{Piece: 'B', Cells: []beads.Cell{{4, 4, 0}, {3, 3, 1}, {2, 2, 2}, {1, 1, 3}}}))(t)
	want := ".....\n.....\n.....\n.....\n....B\n\n....\n....\n....\n...B\n\n...\n...\n..B\n\n..\n.B\n\n."
	if b.String() != want {
		t.Errorf("got\n%v", b)
	}
	for _, b := range []beads.Board{b, beads.Pyramid()} {
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		var got beads.Board
		if err := json.Unmarshal(text, &got); err != nil || got != b {
			t.Errorf("%s is read as\n%v\n%v", text, got, err)
		}
	}
	wantDiagram := "+   +---+\n| . | B |\n+---+---+\n\n+---+\n| . |\n+---+"
	if got := b.Diagram(); !strings.HasSuffix(got, wantDiagram) {
		t.Errorf("the diagram is\n%s", got)
	}
}

func FuzzParsePyramid(f *testing.F) {
	f.Add(emptyPyramid)
	f.Add(strings.Replace(emptyPyramid, ".....\n.....", "AA...\nA....", 1))
	f.Add("\n\r\n" + emptyPyramid + "\n\n.")
	f.Add(emptyPyramid[:40] + "\xff")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := beads.ParsePyramid(text, beads.Set{})
		var parse *beads.ParseError
		if errors.As(err, &parse) && parse.Piece == 0 && parse.Layer == 0 {
			t.Errorf("%v has no layer", err)
		}
		checkParsed(t, b, err)
		if err != nil {
			return
		}
		if again, err := beads.ParsePyramid(b.String(), beads.Set{}); err != nil || again != b {
			t.Errorf("the text of the board is read as: %v\n%v\nwant\n%v", err, again, b)
		}
	})
}

func TestEmptyPyramidHas2448Solutions(t *testing.T) {
	for _, memory := range []int64{1, 100 << 10, 500 << 10} {
		n, err := (&beads.Solver{Memory: memory}).Count(t.Context(), beads.Pyramid())
		_, solveErr := (&beads.Solver{Memory: memory}).Solve(t.Context(), beads.Pyramid())
		if memory < 200<<10 && (!errors.Is(err, beads.ErrMemory) || !errors.Is(solveErr, beads.ErrMemory)) || memory > 200<<10 && (n != 2448 || err != nil || solveErr != nil) {
			t.Errorf("Memory %d: Count is %d, %v, and the error of Solve is %v", memory, n, err, solveErr)
		}
		if (testing.Short() || raceEnabled) && memory > 1 {
			return // another test counts the pyramid
		}
	}
	seen := map[string]bool{}
	for filled, err := range new(beads.Solver).Solutions(t.Context(), beads.Pyramid()) {
		if err != nil {
			t.Fatal(err)
		}
		mustPyramid(t, filled.String())
		seen[filled.String()] = true
	}
	if len(seen) != 2448 {
		t.Errorf("%d solutions, want 2448", len(seen))
	}
}

// TestRandomPyramidsAgainstNaive removes pieces from a filled pyramid. Every third
// board gets other pieces for the free cells.
func TestRandomPyramidsAgainstNaive(t *testing.T) {
	boards := 90
	if testing.Short() || raceEnabled {
		boards = 20
	}
	filled, err := new(beads.Solver).Solve(t.Context(), beads.Pyramid())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(9, 10))
	solvable := 0
	for i := range boards {
		pieces := beads.Pieces()
		random.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
		away := 3 + random.IntN(4)
		b, drawings := filled, oracleDrawings
		for _, p := range pieces[:away] {
			b = must(b.Remove(p))(t)
		}
		if i%3 == 0 {
			drawings = maps.Clone(drawings)
			var all []string
			for letter, drawing := range randomDrawings(random, 4+away-1) {
				delete(drawings, byte(pieces[away-1]))
				drawings['M'+letter-'A'] = drawing
			}
			for n, p := range pieces[:away] {
				if n > 0 {
					delete(drawings, byte(p))
				}
			}
			for letter := byte('A'); letter <= 'Z'; letter++ {
				if drawing, ok := drawings[letter]; ok {
					all = append(all, strings.NewReplacer("X", string(letter), "/", "\n").Replace(drawing))
				}
			}
			b = must(b.WithSet(mustSet(t, all...)))(t)
		}
		want := newOracleWith(b.String(), drawings).fillings()
		if len(want) > 0 {
			solvable++
		}
		checkStrategies(t, b, want)
	}
	if solvable < boards/2 {
		t.Errorf("only %d of %d boards have a solution", solvable, boards)
	}
}
