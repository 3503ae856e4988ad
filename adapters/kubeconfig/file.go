package kubeconfig

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// sizeLimit bounds every file that is read: kubeconfigs and certificates are a few KiB.
const sizeLimit = 1 << 20

// source is one kubeconfig file, parsed and checked.
type source struct {
	file    string
	root    map[string]any
	doubled string // the line where a key is written for the second time
}

// load reads one file. A missing file is fs.ErrNotExist; every other error is a sentence for the operator.
func load(file string) (source, error) {
	raw, err := readSmall(file)
	if err != nil {
		return source{file: file}, err
	}
	return understand(file, raw)
}

// understand parses and checks the content of a kubeconfig. file is what messages call it. No other file is read.
func understand(file string, raw []byte) (s source, err error) {
	s.file = file
	if looksLikeHTML(raw) {
		return s, problem(problems.NotAKubeconfig, say.Textf("%s is a web page (HTML), not a kubeconfig", called(file)), say.Textf("download the kubeconfig itself, signed in"))
	}
	if s.root, err = parse(file, raw); err != nil {
		return s, err
	}
	if err := checkRoot(file, s.root); err != nil {
		return s, err
	}
	s.doubled = doubledKey(raw)
	return s, nil
}

// parse turns YAML or JSON into generic maps, by the library that kubectl uses. An empty file is an empty map.
func parse(file string, raw []byte) (map[string]any, error) {
	asJSON, err := yaml.YAMLToJSON(raw)
	if err != nil {
		return nil, problem(problems.NotAKubeconfig, notYAML(file, err), say.Textf("correct it, or fetch it again"))
	}
	decoder := json.NewDecoder(bytes.NewReader(asJSON))
	decoder.UseNumber()
	var root any
	if err := decoder.Decode(&root); err != nil {
		return nil, problem(problems.NotAKubeconfig, say.Textf("%s cannot be understood as a kubeconfig", called(file)), say.Textf("fetch it again"))
	}
	switch root := root.(type) {
	case nil:
		return nil, nil
	case map[string]any:
		return root, nil
	}
	return nil, problem(problems.NotAKubeconfig, say.Textf("%s is %s, not a kubeconfig (a map with clusters, users and contexts)", called(file), describe(root)), say.Textf("fetch it again"))
}

// doubledKey finds a map key that is written twice: two kubeconfigs pasted into one file, of which the last counts.
func doubledKey(raw []byte) string {
	_, err := yaml.YAMLToJSONStrict(raw)
	if err == nil {
		return ""
	}
	return lineNumber.FindString(err.Error())
}

func looksLikeHTML(raw []byte) bool {
	start := strings.ToLower(string(bytes.TrimSpace(raw[:min(len(raw), 512)])))
	start = strings.TrimPrefix(start, "\ufeff")
	return strings.HasPrefix(start, "<!doctype") || strings.HasPrefix(start, "<html") || strings.HasPrefix(start, "<?xml")
}

// readSmall reads a whole file of at most sizeLimit. A missing file is fs.ErrNotExist.
func readSmall(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	if err := checkReadable(file, info); err != nil {
		return nil, err
	}
	f, err := openNow(file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer f.Close()
	_ = f.SetReadDeadline(time.Now().Add(readTime)) // a plain file has none, and needs none
	raw, err := io.ReadAll(io.LimitReader(f, sizeLimit+1))
	if err != nil {
		return nil, unreadable(file, err)
	}
	if len(raw) > sizeLimit {
		return nil, problem(problems.KubeconfigUnreadable, say.Textf("%s is larger than 1 MiB, not a kubeconfig or certificate", file), say.Textf("name the right file"))
	}
	return raw, nil
}

// readTime is how long a pipe may take to give a kubeconfig.
const readTime = 5 * time.Second

// checkReadable refuses what could block or never end. A shell's process substitution is a pipe that is already open.
func checkReadable(file string, info fs.FileInfo) error {
	openPipe := info.Mode()&fs.ModeNamedPipe != 0 && strings.HasPrefix(filepath.ToSlash(filepath.Clean(file)), "/dev/fd/")
	switch {
	case info.IsDir():
		return problem(problems.KubeconfigUnreadable, say.Textf("%s is a directory", file), say.Textf("name the file in it"))
	case !info.Mode().IsRegular() && !openPipe:
		return problem(problems.KubeconfigUnreadable, say.Textf("%s is not a regular file", file), say.Textf("name a file"))
	}
	return nil
}

func unreadable(file string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return say.Errorf("no such file: %s: %w", file, fs.ErrNotExist)
	}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err // the path is already in the sentence
	}
	return &say.Problem{Code: problems.KubeconfigUnreadable, What: say.Textf("%s cannot be read", file), Why: err, Do: say.Textf("check its path and permissions")}
}
