# SPDX-License-Identifier: Apache-2.0
"""An interpreter of PTX that knows threads alone: one after the other, each to its end or to the next barrier.

It reads the text by itself, and shares nothing with the simulator's reader and executor: no warps, no registers of the
hardware, no reconvergence. What it does not know is an error (Unknown). Functions are not called.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Number = Any  # an int, or a float
SIZES = {"f": "fd", "s": "bhiq", "u": "BHIQ"}


class Unknown(Exception):
    """A statement that the interpreter has not."""


def to_single(x: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", x))[0])
    except OverflowError:
        return math.copysign(math.inf, x)


def fused(a: float, b: float, c: float) -> float:
    """a * b + c in single precision: the sum in double is made odd where it is not exact, so that it rounds once."""
    product = a * b  # exact in double
    total = product + c
    if not math.isfinite(total):
        return total
    rest = total - product
    error = (product - (total - rest)) + (c - rest)
    if error and not struct.unpack("<q", struct.pack("<d", total))[0] & 1:
        total = math.nextafter(total, math.copysign(math.inf, error))
    return to_single(total)


def divide(a: float, b: float) -> float:
    if b:
        return a / b
    return math.nan if not a or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1.0, b)


class Type:
    """Of an instruction, as f32."""

    def __init__(self, name: str) -> None:
        self.kind, self.bits = {"b": "u"}.get(name[0], name[0]), int(name[1:])
        letters = SIZES[self.kind]
        self.code = "<" + letters[(self.bits // 32 - 1) if self.kind == "f" else (self.bits // 8).bit_length() - 1]
        self.plain = "<" + SIZES["u"][(self.bits // 8).bit_length() - 1]

    def read(self, bits: int) -> Number:
        bits &= (1 << self.bits) - 1
        if self.kind == "u":
            return bits
        return struct.unpack(self.code, struct.pack(self.plain, bits))[0]

    def write(self, value: Number) -> int:
        if self.kind != "f":
            return int(value) & ((1 << self.bits) - 1)
        value = to_single(value) if self.bits == 32 else value
        return int(struct.unpack(self.plain, struct.pack(self.code, value))[0])


TYPES = {name: Type(name) for name in ("b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
                                       "f32", "f64")}
COMPARE: dict[str, Callable[[Number, Number], bool]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b, "gtu": lambda a, b: not a <= b, "ltu": lambda a, b: not a >= b}
# Of operands of the instruction's type, the result of the same type, or of twice its bits.
COMPUTE: dict[str, Callable[..., Number]] = {
    "mov": lambda a: a, "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "neg": lambda a: -a,
    "mul": lambda a, b: a * b, "mad": lambda a, b, c: a * b + c, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b, "not": lambda a: ~a, "max": max, "min": min, "sqrt": math.sqrt, "fma": fused,
    "abs": abs}


class Instruction:
    def __init__(self, text: str) -> None:
        found = re.fullmatch(r"(?:@(!?)(%p\d+)\s+)?([a-z][\w.:]*)\s*(.*)", text, re.S)
        if not found:
            raise Unknown(text)
        self.text = text
        self.negated, self.guard = found[1] == "!", found[2]
        self.name = found[3].split(".")[0]
        self.modifiers = found[3].split(".")[1:]
        self.operands = [word.strip() for word in found[4].split(",")] if found[4] else []
        self.types = [TYPES[word] for word in self.modifiers if word in TYPES]


class Kernel:
    """An entry of a PTX text."""

    def __init__(self, text: str, name: str) -> None:
        text = re.sub(r"//.*", "", text)
        found = re.search(rf"\.entry\s+{name}\s*\(([^)]*)\)[^{{]*{{(.*?)^}}", text, re.S | re.M)
        if not found:
            raise Unknown(f"no entry {name}")
        self.parameters = re.findall(r"\.param\s+\.(\w+)\s+(?:\.ptr\s+[^,]*?)?([\w$]+)\s*(?:,|$)", found[1].strip())
        self.shared: dict[str, tuple[int, int]] = {}
        self.labels: dict[str, int] = {}
        self.code: list[Instruction] = []
        at = 0
        for statement in re.split(r";|(?<=:)\s", found[2]):
            statement = statement.strip()
            shared = re.match(r"\.shared\s+\.align\s+\d+\s+\.b8\s+([\w$]+)\[(\d+)\]", statement)
            if statement.endswith(":"):
                self.labels[statement[:-1]] = len(self.code)
            elif shared:
                self.shared[shared[1]] = (at, int(shared[2]))
                at += -(-int(shared[2]) // 16) * 16
            elif statement and not statement.startswith((".reg", ".loc", ".pragma")):
                self.code.append(Instruction(statement))
        self.shared_bytes = at


class Lanes:
    """Memory, and the threads that work on it."""

    SHARED = 1 << 40

    def __init__(self, buffers: Sequence[bytearray]) -> None:
        self.buffers = [((number + 1) << 32, data) for number, data in enumerate(buffers)]

    def run(self, kernel: Kernel, arguments: Sequence[Number], grid: Sequence[int], block: Sequence[int]) -> None:
        """An argument of a pointer is the number of a buffer."""
        given = {name: (int(value) + 1) << 32 if kind == "u64" else TYPES[kind].write(value)
                 for (kind, name), value in zip(kernel.parameters, arguments, strict=True)}
        for y in range(grid[1]):
            for x in range(grid[0]):
                shared = bytearray(kernel.shared_bytes)
                threads = [Thread(self, kernel, given, shared, {
                    "%ctaid.x": x, "%ctaid.y": y, "%ctaid.z": 0, "%tid.x": i, "%tid.y": j, "%tid.z": 0,
                    "%ntid.x": block[0], "%ntid.y": block[1], "%ntid.z": 1, "%nctaid.x": grid[0], "%nctaid.y": grid[1],
                    "%nctaid.z": 1}).go() for j in range(block[1]) for i in range(block[0])]
                while threads:
                    threads = [thread for thread in threads if next(thread, None)]

    def place(self, address: int, size: int, shared: bytearray) -> tuple[bytearray, int]:
        for base, data in [*self.buffers, (self.SHARED, shared)]:
            if base <= address and address + size <= base + len(data):
                return data, address - base
        raise IndexError(f"no memory at {address:#x}")


class Thread:
    def __init__(self, memory: Lanes, kernel: Kernel, given: dict[str, int], shared: bytearray,
                 special: dict[str, int]) -> None:
        self.memory, self.kernel, self.given, self.shared = memory, kernel, given, shared
        self.registers: dict[str, int] = dict(special)

    def value(self, operand: str, kind: Type) -> Number:
        if operand.startswith("0f"):
            return kind.read(int(operand[2:], 16))
        if operand.startswith("0d"):
            return struct.unpack(">d", bytes.fromhex(operand[2:]))[0]
        if operand in self.kernel.shared:
            return Lanes.SHARED + self.kernel.shared[operand][0]
        if operand.startswith("%"):
            return kind.read(self.registers[operand])
        return kind.read(int(operand, 0))

    def address(self, operand: str) -> int:
        found = re.fullmatch(r"\[([%\w$]+)(?:\+(-?\d+))?\]", operand)
        if not found:
            raise Unknown(operand)
        return int(self.value(found[1], TYPES["u64"])) + int(found[2] or 0)

    def go(self) -> Iterator[bool]:
        """Yields at each barrier."""
        at = 0
        while at < len(self.kernel.code):
            i = self.kernel.code[at]
            at += 1
            if i.guard and bool(self.registers[i.guard]) == i.negated:
                continue
            if i.name == "bra":
                at = self.kernel.labels[i.operands[0]]
            elif i.name in ("ret", "exit"):
                return
            elif i.name in ("bar", "barrier"):
                yield True
            else:
                self.execute(i)

    def execute(self, i: Instruction) -> None:
        if i.name == "setp":
            a, b = (self.value(word, i.types[-1]) for word in i.operands[1:3])
            self.registers[i.operands[0]] = int(COMPARE[i.modifiers[0]](a, b))
        elif "pred" in i.modifiers:
            given = [self.registers[word] for word in i.operands[1:]]
            self.registers[i.operands[0]] = int(COMPUTE[i.name](*given)) & 1
        elif i.name in ("ld", "st"):
            self.access(i)
        elif i.name == "selp":
            taken = i.operands[1] if self.registers[i.operands[3]] else i.operands[2]
            self.registers[i.operands[0]] = i.types[0].write(self.value(taken, i.types[0]))
        elif i.name in ("cvt", "cvta"):
            self.convert(i)
        elif i.name in ("shl", "shr"):
            by = min(self.value(i.operands[2], TYPES["u32"]), i.types[0].bits)
            x = self.value(i.operands[1], i.types[0])
            self.registers[i.operands[0]] = i.types[0].write(x << by if i.name == "shl" else x >> by)
        else:
            self.compute(i)

    def compute(self, i: Instruction) -> None:
        kind = i.types[0]
        given = [self.value(word, kind) for word in i.operands[1:]]
        result: Number
        if i.name == "div" and kind.kind == "f":
            result = divide(*given)
        elif i.name in COMPUTE and (i.name != "fma" or kind.bits == 32):
            result = COMPUTE[i.name](*given)
        else:
            raise Unknown(i.text)
        if "hi" in i.modifiers:
            result >>= kind.bits
        wide = TYPES[f"{kind.kind}{2 * kind.bits}"] if "wide" in i.modifiers else kind
        self.registers[i.operands[0]] = wide.write(result)

    def convert(self, i: Instruction) -> None:
        to, of = (i.types[0], i.types[-1])
        x = self.value(i.operands[1], of)
        if to.kind != "f" and of.kind == "f":
            x = math.trunc(x) if "rzi" in i.modifiers else None
        if x is None:
            raise Unknown(i.text)
        self.registers[i.operands[0]] = to.write(x)

    def access(self, i: Instruction) -> None:
        kind = i.types[0]
        size = kind.bits // 8
        if "param" in i.modifiers:
            self.registers[i.operands[0]] = self.given[i.operands[1].strip("[]")]
            return
        data, at = self.memory.place(self.address(i.operands[i.name == "ld"]), size, self.shared)
        if i.name == "ld":
            self.registers[i.operands[0]] = int.from_bytes(data[at:at + size], "little")
        else:
            data[at:at + size] = kind.write(self.value(i.operands[1], kind)).to_bytes(size, "little")
