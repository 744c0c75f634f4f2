# SPDX-License-Identifier: Apache-2.0
"""A target asks bootstrap only for what it needs."""

import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


class Bootstrap(unittest.TestCase):
    def groups(self, *goals: str) -> set[str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        done = subprocess.run(["make", "-n", "--no-print-directory", "UNIT=warp_gate", *goals], cwd=ROOT, env=own,
                              text=True, capture_output=True, check=False)
        found = re.search(r"^scripts/bootstrap\.sh(.*)$", done.stdout, re.M)
        self.assertIsNotNone(found, done.stderr)
        return set(found[1].split()) if found else set()

    def test_groups(self) -> None:
        asked = {"tb": {"bench"}, "export": {"bench"}, "prove": {"all"}, "python": {"gmmu", "python"},
                 "deb": {"gmmu", "systemc", "debian"}}
        for goal, groups in asked.items():
            with self.subTest(goal=goal):
                self.assertEqual(self.groups(goal), groups)
        self.assertEqual(self.groups("tb", "prove"), {"all", "bench"})

    def test_bench_is_small(self) -> None:
        """No prover, no library of the simulator."""
        text = (ROOT / "scripts/bootstrap.sh").read_text()
        bench = re.search(r"^bench=\((.*)\)$", text, re.M)
        self.assertIsNotNone(bench)
        self.assertEqual(set(bench[1].split() if bench else ()),
                         {"gcc", "g++", "make", "git", "python3", "clang-19", "verilator", "zlib1g-dev"})


if __name__ == "__main__":
    unittest.main()
