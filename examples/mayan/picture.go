package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"strings"

	"github.com/mayanbeads/mayan"
)

// A frame is one picture of a solution: the board before a move, the board before a
// round of the cascade, or the last board.
type frame struct {
	board  mayan.Board
	move   mayan.Move  // the next move; the zero Move if there is none
	vanish mayan.Cells // the cells that vanish next
}

// frames returns the frames of a solution: the board before each move, the board before
// each round, and the last board.
func frames(board mayan.Board, solution mayan.Solution) ([]frame, error) {
	var all []frame
	for _, move := range solution {
		all = append(all, frame{board: board, move: move})
		shifted, err := board.Shift(move)
		if err != nil {
			return nil, err
		}
		board = shifted
		for round := range mayan.Cascade(shifted) {
			all = append(all, frame{board: round.Before, vanish: round.Vanish})
			board = round.After
		}
	}
	return append(all, frame{board: board}), nil
}

// caption returns the text below a frame.
func (f frame) caption() string {
	switch {
	case f.move != mayan.Move{}:
		return f.move.String()
	case f.vanish.Len() > 0:
		return "vanish"
	case f.board.IsCleared():
		return "cleared"
	}
	return ""
}

// rows returns the height of the highest column in the frames, at least 1.
func rows(frames []frame) int {
	highest := 1
	for _, f := range frames {
		for x := range mayan.Width {
			highest = max(highest, f.board.ColumnHeight(x))
		}
	}
	return highest
}

// palette holds the colour of an empty cell, followed by the colours of the blocks.
var palette = [mayan.MaxColor + 1]color.RGBA{
	{0xf4, 0xf4, 0xf2, 0xff},
	{0xe4, 0x57, 0x2e, 0xff}, {0x2e, 0x86, 0xab, 0xff}, {0xf2, 0xb1, 0x34, 0xff}, {0x5b, 0x8c, 0x5a, 0xff}, {0x8e, 0x5e, 0xa2, 0xff},
	{0x8c, 0xc8, 0xe6, 0xff}, {0x8a, 0x5a, 0x3b, 0xff}, {0xe8, 0x9a, 0xc0, 0xff}, {0x5c, 0x5c, 0x66, 0xff}, {0xb4, 0xcc, 0x4c, 0xff},
}

var ink, paper = color.RGBA{0x22, 0x22, 0x22, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}

