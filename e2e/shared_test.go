package e2e

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Two control planes are shared by all tests that only read: what such a test adds is a user with a role, which no
// other test looks at. A test that changes or stops its cluster starts one of its own.
var (
	theStory = shared()                // the story: three layers of ten are missing
	theWhole = shared("--missing", "") // nothing is missing
)

// plane is a shared control plane, started by the first test that asks for it.
type plane struct {
	once  func() (cluster, error)
	begun cluster
}

var planes []*plane

func shared(flags ...string) *plane {
	p := &plane{}
	p.once = sync.OnceValues(func() (cluster, error) {
		dir, err := os.MkdirTemp("", "nestor-e2e-")
		if err != nil {
			return cluster{}, err
		}
		p.begun = cluster{dir: dir, port: reservePorts()}
		if err := p.begun.raise(); err != nil {
			return cluster{}, err
		}
		return p.begun, p.begun.seed(flags...)
	})
	planes = append(planes, p)
	return p
}

func (p *plane) cluster(t *testing.T) cluster {
	t.Helper()
	c, err := p.once()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// stopShared ends what was started, when all tests are done.
func stopShared() {
	for _, p := range planes {
		if p.begun.dir != "" {
			p.begun.stop()
			_ = os.RemoveAll(p.begun.dir)
		}
	}
}

// ports hands out three ports in a row, each time others. They are below those that Linux gives to outgoing
// connections, which would take a port between the look and its use.
var ports = struct {
	sync.Mutex
	next int
}{next: 20000 + 3*rand.IntN(3500)}

func reservePorts() int {
	ports.Lock()
	defer ports.Unlock()
	for {
		first := ports.next
		ports.next += 3
		if ports.next > 32000 {
			ports.next = 20000
		}
		if free(first) && free(first+1) && free(first+2) {
			return first
		}
	}
}

func free(port int) bool {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return false
	}
	_ = l.Close()
	return true
}

// as gives a kubeconfig of the administrator that acts as another user, and as nobody else: the tests of a cluster that
// is shared keep their files apart.
func (c cluster) as(t *testing.T, user string) string {
	t.Helper()
	src, err := os.ReadFile(c.config("admin"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(src), "  user:\n", "  user:\n    as: "+user+"\n", 1)
	return written(t, filepath.Join(t.TempDir(), user+".config"), text)
}

// written makes a file, and gives its name.
func written(t *testing.T, file, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
