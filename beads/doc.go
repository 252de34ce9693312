// Package beads solves the beads puzzle of NOI 2005 (Luogu P4205): to fill a
// triangle of 55 cells with twelve pieces, which may be rotated and reflected,
// from an empty or a partly filled start. Lonpos and Kanoodle sell the same
// pieces with other boards, and the package takes any flat board of up to 64
// cells, a pyramid of 55 spheres, and other sets of pieces: [Pentominoes], and
// what [NewSet] reads from drawings.
//
// [ParseTriangle] reads the contest's format, [ParseBoard] other flat boards and
// [ParsePyramid] the pyramid. A [Solver] then finds a filling, proves that there
// is none or just one, lists all or counts them:
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
// its cause. (So do not make one of these errors the cause: it would pass for a
// proof.)
//
// # How it works
//
// A line moves over the region, and the cells are met in its order: of the
// directions in which it can move, that is taken in which few cells touch it.
// It moves over the triangle along the diagonals, from one acute corner to the
// other. The first free cell must be covered by something, so a search covers
// that, then the next (de Bruijn 1971). What can still come depends only on the
// cells covered and the pieces left, which together are a position.
//
//   - [Solver.Solve], [Solver.SolveUnique] and [Solver.Solutions] go depth first
//     and remember the positions that led nowhere. If there are many solutions, a
//     sweep forth and back over all positions keeps those that lead to one, and
//     Solutions goes depth first through these.
//   - [Solver.Forced] takes the first solution and looks for others, each without
//     one of the placements that all solutions before have in common.
//   - [Solver.Count] goes breadth first and adds up in how many ways each
//     position is reached, as one counts domino tilings row by row. It never
//     walks through a filling, and the empty triangle has only half a million
//     positions. Several goroutines can share that work; see Solver.Workers.
//   - On a board where too many cells touch any such line, as on the pyramid, all
//     of them go depth first, cover next the cell or the piece that has the fewest
//     placements left, and remember positions; see [Strategy].
//   - If the free cells have symmetries, one piece may lie only in one of the
//     places that they turn into each other, as Scott did in 1958 when he
//     confined the X of the pentominoes to a quarter of the board. Count then
//     multiplies, and Solutions turns what it finds.
//   - A position is given up when the free cells fall into parts of which one
//     has a size that no choice of the pieces left adds up to.
//   - Of the two ends at which a search can start, it takes the one where fewer
//     placements fit.
//
// Boards and sets are immutable, so goroutines may share them, and so they may
// a Solver that nobody changes meanwhile.
package beads
