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
# 4.2.1: all is traced, the "CPU execution phases" too. Their lengths are not given, but 5.3.4 gives the times of whole
# applications by Class 2: SHORT "<5ms", MEDIUM "between 30ms and 115ms", LONG ">400ms"; and Table 5.2 those of kernels.
CLASS_1 = {"short": ("spmv", "histo"), "medium": ("lbm", "mri-q", "sgemm", "stencil", "cutcp"),
           "long": ("tpacf", "sad", "mri-gridding")}
CLASS_2 = {"short": ("spmv", "mri-q", "sgemm"), "medium": ("histo", "tpacf", "cutcp"),
           "long": ("lbm", "sad", "stencil", "mri-gridding")}
LEAST_US = {"short": 0, "medium": 30000, "long": 400000}
MOST_US = {"short": 5000, "medium": 115000, "long": 400000}  # of LONG the text has no most
KERNELS_US = {"lbm": 290581, "histo": 10831, "tpacf": 14615, "spmv": 2119, "mri-q": 6784, "sad": 25150, "sgemm": 3717,
              "stencil": 222730, "cutcp": 16721, "mri-gridding": 258963}  # launches x time
# What a run has of them, by the name of the form: none, or what the application's time leaves.
PHASES: dict[str, dict[str, int] | None] = {"delays": None, "phases": LEAST_US, "long-phases": MOST_US}
SMALL_BENCHMARKS = ("spmv", "mri-q", "sgemm", "cutcp")  # a run of milliseconds


def names_of(processes: int, first: str, form: str) -> list[str]:
    if form != SMALL:
        return workload(processes, first)
    at = SMALL_FIRST.index(first)
    return [SMALL_BENCHMARKS[(at + i) % len(SMALL_BENCHMARKS)] for i in range(processes)]


def phase_us(name: str, times: dict[str, int] | None) -> int:
    """Of the CPU in a run."""
    return next(max(0, times[c] - KERNELS_US[name]) for c, names in CLASS_2.items() if name in names) if times else 0


def process_text(name: str, times: dict[str, int] | None) -> str:
    us = phase_us(name, times)
    return f"{name},cpu_us={us}" if us else name


def share_point(names: list[str], policy: tuple[str, ...], *options: str) -> Point:
    words = [word for name in names for word in ("--process", name)]
    return Point((*words, "--policy", *policy, *options), f"{' '.join(names)}, delays, {' '.join(policy)}", "share")


def points(form: str, times: dict[str, int] | None = None) -> dict[str, Points]:
    """`times`: of whole applications, by Class 2."""
    found: dict[str, Points] = {"priority": {}, "sharing": {}}
    for n in PROCESSES[:1] if form == SMALL else PROCESSES:
        for first in firsts(form):
            names, last = [process_text(name, times) for name in names_of(n, first, form)], str(n - 1)
            runs = "1" if n >= ONCE_FROM or form == SMALL else "3"
            # With phases the others are at their hosts first: a short process would be over before they come.
            until = ("--runs", runs) if times else ("--until", last)
            for scheme, policy in PRIORITY.items():
                high = () if scheme == FCFS else ("--priority", f"{last}=1", "--copies", "npq")
                found["priority"][str(n), first, scheme] = share_point(names, policy, *until, *high)
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
