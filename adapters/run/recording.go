package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/univ-lehavre/nestor/ports"
)

// Version is the format that this package writes and reads.
const Version = "nestor.recording/v1"

// Recording is one scenario: what programs answered, and the files that were read beside them.
//
// As a file it is a txtar archive: a comment, a header, files under "files/", and one section "$ command" for each call,
// followed by its stdin, stdout and stderr.
type Recording struct {
	Comment     string    // for people; without newlines at its end
	Recorded    time.Time // when; a replay takes it for now
	Stack       string
	Environment map[string]string    // facts about the machine that no command answers, by name
	Files       map[string][]byte    // by slash-separated relative path
	View        ports.KubeconfigView // zero: no kubeconfig was read
	Calls       []RecordedCall
}

// RecordedCall is one program run, with its outputs as projected by Call.Keep and Call.KeepStderr.
type RecordedCall struct {
	Program string
	Args    []string // placeholders as in the Call
	Stdin   []byte
	Stdout  []byte
	Stderr  []byte

	Exit        int
	TimedOut    bool
	Truncated   bool
	Interrupted bool
	NotKept     int    // bytes of stdout that were left out
	Error       string // why it could not start: NotInstalled, or a sentence
}

// NotInstalled is RecordedCall.Error of a program that was not found.
const NotInstalled = "not installed"

// header is the section "recording".
type header struct {
	Schema      string            `json:"schema"`
	Recorded    time.Time         `json:"recorded"`
	Stack       string            `json:"stack"`
	Environment map[string]string `json:"environment,omitempty"`
}

// Names of sections, and how they begin.
const (
	headerSection = "recording"
	viewSection   = "kubeconfig.json"
	filesPrefix   = "files/"
	callPrefix    = "$ "
)

// Format writes the recording. Parse reads the same recording back.
func (r Recording) Format() []byte {
	archive := &txtar.Archive{}
	if comment := strings.TrimRight(r.Comment, "\n"); comment != "" {
		archive.Comment = escapeBody([]byte(comment + "\n"))
	}
	add := func(name string, body []byte) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: escapeBody(body)})
	}
	add(headerSection, jsonBody(header{Version, r.Recorded, r.Stack, r.Environment}))
	if !reflect.DeepEqual(r.View, ports.KubeconfigView{}) {
		add(viewSection, jsonBody(r.View))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		add(filesPrefix+quoteWord(name), r.Files[name])
	}
	for _, c := range r.Calls {
		add(callPrefix+commandLine(c.Program, c.Args), c.status())
		for _, name := range streamSections {
			if body := *c.stream(name); len(body) > 0 {
				add(name, body)
			}
		}
	}
	return txtar.Format(archive)
}

// jsonBody writes plain data, in a stable order.
func jsonBody(value any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		panic(fmt.Sprintf("plain data does not marshal: %v", err))
	}
	return b.Bytes()
}

var streamSections = []string{"stdin", "stdout", "stderr"}

// stream is where the body of a call's section is kept; nil if there is no such section.
func (c *RecordedCall) stream(name string) *[]byte {
	switch name {
	case "stdin":
		return &c.Stdin
	case "stdout":
		return &c.Stdout
	case "stderr":
		return &c.Stderr
	}
	return nil
}

// status is the body of a call's own section: one "key: value" a line.
func (c *RecordedCall) status() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "exit: %d\n", c.Exit)
	for _, flag := range c.flags() {
		if *flag.set {
			fmt.Fprintf(&b, "%s: true\n", flag.key)
		}
	}
	if c.NotKept > 0 {
		fmt.Fprintf(&b, "not-kept: %d\n", c.NotKept)
	}
	if c.Error != "" {
		fmt.Fprintf(&b, "error: %s\n", strconv.Quote(c.Error))
	}
	return []byte(b.String())
}

type flag struct {
	key string
	set *bool
}

func (c *RecordedCall) flags() []flag {
	return []flag{{"timed-out", &c.TimedOut}, {"truncated", &c.Truncated}, {"interrupted", &c.Interrupted}}
}
