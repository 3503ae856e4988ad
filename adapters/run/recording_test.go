package run

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/ports"
)

// awkward are pieces that a format of lines and markers could trip over.
var awkward = rapid.SampledFrom([]string{
	"-- stdout --", "-- $ kubectl get --", `\-- x --`, `\\-- x --`, "--  --", "-- --", ` No newline at end`, `\ No newline at end`,
	`\\ No newline at end`, "\n", "\n\n", "\r\n", "\r", `\`, "'", `"`, "$'", "$ ", " ", "a", "é", "\x00", "\xff", "{}", "\u0085", "\u2028", "exit: 1\n",
})

func awkwardText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		between := rapid.SampledFrom([]string{"", "\n", "\r\n"}).Draw(t, "between")
		return strings.Join(rapid.SliceOfN(awkward, 0, 6).Draw(t, "pieces"), between)
	})
}

func awkwardBytes(t *rapid.T, label string) []byte { return []byte(awkwardText().Draw(t, label)) }

func plainText(t *rapid.T, label string) string {
	return rapid.StringMatching(`[a-z<>&"é ]{0,8}`).Draw(t, label)
}

func TestEveryRecordingReadsBackTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Recording{
			Comment:     strings.TrimRight(awkwardText().Draw(t, "comment"), "\n"),
			Recorded:    time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "recorded"), 0).UTC(),
			Stack:       plainText(t, "stack"),
			Environment: map[string]string{plainText(t, "fact"): plainText(t, "value")},
			Files:       map[string][]byte{},
			View:        ports.KubeconfigView{Server: plainText(t, "server"), Files: []string{plainText(t, "file")}},
		}
		for range rapid.IntRange(0, 3).Draw(t, "files") {
			want.Files["f/"+rapid.StringMatching(`[a-z '"$é-]{1,5}`).Draw(t, "path")] = awkwardBytes(t, "content")
		}
		for range rapid.IntRange(0, 3).Draw(t, "calls") {
			want.Calls = append(want.Calls, RecordedCall{
				Program: rapid.StringMatching(`[a-z]+`).Draw(t, "program"),
				Args:    rapid.SliceOfN(awkwardText(), 0, 4).Draw(t, "args"),
				Stdin:   awkwardBytes(t, "stdin"), Stdout: awkwardBytes(t, "stdout"), Stderr: awkwardBytes(t, "stderr"),
				Exit: rapid.IntRange(-1, 255).Draw(t, "exit"), NotKept: rapid.IntRange(0, 9).Draw(t, "not kept"),
				TimedOut: rapid.Bool().Draw(t, "timed out"), Truncated: rapid.Bool().Draw(t, "truncated"),
				Interrupted: rapid.Bool().Draw(t, "interrupted"), Error: awkwardErrors(t),
			})
		}
		got, err := Parse(want.Format())
		if err != nil {
			t.Fatalf("%v\n%s", err, want.Format())
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-want +got):\n%s\n%s", diff, want.Format())
		}
	})
}

func awkwardErrors(t *rapid.T) string { return awkwardText().Draw(t, "error") }

func TestLinesThatLookLikeSectionsAreKept(t *testing.T) {
	for _, body := range []string{
		"-- stdout --\n", "a\n-- stdout --", "\\-- stdout --\n", "-- x --\r\n", " No newline at end", "a\n No newline at end\n",
		"a\n\\ No newline at end\n", "a\n\\\\ No newline at end\n", "a\n\\ No newline at end", "\n", "\n\n", "a", "",
	} {
		want := Recording{Calls: []RecordedCall{{Program: "a", Args: []string{}, Stdout: []byte(body), Stderr: []byte("after")}}}
		got, err := Parse(want.Format())
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", body, err, diff)
		}
	}
}

