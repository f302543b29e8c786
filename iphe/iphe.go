// Package iphe implements the hash functions Iphe-512, Iphe-768 and Iphe-1024.
//
// Iphe is a submission (hash-12) to round 1 of the NGCC programme: a 2048-bit
// permutation of additions, rotations and XORs inside a sponge, whose capacity
// is fed forward around every call of the permutation and whose digest is read
// from the capacity. This package computes the version that the submission and
// its official test vectors define.
//
//	digest := iphe.Sum512(data)
//
//	h := iphe.New768() // a hash.Hash
//	io.Copy(h, file)
//	digest := h.Sum(nil)
//
// Messages whose length is not a whole number of bytes have functions of their
// own, such as [Sum512Bits]. Many messages are hashed faster together, by
// functions such as [Sum512Batch].
//
// # Security status
//
// Iphe is a young candidate under study, made available to be measured and
// analysed. It is no standard, and this package makes no claim about its
// security. Use a standard hash function to protect anything.
//
// Know in particular:
//
//   - The three instances are not separated from each other. They share the
//     initial state, the padding and the permutation, and at almost no cost
//     messages M, M' can be built so that the last 512 bits of Iphe-1024(M) are
//     Iphe-512(M'), and likewise for the other pairs. That is no collision
//     within one instance, but digests of different instances of related
//     messages must not be taken as independent. A test of this package builds
//     such messages.
//   - The designers announced an update (22 September 2026) that derives the
//     initial state from the digest length. It is not implemented here: digests
//     of the updated version differ from those of this package.
//   - The digest is all but 64 bits of the final capacity, the padding does not
//     contain the length, and the last block is not marked. The designers' claims
//     are for plain hashing; nothing is claimed for a key in front of the message.
//
// The running time depends on the length of the message only: there are no
// tables, branches or addresses that depend on its content.
package iphe

// The digest lengths and block lengths (sponge rates) in bytes.
const (
	// Size512 is the length of an Iphe-512 digest in bytes.
	Size512 = 64
	// Size768 is the length of an Iphe-768 digest in bytes.
	Size768 = 96
	// Size1024 is the length of an Iphe-1024 digest in bytes.
	Size1024 = 128

	// BlockSize512 is the rate of Iphe-512 in bytes. The capacity is 64 bits
	// longer than the digest; the rate is what it leaves of the 2048-bit state.
	BlockSize512 = 256 - (Size512 + 8)
	// BlockSize768 is the rate of Iphe-768 in bytes.
	BlockSize768 = 256 - (Size768 + 8)
	// BlockSize1024 is the rate of Iphe-1024 in bytes.
	BlockSize1024 = 256 - (Size1024 + 8)
)

// New512 returns a new hash that computes Iphe-512.
func New512() *Digest { return &Digest{instance: iphe512} }

// New768 returns a new hash that computes Iphe-768.
func New768() *Digest { return &Digest{instance: iphe768} }

// New1024 returns a new hash that computes Iphe-1024.
func New1024() *Digest { return &Digest{instance: iphe1024} }

// Sum512 returns the Iphe-512 digest of data.
func Sum512(data []byte) (digest [Size512]byte) {
	sum(digest[:], data, 0, 0, BlockSize512)
	return digest
}

// Sum768 returns the Iphe-768 digest of data.
func Sum768(data []byte) (digest [Size768]byte) {
	sum(digest[:], data, 0, 0, BlockSize768)
	return digest
}

// Sum1024 returns the Iphe-1024 digest of data.
func Sum1024(data []byte) (digest [Size1024]byte) {
	sum(digest[:], data, 0, 0, BlockSize1024)
	return digest
}

// Sum512Bits returns the Iphe-512 digest of the first bits bits of data. Bits
// count from the most significant bit of each byte; the unused low bits of the
// last byte are ignored. Sum512Bits panics if data is too short.
func Sum512Bits(data []byte, bits uint64) (digest [Size512]byte) {
	sumBits(digest[:], data, bits, BlockSize512)
	return digest
}

// Sum768Bits returns the Iphe-768 digest of the first bits bits of data, which
// are taken as by [Sum512Bits].
func Sum768Bits(data []byte, bits uint64) (digest [Size768]byte) {
	sumBits(digest[:], data, bits, BlockSize768)
	return digest
}

// Sum1024Bits returns the Iphe-1024 digest of the first bits bits of data, which
// are taken as by [Sum512Bits].
func Sum1024Bits(data []byte, bits uint64) (digest [Size1024]byte) {
	sumBits(digest[:], data, bits, BlockSize1024)
	return digest
}
