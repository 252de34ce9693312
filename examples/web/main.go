// Web lets you play the Mayan game in a browser.
//
//	web [-addr host:port]
//
// It serves a page, on localhost:8080 if no address is given, that asks it for all
// that it does not know itself:
//
//	/play?board=B&move=M    what a move does: the board when the block has been
//	                        shifted, each round, the board that is left
//	/solve?board=B&moves=N  the smallest sequence of exactly N moves, if any
//
// Boards and moves are in their text form; answers are JSON. A question that makes
// no sense is answered with status 400, and one that takes more than ten seconds
// with 503. The search for an answer ends when nobody waits for it any more, and the
// program on an interrupt, with exit status 0.
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

// run serves until ctx ends.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	set := flag.NewFlagSet("web", flag.ContinueOnError)
	set.SetOutput(stderr)
	addr := set.String("addr", "localhost:8080", "`host:port` to serve on")
	switch err := set.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case set.NArg() > 0:
		fmt.Fprintf(stderr, "web: %q is not a flag\n", set.Arg(0))
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

// patience is how long a search may take.
const patience = 10 * time.Second

// newHandler returns what serves the page and answers its questions.
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

// answering makes a handler of a function that answers a request.
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
		json.NewEncoder(w).Encode(result) // if this fails nobody listens any more
	}
}

// A played is what a move does.
type played struct {
	Shifted mayan.Board `json:"shifted"`
	Rounds  []round     `json:"rounds"`
	Board   mayan.Board `json:"board"` // that is left
}

type round struct {
	Vanish [][2]int    `json:"vanish"` // columns and rows
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
