package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mayanbeads/mayan/beads"
)

func TestSVGShowsLettersFreeCellsAndLines(t *testing.T) {
	for _, test := range []struct {
		stdin, drawn string
		args         []string
	}{
		{contest, contestFilled, nil},
		{hopeless, hopeless, nil}, // no solution: the board that was read
		{contest, contestFilled, []string{"-hint"}},
		{"A.\nAA\n", "A.\nAA\n", []string{"-board", "region"}},
		{"#.#\n..#\n", "#A#\nAA#\n", []string{"-board", "region", "-unique"}},
	} {
		file := filepath.Join(t.TempDir(), "board.svg")
		if got := call(t.Context(), test.stdin, append([]string{"-svg", file}, test.args...)...); got.Code != 0 {
			t.Fatalf("%q: %+v", test.args, got)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found, free, lines := "", 0, 0
		for decoder := xml.NewDecoder(bytes.NewReader(data)); ; {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s is not XML: %v", data, err)
			}
			switch e := token.(type) {
			case xml.CharData:
				found += strings.TrimSpace(string(e))
			case xml.StartElement:
				if e.Name.Local == "path" {
					lines++
				}
				for _, a := range e.Attr {
					if e.Name.Local == "rect" && a.Name.Local == "stroke" {
						free++
					}
				}
			}
		}
		letters, sides := outline(test.drawn)
		if dots := strings.Count(test.drawn, "."); found != letters || free != dots || lines != sides {
			t.Errorf("%q on %q: letters %q, %d free cells, %d lines, want %q, %d, %d", test.args, test.stdin, found, free, lines, letters, dots, sides)
		}
	}
}

// outline returns the letters of a board and the number of sides at which a piece ends.
func outline(board string) (letters string, sides int) {
	rows := strings.Split(board, "\n")
	at := func(y, x int) byte {
		if y < 0 || y >= len(rows) || x < 0 || x >= len(rows[y]) {
			return '#'
		}
		return rows[y][x]
	}
	for y := range rows {
		for x := range rows[y] {
			c := at(y, x)
			if c < 'A' || c > 'Z' {
				continue
			}
			letters += string(c)
			for _, next := range []byte{at(y-1, x), at(y+1, x), at(y, x-1), at(y, x+1)} {
				if next != c {
					sides++
				}
			}
		}
	}
	return letters, sides
}

// The layers of a pyramid are side by side, so all its cells are in different places.
func TestSVGOfPyramidOverlapsNoCells(t *testing.T) {
	at := map[string]int{}
	for _, line := range strings.Split(string(drawSVG(beads.Pyramid())), "\n") {
		if strings.Contains(line, "stroke=") {
			at[line]++
		}
	}
	if len(at) != 55 {
		t.Errorf("%d different places of cells, want 55", len(at))
	}
}

func TestSVGErrors(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing", "board.svg")
	if got := call(t.Context(), contest, "-svg", missing); got.Code != 1 || got.Stdout != "" || strings.Count(got.Stderr, "\n") != 1 {
		t.Errorf("into a missing directory: %+v", got)
	}
	for _, question := range []string{"-all", "-count"} {
		if got := call(t.Context(), contest, "-svg", missing, question); got.Code != 2 || got.Stdout != "" {
			t.Errorf("with %s: %+v", question, got)
		}
	}
}
