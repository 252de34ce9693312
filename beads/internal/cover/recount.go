package cover

import (
	"math/bits"

	"github.com/mayanbeads/mayan/internal/memo"
)

// A recount counts solutions depth first in the frontier order. It is for problems whose
// layers do not fit into memory: it forgets positions that do not fit, and counts them
// again when it meets them again.
type recount struct {
	problem  *Problem
	known    *memo.Table // from positions to counts
	progress *Progress
}

// count returns the number of solutions of a position. It returns false if the Progress
// says stop.
func (t *recount) count(covered uint64, pieces uint16) (total uint64, ok bool) {
	if covered == ^uint64(0) {
		return 1, true
	}
	key := memo.Key{covered, uint64(pieces)}
	if total, ok := t.known.Get(key); ok {
		return total, true
	}
	if !t.progress.enter(1) {
		return 0, false
	}
	for _, p := range t.problem.at(bits.TrailingZeros64(^covered)) {
		if p.Cells&covered != 0 || p.Piece&pieces == 0 {
			continue
		}
		t.progress.stats.Tried++
		next, left := covered|p.Cells, Take(pieces, p.Piece)
		if t.problem.isDead(next, left) {
			continue
		}
		n, ok := t.count(next, left)
		if !ok {
			return 0, false
		}
		total = add(total, n)
	}
	t.known.Put(key, total)
	t.progress.stats.Remembered++
	return total, true
}
