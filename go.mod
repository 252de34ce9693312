module github.com/mayanbeads/mayan

go 1.25.0

require (
	github.com/google/go-cmp v0.7.0
	golang.org/x/exp v0.0.0-20260218203240-3dfff04db8fa
)
