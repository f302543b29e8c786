package gate

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
)

func selfTested(t *testing.T) Request {
	t.Helper()
	in := &candidate.Instance{Candidate: &candidate.Candidate{ID: "toy", Name: "Toy"}, Name: "Toy-512", DigestBits: 512, KATName: "Toy-512"}
	for _, m := range []string{"", "abc", strings.Repeat("x", 200)} {
		digest, err := goodHash(uint64(8*len(m)), strings.NewReader(m))
		if err != nil {
			t.Fatal(err)
		}
		in.SelfTest = append(in.SelfTest, candidate.SelfTestCase{Name: "case", Message: []byte(m), Digest: digest})
	}
	im := &candidate.Implementation{Instance: in, Kind: "c99", Label: "Toy-512-c99", Language: candidate.C, Sources: []string{"toy.c"}}
	return Request{Implementation: im, Files: iccs.Files()[:2], Messages: []int{32}}
}

func TestSelfTestPasses(t *testing.T) {
	f := &fake{}
	res, err := run(context.Background(), selfTested(t), f.open)
	if err != nil {
		t.Fatal(err)
	}
	if res.Status != Pass || res.Detail != "(3/3)" || len(res.Files) != 0 || res.Digests[32] != goodMessageDigest(32) {
		t.Errorf("%s, detail %q, %d files, digests %v", res.Status, res.Detail, len(res.Files), res.Digests)
	}
	if strings.Count(res.Log, "\nok   case rc=0 ") != 3 || !strings.HasSuffix(res.Log, "RESULT toy Toy-512 PASS (3/3)\n") {
		t.Errorf("log:\n%s", res.Log)
	}
}

func TestSelfTestFails(t *testing.T) {
	f := &fake{answer: func(n int, bits uint64, digest []byte) ([]byte, error) {
		if n == 2 {
			other := bytes.Clone(digest)
			other[0] ^= 1
			return other, nil
		}
		return nil, nil
	}}
	res, err := run(context.Background(), selfTested(t), f.open)
	if err != nil {
		t.Fatal(err)
	}
	if res.Status != Mismatch || !strings.HasPrefix(res.Detail, "(2/3); self-test: case: expected ") {
		t.Errorf("%s, detail %q", res.Status, res.Detail)
	}
	if !strings.Contains(res.Log, "\nFAIL case rc=0 ") {
		t.Errorf("log:\n%s", res.Log)
	}

	f = &fake{answer: func(n int, bits uint64, digest []byte) ([]byte, error) {
		if n == 3 {
			return nil, &driver.Failure{Status: driver.Crash, Detail: "signal 11"}
		}
		return nil, nil
	}}
	if res, err = run(context.Background(), selfTested(t), f.open); err != nil {
		t.Fatal(err)
	}
	if res.Status != Crash || !strings.Contains(res.Detail, "self-test: case (1600 bits): signal 11") {
		t.Errorf("%s, detail %q", res.Status, res.Detail)
	}
}
