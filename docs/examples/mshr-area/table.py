#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The areas that Yosys has put into stat_SIZE.txt, as a table; exit code 1 where flip-flops are missing."""

import re
import sys
from pathlib import Path

ASID, VPN, PPN, ID, WAITERS, COUNT = 4, 24, 20, 5, 2, 2  # bits, and waiters of a page, as in miss_path.sv


def flip_flops(entries: int) -> int:
    """Registers of tlb_mshr (the state in c/gmmu_tlb_mshr.h), and the miss that miss_path holds."""
    entry = COUNT + ASID + VPN + WAITERS * ID
    answers = COUNT + WAITERS * ID + PPN
    return entries * entry + 3 + ASID + VPN + answers + 1 + ASID + VPN + ID


def number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    return float(found[1]) if found else 0.0


def main() -> int:
    good = True
    print("entries  flip-flops  cells    area  an entry more")
    before: tuple[int, float] | None = None
    for size in map(int, sys.argv[1:]):
        text = Path(f"stat_{size}.txt").read_text(encoding="utf-8")
        registers, cells = number(r"DFF +(\d+)", text), number(r"Number of cells: +(\d+)", text)
        area = number(r"Chip area.*: ([\d.]+)", text)
        more = f"{(area - before[1]) / (size - before[0]):13.0f}" if before else ""
        print(f"{size:7}  {registers:10.0f}  {cells:5.0f}  {area:6.0f}  {more}")
        if registers != flip_flops(size):
            print(f"{size} entries: {registers:.0f} flip-flops, expected the {flip_flops(size)} of the contract")
            good = False
        before = (size, area)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
