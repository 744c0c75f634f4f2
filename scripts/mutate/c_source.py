# SPDX-License-Identifier: Apache-2.0
"""Mutants of the C of a unit, by clang's syntax tree (scripts/circuit/clang_tree.py)."""

from __future__ import annotations

import os
import re
from pathlib import Path

from scripts.circuit.clang_tree import Node, Tree, TreeError, children

from .mutant import C, Mutant, MutateError

REPLACED = {
    "&&": ["||"], "||": ["&&"], "&": ["|"], "|": ["&", "^"], "^": ["|"], "+": ["-"], "-": ["+"],
    "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "<<": [">>"], ">>": ["<<"],
}
ORDERED = ("-", "<<", ">>", "<", "<=", ">", ">=")  # operand order matters
STATEMENTS = ("CompoundStmt", "IfStmt", "ForStmt")


def _place(end: Node) -> tuple[str, int, int] | None:
    """(file, offset, length) of one end of a range; None inside a macro's body."""
    if "expansionLoc" in end:
        if not end["expansionLoc"].get("isMacroArgExpansion"):
            return None
        end = end["spellingLoc"]
    if "offset" not in end:
        return None
    return end["file"], end["offset"], end.get("tokLen", 0)


def _edge(end: Node) -> tuple[str, int, int] | None:
    """The same, but a macro without arguments is its name."""
    if "expansionLoc" in end and not end["expansionLoc"].get("isMacroArgExpansion"):
        end = end["expansionLoc"]
        return (end["file"], end["offset"], end.get("tokLen", 0)) if "offset" in end else None
    return _place(end)


def _span(node: Node) -> tuple[str, int, int] | None:
    """(file, start, end) of the text of a node, where all of it stands in one file."""
    begin, end = _place(node.get("range", {}).get("begin", {})), _place(node.get("range", {}).get("end", {}))
    if begin is None or end is None or begin[0] != end[0] or end[1] < begin[1]:
        return None
    return begin[0], begin[1], end[1] + end[2]


def _in_directive(text: str, at: int) -> bool:
    """Is this a #define, where a constant that sets a size stands? It may have several lines."""
    line = text.rfind("\n", 0, at) + 1
    while text[:line].endswith("\\\n"):
        line = text.rfind("\n", 0, line - 1) + 1
    return text[line:].lstrip().startswith("#")


class Collector:
    """All mutants of the functions of one source and of what it includes from the project."""

    def __init__(self, root: Path):
        self._root = root
        self._texts: dict[str, str] = {}
        self.found: dict[tuple[str, int, int, str], Mutant] = {}

    def _text(self, file: str) -> str:
        if file not in self._texts:
            data = Path(file).read_bytes()
            self._texts[file] = data.decode("ascii", errors="replace")  # offsets are bytes
        return self._texts[file]

    def _add(self, file: str, start: int, end: int, text: str, change: str) -> None:
        if _in_directive(self._text(file), start):
            return
        relative = os.path.relpath(file, self._root)
        line = self._text(file).count("\n", 0, start) + 1
        mutant = Mutant(C, 0, relative, line, change, start, end, text)
        self.found.setdefault((relative, start, end, text), mutant)

    def visit(self, node: Node, statement: bool = False) -> None:
        kind, inner = node["kind"], children(node)
        if statement:
            self._statement(node)
        if kind == "BinaryOperator":
            self._binary(node, inner)
        elif kind == "IntegerLiteral":
            self._literal(node)
        elif kind == "UnaryOperator" and node["opcode"] in ("!", "~"):
            self._unary(node)
        elif kind in ("IfStmt", "ConditionalOperator"):
            self._condition(inner[0])
        for k, child in enumerate(inner):
            body = kind == "CompoundStmt" or (kind == "IfStmt" and k > 0) or (kind == "ForStmt" and k == len(inner) - 1)
            self.visit(child, body)

    def _binary(self, node: Node, inner: list[Node]) -> None:
        ends, begins = _edge(inner[0]["range"]["end"]), _edge(inner[1]["range"]["begin"])
        if ends is None or begins is None or ends[0] != begins[0] or node["opcode"] not in REPLACED:
            return
        file, start, text = ends[0], ends[1] + ends[2], self._text(ends[0])
        if text[start:begins[1]].strip() != node["opcode"]:
            return
        at = text.index(node["opcode"], start)
        shown = _short(text[text.rfind("\n", 0, at) + 1:text.find("\n", at)])
        for other in REPLACED[node["opcode"]]:
            self._add(file, at, at + len(node["opcode"]), other, f"{node['opcode']} becomes {other}: {shown}")
        left, right = _span(inner[0]), _span(inner[1])
        if node["opcode"] in ORDERED and left and right:
            a, b = text[left[1]:left[2]], text[right[1]:right[2]]
            self._add(file, left[1], right[2], b + text[left[2]:right[1]] + a,
                      f"operands swapped: {_short(a)} {node['opcode']} {_short(b)}")

    def _literal(self, node: Node) -> None:
        span = _span(node)
        if span is None:
            return
        file, start, end = span
        text = self._text(file)[start:end]
        found = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", text)
        if not found:
            return
        value = int(found[1], 0)
        whole = self._text(file)
        shown = _short(whole[whole.rfind("\n", 0, start) + 1:whole.find("\n", start)])
        for other in (value + 1, value - 1):
            if other >= 0:
                self._add(file, start, end, f"{other}{found[2]}", f"{text} becomes {other}{found[2]}: {shown}")

    def _unary(self, node: Node) -> None:
        span = _span(node)
        if span is None or not self._text(span[0]).startswith(node["opcode"], span[1]):
            return
        text = self._text(span[0])[span[1]:span[2]]
        self._add(span[0], span[1], span[1] + 1, "", f"{node['opcode']} dropped: {_short(text)}")

    def _condition(self, node: Node) -> None:
        span = _span(node)
        if span is None:
            return
        file, start, end = span
        text = self._text(file)[start:end]
        self._add(file, start, end, f"!({text})", f"condition negated: {_short(text)}")

    def _statement(self, node: Node) -> None:
        """An assignment or a call left out. It ends at the next semicolon, macros or not."""
        assigns = node["kind"] in ("BinaryOperator", "CompoundAssignOperator") and node["opcode"].endswith("=")
        if not assigns and node["kind"] != "CallExpr":
            return
        begin = node["range"]["begin"]
        begin = begin.get("expansionLoc", begin)
        if "offset" not in begin:
            return
        file, start = begin["file"], begin["offset"]
        end = self._text(file).find(";", start)
        text = self._text(file)[start:end]
        if end >= 0:
            self._add(file, start, end, "", f"statement dropped: {_short(text)}")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "..."


def candidates(unit: str, root: Path, clang: str, source: Path | None = None) -> list[Mutant]:
    """Every mutant this knows how to make, in the order of the text."""
    source = source or root / "hls" / unit / f"{unit}.c"
    try:
        tree = Tree(str(source), [str(root / "hls" / "common"), str(source.parent)], clang)
    except TreeError as error:
        raise MutateError(str(error)) from error
    collector = Collector(root)
    for function in tree.functions:
        for part in children(function):
            if part["kind"] == "CompoundStmt":
                collector.visit(part)
    return sorted(collector.found.values(), key=lambda m: (m.file, m.start, m.end, m.text))
