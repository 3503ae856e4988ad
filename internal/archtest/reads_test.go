//go:build !race

package archtest

import "github.com/univ-lehavre/nestor/internal/callgraph"

// writing lists the use cases and the actions of the command line that write, and what. All others are proven to read
// only: a new one of these needs no line here, a new one that writes needs one.
var writing = map[string]string{
	"(app.Record).Run":      "the recording, to the file that the operator named",
	"(app.Remember).Run":    "the file of confirmed clusters",
	"(app.Forget).Run":      "the file of confirmed clusters",
	"(app.Trust).Run":       "the file of confirmed clusters",
	"(app.TargetEnv).Run":   "a kubeconfig that reaches no cluster",
	"(app.Declare).Edit":    "one line of a topology, computed and not yet written",
	"(app.Fetch).Run":       "a stack's kubeconfig",
	"(app.NewStack).Create": "a new topology",
	"(app.Select).Run":      "which stack is the active one",

	"(adapters/cli.tool).fetch":        "a stack's kubeconfig",
	"(adapters/cli.tool).stackNew":     "a new topology",
	"(adapters/cli.tool).stackSelect":  "which stack is the active one, and one line of its topology after a yes",
	"(adapters/cli.tool).targetTrust":  "the file of confirmed clusters",
	"(adapters/cli.tool).targetForget": "the file of confirmed clusters",
	"(adapters/cli.tool).targetEnv":    "a kubeconfig that reaches no cluster",
}

// reaching lists what reads must be seen to reach: a graph that lost an adapter would find nothing wrong in it.
var reaching = map[string][]string{
	"(app.Preview).Run": {
		"(*adapters/files.Stacks).Stack", "(adapters/files.Known).Known", "(adapters/kubeconfig.Reader).Read",
		"(*adapters/kubectl.Reader).Overview", "(*adapters/kubectl.Reader).Objects", "(*adapters/lima.Reader).Machines",
		"(*adapters/run.Real).Run", "(*adapters/run.Recorder).Run", "(*adapters/run.Replayer).Run", "(adapters/cli.asker).Confirm",
	},
	"(app.Target).Run":            {"(*adapters/files.Stacks).Stack", "(adapters/kubeconfig.Reader).Read", "(*adapters/kubectl.Reader).Overview", "(*adapters/run.Real).Run"},
	"(app.Layers).Of":             {"(*adapters/files.Stacks).Stack", "(*adapters/files.Stacks).Catalogue"},
	"main.main":                   {"(adapters/cli.tool).preview", "(adapters/cli.tool).report"},
	"(adapters/cli.tool).preview": {"main.live", "main.replayed", "(app.Preview).Run", "adapters/run.Readers"},
	"(adapters/cli.tool).target":  {"main.live", "(app.Target).Run"},
	"(adapters/cli.tool).layers":  {"main.live", "(app.Layers).All"},
	"(app.Discover).Run":          {"(*adapters/kubectl.Reader).Overview", "(*adapters/kubectl.Reader).Objects", "(*adapters/lima.Reader).Machines"},
	"(app.Doctor).Run":            {"(*adapters/programs.Reader).Program", "(adapters/files.Facts).Look", "(*adapters/files.Stacks).Repository", "(adapters/kubeconfig.Reader).Read"},
	"(app.PreviewAll).Run":        {"(app.Preview).Run", "(*adapters/files.Stacks).Stacks"},
	"(*app.Series).Look":          {"(*adapters/files.Stacks).Stack", "(*adapters/kubectl.Reader).Overview", "(*adapters/kubectl.Reader).Objects", "(*adapters/lima.Reader).Machines"},
}

// rules are what a read may do.
var rules = callgraph.Rules{
	WriterFiles: []string{"ports/write.go"},
	Writers:     []string{"(ports.KubeconfigFetcher).Fetch", "(ports.KubeconfigInstaller).Install"},
	Call:        "adapters/run.Call",
	Allow:       "adapters/run.Allow",
	Children:    map[string][]string{"kubectl": {"get", "version"}, "limactl": {"list", "--version"}, "ssh": {"-V"}},
	Exceptions:  exceptions,
	Pure:        pure,
	Allowed:     reads,
}

// exceptions are edges that a read may pass although they lead to a write, or to what no call graph sees.
var exceptions = []callgraph.Exception{
	{From: "main.main", To: "main.writing", Why: "is handed to the commands that write, and called by them alone"},
	{From: "(adapters/cli.tool).preview", To: "(adapters/cli.tool).offerFetch", Why: "fetches a kubeconfig that is missing, after a yes at the terminal"},
	{From: "(adapters/cli.tool).preview", To: "(adapters/cli.tool).remember", Why: "keeps a confirmed cluster, after a yes to the question of its identity"},
	{From: "(adapters/cli.tool).run", To: "(app.Record).Run", Why: "writes the file that was given to --record"},
	{From: "(adapters/cli.tool).deliver", To: "(adapters/cli.tool).saveReports", Why: "writes the files that were given to --report"},
	{From: "(adapters/cli.tool).discover", To: "(adapters/cli.tool).free", Why: "asks whether the file given to -o could be created"},
	{From: "(adapters/cli.tool).give", To: "(adapters/cli.tool).created", Why: "creates the file given to -o, where none is"},
	{From: "(adapters/cli.tool).discover", To: "adapters/cli.saved", Why: "writes the file that was given to --record"},
	{From: "(adapters/cli.tool).discoverDiff", To: "adapters/cli.saved", Why: "writes the file that was given to --record"},
	{From: "(adapters/cli.tool).rounds", To: "(adapters/cli.tool).remember", Why: "keeps a confirmed cluster, after a yes to the question of its identity"},
	{From: "(adapters/cli.tool).discoverDiff", To: "(adapters/cli.tool).remember", Why: "keeps a confirmed cluster, after a yes to the question of its identity"},

	{From: "(adapters/ssh.Fetcher).Command", To: "(adapters/ssh.Fetcher).call", Why: "shows the command that a fetch would run"},

	{From: "(*adapters/run.Real).start", To: "os/exec.CommandContext", Why: "starts what the guard let through: its calls and its allow-list are held to constants here, and compared at run time"},
	{From: "adapters/run.killGroup", To: "syscall.Kill", Why: "ends the child's own process group at the deadline"},
	{From: "adapters/run.killGroup", To: "(*os.Process).Kill", Why: "ends the child at the deadline, on Windows"},
	{From: "adapters/run.handOver", To: "adapters/run.handOverFile", Why: "hands the kubeconfig to kubectl in a private file where memory cannot be inherited"},
	{From: "(adapters/run.handover).end", To: "os.RemoveAll", Why: "removes that file and its folder"},
	{From: "adapters/run.openTerminal", To: "golang.org/x/sys/unix.Open", Why: "opens /dev/tty for the programs that may ask on it, ssh and scp, which no read starts"},
}
