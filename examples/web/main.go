// Web serves the Mayan game as a page for a browser.
//
// Usage:
//
//	web [flags]
//
// The flag is:
//
//	-addr HOST:PORT  the address to serve on; the default is localhost:8080
//
// The page sends these requests to the server:
//
//	/play?board=B&move=M    what a move does: the board after the shift, the rounds
//	                        of the cascade, and the board that is left
//	/solve?board=B&moves=N  the smallest sequence of exactly N moves that empties
//	                        the board, if there is one
//
// Boards and moves are in their text form. Answers are JSON:
//
//   - Status 200 comes with an answer.
//   - Status 400 means that the request is bad.
//   - Status 503 means that the search took more than ten seconds, or that the client
//     closed the connection. The search then ends.
//
// The exit status is:
//
//   - 0 if an interrupt ended the program
//   - 1 if the address cannot be served
//   - 2 if the arguments are wrong
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"time"

	"github.com/mayanbeads/mayan"
)

//go:embed page.html
var page []byte

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run serves until ctx ends, and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	set := flag.NewFlagSet("web", flag.ContinueOnError)
	set.SetOutput(stderr)
	set.Usage = func() {
		fmt.Fprintln(stderr, "usage: web [flags]")
		set.PrintDefaults()
	}
	addr := set.String("addr", "localhost:8080", "the address `HOST:PORT` to serve on")
	switch err := set.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case set.NArg() > 0:
		fmt.Fprintf(stderr, "web: unexpected argument %q; see -h\n", set.Arg(0))
		return 2
	}
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		fmt.Fprintln(stderr, "web:", err)
		return 1
	}
	fmt.Fprintf(stdout, "serving on http://%v\n", listener.Addr())
	server := &http.Server{
		Handler:           newHandler(patience),
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	context.AfterFunc(ctx, func() { server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		fmt.Fprintln(stderr, "web:", err)
		return 1
	}
	return 0
}

// patience is the time limit of a search.
const patience = 10 * time.Second

// newHandler returns a handler that serves the page and answers the requests of the
// page.
func newHandler(patience time.Duration) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	})
	mux.HandleFunc("GET /play", answering(play))
	mux.HandleFunc("GET /solve", answering(func(r *http.Request) (any, error) {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		return solve(r.WithContext(ctx))
	}))
	return mux
}

// answering returns a handler that calls answer and sends the result or the error as
// JSON.
func answering(answer func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		result, err := answer(r)
		if err != nil {
			status := http.StatusBadRequest
			var stop *mayan.StopError
			if errors.As(err, &stop) {
				status = http.StatusServiceUnavailable
			}
			w.WriteHeader(status)
			result = map[string]string{"error": err.Error()}
		}
		json.NewEncoder(w).Encode(result) // an error means that the client is gone
	}
}

// A played is the answer to a move.
type played struct {
	Shifted mayan.Board `json:"shifted"`
	Rounds  []round     `json:"rounds"`
	Board   mayan.Board `json:"board"` // the board that is left
}

type round struct {
	Vanish [][2]int    `json:"vanish"` // the column and row of each cell
	After  mayan.Board `json:"after"`
}

func play(r *http.Request) (any, error) {
	board, err := mayan.ParseBoard(r.FormValue("board"))
	if err != nil {
		return nil, err
	}
	move, err := mayan.ParseMove(r.FormValue("move"))
	if err != nil {
		return nil, err
	}
	shifted, err := board.Shift(move)
	if err != nil {
		return nil, err
	}
	p := played{Shifted: shifted, Rounds: []round{}, Board: shifted}
	for step := range mayan.Cascade(shifted) {
		next := round{After: step.After}
		for x, y := range step.Vanish.All() {
			next.Vanish = append(next.Vanish, [2]int{x, y})
		}
		p.Rounds = append(p.Rounds, next)
		p.Board = step.After
	}
	return p, nil
}

// A solved is the answer to a puzzle.
type solved struct {
	Solvable bool         `json:"solvable"`
	Moves    []mayan.Move `json:"moves"`
}

func solve(r *http.Request) (any, error) {
	board, err := mayan.ParseBoard(r.FormValue("board"))
	if err != nil {
		return nil, err
	}
	moves, err := strconv.Atoi(r.FormValue("moves"))
	if err != nil {
		return nil, fmt.Errorf("moves: %q is not a number", r.FormValue("moves"))
	}
	solution, err := mayan.Solve(r.Context(), board, moves)
	if errors.Is(err, mayan.ErrNoSolution) {
		return solved{false, []mayan.Move{}}, nil
	}
	if err != nil {
		return nil, err
	}
	return solved{true, solution}, nil
}
