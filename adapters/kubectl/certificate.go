package kubectl

import (
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

var (
	validFor  = regexp.MustCompile(`certificate is valid for (.+), not (\S+)`)
	pastDate  = regexp.MustCompile(`current time (\S+) is after (\S+)`)
	firstDate = regexp.MustCompile(`current time (\S+) is before (\S+)`)
)

func (r reading) untrusted() *ports.Failure {
	reason := r.said.reason()
	switch {
	case !containsAny(reason, "x509: ", "tls: failed to verify certificate"):
		return nil
	case strings.Contains(reason, "signed by unknown authority"):
		return r.otherAuthority(afterHead(reason))
	case validFor.MatchString(reason):
		return r.otherNames(validFor.FindStringSubmatch(reason))
	case strings.Contains(reason, "doesn't contain any IP SANs"):
		host, _ := r.server.host()
		return fail(ports.FailedTrust, problems.NoAddressInCertificate,
			say.Textf("the certificate of %s has no IP address in it, and kubectl asks for %s (x509: it doesn't contain any IP SANs)", r.server, host),
			say.Textf("write one of its names as server or as tls-server-name, which you see with: %s", r.showsCertificate()))
	case containsAny(reason, "legacy Common Name", "is not valid for any names"):
		return fail(ports.FailedTrust, problems.NoNamesInCertificate,
			say.Textf("the certificate of %s has no names in it but its Common Name, which kubectl does not accept (x509: no SANs)", r.server),
			say.Textf("have it issued anew with subject alternative names, and look at it: %s", r.showsCertificate()))
	case pastDate.MatchString(reason):
		m := pastDate.FindStringSubmatch(reason)
		return fail(ports.FailedTrust, problems.ServerCertificateExpired,
			say.Textf("the certificate of %s is out of date: it expired on %s, and it is %s here", r.server, m[2], m[1]), r.renew())
	case firstDate.MatchString(reason):
		m := firstDate.FindStringSubmatch(reason)
		return fail(ports.FailedTrust, problems.ServerCertificateEarly,
			say.Textf("the certificate of %s is not valid before %s, and it is %s here", r.server, m[2], m[1]),
			say.Textf("set the clock of this machine or of the server, here it is: %s", "date -u"))
	case strings.Contains(reason, "expired"):
		return fail(ports.FailedTrust, problems.ServerCertificateExpired, say.Textf("the certificate of %s is out of date (%s)", r.server, afterHead(reason)), r.renew())
	default:
		return fail(ports.FailedTrust, problems.ServerCertificate, say.Textf("the certificate of %s is not accepted: %s", r.server, afterHead(reason)),
			say.Textf("compare it with the CA of the kubeconfig: %s", r.handshakes("-showcerts")))
	}
}

func (r reading) otherAuthority(detail string) *ports.Failure {
	reason := say.Textf("the certificate of %s is not signed by the authority that the kubeconfig trusts (%s)", r.server, detail)
	if r.access.CASHA256 != "" {
		reason = say.Textf("the certificate of %s is not signed by the authority that the kubeconfig trusts, whose CA has SHA-256 %s (%s)", r.server, r.access.CASHA256, detail)
	}
	return fail(ports.FailedAuthority, problems.OtherAuthority, reason,
		say.Textf("if the cluster was rebuilt, fetch its kubeconfig again, else find out what answers there and who signed it: %s", r.handshakes("-showcerts")))
}

// otherNames gives the names that the certificate has, and how kubectl is told to expect the first that it can.
func (r reading) otherNames(m []string) *ports.Failure {
	reason := say.Textf("the certificate of %s is for other names (%s) than %s", r.server, m[1], m[2])
	for name := range strings.SplitSeq(m[1], ", ") {
		if r.access.Cluster != "" && !strings.Contains(name, "*") {
			return fail(ports.FailedTrust, problems.OtherNames, reason,
				say.Textf("if it is the right server, have kubectl expect a name that it has (tls-server-name): %s",
					r.access.Kubectl("config", "set-cluster", r.access.Cluster, "--tls-server-name="+name)))
		}
	}
	return fail(ports.FailedTrust, problems.OtherNames, reason,
		say.Textf("write one of these names as server or as tls-server-name, if this is the right server: %s", r.showsCertificate()))
}

func (r reading) renew() say.Text {
	return say.Textf("renew it on the control plane (kubeadm certs renew apiserver, or restart k3s), or set this machine's clock, and look at it: %s", r.showsCertificate())
}
