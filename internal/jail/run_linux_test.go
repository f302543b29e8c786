package jail

import (
	"bytes"
	"context"
	"testing"
)

func TestX(t *testing.T) {
	t.Log(Features())
	dir := t.TempDir()
	var b bytes.Buffer
	err := Run(context.Background(), Spec{Program: "/bin/sh", Args: []string{"-c", "id; ls -la / /etc; cat /etc/passwd; echo x > y; ls; echo z >/z; echo $$; echo > /dev/null; ulimit -a; cat /proc/self/status; head -1 </dev/tcp/127.0.0.1/80; unshare -r id; mount -t tmpfs a /usr"}, Dir: dir, Writable: dir, Env: []string{"PATH=/usr/bin:/bin"}, Limits: Limits{10, 1 << 30, 1 << 20, 64}}, &b)
	t.Log(err, b.String())
}
