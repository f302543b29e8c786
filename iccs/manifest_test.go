package iccs

import (
	"os"
	"strings"
	"testing"
)

func readManifest(t *testing.T, path string) (*Manifest, string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ParseManifest(strings.NewReader(string(text)), path)
	if err != nil {
		t.Fatal(err)
	}
	return m, string(text)
}

func (m *Manifest) text() string {
	var b strings.Builder
	for _, e := range m.Entries {
		b.WriteString(e.String() + "\n")
	}
	return b.String()
}

func TestParseManifest(t *testing.T) {
	m, text := readManifest(t, "testdata/iphe.sha256")
	if len(m.Entries) != 12 || m.text() != text {
		t.Errorf("%d entries:\n%s", len(m.Entries), m.text())
	}
	e, ok := m.Lookup("Iphe-768", KAT223)
	want := Entry{
		SHA256: "a63e4f520e3f25d4897fad8df6391fc78ac2a62b9e9426be4d423818db7210f4",
		Mode:   Strict, Label: "Iphe-768", Name: "KAT_2_23_Iphe-768.txt",
	}
	if !ok || e != want {
		t.Errorf("Lookup: %+v, %v", e, ok)
	}
	for _, label := range []string{"Iphe-76", "Iphe-7689", "iphe-768", ""} {
		if e, ok := m.Lookup(label, KAT223); ok {
			t.Errorf("Lookup(%q) = %+v", label, e)
		}
	}
	if _, ok := m.Lookup("Iphe-768", "KAT"); ok {
		t.Error("found an entry for an unknown file")
	}
	var none *Manifest
	if _, ok := none.Lookup("Iphe-768", KAT223); ok {
		t.Error("found an entry in no manifest")
	}
}

// A submission whose file names spell the instance otherwise than its label.
func TestLookupOtherSpelling(t *testing.T) {
	m, _ := readManifest(t, "testdata/laurus.sha256")
	for _, label := range []string{"Laurus-512", "Laurus-768", "Laurus-1024", "Laurus-XOF"} {
		for _, f := range Files() {
			e, ok := m.Lookup(label, f)
			if want := f.FileName(strings.ReplaceAll(strings.ToLower(label), "-", "_")); !ok || e.Name != want {
				t.Errorf("%s of %s: %+v, %v", f, label, e, ok)
			}
		}
	}
}

const sum = "c1e00ea4dff7e8acd7f61da438130c32fec4f37438cb5695a0c5adff678975fd"

func TestParseManifestModes(t *testing.T) {
	text := "# official digests\r\n\r\n  \n" +
		strings.ToUpper(sum) + "\tnolen  A/KAT_2_12_A.txt \r\n" +
		sum + " strict:17 A/KAT_2_23_A.txt\n" +
		sum + " nolen:1 B/KAT_Loop_A.txt" // no newline
	m, err := ParseManifest(strings.NewReader(text), "kat.sha256")
	if err != nil {
		t.Fatal(err)
	}
	want := sum + " nolen A/KAT_2_12_A.txt\n" + sum + " strict:17 A/KAT_2_23_A.txt\n" + sum + " nolen:1 B/KAT_Loop_A.txt\n"
	if m.text() != want {
		t.Errorf("got\n%s", m.text())
	}
	if e, ok := m.Lookup("A", KAT223); !ok || e.Records != 17 || e.Mode != Strict {
		t.Errorf("Lookup: %+v, %v", e, ok)
	}
}

