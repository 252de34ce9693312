// This file makes a problem for the engine out of a board, and boards out of what the
// engine finds.

package beads

import (
	"fmt"
	"math"
	"math/bits"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/beads/internal/cover"
)

// A task is a board as the engine sees it, and the way back to boards.
type task struct {
	board    Board
	order    *order
	reversed bool    // the sweep goes from the last cell of the order to the first
	width    float64 // an estimate of the positions of a sweep, see order.width
	problem  *cover.Problem
	pieces   []Piece // by the number of their bit in the problem
	copies   bool    // some pieces have the same shape
}

// String describes the task in an error.
func (t *task) String() string {
	return fmt.Sprintf("%d free cells, pieces left %v", t.board.Free(), t.pieces)
}

// newTask chooses the order of the free cells of a board, and makes the problem.
func newTask(b Board) *task {
	t := &task{board: b, order: &order{}, pieces: b.Remaining()}
	var free uint64
	if b.region != nil {
		t.width = math.Inf(1)
		for _, get := range b.region.orders {
			o := get()
			mask := o.free(&b)
			if width := o.width(mask); width < t.width {
				t.width, t.order, free = width, o, mask
			}
		}
	}
	var sizes []int
	var bit [cover.MaxPieces]uint16 // the bits of the pieces left, by kind; copies share the entry of the first
	for n, p := range t.pieces {
		k := b.set().kinds[b.set().find(p)]
		t.copies = t.copies || bit[k.alike] != 0
		bit[k.alike] |= 1 << n
		sizes = append(sizes, k.size())
	}
	fitting := t.fitting(free, &bit)
	t.reversed = startsAtEnd(free, fitting)
	near := t.order.near
	if t.reversed {
		for i, p := range fitting {
			fitting[i].Cells = t.turn(p.Cells)
		}
		for i, n := range t.order.near {
			near[cover.MaxCells-1-i] = t.turn(n)
		}
	}
	t.problem = cover.New(t.turn(free), fitting, near, sizes)
	return t
}

// isNarrow reports whether the board is one to sweep over. The width is a rough
// estimate, but the limit is far from all boards that matter. Flat boards up to 8 by 8
// stay below half of it. The empty pyramid is thirty times as wide. A pyramid in
// between has so few free cells that both strategies take no time.
func (t *task) isNarrow() bool { return t.width < 1<<14 }

// fitting returns the placements on free cells of the order. The slice bit has the bits
// of the pieces left, by the index of their kind. On most boards few of all footprints
// fit, so fitting counts them before it allocates.
func (t *task) fitting(free uint64, bit *[cover.MaxPieces]uint16) []cover.Placement {
	if free == 0 {
		return nil
	}
	footprints := t.order.footprints()
	n := 0
	for _, s := range footprints {
		if s.cells&^free == 0 && bit[s.kind] != 0 {
			n++
		}
	}
	placements := make([]cover.Placement, 0, n)
	for _, s := range footprints {
		if s.cells&^free == 0 && bit[s.kind] != 0 {
			placements = append(placements, cover.Placement{Cells: s.cells, Piece: bit[s.kind]})
		}
	}
	return placements
}

// turn changes a mask of the order into a mask of the problem, and the other way round.
func (t *task) turn(cells uint64) uint64 {
	if t.reversed {
		return bits.Reverse64(cells)
	}
	return cells
}

// startsAtEnd reports whether a search should go from the last cell to the first.
//
// It counts the placements that have each cell as their first cell, and those that have
// it as their last. The search starts at the end where the nearer half of the cells has
// fewer of them. So if hardly anything fits into one corner, the search begins there.
// Otherwise it would try everything far away from this corner before it fails.
func startsAtEnd(free uint64, fitting []cover.Placement) bool {
	var asFirst, asLast [cover.MaxCells]int
	for _, p := range fitting {
		asFirst[bits.TrailingZeros64(p.Cells)]++
		asLast[bits.Len64(p.Cells)-1]++
	}
	var fromStart, fromEnd float64
	for i, n := 0, bits.OnesCount64(free); i < n; i++ {
		p := bits.TrailingZeros64(free)
		free &= free - 1
		if i < n/2 {
			fromStart += math.Log(1 + float64(asFirst[p]))
		}
		if i >= n-n/2 {
			fromEnd += math.Log(1 + float64(asLast[p]))
		}
	}
	return fromEnd < fromStart
}

