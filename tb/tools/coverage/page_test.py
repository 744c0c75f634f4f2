# SPDX-License-Identifier: Apache-2.0
"""Tests of the coverage page: what it shows of points that are missed, and that a browser shows it whole.

usage: page_test.py
"""

import pathlib
import re
import tempfile
import unittest
from typing import Any

from scripts.coverage import page
from tb.tools.coverage.info_test import point
from tb.tools.plot import browser

DATA: dict[str, Any] = {
    "unit": "u", "run": "PASS lockstep u", "bins": [point("", 0, 3, "full"), point("", 0, 0, "empty")],
    "rtl_lines": [point("u.sv", 2, 5), point("u.sv", 3, 0)], "rtl_toggles": [point("u.sv", 1, 0, "a<b>[0]")],
    "c_lines": [{**point("u.sv", 4, 0), "with_jumps": 0}], "c_branches": [],
}


class Page(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)
        source = self.dir / "u.sv"
        source.write_text("one\ntwo\nthree\nfour < five\n")
        data = {metric: [{**p, "file": str(source)} for p in found] if isinstance(found, list) else found
                for metric, found in DATA.items()}
        page.write([data], self.dir / "index.html")
        self.text = (self.dir / "index.html").read_text()

    def test_missed(self) -> None:
        """Lines that only jumps reach, and those that nothing reaches, each in its colour, with its neighbours."""
        self.assertIn('<span class="jump"><span class="faint">    3</span> three</span>', self.text)
        self.assertIn('<span class="miss"><span class="faint">    4</span> four &lt; five</span>', self.text)
        self.assertIn("<b>a&lt;b&gt;[0]</b>", self.text)
        self.assertIn('<td class="low"><a href="#u-rtl_lines">50.0 %</a> (100.0 %)', self.text)
        self.assertIn("C lines: 0.0 %, 1 of 1 not covered", self.text)
        self.assertIn("functional bins: 50.0 %, 1 of 2 not covered", self.text)

    def test_is_one_of_our_pages(self) -> None:
        """Light and dark, heads that say of what they are, and boxes that scroll by keys."""
        self.assertIn("prefers-color-scheme:dark", self.text)
        self.assertIn("name='viewport'", self.text)
        self.assertNotRegex(self.text, "<th(?! scope=)")
        self.assertEqual(self.text.count("<table>"), len(re.findall("<div class='wide' tabindex='0'", self.text)))

    @unittest.skipUnless(browser.PATH, browser.MISSING)
    def test_in_a_browser(self) -> None:
        for width in browser.WIDTHS:
            with self.subTest(width):
                self.assertEqual(browser.faults_of(self.text, width, self.dir), [])


if __name__ == "__main__":
    unittest.main()
