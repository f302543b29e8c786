// Package garnet implements the hash functions of the Garnet family.
//
// Garnet is a submission (hash-11) to round 1 of the NGCC programme: a 2048-bit
// permutation of AES rounds and of two mixing layers over GF(2^128), inside a
// sponge, which for digests of 1024 bits feeds its state forward around every
// call of the permutation. This package computes the version that the
// submission's official test vectors define; they differ from its document.
//
//	digest := garnet.Sum512Cap1024(data)
//
//	h := garnet.New768() // a hash.Hash
//	io.Copy(h, file)
//	digest := h.Sum(nil)
//
// There are eight instances, each with a function for a message in memory, one
// for a message whose length is not a whole number of bytes, and a constructor:
//
//	instance            bits  block  functions
//	Garnet_512_Cap512    512     64  Sum512Cap512   Sum512Cap512Bits   New512Cap512
//	Garnet_512_Cap640    512     80  Sum512Cap640   Sum512Cap640Bits   New512Cap640
//	Garnet_512_Cap768    512     96  Sum512Cap768   Sum512Cap768Bits   New512Cap768
//	Garnet_512_Cap896    512    112  Sum512Cap896   Sum512Cap896Bits   New512Cap896
//	Garnet_512_Cap1024   512    128  Sum512Cap1024  Sum512Cap1024Bits  New512Cap1024
//	Garnet_768           768     64  Sum768         Sum768Bits         New768
//	Garnet_1024         1024    112  Sum1024        Sum1024Bits        New1024
//	Garnet_1024_DM4x4   1024    112  Sum1024DM4x4   Sum1024DM4x4Bits   New1024DM4x4
//
// Each also has a function for many messages, such as [Sum512Cap1024Batch],
// which on some CPUs computes two at a time.
//
// The number after Cap is the rate in bits, the length of a block, and not the
// capacity. Garnet_1024_DM4x4 is a variant of Garnet_1024 for which the
// submission has test vectors, but no C source.
//
// # Security status
//
// Garnet is a young candidate under study, made available to be measured and
// analysed. It is no standard, and this package makes no claim about its
// security. Use a standard hash function to protect anything.
//
// Know in particular:
//
//   - The test vectors feed forward less than the document says. Garnet_1024 adds
//     the message and the old capacity to the new state, not the old values of the
//     words that the message goes to; Garnet_1024_DM4x4 adds the message after
//     its last block only. The capacity of both is 1152 bits, so the designers'
//     claim of 2^1024 for second preimages rests on the feed-forward. What the
//     difference means for it has not been analysed here.
//   - The instances of Garnet-512 differ in the rate, which is part of what their
//     starting states are made of; those of 1024 bits start from the same state and
//     have equal digests for messages shorter than 512 bits.
//
// The running time depends on the length of the message only: there are no
// tables, branches or addresses that depend on its content. It is shorter by far
// on CPUs with instructions for AES, for which there is assembly.
package garnet

// The digest lengths and block lengths (sponge rates) in bytes.
const (
	// Size512 is the length in bytes of a digest of the instances of Garnet-512.
	Size512 = 64
	// Size768 is the length of a Garnet_768 digest in bytes.
	Size768 = 96
	// Size1024 is the length in bytes of a digest of Garnet_1024 and Garnet_1024_DM4x4.
	Size1024 = 128

	// BlockSize512Cap512 is the rate of Garnet_512_Cap512 in bytes.
	BlockSize512Cap512 = 64
	// BlockSize512Cap640 is the rate of Garnet_512_Cap640 in bytes.
	BlockSize512Cap640 = 80
	// BlockSize512Cap768 is the rate of Garnet_512_Cap768 in bytes.
	BlockSize512Cap768 = 96
	// BlockSize512Cap896 is the rate of Garnet_512_Cap896 in bytes.
	BlockSize512Cap896 = 112
	// BlockSize512Cap1024 is the rate of Garnet_512_Cap1024 in bytes.
	BlockSize512Cap1024 = 128
	// BlockSize768 is the rate of Garnet_768 in bytes.
	BlockSize768 = 64
	// BlockSize1024 is the rate of Garnet_1024 in bytes.
	BlockSize1024 = 112
	// BlockSize1024DM4x4 is the rate of Garnet_1024_DM4x4 in bytes.
	BlockSize1024DM4x4 = 112
)

// New512Cap512 returns a new hash that computes Garnet_512_Cap512.
func New512Cap512() *Digest { return &Digest{instance: garnet512Cap512} }

// New512Cap640 returns a new hash that computes Garnet_512_Cap640.
func New512Cap640() *Digest { return &Digest{instance: garnet512Cap640} }

// New512Cap768 returns a new hash that computes Garnet_512_Cap768.
func New512Cap768() *Digest { return &Digest{instance: garnet512Cap768} }

// New512Cap896 returns a new hash that computes Garnet_512_Cap896.
func New512Cap896() *Digest { return &Digest{instance: garnet512Cap896} }

