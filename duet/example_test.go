package duet_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/hashassay/assay/duet"
)

func ExampleSum512() {
	digest := duet.Sum512([]byte("abc"))
	fmt.Printf("%x\n", digest[:16])
	// Output: 50bd7a764754c5a09417251c1cecd21a
}

func ExampleNew768() {
	h := duet.New768()
	io.Copy(h, strings.NewReader("abc"))
	fmt.Printf("%x\n", h.Sum(nil)[:16])
	// Output: 4034784f0e3c24204a0ae43356ae617e
}

// Only the first three bits of the byte belong to the message.
func ExampleSum1024Bits() {
	a := duet.Sum1024Bits([]byte{0b101_00000}, 3)
	b := duet.Sum1024Bits([]byte{0b101_11111}, 3)
	fmt.Println(a == b)
	// Output: true
}

// The submission document and the reference code agree on the digest only.
func ExampleDigest_DocumentXOF() {
	h := duet.New512()
	io.WriteString(h, "abc")
	var document, reference [duet.Size512 + 8]byte
	h.DocumentXOF().Read(document[:])
	h.ReferenceXOF().Read(reference[:])
	fmt.Println(string(document[:duet.Size512]) == string(h.Sum(nil)))
	fmt.Println(string(reference[:duet.Size512]) == string(h.Sum(nil)))
	fmt.Println(document == reference)
	// Output:
	// true
	// true
	// false
}
