# SPDX-License-Identifier: Apache-2.0
"""clang's syntax tree of one C source: places, declarations, constant expressions."""

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from typing import Any

# A ccache in front of clang takes the trees of two sources for one and the same.
NO_CACHE = dict(os.environ, CCACHE_DISABLE="1")


# A node of the tree as clang writes it: kind, name, loc, range, inner and more, by the kind.
Node = dict[str, Any]


class TreeError(Exception):
    """The source does not compile; the text is the compiler's."""


def children(node: Node) -> list[Node]:
    """The parts of a node that are there; clang writes {} for an absent one."""
    return [child for child in node.get("inner", []) if child.get("kind")]


class Tree:
    """Every node below `declarations` has `file` and `line`: where its text is expanded. Every place
    with an offset inside `loc` and `range` has its `file`, too."""

    def __init__(self, source: str, includes: list[str], clang: str, sizes: Sequence[str] = ()):
        command = [clang, "-std=c11", "-fsyntax-only", "-Wno-everything", "-Xclang", "-ast-dump=json"]
        command += [f"-I{directory}" for directory in includes] + [f"-D{size}" for size in sizes] + [source]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=NO_CACHE)
        except OSError as error:
            raise TreeError(f"{source}: cannot run {clang}: {error.strerror}") from error
        if done.returncode != 0:
            raise TreeError(done.stderr.strip() or f"{source}: {clang} failed")
        unit = json.loads(done.stdout)
        self._place(unit)
        self._enumerators(unit)
        judged = [os.path.abspath(path) for path in [os.path.dirname(source) or ".", *includes]]
        self.declarations = [d for d in unit["inner"] if self._is_below(d["file"], judged)]
        self.functions = [d for d in self.declarations if d["kind"] == "FunctionDecl"]
        self.records = self._records()

    @staticmethod
    def _is_below(file: str, directories: list[str]) -> bool:
        return any(os.path.abspath(file).startswith(directory + os.sep) for directory in directories)

    @staticmethod
    def _place(unit: Node) -> None:
        """clang names file and line of a place only where they change from the place before."""
        last: tuple[str, int] = ("", 0)

        def resolve(place: Node) -> tuple[str, int] | None:
            """Follows one `loc` or `range` end, in the order of the text; None for no place."""
            nonlocal last
            found = None
            for part in ("spellingLoc", "expansionLoc"):
                if part in place:
                    found = resolve(place[part])
            if "offset" in place:
                found = last = (place.get("file", last[0]), place.get("line", last[1]))
                place["file"] = last[0]
            return found

        def visit(node: Node, file: str, line: int) -> None:
            here = None
            for key, part in node.items():
                if key == "loc":
                    here = resolve(part)
                elif key == "range":
                    begin = resolve(part.get("begin", {}))
                    resolve(part.get("end", {}))
                    here = here or begin
            node["file"], node["line"] = here or (file, line)
            for child in node.get("inner", []):
                visit(child, node["file"], node["line"])

        visit(unit, "", 0)

    @staticmethod
    def _enumerators(unit: Node) -> None:
        """Gives each use of an enumerator its value."""
        values: dict[str, int] = {}

        def visit(node: Node) -> None:
            if node.get("kind") == "EnumDecl":
                following = 0
                for constant in children(node):
                    if constant["kind"] == "EnumConstantDecl":
                        given = value_of(children(constant)[0], {}) if children(constant) else None
                        values[constant["id"]] = following if given is None else given
                        following = values[constant["id"]] + 1
            target = node.get("referencedDecl", {}).get("id")
            if target in values:
                node["enumerator"] = values[target]
            for child in node.get("inner", []):
                visit(child)

        visit(unit)

    def _records(self) -> dict[str, Node]:
        """Structs by the names of their typedefs."""
        by_id = {d["id"]: d for d in self.declarations if d["kind"] == "RecordDecl"}
        named = {}
        for declaration in self.declarations:
            if declaration["kind"] != "TypedefDecl":
                continue
            for inner in children(declaration):
                record = by_id.get(inner.get("ownedTagDecl", inner.get("decl", {})).get("id"))
                if record:
                    named[declaration["name"]] = record
        return named


OPERATORS: dict[str, Callable[[int, int], int | None]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << (b & 63), ">>": lambda a, b: a >> (b & 63),
    "<": lambda a, b: int(a < b), ">": lambda a, b: int(a > b), "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b), "==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b),
    "&&": lambda a, b: int(bool(a and b)), "||": lambda a, b: int(bool(a or b)),
    "/": lambda a, b: int(a / b) if b else None, "%": lambda a, b: a - b * int(a / b) if b else None,
}
UNARY: dict[str, Callable[[int], int]] = {"-": lambda a: -a, "+": lambda a: a, "!": lambda a: int(not a)}


def value_of(node: Node, known: dict[str, int]) -> int | None:
    """Value of an integer expression; None when it depends on anything but `known` variables
    (by the id of their declarations). Without types: values are small counters and sizes."""
    kind, inner = node["kind"], children(node)
    if kind in ("IntegerLiteral", "CharacterLiteral", "ConstantExpr") and "value" in node:
        return int(node["value"])
    if kind in ("ParenExpr", "ImplicitCastExpr", "CStyleCastExpr", "ConstantExpr"):
        return value_of(inner[-1], known)
    if kind == "DeclRefExpr":
        if "enumerator" in node:
            return int(node["enumerator"])
        return known.get(node["referencedDecl"]["id"])
    operands = [value for part in inner if (value := value_of(part, known)) is not None]
    if len(operands) < len(inner) or not operands:
        return None
    if kind == "UnaryOperator" and node["opcode"] in UNARY:
        return UNARY[node["opcode"]](operands[0])
    if kind == "BinaryOperator" and node["opcode"] in OPERATORS:
        return OPERATORS[node["opcode"]](*operands)
    if kind == "ConditionalOperator":
        return operands[1] if operands[0] else operands[2]
    return None


def is_constant(node: Node) -> bool:
    return value_of(node, {}) is not None
