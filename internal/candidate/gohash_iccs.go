package candidate

import (
	"fmt"
	"hash"
	"sync"

	"github.com/hashassay/assay/iccs"
)

func init() {
	registerGo("iccs", "sm3hash-256", streamed(iccs.NewSM3))
	for _, bits := range []int{512, 768, 1024} {
		registerGo("iccs", fmt.Sprintf("pseudohash-%d", bits), streamed(func() hash.Hash { return iccs.NewPseudoHash(bits) }))
		registerGo("iccs", fmt.Sprintf("pseudoXOF-%d", bits), streamed(func() hash.Hash { return iccs.NewPseudoXOF(bits) }))
	}
}

// streamed makes a GoHash of a streaming hash that takes whole bytes. States
// are kept for the next call, so that Sum does not allocate.
func streamed(newHash func() hash.Hash) GoHash {
	pool := sync.Pool{New: func() any { return newHash() }}
	return GoHash{
		New: newHash, // SM3 is gmsm's
		Sum: wholeBytes(func(digest, msg []byte) {
			h := pool.Get().(hash.Hash)
			h.Reset()
			h.Write(msg)
			h.Sum(digest[:0])
			pool.Put(h)
		}),
	}
}

// wholeBytes makes a GoHash.Sum of a function of whole bytes.
func wholeBytes(sum func(digest, msg []byte)) func(digest, msg []byte, bits uint64) {
	return func(digest, msg []byte, bits uint64) {
		if bits%8 != 0 {
			panic(fmt.Sprintf("candidate: a message of %d bits for a hash of whole bytes", bits))
		}
		sum(digest, msg[:bits/8])
	}
}
