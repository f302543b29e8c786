package evidence

import (
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Files lists the slash paths, in order, of all that figures of a dataset
// follow from: the JSON files of its folder, records, and the known-answer logs that
// builds name. What a run keeps besides them does not belong: libraries and what
// the compiler said, trials files, of which records hold everything, and pages.
//
// Whether a file is there, and a regular one, is not checked, and names of logs
// are what build.json says, which may be no path inside of the folder.
func (d *Dataset) Files() ([]string, error) {
	root, err := os.OpenRoot(d.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var files []string
	for _, pattern := range []string{"*.json", "records/*/*.json"} {
		names, err := fs.Glob(root.FS(), pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, names...)
	}
	files = slices.DeleteFunc(files, func(name string) bool { return strings.Contains("/"+name, "/.") }) // temporary files
	files = append(files, d.NotPlain...)
	for _, name := range d.Paths {
		files = append(files, name)
	}
	for _, e := range d.Build.Instances {
		if e.KATLog != "" {
			files = append(files, e.KATLog)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}
