#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Selftest of scripts/same: same.py finds every planted difference between two fake simulators, pinned.py between one
and what is written down."""

import json
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import unittest

SAME = pathlib.Path(__file__).resolve().parents[3] / "scripts" / "same" / "same.py"
RUNS = "# a list\nfirst:  --app kernel:a --seed 1\nsecond: --app kernel:b\n\ntraced: --app trace:$TRACES/x\n"
RESULT: dict[str, object] = {
    "cycles": 100,
    "event_hash": "abc",
    "rtl": [],
    "applications": [{"name": "a", "l1_tlb": {"hits": 7, "hit_rate": 0.5}}, {"name": "b", "walks": None}],
}
FAKE = """#!/bin/sh
# A simulator that writes one result for every run, counts its runs, and refuses what it is told to refuse.
printf x >>"$0.calls"
while [ $# -gt 0 ]; do
    case $1 in
    REFUSED) echo "gmmu: no such kernel" >&2; exit 1 ;;
    --json) path=$2 ;;
    esac
    shift
done
cp "$0.json" "$path"
"""


class SameTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "traces").mkdir()
        (self.folder / "runs").write_text(RUNS)

    def fake(self, name: str, result: object, refused: str = "-") -> pathlib.Path:
        path = self.folder / name
        path.write_text(FAKE.replace("REFUSED", refused) + f"# {json.dumps(result)}\n")
        (self.folder / f"{name}.json").write_text(json.dumps(result))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def calls(self, name: str) -> int:
        return len((self.folder / f"{name}.calls").read_text())

    def same(self, *more: str) -> tuple[int, str]:
        command = [sys.executable, str(SAME), "--reference", f"{self.folder}/old", "--gmmu", f"{self.folder}/new",
                   "--runs", f"{self.folder}/runs", "--traces", f"{self.folder}/traces", *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def check(self, expected: str, code: int, *more: str) -> str:
        returned, text = self.same(*more)
        self.assertIn(expected, text)
        self.assertEqual(returned, code, text)
        return text

    def test_equal(self) -> None:
        self.fake("old", RESULT)
        self.fake("new", RESULT)
        self.check("3 runs the same, 0 different, 0 skipped", 0)
        self.check("1 runs the same, 0 different, 0 skipped", 0, "--match", "sec")

    def test_every_kind_of_difference(self) -> None:
        self.fake("old", RESULT)
        text = json.dumps(RESULT)
        for found, pattern, new in (
            ("cycles: 100, now 101", '"cycles": 100', '"cycles": 101'),
            ("event_hash: abc, now abd", "abc", "abd"),
            ("applications[0].l1_tlb.hits: 7, now 8", '"hits": 7', '"hits": 8'),
            ("applications[0].l1_tlb.hit_rate: 0.5, now 0.25", "0.5", "0.25"),
            ("applications[1].name: b, now c", '"name": "b"', '"name": "c"'),
            ("applications[1].walks: None, now 0", "null", "0"),
            ("applications: 2 elements, now 1", r', {"name": "b", "walks": null}', ""),
            ("applications[0].l1_tlb: dict, now int", r'{"hits": 7, "hit_rate": 0.5}', "3"),
        ):
            with self.subTest(found):
                changed = re.sub(re.escape(pattern), new, text)
                self.assertNotEqual(changed, text)
                self.fake("new", json.loads(changed))
                self.check(found, 1)

    def test_fields_of_one_side_are_notes(self) -> None:
        self.fake("old", dict(RESULT, gone=1))
        self.fake("new", dict(RESULT, fresh={"a": 1}, rtl=["unit"]))
        text = self.check("3 runs the same", 0)
        self.assertIn("note: only the reference writes gone\n", text)
        self.assertIn("note: only the new one writes fresh\n", text)

    def test_refused_runs(self) -> None:
        self.fake("old", RESULT, "kernel:b")
        self.fake("new", RESULT)
        self.check("SKIP      second               the reference refuses this run (exit code 1: gmmu: no such", 0)
        self.fake("old", RESULT)
        self.fake("new", RESULT, "kernel:b")
        self.check("DIFFERENT second               exit code 1: gmmu: no such kernel", 1)

    def test_a_kept_run_is_of_the_same_files(self) -> None:
        """The reference is not run again, unless a file that the run names has changed."""
        chip = self.folder / "chip.json"
        (self.folder / "runs").write_text(f"first: --chip {chip} --app kernel:a\n")
        for name in ("old", "new"):
            self.fake(name, RESULT)
        for text, calls in (("{}", 1), ("{}", 1), ('{"sm": 1}', 2)):
            chip.write_text(text)
            self.check("1 runs the same", 0, "--cache", f"{self.folder}/kept")
            self.assertEqual(self.calls("old"), calls)

    def test_nothing_compared_is_no_success(self) -> None:
        self.fake("old", RESULT, "run")
        self.fake("new", RESULT)
        self.check("0 runs the same, 0 different, 3 skipped", 1)
        self.check("0 runs the same, 0 different, 0 skipped", 1, "--match", "nothing")

    def test_traces_missing(self) -> None:
        self.fake("old", RESULT)
        self.fake("new", RESULT)
        (self.folder / "traces").rmdir()
        self.check("SKIP      traced", 0)

    def test_cache_is_of_one_reference_and_its_options(self) -> None:
        self.fake("old", RESULT)
        self.fake("new", RESULT)
        cache = ["--cache", f"{self.folder}/cache"]
        for _ in range(2):
            self.check("3 runs the same", 0, *cache)
        self.assertEqual((self.calls("old"), self.calls("new")), (3, 6))
        (self.folder / "runs").write_text(RUNS.replace("--seed 1", "--seed 2"))
        self.check("3 runs the same", 0, *cache)
        self.assertEqual(self.calls("old"), 4)
        self.fake("old", dict(RESULT, cycles=99))
        self.check("cycles: 99, now 100", 1, *cache)

    def test_bad_list(self) -> None:
        self.fake("old", RESULT)
        self.fake("new", RESULT)
        for line in ("no colon", "empty:", "first: --app kernel:c"):
            (self.folder / "runs").write_text(f"{RUNS}{line}\n")
            self.check("runs:6: expected 'name: options' with a new name", 1)

    def pinned(self, text: str, *more: str) -> tuple[int, str]:
        (self.folder / "pinned").write_text(text)
        done = subprocess.run([sys.executable, str(SAME.with_name("pinned.py")), "--pinned", f"{self.folder}/pinned",
                               *more, str(self.fake("new", RESULT))], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_pinned(self) -> None:
        self.assertEqual(self.pinned("# runs\nmask: 100 abc\n"), (0, "PASS pinned: 1 of 1 runs as written down\n"))
        for value in ("101 abc", "100 abd"):
            self.assertEqual(self.pinned(f"mask: {value}\nv100: 100 abc\n"),
                             (1, f"  mask: 100 abc, expected {value}\nFAIL pinned: 1 of 2 runs as written down\n"))
        self.assertEqual(self.pinned("mask: 1 x\n", "--renew"), (0, ""))
        self.assertTrue((self.folder / "pinned").read_text().endswith("`.\nmask: 100 abc\n"))

    def test_bad_pinned(self) -> None:
        path = self.folder / "pinned"
        for line in ("mask", "mask: 1", "mask: 1 a\nmask: 1 a"):
            number = line.count("\n") + 1
            self.assertEqual(self.pinned(line),
                             (2, f"pinned: {path}:{number}: expected 'name: cycles hash' with a new name\n"))
        self.assertEqual(self.pinned("none: 1 a"),
                         (2, f"pinned: {path}: none: expected the name of a run of runs.txt\n"))
        self.assertEqual(self.pinned(""), (1, "FAIL pinned: 0 of 0 runs as written down\n"))


if __name__ == "__main__":
    unittest.main()
