package mayan

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The size of the board and the longest sequence of moves that the package
// searches for.
const (
	Width    = 5  // columns, x from 0 at the left
	Height   = 7  // rows, y from 0 at the bottom
	MaxMoves = 64 // the most moves that a search may be asked for
)

// A Color is the colour of a block, 1 to [MaxColor], or [Empty]. In the text form of
// a board colour 10 is the letter A.
type Color uint8

// The limits of a [Color].
const (
	Empty    Color = 0  // no block
	MaxColor Color = 10 // the highest colour of a block
)

// ErrIllegalMove is wrapped by errors about a move that moves no block, moves one
// off the board, or has no direction.
var ErrIllegalMove = errors.New("illegal move")

// A Board is a position of the game: five columns of at most seven blocks,
// without gaps. It is a small value to be copied and compared with ==, and it
// serves as a map key. The zero Board is the cleared board.
//
// A Board may have runs on it, three or more equal blocks in a row or column;
// [Settle] makes them vanish. Searches start from settled boards only; everything
// else takes any board.
type Board struct {
	// A cell is a bit, and four words hold the colours of all cells as binary
	// numbers: colour 5 in a cell is its bit in ones and in fours. The cell in
	// column x and row y is bit 8x+y. Blocks lie below empty cells, whose bits are
	// 0 in all four. So are bits 7, 15, 23, 31 and 39: they are an eighth row that
	// parts each column from the next, whatever a shift brings in.
	//
	//	row   6 |  6 14 22 30 38
	//	      5 |  5 13 21 29 37
	//	      4 |  4 12 20 28 36
	//	      3 |  3 11 19 27 35
	//	      2 |  2 10 18 26 34
	//	      1 |  1  9 17 25 33
	//	      0 |  0  8 16 24 32
	//	        +---------------
	//	column     0  1  2  3  4
	ones, twos, fours, eights uint64
}

const (
	oneUp    = 1 // from a cell to the one above
	oneRight = 8 // from a cell to the one at its right

	bottomRow = 1 | 1<<oneRight | 1<<(2*oneRight) | 1<<(3*oneRight) | 1<<(4*oneRight)
	allCells  = bottomRow<<Height - bottomRow

	inWord = 64 - 1 // the bits of a number from 0 to 63
)

// cellAt returns the number of a cell, and column and row go the other way.
func cellAt(x, y int) int { return oneRight*x + oneUp*y }
func column(cell int) int { return cell / oneRight }
func row(cell int) int    { return cell % oneRight }

// bit returns the bit of a cell. The mask changes nothing but tells the compiler
// that the shift stays in the word, here and elsewhere.
func bit(cell int) uint64 { return 1 << (cell & inWord) }

// inColumn returns all cells of column x.
func inColumn(x int) uint64 { return (1<<Height - 1) << (cellAt(x, 0) & inWord) }

// upFrom returns the cells of a column from the given one upwards.
func upFrom(cell int) uint64 { return inColumn(column(cell)) &^ (bit(cell) - 1) }

// NewBoard returns the board with the given columns, the leftmost first, each
// from bottom to top. Columns that are not given are empty. It is an error to
// give more than five columns, more than seven blocks in a column, or a colour
// that is not 1 to 10; the board is then the cleared one.
func NewBoard(columns ...[]Color) (Board, error) {
	var b Board
	if len(columns) > Width {
		return Board{}, fmt.Errorf("mayan: %d columns, more than %d", len(columns), Width)
	}
	for x, column := range columns {
		for y, color := range column {
			if y == Height {
				return Board{}, fmt.Errorf("mayan: column %d has %d blocks, more than %d", x, len(column), Height)
			}
			if color == Empty || color > MaxColor {
				return Board{}, fmt.Errorf("mayan: column %d, row %d: colour %d is not 1 to %d", x, y, color, MaxColor)
			}
			b.push(x, color)
		}
	}
	return b, nil
}

// push puts a block on top of column x, which must have room for it.
func (b *Board) push(x int, color Color) {
	b.put(cellAt(x, bits.OnesCount64(b.occupied()&inColumn(x))), color)
}

// put puts a block into an empty cell.
func (b *Board) put(cell int, color Color) {
	cell &= inWord
	b.ones |= uint64(color&1) << cell
	b.twos |= uint64(color>>1&1) << cell
	b.fours |= uint64(color>>2&1) << cell
	b.eights |= uint64(color>>3) << cell
}

// colorDigits are the letters of the colours in the text form of a board.
const colorDigits = ".123456789A"

