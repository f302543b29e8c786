package candidate

import (
	"hash"

	"github.com/hashassay/assay/internal/cpu"
	"github.com/hashassay/assay/qsh"
)

func init() {
	registerGo("hash-24", "QSH-512", GoHash{
		Family: cpu.Find("qsh"),
		New:    func() hash.Hash { return qsh.New512() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[qsh.Size512]byte)(digest) = qsh.Sum512Bits(msg, bits)
		},
	})
	registerGo("hash-24", "QSH-768", GoHash{
		Family: cpu.Find("qsh"),
		New:    func() hash.Hash { return qsh.New768() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[qsh.Size768]byte)(digest) = qsh.Sum768Bits(msg, bits)
		},
	})
	registerGo("hash-24", "QSH-1024", GoHash{
		Family: cpu.Find("qsh"),
		New:    func() hash.Hash { return qsh.New1024() },
		Sum: func(digest, msg []byte, bits uint64) {
			*(*[qsh.Size1024]byte)(digest) = qsh.Sum1024Bits(msg, bits)
		},
	})
}
