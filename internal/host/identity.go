package host

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// cpuinfo returns the fields of the block of CPU number cpu in /proc/cpuinfo,
// or of the first block if that CPU has none (it is offline).
func (s *system) cpuinfo(cpu int) map[string]string {
	var first map[string]string
	for block := range strings.SplitSeq(s.text("proc/cpuinfo"), "\n\n") {
		fields := map[string]string{}
		for line := range strings.SplitSeq(block, "\n") {
			if key, value, ok := strings.Cut(line, ":"); ok {
				fields[strings.TrimSpace(key)] = strings.TrimSpace(value)
			}
		}
		if fields["processor"] == strconv.Itoa(cpu) {
			return fields
		}
		if first == nil {
			first = fields
		}
	}
	return first
}

// hasFlag reports whether /proc/cpuinfo of an x86 CPU lists an instruction set
// or feature; known is false where there is no list.
func (s *system) hasFlag(cpu int, flag string) (has, known bool) {
	flags := s.cpuinfo(cpu)["flags"]
	for f := range strings.FieldsSeq(flags) {
		if f == flag {
			return true, true
		}
	}
	return false, flags != ""
}

// cpuModel names the CPU: "model name" on x86; on AArch64, where there is no
// such line, vendor and core after the numbers of its identification register.
func (s *system) cpuModel(cpu int) string {
	info := s.cpuinfo(cpu)
	if name := info["model name"]; name != "" {
		return strings.Join(strings.Fields(name), " ")
	}
	implementer, err1 := strconv.ParseUint(info["CPU implementer"], 0, 16)
	part, err2 := strconv.ParseUint(info["CPU part"], 0, 16)
	if err1 == nil && err2 == nil {
		return armModel(implementer, part)
	}
	return "unknown"
}

// placeholder matches what firmware says when its maker filled nothing in.
var placeholder = regexp.MustCompile(`(?i)^(to be filled.*|default string|system product name|not (specified|applicable|available)|` +
	`product name|none|n/?a|unknown|undefined|x\.x|0+|o\.?e\.?m\.?|empty|type1productconfigid)?$`)

// machine names the computer after its firmware, "" if that does not say. On
// AArch64 the device tree comes first: it has the name as printed on the box,
// where DMI adds order numbers.
func (s *system) machine() string {
	dmi := []string{"sys/class/dmi/id/product_name", "sys/class/dmi/id/board_name"}
	tree := []string{"proc/device-tree/model", "sys/firmware/devicetree/base/model"}
	files := append(dmi, tree...)
	if s.arch == "aarch64" {
		files = append(tree, dmi...)
	}
	for _, f := range files {
		if name := s.text(f); !placeholder.MatchString(name) {
			return name
		}
	}
	return ""
}

// dmiHypervisors are vendor or product names that only virtual machines have.
var dmiHypervisors = []string{
	"KVM", "QEMU", "VMware", "VirtualBox", "innotek", "Xen", "Bochs", "Parallels", "BHYVE",
	"Virtual Machine", "Google Compute Engine", "Amazon EC2", "OpenStack", "Apple Virtualization",
	"Alibaba Cloud ECS", "Firecracker",
}

// virtualized reports whether this is a virtual machine, after the hypervisor
// bit of x86, DMI and the device tree; why names what says so.
func (s *system) virtualized(cpu int) (virtual bool, why string) {
	if has, _ := s.hasFlag(cpu, "hypervisor"); has {
		return true, "the cpu reports a hypervisor"
	}
	vendor, product := s.text("sys/class/dmi/id/sys_vendor"), s.text("sys/class/dmi/id/product_name")
	// Amazon's bare machines have the same vendor, and products like "m7g.metal".
	if !strings.Contains(product, ".metal") {
		for _, h := range dmiHypervisors {
			if strings.Contains(vendor, h) || strings.Contains(product, h) {
				return true, fmt.Sprintf("the firmware says %s", strings.TrimSpace(vendor+" "+product))
			}
		}
	}
	for _, base := range []string{"proc/device-tree/", "sys/firmware/devicetree/base/"} {
		if s.exists(base + "hypervisor/compatible") {
			return true, "the device tree has a hypervisor"
		}
		if strings.Contains(s.text(base+"compatible"), "dummy-virt") {
			return true, "the device tree is that of a virtual machine"
		}
	}
	return false, ""
}

// osName is the distribution's name and version from os-release(5).
func (s *system) osName() string {
	for _, f := range []string{"etc/os-release", "usr/lib/os-release"} {
		for line := range strings.SplitSeq(s.text(f), "\n") {
			value, ok := strings.CutPrefix(line, "PRETTY_NAME=")
			if !ok {
				continue
			}
			value = strings.TrimSpace(value)
			if n := len(value); n >= 2 && value[0] == value[n-1] && (value[0] == '"' || value[0] == '\'') {
				value = value[1 : n-1]
			}
			if value != "" {
				return value
			}
		}
	}
	return "Linux"
}

// memoryKiB is the memory of the machine, 0 if it is not known.
func (s *system) memoryKiB() int64 {
	for line := range strings.SplitSeq(s.text("proc/meminfo"), "\n") {
		if value, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(value, "kB")), 10, 64)
			return n
		}
	}
	return 0
}
