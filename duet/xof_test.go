package duet

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hashassay/assay/internal/hashtest"
)

// rules are the two rules of extendable output, with the bits of a squeeze as the
// specification has them.
var rules = []struct {
	name        string
	squeezeBits map[instance]int
	oneShot     map[instance]func(out []byte, outBits uint64, data []byte, bits uint64)
	reader      func(d *Digest) io.Reader
}{
	{
		"document",
		map[instance]int{duet512: 512, duet768: 768, duet1024: 1024},
		map[instance]func(out []byte, outBits uint64, data []byte, bits uint64){
			duet512: DocumentXOF512, duet768: DocumentXOF768, duet1024: DocumentXOF1024,
		},
		func(d *Digest) io.Reader { return d.DocumentXOF() },
	}, {
		"reference",
		map[instance]int{duet512: 576, duet768: 832, duet1024: 1152},
		map[instance]func(out []byte, outBits uint64, data []byte, bits uint64){
			duet512: ReferenceXOF512, duet768: ReferenceXOF768, duet1024: ReferenceXOF1024,
		},
		func(d *Digest) io.Reader { return d.ReferenceXOF() },
	},
}

// TestXOFRules compares both rules with the values of the specification: the
// SHA-256 of the output for the message "abc".
func TestXOFRules(t *testing.T) { hashtest.EachKernel(t, kernels, testXOFRules) }

func testXOFRules(t *testing.T) {
	type outputs struct {
		Instance            instance
		Bits                int
		Document, Reference string
	}
	for _, c := range []outputs{
		{duet512, 513,
			"8201a15239932b436429ce88139bcafc0f8929950e48e21f1639e3e85da6bfed",
			"6ea505a50f0356e79606f5596d938f7bf7af3600834010737a6cb31e245d27a5"},
		{duet512, 1536,
			"93f98f4457ebae7c773f5687fba275cd9beb3ab8f5594a1f769b6a44a91e81f0",
			"997e8cfb571341df61a1d51cc12a2149dfabe900e1a6ca6fc49eab77792926ea"},
		{duet512, 8192,
			"f5b6d82e2c56ae80af01ab727d2f837b76aade8890cf80b59304ba9e0b5e57fc",
			"690b2cb1a3147affb32043e17dd366eabc528150f57424782051616b65e4de06"},
		{duet768, 769,
			"c59085829badefd5d509aee6e8ba61e896352384671e77761f6afbfc8b5d2d2a",
			"58aee8707fe65f70a2c47a9f2af118bc02b4521fa92be333c1a024911c448e18"},
		{duet768, 2304,
			"578f4ae160d9963b395a403efcb3367fa40b5fa5f719f274e5aba6ba11d42d72",
			"de30ec989928571b79e8fcbdf7df0fde4dc76df7887465712487d43aa5393b6f"},
		{duet768, 8192,
			"1e7e9f3fc5ae85867a7788107b12455b0a55381af058dead1ab5cfc271bbe424",
			"1b154776e08ec6259b3b5934baf0e4c7281e3251cfc087981c874f7d5aaaa0e4"},
		{duet1024, 1025, // the extra bit happens to be 0 by both rules
			"05978cd44ca42e8d28407d204feef4142ec0bbc37adde85b3b08986de47e6c74",
			"05978cd44ca42e8d28407d204feef4142ec0bbc37adde85b3b08986de47e6c74"},
		{duet1024, 3072,
			"081280040eab7c78780e7d115de9e2e172a2bf2aa6f22460c4cc63706591f27e",
			"988562fdaa4d342a3c0541326d0292791ebf550b4f69bf00bcacc08ae54398a9"},
		{duet1024, 8192,
			"0d20cef7f4cf0e32a19a0ffe592d56220d75f34894a00b4c01f3c0176d69d5c9",
			"483c5d671bbe04e584f0faf424b4385638906f68a22012b803c54ccbc21303f5"},
	} {
		for _, rule := range rules {
			want := c.Document
			if rule.name == "reference" {
				want = c.Reference
			}
			out := make([]byte, (c.Bits+7)/8)
			rule.oneShot[c.Instance](out, uint64(c.Bits), []byte("abc"), 24)
			if got := sha256.Sum256(out); hex.EncodeToString(got[:]) != want {
				t.Errorf("%v, %s: the SHA-256 of %d bits is %x, want %s", c.Instance, rule.name, c.Bits, got, want)
			}
		}
	}
}

// TestXOFBeginsWithDigest is why the official vectors decide for neither rule.
// After the digest, the outputs by the two rules are different.
func TestXOFBeginsWithDigest(t *testing.T) {
	msg := []byte("a message")
	for i, in := range []instance{duet512, duet768, duet1024} {
		digest := make([]byte, in.size())
		instances[i].Sum(digest, msg)
		var after [][]byte
		for _, rule := range rules {
			for bits := range 8*in.size() + 1 {
				out := bytes.Repeat([]byte{0xff}, (bits+7)/8)
				rule.oneShot[in](out, uint64(bits), msg, 72)
				want := bytes.Clone(digest[:len(out)])
				if bits%8 != 0 {
					want[len(out)-1] &= 0xff << (8 - bits%8)
				}
				if !bytes.Equal(out, want) {
					t.Errorf("%v, %s: %d bits: got %x, want %x", in, rule.name, bits, out, want)
				}
			}
			out := make([]byte, in.size()+16)
			rule.oneShot[in](out, uint64(8*len(out)), msg, 72)
			after = append(after, out[in.size():])
		}
		if bytes.Equal(after[0], after[1]) {
			t.Errorf("%v: both rules give %x after the digest", in, after[0])
		}
	}
}

