package app

import "github.com/univ-lehavre/nestor/ports"

// VersionSchema names the form of a VersionReport.
const VersionSchema = "nestor.version/v1"

// VersionReport is which nestor this is: everything that is needed to build it again.
type VersionReport struct {
	Schema     string `json:"schema"`
	Version    string `json:"version"`
	Commit     string `json:"commit"`     // of the source; empty: not known
	CommitDate string `json:"commitDate"` // in UTC; empty: not known
	Modified   bool   `json:"modified"`   // the source was not quite that commit
	Go         string `json:"go"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
}

// Version reports a build.
func Version(b ports.Build) VersionReport {
	return VersionReport{VersionSchema, b.Version, b.Commit, b.Date, b.Modified, b.Go, b.OS, b.Arch}
}
