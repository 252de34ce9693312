package mayan_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

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

func TestBoardReads(t *testing.T) {
	b := mayan.MustParseBoard("1/2A///")
	if b.At(1, 1) != mayan.MaxColor || b.At(0, 0) != 1 || b.At(0, 1) != mayan.Empty {
		t.Errorf("At reads the wrong cells of %v", b)
	}
	for _, cell := range [][2]int{{-1, 0}, {5, 0}, {0, -1}, {0, 7}, {math.MaxInt, 0}, {0, math.MaxInt}, {0, 8}, {math.MinInt, math.MinInt}} {
		if c := b.At(cell[0], cell[1]); c != mayan.Empty {
			t.Errorf("At(%d, %d) = %d outside the board", cell[0], cell[1], c)
		}
	}
	for x, want := range map[int]int{-1: 0, 0: 1, 1: 2, 2: 0, 4: 0, 5: 0, math.MaxInt: 0} {
		if h := b.ColumnHeight(x); h != want {
			t.Errorf("ColumnHeight(%d) = %d, want %d", x, h, want)
		}
	}
	if b.Len() != 3 || b.IsCleared() || !(mayan.Board{}).IsCleared() {
		t.Errorf("Len or IsCleared is wrong of %v", b)
	}
	full := mayan.MustParseBoard("1234567/1234567/1234567/1234567/1234567")
	if full.Len() != mayan.Width*mayan.Height {
		t.Errorf("Len of a full board = %d", full.Len())
	}
}

func TestNewBoard(t *testing.T) {
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

func TestParseBoardErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "offset 0: 1 columns, not 5",
		"1/2/3/4":          "offset 7: 4 columns, not 5",
		"1/2/3/4/5/":       "offset 9: more than 5 columns",
		"1/2/12312312/4/5": "offset 11: more than 7 blocks in column 2",
		"1/2/0/4/5":        "offset 4: '0' is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/a/4/5":        "offset 4: 'a' is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/./4/5":        "offset 4: '.' is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/3/4/5\n":      "offset 9: '\\n' is neither a colour, 1 to 9 or A, nor a slash",
		" 1/2/3/4/5":       "offset 0: ' ' is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/é/4/5":        "offset 4: 'é' is neither a colour, 1 to 9 or A, nor a slash",
		"1/2/\xff/4/5":     "offset 4: '�' is neither a colour, 1 to 9 or A, nor a slash",
	} {
		b, err := mayan.ParseBoard(text)
		var parse *mayan.ParseError
		if !errors.As(err, &parse) || err.Error() != "mayan: board: "+want || b != (mayan.Board{}) {
			t.Errorf("ParseBoard(%q) = %v, %v, want %s", text, b, err, want)
		}
		kept := mayan.MustParseBoard(sampleBoard)
		if err := kept.UnmarshalText([]byte(text)); err == nil || kept.String() != sampleBoard {
			t.Errorf("UnmarshalText(%q): error %v, and it left %v", text, err, kept)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("MustParseBoard of nonsense does not panic")
		}
	}()
	mayan.MustParseBoard("nonsense")
}

func TestTextRoundTrips(t *testing.T) {
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
			t.Errorf("the move %v, illegal on any board, as JSON: %s, %v", m, text, err)
		}
	}
	if err := json.Unmarshal([]byte(`{"First":"4 3 0"}`), &got); err == nil || got.First != want.First {
		t.Errorf("direction 0 in JSON: error %v, and it left %v", err, got.First)
	}
}

func TestDiagram(t *testing.T) {
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

func TestMirror(t *testing.T) {
	b := mayan.MustParseBoard(sampleBoard)
	if got, want := b.Mirror().String(), "2434/31/234/21/1"; got != want {
		t.Errorf("Mirror = %s, want %s", got, want)
	}
	// What a move does to a board its mirror image does to the board's.
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
				t.Fatalf("%v, move %v: its mirror gives %v, %v", b, m, mirrored, err)
			}
		}
	}
}

func TestMovesAndPlayAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 3000 {
		n := randomBoard(r, 35, 1+r.IntN(5))
		b := n.board()
		moves := slices.Collect(b.Moves())
		if diff := cmp.Diff(n.moves(), naiveMoves(moves), cmp.AllowUnexported(naiveMove{})); diff != "" {
			t.Fatalf("Moves of %v (-naive +got):\n%s", b, diff)
		}
		if !slices.IsSortedFunc(moves, mayan.Move.Compare) {
			t.Fatalf("moves of %v are not in puzzle order", b)
		}
		for i, m := range moves {
			got, err := b.Play(m)
			if want := n.play(n.moves()[i]).board(); err != nil || got != want {
				t.Fatalf("%v, move %v: %v, %v, want %v", b, m, got, err, want)
			}
			shifted, err := b.Shift(m)
			if err != nil || mayan.Settle(shifted) != got || shifted.Len() != b.Len() {
				t.Fatalf("%v, move %v: Shift gives %v, %v", b, m, shifted, err)
			}
		}
	}
}

func TestMovesStop(t *testing.T) {
	b := mayan.MustParseBoard(sampleBoard)
	all := slices.Collect(b.Moves())
	for stop := range len(all) {
		seen := []mayan.Move{}
		for m := range b.Moves() {
			if len(seen) == stop {
				break
			}
			seen = append(seen, m)
		}
		if !slices.Equal(seen, all[:stop]) {
			t.Errorf("stopped after %d moves with %v", stop, seen)
		}
	}
}

func TestIllegalMoves(t *testing.T) {
	b := mayan.MustParseBoard(sampleBoard)
	for _, m := range []mayan.Move{
		{0, 0, mayan.Left}, {4, 0, mayan.Right}, {0, 1, mayan.Right}, {-1, 0, mayan.Right}, {5, 0, mayan.Left},
		{0, -1, mayan.Right}, {0, 7, mayan.Right}, {0, 0, 0}, {0, 0, 2}, {2, 0, -2}, {0, 0, 127}, {0, 0, -128},
		{math.MaxInt, 0, mayan.Right}, {0, math.MaxInt, mayan.Right}, {math.MinInt, math.MinInt, mayan.Left},
	} {
		for name, play := range map[string]func(mayan.Move) (mayan.Board, error){
			"Play": b.Play, "Shift": b.Shift,
			"Replay": func(m mayan.Move) (mayan.Board, error) { return mayan.Replay(b, m) },
		} {
			if after, err := play(m); !errors.Is(err, mayan.ErrIllegalMove) || after != b {
				t.Errorf("%s(%v) = %v, %v", name, m, after, err)
			}
		}
	}
	after, err := mayan.Replay(b, mayan.Move{2, 1, mayan.Right}, mayan.Move{0, 3, mayan.Right}, mayan.Move{3, 0, mayan.Right})
	want := "mayan: Replay: move 2 of 3: illegal move: 0 3 1: no block at column 0, row 3"
	if first, _ := b.Play(mayan.Move{2, 1, mayan.Right}); err == nil || err.Error() != want || after != first {
		t.Errorf("Replay = %v, %v, want the board after the first move and %q", after, err, want)
	}
	if after, err := mayan.Replay(b); err != nil || after != b {
		t.Errorf("Replay of no move = %v, %v", after, err)
	}
}

func TestMoveCompare(t *testing.T) {
	ordered := []mayan.Move{{0, 0, mayan.Right}, {0, 0, mayan.Left}, {0, 1, mayan.Right}, {1, 0, mayan.Right}, {1, 0, mayan.Left}, {4, 6, mayan.Left}}
	for i, m := range ordered {
		for j, o := range ordered {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := m.Compare(o); got != want {
				t.Errorf("%v compared with %v = %d, want %d", m, o, got, want)
			}
		}
	}
}

