// Command speed measures the kernels of the hash packages against each other,
// against our C99 references and against Go's SHA-512, and writes
// docs/performance.md:
//
//	go run ./internal/speed -o docs/performance.md
//
// All things that are compared are measured in turns, many short times each,
// and the least time of each is shown: on a shared machine the least is what the
// code needs, and the rest is what others did meanwhile. It is no
// replacement for assay run, which keeps evidence and states its doubts.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "driver" {
		os.Exit(driver.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "speed:", err)
		}
		os.Exit(2)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("speed", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("o", "", "write the page to this `file` instead of standard output")
	rounds := flags.Int("rounds", 40, "how often everything is measured")
	only := flags.String("only", "", "only instances that match this regular expression")
	cc := flags.String("cc", "", "the C compiler (default: gcc)")
	cpu := flags.Int("cpu", runtime.NumCPU()-1, "the CPU to measure on")
	if err := flags.Parse(args); err != nil {
		return err
	}
	match, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	if *rounds < 1 || flags.NArg() > 0 {
		return errors.New("usage: speed [-o FILE] [-rounds N] [-only REGEX]")
	}
	debug.SetGCPercent(-1) // what is measured does not allocate
	unlock, err := host.LockCPU(*cpu)
	if err != nil {
		return err
	}
	defer unlock()
	m := &measurement{CPU: *cpu, Rounds: *rounds, began: time.Now(), progress: func(text string) { fmt.Fprintln(stderr, text) }}
	if err := m.prepare(match, *cc); err != nil {
		return err
	}
	defer m.close()
	if err := m.run(ctx); err != nil {
		return err
	}
	page := m.page()
	if *out == "" {
		_, err := io.WriteString(stdout, page)
		return err
	}
	return evidence.WriteFile(*out, []byte(page))
}
