package beads_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
)

func TestBeadsHave60Orientations(t *testing.T) {
	want := map[beads.Piece]int{'A': 4, 'B': 2, 'C': 8, 'D': 1, 'E': 4, 'F': 8, 'G': 4, 'H': 8, 'I': 8, 'J': 1, 'K': 4, 'L': 8}
	sizes := map[beads.Piece]int{'A': 3, 'B': 4, 'C': 4, 'D': 4, 'E': 5, 'F': 5, 'G': 5, 'H': 5, 'I': 5, 'J': 5, 'K': 5, 'L': 5}
	owner := map[string]beads.Piece{}
	total, cells := 0, 0
	for _, p := range beads.Pieces() {
		all := p.Orientations()
		if len(all) != want[p] {
			t.Errorf("%v has %d orientations, want %d", p, len(all), want[p])
		}
		if p.Size() != sizes[p] {
			t.Errorf("%v has size %d, want %d", p, p.Size(), sizes[p])
		}
		for _, o := range all {
			if len(o) != p.Size() || o[0] != (beads.Cell{}) {
				t.Errorf("%v has the orientation %v: wrong size or first cell", p, []beads.Cell(o))
			}
			for i := range o[1:] {
				if a, b := o[i], o[i+1]; b.Layer != 0 || b.Row < a.Row || b.Row == a.Row && b.Col <= a.Col {
					t.Errorf("%v has the orientation %v: not in row order", p, []beads.Cell(o))
				}
			}
			drawing := o.String()
			if other, ok := owner[drawing]; ok {
				t.Errorf("%v and %v have the same orientation\n%s", other, p, drawing)
			}
			owner[drawing] = p
		}
		total += len(all)
		cells += p.Size()
	}
	if total != 60 || cells != 55 {
		t.Errorf("%d orientations and %d cells, want 60 and 55", total, cells)
	}
	// Compare with the drawings of the oracle.
	for letter, drawing := range oracleDrawings {
		for _, shape := range oracleShapes(drawing) {
			var o beads.Orientation
			for _, c := range shape {
				o = append(o, beads.Cell{Row: c[0], Col: c[1]})
			}
			if owner[o.String()] != beads.Piece(letter) {
				t.Errorf("this orientation of %c is missing:\n%v", letter, o)
			}
		}
	}
}

func TestResultsMayBeChanged(t *testing.T) {
	before := fmt.Sprint(beads.Pieces(), beads.Piece('C').Orientations(), beads.Beads().Orientations('C'))
	beads.Pieces()[0] = 'X'
	for _, o := range beads.Piece('C').Orientations() {
		o[0] = beads.Cell{Row: 7}
	}
	beads.Beads().Pieces()[0] = 'X'
	if after := fmt.Sprint(beads.Pieces(), beads.Piece('C').Orientations(), beads.Beads().Orientations('C')); after != before {
		t.Errorf("a change to the results changes the package: before %s, after %s", before, after)
	}
}

func TestUnknownPiecesHaveNoCells(t *testing.T) {
	for _, p := range []beads.Piece{0, 'M', 'Z', 'a', '.', 255} {
		if p.Size() != 0 || p.Orientations() != nil {
			t.Errorf("%v has %d cells and the orientations %v", p, p.Size(), p.Orientations())
		}
	}
	for p, want := range map[beads.Piece]string{'A': "A", 'Z': "Z", 0: "Piece(0)", 'a': "Piece(97)"} {
		if got := p.String(); got != want {
			t.Errorf("String is %q, want %q", got, want)
		}
	}
}

func TestZeroSetIsTheTwelveBeads(t *testing.T) {
	var zero beads.Set
	if diff := cmp.Diff(beads.Pieces(), zero.Pieces()); diff != "" {
		t.Error("the zero set is not the twelve beads:", diff)
	}
	if zero.Size('J') != 5 || len(zero.Orientations('L')) != 8 {
		t.Error("the zero set is not the twelve beads")
	}
	none := mustSet(t)
	if none.Pieces() != nil || none.Size('A') != 0 || none.Orientations('A') != nil {
		t.Error("the set without pieces has pieces")
	}
}

func TestOrientationStringDrawsTheCells(t *testing.T) {
	far := math.MaxInt
	for _, test := range []struct {
		o    beads.Orientation
		want string
	}{
		{nil, ""},
		{beads.Orientation{{}}, "#"},
		{beads.Orientation{{}, {Row: 1, Col: -2}}, "..#/#.."},
		{beads.Orientation{{}, {Row: far}, {Col: -far}, {Layer: 1}}, "#"},
	} {
		if got := strings.ReplaceAll(test.o.String(), "\n", "/"); got != test.want {
			t.Errorf("%v is drawn as %q, want %q", []beads.Cell(test.o), got, test.want)
		}
	}
}
