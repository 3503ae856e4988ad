package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:      "doctor",
		Usage:     t.in(say.Textf("print what this machine and repository have for nestor, and what they lack; contacts no cluster")),
		ArgsUsage: t.in(say.Textf("[STACK]")),
		Description: t.in(say.Textf("Without STACK and --file every stack is looked at; what the active one lacks counts.\n" +
			"Exit status: 0 nothing that is needed is missing; 1 something is.")),
		Flags:  append(append(t.stackFlags(), t.outputFlag(), t.colourFlag()), t.logFlags()...),
		Action: t.doctor,
	}
}

// doctor looks at this machine itself: a recording has nothing to say of it, so NESTOR_REPLAY does not count here.
func (t tool) doctor(c *cli.Context) error {
	name, err := stackOperand(c)
	if err != nil {
		return err
	}
	world, err := t.files(c)
	if err != nil {
		return err
	}
	r, err := app.Doctor{Readers: world.Readers, Surroundings: world.Surroundings, Spoken: t.spoken}.Run(c.Context, app.StackOptions{Stack: name, File: c.String("file")})
	if err == nil {
		err = c.Context.Err()
	}
	if err != nil {
		return err
	}
	if c.String("output") == "json" {
		err = writeJSON(t.streams.Out, r)
	} else {
		err = t.onStdout(c).doctor(r)
	}
	if err != nil {
		return err
	}
	return statusOf(r.Status())
}
