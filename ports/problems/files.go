package problems

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// What keeps a declared file from being read at all (2009 to 2013), and what keeps one from being found (25xx).
const (
	SeveralDocuments = "NST-2009"
	BadSyntax        = "NST-2010"
	NotText          = "NST-2011"
	OtherInventory   = "NST-2013"

	FileMissing   = "NST-2501"
	FileForbidden = "NST-2502"
	NotAFile      = "NST-2503"
	FileUnread    = "NST-2504"
	FileTooLarge  = "NST-2505"
	BadStart      = "NST-2510"
	NoRepository  = "NST-2511"
	NoSuchStack   = "NST-2512"
	NoActiveStack = "NST-2513"
	BadStackName  = "NST-2514"
	StackAndFile  = "NST-2515"
	NoInventory   = "NST-2516"
	OwnDefect     = "NST-2520"
)

// What keeps a file of the operator's from being written (26xx).
const (
	FileExists        = "NST-2601"
	FolderMissing     = "NST-2602"
	NotWritten        = "NST-2603"
	NotALink          = "NST-2604"
	OutsideRepository = "NST-2605"
	ChangedMeanwhile  = "NST-2606"
	SharedExample     = "NST-2607"
	NotEditable       = "NST-2608"
	NotSettable       = "NST-2609"
)

// Remembered clusters and recordings (27xx).
const (
	MemoryNowhere       = "NST-2701"
	MemoryBroken        = "NST-2702"
	MemoryShared        = "NST-2703"
	MemoryIndistinct    = "NST-2704"
	MemoryFull          = "NST-2705"
	RecordingBroken     = "NST-2710"
	RecordingIncomplete = "NST-2711"
	RecordingRefused    = "NST-2712"
	NotRecordable       = "NST-2713"
)

