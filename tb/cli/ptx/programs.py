# SPDX-License-Identifier: Apache-2.0
"""Random programs: as PTX, and executed by themselves, one thread after the other.

A program is a list of segments; between them all threads meet at a barrier, or exchange values in a warp. The
interpreter knows trees, not PTX, so nothing of the simulator's reader and executor is in it.
"""

import random
from typing import Any, Callable

MASK = (1 << 32) - 1
INPUTS, BUCKETS = 64, 8
Node = tuple[Any, ...]


def signed(x: int) -> int:
    return x - (1 << 32) if x >> 31 else x


def trunc_div(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def permute(a: int, b: int, selector: int) -> int:
    data = (b << 32 | a).to_bytes(8, "little")
    out = 0
    for i in range(4):
        place = selector >> 4 * i & 15
        byte = data[place & 7]
        if place & 8:  # the sign, eight times
            byte = 0xff if byte & 0x80 else 0
        out |= byte << 8 * i
    return out


# Name of the instruction with its type, and what it computes of two or three words.
TWO: dict[str, Callable[[int, int], int]] = {
    "add.u32": lambda a, b: a + b,
    "sub.s32": lambda a, b: a - b,
    "mul.lo.u32": lambda a, b: a * b,
    "mul.hi.u32": lambda a, b: a * b >> 32,
    "mul.hi.s32": lambda a, b: signed(a) * signed(b) >> 32,
    "and.b32": lambda a, b: a & b,
    "or.b32": lambda a, b: a | b,
    "xor.b32": lambda a, b: a ^ b,
    "shl.b32": lambda a, b: a << b if b < 32 else 0,
    "shr.u32": lambda a, b: a >> b if b < 32 else 0,
    "shr.s32": lambda a, b: signed(a) >> min(b, 31),
    "min.u32": min,
    "max.u32": max,
    "min.s32": lambda a, b: a if signed(a) < signed(b) else b,
    "max.s32": lambda a, b: a if signed(a) > signed(b) else b,
    "mul24.lo.u32": lambda a, b: (a & 0xffffff) * (b & 0xffffff),
}
DIVIDE: dict[str, Callable[[int, int], int]] = {
    "div.u32": lambda a, b: a // b,
    "rem.u32": lambda a, b: a % b,
    "div.s32": lambda a, b: trunc_div(signed(a), signed(b)),
    "rem.s32": lambda a, b: signed(a) - trunc_div(signed(a), signed(b)) * signed(b),
}
ONE: dict[str, Callable[[int], int]] = {
    "not.b32": lambda a: ~a,
    "neg.s32": lambda a: -a,
    "abs.s32": lambda a: abs(signed(a)),
    "popc.b32": lambda a: bin(a).count("1"),
    "clz.b32": lambda a: 32 - a.bit_length(),
    "brev.b32": lambda a: int(f"{a:032b}"[::-1], 2),
    "cvt.u32.u8": lambda a: a & 0xff,
    "cvt.s32.s8": lambda a: (a & 0xff ^ 0x80) - 0x80,
}
THREE: dict[str, Callable[[int, int, int], int]] = {
    "mad.lo.s32": lambda a, b, c: a * b + c,
    "sad.u32": lambda a, b, c: abs(a - b) + c,
    "prmt.b32": permute,
    "shf.l.wrap.b32": lambda a, b, c: (b << 32 | a) << (c & 31) >> 32,
    "shf.r.wrap.b32": lambda a, b, c: (b << 32 | a) >> (c & 31),
    "bfe.u32": lambda a, b, c: a >> (b & 0xff) & ((1 << (c & 0xff)) - 1),
}
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "lt.u32": lambda a, b: a < b, "ge.u32": lambda a, b: a >= b, "eq.u32": lambda a, b: a == b,
    "ne.s32": lambda a, b: a != b, "le.s32": lambda a, b: signed(a) <= signed(b),
    "gt.s32": lambda a, b: signed(a) > signed(b),
}


class Ended(Exception):
    """The thread has ended."""


