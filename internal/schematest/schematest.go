// Package schematest checks files against the JSON Schemas in docs/schema. It is
// for tests: the program itself reads evidence with checks of its own.
package schematest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hashassay/assay/docs/schema"
)

// Schemas are the schemas, compiled.
type Schemas map[string]*jsonschema.Schema // by name: "record"

// Load compiles all schemas in docs/schema.
func Load() (Schemas, error) {
	names, err := fs.Glob(schema.Files, "*.schema.json")
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(nothing{})
	for _, name := range names {
		f, err := schema.Files.Open(name)
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := c.AddResource(schema.Base+name, doc); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	s := Schemas{}
	for _, name := range names {
		compiled, err := c.Compile(schema.Base + name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s[strings.TrimSuffix(name, ".schema.json")] = compiled
	}
	return s, nil
}

// nothing is a loader without documents: schemas refer to each other only.
type nothing struct{}

func (nothing) Load(url string) (any, error) { return nil, fmt.Errorf("no schema %s", url) }

// Check checks one JSON value against the schema of a name.
func (s Schemas) Check(name string, data []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if s[name] == nil {
		return fmt.Errorf("no schema %s", name)
	}
	return s[name].Validate(doc)
}

// CheckRun checks every JSON file in the folder of a run, and that there is
// none without a schema. files is how many values were checked, lines of trials
// files counted one by one.
func (s Schemas) CheckRun(dir string) (files int, err error) { return s.checkAll(dir, "") }

// CheckPublished checks every JSON file in the folder of a published dataset
// likewise.
func (s Schemas) CheckPublished(dir string) (files int, err error) {
	return s.checkAll(dir, "published-")
}

func (s Schemas) checkAll(dir, prefix string) (files int, err error) {
	var errs []error
	check := func(where, name string, data []byte) {
		files++
		if err := s.Check(prefix+name, data); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", where, err))
		}
	}
	root := os.DirFS(dir)
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(path.Ext(name), ".json") {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		top, _, _ := strings.Cut(name, "/")
		switch kind := strings.TrimSuffix(name, ".json"); {
		case top == "records":
			check(name, "record", data)
		case top == "trials":
			for i, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
				check(fmt.Sprintf("%s:%d", name, i+1), "attempt", line)
			}
		case s[prefix+kind] != nil:
			check(name, kind, data)
		default:
			errs = append(errs, fmt.Errorf("%s: no schema in docs/schema describes this file", name))
		}
		return nil
	})
	return files, errors.Join(append(errs, err)...)
}
