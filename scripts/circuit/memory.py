# SPDX-License-Identifier: Apache-2.0
"""Memory of a symbolic run: objects made of cells, one cell per scalar.

A pointer is a list of guarded alternatives, each an object, a constant offset
and a sum of index * stride. Reading at a variable index becomes a selection
over the elements of the array pointed into, and an index outside it is
reported as undefined behaviour.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from .errors import ProofError
from .expr import Builder, Node

State = dict[tuple[str, int], Node]
MAX_ELEMENTS = 8192


@dataclass(frozen=True, slots=True)
class Index:
    """A variable part of an address: value * stride, with value below count where the type told it."""

    value: Node
    stride: int
    count: int


@dataclass(frozen=True, slots=True)
class Place:
    guard: Node
    name: str
    offset: int
    indices: tuple[Index, ...] = ()


Pointer = list[Place]


class Object:
    """A named block of bytes, cut into cells (offset, size); gaps are padding."""

    def __init__(self, cells: list[tuple[int, int]], size: int):
        filled: list[tuple[int, int]] = []
        end = 0
        for offset, width in sorted(cells) + [(size, 0)]:
            if offset > end:
                filled.append((end, offset - end))
            if width:
                filled.append((offset, width))
            end = offset + width
        self.cells = filled
        self.starts = [c[0] for c in filled]
        self.size = end

    def overlapping(self, offset: int, size: int) -> list[tuple[int, int]]:
        first = bisect_right(self.starts, offset) - 1
        out = []
        while first < len(self.cells) and self.cells[first][0] < offset + size:
            out.append(self.cells[first])
            first += 1
        return out


class Memory:
    """The objects of a run, and how their cells are read and written."""

    def __init__(self, builder: Builder, undefined: Callable[[int], Node]):
        self._b = builder
        self._undefined = undefined  # (width) -> a fresh free variable
        self.objects: dict[str, Object] = {}
        self.constants: State = {}

    def add(self, name: str, cells: list[tuple[int, int]], size: int) -> None:
        self.objects[name] = Object(cells, size)

    # ---- constant addresses

    def _cell(self, state: State, name: str, offset: int, size: int) -> Node:
        value = state.get((name, offset)) or self.constants.get((name, offset))
        if value is None:
            value = state[name, offset] = self._undefined(8 * size)
        return value

    def read(self, state: State, name: str, offset: int, size: int) -> Node:
        found = state.get((name, offset))
        if found is not None and found.width == 8 * size:
            return found
        parts = []
        for at, width in self.objects[name].overlapping(offset, size):
            low, high = max(at, offset), min(at + width, offset + size)
            parts.append(self._b.extract(self._cell(state, name, at, width), 8 * (high - at) - 1, 8 * (low - at)))
        return self._b.zext(self._b.concat(*reversed(parts)), 8 * size)

    def write(self, state: State, name: str, offset: int, value: Node, guard: Node) -> None:
        b, size = self._b, value.width // 8
        for at, width in self.objects[name].overlapping(offset, size):
            low, high = max(at, offset), min(at + width, offset + size)
            new = b.extract(value, 8 * (high - offset) - 1, 8 * (low - offset))
            whole = low == at and high == at + width
            if whole and guard is b.true:
                state[name, at] = new
                continue
            old = self._cell(state, name, at, width)
            if high < at + width:
                new = b.concat(b.extract(old, 8 * width - 1, 8 * (high - at)), new)
            if low > at:
                new = b.concat(new, b.extract(old, 8 * (low - at) - 1, 0))
            state[name, at] = b.mux(guard, new, old)

    # ---- variable addresses

    def _elements(self, place: Place, size: int) -> tuple[Index | None, range, Node]:
        """The one remaining index, its possible values, and the condition that it is none of them."""
        b = self._b
        if not place.indices:
            inside = 0 <= place.offset <= self.objects[place.name].size - size
            return None, range(0), b.false if inside else b.true
        if len(place.indices) > 1:
            raise ProofError("an address with two variable indices; index a flat array instead")
        index = place.indices[0]
        limit = self.objects[place.name].size
        last = (limit - size - place.offset) // index.stride
        count = min(index.count or last + 1, last + 1)
        reach = 1 << (index.value.width - index.value.zeros)
        count = min(count, reach)
        if place.offset < 0 or count > MAX_ELEMENTS:
            raise ProofError(f"cannot bound an index into {place.name}")
        outside = b.false
        if count < reach:
            outside = b.not_(b.ult(index.value, b.const(index.value.width, count)))
        return index, range(count), outside

    def load(self, state: State, pointer: Pointer, size: int) -> tuple[Node, Node]:
        """The value, and the condition under which the address is bad."""
        b = self._b
        bad = b.false
        result: Node | None = None
        for place in reversed(pointer):
            if place.name not in self.objects:
                bad = b.or_(bad, place.guard)
                continue
            index, values, outside = self._elements(place, size)
            bad = b.or_(bad, b.and_(place.guard, outside))
            if index is None:
                if outside is b.true:
                    continue
                value = self.read(state, place.name, place.offset, size)
            else:
                value = b.select(index.value, [self.read(state, place.name, place.offset + k * index.stride, size)
                                               for k in values])
            result = value if result is None else b.mux(place.guard, value, result)
        return (result if result is not None else b.const(8 * size, 0)), bad

    def store(self, state: State, pointer: Pointer, value: Node) -> Node:
        """Write, and return the condition under which the address is bad."""
        b = self._b
        bad = b.false
        for place in pointer:
            if place.name not in self.objects or place.name.startswith("@"):
                bad = b.or_(bad, place.guard)
                continue
            index, values, outside = self._elements(place, value.width // 8)
            bad = b.or_(bad, b.and_(place.guard, outside))
            if index is None:
                if outside is not b.true:
                    self.write(state, place.name, place.offset, value, place.guard)
                continue
            for k in values:
                hit = b.eq(index.value, b.const(index.value.width, k))
                self.write(state, place.name, place.offset + k * index.stride, value, b.and_(place.guard, hit))
        return bad

    def copy(self, state: State, to: Pointer, source: Pointer, size: int) -> Node:
        """memcpy and memmove: read everything, then write cell by cell."""
        chunks = self._chunks(to, size)
        values, bad = [], self._b.false
        for offset, width in chunks:
            value, wrong = self.load(state, shifted(source, offset), width)
            values.append(value)
            bad = self._b.or_(bad, wrong)
        for (offset, _), value in zip(chunks, values):
            bad = self._b.or_(bad, self.store(state, shifted(to, offset), value))
        return bad

    def fill(self, state: State, to: Pointer, byte: Node, size: int) -> Node:
        bad = self._b.false
        for offset, width in self._chunks(to, size):
            bad = self._b.or_(bad, self.store(state, shifted(to, offset), self._b.concat(*[byte] * width)))
        return bad

    def _chunks(self, to: Pointer, size: int) -> list[tuple[int, int]]:
        """Cut [0, size) at the cells of the target when they are known, else into bytes."""
        if len(to) == 1 and not to[0].indices and to[0].name in self.objects:
            base = to[0].offset
            out = []
            for at, width in self.objects[to[0].name].overlapping(base, size):
                low, high = max(at, base), min(at + width, base + size)
                out.append((low - base, high - low))
            if out and out[-1][0] + out[-1][1] == size:
                return out
        return [(i, 1) for i in range(size)]


def shifted(pointer: Pointer, offset: int) -> Pointer:
    return [Place(p.guard, p.name, p.offset + offset, p.indices) for p in pointer]
