// This file holds sets of pieces.

package beads

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/frame"
)

// A Set is an ordered set of at most 16 pieces, each with a letter of its own. A
// board uses each piece of its set at most once, rotated and reflected in any way.
// Pieces of the same shape are copies of one another: two solutions that differ only
// in which copy lies where are one solution.
//
// A Set is a small immutable value. The zero Set is the same as [Beads]. Compare sets
// with [Set.Equal]; == may be false for equal sets.
type Set struct {
	table *setTable // nil means the twelve beads
}

// A setTable holds the pieces of a set. It is immutable, so boards and copies of a
// Set may share it.
type setTable struct{ kinds []kind }

// A kind is one piece of a set.
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
var beadsTable = sync.OnceValue(func() *setTable {
	return mustTable(
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
var pentominoTable = sync.OnceValue(func() *setTable {
	return mustTable(
		".FF\nFF.\n.F.", "IIIII", "LLLL\nL...", "NN..\n.NNN",
		"PP\nPP\nP.", "TTT\n.T.\n.T.", "U.U\nUUU", "V..\nV..\nVVV",
		"W..\nWW.\n.WW", ".X.\nXXX\n.X.", "YYYY\n.Y..", "ZZ.\n.Z.\n.ZZ",
	)
})

// mustTable is newTable for drawings that are known to be right.
func mustTable(drawings ...string) *setTable {
	t, err := newTable(drawings)
	if err != nil {
		panic(err)
	}
	return t
}

// Beads returns the twelve pieces of the game, 'A' to 'L', with 55 cells in all.
func Beads() Set { return Set{} }

// Pentominoes returns the twelve shapes of five cells, with 60 cells in all. Their
// letters are the usual ones: F, I, L, N, P, T, U, V, W, X, Y and Z.
func Pentominoes() Set { return Set{pentominoTable()} }

// NewSet returns a set with one piece for each drawing, in the order of the drawings.
// A drawing has a line for each row of the piece. Its letter, 'A' to 'Z', marks the
// cells of the piece, and '.' marks a place beside them:
//
//	set, err := beads.NewSet("AA\nA.", "BB\nB.", "CCCC")
//
// Rows may differ in length, and blanks around a row are ignored. Without drawings,
// NewSet returns a set without pieces, which is not the zero Set.
//
// A set has at most 16 pieces, and no two pieces have the same letter. They may have
// the same shape; see [Set.Copies]. A piece has 1 to 64 cells, connected by their
// sides; touching at corners is not enough. A piece that does not fit onto a board is
// never used there.
//
// If a drawing breaks these rules, NewSet returns the zero Set and a [*ParseError]
// that gives the drawing, and the row and column in the drawing.
func NewSet(drawings ...string) (Set, error) {
	t, err := newTable(drawings)
	if err != nil {
		return Set{}, err
	}
	return setOf(t), nil
}

// ParseSet returns the set whose text form is s. The text form has the drawing of each
// piece as [NewSet] reads drawings, with an empty line between two drawings:
//
//	AA
//	A.
//
//	CCCC
//
// There may be more than one empty line between two drawings, and empty lines before
// the first and after the last. A line of blanks counts as empty. If s has no
// drawings, ParseSet returns a set without pieces.
//
// If s is anything else, ParseSet returns the zero Set and a [*ParseError] that gives
// the number of the drawing, and the row and column in the drawing.
func ParseSet(s string) (Set, error) {
	drawings, _ := splitDrawings(split(s))
	return NewSet(drawings...)
}

// splitDrawings returns the drawings that empty rows separate, and the index of the
// first row of each.
func splitDrawings(rows []string) (drawings []string, starts []int) {
	for i := 0; i < len(rows); i++ {
		if rows[i] == "" {
			continue
		}
		start := i
		for i < len(rows) && rows[i] != "" {
			i++
		}
		drawings = append(drawings, strings.Join(rows[start:i], "\n"))
		starts = append(starts, start)
	}
	return drawings, starts
}

// setOf returns the set that has a table. Of the twelve beads that is always the zero
// Set, so that their boards share the regions of the triangle and of the pyramid.
func setOf(t *setTable) Set {
	if t.equal(beadsTable()) {
		return Set{}
	}
	return Set{t}
}

// newTable reads drawings. The error gives the number of the drawing.
func newTable(drawings []string) (*setTable, *ParseError) {
	t := &setTable{}
	for i, drawing := range drawings {
		k, err := t.parseDrawing(drawing)
		if err == nil && i == maxPieces {
			err = &ParseError{Err: fmt.Errorf("one piece too many, a set has at most %d", maxPieces)}
		}
		if err != nil {
			err.Input, err.Drawing = "set", i+1
			return nil, err
		}
		k.alike = i
		for j, other := range t.kinds {
			if slices.EqualFunc(k.orientations, other.orientations, slices.Equal) {
				k.alike = j
				break
			}
		}
		t.kinds = append(t.kinds, k)
	}
	return t, nil
}

// parseDrawing reads a piece that is not in the table yet. The error does not give the
// number of the drawing.
func (t *setTable) parseDrawing(drawing string) (k kind, err *ParseError) {
	var cells []Cell
	for r, row := range split(drawing) {
		for c := range len(row) {
			fail := func(err error) (kind, *ParseError) { return kind{}, &ParseError{Row: r + 1, Col: c + 1, Err: err} }
			p := Piece(row[c])
			switch {
			case p == '.':
				continue
			case !p.isLetter():
				_, size := utf8.DecodeRuneInString(row[c:])
				return fail(fmt.Errorf("%q is neither a dot nor a letter from A to Z", row[c:c+size]))
			case k.piece != 0 && p != k.piece:
				return fail(fmt.Errorf("%v in the drawing of piece %v", p, k.piece))
			case t.find(p) >= 0:
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
		return kind{}, &ParseError{Err: ErrNoCells}
	case !connected(cells):
		return kind{}, &ParseError{Err: fmt.Errorf("the cells of piece %v are not connected", k.piece)}
	}
	k.orientations = orientations(cells)
	return k, nil
}

// connected reports whether cells of one layer, at least one, are connected side by
// side.
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

// orDefault returns the table of the set. The table of the zero Set is beadsTable.
func (s Set) orDefault() *setTable {
	if s.table == nil {
		return beadsTable()
	}
	return s.table
}

// equal reports whether two tables have the same pieces in the same order.
func (t *setTable) equal(u *setTable) bool {
	return t == u || slices.EqualFunc(t.kinds, u.kinds, func(a, b kind) bool {
		return a.piece == b.piece && slices.EqualFunc(a.orientations, b.orientations, slices.Equal)
	})
}

// find returns the index of the piece in the table, or -1 if the table does not have
// it.
func (t *setTable) find(p Piece) int {
	return slices.IndexFunc(t.kinds, func(k kind) bool { return k.piece == p })
}

// Equal reports whether s and t have the same pieces in the same order: the same
// letters, and the same orientations for each letter.
func (s Set) Equal(t Set) bool { return s.orDefault().equal(t.orDefault()) }

// Pieces returns the letters of the set in the order of the set. The caller owns the
// slice.
func (s Set) Pieces() []Piece {
	var pieces []Piece
	for _, k := range s.orDefault().kinds {
		pieces = append(pieces, k.piece)
	}
	return pieces
}

// Size returns the number of cells of the piece, 1 to 64. If the set does not have the
// piece, Size returns 0.
func (s Set) Size(p Piece) int {
	t := s.orDefault()
	if i := t.find(p); i >= 0 {
		return t.kinds[i].size()
	}
	return 0
}

// Orientations returns the ways in which the piece can lie, each once and in a fixed
// order. If the set does not have the piece, Orientations returns nil. The caller owns
// the slices.
func (s Set) Orientations(p Piece) []Orientation {
	t := s.orDefault()
	i := t.find(p)
	if i < 0 {
		return nil
	}
	var all []Orientation
	for _, o := range t.kinds[i].orientations {
		all = append(all, slices.Clone(o))
	}
	return all
}

// Copies returns the pieces of the set that have the same shape as p, in the order of
// the set. The piece p is one of them. If the set does not have the piece, Copies
// returns nil. The caller owns the slice.
func (s Set) Copies(p Piece) []Piece {
	t := s.orDefault()
	i := t.find(p)
	if i < 0 {
		return nil
	}
	var copies []Piece
	for _, k := range t.kinds {
		if k.alike == t.kinds[i].alike {
			copies = append(copies, k.piece)
		}
	}
	return copies
}

// String returns the text form of the set, which [ParseSet] reads: the first
// orientation of each piece, drawn with its letter, and one empty line between two
// drawings. There is no newline at the end. Equal sets have the same text. The text of
// a set without pieces is empty.
func (s Set) String() string {
	text, _ := s.AppendText(nil)
	return string(text)
}

// AppendText implements [encoding.TextAppender]: it appends what [Set.String] returns.
// The error is always nil.
func (s Set) AppendText(text []byte) ([]byte, error) { return s.orDefault().appendTo(text), nil }

func (t *setTable) appendTo(text []byte) []byte {
	for i, k := range t.kinds {
		if i > 0 {
			text = append(text, "\n\n"...)
		}
		text = append(text, strings.ReplaceAll(k.orientations[0].String(), "#", k.piece.String())...)
	}
	return text
}

// MarshalText implements [encoding.TextMarshaler]: it returns what [Set.String]
// returns. The error is always nil.
func (s Set) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what [ParseSet] reads.
// If the text is anything else, UnmarshalText returns a [*ParseError] and leaves the
// set unchanged.
func (s *Set) UnmarshalText(text []byte) error {
	parsed, err := ParseSet(string(text))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// setFrame is the kind of a Set in the frame of its binary form.
const setFrame = 'S'

// AppendBinary implements [encoding.BinaryAppender]: it appends the binary form of the
// set, whose layout never changes. The error is always nil.
//
//	byte 0 and 1     the letter S, and the version 1
//	byte 2 …         the text form of the set, as Set.String returns it
//	last 4 bytes     the CRC-32 (IEEE) of all bytes before, big-endian
func (s Set) AppendBinary(data []byte) ([]byte, error) {
	start := len(data)
	return frame.End(s.orDefault().appendTo(frame.Begin(data, setFrame)), start), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler]: it returns what
// [Set.AppendBinary] appends. The error is always nil.
func (s Set) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]: it reads what
// [Set.AppendBinary] appends. If data is anything else, truncated or altered,
// UnmarshalBinary returns an error and leaves the set unchanged.
func (s *Set) UnmarshalBinary(data []byte) error {
	text, err := frame.Open(data, setFrame)
	if err != nil {
		return fmt.Errorf("beads: UnmarshalBinary: set: %w", err)
	}
	var parsed Set
	if err := parsed.UnmarshalText(text); err != nil {
		return err
	}
	if again, _ := parsed.AppendText(nil); !bytes.Equal(again, text) {
		return errors.New("beads: UnmarshalBinary: set: not the text that AppendText writes")
	}
	*s = parsed
	return nil
}
