#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Area and clock of units over their sizes: make area-sweep.

    sweep.py [--liberty FILE] [--build DIR] [--jobs N] [--limit SECONDS] [--quick] [--only NAME]

The sizes are macros of rtl/gmmu_pkg.sv. After the limit no point starts that is not
in the cache; what is left out is named. Writes BUILD/area/sweep.{json,md} and one SVG per
sweep. --quick takes the ends only.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from area import tools  # noqa: E402
from area.area import OSU018, synthesize  # noqa: E402
from area.errors import AreaError  # noqa: E402
from area.flow import Design, Flow, modules_used  # noqa: E402
from area.liberty import read_library  # noqa: E402
from area.macro_model import Macro, NODES, DEFAULT_NODE  # noqa: E402
from area.report import Row, aligned, piped, thousands  # noqa: E402


@dataclass(frozen=True)
class Sweep:
    name: str
    axis: str
    macro: str
    points: tuple[tuple[str, int], ...]  # unit, size


def points(unit: str, *sizes: int) -> tuple[tuple[str, int], ...]:
    return tuple((unit, size) for size in sizes)


# silver_queue and normal_queue are one design at different depths. A log of 96 entries, set up at run time to
# use 80 of them, is the 20 KB of the thesis.
SWEEPS = [
    Sweep("cam", "entries of the bypass cache", "GMMU_BYPASS_ENTRIES", points("bypass_cache", 8, 16, 32, 64, 128)),
    Sweep("silver", "entries of the silver queue", "GMMU_SILVER_DEPTH", points("silver_queue", 16, 32, 64, 128)),
    Sweep("normal", "entries of the normal queue", "GMMU_NORMAL_DEPTH", points("normal_queue", 64, 128, 192, 256)),
    Sweep("arbiter", "applications, dram_arbiter", "GMMU_NUM_APPS", points("dram_arbiter", 2, 4, 8, 16, 30)),
    Sweep("tokens", "applications, token_controller", "GMMU_NUM_APPS", points("token_controller", 2, 8, 30)),
    Sweep("log", "entries of the operand log (256 bytes each)", "GMMU_LOG_ENTRIES",
          points("operand_log", 32, 64, 96, 128)),
    Sweep("replay", "entries of the replay queue", "GMMU_REPLAY_DEPTH", points("replay_queue", 16, 32, 64)),
]


def log2_up(n: int) -> int:
    return (n - 1).bit_length()


def expected_bits(unit: str, size: int) -> int:
    """State bits of the unit at this size, constant ones left out."""
    if unit == "bypass_cache":  # valid, asid, vpn, ppn, age; answers
        return size * (74 + log2_up(size)) + 60
    if unit in ("silver_queue", "normal_queue"):  # count, and two indices
        return size * 41 + 8 * 24 + 43 + (9 if size > 254 else 8) + 2 * log2_up(size)
    if unit == "operand_log":  # used, written, part, warp, seq, owned, owner; setup; two addresses of the RAM
        return size * 30 + 47 + 2 * log2_up(size)
    if unit == "replay_queue":  # stage, warp, seq, pc, lanes, memory; count
        return size * 90 + 8
    if unit == "dram_arbiter":  # thresh, weight, con, sta
        return 1256 - 7 - (30 - size) * 33
    return 12083 - 2 - (30 - size) * 46  # tokens, dir, active, rate, known


def resized(unit: str, size: int, work: Path) -> list[Path]:
    """The sources; the bypass cache with ages as wide as the size needs: its RTL has them at 5 bits."""
    sources = modules_used(ROOT / "rtl", unit)
    bits = log2_up(size)
    if unit != "bypass_cache" or bits == 5:
        return sources
    original = next(s for s in sources if s.stem == unit)
    text = original.read_text().replace("[4:0]", f"[{bits - 1}:0]")
    text = re.sub(r"\b5'(?=[(db])", f"{bits}'", text)
    work.mkdir(parents=True, exist_ok=True)
    copy = work / f"{unit}_{size}.sv"
    copy.write_text(text)
    return [copy if s == original else s for s in sources]


def design(sweep: Sweep, unit: str, size: int, build: Path) -> Design:
    default = {"bypass_cache": 32, "silver_queue": 64, "normal_queue": 192, "dram_arbiter": 30, "token_controller": 30,
               "operand_log": 128, "replay_queue": 64}
    defines = {} if size == default[unit] else {sweep.macro: size}  # the default is what make area has made
    return Design(unit, unit, resized(unit, size, build / "area" / "sweep"), None, expected_bits(unit, size), defines)


