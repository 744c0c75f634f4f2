# SPDX-License-Identifier: Apache-2.0
"""What expressions are worth, for given values of their variables."""

from collections.abc import Callable, Iterable

from scripts.circuit.expr import FOLD, Node, reachable


def one(node: Node, args: list[int]) -> int:
    """Of an operator, from its arguments."""
    widths = [a.width for a in node.args]
    if node.op == "const":
        return int(node.value)
    if node.op == "concat":
        result = 0
        for arg, width in zip(args, widths):
            result = result << width | arg
        return result
    if node.op == "sext":
        return (args[0] - (args[0] >> (widths[0] - 1) << widths[0])) % (1 << node.width)
    simple: dict[str, Callable[[], int]] = {
        "extract": lambda: args[0] >> node.value, "not": lambda: ~args[0], "eq": lambda: args[0] == args[1],
        "ult": lambda: args[0] < args[1], "mux": lambda: args[1] if args[0] else args[2]}
    found = simple[node.op]() if node.op in simple else FOLD[node.op](args[0], args[1], widths[0])
    return found % (1 << node.width)


def worth(roots: Iterable[Node], values: dict[str, int]) -> list[int]:
    found: dict[Node, int] = {}
    roots = list(roots)
    for node in reachable(roots):
        found[node] = values[node.value] if node.op == "var" else one(node, [found[arg] for arg in node.args])
    return [found[root] for root in roots]
