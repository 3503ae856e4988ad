package kubeconfig

import (
	"bytes"
	"io/fs"
	"os"

	"github.com/univ-lehavre/nestor/ports/problems"
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
		return problem(problems.DestinationTaken, say.Textf("%s is a link to %s", p.path, plain(target)), say.Textf("name that file if it is meant, or put a file in the link's place with --force"))
	}
	return p.checkOwn(stack)
}

// checkOwn refuses a file that holds what fetching this stack's kubeconfig again would not bring back.
func (p place) checkOwn(stack string) error {
	backup := say.Textf("name another file, or replace it with --force (it is kept as %s)", p.path+backupSuffix)
	raw, err := readSmall(p.path)
	if err == nil && len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	var s source
	if err == nil {
		s, err = understand(p.path, raw)
	}
	if err != nil {
		return &say.Problem{Code: problems.DestinationTaken, What: say.Textf("what is there cannot be told to be stack %s's own", plain(stack)), Why: err, Do: backup}
	}
	m := mergeAll([]source{s})
	contexts, clusters, users := len(m.contexts.names), len(m.clusters.names), len(m.users.names)
	switch {
	case contexts+clusters+users == 0 && textAt(s.root, "kind") == "":
		return problem(problems.DestinationTaken, say.Textf("%s is no kubeconfig", p.path), backup)
	case contexts > 1 || clusters > 1 || users > 1:
		return problem(problems.DestinationTaken, say.Textf("%s holds more than stack %s's own (contexts: %d, users: %d, clusters: %d, called %s)", p.path, plain(stack), contexts, users, clusters, firstNames(m.clusters)), backup)
	case s.doubled != "" || severalDocuments(raw):
		return problem(problems.DestinationTaken, say.Textf("%s holds several kubeconfigs pasted together (the one that is read has cluster %s)", p.path, firstNames(m.clusters)), backup)
	}
	return nil
}

// shownLimit is how many names fit into a message.
const shownLimit = 10

func firstNames(t table) say.Text {
	if len(t.names) <= shownLimit {
		return names(t)
	}
	var all []string
	for _, name := range t.sortedNames() {
		all = append(all, plain(name))
	}
	return say.Few(all, shownLimit, ", ")
}
