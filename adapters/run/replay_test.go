package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// scripted answers every call from a function.
type scripted func(c Call) Result

func (s scripted) Run(_ context.Context, c Call) Result { return s(c) }

// namesOnly keeps of stdout what a parser of names reads.
func namesOnly(stdout []byte) ([]byte, error) {
	var object struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal(stdout, &object); err != nil {
		return nil, err
	}
	return json.Marshal(object)
}

// plain keeps what Redact leaves.
func plain(stderr []byte) []byte { return []byte(Redact(string(stderr))) }

// record gives the recording of calls that are all answered alike.
func record(t *testing.T, answer Result, calls ...Call) Recording {
	t.Helper()
	recorder := NewRecorder(scripted(func(Call) Result { return answer }), "/home/operator")
	for _, c := range calls {
		recorder.Run(t.Context(), c)
	}
	recording, err := recorder.Recording()
	if err != nil {
		t.Fatal(err)
	}
	return recording
}

func TestAReplayAnswersAsTheProgramDid(t *testing.T) {
	for name, answer := range map[string]Result{
		"success":       {Stdout: []byte("{\n  \"name\": \"a\"\n}\n"), Stderr: []byte("Warning: old\n")},
		"failure":       {Stderr: []byte("forbidden\n"), Exit: 1},
		"timeout":       {Exit: -1, TimedOut: true},
		"interrupt":     {Exit: -1, Interrupted: true},
		"flood":         {Exit: -1, Truncated: true},
		"not installed": {Exit: -1, Err: fmt.Errorf("kubectl: %w", ErrNotFound)},
	} {
		call := Call{Program: "kubectl", Args: []string{"get", "x y"}, Stdin: []byte("{}"), Keep: namesOnly, KeepStderr: plain}
		recording, err := Parse(record(t, answer, call).Format())
		if err != nil {
			t.Fatal(err)
		}
		got := NewReplayer(recording).Run(t.Context(), call)
		if answer.Err != nil && !errors.Is(got.Err, ErrNotFound) {
			t.Errorf("%s: error %v", name, got.Err)
		}
		got.Err, answer.Err = nil, nil
		if diff := cmp.Diff(answer, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAReplayFailsOnACommandThatItDoesNotHold(t *testing.T) {
	held := Call{Program: "kubectl", Args: []string{"get", "nodes"}, Stdin: []byte("a")}
	replayer := NewReplayer(record(t, Result{}, held))
	for _, c := range []Call{
		{Program: "kubectl", Args: []string{"get", "nodes"}, Stdin: []byte("b")},
		{Program: "kubectl", Args: []string{"get nodes"}, Stdin: []byte("a")},
		{Program: "limactl", Args: []string{"get", "nodes"}, Stdin: []byte("a")},
	} {
		got := replayer.Run(t.Context(), c)
		if !errors.Is(got.Err, ErrNotRecorded) || got.Exit == 0 || !strings.Contains(got.Err.Error(), c.CommandLine()) {
			t.Errorf("%s: exit %d, %v", c.CommandLine(), got.Exit, got.Err)
		}
	}
	if got := replayer.Run(t.Context(), held); got.Err != nil {
		t.Error(got.Err)
	}
}

func TestACommandAskedTwiceIsAnsweredInOrder(t *testing.T) {
	replayer := NewReplayer(Recording{Calls: []RecordedCall{{Program: "a", Exit: 1}, {Program: "b", Exit: 5}, {Program: "a", Exit: 2}}})
	var got []int
	for range 3 {
		got = append(got, replayer.Run(t.Context(), Call{Program: "a"}).Exit)
	}
	if diff := cmp.Diff([]int{1, 2, 2}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestARecordingHoldsOnlyWhatIsRead(t *testing.T) {
	secrets := []string{"env-s3cret", "hunter2", "alice:pw", "eyJhbGciOiJSUzI1NiJ9", "s.sig", "abcdef0123456789", "MIIEvQ", "/home/operator"}
	answer := Result{
		Stdout: []byte(`{"name":"/home/operator/vm","env":[{"name":"PASSWORD","value":"env-s3cret"}],"token":"hunter2"}`),
		Stderr: []byte(strings.Join([]string{
			`GET https://alice:pw@cluster:6443/api/v1/nodes 401 Unauthorized in 3 milliseconds`,
			`error: Authorization: Bearer abcdef0123456789`,
			`error: jwt eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJh.s.sig is expired`,
			`plugin: password=hunter2 {"client_secret": "hunter2"} --token "hunter2" token: hunter2`,
			"-----BEGIN RSA PRIVATE KEY-----\nMIIEvQ\n-----END RSA PRIVATE KEY-----",
			`stat /home/operator/.kube/config: no such file`,
		}, "\n")),
	}
	text := string(record(t, answer, Call{Program: "kubectl", Keep: namesOnly, KeepStderr: plain}).Format())
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in the recording:\n%s", secret, text)
		}
	}
	for _, kept := range []string{"~/vm", "@cluster:6443/api/v1/nodes 401", "stat ~/.kube/config: no such file"} {
		if !strings.Contains(text, kept) {
			t.Errorf("%q is not in the recording:\n%s", kept, text)
		}
	}
}

func TestOutputWithoutAProjectionIsNotKept(t *testing.T) {
	got := record(t, Result{Stdout: []byte("anything"), Stderr: []byte("hunter2")}, Call{Program: "kubectl"}).Calls[0]
	if len(got.Stdout) != 0 || len(got.Stderr) != 0 || got.NotKept != 8 {
		t.Errorf("kept %q and %q, %d bytes left out", got.Stdout, got.Stderr, got.NotKept)
	}
}

func TestHalfAnOutputIsNotKept(t *testing.T) {
	got := record(t, Result{Stdout: []byte(`{"na`), Exit: -1, TimedOut: true}, Call{Program: "kubectl", Keep: namesOnly}).Calls[0]
	if len(got.Stdout) != 0 || got.NotKept != 4 {
		t.Errorf("kept %q, %d bytes left out", got.Stdout, got.NotKept)
	}
}

func TestACallThatCannotBeProjectedEndsTheRecording(t *testing.T) {
	recorder := NewRecorder(scripted(func(Call) Result { return Result{Stdout: []byte("<html>")} }), "")
	if got := recorder.Run(t.Context(), Call{Program: "kubectl", Keep: namesOnly}); string(got.Stdout) != "<html>" {
		t.Errorf("the caller got %q", got.Stdout)
	}
	if _, err := recorder.Recording(); err == nil || !strings.Contains(err.Error(), "recording kubectl") {
		t.Error(err)
	}
}

func TestARecordingDoesNotDependOnTheOrderOfCalls(t *testing.T) {
	a, b := Call{Program: "kubectl", Args: []string{"get", "a"}}, Call{Program: "kubectl", Args: []string{"get", "b"}}
	if diff := cmp.Diff(record(t, Result{}, a, b).Calls, record(t, Result{}, b, a).Calls); diff != "" {
		t.Error(diff)
	}
}

func TestRecordedJSONComparesLineByLine(t *testing.T) {
	for in, want := range map[string]string{
		`{"b":1.50,"a":["<x>"]}`: "{\n  \"a\": [\n    \"<x>\"\n  ],\n  \"b\": 1.50\n}\n",
		"{\"b\":1}\n{\"a\":2}\n": "{\"b\":1}\n{\"a\":2}\n",
		"plain\n":                "plain\n",
	} {
		if diff := cmp.Diff(want, string(readable([]byte(in)))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestOnlyTheHomeFolderBecomesATilde(t *testing.T) {
	for _, c := range []struct{ home, text, want string }{
		{"/home/op", `a "/home/op/x" /home/op,/home/op`, `a "~/x" ~,~`},
		{"/home/op", "/home/operator /mnt/home/op /home/op.old /home/op-2", "/home/operator /mnt/home/op /home/op.old /home/op-2"},
		{"/home/op/", "/home/op/x", "~/x"},
		{"/", "/a", "/a"},
		{"", "/a", "/a"},
	} {
		if got := withoutHome(c.text, c.home); got != c.want {
			t.Errorf("home %q: %q becomes %q, want %q", c.home, c.text, got, c.want)
		}
	}
}

func TestRecorderAndReplayerServeManyAtOnce(t *testing.T) {
	recorder := NewRecorder(scripted(func(c Call) Result { return Result{Stderr: []byte(c.Args[0])} }), "")
	together(func(i int) {
		recorder.Run(t.Context(), Call{Program: "p", Args: []string{fmt.Sprint(i)}, KeepStderr: plain})
		recorder.Fact(fmt.Sprint(i), "seen")
	})
	recording, err := recorder.Recording()
	if err != nil {
		t.Fatal(err)
	}
	replayer := NewReplayer(recording)
	together(func(i int) {
		got := replayer.Run(t.Context(), Call{Program: "p", Args: []string{fmt.Sprint(i)}})
		fact, known := replayer.Fact(fmt.Sprint(i))
		if string(got.Stderr) != fmt.Sprint(i) || fact != "seen" || !known {
			t.Errorf("%d: %q, %q", i, got.Stderr, fact)
		}
	})
}

func together(do func(i int)) {
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() { do(i) })
	}
	all.Wait()
}
