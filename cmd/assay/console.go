package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/hashassay/assay/internal/visible"
)

// The rules of output. Results go to standard output; everything else to
// standard error. An error is one line: "assay: ", lower case, no full stop;
// a second line, "hint: ", says what to do where the error does not. Progress
// and control characters appear on a terminal only. With --json, standard
// output is one JSON value and nothing else. What compilers, libraries and archives of
// strangers say is part of many messages: control characters in it are escaped, by the
// console itself, so that no verb can forget it (package visible).

// fail prints an error and returns the exit code for wrong use or environment.
func (c *console) fail(err error) int {
	c.warn("%v", err)
	if h := (*hinted)(nil); errors.As(err, &h) {
		fmt.Fprintf(c.stderr, "hint: %s\n", visible.Line(h.hint))
	}
	return exitWrong
}

// warn prints a line that the user should read but that stops nothing.
func (c *console) warn(format string, args ...any) {
	text := strings.ReplaceAll(strings.TrimSpace(fmt.Sprintf(format, args...)), "\n", "; ") // errors that were joined
	fmt.Fprintf(c.stderr, "assay: %s\n", visible.Line(text))
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

// terminal says whether w, or what it escapes text for, is a terminal, and how wide it is.
func terminal(w io.Writer) (width int, ok bool) {
	f, isFile := unescaped(w).(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return width, err == nil
}

// unescaped returns what a writer of escaped text writes to; another writer as it is.
func unescaped(w io.Writer) io.Writer {
	if v, ok := w.(*visible.Writer); ok {
		return v.Unwrap()
	}
	return w
}
