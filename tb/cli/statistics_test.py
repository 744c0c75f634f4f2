# SPDX-License-Identifier: Apache-2.0
"""The statistics of a run: JSON, CSV and table have what gmmu list --statistics names, with the same values.

usage: statistics_test.py PATH/TO/gmmu
"""

import csv
import json
import os
import sys
import unittest
from typing import Any

from tb.cli import cli_test

RUNS = {
    "alone runs": ["run", *cli_test.SMALL],
    "ideal": ["compare", "--design", "ideal", "--design", "sharedtlb", *cli_test.ONE],
    "faults": ["run", "--chip", "tanasic", *cli_test.ONE, "--faults", "migrate"],
    "window": ["run", "--no-alone", *cli_test.SMALL, "--epoch", "5000", "--set", "measure.warmup_epochs=1", "--set",
               "measure.epochs=1"],
    "levels": ["run", "--chip", "k80", "--design", "sharedtlb", *cli_test.ONE],
}


def at(result: Any, name: str) -> Any:
    for word in name.split("."):
        result = result.get(word) if isinstance(result, dict) else None
    return result


class Statistics(cli_test.Case):
    def listed(self) -> list[dict[str, Any]]:
        return list(json.loads(self.good("list", "--statistics")))

    def test_list(self) -> None:
        rows = self.listed()
        names = [(row["of"], row["name"]) for row in rows]
        self.assertEqual(len(set(names)), len(names))
        for row in rows:
            with self.subTest(row["name"]):
                self.assertIn(row["kind"], ("sum", "rate", "average", "number"))
                self.assertRegex(row["meaning"], r"^[A-Z].*\.$")
                self.assertLessEqual(len(row.get("line", "")), 29)
                self.assertEqual(row["kind"] == "rate", row.get("line", "%" * (row["kind"] == "rate")).endswith("%"))

    def same(self, rows: list[dict[str, Any]], of: str, result: dict[str, Any], values: dict[str, str]) -> None:
        for row in rows:
            name, found = row["name"], at(result, row["name"])
            if row["of"] != of or ("only" in row and found is None and name not in values):
                continue
            with self.subTest(name):
                if name in result["not_applicable"]:
                    self.assertIn(found, (0, None, -1))
                    self.assertEqual(values.pop(name), "")
                else:
                    self.assertAlmostEqual(float(values.pop(name)), found, delta=1e-9 * abs(found))
        self.assertEqual(values, {})

    def test_json_and_csv(self) -> None:
        rows = self.listed()
        for what, command in RUNS.items():
            self.good(*command, "--quiet", "--json", f"{self.dir}/r.json", "--csv", f"{self.dir}/r.csv")
            root = json.loads((self.dir / "r.json").read_text())
            about, *lines = (self.dir / "r.csv").read_text().splitlines()
            self.assertEqual(json.loads(about.removeprefix("# ")), root["provenance"])
            values: dict[tuple[str, str], dict[str, str]] = {}
            for line in csv.DictReader(lines):
                values.setdefault((line["run"], line["application"]), {})[line["statistic"]] = line["value"]
            for run in root.get("runs", [root]):
                with self.subTest(what, design=run["design"]):
                    self.same(rows, "chip", run, values[run["design"], ""])
                    for i, application in enumerate(run["applications"]):
                        self.same(rows, "application", application, values[run["design"], str(i)])

    def test_table(self) -> None:
        """A line of a mechanism that has counted nothing in any run is left out; a dash is what does not apply."""
        table = self.good(*RUNS["ideal"])
        self.assertRegex(table, r"\n  L2 TLB hit rate, % +- +\d+\.\d\n")
        for line in ("weighted speedup", "of these in the window", "page faults", "large pages coalesced"):
            self.assertNotIn(f"\n  {line} ", table)
        self.assertRegex(self.good(*RUNS["window"]), r"\n  of these in the window +5000\n")
        self.assertRegex(self.good(*RUNS["faults"]), r"\n  page faults +[1-9]\d*\n")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: statistics_test.py PATH/TO/gmmu [TEST...]")
    cli_test.GMMU = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
