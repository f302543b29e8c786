package toolchain

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestBuildProgram(t *testing.T) {
	c := gcc(t)
	path := filepath.Join(t.TempDir(), "run", "driver")
	source := "#include <stdio.h>\n#include <dlfcn.h>\nint main(void) { return printf(\"%d\\n\", dlopen(NULL, RTLD_NOW) != NULL) != 2; }\n"
	if err := c.BuildProgram(t.Context(), []byte(source), path); err != nil {
		t.Fatal(err)
	}
	output, err := exec.Command(path).Output()
	if err != nil || string(output) != "1\n" {
		t.Errorf("program prints %q (%v)", output, err)
	}
	err = c.BuildProgram(t.Context(), []byte("int main(void) { return x; }\n"), path)
	be, ok := errors.AsType[*BuildError](err)
	if !ok || !strings.HasPrefix(err.Error(), "driver: does not build: ./driver.c:1:25: error: 'x' undeclared") {
		t.Fatalf("error is %v", err)
	}
	if be.Log != path+".log" || !strings.HasPrefix(read(t, be.Log), "gcc -std=c99 -O2 -Wall -Wextra ") {
		t.Errorf("log %s is\n%s", be.Log, read(t, be.Log))
	}
}
