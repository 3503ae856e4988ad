package inventory

import "strings"

func set(names string) map[string]bool {
	keys := map[string]bool{}
	for _, name := range strings.Fields(names) {
		keys[strings.ToLower(name)] = true
	}
	return keys
}

// The settings of ssh_config(5), by what is done with them. Those in no list are refused: what is not known here to be
// harmless may run a program, forward something, or trust a host.
var (
	// plainKeys pass as they are: how to get there, who asks, and with which algorithms.
	plainKeys = set(`ProxyCommand ProxyUseFdpass
		AddressFamily BindAddress BindInterface ConnectTimeout ConnectionAttempts ServerAliveInterval ServerAliveCountMax
		TCPKeepAlive IPQoS Compression RekeyLimit
		IdentityFile IdentitiesOnly IdentityAgent CertificateFile PreferredAuthentications PubkeyAuthentication
		PasswordAuthentication KbdInteractiveAuthentication ChallengeResponseAuthentication HostbasedAuthentication
		GSSAPIAuthentication NumberOfPasswordPrompts
		Ciphers MACs KexAlgorithms HostKeyAlgorithms PubkeyAcceptedAlgorithms PubkeyAcceptedKeyTypes
		CASignatureAlgorithms RequiredRSASize
		HostKeyAlias CheckHostIP HashKnownHosts VisualHostKey`)

	// droppedKeys only share connections, which would leave a process behind, or change what ssh asks and prints.
	droppedKeys = set("ControlMaster ControlPath ControlPersist LogLevel BatchMode")

	// weakeningKeys make ssh trust a host whose key the operator has not seen.
	weakeningKeys = set("NoHostAuthenticationForLocalhost VerifyHostKeyDNS KnownHostsCommand RevokedHostKeys UpdateHostKeys")

	// ownVariable is what the inventory has a variable for: it must be seen and checked there.
	ownVariable = map[string]string{"hostname": "ansible_host", "user": "ansible_user", "port": "ansible_port"}
)
