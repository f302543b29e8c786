package report

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
)

// Names, notes and failure texts come from candidate files and from what
// candidate code wrote. They must not become markup, links or HTML.

// text escapes s for running text and table cells.
func text(s string) string {
	runes := []rune(OneLine(s))
	var b strings.Builder
	for i, c := range runes {
		switch {
		case strings.ContainsRune("\\`*[]<>&|#~$!", c),
			// Inside of a word an underscore is plain: Garnet_512 stays readable.
			c == '_' && !(i > 0 && isWord(runes[i-1]) && i+1 < len(runes) && isWord(runes[i+1])),
			// At the start these would begin a list or a rule.
			i == 0 && strings.ContainsRune("-+=", c):
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

func isWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// OneLine replaces line breaks and everything unprintable, so that no text can
// end its line or move a terminal's cursor.
func OneLine(s string) string {
	s = strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// code makes a code span. The fence is longer than any run of backticks inside.
func code(s string) string {
	s = OneLine(s)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || s == "" {
		s = " " + s + " "
	}
	return fence + s + fence
}

// markdown writes a notice as Markdown.
func (n Notice) markdown() string {
	var b strings.Builder
	b.WriteString("**" + n.Title + "** ")
	for _, p := range n.Parts {
		switch p.Style {
		case Code:
			b.WriteString(code(p.Text))
		case Emphasis:
			b.WriteString("*" + text(p.Text) + "*")
		default:
			before, words, after := p.divided()
			b.WriteString(before + text(words) + after)
		}
	}
	return b.String()
}

// cell is code for table cells, where a bar divides even inside of a code span.
func cell(s string) string { return strings.ReplaceAll(code(s), "|", `\|`) }

// link makes a link of content, which is Markdown already. Without a target it
// is the content.
func link(content, target string) string {
	if target == "" {
		return content
	}
	return "[" + content + "](" + target + ")"
}

// IsWebAddress says whether a text is an http or https address.
func IsWebAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// webLink makes a link to a page on the web. An address that is not http or
// https stays text.
func webLink(content, address string) string {
	if !IsWebAddress(address) {
		return text(address)
	}
	u, err := url.Parse(address)
	if err != nil {
		return text(address)
	}
	return link(text(content), strings.NewReplacer("(", "%28", ")", "%29", "|", "%7C", " ", "%20", "<", "%3C", ">", "%3E").Replace(u.String()))
}

// paths makes links from a page to the files of a dataset.
type paths struct {
	prefix string // slash path from the pages' folder to the dataset's; "" when there is none
}

// newPaths finds the way from the folder of the pages, which exists, to the
// dataset. Where there is none (another drive), links are relative to the dataset.
func newPaths(pages, dataset string) paths {
	from, err := realPath(pages)
	if err != nil {
		return paths{}
	}
	to, err := realPath(dataset)
	if err != nil {
		return paths{}
	}
	rel, err := filepath.Rel(from, to)
	if err != nil {
		return paths{}
	}
	return paths{prefix: filepath.ToSlash(rel)}
}

// realPath is the absolute path without symbolic links, across which ".." would
// lead elsewhere.
func realPath(p string) (string, error) {
	p, err := filepath.Abs(p)
	if err != nil {
		return "", err
	}
	if _, err := os.Lstat(p); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(p)
}

// to returns the link target for the slash path of a file, relative to the dataset.
func (p paths) to(file string) string {
	if file == "" {
		return ""
	}
	parts := strings.Split(path.Join(p.prefix, file), "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}
