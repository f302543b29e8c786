package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An interrupted assay site says so, exits with 130 and leaves nothing.
func TestSiteInterrupted(t *testing.T) {
	t.Parallel()
	run := filepath.Join("..", "..", "internal", "publish", "testdata", "run")
	out := filepath.Join(t.TempDir(), "site")
	ctx, cancel := context.WithCancel(t.Context())
	verb := &siteCmd{Runs: []fileName{fileName(run)}, Output: fileName(out)}
	var stdout, stderr strings.Builder
	if err := verb.write(ctx, &console{stdout: &stdout, stderr: &stderr}); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(out); err != nil {
		t.Fatal(err)
	}
	cancel()
	stdout.Reset()
	stderr.Reset()
	err := verb.write(ctx, &console{stdout: &stdout, stderr: &stderr})
	if code := exitCode(0); !errors.As(err, &code) || code != exitInterrupted || stdout.String() != "" || stderr.String() != "assay: interrupted; no site was written\n" {
		t.Errorf("%v, prints %q and %q", err, stdout.String(), stderr.String())
	}
	if entries, err := os.ReadDir(filepath.Dir(out)); err != nil || len(entries) > 0 {
		t.Errorf("left are %v (%v)", entries, err)
	}
}
