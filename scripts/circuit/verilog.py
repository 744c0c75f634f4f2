# SPDX-License-Identifier: Apache-2.0
"""Combinational Verilog of expressions: one wire per operator, so no width can be mistaken."""

from __future__ import annotations

from .expr import Node, reachable

INFIX = {"and": "&", "or": "|", "xor": "^", "add": "+", "sub": "-", "mul": "*", "udiv": "/", "urem": "%",
         "shl": "<<", "lshr": ">>", "eq": "==", "ult": "<"}


def span(width: int) -> str:
    return "" if width == 1 else f"[{width - 1}:0] "


def public(modules: list[str], names: list[str]) -> str:
    """For Verilator, in a .vlt file: what a bench reads and changes by its name, where a module has too many wires to
    show all of them."""
    once = dict.fromkeys(names)
    return "".join(f'public_flat_rw -module "{module}" -var "{name}"\n' for module in modules for name in once)


class Emitter:
    """Writes wires for expressions over named signals.

    `signals` maps each variable to its Verilog vector, the low bit it starts at
    and the width of the whole vector.
    """

    def __init__(self, signals: dict[str, tuple[str, int, int]], spoken: dict[Node, str] | None = None,
                 taken: set[str] | None = None):
        """Expressions in `spoken` get wires of these names, numbered where a name in `taken` or another is the same."""
        self._signals = signals
        self._spoken = spoken or {}
        self._taken = dict.fromkeys(taken or (), 0)
        self._names: dict[Node, str] = {}

    def _name(self, node: Node) -> str:
        wanted = self._spoken.get(node)
        if wanted is None:
            return f"n{len(self._names)}"
        name = wanted
        while name in self._taken:
            self._taken[wanted] = self._taken.get(wanted, 0) + 1
            name = f"{wanted}_{self._taken[wanted]}"
        self._taken[name] = 0
        return name

    def wires(self, roots: list[Node]) -> list[str]:
        """Declarations of everything roots need, in order."""
        lines = []
        for node in reachable(roots):
            if node.op in ("const", "var") or (node.op in ("extract", "concat") and node not in self._spoken):
                continue
            name = self._name(node)
            value = self.text(node) if node.op in ("extract", "concat") else self._operation(node)
            lines.append(f"  wire {span(node.width)}{name} = {value};")
            self._names[node] = name
        return lines

    def text(self, node: Node) -> str:
        """A reference to the value of a node whose wires are declared."""
        if node in self._names:
            return self._names[node]
        if node.op == "const":
            return f"{node.width}'h{node.value:x}"
        if node.op == "concat":
            return "{" + ", ".join(self.text(part) for part in node.args) + "}"
        if node.op == "extract":
            return self._slice(node.args[0], node.value, node.width)
        return self._slice(node, 0, node.width)

    def _slice(self, node: Node, low: int, width: int) -> str:
        if node.op == "var":
            name, start, whole = self._signals[node.value]
            low += start
        else:
            name, whole = self._names[node], node.width
        if width == whole:
            return name
        return f"{name}[{low}]" if width == 1 else f"{name}[{low + width - 1}:{low}]"

    def _operation(self, node: Node) -> str:
        args = [self.text(a) for a in node.args]
        if node.op in INFIX:
            return f"{args[0]} {INFIX[node.op]} {args[1]}"
        if node.op == "not":
            return f"~{args[0]}"
        if node.op == "mux":
            return f"{args[0]} ? {args[1]} : {args[2]}"
        if node.op == "sext":
            inner = node.args[0]
            sign = self._sign(inner)
            return f"{{{{{node.width - inner.width}{{{sign}}}}}, {args[0]}}}"
        raise ValueError(node.op)

    def _sign(self, node: Node) -> str:
        top = node.width - 1
        if node in self._names:
            return self._slice(node, top, 1)
        if node.op == "concat":
            return self._sign(node.args[0])
        if node.op == "extract":
            return self._slice(node.args[0], node.value + top, 1)
        return self._slice(node, top, 1)


def module(name: str, inputs: list[tuple[str, int]], outputs: list[tuple[str, Node]], emitter: Emitter) -> str:
    """A module of wires only; inputs are (name, width)."""
    ports = [f"  input  {span(width)}{port}" for port, width in inputs]
    ports += [f"  output {span(node.width)}{port}" for port, node in outputs]
    body = emitter.wires([node for _, node in outputs])
    body += [f"  assign {port} = {emitter.text(node)};" for port, node in outputs]
    return f"module {name} (\n" + ",\n".join(ports) + "\n);\n" + "\n".join(body) + "\nendmodule\n"
