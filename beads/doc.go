// Package beads fills boards with polyomino pieces: it finds a filling, proves that
// there is none or only one, lists all fillings and counts them.
//
// The puzzle is from NOI 2005 (Luogu P4205): fill a triangle of 55 cells with twelve
// pieces, which may be rotated and reflected. The board may have pieces on it at the
// start. Lonpos and Kanoodle sell the same pieces with other boards. The package also
// takes any flat board of up to 64 cells, a pyramid of 55 spheres, and other sets of
// pieces.
//
// # Boards
//
// [ParseTriangle] reads the contest's format, [ParseBoard] any flat board, and
// [ParsePyramid] the pyramid. [Triangle], [Rectangle] and [Pyramid] return empty boards.
// The pieces are the twelve [Beads] by default. [Pentominoes] are another set, and
// [NewSet] makes one from drawings.
//
// # Solving
//
// A [Solver] answers questions about a board. Its zero value is ready for use.
//
//   - [Solver.Solve] finds a filling, or proves that there is none.
//   - [Solver.SolveUnique] also proves that there is only one.
//   - [Solver.Solutions] lists all fillings.
//   - [Solver.Count] counts them without listing them.
//   - [Solver.Forced] finds the placements that all fillings have in common.
//
// The error says how the search ended:
//
//	board, err := beads.ParseTriangle(text)
//	...
//	var solver beads.Solver
//	filled, err := solver.SolveUnique(ctx, board)
//	var stop *beads.StopError
//	switch {
//	case err == nil:                          // filled is the only filling
//	case errors.Is(err, beads.ErrNoSolution): // proved: there is none
//	case errors.Is(err, beads.ErrNotUnique):  // proved: there are several
//	case errors.As(err, &stop):               // the budget or the context ended first
//	default:                                  // not a question, or too little memory
//	}
//
// # How the search works
//
// A position is the set of covered cells together with the pieces left. What can still
// follow depends on the position only. So a search stores positions and searches each of
// them once, while memory suffices. There are two strategies, and [Auto] chooses by the
// board:
//
//   - [Sweep] moves a line over the board and always covers the next free cell that the
//     line meets (de Bruijn, 1971). It takes the direction in which few cells touch the
//     line: on the triangle, along the diagonals. Count then goes through the positions
//     breadth first and adds up in how many ways each is reached. So it never goes
//     through the fillings one by one. The empty triangle has half a million positions.
//   - [Search] covers next the cell or the piece that has the fewest placements left. It
//     is better on boards such as the pyramid, where many cells touch any line.
//
// Two things make both strategies faster:
//
//   - A position is pruned if a connected component of the free cells has a size that is
//     not a sum of sizes of pieces left.
//   - If the free cells have symmetries, these divide the places of a piece into classes.
//     One piece without copies is tried in one place of each class, as Scott did in 1958
//     with the X of the pentominoes. Count multiplies by the size of the class, and
//     Solutions turns what it finds. Fillings without this piece are found directly.
//
// # Storing
//
// [Board], [Set], [Piece], [Cell], [Orientation] and [Strategy] have a text form, which
// encoding/json and encoding/xml use. Board and Set have a binary form too, which
// encoding/gob uses. A board is stored together with its set. All values compare with
// go-cmp without options.
//
// # Concurrency
//
// Boards and sets are immutable. Goroutines may share them, and also a Solver that none
// of them changes. [Solver.Workers] lets several goroutines share one Count.
package beads
