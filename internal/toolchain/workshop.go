package toolchain

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// workshop makes the folder dir/.build-<name>, with src in it, and dir itself
// if need be. It lies beside the result, so that this can be renamed into place:
// a program that this process itself had written could not be started while
// some other child, just forked, still holds the file open for writing.
//
// The compiler runs in src with paths relative to it, so that the folder's name
// is neither in the library (__FILE__) nor in the command and the log. Its name
// has no random part: what a killed process leaves, the next build removes.
func workshop(dir, name string) (string, error) {
	work := filepath.Join(dir, ".build-"+name)
	if err := os.RemoveAll(work); err != nil {
		return "", err
	}
	return work, os.MkdirAll(filepath.Join(work, "src"), 0o777)
}

// publish moves a finished file to path, whole or not at all. (The files of a
// run are otherwise written by package evidence, which stands above this one.)
// It must be a plain file: a link would stand for a file that the compiler could not reach.
func publish(from, path string) error {
	if err := plainFile(from); err != nil {
		return err
	}
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(from, path)
}

// plainFile refuses what is not a plain file.
func plainFile(path string) error {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: is not a regular file", path)
	}
	return err
}

// keepLog writes a log, whole or not at all. Its folder is there; what a compiler has put in the draft's place is not written through.
func keepLog(path, work, text string) error {
	draft := filepath.Join(work, "log")
	if err := os.RemoveAll(draft); err != nil {
		return err
	}
	f, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return publish(draft, path)
}
