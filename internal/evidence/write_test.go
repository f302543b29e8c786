package evidence

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func fileNames(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	for _, text := range []string{"first", "", "a longer second"} {
		if err := WriteFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); got != text {
			t.Errorf("content %q, want %q", got, text)
		}
	}
	if names := fileNames(t, dir); names != "a.json" {
		t.Errorf("folder holds %s", names)
	}
	// Relative to the working directory, with no folder in the name.
	t.Chdir(dir)
	if err := WriteFile("b.json", []byte("b")); err != nil || content(t, "b.json") != "b" {
		t.Errorf("plain name: %v", err)
	}
}

// A rename that fails (the target is a folder with something in it) leaves no
// temporary file.
func TestWriteFileFailure(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	write(t, filepath.Join(path, "inside"), []byte("kept"))
	err := WriteFile(path, []byte("new"))
	if err == nil || !strings.HasPrefix(err.Error(), "write "+path+": ") {
		t.Errorf("error %v", err)
	}
	if names := fileNames(t, dir); names != "a.json" {
		t.Errorf("folder holds %s", names)
	}
	if got := content(t, filepath.Join(path, "inside")); got != "kept" {
		t.Errorf("content %q", got)
	}
	if err := WriteFile(filepath.Join(dir, "none", "a.json"), nil); err == nil {
		t.Error("wrote into a folder that does not exist")
	}
}

func TestWriteFileUnwritable(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("this user may write to every folder")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	write(t, path, []byte("old"))
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	if err := WriteFile(path, []byte("new")); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if got := content(t, path); got != "old" {
		t.Errorf("content %q", got)
	}
}

func TestWriteJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	v := struct {
		Text  string         `json:"text"`
		Empty []int          `json:"empty"`
		None  map[string]int `json:"none"`
		X     *Float         `json:"x"`
		Y     Float          `json:"y"`
		List  []Float        `json:"list"`
	}{Text: "a < b && c > d µ", Empty: []int{}, None: map[string]int{}, Y: 1, List: []Float{0.5, 1e-5}}
	if err := WriteJSON(path, v); err != nil {
		t.Fatal(err)
	}
	want := `{
 "text": "a < b && c > d µ",
 "empty": [],
 "none": {},
 "x": null,
 "y": 1.0,
 "list": [
  0.5,
  1e-05
 ]
}
`
	if got := content(t, path); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// What cannot be written leaves the old file alone.
	if err := WriteJSON(path, Float(math.NaN())); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if got := content(t, path); got != want {
		t.Errorf("file changed:\n%s", got)
	}
}
