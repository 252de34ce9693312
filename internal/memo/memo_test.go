package memo

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// value returns the value that the tests store for k. It depends on both words, so a
// wrong pairing of key and value or of the two words of a key is detected.
func value(k Key) uint64 { return k[0]*3 ^ k[1]*5 }

func newPrivate(bytes int64) *Table { return NewSet(bytes).Private() }

func randomKey(r *rand.Rand, spread uint64) Key {
	n := r.Uint64N(spread) + 1
	return Key{n * 0x9e3779b97f4a7c15, n*n + 1}
}

func TestLargeTableKeepsMostPositions(t *testing.T) {
	const n = 100_000
	for name, table := range map[string]*Table{"shared": NewMap(64 << 20), "private": NewMap(64 << 20).Private()} {
		for i := range uint64(n) {
			k := Key{i, ^i}
			table.Put(k, value(k))
		}
		missing := 0
		for i := range uint64(n) {
			k := Key{i, ^i}
			v, ok := table.Get(k)
			if ok && v != value(k) {
				t.Fatalf("%s: Get(%v) = %d, want %d", name, k, v, value(k))
			}
			if !ok {
				missing++
			}
			if has(table, Key{i, i}) {
				t.Fatalf("%s: Get finds %v, which was never stored", name, Key{i, i})
			}
		}
		if missing > n/8 {
			t.Errorf("%s: %d of %d positions are lost in a table with room for all", name, missing, n)
		}
	}
}

func TestTableKeepsToItsBound(t *testing.T) {
	for _, bound := range []int64{-1, 0, 1, 63, 64, 65, 128, 1000, 4 << 10, 9000, 16 << 10, 50_000, 1 << 20, 3<<20 + 17} {
		for _, newTable := range []func(int64) *Table{NewSet, NewMap, newPrivate} {
			table := newTable(bound)
			if (table == nil) != (bound < bucketBytes) {
				t.Fatalf("bound %d bytes: the table is nil: %t", bound, table == nil)
			}
			const n = 20_000
			for i := range uint64(n) {
				table.Put(Key{i, 1}, i)
			}
			if table == nil {
				continue
			}
			taken := int64(0)
			for _, chunk := range table.current.Load().chunks {
				taken += int64(len(chunk)) * bucketBytes
			}
			if taken > bound || taken != int64(table.current.Load().size)*bucketBytes {
				t.Errorf("bound %d bytes: the table takes %d bytes", bound, taken)
			}
			if bound < n*bucketBytes/8 && taken <= bound-bucketBytes {
				t.Errorf("bound %d bytes: the full table takes only %d bytes", bound, taken)
			}
		}
	}
}

// Two properties hold for tables of every size. Each number of a bucket leads to a
// different bucket. When the table doubles, each position stays in its bucket or moves
// to the bucket whose number is larger by the old size.
func TestDoublingKeepsBucketOrAddsTheOldSize(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, bound := range []int{1, 2, 7, 8, 9, 15, 16, 17, 31, 100, 1000, 1 << 12, 5000} {
		table := newTable(int64(bound)*bucketBytes, keyWords)
		for d := table.enlarged(&directory{}); ; {
			seen := map[*bucket]bool{}
			for place := range d.size {
				seen[d.bucket(place)] = true
			}
			if len(seen) != d.size {
				t.Fatalf("%d bucket numbers lead to %d buckets", d.size, len(seen))
			}
			if d.size == bound {
				break
			}
			larger := table.enlarged(d)
			for range 1000 {
				k := Key{r.Uint64(), r.Uint64()}
				before, after := d.place(k), larger.place(k)
				if after != before && after != before+d.size || before >= d.size || after >= larger.size {
					t.Fatalf("a position moves from bucket %d of %d to bucket %d of %d", before, d.size, after, larger.size)
				}
			}
			d = larger
		}
	}
}

func TestZeroKeyIsNeverStored(t *testing.T) {
	for _, table := range []*Table{NewSet(1 << 12), NewMap(1 << 12), nil} {
		table.Put(Key{}, 7)
		if has(table, Key{}) {
			t.Error("the zero key is stored")
		}
	}
}

func TestPutReplacesTheValue(t *testing.T) {
	table := NewMap(1 << 12)
	k := Key{1, 2}
	for v := range uint64(10) {
		table.Put(k, v)
		if got, ok := table.Get(k); !ok || got != v {
			t.Errorf("Get = %d, %t, want %d, true", got, ok, v)
		}
	}
	if used, _ := table.count(); used != 1 {
		t.Errorf("one key takes %d slots, want 1", used)
	}
}

