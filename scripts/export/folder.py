# SPDX-License-Identifier: Apache-2.0
"""What an exported folder is about."""

from __future__ import annotations

import dataclasses
import json
import math
import pathlib
import re
from typing import Any

from scripts.area.netlist import state_bits
from scripts.circuit.configs import rtl_parameters
from scripts.export.names import Names

DEFAULT_PERIOD_NS = 10.0
# Of parameters that the RTL says nothing of: their names say it there.
NOTES = {
    "ASID_W": "bits of an address space's number",
    "COL_W": "bits of a burst's number in its row",
    "DCR_MMU_AT": "address of the first of the five registers of Vortex's MMU",
    "DCR_WINDOW_AT": "address of the window to the registers, a multiple of 64",
    "FAULT_INFO_W": "bits of what a fault record says of the access",
    "FAULT_RING_W": "bits of an index of the ring of fault records",
    "FAULT_TIME_W": "bits of the time in a fault record",
    "LARGE_PPN_W": "bits of a large page's physical number",
    "LARGE_VPN_W": "bits of a large page's virtual number",
    "LITE_ADDR_W": "bits of a register's byte address",
    "MEM_TAG_W": "bits of the tag of a core's access",
    "MEM_USER_W": "user bits of the memory bus that its pins cfg_* say",
    "MEM_WORDS": "words of 64 bits of a transfer of the memory bus",
    "MMU_PORTS": "translation ports",
    "PC_W": "bits of an instruction's address",
    "PORT_ID_W": "bits of a request's name at its port",
    "PPN_W": "bits of a physical page number",
    "ROW_W": "bits of a row's number in its DRAM bank",
    "VPN_W": "bits of a virtual page number",
    "WALK_LEVELS": "levels of the page table",
    "WARP_LANES": "lanes of a warp",
    "WORD_W": "bits of a word of the log",
}
PARAMETER = re.compile(r"^\s*parameter\s+int\s+(\w+)\s*=\s*gmmu_pkg::(\w+),?[ \t]*(?://[ \t]*(.*))?$", re.M)


def period_of(name: str, build: pathlib.Path) -> tuple[float, str]:
    """Clock period in ns, and where it comes from: the area report of this build, if it has the unit."""
    for report in (f"area-{name}", "area"):
        path = build / f"area/{report}.json"
        if not path.is_file():
            continue
        data = json.loads(path.read_text())
        for row in data["units"]:
            if row["name"] == name and row["period_ns"] is not None:
                period = math.ceil(row["period_ns"] * 100) / 100
                return period, f"measured by `make area` with {data['library']['name']}, no wires"
    return DEFAULT_PERIOD_NS, "a default; after `make area` an export has the measured one"


@dataclasses.dataclass(frozen=True)
class Size:
    parameter: str  # of the RTL module
    macro: str  # of the C
    value: str
    note: str  # of the RTL: what it is, what it may be


def sizes_of(module: pathlib.Path, package: pathlib.Path, given: list[str]) -> list[Size]:
    """The parameters of a module, at their defaults or as given (GMMU_X=n)."""
    values = dict(re.findall(r"^\s*localparam\s+int\s+(\w+)\s*=\s*(\d+);", package.read_text(), re.M))
    values |= dict(size.split("=", 1) for size in given)
    return [Size(name, macro, values[macro], note or NOTES.get(name, ""))
            for name, macro, note in PARAMETER.findall(module.read_text())]


@dataclasses.dataclass(frozen=True)
class Folder:
    name: str  # of the configuration, or of the unit
    contract: dict[str, Any]  # layout of unit_layout.py
    cycles: int  # in the testbenches
    sizes: list[Size]  # all of them
    rtl: list[str]  # file names, in the order in which they are to be read
    period_ns: float
    period_origin: str
    commit: str
    block: bool  # of units
    names: Names

    @property
    def unit(self) -> str:
        return self.contract["unit"]

    @property
    def word(self) -> str:
        return "block" if self.block else "unit"

    @property
    def given(self) -> list[str]:
        """GMMU_X=n, what the configuration sets."""
        return self.contract["sizes"]

    @property
    def parameters(self) -> dict[str, str]:
        """The same as parameters of the RTL module."""
        return rtl_parameters(self.given)

    @property
    def state_bits(self) -> int:
        return state_bits(self.contract)
