package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
)

type sumCmd struct {
	Algorithm string     `short:"a" name:"algorithm"`
	Check     bool       `short:"c" name:"check"`
	Quiet     bool       `short:"q" name:"quiet"`
	Files     []fileName `arg:"" optional:"" name:"file" sep:"none"`
}

func (v *sumCmd) Run(c *console) error {
	newHash, err := goHash(v.Algorithm)
	if err != nil {
		return err
	}
	if v.Quiet && !v.Check {
		return errors.New("-q goes with -c")
	}
	if len(v.Files) == 0 {
		v.Files = []fileName{"-"}
	}
	if v.Check {
		return v.check(c, newHash)
	}
	failed := false
	for _, name := range names(v.Files) {
		digest, err := digestOf(c, name, newHash())
		if err != nil {
			c.warn("%v", err)
			failed = true
			continue
		}
		escaped, prefix := escapeName(name)
		if _, err := fmt.Fprintf(c.stdout, "%s%s  %s\n", prefix, digest, escaped); err != nil {
			return err
		}
	}
	if failed {
		return exitCode(exitWrong)
	}
	return nil
}

// goHash finds the Go implementation of an instance.
func goHash(name string) (func() hash.Hash, error) {
	if name == "" {
		return nil, withHint(errors.New("name the hash with -a"), "assay list shows all, such as: assay sum -a Iphe-512 FILE")
	}
	catalogue, err := candidate.Load()
	if err != nil {
		return nil, err
	}
	i, err := catalogue.FindInstance(name)
	if err != nil {
		return nil, err
	}
	for _, im := range i.Implementations {
		if im.Language != candidate.Go {
			continue
		}
		if h, ok := candidate.LookupGo(im.Target()); ok {
			return h.New, nil
		}
	}
	return nil, fmt.Errorf("there is no Go implementation of %s", i.Name)
}

func digestOf(c *console, name string, h hash.Hash) (string, error) {
	r := c.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		defer f.Close()
		r = f
	}
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// check reads lists of "digest  name" lines and compares.
func (v *sumCmd) check(c *console, newHash func() hash.Hash) error {
	bad, malformed, lines := 0, 0, 0
	for _, list := range names(v.Files) {
		err := v.eachLine(c, list, func(line string, number int) {
			want, name, ok := parseSum(line, newHash().Size())
			if !ok {
				c.warn("%s:%d: not a line of a digest and a file name for this hash", list, number)
				malformed++
				return
			}
			lines++
			digest, err := digestOf(c, name, newHash())
			shown, _ := escapeName(name)
			switch {
			case err != nil:
				bad++
				c.warn("%v", err)
				fmt.Fprintf(c.stdout, "%s: FAILED to read\n", shown)
			case digest != want:
				bad++
				fmt.Fprintf(c.stdout, "%s: FAILED\n", shown)
			case !v.Quiet:
				fmt.Fprintf(c.stdout, "%s: OK\n", shown)
			}
		})
		if err != nil {
			return err
		}
	}
	if lines == 0 {
		return errors.New("the list holds no digest of this hash")
	}
	if bad > 0 {
		c.warn("%d of %d files did not match", bad, lines)
		return exitCode(exitFailed)
	}
	if malformed > 0 {
		return exitCode(exitWrong)
	}
	return nil
}

// maxLine bounds a line of a list: a digest and a path.
const maxLine = 1 << 20

func (v *sumCmd) eachLine(c *console, list string, f func(line string, number int)) error {
	r := c.stdin
	if list != "-" {
		file, err := os.Open(list)
		if err != nil {
			return err
		}
		defer file.Close()
		r = file
	}
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	for n := 1; s.Scan(); n++ {
		if line := strings.TrimSuffix(s.Text(), "\r"); line != "" {
			f(line, n)
		}
	}
	if err := s.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s: a line is longer than %d bytes, so this is no list of digests", list, maxLine)
	} else if err != nil {
		return fmt.Errorf("%s: %w", list, err)
	}
	return nil
}

// parseSum takes a line apart: hexadecimal digest of size bytes, a blank, a
// blank or asterisk, the file name.
func parseSum(line string, size int) (digest, name string, ok bool) {
	rest, escaped := strings.CutPrefix(line, `\`)
	if len(rest) < 2*size+3 {
		return "", "", false
	}
	digest, name = strings.ToLower(rest[:2*size]), rest[2*size:]
	if _, err := hex.DecodeString(digest); err != nil {
		return "", "", false
	}
	if name[0] != ' ' || name[1] != ' ' && name[1] != '*' {
		return "", "", false
	}
	name = name[2:]
	if escaped {
		name = unescaper.Replace(name)
	}
	return digest, name, true
}

// Names with a newline, a carriage return or a backslash are written as the
// coreutils do: escaped, and the line marked by a backslash in front.
var (
	escaper   = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)
	unescaper = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r")
)

func escapeName(name string) (escaped, prefix string) {
	if escaped = escaper.Replace(name); escaped != name {
		prefix = `\`
	}
	return escaped, prefix
}
