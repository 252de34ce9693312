package main

import (
	"bytes"
	"encoding/xml"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mayanbeads/mayan"
)

// drawn runs the program and returns the picture that it writes.
func drawn(t *testing.T, stdin, option string, args ...string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "picture")
	if code, _, stderr := call(t.Context(), stdin, append([]string{option, file}, args...)...); code != 0 || stderr != "" {
		t.Fatalf("%s %q: exit %d, %q", option, args, code, stderr)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The picture in the README is the output of the program.
func TestPictureOfTheReadmeIsUpToDate(t *testing.T) {
	want, err := os.ReadFile("../../testdata/noip2011/sample.svg")
	if err != nil {
		t.Fatal(err)
	}
	if got := drawn(t, sample, "-svg"); !bytes.Equal(got, want) {
		t.Errorf("testdata/noip2011/sample.svg differs from the output of -svg:\n%s", got)
	}
}

func TestSVGShowsBoardsBlocksAndCaptions(t *testing.T) {
	const tenColors = "0\n1 2 3 4 5 6 0\n7 8 9 10 0\n0\n0\n0\n"
	for _, test := range []struct {
		stdin          string
		frames, blocks int // the blocks of all frames
		captions       string
	}{
		{sample, 6, 4*12 + 6 + 3, "2 1 1;3 1 1;3 0 1;vanish;vanish;vanish"},
		{tenColors, 1, 10, ""},
		{"0 0 0 0 0 0", 1, 0, "cleared"},
		{"2 1 0 0 0 0 0", 1, 1, ""}, // no solution
	} {
		text := drawn(t, test.stdin, "-svg")
		boards, blocks, captions := 0, 0, []string{}
		decoder := xml.NewDecoder(bytes.NewReader(text))
		inText := ""
		for {
			token, err := decoder.Token()
			if token == nil {
				if err.Error() != "EOF" {
					t.Errorf("%q: not XML: %v", test.stdin, err)
				}
				break
			}
			switch e := token.(type) {
			case xml.StartElement:
				inText = ""
				for _, a := range e.Attr {
					switch {
					case e.Name.Local == "rect" && a.Name.Local == "rx":
						blocks++
					case e.Name.Local == "rect" && a.Value == hex(palette[mayan.Empty]):
						boards++
					case e.Name.Local == "text" && a.Name.Local == "y":
						inText = a.Value
					}
				}
			case xml.CharData:
				if s := string(e); inText != "" && (len(s) > 2) {
					captions = append(captions, s)
				}
			case xml.EndElement:
				inText = ""
			}
		}
		if got := strings.Join(captions, ";"); boards != test.frames || blocks != test.blocks || got != test.captions {
			t.Errorf("%q: %d boards, %d blocks, captions %q, want %d, %d, %q", test.stdin, boards, blocks, got, test.frames, test.blocks, test.captions)
		}
	}
}

func TestGIFShowsEveryFrame(t *testing.T) {
	board := mayan.MustParseBoard("1/21/234/31/2434")
	all, err := frames(board, mayan.Solution{{X: 2, Y: 1, Dir: mayan.Right}, {X: 3, Y: 1, Dir: mayan.Right}, {X: 3, Y: 0, Dir: mayan.Right}})
	if err != nil {
		t.Fatal(err)
	}
	animation, err := gif.DecodeAll(bytes.NewReader(drawn(t, sample, "-gif")))
	if err != nil {
		t.Fatal(err)
	}
	if len(animation.Image) != len(all) || len(all) != 7 {
		t.Fatalf("%d frames, want %d", len(animation.Image), len(all))
	}
	for i, f := range all {
		picture := animation.Image[i]
		if size := picture.Bounds().Size(); size.X != boardSize || size.Y != 4*cellSize {
			t.Fatalf("frame %d has size %v, want five by four cells", i, size)
		}
		for x := range mayan.Width {
			for y := range 4 {
				// The corner of a block has the colour of the block, even if the block
				// vanishes next.
				r, g, b, _ := picture.At(x*cellSize+2, (4-y)*cellSize-3).RGBA()
				want := palette[f.board.At(x, y)]
				if byte(r>>8) != want.R || byte(g>>8) != want.G || byte(b>>8) != want.B {
					t.Errorf("frame %d, column %d, row %d: colour %x %x %x, want %s", i, x, y, r>>8, g>>8, b>>8, hex(want))
				}
			}
		}
		if animation.Delay[i] <= 0 {
			t.Errorf("frame %d is shown for no time", i)
		}
	}
}

func TestPictureErrors(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing", "picture")
	for _, option := range []string{"-svg", "-gif"} {
		code, stdout, stderr := call(t.Context(), sample, option, missing)
		if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, missing) {
			t.Errorf("%s into a missing directory: exit %d, stdout %q, stderr %q", option, code, stdout, stderr)
		}
		for _, question := range []string{"-all", "-count"} {
			if code, stdout, _ := call(t.Context(), sample, option, missing, question); code != 2 || stdout != "" {
				t.Errorf("%s with %s: exit %d, stdout %q", option, question, code, stdout)
			}
		}
	}
}
