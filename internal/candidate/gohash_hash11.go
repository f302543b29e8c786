package candidate

import (
	"hash"

	"github.com/hashassay/assay/garnet"
	"github.com/hashassay/assay/internal/cpu"
)

func init() {
	registerGo("hash-11", "Garnet_512_Cap512", GoHash{
		Family: cpu.Find("garnet"),
		New:    func() hash.Hash { return garnet.New512Cap512() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[garnet.Size512]byte)(digest) = garnet.Sum512Cap512Bits(msg, bits)
		},
	})
	registerGo("hash-11", "Garnet_512_Cap640", GoHash{
		Family: cpu.Find("garnet"),
		New:    func() hash.Hash { return garnet.New512Cap640() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[garnet.Size512]byte)(digest) = garnet.Sum512Cap640Bits(msg, bits)
		},
	})
	registerGo("hash-11", "Garnet_512_Cap768", GoHash{
		Family: cpu.Find("garnet"),
		New:    func() hash.Hash { return garnet.New512Cap768() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[garnet.Size512]byte)(digest) = garnet.Sum512Cap768Bits(msg, bits)
		},
	})
	registerGo("hash-11", "Garnet_512_Cap896", GoHash{
		Family: cpu.Find("garnet"),
		New:    func() hash.Hash { return garnet.New512Cap896() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[garnet.Size512]byte)(digest) = garnet.Sum512Cap896Bits(msg, bits)
		},
	})
	registerGo("hash-11", "Garnet_512_Cap1024", GoHash{
		Family: cpu.Find("garnet"),
		New:    func() hash.Hash { return garnet.New512Cap1024() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[garnet.Size512]byte)(digest) = garnet.Sum512Cap1024Bits(msg, bits)
		},
	})
	registerGo("hash-11", "Garnet_768", GoHash{
		Family: cpu.Find("garnet"),
		New:    func() hash.Hash { return garnet.New768() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[garnet.Size768]byte)(digest) = garnet.Sum768Bits(msg, bits)
		},
	})
	registerGo("hash-11", "Garnet_1024", GoHash{
		Family: cpu.Find("garnet"),
		New:    func() hash.Hash { return garnet.New1024() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[garnet.Size1024]byte)(digest) = garnet.Sum1024Bits(msg, bits)
		},
	})
	registerGo("hash-11", "Garnet_1024_DM4x4", GoHash{
		Family: cpu.Find("garnet"),
		New:    func() hash.Hash { return garnet.New1024DM4x4() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[garnet.Size1024]byte)(digest) = garnet.Sum1024DM4x4Bits(msg, bits)
		},
	})
}
