package host

import (
	"io/fs"
	"strconv"
	"strings"
)

// system is a Linux machine as its files show it. Everything is read below
// root, so that the trees of other machines can be examined too.
type system struct {
	root    fs.FS  // "/" of the machine
	arch    string // as uname -m: "x86_64", "aarch64"
	kernel  string // as uname -r
	allowed []int  // CPUs in this process's affinity mask, ascending; nil: not known
}

const cpuDir = "sys/devices/system/cpu/"

// text reads a file, "" if it cannot be read. The NUL that ends device-tree
// strings and the blanks around are left out.
func (s *system) text(path string) string {
	b, err := fs.ReadFile(s.root, path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.TrimRight(string(b), "\x00"))
}

// perCPU reads a file below the directory of CPU number cpu.
func (s *system) perCPU(cpu int, path string) string {
	return s.text(cpuDir + "cpu" + strconv.Itoa(cpu) + "/" + path)
}

// exists reports whether there is a file or directory at path.
func (s *system) exists(path string) bool {
	_, err := fs.Stat(s.root, path)
	return err == nil
}

// cpus reads a file that holds a CPU list, nil if there is none.
func (s *system) cpus(path string) []int {
	list, err := parseCPUs(s.text(path))
	if err != nil {
		return nil
	}
	return list
}

// online lists the CPUs that are online.
func (s *system) online() []int { return s.cpus(cpuDir + "online") }

// present lists the CPUs that the machine has, online or not.
func (s *system) present() []int { return s.cpus(cpuDir + "present") }
