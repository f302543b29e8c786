package publish

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

var bench = System{ID: "lab_1", Architecture: "amd64", Description: "the test bench", Hostname: "bench"}

// newRun copies the run in testdata to a folder of its own.
func newRun(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS("testdata/run")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// edit replaces text in a file, which must hold it.
func edit(t *testing.T, file, old, new string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.ReplaceAll(string(data), old, new)
	if changed == string(data) {
		t.Fatalf("%s does not hold %q", file, old)
	}
	if err := os.WriteFile(file, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
}

// publishAs publishes as the user alice on the machine secret.
func publishAs(t *testing.T, s System, run, dir string) (*Result, error) {
	t.Helper()
	d, err := evidence.ReadDataset(run)
	if err != nil {
		t.Fatal(err)
	}
	p := &publication{dataset: d, system: s, names: names{hosts: []string{"secret"}, users: []string{"alice", "root", ""}, allowed: append([]string{s.Hostname, s.ID}, s.Users...)}}
	return p.publish(t.Context(), run, dir)
}

// listing returns the files below dir with their contents.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A dataset holds the evidence byte for byte, but for the system's name and the
// folders of candidates; and nothing else of the run's folder.
func TestPublish(t *testing.T) {
	run := newRun(t)
	want := listing(t, run)
	delete(want, "lib/Iphe-512-c99.guide.log")
	for _, name := range []string{"lock", "pages/summary.md", "trials/hash-12/x.jsonl", "lib/driver", ".campaign.json.0.tmp", "records/hash-12/.x.json"} {
		file := filepath.Join(run, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("{"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(t.TempDir(), "data", "lab_1")
	res, err := publishAs(t, bench, run, dir)
	if err != nil {
		t.Fatal(err)
	}
	if res.Records != 2 || res.Files != len(want) || res.Unfinished != 0 {
		t.Errorf("%+v", res)
	}
	campaign := want["campaign.json"]
	campaign = strings.Replace(campaign, `"system_id": "local"`, `"system_id": "lab_1"`, 1)
	want["campaign.json"] = strings.Replace(campaign, "/home/alice/work/my-hashes", "my-hashes", 1)
	got := listing(t, dir)
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s is not what the run holds", name)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("besides: %v", got)
	}
}

// Paths below the run's folder lead to the same files of the dataset.
func TestRunPathsBecomeRelative(t *testing.T) {
	run := newRun(t)
	record := filepath.Join(run, "records/hash-12/Iphe-512-c99__hash_32.json")
	edit(t, record, `"lib/driver"`, `"`+run+`/lib/driver"`)
	edit(t, record, `"cpu=0"`, `"cpu=0", "`+run+`"`)
	dir := filepath.Join(t.TempDir(), "lab_1")
	if _, err := publishAs(t, bench, run, dir); err != nil {
		t.Fatal(err)
	}
	text := listing(t, dir)["records/hash-12/Iphe-512-c99__hash_32.json"]
	if strings.Contains(text, run) || !strings.Contains(text, `"lib/driver"`) || !strings.Contains(text, `".",`) {
		t.Errorf("paths of the run are not relative")
	}
}

// What tells of the machine or its user is refused with file and field, and
// nothing is written.
func TestRefused(t *testing.T) {
	const record, log = "records/hash-12/Iphe-512-c99__hash_1024.json", "kat/hash-12/Iphe-512-c99.log"
	for _, test := range []struct{ name, file, old, new, want string }{
		{"host of a record", record, `"hostname": "bench"`, `"hostname": "secret"`, `field environment.hostname: host name "secret" is not that of the system lab_1 (declared: "bench")`},
		{"host at the start", "campaign.json", `"hostname": "bench"`, `"hostname": "other"`, `field environment_at_start.hostname: host name "other"`},
		{"architecture", record, `"architecture": "x86_64"`, `"architecture": "aarch64"`, `field environment.architecture: architecture "aarch64" is not that of the system lab_1 (declared: "amd64")`},
		{"command", record, `"lib/driver"`, `"/home/bob/driver"`, `field processes[0].command[0]: local absolute path "/home/bob/driver"`},
		{"option", "build.json", `"-Ic99"`, `"-I/opt/c99"`, `field instances.hash-12/Iphe-512-c99.assay.command[14]: local absolute path "/opt/c99"`},
		{"assignment", record, `"target=lib/Iphe-512-c99.so"`, `"target=/srv/x.so"`, `field processes[0].command[2]: local absolute path "/srv/x.so"`},
		{"standard error", record, `"stderr": ""`, `"stderr": "cannot open '/home/x/y'"`, `field processes[0].stderr: local absolute path "/home/x/y"`},
		{"drive", record, `"stderr": ""`, `"stderr": "C:\\Users\\x"`, `field processes[0].stderr: local absolute path "C:\\Users\\x"`},
		{"user", record, `"stderr": ""`, `"stderr": "for alice: no"`, `field processes[0].stderr: user name "alice"`},
		{"host in text", record, `"stderr": ""`, `"stderr": "root@secret"`, `field processes[0].stderr: host name "secret"`},
		{"key", record, `"stderr": ""`, `"alice": ""`, `field processes[0].alice: user name "alice"`},
		{"log", log, "source_dir = hash-12/c99", "source_dir = /work/hash-12/c99", `line 7: local absolute path "/work/hash-12/c99"`},
		{"other folder with the run's name in it", record, `"lib/driver"`, `"/mnt{run}/lib/driver"`, `field processes[0].command[0]: local absolute path "/mnt`},
	} {
		t.Run(test.name, func(t *testing.T) {
			run := newRun(t)
			edit(t, filepath.Join(run, test.file), test.old, strings.ReplaceAll(test.new, "{run}", filepath.ToSlash(run)))
			parent := t.TempDir()
			_, err := publishAs(t, bench, run, filepath.Join(parent, "lab_1"))
			local := (*LocalError)(nil)
			if !errors.As(err, &local) || !strings.HasPrefix(err.Error(), test.file+": "+test.want) {
				t.Errorf("error %v, want %s: %s", err, test.file, test.want)
			}
			if files := listing(t, parent); len(files) > 0 {
				t.Errorf("written: %v", files)
			}
		})
	}
}

// What is the declared system's own may be said.
func TestDeclaredNames(t *testing.T) {
	run := newRun(t)
	edit(t, filepath.Join(run, "campaign.json"), `"host_problems": [`, `"history_note": "alice saw bench at work", "host_problems": [`)
	s := bench
	s.Users = []string{"alice"}
	if _, err := publishAs(t, s, run, filepath.Join(t.TempDir(), "lab_1")); err != nil {
		t.Error(err)
	}
}

// Who interrupts it finds the place as it was, and nothing beside it.
func TestInterrupted(t *testing.T) {
	parent := t.TempDir()
	place := &target{dir: filepath.Join(parent, "lab_1")}
	ctx, cancel := context.WithCancel(t.Context())
	var asked []string
	err := place.write(ctx, []string{"a", "b", "c"}, func(name string) ([]byte, error) {
		if asked = append(asked, name); name == "b" {
			cancel()
		}
		return []byte(name), nil
	})
	if !errors.Is(err, context.Canceled) || len(asked) != 2 {
		t.Errorf("%v after %v", err, asked)
	}
	if left := listing(t, parent); len(left) > 0 {
		t.Errorf("it left %v", left)
	}
}

// An older dataset gives way only to a whole new one.
func TestOlderDataset(t *testing.T) {
	run, parent := newRun(t), t.TempDir()
	dir := filepath.Join(parent, "lab_1")
	if _, err := publishAs(t, bench, run, dir); err != nil {
		t.Fatal(err)
	}
	before := listing(t, parent)

	record := filepath.Join(run, "records/hash-12/Iphe-512-c99__hash_1024.json")
	edit(t, record, `"hostname": "bench"`, `"hostname": "secret"`)
	if _, err := publishAs(t, bench, run, dir); err == nil {
		t.Fatal("published a foreign host name")
	}
	if after := listing(t, parent); len(after) != len(before) || after["lab_1/campaign.json"] != before["lab_1/campaign.json"] {
		t.Error("a refused run changed the older dataset")
	}

	if err := os.Remove(record); err != nil {
		t.Fatal(err)
	}
	if _, err := publishAs(t, bench, run, dir); err != nil {
		t.Fatal(err)
	}
	after := listing(t, parent)
	if _, ok := after["lab_1/records/hash-12/Iphe-512-c99__hash_1024.json"]; ok || len(after) != len(before)-1 {
		t.Errorf("not the new dataset alone: %d files, %d before", len(after), len(before))
	}

	other := bench
	other.ID = "lab_2"
	if _, err := publishAs(t, other, run, dir); !errors.Is(err, ErrInTheWay) || !strings.Contains(err.Error(), `"lab_1", not "lab_2"`) {
		t.Errorf("over a dataset of another system: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := publishAs(t, bench, run, dir); !errors.Is(err, ErrInTheWay) || !strings.Contains(err.Error(), "notes.txt") {
		t.Errorf("over a file of somebody: %v", err)
	}
	if _, ok := listing(t, dir)["notes.txt"]; !ok {
		t.Error("the file of somebody is gone")
	}
}

func TestDestinations(t *testing.T) {
	run := newRun(t)
	for _, dir := range []string{run, filepath.Join(run, "x"), filepath.Dir(run)} {
		if _, err := publishAs(t, bench, run, dir); err == nil || !strings.Contains(err.Error(), "lie in each other") {
			t.Errorf("%s: %v", dir, err)
		}
	}
	empty := t.TempDir()
	if _, err := publishAs(t, bench, run, empty); err != nil {
		t.Errorf("into an empty folder: %v", err)
	}
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "thesis.tex"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := publishAs(t, bench, run, home); !errors.Is(err, ErrInTheWay) {
		t.Errorf("over somebody's folder: %v", err)
	}
	file := filepath.Join(home, "thesis.tex")
	if _, err := publishAs(t, bench, run, file); err == nil || !strings.Contains(err.Error(), "thesis.tex") {
		t.Errorf("over a file: %v", err)
	}
}

// A run that lacks a log, or whose log lies elsewhere, is no evidence.
func TestLogs(t *testing.T) {
	run := newRun(t)
	if err := os.Remove(filepath.Join(run, "kat/hash-12/Iphe-512-c99.log")); err != nil {
		t.Fatal(err)
	}
	if _, err := publishAs(t, bench, run, filepath.Join(t.TempDir(), "d")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "Iphe-512-c99.log") {
		t.Errorf("lost log: %v", err)
	}
	run = newRun(t)
	edit(t, filepath.Join(run, "build.json"), `"kat_log": "kat/`, `"kat_log": "../kat/`)
	if _, err := publishAs(t, bench, run, filepath.Join(t.TempDir(), "d")); err == nil || !strings.Contains(err.Error(), "build.json: ") {
		t.Errorf("log outside: %v", err)
	}
}

func TestPublishOptions(t *testing.T) {
	run := newRun(t)
	systems := filepath.Join(t.TempDir(), "systems.toml")
	if err := os.WriteFile(systems, []byte("[[system]]\nid = \"lab_1\"\narchitecture = \"x86_64\"\ndescription = \"d\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "d")
	if _, err := Publish(t.Context(), run, dir, Options{Systems: systems}); !errors.Is(err, ErrNotDeclared) || !strings.Contains(err.Error(), `"local"`) {
		t.Errorf("undeclared system: %v", err)
	}
	// Without a declared host name, the id is the only one.
	if _, err := Publish(t.Context(), run, dir, Options{Systems: systems, System: "lab_1"}); err == nil || !strings.Contains(err.Error(), `"bench" is not that of the system lab_1 (declared: "lab_1")`) {
		t.Errorf("undeclared host: %v", err)
	}
	edit(t, filepath.Join(run, "campaign.json"), `"ended_utc": "2026-11-30T`, `"ended_utc": "", "x": "`)
	if _, err := Publish(t.Context(), run, dir, Options{Systems: systems, System: "lab_1"}); !errors.Is(err, ErrNotEnded) {
		t.Errorf("run that goes on: %v", err)
	}
}
