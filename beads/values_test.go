package beads_test

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
	"github.com/mayanbeads/mayan/internal/roundtrip"
)

// twoDominoes is a set of two equal dominoes and a single cell.
var twoDominoes = []string{"XX", "Y\nY", "A"}

// parsedBeads returns the twelve beads after a round trip through their text form.
func parsedBeads(t testing.TB) beads.Set {
	t.Helper()
	s, err := beads.ParseSet(beads.Beads().String())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// storedBoards returns boards of every kind. No two of them are equal.
func storedBoards(t testing.TB) []beads.Board {
	own := mustSet(t, twoDominoes...)
	board := func(text string, set beads.Set) beads.Board { return must(beads.ParseBoard(text, set))(t) }
	pyramid := must(beads.Pyramid().Place(beads.Placement{Piece: 'B', Cells: []beads.Cell{{4, 4, 0}, {3, 3, 1}, {2, 2, 2}, {1, 1, 3}}}))(t)
	return []beads.Board{
		{},
		beads.Triangle(),
		mustTriangle(t, lines(sample)),
		mustTriangle(t, lines(sampleFilled)),
		beads.Pyramid(),
		pyramid,
		must(beads.Pyramid().WithSet(beads.Pentominoes()))(t),
		must(pyramid.WithSet(mustSet(t, "BBBB", "A")))(t),
		mustRectangle(t, 8, 8, beads.Set{}),
		mustRectangle(t, 2, 3, beads.Pentominoes()),
		mustRectangle(t, 2, 3, mustSet(t)), // no pieces
		must(beads.Triangle().WithSet(own))(t),
		must(beads.Board{}.WithSet(own))(t), // no cells
		must(beads.Board{}.WithSet(mustSet(t)))(t),
		board("##.\n\n.AA\n#.A", beads.Set{}),
		board("\n\n#####################.\n.", beads.Set{}),
		board("##.\n\n.XX\n#YA\n#Y", own),
		board("...X\n#.#X", own), // a copy of the first piece
		board("...Y\n#.#Y", own),
	}
}

// valueTests returns a test for each exported type of the package.
func valueTests(t testing.TB) []roundtrip.Type {
	corner := []beads.Cell{{Row: 0}, {Row: 1}, {Row: 1, Col: 1}}
	stats := beads.Stats{Nodes: 1, Tried: math.MaxUint64, Remembered: 3, Elapsed: time.Second}
	wrong := errors.New("wrong")
	return []roundtrip.Type{
		roundtrip.Stored(storedBoards(t)...),
		roundtrip.Stored(beads.Set{}, beads.Pentominoes(), mustSet(t), mustSet(t, twoDominoes...), mustSet(t, sixteen()...), mustSet(t, strings.Repeat("A", 64), strings.Repeat("B\n", 64))),
		roundtrip.Keys(beads.Piece(0), 'A', 'Z'),
		roundtrip.Keys(beads.Cell{}, beads.Cell{Row: 1, Col: -2, Layer: 3}, beads.Cell{Row: math.MaxInt, Col: math.MinInt, Layer: -1}),
		roundtrip.Stored(append(beads.Piece('L').Orientations(), beads.Orientation{{}}, beads.Orientation{{}, {Col: 2}, {Row: 64, Col: -64}})...),
		roundtrip.Stored(beads.Placement{}, beads.Placement{Piece: 'A', Cells: corner}, beads.Placement{Piece: 'A', Cells: corner[:1]}),
		roundtrip.Stored(beads.Stats{}, stats),
		roundtrip.Keys(beads.Auto, beads.Sweep, beads.Search),
		roundtrip.Compared(beads.Solver{}, beads.Solver{Workers: 2, Memory: 1 << 20, Every: time.Second, Strategy: beads.Search}),
		roundtrip.Compared(beads.ParseError{}, beads.ParseError{Input: "board", Row: 1}, beads.ParseError{Input: "board", Row: 1, Err: wrong}),
		roundtrip.Compared(beads.StopError{}, beads.StopError{Found: 1, Stats: stats}, beads.StopError{Found: 1, Stats: stats, Err: wrong}),
	}
}

func TestValuesSurviveEveryEncoding(t *testing.T) { roundtrip.All(t, valueTests(t)...) }

func TestEmptyOrientationHasEmptyText(t *testing.T) {
	for _, o := range []beads.Orientation{nil, {}} {
		text, err := o.MarshalText()
		got := beads.Orientation{{}}
		if errBack := got.UnmarshalText(text); err != nil || errBack != nil || string(text) != "" || got != nil {
			t.Errorf("the text is %q, %v, which is read as %v, %v", text, err, got, errBack)
		}
	}
}

func TestDifferentBoardsAreNotEqual(t *testing.T) {
	boards := storedBoards(t)
	for i, a := range boards {
		for j, b := range boards {
			if a.Equal(b) != (i == j) {
				t.Errorf("boards %d and %d: Equal is %v", i, j, a.Equal(b))
			}
		}
	}
}

// Triangle and Pyramid return shared boards. A board is == to its shared board again
// after its set or its cells were read from text.
func TestDecodedBoardsAreSharedAgain(t *testing.T) {
	again := parsedBeads(t)
	for name, want := range map[string]beads.Board{"no cells": {}, "triangle": beads.Triangle(), "pyramid": beads.Pyramid()} {
		b := must(want.WithSet(beads.Pentominoes()))(t)
		if got := must(b.WithSet(again))(t); got != want {
			t.Errorf("%s: with another set, then with the beads, the board differs:\n%v", name, got)
		}
		text, _ := b.MarshalText()
		if err := b.UnmarshalText(text); err != nil {
			t.Fatal(err)
		}
		if got := must(b.WithSet(beads.Beads()))(t); got != want {
			t.Errorf("%s: stored, read, then with the beads, the board differs:\n%v", name, got)
		}
	}
}

func TestSetTextHasOneNormalForm(t *testing.T) {
	want := ".FF\nFF.\n.F.|IIIII|LLLL\nL...|.NNN\nNN..|PPP\nPP.|TTT\n.T.\n.T.|UUU\nU.U|VVV\nV..\nV..|.WW\nWW.\nW..|.X.\nXXX\n.X.|YYYY\n.Y..|.ZZ\n.Z.\nZZ."
	if diff := cmp.Diff(strings.ReplaceAll(want, "|", "\n\n"), beads.Pentominoes().String()); diff != "" {
		t.Error(diff)
	}
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{" \n\t\r\n\n", ""},
		{"A", "A"},
		{"\n \n  AA\t\r\nA.\n \n\n\r\n C\nC \n\n", "AA\nA.\n\nCC"},
		{"B...\n....", "B"},
		{beads.Beads().String(), beads.Set{}.String()},
	} {
		s, err := beads.ParseSet(test.text)
		if err != nil || s.String() != test.want {
			t.Errorf("%q: got %q, %v, want %q", test.text, s, err, test.want)
		}
	}
}

