// Package jail keeps foreign code from everything but what it is measured for. It says what this kernel offers for that, and
// runs a compiler in it; the C driver (internal/driver/c) puts the same parts around a candidate by itself.
//
// A jail has four parts, each of which may lack, for want of a kernel's support or of the user's rights:
//
//   - namespaces: of users, mounts, processes, networks and IPC. The root directory holds nothing but what is needed,
//     read-only; no other process can be seen; there is no network; all processes end with the first.
//   - landlock: rules for files that hold even where a path is found.
//   - seccomp: a filter of system calls. For a candidate it is a list of what may be called, for a compiler, which is a
//     whole family of programs, of what may not.
//   - rlimits: limits of CPU time, memory, file sizes and processes.
//
// A part that is there is put in force or the code is not run: nothing goes on with less than was announced.
package jail

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Part is a part of a jail, by its name in records.
type Part string

// The parts, in the order of records.
const (
	Namespaces Part = "namespaces"
	Landlock   Part = "landlock"
	Seccomp    Part = "seccomp"
	Rlimits    Part = "rlimits"
)

// Parts returns all parts, in the order of records.
func Parts() []Part { return []Part{Namespaces, Landlock, Seccomp, Rlimits} }

// MaskVariable is an environment variable that names parts, joined by commas, that are treated as if the kernel lacked them.
const MaskVariable = "ASSAY_JAIL_OFF"

// ErrIncomplete is returned where a whole jail is required and parts of it lack.
var ErrIncomplete = errors.New("the jail is not complete")

// Feature is a part as this machine offers it.
type Feature struct {
	Part Part
	Lack string // why it cannot be used; "" if it can
}

// Missing returns the parts that are not among those in force.
func Missing(inForce []Part) []Part {
	return slices.DeleteFunc(Parts(), func(p Part) bool { return slices.Contains(inForce, p) })
}

// Available returns the parts that this machine offers, in the order of records. The machine is asked once.
func Available() []Part {
	parts := []Part{}
	for _, f := range Features() {
		if f.Lack == "" {
			parts = append(parts, f.Part)
		}
	}
	return parts
}

// Require returns an error that names what lacks, ErrIncomplete, unless all parts are available.
func Require() error {
	var lacks []string
	for _, f := range Features() {
		if f.Lack != "" {
			lacks = append(lacks, fmt.Sprintf("%s (%s)", f.Part, f.Lack))
		}
	}
	if len(lacks) == 0 {
		return nil
	}
	return fmt.Errorf("%w: this machine lacks %s", ErrIncomplete, strings.Join(lacks, ", "))
}

// Check says whether parts can be those of a record: known ones, each once, in order.
func Check(parts []Part) error {
	rest := Parts()
	for _, p := range parts {
		i := slices.Index(rest, p)
		if i < 0 {
			return fmt.Errorf("%q is no part of a jail, named twice, or out of order (%s)", p, join(Parts()))
		}
		rest = rest[i+1:]
	}
	return nil
}

// Common returns the parts that are in both lists.
func Common(a, b []Part) []Part {
	return slices.DeleteFunc(slices.Clone(a), func(p Part) bool { return !slices.Contains(b, p) })
}

// CheckEnvironment reports names in [MaskVariable] that are no parts.
func CheckEnvironment() error {
	for _, p := range masked() {
		if !slices.Contains(Parts(), p) {
			return fmt.Errorf("%s: there is no part %q of the jail (there are %s)", MaskVariable, p, join(Parts()))
		}
	}
	return nil
}

func masked() []Part {
	var parts []Part
	for name := range strings.SplitSeq(os.Getenv(MaskVariable), ",") {
		if name = strings.TrimSpace(name); name != "" {
			parts = append(parts, Part(name))
		}
	}
	return parts
}

func join(parts []Part) string {
	var names []string
	for _, p := range parts {
		names = append(names, string(p))
	}
	return strings.Join(names, ", ")
}
