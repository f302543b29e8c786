package publish

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// rewrite copies a JSON value and lets change replace every string in it. Keys
// and their order, duplicates and numbers stay as they are written: a dataset
// holds what the run recorded. The result is indented as evidence is. field
// names the place, as in "processes[3].command[0]"; keys of objects are given to
// check, with the field of their value, since they stay.
func rewrite(data []byte, change func(field, s string) (string, error), check func(field, key string) error) ([]byte, error) {
	w := rewriter{in: json.NewDecoder(bytes.NewReader(data)), change: change, check: check}
	w.in.UseNumber()
	if err := w.value(""); err != nil {
		return nil, err
	}
	if _, err := w.in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more than one JSON value")
	}
	var out bytes.Buffer
	if err := json.Indent(&out, w.out.Bytes(), "", " "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

type rewriter struct {
	in     *json.Decoder
	out    bytes.Buffer
	change func(field, s string) (string, error)
	check  func(field, key string) error
}

func (w *rewriter) value(field string) error {
	token, err := w.in.Token()
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	switch t := token.(type) {
	case json.Delim:
		w.out.WriteByte(byte(t))
		if t == '{' {
			return w.members(field)
		}
		return w.elements(field)
	case string:
		s, err := w.change(field, t)
		if err != nil {
			return err
		}
		return w.string(s)
	case json.Number:
		w.out.WriteString(t.String())
	case bool:
		w.out.WriteString(strconv.FormatBool(t))
	case nil:
		w.out.WriteString("null")
	default:
		return fmt.Errorf("field %s: unexpected %v", field, token)
	}
	return nil
}

func (w *rewriter) members(field string) error {
	for n := 0; w.in.More(); n++ {
		if n > 0 {
			w.out.WriteByte(',')
		}
		token, err := w.in.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string) // the decoder takes nothing else
		at := key
		if field != "" {
			at = field + "." + key
		}
		if err := w.check(at, key); err != nil {
			return err
		}
		if err := w.string(key); err != nil {
			return err
		}
		w.out.WriteByte(':')
		if err := w.value(at); err != nil {
			return err
		}
	}
	return w.end()
}

func (w *rewriter) elements(field string) error {
	for n := 0; w.in.More(); n++ {
		if n > 0 {
			w.out.WriteByte(',')
		}
		if err := w.value(fmt.Sprintf("%s[%d]", field, n)); err != nil {
			return err
		}
	}
	return w.end()
}

// end copies the closing bracket.
func (w *rewriter) end() error {
	token, err := w.in.Token()
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	if d, ok := token.(json.Delim); ok {
		w.out.WriteByte(byte(d))
	}
	return nil
}

func (w *rewriter) string(s string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return err
	}
	w.out.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return nil
}