// ParseBoard reads a board from its text form, which [Board.String] writes:
// five columns, the leftmost first, separated by slashes; each column its blocks
// from bottom to top; each block a digit for colours 1 to 9 or A for 10. The
// cleared board is "////". Anything else, white space included, gives the cleared
// board and a [*ParseError] that says at which byte.
func ParseBoard(s string) (Board, error) {
	var b Board
	fail := func(at int, format string, args ...any) (Board, error) {
		return Board{}, &ParseError{Input: "board", Offset: at, Err: fmt.Errorf(format, args...)}
	}
	x := 0
	for at, r := range s {
		color := strings.IndexRune(colorDigits, r)
		switch {
		case r == '/':
			x++
			if x == Width {
				return fail(at, "more than %d columns", Width)
			}
		case color <= 0:
			return fail(at, "%q is neither a colour, 1 to 9 or A, nor a slash", r)
		case b.ColumnHeight(x) == Height:
			return fail(at, "more than %d blocks in column %d", Height, x)
		default:
			b.push(x, Color(color))
		}
	}
	if x != Width-1 {
		return fail(len(s), "%d columns, not %d", x+1, Width)
	}
	return b, nil
}

// MustParseBoard is [ParseBoard] for boards known to be well formed. It panics
// if s is not.
func MustParseBoard(s string) Board {
	b, err := ParseBoard(s)
	if err != nil {
		panic(err)
	}
	return b
}

// At returns the colour of the block in column x and row y, or [Empty] if there
// is none or the cell lies outside the board.
func (b Board) At(x, y int) Color {
	if uint(x) >= Width || uint(y) >= Height {
		return Empty
	}
	return b.at(cellAt(x, y))
}

func (b Board) at(cell int) Color {
	cell &= inWord
	return Color(b.ones>>cell&1 | b.twos>>cell&1<<1 | b.fours>>cell&1<<2 | b.eights>>cell&1<<3)
}

// occupied returns the cells that have a block.
func (b Board) occupied() uint64 {
	return b.ones | b.twos | b.fours | b.eights
}

// ColumnHeight returns the number of blocks in column x, 0 outside the board.
func (b Board) ColumnHeight(x int) int {
	if uint(x) >= Width {
		return 0
	}
	return bits.OnesCount64(b.occupied() & inColumn(x))
}

// Len returns the number of blocks on the board.
func (b Board) Len() int { return bits.OnesCount64(b.occupied()) }

// IsCleared reports whether no block is left.
func (b Board) IsCleared() bool { return b.occupied() == 0 }

// Mirror returns the board reflected, its leftmost column at the right.
func (b Board) Mirror() Board {
	reflect := func(cells uint64) uint64 { return bits.ReverseBytes64(cells) >> (64 - Width*oneRight) }
	return Board{reflect(b.ones), reflect(b.twos), reflect(b.fours), reflect(b.eights)}
}

// Moves returns the legal moves of the board in puzzle order, the order of
// [Move.Compare]. A swap of two equal blocks is legal. So is a move left onto a
// block, though moving that block right does the same.
func (b Board) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) { b.moves(yield) }
}

func (b *Board) moves(yield func(Move) bool) {
	for x := range Width {
		for y := range b.ColumnHeight(x) {
			if x+1 < Width && !yield(Move{x, y, Right}) {
				return
			}
			if x > 0 && !yield(Move{x, y, Left}) {
				return
			}
		}
	}
}

// Play makes one move: it shifts the block ([Board.Shift]) and settles the board
// ([Settle]), which takes with it any runs that lay on the board before. An illegal
// move returns the board as it was and an error that wraps [ErrIllegalMove].
func (b Board) Play(m Move) (Board, error) {
	if err := b.check(m); err != nil {
		return b, fmt.Errorf("mayan: %w", err)
	}
	return Settle(b.shift(cellAt(m.X, m.Y), m.Dir)), nil
}

// Shift makes the first half of a move, before anything vanishes; [Cascade] of
// what it returns is the second half. A move onto a block swaps the two. A move
// onto an empty cell takes the block out of its column, so that those above it
// fall, and drops it onto the other column.
//
// An illegal move returns the board as it was and an error that wraps
// [ErrIllegalMove]: no block at the cell, a target outside the board, or a
// direction that is neither [Right] nor [Left].
func (b Board) Shift(m Move) (Board, error) {
	if err := b.check(m); err != nil {
		return b, fmt.Errorf("mayan: %w", err)
	}
	return b.shift(cellAt(m.X, m.Y), m.Dir), nil
}

