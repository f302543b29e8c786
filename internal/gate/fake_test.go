package gate

import (
	"bytes"
	"context"
	"crypto/sha512"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
)

// fake is a candidate in memory that follows a script.
type fake struct {
	openErr  error
	closeErr error
	// answer may replace the digest of request n (from 1); nil keeps it.
	answer func(n int, bits uint64, digest []byte) ([]byte, error)

	requests int  // answered or failed
	over     bool // a request failed
	closed   int
}

func (f *fake) open(context.Context, Request) (session, error) {
	if f.openErr != nil {
		return nil, f.openErr
	}
	return f, nil
}

func (f *fake) Hash(bits uint64, msg io.Reader) ([]byte, error) {
	if f.over || f.closed > 0 {
		return nil, errors.New("request after the end of the session")
	}
	f.requests++
	digest, err := goodHash(bits, msg)
	if err == nil && f.answer != nil {
		var other []byte
		if other, err = f.answer(f.requests, bits, digest); other != nil {
			digest = other
		}
	}
	if err != nil {
		f.over = true
		return nil, err
	}
	return digest, nil
}

func (f *fake) Close() error {
	f.closed++
	return f.closeErr
}

// goodHash is the right hash function of the tests' candidate.
func goodHash(bits uint64, msg io.Reader) ([]byte, error) {
	h := sha512.New()
	fmt.Fprintf(h, "%d:", bits)
	if _, err := io.Copy(h, msg); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}

func goodMessageDigest(n int) string {
	sum, _ := goodHash(uint64(8*n), bytes.NewReader(driver.Message(n)))
	return fmt.Sprintf("%x", sum)
}

// goodText returns the official text of a file of the tests' candidate.
func goodText(t *testing.T, f iccs.File) []byte {
	t.Helper()
	if text, ok := goodTexts[f]; ok {
		return text
	}
	var text bytes.Buffer
	if err := iccs.Generate(&text, f, 512, goodHash); err != nil {
		t.Fatal(err)
	}
	goodTexts[f] = text.Bytes()
	return text.Bytes()
}

var goodTexts = map[iccs.File][]byte{}

// entry returns the manifest line of a file; mode is as in a manifest.
func entry(t *testing.T, f iccs.File, mode string) string {
	t.Helper()
	e := iccs.Entry{Mode: iccs.Strict}
	if name, count, ok := strings.Cut(mode, ":"); ok {
		e.Mode = iccs.Mode(name)
		fmt.Sscan(count, &e.Records)
	} else {
		e.Mode = iccs.Mode(mode)
	}
	sum, err := iccs.CanonicalDigest(bytes.NewReader(goodText(t, f)), e.Mode, e.Records)
	if err != nil {
		t.Fatal(err)
	}
	return sum + " " + mode + " Box-K/" + f.FileName("box") + "\n"
}

// both is the manifest of the default files.
func both(t *testing.T) *iccs.Manifest {
	return manifest(t, entry(t, iccs.KAT212, "strict")+entry(t, iccs.KAT223, "strict"))
}

func manifest(t *testing.T, text string) *iccs.Manifest {
	t.Helper()
	m, err := iccs.ParseManifest(strings.NewReader(text), "kat.sha256")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// request asks for the default files of the tests' candidate, whose
// known-answer name and spelling in file names differ from its own.
func request(m *iccs.Manifest) Request {
	c := &candidate.Candidate{ID: "hash-99", Name: "Black Box", Manifest: m}
	in := &candidate.Instance{Candidate: c, Name: "Box-512", DigestBits: 512, KATName: "Box-K"}
	im := &candidate.Implementation{
		Instance: in, Kind: "c99", Label: "Box-512-c99", Language: candidate.C,
		Sources: []string{"c99/box.c", "c99/round/round.c"},
	}
	return Request{
		Implementation: im,
		Library:        "/run/lib/Box-512-c99.so",
		LibraryName:    "lib/Box-512-c99.so",
		Files:          []iccs.File{iccs.KAT212, iccs.KAT223},
		Messages:       []int{32, 0, 1024},
		Compiler:       "gcc (Debian) 14.2.0",
		BuildFlags:     "-std=c99 -O2 " + strings.Repeat("-Wextra ", 30) + "-fPIC",
	}
}

func mustRun(t *testing.T, r Request, f *fake) *Result {
	t.Helper()
	res, err := run(t.Context(), r, f.open)
	if err != nil {
		t.Fatal(err)
	}
	if f.openErr == nil && f.closed != 1 {
		t.Errorf("session closed %d times", f.closed)
	}
	checkShape(t, res)
	return res
}

// checkShape holds for every result: the detail is one line, and the log ends with the verdict.
func checkShape(t *testing.T, res *Result) {
	t.Helper()
	if (res.Detail == "") != (res.Status == Pass) || strings.ContainsAny(res.Detail, "\r\n") {
		t.Errorf("status %s with detail %q", res.Status, res.Detail)
	}
	last := strings.TrimSpace(fmt.Sprintf("RESULT hash-99 Box-512 %s %s", res.Status, res.Detail))
	if !strings.HasSuffix(res.Log, "\n"+last+"\n") || strings.Count("\n"+res.Log, "\nRESULT ") != 1 {
		t.Errorf("the log does not end with %q:\n%s", last, res.Log)
	}
}

func statuses(res *Result) string {
	var s []string
	for _, f := range res.Files {
		s = append(s, string(f.File)+" "+string(f.Status))
	}
	return strings.Join(s, ", ")
}
