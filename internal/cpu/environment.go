package cpu

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// The environment variables that are read when the program starts.
const (
	// Variable names kernels, joined by commas. Each package takes the first that it has
	// and the CPU can run; a package that has none of them makes its own choice.
	Variable = "ASSAY_KERNEL"
	// MaskVariable names instruction sets, joined by commas ("avx512f,gfni"), that are
	// treated as if the CPU lacked them.
	MaskVariable = "ASSAY_CPU_OFF"
)

// wanted and masked are the parsed variables; families are registered after
// them, by the packages that import this one.
var (
	wanted = split(os.Getenv(Variable))
	masked = parseMask(os.Getenv(MaskVariable))
)

func split(list string) []string {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func parseMask(list string) []Feature {
	var features []Feature
	for _, name := range split(list) {
		if f := cpuid.ParseFeature(name); f != cpuid.UNKNOWN {
			features = append(features, f)
		}
	}
	return features
}

// has says whether the CPU has an instruction set, the operating system saves
// its registers, and it is not masked.
func has(f Feature) bool { return cpuid.CPU.Has(f) && !slices.Contains(masked, f) }

// Mask treats instruction sets as missing, chooses the kernels of all families
// anew, and returns a function that undoes both. It is for tests, which must not
// hash in other goroutines meanwhile.
func Mask(features ...Feature) (restore func()) {
	before := masked
	current := make([]int, len(families))
	for i, f := range families {
		current[i] = f.Current()
	}
	masked = append(slices.Clone(masked), features...)
	for _, f := range families {
		f.choose()
	}
	return func() {
		masked = before
		for i, f := range families {
			f.current.Store(int32(current[i]))
		}
	}
}

// CheckEnvironment reports names in [Variable] and [MaskVariable] that mean nothing, and kernels
// that no package can run here: hash packages cannot refuse them, but a program
// should, since it would measure something else than what was asked for.
func CheckEnvironment() error {
	var problems []error
	for _, name := range split(os.Getenv(MaskVariable)) {
		if cpuid.ParseFeature(name) == cpuid.UNKNOWN {
			problems = append(problems, fmt.Errorf("%s: unknown instruction set %q (examples: avx2, avx512f, gfni)", MaskVariable, name))
		}
	}
	for _, name := range wanted {
		if err := checkWanted(name); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", Variable, err))
		}
	}
	return errors.Join(problems...)
}

func checkWanted(name string) error {
	var known []string
	var unavailable error
	for _, f := range families {
		for i, k := range f.kernels {
			if !slices.Contains(known, k.Name) {
				known = append(known, k.Name)
			}
			if k.Name != name {
				continue
			}
			missing := f.kernels[i].missing()
			if len(missing) == 0 {
				return nil
			}
			unavailable = fmt.Errorf("this CPU cannot run kernel %q: it lacks %s", name, strings.Join(missingNames(missing), ", "))
		}
	}
	if unavailable != nil {
		return unavailable
	}
	slices.Sort(known)
	return fmt.Errorf("there is no kernel %q (there are: %s)", name, strings.Join(known, ", "))
}
