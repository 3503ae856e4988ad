package run

import (
	"encoding/json"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Parse reads a recording. Its errors name the section that is wrong; the caller names the file.
func Parse(data []byte) (Recording, error) {
	archive := txtar.Parse(data)
	p := parser{recording: Recording{Comment: strings.TrimRight(string(unescapeBody(archive.Comment)), "\n")}}
	for _, section := range archive.Files {
		if err := p.section(section.Name, unescapeBody(section.Data)); err != nil {
			return Recording{}, &say.Problem{Code: problems.RecordingBroken, What: say.Textf("section %q cannot be read", section.Name), Why: err}
		}
	}
	if !p.seen[headerSection] {
		return Recording{}, &say.Problem{Code: problems.RecordingBroken, What: say.Textf("there is no section %q", headerSection),
			Do: say.Textf("is this a file made with --record?")}
	}
	return p.recording, nil
}

// parser takes sections in file order. Streams belong to the last call before them.
type parser struct {
	recording Recording
	seen      map[string]bool // section names that may come once: in the file, or since the last call
}

func (p *parser) section(name string, body []byte) error {
	if strings.HasPrefix(name, callPrefix) {
		for _, stream := range streamSections {
			delete(p.seen, stream)
		}
		return p.call(strings.TrimPrefix(name, callPrefix), body)
	}
	if p.seen[name] {
		return say.Errorf("it is there twice")
	}
	if p.seen == nil {
		p.seen = map[string]bool{}
	}
	p.seen[name] = true
	switch {
	case name == headerSection:
		return p.header(body)
	case name == viewSection:
		return readJSON(body, &p.recording.View)
	case strings.HasPrefix(name, filesPrefix):
		return p.file(strings.TrimPrefix(name, filesPrefix), body)
	}
	return p.stream(name, body)
}

func (p *parser) header(body []byte) error {
	var version struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(body, &version); err != nil {
		return &say.Problem{What: say.Textf("the JSON cannot be read"), Why: err, Do: say.Textf("it must be a JSON object")}
	}
	if version.Schema != Version {
		return &say.Problem{What: say.Textf("schema is %q and this nestor reads %q", version.Schema, Version),
			Do: say.Textf("record again with this version")}
	}
	var h header
	if err := readJSON(body, &h); err != nil {
		return err
	}
	p.recording.Recorded, p.recording.Stack, p.recording.Environment = h.Recorded, h.Stack, h.Environment
	return nil
}

// readJSON refuses unknown fields: in a file that people edit they are typing errors.
func readJSON(body []byte, into any) error {
	decoder := json.NewDecoder(strings.NewReader(string(body)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return &say.Problem{What: say.Textf("the JSON cannot be read"), Why: err, Do: say.Textf("compare it with a new recording")}
	}
	if decoder.More() {
		return &say.Problem{What: say.Textf("there is more after the JSON object"), Do: say.Textf("remove it")}
	}
	return nil
}

func (p *parser) file(quoted string, body []byte) error {
	words, err := splitWords(quoted)
	if err != nil || len(words) != 1 || !fs.ValidPath(words[0]) || words[0] == "." {
		return &say.Problem{What: say.Textf("%q is not a relative path without ..", quoted), Do: say.Textf("rename the section")}
	}
	if _, twice := p.recording.Files[words[0]]; twice {
		return say.Errorf("the file is there twice")
	}
	if p.recording.Files == nil {
		p.recording.Files = map[string][]byte{}
	}
	p.recording.Files[words[0]] = body
	return nil
}

func (p *parser) call(command string, status []byte) error {
	words, err := splitWords(command)
	if err != nil {
		return &say.Problem{What: say.Textf("the command cannot be read"), Why: err, Do: say.Textf("quote it as for a shell")}
	}
	if len(words) == 0 {
		return say.Errorf("there is no command after the $")
	}
	call := RecordedCall{Program: words[0], Args: words[1:]}
	if err := call.readStatus(string(status)); err != nil {
		return err
	}
	p.recording.Calls = append(p.recording.Calls, call)
	return nil
}

func (p *parser) stream(name string, body []byte) error {
	if !slices.Contains(streamSections, name) {
		return &say.Problem{What: say.Textf("no such section is known"), Do: say.Textf("there are %s, %s, %sNAME, \"%sCOMMAND\" and after it %s",
			headerSection, viewSection, filesPrefix, callPrefix, strings.Join(streamSections, ", "))}
	}
	calls := p.recording.Calls
	if len(calls) == 0 {
		return say.Errorf("it must follow the section of its command")
	}
	*calls[len(calls)-1].stream(name) = body
	return nil
}

// readStatus reads what status writes. Blank lines are allowed; an exit status is required.
func (c *RecordedCall) readStatus(text string) error {
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		key, value, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || seen[key] {
			return say.Errorf("line %q: each line must be one \"key: value\"", strings.TrimSpace(line))
		}
		seen[key] = true
		if err := c.readStatusLine(key, value); err != nil {
			return say.Errorf("line %q: %w", strings.TrimSpace(line), err)
		}
	}
	if !seen["exit"] {
		return say.Errorf("no \"exit: N\" under the command")
	}
	return nil
}

func (c *RecordedCall) readStatusLine(key, value string) (err error) {
	for _, f := range c.flags() {
		if f.key == key {
			*f.set, err = strconv.ParseBool(value)
			return err
		}
	}
	switch key {
	case "exit":
		c.Exit, err = strconv.Atoi(value)
	case "not-kept":
		c.NotKept, err = strconv.Atoi(value)
	case "error":
		c.Error, err = strconv.Unquote(value)
	default:
		err = &say.Problem{What: say.Textf("unknown key %q", key), Do: say.Textf("known are exit, timed-out, truncated, interrupted, not-kept, error")}
	}
	return err
}
