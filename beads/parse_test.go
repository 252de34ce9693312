package beads_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/mayanbeads/mayan/beads"
)

func TestParseTriangleAcceptsWhiteSpace(t *testing.T) {
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

func TestParseTriangleErrorsNameThePlace(t *testing.T) {
	with := func(row int, text string) string {
		rows := strings.Fields(empty)
		rows[row-1] = text
		return strings.Join(rows, "\n")
	}
	for _, test := range []struct{ name, text, want string }{
		{"empty input", "", "beads: triangle: row 1: missing, the triangle has 10"},
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
		{"incomplete UTF-8", with(2, "\xe2\x80"), `beads: triangle: row 2, column 1: "\xe2" is neither a dot nor the letter of a piece`},
		{"replacement character", with(2, "\ufffd"), `beads: triangle: row 2, column 1: "�" is neither a dot nor the letter of a piece`},
		{"NUL", with(2, "\x00."), `beads: triangle: row 2, column 1: "\x00" is neither a dot nor the letter of a piece`},
		{"blank of another kind after a row", with(2, "..\u00a0"), `beads: triangle: row 2, column 3: "\u00a0" is neither a dot nor the letter of a piece`},
		{"tab of another kind after a row", with(2, "..\v"), `beads: triangle: row 2, column 3: "\v" is neither a dot nor the letter of a piece`},
		{"letter after a row", with(2, "..é"), `beads: triangle: row 2, column 3: "é" is neither a dot nor the letter of a piece`},
		{"far after a row", with(2, ".....\u2028"), `beads: triangle: row 2, column 6: "\u2028" is neither a dot nor the letter of a piece`},
		{"byte order mark", "\ufeff" + lines(empty), `beads: triangle: row 1, column 1: "\ufeff" is neither a dot nor the letter of a piece`},
		{"blank of another kind after the rows", lines(empty) + "\n\u00a0", `beads: triangle: row 11, column 1: "\u00a0" is neither a dot nor the letter of a piece`},
		{"empty row after the rows", lines(empty) + "\n\n.", "beads: triangle: row 11: one row too many, the triangle has 10"},
		{"too many cells", with(4, "AAAA"), "beads: triangle: piece A: illegal placement: has 4 cells, want 3"},
		{"too few cells", with(4, "BBB."), "beads: triangle: piece B: illegal placement: has 3 cells, want 4"},
		{"apart", with(7, "AA...A."), "beads: triangle: piece A: illegal placement: the cells do not have the shape of the piece"},
		{"other shape", with(7, "AAA...."), "beads: triangle: piece A: illegal placement: the cells do not have the shape of the piece"},
		{"one half mirrored", lines(". .. ... .... FFF.. ..FF.. ....... ........ ......... .........."), "beads: triangle: piece F: illegal placement: the cells do not have the shape of the piece"},
		{"the shape of another", lines(". .. KKK K... K.... ...... ....... ........ ......... .........."), "beads: triangle: piece K: illegal placement: the cells do not have the shape of the piece"},
		{"twice", lines(". .. ... .... AA... A..... .....AA .....A.. ......... .........."), "beads: triangle: piece A: illegal placement: has 6 cells, want 3"},
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
			t.Errorf("%s: the board is not the zero Board", test.name)
		}
	}
}

func TestParseBoardValuesAndErrors(t *testing.T) {
	wide := strings.Repeat(".", 64)
	for _, test := range []struct {
		text, want string // want is the result of String
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
		{"AA.\n..A", "beads: board: piece A: illegal placement: the cells do not have the shape of the piece", nil},
	} {
		_, err := beads.ParseBoard(test.text, beads.Set{})
		if err == nil || err.Error() != test.want || test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%.10q: error is %q, want %q", test.text, err, test.want)
		}
	}
	if _, err := beads.ParseBoard("A", mustSet(t)); err == nil {
		t.Error("ParseBoard accepts piece A for a set without pieces")
	}
	if b := mustBoard(t, lines(empty)); b != beads.Triangle() {
		t.Error("ParseBoard of the empty triangle is not Triangle()")
	}
}

func TestParseErrorWithoutPlaceHasShortText(t *testing.T) {
	if got := (&beads.ParseError{Input: "board", Err: beads.ErrTooLarge}).Error(); got != "beads: board: more than 64 cells" {
		t.Error(got)
	}
}

func TestParseErrorEqualComparesEveryField(t *testing.T) {
	full := func() beads.ParseError {
		return beads.ParseError{Input: "pyramid", Drawing: 1, Layer: 2, Row: 3, Col: 4, Piece: 'A', Err: errors.New("wrong")}
	}
	if !full().Equal(full()) || !(beads.ParseError{}).Equal(beads.ParseError{}) {
		t.Error("Equal is false for equal errors")
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
