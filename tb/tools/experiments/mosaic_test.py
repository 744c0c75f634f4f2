# SPDX-License-Identifier: Apache-2.0
"""make reproduce-mosaic in its small form: every figure is written, its numbers are those of the simulator, and a
run that fails is said and stops nothing. What the reproductions share is tested with MASK's.

usage: mosaic_test.py PATH/TO/gmmu
"""

import json
import pathlib
import subprocess
from typing import Any

from tb.tools.experiments import rig
from tb.tools.experiments.rig import values

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIGURES = {"section_3_1", "section_3_2", "section_6_4", "fig_3", "fig_4", "fig_8", "fig_9", "fig_10", "fig_11",
           "fig_12", "fig_13", "fig_14", "fig_15", "fig_16a", "fig_16b", "fig_16_price", "table_2", "mask_and_mosaic",
           "mask_and_mosaic_tlbs"}
CHIP = ["--chip", "mosaic", "--set", "page_sizes=4K", "--no-alone", "--quiet"]
WINDOW = ["--epoch", "5000", "--set", "measure.warmup_epochs=1", "--set", "measure.epochs=2"]
P, G = "kernel:pagemix,percent=50,touches=1,share=1,visits=128", "kernel:gups,size=8M,updates=128K"
GUP = "kernel:gups,size=64M,updates=16K"


