# SPDX-License-Identifier: Apache-2.0
"""LUTs, flip-flops and block RAMs of units on three FPGAs, before placement: make area-fpga [UNIT=name|all].

    fpga_cells.py [--build DIR] [--limit SECONDS] UNIT...

Yosys for a Lattice iCE40, a Lattice ECP5 and a Xilinx 7-series part. What a block keeps in RAMs goes to block RAMs; a
unit with a RAM outside has it in a row of its own. After the limit nothing starts that is not in the cache. Writes
BUILD/area/fpga-cells.{md,json}. Needs BUILD/gen/UNIT.layout.json of each unit.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scripts.area import tools
from scripts.area.area import OSU018, hand_written
from scripts.area.errors import AreaError
from scripts.area.flow import LIMIT_S, Design, Flow
from scripts.area.liberty import read_library
from scripts.area.netlist import state_bits
from scripts.area.report import aligned, piped, thousands
from scripts.circuit import configs
from scripts.output import files

ROOT = Path(__file__).resolve().parents[2]
Counts = dict[str, int]


def total(counts: Counts, weights: dict[str, float]) -> float:
    """Of the cells whose names match in full."""
    return sum(weight * number for pattern, weight in weights.items() for kind, number in counts.items()
               if re.fullmatch(pattern, kind))


@dataclass(frozen=True)
class Family:
    """An FPGA: how Yosys makes cells for it, and what these cells take of it."""
    name: str
    command: str
    luts: dict[str, float]
    flip_flops: dict[str, float]
    rams: dict[str, float]


# A carry cell of an ECP5 takes two LUTs, a RAM of 16 x 4 in LUTs four; half of a block RAM of 36 Kbit is a RAMB18.
FAMILIES = (
    Family("iCE40", "synth_ice40", {"SB_LUT4": 1}, {"SB_DFF.*": 1}, {"SB_RAM40.*": 1}),
    Family("ECP5", "synth_ecp5", {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 4}, {"TRELLIS_FF": 1}, {"DP16KD": 1}),
    Family("7-series", "synth_xilinx -family xc7 -flatten -noiopad -noclkbuf",
           {"LUT[1-6]": 1, "RAM(32|64)M.*": 4, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "SRL.*": 1},
           {"FD[RSCP]E(_1)?": 1}, {"RAMB18E1": 0.5, "RAMB36E1": 1}),
)
# Outside of a unit: RAMs, words, bits of a word.
RAMS = {"sram_tlb": (8, 4, 71), "sram_tlb_512": (16, 32, 68), "asid_table": (1, 32, 100), "ptb_queue": (1, 2704, 64),
        "operand_log": (1, 128, 2048)}


def ram(words: int, width: int) -> Design:
    sources = [ROOT / "rtl" / f"{name}.sv" for name in ("gmmu_pkg", configs.RAM)]
    return Design(f"RAM of {words} x {width}", configs.RAM, sources, None,
                  parameters={"WORDS": str(words), "WORD_W": str(width)})


def make_counts(family: Family, design: Design, work: Path) -> dict:
    statistics, script = work / "stat.txt", work / "synth.ys"
    read = "read_verilog -sv " + " ".join(str(source) for source in design.sources)
    script.write_text("\n".join([read, configs.yosys_top(design.top, design.parameters),
                                 f"{family.command} -top {design.top}", f"tee -q -o {statistics} stat", ""]))
    tools.run(["yosys", "-Q", "-T", str(script)], work / "synth.log", design.name, LIMIT_S)
    counts = {kind: int(n) for kind, n in re.findall(r"^\s+(\w+)\s+(\d+)$", statistics.read_text(), re.M)}
    return {"luts": total(counts, family.luts), "flip_flops": total(counts, family.flip_flops),
            "rams": total(counts, family.rams), "cells": counts}


class Cells:
    def __init__(self, flow: Flow, limit_s: float):
        self.flow = flow
        self.end = time.monotonic() + limit_s

    def of(self, family: Family, design: Design) -> dict | str:
        """The counts, or why there are none."""
        kind, parts = f"cells-{family.name}", [family.command, Path(__file__).read_text()]
        if time.monotonic() > self.end and not self.flow.stored(kind, design, parts, "json").exists():
            return "not measured"
        try:
            make: Callable[[Design, Path], dict] = lambda d, work: make_counts(family, d, work)
            return self.flow.remembered(kind, design, parts, make)
        except AreaError as error:
            print(f"area-fpga: {error}", file=sys.stderr)
            return str(error)


def row(name: str, found: list[dict | str], times: int = 1) -> list[str]:
    shown = [name]
    for counts in found:
        if isinstance(counts, str):
            shown += ["-"] * 3
            continue
        blocks = times * counts["rams"]
        shown += [thousands(times * counts["luts"]), thousands(times * counts["flip_flops"]),
                  f"{blocks:.1f}".removesuffix(".0")]
    return shown


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Cells of units on three FPGAs.")
    parser.add_argument("units", nargs="+", metavar="UNIT")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--limit", type=int, default=3600)
    options = parser.parse_args(arguments)
    build = Path(options.build)
    try:
        cells = Cells(Flow(read_library(OSU018, build), build), options.limit)
        wanted: list[tuple[Design, int, float]] = []  # times, bits: small ones first, and blocks last
        for unit in options.units:
            design = hand_written(unit, build)
            wanted.append((design, 1, state_bits(design.layout) if design.layout else float("inf")))
            if unit in RAMS:
                number, words, width = RAMS[unit]
                outside = ram(words, width)
                outside.name = f"{unit}: {number} RAM{'s' if number > 1 else ''} of {words} x {width}"
                wanted.append((outside, number, 0.0))
    except (AreaError, configs.ConfigError) as error:
        print(f"area-fpga: {error}", file=sys.stderr)
        return 2
    order = sorted(range(len(wanted)), key=lambda i: wanted[i][2])
    results = {i: [cells.of(family, wanted[i][0]) for family in FAMILIES] for i in order}
    head = ["unit", *(f"{family.name} {what}" for family in FAMILIES for what in ("LUT", "FF", "BRAM"))]
    table = [head, *(row(wanted[i][0].name, results[i], wanted[i][1]) for i in range(len(wanted)))]
    data = [{"name": design.name, "times": times, **dict(zip((family.name for family in FAMILIES), results[i]))}
            for i, (design, times, _) in enumerate(wanted)]
    note = (f"{cells.flow.versions[0]}, before placement; LUTs of 4 inputs in iCE40 and ECP5, of 6 in 7-series; "
            "block RAMs of 4, 16 and 36 Kbit. A dash: not measured.")
    files.write_all({build / "area" / "fpga-cells.md": f"# FPGA cells\n\n{note}\n\n{piped(table)}\n",
                     build / "area" / "fpga-cells.json": json.dumps(data, indent=1) + "\n"})
    print(aligned(table))
    failed = [found for counts in results.values() for found in counts
              if isinstance(found, str) and found != "not measured"]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(files.program("area-fpga", lambda: main(sys.argv[1:])))
