package beads

import "testing"

func TestTriangleHas1644Placements(t *testing.T) {
	footprints := triangle().footprints()
	distinct := map[footprint]bool{}
	for _, s := range footprints {
		distinct[s] = true
	}
	if len(footprints) != 1644 || len(distinct) != 1644 {
		t.Errorf("%d placements, %d of them distinct, want 1644", len(footprints), len(distinct))
	}
}

func TestRectangle5x11Has1789Placements(t *testing.T) {
	b, err := Rectangle(5, 11)
	if err != nil {
		t.Fatal(err)
	}
	distinct := map[footprint]bool{}
	for _, s := range b.region.footprints() {
		distinct[s] = true
	}
	if n := len(b.region.footprints()); n != 1789 || len(distinct) != 1789 {
		t.Errorf("%d placements, %d of them distinct, want 1789", n, len(distinct))
	}
}
