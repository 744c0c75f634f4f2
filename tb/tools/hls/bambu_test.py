#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The driver of Bambu with Bambu itself, where it is in PATH or below HLS_TOOLS_DIR: warp_gate.

Needs the vectors and the top of warp_gate in $BUILD (make hls-bambu writes them).
"""

import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]

from hls import bambu, find  # noqa: E402  (after the path is set)
from hls.job import Job  # noqa: E402
from tb.tools.hls.rig import CYCLES, WRONG, Rig  # noqa: E402

UNIT = "warp_gate"
LIMIT_S = "300"


class RealBambu(Rig):
    unit = UNIT
    tools = os.environ.get("HLS_TOOLS_DIR", "")

    def test_a_unit_passes(self) -> None:
        code, text, errors = self.hls("--timeout", LIMIT_S, "run", "bambu", UNIT)
        self.assertEqual(code, 0, errors + text)
        row, = self.table()
        self.assertEqual(row["cosim"], "pass")
        self.assertGreater(row["latency"], 0)
        self.assertGreaterEqual(row["area"]["FF"], 3 * 64)  # the state of the contract
        self.a_wrong_gate_fails(self.build / f"hls/bambu/{UNIT}")

    def a_wrong_gate_fails(self, work: pathlib.Path) -> None:
        """Simulates the Verilog again, with an AND that is an OR."""
        job = Job(unit=UNIT, top=f"{UNIT}_top", sizes=(), sources=[], includes=[], testbench=self.build, cycles=CYCLES,
                  work=work, clock_ns=5, device=None, timeout_s=0)
        verilog = work / f"{UNIT}_top.v"
        text = verilog.read_text()
        self.assertEqual(text.count("assign out1 = in1 & in2;"), 1)
        verilog.write_text(text.replace("assign out1 = in1 & in2;", "assign out1 = in1 | in2;"))
        done = subprocess.run(["bash", f"simulate_{UNIT}_top.sh"], cwd=work, capture_output=True, text=True,
                              check=False, timeout=float(LIMIT_S))
        self.assertRegex(bambu.verdict(job, done.stdout + (work / "bambu.log").read_text()),
                         "^fail: .*mismatch with respect to gold reference")  # Bambu runs the C beside it

    def test_a_wrong_expectation_fails(self) -> None:
        self.spoil_a_vector()
        self.fails(f"(fail: MISMATCH {UNIT}, cycle {WRONG}: enable is 0x", "--timeout", LIMIT_S, "run", "bambu", UNIT)


if __name__ == "__main__":
    if not find.executable(bambu.EXECUTABLES):
        print("SKIP hls-bambu: bambu is neither in PATH nor below HLS_TOOLS_DIR")
        sys.exit(0)
    unittest.main()
