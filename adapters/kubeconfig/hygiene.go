package kubeconfig

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// others are the permission bits of everyone but a file's owner.
const others fs.FileMode = 0o077

// exposed gives those files that others than their owner may use. Windows has no such bits.
func exposed(files []string) []string {
	if runtime.GOOS == "windows" {
		return nil
	}
	return filtered(files, func(file string, info fs.FileInfo) bool { return info.Mode().Perm()&others != 0 })
}

// inGit gives those files that are inside a git work tree, by their name or by what their links lead to.
func inGit(files []string) []string {
	return filtered(files, func(file string, _ fs.FileInfo) bool {
		real, err := filepath.EvalSymlinks(file)
		return belowGit(file) || err == nil && belowGit(real)
	})
}

// filtered keeps the regular files, behind links too, that are as asked. A pipe from a shell is nobody else's.
func filtered(files []string, asked func(string, fs.FileInfo) bool) []string {
	var kept []string
	for _, file := range files {
		info, err := os.Stat(file)
		if err == nil && info.Mode().IsRegular() && asked(file, info) {
			kept = append(kept, file)
		}
	}
	return kept
}

// belowGit reports whether a folder above the file holds .git: a folder, or a file as in work trees and submodules.
func belowGit(file string) bool {
	path, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(foldersAbove(path), func(folder string) bool {
		_, err := os.Lstat(filepath.Join(folder, ".git"))
		return err == nil
	})
}

// foldersAbove gives the folders of an absolute path, up to the root.
func foldersAbove(path string) []string {
	var folders []string
	for folder := filepath.Dir(path); folder != path; path, folder = folder, filepath.Dir(folder) {
		folders = append(folders, folder)
	}
	return folders
}
