# SPDX-License-Identifier: Apache-2.0
"""The evaluation of Mosaic (§3, §6): sweeps, and each figure as CSV, SVG and part of a page.

usage: reproduce.py [--small] [--jobs N] [--profile FOLDER] GMMU DIRECTORY

Writes DIRECTORY/index.html and DIRECTORY/NAME.csv and .svg for each figure. Results are kept by content in
DIRECTORY/runs (docs/reference/sweeps.md). Exit code: 0, 1 when a point failed, 2 for a bad option or file.
"""

import sys

from scripts.experiments.common import program
from scripts.experiments.mosaic import experiments, figures
from scripts.sweep import engine


def notes(r: experiments.Results, small: bool) -> list[str]:
    inside = experiments.coalesced_inside(r)
    said = [f"{len(r.homogeneous)} homogeneous workloads for the paper's 135, {len(r.heterogeneous) + len(r.sets)} "
            "heterogeneous ones for its 100.",
            "Large pages that were coalesced inside a window: "
            + (", ".join(f"{pages} of {workload}" for workload, pages in inside.items()) or "none") + "."]
    return (["The small form: its figures show that all works, and say nothing of Mosaic."] if small else []) + said


def run(settings: engine.Settings, form: str) -> program.Found:
    small = form == program.SMALL
    results = experiments.run(settings, small)
    return program.Found(figures.all_figures(results), notes(results, small), results.failed)


if __name__ == "__main__":
    sys.exit(program.main("Mosaic's evaluation, reproduced", run))
