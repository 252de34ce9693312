package mayan_test

import (
	"encoding"
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan"
	"github.com/mayanbeads/mayan/internal/frame"
	"github.com/mayanbeads/mayan/internal/roundtrip"
)

// go-cmp compares the values of every exported type without options. Every encoding
// keeps every value.
func TestValuesSurviveEveryEncoding(t *testing.T) {
	boards := []mayan.Board{
		{}, mayan.MustParseBoard(sampleBoard), mayan.MustParseBoard("111////"),
		mayan.MustParseBoard("AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA"),
	}
	var rounds []mayan.Round
	for round := range mayan.Cascade(mayan.MustParseBoard("1/21/214/24/3334")) {
		rounds = append(rounds, round)
	}
	stats := mayan.Stats{Nodes: 1, Tried: math.MaxUint64, Pruned: mayan.Pruned{Func: 7}, Done: 1, Total: 2, Elapsed: time.Second}
	moves := []mayan.Move{{X: 0, Y: 0, Dir: mayan.Right}, {X: 4, Y: 6, Dir: mayan.Left}}
	wrong := errors.New("wrong")
	roundtrip.All(t,
		roundtrip.Keys(boards...),
		roundtrip.Keys(mayan.Empty, mayan.MaxColor),
		roundtrip.Keys(mayan.Right, mayan.Left),
		roundtrip.Keys(moves...),
		roundtrip.Keys(mayan.Puzzle{}, mayan.Puzzle{Board: boards[1], Moves: 3}, mayan.Puzzle{Board: boards[3], Moves: mayan.MaxMoves}),
		roundtrip.Keys(mayan.Cells{}, rounds[0].Vanish, rounds[1].Vanish),
		roundtrip.Keys(append(rounds, mayan.Round{})...),
		roundtrip.Stored(mayan.Solution{moves[0]}, mayan.Solution{moves[0], moves[1], moves[0]}),
		roundtrip.Stored(mayan.Stats{}, stats),
		roundtrip.Stored(mayan.Pruned{}, stats.Pruned),
		roundtrip.Compared(mayan.ParseError{}, mayan.ParseError{Input: "board", Offset: 1}, mayan.ParseError{Input: "board", Err: wrong}),
		roundtrip.Compared(mayan.StopError{}, mayan.StopError{Moves: 1, Reached: moves, Stats: stats}, mayan.StopError{Moves: 1, Err: wrong}),
		// Options are functions. For go-cmp two functions are equal only if both are
		// nil.
		roundtrip.Type{Name: "Option", Test: func(t *testing.T) {
			if !cmp.Equal(mayan.Option(nil), mayan.Option(nil)) || cmp.Equal(mayan.PruneColors(), mayan.PruneFailed()) {
				t.Error("nil options differ, or different options are equal")
			}
		}},
	)
}

