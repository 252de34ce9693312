// This file draws boards for people.

package beads

import "strings"

// Diagram draws the board for people, with walls around the pieces and around
// the free cells:
//
//	+---+
//	| A |
//	+   +---+
//	| A   A |
//	+---+---+---+
//	| .   .   . |
//	+---+---+---+
//
// The layers of a pyramid come one after the other, the base first, with an empty
// line between two. There is no newline at the end, and nothing at all of a board
// without cells.
func (b Board) Diagram() string {
	var layers []string
	for rest := b.cells(); len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Layer == rest[0].Layer {
			n++
		}
		layers = append(layers, b.diagram(rest[:n]))
		rest = rest[n:]
	}
	return strings.Join(layers, "\n\n")
}

// diagram draws the cells of one layer.
func (b Board) diagram(cells []Cell) string {
	// mark is 0 outside, so that the rim gets its wall like any other border.
	mark := func(row, col int) byte {
		if i := b.find(Cell{row, col, cells[0].Layer}); i >= 0 {
			return b.mark(i)
		}
		return 0
	}
	var lines []string
	for row := 0; row <= cells[len(cells)-1].Row+1; row++ {
		end := 0 // the columns to draw, of this row and the one above
		for _, c := range cells {
			if c.Row == row || c.Row == row-1 {
				end = max(end, c.Col+1)
			}
		}
		var border, inside strings.Builder
		for col := 0; col <= end; col++ {
			here, left, above, corner := mark(row, col), mark(row, col-1), mark(row-1, col), mark(row-1, col-1)
			border.WriteByte(wall(here == left && here == above && here == corner, '+'))
			border.WriteString(strings.Repeat(string(wall(here == above, '-')), 3))
			inside.WriteByte(wall(here == left, '|'))
			inside.WriteString(" " + string(max(here, ' ')) + " ")
		}
		lines = append(lines, strings.TrimRight(border.String(), " "), strings.TrimRight(inside.String(), " "))
	}
	return strings.Join(lines[:len(lines)-1], "\n") // there is no row inside the last border
}

// wall returns a blank where both sides are the same, and the sign otherwise.
func wall(same bool, sign byte) byte {
	if same {
		return ' '
	}
	return sign
}
