package beads

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/exp/slices"
)

// A Cell is a place on a board, or an offset from one place to another. Row
// counts downwards and Col to the right, both from 0. Layer is 0 on flat
// boards.
type Cell struct{ Row, Col, Layer int }

// compare orders cells as one reads: layer by layer, row by row, from left to
// right.
func (c Cell) compare(d Cell) int {
	return cmp.Or(cmp.Compare(c.Layer, d.Layer), cmp.Compare(c.Row, d.Row), cmp.Compare(c.Col, d.Col))
}

func (c Cell) minus(d Cell) Cell {
	return Cell{c.Row - d.Row, c.Col - d.Col, c.Layer - d.Layer}
}

func (c Cell) plus(d Cell) Cell {
	return Cell{c.Row + d.Row, c.Col + d.Col, c.Layer + d.Layer}
}

// A Piece is the letter of a piece. The methods of Piece speak of the twelve
// beads, 'A' to 'L'; for other letters see [Set].
type Piece byte

// Pieces returns the twelve beads in the order of their letters. The caller
// owns the slice.
func Pieces() []Piece { return Beads().Pieces() }

// Size returns how many cells the piece covers: 3 to 5, or 0 if it is none of
// the twelve beads.
func (p Piece) Size() int { return Beads().Size(p) }

// Orientations returns the ways in which the piece can lie, each once and in a
// fixed order; nil if it is none of the twelve beads. The twelve together have
// 60. The caller owns the slices.
func (p Piece) Orientations() []Orientation { return Beads().Orientations(p) }

// String returns the letter, or a form like Piece(7) if p is no capital letter.
func (p Piece) String() string {
	if p < 'A' || p > 'Z' {
		return fmt.Sprintf("Piece(%d)", byte(p))
	}
	return string(rune(p))
}

// An Orientation is one way in which a piece can lie: the offsets of its cells
// from its key cell, which is the first of them in row order. The offsets are
// in row order too, so the first is the zero Cell, and a Col may be negative.
type Orientation []Cell

// String draws the orientation, one line for each row, with '#' for a cell of
// the piece and '.' for a place beside it within its bounding box. Only layer
// 0 is drawn, and only offsets up to 64 in either direction.
func (o Orientation) String() string {
	const reach = 64
	var drawn []Cell
	top, left, bottom, right := reach, reach, -reach, -reach
	for _, c := range o {
		if c.Layer != 0 || max(c.Row, c.Col) > reach || min(c.Row, c.Col) < -reach {
			continue
		}
		drawn = append(drawn, c)
		top, bottom = min(top, c.Row), max(bottom, c.Row)
		left, right = min(left, c.Col), max(right, c.Col)
	}
	if drawn == nil {
		return ""
	}
	var lines []string
	for row := top; row <= bottom; row++ {
		line := []byte(strings.Repeat(".", right-left+1))
		for _, c := range drawn {
			if c.Row == row {
				line[c.Col-left] = '#'
			}
		}
		lines = append(lines, string(line))
	}
	return strings.Join(lines, "\n")
}

// A Set is a set of different pieces, each of which may be rotated, reflected
// and used once. Sets are immutable. A nil *Set means [Beads], and the zero Set
// has no pieces.
type Set struct{ kinds []kind }

// A kind is what a set knows of one piece.
type kind struct {
	piece        Piece
	orientations []Orientation
}

func (k kind) size() int { return len(k.orientations[0]) }

// The twelve beads as NOI 2005 letters them, and as Lonpos and Kanoodle sell
// them: one drawing of each, a blank between two rows.
var drawings = [...]string{
	"## #.",       // A, three in an angle
	"####",        // B, the line
	"### #..",     // C, an L of four
	"## ##",       // D, the square
	"### #.. #..", // E, the V
	"#### .#..",   // F, the Y
	"### #.#",     // G, the U
	"### .##",     // H, the P
	"###. ..##",   // I, the N
	".#. ### .#.", // J, the plus
	"#.. ##. .##", // K, the W
	"#### #...",   // L, an L of five
}

