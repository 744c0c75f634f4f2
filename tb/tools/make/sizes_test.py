# SPDX-License-Identifier: Apache-2.0
"""make tb UNIT=name X=n and its like: the unit is built, run, proved and mapped at that size, C and RTL alike; what is
no size of it, or no variable of the Makefile, is refused in one line with exit code 2.

usage: python3 -m tb.tools.make.sizes_test BUILD
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from scripts.circuit import configs

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else "build")
# Arguments of make, and what it says.
REFUSED = (
    (("do-tb", "UNIT=replay_queue", "REPLAY_DEPHT=32"), "REPLAY_DEPHT=32: expected a size of replay_queue "
     "(REPLAY_DEPTH, SM_WARPS, SEQ_W, PC_W, WARP_LANES), or a variable of the Makefile"),
    (("do-tb", "UNIT=replay_queue", "REPLAY_DEPTH=1"), "replay_queue-REPLAY_DEPTH_1: REPLAY_DEPTH must be 2 to 254"),
    (("do-tb", "UNIT=replay_queue", "REPLAY_DEPTH=many"), "REPLAY_DEPTH=many: expected a number"),
    (("do-tb", "UNIT=replay_queue", "REPLAY_DEPTH="), "REPLAY_DEPTH=: expected a number"),
    (("do-tb", "UNIT=warp_gate", "REPLAY_DEPTH=32"), "REPLAY_DEPTH=32: expected a size of warp_gate (SM_WARPS)"),
    (("do-prove", "UNIT=warp_gate golden_queue", "SM_WARPS=8"), "SM_WARPS=8: expected a size of golden_queue ("),
    (("do-prove", "UNIT=golden_queue", "GMMU_SM_WARPS=8"), "SM_WARPS=8: expected a size of golden_queue ("),
    (("do-tb", "UNIT=dram_arbiter", "NUM_BANKS=64"), "NUM_BANKS must be 2, 4, 8, 16 or 32"),
    (("nonsense",), "nonsense: expected a target of `make help`"),
    (("tets",), "tets: expected a target of `make help`; did you mean 'test'?"),
    (("do-area", "UNIT=bypass_cache", "BYPASS_ENTRIES=128"), "BYPASS_ENTRIES must be 4, 8, ... 64"),
    (("do-tb", "UNIT=sram_tlb", "TLB_SETS=8"), "sram_tlb-TLB_SETS_8: TLB_TAG_W must be "),  # not by itself
    (("do-tb", "UNIT=warp_gate", "CYCELS=10"), "CYCELS=10: expected a size of warp_gate (SM_WARPS), or a variable of"),
    (("do-tb", "UNTI=warp_gate"), "UNTI=warp_gate: expected a variable of the Makefile (make help), or with UNIT=name"),
    (("do-tb", "SM_WARPS=8"), "SM_WARPS=8: expected a variable of the Makefile (make help), or with UNIT=name"),
    (("do-tb", "UNIT=warp_gate-SM_WARPS_9"), "warp_gate-SM_WARPS_9: SM_WARPS must be 8, 16, 32 or 64"),
    (("prove-warp_gate-SM_WARPS_9",), "warp_gate-SM_WARPS_9: SM_WARPS must be 8, 16, 32 or 64"),
    (("power", "UNIT=warp_gate", "SM_WARPS=8"), "UNIT=warp_gate-SM_WARPS_8: expected one of tb prove "),
    (("tb", "lint", "UNIT=warp_gate", "SM_WARPS=8"), "UNIT=warp_gate-SM_WARPS_8: expected one of tb prove "),
    (("do-tb", "FST=x"), "FST=x: expected UNIT=name of one unit"),
    (("do-tb", "UNIT=frfcfs_queue", "FST=x"), "FST=x: expected UNIT=name of one unit"),
)
# Variables that are no sizes.
TAKEN = ("CYCLES=10", "SEED=2", "SEEDS=1", "BINS=50", "V=1", "DEBUG=1", "JOBS=2", "CC=gcc", "GMMU_SEED=3")


def make(*args: str, run: bool = False) -> "subprocess.CompletedProcess[str]":
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "GMMU", "SEED"))}
    return subprocess.run(["make", "--no-print-directory", *([] if run else ["-n"]), f"BUILD={BUILD}", *args],
                          cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1200,
                          check=False, env=own)


class Refused(unittest.TestCase):
    def test_refused(self) -> None:
        for args, says in REFUSED:
            with self.subTest(args=args):
                done = make(*args)
                self.assertEqual((done.returncode, done.stdout.count("\n")), (2, 1), done.stdout)
                self.assertIn(says, done.stdout)

    def test_taken(self) -> None:
        done = make("do-tb", "UNIT=warp_gate", *TAKEN)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("lockstep/warp_gate/lockstep ", done.stdout)

    def test_spelt_as_in_the_c(self) -> None:
        done = make("do-tb", "UNIT=warp_gate", "GMMU_SM_WARPS=8")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("lockstep/warp_gate-SM_WARPS_8/lockstep ", done.stdout)

    def test_export(self) -> None:
        """Of all units it says so; EXPORT= is where the folder comes."""
        self.assertRegex(make("do-export").stdout, r"^export: all \d+ units; UNIT=name exports one\n")
        done = make("do-export", "UNIT=warp_gate", "EXPORT=elsewhere")
        self.assertNotIn("export: all", done.stdout)
        self.assertIn("--to 'elsewhere'", done.stdout)

    def test_pages(self) -> None:
        """What the pages give to make is taken; PATH=VALUE stands inside of a value."""
        pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
        given = {name for page in pages for line in re.findall(r"\bmake [a-z][^\n`#]*", page.read_text())
                 for name in re.findall(r" ([A-Z][A-Z_]+)=", line)}
        sizes = {name for unit in configs.units() for name in configs.parameters(unit)}
        self.assertLess({"UNIT", "SEED", "LIBERTY", "TOOL", "AGAINST"}, given)
        done = make("do-format", *(f"{name}=1" for name in sorted(given - sizes - {"UNIT", "BUILD", "X", "PATH"})))
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_no_size_is_a_variable(self) -> None:
        """Else make would take it for itself."""
        for unit in configs.units() + configs.blocks():
            for name in configs.parameters(unit):
                found = [file.name for file in [ROOT / "Makefile", *(ROOT / "scripts/make").glob("*.mk")]
                         if re.search(rf"\$\({name}[:)]|(?<!\S){name}(?!\S)", file.read_text())]
                self.assertEqual(found, [], name)


class Benches(unittest.TestCase):
    def test_largest(self) -> None:
        """A bench compiles at the largest sizes, also where it has a bin for each bank or depth."""
        for unit, size in (("dram_arbiter", "NUM_BANKS=32"), ("frfcfs_queue", "NUM_BANKS=32"),
                           ("l2_bypass", "NUM_DEPTHS=16"), ("l2_bypass", "NUM_DEPTHS=2")):
            done = subprocess.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-DGMMU_{size}",
                                   "-Ihls/common", "-Imodels", "-Itb/lockstep", f"-Ihls/{unit}",
                                   f"tb/lockstep/{unit}.c"], cwd=ROOT, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)


class Sizes(unittest.TestCase):
    def folder(self, config: str) -> pathlib.Path:
        return ROOT / BUILD / "lockstep" / config

    def layout(self, config: str) -> dict[str, tuple[int, int]]:
        """Of the C, a port: width and elements."""
        read = json.loads((self.folder(config) / "layout.json").read_text())
        return {field["name"]: (field["width"], field["elements"]) for field in read["in"] + read["out"]}

    def rtl(self, config: str, port: str) -> str:
        """Of the Verilated RTL: the highest bit of a port."""
        text = (self.folder(config) / "verilated/Vunit.h").read_text()
        found = re.search(rf"VL_(?:IN|OUT)\w*\(&{port},(\d+),0", text)
        return found[1] if found else ""

    def test_bench_and_wave(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            wave = pathlib.Path(scratch, "new", "wave.fst")
            done = make("do-tb", "UNIT=warp_gate", "SM_WARPS=8", "CYCLES=20", f"FST={wave}", run=True)
            self.assertEqual(done.returncode, 0, done.stdout)  # so short that bins are missed
            self.assertIn("PASS lockstep warp_gate-SM_WARPS_8: seed 1, 1 x 20 cycles", done.stdout)
            self.assertGreater(wave.stat().st_size, 0)
        done = make("do-tb", "UNIT=warp_gate", "SM_WARPS=8", run=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"PASS lockstep warp_gate-SM_WARPS_8: .* (\d+) of \1 coverage bins")
        self.assertEqual(self.layout("warp_gate-SM_WARPS_8")["fetched"], (8, 0))
        self.assertEqual(self.rtl("warp_gate-SM_WARPS_8", "fetched"), "7")

    def test_bench_of_two_sizes(self) -> None:
        done = make("do-tb", "UNIT=golden_queue", "NUM_BANKS=4", "GOLDEN_DEPTH=8", run=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        name = "golden_queue-GOLDEN_DEPTH_8-NUM_BANKS_4"  # one name for one size
        self.assertRegex(done.stdout, rf"PASS lockstep {name}: .* (\d+) of \1 coverage bins")
        self.assertEqual(self.rtl(name, "push_bank"), "1")
        self.assertEqual(self.layout(name)["push_bank"][0], 2)

    def test_prove(self) -> None:
        done = make("do-prove", "UNIT=warp_gate", "SM_WARPS=8", run=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("PASS prove warp_gate-SM_WARPS_8 (", done.stdout)
        log = (ROOT / BUILD / "formal/warp_gate-SM_WARPS_8.log").read_text()
        if "unchanged since" not in log:
            self.assertIn("warp_gate-SM_WARPS_8: 24 state bits", log)

    def test_area(self) -> None:
        done = make("do-area", "UNIT=warp_gate", "SM_WARPS=8", run=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("warp_gate-SM_WARPS_8 ", done.stdout)
        self.assertIn("warp_gate-SM_WARPS_8", (ROOT / BUILD / "area/area-warp_gate-SM_WARPS_8.md").read_text())


if __name__ == "__main__":
    unittest.main()
