package inventory

// The codes of faults that only an inventory can have.
const (
	CodeNoHost   = "NST-2401" // groups, and no host in them
	CodeNoGroup  = "NST-2402" // something else than a map of groups: a plugin's configuration, hosts at the top
	CodeName     = "NST-2403" // a name that no host or group can have
	CodeRange    = "NST-2404" // a host range that cannot be followed
	CodeLimit    = "NST-2405" // more hosts or variables than a person writes
	CodeLoop     = "NST-2406" // groups that contain each other
	CodePriority = "NST-2407" // an ansible_group_priority that is no whole number
	CodeSameName = "NST-2408" // a host and a group of one name; a warning
)
