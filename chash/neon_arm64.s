//go:build arm64 && !purego

#include "textflag.h"

// C-Engine with vectors of 16 bytes. Rows i and i+3, a pair, share bytes: row i is in the
// low nibble, row i+3 in the high one. Each half of a pair is split into its even and
// its odd columns. So there are four kinds of vectors, Le, Lo, Re and Ro, for three
// pairs:
//
//	V0  V1  V2   Le of pairs 0, 1, 2
//	V3  V4  V5   Lo
//	V6  V7  V8   Re
//	V9  V10 V11  Ro
//
// V24 to V29 are the tables of the second S-boxes of rows 0 to 5, V30 that of the first
// S-boxes, V31 is the mask of the low nibbles. The S-boxes contain the column
// constant and, for rows 3 to 5, the way to the high nibble.

// The tables of V24 to V30, in this order.
DATA tables<>+0x00(SB)/8, $0x0f06080a0e0d0907
DATA tables<>+0x08(SB)/8, $0x0c0004010b050203
DATA tables<>+0x10(SB)/8, $0x0d0e0709060f0a08
DATA tables<>+0x18(SB)/8, $0x050b0302000c0104
DATA tables<>+0x20(SB)/8, $0x0b0502030c000401
DATA tables<>+0x28(SB)/8, $0x0e0d09070f06080a
DATA tables<>+0x30(SB)/8, $0xe0d09070f06080a0
DATA tables<>+0x38(SB)/8, $0xb0502030c0004010
DATA tables<>+0x40(SB)/8, $0x7090d0e0a08060f0
DATA tables<>+0x48(SB)/8, $0x302050b0104000c0
DATA tables<>+0x50(SB)/8, $0x2030b0504010c000
DATA tables<>+0x58(SB)/8, $0x9070e0d080a0f060
DATA tables<>+0x60(SB)/8, $0x0b0502030c000401
DATA tables<>+0x68(SB)/8, $0x0e0d09070f06080a
GLOBL tables<>(SB), RODATA|NOPTR, $112

// The round constants as they are added in the K-layer: four bytes for the even columns
// and four for the odd ones.
DATA constants<>+0x00(SB)/8, $0x080a0f0408060302
DATA constants<>+0x08(SB)/8, $0x030803050d000a08
DATA constants<>+0x10(SB)/8, $0x0e0a090302080101
DATA constants<>+0x18(SB)/8, $0x0403000304070700
DATA constants<>+0x20(SB)/8, $0x020809040203000a
DATA constants<>+0x28(SB)/8, $0x00010f090d030902
DATA constants<>+0x30(SB)/8, $0x080a0e08090f0200
DATA constants<>+0x38(SB)/8, $0x090c0e0c0806040e
DATA constants<>+0x40(SB)/8, $0x060108050e020204
DATA constants<>+0x48(SB)/8, $0x0703000807010d03
DATA constants<>+0x50(SB)/8, $0x0f06040e0c06050b
DATA constants<>+0x58(SB)/8, $0x0c0c090406000e03
DATA constants<>+0x60(SB)/8, $0x07090c000b020a0c
DATA constants<>+0x68(SB)/8, $0x0d000c090d05070c
DATA constants<>+0x70(SB)/8, $0x0505040f0b0d0803
DATA constants<>+0x78(SB)/8, $0x070907050100040b
DATA constants<>+0x80(SB)/8, $0x090506020d0d0109
DATA constants<>+0x88(SB)/8, $0x0b0b0909010f0708
DATA constants<>+0x90(SB)/8, $0x060b01010a00030d
DATA constants<>+0x98(SB)/8, $0x0c050f080a0b0d09
DATA constants<>+0xa0(SB)/8, $0x0b020d0f0d070f02
DATA constants<>+0xa8(SB)/8, $0x070f0a000b0d010d
DATA constants<>+0xb0(SB)/8, $0x0d0f01080e0a0e0b
DATA constants<>+0xb8(SB)/8, $0x060e060a09070206
DATA constants<>+0xc0(SB)/8, $0x05000c0a0409070b
DATA constants<>+0xc8(SB)/8, $0x090f0c010907020f
DATA constants<>+0xd0(SB)/8, $0x0709010404090a02
DATA constants<>+0xd8(SB)/8, $0x070c01030f06090b
GLOBL constants<>(SB), RODATA|NOPTR, $224

