package beads

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A meter counts what a search does, and looks now and then at the context and
// the clock.
type meter struct {
	ctx      context.Context
	stats    Stats
	start    time.Time
	every    time.Duration
	due      time.Time // of the next call of progress
	progress func(Stats)
	next     uint64 // look again when so much has been done
	err      error  // why to stop, nil if there is no reason
	crew     *crew  // while there are several workers
}

// pace is how much is done between two looks: some hundred microseconds' work.
const pace = 512

func newMeter(ctx context.Context, every time.Duration, progress func(Stats)) *meter {
	if ctx == nil {
		ctx = context.Background()
	}
	start := time.Now()
	return &meter{ctx: ctx, start: start, every: every, due: start.Add(every), progress: progress}
}

// enter counts positions, and reports whether to go on.
func (m *meter) enter(positions uint64) bool {
	m.stats.Positions += positions
	if m.stats.Positions+m.stats.Tried < m.next {
		return true
	}
	return m.look()
}

// look looks at the context and the clock, and reports whether to go on.
func (m *meter) look() bool {
	goOn := m.crew == nil || m.crew.meet(m)
	m.next = m.stats.Positions + m.stats.Tried + pace
	if !goOn {
		return false
	}
	if err := m.ctx.Err(); err != nil {
		m.err = stopped(err, context.Cause(m.ctx))
		return false
	}
	if m.progress != nil && m.every > 0 {
		if now := time.Now(); !now.Before(m.due) {
			m.due = now.Add(m.every)
			m.report()
		}
	}
	return true
}

// stopped returns the error of a search whose context is done. A context of the
// caller's own type may have no cause, or errors that cannot be compared.
func stopped(err, cause error) error {
	if cause == nil || errors.Is(err, cause) {
		return fmt.Errorf("beads: search stopped: %w", err)
	}
	return fmt.Errorf("beads: search stopped: %w: %w", err, cause)
}

// end reports for the last time.
func (m *meter) end() {
	if m.progress != nil {
		m.report()
	}
}

func (m *meter) report() {
	m.stats.Elapsed = time.Since(m.start)
	m.progress(m.stats)
}
