package beads_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/mayanbeads/mayan/beads"
)

// sample is the board of the contest's statement, and sampleFilled is its solution.
const (
	sample       = ". .. ... .... ..... .....C ...CCC. EEEHH... E.HHH.... E........."
	sampleFilled = "B BK BKK BJKK JJJDD GJGDDC GGGCCCI EEEHHIIA ELHHHIAAF ELLLLIFFFF"
)

// lines puts each word of a text on a separate line.
func lines(rows string) string { return strings.Join(strings.Fields(rows), "\n") }

const empty = ". .. ... .... ..... ...... ....... ........ ......... .........."

func mustTriangle(t testing.TB, text string) beads.Board {
	t.Helper()
	b, err := beads.ParseTriangle(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustBoard(t testing.TB, text string) beads.Board {
	t.Helper()
	b, err := beads.ParseBoard(text, beads.Set{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A known board has an answer that other programs found.
type known struct {
	In    string
	Count int
	First string // the only solution, if Count is 1
}

func readKnown(t testing.TB, file string) (all []known) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var k known
		if err := json.Unmarshal(lines.Bytes(), &k); err != nil {
			t.Fatal(err)
		}
		k.In, k.First = strings.TrimSpace(k.In), strings.TrimSpace(k.First)
		all = append(all, k)
	}
	return all
}

func must(b beads.Board, err error) func(testing.TB) beads.Board {
	return func(t testing.TB) beads.Board {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}

func placeAtRandom(random *rand.Rand, b beads.Board, p beads.Piece) beads.Board {
	for range 1000 {
		all := p.Orientations()
		row := random.IntN(10)
		key := beads.Cell{Row: row, Col: random.IntN(row + 1)}
		placement := beads.Placement{Piece: p}
		for _, c := range all[random.IntN(len(all))] {
			placement.Cells = append(placement.Cells, beads.Cell{Row: key.Row + c.Row, Col: key.Col + c.Col})
		}
		if placed, err := b.Place(placement); err == nil {
			return placed
		}
	}
	return b
}

func mustSet(t testing.TB, drawings ...string) beads.Set {
	t.Helper()
	s, err := beads.NewSet(drawings...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRectangle(t testing.TB, rows, cols int, set beads.Set) beads.Board {
	t.Helper()
	b, err := beads.Rectangle(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	return must(b.WithSet(set))(t)
}

// sixteen returns sixteen drawings of one cell each.
func sixteen() (all []string) {
	for i := range 16 {
		all = append(all, string(rune('A'+i)))
	}
	return all
}

// randomSet returns random pieces, drawn for the package and for the oracle.
func randomSet(random *rand.Rand, pieces int) (drawings []string, oracle map[byte]string) {
	oracle = randomDrawings(random, pieces)
	for i := range pieces {
		letter := byte('A' + i)
		drawings = append(drawings, strings.NewReplacer("X", string(letter), "/", "\n").Replace(oracle[letter]))
	}
	return drawings, oracle
}

// randomDrawings returns random pieces of up to five cells, with the letters from 'A'
// on. Some pieces are copies of others.
func randomDrawings(random *rand.Rand, pieces int) map[byte]string {
	oracle := map[byte]string{}
	for i := range pieces {
		letter := byte('A' + i)
		if i > 0 && random.IntN(3) == 0 { // a copy, sometimes reflected
			rows := strings.Split(oracle[byte('A'+random.IntN(i))], "/")
			if random.IntN(2) == 0 {
				for a, b := 0, len(rows)-1; a < b; a, b = a+1, b-1 {
					rows[a], rows[b] = rows[b], rows[a]
				}
			}
			oracle[letter] = strings.Join(rows, "/")
		} else {
			oracle[letter] = randomShape(random, []int{1, 2, 3, 3, 4, 4, 4, 5, 5}[random.IntN(9)])
		}
	}
	return oracle
}

func randomShape(random *rand.Rand, size int) string {
	grid := [9][9]bool{}
	grid[4][4] = true
	for n := 1; n < size; {
		r, c := 1+random.IntN(7), 1+random.IntN(7)
		if !grid[r][c] && (grid[r-1][c] || grid[r+1][c] || grid[r][c-1] || grid[r][c+1]) {
			grid[r][c] = true
			n++
		}
	}
	top, left, bottom, right := 9, 9, 0, 0
	for r := range grid {
		for c := range grid[r] {
			if grid[r][c] {
				top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
			}
		}
	}
	var rows []string
	for r := top; r <= bottom; r++ {
		row := ""
		for c := left; c <= right; c++ {
			row += map[bool]string{false: ".", true: "X"}[grid[r][c]]
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}
