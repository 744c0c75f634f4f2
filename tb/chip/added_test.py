#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A policy added as docs/guide/extending.md says, a file and a line, is known everywhere, and few objects are made.

Policies are added to a copy of the simulator. Nothing else is edited, and what make would compile again, by the
dependencies that the compiler wrote, is compiled and nothing else. DRAM schedulers: `plain` declares no units, `gold`
declares golden_queue. Fill rules: `alike` has the functions of the tokens, `own` none that the block gmmu
has. Bypass rules: `picky` refuses a design. Set indices: `thirds` takes any number of sets.

usage: added_test.py COMPILER LINKER OBJECTS FOLDER    commands with their options; where objects and dependencies are
"""

import dataclasses
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
FOLDER = pathlib.Path()
MOST_OBJECTS = 10  # that are compiled for a new policy, its own included
QUEUES = {"dram_arbiter", "golden_queue", "normal_queue", "silver_queue"}
RUN = ["--app", "kernel:gups,size=256K,updates=500", "--design", "sharedtlb", "--no-alone", "--quiet"]


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of policy: where its table is, and a policy to copy. `more` goes into each copy's struct, or is a file."""

    field: str
    type: str
    table: str
    source: str
    copied: str
    more: dict[str, str]

    def longer_table(self) -> str:
        text = (ROOT / self.table).read_text(encoding="utf-8")
        rows = "".join(f" ROW({self.type}, {name})" for name in self.more)
        return replaced(rf"(ROW\({self.type}, {self.copied}\))", rf"\1{rows}", text)

    def copy(self, name: str) -> str:
        if self.more[name].startswith("#"):
            return self.more[name]
        text = (ROOT / self.source).read_text(encoding="utf-8")
        text = replaced(rf'(\.row = {{)"{self.copied}"', rf'{self.more[name]}\1"{name}"', text)
        return replaced(rf"\b({self.type}_){self.copied} =", rf"\g<1>{name} =", text)


THIRDS = """#include "config/tlb_policy.h"

static uint32_t tlb_set_thirds(uint64_t number, uint32_t sets) {
    return (uint32_t)(number / 3 % sets);
}

const tlb_index tlb_index_thirds = {.row = {"thirds", "three entries a set"}, .any_sets = true, .set = tlb_set_thirds};
"""
OWN = """#include "mmu/fill_rules.h"

const fill_rules fill_rules_own = {.row = {"own", "every walk, by rules that the block gmmu lacks"}};
"""
PICKY = """#include <stdio.h>

#include "mem/bypass_rules.h"

static bypass_choice choose_nothing(const gpu_config *config) {
    return (bypass_choice){.skips = config->design.bypass_skips};
}

static bool last_is_not_1(const design_config *d, char *err, size_t size) {
    if (d->bypass_last != 1)
        return true;
    (void)snprintf(err, size, "design.bypass_last: 1: expected another level");
    return false;
}

const bypass_rule bypass_rule_picky = {
    .row = {"picky", "no read"}, .choice = choose_nothing, .possible = last_is_not_1};
"""
KINDS = [
    Kind("design.dram_scheduler", "dram_scheduler", "models/mem/dram_scheduler.c", "models/mem/sched_fcfs.c", "fcfs",
         {"plain": "", "gold": '.units = (const unit_need[]){{.unit = "golden_queue"}, {.unit = NULL}}, '}),
    Kind("design.tlb_fill", "fill_rules", "models/mmu/fill_rules.c", "models/mmu/fill_tokens.c", "tokens",
         {"alike": "", "own": OWN}),
    Kind("design.l2_bypass", "bypass_rule", "models/mem/bypass_rules.c", "", "static", {"picky": PICKY}),
    Kind("tlb.l2.index", "tlb_index", "models/mmu/tlb_policies.c", "", "modulo", {"thirds": THIRDS}),
]


def replaced(pattern: str, by: str, text: str) -> str:
    text, count = re.subn(pattern, by, text)
    assert count == 1, (pattern, count)
    return text


def dependents(source: str) -> set[str]:
    """The sources whose objects make compiles again when this file changes."""
    found = set()
    for rule in FOLDER.rglob("*.d"):
        target, _, files = rule.read_text(encoding="utf-8").replace("\\\n", " ").partition("\n")[0].partition(":")
        compiled = str(pathlib.Path(target).relative_to(FOLDER).with_suffix(".c"))
        if source in files.split() and (ROOT / compiled).exists():
            found.add(compiled)
    return found


