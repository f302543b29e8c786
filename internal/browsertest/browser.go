// Package browsertest opens pages in a real browser, for tests: Debian's chromium,
// driven by chromedp, with axe-core for what makes a page hard to use for people with
// disabilities. The program itself needs neither.
//
// A page is opened as it is looked at (View), everything that goes wrong while it is
// open is kept (Page.Faults), and it can be clicked, typed into and photographed.
//
// Where chromium or axe-core is missing, tests are skipped, with what to install. With
// ASSAY_REQUIRE_BROWSER=1 in the environment they fail instead, so that they cannot be
// lost where they must run. axe-core comes with
//
//	npm ci --ignore-scripts
//
// in the folder of this package; package-lock.json pins its version and content.
// Screenshots are written to the folder ASSAY_SCREENSHOTS, else to the test's artifacts
// (go test -artifacts keeps those).
package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long one step with the browser may take. It is no measure of
// anything: a busy machine must not fail a test, a browser that hangs must.
const patience = 2 * time.Minute

// names are those that the browser's program has on different systems. The headless shell
// is the same engine without a browser's window, and takes a third of the time.
var names = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"}

// Browser is a running browser.
type Browser struct{ ctx context.Context }

// Start starts a browser, which ends with the test. Without one the test is skipped (see the package comment).
func Start(t testing.TB) *Browser {
	t.Helper()
	program := ""
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		lacking(t, "no chromium in PATH (Debian: apt-get install chromium-headless-shell)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program),
		chromedp.WSURLReadTimeout(patience),
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		// No name leads out of this machine, so that a page which asks for
		// something elsewhere fails, and is found, on every machine alike.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"),
		chromedp.Flag("lang", "en"),
		chromedp.Flag("hide-scrollbars", true),
	)
	if runtime.GOOS == "linux" && os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // chromium refuses to have one as root
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(end)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s did not start: %v", program, err)
	}
	return &Browser{ctx}
}

// lacking skips a test, or fails it where browsers are required.
func lacking(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("ASSAY_REQUIRE_BROWSER") == "1" {
		t.Fatalf("ASSAY_REQUIRE_BROWSER=1, and %s", what)
	}
	t.Skip(what)
}

// folder is where this package's files are.
func folder() string {
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		return "."
	}
	return filepath.Dir(file)
}

// do takes steps with a limit on their time.
func do(t testing.TB, ctx context.Context, what string, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// A View is how a page is looked at.
type View struct {
	Width     int  // CSS pixels; below 600 the browser behaves like that of a telephone
	Dark      bool // prefers-color-scheme
	NoScripts bool
	Paper     bool // as it would be printed
}

// Height is that of every view, in CSS pixels.
const Height = 800

// String is the view's part in names of tests and screenshots: "360-dark".
func (v View) String() string {
	s := fmt.Sprint(v.Width, "-light")
	if v.Dark {
		s = fmt.Sprint(v.Width, "-dark")
	}
	if v.NoScripts {
		s += "-noscripts"
	}
	if v.Paper {
		s += "-paper"
	}
	return s
}

// Views are the four that every page must stand: wide and narrow, light and dark.
var Views = []View{{Width: 1280}, {Width: 1280, Dark: true}, {Width: 360}, {Width: 360, Dark: true}}
