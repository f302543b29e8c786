// Package iccs implements what the NGCC programme's round-1 programming
// interface (published by ICCS/NICCS) gives every hash candidate: the
// deterministic generator that makes test messages ([DRNG]), the four
// known-answer files of an instance ([Generate]), and the digest manifests that
// stand for the official files ([Manifest], [CanonicalDigest]).
//
// The generator is a Hash_DRBG in the manner of NIST SP 800-90A (section
// 10.1.1) over SM3 (GM/T 0004-2012, GB/T 32905-2016). Because all messages come
// from it, the official files can be made again from nothing but a hash
// function; no vectors need to be at hand to check an implementation.
//
// The package imports no hash function under test: callers hand one in as a
// [Hasher].
package iccs

import "io"

// File is one of the four known-answer files of an instance.
type File string

// The known-answer files. Each constant is also the seed text of the file's generator.
const (
	KAT212  File = "KAT_2_12" // all lengths 0..4096 bits
	KAT223  File = "KAT_2_23" // three messages of 2^23 bits
	KAT233  File = "KAT_2_33" // three messages of 2^33 bits
	KATLoop File = "KAT_Loop" // a million chained hashes
)

// Files lists the four files in official order.
func Files() []File { return []File{KAT212, KAT223, KAT233, KATLoop} }

// FileName returns the official file name for an instance, "KAT_2_12_Iphe-512.txt".
func (f File) FileName(instance string) string { return string(f) + "_" + instance + ".txt" }

// Hasher computes digests for Generate: of the first bits bits of the message
// read from msg (ceil(bits/8) bytes, most significant bit of each byte first).
// Neither msg nor the digest is used after the next call. Its error ends the
// generation and is returned as it is.
type Hasher func(bits uint64, msg io.Reader) ([]byte, error)
