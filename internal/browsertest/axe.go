package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Finding is what axe-core has against a page.
type Finding struct {
	Rule   string   // "color-contrast"
	Impact string   // minor, moderate, serious, critical
	Help   string   // what is asked for
	Nodes  []string // where: at most five, each with its markup and what is wrong
}

func (f Finding) String() string {
	return fmt.Sprintf("%s (%s): %s\n    %s", f.Rule, f.Impact, f.Help, strings.Join(f.Nodes, "\n    "))
}

// Grave tells whether a finding is serious or critical in axe-core's words.
func (f Finding) Grave() bool { return f.Impact == "serious" || f.Impact == "critical" }

// Axe is axe-core's program.
type Axe string

// LoadAxe reads axe-core. Where it is not installed the test is skipped (see the package comment).
func LoadAxe(t testing.TB) Axe {
	t.Helper()
	program, err := os.ReadFile(filepath.Join(folder(), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		lacking(t, "no axe-core (npm ci --ignore-scripts in internal/browsertest): "+err.Error())
	}
	return Axe(program)
}

// Audit lets axe-core look at the page as it is now, with all its rules on.
func (a Axe) Audit(p *Page) []Finding {
	p.t.Helper()
	// Evaluated through the browser's own protocol, not in the page's markup, so
	// that the page's policy on scripts stays in force for the page.
	if !Eval[bool](p, "typeof axe !== 'undefined'") {
		Eval[bool](p, string(a)+"\n;true")
	}
	return Eval[[]Finding](p, `axe.run(document, {resultTypes: ['violations'], preload: false}).then((r) => r.violations.map((v) => ({
		Rule: v.id, Impact: v.impact || '', Help: v.help,
		Nodes: v.nodes.slice(0, 5).map((n) => n.target.join(' ') + ' | ' + n.html.slice(0, 200) + ' | ' + (n.failureSummary || '').replace(/\s+/g, ' ').slice(0, 300)),
	})))`)
}