// SPLIT brings 16 bytes of row i, in x, and of row i+3, in y, into the layout. VSRI and
// VSLI shift and keep the bits that a shift would make zero.
#define SPLIT(x, y, even, odd) \
	VMOV y.B16, even.B16     \
	VMOV x.B16, odd.B16      \
	VSRI $4, x.B16, even.B16 \
	VSLI $4, y.B16, odd.B16

// JOIN is the way back.
#define JOIN(even, odd, x, y) \
	VMOV odd.B16, x.B16     \
	VMOV even.B16, y.B16    \
	VSLI $4, even.B16, x.B16 \
	VSRI $4, odd.B16, y.B16

// SUBSTITUTE is the S-layer on a kind, whose three pairs are in a0 to a2: S-boxes, M6 and
// S-boxes again. Rows 3 to 5 are in b0 to b2 meanwhile. M6 is, with i modulo 3,
//
//	new a_i = a_i ^ (a_(i-1) ^ b_i)
//	new b_i = new a_(i+1) ^ (a_(i-1) ^ b_i)
#define SUBSTITUTE(a0, a1, a2, b0, b1, b2) \
	VUSHR $4, a0.B16, b0.B16            \
	VUSHR $4, a1.B16, b1.B16            \
	VUSHR $4, a2.B16, b2.B16            \
	VAND  V31.B16, a0.B16, a0.B16       \
	VAND  V31.B16, a1.B16, a1.B16       \
	VAND  V31.B16, a2.B16, a2.B16       \
	VTBL  b0.B16, [V30.B16], b0.B16     \
	VTBL  b1.B16, [V30.B16], b1.B16     \
	VTBL  b2.B16, [V30.B16], b2.B16     \
	VTBL  a0.B16, [V30.B16], a0.B16     \
	VTBL  a1.B16, [V30.B16], a1.B16     \
	VTBL  a2.B16, [V30.B16], a2.B16     \
	VEOR  a2.B16, b0.B16, b0.B16        \
	VEOR  a0.B16, b1.B16, b1.B16        \
	VEOR  a1.B16, b2.B16, b2.B16        \
	VEOR  b0.B16, a0.B16, a0.B16        \
	VEOR  b1.B16, a1.B16, a1.B16        \
	VEOR  b2.B16, a2.B16, a2.B16        \
	VEOR  a1.B16, b0.B16, b0.B16        \
	VEOR  a2.B16, b1.B16, b1.B16        \
	VEOR  a0.B16, b2.B16, b2.B16        \
	VTBL  a0.B16, [V24.B16], a0.B16     \
	VTBL  a1.B16, [V25.B16], a1.B16     \
	VTBL  a2.B16, [V26.B16], a2.B16     \
	VTBL  b0.B16, [V27.B16], b0.B16     \
	VTBL  b1.B16, [V28.B16], b1.B16     \
	VTBL  b2.B16, [V29.B16], b2.B16     \
	VEOR  b0.B16, a0.B16, a0.B16        \
	VEOR  b1.B16, a1.B16, a1.B16        \
	VEOR  b2.B16, a2.B16, a2.B16

// STEP is a step of the M-layer on a pair. With D = L ^ R in place of L it is
//
//	U = R ^ D rotated to the left by a
//	R = U rotated to the right by 1
//	D = D ^ U ^ R
//
// An odd rotation takes the even columns to the odd ones, from place m = (a+1)/2, and
// the odd ones to the even ones, from place n = (a-1)/2. The even columns of U are the
// odd ones of the new R as they are.
#define STEP(m, n, de, do, re, ro, te, to) \
	VEXT $m, de.B16, de.B16, to.B16     \
	VEXT $n, do.B16, do.B16, te.B16     \
	VEOR ro.B16, to.B16, to.B16         \
	VEOR re.B16, te.B16, ro.B16         \
	VEXT $15, to.B16, to.B16, re.B16    \
	VEOR to.B16, do.B16, do.B16         \
	VEOR ro.B16, de.B16, de.B16         \
	VEOR ro.B16, do.B16, do.B16         \
	VEOR re.B16, de.B16, de.B16

