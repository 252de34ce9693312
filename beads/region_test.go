package beads

import "testing"

func TestPlacementsOfTheTriangle(t *testing.T) {
	spots := triangle().spots()
	distinct := map[spot]bool{}
	for _, s := range spots {
		distinct[s] = true
	}
	if len(spots) != 1644 || len(distinct) != 1644 {
		t.Errorf("%d placements, %d of them distinct, want 1644", len(spots), len(distinct))
	}
}

func TestPlacementsOfTheRectangle(t *testing.T) {
	b, err := Rectangle(5, 11)
	if err != nil {
		t.Fatal(err)
	}
	distinct := map[spot]bool{}
	for _, s := range b.region.spots() {
		distinct[s] = true
	}
	if n := len(b.region.spots()); n != 1789 || len(distinct) != 1789 {
		t.Errorf("%d placements, %d of them distinct, want 1789", n, len(distinct))
	}
}
