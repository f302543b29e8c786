package driver

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// someCPU returns a CPU that this process may use.
func someCPU(t testing.TB) int {
	t.Helper()
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	for i := 1023; i >= 0; i-- {
		if set.IsSet(i) {
			return i
		}
	}
	t.Fatal("no CPU")
	return -1
}

// groupLives says whether a process of the group is there, other than one that has ended and waits
// for its new parent to notice.
func groupLives(group int) bool {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		f := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(f) > 2 && f[2] == strconv.Itoa(group) && f[0] != "Z" && f[0] != "X" {
			return true
		}
	}
	return false
}

func init() {
	goCandidates["garbage"] = func(d, m []byte, n uint64) {
		for fd := 3; fd < 1024; fd++ {
			unix.Write(fd, []byte("garbage\n"))
		}
		toySum(d, m, n)
	}
	goCandidates["unmaps"] = func(d, m []byte, n uint64) {
		toySum(d, m, n)
		page := uintptr(os.Getpagesize())
		unix.RawSyscall(unix.SYS_MUNMAP, uintptr(unsafe.Pointer(unsafe.SliceData(d)))&^(page-1), page, 0)
	}
	goCandidates["stops"] = func(d, m []byte, n uint64) { unix.Kill(os.Getpid(), unix.SIGSTOP); toySum(d, m, n) }
	goCandidates["forges_trial"] = func(d, m []byte, n uint64) {
		writeHigh("{\"event\":\"trial\",\"nonce\":\"" + newNonce() + "\",\"calls\":100,\"seconds\":0.00000006}\n")
		os.Exit(0)
	}
	goCandidates["forges_answer"] = func(d, m []byte, n uint64) {
		toySum(d, m, n)
		writeHigh("D" + string([]byte{byte(len(d)), 0, 0, 0}) + string(d) + newNonce())
	}
}

// writeHigh writes where the driver keeps its descriptors.
func writeHigh(text string) {
	for fd := highDescriptor; fd < 1024; fd++ {
		unix.Write(fd, []byte(text))
	}
}

// asOrdinaryUser runs f as somebody who is not root.
func asOrdinaryUser(t *testing.T, f func() error) {
	t.Helper()
	result := make(chan error)
	go func() {
		if os.Geteuid() == 0 {
			runtime.LockOSThread() // and never unlocked: the thread, the only one to change, ends with this goroutine
			const nobody = 65534
			if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, nobody, nobody, nobody); errno != 0 {
				result <- errno
				return
			}
		}
		result <- f()
	}()
	if err := <-result; err != nil {
		t.Fatal(err)
	}
}
