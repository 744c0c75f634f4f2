#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""An example passes only if its README alone leads through it, away from this tree."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


class Example(unittest.TestCase):
    def run_readme(self, readme: str) -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as scratch:
            (Path(scratch) / "own").mkdir()
            (Path(scratch) / "own/README.md").write_text(readme, encoding="utf-8")
            (Path(scratch) / "own/mine.txt").write_text("my own\n", encoding="utf-8")
            (Path(scratch) / "gmmu").write_text("the program\n", encoding="utf-8")
            done = subprocess.run([sys.executable, "-m", "scripts.docs.example", "--examples", scratch,
                                   "--build", scratch, "own"], capture_output=True, text=True, check=False,
                                  env={**os.environ, "PYTHONPATH": str(ROOT)})
        return done.returncode, done.stdout + done.stderr

    def fails(self, says: str, readme: str) -> None:
        code, text = self.run_readme(readme)
        self.assertEqual(code, 1, text)
        self.assertIn(says, text)

    def test_its_folder_and_what_make_gives(self) -> None:
        code, text = self.run_readme("```sh\nmake -C $OPENGMMU gmmu\ncat mine.txt $OPENGMMU/build/gmmu\n```\n"
                                     "```\nmy own\nthe program\n```\n")
        self.assertEqual((code, text.splitlines()[-1]), (0, "PASS example own: 2 commands"), text)

    def test_a_file_of_the_clone(self) -> None:
        self.fails("exit code 1", "```sh\ncat $OPENGMMU/README.md\n```\n")
        self.fails("exit code 1", "```sh\ncat ../../README.md\n```\n")
        self.fails("make -C $OPENGMMU tb: expected make export UNIT=", "```sh\nmake -C $OPENGMMU tb\n```\n")

    def test_a_result_that_differs(self) -> None:
        self.fails("not printed, or not in this order: 'yours'", "```sh\ncat mine.txt\n```\n```\nyours\n```\n")

    def test_more_than_a_screen(self) -> None:
        self.fails("the README has 53 lines, more than the 50 of a screen", "\n" * 50 + "```sh\ntrue\n```\n")

    def test_no_command(self) -> None:
        self.fails("no command found", "Text\n")


if __name__ == "__main__":
    unittest.main()
