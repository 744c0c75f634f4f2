# SPDX-License-Identifier: Apache-2.0
"""The report page: it holds what it promises for any comparison, and a browser shows it whole.

The second half needs Debian's chromium, which bootstrap does not install (400 MB); without it, it is skipped.

usage: report_test.py PATH/TO/gmmu
"""

import html
import html.parser
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from scripts.plot import style
from tb.tools.plot import browser

GMMU = ""
PAIR = ["--app", "kernel:gups,size=16M,updates=2K", "--app", "kernel:stream,size=300K"]
MANY = [word for i in range(1, 13) for word in ("--app", f"kernel:stream,size={i}0K")]
COMPARISONS = {
    "over time": ["compare", "--design", "sharedtlb", "--design", "mask", "--design", "ideal", "--no-alone",
                  "--epoch", "5000", "--set", "measure.warmup_epochs=2", "--set", "measure.epochs=5", *PAIR],
    "designs": ["compare", "--design", "sharedtlb", "--design", "mask", "--design", "ideal", "--design", "mask+rtl",
                "--epoch", "5000", *PAIR],
    "rtl alone": ["compare", "--design", "mask", "--rtl", "all", "--no-alone", *PAIR],
    "one design": ["run", "--chip", "tanasic", "--app", "kernel:histo,size=100K", "--set", "sm.count=2"],
    "twelve applications": ["run", "--no-alone", *MANY],
}


# What the panels over time show, from the fields of the JSON; None: no point.
SHOWN: dict[str, Callable[[dict[str, Any]], float | None]] = {
    "IPC": lambda e: e["ipc"],
    "TLB-fill tokens": lambda e: e["tokens"] if e["tokens"] != -1 else None,
    "hits in L2 TLB or bypass cache": lambda e: 100 - 100 * e["l2_tlb_miss_rate"] * (1 - e["bypass_hit_rate"])
    if e["l2_tlb_accesses"] > 0 else None,
    "walk latency": lambda e: e["walk_latency_avg"] if e["walks"] > 0 else None,
    "walks in progress or waiting": lambda e: e["walks_active_avg"] + e["walks_queued_avg"],
    "DRAM bus used": lambda e: 100 * e["dram_bus"],
}
QUEUES = "waiting in a memory channel"


def report_command() -> list[str]:
    return [GMMU, "report"]


