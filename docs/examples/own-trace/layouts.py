#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A query over a table in two layouts, as traces of our own, on two designs: what does the layout cost in translation?

usage: layouts.py [GMMU]

Writes traces in the format of Accel-Sim's tracer, runs them, and prints a table from the JSON of the runs. Exit code 1
where a result is not as expected.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

RECORDS, FIELDS = 4096, 1024  # of 4 bytes: a record has a page of 4 KB
READ = range(0, FIELDS, 64)   # the fields that the query reads
TILE = 32                     # a page has 32 fields of 32 records
WARPS, LANES = 4, 32          # a thread reads a record
BASE = 0x7F0000000000
DESIGNS = ("sharedtlb", "ideal")
HEADER = """-kernel name = query
-kernel id = 1
-grid dim = ({blocks},1,1)
-block dim = ({threads},1,1)
-shmem = 0
-nregs = 16
-binary version = 80
-cuda stream id = 0
-shmem base_addr = 0x00007f5000000000
-local mem base_addr = 0x00007f4000000000
-nvbit version = 1.5.5
-accelsim tracer version = 4
#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]
"""


def by_records(record: int, field: int) -> int:
    return record * FIELDS + field


def in_tiles(record: int, field: int) -> int:
    tile = record // TILE * (FIELDS // TILE) + field // TILE
    return tile * TILE * TILE + record % TILE * TILE + field % TILE


def warp(first: int, place: Callable[[int, int], int]) -> list[str]:
    """A load and an addition for each field. The lanes are a stride apart in both layouts: mode 1."""
    stride = 4 * (place(1, 0) - place(0, 0))
    lines = []
    for field in READ:
        address = BASE + 4 * place(first, field)
        lines.append(f"0010 ffffffff 1 R4 LDG.E 1 R2 4 1 {address:#x} {stride}")
        lines.append("0020 ffffffff 1 R6 FADD 2 R4 R6 0")
    return [*lines, "0030 ffffffff 0 EXIT 0 0"]


def write_trace(folder: Path, place: Callable[[int, int], int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    blocks = RECORDS // (WARPS * LANES)
    lines = [HEADER.format(blocks=blocks, threads=WARPS * LANES)]
    for block in range(blocks):
        lines += ["#BEGIN_TB", "", f"thread block = {block},0,0", ""]
        for number in range(WARPS):
            instructions = warp((block * WARPS + number) * LANES, place)
            lines += [f"warp = {number}", f"insts = {len(instructions)}", *instructions, ""]
        lines += ["#END_TB", ""]
    (folder / "kernel-1.traceg").write_text("\n".join(lines), encoding="utf-8")
    (folder / "kernelslist.g").write_text("kernel-1.traceg\n", encoding="utf-8")


def run(gmmu: str, folder: Path) -> dict[str, dict[str, float]]:
    """Of each design: cycles and walks."""
    designs = [word for design in DESIGNS for word in ("--design", design)]
    result = folder / "result.json"
    subprocess.run([gmmu, "compare", *designs, "--no-alone", "--app", f"trace:{folder}", "--quiet", "--json", result],
                   check=True)
    runs = json.loads(result.read_text(encoding="utf-8"))["runs"]
    return {run["design"]: {"cycles": run["cycles"], "walks": run["applications"][0]["walks"]} for run in runs}


def main() -> int:
    gmmu = sys.argv[1] if len(sys.argv) > 1 else "gmmu"
    results = {}
    for place in (by_records, in_tiles):
        write_trace(Path("traces", place.__name__), place)
        results[place.__name__] = run(gmmu, Path("traces", place.__name__))
    longest = max(result["sharedtlb"]["cycles"] for result in results.values())
    print("layout     design      cycles  walks")
    for layout, of_design in results.items():
        for design, result in of_design.items():
            bar = "#" * round(40 * result["cycles"] / longest)
            print(f"{layout:10} {design:10} {result['cycles']:7}  {result['walks']:5}  {bar}")

    def slowdown(layout: str) -> float:
        return results[layout]["sharedtlb"]["cycles"] / results[layout]["ideal"]["cycles"]

    records, tiles = slowdown("by_records"), slowdown("in_tiles")
    print(f"translation costs a factor of {records:.2f} by records, of {tiles:.2f} in tiles")
    good = 1 <= tiles < records
    if not good:
        print("expected tiles to cost less, and no design to be faster than without translation")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
