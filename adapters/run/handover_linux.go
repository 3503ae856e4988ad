package run

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/univ-lehavre/nestor/ports/say"
)

// handOver puts the content in sealed memory that the child inherits as descriptor 3: it never touches a disk.
// Through /proc each opening starts at the beginning, so the child may read it as often as it likes.
func handOver(content []byte, tempDir string, fileOnly bool) (handover, error) {
	if !fileOnly {
		if memory, err := sealedMemory(content); err == nil {
			return handover{path: "/dev/fd/3", inherit: memory}, nil
		}
	}
	return handOverFile(content, tempDir)
}

// sealedMemory fails where the kernel has no memfd, or where /dev/fd cannot open one again.
func sealedMemory(content []byte) (*os.File, error) {
	memory, err := newMemory()
	if err != nil {
		return nil, err
	}
	if err := fillAndSeal(memory, content); err != nil {
		_ = memory.Close()
		return nil, err
	}
	return memory, nil
}

func newMemory() (*os.File, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("kubeconfig", flags|unix.MFD_NOEXEC_SEAL)
	if errors.Is(err, unix.EINVAL) { // before Linux 6.3
		fd, err = unix.MemfdCreate("kubeconfig", flags)
	}
	if err != nil {
		return nil, say.Errorf("memfd_create: %w", err)
	}
	return os.NewFile(uintptr(fd), "kubeconfig"), nil
}

func fillAndSeal(memory *os.File, content []byte) error {
	if _, err := memory.Write(content); err != nil {
		return err
	}
	const seals = unix.F_SEAL_WRITE | unix.F_SEAL_GROW | unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(memory.Fd(), unix.F_ADD_SEALS, seals); err != nil {
		return say.Errorf("sealing: %w", err)
	}
	again, err := os.Open(filepath.Join("/dev/fd", strconv.Itoa(int(memory.Fd()))))
	if err != nil {
		return err
	}
	return again.Close()
}
