//go:build !unix

package main

import "os"

// openFile opens a file for reading.
func openFile(name string) (*os.File, error) { return os.Open(name) }
