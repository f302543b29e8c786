package host

import "fmt"

// armVendor is a maker of AArch64 cores with its parts by the part number of
// the main identification register (MIDR_EL1).
type armVendor struct {
	name  string
	parts map[uint64]string
}

// armVendors is keyed by the implementer code of MIDR_EL1. Sources: the Arm
// architecture's list of implementers and Linux, arch/arm64/include/asm/cputype.h;
// the names are those of lscpu or of their makers.
var armVendors = map[uint64]armVendor{
	0x41: {"Arm", map[uint64]string{
		0xd02: "Cortex-A34", 0xd03: "Cortex-A53", 0xd04: "Cortex-A35", 0xd05: "Cortex-A55",
		0xd06: "Cortex-A65", 0xd07: "Cortex-A57", 0xd08: "Cortex-A72", 0xd09: "Cortex-A73",
		0xd0a: "Cortex-A75", 0xd0b: "Cortex-A76", 0xd0c: "Neoverse-N1", 0xd0d: "Cortex-A77",
		0xd0e: "Cortex-A76AE", 0xd40: "Neoverse-V1", 0xd41: "Cortex-A78", 0xd42: "Cortex-A78AE",
		0xd43: "Cortex-A65AE", 0xd44: "Cortex-X1", 0xd46: "Cortex-A510", 0xd47: "Cortex-A710",
		0xd48: "Cortex-X2", 0xd49: "Neoverse-N2", 0xd4a: "Neoverse-E1", 0xd4b: "Cortex-A78C",
		0xd4c: "Cortex-X1C", 0xd4d: "Cortex-A715", 0xd4e: "Cortex-X3", 0xd4f: "Neoverse-V2",
		0xd80: "Cortex-A520", 0xd81: "Cortex-A720", 0xd82: "Cortex-X4", 0xd83: "Neoverse-V3AE",
		0xd84: "Neoverse-V3", 0xd85: "Cortex-X925", 0xd87: "Cortex-A725", 0xd88: "Cortex-A520AE",
		0xd89: "Cortex-A720AE", 0xd8a: "C1-Nano", 0xd8b: "C1-Pro", 0xd8c: "C1-Ultra",
		0xd8e: "Neoverse-N3", 0xd8f: "Cortex-A320", 0xd90: "C1-Premium",
	}},
	0x42: {"Broadcom", map[uint64]string{0x100: "Brahma-B53", 0x516: "ThunderX2"}},
	0x43: {"Cavium", map[uint64]string{
		0x0a1: "ThunderX-88XX", 0x0a2: "ThunderX-81XX", 0x0a3: "ThunderX-83XX", 0x0af: "ThunderX2-99xx",
	}},
	0x46: {"Fujitsu", map[uint64]string{0x001: "A64FX", 0x003: "MONAKA"}},
	0x48: {"HiSilicon", map[uint64]string{0xd01: "TaiShan-v110", 0xd02: "TaiShan-v120"}},
	0x4e: {"NVIDIA", map[uint64]string{0x000: "Denver", 0x003: "Denver-2", 0x004: "Carmel", 0x010: "Olympus"}},
	0x50: {"APM", map[uint64]string{0x000: "X-Gene"}},
	0x51: {"Qualcomm", map[uint64]string{
		0x001: "Oryon", 0x200: "Kryo", 0x201: "Kryo", 0x205: "Kryo", 0x211: "Kryo",
		0x800: "Falkor-V1/Kryo", 0x801: "Kryo-V2", 0x802: "Kryo-3XX-Gold", 0x803: "Kryo-3XX-Silver",
		0x804: "Kryo-4XX-Gold", 0x805: "Kryo-4XX-Silver", 0xc00: "Falkor", 0xc01: "Saphira",
	}},
	0x61: {"Apple", map[uint64]string{
		0x020: "Icestorm-A14", 0x021: "Firestorm-A14", 0x022: "Icestorm-M1", 0x023: "Firestorm-M1",
		0x024: "Icestorm-M1-Pro", 0x025: "Firestorm-M1-Pro", 0x028: "Icestorm-M1-Max", 0x029: "Firestorm-M1-Max",
		0x030: "Blizzard-A15", 0x031: "Avalanche-A15", 0x032: "Blizzard-M2", 0x033: "Avalanche-M2",
		0x034: "Blizzard-M2-Pro", 0x035: "Avalanche-M2-Pro", 0x036: "Sawtooth-A16", 0x037: "Everest-A16",
		0x038: "Blizzard-M2-Max", 0x039: "Avalanche-M2-Max",
	}},
	0x6d: {"Microsoft", map[uint64]string{0xd49: "Azure-Cobalt-100"}},
	0x70: {"Phytium", map[uint64]string{
		0x303: "FTC310", 0x660: "FTC660", 0x661: "FTC661", 0x662: "FTC662", 0x663: "FTC663",
		0x664: "FTC664", 0x862: "FTC862",
	}},
	0xc0: {"Ampere", map[uint64]string{0xac3: "AmpereOne", 0xac4: "AmpereOne-1a"}},
}

// armModel names a core by its implementer and part number: "Qualcomm Oryon".
// Numbers that are not in the table stay visible.
func armModel(implementer, part uint64) string {
	vendor, ok := armVendors[implementer]
	if !ok {
		return fmt.Sprintf("AArch64 implementer 0x%02x part 0x%03x", implementer, part)
	}
	name, ok := vendor.parts[part]
	if !ok {
		return fmt.Sprintf("%s part 0x%03x", vendor.name, part)
	}
	return vendor.name + " " + name
}
