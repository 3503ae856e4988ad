//go:build !race

package archtest

// pure packages compute, or work on what is open already: no function of theirs opens a file or a connection for writing.
var pure = []string{
	"bufio", "bytes", "cmp", "context", "crypto/sha256", "crypto/x509", "crypto/x509/pkix", "encoding/base64", "encoding/binary", "encoding/hex", "encoding/json",
	"encoding/pem", "errors", "fmt", "io", "io/fs", "iter", "maps", "math", "net/netip", "net/url", "path", "path/filepath", "regexp", "slices",
	"sort", "strconv", "strings", "sync", "sync/atomic", "time", "unicode", "unicode/utf16", "unicode/utf8",

	"github.com/goccy/go-yaml/ast", "github.com/goccy/go-yaml/token", "golang.org/x/sync/errgroup", "golang.org/x/tools/txtar",
}

// reads are the functions of all other packages that a read may call.
var reads = []string{
	"crypto/tls.X509KeyPair", "net/http.StatusText", "reflect.DeepEqual",

	"os.Environ", "os.Exit", "os.Getenv", "os.Getwd", "os.LookupEnv", "os.UserHomeDir",
	"os.IsPathSeparator", "os.Lstat", "os.Open", "os.ReadDir", "os.ReadFile", "os.Readlink", "os.SameFile", "os.Stat",

	// What works on an open file is allowed: opening it is what is judged.
	"os.NewFile", "(*os.File).Close", "(*os.File).Fd", "(*os.File).Read", "(*os.File).SetReadDeadline", "(*os.File).Stat", "(*os.File).Write",
	"golang.org/x/sys/unix.Close", "golang.org/x/sys/unix.FcntlInt", "golang.org/x/sys/unix.IoctlGetInt", "golang.org/x/sys/unix.IoctlGetTermios",
	"golang.org/x/sys/unix.IoctlSetInt", "golang.org/x/sys/unix.IoctlSetPointerInt", "golang.org/x/sys/unix.IoctlSetTermios",
	"golang.org/x/sys/unix.MemfdCreate", // memory, not a file
	"golang.org/x/sys/unix.Getpgrp",

	// The same of a child: which program it is, is judged where its Cmd is made.
	"os/exec.LookPath", "(*os/exec.Cmd).Start", "(*os/exec.Cmd).Wait", "(*os.ProcessState).ExitCode", "(*os.ProcessState).Sys",
	"os/signal.Ignore", "os/signal.NotifyContext", "os/signal.Reset", "(syscall.WaitStatus).Signal", "(syscall.WaitStatus).Signaled",

	"github.com/goccy/go-yaml/lexer.Tokenize", "github.com/goccy/go-yaml/parser.AllowDuplicateMapKey", "github.com/goccy/go-yaml/parser.Parse",
	"(github.com/goccy/go-yaml/internal/errors.Error).GetMessage", "(github.com/goccy/go-yaml/internal/errors.Error).GetToken",
	"sigs.k8s.io/yaml.YAMLToJSON", "sigs.k8s.io/yaml.YAMLToJSONStrict",
	"(*golang.org/x/net/http/httpproxy.Config).ProxyFunc",

	"(embed.FS).ReadFile",
	"github.com/leonelquinteros/gotext.NewPo", "(*github.com/leonelquinteros/gotext.Po).Parse", // from memory
	"(*github.com/leonelquinteros/gotext.Po).GetDomain", "(*github.com/leonelquinteros/gotext.Domain).GetTranslations",
	"(*github.com/leonelquinteros/gotext.Po).GetN", "(*github.com/leonelquinteros/gotext.Po).IsTranslatedN",
	"(*github.com/leonelquinteros/gotext.Translation).Get", "(*github.com/leonelquinteros/gotext.Translation).IsTranslated",

	"github.com/rs/zerolog.New", "github.com/rs/zerolog.Nop", "github.com/rs/zerolog.ParseLevel",
	"(github.com/rs/zerolog.Context).Logger", "(github.com/rs/zerolog.Context).Timestamp",
	"(github.com/rs/zerolog.Logger).Level", "(github.com/rs/zerolog.Logger).With", "(*github.com/rs/zerolog.Logger).Debug",
	"(*github.com/rs/zerolog.Event).Msg",

	"(github.com/clipperhouse/displaywidth.Options).String", "(github.com/clipperhouse/displaywidth.Options).TruncateString",

	"(embed.FS).ReadFile", "github.com/leonelquinteros/gotext.NewPo", "(*github.com/leonelquinteros/gotext.Po).Parse",
	"(*github.com/leonelquinteros/gotext.Po).GetDomain", "(*github.com/leonelquinteros/gotext.Domain).GetTranslations",
	"(*github.com/leonelquinteros/gotext.Po).GetN", "(*github.com/leonelquinteros/gotext.Po).IsTranslatedN",
	"(*github.com/leonelquinteros/gotext.Translation).Get", "(*github.com/leonelquinteros/gotext.Translation).IsTranslated",

	"golang.org/x/term.GetSize", "golang.org/x/term.IsTerminal", "runtime.Version", "runtime/debug.ReadBuildInfo",

	"(*github.com/urfave/cli/v2.App).Command", "(*github.com/urfave/cli/v2.App).RunContext",
	"(*github.com/urfave/cli/v2.Command).HasName",
	"(github.com/urfave/cli/v2.Args).First", "(github.com/urfave/cli/v2.Args).Tail", "(github.com/urfave/cli/v2.Args).Present", "(github.com/urfave/cli/v2.Args).Slice",
	"(*github.com/urfave/cli/v2.Context).Args", "(*github.com/urfave/cli/v2.Context).Bool", "(*github.com/urfave/cli/v2.Context).Duration",
	"(*github.com/urfave/cli/v2.Context).IsSet", "(*github.com/urfave/cli/v2.Context).NArg", "(*github.com/urfave/cli/v2.Context).String",
	"(*github.com/urfave/cli/v2.Context).StringSlice", "(*github.com/urfave/cli/v2.StringSliceFlag).Names",
	"(github.com/urfave/cli/v2.Flag).Names", "(*github.com/urfave/cli/v2.BoolFlag).Names", "(*github.com/urfave/cli/v2.DurationFlag).Names",
	"(*github.com/urfave/cli/v2.StringFlag).Names",

	// What help is made of.
	"(github.com/urfave/cli/v2.DocGenerationFlag).GetUsage", "(github.com/urfave/cli/v2.DocGenerationFlag).GetDefaultText", "(github.com/urfave/cli/v2.DocGenerationFlag).GetEnvVars", "(github.com/urfave/cli/v2.DocGenerationFlag).TakesValue",
	"(*github.com/urfave/cli/v2.BoolFlag).GetUsage", "(*github.com/urfave/cli/v2.BoolFlag).GetDefaultText", "(*github.com/urfave/cli/v2.BoolFlag).GetEnvVars", "(*github.com/urfave/cli/v2.BoolFlag).TakesValue",
	"(*github.com/urfave/cli/v2.DurationFlag).GetUsage", "(*github.com/urfave/cli/v2.DurationFlag).GetDefaultText", "(*github.com/urfave/cli/v2.DurationFlag).GetEnvVars", "(*github.com/urfave/cli/v2.DurationFlag).TakesValue",
	"(*github.com/urfave/cli/v2.StringFlag).GetUsage", "(*github.com/urfave/cli/v2.StringFlag).GetDefaultText", "(*github.com/urfave/cli/v2.StringFlag).GetEnvVars", "(*github.com/urfave/cli/v2.StringFlag).TakesValue",
	"(*github.com/urfave/cli/v2.StringSliceFlag).GetUsage", "(*github.com/urfave/cli/v2.StringSliceFlag).GetDefaultText", "(*github.com/urfave/cli/v2.StringSliceFlag).GetEnvVars", "(*github.com/urfave/cli/v2.StringSliceFlag).TakesValue",
}
