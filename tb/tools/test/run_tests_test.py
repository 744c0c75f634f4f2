#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/test/run_tests.py counts what steps print, and no failure gets lost."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
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
        text = self.check("check one: true\n# a comment\n\ncheck two: echo hello  # and why\n",
                          "2 passed, 0 failed, 0 skipped", 0)
        self.assertEqual((self.folder / "logs/two.log").read_text(), "hello\n")
        self.assertIn("2 steps", text)

    def test_a_failure_is_counted_and_shown(self) -> None:
        text = self.check("check one: true\ncheck two: echo why; exit 3\n", "1 passed, 1 failed, 0 skipped", 1)
        self.assertIn("FAIL two", text)
        self.assertIn("| why", text)
        self.assertIn("two: exit code 3", text)

    def test_a_signal_is_a_failure(self) -> None:
        self.check("check one: kill -SEGV $$\n", "0 passed, 1 failed, 0 skipped", 1)

    def test_single_tests_are_counted(self) -> None:
        cmocka = "printf '[==========] 5 test(s) run.\\n[  PASSED  ] 5 test(s).\\n'"
        broken = "printf '[  PASSED  ] 5 test(s).\\n[  FAILED  ] 2 test(s), listed below\\n'; exit 1"
        python = "printf 'Ran 7 tests in 0.1s\\n\\nFAILED (failures=1, errors=2)\\n'; exit 1"
        self.check(f"one: {cmocka}\ntwo: {broken}\nthree: {python}\n", "14 passed, 5 failed, 0 skipped", 1)

    def test_a_crash_after_passed_tests_is_a_failure(self) -> None:
        self.check("one: printf '[  PASSED  ] 5 test(s).\\n'; exit 139\n", "5 passed, 1 failed, 0 skipped", 1)

    def test_evidence_is_a_pass(self) -> None:
        self.check("one: echo PASS sby x: found\n", "1 passed, 0 failed, 0 skipped", 0)
        self.check("one: echo PASS sby x: found; exit 2\n", "0 passed, 1 failed, 0 skipped", 1)

    def test_a_step_that_runs_no_test_fails(self) -> None:
        nothing = ("true", "echo hello", "echo not PASS", "printf 'Ran 0 tests in 0.0s\\n\\nOK\\n'",
                   "printf '[==========] 0 test(s) run.\\n[  PASSED  ] 0 test(s).\\n'",
                   "printf 'PASS x\\n[==========] 0 test(s) run.\\n'")
        few = "printf '[==========] 5 test(s) run.\\n[  PASSED  ] 5 test(s).\\n'"
        text = self.check(f"one: {few}; {nothing[3]}\n", "5 passed, 1 failed, 0 skipped", 1)
        self.assertIn("one: it ran no test", text)
        for command in nothing:
            text = self.check(f"one: {command}\n", "0 passed, 1 failed, 0 skipped", 1)
            self.assertIn("one: it ran no test", text)

    def test_skips_are_counted_and_named(self) -> None:
        """No runner of them says that a skipped test has passed, and a skip is no failure."""
        (self.folder / "some.py").write_text(
            "import unittest\n\n\nclass Some(unittest.TestCase):\n"
            "    @unittest.skip('no browser')\n    def test_page(self):\n        pass\n\n"
            "    def test_text(self):\n        pass\n\n\nunittest.main(verbosity=2)\n")
        text = self.check("one: echo SKIP no traces\n"
                          "two: printf '[==========] 3 test(s) run.\\n[  PASSED  ] 1 test(s).\\n"
                          "[  SKIPPED ] 2 test(s), listed below:\\n[  SKIPPED ] far\\n[  SKIPPED ] off\\n'\n"
                          f"three: {sys.executable} {self.folder}/some.py\n"
                          "four: echo PASS some; echo SKIP the rest\n"
                          "five: printf 'SKIP: no trace\\n[==========] 2 test(s) run.\\n[  PASSED  ] 2 test(s).\\n'\n"
                          "six: printf 'Ran 1 test in 0s\\n\\nOK (expected failures=1)\\n'\n",
                          "6 passed, 0 failed, 6 skipped", 0)
        for said in ("     SKIP no traces", "     [  SKIPPED ] far", "skipped 'no browser'", "     SKIP the rest"):
            self.assertIn(said, text)

    def test_a_step_ends_by_its_limit(self) -> None:
        """All that it has started ends with it; what another step does goes on."""
        late = f"(sleep 3; touch {self.folder}/late) & setsid sh -c 'sleep 3; touch {self.folder}/late' & " \
               "echo began; wait"
        text = self.check(f"slow: {late}\ncheck one: sleep 0.1\n", "1 passed, 1 failed, 0 skipped", 1, "--limit", "1")
        self.assertIn("slow: it had not ended after 1 s", text)
        self.assertIn("| began", text)
        time.sleep(2.5)
        self.assertFalse((self.folder / "late").exists())

    def test_nothing_outlives_a_step_or_the_runner(self) -> None:
        left = f"(sleep 2; touch {self.folder}/left) & echo PASS"
        self.check(f"one: {left}\n", "1 passed, 0 failed, 0 skipped", 0)
        (self.folder / "manifest").write_text(f"one: touch {self.folder}/began; sleep 2; touch {self.folder}/left\n")
        with subprocess.Popen([sys.executable, str(RUN_TESTS), "--logs", f"{self.folder}/logs",
                               f"{self.folder}/manifest"], stdout=subprocess.DEVNULL) as runner:
            while not (self.folder / "began").exists():
                time.sleep(0.02)
            runner.terminate()
            self.assertEqual(runner.wait(), 128 + 15)
        time.sleep(2.2)
        self.assertFalse((self.folder / "left").exists())

    def test_a_proof_that_is_kept_is_said(self) -> None:
        new = "echo 'PASS prove x (5 obligations, 1 s)'"
        old = "echo 'PASS prove x (unchanged since the last proof, C = RTL alone)'"
        manifest = f"new: {new}\nold: {old}\nboth: {new}; {old}\nbroken: {old}; exit 1\ncheck other: true\n"
        text = self.check(manifest, "4 passed, 1 failed, 0 skipped", 1)
        said = {line.split()[1] for line in text.splitlines() if line.endswith(", unchanged since its last proof")}
        self.assertEqual(said, {"old"})

    def test_a_step_that_has_passed_is_kept_with_its_sources(self) -> None:
        tree = self.folder / "tree"
        for folder in ("scripts", "docs", "hls"):
            (tree / folder).mkdir(parents=True)
        shutil.copytree(RUN_TESTS.parent, tree / "scripts/test", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(RUN_TESTS.parents[1] / "__init__.py", tree / "scripts")
        (tree / "hls/unit.c").write_text("int x;\n")
        ran = self.folder / "ran"
        manifest = f"check good: echo good >>{ran}\ncheck bad: echo bad >>{ran}; false\n"

        def steps_run(manifest: str, *more: str) -> list[str]:
            ran.write_text("")
            (self.folder / "manifest").write_text(manifest)
            done = subprocess.run([sys.executable, f"{tree}/scripts/test/run_tests.py", "--logs", f"{self.folder}/logs",
                                   "--kept", f"{self.folder}/kept", *more, f"{self.folder}/manifest"],
                                  capture_output=True, text=True, check=False,
                                  env=dict(os.environ, PYTHONPATH=str(tree)))
            self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "1 passed, 1 failed, 0 skipped"))
            return sorted(ran.read_text().split())

        self.assertEqual(steps_run(manifest), ["bad", "good"])
        self.assertEqual(steps_run(manifest), ["bad"])
        self.assertEqual(steps_run(manifest, "--settings", "LIBERTY=x"), ["bad", "good"])
        known = shutil.copy(self.folder / "kept", self.folder / "known")
        (self.folder / "kept").unlink()
        self.assertEqual(steps_run(manifest, "--known", known), ["bad"])
        self.assertEqual(steps_run(manifest), ["bad", "good"])
        self.assertEqual(steps_run(manifest.replace("echo good", "echo  good")), ["bad", "good"])
        (tree / "docs/page.md").write_text("of no step\n")
        with open(self.folder / "kept", "a", encoding="utf-8") as file:
            file.write('{"name": "torn')
        self.assertEqual(steps_run(manifest), ["bad"])
        (tree / "hls/unit.c").write_text("int y;\n")
        self.assertEqual(steps_run(manifest), ["bad", "good"])
        (tree / "scripts/test/reads.txt").write_text("every: hls -hls/notes\ngood: scripts/tool\n")
        self.assertEqual(steps_run(manifest), ["bad", "good"])
        for other in ("rtl", "scripts/tools", "hls/notes"):
            (tree / other).mkdir(parents=True)
            (tree / other / "changed").write_text("of another kind\n")
        self.assertEqual(steps_run(manifest), ["bad"])
        (tree / "scripts/tool").write_text("of this kind\n")
        self.assertEqual(steps_run(manifest), ["bad", "good"])

    def test_a_step_that_lacks_its_tool_is_asked_again(self) -> None:
        manifest = "check good: true\nlacks: echo 'SKIP lacks: no tool'\n"
        for _ in range(2):
            code, text = self.run_steps(manifest, "--kept", f"{self.folder}/kept")
            self.assertEqual(code, 0, text)
            self.assertIn("SKIP lacks: no tool", text)
        self.assertEqual([json.loads(line)["name"] for line in (self.folder / "kept").read_text().split("\n") if line],
                         ["good"])

    def test_match_and_nothing(self) -> None:
        self.check("check one: true\ntwo: false\n", "1 passed, 0 failed, 0 skipped", 0, "--match", "^one$")
        self.check("check one: true\n", "0 passed, 0 failed, 0 skipped", 1, "--match", "none")
        self.check("", "0 passed, 0 failed, 0 skipped", 1)

    def test_words_of_the_commands_that_match(self) -> None:
        code, text = self.run_steps("one: build/a --b build/c\ntwo: touch ran\n", "--words", "--match", "^one$")
        self.assertEqual((code, text.split()), (0, ["--b", "build/a", "build/c"]))

    def test_the_seed_repeats_the_order(self) -> None:
        manifest = "".join(f"check step{n}: echo $GMMU_SEED\n" for n in range(20))
        orders = []
        for seed in ("1", "1", "2"):
            text = self.check(manifest, "20 passed, 0 failed, 0 skipped", 0, "--seed", seed, "--jobs", "1")
            orders.append([line.split()[1] for line in text.splitlines() if line.startswith("ok")])
            self.assertEqual((self.folder / "logs/step0.log").read_text(), f"{seed}\n")
        self.assertEqual(orders[0], orders[1])
        self.assertNotEqual(orders[0], orders[2])

    def test_of_drawn_steps_a_part_runs(self) -> None:
        manifest = "check always: true\n" + "".join(f"drawn check lone{n}-step: true\n" for n in range(3)) + "".join(
            f"drawn check {kind}-{n}: true\n" for kind in ("a", "b") for n in range(7))
        ran = []
        for seed in ("1", "1", "2"):
            text = self.check(manifest, "8 passed, 0 failed, 0 skipped", 0, "--seed", seed, "--one-in", "3")
            self.assertIn("8 steps of 18, seed", text)
            ran.append({line.split()[1] for line in text.splitlines() if line.startswith("ok")})
            self.assertIn("always", ran[-1])
            self.assertEqual(sum(name.startswith("lone") for name in ran[-1]), 1)
            self.assertEqual(sum(name.startswith("a-") for name in ran[-1]), 3)
        self.assertEqual(ran[0], ran[1])
        self.assertNotEqual(ran[0], ran[2])
        self.check(manifest, "18 passed, 0 failed, 0 skipped", 0)
        self.check(manifest, "7 passed, 0 failed, 0 skipped", 0, "--one-in", "3", "--match", "^a-")
        self.assertIn("manifest:1: expected the marks", self.run_steps("often one: true\n")[1])

    def test_words_of_what_a_seed_draws(self) -> None:
        manifest = "always: build/always\n" + "".join(f"drawn check a-{n}: true build/{n}\n" for n in range(9))
        _, text = self.run_steps(manifest.replace("always: build/always", "check always: true build/always"),
                                 "--seed", "5", "--one-in", "3")
        ran = {line.split()[1].removeprefix("a-") for line in text.splitlines() if line.startswith("ok")}
        _, words = self.run_steps(manifest, "--words", "--seed", "5", "--one-in", "3")
        self.assertEqual({f"build/{name}" for name in ran}, {w for w in words.split() if w.startswith("build/")})
        self.assertEqual(len(ran), 4)

    def test_long_steps_start_first(self) -> None:
        manifest = "".join(f"check step{n}: true\n" for n in range(20))
        order = []
        for first in ("step7|step1", "none"):
            text = self.check(manifest, "20 passed, 0 failed, 0 skipped", 0, "--seed", "1", "--jobs", "1",
                              "--first", first)
            order.append([line.split()[1] for line in text.splitlines() if line.startswith("ok")])
        self.assertEqual(set(order[0][:2]), {"step7", "step1"})  # and not step10 to step19
        self.assertEqual(order[0][2:], [name for name in order[1] if name not in ("step7", "step1")])

    def test_processor_time_is_that_of_all_processes(self) -> None:
        (self.folder / "busy.py").write_text("import time\nwhile time.process_time() < 0.3:\n    pass\n")
        text = self.check(f"check one: {sys.executable} {self.folder}/busy.py; true\ncheck two: sleep 0.5\n",
                          "2 passed, 0 failed, 0 skipped", 0)
        used = {line.split()[1]: float(line.split()[-4]) for line in text.splitlines() if line.startswith("ok")}
        self.assertGreater(used["one"], 0.2)
        self.assertLess(used["two"], 0.2)

    def test_a_bad_manifest(self) -> None:
        code, text = self.run_steps("one: true\nno colon\n")
        self.assertNotEqual(code, 0)
        self.assertIn("manifest:2: expected 'name: command'", text)


if __name__ == "__main__":
    unittest.main()
