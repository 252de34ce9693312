package cover

import (
	"math/bits"
	"unsafe"
)

// A budget is how many bytes may still be allocated.
type budget int64

// take reports whether the budget allows n values of the given size, and if it
// does takes them off.
func (b *budget) take(n, size int) bool {
	bytes := budget(n) * budget(size)
	if *b < bytes {
		return false
	}
	*b -= bytes
	return true
}

// reserve makes room for n more values at the end of a slice if the budget
// allows it. The array that becomes too small is not given back to the budget,
// as nobody knows when the garbage collector takes it.
func reserve[T any](b *budget, slice *[]T, n int) bool {
	length := len(*slice)
	if length+n <= cap(*slice) {
		return true
	}
	var v T
	larger := max(length+n, 2*cap(*slice), 16)
	if !b.take(larger, int(unsafe.Sizeof(v))) {
		return false
	}
	*slice = append(make([]T, 0, larger), *slice...)
	return true
}

// An index numbers keys in the order in which they come, from 0.
type index struct {
	keys  []uint64
	slots []uint32 // open-addressed, at most half full: 1 + number, 0 where empty
}

// find returns the number of a key, and whether it has one.
func (x *index) find(key uint64) (number uint32, ok bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	number = x.slots[x.slot(key)]
	return number - 1, number != 0
}

// add gives a key that has no number the next. It reports false if the budget
// is spent.
func (x *index) add(b *budget, key uint64) bool {
	if 2*len(x.keys) >= len(x.slots) {
		larger := max(2*len(x.slots), 32)
		if !b.take(larger, 4) {
			return false
		}
		x.slots = make([]uint32, larger)
		for i, k := range x.keys {
			x.slots[x.slot(k)] = uint32(i + 1)
		}
	}
	if !reserve(b, &x.keys, 1) {
		return false
	}
	x.keys = append(x.keys, key)
	x.slots[x.slot(key)] = uint32(len(x.keys))
	return true
}

// slot returns the slot of a key, or the empty one where it belongs.
func (x *index) slot(key uint64) int {
	mask := len(x.slots) - 1
	i := int(key * 0x9e3779b97f4a7c15 >> bits.LeadingZeros64(uint64(mask)))
	for {
		if n := x.slots[i&mask]; n == 0 || x.keys[n-1] == key {
			return i & mask
		}
		i++
	}
}

// clear takes all numbers back. The memory stays.
func (x *index) clear() {
	x.keys = x.keys[:0]
	clear(x.slots)
}
