package mayan

// ShareFrom makes a search share its work with other workers after the given number of
// positions. With a small number, a test of several workers needs no long search.
func ShareFrom(positions uint64) Option {
	return option(func(c *config) error {
		c.shareFrom = positions
		return nil
	})
}
