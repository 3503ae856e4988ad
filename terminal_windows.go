package main

import "os"

// inForeground is always so: consoles have no background processes that may not read them.
func inForeground(*os.File) bool { return true }