// TestXOFOracle compares with the oracle for every number of output bits, and
// checks that nothing is written behind the output.
func TestXOFOracle(t *testing.T) { hashtest.EachKernel(t, kernels, testXOFOracle) }

func testXOFOracle(t *testing.T) {
	msg := []byte{0x0f, 0xa5, 0xff}
	const messageBits = 21
	for _, in := range []instance{duet512, duet768, duet1024} {
		for _, rule := range rules {
			longest := 4 * rule.squeezeBits[in]
			all := oracle(in, msg, messageBits, longest, rule.squeezeBits[in], none)
			for bits := range longest + 1 {
				n := (bits + 7) / 8
				want := append(bytes.Clone(all[:n]), 0xa5)
				if bits%8 != 0 {
					want[n-1] &= 0xff << (8 - bits%8)
				}
				out := bytes.Repeat([]byte{0xa5}, n+1)
				if rule.oneShot[in](out, uint64(bits), msg, messageBits); !bytes.Equal(out, want) {
					t.Fatalf("%v, %s: %d bits: got %x, want %x", in, rule.name, bits, out, want)
				}
			}
		}
	}
}

// TestXOFReader reads in pieces of many sizes, while the message goes on.
func TestXOFReader(t *testing.T) {
	for _, newDigest := range []func() *Digest{New512, New768, New1024} {
		d := newDigest()
		d.Write(bytes.Repeat([]byte{3, 5, 8}, 50))
		digest := d.Sum(nil)
		for _, rule := range rules {
			longest := 5 * rule.squeezeBits[d.instance] / 8
			want := make([]byte, longest)
			rule.oneShot[d.instance](want, uint64(8*longest), bytes.Repeat([]byte{3, 5, 8}, 50), 150*8)
			for size := 1; size <= longest; size++ {
				reader := rule.reader(d)
				used := *d
				used.Write([]byte("more")) // must not change the output
				var got []byte
				for len(got) < longest {
					p := make([]byte, min(size, longest-len(got)))
					if n, err := reader.Read(p); n != len(p) || err != nil {
						t.Fatalf("Read of %d bytes returned %d, %v", len(p), n, err)
					}
					got = append(got, p...)
				}
				if !bytes.Equal(got, want) {
					t.Fatalf("%v, %s: read in pieces of %d bytes: got %x, want %x", d.instance, rule.name, size, got, want)
				}
			}
			if err := iotest.TestReader(io.LimitReader(rule.reader(d), int64(longest)), want); err != nil {
				t.Errorf("%v, %s: %v", d.instance, rule.name, err)
			}
		}
		if got := d.Sum(nil); !bytes.Equal(got, digest) {
			t.Errorf("%v: after reading output the digest is %x, was %x", d.instance, got, digest)
		}
	}
}

// TestXOFCopy goes on with copies, as the documentation of the types allows.
func TestXOFCopy(t *testing.T) {
	d := New768()
	o, r := d.DocumentXOF(), d.ReferenceXOF()
	var skipped, a, b [101]byte
	o.Read(skipped[:])
	o2 := *o
	o.Read(a[:])
	if o2.Read(b[:]); a != b {
		t.Error("a copy of a DocumentXOF differs")
	}
	r.Read(skipped[:])
	r2 := *r
	r.Read(a[:])
	if r2.Read(b[:]); a != b {
		t.Error("a copy of a ReferenceXOF differs")
	}
}

func TestXOFPanics(t *testing.T) {
	for _, in := range []instance{duet512, duet768, duet1024} {
		for _, rule := range rules {
			for _, c := range []struct{ outBits, bits uint64 }{{17, 24}, {1 << 63, 24}, {^uint64(0), 24}, {16, 25}} {
				func() {
					defer func() {
						if text, _ := recover().(string); !strings.HasPrefix(text, "duet: ") {
							t.Errorf("%v, %s: %d bits of 2 bytes for %d of 3: panic %q", in, rule.name, c.outBits, c.bits, text)
						}
					}()
					rule.oneShot[in](make([]byte, 2), c.outBits, make([]byte, 3), c.bits)
				}()
			}
		}
	}
}

func BenchmarkXOF(b *testing.B) {
	for i, name := range []string{"512", "768", "1024"} {
		for _, rule := range rules {
			b.Run(fmt.Sprintf("Duet-%s/rule=%s", name, rule.name), func(b *testing.B) {
				d := &Digest{instance: instance(i)}
				o := rule.reader(d)
				p := make([]byte, 4096)
				b.SetBytes(int64(len(p)))
				b.ReportAllocs()
				for b.Loop() {
					o.Read(p)
				}
			})
		}
	}
}
