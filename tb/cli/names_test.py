#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A name that is wrong by a letter or two is answered with the right one, wherever a user types it.

usage: names_test.py PATH/TO/gmmu
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

GMMU = ""
APP = ["--app", "kernel:gups,size=64K,updates=64"]
TANASIC = ["--chip", "tanasic"]
# What was typed, the name that is near, and the command.
NEAR = (
    ("commands", "run", ["rnu"]),
    ("commands", "classify", ["clasify"]),
    ("commands", "--version", ["-version"]),
    ("options", "--chip", ["run", "--chp", "mask"]),
    ("options", "--chip", ["run", "--chp=mask"]),
    ("options", "--chip", ["run", "-chip"]),
    ("options", "--design", ["show", "--desing", "mask"]),
    ("options", "--sizes", ["classify", "--sizs"]),
    ("options", "--process", ["share", "--prcoess", "lbm"]),
    ("options", "--noise", ["probe", "hash", "--nosie", "3"]),
    ("options", "--statistics", ["list", "--statistic"]),
    ("chips", "mask", ["show", "--chip", "maks"]),
    ("chips", "tanasic", ["run", *APP, "--chip", "Tanasic"]),
    ("designs", "mask", ["run", *APP, "--design", "msak"]),
    ("designs", "mask+rtl", ["run", *APP, "--design", "maks+rtl"]),
    ("designs", "mask+rtl", ["run", *APP, "--design", "mask+rlt"]),
    ("designs", "sharedtlb", ["compare", *APP, "--design", "shared-tlb"]),
    ("units", "golden_queue", ["run", *APP, "--rtl", "golden-queue"]),
    ("units", "l2_bypass", ["run", *APP, "--rtl", "golden_queue,l2_bypas"]),
    ("units", "all", ["run", *APP, "--rtl", "al"]),
    ("kernels", "gups", ["run", "--app", "kernel:gusp"]),
    ("kernels", "stencil3d", ["run", "--app", "kernel:stencil3D"]),
    ("kernels", "updates", ["run", "--app", "kernel:gups,update=64"]),
    ("kernels", "kernel:", ["run", "--app", "kernal:gups"]),
    ("kernels", "kernel:gups", ["run", "--app", "gups"]),
    ("kernels", "kernel:gups", ["run", "--app", "gusp,size=1M"]),
    ("kernels", "trace:", ["run", *APP, "--then", "traces:x"]),
    ("kernels", "ptx:", ["run", "--app", "ptz:a.ptx,launch=a.toml"]),
    ("kernels", "launch", ["run", "--app", "ptx:a.ptx,lanch=a.toml"]),
    ("fields", "tlb.l2.entries", ["show", "--set", "tlb.l2.entires=1K"]),
    ("fields", "tlb.l2.entries", ["show", "--set", "tlb.l2.entrie"]),
    ("fields", "schedule.pcie.lanes", ["share", "--process", "lbm", "--set", "schedule.pcie.lane=3"]),
    ("values of fields", "tokens", ["show", "--set", "design.tlb_fill=token"]),
    ("values of fields", "gddr5", ["show", "--set", "memory.kind=gdr5"]),
    ("values of fields", "neighbours", ["show", "--set", "sm.order=neighbors"]),
    ("values of fields", "true", ["show", "--set", "design.coalesce=tru"]),
    ("values of fields", "switch", ["run", *APP, "--preempt", "swich"]),
    ("policies", "round-robin", ["run", *APP, "--block-scheduler", "round_robin"]),
    ("policies", "static", ["run", *APP, "--scheduler", "statik"]),
    ("policies", "ppq-shared", ["share", "--process", "lbm", "--policy", "ppqshared"]),
    ("policies", "drain", ["share", "--process", "lbm", "--preempt", "drian"]),
    ("policies", "npq", ["share", "--process", "lbm", "--copies", "nqp"]),
    ("schemes", "wd-lastcheck", ["run", *APP, *TANASIC, "--exceptions", "wd-lastchek"]),
    ("schemes", "oplog:16K", ["run", *APP, *TANASIC, "--exceptions", "oplog:16"]),
    ("schemes", "migrate", ["run", *APP, *TANASIC, "--faults", "migrat"]),
    ("schemes", "nvlink", ["run", *APP, *TANASIC, "--link", "nvlnk"]),
    ("schemes", "ideal", ["run", *APP, *TANASIC, "--switch-blocks=idael"]),
    ("partitions", "sm+colour", ["run", *APP, "--partition", "2:sm+color"]),
    ("experiments", "tlb-boundary", ["probe", "tlb-boundry"]),
    ("experiments", "interference", ["probe", "interferance"]),
    ("workloads", "3DS", ["classify", "3sd"]),
    ("benchmarks", "lbm", ["share", "--process", "lmb"]),
)
FAR = (["fly"], ["x"], [""], ["probe", "colour"], ["run", "--paint"], ["run", "--"], ["show", "--chip", "abacus"],
       ["show", "--set", "x=1"], ["show", "--set", "="], ["show", "--set", "sm.count=many"],
       ["run", "--app", "kernel:"], ["classify", "doom"], ["share", "--process", "?"],
       ["run", *APP, "--rtl", ","], ["run", *APP, "--rtl", "flux"])
