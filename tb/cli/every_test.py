# SPDX-License-Identifier: Apache-2.0
"""gmmu run --every: the epochs of a run while it goes on, and nothing else changes.

usage: every_test.py PATH/TO/gmmu
"""

import json
import os
import pty
import re
import select
import subprocess
import sys
import unittest
from typing import Any

from tb.cli import cli_test

RUN = ["run", "--app", "kernel:gups,size=1M", "--app", "kernel:stream,size=1M", "--epoch", "5000", "--no-alone",
       "--quiet"]
LONG = ["run", "--app", "kernel:gups,size=64M,updates=64M", "--epoch", "5000", "--quiet"]
LEFT = re.compile(r" +(\d+) %  0/1 runs  [\d.]+ Mcycles  [1-9]\d* kcycles/s  (\d+) s, (\d+) s left")


class Every(cli_test.Case):
    def result(self) -> dict[str, Any]:
        return dict(json.loads((self.dir / "r.json").read_text()))

    def test_the_lines_are_the_epochs_of_the_result(self) -> None:
        self.good(*RUN, "--json", f"{self.dir}/r.json")
        without = self.result()
        self.assertGreater(len(without["epochs"]), 20)
        for every in ("1", "3", "1000"):
            lines = self.good(*RUN, "--every", every, "--json", f"{self.dir}/r.json").splitlines()
            self.assertEqual([json.loads(line) for line in lines], without["epochs"])
            self.assertEqual(self.result(), without)  # its provenance as well: the option changes no result

    def test_in_a_window(self) -> None:
        window = ["--set", "measure.warmup_epochs=2", "--set", "measure.epochs=3"]
        lines = self.good(*RUN, *window, "--every", "1", "--json", f"{self.dir}/r.json").splitlines()
        self.assertEqual([json.loads(line) for line in lines], self.result()["epochs"])
        self.assertEqual(json.loads(lines[-1])["epoch"], 3)  # the last one ends with the run

    def test_they_come_while_the_run_goes_on(self) -> None:
        with subprocess.Popen([cli_test.GMMU, *LONG, "--every", "2"], stdout=subprocess.PIPE, text=True) as going:
            assert going.stdout is not None
            epochs = [json.loads(going.stdout.readline())["epoch"] for _ in range(6)]
            self.assertIsNone(going.poll())
            going.kill()
        self.assertEqual(epochs, list(range(6)))

    def test_the_table_goes_to_standard_error(self) -> None:
        done = cli_test.run(*RUN[:-1], "--every", "1")
        self.assertIn("IPC, all applications", done.stderr)
        self.assertEqual({line[:1] for line in done.stdout.splitlines()}, {"{"})

    def test_the_bar_guesses_the_time_that_is_left(self) -> None:
        """On a terminal, from the rate and the part of the work that is done."""
        ours, its = pty.openpty()
        self.addCleanup(os.close, ours)
        said = ""
        with subprocess.Popen([cli_test.GMMU, "run", "--app", "kernel:gups,size=16M,updates=2M"],
                              stdout=subprocess.DEVNULL, stderr=its) as going:
            os.close(its)
            while not LEFT.search(said) and select.select([ours], [], [], 60)[0]:
                said += os.read(ours, 4096).decode()
            self.assertIsNone(going.poll())
            going.kill()
        found = LEFT.findall(said)
        self.assertTrue(found, said)
        part, seconds, left = map(float, found[0])
        self.assertGreaterEqual(part, 2)
        self.assertAlmostEqual(left, seconds * (100 - part) / part, delta=0.3 * left + 100 / part + 2)

    def test_a_reader_that_leaves(self) -> None:
        for command in (LONG, RUN):  # while it runs, and at its end
            into, out = os.pipe()
            os.close(into)
            done = subprocess.run([cli_test.GMMU, *command, "--every", "1000" if command is RUN else "1"], stdout=out,
                                  stderr=subprocess.PIPE, text=True, timeout=300, check=False)
            os.close(out)
            self.assertEqual((done.returncode, done.stderr),
                             (2, "gmmu: cannot write to standard output: Broken pipe\n"))

    def test_refused(self) -> None:
        self.bad("--every: expected no other output on standard output", *RUN, "--every", "1", "--json", "-")
        self.bad("--every: expected no other output on standard output", *RUN, "--every", "1", "--csv", "/dev/stdout")
        self.bad("expected it with gmmu run alone", "compare", *RUN[1:], "--every", "1")
        self.bad("--every '0': expected a number from 1 to 4294967295", *RUN, "--every", "0")
        self.bad("--every 'x': expected a number", *RUN, "--every", "x")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: every_test.py PATH/TO/gmmu")
    cli_test.GMMU = sys.argv.pop(1)
    unittest.main()
