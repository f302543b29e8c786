package qsh

import "fmt"

// instance is one of the three parameter sets.
type instance uint8

// The instances. QSH-512 is 0, so that the zero Digest is usable.
const (
	qsh512 instance = iota
	qsh768
	qsh1024
)

// size returns the length of the digest in bytes.
func (in instance) size() int { return Size512 + 32*int(in) }

// wordSize returns the length of a word in bytes.
func (in instance) wordSize() int {
	if in == qsh512 {
		return 4
	}
	return 8
}

// blockSize returns the length of a message block in bytes: 32 words.
func (in instance) blockSize() int { return 32 * in.wordSize() }

// cvSize returns the length of a chaining value in bytes: 16 words. The digest
// of QSH-768 is shorter than that; only the root is cut.
func (in instance) cvSize() int { return 16 * in.wordSize() }

func (in instance) String() string { return fmt.Sprintf("QSH-%d", 8*in.size()) }
