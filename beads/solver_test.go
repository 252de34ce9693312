package beads_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
)

// check compares all answers of the solver for a board with the fillings of the board,
// which are sorted.
func check(t *testing.T, s *beads.Solver, b beads.Board, want []string) {
	t.Helper()
	ctx := t.Context()
	var got []string
	for filled, err := range s.Solutions(ctx, b) {
		if err != nil {
			t.Fatal(err)
		}
		if !filled.IsFilled() {
			t.Errorf("not filled:\n%v", filled)
		}
		got = append(got, filled.String())
	}
	var first string
	if len(got) > 0 {
		first = got[0]
	}
	sort.Strings(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("board\n%v\nsolutions differ (-want +got):\n%s", b, diff)
	}
	if n, err := s.Count(ctx, b); n != uint64(len(want)) || err != nil {
		t.Errorf("board\n%v\nCount is %d, %v, want %d", b, n, err, len(want))
	}
	filled, err := s.Solve(ctx, b)
	if filled.String() != first || errors.Is(err, beads.ErrNoSolution) != (len(want) == 0) || (err != nil) != (len(want) == 0) {
		t.Errorf("board\n%v\nSolve returns %v\n%v, want\n%v", b, err, filled, first)
	}
	checkForced(t, s, b, want)
	var wantErr error
	switch len(want) {
	case 0:
		wantErr = beads.ErrNoSolution
	case 1:
	default:
		wantErr, first = beads.ErrNotUnique, ""
	}
	filled, err = s.SolveUnique(ctx, b)
	if filled.String() != first || !errors.Is(err, wantErr) {
		t.Errorf("board\n%v\nSolveUnique returns %v\n%v, want %v\n%v", b, err, filled, wantErr, first)
	}
}

