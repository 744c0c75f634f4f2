# SPDX-License-Identifier: Apache-2.0
"""Random vectors through the translation and through the compiled C.

The proof rests on the translator, so every proof also checks it: the unit is
compiled by another compiler with plain types, and both must give the same bits.
Half of the states are random, half come from a walk that starts at reset.
"""

from __future__ import annotations

import ctypes
import os
import random
from dataclasses import dataclass, field
from pathlib import Path

from scripts.circuit.errors import ProofError
from scripts.circuit.layout import Field
from scripts.circuit.rtl import Netlist, simulate
from scripts.circuit.tools import run
from scripts.circuit.unit import Unit

Record = dict[str, int]  # leaf path -> value


def compile_plain(source: Path, include: list[Path], defines: list[str], output: Path) -> ctypes.CDLL:
    """A shared library of the C with plain integer types."""
    command = [os.environ.get("CC", "gcc"), "-std=c11", "-O1", "-fPIC", "-shared",
               *(f"-I{d}" for d in include), *(f"-D{d}" for d in defines), str(source), "-o", str(output)]
    run(command, str(source))
    return ctypes.CDLL(str(output.resolve()))


@dataclass
class Struct:
    """A C struct in memory, read and written leaf by leaf. The layout is that of the exact types."""

    fields: list[Field]
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = max(leaf.offset + leaf.size for f in self.fields for leaf in f.leaves) + 16

    def new(self, record: Record | None = None) -> ctypes.Array:
        buffer = bytearray(self.size)
        for leaf in (leaf for f in self.fields for leaf in f.leaves):
            if record:
                buffer[leaf.offset:leaf.offset + leaf.size] = record[leaf.path].to_bytes(leaf.size, "little")
        return ctypes.create_string_buffer(bytes(buffer), self.size)

    def read(self, memory: ctypes.Array) -> Record:
        raw = memory.raw
        record = {}
        for f in self.fields:
            for leaf in f.leaves:
                value = int.from_bytes(raw[leaf.offset:leaf.offset + leaf.size], "little")
                if value >> leaf.bits:
                    raise ProofError(f"{leaf.path} holds {value} under plain types, more than {leaf.bits} bits")
                record[leaf.path] = value
        return record


def random_record(source: random.Random, fields: list[Field]) -> Record:
    """Random words with many small, many large and many equal values."""
    record = {}
    for f in fields:
        style = source.randrange(4)
        top = (1 << f.bits) - 1
        pool = [source.randrange(top + 1) for _ in range(3)]
        for leaf in f.leaves:
            if style == 0:
                record[leaf.path] = source.randrange(top + 1)
            elif style == 1:
                record[leaf.path] = source.choice(pool)
            elif style == 2:
                record[leaf.path] = min(top, source.randrange(4))
            else:
                record[leaf.path] = top - min(top, source.randrange(3))
    return record


def lanes(records: list[Record], f: Field) -> list[int]:
    """One integer per bit of the packed field, one bit of it per record."""
    out = []
    for leaf in f.leaves:
        values = [r[leaf.path] for r in records]
        for bit in range(f.bits):
            out.append(sum((v >> bit & 1) << lane for lane, v in enumerate(values)))
    return out


def mismatch(found: dict[tuple[str, int], int], port: str, f: Field, records: list[Record], skip: int) -> str:
    """The first difference between the port and the records, in lanes not in skip."""
    for bit, expected in enumerate(lanes(records, f)):
        wrong = (found[port, bit] ^ expected) & ~skip
        if wrong:
            lane = (wrong & -wrong).bit_length() - 1
            leaf = f.leaves[bit // f.bits]
            return f"{leaf.path} bit {bit % f.bits} in vector {lane} (compiled C: {records[lane][leaf.path]})"
    return ""


def check_step(unit: Unit, netlist: Netlist, library: ctypes.CDLL, count: int, seed: int = 1) -> None:
    """step() of the library against the translated module; raises when they differ."""
    source = random.Random(seed)
    state, inputs, outputs = Struct(unit.state), Struct(unit.inputs), Struct(unit.outputs)
    step = getattr(library, f"{unit.name}_step")
    walk = state.new()
    getattr(library, f"{unit.name}_reset")(walk)
    befores, ins, afters, outs = [], [], [], []
    for n in range(count):
        memory = state.new(random_record(source, unit.state)) if n % 2 else walk
        befores.append(state.read(memory))
        ins.append(random_record(source, unit.inputs))
        pins = outputs.new()
        step(memory, inputs.new(ins[-1]), pins)
        afters.append(state.read(memory))
        outs.append(outputs.read(pins))
    ports = {f"s_{f.identifier}": lanes(befores, f) for f in unit.state}
    ports |= {f"i_{f.identifier}": lanes(ins, f) for f in unit.inputs}
    found = simulate(netlist, ports, count)
    skip = found["bad_ub", 0]
    for prefix, fields, records in (("n_", unit.state, afters), ("o_", unit.outputs, outs)):
        for f in fields:
            wrong = mismatch(found, prefix + f.identifier, f, records, skip)
            if wrong:
                raise ProofError(f"the translation differs from the compiled C: {wrong}")
