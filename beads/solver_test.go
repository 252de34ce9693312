package beads_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mayanbeads/mayan/beads"
)

// A known board has been solved by other programs.
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

// check holds everything that the solver says of a board against the fillings
// that it should have, sorted.
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
		t.Errorf("board\n%v\nwrong solutions:\n%s", b, diff)
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

// checkForced intersects all solutions. Of copies only the cells count.
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
	// A placement is known by its cells: which of some copies it is means nothing.
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
		b = must(b.Place(p))(t) // which must have room for all of them
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("board\n%v\nForced: %s", b, diff)
	}
}

func TestSample(t *testing.T) {
	checkStrategies(t, mustTriangle(t, lines(sample)), []string{lines(sampleFilled)})
}

func TestSetWithoutPieces(t *testing.T) {
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

func TestKnownBoards(t *testing.T) {
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

// checkStrategies is check with each strategy.
func checkStrategies(t *testing.T, b beads.Board, want []string) {
	t.Helper()
	for _, strategy := range []beads.Strategy{beads.Auto, beads.Sweep, beads.Search} {
		check(t, &beads.Solver{Strategy: strategy}, b, want)
	}
}

// TestRandomBoards takes pieces off filled boards, and lays pieces at random
// onto empty ones.
func TestRandomBoards(t *testing.T) {
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
				b = layAtRandom(random, b, p)
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

func must(b beads.Board, err error) func(testing.TB) beads.Board {
	return func(t testing.TB) beads.Board {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}

func layAtRandom(random *rand.Rand, b beads.Board, p beads.Piece) beads.Board {
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

// TestRandomRegions has boards of every form, with pieces left over and parts
// that do not hang together, and symmetrical ones.
func TestRandomRegions(t *testing.T) {
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

func TestSquares(t *testing.T) {
	// Small boards with all eight symmetries, and with some.
	for _, text := range []string{
		"....\n....\n....\n....", "#..#\n....\n....\n#..#", "...\n...\n...", "#.#\n...\n#.#",
		".....\n.....\n.....\n.....\n.....", "..\n..", "....", ".....\n.....\n.....", "..#..\n..#..\n..#..",
		"#..\n...\n..", ".....\n.AA..\n.A...\n.....", "....\n.DD.\n.DD.\n....",
	} {
		b := mustBoard(t, text)
		checkStrategies(t, b, newOracle(b.String()).fillings())
	}
}

func TestEmptyTriangle(t *testing.T) {
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
			t.Fatalf("twice:\n%s", text)
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
			t.Fatalf("the reflection is missing of\n%s", text)
		}
		if text < mirrored {
			pairs++
		}
	}
	if pairs != 16144 {
		t.Errorf("%d solutions up to reflection, want 16144", pairs)
	}
}

// checkFilled looks at each cell of a filled triangle: each piece must have the
// cells of one of its drawings, and be there once.
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
			t.Fatalf("%c has not its shape in\n%s", letter, text)
		}
	}
}

// shapes returns the forms of each piece, by its letter.
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

// shapeKey names cells, given in row order, by their offsets from the first.
func shapeKey(cells [][2]int) string {
	key := make([]byte, 0, 2*len(cells))
	for _, c := range cells {
		key = append(key, byte(c[0]-cells[0][0]), byte(c[1]-cells[0][1]))
	}
	return string(key)
}

// mirror reflects a triangle so that its right angle stays where it is.
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
	for _, sold := range soldBoards(t) {
		if (testing.Short() || raceEnabled) && sold.count > 300000 {
			continue
		}
		if n, err := new(beads.Solver).Count(t.Context(), sold.board); n != sold.count || err != nil {
			t.Errorf("%s: Count is %d, %v, want %d", sold.name, n, err, sold.count)
		}
		if filled, err := new(beads.Solver).Solve(t.Context(), sold.board); !filled.IsFilled() || err != nil {
			t.Errorf("%s: %v", sold.name, err)
		}
	}
}

// TestOrderIsFixed lists so many solutions that a search with enough memory comes to
// go along a trail, and one with less does not.
func TestOrderIsFixed(t *testing.T) {
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
				t.Errorf("%s: %+v lists %d: %s", name, s, len(got), diff)
			}
		}
	}
}

