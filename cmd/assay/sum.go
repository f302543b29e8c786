package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/filesum"
)

type sumCmd struct {
	Algorithm string     `short:"a" name:"algorithm"`
	Check     bool       `short:"c" name:"check"`
	Quiet     bool       `short:"q" name:"quiet"`
	Jobs      *int       `short:"j" name:"jobs"`
	Files     []fileName `arg:"" optional:"" name:"file" sep:"none"`
}

func (v *sumCmd) Run(c *console) error {
	h, err := goHash(v.Algorithm)
	if err != nil {
		return err
	}
	if v.Quiet && !v.Check {
		return errors.New("-q goes with -c")
	}
	if v.Jobs == nil {
		all := runtime.GOMAXPROCS(0)
		v.Jobs = &all
	}
	if *v.Jobs < 1 {
		return fmt.Errorf("--jobs %d must be at least 1", *v.Jobs)
	}
	if len(v.Files) == 0 {
		v.Files = []fileName{"-"}
	}
	if v.Check {
		return v.check(c, h)
	}
	failed := false
	files := names(v.Files)
	err = v.digests(c, h, files, func(out io.Writer, i int, digest []byte, err error) error {
		if err != nil {
			c.warn("%v", err)
			failed = true
			return nil
		}
		escaped, prefix := escapeName(files[i])
		_, err = fmt.Fprintf(out, "%s%x  %s\n", prefix, digest, escaped)
		return err
	})
	if err == nil && failed {
		return exitCode(exitWrong)
	}
	return err
}

// goHash finds the Go implementation of an instance.
func goHash(name string) (candidate.GoHash, error) {
	if name == "" {
		return candidate.GoHash{}, withHint(errors.New("name the hash with -a"), "assay list shows all, such as: assay sum -a Iphe-512 FILE")
	}
	catalogue, err := candidate.Load()
	if err != nil {
		return candidate.GoHash{}, err
	}
	i, err := catalogue.FindInstance(name)
	if err != nil {
		return candidate.GoHash{}, err
	}
	for _, im := range i.Implementations {
		if im.Language != candidate.Go {
			continue
		}
		if h, ok := candidate.LookupGo(im.Target()); ok {
			return h, nil
		}
	}
	return candidate.GoHash{}, fmt.Errorf("there is no Go implementation of %s", i.Name)
}

// digests computes the digests of files, "-" being standard input. What report
// writes to out is shown at the latest when the next digest takes its time.
func (v *sumCmd) digests(c *console, h candidate.GoHash, files []string, report func(out io.Writer, i int, digest []byte, err error) error) error {
	out := bufio.NewWriter(c.data)
	work := filesum.Work{Hash: h, Files: files, Jobs: *v.Jobs, Idle: func() { out.Flush() }, Open: func(name string) (io.ReadCloser, error) {
		if name == "-" {
			return io.NopCloser(c.stdin), nil
		}
		return openFile(name)
	}}
	err := work.Run(func(i int, digest []byte, err error) error { return report(out, i, digest, err) })
	if failed := out.Flush(); err == nil {
		err = failed
	}
	return err
}

// check reads lists of "digest  name" lines and compares.
func (v *sumCmd) check(c *console, h candidate.GoHash) error {
	var wanted, files []string
	malformed, size := 0, h.New().Size()
	for _, list := range names(v.Files) {
		err := v.eachLine(c, list, func(line string, number int) {
			want, name, ok := parseSum(line, size)
			if !ok {
				c.warn("%s:%d: not a line of a digest and a file name for this hash", list, number)
				malformed++
				return
			}
			wanted, files = append(wanted, want), append(files, name)
		})
		if err != nil {
			return err
		}
	}
	if len(files) == 0 {
		return errors.New("the list holds no digest of this hash")
	}
	bad := 0
	err := v.digests(c, h, files, func(out io.Writer, i int, digest []byte, err error) error {
		shown, _ := escapeName(files[i])
		verdict := "OK"
		switch {
		case err != nil:
			c.warn("%v", err)
			verdict = "FAILED to read"
		case hex.EncodeToString(digest) != wanted[i]:
			verdict = "FAILED"
		case v.Quiet:
			return nil
		}
		if verdict != "OK" {
			bad++
		}
		_, err = fmt.Fprintf(out, "%s: %s\n", shown, verdict)
		return err
	})
	if err != nil {
		return err
	}
	if bad > 0 {
		c.warn("%d of %d files did not match", bad, len(files))
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
