package chash_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/hashassay/assay/chash"
)

func ExampleSum512() {
	digest := chash.Sum512([]byte("abc"))
	fmt.Printf("%x\n", digest[:16])
	// Output: b14816bf5bd4aa8eb8f4cb086f1d2079
}

func ExampleNew1024() {
	h := chash.New1024()
	io.Copy(h, strings.NewReader("abc"))
	fmt.Printf("%x\n", h.Sum(nil)[:16])
	// Output: e57fdfba7e8f37a9f369f4ead44a17b1
}

// Only the first three bits of the byte belong to the message.
func ExampleSum1024Bits() {
	a := chash.Sum1024Bits([]byte{0b101_00000}, 3)
	b := chash.Sum1024Bits([]byte{0b101_11111}, 3)
	fmt.Println(a == b)
	// Output: true
}
