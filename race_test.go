//go:build race

package main

// underRace: the race detector makes everything several times slower, so a sample has to do. Without it all is run.
const underRace = true