// filled returns the board with the placements of a solution on it.
func (t *task) filled(path []cover.Placement) Board {
	b := t.board
	left := t.problem.Pieces()
	for _, p := range path {
		letter := t.pieces[bits.TrailingZeros16(p.Piece&left)]
		left = cover.Take(left, p.Piece)
		for cells := t.turn(p.Cells); cells != 0; cells &= cells - 1 {
			b.letters[t.order.cell[bits.TrailingZeros64(cells)]] = letter
		}
	}
	if t.copies {
		t.sortCopies(&b)
	}
	return b
}

// turned returns a filled board whose new pieces are moved by a symmetry. where gives the
// new index of each cell. It leaves cells that were covered before where they are.
func (t *task) turned(filled *Board, where *cover.Symmetry) Board {
	b := Board{region: filled.region}
	for i := range b.region.cells {
		b.letters[where[i]] = filled.letters[i]
	}
	if t.copies {
		t.sortCopies(&b)
	}
	return b
}

// byCell returns a symmetry that permutes the indices of cells, made from one that
// permutes the bits of the problem.
func (t *task) byCell(symmetry *cover.Symmetry) (where cover.Symmetry) {
	var cell [cover.MaxCells]uint8 // at each position
	for i := range t.board.cells() {
		cell[t.position(i)] = uint8(i)
	}
	for i := range t.board.cells() {
		where[i] = cell[symmetry[t.position(i)]]
	}
	return where
}

// sortCopies renames the copies of each piece that the search has laid, so that they
// come in the order of the set when one goes over the cells. Then equal fillings have
// equal letters.
func (t *task) sortCopies(b *Board) {
	set := t.board.set()
	var next [cover.MaxPieces]int // by kind: where in t.pieces to look for the next copy
	var names [cover.MaxPieces]Piece
	for i := range b.region.cells {
		if t.board.letters[i] != 0 || b.letters[i] == 0 {
			continue
		}
		n := slices.Index(t.pieces, b.letters[i])
		if names[n] == 0 {
			alike := set.kinds[set.find(t.pieces[n])].alike
			at := next[alike]
			for set.kinds[set.find(t.pieces[at])].alike != alike {
				at++
			}
			names[n], next[alike] = t.pieces[at], at+1
		}
		b.letters[i] = names[n]
	}
}

// symmetries returns the rotations and reflections that map the free cells of the board
// onto themselves, without the identity, as permutations of the bits of the problem.
// Covered cells stay where they are. On a pyramid, symmetries turn the layers about the
// vertical axis.
func (t *task) symmetries() (all []cover.Symmetry) {
	var free []Cell
	for i, c := range t.board.cells() {
		if t.board.letters[i] == 0 {
			free = append(free, c)
		}
	}
next:
	for _, turn := range turns[1:] {
		var where cover.Symmetry
		for i := range where {
			where[i] = uint8(i)
		}
		shift := topLeft(free, turns[0]).minus(topLeft(free, turn))
		for _, c := range free {
			i, j := t.board.find(c), -1
			if image, ok := fromHalves(turn.apply(inHalves(c)).plus(shift)); ok {
				j = t.board.find(image)
			}
			if j < 0 || t.board.letters[j] != 0 {
				continue next
			}
			where[t.position(i)] = t.position(j)
		}
		all = append(all, where)
	}
	return all
}

// position returns the bit of the problem that a cell of the region has.
func (t *task) position(i int) uint8 {
	p := t.order.position[i]
	if t.reversed {
		return cover.MaxCells - 1 - p
	}
	return p
}
