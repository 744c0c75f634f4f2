# SPDX-License-Identifier: Apache-2.0
"""Fig. 6.2 of the thesis: the counters of a Perfetto file against its spans and the run's own statistics, the figure,
and files that are none.

usage: fault_time_test.py GMMU
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import Any

from scripts.experiments.thesis import fault_time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOL = ROOT / "scripts/experiments/thesis/fault_time.py"
GMMU = ""


class FaultTime(unittest.TestCase):
    dir: pathlib.Path
    events: list[dict[str, Any]]
    result: dict[str, Any]
    record: fault_time.Record

    @classmethod
    def setUpClass(cls) -> None:
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.dir = pathlib.Path(scratch.name)
        subprocess.run([GMMU, "run", "--chip", "tanasic", "--faults", "migrate", "--app",
                        "kernel:parboil-bfs,nodes=32K", "--no-alone", "--quiet", "--perfetto", cls.dir / "p.json",
                        "--json", cls.dir / "r.json"], check=True)
        cls.events = json.loads((cls.dir / "p.json").read_text())["traceEvents"]
        cls.result = json.loads((cls.dir / "r.json").read_text())
        cls.record = fault_time.read(cls.dir / "p.json")

    def tool(self, *words: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, TOOL, *map(str, words)], capture_output=True, text=True, cwd=ROOT,
                              check=False)

    def test_faults_are_the_spans(self) -> None:
        """A region is in flight from the first request to the answer, as its span says."""
        spans = [e for e in self.events if e["ph"] == "X" and e["name"] in ("migrate", "allocate")]
        self.assertEqual(len(spans), self.result["faults"]["faults"])
        for begin in {s["ts"] for s in spans}:
            want = sum(s["ts"] <= begin + 1e-9 < s["ts"] + s["dur"] for s in spans)
            got = [v for t, v in self.record.faults if t <= begin + 1e-9][-1]
            self.assertEqual(got, want, f"at {begin} µs")
        self.assertEqual(self.record.faults[-1][1], 0)
        self.assertEqual(max(v for _, v in self.record.faults), self.result["faults"]["in_flight_max"])
        self.assertGreater(self.result["faults"]["in_flight_max"], 4)

    def test_warps(self) -> None:
        """No warp runs at the end; most warps wait while faults are in flight, and not once the last is served."""
        for name, steps in self.record.warps.items():
            with self.subTest(name):
                self.assertEqual(steps[-1][1], 0)
                self.assertTrue(all(0 <= v <= 64 for _, v in steps))
                self.assertTrue(all(a[0] <= b[0] and a[1] != b[1] for a, b in zip(steps, steps[1:])))
        warps = fault_time.total(list(self.record.warps.values()))
        begin, end, last = self.record.faults[0][0], self.record.faults[-1][0], warps[-1][0]
        most = max(v for _, v in warps)
        self.assertGreater(fault_time.share(warps, begin, end, most / 4),
                           2 * fault_time.share(warps, end, last, most / 4))

    def test_without_faults_none_stops(self) -> None:
        subprocess.run([GMMU, "run", "--chip", "tanasic", "--app", "kernel:parboil-bfs,nodes=4K", "--no-alone",
                        "--quiet", "--perfetto", self.dir / "n.json"], check=True)
        found = self.tool(self.dir / "n.json", self.dir / "n.svg")
        self.assertEqual(found.returncode, 2)
        self.assertIn("no fault, or no warp; expected", found.stderr)
        self.assertFalse((self.dir / "n.svg").exists())

    def test_figure(self) -> None:
        found = self.tool(self.dir / "p.json", self.dir / "f.svg")
        self.assertEqual(found.returncode, 0, found.stderr)
        picture = (self.dir / "f.svg").read_text()
        self.assertEqual(picture.count("id=\"axes_"), 1 + fault_time.SHOWN)
        self.assertEqual(len(found.stdout.splitlines()), len(fault_time.table(self.record)))

    def test_bad_files(self) -> None:
        path = self.dir / "bad.json"
        for text in ("", "[", "{}", "[]", "3", '{"traceEvents":3}', '{"traceEvents":[{}]}', "[" * 100000,
                     '{"traceEvents":[{"ph":"C","name":"x","pid":7,"ts":1,"args":{"value":1}}]}'):
            with self.subTest(text[:40]):
                path.write_text(text)
                found = self.tool(path, self.dir / "bad.svg")
                self.assertEqual((found.returncode, len(found.stderr.splitlines())), (2, 1), found.stderr)
                self.assertFalse((self.dir / "bad.svg").exists())
        before = (self.dir / "p.json").read_bytes()
        self.assertEqual(self.tool(self.dir / "p.json", self.dir / "p.json").returncode, 2)
        self.assertEqual((self.dir / "p.json").read_bytes(), before)

    def test_shares(self) -> None:
        steps = fault_time.total([[(0, 1), (4, 0)], [(2, 3), (8, 0)]])
        self.assertEqual(steps, [(0, 1), (2, 4), (4, 3), (8, 0)])
        self.assertEqual(fault_time.share(steps, 0, 10, 3), 0.8)
        self.assertEqual(fault_time.share(steps, 1, 3, 1), 0.5)


if __name__ == "__main__":
    GMMU = sys.argv.pop(1)
    unittest.main(verbosity=2)
