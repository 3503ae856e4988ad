package cli

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/access"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

func (t tool) rbacCommand() *cli.Command {
	return &cli.Command{
		Name:      "rbac",
		Usage:     t.in(say.Textf("print the smallest ClusterRole that a preview needs, for `kubectl apply -f -`; contacts no cluster")),
		ArgsUsage: t.in(say.Textf("[STACK]")),
		Description: t.in(say.Textf("It is for every layer of the stack's catalogue, so that layers which are there and not wanted are seen too; --wanted-only leaves those out.\n" +
			"Without STACK, it is for the active topology.yaml, else for the built-in catalogue and the layers.yaml of the repository.")),
		Flags: append(append(t.stackFlags(),
			&cli.BoolFlag{Name: "wanted-only", Usage: t.in(say.Textf("only what the stack's own plan needs"))},
			&cli.BoolFlag{Name: "discover", Usage: t.in(say.Textf("also what nestor discover reads"))},
			&cli.StringFlag{Name: "name", Value: "nestor-reader", Usage: t.in(say.Textf("call the role `NAME`"))},
			&cli.StringFlag{Name: "bind-user", Usage: t.in(say.Textf("also give it to `USER`"))},
			&cli.StringFlag{Name: "bind-group", Usage: t.in(say.Textf("also give it to `GROUP`"))},
			&cli.StringFlag{Name: "service-account", Usage: t.in(say.Textf("also give it to the service account `NAMESPACE/NAME`"))},
			t.choice("output", []string{"o"}, say.Textf("how to print"), "yaml", "json"),
		), t.logFlags()...),
		Action: t.rbac,
	}
}

func (t tool) rbac(c *cli.Context) error {
	name, err := stackOperand(c)
	if err != nil {
		return err
	}
	role, err := roleOf(c)
	if err != nil {
		return err
	}
	world, err := t.files(c)
	if err != nil {
		return err
	}
	granted, err := app.Rights{Declared: world.Declared()}.Run(app.RightsOptions{Stack: name, File: c.String("file"), WantedOnly: c.Bool("wanted-only"), Discover: c.Bool("discover")})
	if err != nil {
		return err
	}
	t.doubts(granted.Doubts)
	if granted.Stack == "" {
		t.onStderr(c).note(say.Join(": ", say.Textf("no stack is active here: the role is for %s", catalogueOf(granted)), say.Verbatim(granted.Overlay)))
	}
	role.Rules = granted.Rules
	return printRole(t.streams.Out, role, granted, c.String("output"))
}

// roleOf reads what the role is called, and whose it is.
func roleOf(c *cli.Context) (access.Role, error) {
	role := access.Role{Name: c.String("name")}
	if err := access.CheckRoleName(role.Name); err != nil {
		return role, badRole("name", role.Name, err)
	}
	for _, of := range []struct {
		flag string
		make func(string) (access.Subject, error)
	}{
		{"bind-user", func(s string) (access.Subject, error) { return access.Named(access.User, s) }},
		{"bind-group", func(s string) (access.Subject, error) { return access.Named(access.Group, s) }},
		{"service-account", access.Account},
	} {
		if !c.IsSet(of.flag) {
			continue
		}
		subject, err := of.make(c.String(of.flag))
		if err != nil {
			return role, badRole(of.flag, c.String(of.flag), err)
		}
		role.Subjects = append(role.Subjects, subject)
	}
	return role, nil
}

func badRole(flag, value string, why error) error {
	return &exit{app.Usage, &say.Problem{Code: problems.BadValue, What: say.Textf("--%s cannot be %q", flag, value), Why: why}}
}

// catalogueOf says which layers a role is for. A role is kept and shown around: where its files lie is not in it.
func catalogueOf(g app.Granted) say.Text {
	switch {
	case g.WantedOnly:
		return say.Textf("the plan of stack %s", g.Stack)
	case g.Overlay != "":
		return say.Textf("every layer of the built-in catalogue and of the layers.yaml beside the topologies")
	}
	return say.Textf("every layer of the built-in catalogue")
}

func printRole(w io.Writer, role access.Role, g app.Granted, output string) error {
	if output == "json" {
		return writeJSON(w, roleJSON(role))
	}
	p := page{out: w}
	p.role(role, g)
	return p.err
}