class Picture:
    """A panel over time, read back from what is drawn: values from the positions of dots between the axes' labels."""

    def __init__(self, figure: str) -> None:
        title = re.search(r"<h3>(.*?): (.*?)</h3>", figure)
        axis = re.search(r"class='axis' d='M([\d.]+) ([\d.]+)V([\d.]+)H([\d.]+)'", figure)
        assert title and axis
        self.design, self.quantity = title.groups()
        x0, y_top, y0, x1 = map(float, axis.groups())
        ends = [float(t.replace(",", "")) for t in re.findall(r"text-anchor='end'>([\d.,e+-]+)<", figure)]
        sides = [float(t.replace(",", "")) for t in re.findall(r"text-anchor='middle'>([\d,]+)<", figure)]
        self.left, self.right, self.top = sides[0], sides[1], ends[-1]
        # Half a tenth of a pixel, to which positions are rounded.
        self.fine = (0.051 * (self.right - self.left) / (x1 - x0), 0.051 * self.top / (y0 - y_top))
        self.dots: dict[str, list[tuple[float, float]]] = {}
        for hue, cx, cy in re.findall(r"class='dot' style='--hue:(\d+)' r='2' cx='(-?[\d.]+)' cy='([\d.]+)'", figure):
            x = self.left + (float(cx) - x0) / (x1 - x0) * (self.right - self.left)
            self.dots.setdefault(hue, []).append((x, self.top * (y0 - float(cy)) / (y0 - y_top)))


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

    def report(self, source: pathlib.Path) -> str:
        own = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}  # no locale may matter
        done = subprocess.run([*report_command(), str(source), "--html", str(self.dir / "page/index.html")],
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
                page = self.report(source)
                self.nested(page)
                data = json.loads(source.read_text())
                runs = data.get("runs", [data])
                for app in runs[0]["applications"]:
                    self.assertIn(f"{app['name']} (ASID {app['asid']}, {app['sms']} SMs)", page)
                made = data["provenance"]
                shown = [f"<code>gmmu {' '.join(args)}</code>", f"gmmu {made['version']} (commit {made['commit']})",
                         *(f"<code>{text}</code>" for text in made["applications"])]
                for text in (*shown, f"<dd>{runs[0]['seed']}</dd>",
                             "href='../compare.json'", f"{runs[0]['cycles']:,}", "L2 TLB hit rate, %"):
                    self.assertIn(text, page)
                hues = re.findall(r"<i style='--hue:(\d+)'>", "".join(re.findall(r"<ul class='key'>.*?</ul>", page)))
                self.assertEqual(len(set(hues)), len(hues))  # a colour is one thing on the whole page
                self.assertLessEqual(set(re.findall(r"--hue:(\d+)", page)), set(hues))
                self.nested(page)

    def test_says_what_was_measured(self) -> None:
        window = ["--set", "measure.warmup_epochs=2", "--set", "measure.epochs=3", "--epoch", "5000"]
        cases: list[tuple[list[str], str]] = [
            (window, "All figures are of the window of measurement, core cycles 10,000 to 24,999"),
            ([], "The run ends when every application has ended once"),
            (["--set", "measure.launches=2"], "The run ends when every application has ended 2 launches")]
        for more, says in cases:
            page = self.report(self.simulate(["run", "--no-alone", "--app", "kernel:stream,size=100K", *more]))
            with self.subTest(says):
                self.assertIn(f"<dd>{says}", page)
                self.assertEqual("<td>15,000</td>" in page, more == window)

    def test_every_line_of_the_table(self) -> None:
        """The page has the lines of the table, in its order, with its values."""
        for name in ("over time", "designs", "one design"):
            command = COMPARISONS[name]
            table = subprocess.run([GMMU, *command], capture_output=True, text=True, timeout=120, check=True).stdout
            lines = [(line[2:31].rstrip(), line[31:].split()) for line in table.splitlines()
                     if re.match("  [^ ]", line)]
            page = self.report(self.simulate(command))
            rows = [(label, re.findall("<td>(.*?)</td>", cells))
                    for label, cells in re.findall("<tr><th scope='row'>(.*?)<small>.*?</small></th>(.*?)</tr>", page)
                    if " over " not in label and label != "event hash"]
            said = [(html.unescape(label), [cell.replace(",", "").replace("–", "-") for cell in cells])
                    for label, cells in rows]
            with self.subTest(name):
                self.assertGreater(len(lines), 20)
                self.assertEqual(said, lines)

    def points(self, picture: Picture, hue: str, expected: list[tuple[float, float]]) -> None:
        found = picture.dots.get(hue, [])
        self.assertEqual(len(found), len(expected), (picture.design, picture.quantity))
        for (x, y), (cycle, value) in zip(found, expected):
            self.assertAlmostEqual(x, cycle, delta=picture.fine[0])
            self.assertAlmostEqual(y, value, delta=picture.fine[1], msg=f"{picture.design}: {picture.quantity}")

    def test_over_time_shows_the_epochs(self) -> None:
        source = self.simulate(COMPARISONS["over time"])
        page = self.report(source)
        runs = {r["design"]: r for r in json.loads(source.read_text())["runs"]}
        section = page[page.index("<h2>Over time</h2>"):]
        pictures = [Picture(f) for f in re.findall(r"<figure.*?</figure>", section)]
        keys = re.findall(r"<li><i style='--hue:(\d+)'></i>(.*?)</li>", section)
        hues = {name: hue for hue, name in keys}
        self.assertEqual(sorted((p.design, p.quantity) for p in pictures),
                         sorted((d, q) for d in ("sharedtlb", "mask") for q in (*SHOWN, QUEUES)))
        for picture in pictures:
            run = runs[picture.design]
            with self.subTest(design=picture.design, quantity=picture.quantity):
                if picture.quantity == QUEUES:
                    for queue in ("golden", "silver", "normal"):
                        self.points(picture, hues[queue], [(e["end_cycle"], e["queue_occupancy_avg"][queue])
                                                           for e in run["chip_epochs"]])
                    continue
                for i, app in enumerate(run["applications"]):
                    values = [(e["end_cycle"], SHOWN[picture.quantity](e)) for e in run["epochs"] if e["app"] == i]
                    self.points(picture, hues[app["name"]], [(x, y) for x, y in values if y is not None])
        for row in {p.quantity for p in pictures}:
            self.assertEqual(len({(p.left, p.right, p.top) for p in pictures if p.quantity == row}), 1, row)
        self.assertEqual(section.count("class='grey'"), len(pictures))
        self.assertIn("all warps may fill", section)

    def test_epochs_are_those_of_the_window(self) -> None:
        """The curves show what the figures count: epochs of a run that goes on, against a window."""
        runs = []
        for epochs in ("3", "5"):
            args = list(COMPARISONS["over time"])
            args[args.index("measure.epochs=5")] = f"measure.epochs={epochs}"
            runs.append(json.loads(self.simulate(args).read_text())["runs"][1])
        window, longer = runs
        for i, app in enumerate(window["applications"]):
            inside = [e for e in longer["epochs"] if e["app"] == i and 2 <= e["epoch"] < 5]
            self.assertEqual([e["end_cycle"] for e in inside], [15000, 20000, 25000])
            for field in ("ipc", "walks_active_avg", "walks_queued_avg"):
                self.assertAlmostEqual(sum(e[field] for e in inside) / 3, app[field], places=9)
            self.assertEqual(sum(e["walks"] for e in inside), app["walks"])
            self.assertAlmostEqual(sum(e["walk_latency_avg"] * e["walks"] for e in inside),
                                   app["walk_latency_avg"] * app["walks"], delta=1e-6 * app["walks"])
        for queue, level in window["queue_occupancy_avg"].items():
            found = [e["queue_occupancy_avg"][queue] for e in longer["chip_epochs"] if 2 <= e["epoch"] < 5]
            self.assertAlmostEqual(sum(found) / 3, level, delta=1e-3 * max(level, 1e-3))

    def test_speedup_against_the_first(self) -> None:
        page = self.report(self.simulate(COMPARISONS["designs"]))
        row = re.search(r"<tr><th scope='row'>speedup over sharedtlb<small>.*?</tr>", page)
        self.assertIsNotNone(row)
        assert row is not None
        self.assertEqual(re.findall(r"<td>([\d.]+)</td>", row[0])[0], "1.000")
        self.assertIn("left out of the pictures: mask+rtl", page)

    def test_bar_that_would_squash_the_others(self) -> None:
        """It is left out of the scale, and the page says so; one that would not is the scale."""
        hues = {"a": 1, "b": 2, "c": 3}
        cases = ((10.0, ["100.00", "50.00", "100.00"], True), (4.0, ["50.00", "25.00", "100.00"], False))
        for largest, widths, is_alone in cases:
            text = style.bars("IPC", [("a", 2.0), ("b", 1.0), ("c", largest)], hues)
            with self.subTest(largest):
                self.assertEqual(re.findall(r"width:([\d.]+)%", text), widths)
                self.assertEqual(text.count("class=beyond"), int(is_alone))
                self.assertEqual("longer than drawn" in text, is_alone)
                self.assertIn(f"<span>{largest:.3f}</span>", text)

    def test_values_of_long_lines(self) -> None:
        """Also points that are not drawn say their values."""
        line: list[style.Point] = [(float(x), 2.0 * x) for x in range(style.MOST_DOTS + 1)]
        frame = style.Frame("cycles", "IPC", 0, line[-1][0], 100)
        text = style.curves("x", frame, [("a", line)], {"a": 1})
        self.assertEqual((text.count("class='spot'"), text.count("class='dot'")), (len(line), 0))
        self.assertIn("<title>a, 7: 14</title>", text)

    def test_tables_can_be_read_aloud_and_scrolled_by_keys(self) -> None:
        page = self.report(self.simulate(COMPARISONS["one design"]))
        self.assertNotRegex(page, r"<th(?! scope=)")
        self.assertEqual(page.count("<table>"), page.count("<div class='wide' tabindex='0' role='region'"))

    def test_several_files(self) -> None:
        """Side by side, against the first run of the first file; the page stands next to that."""
        alike, other = self.dir / "b.json", self.dir / "other.json"
        source = self.simulate(COMPARISONS["designs"])
        for path, args in ((alike, PAIR), (other, PAIR[:2])):
            subprocess.run([GMMU, "run", "--no-alone", *args, "--quiet", "--json", str(path)], check=True, timeout=120)
        done = subprocess.run([*report_command(), str(source), str(alike)], capture_output=True, text=True, timeout=60,
                              check=False)
        page = source.with_suffix(".html")
        self.assertEqual((done.returncode, done.stdout), (0, f"report: {page}\n"), done.stderr)
        text = page.read_text(encoding="utf-8")
        for name in ("sharedtlb", "mask (1)", "ideal", "mask+rtl", "mask (2)"):
            self.assertIn(f"<th scope='col'>{name}</th>", text)
        self.assertIn("<a href='compare.json'>compare.json</a><br><a href='b.json'>b.json</a>", text)
        done = subprocess.run([*report_command(), str(source), str(other)], capture_output=True, text=True, timeout=60,
                              check=False)
        says = f"gmmu: report: {other}: applications gups, expected gups, stream as in {source}\n"
        self.assertEqual((done.returncode, done.stderr), (2, says))

    def bad_call(self, says: str, command: list[str], **more: str) -> None:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False,
                              env={**os.environ, **more})
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertIn(says, done.stderr)

    def test_bad_call(self) -> None:
        self.bad_call("no file: expected gmmu report FILE.json...", report_command())
        self.bad_call("--htm: expected gmmu report", [*report_command(), "--htm", "x", "y.json"])

    def test_what_it_needs(self) -> None:
        """Python, and the program next to gmmu: a line says which is missing."""
        self.bad_call("gmmu: report: python3: No such file or directory: expected Python 3.10 or later in PATH",
                      [*report_command(), "x.json"], PATH=str(self.dir))
        alone = self.dir / "gmmu"
        shutil.copy2(GMMU, alone)
        self.bad_call(f"gmmu: report: {alone}-report: No such file or directory: expected the program that is "
                      "installed with gmmu", [str(alone), "report", "x.json"])

    def test_names_that_are_no_text(self) -> None:
        path = self.dir / "compare.json"
        done = subprocess.run([GMMU, *COMPARISONS["one design"], "--quiet", "--json", str(path)], check=False)
        self.assertEqual(done.returncode, 0)
        data = json.loads(path.read_text())
        data["applications"][0]["name"] = "<b>\u001b[31m\u00fc"
        data["provenance"]["command"] = ["run", "<i>\u001b"]
        path.write_text(json.dumps(data))
        page = self.report(path)
        self.assertIn("&lt;b&gt;\\x1b[31m\u00fc", page)
        self.assertIn("<code>gmmu run &#x27;&lt;i&gt;\\x1b&#x27;</code>", page)
        odd = self.dir / os.fsdecode(b"a #1?%41'\xff.json")
        path.rename(odd)
        page = self.report(odd)
        link = re.search(r"<a href='([^']*)'>(.*?)</a>", page)
        assert link is not None
        self.assertEqual(self.dir / "page" / os.fsdecode(unquote_to_bytes(link[1])), self.dir / "page/.." / odd.name)
        self.assertNotRegex(link[1], "[#? ]")
        self.assertEqual(link[2], "a #1?%41&#x27;\\xff.json")

    def test_bad_input(self) -> None:
        for name, text in (("none", None), ("text", "x"), ("list", "[]"), ("empty", "{}"), ("no runs", '{"runs": []}'),
                           ("too deep", "[" * 100000)):
            path = self.dir / "bad.json"
            if text is not None:
                path.write_text(text)
            done = subprocess.run([*report_command(), str(path), "--html", str(self.dir / "bad.html")],
                                  capture_output=True, text=True, timeout=60, check=False)
            with self.subTest(name):
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertTrue(done.stderr.startswith(f"gmmu: report: {path}: "), done.stderr)
                self.assertEqual(name == "text", "line 1: no JSON, expected what" in done.stderr)
                self.assertEqual(name in ("list", "empty"), "no results, expected what" in done.stderr)

    def test_no_folder_for_it(self) -> None:
        """The line names the folder that cannot be made, not what was read."""
        (self.dir / "file").touch()
        done = subprocess.run([*report_command(),
                               str(self.simulate(COMPARISONS["designs"])), "--html",
                               str(self.dir / "file/page/index.html")],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (2, f"gmmu: report: cannot write '{self.dir}/file/page/index.html': Not a directory\n"))

    def test_whole_or_not_at_all(self) -> None:
        """The page of before stays where there is no room, a link's file where one has the page's name."""
        source = self.simulate(COMPARISONS["designs"])
        page, other = self.dir / "pages/index.html", self.dir / "other"
        page.parent.mkdir()
        page.write_text("of before")
        page.chmod(0o640)
        command = [*report_command(), str(source), "--html", str(page)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        self.assertEqual((done.returncode, done.stderr), (2, f"gmmu: report: cannot write '{page}': File too large\n"))
        self.assertEqual(([*page.parent.iterdir()], page.read_text()), ([page], "of before"))
        subprocess.run(command, capture_output=True, timeout=60, check=True)
        self.assertEqual(page.stat().st_mode & 0o777, 0o640)
        whole = page.read_text()
        self.assertTrue(whole.endswith("</html>\n"), whole[-50:])
        page.unlink()
        other.write_text("of somebody else")
        page.symlink_to(other)
        subprocess.run(command, capture_output=True, timeout=60, check=True)
        self.assertEqual((page.is_symlink(), page.read_text(), other.read_text()), (False, whole, "of somebody else"))

    def test_its_input_stays(self) -> None:
        page = self.dir / "index.html"
        page.write_bytes(self.simulate(COMPARISONS["designs"]).read_bytes())
        before = page.read_bytes()
        done = subprocess.run([*report_command(), str(page), "--html", str(page)],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout, page.read_bytes()), (2, "", before))
        self.assertIn(f"gmmu: report: cannot write '{page}': it is also read, as '{page}'", done.stderr)

    @unittest.skipUnless(browser.PATH, browser.MISSING)
    def test_zoom(self) -> None:
        """The panels of the page show one part of the cycles: by buttons, drawn across one, and all again."""
        page = self.report(self.simulate(COMPARISONS["over time"]))  # 35 000 cycles, an epoch every 5000
        self.assertTrue("<p class='zoom' hidden>" in page)
        drawn = """const plot = document.querySelectorAll('.plot')[2];
            const at = plot.ownerSVGElement.getBoundingClientRect();
            const to = (kind, part) => plot.dispatchEvent(new PointerEvent(kind, {bubbles: true, pointerId: 1,
                clientX: at.left + at.width * (58 + 262 * part) / 345, clientY: at.top + 50}));
            plot.setPointerCapture = () => {}; to('pointerdown', 0.6); to('pointermove', 0.3); to('pointerup', 0.2);"""
        press = "document.querySelector('.zoom button[data-%s]').click();"
        cases = {drawn: (0.2, 0.6), press % "by=\\'0.5\\'": (0.25, 0.75),
                 drawn + press % "to=\\'-0.5\\'": (0, 0.4), drawn + press % "by=Infinity": (0, 1),
                 drawn + "plot.dispatchEvent(new MouseEvent('dblclick'));": (0, 1)}
        whole = [Picture(f) for f in re.findall(r"<figure.*?</figure>", page.replace('"', "'"))]
        self.assertGreater(len(whole), 10)
        for script, (begin, end) in cases.items():
            used = browser.after(page, script, self.dir).replace('"', "'")
            with self.subTest(script[-50:]):
                self.assertTrue("<p class='zoom'>" in used)
                for before, figure in zip(whole, re.findall(r"<figure.*?</figure>", used), strict=True):
                    now = Picture(figure)
                    last = before.right
                    self.assertAlmostEqual(now.left, begin * last, delta=1)
                    self.assertAlmostEqual(now.right, end * last, delta=1)
                    for hue, dots in before.dots.items():  # also beyond the edges, where they are cut off
                        for (x, y), (cycle, value) in zip(now.dots[hue], dots, strict=True):
                            self.assertAlmostEqual(x, cycle, delta=3 * before.fine[0])
                            self.assertAlmostEqual(y, value, delta=before.fine[1])

    @unittest.skipUnless(browser.PATH, browser.MISSING)
    def test_in_a_browser(self) -> None:
        for name in ("designs", "over time", "twelve applications"):
            page = self.report(self.simulate(COMPARISONS[name]))
            for width in browser.WIDTHS:
                with self.subTest(comparison=name, width=width):
                    self.assertEqual(browser.faults_of(page, width, self.dir), [])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: report_test.py PATH/TO/gmmu [TEST...]")
    GMMU = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
