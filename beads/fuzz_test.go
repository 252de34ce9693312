package beads_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/mayanbeads/mayan/beads"
)

// addBoards makes a corpus of boards, whole and damaged.
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
			t.Errorf("read again: %v\n%v\nwas\n%v", err, again, b)
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
			t.Errorf("read again: %v\n%v\nwas\n%v", err, again, b)
		}
		// Whatever the board, the solver stays calm, and a solution has the
		// pieces of the board where they were.
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
						t.Errorf("%v is no more at %v:\n%v", p.Piece, c, filled)
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
		t.Errorf("%#v does not say where", err)
	}
	if strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("%q is not one line", err)
	}
	if b != (beads.Board{}) {
		t.Errorf("an error, and the board\n%v", b)
	}
}
