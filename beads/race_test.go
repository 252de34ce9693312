//go:build race

package beads_test

// raceEnabled makes tests leave out cases that are slow under the race detector.
const raceEnabled = true
