# SPDX-License-Identifier: Apache-2.0
"""A unit at sizes that no configuration lists, as a design to synthesize."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.area.errors import AreaError
from scripts.area.flow import Design, modules_used
from scripts.circuit.configs import blocks, rtl_parameters
from scripts.circuit.unit_layout import LayoutError, read_layout

ROOT = Path(__file__).resolve().parents[2]


def constant_bits(unit: str, layout: dict[str, Any], parameters: dict[str, str]) -> int:
    """As CONSTANT_BITS of flow.py: of the divisor of the shared divider a unit uses as many bits as its sum has, and of
    a bus of one word no lane."""
    widths = {f["path"]: f["width"] for f in layout["state"]}
    if unit == "axi4_master" and parameters.get("MEM_WORDS") == "1":
        return sum(f["elements"] for f in layout["state"] if f["path"] == "lane")
    total = {"dram_arbiter": "sum", "token_controller": "sum_accesses"}.get(unit)
    return widths["div.den"] - widths[total] if total else 0


def design_at(unit: str, chosen: list[str], clang: str) -> Design:
    """chosen: GMMU_X=n. Of a block no state bits are expected, as in area.py."""
    sources, parameters = modules_used(ROOT / "rtl", unit), rtl_parameters(chosen)
    if unit in blocks(ROOT):
        return Design(unit, unit, sources, None, parameters=parameters)
    try:
        layout = read_layout(unit, str(ROOT / f"hls/{unit}/{unit}.h"), [str(ROOT / "hls/common")], clang, chosen)
    except LayoutError as error:
        raise AreaError(str(error)) from error
    return Design(unit, unit, sources, layout, parameters=parameters, constant=constant_bits(unit, layout, parameters))
