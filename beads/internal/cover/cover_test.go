package cover

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/mayanbeads/mayan/internal/memo"
)

// count counts the fillings of a cover in all ways there are.
func count(t *testing.T, c *Problem) uint64 {
	t.Helper()
	progress := Start(t.Context(), 0, 0, nil)
	swept, ok := newSweep(c, progress, 1<<30, 1).count()
	if !ok {
		t.Fatal("the sweep gave up")
	}
	for _, workers := range []int{1, 2, 3, 8} {
		if got, ok := newSweep(c, progress, 1<<30, workers).count(); !ok || got != swept {
			t.Errorf("a sweep by %d workers counts %d, by one %d", workers, got, swept)
		}
		if got, ok := newCount(c, progress, 1<<20, workers).count(nil); !ok || got != swept {
			t.Errorf("a constrained search by %d workers counts %d, a sweep %d", workers, got, swept)
		}
	}
	tallied, ok := (&recount{problem: c, known: memo.NewMap(1 << 20), progress: progress}).count(c.covered, c.pieces)
	if !ok || tallied != swept {
		t.Errorf("a sweep counts %d, a recount %d", swept, tallied)
	}
	return swept
}

// singles is a cover of cells of which each belongs to a piece of its own, with
// so many placements that are the same.
func singles(copies ...int) *Problem {
	var placements []Placement
	sizes := make([]int, len(copies))
	for i, n := range copies {
		sizes[i] = 1
		for range n {
			placements = append(placements, Placement{1 << i, 1 << i})
		}
	}
	return New(1<<len(copies)-1, placements, [MaxCells]uint64{}, sizes)
}

func TestCountsAreExact(t *testing.T) {
	// 16^15 * 15 is the largest count of this kind below 2^64.
	copies := []int{16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 15}
	if got := count(t, singles(copies...)); got != 15<<60 || overflowed(got) {
		t.Errorf("counts %d, want %d", got, uint64(15<<60))
	}
	copies[15] = 16
	if got := count(t, singles(copies...)); !overflowed(got) {
		t.Errorf("counts %d for 2^64", got)
	}
	copies[3] = 1000
	if got := count(t, singles(copies...)); !overflowed(got) {
		t.Errorf("counts %d for more than 2^64", got)
	}
	copies[15] = 0
	if got := count(t, singles(copies...)); got != 0 {
		t.Errorf("counts %d, want 0", got)
	}
}

