# SPDX-License-Identifier: Apache-2.0
"""Area and timing of units: make area [UNIT=name|all] [LIBERTY='file ...'] [CLOCK=ns].

    area.py [--liberty 'FILE...'] [--clock PERIOD] [--build DIR] [--jobs N] [--derived] [--report NAME] UNIT...

Prints one table and writes BUILD/area/NAME.{json,md} (NAME is area). With --derived, the
RTL derived from the C (BUILD/derived/UNIT.v) stands next to the hand-written RTL. The library is one or several Liberty
files, compressed or not. PERIOD is in ns (2.5), or has a unit (800ps, 400MHz): ABC aims at it, and slack is against it.
Needs BUILD/gen/UNIT.layout.json of each unit.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from scripts.area import tools
from scripts.area.errors import AreaError
from scripts.area.flow import Design, Flow, LibraryLacks, check_state_bits, modules_used, yardstick
from scripts.area.liberty import read_library
from scripts.area.report import Report, Row
from scripts.area.sized import constant_bits
from scripts.circuit import configs
from scripts.output import files

ROOT = Path(__file__).resolve().parents[2]
OSU018 = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"


PERIODS_NS = {"": 1.0, "ns": 1.0, "ps": 1e-3}
FREQUENCIES_NS = {"mhz": 1e3, "ghz": 1.0}


def period_ns(text: str) -> float:
    """Of a clock as the user writes it."""
    match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*([a-zA-Z]*)", text.strip())
    unit = match[2].lower() if match else "?"
    if match is None or not float(match[1]) or unit not in {**PERIODS_NS, **FREQUENCIES_NS}:
        raise AreaError(f"CLOCK={text}: expected a period in ns such as 2.5, or 800ps, 400MHz, 1GHz")
    found = float(match[1]) * PERIODS_NS[unit] if unit in PERIODS_NS else FREQUENCIES_NS[unit] / float(match[1])
    if not 1e-3 <= found <= 1e6:
        raise AreaError(f"CLOCK={text}: expected a period from 1 ps to 1 ms")
    return found


def read_layout(build: Path, unit: str) -> dict:
    path = build / "gen" / f"{unit}.layout.json"
    try:
        return json.loads(path.read_text())
    except OSError as error:
        raise AreaError(f"{path}: {error.strerror}; make {path} writes it") from error


def hand_written(unit: str, build: Path) -> Design:
    """Of a block of units no state bits are expected: registers that two of them have alike become one."""
    config = configs.find(unit, ROOT)
    layout = None if config.unit in configs.blocks(ROOT) else read_layout(build, unit)
    parameters = configs.rtl_parameters(config.sizes)
    return Design(unit, config.unit, modules_used(ROOT / "rtl", config.unit), layout, parameters=parameters,
                  constant=constant_bits(config.unit, layout, parameters) if layout and config.sizes else None)


def derived(unit: str, build: Path) -> Design:
    source = build / "derived" / f"{unit}.v"
    if not source.is_file():
        raise AreaError(f"{source}: no such file; make rtl-from-c UNIT={unit} writes it")
    return Design(f"{unit} from C", configs.find(unit, ROOT).unit, [source], read_layout(build, unit), derived=True)


def synthesize(flow: Flow, design: Design, fpga: bool = True) -> Row:
    """All figures of a design; what fails is told in the row, so that the others go on."""
    cells: dict | None = None
    lattice: dict | None = None
    try:
        cells = flow.standard_cells(design)
        wrong = check_state_bits(design, cells)
        lattice = flow.fpga(design) if fpga else None
    except LibraryLacks:
        raise  # so will the others
    except AreaError as error:
        wrong = str(error)
    row = Row(design.name, design.contract_bits, cells, lattice, wrong)
    period = "" if row.period_ns is None or cells is None else f"{cells['area_um2']:.0f} um2, {row.period_ns:.2f} ns"
    print(f"  AREA {design.name}: {wrong or period}", file=sys.stderr, flush=True)
    return row


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Area and timing of units.")
    parser.add_argument("units", nargs="+", metavar="UNIT")
    parser.add_argument("--liberty", default=OSU018)
    parser.add_argument("--clock")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--derived", action="store_true")
    parser.add_argument("--report", default="area")
    options = parser.parse_args(arguments)
    build = Path(options.build)
    try:
        clock = period_ns(options.clock) if options.clock else None
        flow = Flow(read_library(options.liberty or OSU018, build), build, clock)
        fo4 = flow.fo4_ns()
        designs = [yardstick()]
        for unit in options.units:
            designs.append(hand_written(unit, build))
            if options.derived:
                designs.append(derived(unit, build))
        rows = tools.in_parallel(lambda d: synthesize(flow, d), designs, options.jobs)
    except (AreaError, configs.ConfigError) as error:
        print(f"area: {error}", file=sys.stderr)
        return 2
    if rows[0].period_ns is None:
        print(f"area: {rows[0].wrong}", file=sys.stderr)
        return 2
    report = Report(rows, flow.library, fo4, clock or rows[0].period_ns, flow.versions, clock is not None)
    report.write(build / "area", options.report)
    print(report.text(), end="")
    return 1 if any(row.wrong for row in rows) else 0


if __name__ == "__main__":
    sys.exit(files.program("area", lambda: main(sys.argv[1:])))
