package beads_test

import (
	"maps"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// The oracle is a naive exact-cover search. It shares no code with the package: it has
// separate drawings of the pieces, and it reads boards itself. It covers next the cell
// with the fewest placements.

var oracleDrawings = map[byte]string{
	'A': "X./XX",
	'B': "X/X/X/X",
	'C': "X./X./XX",
	'D': "XX/XX",
	'E': "..X/..X/XXX",
	'F': ".X/XX/.X/.X",
	'G': "XX/X./XX",
	'H': "XX/XX/X.",
	'I': ".X/.X/XX/X.",
	'J': ".X./XXX/.X.",
	'K': "XX./.XX/..X",
	'L': "X./X./X./XX",
}

type oraclePlacement struct {
	letter byte
	cells  uint64
}

// oraclePentominoes has the twelve pentominoes with Golomb's letters.
var oraclePentominoes = map[byte]string{
	'F': ".XX/XX./.X.",
	'I': "X/X/X/X/X",
	'L': "X./X./X./XX",
	'N': ".X/.X/XX/X.",
	'P': "XX/XX/X.",
	'T': "XXX/.X./.X.",
	'U': "X.X/XXX",
	'V': "X../X../XXX",
	'W': "X../XX./.XX",
	'X': ".X./XXX/.X.",
	'Y': ".X/XX/.X/.X",
	'Z': "XX./.X./.XX",
}

type oracle struct {
	rows    []string
	alike   map[byte]string // the letters of all pieces of the same shape
	placed  map[byte]bool   // the pieces on the board at the start
	number  map[[2]int]int  // number of each cell, by line and column of the text
	at      map[[3]int]int  // number of each cell, by its place in half steps
	bases   [][2][3]int     // the steps to the next row and column of a piece
	options []oraclePlacement
	free    uint64
}

// newOracle reads a board. Dots and letters are cells, other characters are not.
func newOracle(text string) *oracle { return newOracleWith(text, oracleDrawings) }

// newOracleWith does the same as newOracle, with other pieces. A text with empty lines
// is a pyramid. Every layer of a pyramid begins half a step farther down and to the
// right. Pieces of a pyramid may also lie along the slopes.
func newOracleWith(text string, drawings map[byte]string) *oracle {
	o := &oracle{rows: strings.Split(text, "\n"), number: map[[2]int]int{}, at: map[[3]int]int{}, bases: [][2][3]int{{{2, 0, 0}, {0, 2, 0}}}, alike: map[byte]string{}, placed: map[byte]bool{}}
	for letter, drawing := range drawings {
		for other := byte('A'); other <= 'Z'; other++ {
			if sameShape(drawings[other], drawing) {
				o.alike[letter] += string(other)
			}
		}
	}
	layer, top := 0, 0
	for r, row := range o.rows {
		if row == "" {
			layer, top = layer+1, r+1
			o.bases = [][2][3]int{o.bases[0], {{1, 1, 1}, {-1, -1, 1}}, {{1, -1, 1}, {-1, 1, 1}}}
		}
		for c := range row {
			letter := row[c]
			if letter != '.' && drawings[letter] == "" {
				continue
			}
			n := len(o.number)
			o.number[[2]int{r, c}] = n
			o.at[[3]int{2*(r-top) + layer, 2*c + layer, layer}] = n
			if letter == '.' {
				o.free |= 1 << n
			} else {
				o.placed[letter] = true
			}
		}
	}
	for letter, drawing := range drawings {
		if o.placed[letter] {
			continue
		}
		for _, cells := range oracleShapes(drawing) {
			for at := range o.at {
				for _, basis := range o.bases {
					p := oraclePlacement{letter, o.mask(at, basis, cells)}
					if p.cells != 0 && p.cells&^o.free == 0 && !(len(cells) == 1 && slices.Contains(o.options, p)) {
						o.options = append(o.options, p)
					}
				}
			}
		}
	}
	return o
}

func (o *oracle) mask(at [3]int, basis [2][3]int, cells [][2]int) (mask uint64) {
	for _, c := range cells {
		place := at
		for i := range place {
			place[i] += c[0]*basis[0][i] + c[1]*basis[1][i]
		}
		n, ok := o.at[place]
		if !ok {
			return 0
		}
		mask |= 1 << n
	}
	return mask
}

// sameShape reports whether one drawing can be turned or reflected into the other.
func sameShape(a, b string) bool {
	if a == "" {
		return false
	}
	for _, shape := range oracleShapes(a) {
		if shapeKey(shape) == shapeKey(oracleShapes(b)[0]) {
			return true
		}
	}
	return false
}

// oracleShapes returns the drawing in all orientations: four turns, and four turns of
// the reflected drawing.
func oracleShapes(drawing string) (shapes [][][2]int) {
	rows := strings.Split(drawing, "/")
	seen := map[string]bool{}
	for turn := range 8 {
		if text := strings.Join(rows, "/"); !seen[text] {
			seen[text] = true
			// The offsets count from the first cell of the drawing.
			var cells [][2]int
			var origin *[2]int
			for r, row := range rows {
				for c := range row {
					if row[c] != 'X' {
						continue
					}
					if origin == nil {
						origin = &[2]int{r, c}
					}
					cells = append(cells, [2]int{r - origin[0], c - origin[1]})
				}
			}
			shapes = append(shapes, cells)
		}
		if turn == 3 {
			for i, row := range rows {
				turned := []byte(row)
				for j := range turned {
					turned[j] = row[len(row)-1-j]
				}
				rows[i] = string(turned)
			}
			continue
		}
		turned := make([]string, len(rows[0]))
		for c := range turned {
			for r := len(rows) - 1; r >= 0; r-- {
				turned[c] += rows[r][c : c+1]
			}
		}
		rows = turned
	}
	return shapes
}

// fillings returns all fillings as text, sorted.
func (o *oracle) fillings() []string {
	var found []string
	var path []oraclePlacement
	var search func(free uint64, options []oraclePlacement)
	search = func(free uint64, options []oraclePlacement) {
		if free == 0 {
			found = append(found, o.text(path))
			return
		}
		var ways [64]int
		for _, p := range options {
			for m := p.cells; m != 0; m &= m - 1 {
				ways[bits.TrailingZeros64(m)]++
			}
		}
		best := bits.TrailingZeros64(free)
		for m := free; m != 0; m &= m - 1 {
			if c := bits.TrailingZeros64(m); ways[c] < ways[best] {
				best = c
			}
		}
		for _, p := range options {
			if p.cells>>best&1 == 0 || o.hasEarlierCopy(p.letter, path) {
				continue
			}
			var rest []oraclePlacement
			for _, q := range options {
				if q.letter != p.letter && q.cells&p.cells == 0 {
					rest = append(rest, q)
				}
			}
			path = append(path, p)
			search(free&^p.cells, rest)
			path = path[:len(path)-1]
		}
	}
	search(o.free, o.options)
	sort.Strings(found)
	return found
}

// hasEarlierCopy reports whether a piece has an unused copy with an earlier letter. The
// search then uses that copy.
func (o *oracle) hasEarlierCopy(letter byte, path []oraclePlacement) bool {
	for _, other := range []byte(o.alike[letter]) {
		if other == letter {
			break
		}
		if !o.placed[other] && !slices.ContainsFunc(path, func(p oraclePlacement) bool { return p.letter == other }) {
			return true
		}
	}
	return false
}

// text returns a filling as text. Copies get their letters in alphabetical order.
func (o *oracle) text(path []oraclePlacement) string {
	named := slices.Clone(path)
	sort.Slice(named, func(i, j int) bool {
		return bits.TrailingZeros64(named[i].cells) < bits.TrailingZeros64(named[j].cells)
	})
	used := maps.Clone(o.placed)
	for i, p := range named {
		for _, letter := range []byte(o.alike[p.letter]) {
			if !used[letter] {
				named[i].letter = letter
				used[letter] = true
				break
			}
		}
	}
	path = named
	var lines []string
	for r, row := range o.rows {
		line := []byte(row)
		for c := range line {
			n, ok := o.number[[2]int{r, c}]
			for _, p := range path {
				if ok && p.cells>>n&1 != 0 {
					line[c] = p.letter
				}
			}
		}
		lines = append(lines, string(line))
	}
	return strings.Join(lines, "\n")
}
