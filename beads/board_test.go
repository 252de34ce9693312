package beads_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
)

// sample is the board in the contest's statement, and sampleFilled its solution.
const (
	sample       = ". .. ... .... ..... .....C ...CCC. EEEHH... E.HHH.... E........."
	sampleFilled = "B BK BKK BJKK JJJDD GJGDDC GGGCCCI EEEHHIIA ELHHHIAAF ELLLLIFFFF"
)

// lines makes lines of rows with blanks between them.
func lines(rows string) string { return strings.Join(strings.Fields(rows), "\n") }

const empty = ". .. ... .... ..... ...... ....... ........ ......... .........."

func mustTriangle(t testing.TB, text string) beads.Board {
	t.Helper()
	b, err := beads.ParseTriangle(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustBoard(t testing.TB, text string) beads.Board {
	t.Helper()
	b, err := beads.ParseBoard(text, beads.Set{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParseTriangle(t *testing.T) {
	good := lines(empty)
	for name, text := range map[string]string{
		"plain":               good,
		"last newline":        good + "\n",
		"empty lines after":   good + "\n\n \n",
		"carriage returns":    strings.ReplaceAll(good, "\n", "\r\n") + "\r\n",
		"blanks after rows":   strings.ReplaceAll(good, "\n", " \t\n") + "  ",
		"blanks before rows":  "  " + strings.ReplaceAll(good, "\n", "\n \t"),
		"centred":             centred(good),
		"newlines, no blanks": good + "\n\n",
	} {
		b, err := beads.ParseTriangle(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if b != beads.Triangle() || !b.Equal(beads.Triangle()) || b.String() != good {
			t.Errorf("%s: got\n%v", name, b)
		}
	}
}

func centred(text string) string {
	rows := strings.Split(text, "\n")
	for i := range rows {
		rows[i] = strings.Repeat(" ", len(rows)-i) + strings.Join(strings.Split(rows[i], ""), "")
	}
	return strings.Join(rows, "\n")
}

func TestParseTriangleErrors(t *testing.T) {
	with := func(row int, text string) string {
		rows := strings.Fields(empty)
		rows[row-1] = text
		return strings.Join(rows, "\n")
	}
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "beads: triangle: row 1: missing, the triangle has 10"},
		{"only blanks", " \n\t\n", "beads: triangle: row 1: missing, the triangle has 10"},
		{"too few rows", lines(". .. ..."), "beads: triangle: row 4: missing, the triangle has 10"},
		{"too many rows", lines(empty + " ..."), "beads: triangle: row 11: one row too many, the triangle has 10"},
		{"row too long", with(3, "...."), "beads: triangle: row 3, column 4: one cell too many, the row has 3"},
		{"row too short", with(3, ".."), "beads: triangle: row 3, column 3: no cell here, the row has 2 of 3"},
		{"empty row", with(3, ""), "beads: triangle: row 3, column 1: no cell here, the row has 0 of 3"},
		{"empty line first", "\n" + lines(empty), "beads: triangle: row 1, column 1: no cell here, the row has 0 of 1"},
		{"blank in a row", with(3, ". ."), `beads: triangle: row 3, column 2: " " is neither a dot nor the letter of a piece`},
		{"lower case", with(4, "..a."), `beads: triangle: row 4, column 3: "a" is neither a dot nor the letter of a piece`},
		{"letter after L", with(4, ".M.."), `beads: triangle: row 4, column 2: "M" is neither a dot nor the letter of a piece`},
		{"outside sign", with(2, "#."), `beads: triangle: row 2, column 1: "#" is neither a dot nor the letter of a piece`},
		{"other alphabet", with(2, "é."), `beads: triangle: row 2, column 1: "é" is neither a dot nor the letter of a piece`},
		{"wraps to a letter", with(2, "\u0141."), `beads: triangle: row 2, column 1: "Ł" is neither a dot nor the letter of a piece`},
		{"not UTF-8", with(2, "\xff."), `beads: triangle: row 2, column 1: "\xff" is neither a dot nor the letter of a piece`},
		{"cut off", with(2, "\xe2\x80"), `beads: triangle: row 2, column 1: "\xe2" is neither a dot nor the letter of a piece`},
		{"the sign for what is not UTF-8", with(2, "\ufffd"), `beads: triangle: row 2, column 1: "�" is neither a dot nor the letter of a piece`},
		{"NUL", with(2, "\x00."), `beads: triangle: row 2, column 1: "\x00" is neither a dot nor the letter of a piece`},
		{"blank of another kind after a row", with(2, "..\u00a0"), `beads: triangle: row 2, column 3: "\u00a0" is neither a dot nor the letter of a piece`},
		{"tab of another kind after a row", with(2, "..\v"), `beads: triangle: row 2, column 3: "\v" is neither a dot nor the letter of a piece`},
		{"letter after a row", with(2, "..é"), `beads: triangle: row 2, column 3: "é" is neither a dot nor the letter of a piece`},
		{"far after a row", with(2, ".....\u2028"), `beads: triangle: row 2, column 6: "\u2028" is neither a dot nor the letter of a piece`},
		{"byte order mark", "\ufeff" + lines(empty), `beads: triangle: row 1, column 1: "\ufeff" is neither a dot nor the letter of a piece`},
		{"blank of another kind after the rows", lines(empty) + "\n\u00a0", `beads: triangle: row 11, column 1: "\u00a0" is neither a dot nor the letter of a piece`},
		{"empty row after the rows", lines(empty) + "\n\n.", "beads: triangle: row 11: one row too many, the triangle has 10"},
		{"too many cells", with(4, "AAAA"), "beads: triangle: piece A: has 4 cells, want 3"},
		{"too few cells", with(4, "BBB."), "beads: triangle: piece B: has 3 cells, want 4"},
		{"apart", with(7, "AA...A."), "beads: triangle: piece A: has not the shape of the piece"},
		{"other shape", with(7, "AAA...."), "beads: triangle: piece A: has not the shape of the piece"},
		{"one half mirrored", lines(". .. ... .... FFF.. ..FF.. ....... ........ ......... .........."), "beads: triangle: piece F: has not the shape of the piece"},
		{"the shape of another", lines(". .. KKK K... K.... ...... ....... ........ ......... .........."), "beads: triangle: piece K: has not the shape of the piece"},
		{"twice", lines(". .. ... .... AA... A..... .....AA .....A.. ......... .........."), "beads: triangle: piece A: has 6 cells, want 3"},
	} {
		b, err := beads.ParseTriangle(test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: error is %q, want %q", test.name, err, test.want)
		}
		var parse *beads.ParseError
		if !errors.As(err, &parse) || strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("%s: %#v is not one line of a ParseError", test.name, err)
		}
		if b != (beads.Board{}) {
			t.Errorf("%s: board is not zero", test.name)
		}
	}
}

func TestParseBoard(t *testing.T) {
	wide := strings.Repeat(".", 64)
	for _, test := range []struct {
		text, want string // want is what String returns
		cells      int
	}{
		{".", ".", 1},
		{" .. \n\t...\r\n\n\n", "..\n...", 5},
		{"#.\n..", "#.\n..", 3},
		{"..##\n.#", "..\n.", 3},
		{".\n\n.", ".\n#\n.", 2},
		{"###\n#.", "#\n#.", 1},
		{"\n.", "#\n.", 1},
		{wide, wide, 64},
		{"AA\nA.", "AA\nA.", 4},
		{lines(empty), lines(empty), 55},
	} {
		b, err := beads.ParseBoard(test.text, beads.Set{})
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		cells := 0
		for range b.Cells() {
			cells++
		}
		if b.String() != test.want || cells != test.cells {
			t.Errorf("%q: got %q with %d cells, want %q with %d", test.text, b.String(), cells, test.want, test.cells)
		}
		again, err := beads.ParseBoard(b.String(), beads.Beads())
		if err != nil || !again.Equal(b) {
			t.Errorf("%q: read again: %v, %v", test.text, again, err)
		}
	}
	for _, test := range []struct {
		text, want string
		is         error
	}{
		{"", "beads: board: row 1: no cells", beads.ErrNoCells},
		{"##\n#", "beads: board: row 1: no cells", beads.ErrNoCells},
		{".\n" + wide, "beads: board: row 2, column 64: more than 64 cells", beads.ErrTooLarge},
		{"..\n.x", `beads: board: row 2, column 2: "x" is neither a dot nor the letter of a piece`, nil},
		{"..\n.#\xff", `beads: board: row 2, column 3: "\xff" is neither a dot nor the letter of a piece`, nil},
		{"AA.\n..A", "beads: board: piece A: has not the shape of the piece", nil},
	} {
		_, err := beads.ParseBoard(test.text, beads.Set{})
		if err == nil || err.Error() != test.want || test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%.10q: error is %q, want %q", test.text, err, test.want)
		}
	}
	if _, err := beads.ParseBoard("A", mustSet(t)); err == nil {
		t.Error("the set without pieces has the piece A")
	}
	if b := mustBoard(t, lines(empty)); b != beads.Triangle() {
		t.Error("the triangle read as a region is not Triangle()")
	}
}

func TestParseErrorWithoutPlace(t *testing.T) {
	if got := (&beads.ParseError{Input: "board", Err: beads.ErrTooLarge}).Error(); got != "beads: board: more than 64 cells" {
		t.Error(got)
	}
}

func TestParseErrorEqual(t *testing.T) {
	full := func() beads.ParseError {
		return beads.ParseError{Input: "pyramid", Drawing: 1, Layer: 2, Row: 3, Col: 4, Piece: 'A', Err: errors.New("wrong")}
	}
	if !full().Equal(full()) || !(beads.ParseError{}).Equal(beads.ParseError{}) {
		t.Error("equal errors are not")
	}
	for i, change := range []func(*beads.ParseError){
		func(e *beads.ParseError) { e.Input = "board" },
		func(e *beads.ParseError) { e.Drawing++ },
		func(e *beads.ParseError) { e.Layer++ },
		func(e *beads.ParseError) { e.Row++ },
		func(e *beads.ParseError) { e.Col++ },
		func(e *beads.ParseError) { e.Piece++ },
		func(e *beads.ParseError) { e.Err = errors.New("other") },
		func(e *beads.ParseError) { e.Err = nil },
	} {
		other := full()
		change(&other)
		if full().Equal(other) || other.Equal(full()) {
			t.Errorf("change %d: %v is equal to %v", i, &other, full())
		}
	}
}

func TestPlaceAndRemove(t *testing.T) {
	b := beads.Triangle()
	corner := []beads.Cell{{Row: 1}, {Row: 0}, {Row: 1, Col: 1}}
	placed, err := b.Place(beads.Placement{Piece: 'A', Cells: corner})
	if err != nil {
		t.Fatal(err)
	}
	if want := lines(strings.Replace(empty, ". ..", "A AA", 1)); placed.String() != want || b != beads.Triangle() {
		t.Errorf("got\n%v\nwant\n%v", placed, want)
	}
	if placed.Free() != 52 || placed.IsFilled() || len(placed.Remaining()) != 11 || placed.Remaining()[0] != 'B' {
		t.Errorf("%d free, remaining %v", placed.Free(), placed.Remaining())
	}
	if p, ok := placed.At(beads.Cell{Row: 1, Col: 1}); p != 'A' || !ok {
		t.Error("A is not at its cell")
	}
	if p, ok := placed.At(beads.Cell{Row: 2, Col: 1}); p != 0 || !ok {
		t.Error("a free cell is not free")
	}
	var all []beads.Placement
	for p := range placed.Placements() {
		all = append(all, p)
	}
	want := []beads.Placement{{Piece: 'A', Cells: []beads.Cell{{Row: 0}, {Row: 1}, {Row: 1, Col: 1}}}}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Error(diff)
	}
	removed, err := placed.Remove('A')
	if err != nil || removed != b {
		t.Errorf("removed: %v, %v", removed, err)
	}

	huge := beads.Cell{Row: math.MaxInt, Col: math.MinInt, Layer: math.MaxInt}
	for name, p := range map[string]beads.Placement{
		"no piece":      {},
		"unknown piece": {Piece: 'M', Cells: corner},
		"no cells":      {Piece: 'B'},
		"lies already":  {Piece: 'A', Cells: []beads.Cell{{Row: 5}, {Row: 6}, {Row: 6, Col: 1}}},
		"covered":       {Piece: 'D', Cells: []beads.Cell{{Row: 1}, {Row: 1, Col: 1}, {Row: 2}, {Row: 2, Col: 1}}},
		"outside":       {Piece: 'B', Cells: []beads.Cell{{Row: 9}, {Row: 10}, {Row: 11}, {Row: 12}}},
		"huge":          {Piece: 'B', Cells: []beads.Cell{huge, huge, huge, huge}},
		"other layer":   {Piece: 'D', Cells: []beads.Cell{{4, 0, 1}, {4, 1, 1}, {5, 0, 1}, {5, 1, 1}}},
		"wrong shape":   {Piece: 'D', Cells: []beads.Cell{{Row: 5}, {Row: 6}, {Row: 7}, {Row: 8}}},
		"too many":      {Piece: 'B', Cells: []beads.Cell{{Row: 4}, {Row: 5}, {Row: 6}, {Row: 7}, {Row: 8}}},
		"same cell":     {Piece: 'D', Cells: []beads.Cell{{Row: 5}, {Row: 5}, {Row: 6}, {Row: 6}}},
	} {
		if got, err := placed.Place(p); !errors.Is(err, beads.ErrPlacement) || got != placed {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for _, p := range []beads.Piece{0, 'B', 'M', '.'} {
		if got, err := placed.Remove(p); !errors.Is(err, beads.ErrPlacement) || got != placed {
			t.Errorf("Remove(%v): %v, %v", p, got, err)
		}
	}
	for want, p := range map[string]beads.Placement{
		"beads: Place: illegal placement: piece Z: not a piece of the set":             {Piece: 'Z', Cells: corner},
		"beads: Place: illegal placement: piece A: lies on the board already":          {Piece: 'A', Cells: corner},
		"beads: Place: illegal placement: piece B: cell (10 0 0) is outside the board": {Piece: 'B', Cells: []beads.Cell{{Row: 9}, {Row: 10}}},
		"beads: Place: illegal placement: piece B: cell (0 0 0) is covered by piece A": {Piece: 'B', Cells: []beads.Cell{{}}},
		"beads: Place: illegal placement: piece B: has 3 cells, want 4":                {Piece: 'B', Cells: []beads.Cell{{Row: 7}, {Row: 8}, {Row: 9}}},
		"beads: Place: illegal placement: piece D: has not the shape of the piece":     {Piece: 'D', Cells: []beads.Cell{{Row: 6}, {Row: 7}, {Row: 8}, {Row: 9}}},
	} {
		if _, err := placed.Place(p); err == nil || err.Error() != want {
			t.Errorf("error is %q, want %q", err, want)
		}
	}
	if _, err := placed.Remove('B'); err == nil || err.Error() != "beads: Remove: illegal placement: piece B: does not lie on the board" {
		t.Errorf("error is %q", err)
	}
	if _, ok := placed.At(huge); ok {
		t.Error("a huge cell is on the board")
	}
}

func TestZeroBoard(t *testing.T) {
	var b beads.Board
	if b.String() != "" || b.Diagram() != "" || b.Free() != 0 || !b.IsFilled() || len(b.Remaining()) != 12 {
		t.Errorf("String %q, Diagram %q, Free %d, IsFilled %v, Remaining %v", b.String(), b.Diagram(), b.Free(), b.IsFilled(), b.Remaining())
	}
	for range b.Cells() {
		t.Error("it has a cell")
	}
	for range b.Placements() {
		t.Error("it has a piece")
	}
	if _, ok := b.At(beads.Cell{}); ok {
		t.Error("it has a cell")
	}
	if _, err := b.Place(beads.Placement{Piece: 'B', Cells: make([]beads.Cell, 4)}); !errors.Is(err, beads.ErrPlacement) {
		t.Error(err)
	}
	if _, err := b.Remove('A'); !errors.Is(err, beads.ErrPlacement) {
		t.Error(err)
	}
	if b.Equal(beads.Triangle()) || !b.Equal(beads.Board{}) {
		t.Error("Equal is wrong")
	}
}

func TestIteratorsStop(t *testing.T) {
	b := mustTriangle(t, lines(sample))
	cells, placements := 0, 0
	for range b.Cells() {
		cells++
		break
	}
	for range b.Placements() {
		placements++
		break
	}
	if cells != 1 || placements != 1 {
		t.Errorf("%d cells and %d placements", cells, placements)
	}
}

func TestText(t *testing.T) {
	for _, b := range []beads.Board{{}, beads.Triangle(), mustTriangle(t, lines(sample)), mustBoard(t, "##.\n\n.AA\n..A")} {
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		var got beads.Board
		if err := json.Unmarshal(text, &got); err != nil || !got.Equal(b) {
			t.Errorf("%s becomes\n%v\n%v", text, got, err)
		}
		appended, err := b.AppendText([]byte("x"))
		if err != nil || string(appended) != "x"+b.String() {
			t.Errorf("AppendText: %q, %v", appended, err)
		}
	}
	b := beads.Triangle()
	var parse *beads.ParseError
	if err := b.UnmarshalText([]byte("?")); !errors.As(err, &parse) || b != beads.Triangle() {
		t.Errorf("bad text: %v, %v", err, b)
	}
}

func TestEqual(t *testing.T) {
	a, b := mustBoard(t, "...\n.AA\n..A"), mustBoard(t, "...\n.AA\n..A")
	if !a.Equal(b) || !b.Equal(a) {
		t.Error("equal boards are not")
	}
	for _, other := range []string{"...\n...\n...", "...\n.AA\n.A.", "....\n.AA\n..A", "...\n.AA\n#.A"} {
		if c := mustBoard(t, other); a.Equal(c) {
			t.Errorf("equal to\n%v", c)
		}
	}
	again, err := beads.ParseSet(beads.Beads().String())
	if err != nil {
		t.Fatal(err)
	}
	none, turned := mustSet(t), mustSet(t, "AA\nA.", "B.\nBB")
	for i, test := range []struct {
		a, b beads.Set
		want bool
	}{
		{beads.Set{}, beads.Beads(), true},
		{beads.Set{}, again, true},
		{beads.Pentominoes(), beads.Pentominoes(), true},
		{beads.Pentominoes(), beads.Beads(), false},
		{none, mustSet(t), true},
		{none, beads.Set{}, false},
		{none, mustSet(t, "A"), false},
		{turned, mustSet(t, "AA\n.A", ".B\nBB"), true},
		{turned, mustSet(t, "B.\nBB", "AA\nA."), false},
		{turned, mustSet(t, "AA\nA.", "C.\nCC"), false},
		{turned, mustSet(t, "AA\nA.", "BBB"), false},
		{turned, mustSet(t, "AA\nA."), false},
	} {
		if test.a.Equal(test.b) != test.want || test.b.Equal(test.a) != test.want {
			t.Errorf("sets %d: Equal is not %v", i, test.want)
		}
		a, b := must(beads.ParseBoard("...", test.a))(t), must(beads.ParseBoard("...", test.b))(t)
		if a.Equal(b) != test.want || b.Equal(a) != test.want {
			t.Errorf("boards with sets %d: Equal is not %v", i, test.want)
		}
	}
}

func TestDiagram(t *testing.T) {
	b := mustBoard(t, "#A.\n.AA\n..\n\n#BBBB")
	want := `    +---+---+
    | A | . |
+---+   +---+
| . | A   A |
+   +---+---+
| .   . |
+---+---+

    +---+---+---+---+
    | B   B   B   B |
    +---+---+---+---+`
	if got := b.Diagram(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
