// Package beads solves the beads puzzle of NOI 2005 (Luogu P4205): to fill a
// triangle of 55 cells with twelve pieces, which may be rotated and reflected,
// from an empty or a partly filled start. Lonpos and Kanoodle sell the same
// pieces with other boards, and the package takes any flat board of up to 64
// cells.
//
// [ParseTriangle] reads the contest's format and [ParseBoard] other boards. A
// [Solver] then finds a filling, proves that there is none or just one, lists
// all or counts them:
//
//	board, err := beads.ParseTriangle(text)
//	...
//	var solver beads.Solver
//	filled, err := solver.SolveUnique(ctx, board)
//	switch {
//	case errors.Is(err, beads.ErrNoSolution):
//		fmt.Println("No solution")
//	case errors.Is(err, beads.ErrNotUnique):
//		fmt.Println("There are several")
//	case err == nil:
//		fmt.Println(filled)
//	}
//
// What a search may end with is kept apart: an answer, the proof that there is
// none ([ErrNoSolution]), the proof that there are several ([ErrNotUnique]), a
// count that is too large ([ErrOverflow]), too little memory ([ErrMemory]), and
// a context that is done, in which case the error wraps the context's error and
// its cause.
//
// # How it works
//
// A region is met cell by cell along a line that moves over it, in the direction
// in which few cells touch the line: the triangle along its diagonals, from one
// acute corner to the other. The first free cell must be covered by something,
// so a search covers that, then the next. What can still come depends only on
// the cells covered and the pieces left. Solve and Solutions go depth first and
// remember such positions that led nowhere. Count takes all positions that have
// the same first free cell together, adds up in how many ways each is reached,
// and so never walks through a filling. A position is given up when the free
// cells fall into parts of which one has a size that no choice of the pieces
// left adds up to. If the free cells have symmetries, Count considers only one
// of the fillings that these turn into each other.
//
// No value of this package is changed after it was made, so all may be used by
// several goroutines.
package beads
