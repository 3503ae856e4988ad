package cli

import (
	"bytes"
	"errors"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/cli/languages"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// on is a tool whose stderr is so wide, and what is written there.
func on(width int) (tool, *bytes.Buffer) {
	var out bytes.Buffer
	return tool{streams: Streams{Err: &out, ErrWidth: width}}, &out
}

var unread = &say.Problem{Code: "NST-2501", What: say.Textf("the kubeconfig of stack paris cannot be read"),
	Why: errors.New("open /home/operator/.kube/paris.config: permission denied"), Do: say.Textf("make it yours: chmod 600 ~/.kube/paris.config")}

func TestAnErrorIsSaidInItsParts(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		french bool
		width  int
		want   string
		status int
	}{
		"piped": {unread, false, 0, "nestor: the kubeconfig of stack paris cannot be read [NST-2501]\n" +
			"  why: open /home/operator/.kube/paris.config: permission denied\n" +
			"  do:  make it yours: chmod 600 ~/.kube/paris.config\n", app.Failed},
		"with an exit status": {&exit{app.Usage, unread}, false, 0, "nestor: the kubeconfig of stack paris cannot be read [NST-2501]\n" +
			"  why: open /home/operator/.kube/paris.config: permission denied\n" +
			"  do:  make it yours: chmod 600 ~/.kube/paris.config\n", app.Usage},
		"on a terminal": {unread, false, 50, "nestor: the kubeconfig of stack paris cannot be\n" +
			"        read [NST-2501]\n" +
			"  why: open /home/operator/.kube/paris.config:\n" +
			"       permission denied\n" +
			"  do:  make it yours: chmod 600\n" +
			"       ~/.kube/paris.config\n", app.Failed},
		"in French": {unread, true, 0, "nestor: the kubeconfig of stack paris cannot be read [NST-2501]\n" +
			"  cause\u00a0:     open /home/operator/.kube/paris.config: permission denied\n" +
			"  que faire\u00a0: make it yours: chmod 600 ~/.kube/paris.config\n", app.Failed},
		"one sentence": {errors.New("no repository is here\x1b[2J"), false, 0, "nestor: no repository is here�[2J\n", app.Failed},
		"several":      {errors.Join(errors.New("one"), errors.New("two")), false, 0, "nestor: one\ntwo\n", app.Failed},
		"said already": {&exit{status: app.Refused}, false, 0, "", app.Refused},
		"nothing":      {nil, false, 0, "", app.Done},
		"an invalid file": {&ports.InvalidDocument{File: "topologies/paris.yaml", Lines: []string{"layers: [web]"}, Faults: []ports.Fault{{What: say.Verbatim("unknown layer \"web\"; write one of those that the catalogue has"), At: ports.Position{Line: 1, Column: 10}}}}, false, 40,
			"nestor: topologies/paris.yaml:1:10: unknown layer \"web\"; write one of those that the catalogue has\n       1 | layers: [web]\n", app.Usage},
	} {
		tool, out := on(c.width)
		if c.french {
			tool.lang = languages.Load(languages.French)
		}
		if status := tool.report(c.err); status != c.status || out.String() != c.want {
			t.Errorf("%s: exit status %d\n%s\nwant %d\n%s", name, status, out, c.status, c.want)
		}
	}
}

func TestNotesAndWarningsAreWrapped(t *testing.T) {
	tool, out := on(45)
	tool.note(say.Textf("this is a sentence that is longer than\na line"))
	tool.warn(say.Textf("paris.yaml:1:1: this is doubtful, and long\n       1 | the line of the file as it stands there, however long"))
	tool.say(say.Textf("remembered"))
	const want = "note: this is a sentence that is longer\n      than�a line\n" +
		"warning: paris.yaml:1:1: this is doubtful,\n         and long\n       1 | the line of the file as it stands there, however long\nremembered\n"
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}
