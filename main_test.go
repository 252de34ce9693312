package mayan_test

import (
	"testing"

	"github.com/mayanbeads/mayan/internal/watch/watchtest"
)

func TestMain(m *testing.M) { watchtest.Main(m) }
