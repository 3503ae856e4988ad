package kubectl

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// stopped says why a process gave nothing to believe, whatever it printed; nil when it ran to its end.
func (r reading) stopped() *ports.Failure {
	for _, asked := range r.requests {
		if !asked.Reads() {
			return fail(ports.FailedOther, problems.KubectlWrites,
				say.Textf("kubectl sent %s %s, and nestor only ever reads: nothing of it is believed", asked.Method, asked.Path),
				say.Textf("find out which program it is: %s", "command -v kubectl"))
		}
	}
	switch {
	case errors.Is(r.result.Err, run.ErrNotFound):
		return fail(ports.FailedToStart, problems.KubectlAbsent, say.Textf("kubectl was not found in PATH"),
			say.Textf("install it (https://kubernetes.io/docs/tasks/tools/) or add its folder to PATH, then try: %s", ownVersion))
	case errors.Is(r.result.Err, run.ErrNotRecorded):
		_, reason, do := say.Parts(r.result.Err)
		return fail(ports.FailedOther, problems.KubectlNotRecorded, reason, do)
	case r.result.Err != nil:
		return r.notStarted()
	case r.result.Interrupted:
		return fail(ports.FailedOther, problems.KubectlInterrupted, say.Textf("interrupted before kubectl ended"), say.Textf("run it again"))
	case r.result.TimedOut:
		return r.tooLate()
	case r.result.Truncated:
		return fail(ports.FailedOther, problems.TooMuch, say.Textf("%s answered more than is taken: nothing of it is believed", r.server), r.seeWhatAnswers())
	default:
		return nil
	}
}

func (r reading) notStarted() *ports.Failure {
	_, reason, do := say.Parts(r.result.Err)
	return fail(ports.FailedToStart, problems.KubectlBroken, say.Textf("kubectl could not be started: %s", reason),
		say.First(do, say.Textf("try it by hand: %s", ownVersion)))
}

// tooLate tells a server that is silent from one that is slow.
func (r reading) tooLate() *ports.Failure {
	answered := 0
	for _, asked := range r.requests {
		if asked.Status != 0 {
			answered++
		}
	}
	if answered > 0 {
		return fail(ports.FailedTimeout, problems.SlowAnswer,
			say.Agree(answered, "%s answered %d request in %s and not the rest", "%s answered %d requests in %s and not the rest", r.server, answered, seconds(r.timeout)),
			say.Textf("give it longer with --timeout, and see how it is: %s", r.access.Kubectl("get", "--raw", "/readyz?verbose")))
	}
	if len(r.requests) > 1+int(r.timeout/leastTime) {
		return fail(ports.FailedTimeout, problems.CutOff, say.Textf("no answer from %s in %s: it was cut off each time", r.server, seconds(r.timeout)), r.seeTheCut())
	}
	reason := say.Textf("no answer from %s in %s", r.server, seconds(r.timeout))
	if r.access.Plugin != "" && len(r.requests) == 0 {
		reason = say.Textf("no answer from %s in %s (the credential plugin %s runs before, and may be what hangs)", r.server, seconds(r.timeout), shown(r.access.Plugin))
	}
	return fail(ports.FailedTimeout, problems.NoAnswer, reason, r.reachIt())
}

// leastTime is less than a request takes that a silent server lets wait. One that is cut off ends at once, and kubectl
// asks again each second for longer than any deadline.
const leastTime = 5 * time.Second

func seconds(d time.Duration) string { return fmt.Sprintf("%g s", d.Seconds()) }

// distrust says why a read without its positive control is not believed.
func (r reading) distrust() *ports.Failure {
	for _, kind := range []func() *ports.Failure{
		r.unauthorized, r.refusedBeforeAsking, r.untrusted, r.unconnected, r.undiscovered, r.allForbidden, r.noCluster, r.proxyRefused, r.outdated,
	} {
		if failure := kind(); failure != nil {
			return failure
		}
	}
	reason := say.Textf("kubectl ended with status %d and said nothing", r.result.Exit)
	if said := r.said.reason(); said != "" {
		reason = say.Textf("kubectl failed: %s", said)
	}
	return fail(ports.FailedOther, problems.KubectlFailed, reason, say.Textf("try it by hand: %s", r.readsControl()))
}

// outdated is a kubectl that does not know a flag of nestor's, or a credential plugin of another time than its own.
func (r reading) outdated() *ports.Failure {
	reason := r.said.reason()
	switch {
	case containsAny(reason, "unknown flag", "unknown shorthand flag", "unknown command"):
		return fail(ports.FailedOther, problems.KubectlOld, say.Textf("kubectl does not know what it is asked: %s", reason),
			say.Textf("install a newer one, yours is: %s", ownVersion))
	case strings.Contains(reason, "exec plugin: invalid apiVersion"):
		return fail(ports.FailedOther, problems.PluginVersion, say.Textf("kubectl and the kubeconfig's credential plugin are of different times: %s", reason),
			say.Textf("update the older of both, and write the apiVersion that they share in the kubeconfig: %s", ownVersion))
	default:
		return nil
	}
}

// errorHead is how kubectl, and Go's network under it, begin a connection error.
var errorHead = regexp.MustCompile(`^(?:unable to recognize "STDIN": |Unable to connect to the server: )?(?:Get "[^"]*": )?(?:dial tcp [^ ]+: (?:connect: )?|dial tcp: )?`)

// afterHead is the error itself, without Go's guesses at its cause.
func afterHead(reason string) string {
	text, _, _ := strings.Cut(errorHead.ReplaceAllString(reason, ""), " (possibly because of")
	return text
}

func containsAny(text string, words ...string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

func fail(kind ports.FailureKind, code string, reason, do say.Text) *ports.Failure {
	return &ports.Failure{Kind: kind, Code: code, Reason: reason, Do: do}
}
