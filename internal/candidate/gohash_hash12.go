package candidate

import (
	"hash"

	"github.com/hashassay/assay/internal/cpu"
	"github.com/hashassay/assay/iphe"
)

func init() {
	registerGo("hash-12", "Iphe-512", GoHash{
		Family: cpu.Find("iphe"),
		New:    func() hash.Hash { return iphe.New512() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[iphe.Size512]byte)(digest) = iphe.Sum512Bits(msg, bits)
		},
	})
	registerGo("hash-12", "Iphe-768", GoHash{
		Family: cpu.Find("iphe"),
		New:    func() hash.Hash { return iphe.New768() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[iphe.Size768]byte)(digest) = iphe.Sum768Bits(msg, bits)
		},
	})
	registerGo("hash-12", "Iphe-1024", GoHash{
		Family: cpu.Find("iphe"),
		New:    func() hash.Hash { return iphe.New1024() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[iphe.Size1024]byte)(digest) = iphe.Sum1024Bits(msg, bits)
		},
	})
}
