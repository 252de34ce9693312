package watch

import (
	"runtime"
	"time"
)

// Workers returns how many of the workers that a caller asks for can run at the
// same time. More goroutines than that would only delay one another, and with
// them what each of them polls.
func Workers(n int) int { return min(n, runtime.GOMAXPROCS(0)) }

// Together calls work with the numbers 0 to n-1 at the same time: 0 in the
// goroutine of the caller, each other number in a goroutine of its own. It
// returns when all these calls have returned.
//
// If a call panics or ends its goroutine by [runtime.Goexit], Together calls halt,
// which must make the other calls return soon. When they have, the panic or the
// Goexit happens in the goroutine of the caller.
//
// While the caller waits for the others, Together calls idle in its goroutine: at
// once, and again after each duration that idle returns. After a duration of 0 or
// less, idle is not called again before another call of work returns.
func Together(n int, work func(i int), halt func(), idle func() time.Duration) {
	others := n - 1
	ended := make(chan end, others)
	defer func() { // others still run if the caller's goroutine leaves early
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

// An end says how a call of work ended.
type end struct {
	early    bool // by a panic or by runtime.Goexit
	panicked any  // the value of the panic; nil for Goexit
}

// help runs one call of work in a goroutine of its own and tells how it ended.
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
