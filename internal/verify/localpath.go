package verify

import (
	"slices"
	"strings"
)

// sharedRoots are the first parts of absolute paths that mean the same on every machine of
// a kind, so that they tell nothing about whose it is.
var sharedRoots = []string{"usr", "bin", "sbin", "lib", "lib32", "lib64", "etc", "dev", "proc", "sys", "opt", "nix", "gnu"}

// privateRoots are absolute paths that are somebody's even without a second part.
var privateRoots = []string{"home", "root", "tmp", "Users", "mnt", "media", "private", "work", "workspace", "builds", "run", "srv", "data"}

// localPath returns the first path of the maker's own machine that a text holds, or
// "". A dataset names files relative to itself: an absolute path leads nowhere for
// its readers, and tells them about its maker's home.
func localPath(text string) string {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '/' && begins(text, i):
			if p := pathAt(text[i:]); private(p) {
				return p
			}
		case text[i] == '~' && strings.HasPrefix(text[i:], "~/") && begins(text, i):
			return pathAt(text[i:])
		case text[i] == ':' && i > 0 && strings.HasPrefix(text[i:], `:\`) && letter(text[i-1]) && begins(text, i-1):
			return pathAt(text[i-1:])
		}
	}
	return ""
}

// begins says whether a path can begin at a place in a text: after a delimiter, or after the
// letter of a compiler option such as -I.
func begins(text string, i int) bool {
	if i == 0 || strings.IndexByte(" \t\n\"'`=:,;([{<>|", text[i-1]) >= 0 {
		return true
	}
	if strings.HasSuffix(text[:i], "file://") {
		return true
	}
	option := strings.TrimRight(text[:i], "IBLFT")
	return i-len(option) == 1 && strings.HasSuffix(option, "-") && (len(option) == 1 || option[len(option)-2] == ' ')
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func pathAt(text string) string {
	if i := strings.IndexAny(text, " \t\n\"'`,;)]}<>|"); i >= 0 {
		return text[:i]
	}
	return text
}

// private says whether an absolute path is of one machine.
func private(p string) bool {
	parts := strings.Split(p, "/")[1:]
	first := parts[0]
	switch {
	case first == "" || slices.Contains(sharedRoots, first):
		return false
	case slices.Contains(privateRoots, first):
		return true
	}
	return len(parts) > 1
}
