#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make soak: commands with many seeds; each failure is counted and can be repeated."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

THIRD = "sh -c 'echo of $GMMU_SEED; exit $((GMMU_SEED % 3 == 0))'"


def soak(*arguments: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-m", "scripts.test.soak", *arguments], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


class Soak(unittest.TestCase):
    """Of small commands that fail for some seeds."""

    def test_some_seeds_fail(self) -> None:
        code, text = soak("--seeds", "30", "--first", "1", "true", THIRD)
        self.assertEqual((code, text.splitlines()[-1]), (1, "FAIL soak: 60 runs, 1 commands failed"))
        self.assertRegex(text, r"(?m)^ok +30 seeds +0 failed .* true$")
        count = re.search(r"(?m)^FAIL +30 seeds +(\d+) failed", text)
        seeds = [int(seed) for seed in re.findall(r"repeat with GMMU_SEED=(\d+) sh -c", text)]
        assert count
        self.assertEqual([seed % 3 for seed in seeds], [0] * int(count[1]), text)
        self.assertIn(f"     | of {seeds[0]}\n", text)
        repeated = subprocess.run(THIRD, shell=True, env=dict(os.environ, GMMU_SEED=str(seeds[0])), check=False,
                                  stdout=subprocess.DEVNULL)
        self.assertEqual(repeated.returncode, 1)
        again = soak("--seeds", "30", "--first", "1", THIRD)[1]
        self.assertEqual([int(seed) for seed in re.findall(r"GMMU_SEED=(\d+)", again)], seeds)

    def test_each_time_other_seeds(self) -> None:
        self.assertNotEqual(*(soak("--seeds", "1", "false")[1] for _ in range(2)))

    def test_limits(self) -> None:
        self.assertIn(" 1 seeds ", soak("--seconds", "0", "true")[1])
        self.assertIn("it had not ended after 0.2 s", soak("--limit", "0.2", "--seeds", "1", "sleep 60")[1])
        code, text = soak("--seeds", "3", "--match", "^true$", "true", "false")
        self.assertEqual((code, text.splitlines()[-1]), (0, "PASS soak: 3 runs, 0 commands failed"))

    def test_programs_that_draw_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "x_test")
            program.write_text("#!/bin/sh\n")
            program.chmod(0o755)
            for test, runs in (("tb/unit/divider_test.c", True), ("tb/unit/record_writer_test.c", False)):
                pathlib.Path(folder, "x_test.d").write_text(f"x_test.o: {test} tb/unit/unit_test.h\n")
                self.assertEqual(str(program) in soak("--seeds", "1", str(program))[1], runs, test)


if __name__ == "__main__":
    unittest.main()
