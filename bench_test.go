package mayan_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/mayanbeads/mayan"
	"github.com/mayanbeads/mayan/internal/watch/watchtest"
)

// Run the benchmarks with "go test -run ^$ -bench . -count 6" and compare two runs with
// benchstat. They report the time and the number of positions that a search enters.

var benchBoard = mayan.MustParseBoard("2312233/1123112/3312121/2231332/3312113")

func BenchmarkMoves(b *testing.B) {
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for m := range benchBoard.Moves() {
			n += m.X
		}
	}
}

func BenchmarkPlay(b *testing.B) {
	for name, move := range map[string]mayan.Move{
		"no run": {X: 0, Y: 3, Dir: mayan.Right},
		"a run":  {X: 0, Y: 1, Dir: mayan.Right},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := benchBoard.Play(move); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSettle(b *testing.B) {
	for name, board := range map[string]mayan.Board{
		"settled": benchBoard,
		"rounds":  mayan.MustParseBoard("1/21/214/24/3334"), // three rounds
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mayan.Settle(board)
			}
		})
	}
}

// readBoard reads the board of a puzzle in testdata/hard5.
func readBoard(b *testing.B, name string) mayan.Board {
	b.Helper()
	file, err := os.Open("testdata/hard5/" + name + ".in")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	puzzle, err := mayan.ReadPuzzle(file)
	if err != nil {
		b.Fatal(err)
	}
	return puzzle.Board
}

// solve measures a search and reports the number of positions.
func solve(b *testing.B, board mayan.Board, n int, options ...mayan.Option) {
	var stats mayan.Stats
	options = append(options, mayan.WithStats(&stats))
	for b.Loop() {
		if _, err := mayan.Solve(context.Background(), board, n, options...); err != nil && !errors.Is(err, mayan.ErrNoSolution) {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(stats.Nodes), "nodes/op")
}

// The boards have three to six colours. Some have a solution in the given number of
// moves, the others have none.
func BenchmarkSolve(b *testing.B) {
	for _, test := range []struct {
		name string
		n    int
	}{
		{"none08", 5}, {"none05", 8}, {"none09", 8}, {"none04", 8}, {"none02", 8}, {"solved03", 5}, {"solved07", 5},
	} {
		b.Run(fmt.Sprintf("%s/n=%d", test.name, test.n), func(b *testing.B) {
			solve(b, readBoard(b, test.name), test.n)
		})
	}
}

// BenchmarkWorkers compares one worker with two on boards that take seconds.
func BenchmarkWorkers(b *testing.B) {
	for _, test := range []struct {
		name string
		n    int
	}{{"none09", 10}, {"none04", 11}, {"none03", 12}} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/n=%d/workers=%d", test.name, test.n, workers), func(b *testing.B) {
				solve(b, readBoard(b, test.name), test.n, mayan.WithWorkers(workers))
			})
		}
	}
}

// BenchmarkStrategies compares the search without strategies, with the strategies of
// published programs, with the default, and with each strategy of the default left out.
// PruneIdles takes the place of the unsound published strategy for swaps of equal
// blocks.
func BenchmarkStrategies(b *testing.B) {
	type set struct {
		name    string
		options []mayan.Option
	}
	sets := []set{
		{"none", []mayan.Option{mayan.NoPrunes()}},
		{"published", []mayan.Option{mayan.NoPrunes(), mayan.PruneColors(), mayan.PruneMirrors(), mayan.PruneIdles(), mayan.PruneFailed()}},
		{"default", nil},
	}
	for _, left := range sound {
		without := set{"without " + left.name, []mayan.Option{mayan.NoPrunes()}}
		for _, s := range sound {
			if s.name != left.name {
				without.options = append(without.options, s.option)
			}
		}
		sets = append(sets, without)
	}
	for _, name := range []string{"none05", "none06", "none09"} {
		board := readBoard(b, name)
		for _, s := range sets {
			b.Run(name+"/"+s.name, func(b *testing.B) { solve(b, board, 4, s.options...) })
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, name := range []string{"none08", "solved07"} {
		board := readBoard(b, name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := mayan.Count(context.Background(), board, 5); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDeadline measures how late a search ends after its deadline. Run it with
// -benchtime 50x.
func BenchmarkDeadline(b *testing.B) {
	board := mayan.MustParseBoard(endless)
	for _, workers := range []int{1, 2, 8, 64, 256, 1000} {
		option := mayan.WithWorkers(workers)
		for name, search := range map[string]func(context.Context) error{
			"Solve":    func(ctx context.Context) error { _, err := mayan.Solve(ctx, board, 12, option); return err },
			"Shortest": func(ctx context.Context) error { _, err := mayan.Shortest(ctx, board, 12, option); return err },
			"Count":    func(ctx context.Context) error { _, err := mayan.Count(ctx, board, 12, option); return err },
			"Solutions": func(ctx context.Context) error {
				for _, err := range mayan.Solutions(ctx, board, 12, option) {
					if err != nil {
						return err
					}
				}
				return nil
			},
		} {
			b.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(b *testing.B) { watchtest.Deadline(b, search) })
		}
	}
}
