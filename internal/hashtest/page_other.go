//go:build !unix || aix || solaris || illumos

package hashtest

import "testing"

// Guarded skips the test: protected pages are not supported here.
func Guarded(t testing.TB, n int) []byte {
	t.Helper()
	t.Skip("no protected pages on this system")
	return nil
}
