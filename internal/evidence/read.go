package evidence

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// ErrNotComplete is wrapped by the error of ReadComplete for a record that was
// read but whose operation did not finish: it is to be measured again.
var ErrNotComplete = errors.New("record is not complete")

// ReadRecord reads a record file of ours or of a published dataset. Unknown
// keys are passed over. The error names file and field when a key that figures
// depend on is missing or of the wrong type, and says so when the file is cut
// short.
func ReadRecord(path string) (*Record, error) {
	r, _, err := readRecord(path)
	return r, err
}

func readRecord(path string) (*Record, Sum, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, Sum{}, fmt.Errorf("record: %w", err)
	}
	r, err := DecodeRecord(path, data)
	return r, sha256.Sum256(data), err
}

// ReadComplete is ReadRecord, but a record that is not complete is an error
// (ErrNotComplete).
func ReadComplete(path string) (*Record, error) {
	r, err := ReadRecord(path)
	if err != nil {
		return nil, err
	}
	if r.Status != Complete {
		return nil, fmt.Errorf("%s: %w: status is %s", path, ErrNotComplete, r.Status)
	}
	return r, nil
}

// Keys that a record must have; without figures nothing can be shown for it,
// and without the others nobody can say what the figures are of.
var (
	recordKeys  = []string{"schema", "status", "candidate", "label", "instance", "variant", "flags", "operation", "input_bytes", "kat", "environment"}
	figuresKeys = []string{
		"trials", "measurements", "mean_seconds", "median_trial_seconds", "min_trial_seconds", "max_trial_seconds",
		"operations_per_second", "baseline_rss_bytes", "peak_rss_bytes",
	}
)

// DecodeRecord reads a record from data, the content of the file name, which
// errors name.
func DecodeRecord(name string, data []byte) (*Record, error) {
	r := &Record{}
	if err := decode(name, data, r); err != nil {
		return nil, err
	}
	var keys map[string]json.RawMessage
	if err := decode(name, data, &keys); err != nil {
		return nil, err
	}
	need := recordKeys
	if keys["trials"] != nil {
		need = append(need[:len(need):len(need)], figuresKeys...)
	} else {
		r.Figures = nil // a stray derived key without trials says nothing
	}
	for _, key := range need {
		if v, ok := keys[key]; !ok || string(v) == "null" {
			return nil, fmt.Errorf("%s: field %s is missing", name, key)
		}
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// check says what in a record contradicts the schema.
func (r *Record) check() error {
	switch {
	case r.Schema != Schema:
		return fmt.Errorf("field schema: version %d is not known (this program reads version %d)", r.Schema, Schema)
	case r.Status != Complete && r.Status != Failed:
		return fmt.Errorf("field status: %q is neither %s nor %s", r.Status, Complete, Failed)
	case r.InputBytes < 0:
		return fmt.Errorf("field input_bytes: %d is negative", r.InputBytes)
	case r.Status == Complete && (r.Figures == nil || len(r.Trials) == 0):
		return errors.New("field trials: a complete record has no trial")
	}
	if r.Assay != nil {
		for i, a := range r.Assay.Trials {
			if a.Trial == nil || a.Trial.Calls <= 0 || !(a.Trial.Seconds > 0) {
				return fmt.Errorf("field assay.trials[%d]: no calls or no time", i)
			}
		}
	}
	if r.Figures == nil {
		return nil
	}
	for i, t := range r.Trials {
		switch {
		case t.Measurements <= 0:
			return fmt.Errorf("field trials[%d].measurements: %d is not a number of calls", i, t.Measurements)
		case t.Seconds <= 0:
			return fmt.Errorf("field trials[%d].seconds: %v is not a duration", i, t.Seconds)
		}
	}
	return nil
}

// decode reads one JSON value. Its errors name the file, and the field or the line.
func decode(name string, data []byte, v any) error {
	if len(strings.TrimSpace(string(data))) == 0 {
		return fmt.Errorf("%s: file is empty", name)
	}
	err := json.Unmarshal(data, v)
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &syntax) && syntax.Offset >= int64(len(data)):
		return fmt.Errorf("%s: file is cut short: JSON ends in the middle, at byte %d", name, len(data))
	case errors.As(err, &syntax):
		line := 1 + strings.Count(string(data[:syntax.Offset]), "\n")
		return fmt.Errorf("%s:%d: %w", name, line, err)
	case errors.As(err, &wrongType):
		// Figures are embedded; their keys stand in the record itself.
		field := strings.TrimPrefix(wrongType.Field, "Figures.")
		if field == "" {
			field = "(whole file)"
		}
		return fmt.Errorf("%s: field %s: a JSON %s where %s is expected", name, field, wrongType.Value, jsonType(wrongType))
	}
	return fmt.Errorf("%s: %w", name, err)
}

// jsonType names what a field should hold, in JSON's words.
func jsonType(e *json.UnmarshalTypeError) string {
	switch kind := e.Type.Kind().String(); {
	case strings.HasPrefix(kind, "int"), strings.HasPrefix(kind, "uint"):
		return "a whole number that fits " + kind
	case strings.HasPrefix(kind, "float"):
		return "a number"
	case kind == "bool":
		return "true or false"
	case kind == "string":
		return "a string"
	case kind == "slice", kind == "array":
		return "a list"
	}
	return "an object"
}

// readFile reads a plain file. Of anything else in a dataset from elsewhere, a
// pipe would be waited for, and a link can lead to any file of the machine.
func readFile(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	return os.ReadFile(path)
}
