// Package gate is the known-answer gate: nothing is timed before it has been
// checked against the official vectors.
//
// A gate run opens one driver session, makes the known-answer files with the
// digests that the candidate's code returns there, and compares their canonical
// digests with the candidate's manifest. No vectors are needed for the verdict;
// where the official files are at hand, a mismatch names the first record that
// differs. The same session gives the digests of the messages that are timed
// later, so that each trial can be held against the gate.
package gate

import (
	"context"
	"io"
	"io/fs"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
)

// Status is the result of a gate run, with the names of the published data.
type Status string

// The statuses. The driver's verdicts (driver.Status) are statuses too.
const (
	Pass      Status = "PASS"
	Mismatch  Status = "MISMATCH"
	NoKAT     Status = "NOKAT"     // no official digest for any file
	Partial   Status = "PARTIAL"   // official digests for some of the files asked for only; those passed
	BuildFail Status = "BUILDFAIL" // set by the campaign

	CryptFail = Status(driver.CryptFail)
	Overflow  = Status(driver.Overflow)
	LoadFail  = Status(driver.LoadFail)
	Timeout   = Status(driver.Timeout)
	Crash     = Status(driver.Crash)
)

// Request says what to check.
type Request struct {
	Implementation *candidate.Implementation
	Program        *driver.Program
	Library        string // path of the shared library; "" for Go implementations
	LibraryName    string // how the log names it: relative path
	Files          []iccs.File
	Vectors        fs.FS  // expected known-answer files at <label>/<file name>; nil: none at hand
	Messages       []int  // lengths in bytes of the timed messages whose digests are wanted
	Compiler       string // for the log: version line
	BuildFlags     string // for the log
	Limits         driver.Limits
}

// FileResult is the result of one known-answer file.
type FileResult struct {
	File    iccs.File
	Status  Status
	Seconds float64 // to make the file, hashing included
	Bytes   int64   // length of the generated file; 0: the session failed before its end
	SHA256  string  // canonical digest of the generated file; "" likewise

	name string // file name
	mode string // of the digest, as in a manifest: "strict", "nolen:100"
}

// Result is the outcome of a gate run.
type Result struct {
	Status   Status
	Detail   string           // one line; "" when passed
	Files    []FileResult     // in the order asked for; files after a failure are missing
	SelfTest []SelfTestResult // for instances with a self-test, which have no Files
	Digests  map[int]string   // message length in bytes -> hex digest of driver.Message
	Log      string           // text of the log (formats.md)
}

// Run checks an implementation. The error is for failures of the harness; what
// the candidate does is in Result. When ctx is done, Run stops before the next
// message, or within a long one, and returns ctx's error.
func Run(ctx context.Context, r Request) (*Result, error) { return run(ctx, r, serve) }

// session is what the gate needs of driver.Session.
type session interface {
	Hash(bits uint64, msg io.Reader) ([]byte, error)
	Close() error
}

// opener starts a session for a request. Tests put candidates of their own behind it.
type opener func(context.Context, Request) (session, error)

// serve is the opener with a real child.
func serve(ctx context.Context, r Request) (session, error) {
	target := driver.Target{Library: r.Library, DigestBits: r.Implementation.Instance.DigestBits}
	if r.Implementation.Language == candidate.Go {
		target.Library = r.Implementation.Target()
	}
	s, err := r.Program.Serve(ctx, target, r.Limits)
	if err != nil {
		return nil, err
	}
	return s, nil
}
