// Command speed writes the assembly of internal/speed: one instruction that Go
// has no function for.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	build.ConstraintExpr("amd64")
	build.TEXT("ticks", build.NOSPLIT, "func() uint64")
	build.Doc("ticks reads the time-stamp counter, which runs at a fixed rate whatever the clock of the core.")
	build.RDTSC()
	build.SHLQ(operand.Imm(32), reg.RDX)
	build.ORQ(reg.RDX, reg.RAX)
	build.Store(reg.RAX, build.ReturnIndex(0))
	build.RET()
	build.Generate()
}
