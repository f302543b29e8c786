package jail

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// newRoot makes a root directory in memory that has what the order names and nothing else, each thing at its path, all of it
// read-only but for the folder that may be written.
func newRoot(o *order) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	// The new root has to lie somewhere. It is put over the writable folder, which is at hand through a descriptor meanwhile.
	writable, err := unix.Open(o.Spec.Writable, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", o.Spec.Writable, err)
	}
	defer unix.Close(writable)
	shown := o.readable()
	if err := unix.Mount("jail", o.Spec.Writable, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,mode=755"); err != nil {
		return fmt.Errorf("tmpfs: %w", err)
	}
	if err := unix.Chdir(o.Spec.Writable); err != nil {
		return err
	}
	for _, p := range append(shown, null) {
		if err := show(p, p, unix.MS_REC); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	// Not with what is mounted in it, which is the new root.
	if err := show(fmt.Sprintf("/proc/self/fd/%d", writable), o.Spec.Writable, 0); err != nil {
		return fmt.Errorf("%s: %w", o.Spec.Writable, err)
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("old root: %w", err)
	}
	if err := unix.Chdir("/"); err != nil {
		return err
	}
	all := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &all); err != nil {
		return fmt.Errorf("read-only root (mount_setattr, Linux 5.12 and later): %w", err)
	}
	one := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(unix.AT_FDCWD, o.Spec.Writable, 0, &one); err != nil {
		return fmt.Errorf("writable folder: %w", err)
	}
	return nil
}

// show puts a file or folder of the old root at a path in the new one, which is the working directory. What lies in a folder
// that is there already is not shown once more, except under another name than its own.
func show(from, path string, flags uintptr) error {
	info, err := os.Stat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	place := "." + filepath.Clean(path)
	switch _, err := os.Stat(place); {
	case err == nil && from == path:
		return nil
	case err != nil:
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			return err
		}
		if info.IsDir() {
			err = os.Mkdir(place, 0o755)
		} else {
			err = os.WriteFile(place, nil, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return unix.Mount(from, place, "", unix.MS_BIND|flags, "")
}
