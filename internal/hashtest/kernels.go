package hashtest

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// EachKernel runs test once with every kernel of the family that this CPU has,
// as a subtest with a name such as kernel=avx2. Kernels that it cannot run are skipped
// subtests, which say why: go test -v shows what was run. Tests that use it must not be parallel.
func EachKernel(t *testing.T, f *cpu.Family, test func(t *testing.T)) {
	before := f.CurrentName()
	defer f.Use(before)
	for _, k := range f.Kernels() {
		t.Run("kernel="+k.Name, func(t *testing.T) {
			if len(k.Missing) > 0 {
				t.Skipf("this CPU lacks %s", strings.Join(k.Missing, ", "))
			}
			if err := f.Use(k.Name); err != nil {
				t.Fatal(err)
			}
			test(t)
		})
	}
}

// Kernels compares every kernel of the family with the portable one: each
// length from nothing to three blocks, at all offsets from 0 to 63 in turn, and lengths around
// each multiple of 1 to 64 blocks up to 64 KiB; the message ends where a protected page begins.
// It also checks that every instruction set that a kernel uses is one that it
// asks for ([kernelNeeds]), and that masking any of them chooses another kernel.
func Kernels(t *testing.T, f *cpu.Family, instances []Instance) {
	t.Run("Needs", func(t *testing.T) { kernelNeeds(t, f) })
	t.Run("Masked", func(t *testing.T) { maskedBits(t, f, instances) })
	lengths := map[string][]int{}
	want := map[string][][]byte{}
	before := f.CurrentName()
	defer f.Use(before)
	if err := f.Use(cpu.Portable); err != nil {
		t.Fatal(err)
	}
	const longest = 64 << 10
	page := Guarded(t, longest+64)
	copy(page, message(len(page)))
	for _, in := range instances {
		lengths[in.Name] = kernelLengths(in.New().BlockSize(), longest)
		for i, n := range lengths[in.Name] {
			want[in.Name] = append(want[in.Name], in.sum(kernelMessage(page, i, n)))
		}
	}
	aligned := make([]byte, 8<<10) // large enough to begin at a page
	EachKernel(t, f, func(t *testing.T) {
		if f.CurrentName() == cpu.Portable {
			return
		}
		for _, in := range instances {
			for i, n := range lengths[in.Name] {
				if got := in.sum(kernelMessage(page, i, n)); !bytes.Equal(got, want[in.Name][i]) {
					t.Fatalf("%s of %d bytes differs from the portable code:\ngot  %x\nwant %x", in.Name, n, got, want[in.Name][i])
				}
			}
			// One length at every offset, to a cache line.
			n := 5*in.New().BlockSize() + 1
			copy(aligned, page[:n])
			wanted := in.sum(aligned[:n])
			for offset := range 64 {
				copy(aligned[offset:], page[:n])
				same(t, in.sum(aligned[offset:offset+n]), wanted, "%s of %d bytes at offset %d", in.Name, n, offset)
			}
			streamed := in.New()
			msg := page[:longest]
			for piece := 1; len(msg) > 0; piece = piece*2 + 1 { // ever longer writes
				n := min(piece, len(msg))
				streamed.Write(msg[:n])
				msg = msg[n:]
			}
			same(t, streamed.Sum(nil), in.sum(page[:longest]), "%s in pieces", in.Name)
		}
	})
}

// kernelLengths returns the message lengths to compare, for a block of size
// bytes.
func kernelLengths(size, longest int) []int {
	var list []int
	for n := range 3*size + 1 {
		list = append(list, n)
	}
	for blocks := 4; blocks*size <= longest+64; {
		for _, d := range []int{-64, -63, -1, 0, 1, 2, 63, 64} {
			list = append(list, min(blocks*size+d, longest))
		}
		if blocks < 64 {
			blocks++
		} else {
			blocks += 64
		}
	}
	return append(list, longest-1, longest)
}

// kernelMessage returns message number i, of n bytes: most end at the protected
// page, so that their start has any alignment; every second one begins at
// an offset of its own instead.
func kernelMessage(page []byte, i, n int) []byte {
	if offset := i / 2 % 64; i%2 == 1 {
		return page[offset : offset+n : offset+n]
	}
	return page[len(page)-n:]
}

// maskedBits masks each instruction set that some kernel needs. What is then
// chosen must not need it and must still compute the same.
func maskedBits(t *testing.T, f *cpu.Family, instances []Instance) {
	msg := message(5000)
	for _, k := range f.Kernels() {
		for _, name := range k.Needs {
			restore := cpu.Mask(cpuid.ParseFeature(name))
			for _, k := range f.Kernels() {
				if k.InUse && slices.Contains(k.Needs, name) {
					t.Errorf("without %s, the kernel in use is %s, which needs it", name, k.Name)
				}
			}
			for _, in := range instances {
				got := in.sum(msg)
				chosen := f.CurrentName()
				if err := f.Use(cpu.Portable); err != nil {
					t.Fatal(err)
				}
				same(t, got, in.sum(msg), "%s without %s, kernel %s", in.Name, name, chosen)
				if err := f.Use(chosen); err != nil {
					t.Fatal(err)
				}
			}
			restore()
		}
	}
}

