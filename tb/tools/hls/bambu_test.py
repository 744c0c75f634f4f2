# SPDX-License-Identifier: Apache-2.0
"""The driver of Bambu with Bambu itself, where it is in PATH or below HLS_TOOLS_DIR: two small units, pins of exactly
their widths, and a fault.

warp_gate in its plain top, golden_queue in straight-line code. Needs the vectors of both and the top of
warp_gate in $BUILD (make hls-bambu writes them). Each run of the tool has BAMBU_LIMIT_S seconds.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from scripts.hls import bambu, find, styles
from scripts.hls.job import Job
from tb.tools.hls.rig import CYCLES, WRONG, Rig

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIMIT_S = os.environ.get("BAMBU_LIMIT_S", "300")

CALLS = """\
#include <stdbool.h>
#include <stdint.h>
void lost_value(bool rst, bool miss, uint8_t ready, bool *out);
int main(void) {
    for (unsigned call = 0; call < 8; call++) {
        bool out = false;
        lost_value(call == 0, call >= 2, call & 1, &out);
    }
    return 0;
}
"""


def prefix() -> dict[str, str]:
    """What the scripts that Bambu writes put before /opt/panda, where it was built; its launcher sets the same."""
    root = pathlib.Path(find.executable(bambu.EXECUTABLES) or "").resolve().parents[1]
    return {"APPDIR": str(root / ".app")} if (root / ".app").is_dir() else {}


class WarpGate(Rig):
    unit = "warp_gate"
    tools = os.environ.get("HLS_TOOLS_DIR", "")

    def test_it_passes_and_a_wrong_gate_fails(self) -> None:
        code, text, errors = self.hls("--timeout", LIMIT_S, "run", "bambu", self.unit)
        self.assertEqual(code, 0, errors + text)
        row, = self.table()
        self.assertEqual((row["cosim"], row["style"]), ("pass", "scalar"))
        self.assertLessEqual(row["latency_max"], 4)
        self.assertGreaterEqual(row["area"]["FF"], 3 * 64)  # the state of the contract
        self.a_wrong_gate_fails(self.build / f"hls/bambu/{self.unit}-scalar")

    def a_wrong_gate_fails(self, work: pathlib.Path) -> None:
        """Simulates the Verilog again, with an AND that is an OR."""
        job = Job(unit=self.unit, style="struct", top=f"{self.unit}_top", sizes=(), sources=[], includes=[],
                  testbench=self.build, cycles=CYCLES, work=work, clock_ns=5, device=None, timeout_s=0)
        verilog = work / f"{self.unit}_top.v"
        text = verilog.read_text()
        self.assertEqual(text.count("assign out1 = in1 & in2;"), 1)
        verilog.write_text(text.replace("assign out1 = in1 & in2;", "assign out1 = in1 | in2;"))
        (work / bambu.LOG).unlink()  # what it says next is of this simulation
        done = subprocess.run(["bash", f"simulate_{self.unit}_top.sh"], cwd=work, capture_output=True, text=True,
                              check=False, timeout=float(LIMIT_S), env=os.environ | prefix())
        self.assertRegex(bambu.verdict(job, done.stdout + (work / "bambu.log").read_text()),
                         "^fail: .*mismatch with respect to gold reference")  # Bambu runs the C beside it

    def test_a_wrong_expectation_fails(self) -> None:
        self.spoil_a_vector()
        self.fails(f"(fail: MISMATCH {self.unit}, cycle {WRONG}: enable is 0x", "--timeout", LIMIT_S, "run", "bambu",
                   self.unit)


class GoldenQueue(Rig):
    unit = "golden_queue"
    tools = os.environ.get("HLS_TOOLS_DIR", "")

    def test_straight_line_code_takes_few_cycles(self) -> None:
        """With its state in one memory a call of golden_queue takes 24 cycles; nothing waits for a port here."""
        code, text, errors = self.hls("--timeout", LIMIT_S, "run", "bambu", self.unit)
        self.assertEqual(code, 0, errors + text)
        row, = self.table()
        self.assertEqual((row["cosim"], row["style"]), ("pass", "scalar"))
        self.assertLessEqual(row["latency_max"], 4)
        self.reset_is_not_rst(self.build / f"hls/bambu/{self.unit}-scalar")

    def reset_is_not_rst(self, work: pathlib.Path) -> None:
        """What an integrator must know (docs/reference/hls.md): the tool's `reset` leaves the statics as they are."""
        subprocess.run(["verilator", "--cc", "--exe", "--build", "-Wno-fatal", "-Wno-lint", "-CFLAGS", "-O0", "--Mdir",
                        "reset", "--top-module", f"{self.unit}_top", f"{self.unit}_top.v",
                        str(ROOT / "tb/tools/hls/bambu_reset.cpp")], cwd=work, capture_output=True, check=True,
                       timeout=float(LIMIT_S))
        done = subprocess.run([f"reset/V{self.unit}_top"], cwd=work, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.splitlines(),
                         ["held 2", "reset between calls 2", "reset in a call 2", "rst 0"])