func TestParseManifestErrors(t *testing.T) {
	const good = sum + " strict A/KAT_2_12_A.txt\n"
	for _, c := range []struct{ text, want string }{
		{"abc strict A/KAT_2_12_A.txt", `kat.sha256:1: digest "abc" is not a SHA-256 digest of 64 hex digits`},
		{good + sum[:62] + "xy strict A/KAT_2_23_A.txt", `kat.sha256:2: digest "` + sum[:62] + `xy" is not a SHA-256 digest of 64 hex digits`},
		{sum + "00 strict A/KAT_2_12_A.txt", `kat.sha256:1: digest "` + sum + `00" is not a SHA-256 digest of 64 hex digits`},
		{sum + " Strict A/KAT_2_12_A.txt", `kat.sha256:1: mode "Strict" is neither strict nor nolen`},
		{sum + " :3 A/KAT_2_12_A.txt", `kat.sha256:1: mode "" is neither strict nor nolen`},
		{sum + " strict: A/KAT_2_12_A.txt", `kat.sha256:1: record count "" is not a number from 1 on`},
		{sum + " strict:0 A/KAT_2_12_A.txt", `kat.sha256:1: record count "0" is not a number from 1 on`},
		{sum + " strict:-1 A/KAT_2_12_A.txt", `kat.sha256:1: record count "-1" is not a number from 1 on`},
		{sum + " strict:1:2 A/KAT_2_12_A.txt", `kat.sha256:1: record count "1:2" is not a number from 1 on`},
		{sum + " strict:99999999999 A/KAT_2_12_A.txt", `kat.sha256:1: record count "99999999999" is not a number from 1 on`},
		{sum + " strict", "kat.sha256:1: 2 fields instead of 3 (digest, mode, label/file name)"},
		{sum + " strict A/KAT_2_12_A.txt x", "kat.sha256:1: 4 fields instead of 3 (digest, mode, label/file name)"},
		{sum + " strict KAT_2_12_A.txt", `kat.sha256:1: path "KAT_2_12_A.txt" is not of the form label/file name`},
		{sum + " strict /KAT_2_12_A.txt", `kat.sha256:1: path "/KAT_2_12_A.txt" is not of the form label/file name`},
		{sum + " strict ../KAT_2_12_A.txt", `kat.sha256:1: path "../KAT_2_12_A.txt" is not of the form label/file name`},
		{sum + " strict A/../KAT_2_12_A.txt", `kat.sha256:1: path "A/../KAT_2_12_A.txt" is not of the form label/file name`},
		{sum + " strict A/B/KAT_2_12_A.txt", `kat.sha256:1: path "A/B/KAT_2_12_A.txt" is not of the form label/file name`},
		{sum + ` strict A\B/KAT_2_12_A.txt`, `kat.sha256:1: path "A\\B/KAT_2_12_A.txt" is not of the form label/file name`},
		{sum + " strict A/", `kat.sha256:1: path "A/" is not of the form label/file name`},
		{sum + " strict A/..", `kat.sha256:1: path "A/.." is not of the form label/file name`},
		{"\n" + sum + " strict A/KAT_2_13_A.txt", `kat.sha256:2: file name "KAT_2_13_A.txt" is not that of a known-answer file: it must begin with KAT_2_12_, KAT_2_23_, KAT_2_33_ or KAT_Loop_ and end in .txt`},
		{sum + " strict A/KAT_2_12_A.rsp", `kat.sha256:1: file name "KAT_2_12_A.rsp" is not that of a known-answer file: it must begin with KAT_2_12_, KAT_2_23_, KAT_2_33_ or KAT_Loop_ and end in .txt`},
		{good + "\n" + good, "kat.sha256:3: second entry for KAT_2_12 of A (the first is on line 1); remove one"},
		{good + sum + " nolen A/KAT_2_12_B.txt", "kat.sha256:2: second entry for KAT_2_12 of A (the first is on line 1); remove one"},
		{good + strings.Repeat("#", maxLine+1), "kat.sha256: line 2 is longer than 1048576 bytes"},
	} {
		m, err := ParseManifest(strings.NewReader(c.text), "kat.sha256")
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v\nwant  %s", err, c.want)
		}
		if m != nil {
			t.Errorf("a manifest besides the error %v", err)
		}
	}
}

func FuzzParseManifest(f *testing.F) {
	for _, path := range []string{"testdata/iphe.sha256", "testdata/laurus.sha256"} {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(sum + " nolen:12 A/KAT_2_12_A.txt\r\n#\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseManifest(strings.NewReader(text), "name")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "name:") {
				t.Errorf("error without a name: %v", err)
			}
			return
		}
		again, err := ParseManifest(strings.NewReader(m.text()), "name")
		if err != nil {
			t.Fatalf("%v in the manifest written from %q", err, text)
		}
		if again.text() != m.text() {
			t.Errorf("written and read again: %q, then %q", m.text(), again.text())
		}
		for _, e := range m.Entries {
			file, ok := e.File()
			if got, found := m.Lookup(e.Label, file); !ok || !found || got != e {
				t.Errorf("%+v is not found", e)
			}
		}
	})
}
