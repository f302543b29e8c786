// Package publish makes a dataset of a run: the evidence without what belongs
// to this machine alone, for others to verify and render.
//
// A dataset holds campaign.json, build.json and the other JSON files of the
// run's folder, records/ and the known-answer logs that builds name, in the
// layout of the published datasets. What a run keeps besides it does not hold:
// libraries and what the compiler said (digests and commands are in build.json),
// trials files (every trial is in its record) and pages, which follow.
//
// Nothing of a figure is changed on the way. Four things are: the system's id,
// paths below the run's folder become relative to it, folders of candidates
// lose all but their names, and files are laid out as evidence is. Whatever
// else would tell of this machine is an error.
package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
)

// Options of [Publish].
type Options struct {
	System  string // id of the machine in the dataset; "": the run's
	Systems string // path of the systems file
}

// Result tells what was published.
type Result struct {
	Dir        string
	System     System
	Records    int
	Unfinished int // records that are not complete
	Files      int // all of the dataset
}

// ErrNotEnded is wrapped by the error for a run that can be gone on with.
var ErrNotEnded = errors.New("the run has not ended")

// LocalError is something of this machine in the evidence.
type LocalError struct {
	File, Field string // slash path in the run; field of JSON, or "line N" of a log
	Reason      string
}

func (e *LocalError) Error() string {
	return fmt.Sprintf("%s: %s: %s", e.File, e.Field, e.Reason)
}

// Publish makes the dataset of run in dir. It is written beside dir and then
// put in its place in one step where the system can, so that there is an older
// or the new dataset there at any time. An older one must be a dataset of the
// same system and hold nothing else; it is removed at the end.
// When ctx ends, dir is as it was.
func Publish(ctx context.Context, run, dir string, o Options) (*Result, error) {
	d, err := evidence.ReadDataset(run)
	if err != nil {
		return nil, err
	}
	if d.Campaign.EndedUTC == "" {
		return nil, fmt.Errorf("%s: %w", run, ErrNotEnded)
	}
	systems, err := ReadSystems(o.Systems)
	if err != nil {
		return nil, fmt.Errorf("systems: %w", err)
	}
	id := d.Campaign.SystemID
	if o.System != "" {
		id = o.System
	}
	system, err := find(systems, id, o.Systems)
	if err != nil {
		return nil, err
	}
	hosts, users := localNames()
	p := &publication{dataset: d, system: system, names: names{hosts: hosts, users: users, allowed: append(slices.Clone(system.Users), system.Hostname, system.ID)}}
	return p.publish(ctx, run, dir)
}

// publication is one dataset in the making.
type publication struct {
	dataset *evidence.Dataset
	system  System
	names   names
}

func (p *publication) publish(ctx context.Context, run, dir string) (*Result, error) {
	run, err := filepath.Abs(run)
	if err != nil {
		return nil, err
	}
	p.names.runs = []string{filepath.ToSlash(run)}
	if real, err := filepath.EvalSymlinks(run); err == nil {
		p.names.runs = append(p.names.runs, filepath.ToSlash(real))
	}
	target, err := newTarget(dir, run, p.system.ID)
	if err != nil {
		return nil, err
	}
	files, err := p.files()
	if err != nil {
		return nil, err
	}
	// Everything is checked before the first file is written, and read again
	// for writing: a dataset need not fit into memory.
	var problems []error
	for _, name := range files {
		if _, err := p.content(name); err != nil {
			problems = append(problems, err)
		}
	}
	if len(problems) > 0 {
		return nil, firstOf(problems)
	}
	if err := target.write(ctx, files, p.content); err != nil {
		return nil, err
	}
	res := &Result{Dir: target.dir, System: p.system, Records: len(p.dataset.Records), Files: len(files)}
	for _, r := range p.dataset.Records {
		if r.Status != evidence.Complete {
			res.Unfinished++
		}
	}
	return res, nil
}

// firstOf returns the first problem and the number of others: one host name
// stands in every record.
func firstOf(problems []error) error {
	if len(problems) == 1 {
		return problems[0]
	}
	return fmt.Errorf("%w (and %d more files)", problems[0], len(problems)-1)
}

// files lists the slash paths of what belongs to the dataset.
func (p *publication) files() ([]string, error) {
	files, err := p.dataset.Files()
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		if !fs.ValidPath(name) {
			return nil, &LocalError{"build.json", "field kat_log", fmt.Sprintf("%q is no path inside of the run", name)}
		}
		if info, err := os.Lstat(filepath.Join(p.dataset.Dir, filepath.FromSlash(name))); err != nil {
			return nil, fmt.Errorf("the run lacks a file of its evidence: %w", err)
		} else if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s is not a regular file", name)
		}
	}
	return files, nil
}

// content returns what is published of a file.
func (p *publication) content(name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(p.dataset.Dir, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(name, ".json") {
		return data, p.checkLog(name, data)
	}
	out, err := rewrite(data,
		func(field, s string) (string, error) { return p.change(name, field, s) },
		func(field, key string) error { return p.check(name, field, key) })
	if local := (*LocalError)(nil); errors.As(err, &local) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// checkLog looks through a log, which must stay as it is: its digest is in
// build.json.
func (p *publication) checkLog(name string, data []byte) error {
	for i, line := range bytes.Split(data, []byte("\n")) {
		if err := p.names.check(string(line)); err != nil {
			return &LocalError{name, fmt.Sprintf("line %d", i+1), err.Error()}
		}
	}
	return nil
}

var (
	environmentField = regexp.MustCompile(`^environment(?:_at_start|_at_end)?\.(hostname|architecture)$`)
	candidateFolders = regexp.MustCompile(`^assay\.candidates\[\d+\]$`)
)

// change returns what is published of a string.
func (p *publication) change(file, field, s string) (string, error) {
	refuse := func(format string, args ...any) (string, error) {
		return "", &LocalError{file, "field " + field, fmt.Sprintf(format, args...)}
	}
	if m := environmentField.FindStringSubmatch(field); m != nil {
		switch {
		case m[1] == "hostname" && s != p.system.Hostname:
			return refuse("host name %q is not that of the system %s (declared: %q)", s, p.system.ID, p.system.Hostname)
		case m[1] == "architecture" && !sameArchitecture(s, p.system.Architecture):
			return refuse("architecture %q is not that of the system %s (declared: %q)", s, p.system.ID, p.system.Architecture)
		}
		return s, nil
	}
	if file == "campaign.json" {
		switch {
		case field == "system_id":
			return p.system.ID, nil
		case candidateFolders.MatchString(field):
			s = filepath.Base(s) // names and notes come from there, no figure does
		}
	}
	s = p.names.relative(s)
	return s, p.check(file, field, s)
}

// check refuses what must not be published in a string or key.
func (p *publication) check(file, field, s string) error {
	if err := p.names.check(s); err != nil {
		return &LocalError{file, "field " + field, err.Error()}
	}
	return nil
}
