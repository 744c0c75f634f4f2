#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""GMMU_ONE_IN: a part of a program's tests runs, another one with another seed, so that none is left out for good.

usage: one_in_test.py PROGRAM
"""

import math
import os
import re
import subprocess
import sys
import unittest

PROGRAM = ""


def run(seed: int, one_in: str = "") -> tuple[int, set[str], str]:
    env = dict(os.environ, GMMU_SEED=str(seed), GMMU_ONE_IN=one_in)
    done = subprocess.run([PROGRAM], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, set(re.findall(r"^\[       OK \] (\w+)", done.stdout, re.M)), done.stdout


class OneIn(unittest.TestCase):
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


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