// textColor returns ink if c is light and paper if c is dark, so that text can be read
// on c.
func textColor(c color.RGBA) color.RGBA {
	// The brightness of c for the eye: weights of red, green and blue in thousandths.
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 150*1000 {
		return ink
	}
	return paper
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// name returns the character of a colour in the text form of a board.
func name(c mayan.Color) string { return "?123456789A"[c : c+1] }

// The sizes in both pictures, in pixels.
const (
	cellSize  = 24
	boardSize = mayan.Width * cellSize
)

// drawSVG draws the frames of a solution, six in a row, as an SVG document.
func drawSVG(board mayan.Board, solution mayan.Solution) ([]byte, error) {
	const perRow, margin, gap, captionHeight = 6, 8, 26, 34
	all, err := frames(board, solution)
	if err != nil {
		return nil, err
	}
	if len(all) > 1 {
		all = all[:len(all)-1] // leave out the last board, which is empty
	}
	boardHeight := rows(all) * cellSize
	width := 2*margin + min(len(all), perRow)*(boardSize+gap) - gap
	height := margin + (len(all)+perRow-1)/perRow*(boardHeight+captionHeight)
	var text bytes.Buffer
	fmt.Fprintf(&text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%[2]d\" viewBox=\"0 0 %[1]d %[2]d\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n", width, height)
	fmt.Fprintf(&text, "<title>%v: %s</title>\n", board, strings.ReplaceAll(solution.String(), "\n", ", "))
	fmt.Fprintf(&text, "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", width, height, hex(paper))
	for i, f := range all {
		left := margin + i%perRow*(boardSize+gap)
		bottom := margin + i/perRow*(boardHeight+captionHeight) + boardHeight
		fmt.Fprintf(&text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", left, bottom-boardHeight, boardSize, boardHeight, hex(palette[mayan.Empty]))
		for x := range mayan.Width {
			for y := range f.board.ColumnHeight(x) {
				c := f.board.At(x, y)
				cellX, cellY := left+x*cellSize, bottom-(y+1)*cellSize
				style, letter := "", hex(textColor(palette[c]))
				if f.vanish.Has(x, y) {
					style, letter = fmt.Sprintf(" fill-opacity=\"0.45\" stroke=\"%s\" stroke-dasharray=\"3 2\"", hex(ink)), hex(ink)
				}
				fmt.Fprintf(&text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\"%s/>", cellX+1, cellY+1, cellSize-2, cellSize-2, hex(palette[c]), style)
				fmt.Fprintf(&text, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", cellX+cellSize/2, cellY+cellSize/2+5, letter, name(c))
			}
		}
		if f.move != (mayan.Move{}) {
			// An arrow head on the side of the cell over which the block leaves.
			dir := int(f.move.Dir)
			sideX, middleY := left+f.move.X*cellSize+cellSize/2+dir*cellSize/2, bottom-f.move.Y*cellSize-cellSize/2
			fmt.Fprintf(&text, "<path d=\"M%d %d l%d 6 l%d 6 z\" fill=\"%s\" stroke=\"%s\"/>\n", sideX-dir*4, middleY-6, dir*9, -dir*9, hex(ink), hex(paper))
		}
		fmt.Fprintf(&text, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", left+boardSize/2, bottom+20, hex(ink), f.caption())
	}
	text.WriteString("</svg>\n")
	return text.Bytes(), nil
}

// drawGIF draws the frames of a solution as an animated GIF.
func drawGIF(board mayan.Board, solution mayan.Solution) ([]byte, error) {
	const step, end = 80, 240 // how long a frame and the last frame are shown, in hundredths of a second
	all, err := frames(board, solution)
	if err != nil {
		return nil, err
	}
	colors := color.Palette{ink, paper}
	for _, c := range palette {
		colors = append(colors, c)
	}
	height := rows(all) * cellSize
	area := func(x, y int) image.Rectangle {
		return image.Rect(x*cellSize, height-(y+1)*cellSize, (x+1)*cellSize, height-y*cellSize)
	}
	var animation gif.GIF
	for i, f := range all {
		picture := image.NewPaletted(image.Rect(0, 0, boardSize, height), colors)
		fill(picture, picture.Bounds(), palette[mayan.Empty])
		for x := range mayan.Width {
			for y := range f.board.ColumnHeight(x) {
				cell, c := area(x, y), f.board.At(x, y)
				fill(picture, cell.Inset(1), palette[c])
				if f.vanish.Has(x, y) {
					fill(picture, cell.Inset(4), palette[mayan.Empty]) // only the border of the block is left
					write(picture, cell, c, ink)
				} else {
					write(picture, cell, c, textColor(palette[c]))
				}
			}
		}
		if f.move != (mayan.Move{}) {
			arrow(picture, area(f.move.X, f.move.Y), int(f.move.Dir))
		}
		delay := step
		if i == len(all)-1 {
			delay = end
		}
		animation.Image, animation.Delay = append(animation.Image, picture), append(animation.Delay, delay)
	}
	var data bytes.Buffer
	err = gif.EncodeAll(&data, &animation)
	return data.Bytes(), err
}

func fill(picture draw.Image, area image.Rectangle, c color.RGBA) {
	draw.Draw(picture, area, image.NewUniform(c), image.Point{}, draw.Src)
}

// arrow draws an arrow head on the side of a cell over which the block leaves.
func arrow(picture draw.Image, cell image.Rectangle, dir int) {
	middle := (cell.Min.Y + cell.Max.Y) / 2
	tip := (cell.Min.X+cell.Max.X+dir*cellSize)/2 + dir*4
	for back := range 9 {
		fill(picture, image.Rect(tip-dir*back, middle-back, tip-dir*back+1, middle+back+1), ink)
	}
}

// glyphs holds the characters of the colours. Each is three pixels wide and five high,
// row by row.
var glyphs = [mayan.MaxColor + 1]string{
	1: ".#. ##. .#. .#. ###", 2: "##. ..# .#. #.. ###", 3: "##. ..# .#. ..# ##.",
	4: "#.# #.# ### ..# ..#", 5: "### #.. ##. ..# ##.", 6: ".## #.. ##. #.# .#.",
	7: "### ..# .#. .#. .#.", 8: ".#. #.# .#. #.# .#.", 9: ".#. #.# .## ..# ##.",
	10: ".#. #.# ### #.# #.#",
}

// write draws the character of a colour into the middle of a cell.
func write(picture draw.Image, cell image.Rectangle, c mayan.Color, with color.RGBA) {
	const dot = 3
	middle := cell.Min.Add(cell.Max).Div(2)
	corner := middle.Sub(image.Pt(3*dot/2, 5*dot/2))
	for y, row := range strings.Fields(glyphs[c]) {
		for x, pixel := range row {
			if pixel == '#' {
				at := corner.Add(image.Pt(x*dot, y*dot))
				fill(picture, image.Rectangle{at, at.Add(image.Pt(dot, dot))}, with)
			}
		}
	}
}
