//go:build race

package beads_test

// raceEnabled tells tests to leave out what is slow under the race detector.
const raceEnabled = true
