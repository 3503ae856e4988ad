package lima

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// instance is one entry of limactl's list: the fields of run.LimactlTemplate that are read.
type instance struct {
	Name   string    `json:"name"`
	Status string    `json:"status"`
	Errors []problem `json:"errors,omitempty"`
}

// problem is an error as text; limactl's own JSON may hold anything there.
type problem string

// UnmarshalJSON takes what is no text as it is written.
func (p *problem) UnmarshalJSON(value []byte) error {
	var text string
	if json.Unmarshal(value, &text) != nil {
		text = string(value)
	}
	*p = problem(text)
	return nil
}

// parse reads JSON values one after the other, however they are laid out: one a line, indented, or in an array.
// Nothing at all is an empty list. One value that does not fit makes the whole list unread.
func parse(output []byte) ([]ports.Machine, error) {
	instances, err := decode(output)
	if err != nil {
		return nil, err
	}
	var machines []ports.Machine
	seen := map[string]bool{}
	for _, i := range instances {
		switch {
		case i.Name == "":
			return nil, say.Errorf("an entry has no name")
		case seen[i.Name]:
			return nil, say.Errorf("VM %q is listed twice", i.Name)
		}
		seen[i.Name] = true
		machines = append(machines, i.machine())
	}
	return machines, nil
}

func decode(output []byte) ([]instance, error) {
	var all []instance
	decoder := json.NewDecoder(bytes.NewReader(output))
	for {
		var value json.RawMessage
		start := decoder.InputOffset()
		if err := decoder.Decode(&value); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, say.Errorf("line %d: %w", line(output, start), err)
		}
		some, err := entries(value)
		if err != nil {
			return nil, say.Errorf("line %d: %w", line(output, start), err)
		}
		all = append(all, some...)
	}
}

// entries reads an object as one instance and an array as several.
func entries(value json.RawMessage) ([]instance, error) {
	if value[0] == '[' {
		var several []instance
		err := json.Unmarshal(value, &several)
		return several, err
	}
	var one instance
	err := json.Unmarshal(value, &one)
	return []instance{one}, err
}

// line counts to the first character that is not blank after an offset.
func line(output []byte, offset int64) int {
	rest := output[offset:]
	blank := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n"))
	return 1 + bytes.Count(output[:int(offset)+blank], []byte("\n"))
}

func (i instance) machine() ports.Machine {
	m := ports.Machine{Name: i.Name, Status: i.Status}
	for _, p := range i.Errors {
		m.Errors = append(m.Errors, string(p))
	}
	return m
}

// keep projects the list onto what is read of it. An error may quote lines of an instance's configuration: what looks
// like a secret there is left out too.
func keep(output []byte) ([]byte, error) {
	instances, err := decode(output)
	if err != nil {
		return nil, err
	}
	var kept bytes.Buffer
	encoder := json.NewEncoder(&kept)
	encoder.SetEscapeHTML(false)
	for _, i := range instances {
		for n, p := range i.Errors {
			i.Errors[n] = problem(run.Redact(string(p)))
		}
		if err := encoder.Encode(i); err != nil {
			return nil, err
		}
	}
	return kept.Bytes(), nil
}

// keepStderr keeps the one line that failure reads.
func keepStderr(stderr []byte) []byte {
	line, _ := lastMessage(string(stderr))
	if line == "" {
		return nil
	}
	return []byte(run.Redact(line) + "\n")
}
