# SPDX-License-Identifier: Apache-2.0
"""The runs behind Mosaic's figures (sweeps in scripts/experiments/mosaic/sweeps), and what is asked of them."""

import dataclasses
import pathlib

from scripts.experiments.common.figure import mean
from scripts.experiments.common.runs import Points, Run, applications, run_all
from scripts.plot.ratios import ratio
from scripts.sweep import engine, spec
from scripts.sweep.points import Point

FILES = pathlib.Path(__file__).resolve().parent / "sweeps"
DESIGNS = ("GPU-MMU", "Mosaic", "Ideal")
# The small form: few points, and a window that shows that all works, not what Mosaic gains.
SMALL: dict[str, set[tuple[str, ...]]] = {
    "paging": {("GUP",)}, "paging_two": set(), "paging_five": set(), "paging_pairs": set(),
    "homogeneous": {("G x1",), ("G x2",)}, "heterogeneous": {("P_G",)}, "sets": {("GUP_SCP_CONS",)},
    "walk_cache": {("G x1",), ("P_G",)},
    "alone": {("G", "15"), ("P", "15"), ("GUP", "10"), ("SCP", "10"), ("CONS", "10")},
    "sizes": {("L1 base 8",), ("L2 large 32",)},
    "fragmentation": {("G", "90", "No CAC"), ("G", "100", "CAC-BC")},
    "occupancy": {("G", "1", "CAC"), ("G", "1", "CAC-BC")}, "bloat": {("NN", "1"), ("NN", "75")},
    "bloat_index": {("NN", "90")},
    "together": {("P_G", "1", "GPU-MMU"), ("P_G", "1", "MASK")}, "together_alone": {("P", "1"), ("G", "1")}}
SMALL_WINDOW = ("--set", "measure.warmup_epochs=1", "--set", "measure.epochs=2")
# Runs without a window.
WHOLE = {"paging", "paging_two", "paging_five", "paging_pairs", "fragmentation", "occupancy", "bloat", "bloat_index"}


@dataclasses.dataclass(frozen=True)
class Results:
    paging: dict[str, dict[str, Run]]      # application, memory
    paging_two: dict[str, dict[str, Run]]  # two copies of it
    paging_five: dict[str, dict[str, Run]]
    paging_pairs: dict[str, dict[str, Run]]  # workload, memory
    homogeneous: dict[str, dict[str, Run]]    # workload, design
    heterogeneous: dict[str, dict[str, Run]]  # pairs
    sets: dict[str, dict[str, Run]]        # three to five applications
    walk_cache: dict[str, dict[str, Run]]  # workload of the two above, design
    alone: dict[str, dict[str, Run]]       # application, SMs
    sizes: dict[str, dict[str, Run]]       # size, design
    fragmentation: dict[str, dict[str, dict[str, Run]]]  # workload, fragmentation index, compaction
    occupancy: dict[str, dict[str, dict[str, Run]]]      # workload, occupancy, compaction
    bloat: dict[str, dict[str, Run]]                     # application, occupancy
    bloat_index: dict[str, dict[str, Run]]               # application, fragmentation index
    together: dict[str, dict[str, dict[str, Run]]]       # workload, seed, design
    together_alone: dict[str, dict[str, Run]]            # application, seed
    names: dict[str, str]                  # --app -> application
    apps: dict[str, tuple[str, ...]]       # workload -> --app of its applications
    failed: list[str]                      # points without a result, and why


def chosen(name: str, small: bool) -> Points:
    points = spec.read(FILES / f"{name}.toml").points
    if not small:
        return points
    window = () if name in WHOLE else SMALL_WINDOW
    return {texts: Point((*p.arguments, *window), p.label) for texts, p in points.items()
            if any(texts[:len(first)] == first for first in SMALL[name])}


def run(settings: engine.Settings, small: bool) -> Results:
    points = {name: chosen(name, small) for name in SMALL}
    ended, failed = run_all(settings, points)
    apps = {workload: applications(point) for name in ("homogeneous", "heterogeneous", "sets")
            for (workload, _), point in points[name].items()}
    names = {applications(point)[0]: app for (app, _), point in points["alone"].items()}
    return Results(**ended, names=names, apps=apps, failed=failed)


# ---- what is asked of runs; None: a run is missing ----

def ipcs(run: Run) -> list[float]:
    return [float(a["ipc"]) for a in run["applications"]]


def alone(r: Results, workload: str, i: int, sms: int) -> float | None:
    """IPC with GPU-MMU on as many SMs (Mosaic 5)."""
    if len(r.apps[workload]) == 1:
        whole = r.homogeneous.get(workload, {}).get("GPU-MMU")
        return ipcs(whole)[0] if whole else None
    app = r.names.get(r.apps[workload][i], "")
    found = r.alone.get(app, {}).get(str(sms))
    return ipcs(found)[0] if found else None


def weighted_speedup(r: Results, workload: str, found: Run | None) -> float | None:
    if found is None:
        return None
    parts = [ratio(a["ipc"], alone(r, workload, i, a["sms"])) for i, a in enumerate(found["applications"])]
    average = mean(parts)
    return None if average is None else average * len(parts)


def coalesced_inside(r: Results) -> dict[str, int]:
    """Large pages that Mosaic has coalesced inside a window, by workload: windows begin when all are (4.1)."""
    return {workload: pages for runs in (r.homogeneous, r.heterogeneous, r.sets) for workload, designs in runs.items()
            if (found := designs.get("Mosaic")) and (pages := int(found["coalescing"]["coalesced"])) != 0}


def hit_rate(run: Run, tlb: str) -> float | None:
    """Of all applications, %; None: nothing was looked up there."""
    hits, misses = (sum(a[tlb][what] for a in run["applications"]) for what in ("hits", "misses"))
    return ratio(100.0 * hits, hits + misses)


def speed(run: Run | None) -> float | None:
    """Work per time of a whole run."""
    return None if run is None else sum(ipcs(run))


BUS_CYCLES = (318 - 55) * 1020 / 511  # of a base page: Mosaic 3.2


def speed_moved_before(run: Run | None, paged: Run | None) -> float | None:
    """Of a run without paging whose data cross the bus before it begins, one page after the other."""
    speeds = speeds_moved_before(run, paged)
    return None if speeds is None else sum(speeds)


def speeds_moved_before(run: Run | None, paged: Run | None) -> list[float] | None:
    """The same, of each application."""
    if run is None or paged is None:
        return None
    moving = paged["faults"]["pages_migrated"] * BUS_CYCLES
    return [float(a["ipc"]) * a["cycles"] / (a["cycles"] + moving) for a in run["applications"]]


def touched(run: Run | None) -> float | None:
    """Pages of 4 KB that came over the bus, or without data."""
    return None if run is None else float(run["faults"]["pages_migrated"] + run["faults"]["pages_allocated"])
