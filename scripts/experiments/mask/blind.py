# SPDX-License-Identifier: Apache-2.0
"""Sizes and windows of the paper's pairs that are chosen blind to MASK: SharedTLB and Ideal alone decide.

The rule, written before its first run, on chip mask-simulator:
- A window is `early` (four epochs of 10 000 cycles after two) or `late` (two of 100 000 after one).
- An application has its size of pairs.toml, then those of Table 2 that `gmmu list` names. In a window it takes the
  first at which it fits, alone on 15 SMs.
- What fits: SharedTLB hits in FITS of its lookups with an L2 TLB of 8192 entries, where MASK §7.3 says that the
  working set fits, and Ideal uses at most BUSES of the DRAM buses: MASK's data use 15.0 % (Fig. 8) on SharedTLB, and
  Ideal is 2.05 times as fast.
- A pair is taken in a window when both applications have such a size, and the two together fit as well.
"""

import dataclasses
import re
import subprocess
from collections.abc import Iterable

from scripts.experiments.common import program
from scripts.experiments.common.figure import Cell, Figure, mean
from scripts.experiments.common.runs import Run, applications
from scripts.plot.ratios import ratio
from scripts.sweep import engine, spec
from scripts.sweep.points import Point

from . import experiments as ex
from .figures import SPEEDUPS, bypass_hits, hit_rate

FITS, BUSES = 0.95, 0.31
WINDOWS = {"early": ex.SHORT, "late": ex.LONG}
ALONE = ("--sms", "15")
# SharedTLB with 8192 entries and Ideal decide; the others say what MASK does on what they have chosen.
DECIDING = {"SharedTLB, 8192": ("--design", "sharedtlb", "--set", "tlb.l2.entries=8192"),
            "Ideal": ("--design", "ideal")}
MEASURED = {d: ("--design", d.lower()) for d in ("SharedTLB", "MASK-TLB", "MASK-Cache", "MASK")}


@dataclasses.dataclass(frozen=True)
class Job:
    """Applications in a window on a design."""

    window: str
    design: str
    apps: tuple[str, ...]

    def point(self) -> Point:
        design = {**DECIDING, **MEASURED}[self.design]
        words = [word for app in self.apps for word in ("--app", app)]
        return Point((*ex.SIMULATOR, *WINDOWS[self.window], *design, *(ALONE if len(self.apps) == 1 else ()), *words),
                     f"{self.window}, {self.design}: {' '.join(self.apps)}")


class Runs:
    """What has been run; a job without a result fails the rule."""

    def __init__(self, settings: engine.Settings) -> None:
        self.settings, self.known, self.failed = settings, dict[Job, Run](), list[str]()

    def add(self, jobs: Iterable[Job]) -> None:
        points = {job.point(): job for job in jobs if job not in self.known}
        for point, outcome in engine.run(self.settings, points).items():
            if outcome.result is None:
                self.failed.append(f"{point.label}: {outcome.problem}")
            else:
                self.known[points[point]] = outcome.result

    def decide(self, window: str, apps: tuple[str, ...]) -> dict[str, float] | None:
        """What the rule looks at."""
        large, ideal = (self.known.get(Job(window, design, apps)) for design in DECIDING)
        return {"hits": hit_rate(large), "buses": ex.bus_use(ideal)} if large and ideal else None

    def weighted_speedup(self, window: str, design: str, apps: tuple[str, ...]) -> float | None:
        run = self.known.get(Job(window, design, apps))
        alone = [self.known.get(Job(window, "SharedTLB", (app,))) for app in apps]
        if run is None or not all(alone):
            return None
        return sum(float(s["ipc"] / a["applications"][0]["ipc"])
                   for s, a in zip(run["applications"], alone) if a is not None)


def fits(found: dict[str, float] | None) -> bool:
    return found is not None and found["hits"] >= FITS and found["buses"] <= BUSES


def table_2_sizes(listed: str) -> dict[str, list[str]]:
    """The workloads of each application in what `gmmu list` prints."""
    found: dict[str, list[str]] = {}
    for name, size in re.findall(r"^  (\S+) +(kernel:\S+)$", listed, re.MULTILINE):
        if name in ex.TABLE_2:
            found.setdefault(name, []).append(size)
    return found


def sizes(settings: engine.Settings) -> tuple[dict[str, tuple[str, str]], dict[str, list[str]]]:
    """The applications of the paper's pairs, and the sizes of each, in the order of the rule."""
    listed = subprocess.run([settings.gmmu, "list"], capture_output=True, text=True, check=True, timeout=60).stdout
    known = spec.read(ex.FILES / "pairs.toml").points
    pairs = {pair: tuple(pair.split("_")) for pair, _ in known if ex.is_papers(pair)}
    first = {name: app for (pair, _), point in known.items() if pair in pairs
             for name, app in zip(pairs[pair], applications(point))}
    others = table_2_sizes(listed)
    return ({pair: (a, b) for pair, (a, b) in pairs.items()},
            {name: list(dict.fromkeys([app, *others.get(name, [])])) for name, app in first.items()})


