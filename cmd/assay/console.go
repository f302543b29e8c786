package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// The rules of output. Results go to standard output; everything else to
// standard error. An error is one line: "assay: ", lower case, no full stop;
// a second line, "hint: ", says what to do where the error does not. Progress
// and control characters appear on a terminal only. With --json, standard
// output is one JSON value and nothing else.

// fail prints an error and returns the exit code for wrong use or environment.
func (c *console) fail(err error) int {
	fmt.Fprintf(c.stderr, "assay: %v\n", err)
	if h := (*hinted)(nil); errors.As(err, &h) {
		fmt.Fprintf(c.stderr, "hint: %s\n", h.hint)
	}
	return exitWrong
}

// warn prints a line that the user should read but that stops nothing.
func (c *console) warn(format string, args ...any) {
	fmt.Fprintf(c.stderr, "assay: "+format+"\n", args...)
}

// exitCode is returned by a verb that has said what there is to say.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// hinted is an error with advice.
type hinted struct {
	error
	hint string
}

func (h *hinted) Unwrap() error { return h.error }

func withHint(err error, hint string) error { return &hinted{err, hint} }

// output remembers the first error of standard output.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// terminal says whether w is a terminal, and how wide it is.
func terminal(w io.Writer) (width int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return width, err == nil
}
