// Assay measures cryptographic hash candidates and shows its evidence.
//
// # Measuring
//
//	assay check                  is this machine fit for measuring, and what would mend it
//	assay run --quick            build, check against the official vectors, measure, write pages
//	assay run                    the same with the full trial length
//	assay run --pair A=…,B=…     measure two implementations of an instance against each other
//	assay run --dir runs/NAME    go on with a run that was interrupted
//
// A run measures every implementation of every candidate, each trial in a fresh
// process on one CPU, and leaves its evidence in a directory of its own:
// campaign.json, build.json, known-answer logs, memory.json (stack and heap of
// single calls), one record per operation, and the pages in pages/.
//
// # Around it
//
//	assay list                   candidates, instances, implementations
//	assay list --kernels         what the Go packages can run on this CPU
//	assay import hash-12 FILE    take the code of a submission from its archive
//	assay import --list          which submissions are imported, and where to get the others
//	assay kat Iphe-512           check implementations against the official vectors
//	assay leak Iphe-512-go       does the time of a call depend on the message
//	assay report RUN -o DIR      write the pages of a run again
//	assay publish RUN DIR        make a dataset for others of a run
//	assay site RUN -o DIR        make a web site of runs and datasets
//	assay serve RUN              the same at an address of this machine, while it runs
//	assay verify RUN             does everything in a run or dataset follow from its trials
//	assay verify --pages DIR RUN do published pages say what their dataset says
//	assay export RUN             one row per trial, as CSV, JSON or for benchstat
//	assay compare A B            are two runs equally fast, operation by operation
//	assay sum -a Iphe-512 FILE   print digests; -c checks a list of them
//
// # Environment
//
// ASSAY_KERNEL names the kernels that the Go packages use ("avx2", or several joined by commas, the
// first that a package has counts); ASSAY_CPU_OFF names instruction sets that are treated as missing
// ("avx512f,gfni"). ASSAY_STORE is the folder of imported submissions. ASSAY_JAIL_OFF names parts of the jail for foreign
// code to do without ("namespaces,landlock"; docs/jail.md). ASSAY_EXEC is a command that runs the measured programs, such as an emulator.
//
// # Exit codes
//
// 0: fine. 1: what was checked failed (vectors, digests, an unfit host, an
// operation that could not be measured, a leak). 2: wrong use or environment. 130:
// interrupted.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/hashassay/assay/internal/cpu"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/jail"
	"github.com/hashassay/assay/internal/visible"
)

// The exit codes.
const (
	exitOK          = 0
	exitFailed      = 1   // the checked thing failed
	exitWrong       = 2   // wrong use or environment
	exitInterrupted = 130 // as a shell reports SIGINT
)

// cli is the command line.
type cli struct {
	Check   checkCmd   `cmd:""`
	List    listCmd    `cmd:""`
	Import  importCmd  `cmd:""`
	Run     runCmd     `cmd:""`
	Kat     katCmd     `cmd:""`
	Leak    leakCmd    `cmd:""`
	Report  reportCmd  `cmd:""`
	Publish publishCmd `cmd:""`
	Site    siteCmd    `cmd:""`
	Serve   serveCmd   `cmd:""`
	Export  exportCmd  `cmd:""`
	Compare compareCmd `cmd:""`
	Sum     sumCmd     `cmd:""`
	Verify  verifyCmd  `cmd:""`
	Version versionCmd `cmd:""`
}

// console is what a verb talks to.
type console struct {
	stdin          io.Reader
	stdout, stderr io.Writer // of text: what a terminal would obey is escaped
	data           io.Writer // standard output for files of others, byte by byte; as text on a terminal
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "driver" {
		return driver.Main(args[1:], stdin, stdout, stderr) // the Go twin, started by ourselves
	}
	out := &output{w: stdout}
	text, errs := visible.NewWriter(out), visible.NewWriter(stderr)
	c := &console{stdin: stdin, stdout: text, stderr: errs, data: out}
	if _, ok := terminal(stdout); ok {
		c.data = text
	}
	code := c.run(args)
	text.Flush() // its error is out's
	errs.Flush()
	if out.err != nil && code != exitWrong { // a result that nobody got is no success
		return c.fail(fmt.Errorf("standard output: %w", out.err))
	}
	return code
}

func (c *console) run(args []string) int {
	if text, ok := helpFor(args); ok {
		fmt.Fprint(c.stdout, text)
		return exitOK
	}
	parser, err := kong.New(&cli{}, kong.Name("assay"), kong.NoDefaultHelp(), kong.Exit(func(int) {}), kong.Writers(c.stdout, c.stderr))
	if err != nil {
		panic("assay: " + err.Error())
	}
	if len(args) == 0 {
		fmt.Fprint(c.stderr, usage)
		return exitWrong
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return c.fail(withHint(err, hintFor(args)))
	}
	if err := cpu.CheckEnvironment(); err != nil {
		return c.fail(withHint(err, "unset it and see what this CPU can run: assay list --kernels"))
	}
	if err := jail.CheckEnvironment(); err != nil {
		return c.fail(err)
	}
	err = ctx.Run(c)
	if code := exitCode(0); errors.As(err, &code) {
		return int(code)
	}
	if err != nil {
		return c.fail(err)
	}
	return exitOK
}

func hintFor(args []string) string {
	for _, a := range args {
		if _, ok := verbHelp[a]; ok {
			return "assay " + a + " --help shows the options"
		}
		if !strings.HasPrefix(a, "-") {
			break
		}
	}
	return "assay --help shows the verbs"
}
