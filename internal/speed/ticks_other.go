//go:build !amd64

package main

// ticks is 0: there is no time-stamp counter.
func ticks() uint64 { return 0 }
