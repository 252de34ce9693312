// Package memo remembers positions of a search in a table that never
// outgrows a given number of bytes.
//
// The table compares whole positions, never hashes alone, so what it says of
// a position is certain. It may forget: a full bucket drops a position to
// take in another, and so does a bucket that two goroutines write at the same
// time. A search that loses what it remembered works longer and answers the
// same.
package memo

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
)

// A Key is a whole position. The zero Key stands for an empty slot and is
// never remembered.
type Key [2]uint64

// A bucket is one cache line of eight words:
//
//	word    0         1 2 3 4 5 6            7
//	        version   slots of two or three  unused
//
// A slot holds a Key and, in a table made by NewMap, the value that belongs to
// it. The version is odd while somebody writes the bucket. A reader that finds
// it odd, or changed after reading, has read a mixture and takes the position
// for unknown; a writer that finds it odd leaves the bucket alone.
const (
	bucketWords = 8
	bucketBytes = bucketWords * 8
	slotWords   = bucketWords - 2
	keyWords    = len(Key{})
	valueWords  = 1
	firstBytes  = 1 << 10 // what a new table takes, if its bound allows
	growth      = 2       // a table that grows becomes this many times larger
)

// A Table is a bounded set of positions, or a bounded map from positions to
// values. It is safe for concurrent use. A nil Table remembers nothing.
type Table struct {
	width   int // words a slot
	bound   int // the most buckets, those given up included
	growing sync.Mutex
	current atomic.Pointer[buckets] // nil until there is something to remember
}

type buckets struct {
	words []uint64
	used  atomic.Int64 // slots filled, counted to know when to grow
	limit int64        // grow when more are used; beyond all reach if that is forbidden
}

// NewSet returns an empty set that takes at most the given number of bytes,
// or nil if not even one bucket fits into them.
func NewSet(bytes int64) *Table { return newTable(bytes, keyWords) }

// NewMap returns an empty map that takes at most the given number of bytes,
// or nil if not even one bucket fits into them.
func NewMap(bytes int64) *Table { return newTable(bytes, keyWords+valueWords) }

func newTable(bytes int64, width int) *Table {
	bound := int(min(bytes/bucketBytes, math.MaxInt/bucketBytes))
	if bound <= 0 {
		return nil
	}
	return &Table{width: width, bound: bound}
}

func (t *Table) alloc(n int) *buckets {
	b := &buckets{words: make([]uint64, n*bucketWords), limit: 1<<63 - 1}
	if t.next(n) > n {
		b.limit = int64(n) * int64(slotWords/t.width) / 2
	}
	return b
}

// next returns how many buckets follow on n. Smaller generations may lie about
// until the garbage collector comes by, so all of them together keep to the bound.
// If only one more step is possible, it takes all that is left.
func (t *Table) next(n int) int {
	taken := 2*n - min(n, firstBytes/bucketBytes) // n, and all halves of it down to the first
	larger := growth * n
	if taken+larger+growth*larger > t.bound {
		larger = t.bound - taken
	}
	return larger
}

// Has reports whether the table remembers k.
func (t *Table) Has(k Key) bool {
	_, ok := t.Get(k)
	return ok
}

// Get returns the value that the table remembers for k. In a set that is 0.
func (t *Table) Get(k Key) (value uint64, ok bool) {
	if t == nil {
		return 0, false
	}
	current := t.current.Load()
	if current == nil {
		return 0, false
	}
	b := current.bucket(k)
	version := atomic.LoadUint64(&b[0])
	if version&1 != 0 {
		return 0, false
	}
	for i := 1; i <= slotWords; i += t.width {
		if atomic.LoadUint64(&b[i]) != k[0] || atomic.LoadUint64(&b[i+1]) != k[1] {
			continue
		}
		if t.width > keyWords {
			value = atomic.LoadUint64(&b[i+keyWords])
		}
		return value, k != Key{} && atomic.LoadUint64(&b[0]) == version
	}
	return 0, false
}

// Add remembers k.
func (t *Table) Add(k Key) { t.Put(k, 0) }

// Put remembers value for k; a set drops the value.
func (t *Table) Put(k Key, value uint64) {
	if t == nil || k == (Key{}) {
		return
	}
	b := t.current.Load()
	if b == nil {
		t.current.CompareAndSwap(nil, t.alloc(min(t.bound, firstBytes/bucketBytes)))
		b = t.current.Load()
	}
	if t.put(b, k, value) && b.used.Add(1) > b.limit {
		t.grow(b)
	}
}

// put writes k into its bucket of b and reports whether that filled an empty
// slot.
func (t *Table) put(b *buckets, k Key, value uint64) (filled bool) {
	bucket := b.bucket(k)
	version := atomic.LoadUint64(&bucket[0])
	if version&1 != 0 || !atomic.CompareAndSwapUint64(&bucket[0], version, version+1) {
		return false
	}
	// In a full bucket the slots are overwritten in turn.
	slot := 1 + int(version>>1)%(slotWords/t.width)*t.width
	for i := 1; i <= slotWords; i += t.width {
		old := Key{atomic.LoadUint64(&bucket[i]), atomic.LoadUint64(&bucket[i+1])}
		if old == k || old == (Key{}) {
			slot, filled = i, old != k
			break
		}
	}
	atomic.StoreUint64(&bucket[slot], k[0])
	atomic.StoreUint64(&bucket[slot+1], k[1])
	if t.width > keyWords {
		atomic.StoreUint64(&bucket[slot+keyWords], value)
	}
	atomic.StoreUint64(&bucket[0], version+2)
	return filled
}

// grow replaces old by a larger copy. What others write into old meanwhile is
// forgotten.
func (t *Table) grow(old *buckets) {
	if !t.growing.TryLock() {
		return
	}
	defer t.growing.Unlock()
	if t.current.Load() != old {
		return
	}
	larger := t.alloc(t.next(len(old.words) / bucketWords))
	for at := 0; at < len(old.words); at += bucketWords {
		bucket := (*[bucketWords]uint64)(old.words[at:])
		version := atomic.LoadUint64(&bucket[0])
		words := [bucketWords]uint64{}
		for i := range words {
			words[i] = atomic.LoadUint64(&bucket[i])
		}
		if version&1 != 0 || words[0] != version || atomic.LoadUint64(&bucket[0]) != version {
			continue
		}
		for i := 1; i <= slotWords; i += t.width {
			if k := (Key{words[i], words[i+1]}); k != (Key{}) && t.put(larger, k, words[i+t.width-1]) {
				larger.used.Add(1)
			}
		}
	}
	t.current.Store(larger)
}

// bucket returns the only bucket that may hold k.
func (b *buckets) bucket(k Key) *[bucketWords]uint64 {
	// Two odd multipliers spread both words over the high bits, and the high
	// word of a product maps them onto any number of buckets.
	hash := (k[0] ^ bits.RotateLeft64(k[1]*0x9e3779b97f4a7c15, 32)) * 0xd6e8feb86659fd93
	hash ^= hash >> 32
	hash *= 0x9e3779b97f4a7c15
	at, _ := bits.Mul64(hash, uint64(len(b.words)/bucketWords))
	return (*[bucketWords]uint64)(b.words[at*bucketWords:])
}
