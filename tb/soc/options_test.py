# SPDX-License-Identifier: Apache-2.0
"""The programs of tb/soc refuse what they cannot do, in one line and with exit code 2.

usage: options_test.py PROGRAM
"""

import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop()
SCENARIOS = "two_spaces demand_paging copy_on_write asid_reuse invalidations reset_midway crowded flush_waits random"
EXPECTED = ("expected --plant N, --seed N, --cycles N, --bridges, --wide, --bus-clock, --fst FILE, or a scenario: "
            f"{SCENARIOS}")


class Options(unittest.TestCase):
    def test_refused(self) -> None:
        for words, expected in (
                (["--plant", "10"], "--plant '10': expected a number from 0 to 9"),
                (["--plant", "4294967297"], "--plant '4294967297': expected a number from 0 to 9"),
                (["--seed", "18446744073709551616"],
                 "--seed '18446744073709551616': expected a number from 0 to 18446744073709551615"),
                (["--seed", "-1"], "--seed '-1': expected a number from 0 to 18446744073709551615"),
                (["--cycles", "0"], "--cycles '0': expected a number from 1 to 1000000000000"),
                (["--cycles"], "--cycles '': expected a number from 1 to 1000000000000"),
                (["--fst", "x.fst"], "--fst 'x.fst': expected one scenario"),
                (["--bridges", "--bus-clock"], "--bridges, --bus-clock: expected one of them at most"),
                (["two_spaces", "--fst", "/no/x.fst"],
                 "--fst '/no/x.fst': No such file or directory, expected a file that can be written"),
                (["two_spaces", "--fst"], f"'--fst': {EXPECTED}"),
                (["two_spaces", "nope"], f"'nope': {EXPECTED}"),
                ([""], f"'': {EXPECTED}")):
            with self.subTest(words=words):
                done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, timeout=60)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"soc: {expected}\n"))


if __name__ == "__main__":
    unittest.main()
