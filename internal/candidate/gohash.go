package candidate

import "hash"

// GoHash is a Go implementation of an instance.
type GoHash struct {
	// New returns a fresh streaming hash.
	New func() hash.Hash
	// Sum writes the digest of the first bits bits of msg (most significant
	// bit of each byte first) to digest, which has exactly the digest's size.
	// It does not allocate.
	Sum func(digest, msg []byte, bits uint64)
	// Kernel names the code that this CPU runs: "portable", or what a library
	// of others chooses for itself ("library"). "" is portable.
	Kernel string
}

// KernelName is Kernel, with its default.
func (h GoHash) KernelName() string {
	if h.Kernel == "" {
		return "portable"
	}
	return h.Kernel
}

// libraryKernel is the Kernel of hashes that this module does not implement.
const libraryKernel = "library"

var goHashes = map[string]GoHash{}

// registerGo makes a Go implementation known under candidate and instance. It
// is called from init in a file per candidate (gohash_hash12.go, ...), so that
// adding a candidate touches no shared file. It panics if the place is taken.
func registerGo(candidateID, instance string, h GoHash) {
	target := goTarget(candidateID, instance)
	if _, taken := goHashes[target]; taken {
		panic("candidate: two Go implementations of " + target)
	}
	goHashes[target] = h
}

// goTarget is the name of a Go implementation.
func goTarget(candidateID, instance string) string { return "go:" + candidateID + "/" + instance }

// LookupGo returns the Go implementation for a target such as
// "go:hash-12/Iphe-512". It needs no catalogue: the Go driver calls it in every
// measured process.
func LookupGo(target string) (GoHash, bool) {
	h, ok := goHashes[target]
	return h, ok
}