// requires matches what avo writes above each function: the instruction sets
// that it uses.
var requires = regexp.MustCompile(`(?m)^// Requires: (.*)$`)

// instructionSets translates avo's names where the registry has others.
var instructionSets = map[string]string{"AES": "aesni", "SSE4.1": "sse4", "SSE4.2": "sse42"}

// kernelNeeds reads the generated assembly of the package under test: the
// file of kernel "vaes-avx512" is vaes_avx512_amd64.s. Every instruction set
// that it requires must be in the kernel's list.
func kernelNeeds(t *testing.T, f *cpu.Family) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOARCH != "amd64" || len(f.Kernels()) == 1 {
		t.Skip("the kernels are not compiled in")
	}
	for _, file := range files {
		name := strings.ReplaceAll(strings.TrimSuffix(file, "_amd64.s"), "_", "-")
		at := slices.IndexFunc(f.Kernels(), func(k cpu.Status) bool { return k.Name == name })
		if at < 0 {
			t.Errorf("%s: there is no kernel %s", file, name)
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range requires.FindAllStringSubmatch(string(text), -1) {
			for set := range strings.SplitSeq(line[1], ", ") {
				need := strings.ToLower(set)
				if other, ok := instructionSets[set]; ok {
					need = other
				}
				if !slices.Contains(f.Kernels()[at].Needs, need) {
					t.Errorf("%s uses %s, which kernel %s does not ask for", file, need, name)
				}
			}
		}
	}
}

// Batch adapts a function such as iphe.Sum512Batch to the Batch field of
// [Instance].
func Batch[D Digest](sum func(digests []D, msgs [][]byte)) func(digests, msgs [][]byte) {
	return func(digests, msgs [][]byte) {
		d := make([]D, len(digests))
		sum(d, msgs)
		for i := range d {
			put(digests[i], &d[i])
		}
	}
}

// Batches compares the batch functions with the one-shot functions, for every
// kernel: each number of messages to 33, equal and different lengths, and
// messages that end where a protected page begins.
func Batches(t *testing.T, f *cpu.Family, instances []Instance) {
	page := Guarded(t, 40000)
	copy(page, message(len(page)))
	for _, in := range instances {
		if !panics(func() { in.Batch(make([][]byte, 1), make([][]byte, 2)) }) {
			t.Errorf("%s: a batch with one digest for two messages was accepted", in.Name)
		}
	}
	EachKernel(t, f, func(t *testing.T) {
		for _, in := range instances {
			size := in.New().BlockSize()
			for name, length := range map[string]func(i int) int{
				"empty":            func(int) int { return 0 },
				"32 bytes":         func(int) int { return 32 },
				"a block":          func(int) int { return size },
				"almost two":       func(int) int { return 2*size - 1 },
				"8 blocks":         func(int) int { return 8 * size },
				"growing":          func(i int) int { return i * 37 },
				"falling":          func(i int) int { return 33*61 - i*61 },
				"one long, others": func(i int) int { return 9000 * (i % 4 / 3) },
				"mixed":            func(i int) int { return i * 7919 % 5003 },
			} {
				for count := range 34 {
					if name != "mixed" && count%5 != 0 && count != 33 {
						continue // every count once is enough
					}
					msgs, digests := make([][]byte, count), make([][]byte, count)
					for i := range msgs {
						n := length(i)
						msgs[i], digests[i] = page[len(page)-n:], make([]byte, in.New().Size())
						if i%3 == 1 { // not all the same message
							msgs[i] = page[i : i+n]
						}
					}
					in.Batch(digests, msgs)
					for i, msg := range msgs {
						if want := in.sum(msg); !bytes.Equal(digests[i], want) {
							t.Fatalf("%s, %s: message %d of %d (%d bytes):\ngot  %x\nwant %x", in.Name, name, i, count, len(msg), digests[i], want)
						}
					}
				}
			}
		}
	})
}

// panics says whether call panics.
func panics(call func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	call()
	return false
}

// FuzzKernels compares all kernels with each other on messages of the fuzzer's choice.
func FuzzKernels(fz *testing.F, f *cpu.Family, instances []Instance) {
	for _, n := range []int{0, 1, 300, 5000} {
		fz.Add(message(n))
	}
	fz.Fuzz(func(t *testing.T, msg []byte) {
		before := f.CurrentName()
		defer f.Use(before)
		for _, in := range instances {
			f.Use(cpu.Portable)
			want := in.sum(msg)
			for _, k := range f.Kernels() {
				if len(k.Missing) == 0 && f.Use(k.Name) == nil {
					same(t, in.sum(msg), want, "%s, %d bytes, kernel %s", in.Name, len(msg), k.Name)
				}
			}
		}
	})
}
