# SPDX-License-Identifier: Apache-2.0
"""The evaluation of Fractional GPUs (Fig. 8 to 11, Tables III and IV), and what in the shared TLBs is left: each figure
as CSV, SVG and part of a page.

usage: reproduce.py [--least | --small] [--jobs N] [--profile FOLDER] GMMU DIRECTORY

Writes DIRECTORY/index.html and DIRECTORY/NAME.csv and .svg for each figure. Results are kept by content in
DIRECTORY/runs (docs/reference/sweeps.md). Exit code: 0, 1 when a point failed, 2 for a bad option or file.
"""

import sys

from scripts.experiments.common import program
from scripts.experiments.fgpu import experiments as ex, figures
from scripts.sweep import engine

NOTES = ["Of the paper's six applications SN (sorting networks, kernel:sn) is a victim in two and in four partitions "
         "(Fig. 9, 11, Tables III, IV), not where causes are sought; VA is the kernel stream, which reads and writes "
         "as much as a vector addition."]


SMALL = "one victim of a chip and one co-runner; a smaller network instead of Fig. 10."
FORMS: dict[str, list[str]] = {
    ex.LEAST: [f"The least form: {SMALL} Without that network, and without the causes of what is seen on "
               f"{ex.LARGE_CHIP}."],
    ex.SMALL: [f"The small form: {SMALL}"],
    ex.WHOLE: []}


def run(settings: engine.Settings, form: str) -> program.Found:
    results = ex.run(settings, form)
    return program.Found(figures.all_figures(results), FORMS[form] + NOTES, results.failed)


if __name__ == "__main__":
    sys.exit(program.main("Fractional GPUs' evaluation, reproduced", run,
                          {ex.LEAST: "of the small form what make test has time for"}))