// files are about declared files, remembered clusters and recordings (2009 to 2013, 25xx to 27xx).
var files = map[string]ports.Meaning{
	SeveralDocuments: {
		Means:   say.Textf("a declared file holds more than one YAML document"),
		Matters: say.Textf("reading only the first one would silently leave out what the others declare"),
		Do:      say.Textf("keep one document in a file: remove what follows the line ---, or move it to a file of its own"),
	},
	BadSyntax: {
		Means:   say.Textf("a declared file is not valid YAML, or cannot be followed as YAML"),
		Matters: say.Textf("nothing of the file is used: half of a topology would be another stack"),
		Do:      say.Textf("mend the line that is shown, then check it: nestor stack validate -f FILE"),
	},
	NotText: {
		Means:   say.Textf("a declared file is binary, not UTF-8, or larger than any topology"),
		Matters: say.Textf("it is probably another file than the one that was meant, and nothing of it is read"),
		Do:      say.Textf("check the path; a text in another encoding is converted with: iconv -f ENCODING -t UTF-8 FILE"),
	},
	OtherInventory: {
		Means:   say.Textf("the file is something else than an Ansible inventory in YAML"),
		Matters: say.Textf("no host is known from it, so nothing can be fetched from a node"),
		Do:      say.Textf("convert an INI inventory with: ansible-inventory -i FILE --list -y"),
	},
	FileMissing: {
		Means:   say.Textf("a file that was named is not there, or its link leads to nothing"),
		Matters: say.Textf("no other file is taken in its place, so nothing is read"),
		Do:      say.Textf("check the path with: ls -l FILE"),
	},
	FileForbidden: {
		Means:   say.Textf("this user may not read or write a file, or a folder on the way to it"),
		Matters: say.Textf("the file is left as it is, and nothing is concluded from it"),
		Do:      say.Textf("see who may do what with: namei -l FILE"),
	},
	NotAFile: {
		Means:   say.Textf("what was named is a folder, a device or another thing that is no regular file"),
		Matters: say.Textf("reading it could wait for ever, and replacing it could lose more than a file"),
		Do:      say.Textf("name a regular file; see what is there with: ls -ld PATH"),
	},
	FileUnread: {
		Means:   say.Textf("a file is there and could not be read"),
		Matters: say.Textf("what it declares is not known, so nothing is concluded from it"),
		Do:      say.Textf("try to read it by hand: cat FILE; then look for errors of the disk"),
	},
	FileTooLarge: {
		Means:   say.Textf("a file is larger than any of its kind can be"),
		Matters: say.Textf("it is another file than the one that was meant, and reading it would fill the memory"),
		Do:      say.Textf("name the right file; a report is made with: nestor preview -o json"),
	},
	BadStart: {
		Means:   say.Textf("the folder to start in is not there, is no folder, or may not be read"),
		Matters: say.Textf("the repository is searched from that folder upwards, so none is found"),
		Do:      say.Textf("name an existing folder; see what is there with: ls -ld FOLDER"),
	},
	NoRepository: {
		Means:   say.Textf("neither topology.yaml nor a folder topologies was found from the starting folder upwards"),
		Matters: say.Textf("without declared stacks there is nothing to compare a cluster with"),
		Do:      say.Textf("go to your repository, name a file with -f FILE, or make a first topology: nestor stack new NAME"),
	},
	NoSuchStack: {
		Means:   say.Textf("the repository declares no stack of this name"),
		Matters: say.Textf("another stack is never taken in its place"),
		Do:      say.Textf("see which stacks there are: nestor stack ls"),
	},
	NoActiveStack: {
		Means:   say.Textf("no stack was named, and the repository has no active one"),
		Matters: say.Textf("nestor does not guess which stack is meant, so that it never reads the wrong cluster"),
		Do:      say.Textf("name a stack, or make one active: nestor stack select NAME"),
	},
	BadStackName: {
		Means:   say.Textf("what was given cannot be the name of a stack"),
		Matters: say.Textf("a stack's name becomes part of file names, and must not lead to another folder"),
		Do:      say.Textf("use letters, digits, dots, dashes and underscores; the names that exist: nestor stack ls"),
	},
	StackAndFile: {
		Means:   say.Textf("a stack and a file were both named"),
		Matters: say.Textf("the two may declare different clusters, and only one can be meant"),
		Do:      say.Textf("name the stack, or its file with -f FILE, but not both"),
	},
	NoInventory: {
		Means:   say.Textf("there is no Ansible inventory where one was looked for"),
		Matters: say.Textf("the address and the user of the nodes are not known, so nothing can be fetched from them"),
		Do:      say.Textf("write bootstrap/hosts.yaml, or name the file: nestor kubeconfig fetch --inventory FILE"),
	},
	OwnDefect: {
		Means:   say.Textf("nestor met a defect of its own"),
		Matters: say.Textf("nothing that you do is wrong, and nothing was changed"),
		Do:      say.Textf("report it, with the message and what this prints: nestor --version"),
	},
	FileExists: {
		Means:   say.Textf("the file to be made is there already"),
		Matters: say.Textf("it may be the only copy of what somebody wrote, so it is never overwritten"),
		Do:      say.Textf("choose another name, or move the file away: mv FILE FILE.old"),
	},
	FolderMissing: {
		Means:   say.Textf("the folder that is to hold a new file is not there"),
		Matters: say.Textf("the path may be mistyped, so the folder is not made without a word"),
		Do:      say.Textf("make it when the path is right: mkdir -p FOLDER"),
	},
	NotWritten: {
		Means:   say.Textf("a file or a folder could not be made or replaced"),
		Matters: say.Textf("what was there is as it was, and nothing new is kept"),
		Do:      say.Textf("check the rights and the free space of the folder: ls -ld FOLDER; df -h FOLDER"),
	},
	NotALink: {
		Means:   say.Textf("topology.yaml is a file of its own, and not a link to a topology"),
		Matters: say.Textf("making another stack active would destroy what may be a stack's only topology"),
		Do:      say.Textf("move it first: mv topology.yaml topologies/NAME.yaml; then nestor stack select NAME"),
	},
	OutsideRepository: {
		Means:   say.Textf("the topology lies outside the repository"),
		Matters: say.Textf("an active stack that others do not have would mean something else on their machines"),
		Do:      say.Textf("select a stack of the repository; see which there are: nestor stack ls"),
	},
	ChangedMeanwhile: {
		Means:   say.Textf("the file was changed between reading it and writing it"),
		Matters: say.Textf("writing now would lose what somebody else has just written"),
		Do:      say.Textf("run the same command again"),
	},
	SharedExample: {
		Means:   say.Textf("the file to edit is an example, which everybody shares"),
		Matters: say.Textf("your own addresses and clusters would end up in everybody's repository"),
		Do:      say.Textf("copy it, and edit the copy: cp NAME.example.yaml NAME.yaml"),
	},
	NotEditable: {
		Means:   say.Textf("a line of the file cannot be changed without risk for the rest of it"),
		Matters: say.Textf("the file would no longer declare the same stack, so it is left as it is"),
		Do:      say.Textf("write the line that is shown by hand, then check it: nestor stack validate -f FILE"),
	},
	NotSettable: {
		Means:   say.Textf("a key or a value cannot be written into a YAML file"),
		Matters: say.Textf("it would be read back as something else"),
		Do:      say.Textf("use letters, digits and underscores in a key, and UTF-8 in a value"),
	},
	MemoryNowhere: {
		Means:   say.Textf("there is no place to keep which clusters were confirmed: HOME is not set"),
		Matters: say.Textf("a confirmed cluster would be asked about again each time"),
		Do:      say.Textf("set a folder: export XDG_STATE_HOME=/absolute/path"),
	},
	MemoryBroken: {
		Means:   say.Textf("the file of confirmed clusters cannot be understood"),
		Matters: say.Textf("what you confirmed is not known, so another cluster could pass for yours"),
		Do:      say.Textf("mend the line that is shown, or remove the file and confirm again; where it is: nestor doctor"),
	},
	MemoryShared: {
		Means:   say.Textf("other users of this machine may write the file of confirmed clusters"),
		Matters: say.Textf("one of them could make nestor trust a cluster that you never confirmed"),
		Do:      say.Textf("look at what it says, then keep it for yourself: chmod 600 FILE"),
	},
	MemoryIndistinct: {
		Means:   say.Textf("nothing is known of the cluster by which it could be recognised later"),
		Matters: say.Textf("any other cluster could be taken for it"),
		Do:      say.Textf("let its UID be read, then confirm it again: nestor target trust STACK"),
	},
	MemoryFull: {
		Means:   say.Textf("the file of confirmed clusters would become larger than it may be"),
		Matters: say.Textf("the cluster that you have just confirmed is not remembered"),
		Do:      say.Textf("forget stacks that are gone: nestor target forget STACK"),
	},
	RecordingBroken: {
		Means:   say.Textf("the file is no recording, or one that this nestor cannot read"),
		Matters: say.Textf("a replay of half a recording would show another cluster than the one that was recorded"),
		Do:      say.Textf("record again with this version: nestor preview --record FILE"),
	},
	RecordingIncomplete: {
		Means:   say.Textf("the recording does not hold what is asked for"),
		Matters: say.Textf("what was not recorded is unknown, and is never taken for absent"),
		Do:      say.Textf("record the scenario again: nestor preview STACK --record FILE"),
	},
	RecordingRefused: {
		Means:   say.Textf("the file to record into holds something else than a recording"),
		Matters: say.Textf("what it holds would be lost"),
		Do:      say.Textf("name another file: nestor preview --record FILE"),
	},
	NotRecordable: {
		Means:   say.Textf("an answer could not be kept without what must not be kept, so nothing is recorded"),
		Matters: say.Textf("a recording with holes would replay as another cluster"),
		Do:      say.Textf("report it, with what this prints: nestor doctor"),
	},
}