func TestBoardTextIncludesItsSet(t *testing.T) {
	own := mustSet(t, twoDominoes...)
	for _, test := range []struct {
		b    beads.Board
		want string
	}{
		{must(beads.ParseBoard("#.XX\n.", own))(t), "set\nXX\n\nYY\n\nA\n\nboard\n#.XX\n."},
		{must(beads.ParseBoard("..", mustSet(t)))(t), "set\n\nboard\n.."},
		{must(beads.Board{}.WithSet(mustSet(t, "A")))(t), "set\nA\n\nboard\n"},
		{must(beads.Board{}.WithSet(mustSet(t)))(t), "set\n\nboard\n"},
		{must(beads.Pyramid().WithSet(mustSet(t, "Z")))(t), "set\nZ\n\nboard\n" + emptyPyramid},
		{must(beads.ParseBoard("AA\nA.", parsedBeads(t)))(t), "AA\nA."},
	} {
		text, err := test.b.MarshalText()
		if err != nil || string(text) != test.want {
			t.Errorf("got %q, %v, want %q", text, err, test.want)
		}
	}
	// UnmarshalText also reads these texts, which AppendText does not write.
	for text, want := range map[string]beads.Board{
		" set\r\n\n\nY\nY\n \n XX\nboard \n.YY\t\n\n": must(beads.ParseBoard(".YY", mustSet(t, "YY", "XX")))(t),
		"set\nboard":          must(beads.Board{}.WithSet(mustSet(t)))(t),
		"set\n\nboard\n\n \n": must(beads.Board{}.WithSet(mustSet(t)))(t),
		"set\n" + beads.Beads().String() + "\nboard\n" + lines(empty): beads.Triangle(),
		"set\n" + beads.Beads().String() + "\nboard":                  {},
		"set\nA\nboard\n\n.": must(beads.ParseBoard("\n.", mustSet(t, "A")))(t),
	} {
		var got beads.Board
		if err := got.UnmarshalText([]byte(text)); err != nil || !got.Equal(want) {
			t.Errorf("%q: %v\n%v", text, err, got)
		}
	}
}

