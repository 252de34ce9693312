package cover

import (
	"strings"
	"testing"
	"unsafe"
)

func TestConstrainedDoesNotAllocate(t *testing.T) {
	c := problem(t, strings.Repeat("........\n", 6)+".......", twelve...)
	const stored = 20_000 // bytes for stored positions; one run fills them
	levels := (len(twelve) + 1) * len(c.placements) * int(unsafe.Sizeof(Placement{}))
	found := 0
	h := newConstrained(c, Start(t.Context(), 0, 0, nil), budget(levels+stored), func([]Placement) bool {
		found++
		return found%3 != 0
	})
	h.run() // the stored positions now take all their memory
	if n := testing.AllocsPerRun(5, func() { h.clear(); h.run() }); n != 0 {
		t.Errorf("%v allocations for 3 solutions, want 0", n)
	}
	if found != 3*7 {
		t.Errorf("%d solutions found, want 21", found)
	}
}
