# SPDX-License-Identifier: Apache-2.0
"""Hash-consed bit-vector expressions.

A Builder makes every node once and simplifies while building, so that equal
expressions are the same object. All values are unsigned words of a fixed
width; signed operators of C are lowered to these.

Operators: const var concat extract not and or xor add sub mul udiv urem shl
lshr eq ult mux sext. concat lists the most significant part first; mux is
(condition, then, else); shl and lshr by the width or more give 0; udiv by zero
gives all ones and urem by zero the dividend.
"""

from __future__ import annotations

from typing import Any, Callable

Cut = tuple[int, int]


class Node:
    """One expression. `value` is the constant, the name of a var, or the low bit of an extract."""

    __slots__ = ("op", "width", "args", "value", "zeros", "index")

    def __init__(self, op: str, width: int, args: tuple["Node", ...], value: Any, zeros: int, index: int):
        self.op = op
        self.width = width
        self.args = args
        self.value = value
        self.zeros = zeros  # leading bits known to be 0
        self.index = index  # order of creation: arguments come before their users

    @property
    def is_const(self) -> bool:
        return self.op == "const"


FOLD: dict[str, Callable[[int, int, int], int]] = {
    "and": lambda a, b, w: a & b,
    "or": lambda a, b, w: a | b,
    "xor": lambda a, b, w: a ^ b,
    "add": lambda a, b, w: a + b,
    "sub": lambda a, b, w: a - b,
    "mul": lambda a, b, w: a * b,
    "udiv": lambda a, b, w: a // b if b else -1,
    "urem": lambda a, b, w: a % b if b else a,
    "shl": lambda a, b, w: a << b if b < w else 0,
    "lshr": lambda a, b, w: a >> b if b < w else 0,
}
COMMUTATIVE = {"and", "or", "xor", "add", "mul", "eq"}
# A mask with more runs of equal bits than this stays one operator.
MAX_RUNS = 16


