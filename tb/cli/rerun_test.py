# SPDX-License-Identifier: Apache-2.0
"""Results say what was run, in every file that gmmu writes, and gmmu rerun repeats it.

usage: rerun_test.py PATH/TO/gmmu
"""

import json
import os
import sys
import unittest
from typing import Any

from tb.cli import cli_test

RUN = ["run", "--app", "kernel:gups,size=1M", "--then", "kernel:stream,size=64K", "--chip", "mask", "--seed", "3",
       "--set", "tlb.l2.entries=1K", "--design", "sharedtlb", "--no-alone"]
COMPARE = ["compare", "--design", "mask", "--design", "ideal", *cli_test.ONE, "--no-alone"]


class Rerun(cli_test.Case):
    def wrote(self, *command: str) -> dict[str, Any]:
        self.good(*command, "--quiet", "--json", f"{self.dir}/r.json")
        return dict(json.loads((self.dir / "r.json").read_text()))

    def rerun(self, results: object) -> tuple[int, str]:
        (self.dir / "r.json").write_text(results if isinstance(results, str) else json.dumps(results))
        done = cli_test.run("rerun", f"{self.dir}/r.json")
        self.assertEqual(done.stderr.count("\n"), done.returncode == 2, done.stderr)
        return done.returncode, done.stdout + done.stderr

    def test_every_file_says_what_was_run(self) -> None:
        results = self.wrote(*RUN, "--kanata", f"{self.dir}/k", f"--perfetto={self.dir}/p")
        made = results["provenance"]
        self.assertEqual(f"gmmu {made['version']} (commit {made['commit']})\n", self.good("--version"))
        self.assertEqual({key: made[key] for key in made if key not in ("version", "commit")},
                         {"command": RUN, "chip": "mask", "changed": {"tlb.l2.entries": 1024},
                          "designs": ["sharedtlb"], "seed": 3,
                          "applications": ["kernel:gups,size=1048576,updates=131072",
                                           "kernel:stream,size=65536,passes=1,pinned=0"]})
        self.assertEqual(json.loads((self.dir / "p").read_text())["otherData"], {"provenance": made})
        self.assertEqual(json.loads((self.dir / "k").read_text().splitlines()[1].removeprefix("#\t")), made)
        share = ["share", "--process", "kernel:blocks=4,ns=1000,per_sm=1", "--runs", "1"]
        made = self.wrote(*share, "--events", f"{self.dir}/e")["provenance"]
        self.assertEqual(made["command"], share)
        self.assertEqual(json.loads((self.dir / "e").read_text().splitlines()[0].removeprefix("# ")), made)
        classify = ["classify", "--chip", "v100", "kernel:stream,size=64K"]
        made = self.wrote(*classify)["provenance"]
        self.assertEqual((made["command"], made["chip"]), (classify, "v100"))

    def test_options_that_change_nothing(self) -> None:
        expected = self.wrote(*RUN)
        for more in (["--jobs", "1"], ["--jobs=2", "--shuffle", "7"], ["--kanata", f"{self.dir}/k", "--quiet"]):
            self.assertEqual(self.wrote(*RUN, *more), expected)

    def test_the_same(self) -> None:
        results = self.wrote(*RUN)
        self.assertEqual(self.rerun(results), (0, f"sharedtlb: {results['cycles']} cycles, event hash "
                                                  f"{results['event_hash']}: the same\n"))
        code, said = self.rerun(self.wrote(*COMPARE))
        self.assertEqual((code, [line.split(":")[0] for line in said.splitlines()]), (0, ["mask", "ideal"]))
        self.assertEqual(sorted(os.listdir(self.dir)), ["r.json"])

    def test_different(self) -> None:
        results = self.wrote(*COMPARE)
        results["runs"][1]["event_hash"] = "0" * 16
        results["provenance"]["commit"] = "abc"
        code, said = self.rerun(results)
        self.assertEqual(code, 1)
        self.assertRegex(said, r"mask: .* the same\nideal: .*: DIFFERENT, expected \d+ cycles, event hash 0{16}\n"
                               r"recorded by gmmu \S+ \(commit abc\), repeated by gmmu \S+ \(commit \S+\)\n")
        results = self.wrote(*RUN)
        results["cycles"] += 1
        self.assertEqual(self.rerun(results)[0], 1)

    def test_bad_input(self) -> None:
        one = self.wrote(*RUN)

        def with_command(*words: object) -> dict[str, Any]:
            return {**one, "provenance": {"command": words}}

        no_command = "expected the JSON of gmmu run or gmmu compare, which says with which command it was made"
        no_results = "expected cycles and event hash of each design of its command"
        for results, expected in (
                ("x", "r.json:1: "), ("[]", no_command), ({**one, "provenance": None}, no_command),
                (with_command(), no_command), (with_command("share"), no_command), (with_command("run", 1), no_command),
                (with_command("run", "--app", "kernel:no"), "unknown kernel 'no'"),
                (with_command(*RUN, "--json", f"{self.dir}/new"), "expected a command that writes no file"),
                (with_command(*COMPARE), no_results), ({**one, "cycles": "1"}, no_results),
                ({**one, "runs": []}, no_results), ({**one, "runs": [one, one]}, no_results)):
            with self.subTest(expected, results=str(results)[:200]):
                code, said = self.rerun(results)
                self.assertEqual(code, 2)
                self.assertIn(expected, said)
        self.assertEqual(sorted(os.listdir(self.dir)), ["r.json"])
        self.bad("no.json: cannot be opened: No such file", "rerun", f"{self.dir}/no.json")
        self.bad("expected the JSON of a run", "rerun", str(self.dir))
        for arguments in (list[str](), ["a", "b"]):
            self.bad("expected one file, written by gmmu run or compare --json", "rerun", *arguments)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: rerun_test.py PATH/TO/gmmu [TEST...]")
    cli_test.GMMU = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
