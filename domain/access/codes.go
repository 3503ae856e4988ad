package access

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of roles and subjects that cannot be made (820x). They never change their meaning.
const (
	CodeRoleName = "NST-8201"
	CodeOwnRole  = "NST-8202"
	CodeSubject  = "NST-8203"
	CodeAccount  = "NST-8204"
)

// Meanings says what each code of this package stands for.
var Meanings = map[string]ports.Meaning{
	CodeRoleName: {
		Means:   say.Textf("the name of the role is none that Kubernetes takes"),
		Matters: say.Textf("the API server would refuse the role"),
		Do:      say.Textf("use small letters, digits, dots, dashes and colons, a letter or digit first and last"),
	},
	CodeOwnRole: {
		Means:   say.Textf("the role is called like one of Kubernetes' own"),
		Matters: say.Textf("applying it would overwrite that role, and take rights from everybody who has it"),
		Do:      say.Textf("choose another name: nestor rbac --name nestor-reader"),
	},
	CodeSubject: {
		Means:   say.Textf("the name of the user or group cannot be bound"),
		Matters: say.Textf("the role would be given to somebody who does not exist"),
		Do:      say.Textf("write it as the API server knows it (kubectl auth whoami)"),
	},
	CodeAccount: {
		Means:   say.Textf("the service account is not written as NAMESPACE/NAME"),
		Matters: say.Textf("the role would be given to nobody, or to another account"),
		Do:      say.Textf("write NAMESPACE/NAME, such as default/nestor"),
	},
}
