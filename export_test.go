package mayan

// ShareFrom has several workers share a search that has entered so many positions,
// so that tests of them need no long searches.
func ShareFrom(positions uint64) Option {
	return option(func(c *config) error {
		c.shareFrom = positions
		return nil
	})
}