# A command with the place of one argument of any length.
LONG = (["{}"], ["list", "{}"], ["help", "{}"], ["rerun", "{}"], ["rerun", "a.json", "{}"], ["probe", "{}"],
        ["run", "--{}"], ["run", "{}"], ["show", "--chip", "{}"], ["show", "--chip", "{}.json"],
        ["show", "--design", "{}"], ["show", "--design", "{}.json"], ["show", "--set", "{}"], ["show", "--set", "{}=1"],
        ["show", "--set", "design.tlb_fill={}"], ["run", "--app", "{}"], ["run", "--app", "kernel:{}"],
        ["run", "--app", "kernel:gups,{}"], ["run", *APP, "--rtl", "{}"], ["run", *APP, "--scheduler", "{}"],
        ["run", *APP, "--preempt", "{}"], ["run", *APP, "--sms", "{}"], ["run", *APP, "--partition", "2:{}"],
        ["run", *APP, *TANASIC, "--exceptions", "{}"], ["run", *APP, *TANASIC, "--link", "{}"],
        ["run", *APP, "--seed", "{}"], ["run", *APP, "--json", "/{}/"],
        ["classify", "{}"], ["share", "--process", "{}"], ["pack", "trace:x", "{}"], ["pack", "{}", "x.tracep"])
MOST_BYTES = 800  # of a line, whatever was typed


def run(args: list[str]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([GMMU, *args], capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL)


class Names(unittest.TestCase):
    def refused(self, args: list[str]) -> str:
        done = run(args)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count(b"\n")), (2, b"", 1), (args, done.stderr))
        return done.stderr.decode()

    def test_near(self) -> None:
        for kind, name, args in NEAR:
            with self.subTest(kind=kind, args=args):
                line = self.refused(args)
                self.assertTrue(line.endswith(f"; did you mean '{name}'?\n"), line)
                self.assertRegex(line, "expected|see 'gmmu")

    def test_right_names_in_the_wrong_place(self) -> None:
        """What is known is not called unknown: the line says what is missing, or how a list is written."""
        alone = "--rtl 'all': expected it alone, or unit names of 'gmmu list' with commas between them"
        one = "--design 'mask,ideal': expected one name; gmmu compare takes an option for each: --design A --design B"
        for args, says in ((["run", "--app", "kernel:gups,size"], "size: expected a value, for example size=67108864"),
                           (["run", *APP, "--rtl", "all,foo"], alone),
                           (["run", *APP, "--rtl", "golden_queue,all"], alone),
                           (["compare", *APP, "--design", "mask,ideal"], one)):
            with self.subTest(args=args):
                self.assertIn(says, self.refused(args))

    def test_units_that_a_chip_has(self) -> None:
        listed = run(["list"]).stdout.decode().partition("units (--rtl):\n")[2].partition("\nappl")[0].split()
        for unit in ("golden_queue", "golden_bank_queue", "operand_log", "sm_driver", "tlb_level", "gmmu"):
            self.assertIn(unit, listed)
        for unit in ("axi4_port", "dcr_bridge", "frame_allocator", "vortex_port"):  # each in its bench alone
            self.assertNotIn(unit, listed)

    def test_far(self) -> None:
        for args in FAR:
            with self.subTest(args=args):
                self.assertNotIn("did you mean", self.refused(args))

    def test_what_is_offered_is_taken(self) -> None:
        """The name of a hint, in the place of the wrong one, is not refused as unknown."""
        for kind, name, args in NEAR:
            if kind in ("chips", "designs", "fields", "values of fields") and args[0] == "show":
                wrong = re.split("[=]", args[-1])
                fixed = args[-1].replace(wrong[-1 if kind == "values of fields" else 0], name)
                fixed += "" if "=" in fixed or kind != "fields" else "=1K"
                with self.subTest(args=args, fixed=fixed):
                    self.assertEqual(run([*args[:-1], fixed]).returncode, 0)

    def test_files(self) -> None:
        """Descriptions name presets, fields and values, too."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("mask", {"base": "maks"}), ("sm.count", {"base": "mask", "sm": {"cuont": 3}}),
                                  ("xor", {"base": "mask", "memory": {"map": {"kind": "xr"}}})):
                path = pathlib.Path(folder) / "chip.json"
                path.write_text(json.dumps(content))
                self.assertTrue(self.refused(["show", "--chip", str(path)]).endswith(f"did you mean '{name}'?\n"))
            path.write_text(json.dumps({"base": "msak"}))
            self.assertTrue(self.refused(["show", "--design", str(path)]).endswith("did you mean 'mask'?\n"))

    def test_long(self) -> None:
        """What was expected stands on the line, however long or odd the argument."""
        for args in LONG:
            for word in ("x" * 100_000, "é" * 50_000, "\udcff" * 50_000, "\x1b" * 50_000, "a=,:" * 20_000):
                with self.subTest(args=args, word=word[:4]):
                    line = self.refused([arg.format(word) for arg in args])
                    self.assertRegex(line, "expected|see 'gmmu help'|: (Is a directory|File name too long)$")
                    self.assertLess(len(line.replace("\\x", "").encode()), MOST_BYTES)
                    self.assertNotIn("\x1b", line)

    def test_a_long_text_is_cut_at_a_whole_character(self) -> None:
        for before in range(3):
            line = self.refused(["list", "x" * before + "€" * 100])
            self.assertRegex(line, "€\\.\\.\\.': expected none with 'gmmu list'\n$")


if __name__ == "__main__":
    GMMU = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
