# SPDX-License-Identifier: Apache-2.0
"""LLVM intrinsics, and initialisers of constant tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Iterator

from .errors import ProofError
from .expr import Builder, Node
from .llvm_ir import Instruction
from .llvm_types import Types, split_commas, split_typed

if TYPE_CHECKING:
    from .execute import Execution, Value

IGNORED = ("llvm.lifetime", "llvm.dbg", "llvm.experimental.noalias")


def call(run: Execution, i: Instruction) -> Value:
    """The value of an intrinsic call, or None when it returns nothing."""
    name = i.detail
    if name.startswith(IGNORED):
        return None
    if name in ("llvm.ubsantrap", "llvm.trap"):
        run.undefined_if(run.b.true)
        return None
    args = [run.value(*a) for a in i.args]
    if name == "llvm.assume":
        run.undefined_if(run.b.not_(args[0]))
        return None
    parts = name.split(".")
    if parts[0] != "llvm":
        if i.result:
            raise ProofError(f"{run.function.name}(): {name}() has no body and must return nothing")
        run.call_external(name, args)
        return None
    if parts[1] in ("memcpy", "memmove", "memset"):
        if not args[2].is_const:
            raise ProofError(f"{run.function.name}(): {parts[1]} of variable length")
        if parts[1] == "memset":
            run.undefined_if(run.memory.fill(run._state, args[0], args[1], args[2].value))
        else:
            run.undefined_if(run.memory.copy(run._state, args[0], args[1], args[2].value))
        return None
    return _arithmetic(run.b, parts, args, i)


def _arithmetic(b: Builder, parts: list[str], args: list[Node], i: Instruction) -> Node | list[Node]:
    kind, x = parts[1], args[0]
    width = x.width
    if kind in ("umin", "umax", "smin", "smax"):
        less = b.compare(kind[0] + "lt", x, args[1])
        return b.mux(less, x, args[1]) if kind.endswith("min") else b.mux(less, args[1], x)
    if kind == "abs":
        return b.mux(b.extract(x, width - 1, width - 1), b.negate(x), x)
    if kind == "ctpop":
        return b.resize(_popcount(b, [b.extract(x, k, k) for k in range(width)]), width)
    if kind in ("ctlz", "cttz"):
        return _count_zeros(b, x, leading=kind == "ctlz")
    if kind in ("fshl", "fshr"):
        both = b.concat(x, args[1])
        amount = b.zext(b.binary("urem", args[2], b.const(width, width)), 2 * width)
        if kind == "fshl":
            return b.extract(b.binary("shl", both, amount), 2 * width - 1, width)
        return b.extract(b.binary("lshr", both, amount), width - 1, 0)
    if kind in ("bswap", "bitreverse"):
        step = 8 if kind == "bswap" else 1
        return b.concat(*(b.extract(x, k + step - 1, k) for k in range(0, width, step)))
    if kind in ("usub", "uadd", "umul"):
        return _overflowing(b, kind, parts[2], x, args[1])
    if kind in ("ssub", "sadd", "smul") and parts[2] == "with":
        return _signed_overflowing(b, kind, x, args[1])
    raise ProofError(f"unsupported intrinsic: {i.text}")


def _overflowing(b: Builder, kind: str, form: str, x: Node, y: Node) -> Node | list[Node]:
    width = x.width
    wide = 2 * width if kind == "umul" else width + 1
    full = b.binary(kind[1:], b.zext(x, wide), b.zext(y, wide))
    value = b.extract(full, width - 1, 0)
    over = b.not_(b.eq(b.extract(full, wide - 1, width), b.const(wide - width, 0)))
    if form == "with":
        return [value, over]
    return b.mux(over, b.const(width, 0 if kind == "usub" else -1), value)


def _signed_overflowing(b: Builder, kind: str, x: Node, y: Node) -> list[Node]:
    """It overflows when the high bits of the exact result are no copies of the sign."""
    width = x.width
    wide = 2 * width if kind == "smul" else width + 1
    full = b.binary(kind[1:], b.sext(x, wide), b.sext(y, wide))
    value = b.extract(full, width - 1, 0)
    return [value, b.not_(b.eq(full, b.sext(value, wide)))]


def _popcount(b: Builder, bits: list[Node]) -> Node:
    """A tree of adders."""
    level = bits
    while len(level) > 1:
        nxt = []
        for k in range(0, len(level) - 1, 2):
            width = max(level[k].width, level[k + 1].width) + 1
            nxt.append(b.binary("add", b.zext(level[k], width), b.zext(level[k + 1], width)))
        level = nxt + level[len(level) - len(level) % 2:]
    return level[0]


def _count_zeros(b: Builder, x: Node, leading: bool) -> Node:
    result = b.const(x.width, x.width)
    order = range(x.width) if leading else reversed(range(x.width))
    for k in order:
        result = b.mux(b.extract(x, k, k), b.const(x.width, x.width - 1 - k if leading else k), result)
    return result


def initialiser(types: Types, kind: str, value: str, offset: int) -> Iterator[tuple[int, str, str]]:
    """(offset, type, text) of every scalar of a constant."""
    array, members = types.array(kind), types.members(kind)
    if array is None and members is None:
        yield offset, kind, "0" if value == "zeroinitializer" else value
        return
    if array is not None:
        count, element = array
        kinds = [element] * count
        offsets = [k * types.size(element) for k in range(count)]
    else:
        kinds = members or []
        offsets = [types.offset(kind, k) for k in range(len(kinds))]
    if value == "zeroinitializer":
        values = [value] * len(kinds)
    elif value.startswith("c\""):
        raw = re.sub(rb"\\([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), value[2:-1].encode("latin-1"))
        values = [str(byte) for byte in raw]
    else:
        inner = value.strip("<>")[1:-1]
        values = [split_typed(v)[1] for v in split_commas(inner)]
    for at, element, text in zip(offsets, kinds, values):
        yield from initialiser(types, element, text, offset + at)
