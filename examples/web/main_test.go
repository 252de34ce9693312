package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mayanbeads/mayan"
)

// get sends a request to a handler and returns the status and the body of the response.
func get(ctx context.Context, handler http.Handler, path string, values url.Values) (int, string) {
	request := httptest.NewRequestWithContext(ctx, "GET", path+"?"+values.Encode(), nil)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder.Code, recorder.Body.String()
}

func TestPlayAnswersWithEveryRound(t *testing.T) {
	status, text := get(t.Context(), newHandler(time.Minute), "/play", url.Values{"board": {"1/21/214/33/2434"}, "move": {"3 0 1"}})
	var got played
	if err := json.Unmarshal([]byte(text), &got); err != nil || status != 200 {
		t.Fatalf("status %d, %v in %s", status, err, text)
	}
	want := played{
		Shifted: mayan.MustParseBoard("1/21/214/23/3434"),
		Rounds: []round{
			{[][2]int{{1, 0}, {2, 0}, {3, 0}}, mayan.MustParseBoard("1/1/14/3/3434")},
			{[][2]int{{0, 0}, {1, 0}, {2, 0}}, mayan.MustParseBoard("//4/3/3434")},
		},
		Board: mayan.MustParseBoard("//4/3/3434"),
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(mayan.Board{})); diff != "" {
		t.Errorf("answer of /play (-want +got):\n%s", diff)
	}
	// If a move makes no run, the list of rounds is empty and not null.
	if _, text := get(t.Context(), newHandler(time.Minute), "/play", url.Values{"board": {"1/2///"}, "move": {"0 0 1"}}); !strings.Contains(text, `"rounds":[]`) {
		t.Errorf("a move without a run: %s, want an empty list of rounds", text)
	}
}

func TestSolveAnswersWithTheSmallestSolution(t *testing.T) {
	for _, test := range []struct{ board, moves, want string }{
		{"1/21/234/31/2434", "3", `{"solvable":true,"moves":["2 1 1","3 1 1","3 0 1"]}`},
		{"1/21/234/31/2434", "2", `{"solvable":false,"moves":[]}`},
		{"////", "0", `{"solvable":true,"moves":[]}`},
	} {
		status, text := get(t.Context(), newHandler(time.Minute), "/solve", url.Values{"board": {test.board}, "moves": {test.moves}})
		if status != 200 || strings.TrimSpace(text) != test.want {
			t.Errorf("%+v: status %d, body %s", test, status, text)
		}
	}
}

func TestErrorsAndStatus(t *testing.T) {
	handler := newHandler(time.Minute)
	for _, test := range []struct {
		path   string
		values url.Values
	}{
		{"/play", nil},
		{"/play", url.Values{"board": {"1////"}}},
		{"/play", url.Values{"board": {"1////"}, "move": {"0 0 -1"}}},
		{"/play", url.Values{"board": {"1"}, "move": {"0 0 1"}}},
		{"/solve", nil},
		{"/solve", url.Values{"board": {"1////"}, "moves": {"x"}}},
		{"/solve", url.Values{"board": {"1////"}, "moves": {"65"}}},
		{"/solve", url.Values{"board": {"111////"}, "moves": {"1"}}},
	} {
		status, text := get(t.Context(), handler, test.path, test.values)
		var answer struct{ Error string }
		if err := json.Unmarshal([]byte(text), &answer); status != 400 || err != nil || answer.Error == "" {
			t.Errorf("%s with %v: status %d, body %s, want status 400 and an error", test.path, test.values, status, text)
		}
	}
	long := url.Values{"board": {"2553541/32431/1551345/4412254/154"}, "moves": {"30"}}
	if status, text := get(t.Context(), newHandler(time.Millisecond), "/solve", long); status != 503 || !strings.Contains(text, "deadline") {
		t.Errorf("time limit: status %d, body %s", status, text)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if status, text := get(gone, handler, "/solve", long); status != 503 || !strings.Contains(text, "canceled") {
		t.Errorf("the client is gone: status %d, body %s", status, text)
	}
	if status, _ := get(t.Context(), handler, "/other", nil); status != 404 {
		t.Errorf("/other: status %d, want 404", status)
	}
}

// Each puzzle of the page can be solved in the number of moves that the page gives, and
// in no smaller number.
func TestPuzzlesOfThePageNeedTheirNumberOfMoves(t *testing.T) {
	if status, text := get(t.Context(), newHandler(time.Minute), "/", nil); status != 200 || text != string(page) {
		t.Errorf("/: status %d, body %s", status, text)
	}
	found := regexp.MustCompile(`\["([0-9A/]+)", (\d+)\]`).FindAllSubmatch(page, -1)
	if len(found) < 3 {
		t.Fatalf("the page has %d puzzles, want at least 3", len(found))
	}
	for _, match := range found {
		board, err := mayan.ParseBoard(string(match[1]))
		if err != nil {
			t.Fatal(err)
		}
		moves, _ := strconv.Atoi(string(match[2]))
		if s, err := mayan.Shortest(t.Context(), board, moves); err != nil || len(s) != moves {
			t.Errorf("%v: Shortest finds %d moves, want %d; error %v", board, len(s), moves, err)
		}
	}
}

func TestServerRunsUntilTheContextEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan int)
	go func() {
		ended <- run(ctx, []string{"-addr", "localhost:0"}, writer, io.Discard)
	}()
	var at string
	if _, err := fmt.Fscanf(reader, "serving on %s\n", &at); err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(at)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || !bytes.Equal(text, page) {
		t.Errorf("reading the page: %v, %s", err, text)
	}
	var diagnostics strings.Builder
	if code := run(ctx, []string{"-addr", strings.TrimPrefix(at, "http://")}, io.Discard, &diagnostics); code != 1 || strings.Count(diagnostics.String(), "\n") != 1 {
		t.Errorf("an address in use: exit %d, stderr %q", code, diagnostics.String())
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("after the context ended: exit %d, want 0", code)
	}
	for _, args := range [][]string{{"-port", "1"}, {"file"}} {
		if code := run(t.Context(), args, io.Discard, io.Discard); code != 2 {
			t.Errorf("%q: exit %d, want 2", args, code)
		}
	}
}
