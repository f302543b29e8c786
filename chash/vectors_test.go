package chash

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

// vector is an official test vector.
type vector struct {
	bits        int
	msg, digest []byte
}

// readVectors reads testdata/chash.json for tests that need single vectors.
func readVectors(t *testing.T) map[instance][]vector {
	t.Helper()
	var file struct {
		Instances []struct {
			Name    string
			Vectors []struct {
				Bits   int    `json:"msg_bits"`
				Msg    string `json:"msg_hex"`
				Digest string `json:"digest_hex"`
			}
		}
	}
	text, err := os.ReadFile("testdata/chash.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	vectors := map[instance][]vector{}
	for _, in := range []instance{chash512, chash1024} {
		for _, of := range file.Instances {
			if of.Name != in.String() {
				continue
			}
			for _, v := range of.Vectors {
				msg, err1 := hex.DecodeString(v.Msg)
				digest, err2 := hex.DecodeString(v.Digest)
				if err1 != nil || err2 != nil {
					t.Fatalf("%v, %d bits: %v %v", in, v.Bits, err1, err2)
				}
				vectors[in] = append(vectors[in], vector{v.Bits, msg, digest})
			}
		}
		if len(vectors[in]) == 0 {
			t.Fatalf("no vectors of %v", in)
		}
	}
	return vectors
}
