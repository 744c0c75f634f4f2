# SPDX-License-Identifier: Apache-2.0
"""The evaluation of MASK (§4, §7): sweeps, and each figure and table as CSV, SVG and part of a page.

usage: reproduce.py [--small|--simulator|--simulator-long|--simulator-whole|--text-third|--sizes|--knobs|
                     --large-pages|--channel|--blind] [--jobs N] [--profile FOLDER] GMMU DIRECTORY

Writes DIRECTORY/index.html and DIRECTORY/NAME.csv and .svg for each figure. Results are kept by content in
DIRECTORY/runs (docs/reference/sweeps.md). Exit code: 0, 1 when a point failed, 2 for a bad option or file.
"""

import pathlib
import subprocess
import sys

from scripts.experiments.common import program
from scripts.experiments.mask import blind, experiments, figures
from scripts.sweep import engine


BLIND = "blind"


def missing_applications(gmmu: pathlib.Path) -> list[str]:
    """Of Table 2, those that are not built in."""
    listed = subprocess.run([gmmu, "list"], capture_output=True, text=True, check=True, timeout=60).stdout
    section = listed.partition("applications of MASK Table 2")[2].partition("\nbuilt-in kernels")[0]
    known = {line.split()[0] for line in section.splitlines()[1:] if line.strip()}
    return [name for name in experiments.TABLE_2 if name not in known]


def notes(r: experiments.Results, gmmu: pathlib.Path, small: bool) -> list[str]:
    limited = [p for p in r.pairs if experiments.translation_limits(r, p)]
    said = [
        f"{sum(map(experiments.is_papers, r.pairs))} of the paper's 35 pairs, and "
        f"{sum(not experiments.is_papers(p) for p in r.pairs)} of make test. Translation limits (Ideal has "
        f"{experiments.MATTERS} times SharedTLB's weighted speedup or more, and the DRAM buses are used less than "
        f"{experiments.BUSY:.0%}): {', '.join(limited) or 'none'}.",
        f"Not written of Table 2's 27 applications: {', '.join(missing_applications(gmmu)) or 'none'}.",
        "Both applications have 15 SMs; the best split is searched for those of make test."]
    return (["The small form: its figures show that all works, and say nothing of MASK."] if small else []) + said


def run(settings: engine.Settings, form: str) -> program.Found:
    if form == BLIND:
        return blind.run(settings)
    small = form == program.SMALL
    pairs = experiments.PAIRS_FORMS.get(form)
    results = experiments.run(settings, form)
    found = [f for f in figures.all_figures(results) if f.rows or not pairs]
    said = [f"Options of all runs: {' '.join(pairs.options)}."] if pairs else []
    return program.Found(found, [*said, *notes(results, settings.gmmu, small)], results.failed)


if __name__ == "__main__":
    sys.exit(program.main("MASK's evaluation, reproduced", run,
                          {**{name: form.says for name, form in experiments.PAIRS_FORMS.items()},
                           BLIND: "the pairs at sizes and in windows that SharedTLB and Ideal choose by a rule"}))
