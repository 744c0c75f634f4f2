# SPDX-License-Identifier: Apache-2.0
"""One step of a rewriting of expressions."""

from collections.abc import Callable

from scripts.circuit.expr import Builder, Node


def less(b: Builder, x: Node, y: Node) -> Node:
    """x < y; nothing is above all ones, and a compiler warns of the question."""
    return b.false if x.is_const and x.value == (1 << x.width) - 1 else b.ult(x, y)


def copied(b: Builder, node: Node, args: list[Node]) -> Node:
    """The same operator on other arguments."""
    if all(new is old for new, old in zip(args, node.args)):
        return node
    if node.op == "extract":
        return b.extract(args[0], node.value + node.width - 1, node.value)
    if node.op == "sext":
        return b.sext(args[0], node.width)
    if node.op == "ult":
        return less(b, args[0], args[1])
    make: dict[str, Callable[..., Node]] = {"concat": b.concat, "not": b.not_, "eq": b.eq, "mux": b.mux}
    return make[node.op](*args) if node.op in make else b.binary(node.op, *args)


def given(b: Builder, node: Node, condition: Node, holds: bool) -> Node:
    """The value of a node where it is known whether a condition holds; it is looked for at the top of the node."""
    if node is condition or (node.op == "not" and node.args[0] is condition):
        return b.true if holds is (node is condition) else b.false
    if node.op in ("and", "or") and node.width == 1:
        sides = [given(b, side, condition, holds) if condition in (side, *side.args[:1]) else side
                 for side in node.args]
        return node if sides == list(node.args) else b.binary(node.op, *sides)
    if node.op == "mux":
        choice = given(b, node.args[0], condition, holds)
        if choice.is_const:
            return given(b, node.args[1 if choice.value else 2], condition, holds)
    return node
