package gate

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/iccs"
)

func TestPass(t *testing.T) {
	f := &fake{}
	res := mustRun(t, request(both(t)), f)
	if res.Status != Pass || statuses(res) != "KAT_2_12 PASS, KAT_2_23 PASS" {
		t.Errorf("%s: %s (%s)", res.Status, res.Detail, statuses(res))
	}
	for i, file := range []iccs.File{iccs.KAT212, iccs.KAT223} {
		got, text := res.Files[i], goodText(t, file)
		sum, err := iccs.CanonicalDigest(bytes.NewReader(text), iccs.Strict, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got.Bytes != int64(len(text)) || got.SHA256 != sum || got.Seconds <= 0 {
			t.Errorf("%+v, want %d bytes with digest %s", got, len(text), sum)
		}
	}
	if len(res.Digests) != 3 {
		t.Errorf("%d digests of timed messages", len(res.Digests))
	}
	for _, n := range []int{0, 32, 1024} {
		if res.Digests[n] != goodMessageDigest(n) {
			t.Errorf("digest of %d bytes: %s", n, res.Digests[n])
		}
	}
	if want := 4097 + 3 + 2*3; f.requests != want {
		t.Errorf("%d requests, want %d", f.requests, want)
	}
}

// Mode and record count of the manifest decide what is compared.
func TestManifestModes(t *testing.T) {
	wrongAfter := func(record int) *fake { // of KAT_2_12
		return &fake{answer: func(n int, bits uint64, digest []byte) ([]byte, error) {
			if n > record {
				digest[0] ^= 1
			}
			return digest, nil
		}}
	}
	for _, c := range []struct {
		mode   string
		good   int
		status Status
	}{
		{"strict", 4097, Pass},
		{"strict", 4096, Mismatch},
		{"nolen", 4097, Pass},
		{"nolen", 100, Mismatch},
		{"strict:100", 100, Pass},
		{"strict:100", 99, Mismatch},
		{"nolen:100", 100, Pass},
		{"nolen:100", 99, Mismatch},
	} {
		r := request(manifest(t, entry(t, iccs.KAT212, c.mode)))
		r.Files = []iccs.File{iccs.KAT212}
		r.Messages = nil
		res := mustRun(t, r, wrongAfter(c.good))
		if res.Status != c.status {
			t.Errorf("%s, first %d records good: %s", c.mode, c.good, res.Status)
		}
		if want := fmt.Sprintf("manifest %s %s KAT_2_12_box.txt\n", res.Files[0].SHA256, c.mode); !strings.Contains(res.Log, want) {
			t.Errorf("the log has no line %q:\n%s", want, res.Log)
		}
	}
}

func TestNoOfficialDigest(t *testing.T) {
	only := func(f iccs.File) *iccs.Manifest { return manifest(t, entry(t, f, "strict")) }
	for _, c := range []struct {
		manifest *iccs.Manifest
		status   Status
		files    string
		detail   string
	}{
		{nil, NoKAT, "KAT_2_12 NOKAT, KAT_2_23 NOKAT", "no official digest for KAT_2_12, KAT_2_23 of Box-K (the candidate has no manifest kat.sha256)"},
		{&iccs.Manifest{}, NoKAT, "KAT_2_12 NOKAT, KAT_2_23 NOKAT", "no official digest for KAT_2_12, KAT_2_23 of Box-K"},
		{only(iccs.KAT212), Partial, "KAT_2_12 PASS, KAT_2_23 NOKAT", "no official digest for KAT_2_23 of Box-K"},
		{only(iccs.KAT223), Partial, "KAT_2_12 NOKAT, KAT_2_23 PASS", "no official digest for KAT_2_12 of Box-K"},
	} {
		res := mustRun(t, request(c.manifest), &fake{})
		if res.Status != c.status || res.Detail != c.detail || statuses(res) != c.files {
			t.Errorf("%s: %s (%s)\nwant %s: %s (%s)", res.Status, res.Detail, statuses(res), c.status, c.detail, c.files)
		}
		if len(res.Digests) != 3 {
			t.Errorf("%s: %d digests of timed messages", c.status, len(res.Digests))
		}
	}

	// What can be checked and differs counts more than what cannot.
	res := mustRun(t, request(only(iccs.KAT223)), &fake{answer: flip(4098)})
	if res.Status != Mismatch || !strings.HasPrefix(res.Detail, "KAT_2_23: ") || !strings.HasSuffix(res.Detail, "; no official digest for KAT_2_12 of Box-K") {
		t.Errorf("%s: %s", res.Status, res.Detail)
	}
}

// flip makes a candidate that inverts one bit of the digest of request n.
func flip(n int) func(int, uint64, []byte) ([]byte, error) {
	return func(i int, _ uint64, digest []byte) ([]byte, error) {
		if i == n {
			digest[len(digest)-1] ^= 1
		}
		return digest, nil
	}
}

func TestChangingDigest(t *testing.T) {
	const files = 4097 + 3
	// Second round: requests files+4, +5, +6 for 32, 0 and 1024 bytes.
	res := mustRun(t, request(both(t)), &fake{answer: flip(files + 6)})
	first := strings.ToUpper(goodMessageDigest(1024))
	then := first[:127] + string("0123456789ABCDEF"[strings.IndexByte("0123456789ABCDEF", first[127])^1])
	want := fmt.Sprintf("timed message of 1024 bytes (8192 bits): digest of the same message changed: first %s, then %s", first, then)
	if res.Status != Mismatch || res.Detail != want || statuses(res) != "KAT_2_12 PASS, KAT_2_23 PASS" {
		t.Errorf("%s: %s\nwant %s", res.Status, res.Detail, want)
	}
	if _, ok := res.Digests[1024]; ok || len(res.Digests) != 2 {
		t.Errorf("digests of timed messages: %v", res.Digests)
	}

	// It counts without official digests too.
	if res := mustRun(t, request(nil), &fake{answer: flip(files + 4)}); res.Status != Mismatch {
		t.Errorf("without a manifest: %s", res.Status)
	}
	// A length asked for twice is hashed in both rounds as often.
	r := request(both(t))
	r.Messages = []int{8, 8}
	if res := mustRun(t, r, &fake{answer: flip(files + 2)}); res.Status != Mismatch || len(res.Digests) != 0 {
		t.Errorf("same length twice: %s with %d digests", res.Status, len(res.Digests))
	}
}

// KAT_Loop makes a million requests; each costs the gate no allocation.
func TestRequestAllocations(t *testing.T) {
	digest := make([]byte, 64)
	c := &check{ctx: t.Context(), session: constant(digest)}
	msg := bytes.NewReader(make([]byte, 1024))
	if n := testing.AllocsPerRun(100, func() { c.hash(8192, msg) }); n != 0 {
		t.Errorf("%v allocations per request", n)
	}
}

// constant is a session with one digest for all messages.
type constant []byte

func (c constant) Hash(uint64, io.Reader) ([]byte, error) { return c, nil }

func (c constant) Close() error { return nil }

func TestAccepted(t *testing.T) {
	accepted := []Status{Pass, Partial, NoKAT}
	for _, s := range []Status{Pass, Mismatch, NoKAT, Partial, BuildFail, CryptFail, Overflow, LoadFail, Timeout, Crash, ""} {
		if got := s.Accepted(); got != slices.Contains(accepted, s) {
			t.Errorf("%q accepted: %v", s, got)
		}
	}
}