class Program:
    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.variables = draw.randrange(3, 40)
        self.threads = draw.choice([32, 33, 64, 80, 128])
        self.blocks = draw.randrange(1, 4)
        self.ends = draw.random() < 0.5  # threads may end early
        self.inputs = [draw.randrange(1 << 32) for _ in range(INPUTS)]
        self.loops = 0
        self.temporaries = 0
        self.lines: list[str] = []
        self.segments: list[tuple[str, list[Node]]] = []
        for number in range(draw.randrange(2, 6)):
            kinds = ["barrier"] if self.ends or self.threads % 32 else ["barrier", "shuffle", "ballot", "match"]
            self.segments.append((draw.choice(kinds), self.block(3, number % 2 == 1, False)))
        self.end = (self.variable(), self.variable())

    # ---- trees ----

    def variable(self) -> int:
        return self.draw.randrange(self.variables)

    def operand(self) -> Node:
        if self.draw.random() < 0.25:
            return ("number", self.draw.choice([0, 1, 2, 7, 31, 32, 255, MASK, 1 << 31, self.draw.randrange(1 << 32)]))
        return ("variable", self.variable())

    def condition(self) -> Node:
        return (self.draw.choice(list(COMPARE)), self.operand(), self.operand())

    def block(self, depth: int, reads: bool, inside: bool) -> list[Node]:
        """reads: shared memory is read here, not written; inside: of a loop."""
        return [self.statement(depth, reads, inside) for _ in range(self.draw.randrange(1, 7))]

    def statement(self, depth: int, reads: bool, inside: bool) -> Node:
        kind = self.draw.choice(["one", "two", "two", "two", "three", "divide", "select", "load", "shared", "wide",
                                 "guarded", "carry", "atomic", "if", "if", "loop", "leave", "end"])
        if {"if": depth == 0, "loop": depth == 0, "leave": not inside, "end": not self.ends}.get(kind):
            kind = "two"
        if kind == "one":
            return (kind, self.draw.choice(list(ONE)), self.variable(), self.operand())
        if kind in ("two", "divide", "guarded"):
            name = self.draw.choice(list(DIVIDE if kind == "divide" else TWO))
            return (kind, name, self.variable(), self.operand(), self.operand(), self.condition())
        if kind == "three":
            name = self.draw.choice(list(THREE))
            return (kind, name, self.variable(), self.operand(), self.operand(), self.operand())
        if kind == "select":
            return (kind, self.variable(), self.operand(), self.operand(), self.condition())
        if kind == "load":
            return (kind, self.variable(), self.variable())
        if kind == "shared":  # written in one segment, read in the next one
            return ("read" if reads else "write", self.variable(), self.variable())
        if kind == "wide":
            return (kind, self.variable(), self.variable(), self.variable(), self.variable())
        if kind == "carry":
            return (kind, self.draw.choice(["add", "sub", "mad"]), *(self.variable() for _ in range(5)))
        if kind == "atomic":
            return (kind, self.draw.choice(["add", "min", "max", "xor"]), self.variable(), self.variable())
        if kind == "if":
            return (kind, self.condition(), self.block(depth - 1, reads, inside), self.block(depth - 1, reads, inside))
        if kind == "loop":
            self.loops += 1
            return (kind, self.loops, self.variable(), self.block(depth - 1, reads, True))
        return (kind, self.condition())

    # ---- PTX ----

    def temporary(self) -> str:
        self.temporaries += 1
        return f"%t{self.temporaries}"

    @staticmethod
    def spell(operand: Node) -> str:
        return f"%v{operand[1]}" if operand[0] == "variable" else str(operand[1])

    def emit(self, text: str) -> None:
        self.lines.append("\t" + text)

    def test(self, condition: Node) -> str:
        self.temporaries += 1
        name = f"%q{self.temporaries}"
        self.emit(f"setp.{condition[0]} {name}, {self.spell(condition[1])}, {self.spell(condition[2])};")
        return name

    def indexed(self, base: str, variable: int, count: int, wide: bool) -> str:
        index, address = self.temporary(), self.temporary()
        self.emit(f"and.b32 {index}, %v{variable}, {count - 1};")
        if not wide:
            self.emit(f"mad.lo.u32 {address}, {index}, 4, {base};")
            return address
        address = address.replace("%t", "%d")
        self.emit(f"mad.wide.u32 {address}, {index}, 4, {base};")
        return address

    def emit_statement(self, s: Node, leave: str) -> None:
        kind = s[0]
        if kind == "one":
            self.emit(f"{s[1]} %v{s[2]}, {self.word(s[3])};")
        elif kind == "two":
            self.emit(f"{s[1]} %v{s[2]}, {self.spell(s[3])}, {self.spell(s[4])};")
        elif kind == "guarded":
            test = self.test(s[5])
            self.emit(f"@!{test} {s[1]} %v{s[2]}, {self.spell(s[3])}, {self.spell(s[4])};")
        elif kind == "divide":
            divisor = self.temporary()
            self.emit(f"and.b32 {divisor}, {self.spell(s[4])}, 0x7fff;")
            self.emit(f"or.b32 {divisor}, {divisor}, 1;")
            self.emit(f"{s[1]} %v{s[2]}, {self.spell(s[3])}, {divisor};")
        elif kind == "three":
            a, b, c = self.spell(s[3]), self.spell(s[4]), self.spell(s[5])
            if s[1] == "bfe.u32":
                position, length = self.temporary(), self.temporary()
                self.emit(f"and.b32 {position}, {b}, 31;")
                self.emit(f"and.b32 {length}, {c}, 15;")
                b, c = position, length
            self.emit(f"{s[1]} %v{s[2]}, {a}, {b}, {c};")
        elif kind == "select":
            test = self.test(s[4])
            self.emit(f"selp.b32 %v{s[1]}, {self.spell(s[2])}, {self.spell(s[3])}, {test};")
        elif kind == "load":
            self.emit(f"ld.global.u32 %v{s[1]}, [{self.indexed('%in', s[2], INPUTS, True)}];")
        elif kind == "read":
            self.emit(f"ld.shared.u32 %v{s[1]}, [{self.indexed('%words', s[2], 32, False)}];")
        elif kind == "write":
            self.emit(f"st.shared.u32 [%own], %v{s[1]};")
        elif kind == "wide":
            wide = self.temporary().replace("%t", "%d")
            self.emit(f"mul.wide.s32 {wide}, %v{s[2]}, %v{s[3]};")
            self.emit(f"shr.s64 {wide}, {wide}, 7;")
            self.emit(f"add.s64 {wide}, {wide}, -5;")
            high = self.temporary()
            self.emit(f"mov.b64 {{%v{s[1]}, {high}}}, {wide};")
            self.emit(f"xor.b32 %v{s[4]}, %v{s[4]}, {high};")
        elif kind == "carry":  # 64 bits in two halves, and the carry behind them
            a, b, c, low, high = (f"%v{v}" for v in s[2:])
            first, second, third = self.temporary(), self.temporary(), self.temporary()
            if s[1] == "mad":
                self.emit(f"mad.lo.cc.u32 {first}, {a}, {b}, {c};")
                self.emit(f"madc.hi.cc.u32 {second}, {a}, {b}, {low};")
                self.emit(f"addc.u32 {third}, {high}, 0;")
            else:
                self.emit(f"{s[1]}.cc.u32 {first}, {a}, {b};")
                self.emit(f"{s[1]}c.cc.u32 {second}, {c}, {low};")
                self.emit(f"{s[1]}c.u32 {third}, {high}, 1;")
            self.emit(f"mov.u32 {low}, {first};")
            self.emit(f"xor.b32 {high}, {second}, {third};")
        elif kind == "atomic":
            base = f"%{s[1]}"
            self.emit(f"red.global.{s[1]}.{'b32' if s[1] == 'xor' else 'u32'} "
                      f"[{self.indexed(base, s[2], BUCKETS, True)}], %v{s[3]};")
        elif kind == "if":
            test = self.test(s[1])
            self.temporaries += 1
            number = self.temporaries
            self.emit(f"@!{test} bra $else{number};")
            self.emit_block(s[2], leave)
            self.emit(f"bra $end{number};")
            self.lines.append(f"$else{number}:")
            self.emit_block(s[3], leave)
            self.lines.append(f"$end{number}:")
        elif kind == "loop":
            count = f"%loop{s[1]}"
            self.emit(f"and.b32 {count}, %v{s[2]}, 7;")
            self.lines.append(f"$loop{s[1]}:")
            self.temporaries += 1
            test = f"%q{self.temporaries}"
            self.emit(f"setp.eq.u32 {test}, {count}, 0;")
            self.emit(f"@{test} bra $over{s[1]};")
            self.emit(f"sub.u32 {count}, {count}, 1;")
            self.emit_block(s[3], f"$over{s[1]}")
            self.emit(f"bra.uni $loop{s[1]};")
            self.lines.append(f"$over{s[1]}:")
        elif kind == "leave":
            self.emit(f"@{self.test(s[1])} bra {leave};")
        elif kind == "end":
            self.emit(f"@{self.test(s[1])} exit;")

    def word(self, operand: Node) -> str:
        if operand[0] == "variable":
            return self.spell(operand)
        name = self.temporary()
        self.emit(f"mov.u32 {name}, {operand[1]};")
        return name

    def emit_block(self, block: list[Node], leave: str) -> None:
        for statement in block:
            self.emit_statement(statement, leave)

    def emit_meeting(self, kind: str) -> None:
        self.emit("bar.sync 0;")
        if kind == "shuffle":
            self.emit("shfl.sync.bfly.b32 %v0, %v0, 5, 0x1f, 0xffffffff;")
            self.emit("shfl.sync.up.b32 %v1, %v1, 3, 0, 0xffffffff;")
        elif kind == "ballot":
            test = self.test(("gt.s32", ("variable", 0), ("variable", 1)))
            self.emit(f"vote.sync.ballot.b32 %v2, {test}, 0xffffffff;")
        elif kind == "match":
            few = self.temporary()
            self.emit(f"and.b32 {few}, %v1, 3;")
            self.emit(f"match.any.sync.b32 %v0, {few}, 0xffffffff;")

    def text(self) -> str:
        self.lines = []
        self.temporaries = 0
        self.emit("ld.param.u64 %in, [p_in];")
        self.emit("ld.param.u64 %out, [p_out];")
        for at, name in enumerate(("add", "min", "max", "xor")):
            self.emit(f"ld.param.u64 %{name}, [p_atomics+{8 * at}];")
        self.emit("mov.u32 %tid, %tid.x;")
        self.emit("mov.u32 %block, %ctaid.x;")
        self.emit(f"mad.lo.u32 %me, %block, {self.threads}, %tid;")
        self.emit("mad.wide.u32 %slot, %me, 4, %out;")
        self.emit("mov.u32 %words, words;")
        self.emit("mad.lo.u32 %own, %tid, 4, %words;")
        for v in range(self.variables):
            self.emit(f"mad.lo.u32 %v{v}, %me, {(2 * v + 1) * 2654435761 & MASK}, {v * 977};")
        for kind, block in self.segments:
            self.emit_block(block, "")
            self.emit_meeting(kind)
        self.emit(f"xor.b32 %v{self.end[0]}, %v{self.end[0]}, %v{self.end[1]};")
        for v in range(self.variables):
            self.emit(f"mad.lo.u32 %me, %me, 33, %v{v};")
        self.emit("st.global.u32 [%slot], %me;")
        self.emit("ret;")
        body = "\n".join(self.lines)
        count = self.temporaries + 1
        loops = f"\t.reg .b32 %loop<{self.loops + 1}>;\n"
        return (".version 7.0\n.target sm_70\n.address_size 64\n"
                ".visible .entry program(\n\t.param .u64 p_in,\n\t.param .u64 p_out,\n"
                "\t.param .align 8 .b8 p_atomics[32]\n)\n{\n"
                f"\t.reg .b32 %v<{self.variables}>;\n\t.reg .b32 %t<{count}>;\n\t.reg .b64 %d<{count}>;\n"
                f"\t.reg .pred %q<{count}>;\n{loops}"
                "\t.reg .b32 %tid, %block, %me, %words, %own;\n"
                "\t.reg .b64 %in, %out, %slot, %add, %min, %max, %xor;\n"
                f"\t.shared .align 4 .b32 words[{self.threads}];\n{body}\n}}\n")

    def launch(self) -> str:
        base = 0x100000000
        bases, at = [], base
        sizes = [4 * INPUTS, 4 * self.threads * self.blocks, *[4 * BUCKETS] * 4]
        for size in sizes:
            bases.append(at)
            at += ((size + 4095) // 4096 + 1) * 4096
        packed = [byte for b in bases[2:] for byte in b.to_bytes(8, "little")]
        names = ["in", "out", "add", "min", "max", "xor"]
        counts = [INPUTS, self.threads * self.blocks, *[BUCKETS] * 4]
        first = {"in": f"values = {self.inputs}\n", "min": "value = 0xffffffff\n"}
        buffers = "".join(f'[[buffer]]\nname = "{n}"\ncount = {c}\n{first.get(n, "")}' for n, c in zip(names, counts))
        expected = "".join(f'[[check]]\nbuffer = "{n}"\nvalues = {words}\n' for n, words in
                           zip(names[1:], [self.out, *(self.atomics[k] for k in names[2:])]))
        return (f'{buffers}[[step]]\nkernel = "program"\ngrid = [{self.blocks}]\nblock = [{self.threads}]\n'
                f'args = ["in", "out", {packed}]\n{expected}')

    # ---- the interpreter ----

    def run(self) -> list[int]:
        self.out = [0] * (self.threads * self.blocks)
        self.atomics = {"add": [0] * BUCKETS, "min": [MASK] * BUCKETS, "max": [0] * BUCKETS, "xor": [0] * BUCKETS}
        for block in range(self.blocks):
            self.run_block(block)
        return self.out

    def run_block(self, block: int) -> None:
        first = block * self.threads
        alive = {t: [((first + t) * (2 * v + 1) * 2654435761 + v * 977) & MASK for v in range(self.variables)]
                 for t in range(self.threads)}
        shared = [0] * self.threads
        for kind, statements in self.segments:
            for t in list(alive):
                try:
                    self.run_statements(statements, alive[t], shared, t)
                except Ended:
                    del alive[t]
            self.meet(kind, alive)
        for t, v in alive.items():
            v[self.end[0]] ^= v[self.end[1]]
            me = first + t
            for x in v:
                me = (me * 33 + x) & MASK
            self.out[first + t] = me

    def meet(self, kind: str, alive: dict[int, list[int]]) -> None:
        for warp in range(0, self.threads if kind != "barrier" else 0, 32):
            lanes = [alive[warp + lane] for lane in range(32)]
            if kind == "shuffle":
                zero, one = [v[0] for v in lanes], [v[1] for v in lanes]
                for lane, v in enumerate(lanes):
                    v[0] = zero[lane ^ 5]
                    v[1] = one[lane - 3] if lane >= 3 else one[lane]
            elif kind == "ballot":
                votes = sum(1 << lane for lane, v in enumerate(lanes) if signed(v[0]) > signed(v[1]))
                for v in lanes:
                    v[2] = votes
            else:
                few = [v[1] & 3 for v in lanes]
                for lane, v in enumerate(lanes):
                    v[0] = sum(1 << other for other in range(32) if few[other] == few[lane])

    def run_statements(self, statements: list[Node], v: list[int], shared: list[int], t: int) -> bool:
        """False: the loop around them is left."""
        return all(self.run_statement(s, v, shared, t) for s in statements)

    def run_statement(self, s: Node, v: list[int], shared: list[int], t: int) -> bool:
        def value(operand: Node) -> int:
            return int(v[operand[1]] if operand[0] == "variable" else operand[1])

        def holds(condition: Node) -> bool:
            return COMPARE[condition[0]](value(condition[1]), value(condition[2]))

        kind = s[0]
        if kind == "one":
            v[s[2]] = ONE[s[1]](value(s[3])) & MASK
        elif kind == "two" or (kind == "guarded" and not holds(s[5])):
            v[s[2]] = TWO[s[1]](value(s[3]), value(s[4])) & MASK
        elif kind == "divide":
            v[s[2]] = DIVIDE[s[1]](value(s[3]), value(s[4]) & 0x7fff | 1) & MASK
        elif kind == "three":
            a, b, c = value(s[3]), value(s[4]), value(s[5])
            v[s[2]] = THREE[s[1]](a, b & 31, c & 15) & MASK if s[1] == "bfe.u32" else THREE[s[1]](a, b, c) & MASK
        elif kind == "select":
            v[s[1]] = value(s[2]) if holds(s[4]) else value(s[3])
        elif kind == "load":
            v[s[1]] = self.inputs[v[s[2]] & INPUTS - 1]
        elif kind == "read":
            v[s[1]] = shared[v[s[2]] & 31]
        elif kind == "write":
            shared[t] = v[s[1]]
        elif kind == "wide":
            wide = (signed(v[s[2]]) * signed(v[s[3]]) >> 7) - 5
            v[s[1]] = wide & MASK
            v[s[4]] ^= wide >> 32 & MASK
        elif kind == "carry":
            a, b, c, low, high = (v[at] for at in s[2:])
            first, second = high << 64 | c << 32 | a, 1 << 64 | low << 32 | b
            wide = first + second if s[1] == "add" else first - second
            if s[1] == "mad":
                wide = (high << 64 | low << 32 | c) + a * b
            v[s[5]] = wide & MASK
            v[s[6]] = (wide >> 32 ^ wide >> 64) & MASK
        elif kind == "atomic":
            words, at, x = self.atomics[s[1]], v[s[2]] & BUCKETS - 1, v[s[3]]
            words[at] = {"add": words[at] + x, "min": min(words[at], x), "max": max(words[at], x),
                         "xor": words[at] ^ x}[s[1]] & MASK
        elif kind == "if":
            return self.run_statements(s[2] if holds(s[1]) else s[3], v, shared, t)
        elif kind == "loop":
            for _ in range(v[s[2]] & 7):
                if not self.run_statements(s[3], v, shared, t):
                    break
        elif kind == "leave":
            return not holds(s[1])
        elif kind == "end" and holds(s[1]):
            raise Ended
        return True
