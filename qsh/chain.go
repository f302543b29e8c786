package qsh

import "encoding/binary"

// The flags of the compression function, combined by OR.
const (
	chunkStart = 1 // the first block of a chunk
	chunkEnd   = 2 // the last block of a chunk
	parent     = 4 // two chaining values
	root       = 8 // the call that makes the digest, always the last
)

// chain is the state H, which all blocks of a chunk pass through. An instance
// uses the array of its word size.
type chain struct {
	words32 [stateWords]uint32
	words64 [stateWords]uint64
}

// The states H(0), which every chunk and every parent starts from. H(0) is E of
// the state whose first word is the instance's iv0, the others being 0.
var (
	start512  = start32(17)
	start768  = start64(1)
	start1024 = start64(7)
)

func start32(iv0 uint32) (h [stateWords]uint32) {
	h[0] = iv0
	permute32(&h)
	return h
}

func start64(iv0 uint64) (h [stateWords]uint64) {
	h[0] = iv0
	permute64(&h)
	return h
}

// start64 returns the state H(0) of an instance with words of 64 bits.
func (in instance) start64() *[stateWords]uint64 {
	if in == qsh768 {
		return &start768
	}
	return &start1024
}

// start makes h the state H(0).
func (h *chain) start(in instance) {
	if in == qsh512 {
		h.words32 = start512
	} else {
		h.words64 = *in.start64()
	}
}

// compress takes in one block.
//
// The flags go into word 0 of the state. The submission's text once calls it the
// last word; its formula and the official vectors say word 0.
func (h *chain) compress(in instance, block []byte, flags int) {
	if in == qsh512 {
		compress32(&h.words32, (*[BlockSize512]byte)(block), uint32(flags))
	} else {
		compress64(&h.words64, (*[BlockSize1024]byte)(block), uint64(flags))
	}
}

// runPortable is run for the portable kernel.
func (h *chain) runPortable(in instance, blocks []byte, first, last int) {
	if first&(chunkStart|parent) != 0 {
		h.start(in)
	}
	size := in.blockSize()
	for flags := first; len(blocks) > 0; flags = 0 {
		if len(blocks) == size {
			flags |= last
		}
		h.compress(in, blocks[:size], flags)
		blocks = blocks[size:]
	}
}

// valuesPortable is values for the portable kernel.
func valuesPortable(in instance, out []byte, streams [][]byte, first, last int) {
	var h chain
	size := in.cvSize()
	for i, blocks := range streams {
		h.runPortable(in, blocks, first, last)
		h.output(in, out[i*size:(i+1)*size])
	}
}

// output writes the first words of the state, as many as fill out: a chaining
// value or a digest.
func (h *chain) output(in instance, out []byte) {
	if in == qsh512 {
		for j := range len(out) / 4 {
			binary.LittleEndian.PutUint32(out[4*j:], h.words32[j])
		}
	} else {
		for j := range len(out) / 8 {
			binary.LittleEndian.PutUint64(out[8*j:], h.words64[j])
		}
	}
}

// stateSize returns the length of a state in bytes.
func (in instance) stateSize() int { return stateWords * in.wordSize() }

// appendState appends the whole state to b.
func (h *chain) appendState(in instance, b []byte) []byte {
	n := len(b)
	b = append(b, make([]byte, in.stateSize())...)
	h.output(in, b[n:])
	return b
}

// setState takes the state from its bytes.
func (h *chain) setState(in instance, b []byte) {
	if in == qsh512 {
		for j := range h.words32 {
			h.words32[j] = binary.LittleEndian.Uint32(b[4*j:])
		}
	} else {
		for j := range h.words64 {
			h.words64[j] = binary.LittleEndian.Uint64(b[8*j:])
		}
	}
}
