# SPDX-License-Identifier: Apache-2.0
"""Does `make mutate` judge rightly? Planted mutants of golden_queue, and the makers of mutants on small texts.

    selftest.py BUILD        after `make build/lockstep/golden_queue/lockstep`
"""

import argparse
import random
import sys
import tempfile
import unittest
from pathlib import Path

from scripts.circuit.errors import ProofError
from scripts.mutate import c_source, mutate, netlist, report, rtl_source
from scripts.mutate.bench import Bench
from scripts.mutate.equivalence import Judge
from scripts.mutate.mutant import C, EQUIVALENT, RTL, SURVIVED, UNREACHABLE, Mutant, MutateError, apply
from scripts.mutate.promises import Promises

ROOT = Path(__file__).resolve().parents[3]
UNIT = "golden_queue"
FILES = {C: "hls/golden_queue/golden_queue.c", RTL: "rtl/golden_queue.sv"}
BUILD = Path("build")


def planted(kind: str, old: str, new: str) -> Mutant:
    text = (ROOT / FILES[kind]).read_text()
    assert text.count(old) == 1, f"{FILES[kind]}: '{old}' is there {text.count(old)} times; plant something else"
    start = text.index(old)
    return Mutant(kind, 1, FILES[kind], text.count("\n", 0, start) + 1, f"{old} becomes {new}",
                  start, start + len(old), new)


class BlindBench(Bench):
    """A bench that notices nothing, so that the proof has to judge."""

    def check_originals(self, kinds: set[str]) -> None:
        pass

    def kill(self, mutant: Mutant, work: Path) -> str | None:
        return None