func TestParseMove(t *testing.T) {
	if m, err := mayan.ParseMove(" 4\t6\n-1 "); err != nil || m != (mayan.Move{4, 6, mayan.Left}) {
		t.Errorf("with other white space: %v, %v", m, err)
	}
	for text, want := range map[string]string{
		"":                       "offset 0: no column",
		"1 2":                    "offset 3: no direction",
		"1 2 1 0":                "offset 6: \"0\" stands after the direction",
		"x 2 1":                  "offset 0: column \"x\" is not a number",
		"5 0 1":                  "offset 0: column 5 is not 0 to 4",
		"-1 0 1":                 "offset 0: column -1 is not 0 to 4",
		"0 7 1":                  "offset 2: row 7 is not 0 to 6",
		"0 0 0":                  "offset 4: direction 0 is neither 1 nor -1",
		"0 0 2":                  "offset 4: direction 2 is neither 1 nor -1",
		"0 99999999999999999 1":  "offset 2: row 99999999999999999 is not 0 to 6",
		"0 99999999999999999999": "offset 2: row 99999999999999999999 is not 0 to 6",
	} {
		m, err := mayan.ParseMove(text)
		var parse *mayan.ParseError
		if !errors.As(err, &parse) || err.Error() != "mayan: move: "+want || m != (mayan.Move{}) {
			t.Errorf("ParseMove(%q) = %v, %v, want %s", text, m, err, want)
		}
	}
}

func TestReadPuzzle(t *testing.T) {
	want := mayan.Puzzle{Board: mayan.MustParseBoard(sampleBoard), Moves: 3}
	for name, text := range map[string]string{
		"as posed":          "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
		"no newline at end": "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0",
		"Windows":           "3\r\n1 0\r\n2 1 0\r\n2 3 4 0\r\n3 1 0\r\n2 4 3 4 0\r\n",
		"blank lines":       "\n\n3\n\n1 0\n2 1 0\n\n2 3 4 0\n3 1 0\n2 4 3 4 0\n\n\n",
		"tabs and blanks":   "  3 \n\t1\t0\n 2 1  0 \n2 3 4 0\n3 1 0\n2 4 3 4 0 \t ",
		"one line":          "3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0",
		"a word a line":     strings.ReplaceAll("3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0", " ", "\n"),
		"leading zeros":     "03\n01 00\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
		"no-break space":    "3\n1\u00a00\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			if got, err := mayan.ReadPuzzle(r); err != nil || got != want {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		}
	}
	if got, err := mayan.ReadPuzzle(strings.NewReader("64 10 0 0 0 0 0")); err != nil || got.Board.String() != "A////" || got.Moves != 64 {
		t.Errorf("colour 10 and 64 moves: %v, %v", got, err)
	}
}

func TestReadPuzzleErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "line 1: no number of moves",
		" \n\n ":                               "line 1: no number of moves",
		"x\n0\n0\n0\n0\n0\n":                   "line 1: number of moves \"x\" is not a number",
		"\n3.5\n0\n0\n0\n0\n0\n":               "line 2: number of moves \"3.5\" is not a number",
		"-1\n0\n0\n0\n0\n0\n":                  "line 1: number of moves -1 is not 0 to 64",
		"65\n0\n0\n0\n0\n0\n":                  "line 1: number of moves 65 is not 0 to 64",
		"99999999999999999999\n0\n0\n0\n0\n0":  "line 1: number of moves 99999999999999999999 is not 0 to 64",
		"3\n1 0\n2 one 0\n0\n0\n0\n":           "line 3: colour \"one\" is not a number",
		"3\n1 0\n2 11 0\n0\n0\n0\n":            "line 3: colour 11 is not 1 to 10",
		"3\n1 0\n-2 0\n0\n0\n0\n":              "line 3: colour -2 is not 1 to 10",
		"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n":      "line 5: 4 columns, not 5",
		"3":                                    "line 1: 0 columns, not 5",
		"3\n0\n0\n0\n0\n1 2":                   "line 6: no 0 ends column 4",
		"3\n0\n1 2\n0\n0\n0\n":                 "line 6: 4 columns, not 5; line 3 does not end in 0",
		"3\n0\n1 2 1\n2 1 2 1 2 0\n0\n0\n":     "line 4: more than 7 blocks in column 1; line 3 does not end in 0",
		"3\n1 2 1 2 1 2 1 2 0\n0\n0\n0\n0\n":   "line 2: more than 7 blocks in column 0",
		"3\n0\n0\n0\n0\n0\n0\n":                "line 7: \"0\" stands after the 0 of the last column",
		"3\n0\n0\n0\n0\n0 x\n":                 "line 6: \"x\" stands after the 0 of the last column",
		"3\n0\n0\n0\n0\n" + zeros(40) + "\n":   "line 6: \"" + zeros(33) + "\"... is too long for a number",
		"3\r1 0\r2 1 0\r2 3 z 0\r":             "line 4: colour \"z\" is not a number",
		"3\r\n1 0\r\n\r\n2 1 0\r\n2 z 0\r\n":   "line 5: colour \"z\" is not a number",
		"3\n\r1 0\n\r2 z 0\n\r":                "line 5: colour \"z\" is not a number",
		"3\n0\n0\n\xff\xfe 0\n0\n0\n":          "line 4: colour \"\ufffd\ufffd\" is not a number",
		"\ufeff3\n0\n0\n0\n0\n0\n":             "line 1: number of moves \"\\ufeff3\" is not a number",
		"3\n0\n0\n0\n0\n\x00\n":                "line 6: colour \"\\x00\" is not a number",
		"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4\n": "line 6: no 0 ends column 4",
	} {
		p, err := mayan.ReadPuzzle(strings.NewReader(text))
		var parse *mayan.ParseError
		if !errors.As(err, &parse) || err.Error() != "mayan: puzzle: "+want || p != (mayan.Puzzle{}) {
			t.Errorf("ReadPuzzle(%q) = %v, %v, want %s", text, p, err, want)
		}
	}
}

func zeros(n int) string { return strings.Repeat("0", n) }

// An error of the reader is no matter of the text, whatever it is.
func TestReadPuzzlePassesOnReaderErrors(t *testing.T) {
	text := "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n"
	for _, broken := range []error{errors.New("broken"), io.ErrUnexpectedEOF, io.ErrClosedPipe} {
		for cut := range len(text) + 1 {
			r := io.MultiReader(strings.NewReader(text[:cut]), iotest.ErrReader(broken))
			p, err := mayan.ReadPuzzle(r)
			var parse *mayan.ParseError
			if !errors.Is(err, broken) || errors.As(err, &parse) || p != (mayan.Puzzle{}) {
				t.Fatalf("broken after %d bytes: %v, %v", cut, p, err)
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
			t.Errorf("%s: %v allocations", name, n)
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
				t.Errorf("the error takes more than a line: %v", err)
			}
			return
		}
		if b.String() != text {
			t.Errorf("ParseBoard(%q) writes as %q", text, b)
		}
	})
}

func FuzzReadPuzzle(f *testing.F) {
	for _, text := range []string{
		"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n", "0\r\n0\r\n0\r\n0\r\n0\r\n0", "5 0 0 0 0 0 0", "3\n1\n2\n", "65 0 0 0 0 0",
		"1\n1 2 1 2 1 2 1 2 0\n0\n0\n0\n0\n", "x", "", "1\u00a00 0 0 0 0", "3\n10 0\n11 0\n0\n0\n0\n", strings.Repeat("1", 100),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := mayan.ReadPuzzle(strings.NewReader(text))
		if err != nil {
			var parse *mayan.ParseError
			if !errors.As(err, &parse) || parse.Line < 1 || parse.Line > 1+strings.Count(text, "\n")+strings.Count(text, "\r") || p != (mayan.Puzzle{}) {
				t.Errorf("ReadPuzzle(%q) = %v, %v", text, p, err)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error takes more than a line: %v", err)
			}
			return
		}
		if again, err := mayan.ReadPuzzle(strings.NewReader(p.String())); err != nil || again != p {
			t.Errorf("ReadPuzzle(%q) writes as %q, which reads as %v, %v", text, p, again, err)
		}
	})
}
