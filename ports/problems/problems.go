// Package problems holds the stable codes of what adapters and commands report, with what each stands for. The codes of
// findings stand beside what finds them, in domain.
package problems

import (
	"maps"

	"github.com/univ-lehavre/nestor/ports"
)

// Meanings says what each code of this package stands for.
var Meanings = func() map[string]ports.Meaning {
	all := map[string]ports.Meaning{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}()

// tables are those of the files of this package.
var tables = []map[string]ports.Meaning{cluster, kubeconfigs, files, programs, machines, fetching, usage, commandLine}
