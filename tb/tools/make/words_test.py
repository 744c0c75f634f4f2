#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What users give to make reaches the programs as one word, and what cannot be is said in one line at the start."""

import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
ODD = "/no where/it's \"odd\" & (new)"
# Target, variable, more of the command line; the program's word before it.
GIVEN = (("do-sweep", "FILE", (), "build/gmmu"), ("do-area", "LIBERTY", ("UNIT=golden_queue",), "--liberty"),
         ("netlist-equal-gmmu", "LIBERTY", (), "--liberty"), ("do-bench", "AGAINST", (), "scripts/same/reference.sh"),
         ("do-same", "AGAINST", (), "scripts/same/reference.sh"),
         ("do-sweep", "SWEEP_PROFILE", ("FILE=x",), "--profile"),
         ("do-reproduce-mask", "SWEEP_PROFILE", (), "--profile"), ("install-files", "PREFIX", (), "--prefix"),
         ("install-files", "DESTDIR", (), "--destdir"), ("replay", "TRACE", ("UNIT=golden_queue",), "--replay"))


class Words(unittest.TestCase):
    def make(self, *args: str, cwd: pathlib.Path = ROOT, how: str = "-n",
             **more: str) -> subprocess.CompletedProcess[str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        return subprocess.run(["make", "--no-print-directory", how, "-o", "build/gmmu", *args], cwd=cwd,
                              capture_output=True, text=True, timeout=120, check=False, env={**own, **more})

    def words(self, *args: str) -> list[str]:
        """Those of all commands, as a shell reads them; $(...) of one are words like others."""
        done = self.make(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        return shlex.split(done.stdout.replace("$(", " ").replace("\\\n", " "))

    def test_one_word(self) -> None:
        for target, variable, more, before in GIVEN:
            with self.subTest(target=target, variable=variable):
                words = self.words(target, f"{variable}={ODD}", *more)
                self.assertIn((before, ODD), list(zip(words, words[1:])))

    def test_what_cannot_be(self) -> None:
        for folder in ("a b", "it's", "a:b", "100%", "a;b"):
            done = self.make("do-gmmu", f"BUILD={folder}")
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(f"BUILD={folder}: expected a folder without spaces and marks", done.stderr)

    def test_what_is_no_number(self) -> None:
        for name, value in (("N", "x"), ("SEED", "-1"), ("HLS_CYCLES", "3e2"), ("JOBS", "two many")):
            done = self.make("do-mutate", "UNIT=golden_queue", f"{name}={value}")
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(f"{name}={value}: expected a whole number", done.stderr)

    def test_no_folder_for_temporary_files(self) -> None:
        for folder, why in (("/no/folder", "No such file or directory"), ("/dev/null", "Not a directory")):
            done = self.make("do-gmmu", TMPDIR=folder)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(f"TMPDIR={folder}: {why}: expected a folder for temporary files", done.stderr)

    def test_a_checkout_in_an_odd_folder(self) -> None:
        with tempfile.TemporaryDirectory(prefix="it's a $(folder) ") as scratch:
            tree = pathlib.Path(scratch, "tree")
            tree.mkdir()
            for name in ("Makefile", "scripts", "hls", "rtl", "models", "tb", "docs"):
                (tree / name).symlink_to(ROOT / name)
            done = self.make("do-gmmu", cwd=tree)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            verilated = "build/lockstep/warp_gate/verilated/Vunit__ALL.cpp"  # by a makefile of Verilator's
            done = self.make(verilated, cwd=tree, how="-s")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue((tree / verilated).exists())
            done = self.make("prove", "UNIT=warp_gate", cwd=tree)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn("make prove: expected a clone in a folder without spaces", done.stderr)


if __name__ == "__main__":
    unittest.main()
