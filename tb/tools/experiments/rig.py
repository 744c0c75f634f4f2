# SPDX-License-Identifier: Apache-2.0
"""What the tests of the reproductions share: the small form is run once, and each test looks at what it wrote."""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[3]
REPLAYED = pathlib.Path(__file__).with_name("replayed.py")


def values(folder: pathlib.Path, stem: str) -> dict[tuple[str, str], dict[str, str]]:
    """A figure's CSV, by row and series."""
    with (folder / f"{stem}.csv").open(newline="") as file:
        return {(row["row"], row["series"]): row for row in csv.DictReader(file)}


class Reproduction(unittest.TestCase):
    gmmu = ""
    scratch = pathlib.Path()
    paper = ""  # of scripts/reproduce_PAPER
    figures: set[str] = set()
    form = "small"  # that make test runs
    small = False   # asked for by --small, in the place of a lesser one
    folder: pathlib.Path
    done: "subprocess.CompletedProcess[str]"

    @classmethod
    def used_form(cls) -> str:
        return "small" if cls.small else cls.form

    def needs_small(self) -> None:
        """Skips what is not in a lesser form: make verify runs it."""
        if self.used_form() != "small":
            self.skipTest(f"not in the {self.form} form")

    @classmethod
    def reproduce(cls, folder: pathlib.Path, gmmu: str, *more: str) -> "subprocess.CompletedProcess[str]":
        script = ROOT / f"scripts/experiments/{cls.paper}/reproduce.py"
        return subprocess.run([sys.executable, str(script), f"--{cls.used_form()}", *more, gmmu, str(folder)],
                              capture_output=True, text=True, timeout=1800, check=False)

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = cls.scratch / "good"
        cls.done = cls.reproduce(cls.folder, cls.gmmu)

    def failing(self, pattern: str) -> str:
        """A simulator that fails where its arguments match a pattern of the shell, and else gives what it has given."""
        broken = self.scratch / "gmmu"
        broken.write_text(f"#!/bin/sh\ncase \"$*\" in {pattern}) echo 'gmmu: planted' >&2; exit 2;; esac\n"
                          f"exec {sys.executable} {REPLAYED} {self.gmmu} {self.folder}/runs \"$@\"\n")
        broken.chmod(0o755)
        return str(broken)

    def test_everything_is_written(self) -> None:
        self.assertEqual((self.done.returncode, self.done.stderr), (0, ""))
        self.assertEqual({p.stem for p in self.folder.glob("*.csv")}, self.figures)
        page = (self.folder / "index.html").read_text()
        for stem in self.figures:
            drawn = xml.etree.ElementTree.parse(self.folder / f"{stem}.svg")
            named = [text.text for text in drawn.iterfind(".//{*}text[@class='key']")]
            cells = values(self.folder, stem)
            mark = ["the paper"] if any(cell["paper"] for cell in cells.values()) else []
            self.assertEqual(named, [*dict.fromkeys(series for _, series in cells), *mark], stem)
            self.assertTrue(f"href='{stem}.svg'" in page, stem)
        self.assertIn(f"The {self.used_form()} form", page)

    def test_bad_options(self) -> None:
        done = self.reproduce(self.scratch / "none", str(self.scratch / "no-simulator"))
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertFalse((self.scratch / "none").exists())


def main() -> None:
    Reproduction.small = "--small" in sys.argv[1:]
    sys.argv = [word for word in sys.argv if word != "--small"]
    if len(sys.argv) < 2:
        sys.exit(f"usage: {pathlib.Path(sys.argv[0]).name} [--small] PATH/TO/gmmu [TEST...]")
    Reproduction.gmmu = os.path.abspath(sys.argv.pop(1))
    with tempfile.TemporaryDirectory() as scratch:
        Reproduction.scratch = pathlib.Path(scratch)
        unittest.main(verbosity=2)
