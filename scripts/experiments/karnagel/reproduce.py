# SPDX-License-Identifier: Apache-2.0
"""The evaluation of Karnagel et al. (Fig. 1, 3 to 7, 10, 11, Tables 2, 3): each as CSV, SVG and part of a page.

usage: reproduce.py [--small] [--jobs N] [--profile FOLDER] GMMU DIRECTORY

Writes DIRECTORY/index.html and DIRECTORY/NAME.csv and .svg for each figure. Results are kept by content in
DIRECTORY/runs (docs/reference/sweeps.md). Exit code: 0, 1 when a point failed, 2 for a bad option or file.
"""

import sys

from scripts.experiments.common import program
from scripts.experiments.karnagel import experiments, figures
from scripts.sweep import engine

NOTES = ["The sizes are the paper's, not scaled down; the number of accesses is: a thread reads 32 (K80) or 8 (P100) "
         "words or 8 rows, where the paper's read 1024 words and all threads 1.6 billion rows.",
         "The input of grouping lies in the GPU's memory where nothing else is said, and over PCIe in the figures that "
         "say so: in the first pass (copy) or in all (naive), as the paper's. A launch costs nothing here.",
         "Fig. 2, 8 and 9 are drawings of the method, Fig. 7 and 12 are what the authors inferred."]


def run(settings: engine.Settings, form: str) -> program.Found:
    small = form == program.SMALL
    results = experiments.run(settings, small)
    said = (["The small form: few sizes, sampling alone on the P100."] if small else []) + NOTES
    return program.Found(figures.all_figures(results, small), said, results.failed)


if __name__ == "__main__":
    sys.exit(program.main("TLB-conscious data access, reproduced", run))
