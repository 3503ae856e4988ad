package lima

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

//go:embed testdata/limactl.txtar
var outputs []byte

// output is one real answer of limactl.
func output(t *testing.T, name string) run.Result {
	t.Helper()
	result := run.Result{Exit: -1}
	for _, section := range txtar.Parse(outputs).Files {
		var err error
		switch section.Name {
		case name + "/exit":
			result.Exit, err = strconv.Atoi(strings.TrimSpace(string(section.Data)))
		case name + "/stdout":
			result.Stdout = section.Data
		case name + "/stderr":
			result.Stderr = section.Data
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if result.Exit < 0 {
		t.Fatalf("no output named %q", name)
	}
	return result
}

// answering is a runner that gives one result, and checks what it is asked.
type answering struct {
	t      *testing.T
	result run.Result
}

func (a answering) Run(_ context.Context, c run.Call) run.Result {
	if want := "limactl list --format '{"; !strings.HasPrefix(c.CommandLine(), want) {
		a.t.Errorf("asked %s, want %s…", c.CommandLine(), want)
	}
	return a.result
}

const home = "/home/operator/.lima"

func there() Folder { return Folder{Path: home} }

func machines(t *testing.T, result run.Result, home Home) ports.Machines {
	t.Helper()
	return New(answering{t, result}, home, time.Minute).Machines(t.Context())
}

func stopped(name string) ports.Machine {
	return ports.Machine{Name: name, Status: "Stopped"}
}

func running(name string) ports.Machine {
	m := stopped(name)
	m.Status = "Running"
	return m
}

func TestEveryCompleteAnswerIsRead(t *testing.T) {
	damaged := ports.Machine{Name: "badyaml", Errors: []string{"failed to unmarshal YAML (main file `" + home +
		"/badyaml/lima.yaml`): [1:20] could not find map value\n>  1 | images: [ {location:\n                          ^\n"}}
	starting := stopped("ha")
	starting.Status = "Broken"
	starting.Errors = []string{"failed to connect to `" + home + "/ha/ha.sock`: stat " + home + "/ha/ha.sock: no such file or directory"}
	templated := []ports.Machine{damaged, stopped("big"), starting, stopped("node1")}
	for name, want := range map[string][]ports.Machine{
		"no instance":                   nil,
		"one stopped":                   {stopped("node1")},
		"four stopped":                  {stopped("cp1"), stopped("node1"), stopped("node10"), stopped("node2")},
		"one running":                   {stopped("cp1"), running("node1"), stopped("node10"), stopped("node2")},
		"template":                      templated,
		"template, development version": templated,
	} {
		got := machines(t, output(t, name), there)
		if diff := cmp.Diff(ports.Machines{State: ports.MachinesRead, Items: want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestEveryLayoutOfTheListIsRead(t *testing.T) {
	want := []ports.Machine{{Name: "a", Status: "Running"}, {Name: "b", Errors: []string{"plain", `{"any":1}`}}}
	a, b := `{"name":"a","status":"Running","cpus":4}`, `{"name":"b","errors":["plain",{"any":1}]}`
	for name, text := range map[string]string{
		"one a line":       a + "\n" + b + "\n",
		"no last newline":  a + "\n" + b,
		"an array":         "[" + a + ",\n" + b + "]\n",
		"an array a line":  "[" + a + "]\n[]\n[" + b + "]\n",
		"indented objects": "{\n  \"name\": \"a\",\n  \"status\": \"Running\",\n  \"cpus\": 4\n}\n" + b + "\n",
	} {
		got := machines(t, run.Result{Stdout: []byte(text)}, there)
		if diff := cmp.Diff(ports.Machines{State: ports.MachinesRead, Items: want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	warned := []byte(`time="2026-11-30T01:27:15Z" level=warning msg="No instance found. Run ` + "`limactl create`" + ` to create an instance."`)
	for _, empty := range []string{"", "\n", "[]\n"} {
		unreadFor(t, machines(t, run.Result{Stdout: []byte(empty)}, there), "did not say that there is no instance")
		got := machines(t, run.Result{Stdout: []byte(empty), Stderr: warned}, there)
		if diff := cmp.Diff(ports.Machines{State: ports.MachinesRead}, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", empty, diff)
		}
	}
}

// unreadFor fails unless nothing is believed and the reason says each of the words.
func unreadFor(t *testing.T, got ports.Machines, words ...string) {
	t.Helper()
	if got.State != ports.MachinesUnread || len(got.Items) != 0 {
		t.Errorf("state %q with %d VMs is believed", got.State, len(got.Items))
	}
	for _, word := range words {
		if !strings.Contains(got.Text().String(), word) {
			t.Errorf("%q does not say %q", got.Text(), word)
		}
	}
	if problems.Meanings[got.Code].Means.IsZero() || got.Do.IsZero() || strings.Contains(got.Reason.String(), "; ") {
		t.Errorf("code %q, reason %q, what to do %q", got.Code, got.Reason, got.Do)
	}
	if strings.Contains(got.Reason.String(), "\n") {
		t.Errorf("reason is not one line: %q", got.Reason)
	}
}

func TestAGarbageLineIsNotSkipped(t *testing.T) {
	for text, line := range map[string]string{
		"{\"name\":\"a\"}\noops\n{\"name\":\"b\"}\n":        "line 2",
		"{\"name\":\"a\"}\n\n{\"name\":\"b\"":               "line 3",
		"{\"name\":\"a\"}\n{\"name\":\"b\",\"status\":4}\n": "line 2",
		"[{\"name\":\"a\"},\n7]":                            "line 1",
		"null\n":                                            "no name",
		"{\"name\":\"a\"}\n{}\n":                            "no name",
		"{\"name\":\"a\"}\n{\"name\":\"a\"}\n":              `"a" is listed twice`,
	} {
		unreadFor(t, machines(t, run.Result{Stdout: []byte(text)}, there), line, "limactl list")
	}
}

func TestAHalfMadeInstanceIsNoProofThatThereIsNoVM(t *testing.T) {
	result := run.Result{Exit: 1, Stderr: []byte(`time="2026-11-30T01:27:15Z" level=fatal msg="unable to load instance probe: open ` +
		`/home/operator/.lima/probe/lima.yaml: no such file or directory"` + "\n")}
	unreadFor(t, machines(t, result, there), "unable to load instance probe", "try again")
}

func TestAPartialListIsNotBelieved(t *testing.T) {
	result := output(t, "one found, one not")
	if len(result.Stdout) == 0 {
		t.Fatal("the output holds no instance")
	}
	unreadFor(t, machines(t, result, there), "unmatched instances")
}

func TestAFailureSaysWhatLimactlSaid(t *testing.T) {
	unreadFor(t, machines(t, output(t, "home unreadable"), there), "failed: open /home/operator/.lima/unread: permission denied", "LIMA_HOME")
	unreadFor(t, machines(t, output(t, "root"), there), "must not run as the root user", "run nestor as the user who owns the VMs")
	unreadFor(t, machines(t, run.Result{Exit: 2}, there), "exit status 2")
	unreadFor(t, machines(t, run.Result{Exit: -1, TimedOut: true}, there), "did not answer in time", "--timeout")
	unreadFor(t, machines(t, run.Result{Exit: -1, Interrupted: true}, there), "interrupted")
	unreadFor(t, machines(t, run.Result{Exit: -1, Truncated: true}, there), "more than can be taken")
	unreadFor(t, machines(t, run.Result{Exit: -1, Err: errors.New("exec format error")}, there), "exec format error")
}

func TestTheMessageThatCountsIsFound(t *testing.T) {
	for stderr, want := range map[string]string{
		"": "",
		"time=\"x\" level=fatal msg=\"the reason\"\ntime=\"x\" level=warning msg=\"noise\"\n\n": "the reason",
		"time=\"x\" level=fatal msg=\"two\\nlines \\\"quoted\\\"\"\n":                           `two lines "quoted"`,
		"time=\"x\" level=fatal msg=word error=\"more\"\n":                                      "word",
		"time=\"x\" level=warning msg=\"only this\"\n":                                          "only this",
		"time=\"x\" level=fatal msg=\"the reason\"\ngoroutine 1 [running]\n":                    "the reason",
		"time=\"x\" level=warning msg=\"noise\"\nplain words\n":                                 "plain words",
	} {
		if _, got := lastMessage(stderr); got != want {
			t.Errorf("%q gives %q, want %q", stderr, got, want)
		}
	}
}

func TestNotInstalledIsNotNoVM(t *testing.T) {
	got := machines(t, run.Result{Exit: -1, Err: fmt.Errorf("limactl: %w", run.ErrNotFound)}, there)
	if got.State != ports.MachinesNotInstalled || !strings.Contains(got.Do.String(), "install Lima") || got.Code != problems.LimactlAbsent {
		t.Errorf("%+v", got)
	}
}

func TestAMissingFolderIsNotAnEmptyOne(t *testing.T) {
	missing := func() Folder { return Folder{Path: home + "/missing", Missing: true} }
	got := machines(t, output(t, "home missing"), missing)
	want := ports.Machines{State: ports.MachinesNoHome}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(ports.Machines{}, "Reason", "Code", "Do")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(got.Do.String(), "LIMA_HOME") || !strings.Contains(got.Reason.String(), home+"/missing") {
		t.Error(got.Reason)
	}
	unreadFor(t, machines(t, output(t, "home missing"), func() Folder {
		return Folder{Problem: say.Verbatim("permission denied"), Do: say.Verbatim("look at it")}
	}), "permission denied")
	// limactl saw VMs: that is stronger than a look at a folder.
	if got := machines(t, output(t, "one stopped"), missing); got.State != ports.MachinesRead || len(got.Items) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestTheFolderIsTheOneThatLimactlUses(t *testing.T) {
	user, work := t.TempDir(), t.TempDir()
	for _, dir := range []string{filepath.Join(user, ".lima"), filepath.Join(work, "vms")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(work, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(work, "nothing"), filepath.Join(work, "dangling")); err != nil {
		t.Skip(err)
	}
	for limaHome, want := range map[string]Folder{
		"":                            {Path: filepath.Join(user, ".lima")},
		"vms":                         {Path: filepath.Join(work, "vms")},
		filepath.Join(work, "vms"):    {Path: filepath.Join(work, "vms")},
		filepath.Join(work, "absent"): {Path: filepath.Join(work, "absent"), Missing: true},
		"dangling":                    {Path: filepath.Join(work, "dangling"), Missing: true},
		" ":                           {Path: filepath.Join(work, " "), Missing: true},
	} {
		if diff := cmp.Diff(want, HomeOf(limaHome, user, work)()); diff != "" {
			t.Errorf("LIMA_HOME=%q (-want +got):\n%s", limaHome, diff)
		}
	}
	for _, home := range []Home{HomeOf("file", user, work), HomeOf("", "", work)} {
		if folder := home(); folder.Problem.IsZero() || folder.Missing {
			t.Errorf("%+v is believed", folder)
		}
	}
}

func TestAReplaySeesTheSameMachinesAndFolder(t *testing.T) {
	for name, folder := range map[string]Folder{
		"four stopped":    {Path: home},
		"template":        {Path: home},
		"no instance":     {Path: home},
		"home missing":    {Path: home, Missing: true},
		"root":            {Path: home, Problem: say.Verbatim("permission denied"), Do: say.Verbatim("look at it")},
		"home unreadable": {Path: home},
	} {
		recorder := run.NewRecorder(answering{t, output(t, name)}, "")
		live := New(recorder, Recorded(func() Folder { return folder }, recorder.Fact), time.Minute).Machines(t.Context())
		recording, err := recorder.Recording()
		if err != nil {
			t.Fatal(err)
		}
		recording, err = run.Parse(recording.Format())
		if err != nil {
			t.Fatal(err)
		}
		replayer := run.NewReplayer(recording)
		replayed := Replayed(replayer.Fact)
		if diff := cmp.Diff(folder, replayed()); diff != "" {
			t.Errorf("%s: folder (-live +replayed):\n%s", name, diff)
		}
		if diff := cmp.Diff(live, New(replayer, replayed, time.Minute).Machines(t.Context())); diff != "" {
			t.Errorf("%s (-live +replayed):\n%s", name, diff)
		}
	}
}

func TestARecordingThatDoesNotSayIsNoProofThatThereIsNoVM(t *testing.T) {
	unreadFor(t, machines(t, output(t, "no instance"), Replayed(func(string) (string, bool) { return "", false })), "recording")
}

func TestARecordingHoldsOnlyWhatIsReadOfAVM(t *testing.T) {
	kept, err := keep([]byte(`{"name":"a","env":"hunter2","dir":"/home/hunter2","errors":["bad line: > 3 | password: hunter2 \u003c",{"token":"hunter2"}]}` + "\n"))
	if err != nil || strings.Contains(string(kept), "hunter2") {
		t.Errorf("%s, %v", kept, err)
	}
	whole := output(t, "template").Stdout
	kept, err = keep(whole)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := parse(whole)
	got, err := parse(kept)
	if diff := cmp.Diff(want, got); err != nil || diff != "" || len(kept) >= len(whole) {
		t.Errorf("%d of %d bytes: %v %s", len(kept), len(whole), err, diff)
	}
	if _, err := keep([]byte("oops")); err == nil {
		t.Error("garbage is recorded")
	}
}

func TestARecordingHoldsOnlyTheMessageThatCounts(t *testing.T) {
	const fatal = `time="x" level=fatal msg="open https://bob:hunter2@host: denied"`
	for stderr, want := range map[string]string{
		"": "",
		"hunter2 said a driver\n" + fatal + "\nhunter2\n":   `time="x" level=fatal msg="open https://[redacted]@host: denied"` + "\n",
		"time=\"x\" level=warning msg=\"hunter2\"\nplain\n": "plain\n",
	} {
		kept := keepStderr([]byte(stderr))
		if string(kept) != want {
			t.Errorf("%q is kept as %q, want %q", stderr, kept, want)
		}
		if twice := keepStderr(kept); string(twice) != want {
			t.Errorf("%q: the projection of the projection is %q", stderr, twice)
		}
	}
}

func TestHungLimactlIsGivenADeadline(t *testing.T) {
	_, bounded := deadlineSeen(t)
	if !bounded {
		t.Error("limactl was run without a deadline")
	}
}

// deadlineSeen asks for the VMs without any deadline, and tells which one limactl was given.
func deadlineSeen(t *testing.T) (deadline time.Time, bounded bool) {
	t.Helper()
	asked := runnerFunc(func(ctx context.Context, _ run.Call) run.Result {
		deadline, bounded = ctx.Deadline()
		return run.Result{TimedOut: true, Exit: -1}
	})
	New(asked, func() Folder { return Folder{Path: "/home/operator/.lima"} }, time.Minute).Machines(context.Background())
	return deadline, bounded
}

type runnerFunc func(context.Context, run.Call) run.Result

func (f runnerFunc) Run(ctx context.Context, c run.Call) run.Result { return f(ctx, c) }
