package man

import "github.com/univ-lehavre/nestor/ports/say"

// fact is a name that a person types or meets, and what it is for.
type fact struct {
	name string
	text say.Text
}

// promises describe the program on its own page.
var promises = []say.Text{
	say.Textf("nestor compares what the topology of a Kubernetes stack declares with what really runs, and says what is missing. It reads; it never changes a cluster."),
	say.Textf("It reads the right cluster, or none: what the kubeconfig and the cluster show is compared with what the topology declares and pins, and with what was confirmed before."),
	say.Textf("It never calls absent what it could not read: that is unknown, with the reason, and nothing is planned on it."),
	say.Textf("Called through kubectl it is the same program: kubectl nestor preview."),
}

// statuses are the exit statuses; app.ErrorStatus gives them.
var statuses = []fact{
	{"0", say.Textf("Done.")},
	{"1", say.Textf("A wanted layer could not be read, or the command failed.")},
	{"2", say.Textf("With --exit-code: something is to install, finish or repair.")},
	{"3", say.Textf("Refused: this is not the stack's cluster, nothing proves that it is, or the answer to the question was not yes.")},
	{"64", say.Textf("Usage, or a declared file that is invalid or not there.")},
}

var variables = []fact{
	{"KUBECONFIG", say.Textf("Goes before the topology's kubeconfig, and is shown as doing so.")},
	{"NESTOR_LANG, LC_ALL, LC_MESSAGES, LANG", say.Textf("The first that is set chooses the language: English or French.")},
	{"NESTOR_REPLAY", say.Textf("A recording to answer from, as --replay.")},
	{"NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM", say.Textf("Whether text is coloured; --color goes before them.")},
	{"HTTPS_PROXY, NO_PROXY", say.Textf("Obeyed by kubectl; nestor notes a proxy in the way.")},
	{"XDG_STATE_HOME", say.Textf("Where confirmed clusters are remembered (without it: ~/.local/state).")},
	{"LIMA_HOME", say.Textf("Where limactl keeps its VMs (without it: ~/.lima).")},
}

var files = []fact{
	{"topology.yaml", say.Textf("The active stack, usually a symbolic link; searched from the current folder upwards.")},
	{"topologies/NAME.yaml", say.Textf("The stack NAME. It holds real addresses: keep it out of git.")},
	{"topologies/NAME.example.yaml", say.Textf("The same with generic values; used where there is no NAME.yaml.")},
	{"topologies/layers.yaml", say.Textf("Layers of your own.")},
	{"~/.local/state/nestor/known_clusters.yaml", say.Textf("The clusters that were confirmed.")},
}

var examples = []fact{
	{"nestor preview --demo", say.Textf("What a preview looks like: a recording, without any cluster.")},
	{"nestor discover --kubeconfig ~/.kube/paris.config --name paris -o topologies/paris.yaml", say.Textf("Declare what is there, and pin the cluster.")},
	{"nestor preview paris", say.Textf("What the stack wants, what is real, and the plan between them.")},
	{"nestor preview paris --exit-code", say.Textf("The same for scripts: 0 nothing to do, 2 something to do.")},
}
