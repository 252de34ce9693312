package mayan_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan"
)

var (
	_ encoding.TextAppender    = mayan.Board{}
	_ encoding.TextMarshaler   = mayan.Board{}
	_ encoding.TextUnmarshaler = (*mayan.Board)(nil)
	_ encoding.TextAppender    = mayan.Move{}
	_ encoding.TextMarshaler   = mayan.Move{}
	_ encoding.TextUnmarshaler = (*mayan.Move)(nil)
)

const sampleBoard = "1/21/234/31/2434"

func TestBoardAccessors(t *testing.T) {
	b := mayan.MustParseBoard("1/2A///")
	if b.At(1, 1) != mayan.MaxColor || b.At(0, 0) != 1 || b.At(0, 1) != mayan.Empty {
		t.Errorf("At reads the wrong cells of %v", b)
	}
	for _, cell := range [][2]int{{-1, 0}, {5, 0}, {0, -1}, {0, 7}, {math.MaxInt, 0}, {0, math.MaxInt}, {0, 8}, {math.MinInt, math.MinInt}} {
		if c := b.At(cell[0], cell[1]); c != mayan.Empty {
			t.Errorf("At(%d, %d) = %d, want 0 outside the board", cell[0], cell[1], c)
		}
	}
	for x, want := range map[int]int{-1: 0, 0: 1, 1: 2, 2: 0, 4: 0, 5: 0, math.MaxInt: 0} {
		if h := b.ColumnHeight(x); h != want {
			t.Errorf("ColumnHeight(%d) = %d, want %d", x, h, want)
		}
	}
	if b.Len() != 3 || b.IsCleared() || !(mayan.Board{}).IsCleared() {
		t.Errorf("Len or IsCleared is wrong for %v", b)
	}
	full := mayan.MustParseBoard("1234567/1234567/1234567/1234567/1234567")
	if full.Len() != mayan.Width*mayan.Height {
		t.Errorf("Len of a full board = %d", full.Len())
	}
}

func TestNewBoardValuesAndErrors(t *testing.T) {
	b, err := mayan.NewBoard([]mayan.Color{1}, nil, []mayan.Color{10, 2})
	if want := mayan.MustParseBoard("1//A2//"); err != nil || b != want {
		t.Errorf("NewBoard = %v, %v, want %v", b, err, want)
	}
	if b, err := mayan.NewBoard(); err != nil || b != (mayan.Board{}) {
		t.Errorf("NewBoard() = %v, %v, want the cleared board", b, err)
	}
	column := func(n int) []mayan.Color { return slices.Repeat([]mayan.Color{1, 2}, n)[:n] }
	for _, test := range []struct {
		columns [][]mayan.Color
		want    string
	}{
		{[][]mayan.Color{nil, nil, nil, nil, nil, nil}, "mayan: NewBoard: 6 columns: must be at most 5"},
		{[][]mayan.Color{nil, column(8)}, "mayan: NewBoard: column 1 has 8 blocks: must be at most 7"},
		{[][]mayan.Color{nil, nil, {1, 11}}, "mayan: NewBoard: column 2, row 1: colour 11: must be 1 to 10"},
		{[][]mayan.Color{{1, 0, 1}}, "mayan: NewBoard: column 0, row 1: colour 0: must be 1 to 10"},
		{[][]mayan.Color{{255}}, "mayan: NewBoard: column 0, row 0: colour 255: must be 1 to 10"},
	} {
		if b, err := mayan.NewBoard(test.columns...); err == nil || err.Error() != test.want || b != (mayan.Board{}) {
			t.Errorf("NewBoard(%v) = %v, %v, want %s", test.columns, b, err, test.want)
		}
	}
}

func TestParseBoardErrorsNameTheOffset(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "offset 0: 1 columns, not 5",
		"1/2/3/4":          "offset 7: 4 columns, not 5",
		"1/2/3/4/5/":       "offset 9: more than 5 columns",
		"1/2/12312312/4/5": "offset 11: more than 7 blocks in column 2",
		"1/2/0/4/5":        "offset 4: \"0\" is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/a/4/5":        "offset 4: \"a\" is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/./4/5":        "offset 4: \".\" is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/3/4/5\n":      "offset 9: \"\\n\" is neither a colour, 1 to 9 or A, nor a slash",
		" 1/2/3/4/5":       "offset 0: \" \" is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/é/4/5":        "offset 4: \"é\" is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/\xff/4/5":     "offset 4: \"\\xff\" is neither a colour, 1 to 9 or A, nor a slash",
	} {
		b, err := mayan.ParseBoard(text)
		var parse *mayan.ParseError
		if !errors.As(err, &parse) || err.Error() != "mayan: board: "+want || b != (mayan.Board{}) {
			t.Errorf("ParseBoard(%q) = %v, %v, want %s", text, b, err, want)
		}
		kept := mayan.MustParseBoard(sampleBoard)
		if err := kept.UnmarshalText([]byte(text)); err == nil || kept.String() != sampleBoard {
			t.Errorf("UnmarshalText(%q): error %v, and the receiver is %v", text, err, kept)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("MustParseBoard(\"nonsense\") does not panic")
		}
	}()
	mayan.MustParseBoard("nonsense")
}

