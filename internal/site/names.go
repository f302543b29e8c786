package site

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

// names gives out parts of paths, made of text of any kind. No two of one
// folder differ in case only, since some file systems would take them for one.
type names struct{ used map[string]bool }

// newNames begins with names that are taken.
func newNames(taken ...string) names {
	n := names{map[string]bool{}}
	for _, t := range taken {
		n.used[t] = true
	}
	return n
}

// longestName leaves room for what is put before and after a name below the
// 255 bytes that file systems allow.
const longestName = 80

var (
	unsafePart = regexp.MustCompile(`[^A-Za-z0-9._-]+`)
	// Names that Windows keeps for devices, with any extension.
	device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
)

// of returns a name for text: the text itself where it is a plain one that is
// free, otherwise what is left of it with the first digits of its SHA-256. It
// holds letters, digits, '.', '_' and '-', and begins with no '.' or '-'.
func (n names) of(text string) string {
	name := strings.TrimLeft(unsafePart.ReplaceAllString(text, "-"), ".-")
	plain := name == text && name != "" && len(name) <= longestName && !device.MatchString(name) && !strings.HasSuffix(name, ".")
	if plain && !n.used[strings.ToLower(name)] {
		n.used[strings.ToLower(name)] = true
		return name
	}
	sum := sha256.Sum256([]byte(text))
	digits := hex.EncodeToString(sum[:])
	stem := strings.TrimRight(name[:min(len(name), longestName)], ".-")
	if stem == "" {
		stem = "x"
	}
	for length := 8; ; length++ { // a name that ends in these very digits may be there
		unique := stem + "-" + digits[:min(length, len(digits))]
		if length > len(digits) {
			unique += strings.Repeat("_", length-len(digits)) // the same text once more
		}
		if device.MatchString(unique) {
			unique = "x-" + unique
		}
		if !n.used[strings.ToLower(unique)] {
			n.used[strings.ToLower(unique)] = true
			return unique
		}
	}
}
