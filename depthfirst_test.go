package mayan

import (
	"context"
	"testing"
)

// A search allocates its table and its answer before and after, but nothing for a
// position.
func TestSearchAllocatesNothingPerPosition(t *testing.T) {
	b := MustParseBoard("3233121/3313211/223122/3323323/1121")
	for name, options := range map[string][]Option{
		"default":        {WithMemory(16 << 10)},
		"NoPrunes":       {NoPrunes()},
		"PruneFunc":      {WithMemory(16 << 10), PruneFunc(func(Board, int) bool { return false })},
		"without memory": {WithMemory(0)},
	} {
		for _, question := range []question{finding, counting} {
			n := 3
			if name == "NoPrunes" {
				n = 2
			}
			var w worker
			if err := w.begin(context.Background(), "Solve", b, n, question, options); err != nil {
				t.Fatal(err)
			}
			w.run(n)
			if allocs := testing.AllocsPerRun(3, func() { w.run(n) }); allocs != 0 {
				t.Errorf("%s: %v allocations per search, want 0", name, allocs)
			}
		}
	}
}
