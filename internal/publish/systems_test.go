package publish

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func systemsFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "systems.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadSystems(t *testing.T) {
	systems, err := ReadSystems(systemsFile(t, `
[[system]]
id = "arm_1"
architecture = "aarch64"
description = "Snapdragon X Elite at 2.71 GHz"
hostname = "vivo"
users = ["ann"]

[[system]]
id = "x86_1"
architecture = "x86_64"
description = "i7-12700"
`))
	if err != nil || len(systems) != 2 {
		t.Fatalf("%+v %v", systems, err)
	}
	if s := systems[0]; s.Hostname != "vivo" || s.Users[0] != "ann" || s.Architecture != "aarch64" || s.Description == "" {
		t.Errorf("%+v", s)
	}
	if systems[1].Hostname != "x86_1" {
		t.Errorf("host name %q, want the id", systems[1].Hostname)
	}
}

func TestSystemsErrors(t *testing.T) {
	const whole = "[[system]]\nid = \"a\"\narchitecture = \"x86_64\"\ndescription = \"d\"\n"
	for _, test := range []struct{ text, want string }{
		{"[[system]\n", "systems.toml:2: "},
		{"id = 3\n", "key id is not known"},
		{whole + "host = \"x\"\n", "key system.host is not known"},
		{whole + whole, `system 2: id "a" is declared twice`},
		{"[[system]]\n", "system 1: id \"\" must be"},
		{strings.Replace(whole, `"a"`, `"../a"`, 1), "system 1: id \"../a\" must be"},
		{strings.Replace(whole, `"x86_64"`, `""`, 1), "system 1: architecture is missing"},
		{strings.Replace(whole, `"d"`, `" "`, 1), "system 1: description is missing"},
		{whole + "users = [\"\"]\n", "system 1: users holds an empty name"},
	} {
		path := systemsFile(t, test.text)
		if _, err := ReadSystems(path); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%q: error %v, want %q", test.text, err, test.want)
		}
	}
}

func TestSameArchitecture(t *testing.T) {
	if !sameArchitecture("x86_64", "amd64") || !sameArchitecture("ARM64", "aarch64") || sameArchitecture("x86_64", "aarch64") {
		t.Error("names of architectures")
	}
}
