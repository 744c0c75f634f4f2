# SPDX-License-Identifier: Apache-2.0
"""The page of the thesis's figures, drawn from made-up results of the full job, and a browser's look at it; the
sizes of their data.

usage: thesis_test.py GMMU
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from scripts.experiments.thesis import draw, figures, plan, results, sizes
from tb.tools.plot import browser

ROOT = pathlib.Path(__file__).resolve().parents[3]
NOTES = ["histo: replay is 12.3 % faster than a scheme <of a long name> & more " + "x" * 200]
GMMU = ""
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
            (self.dir / name).write_bytes(draw.draw(figure, columns))
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
                self.assertIn(f"<th scope='col'>{series.label}</th>", self.page)
            for benchmark in figure.benchmarks:
                self.assertIn(f"<th scope='row'>{results.short(benchmark)}</th>", self.page)
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


UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def number(text: str) -> int:
    return int(text[:-1]) * UNITS[text[-1]] if text[-1] in UNITS else int(text)


def listed() -> dict[str, dict[str, tuple[int, int, int]]]:
    """Default, least and most of each parameter of each kernel, as `gmmu list` says them."""
    listing = subprocess.run([GMMU, "list"], capture_output=True, text=True, check=True).stdout
    found: dict[str, dict[str, tuple[int, int, int]]] = {}
    for line in listing.partition("built-in kernels")[2].splitlines()[1:]:
        parameter = re.match(r"    (\w+) +(\w+)  (\w+) to (\w+):", line)
        if parameter:
            found[next(reversed(found))][parameter[1]] = (number(parameter[2]), number(parameter[3]),
                                                          number(parameter[4]))
        else:
            found[line.split()[0]] = {}
    return found


def parameters(app: str) -> dict[str, int]:
    return {key: number(value) for key, _, value in (word.partition("=") for word in app.split(",")[1:])}


class Sizes(unittest.TestCase):
    kernels: dict[str, dict[str, tuple[int, int, int]]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.kernels = listed()

    def chosen(self, size: str, *apps: str, benchmarks: str = "") -> dict[str, str]:
        return figures.choose(argparse.Namespace(sizes=size, app=list(apps), benchmarks=benchmarks))

    def test_kernels_take_them(self) -> None:
        for size, apps in sizes.SIZES.items():
            for benchmark, app in apps.items():
                with self.subTest(size=size, app=app):
                    self.assertEqual(app.split(",")[0], benchmark)
                    for key, value in parameters(app).items():
                        _, least, most = self.kernels[benchmark][key]
                        self.assertTrue(least <= value <= most, key)

    def test_parboil_is_larger(self) -> None:
        """No dimension of Parboil's sets was cut below the default, all but the launches, of which there is one."""
        self.assertEqual(list(sizes.SETS), plan.FIGURES[-1].benchmarks)
        for benchmark, app in sizes.SETS.items():
            for key, value in parameters(app).items():
                with self.subTest(app=app, key=key):
                    if key == "steps":
                        self.assertEqual(value, 1)
                    else:
                        self.assertGreaterEqual(value, self.kernels[benchmark][key][0])

    def test_choice(self) -> None:
        """A size is a whole set; --app and --benchmarks change it."""
        self.assertEqual(set(self.chosen("parboil")), set(self.chosen("rounds")))
        self.assertEqual(self.chosen("parboil", benchmarks="lbm"), {"parboil-lbm": "parboil-lbm,ny=120,nz=38,steps=1"})
        self.assertEqual(self.chosen("parboil", "parboil-lbm,nz=96", benchmarks="lbm"),
                         {"parboil-lbm": "parboil-lbm,nz=96"})
        self.assertEqual(self.chosen("small", "parboil-bfs,nodes=1K", benchmarks="sgemm,bfs"),
                         {"parboil-sgemm": "parboil-sgemm,m=1024,n=64,k=64"})


if __name__ == "__main__":
    GMMU = sys.argv.pop(1)
    unittest.main(verbosity=2)
