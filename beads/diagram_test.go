package beads_test

import "testing"

func TestDiagramDrawsLinesAroundPieces(t *testing.T) {
	b := mustBoard(t, "#A.\n.AA\n..\n\n#BBBB")
	want := `    +---+---+
    | A | . |
+---+   +---+
| . | A   A |
+   +---+---+
| .   . |
+---+---+

    +---+---+---+---+
    | B   B   B   B |
    +---+---+---+---+`
	if got := b.Diagram(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
