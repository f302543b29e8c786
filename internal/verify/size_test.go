package verify

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// large writes a dataset of at least 2,700 records, as many as the published ones have.
func large(t testing.TB, dir string, ours bool) (records int) {
	t.Helper()
	var labels []string
	for i := range 338 {
		label := fmt.Sprintf("hash-%d/Some_%d-512", 100+i/3, i)
		if ours {
			label += "-c99"
		}
		labels = append(labels, label)
	}
	generate(t, dir, ours, labels...)
	return 8 * len(labels)
}

// limit is the memory in bytes in which a dataset of 2,700 records is verified. What a process needs does
// not grow with the size of records, since each is dropped once it was read.
const limit = 200e6

const verifyVariable = "ASSAY_TEST_VERIFY"

// TestMain makes the test binary a process that verifies one dataset and prints its own high-water mark.
func TestMain(m *testing.M) {
	dir := os.Getenv(verifyVariable)
	if dir == "" {
		os.Exit(m.Run())
	}
	r, err := Dataset(dir)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	peak, err := os.ReadFile("/proc/self/status")
	fmt.Printf("%s\n%v\nrecords: %d\nfindings: %d\n", peak, err, r.Records, len(r.Findings))
}

// A dataset of 2,700 records is verified within 200 MB, whichever kind it is of.
func TestMemory(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the high-water mark of a process is read from /proc")
	}
	if testing.Short() {
		t.Skip("writes datasets of up to 100 MB")
	}
	for name, ours := range map[string]bool{"published": false, "ours": true} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			records := large(t, dir, ours)
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(self)
			cmd.Env = append(os.Environ(), verifyVariable+"="+dir)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, want := range []string{fmt.Sprintf("\nrecords: %d\n", records), "\nfindings: 0\n"} {
				if !bytes.Contains(out, []byte(want)) {
					t.Errorf("output lacks %q:\n%s", want, out)
				}
			}
			_, mark, _ := strings.Cut(string(out), "VmHWM:")
			kib, err := strconv.Atoi(strings.Fields(mark)[0])
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d records, %.1f MB", records, float64(kib)*1024/1e6)
			if float64(kib)*1024 > limit {
				t.Errorf("%d KiB for %d records", kib, records)
			}
		})
	}
}

func BenchmarkDataset(b *testing.B) {
	for name, ours := range map[string]bool{"published": false, "ours": true} {
		b.Run(name+"/records=2704", func(b *testing.B) {
			dir := b.TempDir()
			large(b, dir, ours)
			b.ReportAllocs()
			for b.Loop() {
				if r, err := Dataset(dir); err != nil || len(r.Findings) > 0 {
					b.Fatalf("%v %v", r, err)
				}
			}
		})
	}
}