// Decoding into a variable changes no other variable, even if both have shared the same
// value.
func TestDecodingChangesNoOtherValue(t *testing.T) {
	for _, set := range []beads.Set{{}, beads.Pentominoes(), mustSet(t, twoDominoes...)} {
		before := set
		b := mustRectangle(t, 3, 3, set)
		remaining := b.Remaining()
		if err := set.UnmarshalText([]byte("A")); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(remaining, b.Remaining()); diff != "" {
			t.Error("the board has changed:", diff)
		}
		if diff := cmp.Diff(remaining, before.Pieces()); diff != "" {
			t.Error("the copy of the set has changed:", diff)
		}
	}
	if len(beads.Beads().Pieces()) != 12 || len(beads.Pentominoes().Pieces()) != 12 {
		t.Error("the shared sets have changed")
	}
	o := beads.Piece('L').Orientations()[0]
	before := o
	if err := o.UnmarshalText([]byte("#")); err != nil || len(before) != 5 || before[1] == (beads.Cell{}) {
		t.Error("the copy of the orientation has changed:", before)
	}
}

func TestMalformedTextIsAnError(t *testing.T) {
	type decoder = func(t testing.TB, text string) error
	set := func(t testing.TB, text string) error {
		_, err := beads.ParseSet(text)
		refused := refuse(t, text, mustSet(t, twoDominoes...))
		if diff := cmp.Diff(err, refused); diff != "" {
			t.Errorf("%q: ParseSet and UnmarshalText differ: %s", text, diff)
		}
		return refused
	}
	board := func(t testing.TB, text string) error { return refuse(t, text, beads.Triangle()) }
	piece := func(t testing.TB, text string) error { return refuse(t, text, beads.Piece('B')) }
	cell := func(t testing.TB, text string) error { return refuse(t, text, beads.Cell{Row: 1, Col: 2, Layer: 3}) }
	orientation := func(t testing.TB, text string) error {
		return refuse(t, text, beads.Piece('L').Orientations()[0])
	}
	for _, test := range []struct {
		decode decoder
		text   string
		want   beads.ParseError
		error  string
	}{
		{set, "a", beads.ParseError{Drawing: 1, Row: 1, Col: 1}, `beads: set: drawing 1, row 1, column 1: "a" is neither a dot nor a letter from A to Z`},
		{set, "\n\n A\n\n\nBB\n.é", beads.ParseError{Drawing: 2, Row: 2, Col: 2}, `beads: set: drawing 2, row 2, column 2: "é" is neither a dot nor a letter from A to Z`},
		{set, "AA\n\n..\n.\n\nB", beads.ParseError{Drawing: 2, Err: beads.ErrNoCells}, "beads: set: drawing 2: no cells"},
		{set, "A\n\nB\n\nAA", beads.ParseError{Drawing: 3, Row: 1, Col: 1}, "beads: set: drawing 3, row 1, column 1: piece A has been drawn already"},
		{set, "A.\n.A", beads.ParseError{Drawing: 1}, "beads: set: drawing 1: the cells of piece A are not connected"},
		{set, "A\nB", beads.ParseError{Drawing: 1, Row: 2, Col: 1}, "beads: set: drawing 1, row 2, column 1: B in the drawing of piece A"},
		{set, "A\n\n" + strings.Repeat("B", 65), beads.ParseError{Drawing: 2, Row: 1, Col: 65, Err: beads.ErrTooLarge}, "beads: set: drawing 2, row 1, column 65: more than 64 cells"},
		{set, strings.Join(sixteen(), "\n\n") + "\n\nZ", beads.ParseError{Drawing: 17}, "beads: set: drawing 17: one piece too many, a set has at most 16"},
		{set, "set\nA", beads.ParseError{Drawing: 1, Row: 1, Col: 1}, `beads: set: drawing 1, row 1, column 1: "s" is neither a dot nor a letter from A to Z`},

		{board, " \n", beads.ParseError{Row: 1, Err: beads.ErrNoCells}, "beads: board: row 1: no cells"},
		{board, "..\n.?", beads.ParseError{Row: 2, Col: 2}, `beads: board: row 2, column 2: "?" is neither a dot nor the letter of a piece`},
		{board, "..\n.Z", beads.ParseError{Row: 2, Col: 2}, `beads: board: row 2, column 2: "Z" is neither a dot nor the letter of a piece`},
		{board, "AA.", beads.ParseError{Piece: 'A'}, "beads: board: piece A: illegal placement: has 2 cells, want 3"},
		{board, "Set\nA\n\nboard\n.", beads.ParseError{Input: "pyramid", Layer: 1, Row: 1, Col: 1}, `beads: pyramid: layer 1, row 1, column 1: "S" is neither a dot nor the letter of a piece`},
		{board, "board\n.", beads.ParseError{Row: 1, Col: 1}, `beads: board: row 1, column 1: "b" is neither a dot nor the letter of a piece`},
		{board, "set", beads.ParseError{Row: 2}, `beads: board: row 2: no line "board" after the set`},
		{board, "set\nA\n\n.\n", beads.ParseError{Row: 5}, `beads: board: row 5: no line "board" after the set`},
		{board, "set\nA\n\n\nBB\n.c\n\nboard\n.", beads.ParseError{Row: 6, Col: 2}, `beads: board: row 6, column 2: "c" is neither a dot nor a letter from A to Z`},
		{board, "set\n\nA\n\n\nB.\n.B\n\nboard\n.", beads.ParseError{Row: 6}, "beads: board: row 6: the cells of piece B are not connected"},
		{board, "set\nA\n\n...\n\nboard\n.", beads.ParseError{Row: 4, Err: beads.ErrNoCells}, "beads: board: row 4: no cells"},
		{board, "set\n" + strings.Join(sixteen(), "\n\n") + "\n\nZ\nboard", beads.ParseError{Row: 34}, "beads: board: row 34: one piece too many, a set has at most 16"},
		{board, "set\nA\nboard\n##\n#", beads.ParseError{Row: 4, Err: beads.ErrNoCells}, "beads: board: row 4: no cells"},
		{board, "set\nA\n\nboard\n..\n.B", beads.ParseError{Row: 6, Col: 2}, `beads: board: row 6, column 2: "B" is neither a dot nor the letter of a piece`},
		{board, "set\nA\n\nboard\nAA", beads.ParseError{Piece: 'A'}, "beads: board: piece A: illegal placement: has 2 cells, want 1"},
		{board, "set\nA\n\nboard\n.\nboard\n.", beads.ParseError{Row: 6, Col: 1}, `beads: board: row 6, column 1: "b" is neither a dot nor the letter of a piece`},
		{board, "set\nA\n\nset\n\nboard\n.", beads.ParseError{Row: 4, Col: 1}, `beads: board: row 4, column 1: "s" is neither a dot nor a letter from A to Z`},
		{board, "set\nA\n\nboard\n.\n" + strings.Repeat(".", 64), beads.ParseError{Row: 6, Col: 64, Err: beads.ErrTooLarge}, "beads: board: row 6, column 64: more than 64 cells"},
		{board, "set\nA\n\nboard\n" + strings.Replace(emptyPyramid, "\n....\n", "\n..Z.\n", 1), beads.ParseError{Input: "pyramid", Layer: 2, Row: 1, Col: 3}, `beads: pyramid: layer 2, row 1, column 3: "Z" is neither a dot nor the letter of a piece`},

		{piece, "AB", beads.ParseError{}, `beads: piece: "AB" is not one letter from A to Z`},
		{piece, "a", beads.ParseError{}, `beads: piece: "a" is not one letter from A to Z`},
		{piece, " A", beads.ParseError{}, `beads: piece: " A" is not one letter from A to Z`},
		{piece, "\x00", beads.ParseError{}, `beads: piece: "\x00" is not one letter from A to Z`},
		{piece, "\n", beads.ParseError{}, `beads: piece: "\n" is not one letter from A to Z`},
		{piece, "Piece(7)", beads.ParseError{}, `beads: piece: "Piece(7)" is not one letter from A to Z`},

		{cell, "", beads.ParseError{}, `beads: cell: "" is not a row and a column, such as "8,7", or a row, a column and a layer`},
		{cell, "1", beads.ParseError{}, `beads: cell: "1" is not a row and a column, such as "8,7", or a row, a column and a layer`},
		{cell, "1,2,3,4", beads.ParseError{}, `beads: cell: "1,2,3,4" is not a row and a column, such as "8,7", or a row, a column and a layer`},
		{cell, "1, 2,3", beads.ParseError{}, `beads: cell: "1, 2,3" is not a row and a column, such as "8,7", or a row, a column and a layer`},
		{cell, "1,2,3\n", beads.ParseError{}, `beads: cell: "1,2,3\n" is not a row and a column, such as "8,7", or a row, a column and a layer`},
		{cell, "1,+2,3", beads.ParseError{}, `beads: cell: "1,+2,3" is not a row and a column, such as "8,7", or a row, a column and a layer`},
		{cell, "1,02,3", beads.ParseError{}, `beads: cell: "1,02,3" is not a row and a column, such as "8,7", or a row, a column and a layer`},
		{cell, "1,2,0", beads.ParseError{}, `beads: cell: "1,2,0" is not a row and a column, such as "8,7", or a row, a column and a layer`},
		{cell, "9223372036854775808,0", beads.ParseError{}, `beads: cell: "9223372036854775808,0" is not a row and a column, such as "8,7", or a row, a column and a layer`},
		{cell, "{1 2 3}", beads.ParseError{}, `beads: cell: "{1 2 3}" is not a row and a column, such as "8,7", or a row, a column and a layer`},

		{orientation, "##\n#x", beads.ParseError{Row: 2, Col: 2}, `beads: orientation: row 2, column 2: "x" is neither '#' nor '.'`},
		{orientation, "##\r\n#.", beads.ParseError{Row: 1, Col: 3}, `beads: orientation: row 1, column 3: "\r" is neither '#' nor '.'`},
		{orientation, "é", beads.ParseError{Row: 1, Col: 1}, `beads: orientation: row 1, column 1: "é" is neither '#' nor '.'`},
		{orientation, "##\n#", beads.ParseError{Row: 2}, "beads: orientation: row 2: the length is 1, want 2"},
		{orientation, "#\n", beads.ParseError{Row: 2}, "beads: orientation: row 2: the length is 0, want 1"},
		{orientation, "\n#", beads.ParseError{Row: 2}, "beads: orientation: row 2: the length is 1, want 0"},
		{orientation, "...\n...", beads.ParseError{Err: beads.ErrNoCells}, "beads: orientation: no cells"},
		{orientation, "\n\n", beads.ParseError{Err: beads.ErrNoCells}, "beads: orientation: no cells"},
		{orientation, "#.\n#.", beads.ParseError{}, "beads: orientation: an empty row or column at the edge of the drawing"},
		{orientation, ".#\n.#", beads.ParseError{}, "beads: orientation: an empty row or column at the edge of the drawing"},
		{orientation, "..\n##", beads.ParseError{}, "beads: orientation: an empty row or column at the edge of the drawing"},
		{orientation, "##\n..", beads.ParseError{}, "beads: orientation: an empty row or column at the edge of the drawing"},
		{orientation, strings.Repeat("#", 66), beads.ParseError{Row: 1, Col: 66}, "beads: orientation: row 1, column 66: the offset is (0,65), must be -64 to 64"},
		{orientation, strings.Repeat("#\n", 65) + "#", beads.ParseError{Row: 66, Col: 1}, "beads: orientation: row 66, column 1: the offset is (65,0), must be -64 to 64"},
	} {
		err := test.decode(t, test.text)
		var parse *beads.ParseError
		if !errors.As(err, &parse) || err.Error() != test.error {
			t.Errorf("%q: error is %q, want %q", test.text, err, test.error)
			continue
		}
		if test.want.Err != nil && !errors.Is(err, test.want.Err) {
			t.Errorf("%q: %q does not wrap %q", test.text, err, test.want.Err)
		}
		want := test.want
		if want.Input == "" {
			want.Input = strings.Split(test.error, ": ")[1]
		}
		want.Err = parse.Err
		if diff := cmp.Diff(want, *parse); diff != "" {
			t.Errorf("%q: %s", test.text, diff)
		}
	}
}

