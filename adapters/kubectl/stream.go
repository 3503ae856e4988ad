package kubectl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/univ-lehavre/nestor/ports/say"
)

// askedForUser is what kubectl prints, instead of an answer, when the kubeconfig has no credentials.
const askedForUser = "Please enter Username"

// decodeStream reads what kubectl prints, item by item: a list of thousands is never held whole. Anything that is not one
// whole JSON object with a kind gives the zero document.
func decodeStream(stdout io.Reader) document {
	buffered := bufio.NewReader(stdout)
	if head, _ := buffered.Peek(len(askedForUser)); string(head) == askedForUser {
		return document{asksForUser: true}
	}
	var d document
	if err := d.read(json.NewDecoder(buffered)); err != nil || d.Kind == "" {
		return document{}
	}
	if d.Kind != "List" && d.Items == nil {
		d.Items = []item{d.item}
	}
	d.makeIndex()
	return d
}

func decode(stdout []byte) document { return decodeStream(bytes.NewReader(stdout)) }

var errNoObject = say.Errorf("not one whole JSON object")

// read takes one object, and nothing after it.
func (d *document) read(from *json.Decoder) error {
	if err := expect(from, '{'); err != nil {
		return err
	}
	for from.More() {
		name, err := from.Token()
		if err != nil {
			return err
		}
		if err := d.readField(name, from); err != nil {
			return err
		}
	}
	if err := expect(from, '}'); err != nil {
		return err
	}
	if _, err := from.Token(); err != io.EOF {
		return errNoObject
	}
	return nil
}

func (d *document) readField(name json.Token, from *json.Decoder) error {
	switch name {
	case "apiVersion":
		return value(from, &d.APIVersion)
	case "kind":
		return value(from, &d.Kind)
	case "metadata":
		return value(from, &d.Metadata)
	case "spec":
		return value(from, &d.Spec)
	case "status":
		return value(from, &d.Status)
	case "provisioner":
		return value(from, &d.Provisioner)
	case "groups":
		return value(from, &d.Groups)
	case "items":
		return d.readItems(from)
	}
	return value(from, &struct{}{})
}

// mostItems is far above what a cluster has of the kinds that are listed: a flood of them must not fill the memory.
const mostItems = 200_000

var errTooMany = say.Errorf("more items than any cluster has")

// readItems takes the items of a list. In an object a field of that name may be anything.
func (d *document) readItems(from *json.Decoder) error {
	opened, err := from.Token()
	switch delimiter, _ := opened.(json.Delim); {
	case err != nil:
		return err
	case delimiter == '{':
		return skipRest(from)
	case delimiter != '[':
		return nil
	}
	d.Items = []item{}
	for from.More() {
		if len(d.Items) == mostItems {
			return errTooMany
		}
		var it item
		if err := value(from, &it); err != nil {
			return err
		}
		d.Items = append(d.Items, it)
	}
	return expect(from, ']')
}

// skipRest passes over the rest of an object that was begun.
func skipRest(from *json.Decoder) error {
	for from.More() {
		if _, err := from.Token(); err != nil {
			return err
		}
		if err := value(from, &struct{}{}); err != nil {
			return err
		}
	}
	return expect(from, '}')
}

// value takes one value. A custom resource may have another type where a built-in has, say, a number: that field is left out.
func value(from *json.Decoder, into any) error {
	err := from.Decode(into)
	if mismatch := (*json.UnmarshalTypeError)(nil); errors.As(err, &mismatch) {
		return nil
	}
	return err
}

func expect(from *json.Decoder, want json.Delim) error {
	if got, err := from.Token(); err != nil || got != want {
		return errNoObject
	}
	return nil
}

func (d *document) makeIndex() {
	d.index = make(map[key]int, len(d.Items))
	for i, it := range d.Items {
		if _, twice := d.index[it.key()]; twice {
			i = -1
		}
		d.index[it.key()] = i
	}
}
