package run

import (
	"bytes"
	"io"
	"sync"
)

// output is one of a child's streams: it takes up to limit bytes, then calls full once and lets the rest go by.
type output struct {
	limit int
	full  func()

	mutex sync.Mutex // a child that left its pipe to a grandchild may still be written for when its run ends
	bytes bytes.Buffer
	pipe  *io.PipeWriter // where bytes go instead, when they are read as they come
	read  chan struct{}  // closed when that reader is done
	taken int
	over  bool
	ended bool
}

// streamTo hands the bytes to a reader while they come, instead of keeping them.
func (o *output) streamTo(read func(io.Reader)) {
	from, to := io.Pipe()
	o.pipe, o.read = to, make(chan struct{})
	go func() {
		defer close(o.read)
		read(from)
		_, _ = io.Copy(io.Discard, from) // a reader that has seen enough must not stop the child
	}()
}

// Write never fails: the child is ended by full, and must not see a broken pipe before.
func (o *output) Write(p []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	all := len(p)
	if room := o.limit - o.taken; len(p) > room {
		p = p[:room]
		if !o.over {
			o.over = true
			defer o.full()
		}
	}
	if !o.ended {
		o.taken += len(p)
		o.keep(p)
	}
	return all, nil
}

func (o *output) keep(p []byte) {
	if o.pipe != nil {
		_, _ = o.pipe.Write(p)
		return
	}
	o.bytes.Write(p)
}

// end takes no more, and waits for whoever reads along.
func (o *output) end() {
	o.mutex.Lock()
	o.ended = true
	o.mutex.Unlock()
	if o.pipe != nil {
		_ = o.pipe.Close()
		<-o.read
	}
}
