package candidate

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Limits of candidate.toml.
const (
	maxNameLength = 64    // the programme's limit for ALGORITHM_INSTANCE
	maxDigestBits = 65536 // far above any candidate's; keeps buffers small
)

var (
	idSyntax     = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	nameSyntax   = regexp.MustCompile(`^[A-Za-z0-9_-]+$`) // the programme's rule for ALGORITHM_INSTANCE
	kindSyntax   = idSyntax
	defineSyntax = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(=.*)?$`)
	// A brace pair around anything but a name, as in "INIT={0,1}", is C.
	placeholder = regexp.MustCompile(`\{[A-Za-z_][A-Za-z0-9_]*\}`)
)

func checkID(id string) error {
	if !idSyntax.MatchString(id) || len(id) > maxNameLength {
		return fmt.Errorf("id %q must be lower-case letters and digits in parts joined by '-', at most %d characters, as in \"hash-12\"", id, maxNameLength)
	}
	return nil
}

// checkName checks an instance's or known-answer name. A leading '-' would
// turn file names into options.
func checkName(key, name string) error {
	if !nameSyntax.MatchString(name) || len(name) > maxNameLength || name[0] == '-' {
		return fmt.Errorf("%s %q must be letters, digits, '-' or '_', at most %d characters, not beginning with '-'", key, name, maxNameLength)
	}
	return nil
}

func checkKind(kind string) error {
	if !kindSyntax.MatchString(kind) || len(kind) > maxNameLength {
		return fmt.Errorf("kind %q must be lower-case letters and digits in parts joined by '-', as in \"c99\" or \"c99-tables\"", kind)
	}
	return nil
}

func checkDefine(define string) error {
	if !defineSyntax.MatchString(define) || strings.ContainsFunc(define, unicode.IsControl) {
		return fmt.Errorf("define %q must be NAME or NAME=VALUE on one line", define)
	}
	return nil
}

// expand replaces the placeholders {instance} and {digest_bits}.
func expand(text string, in *Instance) (string, error) {
	var err error
	text = placeholder.ReplaceAllStringFunc(text, func(p string) string {
		switch p {
		case "{instance}":
			return in.Name
		case "{digest_bits}":
			return strconv.Itoa(in.DigestBits)
		}
		err = fmt.Errorf("unknown placeholder %s (known: {instance}, {digest_bits})", p)
		return p
	})
	return text, err
}

// checkPath checks that p is a slash path inside a folder by its form alone.
func checkPath(p string) error {
	switch {
	case p == "":
		return errors.New("path is empty")
	case strings.Contains(p, `\`):
		return fmt.Errorf("path %q has a backslash; write '/'", p)
	case path.IsAbs(p) || len(p) > 1 && p[1] == ':':
		return fmt.Errorf("path %q is absolute; write it relative to the candidate's folder", p)
	case p == ".." || strings.HasPrefix(p, "../") || strings.Contains(p, "/../") || strings.HasSuffix(p, "/.."):
		return fmt.Errorf("path %q has '..'; all files must lie in the candidate's folder", p)
	case p[0] == '-' || p[0] == '@':
		return fmt.Errorf("path %q begins with %q, which compilers take for an option", p, p[0])
	case strings.ContainsFunc(p, unicode.IsControl):
		return fmt.Errorf("path %q has a control character", p)
	case !fs.ValidPath(p):
		return fmt.Errorf("path %q must be written %q", p, path.Clean(p))
	}
	return nil
}

// checkFile checks that p is there and is a file (or a folder if dir is set).
func checkFile(files fs.FS, p string, dir bool) error {
	info, err := fs.Stat(files, p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if link := leadsOut(files, p); link != "" {
			return fmt.Errorf("%s: symbolic link %s leads nowhere", p, link)
		}
		return fmt.Errorf("%s: no such file or folder in the candidate's folder", p)
	case err != nil:
		if link := leadsOut(files, p); link != "" {
			return fmt.Errorf("%s: symbolic link %s leads out of the candidate's folder", p, link)
		}
		return fmt.Errorf("%s: cannot be read: %w", p, err)
	case dir && !info.IsDir():
		return fmt.Errorf("%s: is not a folder", p)
	case !dir && !info.Mode().IsRegular():
		return fmt.Errorf("%s: is not a file", p)
	}
	return nil
}

// leadsOut returns the first symbolic link on the way to p that cannot be
// followed, "" if there is none. Links inside the folder are fine.
func leadsOut(files fs.FS, p string) string {
	parts := strings.Split(p, "/")
	for i := range parts {
		prefix := strings.Join(parts[:i+1], "/")
		info, err := fs.Lstat(files, prefix)
		if err != nil {
			return ""
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			if _, err := fs.Stat(files, prefix); err != nil {
				return prefix
			}
		}
	}
	return ""
}
