package layer

// The codes of faults in a catalogue, and of layers that a stack cannot have.
const (
	CodeUnknownLayer = "NST-2301" // a name that is no layer and no alias
	CodeNotAllowed   = "NST-2302" // a layer that the stack's backend cannot have, or that none can
	CodeLimaOnly     = "NST-2303" // a layer of benches in a prod stack
	CodeCycle        = "NST-2304" // layers that need each other
	CodeNoGroup      = "NST-2305" // a proof whose apiVersion lacks its API group
	CodeForbidden    = "NST-2306" // a proof of a kind that may hold secrets
	CodeNoProof      = "NST-2307" // a layer that nothing could show
	CodeTwice        = "NST-2308" // a name that is defined twice
)
