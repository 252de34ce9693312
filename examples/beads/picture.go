package main

import (
	"bytes"
	"fmt"

	"github.com/mayanbeads/mayan/beads"
)

// drawSVG draws a board as an SVG document. Each piece has one colour, its letter in
// every cell, and a line around it. Free cells are grey. The layers of a pyramid are
// side by side, the base at the left.
func drawSVG(b beads.Board) []byte {
	const size, margin, gap = 28, 8, 20
	// starts holds, for each layer, the x coordinate of its first column.
	starts, width, rows := map[int]int{}, 0, 0
	for c := range b.Cells() {
		rows = max(rows, c.Row+1)
	}
	for layer, more := 0, true; more; layer++ {
		columns := 0
		for c := range b.Cells() {
			if c.Layer == layer {
				columns = max(columns, c.Col+1)
			}
		}
		if more = columns > 0; more {
			if layer > 0 {
				width += gap
			}
			starts[layer] = margin + width
			width += columns * size
		}
	}
	width, height := width+2*margin, rows*size+2*margin
	var text bytes.Buffer
	fmt.Fprintf(&text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%[2]d\" viewBox=\"0 0 %[1]d %[2]d\" font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n", width, height)
	fmt.Fprintf(&text, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", width, height)
	for c := range b.Cells() {
		x, y := starts[c.Layer]+c.Col*size, margin+c.Row*size
		piece, _ := b.At(c)
		if piece == 0 {
			fmt.Fprintf(&text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f4f4f2\" stroke=\"#c8c8c4\"/>\n", x, y, size, size)
			continue
		}
		fmt.Fprintf(&text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>", x, y, size, size, fillOf(piece))
		fmt.Fprintf(&text, "<text x=\"%d\" y=\"%d\" fill=\"#222222\">%v</text>\n", x+size/2, y+size/2+5, piece)
	}
	// Lines around the pieces, drawn last so that they are on top.
	for c := range b.Cells() {
		x, y := starts[c.Layer]+c.Col*size, margin+c.Row*size
		for _, side := range []struct {
			next           beads.Cell
			x1, y1, x2, y2 int
		}{
			{beads.Cell{Row: c.Row - 1, Col: c.Col, Layer: c.Layer}, x, y, x + size, y},
			{beads.Cell{Row: c.Row + 1, Col: c.Col, Layer: c.Layer}, x, y + size, x + size, y + size},
			{beads.Cell{Row: c.Row, Col: c.Col - 1, Layer: c.Layer}, x, y, x, y + size},
			{beads.Cell{Row: c.Row, Col: c.Col + 1, Layer: c.Layer}, x + size, y, x + size, y + size},
		} {
			here, _ := b.At(c)
			if there, _ := b.At(side.next); here != 0 && here != there {
				fmt.Fprintf(&text, "<path d=\"M%d %dL%d %d\" stroke=\"#222222\" stroke-width=\"2\" stroke-linecap=\"round\"/>\n", side.x1, side.y1, side.x2, side.y2)
			}
		}
	}
	text.WriteString("</svg>\n")
	return text.Bytes()
}

// fillOf returns the colour of a piece. The hues of neighbouring letters differ by the
// golden angle, which makes these pieces easy to tell apart.
func fillOf(p beads.Piece) string {
	return fmt.Sprintf("hsl(%d, 62%%, 70%%)", int(p)*1375/10%360)
}