// refuse returns the error of UnmarshalText and checks that the value is unchanged.
func refuse[T any](t testing.TB, text string, value T) error {
	t.Helper()
	return roundtrip.Refuse(t, func(receiver *T) error {
		return any(receiver).(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
	}, value)
}

func TestAppendTextErrors(t *testing.T) {
	for _, test := range []struct {
		value encoding.TextAppender
		want  string
	}{
		{beads.Piece('a'), "beads: AppendText: Piece(97): must be a letter from A to Z, or 0"},
		{beads.Piece(255), "beads: AppendText: Piece(255): must be a letter from A to Z, or 0"},
		{beads.Orientation{{Row: 1}}, "beads: AppendText: orientation: cell 1 (1,0): must be (0,0)"},
		{beads.Orientation{{}, {Col: 1, Layer: 1}}, "beads: AppendText: orientation: cell 2 (0,1,1): must be in layer 0"},
		{beads.Orientation{{}, {Row: 1, Col: 1}, {Row: 1}}, "beads: AppendText: orientation: cell 3 (1,0): must come after (1,1) in row order"},
		{beads.Orientation{{}, {Col: 1}, {Col: 1}}, "beads: AppendText: orientation: cell 3 (0,1): must come after (0,1) in row order"},
		{beads.Orientation{{}, {Row: -1}}, "beads: AppendText: orientation: cell 2 (-1,0): must come after (0,0) in row order"},
		{beads.Orientation{{}, {Col: -1}}, "beads: AppendText: orientation: cell 2 (0,-1): must come after (0,0) in row order"},
		{beads.Orientation{{}, {Col: 65}}, "beads: AppendText: orientation: cell 2 (0,65): offsets must be -64 to 64"},
		{beads.Orientation{{}, {Row: 1, Col: -65}}, "beads: AppendText: orientation: cell 2 (1,-65): offsets must be -64 to 64"},
		{beads.Orientation{{}, {Row: math.MaxInt}}, fmt.Sprintf("beads: AppendText: orientation: cell 2 (%d,0): offsets must be -64 to 64", math.MaxInt)},
	} {
		text, err := test.value.AppendText([]byte("x"))
		if err == nil || err.Error() != test.want || string(text) != "x" {
			t.Errorf("%v: the text is %q and the error %q, want %q", test.value, text, err, test.want)
		}
		if _, err := test.value.(encoding.TextMarshaler).MarshalText(); err == nil || err.Error() != test.want {
			t.Errorf("%v: the error of MarshalText is %q, want %q", test.value, err, test.want)
		}
	}
}

func TestMalformedBinaryIsAnError(t *testing.T) {
	set, board := mustSet(t, twoDominoes...), beads.Triangle()
	setData, err := set.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		data       []byte
		board, set string // the errors of a board and of a set; "" if there is none
	}{
		{nil, "beads: UnmarshalBinary: board: 0 bytes, fewer than the 6 of an empty frame", "beads: UnmarshalBinary: set: 0 bytes, fewer than the 6 of an empty frame"},
		{sealed('X', "A"), "beads: UnmarshalBinary: board: the kind of value is 'X', want 'B'", "beads: UnmarshalBinary: set: the kind of value is 'X', want 'S'"},
		{setData, "beads: UnmarshalBinary: board: the kind of value is 'S', want 'B'", ""},
		{sealed('S', "a"), "beads: UnmarshalBinary: board: the kind of value is 'S', want 'B'", `beads: set: drawing 1, row 1, column 1: "a" is neither a dot nor a letter from A to Z`},
		{sealed('S', "A\n\n\nBB"), "beads: UnmarshalBinary: board: the kind of value is 'S', want 'B'", "beads: UnmarshalBinary: set: not the text that AppendText writes"},
		{sealed('B', " .. \r\n"), "beads: UnmarshalBinary: board: not the text that AppendText writes", "beads: UnmarshalBinary: set: the kind of value is 'B', want 'S'"},
		{sealed('B', "a"), `beads: board: row 1, column 1: "a" is neither a dot nor the letter of a piece`, "beads: UnmarshalBinary: set: the kind of value is 'B', want 'S'"},
	} {
		err := roundtrip.Refuse(t, func(b *beads.Board) error { return b.UnmarshalBinary(test.data) }, board)
		if err == nil || err.Error() != test.board {
			t.Errorf("%q: error is %q, want %q", test.data, err, test.board)
		}
		if test.set == "" {
			continue
		}
		err = roundtrip.Refuse(t, func(s *beads.Set) error { return s.UnmarshalBinary(test.data) }, set)
		if err == nil || err.Error() != test.set {
			t.Errorf("%q: error is %q, want %q", test.data, err, test.set)
		}
	}
}

