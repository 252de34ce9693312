package cover

import (
	"math/bits"

	"github.com/mayanbeads/mayan/internal/memo"
)

// A tally counts fillings depth first, for when a sweep takes too much memory:
// it forgets what does not fit into its own and counts that again.
type tally struct {
	cover *Problem
	known *memo.Table // from positions to counts
	meter *Progress
}

// count returns the number of fillings of a position, and false if the meter
// says stop.
func (t *tally) count(covered uint64, pieces uint16) (total uint64, ok bool) {
	if covered == ^uint64(0) {
		return 1, true
	}
	key := memo.Key{covered, uint64(pieces)}
	if total, ok := t.known.Get(key); ok {
		return total, true
	}
	if !t.meter.enter(1) {
		return 0, false
	}
	for _, p := range t.cover.at(bits.TrailingZeros64(^covered)) {
		if p.Cells&covered != 0 || p.Piece&pieces == 0 {
			continue
		}
		t.meter.stats.Tried++
		next, left := covered|p.Cells, Take(pieces, p.Piece)
		if t.cover.isDead(next, left) {
			continue
		}
		n, ok := t.count(next, left)
		if !ok {
			return 0, false
		}
		total = add(total, n)
	}
	t.known.Put(key, total)
	t.meter.stats.Remembered++
	return total, true
}
