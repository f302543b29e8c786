package publish

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// System is a declared machine: a table [[system]] of a systems file.
type System struct {
	ID           string   `toml:"id"`           // the dataset's system_id, such as "arm_1"
	Architecture string   `toml:"architecture"` // as uname -m; amd64 and arm64 are understood
	Description  string   `toml:"description"`
	Hostname     string   `toml:"hostname"` // the name that its records give it; "": the id
	Users        []string `toml:"users"`    // names of users that may occur
}

// ErrNotDeclared is wrapped by the error for a system that the file does not
// have.
var ErrNotDeclared = errors.New("system is not declared")

var systemID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// ReadSystems reads a systems file. Errors name the file and the table, and
// unknown keys.
func ReadSystems(path string) ([]System, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		System []System `toml:"system"`
	}
	meta, err := toml.Decode(string(data), &file)
	if syntax := (toml.ParseError{}); errors.As(err, &syntax) {
		return nil, fmt.Errorf("%s:%d: %s", path, syntax.Position.Line, syntax.Message)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("%s: key %s is not known (known: id, architecture, description, hostname, users of [[system]])", path, unknown[0])
	}
	seen := map[string]bool{}
	for i := range file.System {
		s := &file.System[i]
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("%s: system %d: %w", path, i+1, err)
		}
		if seen[s.ID] {
			return nil, fmt.Errorf("%s: system %d: id %q is declared twice", path, i+1, s.ID)
		}
		seen[s.ID] = true
		if s.Hostname == "" {
			s.Hostname = s.ID
		}
	}
	return file.System, nil
}

func (s *System) check() error {
	switch {
	case !systemID.MatchString(s.ID):
		return fmt.Errorf("id %q must be letters, digits, '_' and '-', as in \"arm_1\"", s.ID)
	case s.Architecture == "":
		return errors.New("architecture is missing; it is what uname -m says, such as \"x86_64\"")
	case strings.TrimSpace(s.Description) == "":
		return errors.New("description is missing; it says in one line what machine it is")
	case slices.Contains(s.Users, ""):
		return errors.New("users holds an empty name")
	}
	return nil
}

// find returns the system with an id.
func find(systems []System, id, file string) (System, error) {
	var known []string
	for _, s := range systems {
		if s.ID == id {
			return s, nil
		}
		known = append(known, s.ID)
	}
	if len(known) == 0 {
		known = []string{"none"}
	}
	return System{}, fmt.Errorf("%w: %q is not in %s (declared: %s)", ErrNotDeclared, id, file, strings.Join(known, ", "))
}

// sameArchitecture compares names of architectures as Linux and Go have them.
func sameArchitecture(a, b string) bool {
	common := map[string]string{"amd64": "x86_64", "x86-64": "x86_64", "arm64": "aarch64"}
	name := func(s string) string {
		s = strings.ToLower(s)
		if c := common[s]; c != "" {
			return c
		}
		return s
	}
	return name(a) == name(b)
}