func TestARecordingIsReadable(t *testing.T) {
	r := Recording{
		Comment:  "One node, nothing else.",
		Recorded: time.Date(2026, 11, 30, 1, 27, 15, 0, time.UTC),
		Stack:    "dirqual",
		Files:    map[string][]byte{"topologies/dirqual.yaml": []byte("nodes: []\n")},
		Calls: []RecordedCall{{
			Program: "kubectl", Args: []string{"get", "nodes", "-l", "a in (b)", "--kubeconfig", KubeconfigArg}, Stdin: []byte("{}"),
			Stderr: []byte("first\n-- stdout --\n"), Exit: 1, TimedOut: true,
		}},
	}
	const want = `One node, nothing else.
-- recording --
{
  "schema": "nestor.recording/v1",
  "recorded": "2026-11-30T01:27:15Z",
  "stack": "dirqual"
}
-- files/topologies/dirqual.yaml --
nodes: []
-- $ kubectl get nodes -l 'a in (b)' --kubeconfig {kubeconfig} --
exit: 1
timed-out: true
-- stdin --
{}
\ No newline at end
-- stderr --
first
\-- stdout --
`
	if diff := cmp.Diff(want, string(r.Format())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestABadRecordingSaysWhere(t *testing.T) {
	const head = "-- recording --\n{\"schema\":\"nestor.recording/v1\"}\n"
	for name, c := range map[string]struct{ text, want string }{
		"something else":     {"hello", "made with --record"},
		"another version":    {"-- recording --\n{\"schema\":\"nestor.recording/v9\"}\n", `"nestor.recording/v9"`},
		"a typing error":     {"-- recording --\n{\"schema\":\"nestor.recording/v1\",\"stak\":\"x\"}\n", `"stak"`},
		"a broken header":    {"-- recording --\n{\n", `"recording"`},
		"two headers":        {head + head, "twice"},
		"unknown section":    {head + "-- output --\n", `"output"`},
		"output of nothing":  {head + "-- stdout --\n", "must follow"},
		"two outputs":        {head + "-- $ a --\nexit: 0\n-- stdout --\n-- stdout --\n", "twice"},
		"no status":          {head + "-- $ a --\n", "exit: N"},
		"a status of words":  {head + "-- $ a --\nexit: none\n", "exit: none"},
		"two statuses":       {head + "-- $ a --\nexit: 0\nexit: 1\n", "exit: 1"},
		"an unknown status":  {head + "-- $ a --\nexit: 0\nsignal: 9\n", "signal"},
		"no command":         {head + "-- $  --\nexit: 0\n", `"$"`},
		"an open quote":      {head + "-- $ a 'b --\nexit: 0\n", "not closed"},
		"a file outside":     {head + "-- files/../x --\n", "../x"},
		"an absolute file":   {head + "-- files//etc/passwd --\n", "/etc/passwd"},
		"a file twice":       {head + "-- files/a --\n-- files/'a' --\n", "twice"},
		"a broken view":      {head + "-- kubeconfig.json --\n[]\n", "kubeconfig.json"},
		"more than one view": {head + "-- kubeconfig.json --\n{}{}\n", "more after"},
	} {
		_, err := Parse([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want it to say %s", name, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "reading the recording") {
			t.Errorf("%s: the caller says that already: %v", name, err)
		}
	}
}

func TestACommandWrittenByHandIsRead(t *testing.T) {
	got, err := splitWords(`kubectl  get "a b" 'c'"d"\ e $'\t\x41' --x="\$y"`)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"kubectl", "get", "a b", "cd e", "\tA", "--x=$y"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatIsRedactedStaysAsItIs(t *testing.T) {
	words := []string{`"token":"s3cret"`, `{"a":`, "}", "}", "]", "token=", "s3cret", " ", "\n", "--api-key ", "sshpass -p", "'s3cret'", "Bearer s3cret-s3cret", "https://u:s3cret@h", "password: ", ";", `"`}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(words)).Draw(t, "words"), "")
		once := Redact(text)
		if again := Redact(once); again != once {
			t.Fatalf("%q becomes %q, then %q", text, once, again)
		}
	})
}
