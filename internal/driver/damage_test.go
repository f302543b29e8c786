package driver

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Candidates that disturb the driver without any effect.
func TestHarmless(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"floating", "limits", "signals"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, target := cProgram(t), cTarget(t, name)
			s, err := serve(t, p, target, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			for _, bits := range []uint64{24, 1 << 20, 24} {
				n := int(bits / 8)
				if got, err := s.Hash(bits, bytes.NewReader(Message(n))); err != nil || !bytes.Equal(got, toy(Message(n), bits)) {
					t.Fatalf("%d bits: %x, %v", bits, got, err)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			// One call at a time: between the calls of one timed loop nothing is restored.
			r := TrialRequest{Target: target, CPU: -1, Bytes: 3, Warmups: 1, Calls: 1}
			if _, err := p.Time(context.Background(), r); err != nil {
				t.Errorf("time: %v", err)
			}
			if _, err := p.Calibrate(context.Background(), r, time.Nanosecond); err != nil {
				t.Errorf("calibrate: %v", err)
			}
		})
	}
}

// The verdict on a later call does not suffer from what an earlier one did to the signals.
func TestCandidateTakesTheSignals(t *testing.T) {
	t.Parallel()
	s, err := serve(t, cProgram(t), cTarget(t, "rehandles"), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Hash(24, bytes.NewReader(Message(3))); err != nil {
		t.Fatal(err)
	}
	_, err = s.Hash(24, bytes.NewReader(Message(3)))
	expect(t, "the second request", err, "OVERFLOW: signal 11 (SIGSEGV): wrote far outside the digest buffer")
}

// What the driver lacks because the candidate took it is the candidate's doing.
func TestCandidateTakesTheAddressSpace(t *testing.T) {
	t.Parallel()
	s, err := serve(t, cProgram(t), cTarget(t, "crowds"), Limits{AddressSpace: 256 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Hash(24, bytes.NewReader(Message(3))); err != nil {
		t.Fatal(err)
	}
	_, err = s.Hash(1<<24, zeros{})
	expect(t, "the second request", err, "CRASH: the driver could not go on after the candidate was loaded: message buffer: Cannot allocate memory")
}

// A stop is reported to a tracer like an end: it must not be taken for one.
func TestTracedChildStops(t *testing.T) {
	t.Parallel()
	p := &Program{Name: "c", Argv: []string{compile(t, "traced_driver", "-D_GNU_SOURCE", filepath.Join("testdata", "traced_driver.c"))}}
	_, err := p.Time(context.Background(), TrialRequest{Target: goTarget("x"), CPU: -1, Calls: 1, Limits: Limits{Wall: 300 * time.Millisecond}})
	expect(t, "stopped", err, "TIMEOUT: no answer within 300ms")
}

func TestWorkingDirectoryIsRemoved(t *testing.T) {
	t.Parallel()
	s, err := serve(t, limitsOnly(cProgram(t)), cTarget(t, "leaves"), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.c.dir); err != nil || info.Mode().Perm() != 0o555 {
		t.Errorf("the working directory has mode %v, %v", info.Mode(), err)
	}
	if _, err := s.Hash(24, bytes.NewReader(Message(3))); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(s.c.dir); err != nil || len(entries) != 1 {
		t.Fatalf("the candidate left %v, %v", entries, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(s.c.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the working directory is left: %v", err)
	}
}

// removeTree gets along with what no RemoveAll of an ordinary user can remove.
func TestRemoveTree(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "assay-driver-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(dir, "outside")
	tree := filepath.Join(dir, "tree")
	asOrdinaryUser(t, func() error {
		err := errors.Join(os.Mkdir(outside, 0o500), os.MkdirAll(filepath.Join(tree, "a", "b", "c"), 0o700),
			os.WriteFile(filepath.Join(tree, "a", "file"), nil, 0), os.Symlink(outside, filepath.Join(tree, "a", "link")))
		for _, path := range []string{"a/b/c", "a/b", "a", ""} {
			err = errors.Join(err, os.Chmod(filepath.Join(tree, path), 0o500&^0o100))
		}
		if err != nil {
			return err
		}
		if os.RemoveAll(tree) == nil {
			return errors.New("the tree can be removed as it is: this tests nothing")
		}
		return removeTree(tree)
	})
	if _, err := os.Lstat(tree); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the tree is left: %v", err)
	}
	if info, err := os.Stat(outside); err != nil || info.Mode().Perm() != 0o500 {
		t.Errorf("a folder outside the tree was touched: %v, %v", info, err)
	}
}

func TestRemovalFails(t *testing.T) {
	t.Parallel()
	s, err := serve(t, goProgram(t), goTarget("exits"), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { removeTree(s.c.dir) })
	real := s.c.dir
	s.c.dir = "no\x00name"
	_, err = s.Hash(24, bytes.NewReader(Message(3)))
	s.c.dir = real
	var f *Failure
	if !errors.As(err, &f) || strings.Count(f.Stderr, "assay: cannot remove the child's working directory: ") != 1 {
		t.Errorf("got %v, standard error %q", err, f.Stderr)
	}
}
