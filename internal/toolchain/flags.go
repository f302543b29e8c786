package toolchain

// FlagSet names the flags of a build, with the names of the published data.
type FlagSet string

// The two flag sets of the reference build.
const (
	Guide   FlagSet = "guide"           // the guide's reference flags
	Default FlagSet = "harness-default" // -O2, gnu11: when the guide's flags do not build or pass

	// Prebuilt is the name of flags that nobody here knows: those of a library
	// that was given as it is.
	Prebuilt FlagSet = "prebuilt"
)

// Flag strings. The published measurements use the same, so that figures can
// be compared.
const (
	// Reference is the guide's flag string for reference implementations.
	Reference = "-std=c99 -Wpedantic -Wall -Wextra -O2"

	// fallback takes the place of Reference in the Default set. It lets pass what
	// C leaves undefined and code often relies on: aliasing and signed overflow.
	fallback = "-O2 -std=gnu11 -fno-strict-aliasing -fwrapv -fno-omit-frame-pointer"

	// Additions is what a shared library for the harness needs on top: position
	// independence, and what older compilers let pass and GCC 14 does not.
	Additions = "-fPIC -D_GNU_SOURCE -Wno-error=implicit-function-declaration -Wno-error=incompatible-pointer-types -Wno-error=int-conversion -Wno-error=implicit-int"
)

// flags returns the flags of the set, Additions included; "" for an unknown
// set.
func (f FlagSet) flags() string {
	switch f {
	case Guide:
		return Reference + " " + Additions
	case Default:
		return fallback + " " + Additions
	}
	return ""
}

// Performance returns the guide's flags for optimised code on goarch ("amd64",
// "arm64"), which are recorded, not used; "" where the guide has none.
func Performance(goarch string) string {
	switch goarch {
	case "amd64":
		return "-O3 -march=x86-64 -mavx2 -mtune=native -flto -fomit-frame-pointer -std=c99 -Wpedantic -Wall -Wextra"
	case "arm64":
		return "-O3 -march=armv8.2-a+sve -flto -fomit-frame-pointer -std=c99 -Wpedantic -Wall -Wextra"
	}
	return ""
}

// programFlags build the driver. All functions that it calls are found when it starts, before a candidate is loaded, and the
// table of their addresses is read-only from then on (-z now, -z relro).
const programFlags = "-std=c99 -O2 -Wall -Wextra -Wl,-z,relro,-z,now"

// exports is the linker's version script of every library: only CryptHash can
// be seen from outside, so a candidate's other functions neither take the place
// of the driver's or libc's, nor are theirs replaced.
const exports = "{ global: CryptHash; local: *; };\n"

// linkFlags make a shared library. They leave the code alone: hidden
// visibility or -fno-semantic-interposition would let the compiler inline more
// than the published builds do.
//
//   - -Bsymbolic: the library's own calls stay inside, those of CryptHash too.
//   - -z defs: a function that is nowhere is a build error with the compiler's
//     text, not a failure to load.
//   - --as-needed: libm, allowed to candidates, only where it is used.
var linkFlags = []string{"-shared", "-Wl,--version-script=../exports.map", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,--as-needed"}
