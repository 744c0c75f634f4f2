#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A guide passes only if every command does what its page says."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[3] / "scripts/docs/guide.py"


class Guide(unittest.TestCase):
    def run_page(self, page: str, *options: str) -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as scratch:
            root = Path(scratch)
            for name in ("Makefile", "rtl/unit.sv", "build/old"):
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).touch()
            (root / "page.md").write_text(page, encoding="utf-8")
            done = subprocess.run([sys.executable, TOOL, "--root", root, *options, str(root / "page.md")],
                                  capture_output=True, text=True, check=False)
            self.assertFalse((root / "new").exists())  # the tree itself is left as it was
        return done.returncode, done.stdout + done.stderr

    def passes(self, commands: int, page: str, *options: str) -> None:
        code, text = self.run_page(page, *options)
        self.assertEqual(code, 0, text)
        self.assertIn(f"PASS guide page: {commands} commands", text)

    def fails(self, says: str, page: str, *options: str) -> None:
        code, text = self.run_page(page, *options)
        self.assertEqual(code, 1, text)
        self.assertIn(says, text)

    def test_commands_run_in_a_copy_of_the_tree(self) -> None:
        self.passes(3, "Text\n```sh\nls Makefile rtl\ntouch new\nls new\n```\n```\nMakefile\n...\nnew\n```\n")
        self.fails("ls build", "```sh\nls build\n```\n")  # nothing is built there

    def test_a_command_ends_as_the_page_says(self) -> None:
        self.fails("false: exit code 1, expected 0", "```sh\nfalse\n```\n")
        self.fails("false | cat: exit code 1", "```sh\nfalse | cat\n```\n")
        self.passes(1, "```sh\nfalse # fails\n```\n")
        self.fails("true # fails: exit code 0, expected another one", "```sh\ntrue # fails\n```\n")

    def test_the_output_is_as_shown(self) -> None:
        self.passes(1, "```sh\nprintf 'a 1\\nb 2\\n'\n```\n```\na 1\nb\n```\n")
        self.fails("not printed, or not in this order: 'a 1'", "```sh\nprintf 'a 1\\nb 2\\n'\n```\n```\nb\na 1\n```\n")
        self.passes(2, "```sh\necho a\n```\n```sh\necho b\n```\n```\nb\n```\n")

    def test_plots_open_no_window(self) -> None:
        self.passes(1, "```sh\necho $MPLBACKEND\n```\n```\nAgg\n```\n")

    def test_what_a_machine_lacks(self) -> None:
        page = "```sh\ntrue\n```\n```sh tool\nfalse\n```\n"
        self.passes(1, page)
        self.fails("false: exit code 1", page, "--have", "tool")

    def test_what_is_taken_along(self) -> None:
        with tempfile.TemporaryDirectory() as build:
            Path(build, "made").mkdir()
            Path(build, "made/it").touch()
            self.passes(1, "```sh\nmake it\nls build/made/it\n```\n", "--build", build, "--take", "made", "--done",
                        "make it")
            self.fails("none: expected a file or a folder", "```sh\ntrue\n```\n", "--build", build, "--take", "none")

    def test_the_time_is_kept(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            times = Path(folder, "times.txt")
            for _ in range(2):
                self.passes(1, "```sh\ntrue\n```\n", "--times", str(times))
            self.assertEqual(times.read_text(encoding="utf-8").splitlines()[2:], ["page: 0"])

    def test_a_page_that_is_too_long(self) -> None:
        self.passes(1, "\n" * 97 + "```sh\ntrue\n```\n")
        self.fails("the page has 101 lines, more than 100", "\n" * 98 + "```sh\ntrue\n```\n")

    def test_an_empty_page(self) -> None:
        self.fails("no command found", "Text\n```\nls\n```\n")


if __name__ == "__main__":
    unittest.main()
