#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make reproduce-fgpu in its small form: every figure is written, its directions are those of the paper, its numbers
those of the simulator, a run that fails is said and stops nothing.

usage: reproduce_fgpu_test.py PATH/TO/gmmu
"""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[3]

GMMU = ""
SCRATCH = pathlib.Path()
FIGURES = {"fig_8_gtx1080", "fig_9_gtx1080", "table_iii", "variation_gtx1080", "shared_tlbs"}
VA = ("--app", "kernel:stream,size=6M,passes=2")


def reproduce(folder: pathlib.Path, gmmu: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(ROOT / "scripts/reproduce_fgpu/reproduce.py"), "--small", gmmu,
                           str(folder)], capture_output=True, text=True, timeout=600, check=False)


class ReproduceFgpu(unittest.TestCase):
    folder: pathlib.Path
    done: "subprocess.CompletedProcess[str]"

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = SCRATCH / "good"
        cls.done = reproduce(cls.folder, GMMU)

    def values(self, stem: str) -> dict[tuple[str, str], dict[str, str]]:
        with (self.folder / f"{stem}.csv").open(newline="") as file:
            return {(row["row"], row["series"]): row for row in csv.DictReader(file)}

    def ours(self, stem: str, row: str, series: str) -> float:
        return float(self.values(stem)[row, series]["ours"])

    def test_everything_is_written(self) -> None:
        self.assertEqual((self.done.returncode, self.done.stderr), (0, ""))
        self.assertEqual({p.stem for p in self.folder.glob("*.csv")}, FIGURES)
        page = (self.folder / "index.html").read_text()
        for stem in FIGURES:
            xml.etree.ElementTree.parse(self.folder / f"{stem}.svg")
            self.assertTrue(f"href='{stem}.svg'" in page, stem)
        self.assertIn("The small form", page)

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
        self.assertEqual(self.values("table_iii")["gtx1080, CP", "average"]["paper"], "130.4")

    def test_memory_bound(self) -> None:
        """VI-A: VA is "stalled on reads/writes", so half of the SMs take it no longer than all: 0.5."""
        alone = {how: self.ours("fig_9_gtx1080", "VA", f"{how} <none>") for how in ("CP", "CMP")}
        self.assertAlmostEqual(alone["CP"], 0.5, delta=0.05)
        self.assertGreater(alone["CMP"], alone["CP"])  # half of the bandwidth, although nobody takes the other half

    def test_numbers_are_those_of_the_simulator(self) -> None:
        ipc = []
        for apps in (VA, VA * 2):
            done = subprocess.run([GMMU, "run", "--chip", "gtx1080", "--design", "sharedtlb", "--set", "page_sizes=4K",
                                   "--partition", "2:sm", "--no-alone", "--quiet", "--json", "-", *apps],
                                  capture_output=True, text=True, check=True, timeout=300)
            ipc.append(json.loads(done.stdout)["applications"][0]["ipc"])
        self.assertAlmostEqual(self.ours("variation_gtx1080", "VA", "CP"), 100 * (ipc[0] / ipc[1] - 1), places=2)

    def test_runs_that_fail(self) -> None:
        broken = SCRATCH / "gmmu"
        broken.write_text("#!/bin/sh\n"
                          "case \"$*\" in probe*|*--partition*sm+colour*) echo 'gmmu: planted' >&2; exit 2;; "
                          f"esac\nexec {GMMU} \"$@\"\n")
        broken.chmod(0o755)
        done = reproduce(SCRATCH / "bad", str(broken))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("gmmu: planted\n"), 5)  # two of CMP, two with ideal TLBs, the experiment
        self.assertFalse(list((SCRATCH / "bad/runs").glob("*.csv")))

    def test_bad_options(self) -> None:
        done = reproduce(SCRATCH / "none", str(SCRATCH / "no-simulator"))
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertFalse((SCRATCH / "none").exists())


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: reproduce_fgpu_test.py PATH/TO/gmmu [TEST...]")
    GMMU = os.path.abspath(sys.argv.pop(1))
    with tempfile.TemporaryDirectory() as scratch:
        SCRATCH = pathlib.Path(scratch)
        unittest.main(verbosity=1)
