package cover

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mayanbeads/mayan/internal/watch"
)

// Errors of a search that has no answer.
var (
	ErrBudget   = errors.New("budget spent")
	ErrMemory   = errors.New("not enough memory")
	ErrOverflow = errors.New("count overflows")
)

// Stopped is the error of a search that its context or its limit of positions
// stopped. Err wraps ErrBudget, or the context's error and its cause.
type Stopped struct{ Err error }

func (s *Stopped) Error() string { return "search stopped: " + s.Err.Error() }

// Stats says what a search did.
type Stats struct {
	Nodes      uint64 // positions entered
	Tried      uint64 // placements tried that fit
	Remembered uint64 // positions stored
	Elapsed    time.Duration
}

// Progress counts what one worker does, reports it, and says whether the worker is to
// go on. A search has one Progress; it belongs to the goroutine of the caller. While
// several workers share the search, each of the others has a Progress too.
type Progress struct {
	watch  *watch.Watch // of the search
	limit  uint64       // of positions, for the error
	stats  Stats
	report func(Stats) // nil in all goroutines but that of the caller
	next   uint64      // poll when so much has been done
	err    error       // a *Stopped if the worker must stop
	team   *team       // nil if the worker is alone
}

// pace is how much is done between two polls: some hundred microseconds' work.
const pace = 512

// Start returns the Progress of a search that begins now. A limit of 0 positions means
// that there is no limit. If report is not nil, it is called each time that the
// interval has passed, and by [Progress.End]. An interval of 0 means at the end only.
func Start(ctx context.Context, limit uint64, every time.Duration, report func(Stats)) *Progress {
	w := watch.Start(ctx, limit, every)
	return &Progress{watch: &w, limit: limit, report: report}
}

// Err polls the context and returns why the search must stop, or nil.
func (p *Progress) Err() error {
	if err := p.watch.Err(); err != nil {
		p.stop(err)
	}
	return p.err
}

// End makes the last report and returns the statistics.
func (p *Progress) End() Stats {
	p.stats.Elapsed = p.watch.Elapsed()
	if p.report != nil {
		p.report(p.stats)
	}
	return p.stats
}

// enter counts positions, and reports whether to go on.
func (p *Progress) enter(positions uint64) bool {
	if !p.watch.Enter(positions) {
		p.stop(fmt.Errorf("%w: limit of %d positions", ErrBudget, p.limit))
		return false
	}
	p.stats.Nodes += positions
	if p.stats.Nodes+p.stats.Tried < p.next {
		return true
	}
	return p.look()
}

// look polls the context and the other workers, reports progress if it is time to,
// and returns whether to go on.
func (p *Progress) look() bool {
	goOn := p.team == nil || p.team.meet(p)
	p.next = p.stats.Nodes + p.stats.Tried + pace
	if p.report != nil && goOn && p.err == nil {
		p.watch.Report(func() {
			p.stats.Elapsed = p.watch.Elapsed()
			p.report(p.stats)
		})
	}
	if err := p.watch.Err(); err != nil { // the report may have ended the context
		p.stop(err)
	}
	return goOn && p.err == nil
}

// fresh is look, but trusts the last poll if little has been done since.
func (p *Progress) fresh() bool {
	const little = 64
	if p.stats.Nodes+p.stats.Tried+pace < p.next+little {
		return true
	}
	return p.look()
}

// stop makes err the reason why the worker must stop. An earlier reason stays.
func (p *Progress) stop(err error) {
	if p.err == nil {
		p.err = &Stopped{err}
	}
}