// checkForced compares Forced with the placements that all solutions have in common.
// Copies of a piece are treated as the same piece.
func checkForced(t *testing.T, s *beads.Solver, b beads.Board, solutions []string) {
	t.Helper()
	got, err := s.Forced(t.Context(), b)
	if len(solutions) == 0 {
		if got != nil || !errors.Is(err, beads.ErrNoSolution) {
			t.Errorf("board\n%v\nForced returns %v, %v", b, got, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	// A placement is identified by its cells only, so copies are not told apart.
	placements := func(text string) map[string]bool {
		cells := map[rune][]beads.Cell{}
		c := beads.Cell{}
		for i, mark := range text {
			if mark == '\n' {
				c = beads.Cell{Row: c.Row + 1, Layer: c.Layer}
				if i > 0 && text[i-1] == '\n' {
					c = beads.Cell{Layer: c.Layer + 1}
				}
				continue
			}
			if p, ok := b.At(c); ok && p == 0 {
				cells[mark] = append(cells[mark], c)
			}
			c.Col++
		}
		all := map[string]bool{}
		for _, at := range cells {
			all[fmt.Sprint(at)] = true
		}
		return all
	}
	want := placements(solutions[0])
	for _, text := range solutions[1:] {
		if len(want) == 0 {
			break
		}
		other := placements(text)
		for p := range want {
			if !other[p] {
				delete(want, p)
			}
		}
	}
	found := map[string]bool{}
	for _, p := range got {
		found[fmt.Sprint(p.Cells)] = true
		b = must(b.Place(p))(t) // all of them must fit onto the board
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("board\n%v\nForced: %s", b, diff)
	}
}

func TestContestSample(t *testing.T) {
	checkStrategies(t, mustTriangle(t, lines(sample)), []string{lines(sampleFilled)})
}

func TestSetWithoutPiecesHasNoSolution(t *testing.T) {
	b, err := beads.ParseBoard("..\n..", mustSet(t))
	if err != nil {
		t.Fatal(err)
	}
	checkStrategies(t, b, nil)
}

func TestFilledBoardIsItsOwnSolution(t *testing.T) {
	for _, b := range []beads.Board{{}, mustTriangle(t, lines(sampleFilled)), mustBoard(t, "AA\nA"), mustBoard(t, "AA#DD\nA##DD")} {
		checkStrategies(t, b, []string{b.String()})
	}
}

func TestKnownBoardsHaveTheirKnownAnswers(t *testing.T) {
	var s beads.Solver
	for _, k := range readKnown(t, "testdata/triangle.jsonl") {
		b := mustTriangle(t, k.In)
		n, err := s.Count(t.Context(), b)
		if err != nil || n != uint64(k.Count) {
			t.Errorf("board\n%v\nCount is %d, %v, want %d", b, n, err, k.Count)
		}
		if k.Count == 1 {
			check(t, &s, b, []string{k.First})
		}
		if testing.Short() && b.Free() > 36 || b.Free() > 48 && raceEnabled {
			continue // the oracle is slow
		}
		check(t, &s, b, newOracle(k.In).fillings())
	}
	for i, k := range readKnown(t, "testdata/regions.jsonl") {
		if testing.Short() && i%2 == 1 {
			continue
		}
		want := newOracle(k.In).fillings()
		if len(want) != k.Count {
			t.Fatalf("board\n%v\nthe oracle counts %d, want %d", k.In, len(want), k.Count)
		}
		check(t, &s, mustBoard(t, k.In), want)
	}
}

// checkStrategies calls check with each strategy.
func checkStrategies(t *testing.T, b beads.Board, want []string) {
	t.Helper()
	for _, strategy := range []beads.Strategy{beads.Auto, beads.Sweep, beads.Search} {
		check(t, &beads.Solver{Strategy: strategy}, b, want)
	}
}

// TestRandomTrianglesAgainstNaive removes pieces from filled boards and places random
// pieces onto empty boards.
func TestRandomTrianglesAgainstNaive(t *testing.T) {
	boards, fewest := 500, 3
	if testing.Short() || raceEnabled {
		boards, fewest = 100, 5
	}
	var filled []beads.Board
	for _, k := range readKnown(t, "testdata/triangle.jsonl") {
		if k.First != "" {
			filled = append(filled, mustTriangle(t, k.First))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	var s beads.Solver
	solvable := 0
	for i := range boards {
		pieces := beads.Pieces()
		random.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
		keep := fewest + random.IntN(6)
		b := beads.Triangle()
		if i%2 == 0 {
			b = filled[random.IntN(len(filled))]
			for _, p := range pieces[keep:] {
				b = must(b.Remove(p))(t)
			}
		} else {
			for _, p := range pieces[:keep-1] {
				b = placeAtRandom(random, b, p)
			}
		}
		want := newOracle(b.String()).fillings()
		if len(want) > 0 {
			solvable++
		}
		check(t, &s, b, want)
	}
	if solvable < boards/2 {
		t.Errorf("only %d of %d boards have a solution", solvable, boards)
	}
}

// TestRandomRegionsAgainstNaive has boards of random shapes. Some are symmetric, and
// some have several components. Often more pieces are left than are needed.
func TestRandomRegionsAgainstNaive(t *testing.T) {
	boards := 300
	if testing.Short() || raceEnabled {
		boards = 80
	}
	random := rand.New(rand.NewPCG(3, 4))
	for i := range boards {
		size := 5 + random.IntN(3)
		rows := make([]string, size)
		for r := range rows {
			for c := range size {
				if i%3 == 0 { // mirrored
					c = min(c, size-1-c)
				}
				if random.IntN(9) < 5 || i%3 == 0 && (r+c)%4 != i%4 {
					rows[r] += "."
				} else {
					rows[r] += "#"
				}
			}
			if i%3 == 0 {
				half := []byte(rows[r])
				for c := range half {
					half[c] = half[min(c, size-1-c)]
				}
				rows[r] = string(half)
			}
		}
		text := strings.Join(rows, "\n")
		if n := strings.Count(text, "."); n == 0 || n > 30 {
			continue
		}
		b := mustBoard(t, text)
		want := newOracle(b.String()).fillings()
		checkStrategies(t, b, want)
	}
}

func TestSmallSymmetricBoards(t *testing.T) {
	// Some of the boards have all eight symmetries, others have some of them.
	for _, text := range []string{
		"....\n....\n....\n....", "#..#\n....\n....\n#..#", "...\n...\n...", "#.#\n...\n#.#",
		".....\n.....\n.....\n.....\n.....", "..\n..", "....", ".....\n.....\n.....", "..#..\n..#..\n..#..",
		"#..\n...\n..", ".....\n.AA..\n.A...\n.....", "....\n.DD.\n.DD.\n....",
	} {
		b := mustBoard(t, text)
		checkStrategies(t, b, newOracle(b.String()).fillings())
	}
}

func TestEmptyTriangleHas32288Solutions(t *testing.T) {
	n, err := new(beads.Solver).Count(t.Context(), beads.Triangle())
	if n != 32288 || err != nil {
		t.Fatalf("Count is %d, %v, want 32288", n, err)
	}
	seen := map[string]bool{}
	for filled, err := range new(beads.Solver).Solutions(t.Context(), beads.Triangle()) {
		if err != nil {
			t.Fatal(err)
		}
		text := filled.String()
		if seen[text] {
			t.Fatalf("this solution comes twice:\n%s", text)
		}
		seen[text] = true
		checkFilled(t, text)
	}
	if len(seen) != 32288 {
		t.Errorf("%d solutions, want 32288", len(seen))
	}
	pairs := 0
	for text := range seen {
		mirrored := mirror(text)
		if !seen[mirrored] {
			t.Fatalf("the reflection of this solution is missing:\n%s", text)
		}
		if text < mirrored {
			pairs++
		}
	}
	if pairs != 16144 {
		t.Errorf("%d solutions up to reflection, want 16144", pairs)
	}
}

// checkFilled checks every cell of a filled triangle. Each piece must occur once, with
// the cells of one of its orientations.
func checkFilled(t *testing.T, text string) {
	t.Helper()
	cells := map[byte][][2]int{}
	rows := strings.Split(text, "\n")
	for r, row := range rows {
		if len(row) != r+1 {
			t.Fatalf("row %d is %q", r, row)
		}
		for c := range row {
			cells[row[c]] = append(cells[row[c]], [2]int{r, c})
		}
	}
	if len(rows) != 10 || len(cells) != 12 {
		t.Fatalf("%d rows and %d pieces:\n%s", len(rows), len(cells), text)
	}
	for letter, at := range cells {
		if !shapes()[letter][shapeKey(at)] {
			t.Fatalf("%c has a wrong shape in\n%s", letter, text)
		}
	}
}

// shapes returns the orientations of each piece, by its letter.
var shapes = sync.OnceValue(func() map[byte]map[string]bool {
	all := map[byte]map[string]bool{}
	for letter, drawing := range oracleDrawings {
		all[letter] = map[string]bool{}
		for _, cells := range oracleShapes(drawing) {
			all[letter][shapeKey(cells)] = true
		}
	}
	return all
})

// shapeKey returns a string of the offsets of cells from the first cell. The cells must
// be in row order.
func shapeKey(cells [][2]int) string {
	key := make([]byte, 0, 2*len(cells))
	for _, c := range cells {
		key = append(key, byte(c[0]-cells[0][0]), byte(c[1]-cells[0][1]))
	}
	return string(key)
}

// mirror returns the reflection of a triangle that maps the triangle onto itself.
func mirror(text string) string {
	rows := strings.Split(text, "\n")
	mirrored := make([][]byte, len(rows))
	for r := range rows {
		mirrored[r] = make([]byte, r+1)
		for c := range r + 1 {
			mirrored[r][c] = rows[9-c][9-r]
		}
	}
	lines := make([]string, len(rows))
	for r := range mirrored {
		lines[r] = string(mirrored[r])
	}
	return strings.Join(lines, "\n")
}

// TestPublishedCounts counts the fillings of boards that are sold or well known.
func TestPublishedCounts(t *testing.T) {
	for _, published := range publishedBoards(t) {
		if (testing.Short() || raceEnabled) && published.count > 300000 {
			continue
		}
		if n, err := new(beads.Solver).Count(t.Context(), published.board); n != published.count || err != nil {
			t.Errorf("%s: Count is %d, %v, want %d", published.name, n, err, published.count)
		}
		if filled, err := new(beads.Solver).Solve(t.Context(), published.board); !filled.IsFilled() || err != nil {
			t.Errorf("%s: %v", published.name, err)
		}
	}
}

// The order of solutions does not depend on memory or workers. The lists are long
// enough that a search with enough memory builds a solution graph, and one with less
// memory does not.
func TestOrderDoesNotDependOnMemoryOrWorkers(t *testing.T) {
	set := mustSet(t, "AA", "BB", "CC", "DD", "EE", "FF", "GG", "HH", "III", "JJJ\nJ..", "KKK\nK..")
	for name, test := range map[string]struct {
		board   beads.Board
		most    int
		solvers []beads.Solver
	}{
		"sweep":       {mustTriangle(t, lines(". .. ... .... ..... ...... EEE.... E....... E........ ..........")), 20, []beads.Solver{{}, {Memory: 1 << 20}, {Memory: 200 << 10}, {Strategy: beads.Sweep}}},
		"symmetrical": {beads.Triangle(), 1500, []beads.Solver{{}, {Memory: 300 << 10}, {}, {Strategy: beads.Sweep}, {Workers: 3}}},
		"left over":   {mustRectangle(t, 5, 8, beads.Set{}), 3000, []beads.Solver{{}, {Memory: 300 << 10}, {Workers: 8}}},
		"copies":      {must(mustRectangle(t, 5, 5, beads.Set{}).WithSet(set))(t), 3000, []beads.Solver{{}, {Memory: 100 << 10}, {Workers: 2}}},
		"search":      {beads.Pyramid(), 20, []beads.Solver{{}, {Memory: 500 << 10}, {Strategy: beads.Search}}},
	} {
		var want []string
		for _, s := range test.solvers {
			got := listed(t, &s, test.board, test.most)
			if want == nil {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" || len(got) != test.most {
				t.Errorf("%s: %+v lists %d solutions (-want +got):\n%s", name, s, len(got), diff)
			}
		}
	}
}

func TestSolutionsMayBeListedTwice(t *testing.T) {
	b := mustTriangle(t, lines(sample))
	all := new(beads.Solver).Solutions(t.Context(), b)
	for range 2 {
		n := 0
		for range all {
			n++
		}
		if n != 1 {
			t.Errorf("%d solutions, want 1", n)
		}
	}
}

func TestAssumeUniqueStopsAtTheFirstSolution(t *testing.T) {
	ctx := t.Context()
	s := &beads.Solver{AssumeUnique: true}
	check(t, s, mustTriangle(t, lines(sample)), []string{lines(sampleFilled)})
	check(t, s, mustTriangle(t, lines(strings.Replace(sample, ". ..", "A AA", 1))), nil)

	// The empty triangle has many solutions, so the assumption is false.
	filled, err := s.SolveUnique(ctx, beads.Triangle())
	if err != nil {
		t.Fatal(err)
	}
	checkFilled(t, filled.String())
	if first, err := s.Solve(ctx, beads.Triangle()); err != nil || first != filled {
		t.Errorf("Solve: %v\n%v", err, first)
	}
	if n, err := s.Count(ctx, beads.Triangle()); n != 1 || err != nil {
		t.Errorf("Count: %d, %v", n, err)
	}
	if p, err := s.Forced(ctx, beads.Triangle()); len(p) != 12 || err != nil {
		t.Errorf("Forced: %v, %v", p, err)
	}
	n := 0
	for b, err := range s.Solutions(ctx, beads.Triangle()) {
		if n++; b != filled || err != nil {
			t.Errorf("Solutions: %v\n%v", err, b)
		}
	}
	if n != 1 {
		t.Errorf("Solutions has %d elements", n)
	}
}

func TestSolverMayBeSharedByGoroutines(t *testing.T) {
	var s beads.Solver
	boards := readKnown(t, "testdata/triangle.jsonl")
	regions := readKnown(t, "testdata/regions.jsonl")
	fresh := make([]beads.Board, len(regions)) // their tables are not built yet
	for i, k := range regions {
		fresh[i] = mustBoard(t, k.In)
	}
	var wait sync.WaitGroup
	for start := range 8 {
		wait.Go(func() {
			for i := start; i < len(boards); i += 3 {
				b, err := beads.ParseTriangle(boards[i].In)
				if err != nil {
					t.Error(err)
					return
				}
				if b.Free() > 45 {
					continue
				}
				if n, err := s.Count(t.Context(), b); n != uint64(boards[i].Count) || err != nil {
					t.Errorf("Count is %d, %v, want %d", n, err, boards[i].Count)
				}
				if _, err := s.Solve(t.Context(), b); (err == nil) != (boards[i].Count > 0) {
					t.Error(err)
				}
			}
			for i, b := range fresh {
				if n, err := s.Count(t.Context(), b); n != uint64(regions[i].Count) || err != nil {
					t.Errorf("Count is %d, %v, want %d", n, err, regions[i].Count)
				}
			}
		})
	}
	wait.Wait()
}
