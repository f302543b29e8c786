package main

import (
	"errors"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"assay": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			assay, err := exec.LookPath("assay") // put there by testscript.Main
			e.Setenv("ASSAY", assay)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "alone": alone},
	})
}

// alone keeps the scripts that measure apart: they run in parallel otherwise,
// and only one process may measure on a CPU.
func alone(ts *testscript.TestScript, neg bool, args []string) {
	measuring.Lock()
	ts.Defer(measuring.Unlock)
}

var measuring sync.Mutex

// exits CODE COMMAND... runs a command and checks its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit := (*exec.ExitError)(nil)
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if want := args[0]; strconv.Itoa(code) != want {
		ts.Fatalf("exit code %d, want %s", code, want)
	}
}

// Every option is in the hand-written help of its verb, every verb has an
// example, and the overview names every verb.
func TestHelpIsComplete(t *testing.T) {
	verbs := reflect.TypeFor[cli]()
	for i := range verbs.NumField() {
		f := verbs.Field(i)
		verb := strings.ToLower(f.Name)
		if !strings.Contains(usage, "\n  "+verb+" ") {
			t.Errorf("the overview lacks %s", verb)
		}
		text := verbHelp[verb]
		if !strings.Contains(text, "\nexample: assay "+verb) {
			t.Errorf("the help of %s has no example", verb)
		}
		for k := range f.Type.NumField() {
			tag := f.Type.Field(k).Tag
			name := tag.Get("name")
			if _, isArg := tag.Lookup("arg"); isArg {
				if !strings.Contains(text, strings.ToUpper(name)) {
					t.Errorf("the help of %s lacks the argument %s", verb, strings.ToUpper(name))
				}
				continue
			}
			if !strings.Contains(text, "--"+name) {
				t.Errorf("the help of %s lacks --%s", verb, name)
			}
		}
	}
}
