package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// served ("served OPTION... -- PATH...") starts assay serve, reads the address
// that it prints, asks for the paths below it, and ends it by SIGINT. The file
// "answers" has a line for each path with status, content type and path; "output" has what else was
// printed, "code" the exit code, -1 for a process that was killed.
func served(ts *testscript.TestScript, neg bool, args []string) {
	split := slices.Index(args, "--")
	if neg || split < 0 {
		ts.Fatalf("usage: served OPTION... -- PATH...")
	}
	var output strings.Builder
	cmd := exec.Command(ts.Getenv("ASSAY"), append([]string{"serve"}, args[:split]...)...)
	cmd.Dir, cmd.Stderr = ts.MkAbs("."), &output
	pipe, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	stdout := bufio.NewReader(pipe)
	address, err := stdout.ReadString('\n')
	if err != nil {
		_ = cmd.Wait()
		ts.Fatalf("no address: %v\n%s", err, output.String())
	}
	var answers strings.Builder
	for _, path := range args[split+1:] {
		resp, err := http.Get(strings.TrimSuffix(address, "\n") + path)
		if err != nil {
			_ = cmd.Process.Kill()
			ts.Fatalf("%s: %v", path, err)
		}
		resp.Body.Close()
		fmt.Fprintf(&answers, "%d %s /%s\n", resp.StatusCode, resp.Header.Get("Content-Type"), path)
	}
	ts.Check(cmd.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(stdout)
	ts.Check(err)
	_ = cmd.Wait() // the exit code is what is asked for
	ts.Check(os.WriteFile(ts.MkAbs("answers"), []byte(answers.String()), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("output"), []byte(address+string(rest)+output.String()), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("code"), fmt.Appendf(nil, "%d\n", cmd.ProcessState.ExitCode()), 0o666))
}
