#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Selftest of scripts/bench/bench.py: tells a slow simulator from a fast one, and other results from the same."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[3] / "scripts" / "bench" / "bench.py"
FAKE = """#!/usr/bin/python3
# A simulator that takes a given CPU time and writes one result for every run.
import sys, time
if FAILS:
    sys.exit(2)
while time.process_time() < SECONDS:
    pass
open(sys.argv[sys.argv.index("--json") + 1], "w").write('RESULT')
if "--ticks" in sys.argv:
    open(sys.argv[sys.argv.index("--ticks") + 1], "w").write('TICKS')
"""


class BenchTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def fake(self, name: str, seconds: float, cycles: int = 1000, fails: bool = False) -> str:
        result = json.dumps({"cycles": cycles, "applications": [{"instructions_committed": 500}] * 2})
        ticks = "# {}\\nrun,kind,components,ticks,seconds\\n" + "".join(
            f"mask,{kind},1,{count},{part * seconds}\\n"
            for kind, count, part in (("sm", 2000, 0.5), ("l2_bank", 500, 0.1), ("walk crossbar", 100, 0.2)))
        path = self.folder / name
        text = FAKE.replace("RESULT", result).replace("TICKS", ticks)
        path.write_text(text.replace("SECONDS", str(seconds)).replace("FAILS", str(fails)))
        path.chmod(0o755)
        return str(path)

    def bench(self, *args: str) -> tuple[int, list[str]]:
        command = [sys.executable, str(BENCH), "--match", "stencil3d", "--repeat", "3", *args]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, (done.stdout + done.stderr).splitlines()

    def test_ratios(self) -> None:
        slow, fast = self.fake("slow", 0.4), self.fake("fast", 0.1)
        for arguments, low, high in (([fast, "--against", slow], 2.0, 4.5), ([slow, "--against", fast], 0.2, 0.5)):
            code, lines = self.bench(*arguments)
            self.assertEqual((code, len(lines)), (0, 3), lines)
            ratio = float(lines[1].split()[-1])
            self.assertTrue(low < ratio < high, lines)
            self.assertTrue(low < float(lines[1].split()[-2]) < high, lines)  # of the least seconds
            self.assertEqual(lines[2], f"geometric mean of the ratios: {ratio:.2f}")

    def test_other_cycles_are_told(self) -> None:
        code, lines = self.bench(self.fake("new", 0), "--against", self.fake("old", 0, 1001))
        self.assertEqual(code, 0)
        self.assertIn("not the same run: 1001 cycles before", lines[1])

    def test_speeds(self) -> None:
        code, lines = self.bench(self.fake("gmmu", 0.1))
        self.assertEqual(code, 0)
        row = re.split(r" {2,}", lines[1].strip())
        self.assertEqual((row[0], row[1], row[-1]), ("stencil3d", "1000", "1.00"))
        seconds, cycles_per_second, instructions_per_second = float(row[2]), int(row[3]), int(row[4])
        self.assertAlmostEqual(cycles_per_second * seconds, 1000, delta=60)
        self.assertAlmostEqual(instructions_per_second, cycles_per_second, delta=1)

    def test_profile(self) -> None:
        code, lines = self.bench(self.fake("gmmu", 0.2), "--profile")
        self.assertEqual((code, len(lines)), (0, 4), lines)
        heads = lines[0].split()[3:]
        shares = dict(zip(heads, map(float, lines[1].split()[-len(heads):])))
        self.assertAlmostEqual(sum(shares.values()), 100, delta=0.5)
        self.assertTrue(30 < shares["sm"] <= 50.5 and shares["channel"] == 0, shares)
        self.assertAlmostEqual(shares["sm"] / shares["others"], 2.5, delta=0.1)
        self.assertGreater(shares["outside"], 15)
        self.assertEqual(lines[2].split()[3:5], ["2.00", "0.50"])  # 2000 and 500 ticks in 1000 cycles
        self.assertEqual(lines[3].split()[3:5], ["50000", "40000"])  # 0.1 s and 0.02 s

    def test_a_failed_run_is_no_figure(self) -> None:
        code, lines = self.bench(self.fake("gmmu", 0, fails=True))
        self.assertEqual(code, 1)
        self.assertIn("bench: failed: ", lines[-1])


if __name__ == "__main__":
    unittest.main()
