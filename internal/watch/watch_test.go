package watch

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

var errCause = errors.New("the cause")

// ends polls until Err returns an error, and returns that error. After a minute it
// fails the test.
func ends(t *testing.T, w *Watch) error {
	t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; {
		if err := w.Err(); err != nil {
			return err
		}
	}
	t.Fatal("Err returns nil for a minute")
	return nil
}

// Polling alone must detect the end of a context. On one thread this is harder, because
// only the goroutine that polls runs.
func TestErrDetectsTheEndOfAContext(t *testing.T) {
	for name, procs := range map[string]int{"one thread": 1, "as many threads as before": 0} {
		t.Run(name, func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))

			ctx, cancel := context.WithTimeoutCause(t.Context(), 10*time.Millisecond, errCause)
			defer cancel()
			w := Start(ctx, 0, 0)
			if err := w.Err(); err != nil {
				t.Fatalf("before the deadline: %v", err)
			}
			if err := ends(t, &w); !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, errCause) {
				t.Errorf("at the deadline: %v", err)
			}

			ctx, cancelCause := context.WithCancelCause(t.Context())
			w = Start(ctx, 0, 0)
			go cancelCause(errCause)
			if err := ends(t, &w); !errors.Is(err, context.Canceled) || !errors.Is(err, errCause) {
				t.Errorf("cancelled by another goroutine: %v", err)
			}

			ctx, cancel = context.WithDeadline(t.Context(), time.Now().Add(-time.Hour))
			defer cancel()
			w = Start(ctx, 0, 0)
			if err := w.Err(); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("with a deadline in the past: %v", err)
			}
		})
	}
}

// An endless context has a deadline but does not end by itself. In WebAssembly every
// context behaves in this way while a goroutine computes.
type endless struct{ context.Context }

func (endless) Deadline() (time.Time, bool) { return time.Now().Add(-time.Second), true }

func TestErrComparesTheDeadlineWithTheClock(t *testing.T) {
	w := Start(endless{t.Context()}, 0, 0)
	if err := w.Err(); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Err = %v, want context.DeadlineExceeded", err)
	}
}

func TestEnterAllowsExactlyTheLimit(t *testing.T) {
	w := Start(t.Context(), 10, 0)
	for i, test := range []struct {
		positions uint64
		want      bool
	}{{1, true}, {8, true}, {1, true}, {1, false}, {1, false}} {
		if got := w.Enter(test.positions); got != test.want {
			t.Errorf("call %d: Enter(%d) = %t", i+1, test.positions, got)
		}
	}
	free := Start(t.Context(), 0, 0)
	if !free.Enter(1 << 63) {
		t.Error("without a limit, Enter returns false")
	}
}

func TestReportKeepsTheInterval(t *testing.T) {
	const every = time.Millisecond
	last := time.Now()
	w := Start(t.Context(), 0, every)
	for reports := 0; reports < 5; {
		w.Report(func() {
			if since := time.Since(last); since < every {
				t.Errorf("report %d comes %v after the report before", reports, since)
			}
			reports++
			time.Sleep(2 * every) // the interval begins when the report ends
			last = time.Now()
		})
	}
	never := Start(t.Context(), 0, 0)
	if never.Report(func() { t.Error("Report reports without an interval") }); never.UntilDue() != 0 {
		t.Errorf("without an interval, UntilDue = %v, want 0", never.UntilDue())
	}
}

// Every other call of work here ends only when halt is called. If Together did not call
// halt, it would never return.
func TestTogetherPassesOnPanicAndGoexit(t *testing.T) {
	for name, leave := range map[string]func(){"panic": func() { panic(errCause) }, "Goexit": runtime.Goexit} {
		for leaver := range 4 {
			ended := make(chan any)
			var running sync.WaitGroup
			returned := false
			go func() {
				defer func() { ended <- recover() }()
				halted := make(chan struct{})
				halt := sync.OnceFunc(func() { close(halted) })
				running.Add(4)
				Together(4, func(i int) {
					defer running.Done()
					if i == leaver {
						leave()
					}
					<-halted
				}, halt, func() time.Duration { return 0 })
				returned = true
			}()
			if r := <-ended; (name == "panic") != (r == errCause) || name == "Goexit" && r != nil || returned {
				t.Errorf("%s of worker %d: recovered %v, returned %t", name, leaver, r, returned)
			}
			running.Wait()
		}
	}
}

func TestTogetherCallsIdleWhileItWaits(t *testing.T) {
	idle := 0
	release := make(chan struct{})
	var numbers sync.Map
	Together(3, func(i int) {
		numbers.Store(i, true)
		if i > 0 {
			<-release
		}
	}, func() { t.Error("Together calls halt although no call ended early") }, func() time.Duration {
		if idle++; idle == 3 {
			close(release)
		}
		return time.Millisecond
	})
	for i := range 3 {
		if _, ok := numbers.Load(i); !ok {
			t.Errorf("work was not called with %d", i)
		}
	}
	if idle < 3 {
		t.Errorf("idle was called %d times, want at least 3", idle)
	}
	Together(1, func(int) {}, nil, nil)
}

func TestWorkersIsAtMostGOMAXPROCS(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	procs := runtime.GOMAXPROCS(0) // 1 in WebAssembly, also after GOMAXPROCS(2)
	for n, want := range map[int]int{1: 1, 2: procs, 1000: procs} {
		if got := Workers(n); got != want {
			t.Errorf("Workers(%d) = %d, want %d", n, got, want)
		}
	}
}

// oddContext ends with an error of its own, which may be one that cannot be compared.
type oddContext struct {
	context.Context
	err error
}

func (c oddContext) Err() error { return c.err }

// A slice cannot be compared, and neither can a struct with a slice in it.
type listError []string

func (e listError) Error() string { return strings.Join(e, ", ") }

type boxError struct{ content any }

func (e boxError) Error() string { return fmt.Sprint(e.content) }

func TestErrTakesErrorsThatCannotBeCompared(t *testing.T) {
	cancelled, cancel := context.WithCancelCause(t.Context())
	cancel(boxError{[]int{2}})
	for name, test := range map[string]struct {
		ctx  context.Context
		want string
	}{
		"a list":                 {oddContext{t.Context(), listError{"a", "b"}}, "a, b"},
		"a box with a list":      {oddContext{t.Context(), boxError{[]int{1}}}, "[1]"},
		"a cause":                {cancelled, "context canceled: [2]"},
		"another error, a cause": {oddContext{cancelled, boxError{[]int{1}}}, "[1]: [2]"},
		"a comparable box":       {oddContext{t.Context(), boxError{3}}, "3"},
	} {
		w := Start(test.ctx, 0, 0)
		if err := w.Err(); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}
