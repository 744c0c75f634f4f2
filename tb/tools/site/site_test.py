# SPDX-License-Identifier: Apache-2.0
"""The site's pages as files: whole HTML, links and anchors that lead somewhere, tables whose heads have a scope, a
figure for each picture of the sources, nothing from elsewhere. What finds faults is tried on planted ones first.

usage: site_test.py SITE
"""

import html.parser
import pathlib
import re
import sys
import unittest
from urllib.parse import unquote

ROOT = pathlib.Path(__file__).resolve().parents[3]
SITE = pathlib.Path()
VOID = {"meta", "link", "img", "br", "hr", "input"}
FENCE = re.compile(r"^```(?:mermaid|wavedrom)$", re.MULTILINE)
QUOTED = re.compile(r"^````.*?^````", re.MULTILINE | re.DOTALL)  # a page that shows how a page is written


class Reader(html.parser.HTMLParser):
    """A page: its IDs, its links, its faults."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.faults: list[str] = []
        self.figures = 0
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self._open]
        self.faults += [f"ID '{name}' stands {self.ids.count(name)} times" for name in sorted(set(self.ids))
                        if self.ids.count(name) > 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag not in VOID:
            self._open.append(tag)
        if known.get("id"):
            self.ids.append(str(known["id"]))
        self.figures += tag == "figure" and "picture" in str(known.get("class"))
        self.links += [str(known[name]) for name in ("href", "src") if known.get(name)]
        if tag == "th" and "scope" not in known:
            self.faults.append("<th> without a scope")
        if tag == "table" and self._open[-2:-1] != ["div"]:
            self.faults.append("<table> without a box of its own to scroll in")
        if tag in ("script", "img", "link") and "://" in (known.get("src") or known.get("href") or ""):
            self.faults.append(f"<{tag}> from elsewhere: {known.get('src') or known.get('href')}")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def faults_of(pages: dict[str, Reader], files: set[str]) -> list[str]:
    """Of all pages, by their places; `files` has all of the site."""
    found = []
    for place, page in pages.items():
        found += [f"{place}: {fault}" for fault in page.faults]
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = str(pathlib.PurePosixPath(place).parent.joinpath(unquote(name))) if name else place
            parts: list[str] = []
            for part in target.split("/"):
                parts = parts[:-1] if part == ".." and parts else [*parts, part]
            target = "/".join(parts)
            if target not in files:
                found.append(f"{place}: no such file: {link}")
            elif anchor and anchor not in pages[target].ids:
                found.append(f"{place}: no such anchor: {link}")
    return found


class Site(unittest.TestCase):
    files: dict[str, pathlib.Path]
    pages: dict[str, Reader]

    @classmethod
    def setUpClass(cls) -> None:
        cls.files = {str(path.relative_to(SITE)): path for path in SITE.rglob("*") if path.is_file()}
        cls.pages = {name: Reader(path.read_text(encoding="utf-8")) for name, path in cls.files.items()
                     if path.suffix == ".html"}

    def test_no_fault(self) -> None:
        self.assertGreater(len(self.pages), 300)
        self.maxDiff = None
        self.assertEqual("\n".join(faults_of(self.pages, set(self.files))), "")

    def test_all_pages_and_pictures(self) -> None:
        for source in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]:
            name = str(source.relative_to(ROOT)).replace("README.md", "index.md").removesuffix(".md") + ".html"
            with self.subTest(name):
                text = source.read_text(encoding="utf-8")
                self.assertEqual(self.pages[name].figures, len(FENCE.findall(QUOTED.sub("", text))))
                self.assertIn("_pages", self.pages[name].ids)

    def test_files_of_a_unit(self) -> None:
        page = self.files["docs/reference/units/golden_queue.html"].read_text(encoding="utf-8")
        for path in ("hls/golden_queue/golden_queue.c", "rtl/golden_queue.sv", "tb/unit/golden_queue_test.c",
                     "tb/lockstep/golden_queue.c", "tb/formal/golden_queue.c"):
            self.assertRegex(page, rf'<a href="[^"]*source/{path}[.]html"><code>{path}</code></a>')

    def test_api(self) -> None:
        page = self.files["api/hls/warp_gate/warp_gate.html"].read_text(encoding="utf-8")
        for text in ('<h3 id="warp_gate_step"><code>warp_gate_step()</code></h3>', "One clock edge: out as <a href=",
                     "every scheme a squash also opens it", "warps that may be fetched", 'id="WARP_GATE_LASTCHECK"',
                     "WARP_GATE_COMMIT     its commit (WD-commit)"):
            self.assertIn(text, page)

    def test_planted(self) -> None:
        page = '<div><table><tr><th scope="col">a</th></tr></table></div><h2 id="x"></h2><a href="b.html#y">b</a>'
        cases = {
            "": page,
            "docs/a.html: <p> is not closed": page + "<p>",
            "docs/a.html: </p> closes nothing": page + "</p>",
            "docs/a.html: ID 'x' stands 2 times": page + '<i id="x"></i>',
            "docs/a.html: <th> without a scope": page.replace(' scope="col"', ""),
            "docs/a.html: <table> without a box of its own to scroll in":
                page.replace("<div>", "<p>").replace("</div>", "</p>"),
            "docs/a.html: no such file: c.html": page + '<a href="c.html">c</a>',
            "docs/a.html: no such anchor: b.html#z": page + '<a href="b.html#z">b</a>',
            "docs/a.html: <script> from elsewhere: https://x.y/z.js": page + '<script src="https://x.y/z.js"></script>'}
        for says, text in cases.items():
            with self.subTest(says):
                pages = {"docs/a.html": Reader(text), "docs/b.html": Reader('<p id="y"></p>')}
                self.assertEqual(faults_of(pages, set(pages)), [says] if says else [])


if __name__ == "__main__":
    SITE = pathlib.Path(sys.argv.pop(1))
    unittest.main()
