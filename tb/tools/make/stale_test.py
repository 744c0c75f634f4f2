#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A build folder from before still builds: what depends on a moved file, or on a header, is made anew."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Objects of each kind that has dependencies from the compiler, and the file that lists them.
OBJECTS = ("units/golden_queue.o", "units/normal_queue.o", "unit/plain/lsu_test.o", "unit/san/golden_queue.o",
           "obj/models/sm/parts/lsu.o")


class Stale(unittest.TestCase):
    def plan(self, build: pathlib.Path, target: pathlib.Path, *more: str) -> subprocess.CompletedProcess[str]:
        return self.make(build, target, "-n", *more)

    def make(self, build: pathlib.Path, target: pathlib.Path, *more: str) -> subprocess.CompletedProcess[str]:
        # Not a child of the make that runs the tests: it would miss that one's job server, and say so.
        own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        return subprocess.run(["make", "--no-print-directory", f"BUILD={build}", *more, str(target)], cwd=ROOT,
                              capture_output=True, text=True, timeout=120, check=False, env=own)

    def test_moved_sources(self) -> None:
        for name in OBJECTS:
            with self.subTest(name), tempfile.TemporaryDirectory() as scratch:
                target = pathlib.Path(scratch, name)
                target.parent.mkdir(parents=True)
                target.touch()
                os.utime(target, (0, 0))  # older than its source, so that it has to be made
                gone = [f"{folder}/gone/gone.{end}" for folder in ("hls", "models", "tb") for end in ("c", "h")]
                lines = [f"{target}: {' '.join(gone)}"] + [f"{header}:" for header in gone if header.endswith("h")]
                target.with_suffix(".d").write_text("\n".join(lines) + "\n")
                made = self.plan(pathlib.Path(scratch), target)
                self.assertEqual((made.returncode, made.stderr), (0, ""))
                source = re.search(rf" -c (\S+) -o {re.escape(str(target))}$", made.stdout, re.MULTILINE)
                self.assertIsNotNone(source, made.stdout)
                assert source is not None
                self.assertTrue((ROOT / source[1]).exists(), source[1])

    def test_headers(self) -> None:
        """The header of a block includes those of its units."""
        for name in ("gen/gmmu_small.layout.json", "lockstep/gmmu_small/layout.json"):
            for header, made in (("hls/request_file/request_file.h", True), ("hls/common/gmmu_params.h", True),
                                 ("README.md", False)):
                with self.subTest(name, header=header), tempfile.TemporaryDirectory() as scratch:
                    target = pathlib.Path(scratch, name)
                    target.parent.mkdir(parents=True)
                    target.touch()
                    done = self.plan(pathlib.Path(scratch), target, "-W", header)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertEqual("unit_layout.py" in done.stdout, made)

    def test_commit(self) -> None:
        """Of the last change of the simulator's sources; the file that says it is as old as this commit."""
        sources = ["hls", "rtl", "models", "scripts/gen"]

        def git(*words: str) -> str:
            return subprocess.run(["git", *words, "--", *sources], cwd=ROOT, capture_output=True, text=True,
                                  check=True).stdout.strip()

        expected = "unknown"
        if (ROOT / ".git").exists():
            expected = git("log", "-1", "--format=%H") + ("-changed" if git("status", "--porcelain") else "")
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch, "commit")
            times = []
            for _ in range(2):
                done = self.make(pathlib.Path(scratch), file)
                self.assertEqual((done.returncode, file.read_text()), (0, expected + "\n"), done.stderr)
                times.append(file.stat().st_mtime_ns)
            self.assertEqual(*times)
            made = self.plan(pathlib.Path(scratch), pathlib.Path(scratch, "obj/models/config/version.o"))
            self.assertIn(f'-DGMMU_COMMIT=\'"{expected}"\'', made.stdout)


if __name__ == "__main__":
    unittest.main()
