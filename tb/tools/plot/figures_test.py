#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of the thesis's figures, drawn from made-up results of the full job, and a browser's look at it.

usage: figures_test.py
"""

import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]
from figures import draw, plan, results  # noqa: E402  (after the path is set)
from tb.tools.plot import browser  # noqa: E402

NOTES = ["histo: replay is 12.3 % faster than a scheme <of a long name> & more " + "x" * 200]
ORIGIN = draw.Origin("figures.py --set <a>=1 GMMU build/figures", "tanasic", ["sm.count=4", "l2.ways=8"], 3,
                     "gmmu 1.2.3")


class Figures(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)
        parts = []
        for figure in plan.FIGURES:
            names = [*map(results.short, figure.benchmarks), plan.GEOMEAN]
            columns = [{name: 0.3 + 0.1 * k + 0.05 * i for i, name in enumerate(names)}
                       for k in range(len(figure.series))]
            name = f"fig_{figure.number.replace('.', '_')}.svg"
            draw.draw(figure, columns, self.dir / name)
            parts.append((figure, draw.rows(figure, columns), name))
        self.page = draw.page(parts, NOTES, ORIGIN)

    def inlined(self) -> str:
        """The pictures stand in the page, where the browser can measure them."""
        def picture(found: re.Match[str]) -> str:
            text = (self.dir / found[1]).read_text(encoding="utf-8")
            return text[text.index("<svg"):]
        page, count = re.subn(r"<img src='(.*?)'[^>]*>", picture, self.page)
        self.assertEqual(count, len(plan.FIGURES))
        return page

    def test_all_is_there(self) -> None:
        for figure in plan.FIGURES:
            self.assertIn(f"<h2>Fig. {figure.number}: ", self.page)
            for series in figure.series:
                self.assertIn(f"<th>{series.label}</th>", self.page)
            for benchmark in figure.benchmarks:
                self.assertIn(f"<td>{results.short(benchmark)}</td>", self.page)
        self.assertIn("&lt;of a long name&gt; &amp; more", self.page)
        for fact in ("command</dt><dd><code>figures.py --set &lt;a&gt;=1 GMMU build/figures</code>",
                     "chip</dt><dd>tanasic", "changed</dt><dd>sm.count=4, l2.ways=8",
                     "seed</dt><dd>1 to 3, cycles summed",
                     "version</dt><dd>gmmu 1.2.3"):
            self.assertIn(f"<dt>{fact}</dd>", self.page)
        self.assertEqual(len(re.findall(r"<img src='fig_[0-9_]+\.svg' alt='Fig", self.page)), len(plan.FIGURES))

    @unittest.skipUnless(browser.PATH, browser.MISSING)
    def test_in_a_browser(self) -> None:
        page = self.inlined()
        for width in browser.WIDTHS:
            with self.subTest(width=width):
                self.assertEqual(browser.faults_of(page, width, self.dir), [])

    @unittest.skipUnless(browser.PATH, browser.MISSING)
    def test_the_browser_sees_faults(self) -> None:
        page = self.inlined()
        svg = "<svg viewBox='0 0 50 20'><text x='-30' y='10'>cut off</text></svg>"
        for bad, what in (("<div style='width:2000px'>wide</div>", "wider"), (svg, "cut their text"),
                          ("<script>console.error('no')</script>", "CONSOLE")):
            with self.subTest(what):
                faults = browser.faults_of(page.replace("</body>", bad + "</body>"), 1280, self.dir)
                self.assertTrue(any(what in fault for fault in faults), faults)


if __name__ == "__main__":
    unittest.main(verbosity=1)
