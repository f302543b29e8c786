package localpath

import "testing"

func TestFirst(t *testing.T) {
	for text, want := range map[string]string{
		"/home/me/x.so": "/home/me/x.so", "target=/tmp/a/b.so": "/tmp/a/b.so", "gcc -I/work/include -o x": "/work/include", "cc -L/srv/lib": "/srv/lib",
		"in /Users/me, say": "/Users/me", "~/lib/x.so": "~/lib/x.so", `C:\Users\me\x.dll`: `C:\Users\me\x.dll`, "file:///home/me/x": "/home/me/x",
		"error: /somebody/x.c:3: no": "/somebody/x.c", "/root": "/root", `say "/mnt/x"`: "/mnt/x",
		"--sysroot=/opt/arm": "/opt/arm", "PATH=/usr/bin:/home/bin": "/home/bin", "/usr/../home/x": "/usr/../home/x", `"D:/work/x"`: "D:/work/x",
		`\\server\share\x`: `\\server\share\x`, "/run/user/1000/x": "/run/user/1000/x", "see (/opt/a b)": "/opt/a", "me@/home/x": "/home/x",
		// Not a path, relative, or the same on every machine.
		"": "", "lib/x.so": "", "../lib/driver": "", "./a/b": "", "MB/s": "", "OS / kernel": "", "(18/18)": "", "and/or": "",
		"/usr/bin/gcc": "", "-I/usr/include": "", "/dev/null": "", "https://example.org/home/x": "", "/proc/self/maps": "", "/": "", "//": "",
		"/Iphe-512$": "", "a: b/c": "", "-DX=a/b": "", `regexp \d+`: "", "C: drive": "", "/run/lock/assay-cpu1.lock": "", `\\d`: "", `\\n\t`: "", "x: //y": "", "http://a/b": "", "g://x": "",
	} {
		if got := First(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
