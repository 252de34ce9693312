package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mayanbeads/mayan"
)

// call runs the program and returns its exit code and its output.
func call(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, diagnostics strings.Builder
	code = run(ctx, args, &out, &diagnostics)
	return code, out.String(), diagnostics.String()
}

// Every puzzle has the properties that the flags ask for.
func TestPuzzlesHaveTheWishedProperties(t *testing.T) {
	for _, w := range []wish{{1, 10, 4, false}, {2, 3, 10, false}, {3, 4, 12, true}, {4, 3, 20, false}, {5, 6, 24, false}} {
		for seed := range 5 {
			args := []string{
				"-n", fmt.Sprint(w.moves), "-colors", fmt.Sprint(w.colors), "-blocks", fmt.Sprint(w.blocks),
				"-seed", fmt.Sprint(seed), fmt.Sprintf("-unique=%t", w.unique),
			}
			code, stdout, stderr := call(t.Context(), args...)
			if code != 0 || stderr != "" {
				t.Fatalf("%q: exit %d, stderr %q", args, code, stderr)
			}
			if _, again, _ := call(t.Context(), args...); again != stdout {
				t.Errorf("%q: two runs differ, first\n%sthen\n%s", args, stdout, again)
			}
			puzzle, err := mayan.ReadPuzzle(strings.NewReader(stdout))
			if err != nil {
				t.Fatalf("%q: %v in\n%s", args, err, stdout)
			}
			board := puzzle.Board
			if puzzle.Moves != w.moves || board.Len() < w.blocks || !board.IsSettled() {
				t.Errorf("%q: %d moves, %d blocks, settled: %t", args, puzzle.Moves, board.Len(), board.IsSettled())
			}
			for x := range mayan.Width {
				for y := range board.ColumnHeight(x) {
					if board.At(x, y) > mayan.Color(w.colors) {
						t.Errorf("%q: a block has colour %d", args, board.At(x, y))
					}
				}
			}
			for n := range w.moves + 1 {
				if _, err := mayan.Solve(t.Context(), board, n); (err == nil) != (n == w.moves) || err != nil && !errors.Is(err, mayan.ErrNoSolution) {
					t.Errorf("%q: board %v in %d moves: error %v", args, board, n, err)
				}
			}
			if !w.unique {
				continue
			}
			// All solutions must lead through the same boards.
			var first []mayan.Board
			for solution, err := range mayan.Solutions(t.Context(), board, w.moves) {
				if err != nil {
					t.Fatal(err)
				}
				boards, b := []mayan.Board(nil), board
				for _, move := range solution {
					if b, err = b.Play(move); err != nil {
						t.Fatal(err)
					}
					boards = append(boards, b)
				}
				if first == nil {
					first = boards
				}
				if fmt.Sprint(boards) != fmt.Sprint(first) {
					t.Errorf("%q: two solutions of board %v lead through different boards", args, board)
				}
			}
		}
	}
}

// With -n 1, the default of -blocks is one that a single move allows.
func TestDefaultBlocksSuitOneMove(t *testing.T) {
	if code, stdout, stderr := call(t.Context(), "-n", "1", "-seed", "1"); code != 0 || stdout == "" {
		t.Errorf("exit %d, stderr %q", code, stderr)
	}
}

// Without a seed the puzzles differ.
func TestPuzzlesDifferWithoutSeed(t *testing.T) {
	seen := map[string]bool{}
	for range 5 {
		_, stdout, _ := call(t.Context(), "-n", "4")
		seen[stdout] = true
	}
	if len(seen) < 2 {
		t.Errorf("five runs make the same puzzle: %v", seen)
	}
}

func TestErrorsAndExitStatus(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		ctx  context.Context
		args []string
		code int
		want string
	}{
		{t.Context(), []string{"-n", "0"}, 2, "generate: -n 0: must be 1 to 8; see -h\n"},
		{t.Context(), []string{"-n", "9"}, 2, "generate: -n 9: must be 1 to 8; see -h\n"},
		{t.Context(), []string{"-colors", "1"}, 2, "generate: -colors 1: must be 2 to 10; see -h\n"},
		{t.Context(), []string{"-blocks", "31"}, 2, "generate: -blocks 31: must be 4 to 30; see -h\n"},
		{t.Context(), []string{"-n", "2", "-blocks", "13"}, 2, "generate: -blocks 13: must be at most 12 with -n 2; see -h\n"},
		{t.Context(), []string{"-timeout", "0s"}, 2, "generate: -timeout 0s: must be above 0; see -h\n"},
		{t.Context(), []string{"file"}, 2, "generate: unexpected argument \"file\"; see -h\n"},
		{t.Context(), []string{"-n", "8", "-colors", "2", "-blocks", "30", "-unique", "-timeout", "50ms"}, 1, "generate: no puzzle found within 50ms\n"},
		{cancelled, nil, 1, "generate: context canceled\n"},
	} {
		if code, stdout, stderr := call(test.ctx, test.args...); code != test.code || stdout != "" || stderr != test.want {
			t.Errorf("%q: exit %d, stdout %q, stderr %q, want exit %d, stderr %q", test.args, code, stdout, stderr, test.code, test.want)
		}
	}
	if code, _, stderr := call(t.Context(), "-h"); code != 0 || !strings.Contains(stderr, "-unique") {
		t.Errorf("-h: exit %d, stderr %q", code, stderr)
	}
}
