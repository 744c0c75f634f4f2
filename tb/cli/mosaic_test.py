#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mosaic against GPU-MMU and an ideal TLB on the chip of its Table 1: directions, on a reduced set.

usage: mosaic_test.py PATH/TO/gmmu

Most tables of the applications have 4 to 32 MB, more than the L2 TLB reaches in pages of 4 KB. The window of
30 000 cycles begins after 40 000, when most of their large pages have been coalesced. docs/reproduction.md has
these runs with their numbers, and one in which Mosaic loses.
"""

import functools
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import Any

GMMU = ""
Json = dict[str, Any]

CHIP = ("--chip", "mosaic", "--set", "page_sizes=4K")
WINDOW = ("--epoch", "5000", "--set", "measure.warmup_epochs=8", "--set", "measure.epochs=6")
PAGES, GUPS = "kernel:pagemix,percent=50,touches=1,share=1,visits=128", "kernel:gups,size=8M,updates=128K"
WORKLOADS = {"two": (PAGES, GUPS), "three": (PAGES, GUPS, "kernel:gups,size=4M,updates=64K")}
# Mosaic with all but the coalescing.
UNCOALESCED = {"name": "uncoalesced", "base": "mosaic", "coalesce": False, "page_bytes": 4096}


@functools.lru_cache(maxsize=None)
def compared(names: tuple[str, ...]) -> dict[str, Json]:
    with tempfile.TemporaryDirectory() as folder:
        file, design = pathlib.Path(folder) / "r.json", pathlib.Path(folder) / "uncoalesced.json"
        design.write_text(json.dumps(UNCOALESCED))
        designs = [word for d in ("gpu-mmu", "mosaic", str(design), "ideal") for word in ("--design", d)]
        apps = [word for name in names for word in ("--app", name)]
        done = subprocess.run([GMMU, "compare", *CHIP, *WINDOW, *designs, *apps, "--jobs", "2", "--quiet",
                               "--json", str(file)],
                              capture_output=True, text=True, timeout=300, check=False, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done.stderr
        return {run["design"]: run for run in json.loads(file.read_text())["runs"]}


def hit_rate(run: Json, level: str) -> float:
    hits, misses = (sum(a[level][what] for a in run["applications"]) for what in ("hits", "misses"))
    return float(hits / max(hits + misses, 1))


def walks(run: Json) -> int:
    return int(sum(a["walks"] for a in run["applications"]))


class Mosaic(unittest.TestCase):
    def test_weighted_speedup(self) -> None:
        """Mosaic 6.1: "Mosaic is able to recover most of the performance lost due to the overhead of address
        translation": 55.5 % (homogeneous) and 29.7 % over GPU-MMU, within 6.8 % and 15.4 % of an ideal TLB."""
        for name, apps in WORKLOADS.items():
            with self.subTest(name):
                speedup = {design: run["weighted_speedup"] for design, run in compared(apps).items()}
                self.assertGreater(speedup["mosaic"], 1.10 * speedup["gpu-mmu"])
                self.assertGreater(speedup["mosaic"], 0.90 * speedup["ideal"])
                # It is the coalescing that does it.
                self.assertLess(speedup["uncoalesced"], 1.05 * speedup["gpu-mmu"])

    def test_hit_rates(self) -> None:
        """Mosaic Fig. 13: with GPU-MMU the TLBs thrash; with Mosaic the L2 TLB misses less than 1 %. The pages at
        the ends of arrays stay small here, so some walks are left."""
        for name, apps in WORKLOADS.items():
            with self.subTest(name):
                runs = compared(apps)
                self.assertGreater(hit_rate(runs["mosaic"], "l2_tlb"), 0.95)
                self.assertGreater(hit_rate(runs["mosaic"], "l1_tlb"), hit_rate(runs["gpu-mmu"], "l1_tlb") + 0.5)
                self.assertLess(walks(runs["mosaic"]) * 100, walks(runs["gpu-mmu"]))
                for design in ("gpu-mmu", "uncoalesced"):
                    self.assertLess(hit_rate(runs[design], "l2_tlb"), 0.20)
                    self.assertLess(hit_rate(runs[design], "l1_tlb"), 0.20)

    def test_nothing_is_mixed(self) -> None:
        """Mosaic 4.2: a large frame has pages of one application, as memory is not used up."""
        for name, apps in WORKLOADS.items():
            with self.subTest(name):
                self.assertEqual(compared(apps)["mosaic"]["coalescing"]["failsafe_pages"], 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    GMMU = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