func TestSolutionsCanBeLoopedOverAgain(t *testing.T) {
	b := mustTriangle(t, lines(sample))
	all := new(beads.Solver).Solutions(t.Context(), b)
	for range 2 {
		n := 0
		for range all {
			n++
		}
		if n != 1 {
			t.Errorf("%d solutions", n)
		}
	}
}

func TestMemory(t *testing.T) {
	ctx := t.Context()
	easy := mustTriangle(t, lines(sample))
	for _, memory := range []int64{-1 << 63, -1, 1, 1000} {
		s := &beads.Solver{Memory: memory}
		want := beads.ErrMemory
		if memory < 0 {
			want = beads.ErrOption
		}
		if _, err := s.Solve(ctx, easy); !errors.Is(err, want) {
			t.Errorf("Memory %d: Solve: %v", memory, err)
		}
		if _, err := s.SolveUnique(ctx, easy); !errors.Is(err, want) {
			t.Errorf("Memory %d: SolveUnique: %v", memory, err)
		}
		if n, err := s.Count(ctx, easy); n != 0 || !errors.Is(err, want) {
			t.Errorf("Memory %d: Count: %d, %v", memory, n, err)
		}
		if p, err := s.Forced(ctx, easy); p != nil || !errors.Is(err, want) {
			t.Errorf("Memory %d: Forced: %v, %v", memory, p, err)
		}
		n := 0
		for b, err := range s.Solutions(ctx, easy) {
			if n++; b != (beads.Board{}) || !errors.Is(err, want) {
				t.Errorf("Memory %d: Solutions: %v, %v", memory, b, err)
			}
		}
		if n != 1 {
			t.Errorf("Memory %d: Solutions has %d elements", memory, n)
		}
	}
	for _, memory := range []int64{40 << 10, 50 << 10, 100 << 10, 1 << 20} {
		check(t, &beads.Solver{Memory: memory}, easy, []string{lines(sampleFilled)})
	}
	full := mustTriangle(t, lines(". .. ... .... ..... ...... ....... EEE.AA.. E...ABBBB E........."))
	want, err := new(beads.Solver).Count(ctx, full)
	if err != nil {
		t.Fatal(err)
	}
	for _, memory := range []int64{100 << 10, 300 << 10, 1 << 20, 4 << 20} {
		if n, err := (&beads.Solver{Memory: memory}).Count(ctx, full); n != want || err != nil {
			t.Errorf("Memory %d: Count is %d, %v, want %d", memory, n, err, want)
		}
	}
}

// TestMemoryForTheTriangle holds the documentation to what it says.
func TestMemoryForTheTriangle(t *testing.T) {
	var entered [2]uint64
	for i, memory := range []int64{0, 6 << 20} {
		s := &beads.Solver{Memory: memory, Progress: func(s beads.Stats) { entered[i] = s.Nodes }}
		if n, err := s.Count(t.Context(), beads.Triangle()); n != 32288 || err != nil {
			t.Fatal(n, err)
		}
	}
	if entered[0] != entered[1] {
		t.Errorf("%d positions entered with all memory, %d with 6 MiB", entered[0], entered[1])
	}
}

// TestMemoryIsABound counts what a search allocates, the garbage too.
func TestMemoryIsABound(t *testing.T) {
	const extra = 300 << 10
	for name, text := range map[string]string{
		"square":    strings.Repeat("........\n", 8),
		"rectangle": strings.Repeat("...........\n", 5),
		"triangle":  lines(empty),
	} {
		// Each search has a region whose tables nobody has built, but for the
		// triangle, and ends after a while.
		allocates := func(memory int64, ask func(*beads.Solver, context.Context, beads.Board)) int64 {
			b := mustBoard(t, text)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			calls := 0
			s := &beads.Solver{Memory: memory, Every: 1, Progress: func(beads.Stats) {
				if calls++; calls == 300 {
					cancel()
				}
			}}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			ask(s, ctx, b)
			runtime.ReadMemStats(&after)
			return int64(after.TotalAlloc - before.TotalAlloc)
		}
		for _, memory := range []int64{1, 60 << 10, 100 << 10, 1 << 20} {
			got := allocates(memory, func(s *beads.Solver, ctx context.Context, b beads.Board) { s.Count(ctx, b) })
			if got > 2*memory+extra {
				t.Errorf("%s: Count allocates %d bytes with Memory %d", name, got, memory)
			}
			got = allocates(memory, func(s *beads.Solver, ctx context.Context, b beads.Board) {
				for range s.Solutions(ctx, b) {
				}
			})
			if got > 2*memory+extra {
				t.Errorf("%s: Solutions allocates %d bytes with Memory %d", name, got, memory)
			}
		}
	}
}

