# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs: binary AIGER files, composition, simulation, CNF.

A literal is twice the number of a variable plus 1 for its complement; variable
0 is constant false, so literal 0 is false and literal 1 is true.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .errors import ProofError


@dataclass
class Circuit:
    """An AIGER file as read. Variables: inputs, then latches, then ands, from 1."""

    inputs: int
    latches: list[int]  # next-state literal of each latch
    outputs: list[int]
    ands: list[tuple[int, int]]
    output_names: list[str]


def read(path: Path) -> Circuit:
    data = path.read_bytes()
    head, _, _ = data.partition(b"\n")
    words = head.split()
    if len(words) < 6 or words[0] != b"aig":
        raise ProofError(f"{path}: not a binary AIGER file")
    maximum, inputs, latches, outputs, ands = (int(w) for w in words[1:6])
    if any(int(w) for w in words[6:]):
        raise ProofError(f"{path}: assertions in the RTL are not supported by the proof")
    at = len(head) + 1
    listed = []
    for _ in range(latches + outputs):
        end = data.index(b"\n", at)
        listed.append(int(data[at:end].split()[0]))
        at = end + 1
    gates = []
    left = 2 * (maximum - ands)
    for _ in range(ands):
        left += 2
        deltas = []
        for _ in range(2):
            value = shift = 0
            while data[at] & 128:
                value |= (data[at] & 127) << shift
                shift += 7
                at += 1
            value |= data[at] << shift
            at += 1
            deltas.append(value)
        gates.append((left - deltas[0], left - deltas[0] - deltas[1]))
    # ABC's comment has lengths in binary.
    lines = data[at:].decode(errors="replace").split("\n")
    symbols = (line.split(" ", 1) for line in lines if line.startswith("o"))
    names = {int(number[1:]): name for number, name in symbols}
    return Circuit(inputs, listed[:latches], listed[latches:], gates, [names.get(k, "") for k in range(outputs)])


class Graph:
    """A graph under construction, with structural hashing."""

    def __init__(self) -> None:
        self.inputs = 0
        self.ands: list[tuple[int, int]] = []
        self._first = 0  # variables before it are inputs
        self._known: dict[tuple[int, int], int] = {}

    def add_inputs(self, count: int) -> list[int]:
        """Inputs come first: all of them before the first and."""
        if self.ands:
            raise ValueError("inputs after ands")
        first = self.inputs + 1
        self.inputs += count
        return [2 * v for v in range(first, first + count)]

    def and_(self, a: int, b: int) -> int:
        if a > b:
            a, b = b, a
        if a == 0 or a ^ b == 1:
            return 0
        if a == 1 or a == b:
            return b
        found = self._known.get((a, b))
        if found is None:
            self.ands.append((a, b))
            found = self._known[a, b] = 2 * (self.inputs + len(self.ands))
        return found

    def or_all(self, literals: list[int]) -> int:
        level = literals or [0]
        while len(level) > 1:
            level = [self.and_(level[i] ^ 1, level[i + 1] ^ 1) ^ 1 if i + 1 < len(level) else level[i]
                     for i in range(0, len(level), 2)]
        return level[0]

    def xor(self, a: int, b: int) -> int:
        return self.and_(self.and_(a, b) ^ 1, self.and_(a ^ 1, b ^ 1) ^ 1)

    def instantiate(self, circuit: Circuit, sources: list[int]) -> list[int]:
        """Copy the ands of circuit; sources are its inputs and latches. Gives literals per variable."""
        table = [0] + sources
        and_ = self.and_
        for a, b in circuit.ands:
            table.append(and_(table[a >> 1] ^ (a & 1), table[b >> 1] ^ (b & 1)))
        return table

    def write(self, path: Path, outputs: list[int]) -> None:
        count = self.inputs + len(self.ands)
        out = bytearray(f"aig {count} {self.inputs} 0 {len(outputs)} {len(self.ands)}\n".encode())
        for literal in outputs:
            out += b"%d\n" % literal
        left = 2 * self.inputs
        for a, b in self.ands:
            left += 2
            for delta in (left - b, b - a):
                while delta >= 128:
                    out.append(delta & 127 | 128)
                    delta >>= 7
                out.append(delta)
        path.write_bytes(out)


def literal_of(table: list[int], literal: int) -> int:
    return table[literal >> 1] ^ (literal & 1)


def simulate(ands: list[tuple[int, int]], sources: list[int], lanes: int = 1) -> list[int]:
    """Values of all variables; every value is an integer with one bit per lane."""
    ones = (1 << lanes) - 1
    table = [0] + sources
    for a, b in ands:
        x = table[a >> 1] ^ ones if a & 1 else table[a >> 1]
        y = table[b >> 1] ^ ones if b & 1 else table[b >> 1]
        table.append(x & y)
    return table


def cone(inputs: int, ands: list[tuple[int, int]], roots: list[int]) -> dict[int, None]:
    """The variables that roots depend on, from the roots down."""
    needed: dict[int, None] = {}
    stack = [r >> 1 for r in roots]
    while stack:
        v = stack.pop()
        if v in needed:
            continue
        needed[v] = None
        if v > inputs:
            a, b = ands[v - inputs - 1]
            stack += (a >> 1, b >> 1)
    return needed


def cnf(inputs: int, ands: list[tuple[int, int]], roots: list[int]) -> str:
    """DIMACS clauses of the cone of roots, all of them asserted. Variable v of the graph is v + 1."""
    def lit(x: int) -> int:
        return -(x >> 1) - 1 if x & 1 else (x >> 1) + 1

    gates = [v for v in cone(inputs, ands, roots) if v > inputs]
    clauses = ["-1 0"]
    for v in gates:
        a, b = ands[v - inputs - 1]
        x, y, z = lit(a), lit(b), v + 1
        clauses.append(f"-{z} {x} 0\n-{z} {y} 0\n{z} {-x} {-y} 0")
    clauses += [f"{lit(r)} 0" for r in roots]
    total = 1 + 3 * len(gates) + len(roots)
    return f"p cnf {inputs + len(ands) + 1} {total}\n" + "\n".join(clauses) + "\n"
