package campaign

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hashassay/assay/internal/driver/drivertest"
	"github.com/hashassay/assay/internal/evidence"
)

// The disk fills while trials are being recorded: the run stops with an error,
// nothing on the disk is half a record, and with more room it goes on.
func TestFullDisk(t *testing.T) {
	o := scripted(t, drivertest.Script{})
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=96k"); err != nil {
		t.Skipf("this test mounts a small file system: %v", err)
	}
	defer unix.Unmount(disk, unix.MNT_DETACH)
	o.Dir = filepath.Join(disk, "run")
	_, err := Run(context.Background(), o)
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatalf("error %v, want a full disk", err)
	}
	if !strings.Contains(err.Error(), o.Dir) {
		t.Errorf("error %q does not name the file", err)
	}
	records, err := filepath.Glob(filepath.Join(o.Dir, "records", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range records {
		if _, err := evidence.ReadRecord(path); err != nil {
			t.Errorf("left behind: %v", err)
		}
	}
	if countAttempts(t, o.Dir) == 0 {
		t.Fatal("the disk was full before the first trial: it is too small for this test")
	}

	if err := unix.Mount("", disk, "", unix.MS_REMOUNT, "size=4m"); err != nil {
		t.Fatal(err)
	}
	res := mustRun(t, again(o))
	for _, r := range res.Dataset.Records {
		if r.Status != evidence.Complete || len(r.Trials) != 5 {
			t.Errorf("%d bytes: %s with %d trials", r.InputBytes, r.Status, len(r.Trials))
		}
	}
	if left, _ := filepath.Glob(filepath.Join(o.Dir, "records", "*", "*")); len(left) != len(res.Dataset.Records) {
		t.Errorf("files besides the records: %v", left)
	}
	if _, err := os.Stat(filepath.Join(o.Dir, "campaign.json")); err != nil {
		t.Error(err)
	}
}
