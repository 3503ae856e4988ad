package files

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
)

// tracked reports whether the index of the git work tree around a file lists it. git is not run: a repository's
// configuration can make it start other programs. An index that cannot be understood lists nothing.
func tracked(file string) bool {
	file, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if git := gitFolder(dir); git != "" {
			name, err := filepath.Rel(dir, file)
			src, unread := readUpTo(maxIndex, filepath.Join(git, "index"), "index")
			return err == nil && unread == nil && inIndex(src, filepath.ToSlash(name))
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// maxIndex is that of a very large repository.
const maxIndex = 64 << 20

// gitFolder is where git keeps what it knows of the work tree at dir: .git, or, in further work trees and submodules, what
// the file of that name leads to.
func gitFolder(dir string) string {
	dotGit := filepath.Join(dir, ".git")
	info, err := os.Stat(dotGit)
	switch {
	case err != nil:
		return ""
	case info.IsDir():
		return dotGit
	}
	src, _ := readUpTo(4096, dotGit, dotGit)
	to, found := strings.CutPrefix(strings.TrimSpace(string(src)), "gitdir:")
	to = strings.TrimSpace(to)
	switch {
	case !found:
		return dotGit
	case filepath.IsAbs(to):
		return to
	}
	return filepath.Join(dir, to)
}

// What git writes: a head of 12 bytes, then entries; in each, what it knows of the file, an object's name, two bytes of flags,
// two more when the flags say so, and the file's name.
const (
	indexHead  = 12
	statBytes  = 40
	hashBytes  = 20
	extended   = 0x4000
	newestKind = 4
)

// inIndex looks for a name in an index of version 2, 3 or 4, of a repository that names its objects by SHA-1.
func inIndex(src []byte, name string) bool {
	if len(src) < indexHead || string(src[:4]) != "DIRC" {
		return false
	}
	version, entries := binary.BigEndian.Uint32(src[4:]), binary.BigEndian.Uint32(src[8:])
	if version < 2 || version > newestKind {
		return false
	}
	rest, before := src[indexHead:], ""
	for range entries {
		const fixed = statBytes + hashBytes + 2
		if len(rest) < fixed {
			return false
		}
		head := fixed
		if version >= 3 && binary.BigEndian.Uint16(rest[fixed-2:])&extended != 0 {
			head += 2
		}
		found, length := nameIn(rest[min(head, len(rest)):], version, before)
		switch {
		case length < 0:
			return false
		case found == name:
			return true
		}
		whole := head + length
		if version < newestKind {
			whole = whole/8*8 + 8 // at least one zero byte ends it
		}
		rest, before = rest[min(whole, len(rest)):], found
	}
	return false
}

// nameIn reads an entry's name, and how many bytes it takes up; a negative number when there is none. Version 4 says how
// much of the name before to cut off, then what follows, to a zero byte.
func nameIn(src []byte, version uint32, before string) (name string, length int) {
	cut, used := uint64(0), 0
	if version == newestKind {
		if cut, used = varying(src); used == 0 || cut > uint64(len(before)) {
			return "", -1
		}
		before = before[:len(before)-int(cut)]
	} else {
		before = ""
	}
	end := bytes.IndexByte(src[used:], 0)
	if end < 0 {
		return "", -1
	}
	name = before + string(src[used:used+end])
	if version == newestKind {
		return name, used + end + 1
	}
	return name, end
}

// varying reads git's number of varying length; none of it when it does not end.
func varying(src []byte) (n uint64, used int) {
	for i, b := range src {
		if i == 0 {
			n = uint64(b & 0x7f)
		} else {
			n = (n+1)<<7 | uint64(b&0x7f)
		}
		if b&0x80 == 0 {
			return n, i + 1
		}
		if i > 8 {
			return 0, 0
		}
	}
	return 0, 0
}
