package publish

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/localpath"
)

// names are what must not leave this machine, and what may.
type names struct {
	runs    []string // absolute slash paths of the run's folder: paths below them become relative
	hosts   []string // names of machines
	users   []string
	allowed []string // names of the declared system
}

// localNames returns the names of the machine and of the user that publish.
func localNames() (hosts, users []string) {
	if h, err := os.Hostname(); err == nil {
		hosts = append(hosts, h)
	}
	if u, err := user.Current(); err == nil {
		users = append(users, u.Username, filepath.Base(u.HomeDir))
	}
	for _, key := range []string{"USER", "LOGNAME", "SUDO_USER"} {
		users = append(users, os.Getenv(key))
	}
	return hosts, users
}

// everywhere are names that tell nothing about anybody.
var everywhere = []string{"", ".", "/", "root", "localhost", "nobody"}

// option is one that a path follows without a blank, as in "-I/home/x".
var option = regexp.MustCompile(`(?:^|\s)-[A-Za-z]$`)

// relative makes paths below the run's folder relative to it wherever they
// stand in text; the folder itself becomes ".".
func (n names) relative(text string) string {
	for _, run := range n.runs {
		var b strings.Builder
		for rest := text; ; {
			i := strings.Index(rest, run)
			if i < 0 {
				b.WriteString(rest)
				break
			}
			before, after := rest[:i], rest[i+len(run):]
			b.WriteString(before)
			inside := strings.HasPrefix(after, "/")
			switch {
			case endsInPath(before) && !option.MatchString(before) || !inside && beginsWithPath(after): // part of another path
				b.WriteString(run)
			case inside:
				after = after[1:]
			default:
				b.WriteString(".")
			}
			rest = after
		}
		text = b.String()
	}
	return text
}

// check says what in text must not be published.
func (n names) check(text string) error {
	if p := localpath.First(text); p != "" {
		return fmt.Errorf("local absolute path %q", p)
	}
	if u := n.found(n.users, text); u != "" {
		return fmt.Errorf("user name %q", u)
	}
	if h := n.found(n.hosts, text); h != "" {
		return fmt.Errorf("host name %q", h)
	}
	return nil
}

// found returns the first of the names that stands in text as a whole word and
// is not allowed.
func (n names) found(list []string, text string) string {
	for _, name := range list {
		if slices.Contains(everywhere, name) || slices.Contains(n.allowed, name) {
			continue
		}
		for rest := text; ; {
			i := strings.Index(rest, name)
			if i < 0 {
				break
			}
			before, after := rest[:i], rest[i+len(name):]
			if !endsInWord(before) && !beginsWithWord(after) {
				return name
			}
			rest = after
		}
	}
	return ""
}

func endsInWord(s string) bool     { return s != "" && isWord(s[len(s)-1]) }
func beginsWithWord(s string) bool { return s != "" && isWord(s[0]) }
func endsInPath(s string) bool     { return s != "" && isPath(s[len(s)-1]) }
func beginsWithPath(s string) bool { return s != "" && isPath(s[0]) }

// isWord says whether a name goes on with c.
func isWord(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// isPath says whether a path goes on with c.
func isPath(c byte) bool { return isWord(c) || c == '.' || c == '~' || c == '/' }
