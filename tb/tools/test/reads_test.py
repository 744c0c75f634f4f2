# SPDX-License-Identifier: Apache-2.0
"""Traces one step of each kind that scripts/test/reads.txt names, and looks for a source that its row does not have.

usage: python3 -m tb.tools.test.reads_test

Every step makes what it needs from nothing, in a folder of its own, so that it reads all that it depends on. strace
says which files it and its children open. Nothing of the tree is judged by its name: a file counts when it lies in one
of the folders of sources.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from scripts.test.kept import ROOT, SOURCES, Reads, read_table
from scripts.test.unit_files import UnitFiles

# By kind: the smallest step of it.
STEPS = {
    "prove": "prove-warp_gate",
    "certified": "prove-certified-warp_gate",
    "slang": "prove-slang-warp_gate",
    "vacuity": "vacuity-warp_gate",
    "promises": "promises-warp_gate N=2 SEED=1",
    "mutate": "mutate-warp_gate N=2 SEED=1",
    "sva": "do-sva UNIT=warp_gate CYCLES=2000",
    "netlist": "netlist-warp_gate",
    "tb": "tb-warp_gate CYCLES=2000",
    "icarus": "icarus-warp_gate",
    "rtl": "rtl-from-c-warp_gate",
    "hls": "hls-styles-warp_gate",
}
# Of units that name others: a block, one with assertions about another, one whose C calls another's.
MORE = {"gmmu_small": "tb-gmmu_small CYCLES=300 BINS=0", "dcr_bridge": "prove-dcr_bridge",
        "ptb_queue": "tb-ptb_queue CYCLES=2000 BINS=0", "page_walker": "vacuity-page_walker",
        "frfcfs_queue": "prove-golden_bank_queue-FRFCFS_DEPTH_8"}
OPENED = re.compile(r" = \d+<(/[^>]+)>$")


def files_opened(trace: pathlib.Path) -> set[str]:
    """Sources below ROOT; of a module that Python has compiled before, the source."""
    found = set()
    for line in trace.read_text(errors="replace").splitlines():
        opened = OPENED.search(line)
        path = pathlib.Path(opened[1]) if opened else ROOT
        if path.parent.name == "__pycache__":
            path = path.parent.parent / (path.name.partition(".")[0] + ".py")
        if path.is_relative_to(ROOT) and path.is_file() and path.relative_to(ROOT).parts[0] in SOURCES:
            found.add(str(path.relative_to(ROOT)))
    return found


def of_other_units(opened: set[str], foreign: frozenset[str]) -> list[str]:
    """But for the sizes and the wiring of all units, which make reads whatever it makes."""
    return sorted(file for file in opened & foreign if pathlib.Path(file).name not in ("configs", "units"))


class Traced(unittest.TestCase):
    def opened_by(self, command: str) -> set[str] | None:
        """None: the step has no tool here, and says so."""
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder) / "trace"
            done = subprocess.run(["strace", "-f", "-y", "--seccomp-bpf", "-qq", "-e", "trace=open,openat", "-o", trace,
                                   "make", "-s", f"BUILD={folder}/build", *command.split()],
                                  cwd=ROOT, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return None if done.stdout.startswith("SKIP") else files_opened(trace)

    def test_no_step_reads_more_than_its_row_has(self) -> None:
        table, foreign = read_table(), UnitFiles(ROOT).foreign("warp_gate")
        self.assertLessEqual(set(STEPS), set(table), "a step that no row is for")
        for kind, command in STEPS.items():
            with self.subTest(kind=kind):
                opened = self.opened_by(command)
                if opened is None:
                    continue
                self.assertIn("hls/warp_gate/warp_gate.c", opened)
                beyond = {file for file in opened if not table[kind].covers(file)}
                # make reads all of its files, whatever it makes.
                self.assertEqual(sorted(file for file in beyond if not file.startswith("scripts/make/")), [])
                if not table[kind].all_units:
                    self.assertEqual(of_other_units(opened, foreign), [])

    def test_no_step_reads_files_of_a_unit_that_its_unit_does_not_name(self) -> None:
        for unit, command in MORE.items():
            with self.subTest(unit=unit):
                foreign = UnitFiles(ROOT).foreign(unit)
                self.assertIn("hls/warp_gate/warp_gate.c", foreign)
                opened = self.opened_by(command)
                self.assertEqual(of_other_units(opened or set(), foreign), [])

    def test_every_row_has_a_step_here_and_is_of_sources(self) -> None:
        for kind, reads in read_table().items():
            self.assertIn(kind, STEPS)
            for path in reads.paths + reads.without:
                self.assertTrue((ROOT / path).exists(), path)

    def test_a_kind_reads_what_its_own_row_names(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "reads.txt"
            table.write_text("every: scripts/make -scripts/make/sva.mk\nsva: scripts/make/sva.mk\ntb: hls\n")
            self.assertEqual({kind: reads.covers("scripts/make/sva.mk") for kind, reads in read_table(table).items()},
                             {"sva": True, "tb": False})

    def test_a_row_covers_folders_and_not_names_that_begin_alike(self) -> None:
        reads = Reads(("hls", "scripts/make"), ("scripts/make/test.mk",))
        self.assertTrue(reads.covers("hls/unit/unit.c") and reads.covers("scripts/make/hls.mk"))
        self.assertFalse(reads.covers("hls2/unit.c") or reads.covers("scripts/make/test.mk"))


if __name__ == "__main__":
    if subprocess.run(["sh", "-c", "command -v strace"], capture_output=True, check=False).returncode != 0:
        print("SKIP reads_test: strace is not installed; run scripts/bootstrap.sh")
        sys.exit(0)
    unittest.main()