// LAST is the last step, in which a is 16 and L = D ^ U.
#define LAST(de, do, re, ro, te, to) \
	VEXT $8, do.B16, do.B16, to.B16  \
	VEXT $8, de.B16, de.B16, te.B16  \
	VEOR ro.B16, to.B16, to.B16      \
	VEOR re.B16, te.B16, ro.B16      \
	VEXT $15, to.B16, to.B16, re.B16 \
	VEOR to.B16, do.B16, do.B16      \
	VEOR ro.B16, de.B16, de.B16

// STEPS is a step on all pairs.
#define STEPS(m, n) \
	STEP(m, n, V0, V3, V6, V9, V12, V13)  \
	STEP(m, n, V1, V4, V7, V10, V14, V15) \
	STEP(m, n, V2, V5, V8, V11, V16, V17)

// func engineNEON(s *[192]byte)
TEXT ·engineNEON(SB), NOSPLIT, $0-8
	MOVD s+0(FP), R0
	MOVD $tables<>(SB), R1
	VLD1.P 64(R1), [V24.B16, V25.B16, V26.B16, V27.B16]
	VLD1   (R1), [V28.B16, V29.B16, V30.B16]
	VMOVI  $15, V31.B16

	// Rows 0 to 5, their left and right halves.
	MOVD   R0, R1
	VLD1.P 64(R1), [V12.B16, V13.B16, V14.B16, V15.B16]
	VLD1.P 64(R1), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1   (R1), [V20.B16, V21.B16, V22.B16, V23.B16]
	SPLIT(V12, V18, V0, V3)
	SPLIT(V13, V19, V6, V9)
	SPLIT(V14, V20, V1, V4)
	SPLIT(V15, V21, V7, V10)
	SPLIT(V16, V22, V2, V5)
	SPLIT(V17, V23, V8, V11)

	MOVD $constants<>(SB), R1
	MOVD $28, R2

round:
	SUBSTITUTE(V6, V7, V8, V12, V13, V14)
	SUBSTITUTE(V9, V10, V11, V15, V16, V17)
	SUBSTITUTE(V0, V1, V2, V18, V19, V20)
	SUBSTITUTE(V3, V4, V5, V21, V22, V23)

	// D = L ^ R.
	VEOR V6.B16, V0.B16, V0.B16
	VEOR V7.B16, V1.B16, V1.B16
	VEOR V8.B16, V2.B16, V2.B16
	VEOR V9.B16, V3.B16, V3.B16
	VEOR V10.B16, V4.B16, V4.B16
	VEOR V11.B16, V5.B16, V5.B16

	STEPS(8, 7)   // a = 15
	STEPS(4, 3)   // a = 7
	STEPS(12, 11) // a = 23
	LAST(V0, V3, V6, V9, V12, V13)
	LAST(V1, V4, V7, V10, V14, V15)
	LAST(V2, V5, V8, V11, V16, V17)

	// The K-layer. A load of 32 bits clears the rest of the vector.
	FMOVS (R1), F18
	FMOVS 4(R1), F19
	ADD   $8, R1
	VEOR  V18.B16, V0.B16, V0.B16
	VEOR  V19.B16, V3.B16, V3.B16
	SUB   $1, R2
	CBNZ  R2, round

	JOIN(V0, V3, V12, V18)
	JOIN(V6, V9, V13, V19)
	JOIN(V1, V4, V14, V20)
	JOIN(V7, V10, V15, V21)
	JOIN(V2, V5, V16, V22)
	JOIN(V8, V11, V17, V23)
	VST1.P [V12.B16, V13.B16, V14.B16, V15.B16], 64(R0)
	VST1.P [V16.B16, V17.B16, V18.B16, V19.B16], 64(R0)
	VST1   [V20.B16, V21.B16, V22.B16, V23.B16], (R0)
	RET
