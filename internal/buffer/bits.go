package buffer

// Message bits count from the most significant bit of each byte, so a message
// that ends within a byte uses the high bits of that byte. The low bits are not
// part of it: they must not influence the digest, whatever the caller left
// there.

// BitBytes returns the number of bytes that hold a message of bits bits:
// bits/8, rounded up.
func BitBytes(bits uint64) uint64 {
	return bits/8 + (bits%8+7)/8 // bits+7 could overflow
}

// PaddingBit returns the byte whose only bit is the one that follows a message
// of bits bits: 0x80 after a whole byte, 0x01 when one bit is left. It belongs
// into byte bits/8.
func PaddingBit(bits uint64) byte {
	return 0x80 >> (bits % 8)
}

// TailMask returns the mask of the message's bits in byte bits/8, the one that
// a message of bits bits ends in: 0 when it ends with a whole byte, 0x80 for
// one bit, 0xfe for seven.
func TailMask(bits uint64) byte {
	return ^byte(0xff >> (bits % 8))
}

// PadBit writes the end of a message into block, which begins with the last
// bytes of the message: bits of them belong to it, the bits behind are not used.
// PadBit sets the first bit after the message and clears the rest of block. The
// message must be shorter than the block.
func PadBit(block []byte, bits uint64) {
	last := bits / 8
	block[last] = block[last]&TailMask(bits) | PaddingBit(bits)
	clear(block[last+1:])
}

// Message returns the first bits bits of data in whole bytes: the part of data
// that holds them, of which the last byte may have bits that are to be ignored.
// It panics with the name of the calling package in front if data is too short.
func Message(data []byte, bits uint64, pkg string) []byte {
	n := BitBytes(bits)
	if n > uint64(len(data)) {
		panic(pkg + ": message has fewer bits than its stated length")
	}
	return data[:n]
}
