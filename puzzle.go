// This file holds puzzles and reads them from the contest's format.

package mayan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// A Puzzle is a board and the number of moves that must empty it.
type Puzzle struct {
	Board Board // the searches want it settled
	Moves int   // 0 to MaxMoves
}

// String returns the puzzle in the contest's input format: a line with the number of
// moves, then five lines, one for each column from the left. Each line of a column
// lists the blocks from bottom to top and ends in 0. The last line ends in a newline
// too. [ReadPuzzle] reads this format if Moves is 0 to MaxMoves.
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

// AppendText implements [encoding.TextAppender]: it appends what [Puzzle.String]
// returns. If Moves is below 0 or above MaxMoves, so that [ReadPuzzle] would refuse
// the text, AppendText appends nothing and returns an error that wraps [ErrMoves].
func (p Puzzle) AppendText(text []byte) ([]byte, error) {
	if p.Moves < 0 || p.Moves > MaxMoves {
		return text, fmt.Errorf("mayan: AppendText: %w: %d: must be 0 to %d", ErrMoves, p.Moves, MaxMoves)
	}
	return append(text, p.String()...), nil
}

// MarshalText implements [encoding.TextMarshaler], as [Puzzle.AppendText] does.
func (p Puzzle) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what [ReadPuzzle]
// reads. After an error the puzzle is unchanged.
func (p *Puzzle) UnmarshalText(text []byte) error {
	parsed, err := ReadPuzzle(bytes.NewReader(text))
	if err != nil {
		return err
	}
	*p = parsed
	return nil
}

// ReadPuzzle reads a puzzle in the input format of NOIP 2011 (Luogu P1312): the number
// of moves, then for each column its blocks from bottom to top and a 0. The numbers are
// separated by any white space, and may have signs and leading zeros. ReadPuzzle reads
// to the end of r. It does not require the board to be settled; the searches do.
//
// With any error the puzzle is the zero Puzzle. If r fails, its error is wrapped. All
// other errors are a [*ParseError] that gives the line of the fault:
//
//   - The number of moves is missing or not 0 to 64.
//   - A word is not a number.
//   - A colour is not 1 to 10.
//   - A column has more than seven blocks, or no 0 at its end.
//   - There are fewer than five columns, or there is more text after the fifth.
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

// A ParseError says where and why a text cannot be read.
type ParseError struct {
	Input  string // what was to be read: "board", "move", "puzzle", "solution", "cells" or "round"
	Line   int    // the line of the fault, from 1; 0 for inputs of one line
	Offset int    // the number of bytes before the fault in the whole text
	Err    error  // what is wrong there
}

// Equal reports whether all fields of e and o are equal. Two values of Err are equal
// if they have the same text.
func (e ParseError) Equal(o ParseError) bool {
	return e.Input == o.Input && e.Line == o.Line && e.Offset == o.Offset && sameText(e.Err, o.Err)
}

// Error returns one line that gives the input, the line or offset of the fault, and
// what is wrong there.
func (e *ParseError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("mayan: %s: line %d: %v", e.Input, e.Line, e.Err)
	}
	return fmt.Sprintf("mayan: %s: offset %d: %v", e.Input, e.Offset, e.Err)
}

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// A wordReader reads words separated by white space and knows where the last word
// began. A line ends with a newline, a carriage return, or both.
type wordReader struct {
	input   string
	r       runeReader
	line    int // line of the last word; 0 if lines are not counted
	offset  int // bytes before the last word
	breaks  int // line ends after the last word
	last    rune
	read    int // bytes read
	unended int // the first line that ended inside a column, 0 if none did
	ended   bool
}

// A runeReader is a [strings.Reader] or a [bufio.Reader].
type runeReader interface {
	io.RuneScanner
	io.ByteReader
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
			return "", fmt.Errorf("mayan: %s: %w", w.input, err)
		case err == nil && !space:
			if len(word) == 0 {
				w.offset = w.read
				if w.line > 0 {
					w.line += w.breaks
				}
				w.breaks = 0
			}
			if r == utf8.RuneError && size == 1 {
				// Errors show a byte that is not UTF-8 as it is.
				w.r.UnreadRune()
				b, _ := w.r.ReadByte()
				word = append(word, b)
			} else {
				word = utf8.AppendRune(word, r)
			}
			if len(word) > maxWord {
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

// number returns the next word as a number from low to high. For any other word it
// returns an error.
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
