package candidate

import (
	"hash"

	"github.com/hashassay/assay/chash"
	"github.com/hashassay/assay/internal/cpu"
)

func init() {
	registerGo("hash-03", "CHash_512", GoHash{
		Family: cpu.Find("chash"),
		New:    func() hash.Hash { return chash.New512() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[chash.Size512]byte)(digest) = chash.Sum512Bits(msg, bits)
		},
		Batch: batch(chash.Sum512Batch),
	})
	registerGo("hash-03", "CHash_1024", GoHash{
		Family: cpu.Find("chash"),
		New:    func() hash.Hash { return chash.New1024() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[chash.Size1024]byte)(digest) = chash.Sum1024Bits(msg, bits)
		},
		Batch: batch(chash.Sum1024Batch),
	})
}
