//go:build !linux

package driver

func pin(cpu int) error {
	if cpu >= 0 {
		return ErrNeedsLinux
	}
	return nil
}

func (t *twin) confine() error   { return nil }
func (t *twin) time() error      { return ErrNeedsLinux }
func (t *twin) calibrate() error { return ErrNeedsLinux }
func (t *twin) memory() error    { return ErrNeedsLinux }
