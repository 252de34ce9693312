package beads_test

import (
	"bytes"
	"context"
	"encoding"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
	"github.com/mayanbeads/mayan/internal/frame"
	"github.com/mayanbeads/mayan/internal/roundtrip"
)

// addBoards adds boards to the corpus, well-formed and damaged.
func addBoards(f *testing.F) {
	for _, text := range []string{
		"", ".", "#", "A", "\n\n", " . \r\n.. ", "AA\nA.", "##.\n.", "É\xff\x00", "aA",
		lines(empty), lines(sample), lines(sampleFilled), lines(empty) + "\n\n",
		lines(empty) + "\n.", strings.Replace(lines(sample), "C", "K", 1), strings.Repeat(".", 65),
		strings.Repeat("#", 1000) + "." + strings.Repeat("\n", 1000) + ".",
	} {
		f.Add(text)
	}
}

func FuzzParseTriangle(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, text string) {
		b, err := beads.ParseTriangle(text)
		checkParsed(t, b, err)
		if err != nil {
			return
		}
		again, err := beads.ParseTriangle(b.String())
		if err != nil || again != b {
			t.Errorf("the text of the board is read as: %v\n%v\nwant\n%v", err, again, b)
		}
	})
}

func FuzzParseBoard(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, text string) {
		b, err := beads.ParseBoard(text, beads.Set{})
		checkParsed(t, b, err)
		if err != nil {
			return
		}
		var again beads.Board
		if err := again.UnmarshalText([]byte(b.String())); err != nil || !again.Equal(b) || again.String() != b.String() {
			t.Errorf("the text of the board is read as: %v\n%v\nwant\n%v", err, again, b)
		}
		// For every board the solver gives a valid answer. A solution keeps the pieces
		// of the board in place.
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		s := &beads.Solver{Memory: 1 << 20}
		filled, err := s.Solve(ctx, b)
		switch {
		case err == nil:
			if !filled.IsFilled() {
				t.Errorf("not filled:\n%v", filled)
			}
			for p := range b.Placements() {
				for _, c := range p.Cells {
					if q, _ := filled.At(c); q != p.Piece {
						t.Errorf("the solution lacks %v at %v:\n%v", p.Piece, c, filled)
					}
				}
			}
		case !errors.Is(err, beads.ErrNoSolution) && !errors.Is(err, context.DeadlineExceeded):
			t.Error(err)
		}
	})
}

func checkParsed(t *testing.T, b beads.Board, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var parse *beads.ParseError
	if !errors.As(err, &parse) || parse.Row == 0 && parse.Piece == 0 {
		t.Errorf("%#v has no place", err)
	}
	if strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("%q is not one line", err)
	}
	if b != (beads.Board{}) {
		t.Errorf("with an error, the board is not the zero Board:\n%v", b)
	}
}

// addSets adds sets to the corpus, well-formed and damaged.
func addSets(add func(text string)) {
	for _, text := range []string{
		"", "\n \n", "A", "AA\nA.\n\nBB", "\n\n A\r\n\n\n\tB\nB \n\n", "A\n\nA", "A.A", "a", ".\xff", "É",
		beads.Beads().String(), beads.Pentominoes().String(), strings.Join(sixteen(), "\n\n"),
		strings.Join(sixteen(), "\n\n") + "\n\nZ", strings.Repeat("A", 65),
	} {
		add(text)
	}
}

// addBoardTexts adds boards with and without a set to the corpus, well-formed and
// damaged.
func addBoardTexts(f *testing.F, add func(text string)) {
	for _, b := range storedBoards(f) {
		text, err := b.MarshalText()
		if err != nil {
			f.Fatal(err)
		}
		add(string(text))
	}
	for _, text := range []string{
		"set", "board", "set\nboard", "set\n\nboard\n\n", "set\nA\nboard\nset\n.", "set\nAA\nA.\n\nboard\n.a", "set\n?\n\nboard\n.",
		"set\nA\n\nboard\n" + emptyPyramid[:40], " set\r\nA\r\n\r\n board \r\n A",
	} {
		add(text)
	}
}

