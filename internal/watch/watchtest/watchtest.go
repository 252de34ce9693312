// Package watchtest holds helpers for the tests and benchmarks of both engines. Main
// gives the tests enough processors for several workers, and Deadline measures how late
// a search ends after its deadline.
package watchtest

import (
	"context"
	"errors"
	"flag"
	"runtime"
	"testing"
	"time"

	"golang.org/x/exp/slices"
)

// Main is the TestMain of a package that tests several workers. A search starts no
// more workers than can run at the same time, so Main lets four run, also on a
// machine with fewer processors. Benchmarks measure the machine as it is.
func Main(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0)))
	}
	m.Run()
}

// Deadline measures how long after its deadline a search returns. It calls search
// with a deadline of 50 ms for each iteration, and reports the median and the worst
// delay in milliseconds. Run it with -benchtime 50x. The search must take longer
// than 50 ms.
func Deadline(b *testing.B, search func(context.Context) error) {
	const after = 50 * time.Millisecond
	var late []time.Duration
	for b.Loop() {
		ctx, cancel := context.WithTimeout(b.Context(), after)
		deadline, _ := ctx.Deadline()
		err := search(ctx)
		late = append(late, time.Since(deadline))
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			b.Fatal(err)
		}
	}
	slices.Sort(late)
	milliseconds := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	b.ReportMetric(milliseconds(late[len(late)/2]), "ms-late-median")
	b.ReportMetric(milliseconds(late[len(late)-1]), "ms-late-worst")
}