def table_of(results: list[tuple[Sweep, int, Row]]) -> list[list[str]]:
    table = [["unit", "size", "state bits", "area um2", "gate eq.", "period ns", "remark"]]
    for _, size, row in results:
        cells = row.cells or {}
        table.append([row.name, str(size), thousands(cells.get("state_bits")), thousands(cells.get("area_um2")),
                      thousands(cells.get("gate_equivalents")), f"{row.period_ns:.2f}" if row.period_ns else "-",
                      row.wrong])
    return table


def plot(sweep: Sweep, results: list[tuple[Sweep, int, Row]], path: Path) -> None:
    import matplotlib  # not needed by anything else here
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
    matplotlib.rcParams["svg.hashsalt"] = "gmmu"  # the same input gives the same bytes
    have = [(size, row.cells, row.period_ns) for s, size, row in results if s is sweep and row.cells and not row.wrong]
    if not have:
        return
    sizes = [size for size, _, _ in have]
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
    left.plot(sizes, [cells["gate_equivalents"] / 1000 for _, cells, _ in have], marker="o", color="#1b6ca8",
              label="standard cells")
    left.plot(sizes, [cells["register_area_um2"] / cells["area_um2"] * cells["gate_equivalents"] / 1000
                      for _, cells, _ in have], marker=".", linestyle=":", color="#66a182", label="of them flip-flops")
    node = NODES[DEFAULT_NODE]
    if sweep.name == "cam" and node.gate_um2:
        left.plot(sizes, [(Macro("t", n, 45, 1, 3).area_um2(node) + Macro("p", n, 28, 3).area_um2(node))
                          / node.gate_um2 / 1000 for n in sizes],
                  marker=".", linestyle="--", color="#d1495b", label=f"CAM and RAM macros, model, {node.nm} nm")
    left.set_ylabel("thousand gate equivalents")
    left.legend(fontsize=8)
    right.plot(sizes, [period for _, _, period in have], marker="o", color="#d1495b")
    right.set_ylabel("period, ns")
    for axis in (left, right):
        axis.set_xlabel(sweep.axis)
        axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Area of the units over their sizes.")
    parser.add_argument("--liberty", default=OSU018)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=3600,
                        help="seconds after which no new point starts; 0: known points")
    parser.add_argument("--quick", action="store_true", help="only the ends of each sweep")
    parser.add_argument("--only", choices=[s.name for s in SWEEPS], help="one sweep")
    options = parser.parse_args(arguments)
    build, start = Path(options.build), time.monotonic()
    sweeps = [s for s in SWEEPS if options.only in (None, s.name)]
    try:
        flow = Flow(read_library(Path(options.liberty or OSU018)), build)
        wanted = [(sweep, unit, size, design(sweep, unit, size, build)) for sweep in sweeps
                  for unit, size in (sweep.points[::len(sweep.points) - 1] if options.quick else sweep.points)]
    except AreaError as error:
        print(f"area: {error}", file=sys.stderr)
        return 2

    def one(point: tuple[Sweep, str, int, Design]) -> tuple[Sweep, int, Row]:
        sweep, unit, size, what = point
        if time.monotonic() - start > options.limit and not flow.knows(what):
            return sweep, size, Row(unit, None, None, None, f"left out: {options.limit} s are over")
        print(f"  AREA {unit} of {size}", file=sys.stderr, flush=True)
        return sweep, size, synthesize(flow, what, fpga=False)

    # small ones first, so that a limit cuts the slow ones; the report keeps the order of the sweeps
    order = sorted(range(len(wanted)), key=lambda i: wanted[i][3].contract_bits or 0)
    done = dict(zip(order, tools.in_parallel(one, [wanted[i] for i in order], options.jobs)))
    results = [done[i] for i in range(len(wanted))]
    folder = build / "area"
    table = table_of(results)
    for sweep in sweeps:
        plot(sweep, results, folder / f"sweep-{sweep.name}.svg")
    pictures = "\n".join(f"![{s.axis}](sweep-{s.name}.svg)" for s in sweeps)
    report = f"sweep-{options.only}" if options.only else "sweep"
    (folder / f"{report}.md").write_text(f"# Area over sizes\n\n{piped(table)}\n\n{pictures}\n")
    (folder / f"{report}.json").write_text(json.dumps(
        [{"sweep": s.name, "unit": row.name, "size": size, "period_ns": row.period_ns, "standard_cells": row.cells,
          "wrong": row.wrong} for s, size, row in results], indent=1) + "\n")
    print(aligned(table))
    failed = [row for _, _, row in results if row.wrong and not row.wrong.startswith("left out")]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
