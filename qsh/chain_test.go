package qsh

// start makes h the state H(0).
func (h *chain) start(in instance) {
	if in == qsh512 {
		h.words32 = start512
	} else {
		h.words64 = *in.start64()
	}
}

// compress takes in one block with the portable code.
func (h *chain) compress(in instance, block []byte, flags int) {
	if in == qsh512 {
		compress32(&h.words32, (*[BlockSize512]byte)(block), uint32(flags))
	} else {
		compress64(&h.words64, (*[BlockSize1024]byte)(block), uint64(flags))
	}
}
