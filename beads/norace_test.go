//go:build !race

package beads_test

const raceEnabled = false
