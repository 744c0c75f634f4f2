#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Block schedulers on the whole chip: what applications leave, who waits for whom, C and RTL.

usage: schedulers_test.py PATH/TO/gmmu
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import typing
import unittest

GMMU = ""


def run_json(*args: str) -> dict[str, typing.Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "r.json"
        chip = [] if "--chip" in args else ["--chip", "tanasic"]
        done = subprocess.run([GMMU, "run", *chip, "--quiet", "--json", str(path), *args], capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{args}: {done.stderr}")
        result: dict[str, typing.Any] = json.loads(path.read_text())
        return result


class Schedulers(unittest.TestCase):
    def test_block_schedulers(self) -> None:
        """Two applications share SMs; what each leaves does not depend on the scheduler."""
        two = ["--app", "kernel:stream,size=100K", "--app", "kernel:histo,size=64K", "--no-alone", "--check-values"]
        hashes, runs = set(), set()
        for scheduler in ("static", "fcfs", "round-robin", "queue", "dss"):
            result = run_json(*two, "--block-scheduler", scheduler, "--exceptions", "replay", "--faults",
                              "migrate", "--set", "schedule.slice_cycles=5000")
            for a in result["applications"]:
                self.assertTrue(a["architectural_hash"]["right"])
                self.assertEqual(a["launches"], 1)
            hashes.add(json.dumps([a["architectural_hash"] for a in result["applications"]]))
            runs.add(result["event_hash"])
        self.assertEqual(len(hashes), 1)
        self.assertEqual(len(runs), 5)

    def test_blocks_of_mask_move(self) -> None:
        """Slices end, blocks are saved and restored, and leave what they should."""
        two = ["--app", "kernel:stream,size=100K", "--app", "kernel:histo,size=1M", "--no-alone", "--check-values",
               "--chip", "mask"]
        result = run_json(*two, "--block-scheduler", "round-robin", "--set", "schedule.slice_cycles=500")
        moved = result["block_switching"]
        self.assertGreater(moved["out"], 0)
        self.assertEqual(moved["in"], moved["out"])
        self.assertGreater(moved["context_lines"], 2 * moved["out"])
        for a in result["applications"]:
            self.assertTrue(a["architectural_hash"]["right"])

    def test_schedulers_of_kernels(self) -> None:
        """Thesis 5.3.2: preemption shortens the turnaround of the prioritised process, a context switch and
        draining alike; its unit is the same as C and RTL."""
        two = ["--app", "kernel:stream,size=8M", "--app", "kernel:histo,size=64K", "--arrive", "1=8000"]
        high = [*two, "--priority", "1=3"]

        def turnaround(*options: str) -> float:
            result = run_json(*high, *options)
            ntt = [a["ntt"] for a in result["applications"]]
            self.assertEqual([a["priority"] for a in result["applications"]], [0, 3])
            self.assertAlmostEqual(result["antt"], sum(ntt) / 2)
            self.assertAlmostEqual(result["stp"], sum(1 / n for n in ntt))
            self.assertAlmostEqual(result["fairness"], min(ntt) / max(ntt))
            return float(ntt[1])

        waits = turnaround("--block-scheduler", "npq")
        for scheduler in ("ppq", "ppq-shared"):
            for how in ("switch", "drain"):
                self.assertLess(turnaround("--block-scheduler", scheduler, "--preempt", how), waits / 1.3)
        dss = [*two, "--block-scheduler", "dss", "--no-alone"]
        rtl = run_json(*dss, "--rtl", "sm_scheduler")
        self.assertEqual(run_json(*dss)["event_hash"], rtl["event_hash"])
        self.assertEqual(rtl["rtl"], ["sm_scheduler"])
        host = run_json(*dss, "--set", "schedule.host_cycles=10000")
        self.assertGreater(host["cycles"], rtl["cycles"])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: schedulers_test.py PATH/TO/gmmu")
    GMMU = sys.argv.pop()
    unittest.main(verbosity=1)
