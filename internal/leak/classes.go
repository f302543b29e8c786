package leak

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Classes names a pair of classes of messages; both have the same length.
type Classes string

// The pairs.
const (
	Fixed Classes = "fixed" // one message, drawn from the seed, against random ones
	Zero  Classes = "zero"  // all bits 0 against random ones
	Ones  Classes = "ones"  // all bits 0 against all bits 1
)

// AllClasses are the pairs that there are.
func AllClasses() []Classes { return []Classes{Fixed, Zero, Ones} }

// Describe says what is compared.
func (c Classes) Describe() string {
	switch c {
	case Fixed:
		return "one fixed against random"
	case Zero:
		return "all 0 against random"
	case Ones:
		return "all 0 against all 1"
	}
	return string(c)
}

// source draws the messages of a run. What it draws depends on the seed alone, not on how many are
// asked for at once.
type source struct {
	fixed   [2][]byte // of each class; nil: random
	bytes   int
	content *rand.ChaCha8
	order   *rand.ChaCha8
	bits    uint64 // of the order, not used yet
	left    int
}

// newSource makes the source of one run, 1 or 2. The fixed message is the same in both: the second run shall
// find what the first found.
func newSource(seed uint64, classes Classes, bytes, run int) *source {
	stream := func(what string, run int) *rand.ChaCha8 {
		return rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "assay leak %d %s %d %s %d", seed, classes, bytes, what, run)))
	}
	s := &source{bytes: bytes, content: stream("content", run), order: stream("order", run)}
	s.fixed[0] = make([]byte, bytes)
	switch classes {
	case Fixed:
		stream("fixed", 0).Read(s.fixed[0]) // never fails
	case Ones:
		s.fixed[1] = []byte(strings.Repeat("\xff", bytes))
	}
	return s
}

// draw fills a batch of len(classes) messages and says the class of each.
func (s *source) draw(batch []byte, classes []uint8) {
	for i := range classes {
		if s.left == 0 {
			s.bits, s.left = s.order.Uint64(), 64
		}
		class := uint8(s.bits & 1)
		s.bits >>= 1
		s.left--
		classes[i] = class
		message := batch[i*s.bytes : (i+1)*s.bytes]
		if fixed := s.fixed[class]; fixed != nil {
			copy(message, fixed)
		} else {
			s.content.Read(message) // never fails
		}
	}
}
