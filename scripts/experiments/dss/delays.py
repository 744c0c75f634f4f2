# SPDX-License-Identifier: Apache-2.0
"""The thesis's own workloads of chapter 5, blocks as delays (gmmu share): processes of the benchmarks of Table 5.2."""

from scripts.experiments.common.figure import mean
from scripts.experiments.common.runs import Points, Run
from scripts.sweep.points import Point

from .experiments import FCFS, SCHEMES, SMALL, SMALL_FIRST, WITHOUT_PRIORITY, Ntts, firsts, workload

PROCESSES = (2, 4, 6, 8)
# 5.3.2: the prioritised process runs three times, "the scheduling policy in the data transfer engine is always NPQ".
PRIORITY = {s: w for s, w in SCHEMES.items() if s == FCFS or s not in WITHOUT_PRIORITY}
# 5.3.4: all run, again and again, until each has run three times (5.3.1).
SHARING = {s: SCHEMES[s] for s in WITHOUT_PRIORITY}
ONCE_FROM = 4  # of so many processes each runs once at least: three runs would take most of the time
SMALL_BENCHMARKS = ("spmv", "mri-q", "sgemm", "cutcp")  # a run of milliseconds


def names_of(processes: int, first: str, form: str) -> list[str]:
    if form != SMALL:
        return workload(processes, first)
    at = SMALL_FIRST.index(first)
    return [SMALL_BENCHMARKS[(at + i) % len(SMALL_BENCHMARKS)] for i in range(processes)]


def share_point(names: list[str], policy: tuple[str, ...], *options: str) -> Point:
    words = [word for name in names for word in ("--process", name)]
    return Point((*words, "--policy", *policy, *options), f"{' '.join(names)}, delays, {' '.join(policy)}", "share")


def points(form: str) -> dict[str, Points]:
    found: dict[str, Points] = {"priority": {}, "sharing": {}}
    for n in PROCESSES[:1] if form == SMALL else PROCESSES:
        for first in firsts(form):
            names, last = names_of(n, first, form), str(n - 1)
            runs = "1" if n >= ONCE_FROM or form == SMALL else "3"
            for scheme, policy in PRIORITY.items():
                high = () if scheme == FCFS else ("--priority", f"{last}=1", "--copies", "npq")
                found["priority"][str(n), first, scheme] = share_point(names, policy, "--until", last, *high)
            for scheme, policy in SHARING.items():
                found["sharing"][str(n), first, scheme] = share_point(names, policy, "--runs", runs)
    return found


def ntts(runs: dict[str, dict[str, dict[str, Run]]]) -> Ntts:
    """A process without progress has an endless one."""
    return {n: {first: {scheme: [p["ntt"] or float("inf") for p in run["processes"]] for scheme, run in by.items()}
                for first, by in workloads.items()} for n, workloads in runs.items()}


def antt(runs: Ntts, processes: str, scheme: str) -> list[float | None]:
    """Of all workloads, in ascending order."""
    known = [mean(ntt) for by in runs.get(processes, {}).values() if (ntt := by.get(scheme))]
    return sorted(known, key=lambda a: a or 0.0)
