package lima

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// instance is one entry of limactl's list: the fields of run.LimactlTemplate that are used.
type instance struct {
	Name   string            `json:"name"`
	Status string            `json:"status"`
	Dir    string            `json:"dir"`
	Arch   string            `json:"arch"`
	CPUs   int               `json:"cpus"`
	Memory int64             `json:"memory"`
	Disk   int64             `json:"disk"`
	Errors []json.RawMessage `json:"errors"`
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
			return nil, errors.New("an entry has no name")
		case seen[i.Name]:
			return nil, fmt.Errorf("VM %q is listed twice", i.Name)
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
			return nil, fmt.Errorf("line %d: %w", line(output, start), err)
		}
		some, err := entries(value)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line(output, start), err)
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
	m := ports.Machine{Name: i.Name, Status: i.Status, Dir: i.Dir, Arch: i.Arch, CPUs: i.CPUs, Memory: i.Memory, Disk: i.Disk}
	for _, e := range i.Errors {
		m.Errors = append(m.Errors, errorText(e))
	}
	return m
}

// errorText is an error as text; limactl's own JSON may hold anything there.
func errorText(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// keep is what a recording may hold of the output: all of it, as the template asks only for what is read here.
// An error may quote lines of an instance's configuration; when that looks like a secret, it is written anew without.
func keep(output []byte) ([]byte, error) {
	instances, err := decode(output)
	if err != nil {
		return nil, err
	}
	clean := true
	var rewritten bytes.Buffer
	encoder := json.NewEncoder(&rewritten)
	for _, i := range instances {
		for n, e := range i.Errors {
			text := errorText(e)
			kept := run.Redact(text, "")
			clean = clean && kept == text
			i.Errors[n], _ = json.Marshal(kept) // a string always marshals
		}
		if err := encoder.Encode(i); err != nil {
			return nil, err
		}
	}
	if clean {
		return output, nil
	}
	return rewritten.Bytes(), nil
}
