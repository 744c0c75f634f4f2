# SPDX-License-Identifier: Apache-2.0
"""Registers of a mapped netlist beside the registers of the contract."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .liberty import Library

CELL = re.compile(r"^  (\w+) (\S+) \(\n(.*?)\n  \);", re.S | re.M)
PIN = re.compile(r"\.(\w+)\((.*?)\)(?:,|$)")


JOINED = re.compile(r"^  assign \{ (.+) \} = (?:\{ (.+) \}|(\d+'b[01]+));$", re.M)
PART = re.compile(r"(\S+? ?)\[(\d+)(?::(\d+))?\]")
HIDDEN = re.compile(r"_\d+_")  # a net without a name in the RTL
CONSTANT = re.compile(r"\d+'b([01]+)")


def bits_of(parts: str) -> list[str] | None:
    """Of bits and constants as the netlist joins them, the highest first; None if one is a whole net."""
    bits: list[str] = []
    for part in parts.split(", "):
        constant, net = CONSTANT.fullmatch(part), PART.fullmatch(part)
        if constant:
            bits += [f"1'b{bit}" for bit in constant[1]]
        elif net:
            high, low = int(net[2]), int(net[3] or net[2])
            bits += [f"{net[1]}[{i}]" for i in range(high, low - 1, -1)]
        else:
            return None
    return bits


def one_by_one(text: str) -> str:
    """The same netlist without assignments to several parts at once, which OpenSTA does not read."""
    def apart(joined: re.Match[str]) -> str:
        left, right = bits_of(joined[1]), bits_of(joined[2] or joined[3])
        if not left or not right or len(left) != len(right):
            return joined[0]
        return "\n".join(f"  assign {net} = {bit};" for net, bit in zip(left, right))

    return JOINED.sub(apart, text)


def squeezed(net: str) -> str:
    """A net's name without what Verilog needs around an escaped one."""
    return re.sub(r"\s+", "", net).lstrip("\\")


def connected(pins: str) -> dict[str, str]:
    """The net at each pin of a cell, as the netlist writes it: an escaped name ends with a space."""
    found = {pin: net.strip() for pin, net in PIN.findall(pins.replace("\n", "").strip())}
    return {pin: f"{net} " if net.startswith("\\") else net for pin, net in found.items()}


@dataclass
class Netlist:
    registers: dict[str, str]  # instance: net it drives
    cells: dict[str, int]

    @property
    def state_bits(self) -> int:
        return len(self.registers)

    def register_bits(self) -> dict[str, int]:
        """Bits by register, where it drives a net of a name of its own."""
        bits: dict[str, int] = {}
        for net in self.registers.values():
            name = re.sub(r"\[\d+\]", "", squeezed(net))
            bits[name] = bits.get(name, 0) + 1
        return bits

    def net_of(self, pin: str) -> str:
        """A pin of the timing report in terms of the RTL: the register, else the name as it is."""
        instance = pin.split("/")[0]
        return squeezed(self.registers.get(instance, instance))


def read_netlist(path: Path, library: Library) -> Netlist:
    registers: dict[str, str] = {}
    cells: dict[str, int] = {}
    inverted: dict[str, str] = {}  # net: its inverse, by an inverter
    for kind, instance, pins in CELL.findall(path.read_text()):
        cells[kind] = cells.get(kind, 0) + 1
        cell = library.cells.get(kind)
        if cell is None:
            continue
        nets = connected(pins)
        if cell.register:
            registers[instance] = next((nets[p] for p in cell.outputs if nets.get(p)), "")
        elif cell.computes(1, lambda a: not a):
            inverted[nets[next(iter(cell.inputs))]] = nets[next(iter(cell.outputs))]
    # a flip-flop that has the inverted output alone drives its register through an inverter
    return Netlist({instance: inverted.get(net, net) if HIDDEN.fullmatch(net) else net
                    for instance, net in registers.items()}, cells)


def state_bits(layout: dict[str, Any]) -> int:
    return sum(f["width"] * max(1, f["elements"]) for f in layout["state"])


def missing_registers(registers: dict[str, int], layout: dict[str, Any]) -> list[str]:
    """Fields of the contract of which the netlist has fewer bits by name: what was optimised away.

    A register that drives a pin carries the pin's name, so the list is a hint; the count of bits is the check.
    """
    short = []
    for f in layout["state"]:
        bits, have = f["width"] * max(1, f["elements"]), registers.get(f["path"], 0)
        if have < bits:
            short.append(f"{f['path']} ({have} of {bits})")
    return short
