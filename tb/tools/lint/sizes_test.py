# SPDX-License-Identifier: Apache-2.0
"""A size that a unit cannot have ends its build with the name of the size, in C and in RTL.

    sizes_test.py CC VERILATOR

What is tried follows from the sources: each parameter of a module that is a size of hls/common/gmmu_params.h,
and the same size in the header of the unit. Sizes are tried as 0 and 4095, widths as 0, sets, which may be empty,
as 1 and 4095, places, which may be 0, as 4095. The RTL is tried without 4095, but for places, because Verilator
unrolls the loops of that size before it comes to the checks. With GMMU_ONE_IN=3 a third of those of the RTL is
tried, drawn by GMMU_SEED.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import typing
import unittest

from tb.tools.test.one_in import drawn

ROOT = pathlib.Path(__file__).resolve().parents[3]
SETS = {"END_LISTENERS"}  # a bit for each member; the first listener is none
PARAMETER = re.compile(r"\bparameter\s+int\s+(\w+)\s*=\s*gmmu_pkg::GMMU_\1\b")


def modules() -> dict[str, list[str]]:
    found = {path.stem: PARAMETER.findall(path.read_text()) for path in sorted((ROOT / "rtl").glob("*.sv"))}
    return {name: sizes for name, sizes in found.items() if sizes}


def values(size: str, with_large: bool) -> list[int]:
    if size.endswith("_AT"):
        return [4095]
    return [1 if size in SETS else 0, *([4095] if with_large and not size.endswith("_W") else [])]


def trials(of_c: bool) -> list[tuple[str, str, int]]:
    """A circuit of two clocks has no C."""
    return [(module, size, value) for module, sizes in modules().items() if not of_c or (ROOT / "hls" / module).is_dir()
            for size in sizes for value in values(size, of_c)]


class Sizes(unittest.TestCase):
    cc = verilator = ""

    def c_says(self, module: str, size: str, value: int) -> str:
        folders = [f"-I{path.parent}" for path in sorted(ROOT.glob("hls/*/*.h"))]
        return self.run_tool([self.cc, "-std=c11", f"-DGMMU_{size}={value}", *folders, "-fsyntax-only", "-x", "c",
                              f"hls/{module}/{module}.h"])

    def rtl_says(self, module: str, size: str, value: int) -> str:
        return self.run_tool([self.verilator, "--lint-only", f"-G{size}={value}", "-Irtl", "--top-module", module,
                              "rtl/gmmu_pkg.sv", f"rtl/{module}.sv"])

    @staticmethod
    def run_tool(command: list[str]) -> str:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else done.stdout + done.stderr

    def check(self, says: typing.Callable[[str, str, int], str], tried: list[tuple[str, str, int]],
              prefix: str) -> None:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda trial: says(*trial), tried))
        for (module, size, value), answer in zip(tried, answers):
            with self.subTest(module=module, size=size, value=value):
                said = [line for line in answer.splitlines() if re.search(rf"\b{prefix}{size}\b", line)]
                self.assertTrue(any(" must " in line for line in said), answer)

    def test_there_are_sizes(self) -> None:
        self.assertIn("REQUEST_W", modules()["golden_queue"])
        self.assertIn("NUM_APPS", modules()["dram_arbiter"])

    def test_c(self) -> None:
        self.check(self.c_says, trials(True), "GMMU_")

    def test_rtl(self) -> None:
        self.check(self.rtl_says, drawn(trials(False)), "")


if __name__ == "__main__":
    Sizes.cc, Sizes.verilator = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
