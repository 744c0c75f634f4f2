# SPDX-License-Identifier: Apache-2.0
"""make new-unit: what it writes compiles, passes, lints and proves in a copy of the sources; the page shows all of it;
a bad name writes nothing; a file that is missing is named at once.

usage: new_unit_test.py BUILD
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import typing
import unittest

from scripts.lint.tree import FILES as FILES_AT_TOP

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCES = ("hls", "rtl", "tb", "models", "scripts", "docs", ".ci", ".github")
UNIT = "event_counter"
FILES = [f"hls/{UNIT}/{UNIT}.h", f"hls/{UNIT}/{UNIT}.c", f"rtl/{UNIT}.sv", f"tb/unit/{UNIT}_test.c",
         f"tb/lockstep/{UNIT}.c", f"tb/formal/{UNIT}.c", f"tb/formal/{UNIT}.claims", f"docs/reference/units/{UNIT}.md"]
# Of an earlier build: what the tests of any unit link, and its bench.
BUILT = ["unit/*/libunits.a", "unit/*/*.o", "unit/*/*.d", "lockstep/*.o", "lockstep/*.d", "lockstep/pch/*",
         "lockstep/runtime/*"]


def copy_of(root: pathlib.Path, build: pathlib.Path) -> None:
    """The sources with what was built of them, and their times, so that nothing is compiled again."""
    for folder in SOURCES:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES_AT_TOP:
        shutil.copy2(ROOT / name, root)
    for pattern in BUILT:
        for path in build.glob(pattern):
            (root / "build" / path.relative_to(build)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, root / "build" / path.relative_to(build))


class NewUnit(unittest.TestCase):
    build: typing.ClassVar[pathlib.Path]
    root: typing.ClassVar[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.root = pathlib.Path(scratch.name)
        copy_of(cls.root, cls.build)
        made = cls.make("new-unit", f"UNIT={UNIT}")
        if made.returncode:
            raise AssertionError(made.stdout)

    @classmethod
    def make(cls, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """What was given to the make around this test, such as MATCH, is not for this one."""
        kept = {name: text for name, text in os.environ.items()
                if not name.startswith("MAKE") and name not in ("MFLAGS", "MATCH", "SEED", "UNIT")}
        return subprocess.run(["make", "--no-print-directory", "-j1", *arguments], cwd=cls.root, env=kept, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)

    def test_it_passes_what_a_unit_must(self) -> None:
        done = self.make("do-check", f"UNIT={UNIT}", "JOBS=1")
        self.assertEqual(done.returncode, 0, done.stdout)
        for step in (f"plain-{UNIT}_test", f"msan-{UNIT}_test", f"lockstep-{UNIT}", f"prove-{UNIT}", f"lint-rtl-{UNIT}",
                     "lint-docs", "lint-format"):
            self.assertRegex(done.stdout, f"(?m)^ok   {step} +[1-9]")

    def test_the_page_shows_what_is_written(self) -> None:
        page = (ROOT / "docs/guide/adding-a-unit.md").read_text()
        for path in FILES:
            self.assertIn(path, page)
        for path in (path for path in FILES if path.startswith(("hls/", "rtl/", "tb/formal/"))):
            shown = re.search(rf"^`{{3,4}}\w*\n({re.escape((self.root / path).read_text())})`{{3,4}}$", page, re.M)
            self.assertIsNotNone(shown, f"docs/guide/adding-a-unit.md: expected {path} as make new-unit writes it")

    def test_a_file_that_is_missing_is_named(self) -> None:
        for path in FILES:
            os.rename(self.root / path, self.root / "away")
            try:
                done = self.make("do-tb", f"UNIT={UNIT}")
                self.assertIn(f"{path} is missing", done.stdout)
                self.assertNotEqual(done.returncode, 0)
                checked = subprocess.run([sys.executable, "scripts/circuit/configs.py", "check"], cwd=self.root,
                                         capture_output=True, text=True, check=False)
                self.assertEqual((checked.returncode, checked.stdout.splitlines()[0]),
                                 (1, f"unit {UNIT}: {path} is missing"))
            finally:
                os.rename(self.root / "away", self.root / path)

    def test_a_bad_name_writes_nothing(self) -> None:
        before = sorted(self.root.rglob("*"))
        rows = (self.root / "docs/reference/units/README.md").read_text()
        for name in ("all", "Counter", "1st", "a__b", "a-b", "a b", "event", "common", "x" * 33, "../up", "warp_gate",
                     "gmmu", UNIT):
            done = self.make("new-unit", f"UNIT={name}")
            self.assertNotEqual(done.returncode, 0, name)
            self.assertIn(f"UNIT={name}: ", done.stdout.splitlines()[0])
            self.assertIn("expected", done.stdout.splitlines()[0])
        self.assertEqual(sorted(self.root.rglob("*")), before)
        self.assertEqual((self.root / "docs/reference/units/README.md").read_text(), rows)


if __name__ == "__main__":
    NewUnit.build = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
