package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/schematest"
	"github.com/hashassay/assay/internal/store"
	"github.com/hashassay/assay/internal/store/storetest"
)

// needsGCC skips tests that build.
func needsGCC(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil || runtime.GOOS != "linux" {
		t.Skip("building needs Linux and gcc")
	}
}

// runs runs the program and returns what it printed.
func runs(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// measures is runs for verbs that need a CPU for themselves: another program on
// this machine may take it between two of them.
func measures(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	for range 3000 { // five minutes, as in waitForCPU
		code, stdout, stderr = runs(t, args...)
		if code != exitWrong || !strings.Contains(stderr, "is in use by another measurement") {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return code, stdout, stderr
}

// importPackage packs files and imports them for a candidate.
func importPackage(t *testing.T, dir string, c *candidate.Candidate, files []storetest.File, naming storetest.Naming, accept bool) {
	t.Helper()
	data, err := storetest.Zip(files, naming)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), c.Archive.Name)
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	q := store.Request{Candidate: c, Archive: name, Assay: "test"}
	if accept {
		q.Accept = digestOf(data)
	}
	if _, err := s.Import(context.Background(), q); err != nil {
		t.Fatal(err)
	}
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// garnet gives the one folder of hash-11 the sources that its recipe names: one
// for each rate of the 512-bit instances, and the width chosen at run time.
func garnet(c *candidate.Candidate, files []storetest.File) []storetest.File {
	dir := c.Instances[0].Submitted.SourceDir
	part := func(instance, function string) string {
		return fmt.Sprintf("#define ALGORITHM_INSTANCE %s\n#define CryptHash %s\n#include \"parts/garnet.c\"\n", instance, function)
	}
	texts := map[string]string{
		"Garnet_768.c": part("Garnet_768", "garnet_768"), "Garnet_1024.c": part("Garnet_1024", "garnet_1024"),
		"Garnet_512.c": part("Garnet_512_Cap1024", "garnet_512"),
	}
	for _, rate := range []string{"512", "640", "768", "896"} {
		texts["Garnet_512_"+rate+".c"] = part("Garnet_512_Cap"+rate, "garnet_512")
	}
	const parameters = "(int n, const unsigned char *m, unsigned long long bits, unsigned char *d)"
	main := ""
	for _, width := range []string{"512", "768", "1024"} {
		main += "int garnet_" + width + parameters + ";\n"
	}
	main += "int CryptHash" + parameters + "\n{\n"
	for _, width := range []string{"512", "768", "1024"} {
		main += "\tif (n == " + width + ")\n\t\treturn garnet_" + width + "(n, m, bits, d);\n"
	}
	texts["CryptHash_Garnet.c"] = main + "\treturn 1;\n}\n"
	files = slices.DeleteFunc(files, func(f storetest.File) bool {
		return path.Dir(f.Name) == dir && texts[path.Base(f.Name)] != ""
	})
	for name, text := range texts {
		files = append(files, storetest.File{Name: path.Join(dir, name), Data: text})
	}
	return files
}

// five imports packages in the official layout of each candidate that has a C99
// reference, with names as different packers write them.
func five(t *testing.T, dir string) {
	t.Helper()
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	namings := map[string]storetest.Naming{
		"hash-03": storetest.GBK, "hash-08": storetest.UTF8, "hash-11": storetest.Unmarked, "hash-12": storetest.GBK, "hash-24": storetest.UTF8,
	}
	for _, c := range catalogue.Candidates {
		naming, ok := namings[c.ID]
		if !ok {
			continue
		}
		files, err := storetest.Package(c)
		if err != nil {
			t.Fatal(err)
		}
		if c.ID == "hash-11" {
			files = garnet(c, files)
		}
		importPackage(t, dir, c, files, naming, true)
	}
}

// Packages in the official layout are imported, built, gated and measured, under
// the plain labels of the instances.
func TestSubmittedPackages(t *testing.T) {
	needsGCC(t)
	dir := t.TempDir()
	five(t, dir)

	code, out, errs := runs(t, "kat", "--impl", "submitted", "--files", "2_12", "--store", dir)
	rows := strings.Count(out, "\n")
	if code != exitFailed || rows != 19 || strings.Count(out, "PASS ") != 18 || !strings.Contains(out, "MISMATCH   Garnet_1024_DM4x4 ") {
		t.Errorf("assay kat: exit code %d, %d rows:\n%s%s", code, rows, out, errs)
	}
	if strings.Count(out, ", code of another archive than the published one (") != 19 {
		t.Errorf("assay kat does not say which code it checked:\n%s", out)
	}
	if !strings.Contains(errs, "not imported is left out: hash-01 (AFS-TrEDM.zip), ") || strings.Contains(errs, "hash-03") {
		t.Errorf("assay kat says %q", errs)
	}

	defer waitForCPU()()
	r := filepath.Join(t.TempDir(), "r")
	code, out, errs = measures(t, "run", "--quick", "--trial-target", "1ms", "--impl", "submitted", "--files", "2_12", "--store", dir, "--dir", r,
		"--only", "512_Cap512$|CHash_512$|Duet-512$|Iphe-512$|QSH-512$|DM4x4$")
	if code != exitFailed || !strings.Contains(errs, "Garnet_1024_DM4x4: MISMATCH") {
		t.Fatalf("assay run: exit code %d\n%s%s", code, out, errs)
	}
	if !strings.Contains(errs, " Iphe-512 PASS (guide), code of another archive than the published one\n") {
		t.Errorf("assay run does not say which code it checks:\n%s", errs)
	}
	if !strings.Contains(out, "warning: code of another archive than the published one: Iphe-512 (Iphe.zip, SHA-256 ") || !strings.Contains(out, "other archive: ") {
		t.Errorf("assay run does not say which code it measured:\n%s", out)
	}
	d, err := evidence.ReadDataset(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Records) != 5*8 || len(d.Campaign.Assay.Imports) != 5 {
		t.Errorf("%d records, want 5 times 8; imports %v", len(d.Records), d.Campaign.Assay.Imports)
	}
	for _, record := range d.Records {
		if record.Label != record.Instance || record.Variant != "reference" || record.Status != evidence.Complete {
			t.Errorf("%s: label %s, instance %s, variant %s, status %s", d.Paths[record], record.Label, record.Instance, record.Variant, record.Status)
		}
	}
	for _, e := range d.Build.Instances {
		if a := e.Assay.Archive; a == nil || a.Published || a.SHA256 != d.Campaign.Assay.Imports[e.Candidate] {
			t.Errorf("%s: archive %+v", e.Label, a)
		}
	}
	page, err := os.ReadFile(filepath.Join(r, "pages", "hash-24.md"))
	if err != nil || !strings.Contains(string(page), "| `QSH-512` | code of another archive than the published one |") || !strings.Contains(string(page), "(from QSH.zip, SHA-256 ") {
		t.Errorf("the page does not say which code it is of (%v):\n%.2000s", err, page)
	}
	checkRun(t, r)
	saysOtherArchive(t, r, dir)
}

// saysOtherArchive checks that whatever shows figures or verdicts of hash-12 says that they are of
// another archive, in the line or value itself.
func saysOtherArchive(t *testing.T, r, dir string) {
	t.Helper()
	pages := t.TempDir()
	for _, x := range []struct {
		args []string
		line string // what the lines in question contain
		want string
	}{
		{[]string{"report", r, "--table"}, "Iphe-512  ", "other archive"},
		{[]string{"report", r, "--json"}, `"name": "Iphe.zip"`, ""},
		{[]string{"report", r, "--json"}, `"published": `, "false"},
		{[]string{"kat", "Iphe-512", "--impl", "submitted", "--files", "2_12", "--store", dir, "--json"}, `"published": `, "false"},
		{[]string{"export", r}, ",Iphe-512,", ",Iphe.zip,"},
		{[]string{"export", r}, ",Iphe-512,", ",false,"},
		{[]string{"export", r, "--format", "json"}, `"archive_published"`, "false"},
		{[]string{"export", r, "--format", "benchfmt"}, "BenchmarkHash/candidate=hash-12", "/archive=other"},
		{[]string{"verify", r}, "hash-12 from Iphe.zip, SHA-256 ", "doubt: build.json: assay.archive of Iphe-512: "},
		{[]string{"verify", r, "--json"}, `"says": "hash-12 from Iphe.zip, SHA-256 `, ""},
		{[]string{"compare", r, r}, "Iphe-512 32 B", "other archive"},
		{[]string{"compare", r, r}, "Iphe-512 in A is ", "code of another archive than the published one (Iphe.zip, SHA-256 "},
		{[]string{"compare", r, r, "--json"}, `"kind": "archive"`, ""},
		{[]string{"compare", r, r, "--format", "csv"}, ",Iphe-512,", "Iphe-512 in B is code of another archive"},
		{[]string{"list", "--store", dir}, "  submitted       Iphe-512 ", "(code of another archive than the published one)"},
		{[]string{"list", "--store", dir, "--json"}, `"imported_is_published": `, "false"},
		{[]string{"report", r, "--layout", "classic", "-o", pages}, "hash-12", ""},
	} {
		code, out, errs := runs(t, x.args...)
		found := 0
		for line := range strings.Lines(out) {
			if strings.Contains(line, x.line) {
				found++
				if !strings.Contains(line, x.want) {
					t.Errorf("assay %q: %q is not in %s", x.args, x.want, line)
				}
			}
		}
		if code != exitOK || found == 0 {
			t.Errorf("assay %q: exit code %d, %d lines with %q\n%s%s", x.args, code, found, x.line, out, errs)
		}
	}
	page, err := os.ReadFile(filepath.Join(pages, "hash-12", "perf_local.md"))
	if err != nil || !strings.Contains(string(page), "code of another archive than the published one: Iphe-512 (Iphe.zip, SHA-256 ") {
		t.Errorf("the classic page does not say which code it is of (%v):\n%.1500s", err, page)
	}
}

// checkRun checks a run against the schemas and with assay verify.
func checkRun(t *testing.T, dir string) {
	t.Helper()
	schemas, err := schematest.Load()
	if err == nil {
		_, err = schemas.CheckRun(dir)
	}
	if err != nil {
		t.Error(err)
	}
	if code, out, errs := runs(t, "verify", dir); code != exitOK {
		t.Errorf("assay verify: exit code %d\n%s%s", code, out, errs)
	}
}

// spaced is a candidate outside, whose archive has its digest in the description
// as the built-in ones have. Code is Iphe's.
func spaced(t *testing.T) (dir string, c *candidate.Candidate, files []storetest.File) {
	t.Helper()
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	iphe, err := catalogue.FindInstance("Iphe-512")
	if err != nil {
		t.Fatal(err)
	}
	package12, err := storetest.Package(iphe.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range package12 {
		if f.Name = strings.Replace(f.Name, "Iphe/Implementations/Reference_Implementation/Iphe-512", "Mine/代 码/Iphe", 1); strings.HasPrefix(f.Name, "Mine/") {
			files = append(files, f)
		}
	}
	data, err := storetest.Zip(files, storetest.GBK)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	text := "id = \"mine\"\nname = \"Mine\"\n[archive]\nname = \"My own.zip\"\nsha256 = \"" + digestOf(data) + `"
[[instance]]
name = "Mine-512"
reported = "mine_512"
kat = "Iphe-512"
digest_bits = 512
[[implementation]]
kind = "submitted"
language = "c"
source_dir = "Mine/代 码/Iphe"
`
	manifest := ""
	for _, e := range iphe.Candidate.Manifest.Entries {
		manifest += fmt.Sprintf("%s strict %s/%s\n", e.SHA256, e.Label, e.Name)
	}
	for name, text := range map[string]string{"candidate.toml": text, "kat.sha256": manifest} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if catalogue, err = candidate.LoadFolder(dir); err != nil {
		t.Fatal(err)
	}
	return dir, catalogue.Candidates[0], files
}

// Code of the archive that is described is called the submission's, beside other
// implementations; a run is gone on with for the code that it began with only.
func TestSubmittedAsPublished(t *testing.T) {
	needsGCC(t)
	folder, c, files := spaced(t)
	dir := t.TempDir()
	t.Chdir(filepath.Dir(folder)) // a dataset names no folder of this machine
	candidates := filepath.Base(folder)
	code, _, errs := runs(t, "kat", "Mine-512", "--candidates", candidates, "--store", dir)
	if code != exitWrong || !strings.Contains(errs, "submitted code that is not imported: mine (My own.zip)\nhint: ") {
		t.Errorf("before the import: exit code %d, %q", code, errs)
	}
	importPackage(t, dir, c, files, storetest.GBK, false)
	code, out, errs := runs(t, "list", "--candidates", candidates, "--store", dir)
	if code != exitOK || !strings.Contains(out, "imported  ") || !strings.Contains(out, "My own.zip") {
		t.Errorf("assay list: exit code %d\n%s%s", code, out, errs)
	}

	defer waitForCPU()()
	r := filepath.Join(t.TempDir(), "r")
	begin := []string{"run", "--quick", "--trial-target", "1ms", "--only", "^mine/|^hash-12/Iphe-512", "--impl", "submitted", "--impl", "c99", "--files", "2_12",
		"--candidates", candidates, "--store", dir, "--dir", r}
	if code, out, errs := measures(t, begin...); code != exitOK {
		t.Fatalf("assay run: exit code %d\n%s%s", code, out, errs)
	}
	page, err := os.ReadFile(filepath.Join(r, "pages", "mine.md"))
	if err != nil || !strings.Contains(string(page), "| `Mine-512` | submitted reference code |") || !strings.Contains(string(page), "submitted reference code (from My own.zip, SHA-256 "+c.Archive.SHA256[:16]+"…)") {
		t.Errorf("the page does not say which code it is of (%v):\n%.2000s", err, page)
	}
	log, err := os.ReadFile(filepath.Join(r, "kat", "mine", "Mine-512.log"))
	if err != nil || !strings.Contains(string(log), "RESULT mine mine_512 PASS") {
		t.Errorf("log (%v):\n%s", err, log)
	}
	checkRun(t, r)

	again := []string{"run", "--candidates", candidates, "--store", dir, "--dir", r}
	if code, _, errs := measures(t, again...); code != exitOK || !strings.Contains(errs, "already complete") {
		t.Errorf("gone on with: exit code %d, %s", code, errs)
	}
	// What was imported since is no part of the run.
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	iphe, err := catalogue.FindInstance("Iphe-512")
	if err != nil {
		t.Fatal(err)
	}
	more, err := storetest.Package(iphe.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	importPackage(t, dir, iphe.Candidate, more, storetest.UTF8, true)
	if code, out, errs := measures(t, again...); code != exitOK || !strings.Contains(errs, "already complete") || strings.Contains(out, "Iphe-512 ") {
		t.Errorf("with more code imported: exit code %d\n%s%s", code, out, errs)
	}
	// Other code than the run's, or none.
	importPackage(t, dir, c, append(files, storetest.File{Name: "Mine/new.txt", Data: "another archive"}), storetest.GBK, true)
	if code, _, errs := measures(t, again...); code != exitWrong || !strings.Contains(errs, "of mine from the archive with SHA-256 "+c.Archive.SHA256[:16]) {
		t.Errorf("with code of another archive: exit code %d, %s", code, errs)
	}
	again[4] = t.TempDir()
	if code, _, errs := measures(t, again...); code != exitWrong || !strings.Contains(errs, "which is not imported here") {
		t.Errorf("without the code: exit code %d, %s", code, errs)
	}
}

// A store that was changed behind our back gives nothing to build.
func TestDamagedStore(t *testing.T) {
	needsGCC(t)
	candidates, c, files := spaced(t)
	dir := t.TempDir()
	importPackage(t, dir, c, files, storetest.UTF8, true)
	source := filepath.Join(dir, "mine", "source", "Mine", "代 码", "Iphe", "CryptHash_AlgorithmInstance.c")
	if err := os.Chmod(source, 0o666); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(source, bytes.Replace(text, []byte("I"), []byte("i"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runs(t, "kat", "Mine-512", "--candidates", candidates, "--store", dir)
	if code != exitWrong || strings.Contains(out, "Mine-512") || !strings.Contains(errs, "not what was imported") {
		t.Errorf("changed file: exit code %d\n%s%s", code, out, errs)
	}
	if err := os.WriteFile(filepath.Join(dir, "mine", "import.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	code, _, errs = runs(t, "kat", "Mine-512", "--candidates", candidates, "--store", dir)
	if code != exitWrong || !strings.Contains(errs, "import.json") || !strings.Contains(errs, "hint: import it again: assay import mine ARCHIVE") {
		t.Errorf("changed record: exit code %d, %s", code, errs)
	}
	code, out, errs = runs(t, "list", "--candidates", candidates, "--store", dir)
	if code != exitOK || !strings.Contains(out, "damaged") || !strings.Contains(errs, "import.json") {
		t.Errorf("assay list: exit code %d\n%s%s", code, out, errs)
	}
}
