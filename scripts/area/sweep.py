# SPDX-License-Identifier: Apache-2.0
"""Area and clock of units over their sizes: make area-sweep.

    sweep.py [--liberty FILE] [--build DIR] [--jobs N] [--limit SECONDS] [--quick] [--only NAME]

The sizes are parameters of the unit's module, and macros of its C: the header says how many state bits
there are. After the limit no point starts that is not in the cache; what is left out is named. Writes
BUILD/area/sweep.{json,md} and one SVG per sweep. --quick takes the ends only.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from scripts.area import tools
from scripts.area.area import OSU018, synthesize
from scripts.area.errors import AreaError, named
from scripts.area.figure import Axes, two_plots
from scripts.area.flow import Design, Flow
from scripts.area.liberty import read_library
from scripts.area.macro_model import Macro, NODES, DEFAULT_NODE
from scripts.area.report import Row, aligned, piped, thousands
from scripts.area.sized import design_at
from scripts.output import files

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Sweep:
    name: str
    axis: str
    unit: str
    size: str  # GMMU_X: the macro of the C; the parameter is X
    points: tuple[int, ...]


# A log of 96 entries, set up at run time to use 80 of them, is the 20 KB of the thesis.
SWEEPS = [
    Sweep("gate", "warps of warp_gate", "warp_gate", "GMMU_SM_WARPS", (16, 32, 64)),
    Sweep("golden", "entries of the golden queue", "golden_queue", "GMMU_GOLDEN_DEPTH", (8, 16, 32, 64)),
    Sweep("cam", "entries of the bypass cache", "bypass_cache", "GMMU_BYPASS_ENTRIES", (8, 16, 32, 64)),
    Sweep("queue", "entries of an FR-FCFS queue (silver 64, normal 192)", "frfcfs_queue", "GMMU_FRFCFS_DEPTH",
          (16, 32, 64, 128, 192, 256)),
    Sweep("arbiter", "applications, dram_arbiter", "dram_arbiter", "GMMU_NUM_APPS", (2, 4, 8, 16, 30, 64)),
    Sweep("tokens", "applications, token_controller", "token_controller", "GMMU_NUM_APPS", (2, 8, 30, 64)),
    Sweep("log", "entries of the operand log (256 bytes each)", "operand_log", "GMMU_LOG_ENTRIES", (32, 64, 96, 128)),
    Sweep("replay", "entries of the replay queue", "replay_queue", "GMMU_REPLAY_DEPTH", (16, 32, 64)),
    Sweep("gmmu", "ways of 4 sets in the TLB of gmmu, beside 8 large entries", "gmmu", "GMMU_TLB_WAYS", (8, 16)),
]


def table_of(results: list[tuple[Sweep, int, Row]]) -> list[list[str]]:
    table = [["unit", "size", "state bits", "area um2", "gate eq.", "period ns", "remark"]]
    for _, size, row in results:
        cells = row.cells or {}
        table.append([row.name, str(size), thousands(cells.get("state_bits")), thousands(cells.get("area_um2")),
                      thousands(cells.get("gate_equivalents")), f"{row.period_ns:.2f}" if row.period_ns else "-",
                      row.wrong])
    return table


def plot(sweep: Sweep, results: list[tuple[Sweep, int, Row]], path: Path) -> None:
    have = [(size, row.cells, row.period_ns) for s, size, row in results if s is sweep and row.cells and not row.wrong]
    if not have:
        return
    sizes = [size for size, _, _ in have]

    def draw(left: Axes, right: Axes) -> None:
        left.plot(sizes, [cells["gate_equivalents"] / 1000 for _, cells, _ in have], marker="o", color="#1b6ca8",
                  label="standard cells")
        left.plot(sizes, [cells["register_area_um2"] / cells["area_um2"] * cells["gate_equivalents"] / 1000
                          for _, cells, _ in have], marker=".", linestyle=":", color="#66a182",
                  label="of them flip-flops")
        node = NODES[DEFAULT_NODE]
        if sweep.name == "cam" and node.gate_um2:
            left.plot(sizes, [(Macro("t", n, 45, 1, 3).area_um2(node) + Macro("p", n, 28, 3).area_um2(node))
                              / node.gate_um2 / 1000 for n in sizes],
                      marker=".", linestyle="--", color="#d1495b", label=f"CAM and RAM macros, model, {node.nm} nm")
        right.plot(sizes, [period for _, _, period in have], marker="o", color="#d1495b")

    files.write(path, two_plots(sweep.axis, "thousand gate equivalents", "period, ns", draw))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Area of the units over their sizes.")
    parser.add_argument("--liberty", default=OSU018)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=3600,
                        help="seconds after which no new point starts; 0: known points")
    parser.add_argument("--quick", action="store_true", help="only the ends of each sweep")
    parser.add_argument("--only", metavar="NAME", help="one sweep")
    options = parser.parse_args(arguments)
    build, start = Path(options.build), time.monotonic()
    try:
        sweeps = named("SWEEP", options.only, SWEEPS)
        flow = Flow(read_library(options.liberty or OSU018, build), build)
        wanted = [(sweep, size, design_at(sweep.unit, [f"{sweep.size}={size}"], options.clang)) for sweep in sweeps
                  for size in (sweep.points[::len(sweep.points) - 1] if options.quick else sweep.points)]
    except AreaError as error:
        print(f"area: {error}", file=sys.stderr)
        return 2

    def one(point: tuple[Sweep, int, Design]) -> tuple[Sweep, int, Row]:
        sweep, size, what = point
        if time.monotonic() - start > options.limit and not flow.knows(what):
            return sweep, size, Row(sweep.unit, None, None, None, f"left out: {options.limit} s are over")
        print(f"  AREA {sweep.unit} of {size}", file=sys.stderr, flush=True)
        return sweep, size, synthesize(flow, what, fpga=False)

    # small ones first, so that a limit cuts the slow ones; the report keeps the order of the sweeps
    order = sorted(range(len(wanted)), key=lambda i: wanted[i][2].contract_bits or 0)
    done = dict(zip(order, tools.in_parallel(one, [wanted[i] for i in order], options.jobs)))
    results = [done[i] for i in range(len(wanted))]
    folder = build / "area"
    table = table_of(results)
    for sweep in sweeps:
        plot(sweep, results, folder / f"sweep-{sweep.name}.svg")
    pictures = "\n".join(f"![{s.axis}](sweep-{s.name}.svg)" for s in sweeps)
    report = f"sweep-{options.only}" if options.only else "sweep"
    data = [{"sweep": s.name, "unit": row.name, "size": size, "period_ns": row.period_ns, "standard_cells": row.cells,
             "wrong": row.wrong} for s, size, row in results]
    files.write_all({folder / f"{report}.md": f"# Area over sizes\n\n{piped(table)}\n\n{pictures}\n",
                     folder / f"{report}.json": json.dumps(data, indent=1) + "\n"})
    print(aligned(table))
    failed = [row for _, _, row in results if row.wrong and not row.wrong.startswith("left out")]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(files.program("area", lambda: main(sys.argv[1:])))
