package ports

// RecordingWriter keeps what was answered, for replaying. It is the only thing near a preview that writes, and only
// to the file that the operator named.
type RecordingWriter interface {
	// Save writes the recording, without secrets, in one step: whole or not at all.
	Save(stack string) error
}
