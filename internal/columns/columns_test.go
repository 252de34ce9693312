package columns

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"os"
	"testing"

	"golang.org/x/exp/slices"
)

var update = flag.Bool("update", false, "write table.bin anew")

// flow is a plan by boundaries: steps to the right, or to the left if negative.
type flow [columns - 1]int

func (f flow) length() int {
	n := 0
	for _, steps := range f {
		n += max(steps, -steps)
	}
	return n
}

// within reports whether f takes no step that g does not.
func (f flow) within(g flow) bool {
	for i := range f {
		if f[i] > 0 && g[i] < f[i] || f[i] < 0 && g[i] > f[i] {
			return false
		}
	}
	return true
}

func (f flow) plan() Plan {
	var p Plan
	for i, steps := range f {
		if steps > 0 {
			p |= Plan(steps) << (stepBits * i)
		} else {
			p |= Plan(-steps) << (stepBits*i + leftShift)
		}
	}
	return p
}

// flowOf returns the flow of the step that stands at the given bit of Steps.
func flowOf(bit Steps) (f flow) {
	if bit < leftSteps {
		f[bit] = 1
	} else {
		f[bit-leftSteps] = -1
	}
	return f
}

type numbers [columns]int

func (n numbers) total() int { return n[0] + n[1] + n[2] + n[3] + n[4] }

func (n numbers) counts() Counts {
	var c Counts
	for x, blocks := range n {
		c += Counts(blocks) * One(x)
	}
	return c
}

// after returns the numbers when the steps of f have been taken.
func (n numbers) after(f flow) numbers {
	for i, steps := range f {
		n[i] -= steps
		n[i+1] += steps
	}
	return n
}

// clearable tells by trying all rows that might cover the columns.
func (n numbers) clearable() bool {
	rows := [][2]int{{0, 2}, {1, 3}, {2, 4}, {0, 3}, {1, 4}, {0, 4}}
	var coverable func(covered numbers, rows [][2]int) bool
	coverable = func(covered numbers, rows [][2]int) bool {
		done := true
		for x := range n {
			if covered[x] > n[x] {
				return false
			}
			done = done && (n[x] > 2 || covered[x] == n[x])
		}
		if done {
			return true
		}
		for i, row := range rows {
			more := covered
			for x := row[0]; x <= row[1]; x++ {
				more[x]++
			}
			if coverable(more, rows[i:]) {
				return true
			}
		}
		return false
	}
	return coverable(numbers{}, rows)
}

// each visits all numbers of up to most blocks a column.
func each(most int, visit func(numbers)) {
	var n numbers
	for {
		visit(n)
		x := 0
		for ; x < columns && n[x] == most; x++ {
			n[x] = 0
		}
		if x == columns {
			return
		}
		n[x]++
	}
}

// clearer remembers which numbers are clearable. More than four blocks in a
// column are as good as four: no covering by rows needs more of them.
type clearer map[numbers]bool

func (c clearer) clearable(n numbers) bool {
	for x := range n {
		if n[x] < 0 {
			return false
		}
		n[x] = min(n[x], 4)
	}
	known, ok := c[n]
	if !ok {
		known = n.clearable()
		c[n] = known
	}
	return known
}

// targets returns the clearable numbers of so many blocks.
func (c clearer) targets(total int) []numbers {
	var all []numbers
	var place func(n numbers, x, left int)
	place = func(n numbers, x, left int) {
		if x == columns-1 {
			n[x] = left
			if c.clearable(n) {
				all = append(all, n)
			}
			return
		}
		for n[x] = 0; n[x] <= left; n[x]++ {
			place(n, x+1, left-n[x])
		}
	}
	place(numbers{}, 0, total)
	return all
}

// leanPlans returns the lean ones among the flows that lead from n to a target,
// shorter before longer.
func (n numbers) leanPlans(targets []numbers) []flow {
	all := make([]flow, len(targets))
	for i, target := range targets {
		carried := 0
		for x := range columns - 1 {
			carried += n[x] - target[x]
			all[i][x] = carried
		}
	}
	slices.SortStableFunc(all, func(f, g flow) int { return f.length() - g.length() })
	var lean []flow
	for _, f := range all {
		if !slices.ContainsFunc(lean, func(l flow) bool { return l.within(f) }) {
			lean = append(lean, f)
		}
		if f == (flow{}) {
			break
		}
	}
	return lean
}

