# SPDX-License-Identifier: Apache-2.0
"""Commands in Python that the pages give start as they stand there, at the root of the tree and without PYTHONPATH."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
MODULE = re.compile(r"python3 -m ((?:scripts|tb)\.[\w.]+)")
FILE = re.compile(r"^(?:python3 )?(?:scripts|tb)/\S+\.py\b.*", re.MULTILINE)


class ByHand(unittest.TestCase):
    def setUp(self) -> None:
        pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
        self.text = "\n".join(page.read_text(encoding="utf-8") for page in pages)

    def test_modules_are_found(self) -> None:
        modules = sorted(set(MODULE.findall(self.text)))
        self.assertGreater(len(modules), 5)
        own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run([sys.executable, "-c", "\n".join(f"import {name}" for name in modules)], cwd=ROOT,
                              env=own, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_no_file_is_run_by_its_name(self) -> None:
        self.assertEqual([line for fence in FENCE.findall(self.text) for line in FILE.findall(fence)], [])


if __name__ == "__main__":
    unittest.main()
