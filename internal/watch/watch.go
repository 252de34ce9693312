// Package watch decides when a search must stop and when it reports progress. It also
// runs the workers of a search. Both engines use it.
package watch

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sync/atomic"
	"time"
)

// A Watch belongs to one call of a search function. [Watch.Err] and [Watch.Enter]
// may be called by all workers of the search at the same time, through one Watch
// or through copies. All other methods belong to the goroutine of the caller.
type Watch struct {
	ctx      context.Context
	deadline time.Time // zero if there is none
	yields   bool      // there is one thread: other goroutines run only while this one waits
	began    time.Time
	limit    uint64         // largest number of positions; 0 if there is no limit
	entered  *atomic.Uint64 // positions entered; nil if there is no limit
	every    time.Duration
	due      time.Time // the earliest time of the next report
}

// Start returns the Watch of a search that begins now. A limit of 0 positions
// means that there is no limit. An interval of 0 means that [Watch.Report] never
// reports.
func Start(ctx context.Context, limit uint64, every time.Duration) Watch {
	w := Watch{ctx: ctx, began: time.Now(), every: every, limit: limit}
	w.deadline, _ = ctx.Deadline()
	w.yields = runtime.GOMAXPROCS(0) == 1
	w.due = w.began.Add(every)
	if limit > 0 {
		w.entered = new(atomic.Uint64)
	}
	return w
}

// Elapsed returns the time since the search began.
func (w *Watch) Elapsed() time.Duration { return time.Since(w.began) }

// Enter adds to the number of positions entered and reports whether the limit allows
// the new number.
func (w *Watch) Enter(positions uint64) bool {
	return w.entered == nil || w.entered.Add(positions) <= w.limit
}

// Err returns nil while the context allows the search to go on. After that, the
// error wraps the context's error and its cause.
//
// Err does not rely on the context alone. Where only one thread runs, as in
// WebAssembly, no timer fires and no other goroutine calls a cancel function
// while a search computes. Where workers keep all processors busy, a timer may
// fire late. So Err compares the deadline with the clock, and on one thread it
// lets other goroutines run first.
func (w *Watch) Err() error {
	if w.yields {
		runtime.Gosched()
	}
	err := w.ctx.Err()
	if err == nil && !w.deadline.IsZero() && !time.Now().Before(w.deadline) {
		err = w.expired()
	}
	if err == nil {
		return nil
	}
	if cause := context.Cause(w.ctx); cause != nil && !wraps(err, cause) {
		err = fmt.Errorf("%w: %w", err, cause)
	}
	return err
}

// wraps reports whether err says all that cause says. A context of the caller's own type
// may have errors that cannot be compared, on which [errors.Is] would panic. These are
// compared by their texts.
func wraps(err, cause error) bool {
	if reflect.ValueOf(cause).Comparable() {
		return errors.Is(err, cause)
	}
	return err.Error() == cause.Error()
}

// expired returns the error of a context whose deadline has passed.
//
// The timer of this context is due, so the context normally ends within microseconds.
// Only then does it have its cause, so expired waits up to 10 ms for that. On one
// thread expired must not sleep: under a JavaScript event handler, sleeping would never
// end.
func (w *Watch) expired() error {
	const patience, nap = 10 * time.Millisecond, 20 * time.Microsecond
	for began := time.Now(); time.Since(began) < patience; {
		if w.yields {
			runtime.Gosched()
		} else {
			time.Sleep(nap)
		}
		if err := w.ctx.Err(); err != nil {
			return err
		}
	}
	return context.DeadlineExceeded
}

// Report calls report if the interval has passed since the search began and since
// the last report ended.
func (w *Watch) Report(report func()) {
	if w.every <= 0 || time.Now().Before(w.due) {
		return
	}
	report()
	w.due = time.Now().Add(w.every)
}

// UntilDue returns the time until [Watch.Report] reports next, at least 1 ns. It
// returns 0 if Report never does.
func (w *Watch) UntilDue() time.Duration {
	if w.every <= 0 {
		return 0
	}
	return max(time.Until(w.due), 1)
}
