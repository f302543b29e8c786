package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
)

// Columns returns the names of the columns, in order.
func Columns() []string {
	var names []string
	for _, f := range columns() {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}

// columns are the fields of Row, those of its parts in their order.
func columns() []reflect.StructField {
	var fields []reflect.StructField
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Row]()) {
		if !f.Anonymous {
			fields = append(fields, f)
		}
	}
	return fields
}

func writeCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	out.Write(Columns()) // the first error stays, and Error returns it
	fields := columns()
	cells := make([]string, len(fields))
	for i := range rows {
		v := reflect.ValueOf(&rows[i]).Elem()
		for k, f := range fields {
			cells[k] = cell(v.FieldByIndex(f.Index).Interface())
		}
		out.Write(cells)
	}
	out.Flush()
	return out.Error()
}

// cell writes a value of a column: nothing for an unknown one, numbers in the
// shortest form that reads back the same.
func cell(v any) string {
	if p := reflect.ValueOf(v); p.Kind() == reflect.Pointer {
		if p.IsNil() {
			return ""
		}
		v = p.Elem().Interface()
	}
	switch v := v.(type) {
	case string:
		return v
	case evidence.CycleSource:
		return string(v)
	case []string:
		return strings.Join(v, "; ")
	case evidence.Float:
		return v.String()
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case uint64:
		return strconv.FormatUint(v, 10)
	case bool:
		return strconv.FormatBool(v)
	}
	panic(fmt.Sprintf("export: no column holds a %T", v))
}
