#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The report page: it holds what it promises for any comparison, and a browser shows it whole.

The second half needs Debian's chromium, which bootstrap does not install (400 MB); without it, it is skipped.

usage: report_test.py PATH/TO/gmmu
"""

import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))
from tb.tools.plot import browser  # noqa: E402  (after the path is set)

GMMU = ""
PAIR = ["--app", "kernel:gups,size=16M,updates=2K", "--app", "kernel:stream,size=300K"]
MANY = [word for i in range(1, 13) for word in ("--app", f"kernel:stream,size={i}0K")]
COMPARISONS = {
    "designs": ["compare", "--design", "sharedtlb", "--design", "mask", "--design", "ideal", "--design", "mask+rtl",
                "--epoch", "5000", *PAIR],
    "rtl alone": ["compare", "--design", "mask", "--rtl", "all", "--no-alone", *PAIR],
    "one design": ["run", "--chip", "tanasic", "--app", "kernel:histo,size=100K", "--set", "sm.count=2"],
    "twelve applications": ["run", "--no-alone", *MANY],
    "twice the same": ["compare", "--design", "mask", "--design", "mask", "--no-alone", *PAIR],
}


class Nesting(html.parser.HTMLParser):
    """Every element that is opened is closed, in order."""

    VOID = {"meta", "link", "img", "br"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


class Report(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)

    def report(self, source: pathlib.Path, *more: str) -> str:
        script = str(ROOT / "scripts/plot/report.py")
        own = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}  # no locale may matter
        done = subprocess.run([sys.executable, script, str(source), str(self.dir / "page"), *more],
                              capture_output=True, text=True, timeout=120, check=False, env=own)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return (self.dir / "page/index.html").read_text(encoding="utf-8")

    def simulate(self, args: list[str]) -> pathlib.Path:
        path = self.dir / "compare.json"
        subprocess.run([GMMU, *args, "--quiet", "--json", str(path)], check=True, timeout=120,
                       stdout=subprocess.DEVNULL)
        return path

    def nested(self, page: str) -> None:
        parser = Nesting()
        parser.feed(page)
        self.assertEqual((parser.open, parser.faults), ([], []))

    def test_comparisons(self) -> None:
        for name, args in COMPARISONS.items():
            with self.subTest(name):
                source = self.simulate(args)
                page = self.report(source, "--command", "gmmu <that>", "--version", "gmmu 1.2.3")
                self.nested(page)
                data = json.loads(source.read_text())
                runs = data.get("runs", [data])
                for app in runs[0]["applications"]:
                    self.assertIn(f"{app['name']} (ASID {app['asid']}, {app['sms']} SMs)", page)
                for text in ("<code>gmmu &lt;that&gt;</code>", "gmmu 1.2.3", f"<dd>{runs[0]['seed']}</dd>",
                             "href='../compare.json'", f"{runs[0]['cycles']:,}", "L2 TLB hit rate, %"):
                    self.assertIn(text, page)
                hues = {re.sub(r"<.*?>", "", text): hue for hue, text in
                        re.findall(r"<li><i style='--hue:(\d+)'></i>(.*?)</li>", page)}
                self.assertEqual(len(set(hues.values())), len(hues))
                self.nested(page)

    def test_speedup_against_the_first(self) -> None:
        page = self.report(self.simulate(COMPARISONS["designs"]))
        row = re.search(r"<tr><td>speedup over sharedtlb<small>.*?</tr>", page)
        self.assertIsNotNone(row)
        assert row is not None
        self.assertEqual(re.findall(r"<td>([\d.]+)</td>", row[0])[0], "1.000")
        self.assertIn("left out of the pictures: mask+rtl", page)

    def test_names_that_are_no_text(self) -> None:
        path = self.dir / "compare.json"
        done = subprocess.run([GMMU, *COMPARISONS["one design"], "--quiet", "--json", str(path)], check=False)
        self.assertEqual(done.returncode, 0)
        data = json.loads(path.read_text())
        data["applications"][0]["name"] = "<b>\u001b[31m\u00fc"
        path.write_text(json.dumps(data))
        self.assertIn("&lt;b&gt;\\x1b[31m\u00fc", self.report(path))

    def test_bad_input(self) -> None:
        for name, text in (("none", None), ("text", "x"), ("list", "[]"), ("empty", "{}"), ("no runs", '{"runs": []}')):
            path = self.dir / "bad.json"
            if text is not None:
                path.write_text(text)
            done = subprocess.run([sys.executable, str(ROOT / "scripts/plot/report.py"), str(path), str(self.dir)],
                                  capture_output=True, text=True, timeout=60, check=False)
            with self.subTest(name):
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    @unittest.skipUnless(browser.PATH, browser.MISSING)
    def test_in_a_browser(self) -> None:
        for name in ("designs", "twelve applications"):
            page = self.report(self.simulate(COMPARISONS[name]), "--command", "build/gmmu compare " + "--long " * 40)
            for width in browser.WIDTHS:
                with self.subTest(comparison=name, width=width):
                    self.assertEqual(browser.faults_of(page, width, self.dir), [])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: report_test.py PATH/TO/gmmu [TEST...]")
    GMMU = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