// build makes the table.
func build(t *testing.T) []byte {
	entries := make([]byte, planStart)
	plans := make([]byte, listAlign*planBytes) // list 0 is empty
	known := map[string]int{}
	clear := clearer{}
	var targets [columns*(radix-1) + 1][]numbers
	for total := range targets {
		targets[total] = clear.targets(total)
	}
	each(radix-1, func(n numbers) {
		if clear.clearable(n) {
			return // distance 0, no plan
		}
		distance, list := Unreachable, 0
		if lean := n.leanPlans(targets[n.total()]); len(lean) > 0 {
			distance = lean[0].length()
			var text []byte
			for _, f := range lean {
				text = binary.LittleEndian.AppendUint64(text, uint64(f.plan()))
			}
			text = append(text, make([]byte, planBytes)...)
			for len(text)%(listAlign*planBytes) != 0 {
				text = append(text, make([]byte, planBytes)...)
			}
			var ok bool
			if list, ok = known[string(text)]; !ok {
				list = len(plans) / (listAlign * planBytes)
				known[string(text)] = list
				plans = append(plans, text...)
			}
			if distance == 0 || distance >= Unreachable || list >= 1<<listBits {
				t.Fatalf("%v: distance %d or list %d does not fit", n, distance, list)
			}
		}
		binary.LittleEndian.PutUint32(entries[entryBytes*int(n.counts()):], uint32(distance<<listBits|list))
	})
	distance := func(n numbers) int {
		return int(entries[entryBytes*int(n.counts())+1] >> (listBits - 8))
	}
	each(radix-1, func(n numbers) {
		at := entryBytes * int(n.counts())
		for step := range Steps(8) {
			m := n.after(flowOf(step))
			if slices.Min(m[:]) >= 0 && slices.Max(m[:]) < radix && distance(m) > distance(n) {
				entries[at+fartherShift/8] |= 1 << step
			}
		}
		// Shortest plans come first in a list.
		list := binary.LittleEndian.Uint16(entries[at:]) & (1<<listBits - 1)
		for rest := plans[listAlign*planBytes*int(list):]; Plan(binary.LittleEndian.Uint64(rest)).steps() == distance(n); rest = rest[planBytes:] {
			for step := range Steps(8) {
				if rest[step] != 0 {
					entries[at+nearerShift/8] |= 1 << step
				}
			}
		}
	})
	return append(entries, plans...)
}

