package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/schematest"
)

func TestMain(m *testing.M) {
	// A run in a test re-executes its own binary as the Go twin.
	if len(os.Args) > 1 && os.Args[1] == "driver" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "alone": alone, "signal": signalWhen, "schema": followsSchema, "served": served},
	})
}

// alone keeps the scripts that measure apart: they run in parallel otherwise,
// and only one process may measure on a CPU.
func alone(ts *testscript.TestScript, neg bool, args []string) {
	ts.Defer(waitForCPU())
}

var measuring sync.Mutex

// waitForCPU waits for the other tests that measure, and for other programs
// on this machine that do, since assay refuses a CPU that is taken. done lets the next
// test go on.
func waitForCPU() (done func()) {
	measuring.Lock()
	for range 3000 { // five minutes; then assay itself says what is wrong
		cpu, err := host.PickCPU(-1)
		if err != nil {
			break
		}
		if unlock, err := host.LockCPU(cpu); err == nil {
			unlock()
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return measuring.Unlock
}

// followsSchema ("schema RUN", "schema NAME.json") checks the files of a run, or
// one file by the schema of its name, against docs/schema.
func followsSchema(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: schema RUN|NAME.json")
	}
	schemas, err := schematest.Load()
	ts.Check(err)
	if name, ok := strings.CutSuffix(args[0], ".json"); ok {
		ts.Check(schemas.Check(name, []byte(ts.ReadFile(args[0]))))
		return
	}
	files, err := schemas.CheckRun(ts.MkAbs(args[0]))
	ts.Check(err)
	if files < 3 {
		ts.Fatalf("only %d files in %s", files, args[0])
	}
}

// signalWhen ("signal NAME PATTERN COMMAND...") starts a command, sends it a
// signal as soon as a file matches the pattern, and waits for its end. Its exit
// code is in the file "code", -1 for a process that was killed.
func signalWhen(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: signal NAME PATTERN COMMAND...")
	}
	sig := map[string]os.Signal{"INT": os.Interrupt, "KILL": os.Kill}[args[0]]
	var out strings.Builder
	cmd := exec.Command(ts.Getenv("ASSAY"), args[3:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), &out, &out
	ts.Check(cmd.Start())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // the exit code is what is asked for
	}()
	for found := []string(nil); len(found) == 0; {
		select {
		case <-ended:
			ts.Fatalf("the command ended before there was a file %s:\n%s", args[1], out.String())
		case <-time.After(time.Millisecond):
			found, _ = filepath.Glob(ts.MkAbs(args[1]))
		}
	}
	ts.Check(cmd.Process.Signal(sig))
	<-ended
	ts.Check(os.WriteFile(ts.MkAbs("code"), fmt.Appendf(nil, "%d\n", cmd.ProcessState.ExitCode()), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("output"), []byte(out.String()), 0o666))
}

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
