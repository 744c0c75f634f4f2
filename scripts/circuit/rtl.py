# SPDX-License-Identifier: Apache-2.0
"""The RTL as an and-inverter graph whose latches are the registers.

Yosys elaborates; every flip-flop must be clocked by the rising edge of `clk`
alone. Each x (don't care) becomes a free input: what is proved holds for all
values of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from . import aiger
from .configs import code_of, rams_outside, rtl_parameters, yosys_top
from .errors import ProofError
from .layout import Field, Leaf
from .tools import yosys

Bit = tuple[str, int]


@dataclass
class Netlist:
    """A circuit and the names of its bits: (signal, bit) -> number of input, output or latch."""

    circuit: aiger.Circuit
    inputs: dict[Bit, int]
    outputs: dict[Bit, int]
    latches: dict[int, list[Bit]]


def source_files(directories: list[Path], top: Path) -> list[Path]:
    """The packages, then top and every module of the directories that its code names, but for what top holds itself:
    RTL from the C of silver_queue has its unit's module, not its own name."""
    held = {top.stem, *re.findall(r"\bmodule\s+(\w+)", top.read_text())}
    known = {p.stem: p for d in reversed(directories) for p in sorted(d.glob("*.sv"))}
    wanted, found = [top], []
    while wanted:
        path = wanted.pop()
        if path in found:
            continue
        found.append(path)
        if re.search(r"^\s*`include\b", path.read_text(), re.M):
            raise ProofError(f"{path}: expected no `include, as what it names would be no part of the proof's digest")
        for word in set(re.findall(r"\b\w+\b", code_of(path))):
            if word in known and word not in held:
                wanted.append(known[word])
    packages = [p for p in found if p.stem.endswith("_pkg")]
    return sorted(packages) + sorted((p for p in found if p not in packages), key=str)


def read_netlist(path: Path) -> Netlist:
    """An AIGER file of Yosys with its map beside it (.map)."""
    netlist = Netlist(aiger.read(path), {}, {}, {})
    for line in path.with_suffix(".map").read_text().split("\n"):
        words = line.split(" ", 3)
        if len(words) < 4:
            continue
        number, bit, name = int(words[1]), int(words[2]), words[3].lstrip("\\")
        if words[0] == "input":
            netlist.inputs[name, bit] = number
        elif words[0] == "latch":
            netlist.latches.setdefault(number, []).append((name, bit))
    # the map leaves out constant outputs, the symbol table does not
    for number, symbol in enumerate(netlist.circuit.output_names):
        m = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", symbol)
        if not m:
            raise ProofError(f"unexpected name of an RTL output: {symbol}")
        netlist.outputs[m[1], int(m[2] or 0)] = number
    return netlist


# A register nobody reads must stay in the comparison. (Private names are Yosys's own helpers.)
KEEP_REGISTERS = "setattr -set keep 1 w:* w:$* %d %ci1:+$dff[Q] t:$dff %i"
TO_GATES = ["techmap", "setundef -undriven -anyseq", "clean", "aigmap"]


def read_and_elaborate(files: list[Path], top: str, sizes: list[str]) -> list[str]:
    """Yosys commands; the top keeps its name at sizes other than its default ones. A netlist has none to choose."""
    has_sizes = any(re.search(rf"\bmodule\s+{top}\s*#", path.read_text()) for path in files)
    return [f"read_verilog -sv -mem2reg {' '.join(map(str, files))}",
            *yosys_top(top, rtl_parameters(sizes) if has_sizes else {}).split("\n")]


def elaborate_rtl(files: list[Path], top: str, sizes: list[str], output: Path) -> Netlist:
    flat = rams_outside(files, top) or ["proc", "flatten"]
    yosys([*read_and_elaborate(files, top, sizes), *flat, KEEP_REGISTERS,
           "memory -nordff", "opt_clean", "check -assert",
           "select -assert-none t:$adff t:$dlatch t:$dffsr t:$sr t:$adlatch t:$aldff t:$mem*",
           "select -assert-none r:CLK_POLARITY=1'b0",
           "select -assert-none t:$dff w:clk %co1:+$dff[CLK] %d",
           *TO_GATES, f"write_aiger -symbols -map {output.with_suffix('.map')} {output}"], f"RTL of {top}")
    return read_netlist(output)


def simulate(netlist: Netlist, ports: dict[str, list[int]], count: int) -> dict[tuple[str, int], int]:
    """Lane values of every output bit; ports not given are 0."""
    sources = [0] * netlist.circuit.inputs
    for (name, bit), number in netlist.inputs.items():
        if name in ports:
            sources[number] = ports[name][bit]
    table = aiger.simulate(netlist.circuit.ands, sources, count)
    ones = (1 << count) - 1
    result = {}
    for output, number in netlist.outputs.items():
        literal = netlist.circuit.outputs[number]
        result[output] = table[literal >> 1] ^ (ones if literal & 1 else 0)
    return result


@dataclass
class RegisterMap:
    """Number of the latch behind every bit of every state leaf, and where the registers were found."""

    latch: dict[tuple[str, int], int]
    place: str


def _candidates(field: Field, index: int, leaf: Leaf, bit: int, prefix: str) -> list[Bit]:
    """Spellings of one bit: register, element of an unpacked array, slice of a packed one."""
    return [(prefix + leaf.path, bit), (prefix + field.path, index * field.bits + bit)]


def map_registers(netlist: Netlist, state: list[Field]) -> RegisterMap:
    """The bijection between C state bits and RTL flip-flops, or an error naming what is left over."""
    numbers = {name: number for number, names in netlist.latches.items() for name in names}
    instances = sorted({name.split(".")[0] for name, _ in numbers if "." in name})
    problems = []
    for prefix in [""] + [f"{i}." for i in instances]:
        try:
            found = _bijection(netlist, numbers, state, prefix)
        except ProofError as error:
            problems.append(str(error))
            continue
        place = f"in instance {prefix[:-1]}" if prefix else "by their own names"
        return RegisterMap(found, place)
    # the attempt that got furthest explains most: with submodules, that is the last
    raise ProofError(problems[0] if len(problems) < 2 else "; or ".join(problems[:2]))


def _bijection(netlist: Netlist, numbers: dict[Bit, int], state: list[Field],
               prefix: str) -> dict[tuple[str, int], int]:
    latch: dict[tuple[str, int], int] = {}
    owner: dict[int, str] = {}
    for field in state:
        whole = max((b for n, b in numbers if n == prefix + field.path), default=-1) + 1
        if whole > field.width:
            raise ProofError(f"register {prefix}{field.path} has {whole} bits in the RTL, {field.width} in C")
        for index, leaf in enumerate(field.leaves):
            for bit in range(leaf.bits):
                names = _candidates(field, index, leaf, bit, prefix)
                number = next((numbers[n] for n in names if n in numbers), None)
                if number is None:
                    raise ProofError(f"C state {leaf.path}, bit {bit}: no such register in the RTL")
                if number in owner:
                    raise ProofError(f"C state {leaf.path} and {owner[number]} are one register in the RTL")
                owner[number] = leaf.path
                latch[leaf.path, bit] = number
    extra = [names[0] for number, names in netlist.latches.items() if number not in owner]
    unnamed = len(netlist.circuit.latches) - len(netlist.latches)
    if extra or unnamed:
        shown = ", ".join(f"{n}[{b}]" for n, b in extra[:4]) or f"{unnamed} without a name"
        raise ProofError(f"RTL registers without a C state field: {shown}")
    return latch