def link(folder: pathlib.Path, sources: set[str], *more: str) -> None:
    """The simulator with these sources compiled again, in the folder, where those lie that are others there."""
    own = {}
    for source in sorted(sources):
        written = folder / source
        name = written.with_suffix(".o").name
        own[name] = str(folder / name)
        subprocess.run([COMPILER[0], f"-I{folder}/models", *COMPILER[1:], *more, "-c",
                        str(written if written.exists() else source), "-o", own[name]], cwd=ROOT, check=True)
    others = [word for word in OBJECTS if pathlib.Path(word).name not in own]
    subprocess.run([*LINKER, "-o", str(folder / "gmmu"), *own.values(), *others], cwd=ROOT, check=True)


class Added(unittest.TestCase):
    scratch: tempfile.TemporaryDirectory[str]
    dir: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.scratch.name)
        sources: set[str] = set()
        for kind in KINDS:
            cls.write(kind.table, kind.longer_table())
            sources |= dependents(kind.table)
            for name in kind.more:
                sources.add(f"models/{kind.type}_{name}.c")
                cls.write(f"models/{kind.type}_{name}.c", kind.copy(name))
        link(cls.dir, sources)

    @classmethod
    def write(cls, file: str, text: str) -> None:
        (cls.dir / file).parent.mkdir(parents=True, exist_ok=True)
        (cls.dir / file).write_text(text, encoding="utf-8")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.scratch.cleanup()

    def gmmu(self, *args: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([str(self.dir / "gmmu"), *args], capture_output=True, text=True, timeout=60, check=False)

    def test_few_objects(self) -> None:
        for kind in KINDS:
            with self.subTest(kind=kind.type):
                again = dependents(kind.table)
                self.assertIn(kind.table, again)
                self.assertLessEqual(1 + len(again), MOST_OBJECTS, sorted(again))

    def test_known(self) -> None:
        for kind in KINDS:
            for name in kind.more:
                with self.subTest(kind=kind.type, name=name):
                    done = self.gmmu("run", *RUN, "--json", "-", "--set", f"{kind.field}={name}")
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertEqual(json.loads(done.stdout)["changed"], {kind.field: name})
                    done = self.gmmu("run", *RUN, "--set", f"{kind.field}=none-of-them")
                    self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
                    self.assertRegex(done.stderr, rf"expected one of .*\b{name}\b")
                    self.assertRegex(self.gmmu("list").stdout, rf"(?m)^  {name} ")

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

    def test_fill_rules(self) -> None:
        """Rules by another name do the same, with the same units; the block gmmu has those that say so."""
        results = []
        in_block = [word.replace("sharedtlb", "gmmu") for word in RUN]
        for rules in ("tokens", "alike"):
            chosen = ["--set", f"design.tlb_fill={rules}"]
            units = {unit["unit"] for unit in json.loads(self.gmmu("show", "--units", *chosen).stdout)}
            self.assertLessEqual({"token_controller", "bypass_cache"}, units)
            results.append(json.loads(self.gmmu("run", *RUN, "--json", "-", *chosen).stdout)["event_hash"])
            results.append(json.loads(self.gmmu("run", *in_block, "--json", "-", *chosen).stdout)["event_hash"])
        done = self.gmmu("run", *in_block, "--set", "design.tlb_fill=own")
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected a design.tlb_fill that the block has", done.stderr)
        self.assertEqual(results[:2], results[2:])

    def test_bypass_rule(self) -> None:
        """What a rule cannot do, it says itself; others do not ask it."""
        levels = ["--set", "design.bypass_first=1", "--set", "design.bypass_last=1"]
        for rule, code in (("picky", 2), ("static", 0), ("none", 0)):
            done = self.gmmu("show", *levels, "--design", "sharedtlb", "--set", f"design.l2_bypass={rule}")
            self.assertEqual(done.returncode, code, rule)
            self.assertEqual("expected another level" in done.stderr, code == 2)

    def test_set_index(self) -> None:
        """What the index says of itself counts: a number of sets that is no power of two."""
        for index, code in (("low", 2), ("modulo", 0), ("thirds", 0)):
            sets = ["--set", "tlb.l2.entries=48", "--set", "tlb.l2.ways=16", "--set", f"tlb.l2.index={index}"]
            self.assertEqual(self.gmmu("run", *RUN, *sets).returncode, code, index)


def take_arguments() -> None:
    COMPILER[:], LINKER[:], OBJECTS[:] = (shlex.split(word) for word in sys.argv[1:4])
    global FOLDER
    FOLDER = pathlib.Path(sys.argv[4])


if __name__ == "__main__":
    take_arguments()
    unittest.main(argv=sys.argv[:1])