// New512Cap1024 returns a new hash that computes Garnet_512_Cap1024.
func New512Cap1024() *Digest { return &Digest{instance: garnet512Cap1024} }

// New768 returns a new hash that computes Garnet_768.
func New768() *Digest { return &Digest{instance: garnet768} }

// New1024 returns a new hash that computes Garnet_1024.
func New1024() *Digest { return &Digest{instance: garnet1024} }

// New1024DM4x4 returns a new hash that computes Garnet_1024_DM4x4.
func New1024DM4x4() *Digest { return &Digest{instance: garnet1024DM4x4} }

// Sum512Cap512 returns the Garnet_512_Cap512 digest of data.
func Sum512Cap512(data []byte) (digest [Size512]byte) {
	sum(digest[:], data, 0, 0, garnet512Cap512)
	return digest
}

// Sum512Cap640 returns the Garnet_512_Cap640 digest of data.
func Sum512Cap640(data []byte) (digest [Size512]byte) {
	sum(digest[:], data, 0, 0, garnet512Cap640)
	return digest
}

// Sum512Cap768 returns the Garnet_512_Cap768 digest of data.
func Sum512Cap768(data []byte) (digest [Size512]byte) {
	sum(digest[:], data, 0, 0, garnet512Cap768)
	return digest
}

// Sum512Cap896 returns the Garnet_512_Cap896 digest of data.
func Sum512Cap896(data []byte) (digest [Size512]byte) {
	sum(digest[:], data, 0, 0, garnet512Cap896)
	return digest
}

// Sum512Cap1024 returns the Garnet_512_Cap1024 digest of data.
func Sum512Cap1024(data []byte) (digest [Size512]byte) {
	sum(digest[:], data, 0, 0, garnet512Cap1024)
	return digest
}

// Sum768 returns the Garnet_768 digest of data.
func Sum768(data []byte) (digest [Size768]byte) {
	sum(digest[:], data, 0, 0, garnet768)
	return digest
}

// Sum1024 returns the Garnet_1024 digest of data.
func Sum1024(data []byte) (digest [Size1024]byte) {
	sum(digest[:], data, 0, 0, garnet1024)
	return digest
}

// Sum1024DM4x4 returns the Garnet_1024_DM4x4 digest of data.
func Sum1024DM4x4(data []byte) (digest [Size1024]byte) {
	sum(digest[:], data, 0, 0, garnet1024DM4x4)
	return digest
}

// Sum512Cap512Bits returns the Garnet_512_Cap512 digest of the first bits bits of
// data. Bits count from the most significant bit of each byte; the unused low
// bits of the last byte are ignored. Sum512Cap512Bits panics if data is too short.
func Sum512Cap512Bits(data []byte, bits uint64) (digest [Size512]byte) {
	sumBits(digest[:], data, bits, garnet512Cap512)
	return digest
}

// Sum512Cap640Bits returns the Garnet_512_Cap640 digest of the first bits bits of
// data, which are taken as by [Sum512Cap512Bits].
func Sum512Cap640Bits(data []byte, bits uint64) (digest [Size512]byte) {
	sumBits(digest[:], data, bits, garnet512Cap640)
	return digest
}

// Sum512Cap768Bits returns the Garnet_512_Cap768 digest of the first bits bits of
// data, which are taken as by [Sum512Cap512Bits].
func Sum512Cap768Bits(data []byte, bits uint64) (digest [Size512]byte) {
	sumBits(digest[:], data, bits, garnet512Cap768)
	return digest
}

// Sum512Cap896Bits returns the Garnet_512_Cap896 digest of the first bits bits of
// data, which are taken as by [Sum512Cap512Bits].
func Sum512Cap896Bits(data []byte, bits uint64) (digest [Size512]byte) {
	sumBits(digest[:], data, bits, garnet512Cap896)
	return digest
}

// Sum512Cap1024Bits returns the Garnet_512_Cap1024 digest of the first bits bits of
// data, which are taken as by [Sum512Cap512Bits].
func Sum512Cap1024Bits(data []byte, bits uint64) (digest [Size512]byte) {
	sumBits(digest[:], data, bits, garnet512Cap1024)
	return digest
}

// Sum768Bits returns the Garnet_768 digest of the first bits bits of
// data, which are taken as by [Sum512Cap512Bits].
func Sum768Bits(data []byte, bits uint64) (digest [Size768]byte) {
	sumBits(digest[:], data, bits, garnet768)
	return digest
}

// Sum1024Bits returns the Garnet_1024 digest of the first bits bits of
// data, which are taken as by [Sum512Cap512Bits].
func Sum1024Bits(data []byte, bits uint64) (digest [Size1024]byte) {
	sumBits(digest[:], data, bits, garnet1024)
	return digest
}

// Sum1024DM4x4Bits returns the Garnet_1024_DM4x4 digest of the first bits bits of
// data, which are taken as by [Sum512Cap512Bits].
func Sum1024DM4x4Bits(data []byte, bits uint64) (digest [Size1024]byte) {
	sumBits(digest[:], data, bits, garnet1024DM4x4)
	return digest
}
