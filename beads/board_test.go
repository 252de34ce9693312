package beads_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
)

func TestPlaceAndRemoveAreInverse(t *testing.T) {
	b := beads.Triangle()
	corner := []beads.Cell{{Row: 1}, {Row: 0}, {Row: 1, Col: 1}}
	placed, err := b.Place(beads.Placement{Piece: 'A', Cells: corner})
	if err != nil {
		t.Fatal(err)
	}
	if want := lines(strings.Replace(empty, ". ..", "A AA", 1)); placed.String() != want || b != beads.Triangle() {
		t.Errorf("got\n%v\nwant\n%v", placed, want)
	}
	if placed.Free() != 52 || placed.IsFilled() || len(placed.Remaining()) != 11 || placed.Remaining()[0] != 'B' {
		t.Errorf("%d free, remaining %v", placed.Free(), placed.Remaining())
	}
	if p, ok := placed.At(beads.Cell{Row: 1, Col: 1}); p != 'A' || !ok {
		t.Error("At does not return A at its cell")
	}
	if p, ok := placed.At(beads.Cell{Row: 2, Col: 1}); p != 0 || !ok {
		t.Error("At does not return a free cell as free")
	}
	var all []beads.Placement
	for p := range placed.Placements() {
		all = append(all, p)
	}
	want := []beads.Placement{{Piece: 'A', Cells: []beads.Cell{{Row: 0}, {Row: 1}, {Row: 1, Col: 1}}}}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Error(diff)
	}
	removed, err := placed.Remove('A')
	if err != nil || removed != b {
		t.Errorf("removed: %v, %v", removed, err)
	}

	huge := beads.Cell{Row: math.MaxInt, Col: math.MinInt, Layer: math.MaxInt}
	for name, p := range map[string]beads.Placement{
		"no piece":      {},
		"unknown piece": {Piece: 'M', Cells: corner},
		"no cells":      {Piece: 'B'},
		"lies already":  {Piece: 'A', Cells: []beads.Cell{{Row: 5}, {Row: 6}, {Row: 6, Col: 1}}},
		"covered":       {Piece: 'D', Cells: []beads.Cell{{Row: 1}, {Row: 1, Col: 1}, {Row: 2}, {Row: 2, Col: 1}}},
		"outside":       {Piece: 'B', Cells: []beads.Cell{{Row: 9}, {Row: 10}, {Row: 11}, {Row: 12}}},
		"huge":          {Piece: 'B', Cells: []beads.Cell{huge, huge, huge, huge}},
		"other layer":   {Piece: 'D', Cells: []beads.Cell{{4, 0, 1}, {4, 1, 1}, {5, 0, 1}, {5, 1, 1}}},
		"wrong shape":   {Piece: 'D', Cells: []beads.Cell{{Row: 5}, {Row: 6}, {Row: 7}, {Row: 8}}},
		"too many":      {Piece: 'B', Cells: []beads.Cell{{Row: 4}, {Row: 5}, {Row: 6}, {Row: 7}, {Row: 8}}},
		"same cell":     {Piece: 'D', Cells: []beads.Cell{{Row: 5}, {Row: 5}, {Row: 6}, {Row: 6}}},
	} {
		if got, err := placed.Place(p); !errors.Is(err, beads.ErrPlacement) || got != placed {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for _, p := range []beads.Piece{0, 'B', 'M', '.'} {
		if got, err := placed.Remove(p); !errors.Is(err, beads.ErrPlacement) || got != placed {
			t.Errorf("Remove(%v): %v, %v", p, got, err)
		}
	}
	for want, p := range map[string]beads.Placement{
		"beads: Place: illegal placement: piece Z: not a piece of the set":                       {Piece: 'Z', Cells: corner},
		"beads: Place: illegal placement: piece A: lies on the board already":                    {Piece: 'A', Cells: corner},
		"beads: Place: illegal placement: piece B: cell (10,0) is outside the board":             {Piece: 'B', Cells: []beads.Cell{{Row: 9}, {Row: 10}}},
		"beads: Place: illegal placement: piece B: cell (0,0) is covered by piece A":             {Piece: 'B', Cells: []beads.Cell{{}}},
		"beads: Place: illegal placement: piece B: has 3 cells, want 4":                          {Piece: 'B', Cells: []beads.Cell{{Row: 7}, {Row: 8}, {Row: 9}}},
		"beads: Place: illegal placement: piece D: the cells do not have the shape of the piece": {Piece: 'D', Cells: []beads.Cell{{Row: 6}, {Row: 7}, {Row: 8}, {Row: 9}}},
	} {
		if _, err := placed.Place(p); err == nil || err.Error() != want {
			t.Errorf("error is %q, want %q", err, want)
		}
	}
	if _, err := placed.Remove('B'); err == nil || err.Error() != "beads: Remove: illegal placement: piece B: does not lie on the board" {
		t.Errorf("error is %q", err)
	}
	if _, ok := placed.At(huge); ok {
		t.Error("At says that a cell far outside is on the board")
	}
}

func TestZeroBoardHasNoCells(t *testing.T) {
	var b beads.Board
	if b.String() != "" || b.Diagram() != "" || b.Free() != 0 || !b.IsFilled() || len(b.Remaining()) != 12 {
		t.Errorf("String %q, Diagram %q, Free %d, IsFilled %v, Remaining %v", b.String(), b.Diagram(), b.Free(), b.IsFilled(), b.Remaining())
	}
	for range b.Cells() {
		t.Error("the zero Board has a cell")
	}
	for range b.Placements() {
		t.Error("the zero Board has a piece")
	}
	if _, ok := b.At(beads.Cell{}); ok {
		t.Error("the zero Board has a cell")
	}
	if _, err := b.Place(beads.Placement{Piece: 'B', Cells: make([]beads.Cell, 4)}); !errors.Is(err, beads.ErrPlacement) {
		t.Error(err)
	}
	if _, err := b.Remove('A'); !errors.Is(err, beads.ErrPlacement) {
		t.Error(err)
	}
	if b.Equal(beads.Triangle()) || !b.Equal(beads.Board{}) {
		t.Error("Equal is wrong for the zero Board")
	}
}

func TestIteratorsMayBeStopped(t *testing.T) {
	b := mustTriangle(t, lines(sample))
	cells, placements := 0, 0
	for range b.Cells() {
		cells++
		break
	}
	for range b.Placements() {
		placements++
		break
	}
	if cells != 1 || placements != 1 {
		t.Errorf("%d cells and %d placements, want 1 and 1", cells, placements)
	}
}

func TestTextRoundTripsKeepTheBoard(t *testing.T) {
	for _, b := range []beads.Board{{}, beads.Triangle(), mustTriangle(t, lines(sample)), mustBoard(t, "##.\n\n.AA\n..A")} {
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		var got beads.Board
		if err := json.Unmarshal(text, &got); err != nil || !got.Equal(b) {
			t.Errorf("%s is read as\n%v\n%v", text, got, err)
		}
		appended, err := b.AppendText([]byte("x"))
		if err != nil || string(appended) != "x"+b.String() {
			t.Errorf("AppendText: %q, %v", appended, err)
		}
	}
	b := beads.Triangle()
	var parse *beads.ParseError
	if err := b.UnmarshalText([]byte("?")); !errors.As(err, &parse) || b != beads.Triangle() {
		t.Errorf("malformed text: %v, and the receiver is\n%v", err, b)
	}
}

func TestEqualComparesCellsPiecesAndSet(t *testing.T) {
	a, b := mustBoard(t, "...\n.AA\n..A"), mustBoard(t, "...\n.AA\n..A")
	if !a.Equal(b) || !b.Equal(a) {
		t.Error("Equal is false for equal boards")
	}
	for _, other := range []string{"...\n...\n...", "...\n.AA\n.A.", "....\n.AA\n..A", "...\n.AA\n#.A"} {
		if c := mustBoard(t, other); a.Equal(c) {
			t.Errorf("Equal is true for another board:\n%v", c)
		}
	}
	again, err := beads.ParseSet(beads.Beads().String())
	if err != nil {
		t.Fatal(err)
	}
	none, turned := mustSet(t), mustSet(t, "AA\nA.", "B.\nBB")
	for i, test := range []struct {
		a, b beads.Set
		want bool
	}{
		{beads.Set{}, beads.Beads(), true},
		{beads.Set{}, again, true},
		{beads.Pentominoes(), beads.Pentominoes(), true},
		{beads.Pentominoes(), beads.Beads(), false},
		{none, mustSet(t), true},
		{none, beads.Set{}, false},
		{none, mustSet(t, "A"), false},
		{turned, mustSet(t, "AA\n.A", ".B\nBB"), true},
		{turned, mustSet(t, "B.\nBB", "AA\nA."), false},
		{turned, mustSet(t, "AA\nA.", "C.\nCC"), false},
		{turned, mustSet(t, "AA\nA.", "BBB"), false},
		{turned, mustSet(t, "AA\nA."), false},
	} {
		if test.a.Equal(test.b) != test.want || test.b.Equal(test.a) != test.want {
			t.Errorf("sets %d: Equal is not %v", i, test.want)
		}
		a, b := must(beads.ParseBoard("...", test.a))(t), must(beads.ParseBoard("...", test.b))(t)
		if a.Equal(b) != test.want || b.Equal(a) != test.want {
			t.Errorf("boards with sets %d: Equal is not %v", i, test.want)
		}
	}
}
