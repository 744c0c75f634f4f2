# SPDX-License-Identifier: Apache-2.0
"""Thesis chapter 5 in the full pipeline (Table 5.2's save times, Fig. 5.4 to 5.6 and 5.8), and with blocks as delays
(Fig. 5.4 to 5.8): each figure as CSV, SVG and part of a page.

usage: reproduce.py [--small | --medium | --delays | --phases | --long-phases] [--jobs N] [--profile FOLDER]
       GMMU DIRECTORY

Writes DIRECTORY/index.html and DIRECTORY/NAME.csv and .svg for each figure. Results are kept by content in
DIRECTORY/runs (docs/reference/sweeps.md). Exit code: 0, 1 when a point failed, 2 for a bad option or file.
"""

import sys

from scripts.experiments.common import program
from scripts.experiments.common.runs import run_all
from scripts.experiments.dss import beyond, delays, experiments, figures
from scripts.sweep import engine

NOTES = ["Kernels run in the pipeline, at sizes of a hundred microseconds; the thesis's take up to a quarter of a "
         "second. Processes have 20 000 core cycles for the host between kernels, and no copies.",
         "Blocks as delays: the thesis's own kernels (Table 5.2) for whole runs; the host submits a command each "
         "10 us, whether the one before is complete or not; 1 MB copied each way in a run."]


FORMS: dict[str, list[str]] = {
    experiments.SMALL: ["The small form: one workload of two processes in the pipeline, three with blocks as delays."],
    experiments.MEDIUM: ["The medium form: four workloads of each number of processes."],
    "delays": ["Blocks as delays alone."],
    "phases": ["Blocks as delays alone, with phases of the CPU: the least that Class 2 of Table 5.2 leaves."],
    "long-phases": ["Blocks as delays alone, with phases of the CPU: the most that Class 2 of Table 5.2 leaves."],
    experiments.WHOLE: []}


def run(settings: engine.Settings, form: str) -> program.Found:
    if form in delays.PHASES:
        found, failed = run_all(settings, delays.points(experiments.WHOLE, delays.PHASES[form]))
        return program.Found(figures.of_delays(found, experiments.WHOLE), FORMS[form] + NOTES[1:], failed)
    results = experiments.run(settings, form, {**delays.points(form), **beyond.points(form)})
    starved = [f"No launch has ended: {who}." for who in experiments.starved(experiments.turnarounds(results))]
    return program.Found(figures.all_figures(results, form), FORMS[form] + NOTES + starved, results.failed)


if __name__ == "__main__":
    sys.exit(program.main("The thesis's chapter 5, reproduced", run,
                          {experiments.MEDIUM: "a part of the points of each figure",
                           "delays": "blocks as delays alone, and all of their points",
                           "phases": "the same, with the shortest phases of the CPU that the thesis's text allows",
                           "long-phases": "the same, with the longest"}))
