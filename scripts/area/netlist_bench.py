# SPDX-License-Identifier: Apache-2.0
"""A netlist for the lock-step bench.

The bench reads and changes registers by their names. So the flip-flops of the netlist, and only these,
become registers of the contract's names and shapes; every other cell stays as it is, and computes what the
library says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from scripts.circuit.rtl import Bit
from scripts.circuit.tools import yosys

from .errors import AreaError
from .netlist import CELL, connected, squeezed

# A bit of a vector that is another of its bits
TWIN = re.compile(r"^  assign (\w+)\[\d+\] = (\1\[(\d+)\]);$", re.M)
VISIBLE = "/* verilator public_flat_rw */"


@dataclass
class Place:
    """Registers of the top, or of one of its instances."""

    declared: list[str] = field(default_factory=list)
    bits: list[str] = field(default_factory=list)  # register bits ...
    data: list[str] = field(default_factory=list)  # ... the nets that they take at an edge ...
    nets: list[str] = field(default_factory=list)  # ... and those that they drive; empty: nobody reads the bit


def cells_as_logic(liberty: Path, used: set[str], work: Path) -> str:
    """Modules of the combinational cells."""
    path = work / "cells.v"
    yosys([f"read_liberty -ignore_miss_func {liberty}", f"select {' '.join(sorted(used))}",
           f"write_verilog -noattr -selected {path}"], "cells of the library")
    return path.read_text()


def without_twins(text: str) -> str:
    """The same netlist, in which such a bit is driven beside the other one and not from it: Verilator 5.006 shows it
    as it was before the other one moved."""
    for vector, bit, number in sorted({(m[1], m[2], m[3]) for m in TWIN.finditer(text)}):
        net = f"{vector}_{number}_driven"
        read = text.replace(f"({bit})", f"({net})")
        head, end, tail = re.sub(rf"= {re.escape(bit)};$", f"= {net};", read, flags=re.M).rpartition("endmodule")
        declared = re.sub(r"^(module .*?;\n)", rf"\1  wire {net};\n", head, count=1, flags=re.S | re.M)
        text = f"{declared}  assign {bit} = {net};\n{end}{tail}"
    return text


class Bench:
    def __init__(self, netlist: Path, flip_flops: set[str]):
        self._text = without_twins(netlist.read_text())
        self._flip_flops = flip_flops
        self._flops: dict[str, tuple[str, str]] = {}  # net that one drives: its data, and how the net is written
        self._ports = set(re.findall(r"^  output (?:\[\d+:0\] )?(\w+);", self._text, flags=re.M))
        self.used: set[str] = set()
        self._text = CELL.sub(self._cell, self._text)
        self._text = re.sub(r"^(  (?:input|output) (?:\[\d+:0\] )?)(\w+);", rf"\1\2 {VISIBLE};", self._text, flags=re.M)

    def _cell(self, m: re.Match[str]) -> str:
        if m[1] not in self._flip_flops:
            self.used.add(m[1])
            return m[0]
        pins = connected(m[3])
        if squeezed(pins["CLK"]) != "clk":
            raise AreaError(f"{m[2]}: a flip-flop with another clock than clk")
        self._flops[squeezed(pins["Q"])] = pins["D"], pins["Q"]
        return ""

    def _take(self, names: set[str]) -> tuple[str, str]:
        found = [n for n in names if n in self._flops]
        if len(found) > 1:
            raise AreaError(f"{found[0]} and {found[1]}: two flip-flops for one register bit")
        return self._flops.pop(found[0]) if found else ("1'b0", "")

    def _own(self, name: str) -> bool:
        """A net of the netlist may have the name of the register: then it is the register. True for a port; one that
        the netlist makes a copy of another with the same bits is driven by the register, too."""
        self._text = re.sub(rf"^  wire (?:\[\d+:0\] )?{name};\n", "", self._text, flags=re.M)
        self._text = re.sub(rf"^  output (?=(?:\[\d+:0\] )?{name} /)", "  output logic ", self._text, flags=re.M)
        if name in self._ports:
            self._text = re.sub(rf"^  assign {name}(?:\[\d+\])? = [^;]*;\n", "", self._text, flags=re.M)
        return name in self._ports

    def place(self, state: list[dict], names: dict[Bit, set[str]]) -> dict[str, Place]:
        """`names`: of each register bit the nets in the netlist that may be it."""
        places: dict[str, Place] = {}
        for f in state:
            owner, _, name = f["path"].rpartition(".")
            here, width, elements = places.setdefault(owner, Place()), f["width"], f["elements"]
            port = not owner and self._own(name)
            if not port:
                here.declared.append(f"  logic {f'[{width - 1}:0] ' if width > 1 else ''}{name}"
                                     f"{f' [0:{elements - 1}]' if elements else ''} {VISIBLE};")
            for k in range(max(1, elements)):
                for b in range(width):
                    known = names.get((f"{f['path']}[{k}]", b), names.get((f["path"], k * width + b), set()))
                    data, net = self._take(known)
                    flat = f"[{k * width + b}]" if max(1, elements) * width > 1 else ""
                    bit = f"{f'[{k}]' if elements else ''}{f'[{b}]' if width > 1 else ''}"
                    here.bits.append(name + (flat if port else bit))
                    here.data.append(data)
                    here.nets.append("" if net and not net.startswith("\\") and squeezed(net) == here.bits[-1] else net)
        if self._flops:
            raise AreaError(f"{len(self._flops)} flip-flops are no registers of the contract, such as "
                            f"{min(self._flops)}")
        return places

    def text(self, top: str, places: dict[str, Place], cells: str) -> str:
        inside, modules = [], []
        for owner, place in places.items():
            if not owner:
                inside += [*place.declared, "  always_ff @(posedge clk) begin",
                           *(f"    {bit} <= {data};" for bit, data in zip(place.bits, place.data)), "  end",
                           *(f"  assign {net} = {bit};" for bit, net in zip(place.bits, place.nets) if net)]
                continue
            last, module = len(place.bits) - 1, f"{top}_registers_{owner}"
            inside += [f"  wire [{last}:0] {module}_q;",
                       f"  {module} {owner} (.clk(clk), .d({{{', '.join(reversed(place.data))}}}), .q({module}_q));",
                       *(f"  assign {net} = {module}_q[{k}];" for k, net in enumerate(place.nets) if net)]
            modules += [f"module {module} (input clk, input [{last}:0] d, output [{last}:0] q);", *place.declared,
                        "  always_ff @(posedge clk) begin",
                        *(f"    {bit} <= d[{k}];" for k, bit in enumerate(place.bits)), "  end",
                        *(f"  assign q[{k}] = {bit};" for k, bit in enumerate(place.bits)), "endmodule"]
        head, end, tail = self._text.rpartition("endmodule")
        return "\n".join([head.rstrip(), *inside, end + tail, *modules, cells])
