//go:build !linux

package driver

import "testing"

func someCPU(testing.TB) int { return -1 }

func groupLives(int) bool { return false }

func asOrdinaryUser(t *testing.T, f func() error) {
	t.Helper()
	if err := f(); err != nil {
		t.Skip(err)
	}
}