class Verdicts(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.work = Path(self._folder.name)
        self.addCleanup(self._folder.cleanup)

    def proof(self, mutant: Mutant, *defines: str) -> str:
        mutate.judge_all([mutant], self.work, BlindBench(UNIT, ROOT, BUILD, "clang-19"),
                         Judge(UNIT, ROOT, self.work, list(defines), 120, [mutant]), False)
        return mutant.verdict

    def test_equivalent(self) -> None:
        self.assertEqual(self.proof(planted(RTL, "count != '0", "count > '0")), EQUIVALENT)
        self.assertEqual(self.proof(planted(C, "s->count != 0", "s->count > 0")), EQUIVALENT)

    def test_unreachable(self) -> None:
        """More than 16 entries are held in no state of the invariant."""
        self.assertEqual(self.proof(planted(RTL, "count < COUNT_W'(DEPTH)", "count != COUNT_W'(DEPTH)")), UNREACHABLE)
        self.assertEqual(self.proof(planted(C, "s->count < GMMU_GOLDEN_DEPTH", "s->count != GMMU_GOLDEN_DEPTH")),
                         UNREACHABLE)

    def test_full_size(self) -> None:
        """A size given for the netlist is none for sources: with 8 entries there would be no difference."""
        for mutant in (planted(RTL, "count != '0", "count != '0 && count != 12"),
                       planted(C, "s->count != 0", "s->count != 0 && s->count != 12")):
            self.assertEqual(self.proof(mutant, "GMMU_GOLDEN_DEPTH=8"), SURVIVED)

    def test_survivor(self) -> None:
        """A blind bench lets a real difference live: it must be reported, and must count against the unit."""
        for mutant in (planted(RTL, "push_valid && push_ready", "push_valid || push_ready"),
                       planted(C, "in->push_valid && out->push_ready", "in->push_valid || out->push_ready"),
                       planted(C, "s->rd = 0;", "s->rd = 1;")):
            self.assertEqual(self.proof(mutant), SURVIVED)
            summary = report.write(UNIT, [mutant], self.work, 0.0)
            self.assertEqual((summary["survived"], summary["score"]), (1, 0.0))
            self.assertTrue(report.one_line(summary).startswith("FAIL"))
            self.assertIn(mutant.place, (self.work / "report.txt").read_text())

    def test_bench_kills_and_passes(self) -> None:
        bench = Bench(UNIT, ROOT, BUILD, "clang-19")
        bench.check_originals({C})
        early = planted(C, "s->count < GMMU_GOLDEN_DEPTH", "s->count < 15")
        self.assertIn("push_ready", bench.kill(early, self.work) or "")
        self.assertTrue(early.calm)
        beyond = planted(C, "s->count < GMMU_GOLDEN_DEPTH", "s->count != GMMU_GOLDEN_DEPTH")
        self.assertIsNotNone(bench.kill(beyond, self.work))
        self.assertFalse(beyond.calm, "only a jump comes to more than 16 entries")
        outside = planted(C, "out->level = s->count;", "out->level = s->id[s->count + 20U];")
        self.assertIn("undefined", bench.kill(outside, self.work) or "")
        by_pointer = planted(C, "out->level = s->count;", "const volatile u1 pair[2] = {0, 0}, *at = pair; "
                             "out->level = s->count + at[s->count + 2U];")
        self.assertIn("undefined", bench.kill(by_pointer, self.work) or "", "a parameter that is an array")
        self.assertIsNone(bench.kill(planted(C, "s->count != 0", "s->count > 0"), self.work))

    def test_promises(self) -> None:
        """An error made in C and RTL alike: the claims alone must notice it, or say nothing where there is none."""
        claims = Promises(UNIT, ROOT, [], 120)
        self.assertEqual(claims.kill(planted(C, "s->count != 0", "s->count != 0 && s->count != 12"), self.work),
                         "property oldest")
        self.assertEqual(claims.kill(planted(C, "s->rd = 0;", "s->rd = 1;"), self.work), "invariant after reset")
        self.assertIsNone(claims.kill(planted(C, "s->count != 0", "s->count > 0"), self.work))

    def test_no_answer_is_no_kill(self) -> None:
        """A proof that runs out of time says nothing about the mutant."""
        with self.assertRaisesRegex(ProofError, "no answer"):
            Promises(UNIT, ROOT, [], 0).kill(planted(C, "s->count != 0", "s->count > 0"), self.work)

    def test_a_bad_description_is_no_kill(self) -> None:
        """A description that does not compile, or does not hold, is an error before any mutant is judged."""
        text = (ROOT / "tb" / "formal" / f"{UNIT}.c").read_text()
        broken = self.work / f"{UNIT}.c"
        broken.write_text(text + "static int unused(void) { return 0; }\n")
        with self.assertRaises(ProofError):
            Promises(UNIT, ROOT, [], 120, broken).check_original(self.work / "original")
        broken.write_text(text.replace("u1 golden_queue_inv(const golden_queue_state *s) {",
                                       "u1 golden_queue_inv(const golden_queue_state *s) {\n    if (s->count == 3)\n"
                                       "        return 0;"))
        with self.assertRaisesRegex(ProofError, "breaks a claim"):
            Promises(UNIT, ROOT, [], 120, broken).check_original(self.work / "original")

    def test_a_missing_promise(self) -> None:
        """Without the claim that speaks of it, an error goes unnoticed."""
        text = (ROOT / "tb" / "formal" / f"{UNIT}.c").read_text()
        begin = text.index("/* The head shown is the oldest request;")
        fewer = self.work / f"{UNIT}.c"
        fewer.write_text(text[:begin] + text[text.index("/* It takes requests exactly"):])
        early = planted(C, "s->count != 0", "s->count != 0 && s->count != 12")
        self.assertIsNone(Promises(UNIT, ROOT, [], 120, fewer).kill(early, self.work / "mutant"))

    def test_a_broken_original_is_an_error(self) -> None:
        bench = Bench(UNIT, ROOT, self.work, "clang-19")
        with self.assertRaises(MutateError):
            bench.check_originals({C})


class Makers(unittest.TestCase):
    def source(self, text: str, suffix: str = ".sv") -> Path:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / f"m{suffix}"
        path.write_text(text)
        return path

    def test_rtl(self) -> None:
        path = self.source("module m; assign y = a && {2{b[3:1]}} < 5'(N); always_ff @(posedge clk) if (!r) q <= d; "
                           "endmodule\n")
        found = rtl_source.candidates([path], path.parent)
        mutated = {apply(path.read_text(), m) for m in found}
        text = path.read_text()
        expected = {text.replace("&&", "||"), text.replace("< 5'", "<= 5'"), text.replace("< 5'", ">= 5'"),
                    text.replace("!r", "r"), text.replace("!r", "!(!r)"), text.replace("<= d", "<= q")}
        self.assertEqual(mutated, expected)  # and neither the range, nor the replication, nor the width

    def test_rtl_selection(self) -> None:
        path = self.source("module m; assign y = a && b; endmodule\n")
        found = mutate.choose(rtl_source.candidates([path], path.parent), 9, random.Random(1))
        self.assertEqual(rtl_source.selectable(path, path.parent, found),
                         "module m; assign y = (mutant_pkg::selected == 1) ? (a || b) : (a && b); endmodule\n")

    def test_rtl_control(self) -> None:
        """Every module of the RTL gets the input that selects a mutant, whatever its parameters are computed from."""
        for path in sorted((ROOT / "rtl").glob("*.sv")):
            text = rtl_source.with_control([path], ROOT, [], "selected", 8)
            self.assertEqual(text.count("input logic [7:0] selected, "), text.count("endmodule"), path)
        five = "module m #(\n    parameter int N = ((((((1))))))\n) (\n    input logic clk\n);\nendmodule\n"
        with self.assertRaises(MutateError):
            rtl_source.with_control([self.source(five)], Path("/"), [], "selected", 8)

    def test_rtl_outside_the_subset(self) -> None:
        with self.assertRaises(MutateError):
            rtl_source.candidates([self.source("assign y = \\escaped ;\n")], Path("/"))

    def test_c(self) -> None:
        found = c_source.candidates(UNIT, ROOT, "clang-19")
        texts = {(m.line, m.change.split(":")[0]) for m in found}
        text = (ROOT / FILES[C]).read_text()
        line = text[:text.index("GMMU_WRAP((uint32_t)s->wr + (uint32_t)push,")].count("\n") + 1
        for change in ("+ becomes -", "statement dropped"):
            self.assertIn((line, change), texts)  # inside a macro's arguments, too
        self.assertEqual(len({(m.file, m.start, m.end, m.text) for m in found}), len(found))
        self.assertEqual({m.file for m in found}, {FILES[C]})

    def test_c_leaves_sizes_alone(self) -> None:
        """A constant's name in the arguments of a macro: its number is in a #define."""
        path = self.source("#include <stdint.h>\n#define SIZE \\\n    13\n"
                           "#define INC(x, n) ((x) == (n) - 1 ? 0 : (x) + 1)\n"
                           "void count(unsigned *a) { *a = INC(*a, SIZE); *a = INC(*a, UINT16_MAX); "
                           "*a = INC(*a, 7); }\n", ".c")
        found = c_source.candidates("", path.parent, "clang-19", path)
        changes = {m.change.split(":")[0] for m in found if " becomes " in m.change}
        self.assertEqual(changes, {"7 becomes 8", "7 becomes 6"})
        self.assertEqual({m.line for m in found}, {5})

    def test_netlist(self) -> None:
        text = ("module m(clk, mutant_control, q);\n  input clk;\n  input [15:0] mutant_control;\n"
                "  wire [15:0] mutant_control;\n  reg [3:0] \\a[0] ;\n  reg [3:0] \\a[1] ;\n"
                "  assign q = \\a[1] [2];\n  n i (\n    .mutant_control(mutant_control),\n    .clk(clk)\n  );\n"
                "endmodule\n")
        out = netlist.for_bench(text)
        self.assertNotIn("input [15:0] mutant_control", out)
        self.assertNotIn(".mutant_control", out)
        self.assertIn("assign q = a[1][2];", out)
        self.assertRegex(out, r"reg \[3:0\] a \[0:1\]")


if __name__ == "__main__":
    sys.setrecursionlimit(100000)
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    BUILD = parser.parse_args().build
    unittest.main(argv=sys.argv[:1])
