// This file holds moves, their order, how they are played, and solutions.

package mayan

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// ErrIllegalMove is wrapped by errors about a move from a cell without a block, off
// the board, or in no direction.
var ErrIllegalMove = errors.New("illegal move")

// Moves returns the legal moves of the board in puzzle order, the order of
// [Move.Compare]. A swap of two equal blocks is legal. So is a move left onto a
// block, though moving that block right has the same effect.
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

// Play returns the board after one move: the block is shifted ([Board.Shift]) and
// the board settled ([Settle]). If b has runs already, those that the shift leaves intact
// vanish too.
//
// If the move is illegal, Play returns b unchanged and an error that wraps
// [ErrIllegalMove].
func (b Board) Play(m Move) (Board, error) {
	if err := b.check(m); err != nil {
		return b, fmt.Errorf("mayan: Play: %w", err)
	}
	return Settle(b.shift(cellAt(m.X, m.Y), m.Dir)), nil
}

// Shift returns the board after the first half of a move, before any block
// vanishes. [Cascade] of that board is the second half. A move onto a block swaps
// the two blocks. A move onto an empty cell takes the block out of its column, the
// blocks above it fall, and the block falls onto the other column.
//
// A move is illegal if its cell has no block, if its target is outside the board, or
// if its direction is not [Right] or [Left]. Shift then returns b unchanged and an
// error that wraps [ErrIllegalMove].
func (b Board) Shift(m Move) (Board, error) {
	if err := b.check(m); err != nil {
		return b, fmt.Errorf("mayan: Shift: %w", err)
	}
	return b.shift(cellAt(m.X, m.Y), m.Dir), nil
}

func (b *Board) check(m Move) error {
	switch {
	case m.Dir != Right && m.Dir != Left:
		return fmt.Errorf("%w: %v: direction %d is neither 1 nor -1", ErrIllegalMove, m, m.Dir)
	case b.At(m.X, m.Y) == Empty:
		return fmt.Errorf("%w: %v: no block at column %d, row %d", ErrIllegalMove, m, m.X, m.Y)
	case uint(m.X+int(m.Dir)) >= Width:
		return fmt.Errorf("%w: %v: column %d is not 0 to %d", ErrIllegalMove, m, m.X+int(m.Dir), Width-1)
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

// Replay plays any number of moves one after another and returns the board after
// the last. Without moves it returns b. A [Solution] of a [Puzzle] has the right
// number of moves, and Replay returns the cleared board for it.
//
// At the first illegal move, Replay returns the board before that move and an error
// that wraps [ErrIllegalMove] and gives the number of the move, counted from 1.
func Replay(b Board, moves ...Move) (Board, error) {
	if err := b.replay(moves); err != nil {
		return b, fmt.Errorf("mayan: Replay: %w", err)
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

// ParseMove returns the move with the given text form, as [Move.String] writes it:
// column 0 to 4, row 0 to 6 and direction 1 or -1, separated by white space. White
// space before and after, signs and leading zeros are allowed.
//
// For any other text, ParseMove returns the zero Move and a [*ParseError]. It knows no
// board, so it does not tell whether there is a block to move.
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

// String returns the text form of the move as contests write it: column, row and
// direction, such as "2 1 1" or "3 0 -1". It accepts any values, also values that
// [ParseMove] refuses.
func (m Move) String() string { return string(m.appendTo(nil)) }

func (m Move) appendTo(text []byte) []byte {
	text = strconv.AppendInt(text, int64(m.X), 10)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(m.Y), 10)
	text = append(text, ' ')
	return strconv.AppendInt(text, int64(m.Dir), 10)
}

// AppendText implements [encoding.TextAppender]: it appends what [Move.String] returns.
// If the move is illegal on every board, so that [ParseMove] would refuse it, AppendText
// appends nothing and returns an error that wraps [ErrIllegalMove].
func (m Move) AppendText(text []byte) ([]byte, error) {
	if uint(m.X) >= Width || uint(m.Y) >= Height || m.Dir != Right && m.Dir != Left {
		return text, fmt.Errorf("mayan: AppendText: %w: %v", ErrIllegalMove, m)
	}
	return m.appendTo(text), nil
}

// MarshalText implements [encoding.TextMarshaler], as [Move.AppendText] does.
func (m Move) MarshalText() ([]byte, error) { return m.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what [ParseMove] reads.
// After an error the move is unchanged.
func (m *Move) UnmarshalText(text []byte) error {
	parsed, err := ParseMove(string(text))
	if err != nil {
		return err
	}
	*m = parsed
	return nil
}

// Compare returns -1 if m comes before o in puzzle order, 0 if they are equal, and 1 if
// m comes after o. Puzzle order is by column, then by row, then [Right] before [Left].
func (m Move) Compare(o Move) int {
	return cmp.Or(cmp.Compare(m.X, o.X), cmp.Compare(m.Y, o.Y), cmp.Compare(o.Dir, m.Dir))
}

// A Solution is a sequence of moves that empties a board.
type Solution []Move

// ParseSolution reads a solution in the contest's output format, which
// [Solution.String] writes: a line for each move, as [ParseMove] reads it. The empty
// text is the solution without moves. One line end after the last move is allowed,
// and lines may end in a carriage return and a newline.
//
// If s is "-1", also with a line end, it means that there is no solution, and the error
// wraps [ErrNoSolution]. If s is neither a solution nor "-1", there is an error too.
// The error is a [*ParseError] that gives the line of the fault, and the solution
// beside it is nil. ParseSolution knows no board, so it does not tell whether the moves
// are legal on one; [Replay] does.
func ParseSolution(s string) (Solution, error) {
	solution := Solution{}
	if s == "" {
		return solution, nil
	}
	line, offset := 0, 0
	for whole := range strings.Lines(s) {
		line++
		text := strings.TrimSuffix(strings.TrimSuffix(whole, "\n"), "\r")
		m, err := ParseMove(text)
		switch {
		case text == "-1" && line == 1:
			return nil, &ParseError{Input: "solution", Line: line, Offset: offset, Err: ErrNoSolution}
		case err != nil:
			e := err.(*ParseError)
			return nil, &ParseError{Input: "solution", Line: line, Offset: offset + e.Offset, Err: e.Err}
		}
		solution = append(solution, m)
		offset += len(whole)
	}
	return solution, nil
}

// String returns the solution in the contest's output format: a line for each move,
// as [Move.String] writes it, with a newline between two lines and none after the
// last. Where there is no solution, the contest wants -1 instead.
func (s Solution) String() string {
	var text []byte
	for i, m := range s {
		if i > 0 {
			text = append(text, '\n')
		}
		text = m.appendTo(text)
	}
	return string(text)
}

// AppendText implements [encoding.TextAppender]: it appends what [Solution.String]
// returns. If a move is illegal on every board, so that [ParseSolution] would refuse
// it, AppendText appends nothing and returns an error that wraps [ErrIllegalMove].
func (s Solution) AppendText(text []byte) ([]byte, error) {
	longer := text
	for i, m := range s {
		if i > 0 {
			longer = append(longer, '\n')
		}
		var err error
		if longer, err = m.AppendText(longer); err != nil {
			return text, err
		}
	}
	return longer, nil
}

// MarshalText implements [encoding.TextMarshaler], as [Solution.AppendText] does.
func (s Solution) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what [ParseSolution]
// reads. After an error the solution is unchanged.
func (s *Solution) UnmarshalText(text []byte) error {
	parsed, err := ParseSolution(string(text))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// moveCount names a number of moves.
func moveCount(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}
