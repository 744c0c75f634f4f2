#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""GMMU_ONE_IN: a part of a program's tests runs, another one with another seed, so that none is left out for good.

usage: one_in_test.py PROGRAM
"""

import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = ""


def run(seed: int, one_in: str = "") -> tuple[int, set[str], str]:
    env = dict(os.environ, GMMU_SEED=str(seed), GMMU_ONE_IN=one_in)
    done = subprocess.run([PROGRAM], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, set(re.findall(r"^\[       OK \] (\w+)", done.stdout, re.M)), done.stdout


class OneIn(unittest.TestCase):
    """The tests of a program in C."""

    def test_a_part_of_the_tests(self) -> None:
        _, everything, _ = run(1)
        self.assertGreater(len(everything), 3)
        for one_in in (1, 3, len(everything), 1000):
            code, some, text = run(1, str(one_in))
            self.assertEqual((code, len(some)), (0, math.ceil(len(everything) / one_in)))
            self.assertEqual(f"GMMU_ONE_IN={one_in}\n" in text, one_in > 1)
            self.assertEqual(run(1, str(one_in))[1], some)

    def test_none_is_left_out_for_good(self) -> None:
        _, everything, _ = run(1)
        self.assertEqual(set().union(*(run(seed, "3")[1] for seed in range(40))), everything)

    def test_no_number(self) -> None:
        code, some, text = run(1, "x")
        self.assertEqual((code, some), (2, set()))
        self.assertIn("GMMU_ONE_IN: expected a number, not 'x'\n", text)


FIVE = "\n".join(["import unittest", "class Five(unittest.TestCase):",
                  *(f"    def test_{n}(self): self.assertNotIn({n}, FAILING)" for n in range(5)),
                  "unittest.main(verbosity=2)"])


class OneInPython(unittest.TestCase):
    """The tests of a script."""

    def run_five(self, seed: int, one_in: str, failing: str = "()") -> tuple[int, set[str], str]:
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "five_test.py"
            script.write_text(f"FAILING = {failing}\n{FIVE}")
            done = subprocess.run([sys.executable, str(HERE / "one_in.py"), str(script)], text=True, check=False,
                                  env=dict(os.environ, GMMU_SEED=str(seed), GMMU_ONE_IN=one_in),
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, set(re.findall(r"^(test_\d)", done.stdout, re.M)), done.stdout

    def test_a_part_of_the_tests(self) -> None:
        for one_in, count in (("", 5), ("1", 5), ("3", 2), ("100", 1)):
            code, some, text = self.run_five(1, one_in)
            self.assertEqual((code, len(some)), (0, count), text)
            self.assertIn(f"Ran {count} test", text)
        self.assertIn("1 of 5, repeat with GMMU_SEED=1 GMMU_ONE_IN=100\n", text)

    def test_none_is_left_out_for_good(self) -> None:
        self.assertEqual(len(set().union(*(self.run_five(seed, "3")[1] for seed in range(20)))), 5)

    def test_what_is_drawn_can_fail(self) -> None:
        for n in range(5):
            code, some, text = self.run_five(2, "3", f"({n},)")
            self.assertEqual(code, int(f"test_{n}" in some), text)

    def test_no_number(self) -> None:
        self.assertEqual(self.run_five(1, "x"), (2, set(), "GMMU_ONE_IN: expected a number, not 'x'\n"))


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
