# SPDX-License-Identifier: Apache-2.0
"""A bug without one place in its source is said, and the verdict is the exit code."""

import contextlib
import io
import unittest

from tb.tools.test.plants import misplaced, verdict


class PlantsTest(unittest.TestCase):
    def test_places(self) -> None:
        found = misplaced([("one", "s", "x"), ("two", "s", "y"), ("none", "s", "z")], {"s": "x y y"})
        self.assertEqual(found, ["two: s has 2 places for it", "none: s has 0 places for it"])

    def test_verdict(self) -> None:
        for why, code, said in (("", 0, "PASS planted x: 3 bugs\n"), ("why", 1, "why\nFAIL planted x: 3 bugs\n")):
            with contextlib.redirect_stdout(io.StringIO()) as out:
                self.assertEqual(verdict([why] if why else [], "x", "3"), code)
            self.assertEqual(out.getvalue(), said)


if __name__ == "__main__":
    unittest.main()
