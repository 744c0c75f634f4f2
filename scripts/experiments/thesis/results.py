# SPDX-License-Identifier: Apache-2.0
"""From runs to the bars of a figure, and what the thesis says they may not do."""

import math
from typing import Any

from .plan import FIGURES, GEOMEAN, ORDERS, Figure, Series, scheme

TOLERANCE = 0.005  # of the performance: below that, two schemes count as equal


Run = dict[str, Any]  # the JSON of one run (docs/reference/output.md)
Results = dict[tuple[str, tuple[str, ...]], list[Run]]  # by application and options: a run per seed


def short(benchmark: str) -> str:
    """"parboil-mri-q" -> "mri-q"."""
    return benchmark.split("-", 1)[1]


def geomean(values: list[float]) -> float:
    return math.exp(sum(math.log(v) for v in values) / len(values))


def cycles(runs: list[Run]) -> int:
    """Over all seeds."""
    return sum(r["cycles"] for r in runs)


def wanted(figures: list[Figure], apps: dict[str, str]) -> set[tuple[str, tuple[str, ...]]]:
    """The runs the figures need. apps: benchmark -> argument of --app kernel:."""
    return {(apps[b], options) for f in figures for b in f.benchmarks if b in apps
            for s in f.series for options in (s.baseline, s.run)}


def bars(figure: Figure, series: Series, apps: dict[str, str], results: Results) -> dict[str, float]:
    """Performance by benchmark, short names, and the geometric mean."""
    values = {}
    for benchmark in figure.benchmarks:
        if benchmark in apps:
            base = cycles(results[apps[benchmark], series.baseline])
            values[short(benchmark)] = base / cycles(results[apps[benchmark], series.run])
    if values:
        values[GEOMEAN] = geomean(list(values.values()))
    return values


def directions(apps: dict[str, str], results: Results) -> list[str]:
    """Neighbours in one of ORDERS of which the left one is faster: one line each."""
    lines = []
    for benchmark, app in apps.items():
        for order in ORDERS:
            known = [(name, cycles(results[app, scheme(name)])) for name in order if (app, scheme(name)) in results]
            for (slow, slow_cycles), (fast, fast_cycles) in zip(known, known[1:]):
                gain = fast_cycles / slow_cycles - 1
                if gain > TOLERANCE:
                    lines.append(f"{short(benchmark)}: {slow} is {100 * gain:.1f} % faster than {fast}")
    return lines


def select(numbers: list[str]) -> list[Figure]:
    return [f for f in FIGURES if not numbers or f.number in numbers]