func (b *Board) check(m Move) error {
	switch {
	case m.Dir != Right && m.Dir != Left:
		return fmt.Errorf("move %v: %w: direction %d is neither 1 nor -1", m, ErrIllegalMove, m.Dir)
	case b.At(m.X, m.Y) == Empty:
		return fmt.Errorf("move %v: %w: no block at column %d, row %d", m, ErrIllegalMove, m.X, m.Y)
	case uint(m.X+int(m.Dir)) >= Width:
		return fmt.Errorf("move %v: %w: it leaves the board", m, ErrIllegalMove)
	}
	return nil
}

// shift returns the board when the block of a cell has moved into the neighbouring
// column. It is not settled.
func (b Board) shift(cell int, dir Direction) Board {
	to := cell + oneRight*int(dir)
	if b.occupied()&bit(to) != 0 {
		return b.swap(min(cell, to))
	}
	color := b.at(cell)
	above := upFrom(cell)
	b = Board{b.ones &^ bit(cell), b.twos &^ bit(cell), b.fours &^ bit(cell), b.eights &^ bit(cell)}.fall(above, 1)
	b.push(column(to), color)
	return b
}

// swap returns the board when the block of a cell and the one at its right have
// changed places: both change in the words in which they differ.
func (b Board) swap(cell int) Board {
	here := bit(cell)
	ones, twos := (b.ones^b.ones>>oneRight)&here, (b.twos^b.twos>>oneRight)&here
	fours, eights := (b.fours^b.fours>>oneRight)&here, (b.eights^b.eights>>oneRight)&here
	return Board{
		b.ones ^ ones ^ ones<<oneRight,
		b.twos ^ twos ^ twos<<oneRight,
		b.fours ^ fours ^ fours<<oneRight,
		b.eights ^ eights ^ eights<<oneRight,
	}
}

// Replay plays the moves one after another, any number of them, and returns the
// board that is left; without moves that is b. At the first illegal move it
// returns the board before that move and an error that says which move it is,
// counted from 1, and wraps [ErrIllegalMove].
//
// A solution of a [Puzzle] is a sequence of the right length that Replay plays to
// a cleared board.
func Replay(b Board, moves ...Move) (Board, error) {
	if err := b.replay(moves); err != nil {
		return b, fmt.Errorf("mayan: %w", err)
	}
	return b, nil
}

// replay is [Replay] in place.
func (b *Board) replay(moves []Move) error {
	for i, m := range moves {
		if err := b.check(m); err != nil {
			return fmt.Errorf("move %d of %d: %w", i+1, len(moves), err)
		}
		*b = Settle(b.shift(cellAt(m.X, m.Y), m.Dir))
	}
	return nil
}

// String returns the text form of the board, which [ParseBoard] reads.
func (b Board) String() string {
	text, _ := b.AppendText(nil)
	return string(text)
}

// AppendText implements [encoding.TextAppender]: it appends what [Board.String]
// returns. The error is always nil.
func (b Board) AppendText(text []byte) ([]byte, error) {
	for x := range Width {
		if x > 0 {
			text = append(text, '/')
		}
		for y := range b.ColumnHeight(x) {
			text = append(text, colorDigits[b.At(x, y)])
		}
	}
	return text, nil
}

