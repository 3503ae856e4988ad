package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/adapters/kubectl"
	"github.com/univ-lehavre/nestor/adapters/lima"
	"github.com/univ-lehavre/nestor/adapters/programs"
	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/fixtures"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// reading builds what a command reads with: over the programs of this machine, or over a recording.
func reading(s cli.Settings) (cli.World, error) {
	if !s.Demo && s.Replay == "" {
		return live(s), nil
	}
	name := "demo"
	read := func() (run.Recording, error) { return run.Parse(fixtures.Demo) }
	if !s.Demo {
		name = s.Replay
		read = func() (run.Recording, error) { return run.Read(s.Replay) }
	}
	r, err := read()
	if err != nil {
		return cli.World{}, app.BadOption{Cause: say.Errorf("reading the recording %s: %w", name, err)}
	}
	return replayed(s, r, name), nil
}

// live reads this machine's files, and runs its kubectl and limactl.
func live(s cli.Settings) cli.World {
	env := environment()
	real := run.New(run.Options{Allow: run.Readers(), Environ: os.Environ(), Log: s.Log})
	home := lima.HomeOf(os.Getenv("LIMA_HOME"), env.Home, env.WorkDir)
	world := cli.World{Reports: files.Reports{}, Drafter: files.Drafts{}, Surroundings: surroundings(s, env), Readers: app.Readers{
		Documents:   files.NewStacks(s.Dir, env.Home),
		Kubeconfigs: kubeconfig.New(kubeconfig.ProxiesOf(os.Getenv)),
		Cluster:     kubectl.New(real, s.Timeout),
		Machines:    lima.New(real, home, s.Timeout),
		Known:       files.NewKnown(knownFile(env)),
		Confirmer:   s.Confirmer,
		Asking:      s.Asking,
		Environment: env,
		Source:      app.Source{Kind: app.Live},
	}}
	if s.Record == "" {
		return world
	}
	w := recording{file: s.Record, env: env, recorder: run.NewRecorder(real, env.Home),
		documents: files.NewRemembered(world.Documents), kubeconfigs: kubeconfig.NewRemembered(world.Kubeconfigs)}
	world.Documents, world.Kubeconfigs = w.documents, w.kubeconfigs
	world.Cluster = kubectl.New(w.recorder, s.Timeout)
	world.Machines = lima.New(w.recorder, lima.Recorded(home, w.recorder.Fact), s.Timeout)
	world.Recording = w
	return world
}

// surroundings builds what looks at this machine: a runner of its own, which asks programs for their version alone.
func surroundings(s cli.Settings, env ports.Environment) app.Surroundings {
	stacks := files.NewStacks(s.Dir, env.Home)
	runner := run.New(run.Options{Allow: run.Inspectors(), Environ: os.Environ(), Log: s.Log})
	return app.Surroundings{
		Programs:   programs.New(runner, os.Environ(), programs.Deadline),
		Files:      files.Facts{},
		Repository: stacks,
		Inventory:  stacks,
		Variables:  variables(os.Environ()),
		KnownFile:  knownFile(env),
		Build:      build(),
	}
}

// variables gives those of an environment that may change what nestor does.
func variables(environ []string) []ports.Variable {
	var all []ports.Variable
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		switch {
		case strings.HasPrefix(name, "NESTOR_"):
		case slices.Contains([]string{"KUBERC", "NO_COLOR", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "XDG_STATE_HOME"}, name):
		default:
			continue
		}
		all = append(all, ports.Variable{Name: name, Value: value})
	}
	slices.SortFunc(all, func(a, b ports.Variable) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// knownFile is where the confirmed clusters are kept.
func knownFile(env ports.Environment) string {
	return files.KnownFile(os.Getenv("XDG_STATE_HOME"), env.Home)
}

// environment reads what the core may know of this process, once.
func environment() ports.Environment {
	home, _ := os.UserHomeDir() // without one, what needs it says so
	dir, _ := os.Getwd()
	return ports.Environment{Home: home, Kubeconfig: os.Getenv("KUBECONFIG"), ListSeparator: string(filepath.ListSeparator), WorkDir: dir, Now: time.Now()}
}

// operatorHome stands for the home folder of whoever made a recording: nothing of it is kept.
const operatorHome = "/home/operator"

// kubeconfigFact is the name under which a recording keeps KUBECONFIG.
const kubeconfigFact = "KUBECONFIG"

// replayed answers from a recording. Nothing of this machine but the named files is read.
func replayed(s cli.Settings, r run.Recording, name string) cli.World {
	replayer := run.NewReplayer(r)
	exported, _ := replayer.Fact(kubeconfigFact)
	view := r.View
	for _, list := range [][]string{view.Files, view.Missing, view.Exposed, view.InGit} {
		for i, file := range list {
			list[i] = atHome(file)
		}
	}
	return cli.World{Reports: files.Reports{}, Drafter: files.Drafts{}, Readers: app.Readers{
		Documents:   files.NewRecorded(r.Stack, r.Files, files.NewStacks(s.Dir, operatorHome)),
		Kubeconfigs: kubeconfig.Replayed{View: view},
		Cluster:     kubectl.New(replayer, s.Timeout),
		Machines:    lima.New(replayer, lima.Replayed(replayer.Fact), s.Timeout),
		Environment: ports.Environment{Home: operatorHome, Kubeconfig: atHome(exported), ListSeparator: ":", WorkDir: operatorHome, Now: r.Recorded},
		Known:       files.NewKnown(""),
		Source:      app.Source{Kind: app.Replay, File: name, Recorded: &r.Recorded, Demo: s.Demo},
	}}
}

// atHome undoes the recorder's ~.
func atHome(paths string) string { return strings.ReplaceAll(paths, "~/", operatorHome+"/") }

// recording is the one thing near a preview that writes: the answers, to the file that the operator named.
type recording struct {
	file        string
	recorder    *run.Recorder
	documents   *files.Remembered
	kubeconfigs *kubeconfig.Remembered
	env         ports.Environment
}

// Save implements ports.RecordingWriter.
func (w recording) Save(stack string) error {
	if w.env.Kubeconfig != "" {
		w.recorder.Fact(kubeconfigFact, w.env.Kubeconfig)
	}
	r, err := w.recorder.Recording()
	if err != nil {
		return err
	}
	r.Comment = "Stack " + stack + ", recorded with `nestor preview --record`."
	r.Recorded, r.Stack, r.Files = w.env.Now.UTC().Truncate(time.Second), stack, w.documents.Sources()
	r.View = run.ViewWithoutHome(w.kubeconfigs.View(), w.env.Home)
	return run.Write(w.file, r)
}
