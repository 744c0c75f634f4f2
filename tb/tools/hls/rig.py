# SPDX-License-Identifier: Apache-2.0
"""What the tests of the HLS drivers share: a build folder with the vectors and the top of one unit."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
CYCLES = 100
WRONG = 50  # the cycle that spoil_a_vector() gives a wrong output


class Rig(unittest.TestCase):
    """Each test has a build folder of its own, and a folder in PATH for chosen tools."""

    unit = ""
    tools = ""  # HLS_TOOLS_DIR

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.build = pathlib.Path(scratch.name) / "build"
        self.bin = pathlib.Path(scratch.name) / "bin"
        self.bin.mkdir()
        for path in (f"lockstep/{self.unit}/layout.json", f"vectors/{self.unit}.txt", f"gen/{self.unit}_top.c"):
            (self.build / path).parent.mkdir(parents=True)
            shutil.copy(BUILD / path, self.build / path)

    def hls(self, *arguments: str, mode: str = "") -> tuple[int, str, str]:
        done = subprocess.run([sys.executable, str(ROOT / "scripts/hls/hls.py"), "--build", str(self.build),
                               "--cycles", str(CYCLES), *arguments], capture_output=True, text=True, check=False,
                              env=dict(os.environ, PATH=f"{self.bin}:{os.environ['PATH']}", FAKE_HLS=mode,
                                       HLS_TOOLS_DIR=self.tools))
        return done.returncode, done.stdout, done.stderr

    def table(self) -> list[dict]:
        return json.loads((self.build / "hls/hls.json").read_text())

    def fails(self, wanted: str, *arguments: str, mode: str = "") -> None:
        code, _, errors = self.hls(*arguments, mode=mode)
        self.assertEqual(code, 2, errors)
        self.assertEqual(errors.count("\n"), 1, errors)
        self.assertIn(wanted, errors)

    def spoil_a_vector(self) -> None:
        """One bit of the last output in one cycle is not what the C gives."""
        path = self.build / f"vectors/{self.unit}.txt"
        lines = path.read_text().splitlines()
        words = lines[WRONG].split()
        words[-1] = f"{int(words[-1], 16) ^ 1:x}"
        lines[WRONG] = " ".join(words)
        path.write_text("\n".join(lines) + "\n")