// TestTable makes the table anew from the rules and compares. With -update it
// writes the file.
func TestTable(t *testing.T) {
	want := build(t)
	if *update {
		if err := os.WriteFile("table.bin", want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal([]byte(table), want) {
		t.Errorf("table.bin of %d bytes differs from what the rules give, %d bytes; see go generate", len(table), len(want))
	}
}

// The distances a second way: by single steps from all clearable numbers, one
// after another, through columns that may hold more than the table has numbers
// for.
func TestDistances(t *testing.T) {
	const most = radix + 2
	clear := clearer{}
	distance := map[numbers]int{}
	var front []numbers
	each(most, func(n numbers) {
		if clear.clearable(n) {
			distance[n] = 0
			front = append(front, n)
		}
	})
	for d := 1; len(front) > 0; d++ {
		var next []numbers
		for _, n := range front {
			for x := range columns - 1 {
				for _, steps := range [2]int{1, -1} {
					var f flow
					f[x] = steps
					m := n.after(f)
					if _, known := distance[m]; !known && min(m[x], m[x+1]) >= 0 && max(m[x], m[x+1]) <= most {
						distance[m] = d
						next = append(next, m)
					}
				}
			}
		}
		front = next
	}
	seen := map[int]int{}
	each(radix-1, func(n numbers) {
		want, ok := distance[n]
		if !ok {
			want = Unreachable
		}
		if got := n.counts().Entry().Distance(); got != want {
			t.Fatalf("%v: distance %d by the table, %d step by step", n, got, want)
		}
		nearer, farther := n.counts().Entry().Nearer(), n.counts().Entry().Farther()
		for step := range Steps(8) {
			m := n.after(flowOf(step))
			if slices.Min(m[:]) < 0 || slices.Max(m[:]) >= radix || want == Unreachable {
				continue
			}
			change := 0
			if nearer>>step&1 != 0 {
				change--
			}
			if farther>>step&1 != 0 {
				change++
			}
			if distance[m] != want+change {
				t.Fatalf("%v: step %d changes the distance %d by %d, says the table; it becomes %d", n, step, want, change, distance[m])
			}
		}
		seen[want]++
	})
	for _, d := range []int{0, 1, 2, 3, 4, Unreachable} {
		if seen[d] == 0 {
			t.Errorf("nothing is at distance %d", d)
		}
	}
	if len(seen) != 6 {
		t.Errorf("distances and how often: %v", seen)
	}
}

// Fit against trying all flows, lean or not, for two and three colours, above all
// for numbers that are not clearable.
func TestFit(t *testing.T) {
	clear := clearer{}
	// A move takes at most one step of a colour, so in so many moves no flow is
	// longer.
	var short []flow
	each(2*4, func(m numbers) {
		if f := (flow{m[0] - 4, m[1] - 4, m[2] - 4, m[3] - 4}); m[4] == 0 && f.length() <= 4 {
			short = append(short, f)
		}
	})
	waysOf := func(n numbers, moves int) []flow {
		var ways []flow
		for _, f := range short {
			if f.length() <= moves && clear.clearable(n.after(f)) {
				ways = append(ways, f)
			}
		}
		return ways
	}
	var far []numbers
	each(radix-1, func(n numbers) {
		if d := n.counts().Entry().Distance(); d > 0 && d < Unreachable {
			far = append(far, n)
		}
	})
	r := rand.New(rand.NewPCG(1, 1))
	random := func() numbers {
		if r.IntN(4) > 0 {
			return far[r.IntN(len(far))]
		}
		var n numbers
		for range 3 + r.IntN(6) {
			if x := r.IntN(columns); n[x] < radix-1 {
				n[x]++
			}
		}
		return n
	}
	cases := 4000
	if testing.Short() {
		cases = 400
	}
	seen := map[int]int{}
	for i := range cases {
		colors, most := 2, 4 // colours and moves
		if i%2 == 0 {
			colors, most = 3, 3
		}
		var all [3]numbers
		ways := [3][]flow{{{}}, {{}}, {{}}}
		var entries []Entry
		for c := range colors {
			if all[c] = random(); i%50 == 0 {
				all[c] = numbers{3} // nothing to do
			}
			ways[c] = waysOf(all[c], most)
			entries = append(entries, all[c].counts().Entry())
		}
		least := most + 1
		for _, f := range ways[0] {
			for _, g := range ways[1] {
				for _, h := range ways[2] {
					moves := 0
					for x := range f {
						moves += max(max(f[x], 0)+max(g[x], 0)+max(h[x], 0), max(-f[x], 0)+max(-g[x], 0)+max(-h[x], 0))
					}
					least = min(least, moves)
				}
			}
		}
		seen[least]++
		for moves := range most + 1 {
			if got := Fit(entries, moves); got != (moves >= least) {
				t.Fatalf("Fit of %v in %d moves: %t, but it takes %d", all[:colors], moves, got, least)
			}
		}
	}
	for moves := range 5 {
		if seen[moves] == 0 {
			t.Errorf("nothing takes %d moves", moves)
		}
	}
}

func TestTotal(t *testing.T) {
	each(radix-1, func(n numbers) {
		if c := n.counts(); c.Total() != n.total() {
			t.Fatalf("%v: Total = %d", n, c.Total())
		}
	})
}

func TestMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 10_000 {
		var p Plan
		want := 0
		for i := range columns - 1 {
			right, left := r.IntN(70), r.IntN(70)
			if r.IntN(2) == 0 {
				right, left = right%3, left%3
			}
			want += max(right, left)
			p |= Plan(right)<<(stepBits*i) | Plan(left)<<(stepBits*i+leftShift)
		}
		if want < 256 && p.moves() != want {
			t.Fatalf("plan %016x: %d moves, want %d", uint64(p), p.moves(), want)
		}
	}
}
