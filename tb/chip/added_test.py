#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A DRAM scheduler that is added as docs/extending.md says, a file and a line, has the units that it declares.

Two are added to a copy of the simulator: one that declares nothing, and one that declares golden_queue. Nothing
else is edited.

usage: added_test.py COMPILER LINKER OBJECTS    commands with their options
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER: list[str] = []
LINKER: list[str] = []
OBJECTS: list[str] = []
QUEUES = {"dram_arbiter", "golden_queue", "normal_queue", "silver_queue"}
# What reads the list of schedulers; all else sees enumerators that are as they were.
READ_THE_LIST = ("models/spec/config_fields.c", "models/spec/presets.c", "models/cli/list.c",
                 "models/mem/dram_scheduler.c")
RUN = ["--app", "kernel:gups,size=256K,updates=500", "--design", "sharedtlb", "--no-alone", "--quiet"]


class Added(unittest.TestCase):
    scratch: tempfile.TemporaryDirectory[str]
    dir: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.scratch.name)
        (cls.dir / "spec").mkdir()
        policies = (ROOT / "models/spec/policies.h").read_text(encoding="utf-8")
        longer, lists = re.subn(r"( LINE\(MASK_ROWS, mask_rows\).*)", r"\1 \\\n LINE(PLAIN, plain) LINE(GOLD, gold)",
                                policies)
        (cls.dir / "spec/policies.h").write_text(longer)
        fcfs = (ROOT / "models/mem/sched_fcfs.c").read_text(encoding="utf-8")
        needs = '    .units = (const unit_need[]){{.unit = "golden_queue"}, {.unit = NULL}},\n'
        for name, declared in (("plain", ""), ("gold", needs)):
            text, schedulers = re.subn(r"(const dram_scheduler dram_scheduler_)fcfs = \{\n.*",
                                       rf"\1{name} = {{\n{declared}" f'    .name = "{name}",', fcfs)
            assert lists == schedulers == 1
            (cls.dir / f"sched_{name}.c").write_text(text)
        own = {}
        for source in (*map(pathlib.Path, READ_THE_LIST), *cls.dir.glob("sched_*.c")):
            name = source.with_suffix(".o").name
            own[name] = str(cls.dir / name)
            subprocess.run([COMPILER[0], f"-I{cls.dir}", *COMPILER[1:], "-c", str(source), "-o", own[name]], cwd=ROOT,
                           check=True)
        others = [word for word in OBJECTS if pathlib.Path(word).name not in own]
        subprocess.run([*LINKER, "-o", str(cls.dir / "gmmu"), *own.values(), *others], cwd=ROOT, check=True)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.scratch.cleanup()

    def gmmu(self, *args: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([str(self.dir / "gmmu"), *args], capture_output=True, text=True, timeout=60, check=False)

    def test_units(self) -> None:
        declared: dict[str, set[str]] = {"plain": set(), "gold": {"golden_queue"}, "mask": QUEUES, "fcfs": set()}
        for scheduler, units in declared.items():
            with self.subTest(scheduler=scheduler):
                chosen = ["--set", f"design.dram_scheduler={scheduler}"]
                done = self.gmmu("show", "--units", *chosen)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual({unit["unit"] for unit in json.loads(done.stdout)} & QUEUES, units)
                self.assertEqual(self.gmmu("run", *RUN, *chosen).returncode, 0)
                for unit in QUEUES:
                    done = self.gmmu("run", *RUN, *chosen, "--rtl", unit)
                    self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
                    self.assertIn("in this build" if unit in units else "expected a unit that chip", done.stderr)


if __name__ == "__main__":
    COMPILER, LINKER, OBJECTS = (shlex.split(word) for word in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1])
