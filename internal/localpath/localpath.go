// Package localpath finds paths of somebody's own machine in text. Evidence names
// files relative to itself: an absolute path leads nowhere for its readers, and
// tells them about its maker's home.
package localpath

import (
	"slices"
	"strings"
)

// sharedRoots are the first parts of absolute paths that mean the same on every machine of
// a kind, so that they tell nothing about whose it is; below /run, only the locks do.
var sharedRoots = []string{"usr", "bin", "sbin", "lib", "lib32", "lib64", "etc", "dev", "proc", "sys", "nix", "gnu"}

// privateRoots are absolute paths that are somebody's even without a second part.
var privateRoots = []string{"home", "root", "tmp", "Users", "mnt", "media", "private", "work", "workspace", "builds", "run", "srv", "data", "opt"}

// First returns the first path of its maker's own machine that a text holds, or
// "": an absolute path outside of the folders of the system, one below a home (~/), on a
// drive (C:\) or on a share (\\server\share).
func First(text string) string {
	for i := 0; i < len(text); i++ {
		var p string
		switch text[i] {
		case '/':
			if p = until(text[i:], ends+":"); !private(p) {
				continue
			}
		case '~':
			if p = until(text[i:], ends); !strings.HasPrefix(p, "~/") {
				continue
			}
		case '\\':
			if p = until(text[i:], ends); !strings.HasPrefix(p, `\\`) || strings.IndexByte(p[2:], '\\') < 2 {
				continue
			}
		case ':':
			if i == 0 || !letter(text[i-1]) {
				continue
			}
			i--
			if p = until(text[i:], ends); len(p) < 4 || p[2] != '\\' && (p[2] != '/' || p[3] == '/') || !begins(text, i) {
				i++
				continue
			}
		default:
			continue
		}
		if begins(text, i) {
			return p
		}
	}
	return ""
}

// ends are the characters that no path goes on with.
const ends = " \t\r\n\"'`,;)]}<>|"

func until(text, ends string) string {
	if i := strings.IndexAny(text, ends); i >= 0 {
		return text[:i]
	}
	return text
}

// begins says whether a path can begin at a place in a text: after a delimiter, or after the
// letter of a compiler option such as -I.
func begins(text string, i int) bool {
	if i == 0 || strings.IndexByte(" \t\r\n\"'`=:,;([{<>|@", text[i-1]) >= 0 {
		return true
	}
	if strings.HasSuffix(text[:i], "file://") {
		return true
	}
	return i >= 2 && letter(text[i-1]) && text[i-2] == '-' && (i == 2 || text[i-3] == ' ')
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// private says whether an absolute path is of one machine.
func private(p string) bool {
	parts := strings.Split(p, "/")[1:]
	switch first := parts[0]; {
	case first == "":
		return false
	case slices.Contains(parts, ".."):
		return true
	case slices.Contains(sharedRoots, first) || p == "/run/lock" || strings.HasPrefix(p, "/run/lock/"):
		return false
	case slices.Contains(privateRoots, first):
		return true
	}
	return len(parts) > 1
}
