# SPDX-License-Identifier: Apache-2.0
"""The page of a sweep: which axis is drawn over, what a line and a point are, and a browser's look at it.

usage: page_test.py
"""

import pathlib
import re
import tempfile
import textwrap
import unittest

from scripts.sweep import page, spec
from tb.tools.plot import browser

AXES = {
    "design": """
        [[axis]]
        name = "design"
        values = { SharedTLB = ["--design", "sharedtlb"], "MASK <b>" = ["--design", "mask"] }
        """,
    "entries": '[[axis]]\nname = "entries"\nset = "tlb.l2.entries"\nvalues = [64, "1K", 8192]',
    "ways": '[[axis]]\nname = "ways"\nset = "tlb.l2.ways"\nvalues = [4, 8]',
    "seed": '[[axis]]\nname = "seed"\noption = "--seed"\nvalues = [1, 3]',
}
SAID = {"version": "1.2.3", "sweep": "a <file>.toml"}


class Page(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)

    def sweep(self, *axes: str) -> spec.Sweep:
        file = self.dir / "s.toml"
        columns = '[columns]\ncycles = "cycles"\n"hit <rate>" = "none"\n'
        file.write_text("\n".join([textwrap.dedent(AXES[axis]) for axis in axes] + [columns]))
        return spec.read(file)

    def rows(self, sweep: spec.Sweep) -> page.Rows:
        """Values that say which point they are of; nothing where a run has failed, and no hit rate at all."""
        rows = [[*(a.name for a in sweep.axes), *sweep.columns, "state"]]
        for n, texts in enumerate(sweep.points):
            rows.append([*texts, str(100 + n) if n != 1 else "", "", "ok" if n != 1 else "failed"])
        return rows

    def test_the_axis(self) -> None:
        for axes, across in ((("design", "entries", "seed"), 1), (("seed", "ways", "entries"), 1), (("design",), None),
                             (("seed",), None), ((), None)):
            self.assertEqual(page.axis_across(self.sweep(*axes).axes), across, axes)

    def test_lines(self) -> None:
        """A line for each combination of the other axes; all seeds of a point together."""
        sweep = self.sweep("design", "entries", "ways", "seed")
        lines = page.lines_of(sweep.axes, 1, self.rows(sweep), 4)
        self.assertEqual(list(lines), ["SharedTLB, 4", "SharedTLB, 8", "MASK <b>, 4", "MASK <b>, 8"])
        self.assertEqual(lines["SharedTLB, 4"], {64.0: [100.0], 1024.0: [104.0, 105.0], 8192.0: [108.0, 109.0]})
        self.assertEqual(lines["MASK <b>, 8"][8192.0], [122.0, 123.0])
        self.assertFalse(any(page.lines_of(sweep.axes, 1, self.rows(sweep), 5).values()))

    def test_points_are_means_with_a_bar(self) -> None:
        sweep = self.sweep("entries", "seed")
        made = page.page(sweep, SAID, self.rows(sweep))
        self.assertEqual(re.findall(r"<title>, ([0-9,]+): ([0-9.]+)</title>", made),
                         [("64", "100"), ("1,024", "102.5"), ("8,192", "104.5")])
        self.assertEqual(len(re.findall(r"d='M[0-9.]+ [0-9.]+V[0-9.]+'", made)), 2)  # one seed of 64 has failed
        self.assertIn("mean of 2 seeds", made)

    def test_places(self) -> None:
        """Each doubling of the entries is as wide as another."""
        at = page.frame(self.sweep("entries").axes[0], 10)
        left, middle, right = (at.place(x, 0)[0] for x in (64, 1024, 8192))
        self.assertAlmostEqual((middle - left) / (right - left), 4 / 7)
        at = page.frame(self.sweep("ways").axes[0], 10)
        self.assertAlmostEqual(at.place(6, 5)[0], (at.place(4, 5)[0] + at.place(8, 5)[0]) / 2)

    def test_all_is_there(self) -> None:
        for axes in (("design", "entries", "ways", "seed"), ("design", "seed"), ("seed",), ()):
            with self.subTest(axes):
                sweep = self.sweep(*axes)
                made = page.page(sweep, SAID, self.rows(sweep))
                self.assertEqual(made.count("<th scope='row'>"), len(sweep.points))
                for text in ("a &lt;file&gt;.toml", "hit &lt;rate&gt;", "1.2.3"):
                    self.assertIn(text, made)
                self.assertNotIn("<b>,", made.replace("<b style", ""))
                for width in browser.WIDTHS if browser.PATH else ():
                    self.assertEqual(browser.faults_of(made, width, self.dir), [])


if __name__ == "__main__":
    if not browser.PATH:
        print(f"SKIP page_test in a browser: {browser.MISSING}")
    unittest.main(verbosity=2)
