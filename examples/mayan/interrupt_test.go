package main

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestMain runs the program instead of the tests if start has started the test binary.
func TestMain(m *testing.M) {
	if os.Getenv("MAYAN_TEST_PROGRAM") != "" {
		main()
	}
	os.Exit(m.Run())
}

// A process is the program as a separate process.
type process struct {
	*exec.Cmd
	stdout, stderr io.ReadCloser
}

// start starts the program with a puzzle on standard input. If the puzzle is empty,
// standard input stays open without data.
func start(t *testing.T, puzzle string, args ...string) process {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := process{Cmd: exec.CommandContext(t.Context(), program, args...)}
	p.Env = append(os.Environ(), "MAYAN_TEST_PROGRAM=yes")
	if p.stdout, err = p.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if p.stderr, err = p.StderrPipe(); err != nil {
		t.Fatal(err)
	}
	stdin, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if puzzle != "" {
		io.WriteString(stdin, puzzle)
		stdin.Close()
	}
	return p
}

// interrupt sends an interrupt to the program. If the system has no interrupts, it
// skips the test.
func (p process) interrupt(t *testing.T) {
	t.Helper()
	if err := p.Process.Signal(os.Interrupt); err != nil {
		p.Process.Kill()
		p.Wait()
		t.Skip(err)
	}
}

// end waits for the program to end. It returns the exit code, or -1 if a signal ended
// the program, and all output that has not been read.
func (p process) end(t *testing.T) (code int, stdout, stderr string) {
	t.Helper()
	out, err := io.ReadAll(p.stdout)
	if err != nil {
		t.Fatal(err)
	}
	diagnostics, err := io.ReadAll(p.stderr)
	if err != nil {
		t.Fatal(err)
	}
	p.Wait() // its error only repeats the exit code
	return p.ProcessState.ExitCode(), string(out), string(diagnostics)
}

// An interrupt stops the program while it reads and while it searches. The program
// reports that on standard error and exits with status 1.
func TestInterrupt(t *testing.T) {
	const long = "64\n1 2 3 4 5 6 7 0\n3 4 5 6 7 1 2 0\n1 2 3 4 5 6 7 0\n3 4 5 6 7 1 2 0\n5 6 7 1 2 3 4 0\n"
	for _, test := range []struct{ puzzle, want string }{
		{"", "mayan: reading the puzzle: "},
		{long, "mayan: Solve: search stopped: "},
	} {
		// The program needs time to start and to catch interrupts, and more time on a
		// busy machine. So the wait becomes longer with each try.
		for wait := 100 * time.Millisecond; ; wait *= 4 {
			p := start(t, test.puzzle, "-stats")
			time.Sleep(wait)
			p.interrupt(t)
			code, stdout, stderr := p.end(t)
			if code == -1 && wait < 5*time.Second {
				continue
			}
			lines := strings.Split(stderr, "\n")
			if code != 1 || stdout != "" || len(lines) != 3 || !strings.HasPrefix(lines[0], test.want) || !strings.HasPrefix(lines[1], `{"elapsed_ns":`) {
				t.Errorf("puzzle %q: exit %d, stdout %q, stderr %q, want exit 1 and stderr beginning with %q", test.puzzle, code, stdout, stderr, test.want)
			}
			break
		}
	}
}

// An early interrupt leaves no picture half written.
func TestInterruptWhileDrawing(t *testing.T) {
	// The picture does not fit into the buffer of a pipe. So the program is still
	// writing when the interrupt comes.
	const puzzle = "64\n1 1 0\n0\n1 1 2 2 0\n1 1 2 2 0\n2 2 0\n"
	want := string(drawn(t, puzzle, "-svg"))
	_, answer, _ := call(t.Context(), puzzle)
	p := start(t, puzzle, "-svg", "/dev/stdout")
	first := make([]byte, 1)
	if _, err := io.ReadFull(p.stdout, first); err != nil {
		_, _, stderr := p.end(t)
		t.Skip("cannot write to /dev/stdout: ", stderr)
	}
	p.interrupt(t)
	if code, stdout, stderr := p.end(t); code != 0 || string(first)+stdout != want+answer || stderr != "" {
		t.Errorf("exit %d, %d of %d bytes, stderr %q", code, 1+len(stdout), len(want)+len(answer), stderr)
	}
}