func TestOverflowOfDeadPositionsDoesNotMatter(t *testing.T) {
	// Piece 0 covers the cells 0 to 13 at once, and the pieces 1 and 2 then
	// cover 14 and 15. The pieces 1 to 14 cover the cells 0 to 13 in 2^70 ways,
	// but then nothing covers 14.
	sizes := []int{14, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	placements := []Placement{{1<<14 - 1, 1}, {1 << 14, 1 << 1}, {1 << 15, 1 << 2}}
	for i := range 14 {
		for range 32 {
			placements = append(placements, Placement{1 << i, 1 << (i + 1)})
		}
	}
	if got := count(t, New(1<<16-1, placements, [MaxCells]uint64{}, sizes)); got != 1 {
		t.Errorf("counts %d, want 1", got)
	}
}

func TestErrOverflow(t *testing.T) {
	for last, want := range map[int]error{15: nil, 16: ErrOverflow} {
		copies := []int{16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, last}
		for _, s := range []Search{
			{Memory: 1 << 30, Workers: 1, Frontier: true}, {Memory: 1 << 30, Workers: 3, Frontier: true}, // a sweep
			{Memory: 1 << 20, Workers: 1, Frontier: true}, {Memory: 1 << 20, Workers: 3, Frontier: true}, // recounts
			{Memory: 1 << 30, Workers: 1}, {Memory: 1 << 30, Workers: 3},
		} {
			s.Problem, s.Progress = singles(copies...), Start(t.Context(), 0, 0, nil)
			if n, err := s.Count(); !errors.Is(err, want) || (n == 0) != (err != nil) {
				t.Errorf("%d placements of the last piece, %+v: %d, %v", last, s, n, err)
			}
		}
	}
}

func TestTake(t *testing.T) {
	for _, test := range []struct{ pieces, alike, want uint16 }{
		{0b1011, 0b0010, 0b1001}, {0b1111, 0b0110, 0b1101}, {0b1101, 0b0110, 0b1001}, {1 << 15, 1<<15 | 1, 0},
	} {
		if got := Take(test.pieces, test.alike); got != test.want {
			t.Errorf("Take(%b, %b) is %b, want %b", test.pieces, test.alike, got, test.want)
		}
	}
}

// TestParts compares with a flood that goes from square to square.
func TestParts(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, board := range []string{triangle, ".......\n#..#...\n.......\n...##.#\n.#.#...\n...#.#.\n.#....."} {
		c := problem(t, board, twelve...)
		cells := squares(board, '.')
		for range 5000 {
			covered := c.covered | random.Uint64()&(1<<random.IntN(MaxCells)-1)
			free := map[square]bool{}
			for i, at := range cells {
				free[at] = covered>>i&1 == 0
			}
			var want uint64
			for _, start := range cells {
				if size := flood(start, free); size > 0 {
					want |= 1 << size
				}
			}
			if got := c.parts(covered); got != want {
				t.Fatalf("covered %#x: parts %#x, want %#x", covered, got, want)
			}
		}
	}
}

// flood takes the free squares that are connected to one, and returns how many these
// are.
func flood(at square, free map[square]bool) int {
	if !free[at] {
		return 0
	}
	free[at] = false
	size := 1
	for _, step := range []square{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		size += flood(square{at.row + step.row, at.col + step.col}, free)
	}
	return size
}

func TestSubsetSums(t *testing.T) {
	sums := subsetSums([]int{3, 4, 4})
	for pieces, want := range []uint64{1, 1 | 1<<3, 1 | 1<<4, 1 | 1<<3 | 1<<4 | 1<<7, 1 | 1<<4, 1 | 1<<3 | 1<<4 | 1<<7, 1 | 1<<4 | 1<<8, 1 | 1<<3 | 1<<4 | 1<<7 | 1<<8 | 1<<11} {
		if sums[pieces] != want {
			t.Errorf("pieces %b: sums %b, want %b", pieces, sums[pieces], want)
		}
	}
}

// TestDeadEndsAreEnteredOnce searches a board that has no solution, so that
// each position is a dead end.
func TestDeadEndsAreEnteredOnce(t *testing.T) {
	c := problem(t, ".\n..\n...\n.##.\n.##..\n......\n.......\n.....###\n.....#.#.\n..........", without("DG")...)
	type position struct {
		covered uint64
		pieces  uint16
	}
	reached := map[position]bool{}
	var reach func(p position)
	reach = func(p position) {
		if reached[p] {
			return
		}
		reached[p] = true
		if p.covered == math.MaxUint64 {
			t.Fatal("the board has a solution")
		}
		for _, q := range c.at(bits.TrailingZeros64(^p.covered)) {
			if q.Cells&p.covered == 0 && q.Piece&p.pieces != 0 && !c.isDead(p.covered|q.Cells, p.pieces&^q.Piece) {
				reach(position{p.covered | q.Cells, p.pieces &^ q.Piece})
			}
		}
	}
	reach(position{c.covered, c.pieces})
	w := newDepthFirst(c, Start(t.Context(), 0, 0, nil), 64<<20, nil)
	w.run()
	if got := w.progress.stats.Nodes; int(got) != len(reached) || got < 1000 {
		t.Errorf("%d positions entered, %d can be reached", got, len(reached))
	}
}

// TestSolutionGraph compares the graph with all solutions that a plain search finds, in
// the same order.
func TestSolutionGraph(t *testing.T) {
	dominoes := []string{"AA", "BB", "CC", "DD", "EE", "FF", "GG", "HH", "II", "JJ"}
	for name, text := range map[string]string{
		"no filling": "..\n..\n..", "one filling": "##\n#...", "a piece of many": "....\n....\n....\n....\n.....", "in two parts": ".....#...\n.....#...\n...###...", "dominoes": "....\n....\n....\n....", "nothing fits": ".....\n.#.#.\n#...#",
	} {
		pieces := twelve
		switch name {
		case "dominoes":
			pieces = dominoes
		case "one filling":
			pieces = []string{"AAA", "BBBB"}
		}
		c := problem(t, text, pieces...)
		var want [][]Placement
		var path []Placement
		var visit func(covered uint64, pieces uint16)
		visit = func(covered uint64, pieces uint16) {
			if covered == math.MaxUint64 {
				want = append(want, slices.Clone(path))
				return
			}
			for _, p := range c.at(bits.TrailingZeros64(^covered)) {
				if p.Cells&covered == 0 && p.Piece&pieces != 0 {
					path = append(path, p)
					visit(covered|p.Cells, Take(pieces, p.Piece))
					path = path[:len(path)-1]
				}
			}
		}
		visit(c.covered, c.pieces)
		var got [][]Placement
		newSolutionGraph(c, Start(t.Context(), 0, 0, nil), 1<<30).follow(func(path []Placement) bool {
			got = append(got, slices.Clone(path))
			return true
		})
		if !slices.EqualFunc(want, got, slices.Equal) {
			t.Errorf("%s: a solution graph has %d solutions, want these %d:\n%v\n%v", name, len(got), len(want), got, want)
		}
		if name == "a piece of many" && len(want) < 20 {
			t.Errorf("%s: only %d fillings", name, len(want))
		}
	}
}

func TestDepthFirstDoesNotAllocate(t *testing.T) {
	c := problem(t, triangle, twelve...)
	found := 0
	var last uint64
	w := newDepthFirst(c, Start(t.Context(), 0, 0, nil), 10000, func(path []Placement) bool {
		last = c.covered
		for _, p := range path {
			last += p.Cells // no bit twice
		}
		found++
		return found%20 != 0
	})
	w.run() // the graph takes all that it may
	if n := testing.AllocsPerRun(5, w.run); n != 0 {
		t.Errorf("%v allocations for 20 solutions", n)
	}
	if found == 0 || last != math.MaxUint64 {
		t.Errorf("%d found, the last covers %#x", found, last)
	}
}

func TestConstrainedDoesNotAllocate(t *testing.T) {
	c := problem(t, strings.Repeat("........\n", 6)+".......", twelve...)
	const stored = 20_000 // bytes for positions; one run fills them
	levels := (len(twelve) + 1) * len(c.placements) * int(unsafe.Sizeof(Placement{}))
	found := 0
	h := newConstrained(c, Start(t.Context(), 0, 0, nil), budget(levels+stored), func([]Placement) bool {
		found++
		return found%3 != 0
	})
	h.run() // what is known takes all the memory that it may
	if n := testing.AllocsPerRun(5, func() { h.clear(); h.run() }); n != 0 {
		t.Errorf("%v allocations for 3 solutions", n)
	}
	if found != 3*7 {
		t.Errorf("%d found", found)
	}
}

// TestBudget takes the budget away after any number of bytes.
func TestBudget(t *testing.T) {
	c := problem(t, ".....\n.....\n.....\n.....", twelve...)
	progress := Start(t.Context(), 0, 0, nil)
	want, ok := newSweep(c, progress, 1<<30, 1).count() // no symmetry is used
	if !ok || want == 0 {
		t.Fatal(want, ok)
	}
	gaveUp := 0
	var needed []budget // by one worker, three, and three of whom one may do alone
	for _, count := range []func(budget) (uint64, bool){
		func(b budget) (uint64, bool) { return newSweep(c, progress, b, 1).count() },
		func(b budget) (uint64, bool) { return newSweep(c, progress, b, 3).count() },
		func(b budget) (uint64, bool) { return sweepCount(c, progress, b, 3) },
	} {
		for bytes := budget(0); ; bytes += 1997 {
			got, ok := count(bytes)
			if ok && got != want {
				t.Fatalf("budget %d: counts %d, want %d", bytes, got, want)
			}
			if ok {
				needed = append(needed, bytes)
				break
			}
			gaveUp++
		}
	}
	if needed[1] <= needed[0] || needed[2] != needed[0] {
		t.Errorf("one worker needs %d bytes, three %d, and if one may do alone %d", needed[0], needed[1], needed[2])
	}
	for bytes := budget(0); bytes < 100000; bytes = bytes*3/2 + 97 {
		found := uint64(0)
		w := newDepthFirst(c, progress, bytes, func([]Placement) bool { found++; return true })
		if w == nil {
			gaveUp++
			continue
		}
		if w.run(); found != want {
			t.Fatalf("budget %d: %d fillings, want %d", bytes, found, want)
		}
	}
	for bytes := budget(0); bytes < 200000; bytes = bytes*3/2 + 97 {
		found := uint64(0)
		h := newConstrained(c, progress, bytes, func([]Placement) bool { found++; return true })
		if h == nil {
			gaveUp++
			continue
		}
		if h.run(); found != want {
			t.Fatalf("budget %d: %d fillings, want %d", bytes, found, want)
		}
	}
	for bytes := budget(0); ; bytes += 1997 {
		graph := newSolutionGraph(c, progress, bytes)
		if graph == nil {
			gaveUp++
			continue
		}
		found := uint64(0)
		if graph.follow(func([]Placement) bool { found++; return true }); found != want {
			t.Fatalf("budget %d: a solution graph has %d solutions, want %d", bytes, found, want)
		}
		break
	}
	if gaveUp < 10 {
		t.Errorf("gave up %d times", gaveUp)
	}
}