def choose(runs: Runs, of: dict[str, list[str]]) -> dict[str, dict[str, str]]:
    """Window -> application -> its first size that fits."""
    runs.add(Job(window, design, (size,)) for window in WINDOWS for design in DECIDING
             for found in of.values() for size in found)
    return {window: {name: fitting[0] for name, found in of.items()
                     if (fitting := [size for size in found if fits(runs.decide(window, (size,)))])}
            for window in WINDOWS}


def pairs_that_fit(runs: Runs, pairs: dict[str, tuple[str, str]],
                   chosen: dict[str, dict[str, str]]) -> dict[tuple[str, str], tuple[str, str]]:
    """(Pair, window) -> the sizes of both."""
    both = {(pair, window): (of[a], of[b]) for pair, (a, b) in pairs.items()
            for window, of in chosen.items() if a in of and b in of}
    runs.add(Job(window, design, apps) for (_, window), apps in both.items() for design in DECIDING)
    return {(pair, window): apps for (pair, window), apps in both.items() if fits(runs.decide(window, apps))}


def rule(runs: Runs, of: dict[str, list[str]], chosen: dict[str, dict[str, str]]) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for name, found in of.items():
        for size in found:
            for window in WINDOWS:
                if (seen := runs.decide(window, (size,))) is not None:
                    rows[f"{name}, {window}, {size.removeprefix('kernel:')}"] = {
                        "hits at 8192 entries": (100 * seen["hits"], None),
                        "buses, Ideal": (100 * seen["buses"], None),
                        "taken": (float(chosen[window].get(name) == size), None)}
    return Figure("Rule", "Sizes and windows, blind to MASK", "%", rows,
                  f"Alone on 15 SMs. At least {FITS:.0%} of the lookups of SharedTLB hit, and Ideal uses at most "
                  f"{BUSES:.0%} of the buses; 1: the first size that does.")


def measured(runs: Runs, taken: dict[tuple[str, str], tuple[str, str]]) -> Figure:
    runs.add(Job(window, design, apps) for (_, window), apps in taken.items() for design in MEASURED)
    runs.add(Job(window, "SharedTLB", (app,)) for (_, window), apps in taken.items() for app in apps)
    rows: dict[str, dict[str, Cell]] = {}
    for (pair, window), apps in taken.items():
        base = runs.weighted_speedup(window, "SharedTLB", apps)
        cells: dict[str, Cell] = {"SharedTLB": (base, None)}
        for design in ("MASK-TLB", "MASK-Cache", "MASK", "Ideal"):
            cells[f"{design} / SharedTLB"] = (ratio(runs.weighted_speedup(window, design, apps), base),
                                              SPEEDUPS.get(design))
        of = {design: runs.known.get(Job(window, design, apps)) for design in ("SharedTLB", "MASK-TLB")}
        hits = {design: hit_rate(run) if run else None for design, run in of.items()}
        cells["hits, SharedTLB, %"] = (100 * hits["SharedTLB"] if hits["SharedTLB"] is not None else None, None)
        cells["hits, MASK-TLB / SharedTLB"] = (ratio(hits["MASK-TLB"], hits["SharedTLB"]), 1.499)
        cells["bypass cache, %"] = (bypass_hits(of["MASK-TLB"]) if of["MASK-TLB"] else None, 66.5)
        rows[f"{pair}, {window}"] = cells
    for window in WINDOWS:
        group = [cells for (_, at), cells in zip(taken, list(rows.values())) if at == window]
        if group:
            rows[f"mean, {window}"] = {series: (mean(cells[series][0] for cells in group), group[0][series][1])
                                       for series in group[0]}
    return Figure("Blind", "MASK where the rule holds", "weighted speedup, and ratios", rows,
                  "Sizes and windows by the rule; the ratios of a window are means over its pairs.")


def run(settings: engine.Settings) -> program.Found:
    runs = Runs(settings)
    pairs, of = sizes(settings)
    chosen = choose(runs, of)
    taken = pairs_that_fit(runs, pairs, chosen)
    found = [measured(runs, taken), rule(runs, of, chosen)]
    notes = [f"{window}: {len(chosen[window])} of {len(of)} applications have a size that fits, "
             f"{sum(at == window for _, at in taken)} of {len(pairs)} pairs do." for window in WINDOWS]
    return program.Found(found, notes, runs.failed)
