// This file holds how several workers share a search: tasks in puzzle order. The
// solution of the earliest task wins.

package mayan

import (
	"math"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/exp/slices"

	"github.com/mayanbeads/mayan/internal/watch"
)

// A team is the workers that share a search.
type team struct {
	search
	floor     int          // the moves left of a task
	former    int64        // the number of the task before the first
	best      atomic.Int64 // the first task that found a solution
	halted    atomic.Bool  // a worker failed: the others are to stop
	mutex     sync.Mutex   // guards what follows
	tasks     []task       // all of them, in puzzle order
	taken     int          // how many of them have been taken
	tally     Stats        // of all workers together
	open      []int64      // the tasks that are being worked on
	solution  Solution     // of task best
	stopped   *StopError   // of the earliest task that was stopped
	stoppedAt int64        // that task
	cause     error        // why the first worker stopped
}

// A task is a position to search from, and how it was reached. Tasks are numbered from
// 1 in puzzle order. If Shortest goes on with more moves, the numbers go on too.
type task struct {
	number   int64
	position position
	before   known
	start    []Move
	path     [MaxMoves]packedMove
}

// share does what smallest does, with several workers. One of them works in this
// goroutine. It begins where w has stopped, as a search with StartAfter does.
//
// First, one worker goes through the upper part of the tree and makes a task of each
// position at a certain depth, in puzzle order. Then each worker takes the next task
// whenever it has none. When a task finds a solution, later tasks are dropped and
// earlier tasks go on. So the solution of the earliest task is the smallest.
//
// The tasks are made as if every task failed. So a task may skip moves that fail only
// if all earlier tasks fail. If an earlier task finds a solution, the result of this
// task is discarded anyway. See also [worker.recall].
func (w *worker) share() (Solution, error) {
	// Tasks are at most two moves deep, and have at least four moves left if n allows.
	const deepest, below = 2, 4
	shared := w.search
	shared.start, shared.progress = w.solution(w.depth), nil // progress is for the goroutine of the caller
	t := team{
		search:    shared,
		floor:     max(w.n-deepest, min(below, w.n-1)),
		former:    w.task,
		tally:     w.tally,
		stoppedAt: math.MaxInt64,
	}
	t.best.Store(math.MaxInt64)
	t.tally.Done = t.before(t.start)
	own := worker{search: shared, team: &t, recent: w.recent}
	own.progress = w.progress
	defer func() { w.tally, w.watch = t.tally, own.watch }()

	t.deal(&own)
	watch.Together(w.workers, func(i int) {
		if i == 0 {
			t.work(&own)
		} else {
			t.work(&worker{search: shared, team: &t})
		}
	}, t.halt, own.wait)

	switch {
	case t.solution != nil && t.best.Load() < t.stoppedAt:
		t.tally.Done = w.before(t.solution)
		return t.solution, nil
	case t.stopped != nil:
		t.tally.Done = w.before(t.stopped.Reached)
		return nil, &StopError{Moves: w.n, Reached: t.stopped.Reached, Err: t.cause}
	}
	t.tally.Done = t.tally.Total
	w.task += int64(len(t.tasks)) // all have failed
	return nil, nil
}

// deal makes all tasks. A worker like own goes through the upper part of the tree and
// hands on each position at the floor. It stores nothing, because a position above a
// task has not failed when the task is made.
func (t *team) deal(own *worker) {
	dealer := *own
	dealer.table = nil
	dealer.floor = t.floor
	dealer.handOn = func(p position, before known, start []Move) {
		number := t.former + int64(len(t.tasks)+1)
		t.tasks = append(t.tasks, task{number, p, before, start, dealer.path})
	}
	start := position{board: t.board}
	start.count()
	dealer.enter(&start, t.n, &known{}, t.start)
	own.watch = dealer.watch
	t.collect(&dealer)
	if e, ok := dealer.err.(*StopError); ok {
		t.stop(t.former+int64(len(t.tasks)+1), e)
	}
}

// halt has all workers stop.
func (t *team) halt() { t.halted.Store(true) }

// wait reports progress if it is time to, and returns how long to wait before the
// next call. The worker of the caller calls it while the others still work.
func (w *worker) wait() time.Duration {
	w.report()
	if w.progress == nil {
		return 0
	}
	return w.watch.UntilDue()
}

// take returns the next task. It returns nil if there is none left, or if a task has
// found a solution: tasks are taken in order, so all that are left come after it.
func (t *team) take() *task {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.taken == len(t.tasks) || t.solution != nil {
		return nil
	}
	job := &t.tasks[t.taken]
	t.taken++
	t.open = append(t.open, job.number)
	return job
}

// work does tasks until take returns nil.
func (t *team) work(w *worker) {
	for job := t.take(); job != nil; job = t.take() {
		w.task, w.path, w.depth, w.err = job.number, job.path, t.n-t.floor, nil
		if t.halted.Load() {
			// This task is taken, so it must be accounted for. All tasks that are not
			// taken yet come after it.
			w.stop(errHalted)
			t.stop(w.task, w.err.(*StopError))
			return
		}
		found := w.enter(&job.position, t.floor, &job.before, job.start)
		t.collect(w)
		if e, ok := w.err.(*StopError); ok {
			t.stop(w.task, e)
			return
		}
		t.end(w, found)
	}
}

// collect moves the statistics of a worker into the statistics of the team.
func (t *team) collect(w *worker) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.tally.add(&w.tally)
	w.tally = Stats{}
}

// end notes that a task came to its end.
func (t *team) end(w *worker, found uint64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	at := slices.Index(t.open, w.task)
	t.open = slices.Delete(t.open, at, at+1)
	if w.err == nil && found > 0 && w.task < t.best.Load() {
		t.best.Store(w.task)
		t.solution = w.solution(t.n)
	}
}

// stop notes that a task was stopped before its end, and stops the other workers.
func (t *team) stop(task int64, e *StopError) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.cause == nil {
		t.cause = e.Err // the others are halted because of it
	}
	if task < t.stoppedAt {
		t.stopped, t.stoppedAt = e, task
	}
	t.halted.Store(true)
}

// soFar returns the statistics of all workers together. A first move is done if it sorts
// before the first move of the earliest task at hand.
func (t *team) soFar() Stats {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if len(t.open) > 0 {
		earliest := slices.Min(t.open)
		t.tally.Done = t.before([]Move{t.tasks[earliest-1-t.former].path[0].move()})
		if t.best.Load() < earliest {
			t.tally.Done = t.before(t.solution) // later tasks have been given up
		}
	}
	now := t.tally
	now.Elapsed = t.watch.Elapsed()
	return now
}
