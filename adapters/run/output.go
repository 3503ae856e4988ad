package run

import (
	"bytes"
	"sync/atomic"
)

// capped collects up to limit bytes, then calls full once and lets the rest go by.
type capped struct {
	limit int
	full  func()
	bytes bytes.Buffer
	over  atomic.Bool
}

// Write never fails: the child is ended by full, and must not see a broken pipe before.
func (c *capped) Write(p []byte) (int, error) {
	room := c.limit - c.bytes.Len()
	if len(p) <= room {
		return c.bytes.Write(p)
	}
	c.bytes.Write(p[:room])
	if !c.over.Swap(true) {
		c.full()
	}
	return len(p), nil
}
