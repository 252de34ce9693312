package beads_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mayanbeads/mayan/beads"
	"github.com/mayanbeads/mayan/internal/watch/watchtest"
)

func BenchmarkCountEmptyTriangle(b *testing.B) {
	var s beads.Solver
	for b.Loop() {
		if n, err := s.Count(b.Context(), beads.Triangle()); n != 32288 || err != nil {
			b.Fatal(n, err)
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

// BenchmarkKnownBoards asks each question about all boards of testdata. It reports the
// total time and the median and worst time of a board.
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

// publishedBoards returns boards that are sold or well known, with their numbers of
// fillings. The number of the disc is the one that both strategies count. The disc has
// most of the cells of a 9 by 9 square that are nearest to the centre.
func publishedBoards(t testing.TB) []publishedBoard {
	p := beads.Pentominoes()
	return []publishedBoard{
		{"triangle", beads.Triangle(), 32288},
		{"5x11", mustRectangle(t, 5, 11, beads.Set{}), 371020},
		{"6x10 pentominoes", mustRectangle(t, 6, 10, p), 9356},
		{"5x12 pentominoes", mustRectangle(t, 5, 12, p), 4040},
		{"4x15 pentominoes", mustRectangle(t, 4, 15, p), 1472},
		{"3x20 pentominoes", mustRectangle(t, 3, 20, p), 8},
		{"8x8 with a hole, pentominoes", must(mustBoard(t, lines("........ ........ ........ ...##... ...##... ........ ........ ........")).WithSet(p))(t), 520},
		{"butterfly", mustBoard(t, lines("####.... ####..... ##....... ##....... ......... ....... ....... ..... #....")), 92960},
		{"7x8 less a corner", mustBoard(t, strings.Repeat("........\n", 6)+"......."), 843223},
		{"disc", mustBoard(t, lines("###...### ##.....## #.......# ......... ......... ......... #.......# ##.....## ####.####")), 31852},
		{"pyramid", beads.Pyramid(), 2448},
	}
}

type publishedBoard struct {
	name  string
	board beads.Board
	count uint64
}

// BenchmarkStrategies shows which strategy is fastest for which board, and whether Auto
// chooses it. If a strategy takes more than ten seconds, it is skipped.
func BenchmarkStrategies(b *testing.B) {
	for _, published := range publishedBoards(b) {
		for _, strategy := range []beads.Strategy{beads.Auto, beads.Sweep, beads.Search} {
			b.Run(fmt.Sprintf("%s/%v", published.name, strategy), func(b *testing.B) {
				ctx, cancel := context.WithTimeout(b.Context(), 10*time.Second)
				defer cancel()
				s := beads.Solver{Strategy: strategy}
				for range b.N { // unlike a loop over b.Loop, this loop may be left by Skip
					n, err := s.Count(ctx, published.board)
					if errors.Is(err, context.DeadlineExceeded) {
						b.Skip("more than ten seconds")
					}
					if n != published.count || err != nil {
						b.Fatal(n, err)
					}
				}
			})
		}
	}
}

// BenchmarkWorkers compares one worker with two on boards that take long.
func BenchmarkWorkers(b *testing.B) {
	for _, published := range publishedBoards(b) {
		if published.count < 300000 && published.name != "pyramid" {
			continue
		}
		for workers := 1; workers <= 2; workers++ {
			s := beads.Solver{Workers: workers}
			b.Run(fmt.Sprintf("%s/workers=%d", published.name, workers), func(b *testing.B) {
				for b.Loop() {
					if n, err := s.Count(b.Context(), published.board); n != published.count || err != nil {
						b.Fatal(n, err)
					}
				}
			})
		}
	}
}

func BenchmarkList(b *testing.B) {
	var s beads.Solver
	for _, published := range publishedBoards(b) {
		b.Run(published.name, func(b *testing.B) { listAll(b, &s, published) })
	}
}

func listAll(b *testing.B, s *beads.Solver, published publishedBoard) {
	for b.Loop() {
		n := uint64(0)
		for range s.Solutions(b.Context(), published.board) {
			n++
		}
		if n != published.count {
			b.Fatal(n)
		}
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

// BenchmarkDeadline measures how late a search ends after its deadline. Run it with
// -benchtime 50x.
func BenchmarkDeadline(b *testing.B) {
	corner, err := beads.ParseBoard(strings.Repeat("........\n", 6)+".......", beads.Beads())
	if err != nil {
		b.Fatal(err)
	}
	for _, strategy := range []beads.Strategy{beads.Sweep, beads.Search} {
		for _, workers := range []int{1, 2, 8, 64, 256, 1000} {
			s := &beads.Solver{Strategy: strategy, Workers: workers}
			for name, board := range map[string]beads.Board{"pyramid": beads.Pyramid(), "flat": corner} {
				b.Run(fmt.Sprintf("Count/%v/%s/workers=%d", strategy, name, workers), func(b *testing.B) {
					watchtest.Deadline(b, func(ctx context.Context) error { _, err := s.Count(ctx, board); return err })
				})
			}
		}
		s := &beads.Solver{Strategy: strategy}
		b.Run(fmt.Sprintf("Solutions/%v", strategy), func(b *testing.B) {
			watchtest.Deadline(b, func(ctx context.Context) error {
				for _, err := range s.Solutions(ctx, corner) {
					if err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}
