# SPDX-License-Identifier: Apache-2.0
"""Expressions as an and-inverter graph: every operator bit by bit.

Yosys would make the same of the Verilog that verilog.py writes, in thirty times the time. That both agree on every
operator, prove-selftest proves. Adders are those of Brent and Kung, as Yosys builds them: where C and RTL add the same
words, they have the same gates.
"""

from __future__ import annotations

from typing import Callable

from .aiger import Circuit, Graph
from .expr import Node, reachable
from .rtl import Netlist

Word = list[int]  # a literal for each bit, the lowest first
FALSE, TRUE = 0, 1


class Bits:
    """The bits of expressions over words that are given by name."""

    def __init__(self, graph: Graph, known: Callable[[Node], Word]):
        self.graph = graph
        self._known = known
        self._words: dict[Node, Word] = {}

    def of(self, roots: list[Node]) -> list[Word]:
        words = self._words
        for node in reachable(roots):
            words[node] = self._word(node, [words[a] for a in node.args])
        return [words[root] for root in roots]

    def _word(self, node: Node, args: list[Word]) -> Word:
        op, width = node.op, node.width
        if op == "const":
            return [node.value >> k & 1 for k in range(width)]
        if op == "var":
            return self._known(node)
        if op == "extract":
            return args[0][node.value:node.value + width]
        if op == "concat":
            return [literal for part in reversed(args) for literal in part]
        if op == "not":
            return inverted(args[0])
        if op == "sext":
            return args[0] + args[0][-1:] * (width - len(args[0]))
        return OPERATORS[op](self, *args)

    # ---- bit by bit

    def and_(self, a: Word, b: Word) -> Word:
        return [self.graph.and_(x, y) for x, y in zip(a, b)]

    def or_(self, a: Word, b: Word) -> Word:
        return [self.graph.and_(x ^ 1, y ^ 1) ^ 1 for x, y in zip(a, b)]

    def xor(self, a: Word, b: Word) -> Word:
        return [self.graph.xor(x, y) for x, y in zip(a, b)]

    def mux(self, condition: Word, yes: Word, no: Word) -> Word:
        c, and_ = condition[0], self.graph.and_
        return [x if x == y else and_(and_(c, x) ^ 1, and_(c ^ 1, y) ^ 1) ^ 1 for x, y in zip(yes, no)]

    def eq(self, a: Word, b: Word) -> Word:
        return [self.graph.or_all(self.xor(a, b)) ^ 1]

    # ---- sums

    def _carries(self, makes: Word, passes: Word) -> Word:
        """The carry out of every bit, of those that make one and those that pass one on: a tree up, then one down."""
        g, p, and_ = list(makes), list(passes), self.graph.and_
        width, span = len(g), 1
        while span < width:
            for high in range(2 * span - 1, width, 2 * span):
                g[high] = and_(g[high] ^ 1, and_(p[high], g[high - span]) ^ 1) ^ 1
                p[high] = and_(p[high], p[high - span])
            span *= 2
        while span > 1:
            span //= 2
            for high in range(3 * span - 1, width, 2 * span):
                g[high] = and_(g[high] ^ 1, and_(p[high], g[high - span]) ^ 1) ^ 1
        return g

    def _sum(self, a: Word, b: Word, carry: int) -> tuple[Word, int]:
        """a + b + carry, and the carry out of it."""
        passes, makes = self.xor(a, b), self.and_(a, b)
        if carry:  # into the lowest bit: it makes a carry where it passes one
            makes = [self.graph.and_(a[0] ^ 1, b[0] ^ 1) ^ 1, *makes[1:]]
        carries = self._carries(makes, passes)
        return self.xor(passes, [carry, *carries[:-1]]), carries[-1]

    def add(self, a: Word, b: Word) -> Word:
        return self._sum(a, b, FALSE)[0]

    def sub(self, a: Word, b: Word) -> Word:
        return self._sum(a, inverted(b), TRUE)[0]

    def ult(self, a: Word, b: Word) -> Word:
        return [self._sum(a, inverted(b), TRUE)[1] ^ 1]

    def mul(self, a: Word, b: Word) -> Word:
        total = [FALSE] * len(a)
        for k, bit in enumerate(b):
            if bit != FALSE:
                row = [FALSE] * k + [self.graph.and_(bit, x) for x in a[:len(a) - k]]
                total = self.add(total, row)
        return total

    def _divide(self, a: Word, b: Word) -> tuple[Word, Word]:
        """Quotient and rest, a bit of the quotient at a time; by 0 they are all ones and a."""
        width, rest, quotient = len(a), a, []
        for k in reversed(range(width)):
            shifted, above = [FALSE] * k + b[:width - k], self.graph.or_all(b[width - k:])
            less, carry = self._sum(rest, inverted(shifted), TRUE)
            fits = self.graph.and_(carry, above ^ 1)
            rest = self.mux([fits], less, rest)
            quotient.append(fits)
        return quotient[::-1], rest

    def udiv(self, a: Word, b: Word) -> Word:
        return self._divide(a, b)[0]

    def urem(self, a: Word, b: Word) -> Word:
        return self._divide(a, b)[1]

    # ---- shifts

    def _shifted(self, a: Word, amount: Word) -> Word:
        """Down by amount; 0 where that is the width or more."""
        for k, bit in enumerate(amount):
            step = min(1 << k, len(a)) if k < 32 else len(a)
            a = self.mux([bit], a[step:] + [FALSE] * step, a)
        return a

    def lshr(self, a: Word, amount: Word) -> Word:
        return self._shifted(a, amount)

    def shl(self, a: Word, amount: Word) -> Word:
        return self._shifted(a[::-1], amount)[::-1]


def inverted(a: Word) -> Word:
    return [x ^ 1 for x in a]


OPERATORS: dict[str, Callable[..., Word]] = {
    op: getattr(Bits, op + ("_" if op in ("and", "or") else ""))
    for op in ("and", "or", "xor", "mux", "eq", "add", "sub", "ult", "mul", "udiv", "urem", "lshr", "shl")}


def elaborate(inputs: list[tuple[str, int]], outputs: list[tuple[str, Node]],
              places: dict[str, tuple[str, int, int]]) -> Netlist:
    """The bits of a module (translate.py). Of each variable places holds its port, its lowest bit there, the port's
    width."""
    graph = Graph()
    ports = {name: graph.add_inputs(width) for name, width in inputs}

    def known(node: Node) -> Word:
        port, low, _ = places[node.value]
        return ports[port][low:low + node.width]

    words = Bits(graph, known).of([node for _, node in outputs])
    literals = [literal for word in words for literal in word]
    of_output = {(name, k): at for at, (name, k) in enumerate(
        (name, k) for name, node in outputs for k in range(node.width))}
    of_input = {(name, k): literal // 2 - 1 for name, word in ports.items() for k, literal in enumerate(word)}
    circuit = Circuit(graph.inputs, [], literals, graph.ands, [])
    return Netlist(circuit, of_input, of_output, {})
