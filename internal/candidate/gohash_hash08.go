package candidate

import (
	"hash"

	"github.com/hashassay/assay/duet"
	"github.com/hashassay/assay/internal/cpu"
)

func init() {
	registerGo("hash-08", "Duet-512", GoHash{
		Family: cpu.Find("duet"),
		New:    func() hash.Hash { return duet.New512() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[duet.Size512]byte)(digest) = duet.Sum512Bits(msg, bits)
		},
	})
	registerGo("hash-08", "Duet-768", GoHash{
		Family: cpu.Find("duet"),
		New:    func() hash.Hash { return duet.New768() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[duet.Size768]byte)(digest) = duet.Sum768Bits(msg, bits)
		},
	})
	registerGo("hash-08", "Duet-1024", GoHash{
		Family: cpu.Find("duet"),
		New:    func() hash.Hash { return duet.New1024() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[duet.Size1024]byte)(digest) = duet.Sum1024Bits(msg, bits)
		},
	})
}
