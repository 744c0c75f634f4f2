# SPDX-License-Identifier: Apache-2.0
"""Vectors of a unit: what its lock-step bench wrote with --dump, by the names of the contract."""

import json
import pathlib
from typing import Any


class VectorError(Exception):
    """The dump does not fit the contract; the text says where."""


class Port:
    """A leaf field of <unit>_in or <unit>_out: a port of the RTL, a parameter of the HLS top."""

    def __init__(self, field: dict[str, Any]):
        self.name: str = field["name"]
        self.width: int = field["width"]
        self.elements = max(field["elements"], 1)
        self.array = field["elements"] > 0

    @property
    def bits(self) -> int:
        return self.width * self.elements

    def pack(self, values: list[int]) -> int:
        """The RTL's packed vector: element 0 at the least significant bits."""
        return sum(value << (k * self.width) for k, value in enumerate(values))


class Vectors:
    """One run: per cycle rst, the inputs, and the output pins before the edge."""

    def __init__(self, layout: pathlib.Path, dump: pathlib.Path, limit: int | None = None):
        self.contract = contract = json.loads(layout.read_text())
        self.unit, self.config = contract["unit"], contract["config"]
        self.inputs = [Port(field) for field in contract["in"]]
        self.outputs = [Port(field) for field in contract["out"]]
        lines = dump.read_text().splitlines()
        self.run = len(lines)  # cycles of the whole run
        self.cycles = [self._read(dump, number, line) for number, line in enumerate(lines[:limit], 1)]
        if not self.cycles:
            raise VectorError(f"{dump}: no vectors")

    def _read(self, dump: pathlib.Path, number: int, line: str) -> tuple[int, list[list[int]], list[list[int]]]:
        try:
            values = [int(word, 16) for word in line.split()]
        except ValueError:
            raise VectorError(f"{dump}:{number}: expected hexadecimal numbers") from None
        expected = 1 + sum(port.elements for port in self.inputs + self.outputs)
        if len(values) != expected:
            raise VectorError(f"{dump}:{number}: {len(values)} values, the contract has {expected}")
        rest = iter(values[1:])
        ports = [[next(rest) for _ in range(port.elements)] for port in self.inputs + self.outputs]
        return values[0], ports[:len(self.inputs)], ports[len(self.inputs):]
