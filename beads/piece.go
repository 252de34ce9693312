package beads

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/exp/slices"
)

// A Cell is a place on a board, or an offset from one place to another. Row
// counts downwards and Col to the right, both from 0. Layer is 0 on flat boards
// and counts upwards from 0 on a pyramid, where the cell at row r and column c
// rests on those of the layer below at rows r and r+1 and columns c and c+1.
type Cell struct{ Row, Col, Layer int }

// compare orders cells as one reads: layer by layer, row by row, from left to
// right.
func (c Cell) compare(d Cell) int {
	return cmp.Or(cmp.Compare(c.Layer, d.Layer), cmp.Compare(c.Row, d.Row), cmp.Compare(c.Col, d.Col))
}

func (c Cell) minus(d Cell) Cell {
	return Cell{c.Row - d.Row, c.Col - d.Col, c.Layer - d.Layer}
}

func (c Cell) dot(d Cell) int { return c.Row*d.Row + c.Col*d.Col + c.Layer*d.Layer }

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

// A Set is a set of up to 16 pieces with a letter each, which may be rotated,
// reflected and used once. Pieces of the same shape are copies of one another:
// solutions that differ only in which copy lies where are one solution. Sets are
// immutable. A nil *Set means [Beads], and the zero Set has no pieces.
type Set struct{ kinds []kind }

// A kind is what a set knows of one piece.
type kind struct {
	piece        Piece
	alike        int // index of the first kind with the same orientations
	orientations []Orientation
}

// maxPieces is how many pieces a set may have: one for each bit of a uint16.
const maxPieces = 16

func (k kind) size() int { return len(k.orientations[0]) }

// The twelve beads as NOI 2005 letters them, and as Lonpos and Kanoodle sell
// them.
var beads = sync.OnceValue(func() *Set {
	return mustSet(
		"AA\nA.",        // three in an angle
		"BBBB",          // the line
		"CCC\nC..",      // an L of four
		"DD\nDD",        // the square
		"EEE\nE..\nE..", // the V
		"FFFF\n.F..",    // the Y
		"GGG\nG.G",      // the U
		"HHH\n.HH",      // the P
		"III.\n..II",    // the N
		".J.\nJJJ\n.J.", // the plus
		"K..\nKK.\n.KK", // the W
		"LLLL\nL...",    // an L of five
	)
})

// The twelve pentominoes in the letters that Golomb gave them.
var pentominoes = sync.OnceValue(func() *Set {
	return mustSet(
		".FF\nFF.\n.F.", "IIIII", "LLLL\nL...", "NN..\n.NNN",
		"PP\nPP\nP.", "TTT\n.T.\n.T.", "U.U\nUUU", "V..\nV..\nVVV",
		"W..\nWW.\n.WW", ".X.\nXXX\n.X.", "YYYY\n.Y..", "ZZ.\n.Z.\n.ZZ",
	)
})

// mustSet is NewSet for drawings that are known to be right.
func mustSet(drawings ...string) *Set {
	s, err := NewSet(drawings...)
	if err != nil {
		panic(err)
	}
	return s
}

// Beads returns the twelve pieces of the game, 'A' to 'L', with 55 cells in
// all. It always returns the same pointer.
func Beads() *Set { return beads() }

// Pentominoes returns the twelve shapes of five cells, with 60 cells in all and
// the letters that are usual for them: F, I, L, N, P, T, U, V, W, X, Y and Z. It
// always returns the same pointer.
func Pentominoes() *Set { return pentominoes() }

// NewSet returns a set with a piece for each drawing, in that order. A drawing
// has a line for each row, with the letter of the piece, 'A' to 'Z', for each of
// its cells and '.' for a place beside it:
//
//	set, err := beads.NewSet("AA\nA.", "BB\nB.", "CCCC")
//
// Rows may differ in length, and blanks around them do not matter. Each piece
// has a letter of its own, also if it has the shape of another; see
// [Set.Copies]. A piece has 1 to 64 cells, which hang together side by side, and
// a set at most 16 pieces. A piece that does not fit onto a board is never used
// there. The error is a [*ParseError] that says the drawing, and the row and
// column in it.
func NewSet(drawings ...string) (*Set, error) {
	s := &Set{}
	for i, drawing := range drawings {
		k, err := s.parseDrawing(drawing)
		if err == nil && i == maxPieces {
			err = &ParseError{Err: fmt.Errorf("one piece too many, a set has at most %d", maxPieces)}
		}
		if err != nil {
			err.Drawing = i + 1
			return nil, err
		}
		k.alike = i
		for j, other := range s.kinds {
			if slices.EqualFunc(k.orientations, other.orientations, slices.Equal) {
				k.alike = j
				break
			}
		}
		s.kinds = append(s.kinds, k)
	}
	return s, nil
}

// parseDrawing reads a piece that is not in the set yet. The error does not say
// the number of the drawing.
func (s *Set) parseDrawing(drawing string) (k kind, err *ParseError) {
	var cells []Cell
	for r, row := range split(drawing) {
		for c := range len(row) {
			fail := func(err error) (kind, *ParseError) { return kind{}, &ParseError{Row: r + 1, Col: c + 1, Err: err} }
			p := Piece(row[c])
			switch {
			case p == '.':
				continue
			case p < 'A' || p > 'Z':
				_, size := utf8.DecodeRuneInString(row[c:])
				return fail(fmt.Errorf("%q is neither a dot nor a letter from A to Z", row[c:c+size]))
			case k.piece != 0 && p != k.piece:
				return fail(fmt.Errorf("%v in the drawing of piece %v", p, k.piece))
			case slices.ContainsFunc(s.kinds, func(k kind) bool { return k.piece == p }):
				return fail(fmt.Errorf("piece %v has been drawn already", p))
			case len(cells) == maxCells:
				return fail(ErrTooLarge)
			}
			k.piece = p
			cells = append(cells, Cell{Row: r, Col: c})
		}
	}
	switch {
	case cells == nil:
		return kind{}, &ParseError{Err: errors.New("a piece without cells")}
	case !connected(cells):
		return kind{}, &ParseError{Err: fmt.Errorf("piece %v does not hang together", k.piece)}
	}
	k.orientations = orientations(cells)
	return k, nil
}

// connected reports whether cells of one layer, of which there is at least one,
// hang together side by side.
func connected(cells []Cell) bool {
	reached := []Cell{cells[0]}
	for i := 0; i < len(reached); i++ {
		for _, c := range cells {
			d := c.minus(reached[i])
			if d.Row*d.Row+d.Col*d.Col == 1 && !slices.Contains(reached, c) {
				reached = append(reached, c)
			}
		}
	}
	return len(reached) == len(cells)
}

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

// Copies returns the pieces that have the same shape as p, p among them, in the
// order of the set: as many as the set has of that shape. It is nil if p is not
// in the set. The caller owns the slice.
func (s *Set) Copies(p Piece) []Piece {
	i := s.find(p)
	if i < 0 {
		return nil
	}
	kinds := s.orDefault().kinds
	var copies []Piece
	for _, k := range kinds {
		if k.alike == kinds[i].alike {
			copies = append(copies, k.piece)
		}
	}
	return copies
}

// find returns the index of the piece in the set, -1 if it is not in it.
func (s *Set) find(p Piece) int {
	return slices.IndexFunc(s.orDefault().kinds, func(k kind) bool { return k.piece == p })
}

// orientations turns and reflects cells in all eight ways and keeps one of each
// kind.
func orientations(cells []Cell) []Orientation {
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
