package host

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestChainValues(t *testing.T) {
	// OEIS A000930.
	cows := []uint64{1, 1, 1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 60, 88, 129, 189, 277, 406, 595, 872, 1278, 1873, 2745, 4023, 5896, 8641}
	for len(cows) < 3+4*chainSteps {
		n := len(cows)
		cows = append(cows, cows[n-1]+cows[n-3])
	}
	for _, rounds := range []int{1, 2, 4} {
		s := [3]uint64{1, 1, 1}
		addChain(rounds, &s)
		if i := rounds * chainSteps; !slices.Equal(s[:], cows[i:i+3]) {
			t.Errorf("%d rounds: got %d, want %d", rounds, s, cows[i:i+3])
		}
		want := uint64(7)
		for range rounds * chainSteps {
			want *= 5
		}
		if got := mulChain(rounds, 7, 5); got != want {
			t.Errorf("%d rounds: got %d, want %d", rounds, got, want)
		}
	}
}

// TestChainCode looks at the instructions that the compiler makes of the
// chains: the estimate is wrong if there is anything else in the loops.
func TestChainCode(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command to disassemble with")
	}
	for arch, ops := range map[string][2]string{
		"amd64": {`ADDQ (AX|[BCD]X|[SD]I|R\d+), (AX|[BCD]X|[SD]I|R\d+)$`, `IMULQ [A-Z]+\d*, [A-Z]+\d*$`},
		"arm64": {`ADD R\d+, R\d+, R\d+$`, `MUL R\d+, R\d+, R\d+$`},
	} {
		object := filepath.Join(t.TempDir(), "chain.o")
		run := func(args ...string) string {
			cmd := exec.Command(goTool, args...)
			cmd.Env = append(os.Environ(), "GOARCH="+arch, "GOOS=linux", "GOFLAGS=")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("go %v: %v\n%s", args, err, out)
			}
			return string(out)
		}
		run("tool", "compile", "-p", "host", "-o", object, "chain.go")
		for i, function := range []string{"addChain", "mulChain"} {
			listing := run("tool", "objdump", "-s", `^host\.`+function+`$`, object)
			op := regexp.MustCompile(`\t` + ops[i])
			arithmetic := regexp.MustCompile(`\t(ADD|SUB|LEA|IMUL|MUL|MADD|LSL|SHL|INC)\w* `)
			first, last, steps := -1, -1, 0
			var lines []string
			for line := range strings.SplitSeq(listing, "\n") {
				if line = strings.TrimRight(line, "\t "); strings.HasPrefix(line, "  ") {
					lines = append(lines, line)
				}
			}
			for j, line := range lines {
				if op.MatchString(line) {
					if first < 0 {
						first = j
					}
					last = j
					steps++
				}
			}
			if steps != chainSteps {
				t.Errorf("%s %s: %d steps, want %d", arch, function, steps, chainSteps)
			}
			if last-first+1 != steps {
				for _, line := range lines[max(first, 0) : last+1] {
					if !op.MatchString(line) && (arithmetic.MatchString(line) || strings.Contains(line, "MOV")) {
						t.Errorf("%s %s: in the chain: %s", arch, function, strings.TrimSpace(line))
					}
				}
			}
		}
	}
}

func TestAgreed(t *testing.T) {
	for _, test := range []struct {
		name    string
		windows []float64
		want    float64 // 0: they do not agree
		top     bool
	}{
		{"none", nil, 0, false},
		{"two", []float64{3e9, 3e9}, 0, false},
		{"all equal", []float64{3e9, 3e9, 3e9, 3e9}, 3e9, true},
		{"within the width", []float64{3.000e9, 3.006e9, 3.003e9}, 3.003e9, true},
		{"outside the width", []float64{3.000e9, 3.0061e9, 3.003e9}, 0, false},
		{"one turbo spike", []float64{3e9, 3.5e9, 3.001e9, 3.002e9, 2.9e9}, 3.001e9, false},
		{"two spikes alike", []float64{3e9, 3.5e9, 3e9, 3.5e9, 3e9}, 3e9, false},
		{"three spikes alike are a clock", []float64{3e9, 3.5e9, 3e9, 3.5e9, 3e9, 3.5e9}, 3.5e9, true},
		{"only two agree", []float64{3e9, 3e9, 2.9e9, 2.8e9}, 0, false},
		{"drifting", []float64{3.00e9, 2.99e9, 2.98e9, 2.97e9, 2.96e9, 2.95e9}, 0, false},
		{"disturbed", []float64{1e9, 3e9, 2.2e9, 3.001e9, 2.9e9, 3.002e9}, 3.001e9, true},
		{"stopped", []float64{0, 0, 0}, 0, false},
	} {
		before := slices.Clone(test.windows)
		got, ok := agreed(test.windows)
		if got != test.want || ok != (test.want != 0) {
			t.Errorf("%s: got %v, %v, want %v", test.name, got, ok, test.want)
		}
		if top := topAgrees(test.windows); top != test.top {
			t.Errorf("%s: top agrees: %v", test.name, top)
		}
		if !slices.Equal(before, test.windows) {
			t.Errorf("%s: windows were sorted in place", test.name)
		}
	}
}

func TestWholeLatency(t *testing.T) {
	for _, test := range []struct {
		name   string
		cycles float64
		ok     bool
	}{
		{"three cycles", 3, true},
		{"four cycles", 4, true},
		{"five cycles, within the tolerance", 5.09, true},
		{"no whole number", 3.1, false},
		{"additions folded away", 15, false},
		{"additions at half speed", 1.5, false},
		{"one cycle", 1, false},
		{"stopped", math.Inf(1), false},
		{"two cycles", 2, runtime.GOARCH == "arm64"},
	} {
		if ok := wholeLatency(test.cycles); ok != test.ok {
			t.Errorf("%s: got %v", test.name, ok)
		}
	}
}

// TestEstimateClock checks only what holds however busy the machine is.
func TestEstimateClock(t *testing.T) {
	hz, lo, hi, ok := EstimateClock(12)
	if lo < 0 || hi < lo || math.IsInf(hi, 0) || ok != (hz != 0) || ok && (hz < lo || hz > hi) {
		t.Errorf("got %v in %v to %v, %v", hz, lo, hi, ok)
	}
	t.Logf("clock %.4f GHz (%v), windows %.4f to %.4f GHz", hz/1e9, ok, lo/1e9, hi/1e9)
}
