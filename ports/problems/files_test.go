package problems_test

import (
	"errors"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

var code = regexp.MustCompile(`^NST-\d{4}$`)

func TestEveryCodeHasItsMeaning(t *testing.T) {
	for name, meaning := range problems.Meanings {
		if !code.MatchString(name) || meaning.Means.IsZero() || meaning.Matters.IsZero() || meaning.Do.IsZero() {
			t.Errorf("%s: %+v", name, meaning)
		}
	}
}

func TestEveryKindOfFailedTransferHasItsOwnCode(t *testing.T) {
	codes := slices.Sorted(maps.Values(problems.FetchCodes))
	if len(slices.Compact(slices.Clone(codes))) != len(codes) || len(codes) == 0 {
		t.Errorf("a code stands for two kinds: %v", codes)
	}
	for kind, name := range problems.FetchCodes {
		if problems.Meanings[name].Means.IsZero() {
			t.Errorf("%s, of %s, has no meaning", name, kind)
		}
	}
}

func TestAMarkedErrorIsOfItsKindAndSaysTheSame(t *testing.T) {
	problem := &say.Problem{Code: problems.FileExists, What: say.Textf("it is there"), Do: say.Textf("move it")}
	marked := problems.Kind(ports.ErrExists, problems.Kind(fs.ErrExist, problem))
	if !errors.Is(marked, ports.ErrExists) || !errors.Is(marked, fs.ErrExist) || errors.Is(marked, fs.ErrPermission) {
		t.Errorf("%v is not of its kinds alone", marked)
	}
	if got, want := say.Tell(nil, marked), say.Tell(nil, problem); got != want || marked.Error() != problem.Error() {
		t.Errorf("%+v, want %+v", got, want)
	}
}
