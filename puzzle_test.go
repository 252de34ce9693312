package mayan_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/mayanbeads/mayan"
)

func TestReadPuzzleAcceptsAnyWhiteSpace(t *testing.T) {
	want := mayan.Puzzle{Board: mayan.MustParseBoard(sampleBoard), Moves: 3}
	for name, text := range map[string]string{
		"contest format":    "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
		"no newline at end": "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0",
		"Windows":           "3\r\n1 0\r\n2 1 0\r\n2 3 4 0\r\n3 1 0\r\n2 4 3 4 0\r\n",
		"blank lines":       "\n\n3\n\n1 0\n2 1 0\n\n2 3 4 0\n3 1 0\n2 4 3 4 0\n\n\n",
		"tabs and blanks":   "  3 \n\t1\t0\n 2 1  0 \n2 3 4 0\n3 1 0\n2 4 3 4 0 \t ",
		"one line":          "3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0",
		"a line per number": strings.ReplaceAll("3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0", " ", "\n"),
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

func TestReadPuzzleErrorsNameTheLine(t *testing.T) {
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
		"3\n0\n0\n\xff\xfe 0\n0\n0\n":          "line 4: colour \"\\xff\\xfe\" is not a number",
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

// If the reader fails, ReadPuzzle returns that error and not a ParseError.
func TestReadPuzzleReturnsErrorsOfTheReader(t *testing.T) {
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
				t.Errorf("the error has more than one line: %v", err)
			}
			return
		}
		if again, err := mayan.ReadPuzzle(strings.NewReader(p.String())); err != nil || again != p {
			t.Errorf("ReadPuzzle(%q) is written as %q, which is read as %v, %v", text, p, again, err)
		}
	})
}