// count returns the number of used slots and of full buckets.
func (t *Table) count() (used, full int) {
	d := t.current.Load()
	for place := range d.size {
		b, inBucket := d.bucket(place), 0
		for i := 1; i+t.width <= bucketWords; i += t.width {
			if (Key{b[i], b[i+1]}) != (Key{}) {
				inBucket++
			}
		}
		if used += inBucket; inBucket == t.slots {
			full++
		}
	}
	return used, full
}

// A table grows when enough of its slots are used and not before. Its counter of full
// buckets is right each time it has grown.
func TestTableGrowsAtTheRightLoad(t *testing.T) {
	for _, newTable := range []func(int64) *Table{NewSet, NewMap, newPrivate} {
		table, size := newTable(1<<20), 0
		for i := range uint64(50_000) {
			table.Put(Key{i, ^i}, i)
			if d := table.current.Load(); d.size == size {
				continue
			} else if size = d.size; i == 0 {
				continue
			}
			used, full := table.count()
			if load := float64(used) / float64(size*table.slots); size > 1000 && size*bucketBytes < 1<<20 && (load < 0.2 || load > 0.4) {
				t.Errorf("%d of %d slots are used after growing, want 20 %% to 40 %%", used, size*table.slots)
			}
			if int64(full) != table.full.Load() {
				t.Errorf("%d buckets are full, but the table counts %d", full, table.full.Load())
			}
		}
		if size*bucketBytes != 1<<20 {
			t.Errorf("the table has grown to %d bytes, want 1 MiB", size*bucketBytes)
		}
	}
}

func has(t *Table, k Key) bool {
	_, ok := t.Get(k)
	return ok
}

// Several goroutines read, write and grow one table. None of them may find a position
// that was never stored, or the value of another position.
func TestConcurrentReadersSeeWholeEntries(t *testing.T) {
	for _, bound := range []int64{64, 1 << 12, 8 << 20} {
		set, table := NewSet(bound), NewMap(bound)
		var wait sync.WaitGroup
		for seed := range uint64(4) {
			wait.Go(func() {
				r := rand.New(rand.NewPCG(seed, 1))
				for range 50_000 {
					k := randomKey(r, 20_000)
					table.Put(k, value(k))
					set.Put(k, 0)
					k = randomKey(r, 40_000)
					if v, ok := table.Get(k); ok && v != value(k) {
						t.Errorf("Get(%v) = %d, want %d", k, v, value(k))
						return
					}
					// A key made of the words of two positions. A reader could see it
					// in the middle of a write.
					other := randomKey(r, 20_000)
					if mixed := (Key{k[0], other[1]}); mixed != k && has(set, mixed) {
						t.Errorf("Get finds %v, which was never stored", mixed)
						return
					}
				}
			})
		}
		wait.Wait()
	}
}

func TestPutAndGetAllocateNothing(t *testing.T) {
	table := NewMap(64)
	n := uint64(0)
	if allocs := testing.AllocsPerRun(1000, func() {
		n++
		table.Put(Key{n, 1}, n)
		table.Get(Key{n, 1})
	}); allocs != 0 {
		t.Errorf("%v allocations per call, want 0", allocs)
	}
}

func BenchmarkPutAndGet(b *testing.B) {
	table := NewSet(64 << 20)
	r := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		k := Key{r.Uint64N(1 << 20), 1}
		if !has(table, k) {
			table.Put(k, 0)
		}
	}
}

// While one goroutine grows the table, another goroutine cannot grow it again. If the
// table misses its time to grow for this reason, it must grow later. Otherwise it would
// stay small and lose nearly everything.
func TestTableGrowsLateIfItMissedItsTime(t *testing.T) {
	table := NewSet(1 << 20)
	table.Put(Key{1, 1}, 0)
	table.growing.Lock() // as if another goroutine were growing the table
	for i := range uint64(1000) {
		table.Put(Key{i, 2}, 0)
	}
	table.growing.Unlock()
	const keys = 2000
	for i := range uint64(keys) {
		table.Put(Key{i, 3}, 0)
	}
	found := 0
	for i := range uint64(keys) {
		if _, ok := table.Get(Key{i, 3}); ok {
			found++
		}
	}
	if found < keys*3/4 {
		t.Errorf("%d of %d positions are found, want at least three quarters", found, keys)
	}
}
