package run

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// FileArg stands in a Call's arguments for Call.File. As with KubeconfigArg, commands stay equal from one run to the next.
const FileArg = "{file}"

// SSHTarget is how ssh and scp reach a host, and as whom.
type SSHTarget struct {
	Host    string // an IPv6 address without brackets
	User    string // empty: ssh's own choice
	Port    int    // 0: ssh's own choice
	Config  string // in place of the operator's own configuration file; empty: that
	KeyFile string // empty: ssh's own choice
	Options []string
	Batch   bool // ask nothing
	Connect int  // seconds for connecting
}

// SCPDownload is the arguments that copy one file of a host to Call.File.
func SCPDownload(t SSHTarget, path string) []string {
	return slices.Concat(fixedOptions("scp", t.Batch, t.Connect), t.options("-P"), []string{"--", t.login(bracketed) + ":" + path, FileArg})
}

// SSHSudoCat is the arguments that print a file which only root may read.
func SSHSudoCat(t SSHTarget, path string) []string {
	return slices.Concat(fixedOptions("ssh", t.Batch, t.Connect), t.options("-p"), []string{"--", t.login(bare)}, sudoCat(path))
}

// SSHLogin is the arguments with which a person logs in there. No runner starts that.
func SSHLogin(t SSHTarget) []string { return append(t.options("-p"), t.login(bare)) }

func sudoCat(path string) []string { return []string{"sudo", "-n", "cat", path} }

// fixedOptions begin every call, and ssh takes the first of several values: neither a configuration nor later options can
// make a quiet ssh (a failure must have its reason), leave a shared connection behind, or mix other output into the file.
// What scp says to its ssh by itself, ssh is told here.
func fixedOptions(program string, batch bool, connect int) []string {
	var words []string
	if program == "ssh" {
		words = []string{"-T", "-x", "-a", "-o", "PermitLocalCommand=no", "-o", "ClearAllForwardings=yes", "-o", "RemoteCommand=none", "-o", "SendEnv=LC_ALL"}
	}
	if batch {
		words = append(words, "-o", "BatchMode=yes")
	}
	// ERROR leaves out the server's banner, which could say anything.
	return append(words, "-o", connectTimeout+strconv.Itoa(connect), "-o", "LogLevel=ERROR", "-o", "ControlMaster=no")
}

const connectTimeout = "ConnectTimeout="

func (t SSHTarget) options(port string) []string {
	var words []string
	if t.Config != "" {
		words = append(words, "-F", t.Config)
	}
	if t.Port != 0 {
		words = append(words, port, strconv.Itoa(t.Port))
	}
	if t.KeyFile != "" {
		words = append(words, "-i", t.KeyFile)
	}
	return append(words, t.Options...)
}

func (t SSHTarget) login(host func(string) string) string {
	if t.User == "" {
		return host(t.Host)
	}
	return t.User + "@" + host(t.Host)
}

func bare(host string) string { return host }

// bracketed puts an IPv6 address in brackets: scp would end the host at its first colon.
func bracketed(host string) string {
	if strings.Contains(host, ":") {
		return "[" + host + "]"
	}
	return host
}

// isIPv6 is true of an address as it stands between brackets, perhaps with a zone.
func isIPv6(text string) bool {
	address, err := netip.ParseAddr(text)
	return err == nil && address.Is6() && (address.Zone() == "" || zoneName.MatchString(address.Zone()))
}
