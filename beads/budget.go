package beads

import "unsafe"

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
