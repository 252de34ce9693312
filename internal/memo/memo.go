// Package memo stores positions of a search in a hash table of limited size.
//
// The table compares whole positions, not only their hashes, so an entry that it
// returns is always right. It may forget positions in two cases:
//
//   - A bucket is full. A new position then replaces an older one.
//   - Two goroutines write one bucket at the same time. The position of one of them is
//     not stored.
//
// A search that loses positions takes longer, but its answer is the same.
//
// The table grows by linear hashing (Witold Litwin, 1980). When the number of buckets
// doubles, the bucket number takes one more bit of the hash. So each old bucket keeps
// some of its positions and passes the others on to one new bucket. Growing drops no
// position, except when a goroutine writes to the same bucket at that moment.
package memo

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
)

// A Key is a whole position. The zero Key marks an empty slot and is never stored.
type Key [2]uint64

// A bucket is two cache lines of eight words:
//
//	word    0         1 2 3 ... 14 or 15
//	        version   slots of two or three words, the empty ones last
//
// A slot holds a Key and, in a table made by NewMap, its value. The version is odd
// while a goroutine writes the bucket. A reader rejects a bucket if the version is odd,
// or if the version changed while it was reading: the words may then belong to two
// positions. A writer that finds the version odd gives up, and its position is not
// stored.
const (
	bucketWords  = 16
	bucketBytes  = bucketWords * 8
	slotWords    = bucketWords - 1
	keyWords     = len(Key{})
	valueWords   = 1
	firstBuckets = 8 // in a new table, if its bound allows; a power of two
)

type bucket [bucketWords]uint64

// A Table is a set of positions, or a map from positions to values, of bounded size. A
// Table is safe for concurrent use unless Private was called. A nil Table stores
// nothing.
type Table struct {
	private bool
	width   int // words per slot
	slots   int // slots per bucket
	bound   int // maximum number of buckets
	growing sync.Mutex
	full    atomic.Int64              // number of buckets without an empty slot; tells when to grow
	current atomic.Pointer[directory] // nil until the first Put
}

// A directory lists the buckets in chunks. A directory never changes: a table that
// grows gets a new one. The first chunk has firstBuckets buckets. Each further chunk
// has as many as all chunks before it, and the last chunk has as many as the bound
// allows.
type directory struct {
	chunks [][]bucket
	size   int   // total number of buckets
	limit  int64 // grow when more buckets are full; math.MaxInt64: never
}

// NewSet returns an empty set of at most the given number of bytes. If one bucket of
// 128 bytes does not fit, NewSet returns nil.
func NewSet(bytes int64) *Table { return newTable(bytes, keyWords) }

// NewMap returns an empty map of at most the given number of bytes. If one bucket of
// 128 bytes does not fit, NewMap returns nil.
func NewMap(bytes int64) *Table { return newTable(bytes, keyWords+valueWords) }

func newTable(bytes int64, width int) *Table {
	bound := int(min(bytes/bucketBytes, math.MaxInt/bucketBytes))
	if bound <= 0 {
		return nil
	}
	return &Table{width: width, slots: slotWords / width, bound: bound}
}

// Private restricts t to a single goroutine, which makes writing faster. It returns t.
func (t *Table) Private() *Table {
	if t != nil {
		t.private = true
	}
	return t
}

// enlarged returns a directory that has the buckets of d and the same number of new
// ones, or fewer if the bound is reached.
func (t *Table) enlarged(d *directory) *directory {
	size := min(t.bound, firstBuckets)
	if d.size > 0 {
		size = min(t.bound, 2*d.size)
	}
	larger := &directory{size: size, limit: math.MaxInt64}
	larger.chunks = append(append(larger.chunks, d.chunks...), newChunk(size-d.size))
	if size < t.bound {
		// At this limit about five of eight slots are used. Just before the table
		// grows, one Put in six replaces an older position.
		larger.limit = int64(size) / 6
	}
	return larger
}

// newChunk returns empty buckets in memory pages that have been written to. Without the
// write, the operating system may map a page that is only read to one shared page of
// zeros. The first write to the page would then have to change the mapping on every
// processor.
func newChunk(size int) []bucket {
	const inPage = 4096 / bucketBytes
	chunk := make([]bucket, size)
	for i := 0; i < size; i += inPage {
		chunk[i][0] = 0
	}
	return chunk
}

// Get returns the value stored for k, which is 0 in a set. If k is not stored, ok is
// false.
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

// Put stores k and, in a map, the value.
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
		// The table may have missed its time to grow, because another goroutine was
		// growing it then. So check again.
		if t.full.Load() > d.limit {
			t.grow(d)
		}
	}
}

// An outcome is what put did to the bucket.
type outcome uint8

const (
	unchanged outcome = iota // the bucket did not become full, and no position was dropped
	filled                   // the last empty slot was filled
	evicted                  // the position replaced an older one
)

// put writes k into a bucket.
func (t *Table) put(b *bucket, k Key, value uint64) outcome {
	version, ok := t.lock(b)
	if !ok {
		return unchanged
	}
	// If the bucket is full, the slots are overwritten in turn.
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

// lock makes the version odd. It returns false if another goroutine holds the lock.
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

// store writes a word of a bucket, atomically if other goroutines may read it.
func (t *Table) store(word *uint64, value uint64) {
	if t.private {
		*word = value
	} else {
		atomic.StoreUint64(word, value)
	}
}

// grow adds buckets and moves positions to them. A position is not found between the
// start of grow and its move. If another goroutine that still uses d stores a position
// in an old bucket after its split, the position may never be found again.
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

// split moves the positions of one old bucket that now belong to a new bucket.
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

// place returns the number of the only bucket that may hold k: the low bits of the
// hash, as many as the largest bucket number has. If there is no bucket with this
// number, place leaves out the highest of these bits.
func (d *directory) place(k Key) int {
	// The odd multipliers spread both words over the whole hash.
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
