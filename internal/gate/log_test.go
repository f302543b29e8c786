package gate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
)

func TestLog(t *testing.T) {
	r := request(both(t))
	res := mustRun(t, r, &fake{})
	header, rest, _ := strings.Cut(res.Log, "timing  ")
	want := "library = lib/Box-512-c99.so\nid = hash-99\ntype = hash\nalgorithm = Black Box\ninstance = Box-512\nvariant = c99\n" +
		"source_dir = hash-99/c99\ncompiler = gcc (Debian) 14.2.0\nbuild_flags = " + r.BuildFlags + "\ndigest_bits = 512\ndigest_len = 64\n"
	if header != want {
		t.Errorf("header\n%s\nwant\n%s", header, want)
	}
	a, b := res.Files[0], res.Files[1]
	want = fmt.Sprintf("KAT_2_12 %.3f s\nwrote  kat/KAT_2_12_box.txt (%d bytes)\nmanifest %s strict KAT_2_12_box.txt\n", a.Seconds, a.Bytes, a.SHA256) +
		fmt.Sprintf("timing  KAT_2_23 %.3f s\nwrote  kat/KAT_2_23_box.txt (%d bytes)\nmanifest %s strict KAT_2_23_box.txt\n", b.Seconds, b.Bytes, b.SHA256) +
		"RESULT hash-99 Box-512 PASS\n"
	if rest != want {
		t.Errorf("log\n%s\nwant\n%s", rest, want)
	}
}

func TestLogGo(t *testing.T) {
	r := request(both(t))
	r.Implementation.Language, r.Implementation.Kind, r.Implementation.Sources = candidate.Go, "go", nil
	r.Library, r.LibraryName = "", ""
	r.Implementation.Instance.Candidate.Name = "Black\nRESULT hash-99 Box-512 PASS"
	res := mustRun(t, r, &fake{openErr: &driver.Failure{Status: driver.LoadFail, Detail: "not there"}})
	for _, line := range []string{
		"library = go:hash-99/Box-512", "variant = go", "source_dir = github.com/hashassay/assay",
		"algorithm = Black RESULT hash-99 Box-512 PASS", "RESULT hash-99 Box-512 LOADFAIL start: not there",
	} {
		if !strings.Contains("\n"+res.Log, "\n"+line+"\n") {
			t.Errorf("the log has no line %q:\n%s", line, res.Log)
		}
	}
}

func TestSourceDir(t *testing.T) {
	c := &candidate.Candidate{ID: "hash-99"}
	for _, x := range []struct {
		sources []string
		want    string
	}{
		{nil, "hash-99"},
		{[]string{"box.c"}, "hash-99"},
		{[]string{"ref/a.c"}, "hash-99/ref"},
		{[]string{"ref/x/a.c", "ref/x/b.c"}, "hash-99/ref/x"},
		{[]string{"ref/x/a.c", "ref/xy/b.c"}, "hash-99/ref"},
		{[]string{"ref/a.c", "other/b.c"}, "hash-99"},
	} {
		im := &candidate.Implementation{Instance: &candidate.Instance{Candidate: c}, Kind: candidate.Submitted, Language: candidate.C, Sources: x.sources}
		if got := sourceDir(im); got != x.want {
			t.Errorf("%v: %s, want %s", x.sources, got, x.want)
		}
		if got := im.Variant(); got != "reference" {
			t.Errorf("variant %s", got)
		}
	}
}