// checkText reads a text into a value that was before. If that fails, the error must be
// a ParseError of one line, and the value must be unchanged. Otherwise the value must
// be the same after it is written and read again.
func checkText[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, text string, before T) {
	t.Helper()
	value := before
	if err := P(&value).UnmarshalText([]byte(text)); err != nil {
		var parse *beads.ParseError
		if !errors.As(err, &parse) || strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("%q: the error %q is not one line of a ParseError", text, err)
		}
		if diff := cmp.Diff(before, value); diff != "" {
			t.Errorf("%q: an error changes the value: %s", text, diff)
		}
		return
	}
	roundtrip.Check(t, value, before)
}

// checkBinary reads a binary form into a value that was before. If that fails, the
// value must be unchanged. Otherwise the value must be the same after it is written and
// read again.
func checkBinary[T any, P interface {
	*T
	encoding.BinaryUnmarshaler
}](t *testing.T, data []byte, before T) {
	t.Helper()
	value := before
	if err := P(&value).UnmarshalBinary(data); err != nil {
		if diff := cmp.Diff(before, value); diff != "" || strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("%q: the error %q has several lines or changes the value: %s", data, err, diff)
		}
		return
	}
	roundtrip.Check(t, value, before)
}

// sealed returns the frame of a payload, with the right checksum.
func sealed(kind byte, payload string) []byte {
	return frame.End(append(frame.Begin(nil, kind), payload...), 0)
}

func FuzzParseSet(f *testing.F) {
	addSets(func(text string) { f.Add(text) })
	f.Fuzz(func(t *testing.T, text string) {
		s, err := beads.ParseSet(text)
		if err != nil {
			var parse *beads.ParseError
			if !errors.As(err, &parse) || parse.Input != "set" || parse.Drawing == 0 || !s.Equal(beads.Set{}) {
				t.Errorf("%q: %#v, and the set %q", text, err, s)
			}
			return
		}
		again, err := beads.ParseSet(s.String())
		if err != nil || !again.Equal(s) || again.String() != s.String() {
			t.Errorf("%q: its text is read as: %v, %q, want %q", text, err, again, s)
		}
		// Each drawing alone is the same piece.
		for i, drawing := range strings.Split(s.String(), "\n\n") {
			if drawing == "" {
				continue
			}
			p := s.Pieces()[i]
			if one, err := beads.NewSet(drawing); err != nil || cmp.Diff(s.Orientations(p), one.Orientations(p)) != "" {
				t.Errorf("%q: piece %v, drawn as %q, is another piece: %v", text, p, drawing, err)
			}
		}
	})
}

func FuzzSetText(f *testing.F) {
	addSets(func(text string) { f.Add(text) })
	f.Fuzz(func(t *testing.T, text string) { checkText(t, text, beads.Pentominoes()) })
}

func FuzzBoardText(f *testing.F) {
	addBoards(f)
	addBoardTexts(f, func(text string) { f.Add(text) })
	f.Fuzz(func(t *testing.T, text string) { checkText(t, text, beads.Triangle()) })
}

// A fuzzer rarely finds a right checksum. So the targets for binary forms read each
// input three times: as it is, as the payload of a frame, and with the checksum
// corrected.

func FuzzSetBinary(f *testing.F) {
	addSets(func(text string) { f.Add(sealed('S', text)) })
	f.Fuzz(func(t *testing.T, data []byte) {
		checkBinary(t, data, beads.Pentominoes())
		checkBinary(t, sealed('S', string(data)), beads.Pentominoes())
		checkBinary(t, resealed(data), beads.Pentominoes())
	})
}

func FuzzBoardBinary(f *testing.F) {
	addBoardTexts(f, func(text string) { f.Add(sealed('B', text)) })
	f.Fuzz(func(t *testing.T, data []byte) {
		checkBinary(t, data, beads.Triangle())
		checkBinary(t, sealed('B', string(data)), beads.Triangle())
		checkBinary(t, resealed(data), beads.Triangle())
	})
}

// resealed returns a binary form with a corrected checksum.
func resealed(data []byte) []byte {
	if len(data) < 4 {
		return data
	}
	return frame.End(bytes.Clone(data[:len(data)-4]), 0)
}
