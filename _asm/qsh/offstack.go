package main

import (
	"log"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
)

// threadLocal is the place of the pointer to the running goroutine's descriptor,
// whose first two words are the bounds of its stack. avo does not know it; a label is written as
// it is.
const threadLocal = LabelRef("(TLS)")

// offStack writes a function that tells whether memory is on the stack.
func offStack() {
	TEXT("offStack", NOSPLIT, "func(p *byte, n int) *byte")
	Doc("offStack returns p if none of the n bytes from p on is on the stack of the running goroutine,",
		"otherwise nil. The result does not count as derived from p: p does not escape.")
	Pragma("noescape")
	p, end, g, sp := Load(Param("p"), GP64()), GP64(), GP64(), GP64()
	Load(Param("n"), end)
	ADDQ(p, end)
	Instruction(&ir.Instruction{Opcode: "MOVQ", Operands: []Op{threadLocal, g}, Outputs: []Op{g}})
	low, high := Mem{Base: g}, Mem{Base: g, Disp: 8}
	// If the parameters, which are on the stack, are not within the bounds, these are
	// not what they are thought to be.
	own, err := Param("p").Resolve()
	if err != nil {
		log.Fatal(err)
	}
	LEAQ(own.Addr, sp)
	CMPQ(sp, low)
	JB(LabelRef("on"))
	CMPQ(sp, high)
	JAE(LabelRef("on"))
	CMPQ(end, low)
	JBE(LabelRef("off"))
	CMPQ(p, high)
	JAE(LabelRef("off"))
	Label("on")
	XORQ(p, p)
	Label("off")
	Store(p, ReturnIndex(0))
	RET()
}
