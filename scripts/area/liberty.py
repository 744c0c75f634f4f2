# SPDX-License-Identifier: Apache-2.0
"""What the flow needs to know of a library: units, areas, and a few cells by their function.

The library is one or several Liberty files, which may be compressed. They are read once, and kept in one form for all
tools (liberty_normal.py) and as what is asked of them here.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts.output import files

from . import boolean, liberty_normal, liberty_text
from .boolean import evaluate
from .errors import AreaError
from .liberty_text import Group

TIME_UNITS_NS = {"s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1.0, "ps": 1e-3, "fs": 1e-6}
CAPACITANCE_UNITS_PF = {"nf": 1e3, "pf": 1.0, "ff": 1e-3}
POWER_UNITS_NW = {"w": 1e9, "mw": 1e6, "uw": 1e3, "nw": 1.0, "pw": 1e-3, "fw": 1e-6}
LOAD_INVERTERS = 0.05 / 0.00932456
VOLTAGE_UNITS_V = {"v": 1.0, "mv": 1e-3}
# The modules that decide what is kept of a library.
SCRIPTS = [Path(module.__file__ or "") for module in (boolean, liberty_normal, liberty_text)] + [Path(__file__)]


@dataclass
class Cell:
    name: str
    area: float
    inputs: dict[str, float]  # pin: capacitance, in pF
    outputs: dict[str, str]   # pin: function
    sequential: bool
    register: bool            # edge-triggered
    three_state: bool
    next_state: str = ""      # of a register
    drives: float = 0.0       # the most that an output may drive, in the library's unit; 0: not given

    @property
    def plain_register(self) -> bool:
        """A flip-flop that takes one pin at each edge."""
        return self.register and self.next_state in self.inputs

    def computes(self, inputs: int, wanted: Callable[..., bool]) -> bool:
        """Is it a combinational cell of one output with this function of its inputs?"""
        if self.sequential or self.three_state or len(self.inputs) != inputs or len(self.outputs) != 1:
            return False
        function, = self.outputs.values()
        return bool(function) and all(
            evaluate(function, dict(zip(self.inputs, values))) == wanted(*values)
            for values in itertools.product((False, True), repeat=inputs))


def smallness(cell: Cell) -> tuple[float, int, str]:
    """Of equal areas the shortest name: those for clocks, or of less strength, have longer ones."""
    return cell.area, len(cell.name), cell.name


@dataclass
class Library:
    given: list[Path]  # as the user has them
    path: Path         # all of them in one form, for tools that time and map
    power: Path        # the same with energies, without delays
    name: str
    ns: float          # time unit, in ns
    pf: float          # capacitance unit, in pF
    nw: float          # unit of leakage, in nW
    volts: float
    cells: dict[str, Cell]
    left_out: list[str]

    @property
    def files(self) -> str:
        return " ".join(map(str, self.given))

    def smallest(self, what: str, inputs: int, wanted: Callable[..., bool]) -> Cell:
        found = [c for c in self.cells.values() if c.computes(inputs, wanted)]
        if not found:
            raise AreaError(f"{self.files}: no {what} in this library")
        return min(found, key=smallness)

    @property
    def inverter(self) -> Cell:
        return self.smallest("inverter", 1, lambda a: not a)

    @property
    def buffer(self) -> Cell:
        """The smallest that is as strong as the inverter: a library may have smaller ones, for hold times."""
        buffers = [c for c in self.cells.values() if c.computes(1, lambda a: a)]
        strong = [c for c in buffers if c.drives >= self.inverter.drives]
        if not buffers:
            raise AreaError(f"{self.files}: no buffer in this library")
        return min(strong or buffers, key=smallness)

    @property
    def load_pf(self) -> float:
        """At every output of a unit: as many inverters' inputs as 0.05 pF are in OSU's 0.18 um."""
        return LOAD_INVERTERS * sum(self.inverter.inputs.values())

    @property
    def nand2(self) -> Cell:
        return self.smallest("two-input NAND", 2, lambda a, b: not (a and b))

    def check(self) -> None:
        """Whatever the flow needs is there, or all that is not is named in one line."""
        lacking = []
        for what, found in (("inverter", "inverter"), ("buffer", "buffer"), ("two-input NAND", "nand2")):
            try:
                getattr(self, found)
            except AreaError:
                lacking.append(what)
        if not any(cell.plain_register for cell in self.cells.values()):
            lacking.append("D flip-flop")
        if lacking:
            raise AreaError(f"{self.files}: {len(self.cells)} cells of logic, but no {', no '.join(lacking)}: expected "
                            "an inverter, a buffer, a two-input NAND and a D flip-flop; a library of several files is "
                            "LIBERTY='a.lib b.lib'")


def read_cell(group: Group, pf: float) -> Cell:
    inputs, outputs, three_state, drives = {}, {}, False, 0.0
    for pin in group.named("pin"):
        if pin.attributes.get("direction") == "output":
            outputs[pin.arguments[0]] = pin.attributes.get("function", "")
            three_state |= "three_state" in pin.attributes
            drives = max(drives, float(pin.attributes.get("max_capacitance", 0)))
        else:
            inputs[pin.arguments[0]] = pf * float(pin.attributes.get("capacitance", 0))
    register, latch = group.named("ff"), group.named("latch")
    return Cell(group.arguments[0], float(group.attributes["area"]), inputs, outputs, bool(register or latch),
                bool(register), three_state, register[0].attributes.get("next_state", "") if register else "", drives)


def scaled(top: Group, name: str, usual: str, units: dict[str, float], path: Path) -> float:
    said = top.attributes.get(name, usual)
    match = re.fullmatch(r"([\d.eE+-]+)[\s,]*([a-zA-Z]+)", said.strip())
    try:
        return float(match[1]) * units[match[2].lower()] if match else units[""]
    except (KeyError, ValueError) as error:
        raise AreaError(f"{path}: {name} '{said}': expected a number and one of {', '.join(units)}") from error


def summary(paths: list[Path], normal: liberty_normal.Normal) -> dict:
    top, path = normal.library, paths[0]
    pf = scaled(top, "capacitive_load_unit", "1 pf", CAPACITANCE_UNITS_PF, path)
    try:
        cells = [asdict(read_cell(group, pf)) for group in top.named("cell")]
        volts = float(top.attributes.get("nom_voltage", 0)) * scaled(top, "voltage_unit", "1V", VOLTAGE_UNITS_V, path)
    except ValueError as error:
        raise AreaError(f"{path}: {error}: expected a number") from error
    return {"name": top.arguments[0], "ns": scaled(top, "time_unit", "1ns", TIME_UNITS_NS, path), "pf": pf,
            "nw": scaled(top, "leakage_power_unit", "1nW", POWER_UNITS_NW, path), "volts": volts,
            "left_out": normal.left_out, "cells": cells}


def text_of(group: Group) -> str:
    return "\n".join(liberty_text.lines(group)) + "\n"


def read_library(given: str, build: Path) -> Library:
    """The library of these files, with spaces between names; what it says is kept in BUILD/area/libraries."""
    paths = [Path(given)] if Path(given).is_file() else [Path(name) for name in given.split()]
    if not paths:
        raise AreaError("no Liberty file: expected one or several with LIBERTY=")
    digest = hashlib.sha256()
    for part in [*SCRIPTS, *paths]:
        digest.update(liberty_text.content(part) + b"\0")
    stem = build / "area" / "libraries" / digest.hexdigest()[:16]
    told, path, power = (stem.with_suffix(suffix) for suffix in (".json", ".lib", ".power.lib"))
    if not told.exists():
        normal = liberty_normal.normalise(paths)
        known = summary(paths, normal)
        files.write_all({path: text_of(liberty_normal.without_power(normal.library)),
                         power: text_of(liberty_normal.only_power(normal.library)), told: json.dumps(known)})
    known = json.loads(told.read_text())
    cells = {cell["name"]: Cell(**cell) for cell in known.pop("cells")}
    library = Library(given=paths, path=path, power=power, cells=cells, **known)
    library.check()
    return library
