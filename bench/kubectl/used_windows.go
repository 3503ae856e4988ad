package main

import (
	"os"
	"time"
)

func peak(*os.ProcessState) int64 { return 0 }

func ownCPU() time.Duration { return 0 }
