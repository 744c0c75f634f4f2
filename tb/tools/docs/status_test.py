#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The table of units follows its sources: one that differs is found, and one that lacks a unit is an error."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOOL = ROOT / "scripts/docs/status.py"
# Files that the tool reads; of hls/ only what configs.py asks for.
READ = ["README.md", "docs/reference/status.md", "docs/reference/units/README.md", "docs/reports/verification.md",
        "docs/reports/area.md", "docs/reports/hls.md",
        "scripts/make/test.mk", "scripts/make/formal.mk", "scripts/docs/chips.txt", "scripts/docs/times.txt",
        *(str(path.relative_to(ROOT)) for name in ("configs", "units") for path in ROOT.glob(f"hls/*/{name}"))]


class Status(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name)
        for folder in (ROOT / "hls").iterdir():
            (self.root / "hls" / folder.name).mkdir(parents=True)
        for name in READ:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)

    def run_tool(self, *arguments: str) -> tuple[int, str]:
        done = subprocess.run([sys.executable, TOOL, "--root", str(self.root), *arguments], capture_output=True,
                              text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        self.assertIn(old, text)
        (self.root / name).write_text(text.replace(old, new), encoding="utf-8")

    def row(self, unit: str) -> list[str]:
        lines = (self.root / "README.md").read_text(encoding="utf-8").splitlines()
        return next(line for line in lines if line.startswith(f"| [{unit}]")).strip("| ").split(" | ")

    def renewed(self, unit: str) -> list[str]:
        """The row, after the check has found that it is not current."""
        self.assertEqual(self.run_tool("--check")[0], 1)
        self.assertEqual(self.run_tool(), (0, ""))
        self.assertEqual(self.run_tool("--check")[0], 0)
        return self.row(unit)

    def test_the_pages_are_current(self) -> None:
        self.assertEqual(self.run_tool("--check"), (0, "PASS status: README.md, docs/reference/status.md\n"))

    def test_a_cell_typed_by_hand_is_found(self) -> None:
        self.change("README.md", "| 2 040 |", "| 2 041 |")
        code, text = self.run_tool("--check")
        self.assertEqual(code, 1)
        self.assertIn("README.md: expected what make status writes", text)

    def test_each_source_is_read(self) -> None:
        self.change("docs/reports/area.md", "| warp_gate | 192 | 1 326 | 48 968 | 38 | 2 040 |",
                    "| warp_gate | 192 | 1 326 | 48 968 | 38 | 2 099 |")
        self.assertEqual(self.renewed("warp_gate")[6], "2 099")
        self.change("docs/reports/hls.md", "| golden_queue | bambu, scalar |",
                    "| golden_bank_queue | bambu, scalar |")
        self.assertIn("bambu", self.renewed("golden_bank_queue")[5])
        self.change("docs/reports/verification.md", "| warp_gate | 64 warps |", "| warp_gate | 65 warps |")
        self.assertEqual(self.renewed("warp_gate")[2], "65 warps")
        self.change("docs/reports/verification.md", "| page_coalescer | 97.7 (100.0) |",
                    "| page_coalescer | 97.8 (100.0) |")
        self.assertEqual(self.renewed("page_coalescer")[3], "97.8")

    def test_the_minutes_are_begun_ones(self) -> None:
        (self.root / "scripts/docs/times.txt").write_text("rtl: 61\n", encoding="utf-8")
        self.assertEqual(self.run_tool(), (0, ""))
        lines = (self.root / "README.md").read_text(encoding="utf-8").splitlines()
        self.assertIn("(docs/guide/rtl.md) | 2 |", next(line for line in lines if "| `make tb " in line))

    def test_the_stage_is_that_of_the_evidence(self) -> None:
        self.assertEqual(self.row("warp_gate")[8], "synthesized")
        self.change("scripts/docs/chips.txt", "warp_gate: tanasic tanasic5", "warp_gate:")
        self.assertEqual(self.renewed("warp_gate")[8], "proved")
        self.change("docs/reports/verification.md", "| warp_gate | 64 warps | 1 | the same |\n", "")
        self.assertEqual(self.renewed("warp_gate")[8], "checked")

    def fails(self, says: str) -> None:
        code, text = self.run_tool("--check")
        self.assertEqual((code, text.count("\n")), (2, 1), text)
        self.assertIn(says, text)

    def test_a_unit_without_a_row(self) -> None:
        (self.root / "hls/new_unit").mkdir()
        self.fails("docs/reference/units/README.md: expected one row for each of hls/: new_unit")

    def test_the_lists_of_proofs_disagree(self) -> None:
        self.change("docs/reports/verification.md", "| 128 entries, C = RTL without claims |", "| 128 entries |")
        self.fails("PROVE_IN_PARTS")

    def test_a_table_is_gone(self) -> None:
        self.change("docs/reports/hls.md", "| cycles per call, min…max |", "| cycles |")
        self.fails("docs/reports/hls.md: no table with the columns unit, way, cycles per call, min…max")

    def test_the_marks_are_gone(self) -> None:
        self.change("docs/reference/status.md", "<!-- end stages: written by make status -->\n", "")
        self.fails("docs/reference/status.md: expected one line '<!-- begin stages")


if __name__ == "__main__":
    unittest.main()