// Slices of Strategy are left out, because encoding/xml treats them as bytes.
func TestSlicesOfValuesSurviveEveryEncoding(t *testing.T) {
	type slices struct {
		Pieces       []beads.Piece
		Cells        []beads.Cell
		Orientations []beads.Orientation
		Placements   []beads.Placement
		Sets         []beads.Set
		Boards       []beads.Board
	}
	roundtrip.Check(t, slices{
		beads.Pieces(),
		[]beads.Cell{{}, {Row: 1, Col: 2, Layer: 3}},
		beads.Piece('L').Orientations(),
		[]beads.Placement{{Piece: 'A', Cells: []beads.Cell{{}, {Col: 1}}}, {}},
		[]beads.Set{{}, beads.Pentominoes(), mustSet(t)},
		storedBoards(t),
	}, slices{})
}

// A board keeps its set, also when it is stored.
func TestBoardKeepsItsSet(t *testing.T) {
	for i, b := range storedBoards(t) {
		text, err := b.MarshalText()
		var read beads.Board
		if err := errors.Join(err, read.UnmarshalText(text)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(b.Set(), read.Set()); diff != "" {
			t.Errorf("board %d: %s", i, diff)
		}
		if again, err := b.WithSet(b.Set()); err != nil || !again.Equal(b) {
			t.Errorf("board %d: with its own set: %v, %v", i, again, err)
		}
	}
	if s := (beads.Board{}).Set(); !s.Equal(beads.Beads()) {
		t.Errorf("the zero Board has the set\n%v", s)
	}
	if s := must(beads.Triangle().WithSet(beads.Pentominoes()))(t).Set(); !s.Equal(beads.Pentominoes()) {
		t.Errorf("a board with pentominoes has the set\n%v", s)
	}
}
