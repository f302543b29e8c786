package gate

import (
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/driver"
)

func TestCancel(t *testing.T) {
	t.Run("before the start", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		f := &fake{}
		if res, err := run(ctx, request(both(t)), f.open); res != nil || err != context.Canceled || f.closed != 0 {
			t.Errorf("%v, %v, closed %d times", res, err, f.closed)
		}
	})
	// The child is killed at once, which may look like a failure of the candidate.
	looks := map[string]error{"unnoticed": nil, "as a crash": &driver.Failure{Status: driver.Crash}, "as an error": io.ErrClosedPipe}
	for name, look := range looks {
		for _, at := range []int{1, 100, 4097, 4098, 4101, 4106} {
			t.Run(fmt.Sprintf("%s, request %d", name, at), func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				f := &fake{answer: func(n int, _ uint64, _ []byte) ([]byte, error) {
					if n == at {
						cancel()
						return nil, look
					}
					return nil, nil
				}}
				res, err := run(ctx, request(both(t)), f.open)
				if res != nil || err != context.Canceled || f.closed != 1 || f.requests != at {
					t.Errorf("%v, %v after %d requests, closed %d times", res, err, f.requests, f.closed)
				}
			})
		}
	}
	t.Run("within a long message", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		read := 0
		r := request(both(t))
		r.Files = []iccs.File{iccs.KAT233}
		_, err := run(ctx, r, func(context.Context, Request) (session, error) {
			return reading(func(msg io.Reader) error {
				p := make([]byte, 1<<16)
				for {
					n, err := msg.Read(p)
					if err != nil {
						return fmt.Errorf("reading: %v", err)
					}
					if read += n; read >= 1<<20 {
						cancel()
					}
				}
			}), nil
		})
		if err != context.Canceled || read != 1<<20 {
			t.Errorf("%v after %d bytes", err, read)
		}
	})
	t.Run("deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		if _, err := run(ctx, request(both(t)), (&fake{}).open); err != context.DeadlineExceeded {
			t.Error(err)
		}
	})
}

// reading is a session that does something with the message.
type reading func(msg io.Reader) error

func (r reading) Hash(_ uint64, msg io.Reader) ([]byte, error) { return nil, r(msg) }

func (r reading) Close() error { return nil }
