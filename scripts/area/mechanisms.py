# SPDX-License-Identifier: Apache-2.0
"""One table for each mechanism of the papers: make area-mechanisms [MECHANISM=name] [LIBRARIES='name:nm=file,...'].

    mechanisms.py [--build DIR] [--clang CLANG] [--limit SECONDS] [--only NAME] [--most N] [LIBRARY...]

LIBRARY is NAME:NM=FILE[,FILE...]: a name for the tables, the node of its process, the Liberty files. OSU018, 180 nm,
is always the first. The papers' sizes come first, then the others, of each the small ones first; after the limit no
point starts that is not in the cache, and what is left out is named. Writes BUILD/area/mechanisms.{md,json} and
BUILD/area/mechanisms-NAME.svg.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from scripts.area import mechanism_report
from scripts.area.area import OSU018, synthesize
from scripts.area.energy import CellEnergy, read_energies
from scripts.area.errors import AreaError, named
from scripts.area.flow import Design, Flow
from scripts.area.liberty import read_library
from scripts.area.macro_model import node_at
from scripts.area.mechanism_items import MECHANISMS, Mechanism
from scripts.area.mechanism_report import NOT_MEASURED, Point
from scripts.area.power import unit_energies
from scripts.area.report import aligned
from scripts.area.sized import design_at
from scripts.output import files
from scripts.output.commit import commit

ROOT = Path(__file__).resolve().parents[2]
ACTIVITY = 0.1  # decision: each net changes in one cycle of ten, and no clock is gated


@dataclass
class Process:
    """A library under the name that the tables have for it."""
    name: str
    nm: int
    flow: Flow
    energies: tuple[float, dict[str, CellEnergy]]


def process(text: str, build: Path) -> Process:
    name, found, given = text.partition("=")
    label, colon, nm = name.partition(":")
    if not (found and colon and label and nm.isdigit() and given):
        raise AreaError(f"'{text}': expected NAME:NM=FILE[,FILE...], such as sky130:130=sky130hd_tt.lib.gz")
    library = read_library(given.replace(",", " "), build)
    node_at(int(nm))  # or there is no model of RAMs for it
    flow = Flow(library, build)
    return Process(label, int(nm), flow, read_energies(library, flow.slope_ns))


def milliwatts(process_: Process, design: Design, period_ns: float) -> float:
    """At its own period, ACTIVITY of each net a cycle, with leakage."""
    text = process_.flow.mapped(design).read_text()
    energies = unit_energies(text, process_.flow.library.load_pf, *process_.energies)
    pj = energies.clock_pj + ACTIVITY * sum(energies.transition_pj.values())
    return pj / period_ns + energies.leakage_nw / 1e6


def unmeasured(mechanism: Mechanism, size: int, design: Design, process_: Process) -> Point:
    """What needs no synthesis."""
    rams, node = mechanism.rams(size), node_at(process_.nm)
    return Point(mechanism.name, size, process_.name, design.contract_bits or 0, sum(ram.bits for ram in rams),
                 sum(ram.area_um2(node) for ram in rams), NOT_MEASURED)


def measure(point: Point, design: Design, process_: Process) -> None:
    row = synthesize(process_.flow, design, fpga=False)
    point.wrong = row.wrong
    if row.cells and row.period_ns and not row.wrong:
        point.um2, point.gates, point.ns = row.cells["area_um2"], row.cells["gate_equivalents"], row.period_ns
        point.fo4 = row.period_ns / process_.flow.fo4_ns()
        point.mw = milliwatts(process_, design, row.period_ns)


def measured(wanted: list[tuple[Mechanism, int]], processes: list[Process], clang: str, end: float) -> list[Point]:
    """Small ones first; after the end only those that are known."""
    designs = [(m, size, design_at(m.unit, list(m.sizes(size)), clang)) for m, size in wanted]
    points = []
    for mechanism, size, design in sorted(designs, key=lambda found: found[2].contract_bits or 0):
        for process_ in processes:
            point = unmeasured(mechanism, size, design, process_)
            if time.monotonic() < end or process_.flow.knows(design):
                measure(point, design, process_)
            points.append(point)
    return points


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="A table for each mechanism.")
    parser.add_argument("libraries", nargs="*", metavar="LIBRARY")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--limit", type=int, default=3600)
    parser.add_argument("--only", metavar="NAME")
    parser.add_argument("--most", type=int, default=512, help="no size above")
    options = parser.parse_args(arguments)
    build, start = Path(options.build), time.monotonic()
    try:
        mechanisms = named("MECHANISM", options.only, MECHANISMS)
        processes = [process(text, build) for text in (f"OSU018:180={OSU018}", *options.libraries)]
        if len({p.name for p in processes}) < len(processes):
            raise AreaError(f"{' '.join(options.libraries)}: two libraries of one name: expected a name for each")
        points = [point for papers in (True, False) for point in
                  measured([(m, size) for m in mechanisms for size in m.points
                            if size <= options.most and (size == m.at_paper) == papers],
                           processes, options.clang, start + options.limit)]
    except AreaError as error:
        print(f"area: {error}", file=sys.stderr)
        return 2
    report = mechanism_report.Report(mechanisms, points, [(p.name, p.nm, p.flow.library) for p in processes],
                                     commit(ROOT) or "unknown", processes[0].flow.versions, ACTIVITY)
    files.write_all(report.files(build / "area"))
    for mechanism in mechanisms:
        print(f"{mechanism.title} ({mechanism.paper})\n{aligned(report.table(mechanism))}\n")
    return 1 if any(p.wrong and p.wrong != NOT_MEASURED for p in points) else 0


if __name__ == "__main__":
    sys.exit(files.program("area", lambda: main(sys.argv[1:])))
