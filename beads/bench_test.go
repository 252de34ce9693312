package beads_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/mayanbeads/mayan/beads"
)

func BenchmarkCountEmptyTriangle(b *testing.B) {
	var s beads.Solver
	for b.Loop() {
		if n, err := s.Count(b.Context(), beads.Triangle()); n != 32288 || err != nil {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkListEmptyTriangle(b *testing.B) {
	var s beads.Solver
	for b.Loop() {
		n := 0
		for range s.Solutions(b.Context(), beads.Triangle()) {
			n++
		}
		if n != 32288 {
			b.Fatal(n)
		}
	}
}

func BenchmarkSolveEmptyTriangle(b *testing.B) {
	var s beads.Solver
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Solve(b.Context(), beads.Triangle()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkKnownBoards asks each question of all boards of testdata, and
// reports the median and the worst time of a board beside the sum.
func BenchmarkKnownBoards(b *testing.B) {
	known := readKnown(b, "testdata/triangle.jsonl")
	boards := make([]beads.Board, len(known))
	for i, k := range known {
		boards[i] = mustTriangle(b, k.In)
	}
	var s beads.Solver
	for name, ask := range map[string]func(beads.Board){
		"Solve":       func(board beads.Board) { s.Solve(b.Context(), board) },
		"SolveUnique": func(board beads.Board) { s.SolveUnique(b.Context(), board) },
		"Count":       func(board beads.Board) { s.Count(b.Context(), board) },
	} {
		b.Run(name, func(b *testing.B) {
			best := make([]time.Duration, len(boards))
			for b.Loop() {
				for i, board := range boards {
					start := time.Now()
					ask(board)
					if took := time.Since(start); best[i] == 0 || took < best[i] {
						best[i] = took
					}
				}
			}
			slices.Sort(best)
			b.ReportMetric(float64(best[len(best)/2].Microseconds()), "µs-median")
			b.ReportMetric(float64(best[len(best)-1].Microseconds()), "µs-worst")
		})
	}
}

func BenchmarkRectangles(b *testing.B) {
	var s beads.Solver
	for _, size := range [][2]int{{5, 11}, {11, 5}} {
		text := ""
		for range size[0] {
			text += fmt.Sprintf("%s\n", "..........."[:size[1]])
		}
		board := mustBoard(b, text)
		b.Run(fmt.Sprintf("list %dx%d", size[0], size[1]), func(b *testing.B) {
			for b.Loop() {
				n := 0
				for range s.Solutions(b.Context(), board) {
					n++
				}
				if n != 371020 {
					b.Fatal(n)
				}
			}
		})
		b.Run(fmt.Sprintf("count %dx%d", size[0], size[1]), func(b *testing.B) {
			for b.Loop() {
				if n, err := s.Count(b.Context(), board); n != 371020 || err != nil {
					b.Fatal(n, err)
				}
			}
		})
	}
}

func BenchmarkParseTriangle(b *testing.B) {
	text := lines(sample)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := beads.ParseTriangle(text); err != nil {
			b.Fatal(err)
		}
	}
}
