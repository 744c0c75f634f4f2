# SPDX-License-Identifier: Apache-2.0
"""Tests of the colours of our pages.

usage: colours_test.py PATH/TO/gmmu
"""

import os
import subprocess
import sys
import unittest

from scripts.experiments.common.draw import svg
from scripts.experiments.common.figure import Figure
from scripts.plot.colours import DESIGNS, hues

GMMU = ""
TURN = 360


def distance(a: int, b: int) -> int:
    return min((a - b) % TURN, (b - a) % TURN)


class Colours(unittest.TestCase):
    def test_every_design_has_its_own(self) -> None:
        listed = subprocess.run([GMMU, "list"], capture_output=True, text=True, check=True).stdout
        lines = listed[listed.index("designs ("):listed.index("block schedulers (")].splitlines()
        names = [line.split()[0] for line in lines[1:]]
        self.assertEqual(sorted(DESIGNS), sorted(names))
        self.assertEqual(len(set(DESIGNS.values())), len(DESIGNS))

    def test_a_design_looks_alike_on_all_pages(self) -> None:
        (report,) = hues(["sharedtlb", "mask"])
        (figure,) = hues(["Static", "PWCache", "SharedTLB", "MASK"])
        self.assertEqual((report["sharedtlb"], report["mask"]), (figure["SharedTLB"], figure["MASK"]))
        drawn = svg(Figure("Fig. 1", "t", "u", {"row": {"MASK": (1.0, None)}}))
        self.assertIn(f"hsl({report['mask']} 60% 50%)", drawn)

    def test_others_take_what_is_free(self) -> None:
        cases: list[list[str]] = [[], ["mask"], ["mask", "mask (2)", "own"], list(DESIGNS)]
        for designs in cases:
            for count in (1, 3, 12, 40):
                groups = [designs, [f"app {i}" for i in range(count)], ["golden", "silver", "normal"]]
                found = hues(*groups)
                used = [hue for group in found for hue in group.values()]
                with self.subTest(designs=designs, count=count):
                    self.assertEqual([list(group) for group in found], groups)
                    self.assertEqual(len(set(used)), len(used))
                    apps = list(found[1].values())
                    least = min((distance(a, b) for i, a in enumerate(apps) for b in apps[:i]), default=TURN)
                    self.assertGreaterEqual(least, TURN // (2 * (count + 6)))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: colours_test.py PATH/TO/gmmu [TEST...]")
    GMMU = os.path.abspath(sys.argv.pop(1))
    unittest.main()
