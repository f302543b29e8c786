// Package duet implements the hash functions Duet-512, Duet-768 and Duet-1024.
//
// Duet is a submission (hash-08) to round 1 of the NGCC programme: each block of
// the message goes through two permutations, f1 and f2, one after the other.
// Each has a rate of its own, while the capacity is passed from one to the other
// and fed forward around every call. The digest is read from the capacity.
//
//	digest := duet.Sum512(data)
//
//	h := duet.New768() // a hash.Hash
//	io.Copy(h, file)
//	digest := h.Sum(nil)
//
// Messages whose length is not a whole number of bytes have functions of their
// own, such as [Sum512Bits].
//
// # Extendable output
//
// Duet can be asked for output of any length. Up to the length of the digest
// that is a prefix of the digest. Beyond it, the two descriptions that the
// designers submitted contradict each other:
//
//   - By the submission document, each squeeze gives as many bits as the digest
//     has (512, 768 or 1024). That is [DocumentXOF], or [DocumentXOF512] and its
//     like.
//   - The submission's reference code gives the whole capacity each time (576,
//     832 or 1152 bits). That is [ReferenceXOF], or [ReferenceXOF512] and its
//     like.
//
// The official test vectors are all of digests, where both agree, so they do not
// decide which is meant. This package therefore has both, by names that say
// which, and no default. The document is what defines Duet and what its analysis
// speaks of; the reference code is what other implementations are likely to have
// been compared with.
//
// # Security status
//
// Duet is a young candidate under study, made available to be measured and
// analysed. It is no standard, and this package makes no claim about its
// security. Use a standard hash function to protect anything.
//
// Know in particular:
//
//   - The designers argue with f1 and f2 as two independent ideal permutations.
//     They are the same function with different round constants.
//   - The instances are not separated from each other by any constant. They
//     start from zero alike, and Duet-768 and Duet-1024 share both permutations:
//     for a short message, f1 of the first block gives the same result in both.
//   - Outputs of different lengths are prefixes of each other: the requested
//     length does not enter the computation.
//   - With [ReferenceXOF], each squeeze shows all of the capacity, which is 64
//     bits (Duet-1024: 128 bits) more than the document's analysis assumes.
//   - The padding does not contain the length, and the last block is not marked.
//     The designers' claims are for plain hashing; nothing is claimed for a key
//     in front of the message.
//
// # Speed
//
// One message is serial work: each permutation needs the capacity that the one
// before has just produced, so the two branches cannot be computed side by side,
// nor can two blocks. CPUs with AVX2 or AVX-512 speed up what is inside a round,
// where the columns of the state are independent.
//
// # Constant time
//
// The running time depends on the lengths of message and output only: there are
// no tables, branches or addresses that depend on their content.
package duet

// The digest lengths and block lengths (rates of one branch) in bytes.
const (
	// Size512 is the length of a Duet-512 digest in bytes.
	Size512 = 64
	// Size768 is the length of a Duet-768 digest in bytes.
	Size768 = 96
	// Size1024 is the length of a Duet-1024 digest in bytes.
	Size1024 = 128

	// BlockSize512 is the rate of Duet-512 in bytes.
	BlockSize512 = 48
	// BlockSize768 is the rate of Duet-768 in bytes. It is the highest, since
	// Duet-768 has the wide permutation of Duet-1024 and a smaller capacity.
	BlockSize768 = 136
	// BlockSize1024 is the rate of Duet-1024 in bytes.
	BlockSize1024 = 96
)

// New512 returns a new hash that computes Duet-512.
func New512() *Digest { return &Digest{instance: duet512} }

// New768 returns a new hash that computes Duet-768.
func New768() *Digest { return &Digest{instance: duet768} }

// New1024 returns a new hash that computes Duet-1024.
func New1024() *Digest { return &Digest{instance: duet1024} }

// Sum512 returns the Duet-512 digest of data.
func Sum512(data []byte) (digest [Size512]byte) {
	sum(digest[:], data, duet512)
	return digest
}

// Sum768 returns the Duet-768 digest of data.
func Sum768(data []byte) (digest [Size768]byte) {
	sum(digest[:], data, duet768)
	return digest
}

// Sum1024 returns the Duet-1024 digest of data.
func Sum1024(data []byte) (digest [Size1024]byte) {
	sum(digest[:], data, duet1024)
	return digest
}

// Sum512Bits returns the Duet-512 digest of the first bits bits of data. Bits
// count from the most significant bit of each byte; the unused low bits of the
// last byte are ignored. Sum512Bits panics if data is too short.
func Sum512Bits(data []byte, bits uint64) (digest [Size512]byte) {
	sumBits(digest[:], data, bits, duet512)
	return digest
}

// Sum768Bits returns the Duet-768 digest of the first bits bits of data, which
// are taken as by [Sum512Bits].
func Sum768Bits(data []byte, bits uint64) (digest [Size768]byte) {
	sumBits(digest[:], data, bits, duet768)
	return digest
}

// Sum1024Bits returns the Duet-1024 digest of the first bits bits of data, which
// are taken as by [Sum512Bits].
func Sum1024Bits(data []byte, bits uint64) (digest [Size1024]byte) {
	sumBits(digest[:], data, bits, duet1024)
	return digest
}
