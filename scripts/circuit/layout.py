# SPDX-License-Identifier: Apache-2.0
"""Struct layouts from the debug information of an LLVM module.

LLVM forgets that a field had 9 of 16 bits; the typedef name (u9) tells it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import ProofError


@dataclass(frozen=True)
class Leaf:
    """One scalar of a struct: path (`div.rem`, `age[3]`), byte offset and size, width in bits."""

    path: str
    offset: int
    size: int
    bits: int

    @property
    def field(self) -> str:
        """The path without its last indices: all elements of an array are one field."""
        return re.sub(r"(\[\d+\])+$", "", self.path)


@dataclass(frozen=True)
class Parameter:
    """A function parameter: a struct behind a pointer, or a scalar (one leaf with an empty path)."""

    pointer: bool
    leaves: tuple[Leaf, ...]
    size: int  # in bytes, padding included


class DebugInfo:
    """The numbered metadata of a module."""

    def __init__(self, text: str):
        self._nodes = {m[1]: m[2] for m in re.finditer(r"^!(\d+) = (?:distinct )?(.*)$", text, re.M)}
        self._functions = {m[1]: number for number, body in self._nodes.items()
                           if body.startswith("!DISubprogram") and "DISPFlagDefinition" in body
                           and (m := re.search(r'name: "(\w+)"', body))}

    def functions(self) -> set[str]:
        return set(self._functions)

    def line(self, function: str) -> int:
        return int(self._get(self._functions[function], "line"))

    def variable(self, number: str) -> str:
        """The name of a local variable."""
        return self._find(number, "name")

    def parameters(self, function: str) -> list[Parameter]:
        if function not in self._functions:
            raise ProofError(f"no debug information for function {function}()")
        kind = self._get(self._functions[function], "type")
        listed = re.findall(r"!(\d+)|null", self._nodes[self._get(kind, "types")])
        return [self._parameter(number) for number in listed[1:]]

    def _find(self, number: str, key: str) -> str:
        """Empty where the node has no such key."""
        m = re.search(rf'\b{key}: (?:!(\d+)|"([^"]*)"|(\w+))', self._nodes[number])
        return str(m[1] or m[2] or m[3]) if m else ""

    def _get(self, number: str, key: str) -> str:
        found = self._find(number, key)
        if not found:
            raise ProofError(f"debug information without '{key}': {self._nodes[number][:80]}")
        return found

    def _parameter(self, number: str) -> Parameter:
        pointer = "DW_TAG_pointer_type" in self._nodes[number]
        if pointer:
            number = self._get(number, "baseType")
        leaves = tuple(self._leaves(number, 0, "", ""))
        while "DW_TAG_typedef" in self._nodes[number] or "DW_TAG_const_type" in self._nodes[number]:
            number = self._get(number, "baseType")
        return Parameter(pointer, leaves, int(self._get(number, "size")) // 8)

    def _leaves(self, number: str, offset: int, path: str, typedef: str) -> list[Leaf]:
        body = self._nodes[number]
        if "DW_TAG_typedef" in body:
            return self._leaves(self._get(number, "baseType"), offset, path, self._get(number, "name"))
        if "DW_TAG_const_type" in body:
            return self._leaves(self._get(number, "baseType"), offset, path, typedef)
        if body.startswith("!DIBasicType"):
            size = int(self._get(number, "size"))
            bits = size
            if "_BitInt" in body:
                m = re.fullmatch(r"u(\d+)", typedef)
                if not m:
                    raise ProofError(f"{path}: _BitInt without a typedef uN")
                bits = int(m[1])
            return [Leaf(path, offset // 8, size // 8, bits)]
        if "DW_TAG_array_type" in body:
            ranges = re.findall(r"!(\d+)", self._nodes[self._get(number, "elements")])
            counts = [int(self._get(r, "count")) for r in ranges]
            return self._array(number, offset, path, int(self._get(number, "size")), counts)
        if "DW_TAG_structure_type" in body:
            leaves = []
            for member in re.findall(r"!(\d+)", self._nodes[self._get(number, "elements")]):
                name = self._get(member, "name")
                leaves += self._leaves(self._get(member, "baseType"),
                                       offset + int(self._find(member, "offset") or 0),
                                       f"{path}.{name}" if path else name, "")
            return leaves
        raise ProofError(f"{path or 'parameter'}: type outside the unit contract: {body[:80]}")

    def _array(self, number: str, offset: int, path: str, size: int, counts: list[int]) -> list[Leaf]:
        if not counts:
            return self._leaves(self._get(number, "baseType"), offset, path, "")
        stride = size // counts[0]
        leaves = []
        for k in range(counts[0]):
            leaves += self._array(number, offset + k * stride, f"{path}[{k}]", stride, counts[1:])
        return leaves


@dataclass(frozen=True)
class Field:
    """A scalar or an array of scalars: one RTL port, or one register (array)."""

    path: str
    bits: int
    leaves: tuple[Leaf, ...]

    @property
    def width(self) -> int:
        """Bits of the whole field as a packed vector, element 0 at the least significant end."""
        return self.bits * len(self.leaves)

    @property
    def identifier(self) -> str:
        return identifier(self.path)


def identifier(path: str) -> str:
    """A plain Verilog name for a path."""
    return re.sub(r"\[(\d+)\]", r"_\1", path).replace(".", "__")


def fields(leaves: tuple[Leaf, ...]) -> list[Field]:
    groups: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        groups.setdefault(leaf.field, []).append(leaf)
    found = [Field(path, members[0].bits, tuple(members)) for path, members in groups.items()]
    names = [f.identifier for f in found]
    for name in names:
        if names.count(name) > 1:
            raise ProofError(f"two fields are both called {name} in Verilog")
    return found
