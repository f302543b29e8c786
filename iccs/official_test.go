package iccs_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/iphe"
)

// instances of a real candidate, whose official digests are in testdata.
var iphes = []struct {
	label      string
	digestBits int
	sum        func(msg []byte, bits uint64) []byte
}{
	{"Iphe-512", 512, func(m []byte, bits uint64) []byte { d := iphe.Sum512Bits(m, bits); return d[:] }},
	{"Iphe-768", 768, func(m []byte, bits uint64) []byte { d := iphe.Sum768Bits(m, bits); return d[:] }},
	{"Iphe-1024", 1024, func(m []byte, bits uint64) []byte { d := iphe.Sum1024Bits(m, bits); return d[:] }},
}

// The generated files have the official digests: generator, text and canonical
// form are right, down to the last bit.
func checkOfficial(t *testing.T, files ...iccs.File) {
	f, err := os.Open("testdata/iphe.sha256")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	manifest, err := iccs.ParseManifest(f, "iphe.sha256")
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range iphes {
		for _, file := range files {
			entry, ok := manifest.Lookup(in.label, file)
			if !ok {
				t.Fatalf("no official digest for %s of %s", file, in.label)
			}
			var text bytes.Buffer
			err := iccs.Generate(&text, file, in.digestBits, func(bits uint64, msg io.Reader) ([]byte, error) {
				m, err := io.ReadAll(msg)
				return in.sum(m, bits), err
			})
			if err != nil {
				t.Fatal(err)
			}
			got, err := iccs.CanonicalDigest(&text, entry.Mode, entry.Records)
			if err != nil {
				t.Fatal(err)
			}
			if got != entry.SHA256 {
				t.Errorf("%s of %s: digest %s, official %s", file, in.label, got, entry.SHA256)
			}
		}
	}
}

func TestOfficialDigests(t *testing.T) { checkOfficial(t, iccs.KAT212, iccs.KAT223) }
