# SPDX-License-Identifier: Apache-2.0
"""The state as few wide words: what arrays of one length hold at one index may be one word, a record of up to 64
bits. A choice between two records is one operator where that between their fields was one for each, and a tool
has fewer statics to look at.

The order in a record is that of the contract, the first field highest. Scalars, and the pins, are put together
where all of them are chosen by one condition.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from scripts.circuit.expr import Builder, Node, reachable
from scripts.circuit.unit import Unit
from scripts.gen.rewrite import copied, given

WIDEST = 64


@dataclass(frozen=True)
class Record:
    """A static: its name, and the elements of the state that it holds, the first highest."""
    name: str
    leaves: tuple[str, ...]
    widths: tuple[int, ...]

    @property
    def bits(self) -> int:
        return sum(self.widths)

    def value(self, values: dict[str, int]) -> int:
        """Of the whole, from those of its elements."""
        word = 0
        for leaf, width in zip(self.leaves, self.widths):
            word = word << width | values[leaf]
        return word


def plain(path: str) -> str:
    """age[3] is age_3, div.rem is div_rem."""
    return path.replace("[", "_").replace("]", "").replace(".", "_")


def records(state: list[dict[str, Any]], widest: int = WIDEST) -> list[Record]:
    """From the layout of the state; no record of several elements is wider. One that holds one element has its
    name."""
    groups: list[list[dict[str, Any]]] = []
    for field in state:
        group = next((g for g in groups if field["elements"] and g[0]["elements"] == field["elements"]
                      and sum(f["width"] for f in g) + field["width"] <= widest), None)
        if group:
            group.append(field)
        else:
            groups.append([field])
    found = []
    for number, group in enumerate(groups):
        widths = tuple(field["width"] for field in group)
        if not group[0]["elements"]:
            found.append(Record(plain(group[0]["path"]), (group[0]["path"],), widths))
        for k in range(group[0]["elements"]):
            leaves = tuple(f"{field['path']}[{k}]" for field in group)
            found.append(Record(plain(leaves[0]) if len(group) == 1 else f"record{number}_{k}", leaves, widths))
    return found


class Joiner:
    """Joins values into one, choices by one condition into one choice."""

    def __init__(self, builder: Builder):
        self._builder = builder
        self._joined: dict[tuple[Node, ...], Node] = {}

    def join(self, parts: tuple[Node, ...]) -> Node:
        """The first part is the highest."""
        if parts not in self._joined:
            b, condition = self._builder, self.condition(parts)
            self._joined[parts] = b.concat(*parts) if condition is None else \
                b.mux(condition, *(self.join(tuple(given(b, part, condition, side) for part in parts))
                                   for side in (True, False)))
        return self._joined[parts]

    @staticmethod
    def condition(parts: tuple[Node, ...]) -> Node | None:
        """That of at least half of all choices among the parts, and of two at least; the latest of several."""
        found = Counter(part.args[0] for part in parts if part.op == "mux")
        often = max(found.values(), default=0)
        if often < 2 or 2 * often < found.total():
            return None
        return max((node for node, times in found.items() if times == often), key=lambda node: node.index)


def runs(values: list[Node]) -> list[tuple[int, int]]:
    """First and last of the neighbours that one condition chooses, and that fit into a word."""
    found: list[tuple[int, int]] = []
    wide = 0
    for k, node in enumerate(values):
        wide += node.width
        if (k and node.op == "mux" and values[k - 1].op == "mux" and node.args[0] is values[k - 1].args[0]
                and wide <= WIDEST):
            found[-1] = found[-1][0], k
        else:
            found.append((k, k))
            wide = node.width
    return found


def together(builder: Builder, joiner: Joiner, values: list[Node]) -> list[Node]:
    """The same values, neighbours with one condition as parts of one word."""
    found: list[Node] = []
    for first, last in runs(values):
        parts = values[first:last + 1]
        word = joiner.join(tuple(parts))
        low = word.width
        for part in parts:
            low -= part.width
            found.append(builder.extract(word, low + part.width - 1, low) if len(parts) > 1 else part)
    return found


def pack(unit: Unit, state: list[Record], pins: list[Node]) -> tuple[list[Node], list[Node]]:
    """What the records become, and the pins, over variables r.<record> in the place of s.<element>."""
    b = unit.builder
    new: dict[Node, Node] = {}
    for record in state:
        word, low = b.var(record.bits, f"r.{record.name}"), record.bits
        for leaf, width in zip(record.leaves, record.widths):
            low -= width
            new[b.var(width, f"s.{leaf}")] = b.extract(word, low + width - 1, low)
    after = [unit.next[leaf] for record in state for leaf in record.leaves]
    for node in reachable([*after, *pins]):
        if node in new:
            continue
        args = [new[arg] for arg in node.args]
        if node.op == "mux":
            args[1:] = given(b, args[1], args[0], True), given(b, args[2], args[0], False)
        new[node] = copied(b, node, args)

    joiner = Joiner(b)
    single = [record for record in state if len(record.leaves) == 1]
    scalars = dict(zip(single, together(b, joiner, [new[unit.next[record.leaves[0]]] for record in single])))
    words = [scalars[record] if record in scalars
             else joiner.join(tuple(new[unit.next[leaf]] for leaf in record.leaves)) for record in state]
    return words, together(b, joiner, [new[pin] for pin in pins])
