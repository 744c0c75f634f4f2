#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make reproduce-fgpu in its small form: every figure is written, its directions are those of the paper, its numbers
those of the simulator, a run that fails is said and stops nothing.

usage: reproduce_fgpu_test.py PATH/TO/gmmu
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))
from tb.tools.reproduce import rig  # noqa: E402  (after the path is set)

FIGURES = {"fig_8_gtx1080", "fig_9_gtx1080", "table_iii", "variation_gtx1080", "shared_tlbs",
           "in_the_tlbs"}
VA = ("--app", "kernel:stream,size=6M,passes=2")


class ReproduceFgpu(rig.Reproduction):
    paper = "fgpu"
    figures = FIGURES

    def ours(self, stem: str, row: str, series: str) -> float:
        return float(rig.values(self.folder, stem)[row, series]["ours"])

    def test_fig_8(self) -> None:
        """V-F: "As expected, the worst interference is seen when both [...] access the same cache set and bank (SCSB).
        This is closely followed by [...] the same bank (DCSB)"; "DM where the primary thread sees no interference"."""
        last = {case: self.ours("fig_8_gtx1080", "50 threads", case) for case in ("SCSB", "DCSB", "SCDB", "DCDB", "DM")}
        self.assertEqual(last["DM"], 1)
        self.assertGreater(last["SCSB"], 5)
        self.assertGreater(last["DCSB"], 0.9 * last["SCSB"])
        for case in ("SCDB", "DCDB"):
            self.assertGreater(last[case], 1.05)
            self.assertLess(last[case], last["DCSB"])

    def test_colours_isolate(self) -> None:
        """VI-A: "Adding memory bandwidth isolation reduces the variation from 130.4% to 7.5%"; and what is left is the
        TLBs': they are all that two applications in different colours share but for the crossbar."""
        row = "gtx1080, {}"
        self.assertGreater(self.ours("table_iii", row.format("CP"), "average"), 50)
        self.assertLess(self.ours("table_iii", row.format("CMP"), "average"), 15)
        self.assertGreater(self.ours("table_iii", row.format("CMP"), "average"), 0.5)
        self.assertLess(abs(self.ours("shared_tlbs", "gtx1080", "CMP, ideal TLBs")), 0.01)
        self.assertEqual(rig.values(self.folder, "table_iii")["gtx1080, CP", "average"]["paper"], "130.4")

    def test_what_a_victim_waits_for(self) -> None:
        """No paper has it: own ways alone take nothing off, for a victim waits behind the other's misses; miss
        registers and walkers together take more off than either, and with ports on the way nothing is left."""
        left = {row: self.ours("in_the_tlbs", row, "gtx1080") for row in (
            "as described", "own ways in L3", "walkers", "registers", "registers and walkers", "and ports")}
        self.assertAlmostEqual(left["as described"], self.ours("table_iii", "gtx1080, CMP", "average"), places=3)
        self.assertGreater(left["as described"], 2)
        self.assertGreater(left["own ways in L3"], 0.9 * left["as described"])
        self.assertLess(left["registers and walkers"], 0.5 * min(left["walkers"], left["registers"]))
        self.assertLess(abs(left["and ports"]), 0.2)

    def test_memory_bound(self) -> None:
        """VI-A: VA is "stalled on reads/writes", so half of the SMs take it no longer than all: 0.5."""
        alone = {how: self.ours("fig_9_gtx1080", "VA", f"{how} <none>") for how in ("CP", "CMP")}
        self.assertAlmostEqual(alone["CP"], 0.5, delta=0.05)
        self.assertGreater(alone["CMP"], alone["CP"])  # half of the bandwidth, although nobody takes the other half

    def test_numbers_are_those_of_the_simulator(self) -> None:
        ipc = []
        for apps in (VA, VA * 2):
            done = subprocess.run([self.gmmu, "run", "--chip", "gtx1080", "--design", "sharedtlb", "--set",
                                   "page_sizes=4K", "--partition", "2:sm", "--no-alone", "--quiet", "--json", "-",
                                   *apps],
                                  capture_output=True, text=True, check=True, timeout=300)
            ipc.append(json.loads(done.stdout)["applications"][0]["ipc"])
        self.assertAlmostEqual(self.ours("variation_gtx1080", "VA", "CP"), 100 * (ipc[0] / ipc[1] - 1), places=2)

    def test_runs_that_fail(self) -> None:
        done = self.reproduce(self.scratch / "bad", self.failing("probe*|*--partition*sm+colour*"))
        self.assertEqual(done.returncode, 1)
        # Two of CMP, two with ideal TLBs, eighteen of what is in the TLBs, and Fig. 8.
        self.assertEqual(done.stderr.count("gmmu: planted\n"), 23)
        self.assertFalse(list((self.scratch / "bad/runs").glob("*.csv")))


if __name__ == "__main__":
    rig.main()