class ExactPins(Rig):
    unit = "golden_queue"
    tools = os.environ.get("HLS_TOOLS_DIR", "")

    def exact(self, source: pathlib.Path) -> pathlib.Path:
        path = source.with_suffix(".cpp")
        path.write_text(f'#define GMMU_TYPES_AP\n#include "{source}"\n')
        return path

    def test_pins_have_their_widths_and_the_module_its_name(self) -> None:
        """With ap_uint at the top: 9 bits are 9 wires where the C has uint16_t."""
        self.assertEqual(self.hls("testbench", self.unit)[0], 0)
        work = self.build / "exact"
        work.mkdir()
        source, = styles.sources("scalar", self.unit, ROOT, self.build)
        job = Job(unit=self.unit, style="scalar", top=f"{self.unit}_top", sizes=(), sources=[self.exact(source)],
                  includes=[ROOT / "hls/common"], testbench=self.exact(self.build / f"hls/testbench/{self.unit}.c"),
                  cycles=CYCLES, work=work, clock_ns=5, device=None, timeout_s=float(LIMIT_S))
        result = bambu.synthesize(job, find.executable(bambu.EXECUTABLES) or "")
        self.assertEqual(result.cosim, "pass")
        module = (work / f"{self.unit}_top.v").read_text().rsplit(f"\nmodule {self.unit}_top(", 1)[1]
        for pin in ("input [8:0] push_id", "input [22:0] push_row", "output [4:0] level"):
            self.assertIn(f"  {pin};", module)


class LostValue(unittest.TestCase):
    """A fault of Bambu 2024.10, in the smallest C that shows it; the driver goes round it."""

    def made(self, work: pathlib.Path, *more: str) -> list[str]:
        """The registers that nothing feeds, in the Verilog of lost_value.c."""
        job = Job(unit="lost_value", style="struct", top="lost_value", sizes=(), includes=[], cycles=8, work=work,
                  sources=[ROOT / "tb/tools/hls/lost_value.c"], testbench=work / "calls.c", clock_ns=5, device=None,
                  timeout_s=float(LIMIT_S))
        job.testbench.write_text(CALLS)
        bambu.attempt(job, find.executable(bambu.EXECUTABLES) or "", *more)
        return bambu.lost_in(job)

    def test_a_value_is_lost_without_the_option_alone(self) -> None:
        for more, registers, gold in (((), ["reg_0"], True), ((bambu.WITHOUT_LUTS,), [], False)):
            with tempfile.TemporaryDirectory() as scratch:
                work = pathlib.Path(scratch)
                self.assertEqual(self.made(work, *more), registers)
                self.assertEqual(bool(bambu.FAILURE.search((work / bambu.LOG).read_text(errors="replace"))), gold)


if __name__ == "__main__":
    if not find.executable(bambu.EXECUTABLES):
        print("SKIP hls-bambu: bambu is neither in PATH nor below HLS_TOOLS_DIR, nor packed in ../shared/tools")
        sys.exit(0)
    unittest.main()
