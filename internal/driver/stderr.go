package driver

import (
	"os"
	"strings"
	"sync"
	"time"
)

// tail keeps the end of a child's standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
	file *os.File
	done chan struct{}
}

// stderrCharacters is how much of standard error is kept, as in the published data.
const stderrCharacters = 2000

func newTail(f *os.File) *tail { return &tail{file: f, done: make(chan struct{})} }

func (t *tail) read() {
	defer close(t.done)
	defer t.file.Close()
	buf := make([]byte, 4096)
	for {
		n, err := t.file.Read(buf)
		t.add(string(buf[:n]))
		if err != nil {
			return
		}
	}
}

func (t *tail) add(s string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, s...)
	if keep := 4 * stderrCharacters; len(t.text) > 2*keep {
		t.text = append(t.text[:0], t.text[len(t.text)-keep:]...)
	}
}

// finish waits for the end of standard error, but not for a process that
// escaped and keeps it open.
func (t *tail) finish() {
	select {
	case <-t.done:
	case <-time.After(grace):
		t.file.SetReadDeadline(time.Now())
		<-t.done
	}
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := []rune(strings.ToValidUTF8(string(t.text), "\uFFFD"))
	return string(r[max(0, len(r)-stderrCharacters):])
}