func TestStrategy(t *testing.T) {
	for strategy, want := range map[beads.Strategy]string{beads.Auto: "auto", beads.Sweep: "sweep", beads.Search: "search", 7: "Strategy(7)"} {
		if got := strategy.String(); got != want {
			t.Errorf("String is %q, want %q", got, want)
		}
	}
	s := &beads.Solver{Strategy: 3}
	if _, err := s.Count(t.Context(), beads.Triangle()); !errors.Is(err, beads.ErrOption) || err.Error() != "beads: Count: bad option: Strategy is Strategy(3): must be auto, sweep or search" {
		t.Error(err)
	}
	if _, err := s.Forced(t.Context(), beads.Board{}); !errors.Is(err, beads.ErrOption) {
		t.Error(err)
	}
}

func TestAssumeUnique(t *testing.T) {
	ctx := t.Context()
	s := &beads.Solver{AssumeUnique: true}
	check(t, s, mustTriangle(t, lines(sample)), []string{lines(sampleFilled)})
	check(t, s, mustTriangle(t, lines(strings.Replace(sample, ". ..", "A AA", 1))), nil)

	// The promise is false for the empty triangle.
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

func TestCancel(t *testing.T) {
	reason := errors.New("a reason")
	cancelled, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	plain, stop := context.WithCancel(t.Context())
	stop()
	late, cancelLate := context.WithTimeoutCause(t.Context(), -time.Second, reason)
	defer cancelLate()
	for name, ctx := range map[string]context.Context{"cancelled": cancelled, "plain": plain, "late": late} {
		isStopped := func(err error) bool {
			return errors.Is(err, ctx.Err()) && errors.Is(err, context.Cause(ctx)) &&
				!errors.Is(err, beads.ErrNoSolution) && !errors.Is(err, beads.ErrNotUnique) && !errors.Is(err, beads.ErrMemory)
		}
		for _, b := range []beads.Board{{}, beads.Triangle()} {
			if _, err := new(beads.Solver).Solve(ctx, b); !isStopped(err) {
				t.Errorf("%s: Solve: %v", name, err)
			}
			if _, err := new(beads.Solver).SolveUnique(ctx, b); !isStopped(err) {
				t.Errorf("%s: SolveUnique: %v", name, err)
			}
			if _, err := new(beads.Solver).Count(ctx, b); !isStopped(err) {
				t.Errorf("%s: Count: %v", name, err)
			}
			if p, err := new(beads.Solver).Forced(ctx, b); !isStopped(err) || p != nil {
				t.Errorf("%s: Forced: %v, %v", name, p, err)
			}
			n := 0
			for _, err := range new(beads.Solver).Solutions(ctx, b) {
				if n++; !isStopped(err) {
					t.Errorf("%s: Solutions: %v", name, err)
				}
			}
			if n != 1 {
				t.Errorf("%s: Solutions has %d elements", name, n)
			}
		}
	}
}

// TestCancelMidway cancels from a progress function, once the search has begun.
func TestCancelMidway(t *testing.T) {
	reason := errors.New("a reason")
	for name, search := range map[string]func(*beads.Solver, context.Context) error{
		"sweep": func(s *beads.Solver, ctx context.Context) error {
			_, err := s.Count(ctx, beads.Triangle())
			return err
		},
		"search": func(s *beads.Solver, ctx context.Context) error {
			_, err := s.Count(ctx, beads.Pyramid())
			return err
		},
		"search for all": func(s *beads.Solver, ctx context.Context) error {
			s.Strategy = beads.Search
			for _, err := range s.Solutions(ctx, beads.Triangle()) {
				if err != nil {
					return err
				}
			}
			return nil
		},
		"tally": func(s *beads.Solver, ctx context.Context) error {
			s.Memory = 150 << 10
			_, err := s.Count(ctx, beads.Triangle())
			return err
		},
		"forced": func(s *beads.Solver, ctx context.Context) error {

			_, err := s.Forced(ctx, mustRectangle(t, 3, 20, beads.Pentominoes()))
			return err
		},
		"walk": func(s *beads.Solver, ctx context.Context) error {
			for _, err := range s.Solutions(ctx, beads.Triangle()) {
				if err != nil {
					return err
				}
			}
			return nil
		},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		calls := 0
		s := &beads.Solver{Every: 1, Progress: func(beads.Stats) {
			if calls++; calls == 10 {
				cancel(reason)
			}
		}}
		if err := search(s, ctx); !errors.Is(err, context.Canceled) || !errors.Is(err, reason) {
			t.Errorf("%s: %v", name, err)
		}
		if calls != 11 { // and once at the end
			t.Errorf("%s: %d calls of Progress", name, calls)
		}
		cancel(nil)
	}
}

// TestCancelInLoop cancels in the body of a loop over all solutions: whatever is
// left, only the error follows.
func TestCancelInLoop(t *testing.T) {
	for name, b := range map[string]beads.Board{
		"many":   beads.Triangle(),
		"few":    mustBoard(t, "....\n....\n...."),
		"one":    mustTriangle(t, lines(sample)),
		"filled": mustTriangle(t, lines(sampleFilled)),
		"zero":   {},
	} {
		total, err := new(beads.Solver).Count(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2, 3, int(total)} {
			ctx, cancel := context.WithCancel(t.Context())
			solutions, failures := 0, 0
			for filled, err := range new(beads.Solver).Solutions(ctx, b) {
				if err == nil {
					solutions++
				} else if failures++; !errors.Is(err, context.Canceled) || filled != (beads.Board{}) {
					t.Errorf("%s: %v\n%v", name, err, filled)
				}
				if solutions == n {
					cancel()
				}
			}
			if n <= int(total) && (solutions != n || failures != 1) {
				t.Errorf("%s, cancelled after %d: %d solutions and %d errors", name, n, solutions, failures)
			}
			cancel()
		}
	}
}

// An oddContext is one of the caller's own making.
type oddContext struct {
	context.Context
	err error
}

func (c oddContext) Err() error { return c.err }

// A list is an error that cannot be compared.
type list []error

func (list) Error() string { return "a list" }

func (list) Is(target error) bool { return target == io.EOF }

func TestOddContexts(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, ctx := range map[string]context.Context{
		"no comparing":                  oddContext{context.Background(), list{}},
		"no comparing, another cause":   oddContext{cancelled, list{}},
		"no cause":                      oddContext{t.Context(), io.EOF},
		"an error that wraps the cause": oddContext{cancelled, fmt.Errorf("%w: %w", io.EOF, context.Canceled)},
	} {
		_, err := new(beads.Solver).Count(ctx, beads.Triangle())
		if cause := context.Cause(ctx); !errors.Is(err, io.EOF) || cause == context.Canceled && !errors.Is(err, cause) {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(err.Error(), "nil") || strings.Count(err.Error(), "canceled") > 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStopsWithItsCaller(t *testing.T) {
	var last beads.Stats
	s := &beads.Solver{Progress: func(s beads.Stats) { last = s }}
	for range s.Solutions(t.Context(), beads.Triangle()) {
		break
	}
	if last.Nodes == 0 || last.Nodes > 10000 {
		t.Errorf("%d positions entered for one solution", last.Nodes)
	}
}

func TestProgress(t *testing.T) {
	for _, every := range []time.Duration{0, 5 * time.Millisecond} {
		var all []beads.Stats
		s := &beads.Solver{Every: every, Progress: func(s beads.Stats) { all = append(all, s) }}
		if _, err := s.Count(t.Context(), beads.Triangle()); err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 || every <= 0 && len(all) != 1 {
			t.Fatalf("Every %v: %d calls", every, len(all))
		}
		for i := range all[:len(all)-1] {
			if all[i].Elapsed < time.Duration(i+1)*every {
				t.Errorf("Every %v: call %d came after %v", every, i+1, all[i].Elapsed)
			}
			if all[i].Nodes > all[i+1].Nodes {
				t.Errorf("Every %v: call %d: fewer positions than before", every, i+1)
			}
		}
		last := all[len(all)-1]
		if last.Nodes == 0 || last.Tried == 0 || last.Remembered == 0 || last.Elapsed <= 0 {
			t.Errorf("Every %v: at the end %+v", every, last)
		}
	}
	// It is called also where there is nothing to search.
	calls := 0
	s := &beads.Solver{Progress: func(beads.Stats) { calls++ }}
	if _, err := s.Solve(t.Context(), beads.Board{}); err != nil || calls != 1 {
		t.Errorf("%v, %d calls", err, calls)
	}
}

// TestNoProgressAfterPanic leaves a search in ways that are no return.
func TestNoProgressAfterPanic(t *testing.T) {
	for name, leave := range map[string]func(){
		"panic":  func() { panic("a reason") },
		"Goexit": runtime.Goexit,
	} {
		calls := 0
		s := &beads.Solver{Progress: func(s beads.Stats) { calls++ }}
		var wait sync.WaitGroup
		wait.Add(1)
		go func() {
			defer wait.Done()
			defer func() { recover() }()
			for range s.Solutions(t.Context(), beads.Triangle()) {
				leave()
			}
		}()
		wait.Wait()
		if calls != 0 {
			t.Errorf("%s: %d calls of Progress", name, calls)
		}
	}
}

func TestManyGoroutines(t *testing.T) {
	var s beads.Solver
	boards := readKnown(t, "testdata/triangle.jsonl")
	regions := readKnown(t, "testdata/regions.jsonl")
	fresh := make([]beads.Board, len(regions)) // whose tables nobody has built
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

func TestNilContext(t *testing.T) {
	var none context.Context
	s := &beads.Solver{Progress: func(beads.Stats) { t.Error("a search that does not begin reports progress") }}
	if b, err := s.Solve(none, beads.Triangle()); !errors.Is(err, beads.ErrOption) || b != (beads.Board{}) {
		t.Errorf("Solve: %v\n%v", err, b)
	}
	if b, err := s.SolveUnique(none, beads.Triangle()); !errors.Is(err, beads.ErrOption) || b != (beads.Board{}) {
		t.Errorf("SolveUnique: %v\n%v", err, b)
	}
	if n, err := s.Count(none, beads.Triangle()); !errors.Is(err, beads.ErrOption) || n != 0 {
		t.Errorf("Count: %v, %d", err, n)
	}
	if p, err := s.Forced(none, beads.Triangle()); !errors.Is(err, beads.ErrOption) || p != nil {
		t.Errorf("Forced: %v, %v", err, p)
	}
	elements := 0
	for b, err := range s.Solutions(none, beads.Triangle()) {
		if elements++; !errors.Is(err, beads.ErrOption) || b != (beads.Board{}) {
			t.Errorf("Solutions: %v\n%v", err, b)
		}
	}
	if elements != 1 {
		t.Errorf("Solutions has %d elements", elements)
	}
}

// TestStopError stops every kind of search at a limit of positions and by its
// context, and sees what the error says.
func TestStopError(t *testing.T) {
	reason := errors.New("a reason")
	for name, ask := range questions() {
		for _, strategy := range []beads.Strategy{beads.Sweep, beads.Search} {
			ctx, cancel := context.WithCancelCause(t.Context())
			var last beads.Stats
			// The first call of Progress cancels; those of other searches come too late.
			s := &beads.Solver{Strategy: strategy, Every: 1, Progress: func(now beads.Stats) { last = now; cancel(reason) }}
			err := ask(s, ctx, beads.Pyramid())
			var stop *beads.StopError
			switch {
			case !errors.As(err, &stop):
				t.Errorf("%s, %v, cancelled: %v", name, strategy, err)
			case !errors.Is(err, context.Canceled) || !errors.Is(err, reason) || stop.Stats != last || stop.Stats.Nodes == 0,
				err.Error() != "beads: "+name+": search stopped: context canceled: a reason":
				t.Errorf("%s, %v, cancelled: %v, %+v, Progress saw %+v", name, strategy, err, stop, last)
			}
			s = &beads.Solver{Strategy: strategy, NodeLimit: 20}
			err = ask(s, t.Context(), beads.Pyramid())
			switch {
			case !errors.As(err, &stop):
				t.Errorf("%s, %v, limited: %v", name, strategy, err)
			case !errors.Is(err, beads.ErrBudget) || stop.Stats.Nodes > 20 || errors.Is(err, beads.ErrNoSolution),
				err.Error() != "beads: "+name+": search stopped: budget spent: 20 positions entered":
				t.Errorf("%s, %v, limited: %v, %+v", name, strategy, err, stop)
			}
		}
	}
}

// questions returns the methods of a Solver by name. Each takes the whole answer.
func questions() map[string]func(*beads.Solver, context.Context, beads.Board) error {
	return map[string]func(*beads.Solver, context.Context, beads.Board) error{
		"Solve": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			_, err := s.Solve(ctx, b)
			return err
		},
		"SolveUnique": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			_, err := s.SolveUnique(ctx, b)
			return err
		},
		"Count": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			_, err := s.Count(ctx, b)
			return err
		},
		"Forced": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			_, err := s.Forced(ctx, b)
			return err
		},
		"Solutions": func(s *beads.Solver, ctx context.Context, b beads.Board) error {
			for _, err := range s.Solutions(ctx, b) {
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// A limit of as many positions as the search needs changes nothing, and a limit of
// one less stops it.
func TestNodeLimitIsExact(t *testing.T) {
	boards := map[string]beads.Board{
		"sample": mustTriangle(t, lines(sample)),
		"6x5":    mustRectangle(t, 6, 5, beads.Pentominoes()),
		"none":   mustTriangle(t, lines(strings.Replace(sample, ". ..", "A AA", 1))),
	}
	for board, b := range boards {
		for name, ask := range questions() {
			for _, strategy := range []beads.Strategy{beads.Sweep, beads.Search} {
				var last beads.Stats
				s := beads.Solver{Strategy: strategy, Progress: func(now beads.Stats) { last = now }}
				want := ask(&s, t.Context(), b)
				needs := last.Nodes
				if needs == 0 {
					continue
				}
				s.NodeLimit = needs
				if err := ask(&s, t.Context(), b); fmt.Sprint(err) != fmt.Sprint(want) || last.Nodes != needs {
					t.Errorf("%s, %s, %v with a limit of %d: %v, %d positions, want %v", board, name, strategy, needs, err, last.Nodes, want)
				}
				if s.NodeLimit--; s.NodeLimit == 0 {
					continue
				}
				if err := ask(&s, t.Context(), b); !errors.Is(err, beads.ErrBudget) || last.Nodes >= needs {
					t.Errorf("%s, %s, %v with a limit of %d: %v, %d positions", board, name, strategy, s.NodeLimit, err, last.Nodes)
				}
			}
		}
	}
}

// What a stopped search has found, it says.
func TestStopErrorSaysWhatIsFound(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var s beads.Solver
	solutions := uint64(0)
	var stop *beads.StopError
	for _, err := range s.Solutions(ctx, beads.Triangle()) {
		if err == nil {
			if solutions++; solutions == 7 {
				cancel()
			}
		} else if !errors.As(err, &stop) {
			t.Fatal(err)
		}
	}
	if stop == nil || stop.Found != solutions || solutions != 7 {
		t.Errorf("%d solutions, %+v", solutions, stop)
	}
	// Whatever the limit, a second solution proves more than a limit can hide.
	for limit := uint64(1); ; limit++ {
		s := beads.Solver{NodeLimit: limit}
		_, err := s.SolveUnique(t.Context(), beads.Triangle())
		if errors.Is(err, beads.ErrNotUnique) {
			break
		}
		if !errors.As(err, &stop) || stop.Found > 1 || limit > 1000 {
			t.Fatalf("limit %d: %v, %+v", limit, err, stop)
		}
	}
}

func TestSenselessValues(t *testing.T) {
	for _, test := range []struct {
		solver beads.Solver
		want   string
	}{
		{beads.Solver{Workers: -1}, "Workers is -1: must be at least 0"},
		{beads.Solver{Memory: -5}, "Memory is -5: must be at least 0"},
		{beads.Solver{Every: -time.Second}, "Every is -1s: must be at least 0s"},
		{beads.Solver{Strategy: 9}, "Strategy is Strategy(9): must be auto, sweep or search"},
	} {
		for name, ask := range questions() {
			err := ask(&test.solver, t.Context(), beads.Triangle())
			if !errors.Is(err, beads.ErrOption) || err.Error() != "beads: "+name+": bad option: "+test.want {
				t.Errorf("%s: %v, want %s", name, err, test.want)
			}
		}
	}
}
