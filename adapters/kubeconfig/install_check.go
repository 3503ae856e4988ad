package kubeconfig

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Check says why a kubeconfig of this stack may not go to the destination, and changes nothing. Force allows links and
// files that hold something else than one context, when a copy can be kept; the shared ~/.kube/config, folders, devices, and folders that others
// may write are refused with it too. A missing folder is fine, and so is a file of one context: it is kept as a backup.
func (i Installer) Check(destination, stack string, force bool) error {
	p, err := i.locate(destination)
	if err != nil || p.info == nil {
		return err
	}
	if force {
		_, err := p.content()
		return err
	}
	if p.info.Mode()&fs.ModeSymlink != 0 {
		target, _ := os.Readlink(p.path)
		return say.Errorf("%s is a link to %s; name that file if it is meant, or put a file in the link's place with --force", p.path, plain(target))
	}
	return p.checkOwn(stack)
}

// checkOwn refuses a file that holds what fetching this stack's kubeconfig again would not bring back.
func (p place) checkOwn(stack string) error {
	backup := fmt.Sprintf("name another file, or replace it with --force (it is kept as %s)", p.path+backupSuffix)
	raw, err := readSmall(p.path)
	if err == nil && len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	var s source
	if err == nil {
		s, err = understand(p.path, raw)
	}
	if err != nil {
		return say.Errorf("what is there cannot be told to be stack %s's own: %s; %s", plain(stack), causeOf(err), backup)
	}
	m := mergeAll([]source{s})
	contexts, clusters, users := len(m.contexts.names), len(m.clusters.names), len(m.users.names)
	switch {
	case contexts+clusters+users == 0 && textAt(s.root, "kind") == "":
		return say.Errorf("%s is no kubeconfig; %s", p.path, backup)
	case contexts > 1 || clusters > 1 || users > 1:
		return say.Errorf("%s holds more than stack %s's own (contexts: %d, users: %d, clusters: %d, called %s); %s", p.path, plain(stack), contexts, users, clusters, firstNames(m.clusters), backup)
	case s.doubled != "" || severalDocuments(raw):
		return say.Errorf("%s holds several kubeconfigs pasted together (the one that is read has cluster %s); %s", p.path, firstNames(m.clusters), backup)
	}
	return nil
}

// causeOf is an error without its advice, for one that gives another.
func causeOf(err error) string {
	cause, _, _ := strings.Cut(err.Error(), "; ")
	return cause
}

// shownLimit is how many names fit into a message.
const shownLimit = 10

func firstNames(t table) string {
	if len(t.names) <= shownLimit {
		return names(t)
	}
	var shown []string
	for _, name := range t.sortedNames()[:shownLimit] {
		shown = append(shown, plain(name))
	}
	return fmt.Sprintf("%s and %d more", strings.Join(shown, ", "), len(t.names)-shownLimit)
}
