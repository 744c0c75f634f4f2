# SPDX-License-Identifier: Apache-2.0
"""Straight-line C of expressions: one variable per operator, in the next larger standard type.

None is const: clang would evaluate a const through all that it is made of, again at each use of it.
"""

from __future__ import annotations

from .errors import ProofError
from .expr import Node, reachable

INFIX = {"and": "&", "or": "|", "xor": "^", "eq": "==", "ult": "<"}
WRAPPING = {"add": "+", "sub": "-", "mul": "*"}


def plain_type(width: int) -> str:
    """The next larger standard type."""
    if width > 64:
        raise ProofError(f"a value of {width} bits fits no standard type of C")
    return "bool" if width == 1 else next(f"uint{n}_t" for n in (8, 16, 32, 64) if n >= width)


def literal(value: int, width: int) -> str:
    if width == 1:
        return "true" if value else "false"
    text = f"{value}U" if value < 10 else f"0x{value:x}U"
    return text if width <= 32 else f"UINT64_C({text[:-1]})"


def word(width: int) -> str:
    """The type in which C computes: no smaller than int, and unsigned."""
    return "uint32_t" if width <= 32 else "uint64_t"


def cut(text: str, width: int, has: int) -> str:
    """The low bits of a value of that many bits, in the type of these bits."""
    if width == 1:
        return f"(({text}) & 1U) != 0" if has > 1 else text
    if width < has:
        text = f"({text}) & {literal((1 << width) - 1, has)}"
    return f"({plain_type(width)})({text})"


class Emitter:
    """Writes declarations for expressions over variables; `names` maps each variable to its C name."""

    def __init__(self, names: dict[str, str]):
        self._variables = names
        self._names: dict[Node, str] = {}

    def declarations(self, roots: list[Node]) -> list[str]:
        """Declarations of everything roots need, in order."""
        lines = []
        for node in reachable(roots):
            if node.op in ("const", "var"):
                continue
            name = f"n{len(self._names)}"
            lines.append(f"    {plain_type(node.width)} {name} = {self._operation(node)};")
            self._names[node] = name
        return lines

    def text(self, node: Node) -> str:
        """A reference to the value of a node that is declared."""
        if node.op == "const":
            return literal(node.value, node.width)
        return self._variables[node.value] if node.op == "var" else self._names[node]

    def _operation(self, node: Node) -> str:
        width, args = node.width, [self.text(a) for a in node.args]
        full = 32 if width <= 32 else 64  # bits of the type in which C computes
        if node.op in ("eq", "ult"):
            return f"{args[0]} {INFIX[node.op]} {args[1]}"
        if node.op in INFIX:
            return cut(f"{args[0]} {INFIX[node.op]} {args[1]}", width, width)
        if node.op == "not":
            return f"!{args[0]}" if width == 1 else cut(f"~({word(width)}){args[0]}", width, full)
        if node.op in WRAPPING:
            return cut(f"({word(width)}){args[0]} {WRAPPING[node.op]} ({word(width)}){args[1]}", width, full)
        if node.op == "mux":
            return cut(f"{args[0]} ? {args[1]} : {args[2]}", width, width)
        if node.op == "extract":
            wide = node.args[0].width
            return cut(f"({word(wide)}){args[0]} >> {node.value}", width, wide - node.value)
        if node.op == "concat":
            return self._concat(node, args)
        if node.op in ("shl", "lshr"):
            return self._shift(node, args, full)
        if node.op == "sext":
            sign = literal(1 << (node.args[0].width - 1), full)
            return cut(f"(({word(width)}){args[0]} ^ {sign}) - {sign}", width, full)
        raise ProofError(f"'{node.op}' has no place in C for HLS tools")

    @staticmethod
    def _concat(node: Node, args: list[str]) -> str:
        low, terms = node.width, []
        for part, text in zip(node.args, args):
            low -= part.width
            if part.is_const and part.value == 0:
                continue
            term = f"({word(node.width)}){text}"
            terms.append(f"({term} << {low})" if low else term)
        return cut(" | ".join(terms), node.width, node.width)

    @staticmethod
    def _shift(node: Node, args: list[str], full: int) -> str:
        sign = "<<" if node.op == "shl" else ">>"
        has = full if node.op == "shl" else node.width
        shifted = cut(f"({word(node.width)}){args[0]} {sign} {args[1]}", node.width, has)
        amount = node.args[1]
        if (1 << (amount.width - amount.zeros)) <= node.width:
            return shifted
        return cut(f"{args[1]} < {node.width}U ? {shifted} : {literal(0, node.width)}", node.width, node.width)
