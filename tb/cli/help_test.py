#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What help and the list of options say is what the commands take.

usage: help_test.py PATH/TO/gmmu
"""

import itertools
import json
import os
import subprocess
import sys
import unittest

GMMU = ""
COMMANDS = ("run", "compare", "show", "colours", "probe", "classify", "share")
START = {"probe": ["probe", "hash"]}  # what stands before the options, if it is more than the command
Option = dict[str, str]


def gmmu(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([GMMU, *args], capture_output=True, text=True, timeout=60, check=False)


def without_breaks(text: str) -> str:
    return " ".join(text.split())


class Help(unittest.TestCase):
    options: list[Option]
    paths: dict[str, dict[str, str]]

    @classmethod
    def setUpClass(cls) -> None:
        listed = json.loads(gmmu("list", "--options").stdout)
        cls.options, cls.paths = listed["options"], listed["paths"]

    def bad(self, says: str, *args: str) -> None:
        done = gmmu(*args)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertIn(says, done.stderr)

    def of(self, command: str) -> list[Option]:
        return [option for option in self.options if command in option["commands"].split()]

    def test_each_command_takes_its_options_and_no_others(self) -> None:
        """A path that is not there comes last, so that nothing runs."""
        for command in COMMANDS:
            own = {option["name"] for option in self.of(command)}
            for name in {option["name"] for option in self.options}:
                argument = next(o.get("argument", "") for o in self.options if o["name"] == name)
                value = [] if not argument or argument.startswith("[") else ["1"]
                said = gmmu(*START.get(command, [command]), f"--{name}", *value, "--set", "no.such=1").stderr
                refused = any(text in said for text in (f"option '{name}'", "alone\n", f"unknown option '--{name}'"))
                with self.subTest(command=command, option=name):
                    self.assertEqual(refused, name not in own, said)

    def test_ranges(self) -> None:
        numbers = [option for option in self.options if "range" in option and "2^64" not in option["range"]]
        self.assertGreater(len(numbers), 8)
        for option in numbers:
            command = option["commands"].split()[0]
            least, most = map(int, option["range"].split(" to "))
            for value in ([least - 1] if least else []) + [most + 1]:
                with self.subTest(option["name"], value=value):
                    from_least = f"from {least} to" if least else "up to"
                    self.bad(f"--{option['name']} '{value}': expected a number {from_least} {most}",
                             *START.get(command, [command]), f"--{option['name']}", str(value))
        self.bad("--max-cycles '0': expected a number from 1 to 2^64 - 1\n", "run", "--max-cycles", "0")

    def test_a_bad_value_is_one_line_of_its_option(self) -> None:
        """Options that are short for others too. A missing description may be named instead of its option.
        outputs_test has the files that are written."""
        refused = 0
        for option in self.options:
            if option.get("argument", "FILE") == "FILE" or option["argument"].startswith("["):
                continue
            for command, value in itertools.product(option["commands"].split(), ("no/such\t", "", "-1,x")):
                done = gmmu(*START.get(command, [command]), f"--{option['name']}={value}")
                refused += done.stderr.startswith(f"gmmu: --{option['name']} '")
                with self.subTest(command, option=option["name"], value=value):
                    self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                    self.assertRegex(done.stderr, f"^gmmu: (--{option['name']} '|no/such|option '{option['name']}')")
        self.assertGreater(refused, 100)

    def test_help_has_every_option(self) -> None:
        for page, options in (("", self.options), *((command, self.of(command)) for command in COMMANDS)):
            text = without_breaks(gmmu("help", *([page] if page else [])).stdout)
            for option in options:
                argument = option.get("argument", "")
                head = f"--{option['name']}{'' if argument.startswith('[') or not argument else ' '}{argument}"
                with self.subTest(page, option=option["name"]):
                    self.assertIn(f"{head} {without_breaks(option['meaning'])}", text)
            self.assertNotRegex(text.replace("kernel:", ""), "[(]default: [)]")

    def test_help_fits_a_terminal(self) -> None:
        lines = gmmu("help").stdout.splitlines()
        self.assertLess(max(map(len, lines)), 100)

    def test_help_of_one_command(self) -> None:
        probe = gmmu("help", "probe").stdout
        self.assertTrue(probe.startswith("  gmmu probe   EXPERIMENT"), probe)
        self.assertNotIn("--kanata", probe)
        self.assertEqual(gmmu("help", "rerun").returncode, 0)
        for command in COMMANDS + ("pack", "ptx-info", "rerun", "report", "list", "help"):
            self.assertNotRegex(gmmu("help", command).stdout, r"\n\n\Z|\n\n\n")
        names = "run, compare, show, colours, probe, classify, share, pack, ptx-info, rerun, report, list " \
            "or help"
        self.bad(f"help 'prob': expected {names}; did you mean 'probe'?", "help", "prob")
        self.bad(f"help 'nonsense': expected {names}\n", "help", "nonsense")
        self.bad("argument 'run': expected one command at most", "help", "show", "run")

    def test_no_abbreviations(self) -> None:
        for word, name in (("--des", "design"), ("--jo=2", "jobs"), ("--qui", "quiet"), ("--no-al", "no-alone")):
            self.bad(f"unknown option '{word}': see 'gmmu help'; did you mean '--{name}'?", "run", word)
        self.bad("unknown option '--pro': see 'gmmu help'; did you mean '--process'?", "share", "--pro", "lbm")

    def test_no_value(self) -> None:
        for word in ("--no-alone=3", "--no-alone=", "--quiet=1"):
            self.bad(f"option '{word}': expected no value\n", "run", word)
        self.bad("unknown option '--no-al=3': see 'gmmu help'; did you mean '--no-alone'?", "run", "--no-al=3")

    def test_a_design_twice(self) -> None:
        for name in ("mask", "mask+rtl"):
            self.bad(f"--design '{name}': expected each design once", "compare", "--app", "kernel:gups",
                     *2 * ("--design", name))

    def test_report_of_no_file(self) -> None:
        self.bad("gmmu: report: no file: expected gmmu report FILE.json... [--html PAGE.html]\n", "report")

    def test_a_number_of_a_level_has_no_unit(self) -> None:
        for path in ("design.bypass_first", "design.bypass_last", "l2.bypass_first"):
            self.assertRegex(self.paths[path]["expected"], "^a number from [01] to 6$")

    def test_paths(self) -> None:
        paths = self.paths
        shown = json.loads(gmmu("show", "--chip", "mask").stdout)
        self.assertEqual(paths["tlb.l2.entries"]["value"], str(shown["tlb"]["l2"]["entries"]["value"]))
        self.assertEqual(paths["tlb.l2.entries"]["expected"], "a number from 0 to 65536 entries")
        for path, row in paths.items():
            self.assertTrue(row.get("meaning") and row["expected"], path)
        self.bad(f"expected {paths['sm.count']['expected']}", "show", "--set", "sm.count=0")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: help_test.py PATH/TO/gmmu [TEST...]")
    GMMU = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
