//go:build !linux

package folder

import "errors"

// exchange has no portable form.
func exchange(a, b string) error { return errors.ErrUnsupported }
