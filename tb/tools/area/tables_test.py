# SPDX-License-Identifier: Apache-2.0
"""The tables of mechanisms and of FPGA cells: all papers are there, and small rows are right. PASS or FAIL per check.

    tables_test.py [--build DIR]
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import sys
from pathlib import Path

from scripts.area import fpga_cells, mechanisms
from scripts.area.area import OSU018
from scripts.area.errors import AreaError
from scripts.area.flow import Flow
from scripts.area.liberty import read_library
from scripts.area.macro_model import NODES, node_at
from scripts.area.mechanism_items import MECHANISMS
from scripts.area.mechanism_report import Point, Report
from scripts.area.sized import design_at
from scripts.circuit.configs import Config, forbidden, units
from tb.tools.area.checks import Checks
from tb.tools.area.small_library import Form, text

ROOT = Path(__file__).resolve().parents[3]
PAPERS = ("MASK", "Mosaic", "Fractional GPUs", "Karnagel", "thesis")
CLANG = os.environ.get("CLANG", "clang-19")


class TablesTest(Checks):
    def __init__(self, build: Path):
        super().__init__()
        self.build = build
        self.work = build / "area" / "tables-test"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)

    def items(self) -> None:
        known = units()
        for paper in PAPERS:
            found = [m.unit for m in MECHANISMS if m.paper.startswith(paper)]
            self.check(f"{paper} has rows", bool(found), ", ".join(found))
        wrong = [m.name for m in MECHANISMS if m.unit not in known or m.at_paper not in m.points
                 or sorted(set(m.points)) != list(m.points)]
        self.check("units, sizes and the paper's size of each mechanism", not wrong, ", ".join(wrong))
        told = [f"{m.name} of {size}: {why}" for m in MECHANISMS for size in (m.points[0], m.points[-1])
                if (why := forbidden(Config(m.unit, m.unit, m.sizes(size)), "gcc", ROOT))]
        self.check("the smallest and the largest size of each are allowed", not told, "; ".join(told))

    def run(self, *arguments: str) -> tuple[int, str]:
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            code = mechanisms.main(["--build", str(self.work), "--clang", CLANG, *arguments])
        return code, said.getvalue()

    def small(self) -> None:
        library = self.work / "small.lib"
        library.write_text(text(Form()))
        code, said = self.run("--only", "warp-gate", "--most", "8", f"small:130={library}")
        data = json.loads((self.work / "area" / "mechanisms.json").read_text())
        osu, other = data["points"]
        names = [point["library"] for point in data["points"]]
        self.check("a mechanism in two libraries", code == 0 and names == ["OSU018", "small"]
                   and osu["bits"] == other["bits"] == 24 and 100 < osu["gates"] < 1000 and 5 < osu["fo4"] < 20
                   and other["um2"] > 24 * 5, said.splitlines()[-2] if code == 0 else said)
        self.check("a flip-flop's clock is in the power", 24 * 0.2 / osu["ns"] < osu["mw"] < 24 * 1.0 / osu["ns"],
                   f"{osu['mw']:.1f} mW")
        pages = [(self.work / "area" / name).read_text() for name in ("mechanisms.md", "mechanisms-warp-gate.svg")]
        self.check("a page and a plot", "| 8 | 24 | 0 | OSU018 |" in pages[0] and "<svg" in pages[1])
        code, said = self.run("--only", "golden-queue", "--most", "8", "--limit", "0")
        page = (self.work / "area" / "mechanisms.md").read_text()
        self.check("what the limit leaves out is named", code == 0 and "not measured" in said
                   and "Not measured: 8 (entries)." in page)
        for given, expected in (("small", "expected NAME:NM=FILE"), (f"small:1={library}", "a node from 7 to 180"),
                                (f"OSU018:180={OSU018}", "two libraries of one name"), ("x:28=/none.lib", "/none.lib")):
            code, said = self.run("--only", "warp-gate", "--most", "8", given)
            self.check(f"{given.replace(str(self.work), '')}: exit code 2 and a line",
                       code == 2 and len(said.splitlines()) == 1 and expected in said)
        code, said = self.run("--only", "warp_gat")
        self.check("a mechanism's name is answered with the one near it",
                   code == 2 and said.startswith("area: MECHANISM=warp_gat: expected ")
                   and said.endswith("did you mean 'warp-gate'?\n"), said)

    def shares(self) -> None:
        """Made-up areas: each part costs what its entries do, so the shares are the shares of the entries."""
        library = read_library(OSU018, self.build)
        cost = {"golden-queue": (16,), "frfcfs-queue": (64, 192, 256), "operand-log": (64,)}
        points = [Point(name, size, "OSU018", 0, 0, 0.0, um2=float(size)) for name, sizes in cost.items()
                  for size in sizes]
        report = Report(MECHANISMS, points, [("OSU018", 180, library)], "none", ["none"], 0.1)
        rows = {row[0]: row[1:] for row in report.shares()[1:]}
        self.check("the share of the DRAM queues", rows["DRAM queues"] == ["6 %", "6.2 %", "+6.2 %"])
        self.check("the share of the log by bits", rows["16 KB log of the SM's context"][1] == "5.0 %")
        self.check("a share that lacks a point is not given", rows["MASK of a GPU (of its memories alone)"][-1]
                   == "not measured")
        between = node_at(130).sram_um2
        self.check("a node between two has a cell between theirs", NODES[90].sram_um2 < between < NODES[180].sram_um2)
        try:
            node_at(250)
            self.check("a node beyond the model has a line", False)
        except AreaError as error:
            self.check("a node beyond the model has a line", "expected a node" in str(error))

    def fpga(self) -> None:
        flow = Flow(read_library(OSU018, self.build), self.work)
        cells = fpga_cells.Cells(flow, 600)
        gate = design_at("warp_gate", ["GMMU_SM_WARPS=8"], CLANG)
        for family in fpga_cells.FAMILIES:
            # some flip-flops where a RAM shows the new value of a word that is read while it is written
            found = cells.of(family, fpga_cells.ram(512, 16))
            self.check(f"a RAM is a block RAM of {family.name}", isinstance(found, dict) and found["flip_flops"] < 64
                       and 0 < found["rams"] <= 2, str(found))
        for family in fpga_cells.FAMILIES[:2]:  # the third takes as long as both
            found = cells.of(family, gate)
            self.check(f"a unit without RAMs on {family.name}", isinstance(found, dict) and found["flip_flops"] == 24
                       and found["rams"] == 0 and 8 <= found["luts"] < 200, str(found))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Tables of mechanisms and of FPGA cells.")
    parser.add_argument("--build", default=str(ROOT / "build"))
    test = TablesTest(Path(parser.parse_args(arguments).build))
    test.items()
    test.small()
    test.shares()
    test.fpga()
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
