package cli

import "github.com/urfave/cli/v2"

// optionalFlag is a flag that may stand alone or with a value behind "=", which the library has no kind for.
type optionalFlag struct{ *cli.GenericFlag }

func optional(name, usage string) *optionalFlag {
	return &optionalFlag{&cli.GenericFlag{Name: name, Usage: usage, Value: new(optionalValue)}}
}

// optionalValue is what was written behind "="; "true" when nothing was.
type optionalValue string

// Set implements flag.Value.
func (v *optionalValue) Set(text string) error {
	*v = optionalValue(text)
	return nil
}

// String implements flag.Value.
func (v *optionalValue) String() string { return string(*v) }

// IsBoolFlag tells package flag that the next argument is no value of this flag.
func (v *optionalValue) IsBoolFlag() bool { return true }
