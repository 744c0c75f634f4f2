# SPDX-License-Identifier: Apache-2.0
"""A statistic that is added as docs/guide/extending.md says, a counter and a row, stands everywhere.

It is added to a copy of the simulator; nothing else is edited.

usage: added_statistic_test.py COMPILER LINKER OBJECTS FOLDER    as for added_test.py
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from tb.chip import added_test
from tb.chip.added_test import ROOT, dependents, replaced

# The L2 cache is so small that it writes lines back.
RUN = ["--app", "kernel:stream,size=256K", "--set", "l2.bytes=32K", "--design", "sharedtlb", "--no-alone"]
# File, place, what stands there then.
CHANGES = [
    ("models/config/app_stats.h", r"    uint64_t dram_writes;\n", r"\g<0>    uint64_t dram_posted;\n"),
    ("models/mem/dram_channel.c", r"        stats->dram_writes\+\+;\n", r"\g<0>        stats->dram_posted++;\n"),
    ("models/report/statistics.inc", r"\n/\* Tokens, registers, checks. \*/", r"""
STATISTIC(app, RATE, "dram.posted_rate", "", EVERY_RUN, s->dram_posted, app_dram_accesses(s), "DRAM writes, %", 1,
          "Of all requests of DRAM.")
\g<0>"""),
]


class AddedStatistic(unittest.TestCase):
    def test_everywhere(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            sources: set[str] = set()
            for file, place, by in CHANGES:
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_text(replaced(place, by, (ROOT / file).read_text(encoding="utf-8")))
                sources |= dependents(file)
            self.assertIn("models/report/statistics.c", sources)
            added_test.link(folder, sources, "-O1")
            self.look(folder)

    def look(self, folder: pathlib.Path) -> None:
        def gmmu(*args: str) -> str:
            return subprocess.run([folder / "gmmu", *args], capture_output=True, text=True, timeout=60,
                                  check=True).stdout

        result, rows, page = folder / "run.json", folder / "run.csv", folder / "page"
        table = gmmu("run", *RUN, "--json", str(result), "--csv", str(rows))
        dram = json.loads(result.read_text())["applications"][0]["dram"]
        requests = dram["writes"] + sum(dram[queue]["requests"] for queue in ("golden", "silver", "normal"))
        rate = dram["posted_rate"]
        self.assertGreater(dram["writes"], 0)
        self.assertAlmostEqual(rate, dram["writes"] / requests)
        self.assertRegex(table, rf"\n  DRAM writes, % +{100 * rate:.1f}\n")
        lines = csv.DictReader(line for line in rows.read_text().splitlines() if not line.startswith("#"))
        found = [line for line in lines if line["statistic"] == "dram.posted_rate"]
        self.assertEqual([(line["run"], line["application"]) for line in found], [("sharedtlb", "0")])
        self.assertAlmostEqual(float(found[0]["value"]), rate)
        subprocess.run([sys.executable, str(ROOT / "scripts/plot/report.py"), str(folder / "gmmu"), str(result),
                        "--html", str(page / "index.html")], check=True, stdout=subprocess.DEVNULL)
        self.assertIn("<th scope='row'>DRAM writes, %<small>Of all requests of DRAM.</small></th>"
                      f"<td>{100 * rate:.1f}</td>",
                      (page / "index.html").read_text())
        meanings = {row["name"]: row["meaning"] for row in json.loads(gmmu("list", "--statistics"))}
        self.assertEqual(meanings["dram.posted_rate"], "Of all requests of DRAM.")


if __name__ == "__main__":
    added_test.take_arguments()
    unittest.main(argv=sys.argv[:1])
