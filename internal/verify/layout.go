package verify

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// layout is what a dataset's folder holds, by kind. Names are slash paths.
type layout struct {
	present map[string]bool // every regular file
	records []string        // records/CAND/NAME.json
	trials  []string        // trials/CAND/NAME.jsonl
	logs    []string        // kat/CAND/NAME.log
	lib     []string        // lib/…
	others  []string        // what no rule below knows
	odd     []string        // what is neither a file nor a folder
}

func (l *layout) has(name string) bool { return l.present[name] }

// The files of a dataset that are not listed one by one in its build entries.
// A new kind of file gets a pattern here.
var (
	recordFile = regexp.MustCompile(`^records/[^/]+/[^/]+\.json$`)
	trialsFile = regexp.MustCompile(`^trials/[^/]+/[^/]+\.jsonl$`)
	logFile    = regexp.MustCompile(`^kat/[^/]+/[^/]+\.log$`)
	knownFiles = []*regexp.Regexp{
		regexp.MustCompile(`^(campaign|build|plan)\.json$`),
		regexp.MustCompile(`^lock$`),                 // of the process that runs it
		regexp.MustCompile(`^(README\.md|LICENSE)$`), // of a dataset that is handed on
		regexp.MustCompile(`^pages/.*\.(md|html|css|js|svg)$`),
		regexp.MustCompile(`^(katcheck|profile)/`), // published datasets: nothing of hash functions
	}
)

// walk lists the files. Temporary files and everything else that begins with a
// dot are nobody's evidence and count as others.
func walk(files fs.FS) (*layout, error) {
	l := &layout{present: map[string]bool{}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return nil
		}
		if !d.Type().IsRegular() {
			l.odd = append(l.odd, name)
			return nil
		}
		l.present[name] = true
		hidden := strings.HasPrefix(path.Base(name), ".")
		switch {
		case hidden:
			l.others = append(l.others, name)
		case recordFile.MatchString(name):
			l.records = append(l.records, name)
		case trialsFile.MatchString(name):
			l.trials = append(l.trials, name)
		case logFile.MatchString(name):
			l.logs = append(l.logs, name)
		case strings.HasPrefix(name, "lib/"):
			l.lib = append(l.lib, name)
		case !slices.ContainsFunc(knownFiles, func(r *regexp.Regexp) bool { return r.MatchString(name) }):
			l.others = append(l.others, name)
		}
		return nil
	})
	return l, err
}

// strays names the files that belong to nothing.
func (c *checker) strays(n *notes) {
	stray := func(name, why string) {
		n.list = append(n.list, Finding{Error, name, "", "a file", why})
	}
	for _, name := range c.layout.odd {
		stray(name, "evidence is in plain files: this is a link, pipe or device")
	}
	for _, name := range c.layout.others {
		if strings.HasSuffix(name, ".tmp") {
			stray(name, "no file of a dataset: a process that was killed left it; delete it")
			continue
		}
		stray(name, "no file of a dataset has this name")
	}
	for _, name := range c.layout.trials {
		record := "records/" + strings.TrimSuffix(strings.TrimPrefix(name, "trials/"), ".jsonl") + ".json"
		if !c.layout.has(record) {
			stray(name, "its attempts belong to "+record+", which is missing")
		}
	}
	if c.build == nil {
		return
	}
	named := map[string]bool{"lib/driver": true, "lib/driver.log": true}
	for _, e := range c.build.Instances {
		if e == nil {
			continue
		}
		named[e.KATLog], named[e.Library] = true, true
		for _, flags := range []string{"guide", "harness-default"} {
			named[fmt.Sprintf("lib/%s.%s.log", e.Label, flags)] = true
		}
	}
	for _, name := range slices.Concat(c.layout.logs, c.layout.lib) {
		if !named[name] {
			stray(name, "no build entry names it")
		}
	}
}