var beads = sync.OnceValue(func() *Set {
	s := &Set{}
	for i, drawing := range drawings {
		s.kinds = append(s.kinds, kind{'A' + Piece(i), orientations(drawing)})
	}
	return s
})

// Beads returns the twelve pieces of the game, 'A' to 'L', with 55 cells in
// all. It always returns the same pointer.
func Beads() *Set { return beads() }

func (s *Set) orDefault() *Set {
	if s == nil {
		return Beads()
	}
	return s
}

// equal reports whether two sets have the same pieces in the same order.
func (s *Set) equal(t *Set) bool {
	return s == t || slices.EqualFunc(s.kinds, t.kinds, func(a, b kind) bool {
		return a.piece == b.piece && slices.EqualFunc(a.orientations, b.orientations, slices.Equal)
	})
}

// Pieces returns the letters of the set in a fixed order. The caller owns the
// slice.
func (s *Set) Pieces() []Piece {
	var pieces []Piece
	for _, k := range s.orDefault().kinds {
		pieces = append(pieces, k.piece)
	}
	return pieces
}

// Size returns how many cells the piece covers, 0 if it is not in the set.
func (s *Set) Size(p Piece) int {
	if i := s.find(p); i >= 0 {
		return s.orDefault().kinds[i].size()
	}
	return 0
}

// Orientations returns the ways in which the piece can lie, each once and in a
// fixed order; nil if it is not in the set. The caller owns the slices.
func (s *Set) Orientations(p Piece) []Orientation {
	i := s.find(p)
	if i < 0 {
		return nil
	}
	var all []Orientation
	for _, o := range s.orDefault().kinds[i].orientations {
		all = append(all, slices.Clone(o))
	}
	return all
}

// find returns the index of the piece in the set, -1 if it is not in it.
func (s *Set) find(p Piece) int {
	return slices.IndexFunc(s.orDefault().kinds, func(k kind) bool { return k.piece == p })
}

// orientations turns and reflects a drawing in all eight ways and keeps one of
// each kind.
func orientations(drawing string) []Orientation {
	var cells []Cell
	for row, line := range strings.Fields(drawing) {
		for col, mark := range line {
			if mark == '#' {
				cells = append(cells, Cell{Row: row, Col: col})
			}
		}
	}
	var all []Orientation
	for _, turn := range turns {
		all = append(all, orientation(cells, turn))
	}
	slices.SortFunc(all, compareOrientations)
	return slices.CompactFunc(all, func(a, b Orientation) bool { return compareOrientations(a, b) == 0 })
}

// A turn maps the plane onto itself: the new row and column are
//
//	row*rr + col*rc   and   row*cr + col*cc.
type turn struct{ rr, rc, cr, cc int }

func (t turn) apply(c Cell) Cell {
	return Cell{c.Row*t.rr + c.Col*t.rc, c.Row*t.cr + c.Col*t.cc, c.Layer}
}

// turns holds the eight rotations and reflections of a square, the identity
// first.
var turns = [...]turn{
	{1, 0, 0, 1}, {1, 0, 0, -1}, {-1, 0, 0, 1}, {-1, 0, 0, -1},
	{0, 1, 1, 0}, {0, 1, -1, 0}, {0, -1, 1, 0}, {0, -1, -1, 0},
}

// orientation turns cells and makes them offsets from the first in row order.
func orientation(cells []Cell, t turn) Orientation {
	o := make(Orientation, len(cells))
	for i, c := range cells {
		o[i] = t.apply(c)
	}
	slices.SortFunc(o, Cell.compare)
	key := o[0]
	for i := range o {
		o[i] = o[i].minus(key)
	}
	return o
}

func compareOrientations(a, b Orientation) int { return slices.CompareFunc(a, b, Cell.compare) }