func TestParseSolutionValuesAndErrors(t *testing.T) {
	three := mayan.Solution{{X: 2, Y: 1, Dir: mayan.Right}, {X: 3, Y: 1, Dir: mayan.Right}, {X: 3, Y: 0, Dir: mayan.Left}}
	for text, want := range map[string]mayan.Solution{
		"":                             {},
		"2 1 1":                        three[:1],
		"2 1 1\n":                      three[:1],
		"2 1 1\n3 1 1\n3 0 -1":         three,
		"2 1 1\r\n3 1 1\r\n3 0 -1\r\n": three,
		three.String():                 three,
	} {
		got, err := mayan.ParseSolution(text)
		if diff := cmp.Diff(want, got); err != nil || got == nil || diff != "" {
			t.Errorf("%q: error %v, difference %s", text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"-1":                     "line 1: no solution",
		"-1\n":                   "line 1: no solution",
		"\n":                     "line 1: no column",
		"2 1":                    "line 1: no direction",
		"2 1 1\n\n":              "line 2: no column",
		"2 1 1\n-1":              "line 2: column -1 is not 0 to 4",
		"2 1 1\n3 1 1 4":         "line 2: \"4\" stands after the direction",
		"2 1 1\n5 1 1\n":         "line 2: column 5 is not 0 to 4",
		"\x00":                   "line 1: column \"\\x00\" is not a number",
		strings.Repeat("7", 1e6): "line 1: \"777777777777777777777777777777777\"... is too long for a number",
	} {
		s, err := mayan.ParseSolution(text)
		var parse *mayan.ParseError
		if s != nil || !errors.As(err, &parse) || err.Error() != "mayan: solution: "+want {
			t.Errorf("%.40q: %v, %v, want %s", text, s, err, want)
		}
		if none := strings.HasPrefix(text, "-1"); errors.Is(err, mayan.ErrNoSolution) != none {
			t.Errorf("%.40q: %v is ErrNoSolution: %t", text, err, !none)
		}
	}
}

// If a text is malformed, the decoder returns an error and leaves its receiver
// unchanged.
func TestMalformedTextIsAnError(t *testing.T) {
	for text, want := range map[string]string{
		"0,7":         `offset 0: "0,7" is not a cell, such as 4,6`,
		"5,0":         `offset 0: "5,0" is not a cell, such as 4,6`,
		"0,0 ":        `offset 4: "" is not a cell, such as 4,6`,
		"0,0  1,0":    `offset 4: "" is not a cell, such as 4,6`,
		"0,0 1,1 0,0": "offset 8: cell 0,0 comes twice",
		"0 0":         `offset 0: "0" is not a cell, such as 4,6`,
	} {
		err := roundtrip.Refuse(t, func(c *mayan.Cells) error { return c.UnmarshalText([]byte(text)) }, mayan.Cells{})
		if err == nil || err.Error() != "mayan: cells: "+want {
			t.Errorf("cells %q: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                 "offset 0: the number of lines is 1, want 3",
		"////\n\n////\n":   "offset 0: the number of lines is 4, want 3",
		"////\n0,9\n////":  `line 2: "0,9" is not a cell, such as 4,6`,
		"////\n0,0\n/////": "line 3: more than 5 columns",
	} {
		err := roundtrip.Refuse(t, func(r *mayan.Round) error { return r.UnmarshalText([]byte(text)) }, mayan.Round{})
		if err == nil || err.Error() != "mayan: round: "+want {
			t.Errorf("round %q: %v, want %s", text, err, want)
		}
	}
	err := roundtrip.Refuse(t, func(p *mayan.Puzzle) error { return p.UnmarshalText([]byte("65\n0\n0\n0\n0\n0\n")) }, mayan.Puzzle{Moves: 3})
	if err == nil || err.Error() != "mayan: puzzle: line 1: number of moves 65 is not 0 to 64" {
		t.Errorf("puzzle: %v", err)
	}
	if text, err := (mayan.Puzzle{Moves: -1}).MarshalText(); text != nil || !errors.Is(err, mayan.ErrMoves) {
		t.Errorf("a puzzle of -1 moves: %q, %v", text, err)
	}
	bad := mayan.Solution{{X: 0, Y: 0, Dir: mayan.Right}, {X: 9, Y: 0, Dir: mayan.Right}}
	if text, err := bad.MarshalText(); text != nil || !errors.Is(err, mayan.ErrIllegalMove) {
		t.Errorf("a solution with a move from column 9: %q, %v", text, err)
	}
}

// If the checksum is right but the payload is no board, decoding is an error.
func TestMalformedPayloadIsAnError(t *testing.T) {
	for name, test := range map[string]struct{ data, want string }{
		"no columns": {sealed('M', ""), "0 bytes of colours, want 18"},
		"floating":   {sealed('M', "\x01"+strings.Repeat("\x00", 17)), "column 0, row 1: a block above an empty cell"},
		"colour 11":  {sealed('M', "\xb0"+strings.Repeat("\x00", 17)), "column 0, row 0: colour 11: must be 0 to 10"},
		"last bits":  {sealed('M', strings.Repeat("\x00", 17)+"\x01"), "the last four bits are not 0"},
		"other kind": {sealed('C', strings.Repeat("\x00", 5)), "the kind of value is 'C', want 'M'"},
		"nothing":    {"", "0 bytes, fewer than the 6 of an empty frame"},
	} {
		err := roundtrip.Refuse(t, func(b *mayan.Board) error { return b.UnmarshalBinary([]byte(test.data)) }, mayan.MustParseBoard(sampleBoard))
		if err == nil || err.Error() != "mayan: UnmarshalBinary: board: "+test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
	err := roundtrip.Refuse(t, func(c *mayan.Cells) error { return c.UnmarshalBinary([]byte(sealed('C', "\x80\x00\x00\x00\x00"))) }, mayan.Cells{})
	if err == nil || err.Error() != "mayan: UnmarshalBinary: cells: a row is not 0 to 6" {
		t.Errorf("cells: %v", err)
	}
}

// sealed returns a frame with a payload and the right checksum.
func sealed(kind byte, payload string) string {
	return string(frame.End(append(frame.Begin(nil, kind), payload...), 0))
}

func TestBinaryFormsAreStable(t *testing.T) {
	data, err := mayan.MustParseBoard(sampleBoard).MarshalBinary()
	if got := hex.EncodeToString(data); err != nil || got != "4d01"+"1000000"+"2100000"+"2340000"+"3100000"+"2434000"+"0"+"dfae6cf5" {
		t.Errorf("the binary form of the board is %s, %v", got, err)
	}
	for round := range mayan.Cascade(mayan.MustParseBoard("111////")) {
		cells, err := round.Vanish.MarshalBinary()
		if got := hex.EncodeToString(cells); err != nil || got != "4301"+"0700000000"+"91f3bf2f" {
			t.Errorf("the binary form of the cells is %s, %v", got, err)
		}
	}
	again, err := mayan.MustParseBoard(sampleBoard).AppendBinary([]byte("before"))
	if err != nil || string(again) != "before"+string(data) {
		t.Errorf("AppendBinary appends %x, MarshalBinary returns %x", again, data)
	}
}

func FuzzUnmarshalBinary(f *testing.F) {
	for _, board := range []string{"////", sampleBoard, "111////", "AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA"} {
		data, _ := mayan.MustParseBoard(board).MarshalBinary()
		f.Add(data)
	}
	for round := range mayan.Cascade(mayan.MustParseBoard("111////")) {
		data, _ := round.Vanish.MarshalBinary()
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := mayan.MustParseBoard(sampleBoard)
		if b.UnmarshalBinary(data) != nil {
			roundtrip.Refuse(t, func(b *mayan.Board) error { return b.UnmarshalBinary(data) }, b)
		} else if again, _ := b.MarshalBinary(); string(again) != string(data) {
			t.Errorf("%x is read as %v, which is written as %x", data, b, again)
		}
		var c mayan.Cells
		if c.UnmarshalBinary(data) != nil {
			roundtrip.Refuse(t, func(c *mayan.Cells) error { return c.UnmarshalBinary(data) }, mayan.Cells{})
		} else if again, _ := c.MarshalBinary(); string(again) != string(data) {
			t.Errorf("%x is read as %v, which is written as %x", data, c, again)
		}
		// With the right checksum, the fuzzer reaches the code behind the checksum
		// test.
		if len(data) > 0 {
			whole := []byte(sealed(data[0], string(data[1:])))
			if b.UnmarshalBinary(whole) == nil {
				if again, _ := b.MarshalBinary(); string(again) != string(whole) {
					t.Errorf("%x is read as %v, which is written as %x", whole, b, again)
				}
			}
		}
	})
}

func FuzzUnmarshalText(f *testing.F) {
	for _, text := range []string{"", "0,0", "0,0 1,0", "2 1 1\n3 1 1", "-1", "////\n0,0\n////", sampleBoard, "3\n1 0\n0\n0\n0\n0\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		reread(t, text, func(c *mayan.Cells) error { return c.UnmarshalText([]byte(text)) }, mayan.Cells.MarshalText)
		reread(t, text, func(r *mayan.Round) error { return r.UnmarshalText([]byte(text)) }, mayan.Round.MarshalText)
		reread(t, text, func(s *mayan.Solution) error { return s.UnmarshalText([]byte(text)) }, mayan.Solution.MarshalText)
		reread(t, text, func(p *mayan.Puzzle) error { return p.UnmarshalText([]byte(text)) }, mayan.Puzzle.MarshalText)
		reread(t, text, func(b *mayan.Board) error { return b.UnmarshalText([]byte(text)) }, mayan.Board.MarshalText)
		reread(t, text, func(m *mayan.Move) error { return m.UnmarshalText([]byte(text)) }, mayan.Move.MarshalText)
	})
}

// reread reads a text into a value, writes the value and reads it again. Both values
// must be equal. If the text is refused, the value must be unchanged.
func reread[T any](t *testing.T, text string, read func(*T) error, write func(T) ([]byte, error)) {
	t.Helper()
	var value, zero T
	if err := read(&value); err != nil {
		if !cmp.Equal(value, zero) || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "mayan: ") {
			t.Errorf("%q: %v, and the receiver is %v", text, err, value)
		}
		return
	}
	written, err := write(value)
	if err != nil {
		t.Fatalf("%q is read as %v, which is not written: %v", text, value, err)
	}
	again := any(&zero).(encoding.TextUnmarshaler)
	if err := again.UnmarshalText(written); err != nil || !cmp.Equal(value, zero) {
		t.Errorf("%q is read as %v, written as %q, and read again as %v, %v", text, value, written, zero, err)
	}
}
