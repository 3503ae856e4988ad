//go:build !race

package effort

// Race is true when the race detector watches.
const Race = false
