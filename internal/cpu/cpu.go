// Package cpu is the registry of kernels: the ways in which the hash packages
// can compute on different CPUs, which of them this CPU can run, and which one
// is in use.
//
// A hash package registers its kernels once, slowest first, and asks for the
// index of the one in use wherever the ways part:
//
//	const (
//		portable = iota
//		avx2
//	)
//
//	var kernels = cpu.Register("iphe",
//		cpu.Kernel{Name: "portable"},
//		cpu.Kernel{Name: "avx2", Needs: []cpu.Feature{cpuid.AVX2}},
//	)
//
//	func (s *state) absorb(blocks []byte) {
//		if kernels.Current() == avx2 {
//			...
//		}
//		...
//	}
//
// What a package keeps between calls, such as the state of a digest, must be
// the same for all its kernels, so that the choice can change at any time.
package cpu

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/klauspost/cpuid/v2"
)

// Feature is one CPU bit: an instruction set that a CPU has or has not.
type Feature = cpuid.FeatureID

// Portable is the name of the kernel that every family has: Go code that runs
// everywhere.
const Portable = "portable"

// Kernel is one way to compute the hashes of a package.
type Kernel struct {
	Name string // "avx2": lower-case letters and digits in parts joined by '-'
	// Needs lists every instruction set that the kernel uses, each one by
	// itself: that one bit implies another is true of real CPUs, but not of
	// virtual machines, which can mask any of them.
	Needs []Feature
	// OnRequest is set for a kernel that is never chosen unless it is named: it
	// works, but nobody measured that it is faster.
	OnRequest bool
}

// missing returns the instruction sets that the CPU lacks.
func (k *Kernel) missing() []Feature {
	var list []Feature
	for _, f := range k.Needs {
		if !has(f) {
			list = append(list, f)
		}
	}
	return list
}

// Family is the kernels of one hash package.
type Family struct {
	name    string
	kernels []Kernel
	current atomic.Int32
}

// families holds all families by name, sorted. They are registered while
// packages are initialised, which is sequential.
var families []*Family

// Register makes the kernels of a package known, slowest first, and chooses one:
// the first that [Variable] names and the CPU can run, or else the last that it
// can run and that is not OnRequest. The first kernel must be [Portable]. Register is for
// the initialisation of package variables. It panics on a wrong list.
func Register(name string, kernels ...Kernel) *Family {
	if len(kernels) == 0 || kernels[0].Name != Portable || len(kernels[0].Needs) > 0 {
		panic("cpu: the first kernel of " + name + " must be the portable one")
	}
	f := &Family{name: name, kernels: kernels}
	at, taken := slices.BinarySearchFunc(families, name, func(f *Family, name string) int { return strings.Compare(f.name, name) })
	if taken {
		panic("cpu: two families " + name)
	}
	families = slices.Insert(families, at, f)
	f.choose()
	return f
}

// Find returns the family of a package, or nil if the package has registered no
// kernels.
func Find(name string) *Family {
	if i := slices.IndexFunc(families, func(f *Family) bool { return f.name == name }); i >= 0 {
		return families[i]
	}
	return nil
}

// Name returns the name of the family, which is that of its package.
func (f *Family) Name() string { return f.name }

// Current returns the index of the kernel in use, in the order of [Register].
func (f *Family) Current() int { return int(f.current.Load()) }

// CurrentName returns the name of the kernel in use.
func (f *Family) CurrentName() string { return f.kernels[f.Current()].Name }

// choose makes the choice that Register describes.
func (f *Family) choose() {
	best := 0
	for i := range f.kernels {
		if k := &f.kernels[i]; !k.OnRequest && len(k.missing()) == 0 {
			best = i
		}
	}
	for _, name := range wanted {
		i := f.index(name)
		if i >= 0 && len(f.kernels[i].missing()) == 0 {
			best = i
			break
		}
	}
	f.current.Store(int32(best))
}

func (f *Family) index(name string) int {
	return slices.IndexFunc(f.kernels, func(k Kernel) bool { return k.Name == name })
}

// Use puts the kernel with the given name into use, for the whole program. It
// fails if there is no such kernel or the CPU cannot run it. Hashes that are
// being computed by other goroutines go on with one kernel or the other and are right
// in both cases.
func (f *Family) Use(name string) error {
	i := f.index(name)
	if i < 0 {
		return fmt.Errorf("%s has no kernel %q (it has: %s)", f.name, name, strings.Join(f.names(), ", "))
	}
	if missing := f.kernels[i].missing(); len(missing) > 0 {
		return fmt.Errorf("this CPU cannot run kernel %s of %s: it lacks %s", name, f.name, strings.Join(missingNames(missing), ", "))
	}
	f.current.Store(int32(i))
	return nil
}

func (f *Family) names() []string {
	names := make([]string, len(f.kernels))
	for i, k := range f.kernels {
		names[i] = k.Name
	}
	return names
}

// Status is a kernel as a program can show it.
type Status struct {
	Name      string
	Needs     []string // names of the instruction sets
	Missing   []string // those of them that this CPU lacks or that are masked, which is said; the kernel is available if there are none
	InUse     bool     // the one that computes
	OnRequest bool     // never chosen unless named
}

// Kernels describes all kernels, slowest first.
func (f *Family) Kernels() []Status {
	list := make([]Status, len(f.kernels))
	for i := range f.kernels {
		k := &f.kernels[i]
		list[i] = Status{k.Name, featureNames(k.Needs), missingNames(k.missing()), i == f.Current(), k.OnRequest}
	}
	return list
}

// featureName is the name of an instruction set as [MaskVariable] takes it.
func featureName(f Feature) string { return strings.ToLower(f.String()) }

func featureNames(features []Feature) []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = featureName(f)
	}
	return names
}

// missingNames tells apart what the CPU lacks and what it was told to do without.
func missingNames(features []Feature) []string {
	names := featureNames(features)
	for i, f := range features {
		if cpuid.CPU.Has(f) {
			names[i] += " (masked)"
		}
	}
	return names
}