func TestTextRoundTripsKeepEveryValue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		b := randomBoard(r, 35, 10).board()
		if again, err := mayan.ParseBoard(b.String()); err != nil || again != b {
			t.Fatalf("ParseBoard(%q) = %v, %v", b, again, err)
		}
		p := mayan.Puzzle{Board: b, Moves: r.IntN(mayan.MaxMoves + 1)}
		if again, err := mayan.ReadPuzzle(strings.NewReader(p.String())); err != nil || again != p {
			t.Fatalf("ReadPuzzle(%q) = %v, %v", p, again, err)
		}
		for m := range b.Moves() {
			if again, err := mayan.ParseMove(m.String()); err != nil || again != m {
				t.Fatalf("ParseMove(%q) = %v, %v", m, again, err)
			}
		}
	}
	type record struct {
		Best  map[mayan.Board]mayan.Solution
		First mayan.Move
	}
	b := mayan.MustParseBoard(sampleBoard)
	want := record{map[mayan.Board]mayan.Solution{b: {{2, 1, mayan.Right}, {3, 1, mayan.Right}}}, mayan.Move{4, 3, mayan.Left}}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != `{"Best":{"1/21/234/31/2434":"2 1 1\n3 1 1"},"First":"4 3 -1"}` {
		t.Errorf("as JSON: %s", text)
	}
	var got record
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("JSON round trip (-want +got):\n%s", diff)
	}
	for _, m := range []mayan.Move{{}, {9, 99, mayan.Right}, {-1, 0, mayan.Left}, {0, 0, 5}} {
		if text, err := json.Marshal(m); !errors.Is(err, mayan.ErrIllegalMove) {
			t.Errorf("the move %v, illegal on every board: JSON %s, %v, want ErrIllegalMove", m, text, err)
		}
	}
	if err := json.Unmarshal([]byte(`{"First":"4 3 0"}`), &got); err == nil || got.First != want.First {
		t.Errorf("direction 0 in JSON: error %v, and the value is %v", err, got.First)
	}
}

func TestDiagramShowsTheRowsFromTheTop(t *testing.T) {
	for text, want := range map[string]string{
		sampleBoard: ". . . . 4\n. . 4 . 3\n. 1 3 1 4\n1 2 2 3 2",
		"////":      ". . . . .",
		"A////9":    "A . . . 9",
	} {
		if got := mayan.MustParseBoard(text).Diagram(); got != want {
			t.Errorf("Diagram of %s:\n%s\nwant:\n%s", text, got, want)
		}
	}
}

func TestMirrorCommutesWithMoves(t *testing.T) {
	b := mayan.MustParseBoard(sampleBoard)
	if got, want := b.Mirror().String(), "2434/31/234/21/1"; got != want {
		t.Errorf("Mirror = %s, want %s", got, want)
	}
	// The mirror image of a move, played on the mirror image of a board, leads to the
	// mirror image of the result.
	r := rand.New(rand.NewPCG(2, 2))
	for range 1000 {
		b := randomBoard(r, 35, 3).board()
		for m := range b.Moves() {
			after, err := b.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			mirrored, err := b.Mirror().Play(mayan.Move{X: mayan.Width - 1 - m.X, Y: m.Y, Dir: -m.Dir})
			if err != nil || mirrored != after.Mirror() {
				t.Fatalf("%v, move %v: the mirrored move gives %v, %v", b, m, mirrored, err)
			}
		}
	}
}

func TestValuesAllocateNothing(t *testing.T) {
	b := mayan.MustParseBoard("2312233/1123112/3312121/2231332/3312113")
	unsettled := mayan.MustParseBoard("3331/2221/1112/1211/3123")
	move := mayan.Move{X: 2, Y: 1, Dir: mayan.Right}
	text := make([]byte, 0, 64)
	cells := 0
	for name, call := range map[string]func(){
		"Moves": func() {
			for m := range b.Moves() {
				cells += m.X
			}
		},
		"Play":      func() { b, _ = b.Play(move) },
		"Shift":     func() { _, _ = b.Shift(move) },
		"Settle":    func() { _ = mayan.Settle(unsettled) },
		"IsSettled": func() { _ = unsettled.IsSettled() },
		"Cascade": func() {
			for round := range mayan.Cascade(unsettled) {
				for x, y := range round.Vanish.All() {
					cells += x + y
				}
				cells += round.Vanish.Len()
			}
		},
		"Replay":           func() { _, _ = mayan.Replay(b, move) },
		"At":               func() { _ = b.At(1, 1) },
		"Mirror":           func() { b.Mirror() },
		"Board.AppendText": func() { _, _ = b.AppendText(text) },
		"Move.AppendText":  func() { _, _ = move.AppendText(text) },
		"ParseBoard":       func() { _, _ = mayan.ParseBoard(sampleBoard) },
		"Move.Compare":     func() { move.Compare(mayan.Move{}) },
	} {
		if n := testing.AllocsPerRun(100, call); n != 0 {
			t.Errorf("%s: %v allocations, want 0", name, n)
		}
	}
}

func FuzzParseBoard(f *testing.F) {
	for _, text := range []string{sampleBoard, "////", "", "1234567/A/9/8/7", "12345678////", "1/2/3/4/5/6", "é////", "0////", "1 / 2 / 3 / 4 / 5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := mayan.ParseBoard(text)
		if err != nil {
			var parse *mayan.ParseError
			if !errors.As(err, &parse) || parse.Offset < 0 || parse.Offset > len(text) || b != (mayan.Board{}) {
				t.Errorf("ParseBoard(%q) = %v, %v", text, b, err)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has more than one line: %v", err)
			}
			return
		}
		if b.String() != text {
			t.Errorf("ParseBoard(%q) is written as %q", text, b)
		}
	})
}
