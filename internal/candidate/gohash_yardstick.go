package candidate

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"hash"

	"github.com/emmansun/gmsm/sm3"
)

func init() {
	registerGo("yardstick", "SHA-256", GoHash{
		New: sha256.New,
		Sum: wholeBytes(func(digest, msg []byte) { *(*[sha256.Size]byte)(digest) = sha256.Sum256(msg) }),
	})
	registerGo("yardstick", "SHA-512", GoHash{
		New: sha512.New,
		Sum: wholeBytes(func(digest, msg []byte) { *(*[sha512.Size]byte)(digest) = sha512.Sum512(msg) }),
	})
	registerGo("yardstick", "SHA3-512", GoHash{
		New: func() hash.Hash { return sha3.New512() },
		Sum: wholeBytes(func(digest, msg []byte) { *(*[64]byte)(digest) = sha3.Sum512(msg) }),
	})
	registerGo("yardstick", "SM3", GoHash{
		New: sm3.New,
		Sum: wholeBytes(func(digest, msg []byte) { *(*[sm3.Size]byte)(digest) = sm3.Sum(msg) }),
	})
}
