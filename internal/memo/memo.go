// Package memo remembers positions of a search in a table that never
// outgrows a given number of bytes.
//
// The table compares whole positions, never hashes alone, so what it says of
// a position is certain. It may forget: a full bucket drops a position to
// take in another, and so does a bucket that two goroutines write at the same
// time. A search that loses what it remembered works longer and answers the
// same.
//
// The table grows by linear hashing (Witold Litwin, 1980): twice as many buckets
// take one more bit of the hash, so each bucket keeps some of its positions and
// gives the others to one new bucket. Nothing is given up when it grows.
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

// A bucket is two cache lines of eight words:
//
//	word    0         1 2 3 ... 14 or 15
//	        version   slots of two or three, the empty ones last
//
// A slot holds a Key and, in a table made by NewMap, the value that belongs to
// it. The version is odd while somebody writes the bucket. A reader that finds
// it odd, or changed after reading, has read a mixture and takes the position
// for unknown; a writer that finds it odd leaves the bucket alone.
const (
	bucketWords  = 16
	bucketBytes  = bucketWords * 8
	slotWords    = bucketWords - 1
	keyWords     = len(Key{})
	valueWords   = 1
	firstBuckets = 8 // of a new table, if its bound allows; a power of two
)

type bucket [bucketWords]uint64

// A Table is a bounded set of positions, or a bounded map from positions to
// values. It is safe for concurrent use, unless Private. A nil Table remembers
// nothing.
type Table struct {
	private bool
	width   int // words a slot
	slots   int // slots a bucket
	bound   int // the most buckets
	growing sync.Mutex
	full    atomic.Int64              // buckets without an empty slot, counted to know when to grow
	current atomic.Pointer[directory] // nil until there is something to remember
}

// A directory says where the buckets are. It does not change; a table that grows
// takes a new one. The first chunk has firstBuckets, each next one as many as all
// before it, and the last what the bound leaves.
type directory struct {
	chunks [][]bucket
	size   int   // buckets in all
	limit  int64 // grow when more buckets are full; beyond all reach if that is forbidden
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
	return &Table{width: width, slots: slotWords / width, bound: bound}
}

// Private makes t a table for a single goroutine, which need not guard what it writes,
// and returns t.
func (t *Table) Private() *Table {
	if t != nil {
		t.private = true
	}
	return t
}

// enlarged returns a directory with the buckets of d and as many new ones, or as
// many as the bound allows.
func (t *Table) enlarged(d *directory) *directory {
	size := min(t.bound, firstBuckets)
	if d.size > 0 {
		size = min(t.bound, 2*d.size)
	}
	larger := &directory{size: size, limit: math.MaxInt64}
	larger.chunks = append(append(larger.chunks, d.chunks...), newChunk(size-d.size))
	if size < t.bound {
		// Then about five slots of eight are used, and of the positions that come
		// just before it grows one in six takes the place of another.
		larger.limit = int64(size) / 6
	}
	return larger
}

// newChunk returns so many empty buckets, whose pages have been written to. A page
// that is read first is lent by the system: it is one of zeros that all others are,
// too, and when it is written to later, every processor has to be told.
func newChunk(size int) []bucket {
	const inPage = 4096 / bucketBytes
	chunk := make([]bucket, size)
	for i := 0; i < size; i += inPage {
		chunk[i][0] = 0
	}
	return chunk
}

// Get returns the value that the table remembers for k. In a set that is 0.
func (t *Table) Get(k Key) (value uint64, ok bool) {
	if t == nil {
		return 0, false
	}
	d := t.current.Load()
	if d == nil {
		return 0, false
	}
	b := d.bucket(d.place(k))
	version := atomic.LoadUint64(&b[0])
	if version&1 != 0 {
		return 0, false
	}
	for i := 1; i+t.width <= bucketWords; i += t.width {
		first := atomic.LoadUint64(&b[i])
		if first != k[0] || atomic.LoadUint64(&b[i+1]) != k[1] {
			continue
		}
		if t.width > keyWords {
			value = atomic.LoadUint64(&b[i+keyWords])
		}
		return value, k != Key{} && atomic.LoadUint64(&b[0]) == version
	}
	return 0, false
}

// Put remembers value for k; a set drops the value.
func (t *Table) Put(k Key, value uint64) {
	if t == nil || k == (Key{}) {
		return
	}
	d := t.current.Load()
	if d == nil {
		t.current.CompareAndSwap(nil, t.enlarged(&directory{}))
		d = t.current.Load()
	}
	switch t.put(d.bucket(d.place(k)), k, value) {
	case filled:
		if t.full.Add(1) > d.limit {
			t.grow(d)
		}
	case evicted:
		// Another goroutine was growing the table when it should have grown again.
		if t.full.Load() > d.limit {
			t.grow(d)
		}
	}
}

