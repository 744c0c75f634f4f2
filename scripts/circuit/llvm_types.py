# SPDX-License-Identifier: Apache-2.0
"""Sizes and shapes of LLVM types, for the x86-64 data layout clang uses here."""

from __future__ import annotations

import re
from functools import lru_cache

from .errors import ProofError

CLOSING = {")": "(", "]": "[", "}": "{", ">": "<"}


def split_commas(text: str) -> list[str]:
    """Split at the commas outside brackets."""
    if not any(c in text for c in "([{<"):
        return [p.strip() for p in text.split(",")] if text.strip() else []
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "([{<":
            depth += 1
        elif c in CLOSING:
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    if text[start:].strip():
        parts.append(text[start:].strip())
    return parts


def split_typed(text: str) -> tuple[str, str]:
    """`[4 x i8] %x` -> (`[4 x i8]`, `%x`)."""
    depth = 0
    for i, c in enumerate(text):
        if c in "([{<":
            depth += 1
        elif c in CLOSING:
            depth -= 1
        elif c == " " and depth == 0:
            return text[:i], text[i + 1:].strip()
    return text, ""


class Types:
    """The types of one module, named structs included."""

    def __init__(self, text: str):
        self._named = dict(re.findall(r"^(%[\w.]+) = type (.*)$", text, re.M))
        self.size = lru_cache(None)(self._size)
        self.align = lru_cache(None)(self._align)

    def resolve(self, kind: str) -> str:
        return self._named.get(kind, kind)

    @staticmethod
    def bits(kind: str) -> int:
        if not re.fullmatch(r"i\d+", kind):
            raise ProofError(f"unsupported LLVM type {kind}")
        return int(kind[1:])

    def array(self, kind: str) -> tuple[int, str] | None:
        m = re.fullmatch(r"\[(\d+) x (.*)\]", self.resolve(kind))
        return (int(m[1]), m[2]) if m else None

    def members(self, kind: str) -> list[str] | None:
        kind = self.resolve(kind)
        return split_commas(kind[1:-1]) if kind.startswith("{") else None

    def _size(self, kind: str) -> int:
        array = self.array(kind)
        if array:
            return array[0] * self.size(array[1])
        members = self.members(kind)
        if members is not None:
            end = self.offset(kind, len(members) - 1) + self.size(members[-1])
            return -(-end // self.align(kind)) * self.align(kind)
        if kind == "ptr":
            return 8
        size, need = 1, -(-self.bits(kind) // 8)
        while size < need:
            size *= 2
        return size

    def _align(self, kind: str) -> int:
        array = self.array(kind)
        if array:
            return self.align(array[1])
        members = self.members(kind)
        if members is not None:
            return max(self.align(m) for m in members)
        return min(self.size(kind), 16)

    def offset(self, kind: str, member: int) -> int:
        """Byte offset of a struct member."""
        at = 0
        for i, m in enumerate(self.members(kind) or ()):
            at = -(-at // self.align(m)) * self.align(m)
            if i == member:
                return at
            at += self.size(m)
        raise ProofError(f"struct {kind} has no member {member}")

    def cells(self, kind: str, offset: int = 0) -> list[tuple[int, int]]:
        """(offset, size) of every scalar inside."""
        array = self.array(kind)
        if array:
            count, element = array
            return [c for k in range(count) for c in self.cells(element, offset + k * self.size(element))]
        members = self.members(kind)
        if members is not None:
            return [c for i, m in enumerate(members) for c in self.cells(m, offset + self.offset(kind, i))]
        return [(offset, self.size(kind))]