// MarshalText implements [encoding.TextMarshaler]: it returns what
// [Board.String] returns. The error is always nil.
func (b Board) MarshalText() ([]byte, error) { return b.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what
// [ParseBoard] reads. After an error the board is as it was.
func (b *Board) UnmarshalText(text []byte) error {
	parsed, err := ParseBoard(string(text))
	if err != nil {
		return err
	}
	*b = parsed
	return nil
}

// Diagram returns a picture of the board: a line for each row up to the highest
// block, at least one, the top row first; cells are separated by blanks, colours
// are as in [Board.String], and a dot is an empty cell. There is a newline between
// lines, none after the last.
func (b Board) Diagram() string {
	top := 1
	for x := range Width {
		top = max(top, b.ColumnHeight(x))
	}
	text := make([]byte, 0, top*2*Width)
	for y := top - 1; y >= 0; y-- {
		for x := range Width {
			text = append(text, colorDigits[b.At(x, y)], ' ')
		}
		text[len(text)-1] = '\n'
	}
	return string(text[:len(text)-1])
}

// A Direction says where a block is dragged.
type Direction int8

// The two directions. Right comes before Left in puzzle order.
const (
	Right Direction = 1  // to column X+1
	Left  Direction = -1 // to column X-1
)

// A Move drags one block one cell to the right or left. The zero Move is illegal
// on every board, as its direction is neither.
type Move struct {
	X   int       // the column of the block, 0 to 4 from the left
	Y   int       // its row, 0 to 6 from the bottom
	Dir Direction // Right or Left
}

// ParseMove reads a move from its text form, which [Move.String] writes: column,
// row and direction, separated by white space. The column is 0 to 4, the row 0 to
// 6, the direction 1 or -1; whether there is such a block to move depends on the
// board. Any white space will do, also before and after, and numbers may have
// signs and leading zeros. Anything else gives the zero Move and a [*ParseError].
func ParseMove(s string) (Move, error) {
	words := wordReader{input: "move", r: strings.NewReader(s)}
	x, err := words.number("column", 0, Width-1, "not 0 to 4")
	if err != nil {
		return Move{}, err
	}
	y, err := words.number("row", 0, Height-1, "not 0 to 6")
	if err != nil {
		return Move{}, err
	}
	const neither = "neither 1 nor -1"
	dir, err := words.number("direction", int(Left), int(Right), neither)
	if err != nil {
		return Move{}, err
	}
	if dir == 0 {
		return Move{}, words.fail("direction 0 is %s", neither)
	}
	if err := words.end("the direction"); err != nil {
		return Move{}, err
	}
	return Move{x, y, Direction(dir)}, nil
}

// String returns the text form of the move, as contests write it: column, row
// and direction, such as "2 1 1" or "3 0 -1". It also writes moves that [ParseMove]
// refuses.
func (m Move) String() string { return string(m.appendTo(nil)) }

func (m Move) appendTo(text []byte) []byte {
	text = strconv.AppendInt(text, int64(m.X), 10)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(m.Y), 10)
	text = append(text, ' ')
	return strconv.AppendInt(text, int64(m.Dir), 10)
}

// AppendText implements [encoding.TextAppender]: it appends what [Move.String]
// returns. A move that is illegal on every board, so that [ParseMove] would refuse
// it, appends nothing and gives an error that wraps [ErrIllegalMove].
func (m Move) AppendText(text []byte) ([]byte, error) {
	if uint(m.X) >= Width || uint(m.Y) >= Height || m.Dir != Right && m.Dir != Left {
		return text, fmt.Errorf("mayan: %w: %v", ErrIllegalMove, m)
	}
	return m.appendTo(text), nil
}

// MarshalText implements [encoding.TextMarshaler], as [Move.AppendText] does.
func (m Move) MarshalText() ([]byte, error) { return m.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what
// [ParseMove] reads. After an error the move is as it was.
func (m *Move) UnmarshalText(text []byte) error {
	parsed, err := ParseMove(string(text))
	if err != nil {
		return err
	}
	*m = parsed
	return nil
}

// Compare returns -1, 0 or 1 as m comes before o, is equal to it or comes after
// it in puzzle order: by column, then by row, then right before left.
func (m Move) Compare(o Move) int {
	return cmp.Or(cmp.Compare(m.X, o.X), cmp.Compare(m.Y, o.Y), cmp.Compare(o.Dir, m.Dir))
}

// A Puzzle is a board and the number of moves that must empty it.
type Puzzle struct {
	Board Board // the searches want it settled
	Moves int   // 0 to MaxMoves
}

// String returns the puzzle in the contest's input format, which [ReadPuzzle]
// reads if Moves is in its range: the number of moves, then five lines, one a
// column, the leftmost first: its blocks from bottom to top and a 0. The last line
// ends in a newline too.
func (p Puzzle) String() string {
	text := strconv.AppendInt(nil, int64(p.Moves), 10)
	for x := range Width {
		text = append(text, '\n')
		for y := range p.Board.ColumnHeight(x) {
			text = strconv.AppendUint(text, uint64(p.Board.At(x, y)), 10)
			text = append(text, ' ')
		}
		text = append(text, '0')
	}
	return string(append(text, '\n'))
}

// ReadPuzzle reads a puzzle in the input format of NOIP 2011 (Luogu P1312): the
// number of moves, then for each column its blocks from bottom to top and a 0.
// The words may be separated by any white space, and numbers may have signs and
// leading zeros.
//
// It reads to the end of r; if it finds a fault, it may have read beyond that. A
// [*ParseError] says in which line the text goes wrong: no number of moves, or one
// below 0 or above MaxMoves; a word that is not a number; a colour that is not 1 to
// 10; an eighth block; a column without its 0; fewer than five columns, or anything
// after the fifth. An error of r is returned wrapped. With an error the puzzle is
// zero.
//
// ReadPuzzle does not ask whether the board is settled; the searches do.
func ReadPuzzle(r io.Reader) (Puzzle, error) {
	words := wordReader{input: "puzzle", r: bufio.NewReader(r), line: 1}
	var p Puzzle
	var err error
	if p.Moves, err = words.number("number of moves", 0, MaxMoves, "not 0 to 64"); err != nil {
		return Puzzle{}, err
	}
	for x := range Width {
		if err := p.Board.readColumn(&words, x); err != nil {
			return Puzzle{}, err
		}
	}
	if err := words.end("the 0 of the last column"); err != nil {
		return Puzzle{}, err
	}
	return p, nil
}

// readColumn reads the blocks of column x and the 0 that ends it.
func (b *Board) readColumn(words *wordReader, x int) error {
	for y := 0; ; y++ {
		before := words.line
		color, err := words.number("colour", int(Empty), int(MaxColor), "not 1 to 10") // Empty ends the column
		if y > 0 && words.line > before && words.unended == 0 {
			words.unended = before
		}
		switch {
		case words.ended && y == 0:
			return words.fail("%d columns, not %d%s", x, Width, words.hint())
		case words.ended:
			return words.fail("no 0 ends column %d%s", x, words.hint())
		case err != nil:
			return err
		case color == int(Empty):
			return nil
		case y == Height:
			return words.fail("more than %d blocks in column %d%s", Height, x, words.hint())
		}
		b.push(x, Color(color))
	}
}

// A ParseError says where and why a text is not a board, a move or a puzzle.
type ParseError struct {
	Input  string // what it should have been: "board", "move" or "puzzle"
	Line   int    // for a puzzle the line in question, from 1; otherwise 0
	Offset int    // the bytes of the whole text before the place in question
	Err    error  // what is wrong there
}

// Error returns one line that says in which line of a puzzle, or after how many
// bytes of a board or move, the text goes wrong and how.
func (e *ParseError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("mayan: %s: line %d: %v", e.Input, e.Line, e.Err)
	}
	return fmt.Sprintf("mayan: %s: offset %d: %v", e.Input, e.Offset, e.Err)
}

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// A wordReader reads words separated by white space and knows where the last one
// began. Lines end as in any system: in a newline, a carriage return, or both.
type wordReader struct {
	input   string
	r       io.RuneReader
	line    int // line of the last word; 0 if lines are not counted
	offset  int // bytes before the last word
	breaks  int // line ends after the last word
	last    rune
	read    int // bytes read
	unended int // the first line that ended inside a column, 0 if none did
	ended   bool
}

