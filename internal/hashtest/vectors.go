package hashtest

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

// Vectors checks the test vectors of a JSON file:
//
//	{"instances": [{"name": "Iphe-512", "digest_bits": 512, "vectors":
//	  [{"msg_bits": 9, "msg_hex": "ff80", "digest_hex": "…"}, …]}, …]}
//
// Other keys are ignored. The file and the table must have the same instances.
// Whole-byte messages also go through the streaming hash.
func Vectors(t *testing.T, file string, instances []Instance) {
	byName := map[string]Instance{}
	for _, in := range instances {
		byName[in.Name] = in
	}
	for _, fi := range readVectors(t, file) {
		t.Run(fi.Name, func(t *testing.T) {
			in, ok := byName[fi.Name]
			if !ok {
				t.Fatalf("%s has vectors of %s, which is not tested", file, fi.Name)
			}
			delete(byName, fi.Name)
			if got := in.New().Size(); 8*got != fi.DigestBits {
				t.Fatalf("Size is %d bytes, the vectors have digests of %d bits", got, fi.DigestBits)
			}
			if len(fi.Vectors) == 0 {
				t.Fatalf("%s has no vectors of %s", file, fi.Name)
			}
			for _, v := range fi.Vectors {
				same(t, in.sumBits(v.Msg, v.Bits), v.Digest, "%d bits", v.Bits)
				if v.Bits%8 == 0 {
					same(t, in.sum(v.Msg), v.Digest, "%d bytes", v.Bits/8)
					h := in.New()
					write(t, h, v.Msg)
					same(t, h.Sum(nil), v.Digest, "%d bytes written", v.Bits/8)
				}
			}
		})
	}
	for name := range byName {
		t.Errorf("%s has no vectors of %s", file, name)
	}
}

// Vector is a test vector: the digest of the first Bits bits of Msg.
type Vector struct {
	Bits   uint64 `json:"msg_bits"`
	Msg    Hex    `json:"msg_hex"`
	Digest Hex    `json:"digest_hex"`
}

// Hex is a JSON string of hexadecimal digits.
type Hex []byte

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *Hex) UnmarshalText(text []byte) error {
	text = bytes.TrimSpace(text)
	*b = make([]byte, hex.DecodedLen(len(text)))
	_, err := hex.Decode(*b, text)
	return err
}

// ReadVectors returns the vectors of the named instance in a file as [Vectors]
// reads it, for a test that needs them one by one.
func ReadVectors(t *testing.T, file, name string) []Vector {
	t.Helper()
	for _, fi := range readVectors(t, file) {
		if fi.Name == name && len(fi.Vectors) > 0 {
			return fi.Vectors
		}
	}
	t.Fatalf("%s has no vectors of %s", file, name)
	return nil
}

// fileInstance is an instance of a vector file.
type fileInstance struct {
	Name       string   `json:"name"`
	DigestBits int      `json:"digest_bits"`
	Vectors    []Vector `json:"vectors"`
}

func readVectors(t *testing.T, file string) []fileInstance {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		Instances []fileInstance `json:"instances"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return f.Instances
}
