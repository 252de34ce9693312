package mayan_test

import (
	"os"
	"strings"
	"testing"
)

// The README shows the code of ExampleSolve, which is run as a test.
func TestReadmeShowsATestedExample(t *testing.T) {
	lines := func(file, from, to string) []string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, ok := strings.Cut(string(text), from)
		body, _, ended := strings.Cut(rest, to)
		if !ok || !ended {
			t.Fatalf("%s has nothing from %q to %q", file, from, to)
		}
		code := strings.Split(body, "\n")
		for i, line := range code {
			code[i], _, _ = strings.Cut(line, " // ") // without the comment after the code
		}
		return code
	}
	readme := lines("README.md", "func main() {\n", "\n}\n")
	example := lines("example_test.go", "func ExampleSolve() {\n", "\n}\n")
	if strings.Join(readme, "\n") != strings.Join(example, "\n") {
		t.Errorf("the README shows\n%s\nbut the example is\n%s", strings.Join(readme, "\n"), strings.Join(example, "\n"))
	}
}