class ReproduceMosaic(rig.Reproduction):
    paper = "mosaic"
    figures = FIGURES

    def run_one(self, *options: str) -> dict[str, Any]:
        file = self.scratch / "run.json"
        subprocess.run([self.gmmu, "run", *CHIP, *options, "--json", str(file)], check=True, timeout=300,
                       stdout=subprocess.DEVNULL)
        read: dict[str, Any] = json.loads(file.read_text())
        return read

    def test_every_figure_has_values(self) -> None:
        for stem in FIGURES:
            self.assertGreater(len(values(self.folder, stem)), 1, stem)

    def test_weighted_speedup(self) -> None:
        """Alone: GPU-MMU on as many SMs."""
        both = self.run_one(*WINDOW, "--design", "mosaic", "--app", P, "--app", G)["applications"]
        alone = [self.run_one(*WINDOW, "--design", "gpu-mmu", "--sms", "15", "--app", app)["applications"][0]
                 for app in (P, G)]
        expected = sum(s["ipc"] / a["ipc"] for s, a in zip(both, alone))
        self.assertAlmostEqual(float(values(self.folder, "fig_10")["P_G", "Mosaic"]["ours"]), expected, places=4)

    def test_sets_of_applications(self) -> None:
        """Fig. 11: one row for each application of each workload, and how many are near Ideal."""
        rows = values(self.folder, "fig_11")
        near = [float(rows[row, "Mosaic"]["ours"]) / float(cells["ours"]) for (row, series), cells in rows.items()
                if series == "Ideal" and row != "mean"]
        self.assertEqual(len(near), 2 + 3)
        for percents in (90, 80, 70):
            part = sum(100 * n >= percents for n in near) / len(near)
            self.assertAlmostEqual(float(rows[f"within {percents} % of Ideal, part of them", "Mosaic"]["ours"]), part,
                                   places=4)

    def test_windows_begin_when_pages_are_coalesced(self) -> None:
        """Here they are too early: the page says so. GUP has 32 large pages."""
        page = (self.folder / "index.html").read_text()
        self.assertRegex(page, r"coalesced inside a window: [^.]*[1-9][0-9]* of GUP_SCP_CONS")

    def test_page_walk_cache(self) -> None:
        """Mosaic 3.1: weighted speedups of GPU-MMU with its L2 TLB, and with a page-walk cache in its place."""
        base = (*WINDOW, "--design", "gpu-mmu")
        tlb, cache = ([float(a["ipc"]) for a in self.run_one(*base, *more, "--app", P, "--app", G)["applications"]]
                      for more in ((), ("--set", "design.walk_cache=true")))
        alone = [float(self.run_one(*base, "--sms", "15", "--app", app)["applications"][0]["ipc"]) for app in (P, G)]
        expected = sum(i / a for i, a in zip(tlb, alone)) / sum(i / a for i, a in zip(cache, alone))
        ours = values(self.folder, "section_3_1")["P_G", "L2 TLB / page-walk cache"]["ours"]
        self.assertAlmostEqual(float(ours), expected, places=4)

    def test_bloat_of_large_pages(self) -> None:
        """Mosaic 3.2: GUP touches a part of its base pages, and all of its 32 large ones."""
        small = self.run_one("--design", "gpu-mmu", "--app", GUP, "--set", "exceptions.faults=migrate")["faults"]
        expected = 100 * 32 * 512 / (small["pages_migrated"] + small["pages_allocated"]) - 100
        self.assertAlmostEqual(float(values(self.folder, "section_3_2")["GUP", "2 MB"]["ours"]), expected, places=2)

    def test_demand_paging(self) -> None:
        resident, paged = (self.run_one("--design", "gpu-mmu", "--app", GUP, "--set", f"exceptions.faults={faults}")
                           for faults in ("none", "migrate"))
        ours = float(values(self.folder, "fig_4")["GUP, one", "4 KB"]["ours"])
        self.assertAlmostEqual(ours / (resident["cycles"] / paged["cycles"]), 1, places=4)
        # Data moved before: one page after the other over the bus, then a run without faults.
        moved = resident["cycles"] + paged["faults"]["pages_migrated"] * (318 - 55) * 1020 / 511
        ours = float(values(self.folder, "fig_12")["GUP", "GPU-MMU, paging"]["ours"])
        self.assertAlmostEqual(ours / (moved / paged["cycles"]), 1, places=4)

    def test_the_paper_beside_ours(self) -> None:
        row = values(self.folder, "fig_8")["Mosaic / GPU-MMU", "Mosaic"]
        self.assertEqual(row["paper"], "1.555")
        self.assertAlmostEqual(float(row["ours/paper"]), float(row["ours"]) / 1.555, places=4)

    def test_compaction(self) -> None:
        """Fig. 16: over a run in which large frames are left."""
        memory = ["--set", "memory.bytes=512M", "--set", "churn.occupied=50", "--app", G]
        base, cac = (self.run_one(*memory, *options) for options in (
            ["--design", "mosaic", "--set", "churn.fragmented=90", "--set", "design.compact_below=0"],
            ["--design", "mosaic-bc", "--set", "churn.fragmented=100"]))
        ours = float(values(self.folder, "fig_16a")["G, 100 %", "CAC-BC"]["ours"])
        self.assertAlmostEqual(ours / (base["cycles"] / cac["cycles"]), 1, places=4)

    def test_bloat(self) -> None:
        run = self.run_one("--set", "design.compact_stall=none", "--set", "churn.fragmented=100",
                           "--set", "churn.occupied=75", "--design", "mosaic", "--app", "kernel:nn")["compaction"]
        row = values(self.folder, "table_2")["NN, 75 %", "mean of the applications"]
        self.assertAlmostEqual(float(row["ours"]), 100 * run["bloat"], places=3)

    def test_mask_and_mosaic(self) -> None:
        both = self.run_one(*WINDOW, "--seed", "1", "--design", "mask", "--app", P, "--app", G)["applications"]
        alone = [self.run_one(*WINDOW, "--seed", "1", "--design", "gpu-mmu", "--sms", "15", "--app", app)
                 ["applications"][0] for app in (P, G)]
        expected = sum(s["ipc"] / a["ipc"] for s, a in zip(both, alone))
        self.assertAlmostEqual(float(values(self.folder, "mask_and_mosaic")["P_G", "MASK"]["ours"]), expected, places=4)

    def test_a_run_that_fails(self) -> None:
        folder = self.scratch / "bad"
        done = self.reproduce(folder, self.failing("*gpu-mmu-2m*faults=migrate*"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("failed: "), 1)
        self.assertEqual(values(folder, "fig_4")["GUP, one", "2 MB"]["ours"], "")
        self.assertEqual(values(folder, "fig_3"), values(self.folder, "fig_3"))


if __name__ == "__main__":
    rig.main()
