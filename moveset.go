// This file holds sets of moves as bits.

package mayan

import "math/bits"

// A moveSet is a set of moves on one board. right has the cells whose block moves
// right, and left the cells whose block moves left, as bits of a Board.
type moveSet struct {
	right, left uint64
}

// first returns the first move in puzzle order. The set must not be empty.
func (s moveSet) first() (cell int, dir Direction) {
	cell = bits.TrailingZeros64(s.right | s.left)
	if s.right&bit(cell) != 0 {
		return cell, Right
	}
	return cell, Left
}

// dropFirst removes the first move from the set.
func (s *moveSet) dropFirst() {
	cells := s.right | s.left
	lowest := cells & -cells
	if s.right&lowest != 0 {
		s.right ^= lowest
	} else {
		s.left ^= lowest
	}
}

func (s moveSet) isEmpty() bool { return s.right|s.left == 0 }

func (s moveSet) len() uint64 {
	return uint64(bits.OnesCount64(s.right) + bits.OnesCount64(s.left))
}

func (s moveSet) has(cell int, dir Direction) bool {
	if dir == Right {
		return s.right&bit(cell) != 0
	}
	return s.left&bit(cell) != 0
}

func (s *moveSet) add(cell int, dir Direction) {
	if dir == Right {
		s.right |= bit(cell)
	} else {
		s.left |= bit(cell)
	}
}

func (s moveSet) and(o moveSet) moveSet { return moveSet{s.right & o.right, s.left & o.left} }

func (s moveSet) or(o moveSet) moveSet { return moveSet{s.right | o.right, s.left | o.left} }

func (s moveSet) without(o moveSet) moveSet { return moveSet{s.right &^ o.right, s.left &^ o.left} }

// skip removes moves from the set and adds their number to count.
func (s *moveSet) skip(moves moveSet, count *uint64) {
	*count += s.and(moves).len()
	*s = s.without(moves)
}

// swapsOf returns the swaps of the blocks in the given cells with the blocks to their
// right, each as a move right and as the move left of the other block.
func swapsOf(cells uint64) moveSet { return moveSet{cells, cells << oneRight} }

// earlier returns all moves, legal or not, that sort before m.
func (m Move) earlier() moveSet {
	cell := cellAt(m.X, m.Y)
	before := bit(cell) - 1
	if m.Dir == Left {
		return moveSet{before | bit(cell), before}
	}
	return moveSet{before, before}
}

// moveAt returns the move of the block of a cell.
func moveAt(cell int, dir Direction) Move { return Move{column(cell), row(cell), dir} }

// A packedMove is a move in one byte: twice its cell, plus one if it goes left. So packed
// moves are in puzzle order.
type packedMove uint8

func packMove(cell int, dir Direction) packedMove {
	if dir == Left {
		return packedMove(2*cell + 1)
	}
	return packedMove(2 * cell)
}

func (m packedMove) cell() int { return int(m / 2) }

func (m packedMove) dir() Direction {
	if m%2 != 0 {
		return Left
	}
	return Right
}

func (m packedMove) move() Move { return moveAt(m.cell(), m.dir()) }

// legal returns all moves of the board.
func (b Board) legal() moveSet {
	blocks := b.occupied()
	return moveSet{blocks &^ inColumn(Width-1), blocks &^ inColumn(0)}
}

// movesOf returns the moves, legal or not, that move a block of each of some colours.
// blocks are all blocks of these colours.
func movesOf(blocks uint64, colors int) moveSet {
	switch colors {
	case 0:
		return moveSet{^uint64(0), ^uint64(0)}
	case 1:
		return moveSet{blocks | blocks>>oneRight, blocks | blocks<<oneRight}
	case 2:
		// The two blocks are of different colours, as equal ones are not swapped.
		return moveSet{blocks & (blocks >> oneRight), blocks & (blocks << oneRight)}
	}
	return moveSet{}
}

// touching returns the moves, legal or not, from or to the given cells.
func touching(cells uint64) moveSet {
	return moveSet{cells | cells>>oneRight, cells | cells<<oneRight}
}
