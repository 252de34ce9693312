package watch

import (
	"runtime"
	"time"
)

// Workers returns how many of n workers can run at the same time. More goroutines would
// only delay one another, and each would poll the deadline less often.
func Workers(n int) int { return min(n, runtime.GOMAXPROCS(0)) }

// Together calls work with the numbers 0 to n-1 at the same time and returns when all
// calls have returned. The call with 0 runs in the goroutine of the caller. Each other
// call runs in a new goroutine.
//
// If a call panics or ends its goroutine by [runtime.Goexit], Together calls halt,
// which must make the other calls return soon. When they have returned, the panic or
// the Goexit happens in the goroutine of the caller.
//
// When the call with 0 has returned, Together waits for the other calls. While it
// waits, it calls idle in the goroutine of the caller: at once, and again after each
// duration that idle returns. After a duration of 0 or less, Together calls idle again
// only when another call of work has returned.
func Together(n int, work func(i int), halt func(), idle func() time.Duration) {
	others := n - 1
	ended := make(chan end, others)
	defer func() { // others still run if work(0) panics or calls Goexit
		if others > 0 {
			halt()
			for ; others > 0; others-- {
				<-ended
			}
		}
	}()
	for i := 1; i < n; i++ {
		go help(i, work, halt, ended)
	}
	work(0)
	var bad end
	for others > 0 {
		var again <-chan time.Time
		if wait := idle(); wait > 0 {
			again = time.After(wait)
		}
		select {
		case e := <-ended:
			others--
			if !bad.early {
				bad = e
			}
		case <-again:
		}
	}
	switch {
	case bad.panicked != nil:
		panic(bad.panicked)
	case bad.early:
		runtime.Goexit()
	}
}

// An end tells how a call of work ended.
type end struct {
	early    bool // by a panic or by runtime.Goexit
	panicked any  // the value of the panic; nil for Goexit
}

// help runs one call of work in a new goroutine and sends how the call ended.
func help(i int, work func(i int), halt func(), ended chan<- end) {
	e := end{early: true}
	defer func() {
		e.panicked = recover()
		if e.early {
			halt()
		}
		ended <- e
	}()
	work(i)
	e.early = false
}