// An outcome says what putting a position did to its bucket.
type outcome uint8

const (
	unchanged outcome = iota // as full as before
	filled                   // the last empty slot is used
	evicted                  // an older position was dropped
)

// put writes k into a bucket.
func (t *Table) put(b *bucket, k Key, value uint64) outcome {
	version, ok := t.lock(b)
	if !ok {
		return unchanged
	}
	// In a full bucket the slots are overwritten in turn.
	slot, done := 1+int(version>>1)%t.slots*t.width, evicted
	for i := 1; i+t.width <= bucketWords; i += t.width {
		old := Key{atomic.LoadUint64(&b[i]), atomic.LoadUint64(&b[i+1])}
		if old == k || old == (Key{}) {
			if slot, done = i, unchanged; old != k && i+2*t.width > bucketWords {
				done = filled
			}
			break
		}
	}
	t.write(b, slot, k, value)
	t.unlock(b, version)
	return done
}

// lock makes the version odd, unless somebody else has.
func (t *Table) lock(b *bucket) (version uint64, ok bool) {
	version = atomic.LoadUint64(&b[0])
	return version, t.private || version&1 == 0 && atomic.CompareAndSwapUint64(&b[0], version, version+1)
}

func (t *Table) unlock(b *bucket, version uint64) { t.store(&b[0], version+2) }

// write fills a slot of a locked bucket.
func (t *Table) write(b *bucket, slot int, k Key, value uint64) {
	t.store(&b[slot], k[0])
	t.store(&b[slot+1], k[1])
	if t.width > keyWords {
		t.store(&b[slot+keyWords], value)
	}
}

// store writes a word that others may be reading.
func (t *Table) store(word *uint64, value uint64) {
	if t.private {
		*word = value
	} else {
		atomic.StoreUint64(word, value)
	}
}

// grow adds buckets and moves to them what now belongs there. Positions are not
// found until they are moved, and what others put where it belonged before is
// forgotten.
func (t *Table) grow(d *directory) {
	if !t.growing.TryLock() {
		return
	}
	defer t.growing.Unlock()
	if t.current.Load() != d {
		return
	}
	larger := t.enlarged(d)
	t.full.Store(0)
	t.current.Store(larger)
	for place := range larger.size - d.size {
		t.split(larger, place)
	}
}

// split moves the positions of a bucket that belong to another.
func (t *Table) split(d *directory, place int) {
	b := d.bucket(place)
	version, ok := t.lock(b)
	if !ok {
		return
	}
	stay := 1
	for i := 1; i+t.width <= bucketWords; i += t.width {
		k := Key{atomic.LoadUint64(&b[i]), atomic.LoadUint64(&b[i+1])}
		if k == (Key{}) {
			break
		}
		value := atomic.LoadUint64(&b[i+t.width-1])
		to := d.place(k)
		if to == place && i == stay {
			stay += t.width
			continue
		}
		t.write(b, i, Key{}, 0)
		if to == place {
			t.write(b, stay, k, value)
			stay += t.width
		} else if t.put(d.bucket(to), k, value) == filled {
			t.full.Add(1)
		}
	}
	if stay+t.width > bucketWords {
		t.full.Add(1)
	}
	t.unlock(b, version)
}

// place returns the number of the only bucket that may hold k. It takes as many
// low bits of the hash as make it a number of some bucket, or one bit less where
// that bucket does not exist.
func (d *directory) place(k Key) int {
	// Odd multipliers spread both words over the whole hash.
	hash := (k[0] ^ bits.RotateLeft64(k[1]*0x9e3779b97f4a7c15, 32)) * 0xd6e8feb86659fd93
	hash ^= hash >> 32
	hash *= 0x9e3779b97f4a7c15
	hash ^= hash >> 32
	mask := 1<<bits.Len(uint(d.size-1)) - 1
	place := int(hash) & mask
	if place >= d.size {
		place &= mask >> 1
	}
	return place
}

// bucket returns the bucket with the given number.
func (d *directory) bucket(place int) *bucket {
	if place < firstBuckets {
		return &d.chunks[0][place]
	}
	chunk := bits.Len(uint(place / firstBuckets))
	return &d.chunks[chunk][place-firstBuckets<<(chunk-1)]
}
