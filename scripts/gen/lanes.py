# SPDX-License-Identifier: Apache-2.0
"""Words whose bits are computed alike, one operator per bit, are computed by operators on words.

A loop over block slots that sets a bit of a mask for each leaves as many operators as the mask has bits. The
bits of a word are taken as the lanes of one computation where they differ in nothing but a constant that
counts the lanes (x == 0, x == 1, ...). What is not so in every part stays as it is.
"""

from __future__ import annotations

from scripts.circuit.expr import Builder, Node, reachable
from scripts.gen.rewrite import copied

FEWEST = 4  # lanes


class Lanes:
    """Rewrites words; `new` has the new form of everything that stands below one."""

    def __init__(self, builder: Builder, new: dict[Node, Node]):
        self._builder = builder
        self._new = new
        self._found: dict[tuple[Node, ...], Node | None] = {}

    def word(self, bits: tuple[Node, ...]) -> Node | None:
        """One expression for bits, the lowest first; None if they are not computed alike."""
        if bits not in self._found:
            self._found[bits] = self._word(bits)
        return self._found[bits]

    def _word(self, bits: tuple[Node, ...]) -> Node | None:
        b, first, count = self._builder, bits[0], len(bits)
        if all(bit is first for bit in bits):
            return b.mux(self._new.get(first, first), b.const(count, -1), b.const(count, 0))
        if all(bit.is_const for bit in bits):
            return b.const(count, sum(bit.value << lane for lane, bit in enumerate(bits)))
        if any(bit.op != first.op for bit in bits):
            return None
        if first.op == "not":
            inner = self.word(tuple(bit.args[0] for bit in bits))
            return inner and b.not_(inner)
        if first.op in ("and", "or", "xor"):
            sides = [self.word(side) for side in self._sides(bits)]
            return b.binary(first.op, sides[0], sides[1]) if sides[0] and sides[1] else None
        if first.op == "mux":
            return self._choice(bits)
        if first.op == "eq":
            return self._position(bits)
        return None

    def _choice(self, bits: tuple[Node, ...]) -> Node | None:
        b = self._builder
        condition, then, other = (self.word(tuple(bit.args[side] for bit in bits)) for side in range(3))
        if not condition or not then or not other:
            return None
        return b.or_(b.and_(condition, then), b.and_(b.not_(condition), other))

    @staticmethod
    def _sides(bits: tuple[Node, ...]) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
        """First and second arguments; what all lanes share is the first."""
        shared = set(bits[0].args).intersection(*(bit.args for bit in bits[1:]))
        one = min(shared, key=lambda node: node.index) if shared else None
        pairs = [bit.args if one is None or bit.args[0] is one else bit.args[::-1] for bit in bits]
        return tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)

    def _position(self, bits: tuple[Node, ...]) -> Node | None:
        """x == 0, x == 1, ...: a one at position x, or none."""
        b, x, count = self._builder, bits[0].args[0], len(bits)
        if any(bit.args[0] is not x or not bit.args[1].is_const or bit.args[1].value != lane
               for lane, bit in enumerate(bits)):
            return None
        wide = max(count, x.width)
        return b.extract(b.shift("shl", b.const(wide, 1), b.zext(self._new.get(x, x), wide)), count - 1, 0)


def pieces(args: tuple[Node, ...]) -> list[tuple[Node, ...]]:
    """The parts of a word: each run of single bits, and each other part."""
    found: list[tuple[Node, ...]] = []
    for arg in args:
        if arg.width == 1 and found and found[-1][0].width == 1:
            found[-1] += (arg,)
        else:
            found.append((arg,))
    return found


def widen(builder: Builder, roots: list[Node]) -> list[Node]:
    """Expressions of the same values."""
    new: dict[Node, Node] = {}
    lanes = Lanes(builder, new)
    for node in reachable(roots):
        args = []
        for piece in pieces(node.args) if node.op == "concat" else []:
            word = lanes.word(piece[::-1]) if len(piece) >= FEWEST else None
            args += [word] if word else [new[part] for part in piece]
        new[node] = builder.concat(*args) if args else copied(builder, node, [new[arg] for arg in node.args])
    return [new[root] for root in roots]
