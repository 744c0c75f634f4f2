# SPDX-License-Identifier: Apache-2.0
"""Units placed and routed: make layout [UNIT=name].

    layout.py [--build DIR] [--technology NAME] UNIT...

Prints the unit's period with the wires of its layout beside that without, and writes
BUILD/area/layout-UNIT.json for each. Needs BUILD/gen/UNIT.layout.json.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from scripts.area import timing
from scripts.area.area import hand_written
from scripts.area.errors import AreaError
from scripts.area.flow import Design, Flow
from scripts.area.liberty import Library, read_library
from scripts.area.parasitics import read_wires, spef
from scripts.area.place_route import NEEDED, QFLOW_TECH, check, check_wires, measure, place_and_route, prepare
from scripts.area.report import aligned, thousands
from scripts.circuit import configs

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SCRIPTS = ("layout.py", "place_route.py", "parasitics.py", "timing.py")


def make_layout(library: Library, mapped: Path, design: Design, technology: str, work: Path) -> dict:
    shutil.rmtree(work, ignore_errors=True)
    placed = prepare(library, mapped, design.top, work)
    place_and_route(placed, technology)
    checked = check(placed, technology)
    wires = read_wires(placed.layout(".rc"))
    check_wires(placed, wires)
    parasitics = work / "wires.spef"
    parasitics.write_text(spef(design.top, wires))
    without = timing.time_unit(library, placed.netlist, placed.as_netlist(), design.top, work)
    routed = timing.time_unit(library, placed.netlist, placed.as_netlist(), design.top, work, parasitics)
    return {
        "cells": sum(placed.cells.values()),
        "cell_area_um2": sum(n * library.cells[kind].area for kind, n in placed.cells.items()),
        **measure(placed), **checked,
        "wire_pf": sum(wire.pf for wire in wires),
        "without_wires": timing.longest(without), "with_wires": timing.longest(routed),
    }


def row(name: str, found: dict) -> list[str]:
    die = found["width_um"] * found["height_um"]
    without, routed = found["without_wires"]["period_ns"], found["with_wires"]["period_ns"]
    return [name, thousands(found["cells"]), thousands(die), f"{100 * found['cell_area_um2'] / die:.0f}",
            f"{found['wire_um'] / 1000:.1f}", thousands(found["vias"]), f"{found['wire_pf']:.2f}",
            f"{without:.2f}", f"{routed:.2f}", f"{routed / without:.2f}", str(found["violations"]),
            f"{found['with_wires']['start']} -> {found['with_wires']['end']}"]


HEAD = ["unit", "cells", "die um2", "cells %", "wire mm", "vias", "wire pF", "period ns", "with wires", "ratio",
        "violations", "worst path with wires"]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Units placed and routed.")
    parser.add_argument("units", nargs="+", metavar="UNIT")
    parser.add_argument("--technology", default="osu018", choices=["osu018", "osu035"])
    parser.add_argument("--build", default=str(ROOT / "build"))
    options = parser.parse_args(arguments)
    build = Path(options.build).resolve()
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    if missing:
        print(f"layout: {missing[0]} is not installed; scripts/bootstrap.sh installs it", file=sys.stderr)
        return 2
    try:
        folder = QFLOW_TECH / options.technology
        library = read_library(str(folder / f"{options.technology}_stdcells.lib"), build)
        flow = Flow(library, build)
        settings = [options.technology, *flow.cell_settings(), *((HERE / name).read_text() for name in SCRIPTS)]
        designs = [hand_written(unit, build) for unit in options.units]
    except (AreaError, configs.ConfigError, OSError) as error:
        print(f"layout: {error}", file=sys.stderr)
        return 2
    found = flow.each("layout", designs, settings, lambda design, work: make_layout(
        library, flow.mapped(design), design, options.technology, work))
    if found:
        print(aligned([HEAD, *(row(design.name, result) for design, result in found)]))
    return 0 if len(found) == len(designs) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
