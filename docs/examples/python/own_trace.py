# SPDX-License-Identifier: Apache-2.0
"""A trace of one's own: a warp reads 32 neighbours, or 32 pages. What does translation cost?"""

import opengmmu
from opengmmu.trace import Writer

BASE, PAGE = 0x7F0000000000, 4096


def write(name: str, apart: int) -> None:
    with Writer(name) as trace, trace.kernel(name, grid=8, block=128, registers=16) as kernel:
        for block in range(8):
            for number in range(4):
                warp = kernel.warp(block, number)
                for step in range(16):
                    first = BASE + 32 * apart * (step + 16 * (4 * block + number))
                    warp.load([first + apart * lane for lane in range(32)], to=4)
                    warp.compute("FADD", to=6, of=[4, 6])


for name, apart in (("neighbours", 4), ("pages", PAGE)):
    write(name, apart)
    both = opengmmu.compare(f"trace:{name}", designs=["sharedtlb", "ideal"], no_alone=True)
    slower = both["sharedtlb"].cycles / both["ideal"].cycles
    walks = both["sharedtlb"].apps[0].walks
    print(f"{name:10} {walks:6} walks, {slower:.2f} times the cycles of a TLB that always hits")
