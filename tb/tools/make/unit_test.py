#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""UNIT= and MATCH= select units and steps. What selects none is an error: a check of nothing must not pass; and what
is not selected is not built."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def plan(*args: str, run: bool = False) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "UNIT"))}
    return subprocess.run(["make", "--no-print-directory", *([] if run else ["-n"]), *args], cwd=ROOT, text=True,
                          capture_output=True, timeout=120, check=False, env=own)


class Units(unittest.TestCase):
    def test_no_unit(self) -> None:
        for target in ("do-prove", "do-tb", "do-sva", "do-hls"):
            for name, expected in (("", "UNIT= is empty"), (" ", "UNIT= is empty"), ("abacus", "UNIT=abacus"),
                                   ("golden_queue abacus", "UNIT=abacus")):
                with self.subTest(target=target, name=name):
                    done = plan(target, f"UNIT={name}")
                    self.assertEqual(done.returncode, 2)
                    self.assertIn(f"{expected}: expected all, or names of address_hash ", done.stderr)

    def test_near_name(self) -> None:
        self.assertRegex(plan("do-tb", "UNIT=warpgate").stderr, "; did you mean 'warp_gate'[?]")
        self.assertNotIn("did you mean", plan("do-tb", "UNIT=xyzzy").stderr)

    def test_block_in_a_tool(self) -> None:
        """Before the tool is looked for."""
        for block in ("gmmu", "dram_scheduler_small"):
            done = plan("do-hls", f"UNIT={block}", "TOOL=bambu", run=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(f"UNIT={block}: expected units, not a block: a tool gets its units one by one, ", done.stderr)
        self.assertIn(" token_controller", plan("do-hls", "UNIT=gmmu", "TOOL=bambu", run=True).stderr)

    def test_units(self) -> None:
        self.assertIn("prove_unit.py golden_queue ", plan("do-prove", "UNIT=golden_queue").stdout)
        both = plan("do-prove", "UNIT=frfcfs_queue").stdout  # a unit that has configurations of other names
        self.assertTrue("prove_unit.py silver_queue " in both and "prove_unit.py normal_queue " in both)

    def test_replay(self) -> None:
        for args in (["TRACE=x"], ["UNIT=golden_queue"], ["UNIT=frfcfs_queue", "TRACE=x", "RTL=x.sv"]):
            with self.subTest(args):
                done = plan("replay", *args)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn("expected TRACE=file and as UNIT one of ", done.stderr)
        with tempfile.NamedTemporaryFile(suffix=".sv") as rtl:  # a file has any name
            done = plan("replay", "UNIT=golden_queue", "TRACE=x", f"RTL={rtl.name}")
            self.assertIn("--replay 'x'", done.stdout)
            self.assertRegex(done.stdout, f"verilator.* -Wno-DECLFILENAME .*{rtl.name}")

    def test_no_tool(self) -> None:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        done = subprocess.run(["make", "-s", "hls-check-tool", "UNIT=warp_gate", "TOOL="], cwd=ROOT, text=True,
                              capture_output=True, timeout=120, check=False, env=own)
        self.assertEqual(done.returncode, 2)
        self.assertIn("hls: UNIT=warp_gate: TOOL= is empty, expected bambu, vitis, catapult", done.stderr)

    def test_match_builds_what_it_runs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            build = f"BUILD={folder}/build"
            done = plan("do-test", build, "MATCH=^lint-tree$", run=True)
            self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "1 passed, 0 failed, 0 skipped"))
            self.assertEqual(list(pathlib.Path(folder).rglob("*.o")), [])
            compiled = set(re.findall(r"-c (\S+)", plan("do-test", build, "MATCH=^plain-warp_gate_test$").stdout))
            self.assertLessEqual({"tb/unit/warp_gate_test.c", "hls/warp_gate/warp_gate.c"}, compiled)
            self.assertEqual([path for path in compiled if path.startswith(("models/", "tb/chip", "tb/systemc"))], [])
            # Several steps make the bench of a unit: it is there before any of them runs, as all else is.
            self.assertIn("models/chip/gpu.c", plan("do-test", build, "MATCH=^(lockstep|icarus)-warp_gate$").stdout)
            self.assertNotEqual(plan("do-test", build, "MATCH=^no-such-step$", run=True).returncode, 0)


if __name__ == "__main__":
    unittest.main()
