package cover

import (
	"math/bits"
	"unsafe"
)

// A budget is the number of bytes that may still be allocated.
type budget int64

// take takes n values of the given size off the budget. If the budget is too small, take
// changes nothing and returns false.
func (b *budget) take(n, size int) bool {
	bytes := budget(n) * budget(size)
	if *b < bytes {
		return false
	}
	*b -= bytes
	return true
}

// reserve makes room for n more values at the end of a slice. If the budget is too
// small, it returns false. The old array is not added to the budget again, because the
// garbage collector frees it at an unknown time.
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

// An index numbers keys from 0 in the order in which they are added. It is a hash table
// with open addressing.
type index struct {
	keys  []uint64
	slots []uint32 // open-addressed, at most half full: 1 + number, 0 where empty
}

// find returns the number of a key, and whether the key was added.
func (x *index) find(key uint64) (number uint32, ok bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	number = x.slots[x.slot(key)]
	return number - 1, number != 0
}

// add gives a new key the next number. If the budget is too small, it returns false.
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

// slot returns the slot of a key. For a new key, that is the empty slot where it belongs.
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

// clear removes all keys and keeps the memory.
func (x *index) clear() {
	x.keys = x.keys[:0]
	clear(x.slots)
}