// maxWord is more than any number takes that makes sense.
const maxWord = 32

// next returns the next word, or io.EOF if there is none. It then counts as
// standing at the end of the text, in the line of the last word.
func (w *wordReader) next() (string, error) {
	var word []byte
	for {
		r, size, err := w.r.ReadRune()
		space := err == nil && unicode.IsSpace(r)
		switch {
		case err == io.EOF && len(word) == 0:
			w.offset, w.ended = w.read, true
			return "", io.EOF
		case err != nil && err != io.EOF:
			return "", fmt.Errorf("mayan: reading a %s: %w", w.input, err)
		case err == nil && !space:
			if len(word) == 0 {
				w.offset = w.read
				if w.line > 0 {
					w.line += w.breaks
				}
				w.breaks = 0
			}
			if word = utf8.AppendRune(word, r); len(word) > maxWord {
				return "", w.fail("%q... is too long for a number", word)
			}
		}
		if r == '\r' || r == '\n' && w.last != '\r' {
			w.breaks++
		}
		w.last = r
		w.read += size
		if len(word) > 0 && (space || err == io.EOF) {
			return string(word), nil
		}
	}
}

// number returns the next word as a number from low to high, or an error that says what
// is wrong with any other.
func (w *wordReader) number(name string, low, high int, wrong string) (int, error) {
	word, err := w.next()
	if err == io.EOF {
		return 0, w.fail("no %s", name)
	}
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(word)
	switch {
	case errors.Is(err, strconv.ErrSyntax):
		return 0, w.fail("%s %q is not a number", name, word)
	case err != nil || n < low || n > high:
		return 0, w.fail("%s %s is %s", name, word, wrong)
	}
	return n, nil
}

// end makes sure that nothing follows.
func (w *wordReader) end(last string) error {
	word, err := w.next()
	if err == nil {
		return w.fail("%q stands after %s", word, last)
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// hint names the likely fault where the columns do not come out right: in
// contests a column is a line, and one has no 0 at its end.
func (w *wordReader) hint() string {
	if w.unended == 0 {
		return ""
	}
	return fmt.Sprintf("; line %d does not end in 0", w.unended)
}

func (w *wordReader) fail(format string, args ...any) error {
	return &ParseError{Input: w.input, Line: w.line, Offset: w.offset, Err: fmt.Errorf(format, args...)}
}
