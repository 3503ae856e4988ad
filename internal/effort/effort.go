// Package effort says how much of a costly test is worth doing: under the race detector everything takes several times as
// long, and a part of the cases shows the same races. Without it every case is run.
package effort

import "flag"

// Some is all of n cases, or few of them under the race detector.
func Some(n, few int) int {
	if Race {
		return min(n, few)
	}
	return n
}

// Every is 1, or n under the race detector: the step of a loop over cases.
func Every(n int) int {
	if Race {
		return n
	}
	return 1
}

// Rapid makes property tests do with fewer cases under the race detector. It is for a TestMain; -rapid.checks on the
// command line has the last word.
func Rapid() {
	if Race {
		_ = flag.Set("rapid.checks", "20") // an error says that this package has no property test
	}
}
