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
    "paging": {("GUP",)}, "paging_two": set(), "homogeneous": {("G x1",), ("G x2",)}, "heterogeneous": {("P_G",)},
    "alone": {("G", "15"), ("P", "15")}, "sizes": {("L1 base 8",), ("L2 large 32",)},
    "fragmentation": {("G", "90", "No CAC"), ("G", "100", "CAC-BC")},
    "occupancy": {("G", "1", "CAC"), ("G", "1", "CAC-BC")}, "bloat": {("NN", "1"), ("NN", "75")},
    "together": {("P_G", "1", "GPU-MMU"), ("P_G", "1", "MASK")}, "together_alone": {("P", "1"), ("G", "1")}}
SMALL_WINDOW = ("--set", "measure.warmup_epochs=1", "--set", "measure.epochs=2")
WHOLE = {"paging", "paging_two", "fragmentation", "occupancy", "bloat"}  # runs without a window


@dataclasses.dataclass(frozen=True)
class Results:
    paging: dict[str, dict[str, Run]]      # application, memory
    paging_two: dict[str, dict[str, Run]]  # two copies of it
    homogeneous: dict[str, dict[str, Run]]    # workload, design
    heterogeneous: dict[str, dict[str, Run]]
    alone: dict[str, dict[str, Run]]       # application, SMs
    sizes: dict[str, dict[str, Run]]       # size, design
    fragmentation: dict[str, dict[str, dict[str, Run]]]  # workload, fragmentation index, compaction
    occupancy: dict[str, dict[str, dict[str, Run]]]      # workload, occupancy, compaction
    bloat: dict[str, dict[str, Run]]                     # application, occupancy
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
    apps = {workload: applications(point) for name in ("homogeneous", "heterogeneous")
            for (workload, _), point in points[name].items()}
    names = {applications(point)[0]: app for (app, _), point in points["alone"].items()}
    return Results(ended["paging"], ended["paging_two"], ended["homogeneous"], ended["heterogeneous"],
                   ended["alone"], ended["sizes"], ended["fragmentation"], ended["occupancy"], ended["bloat"],
                   ended["together"], ended["together_alone"], names, apps, failed)


# ---- what is asked of runs; None: a run is missing ----

def ipcs(run: Run) -> list[float]:
    return [float(a["ipc"]) for a in run["applications"]]


def alone(r: Results, workload: str, i: int) -> float | None:
    """IPC with GPU-MMU on as many SMs (Mosaic 5)."""
    if len(r.apps[workload]) == 1:
        whole = r.homogeneous.get(workload, {}).get("GPU-MMU")
        return ipcs(whole)[0] if whole else None
    app = r.names.get(r.apps[workload][i], "")
    found = r.alone.get(app, {}).get(str(30 // len(r.apps[workload])))
    return ipcs(found)[0] if found else None


def weighted_speedup(r: Results, workload: str, found: Run | None) -> float | None:
    if found is None:
        return None
    parts = [ratio(ipc, alone(r, workload, i)) for i, ipc in enumerate(ipcs(found))]
    average = mean(parts)
    return None if average is None else average * len(parts)


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
    if run is None or paged is None:
        return None
    moving = paged["faults"]["pages_migrated"] * BUS_CYCLES
    return sum(ipcs(run)) * run["cycles"] / (run["cycles"] + moving)
