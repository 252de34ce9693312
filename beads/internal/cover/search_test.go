package cover

import (
	"errors"
	"testing"
)

func TestCountsOfTwoTo64AndMoreAreErrOverflow(t *testing.T) {
	for last, want := range map[int]error{15: nil, 16: ErrOverflow} {
		copies := []int{16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, last}
		for _, s := range []Search{
			{Memory: 1 << 30, Workers: 1, Frontier: true}, {Memory: 1 << 30, Workers: 3, Frontier: true}, // a sweep
			{Memory: 1 << 20, Workers: 1, Frontier: true}, {Memory: 1 << 20, Workers: 3, Frontier: true}, // recounts
			{Memory: 1 << 30, Workers: 1}, {Memory: 1 << 30, Workers: 3},
		} {
			s.Problem, s.Progress = singles(copies...), Start(t.Context(), 0, 0, nil)
			if n, err := s.Count(); !errors.Is(err, want) || (n == 0) != (err != nil) {
				t.Errorf("%d placements of the last piece, %+v: count is %d, error %v, want %v", last, s, n, err, want)
			}
		}
	}
}
