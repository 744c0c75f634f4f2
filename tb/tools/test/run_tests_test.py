#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/test/run_tests.py counts what steps print, and no failure gets lost."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
RUN_TESTS = ROOT / "scripts" / "test" / "run_tests.py"


class RunTestsTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_steps(self, manifest: str, *more: str) -> tuple[int, str]:
        path = self.folder / "manifest"
        path.write_text(manifest)
        done = subprocess.run([sys.executable, str(RUN_TESTS), "--logs", f"{self.folder}/logs", *more, str(path)],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def check(self, manifest: str, last: str, code: int, *more: str) -> str:
        returned, text = self.run_steps(manifest, *more)
        self.assertEqual(text.splitlines()[-1], last, text)
        self.assertEqual(returned, code, text)
        return text

    def test_passes(self) -> None:
        text = self.check("one: true\n# a comment\n\ntwo: echo hello  # and why\n", "2 passed, 0 failed", 0)
        self.assertEqual((self.folder / "logs/two.log").read_text(), "hello\n")
        self.assertIn("2 steps", text)

    def test_a_failure_is_counted_and_shown(self) -> None:
        text = self.check("one: true\ntwo: echo why; exit 3\n", "1 passed, 1 failed", 1)
        self.assertIn("FAIL two", text)
        self.assertIn("| why", text)

    def test_a_signal_is_a_failure(self) -> None:
        self.check("one: kill -SEGV $$\n", "0 passed, 1 failed", 1)

    def test_single_tests_are_counted(self) -> None:
        cmocka = "printf '[  PASSED  ] 5 test(s).\\n'"
        broken = "printf '[  PASSED  ] 5 test(s).\\n[  FAILED  ] 2 test(s), listed below\\n'; exit 1"
        python = "printf 'Ran 7 tests in 0.1s\\n\\nFAILED (failures=1, errors=2)\\n'; exit 1"
        self.check(f"one: {cmocka}\ntwo: {broken}\nthree: {python}\n", "14 passed, 5 failed", 1)

    def test_a_crash_after_passed_tests_is_a_failure(self) -> None:
        self.check("one: printf '[  PASSED  ] 5 test(s).\\n'; exit 139\n", "5 passed, 1 failed", 1)

    def test_skips_are_shown(self) -> None:
        self.assertIn("     SKIP no traces", self.check("one: echo SKIP no traces\n", "1 passed, 0 failed", 0))

    def test_a_proof_that_is_kept_is_said(self) -> None:
        new = "echo 'PASS prove x (5 obligations, 1 s)'"
        old = "echo 'PASS prove x (unchanged since the last proof, C = RTL alone)'"
        manifest = f"new: {new}\nold: {old}\nboth: {new}; {old}\nbroken: {old}; exit 1\nother: true\n"
        text = self.check(manifest, "4 passed, 1 failed", 1)
        said = {line.split()[1] for line in text.splitlines() if line.endswith(", unchanged since its last proof")}
        self.assertEqual(said, {"old"})

    def test_match_and_nothing(self) -> None:
        self.check("one: true\ntwo: false\n", "1 passed, 0 failed", 0, "--match", "^one$")
        self.check("one: true\n", "0 passed, 0 failed", 1, "--match", "none")
        self.check("", "0 passed, 0 failed", 1)

    def test_the_seed_repeats_the_order(self) -> None:
        manifest = "".join(f"step{n}: echo $GMMU_SEED\n" for n in range(20))
        orders = []
        for seed in ("1", "1", "2"):
            text = self.check(manifest, "20 passed, 0 failed", 0, "--seed", seed, "--jobs", "1")
            orders.append([line.split()[1] for line in text.splitlines() if line.startswith("ok")])
            self.assertEqual((self.folder / "logs/step0.log").read_text(), f"{seed}\n")
        self.assertEqual(orders[0], orders[1])
        self.assertNotEqual(orders[0], orders[2])

    def test_long_steps_start_first(self) -> None:
        manifest = "".join(f"step{n}: true\n" for n in range(20))
        order = []
        for first in ("step7|step1", "none"):
            text = self.check(manifest, "20 passed, 0 failed", 0, "--seed", "1", "--jobs", "1", "--first", first)
            order.append([line.split()[1] for line in text.splitlines() if line.startswith("ok")])
        self.assertEqual(set(order[0][:2]), {"step7", "step1"})  # and not step10 to step19
        self.assertEqual(order[0][2:], [name for name in order[1] if name not in ("step7", "step1")])

    def test_processor_time_is_that_of_all_processes(self) -> None:
        (self.folder / "busy.py").write_text("import time\nwhile time.process_time() < 0.3:\n    pass\n")
        text = self.check(f"one: {sys.executable} {self.folder}/busy.py; true\ntwo: sleep 0.5\n",
                          "2 passed, 0 failed", 0)
        used = {line.split()[1]: float(line.split()[-4]) for line in text.splitlines() if line.startswith("ok")}
        self.assertGreater(used["one"], 0.2)
        self.assertLess(used["two"], 0.2)

    def test_a_bad_manifest(self) -> None:
        code, text = self.run_steps("one: true\nno colon\n")
        self.assertNotEqual(code, 0)
        self.assertIn("manifest:2: expected 'name: command'", text)


if __name__ == "__main__":
    unittest.main()
