package cover

import (
	"math"
	"math/bits"
)

// add adds counts. math.MaxUint64 means this count or any larger one. A count
// that is too large stays so, and matters only if it becomes part of the answer.
func add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return sum | -carry
}

// overflowed reports whether a count means itself or any larger one.
func overflowed(count uint64) bool { return count == math.MaxUint64 }