class Builder:
    """Makes and owns the nodes."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[str, int, tuple[Node, ...], Any], Node] = {}
        self._extracts: dict[tuple[Node, int, int], Node] = {}
        self.false = self.const(1, 0)
        self.true = self.const(1, 1)

    # ---- leaves

    def _make(self, op: str, width: int, args: tuple[Node, ...] = (), value: Any = None) -> Node:
        key = (op, width, args, value)
        node = self._nodes.get(key)
        if node is None:
            zeros = 0
            if op == "const":
                zeros = width - value.bit_length()
            elif op == "concat":
                zeros = args[0].zeros
            node = Node(op, width, args, value, zeros, len(self._nodes))
            self._nodes[key] = node
        return node

    def const(self, width: int, value: int) -> Node:
        return self._make("const", width, (), value & ((1 << width) - 1))

    def var(self, width: int, name: str) -> Node:
        return self._make("var", width, (), name)

    # ---- wiring

    def concat(self, *parts: Node) -> Node:
        """The most significant part comes first."""
        flat: list[Node] = []
        for part in parts:
            for piece in part.args if part.op == "concat" else (part,):
                last = flat[-1] if flat else None
                if last is not None and last.is_const and piece.is_const:
                    flat[-1] = self.const(last.width + piece.width, last.value << piece.width | piece.value)
                elif (last is not None and last.op == "extract" and piece.op == "extract"
                      and last.args[0] is piece.args[0] and last.value == piece.value + piece.width):
                    flat[-1] = self.extract(last.args[0], last.value + last.width - 1, piece.value)
                else:
                    flat.append(piece)
        if len(flat) == 1:
            return flat[0]
        return self._make("concat", sum(p.width for p in flat), tuple(flat))

    def extract(self, x: Node, high: int, low: int) -> Node:
        if high - low + 1 == x.width:
            return x
        key = (x, high, low)
        found = self._extracts.get(key)
        if found is None:
            found = self._extracts[key] = self._extract(x, high, low)
        return found

    def _extract(self, x: Node, high: int, low: int) -> Node:
        width = high - low + 1
        op = x.op
        if op == "const":
            return self.const(width, x.value >> low)
        if op == "extract":
            return self.extract(x.args[0], x.value + high, x.value + low)
        if op == "concat":
            parts, bottom = [], x.width
            for part in x.args:
                bottom -= part.width
                top = min(high, bottom + part.width - 1)
                if top >= max(low, bottom):
                    parts.append(self.extract(part, top - bottom, max(low, bottom) - bottom))
            return self.concat(*parts)
        if op == "not":
            return self.not_(self.extract(x.args[0], high, low))
        if op in ("and", "or", "xor") and self._worth_pushing(x.args):
            return self.binary(op, self.extract(x.args[0], high, low), self.extract(x.args[1], high, low))
        if op == "mux" and self._worth_pushing(x.args[1:]):
            return self.mux(x.args[0], self.extract(x.args[1], high, low), self.extract(x.args[2], high, low))
        if op in ("add", "sub", "mul") and low == 0:
            return self.binary(op, self.extract(x.args[0], high, 0), self.extract(x.args[1], high, 0))
        if op == "sext":
            inner = x.args[0]
            if high < inner.width:
                return self.extract(inner, high, low)
            if low < inner.width:
                return self.sext(self.extract(inner, inner.width - 1, low), width)
        return self._make("extract", width, (x,), low)

    @staticmethod
    def _worth_pushing(args: tuple[Node, ...]) -> bool:
        return any(a.op in ("const", "concat") for a in args)

    def zext(self, x: Node, width: int) -> Node:
        return x if x.width == width else self.concat(self.const(width - x.width, 0), x)

    def sext(self, x: Node, width: int) -> Node:
        if x.width == width:
            return x
        if x.zeros:
            return self.zext(x, width)
        if x.is_const:
            return self.const(width, x.value - (1 << x.width))
        return self._make("sext", width, (x,))

    def resize(self, x: Node, width: int) -> Node:
        """Truncate or zero-extend."""
        return self.zext(x, width) if width >= x.width else self.extract(x, width - 1, 0)

    # ---- logic

    def not_(self, x: Node) -> Node:
        if x.is_const:
            return self.const(x.width, ~x.value)
        if x.op == "not":
            return x.args[0]
        return self._make("not", x.width, (x,))

    def and_(self, a: Node, b: Node) -> Node:
        return self._bitwise("and", a, b)

    def or_(self, a: Node, b: Node) -> Node:
        return self._bitwise("or", a, b)

    def _bitwise(self, op: str, a: Node, b: Node) -> Node:
        if a.is_const:
            a, b = b, a
        if a.is_const:
            return self.const(a.width, FOLD[op](a.value, b.value, a.width))
        if a is b:
            return self.const(a.width, 0) if op == "xor" else a
        if b.is_const:
            ones = (1 << b.width) - 1
            if b.value == 0:
                return b if op == "and" else a
            if b.value == ones:
                return a if op == "and" else b if op == "or" else self.not_(a)
        if (a.op == "not" and a.args[0] is b) or (b.op == "not" and b.args[0] is a):
            return self.const(a.width, 0 if op == "and" else -1)
        if a.width > 1:
            cuts = self._cuts(a, b)
            if len(cuts) > 1:
                return self.concat(*(self._bitwise(op, self.extract(a, h, l), self.extract(b, h, l))
                                     for h, l in cuts))
        if a.index > b.index:
            a, b = b, a
        # absorption: a & (a | x) = a, a | (a & x) = a
        other = "or" if op == "and" else "and"
        if op != "xor":
            if b.op == op and a in b.args:
                return b
            if b.op == other and a in b.args:
                return a
            if a.op == other and b in a.args:
                return b
        return self._make(op, a.width, (a, b))

    def _cuts(self, a: Node, b: Node) -> list[Cut]:
        """Slices in which one side is constant, and the slices between them, most significant first."""
        marks: list[tuple[int, int]] = []  # (top, bottom) of constant runs
        for x in (a, b):
            marks += self._constant_runs(x)
        if not marks:
            return []
        edges = {a.width - 1}
        for top, bottom in marks:
            edges.add(top)
            if bottom:
                edges.add(bottom - 1)
        tops = sorted(edges, reverse=True)
        return [(top, tops[i + 1] + 1 if i + 1 < len(tops) else 0) for i, top in enumerate(tops)]

    @staticmethod
    def _constant_runs(x: Node) -> list[Cut]:
        runs: list[Cut] = []
        parts = x.args if x.op == "concat" else (x,) if x.is_const else ()
        top = x.width - 1
        for part in parts:
            if part.is_const:
                bit = part.width - 1
                mine: list[Cut] = []
                while bit >= 0:
                    start, kind = bit, part.value >> bit & 1
                    while bit >= 0 and part.value >> bit & 1 == kind:
                        bit -= 1
                    mine.append((top - (part.width - 1 - start), top - (part.width - 1 - bit) + 1))
                if len(mine) > MAX_RUNS:
                    mine = [] if x.is_const else [(top, top - part.width + 1)]
                runs += mine
            top -= part.width
        return runs

    # ---- arithmetic

    def binary(self, op: str, a: Node, b: Node) -> Node:
        if a.width != b.width:
            raise ValueError(f"{op} of {a.width} and {b.width} bits")
        if op in ("and", "or", "xor"):
            return self._bitwise(op, a, b)
        if a.is_const and b.is_const:
            return self.const(a.width, FOLD[op](a.value, b.value, a.width))
        if op in COMMUTATIVE and (a.is_const or (not b.is_const and a.index > b.index)):
            a, b = b, a
        if b.is_const:
            simple = self._by_constant(op, a, b)
            if simple is not None:
                return simple
        return self._narrowed(op, a, b)

    def _by_constant(self, op: str, a: Node, b: Node) -> Node | None:
        width, k = a.width, b.value
        power = k.bit_length() - 1 if k and k & (k - 1) == 0 else None
        if op in ("add", "sub", "shl", "lshr") and k == 0:
            return a
        if op == "shl":
            return self.concat(self.extract(a, width - k - 1, 0), self.const(k, 0)) if k < width \
                else self.const(width, 0)
        if op == "lshr":
            return self.zext(self.extract(a, width - 1, k), width) if k < width else self.const(width, 0)
        if op == "mul" and k == 0:
            return b
        if power is not None:
            if op == "mul":
                return self.binary("shl", a, self.const(width, power))
            if op == "udiv":
                return self.binary("lshr", a, self.const(width, power))
            if op == "urem":
                return self._bitwise("and", a, self.const(width, k - 1))
        return None

    def _narrowed(self, op: str, a: Node, b: Node) -> Node:
        """Compute in as few bits as the known leading zeros allow."""
        width = need = a.width
        if op == "add":
            need = width - min(a.zeros, b.zeros) + 1
        elif op == "mul":
            need = 2 * width - a.zeros - b.zeros
        elif op in ("udiv", "urem"):
            need = width - min(a.zeros, b.zeros)
        elif op == "lshr":
            need = max(width - a.zeros, width - b.zeros)
        need = max(1, need)
        if need < width:
            low = self.binary(op, self.extract(a, need - 1, 0), self.extract(b, need - 1, 0))
            return self.zext(low, width)
        return self._make(op, width, (a, b))

    def shift(self, op: str, a: Node, amount: Node) -> Node:
        """shl, lshr or ashr by a variable amount."""
        if op != "ashr":
            return self.binary(op, a, amount)
        wide = self.sext(a, 2 * a.width)
        capped = self.mux(self.ult(amount, self.const(a.width, a.width)), amount, self.const(a.width, a.width - 1))
        return self.extract(self.binary("lshr", wide, self.zext(capped, 2 * a.width)), a.width - 1, 0)

    def divide_signed(self, op: str, a: Node, b: Node) -> Node:
        """sdiv or srem of C, from their unsigned forms."""
        sign_a, sign_b = (self.extract(x, x.width - 1, x.width - 1) for x in (a, b))
        magnitude = [self.mux(s, self.negate(x), x) for s, x in ((sign_a, a), (sign_b, b))]
        result = self.binary("udiv" if op == "sdiv" else "urem", *magnitude)
        sign = self._bitwise("xor", sign_a, sign_b) if op == "sdiv" else sign_a
        return self.mux(sign, self.negate(result), result)

    def negate(self, x: Node) -> Node:
        return self.binary("sub", self.const(x.width, 0), x)

    # ---- comparison

    def compare(self, predicate: str, a: Node, b: Node) -> Node:
        """An LLVM icmp predicate."""
        if predicate[0] == "s":
            flip = self.const(a.width, 1 << (a.width - 1))
            a, b = self._bitwise("xor", a, flip), self._bitwise("xor", b, flip)
            predicate = "u" + predicate[1:]
        if predicate == "eq":
            return self.eq(a, b)
        if predicate == "ne":
            return self.not_(self.eq(a, b))
        if predicate == "ult":
            return self.ult(a, b)
        if predicate == "ugt":
            return self.ult(b, a)
        if predicate == "ule":
            return self.not_(self.ult(b, a))
        if predicate == "uge":
            return self.not_(self.ult(a, b))
        raise ValueError(f"unknown comparison {predicate}")

    def eq(self, a: Node, b: Node) -> Node:
        if a is b:
            return self.true
        if a.is_const or (not b.is_const and a.index > b.index):
            a, b = b, a
        if a.is_const:
            return self.false
        if b.is_const and b.zeros < a.zeros:
            return self.false
        common = min(a.zeros, b.zeros)
        if common:
            top = a.width - common - 1
            return self.eq(self.extract(a, top, 0), self.extract(b, top, 0))
        if a.width == 1:
            if b.is_const:
                return a if b.value else self.not_(a)
            return self.not_(self._bitwise("xor", a, b))
        if b.is_const and a.op == "mux" and (a.args[1].is_const or a.args[2].is_const):
            return self.mux(a.args[0], self.eq(a.args[1], b), self.eq(a.args[2], b))
        if b.is_const and a.op == "concat" and a.args[-1].is_const:
            low = a.args[-1]
            if b.value & ((1 << low.width) - 1) != low.value:
                return self.false
            return self.eq(self.extract(a, a.width - 1, low.width), self.extract(b, a.width - 1, low.width))
        return self._make("eq", 1, (a, b))

    def ult(self, a: Node, b: Node) -> Node:
        if a is b:
            return self.false
        if a.is_const and b.is_const:
            return self.true if a.value < b.value else self.false
        if b.is_const and b.value <= 1:
            return self.eq(a, self.const(a.width, 0)) if b.value else self.false
        if b.is_const and b.value >> (a.width - a.zeros):
            return self.true
        if a.is_const and a.value == 0:
            return self.not_(self.eq(b, a))
        if a.is_const and a.value >> (b.width - b.zeros):
            return self.false
        common = min(a.zeros, b.zeros)
        if common:
            top = a.width - common - 1
            return self.ult(self.extract(a, top, 0), self.extract(b, top, 0))
        if a.width == 1:
            return self._bitwise("and", self.not_(a), b)
        return self._make("ult", 1, (a, b))

    # ---- choice

    def mux(self, c: Node, a: Node, b: Node) -> Node:
        """c ? a : b"""
        if c.is_const:
            return a if c.value else b
        if a is b:
            return a
        if c.op == "not":
            c, a, b = c.args[0], b, a
        if a.width == 1:
            if a.is_const:
                return self._bitwise("or", c, b) if a.value else self._bitwise("and", self.not_(c), b)
            if b.is_const:
                return self._bitwise("or", self.not_(c), a) if b.value else self._bitwise("and", c, a)
        if a.op == "mux" and a.args[0] is c:
            a = a.args[1]
        if b.op == "mux" and b.args[0] is c:
            b = b.args[2]
        if a is b:
            return a
        common = min(a.zeros, b.zeros)
        if common:
            top = a.width - common - 1
            low = self.mux(c, self.extract(a, top, 0), self.extract(b, top, 0))
            return self.concat(self.const(common, 0), low)
        # one choice between the same two values
        if b.op == "mux" and b.args[1] is a:
            return self.mux(self._bitwise("or", c, b.args[0]), a, b.args[2])
        if b.op == "mux" and b.args[2] is a:
            return self.mux(self._bitwise("and", self.not_(c), b.args[0]), b.args[1], a)
        if a.op == "mux" and a.args[2] is b:
            return self.mux(self._bitwise("and", c, a.args[0]), a.args[1], b)
        if a.op == "mux" and a.args[1] is b:
            return self.mux(self._bitwise("and", c, self.not_(a.args[0])), a.args[2], b)
        return self._make("mux", a.width, (c, a, b))

    def select(self, index: Node, values: list[Node]) -> Node:
        """values[index] as a tree over the bits of index; any value beyond the last."""
        level, bit = values, 0
        while len(level) > 1:
            choose = self.extract(index, bit, bit)
            level = [self.mux(choose, level[i + 1], level[i]) if i + 1 < len(level) else level[i]
                     for i in range(0, len(level), 2)]
            bit += 1
        return level[0]


def reachable(roots: list[Node]) -> list[Node]:
    """All nodes below roots, arguments before users."""
    seen: set[Node] = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack.extend(node.args)
    return sorted(seen, key=lambda n: n.index)
