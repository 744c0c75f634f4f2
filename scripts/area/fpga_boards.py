# SPDX-License-Identifier: Apache-2.0
"""LUTs, flip-flops and block RAMs of the FPGA boards of tb/fpga, before placement: make fpga-board-cells.

    fpga_boards.py [--build DIR]

Yosys. Prints a table, and writes BUILD/area/fpga-boards.md; fails when the memory of a board is not in block RAMs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.area.area import OSU018
from scripts.area.errors import AreaError
from scripts.area.flow import Design, Flow, modules_used
from scripts.area.fpga_cells import FAMILIES, ROOT, Cells
from scripts.area.liberty import read_library
from scripts.area.report import aligned, piped, thousands
from scripts.circuit import configs
from scripts.output import files

FOLDER = ROOT / "tb/fpga"
PARTS = {"board_ulx3s": "ECP5", "board_arty": "7-series"}
# Block RAMs that hold 32 KB: DP16KD with 2 KB of data, RAMB36 with 4 KB.
MEMORY = {"ECP5": 16, "7-series": 8}


def board(name: str) -> Design:
    return Design(name, name, modules_used(ROOT / "rtl", name, FOLDER), None)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Cells of the FPGA boards.")
    parser.add_argument("--build", default=str(ROOT / "build"))
    build = Path(parser.parse_args(arguments).build).resolve()
    try:
        cells = Cells(Flow(read_library(OSU018, build), build), 3600)
        found = {name: cells.of(next(f for f in FAMILIES if f.name == family), board(name))
                 for name, family in PARTS.items()}
    except (AreaError, configs.ConfigError) as error:
        print(f"fpga-boards: {error}", file=sys.stderr)
        return 2
    table, failed = [["board", "family", "LUT", "FF", "BRAM"]], []
    for name, counts in found.items():
        family = PARTS[name]
        if isinstance(counts, str):
            failed.append(f"{name}: {counts}")
            continue
        table.append([name, family, thousands(counts["luts"]), thousands(counts["flip_flops"]),
                      f"{counts['rams']:.1f}".removesuffix(".0")])
        if counts["rams"] < MEMORY[family]:
            failed.append(f"{name}: {counts['rams']} block RAMs, but its memory needs {MEMORY[family]}")
    files.write_all({build / "area" / "fpga-boards.md": f"# FPGA boards\n\n{piped(table)}\n"})
    print("\n".join([aligned(table), *failed]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(files.program("fpga-boards", lambda: main(sys.argv[1:])))
