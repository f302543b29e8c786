package candidate

import (
	"fmt"
	"hash"
	"strings"

	"github.com/hashassay/assay/internal/cpu"
)

// GoHash is a Go implementation of an instance.
type GoHash struct {
	// New returns a fresh streaming hash.
	New func() hash.Hash
	// Sum writes the digest of the first bits bits of msg (most significant
	// bit of each byte first) to digest, which has exactly the digest's size.
	// It does not allocate.
	Sum func(digest, msg []byte, bits uint64)
	// Batch writes the digest of each message to the digest at the same index,
	// which has exactly the digest's size. It is nil where several messages at
	// once are no faster than one after the other.
	Batch func(digests, msgs [][]byte)
	// Family holds the kernels that can compute it. It is nil for hashes that
	// this module does not implement: their library chooses for itself.
	Family *cpu.Family
}

// libraryKernel stands for the kernel of hashes that this module does not
// implement.
const libraryKernel = "library"

// kernelName is the name of the kernel in use.
func (h GoHash) kernelName() string {
	if h.Family == nil {
		return libraryKernel
	}
	return h.Family.CurrentName()
}

// batch adapts a function such as iphe.Sum512Batch to the Batch field of
// [GoHash].
func batch[D ~[64]byte | ~[96]byte | ~[128]byte](sum func(digests []D, msgs [][]byte)) func(digests, msgs [][]byte) {
	return func(digests, msgs [][]byte) {
		out := make([]D, len(msgs))
		sum(out, msgs)
		for i := range out {
			for j := range len(out[i]) {
				digests[i][j] = out[i][j]
			}
		}
	}
}

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

// kernelMark parts a target from the kernel that is to compute it.
const kernelMark = "@"

// LookupGo returns the Go implementation for a target such as
// "go:hash-12/Iphe-512" or "go:hash-12/Iphe-512@avx2". It needs no catalogue:
// the Go driver is started in every measured process.
func LookupGo(target string) (GoHash, bool) {
	target, _, _ = strings.Cut(target, kernelMark)
	h, ok := goHashes[target]
	return h, ok
}

// OpenGo is [LookupGo], and puts the kernel that the target names into use, for
// the whole program. It fails if there is no such implementation or kernel, or
// if this CPU cannot run the kernel.
func OpenGo(target string) (GoHash, error) {
	h, ok := LookupGo(target)
	if !ok {
		return h, fmt.Errorf("no Go implementation %q", target)
	}
	_, kernel, named := strings.Cut(target, kernelMark)
	if !named {
		return h, nil
	}
	if h.Family == nil {
		return h, fmt.Errorf("%s has no kernels to choose from", target)
	}
	return h, h.Family.Use(kernel)
}
