package main

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// commands returns the assay command lines in the code blocks of a document.
func commands(t *testing.T, path string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		t.Fatal(err)
	}
	var found [][]string
	for line := range strings.SplitSeq(string(text), "\n") {
		line, _, _ = strings.Cut(strings.TrimLeft(line, "/ \t"), " #")
		line = strings.TrimPrefix(line, "go run ./cmd/")
		if rest, ok := strings.CutPrefix(line, "assay "); ok && verbHelp[strings.Fields(rest)[0]] != "" {
			rest, _, _ = strings.Cut(rest, "  ")
			args := strings.Fields(rest)
			for i, a := range args {
				args[i] = strings.Trim(a, "'") // what a shell takes away
			}
			found = append(found, args)
		}
	}
	return found
}

// Every command that a document shows is one that the program takes.
func TestDocumentedCommandsParse(t *testing.T) {
	for _, path := range []string{"README.md", "docs/adding-a-candidate.md", "docs/leak.md", "docs/official-packages.md", "cmd/assay/main.go"} {
		lines := commands(t, path)
		if len(lines) < 3 {
			t.Errorf("%s: only %d commands were found", path, len(lines))
		}
		for _, args := range lines {
			parser, err := kong.New(&cli{}, kong.NoDefaultHelp())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(args); err != nil {
				t.Errorf("%s: assay %s: %v", path, strings.Join(args, " "), err)
			}
		}
	}
}

// The README's commands work, in the order in which they stand there. Runs are
// cut short: what matters here is that they end well, not how they measure.
func TestREADME(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the README's commands measure, which needs Linux")
	}
	lines := commands(t, "README.md")
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("README.md", readme, 0o666); err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	systems := fmt.Appendf(nil, "[[system]]\nid = \"lab_1\"\narchitecture = %q\ndescription = \"this machine\"\nhostname = %q\nusers = [%q]\n", runtime.GOARCH, host, who.Username)
	if err := os.WriteFile("systems.toml", systems, 0o666); err != nil {
		t.Fatal(err)
	}
	defer waitForCPU()()
	t.Setenv("ASSAY_EXEC", "")
	for _, args := range lines {
		want := []int{exitOK}
		switch args[0] {
		case "run":
			args = append(args, "--trial-target", "1ms")
			if !slices.Contains(args, "--only") { // the main job: a part of it
				args = append(args, "--only", "^hash-12|^iccs/pseudoXOF|^yardstick/SHA-512")
			}
			if !slices.Contains(args, "--impl") {
				args = append(args, "--impl", "go")
			}
		case "leak":
			args = append(args, "--samples", "2000", "--floor", "100us")
		case "check":
			want = append(want, exitFailed) // an unfit machine
		}
		var stdout, stderr strings.Builder
		if code := run(args, strings.NewReader(""), &stdout, &stderr); !slices.Contains(want, code) {
			t.Errorf("assay %s: exit code %d\n%s", strings.Join(args, " "), code, stderr.String())
		}
		if stdout.Len() == 0 {
			t.Errorf("assay %s printed nothing", strings.Join(args, " "))
		}
	}
}
