# SPDX-License-Identifier: Apache-2.0
"""What an exported folder is about."""

from __future__ import annotations

import dataclasses
import json
import pathlib
from typing import Any

from area.netlist import state_bits
from gen.configs import rtl_parameters

DEFAULT_PERIOD_NS = 10.0


def period_of(name: str, build: pathlib.Path) -> tuple[float, str]:
    """Clock period in ns, and where it comes from: the area report of this build, if it has the unit."""
    for report in (f"area-{name}", "area"):
        path = build / f"area/{report}.json"
        if not path.is_file():
            continue
        data = json.loads(path.read_text())
        for row in data["units"]:
            if row["name"] == name and row["period_ns"] is not None:
                return row["period_ns"], f"measured by `make area` with {data['library']['name']}, no wires"
    return DEFAULT_PERIOD_NS, "a default; after `make area` an export has the measured one"


@dataclasses.dataclass(frozen=True)
class Folder:
    name: str  # of the configuration, or of the unit
    contract: dict[str, Any]  # layout of unit_layout.py
    cycles: int  # in the testbenches
    rtl: list[str]  # file names, in the order in which they are to be read
    period_ns: float
    period_origin: str
    commit: str

    @property
    def unit(self) -> str:
        return self.contract["unit"]

    @property
    def sizes(self) -> list[str]:
        """GMMU_X=n, where the configuration differs from the sizes in the sources."""
        return self.contract["sizes"]

    @property
    def parameters(self) -> dict[str, str]:
        """The same as parameters of the RTL module."""
        return rtl_parameters(self.sizes)

    @property
    def state_bits(self) -> int:
        return state_bits(self.contract)
