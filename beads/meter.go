package beads

import (
	"context"
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
	stopped  error
}

// pace is how much is done between two looks: some hundred microseconds' work.
const pace = 512

func newMeter(ctx context.Context, s *Solver) *meter {
	if ctx == nil {
		ctx = context.Background()
	}
	m := &meter{ctx: ctx, start: time.Now()}
	if s != nil {
		m.every, m.progress = s.Every, s.Progress
	}
	m.due = m.start.Add(m.every)
	m.look()
	return m
}

// enter counts positions, and reports whether to go on.
func (m *meter) enter(positions uint64) bool {
	m.stats.Positions += positions
	if m.stats.Positions+m.stats.Tried < m.next {
		return true
	}
	return m.look()
}

func (m *meter) look() bool {
	m.next = m.stats.Positions + m.stats.Tried + pace
	if err := m.ctx.Err(); err != nil {
		m.stopped = fmt.Errorf("beads: search stopped: %w", err)
		if cause := context.Cause(m.ctx); cause != err {
			m.stopped = fmt.Errorf("beads: search stopped: %w: %w", err, cause)
		}
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

// err returns why the meter said stop, nil if it did not.
func (m *meter) err() error { return m.stopped }

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
