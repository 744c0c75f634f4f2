# SPDX-License-Identifier: Apache-2.0
"""The runs behind the figures of thesis chapter 5, in the full pipeline: what it takes to preempt each benchmark's
kernels (Table 5.2), one prioritised process among others (Fig. 5.4, 5.5), equal sharing (Fig. 5.6 to 5.8)."""

import dataclasses
import math
import random
from collections.abc import Callable
from typing import Any

from scripts.experiments.common.figure import mean
from scripts.experiments.common.runs import Points, Run, run_all
from scripts.sweep import engine
from scripts.sweep.points import Point

CHIP = ("--chip", "tanasic5", "--no-alone")
# 5.3.1: all run "until all benchmarks have been executed at least 3 times", and the runs that ended are averaged.
# Between kernels the host takes its time.
REPLAYED = ("--set", "measure.launches=3", "--set", "schedule.host_cycles=20000")
MOST_CYCLES = 600000  # of a run, for each process: one that has not ended in them starves
CORE_MHZ = 706
# 5.3.1: "ten, out of eleven, benchmarks from the Parboil benchmark suite".
BENCHMARKS = ("lbm", "histo", "tpacf", "spmv", "mri-q", "sad", "sgemm", "stencil", "cutcp", "mri-gridding")
PROCESSES = (2, 4)
FIRST = 10000  # core cycles after which the prioritised process arrives; the others arrive between
NPQ, SWITCH, DRAIN = "NPQ", "PPQ, context switch", "PPQ, draining"
SHARED_SWITCH, SHARED_DRAIN = "PPQ shared, context switch", "PPQ shared, draining"
DSS_SWITCH, DSS_DRAIN = "DSS, context switch", "DSS, draining"
FCFS = "FCFS"  # one context at a time
SCHEMES: dict[str, tuple[str, ...]] = {
    FCFS: ("fcfs",), NPQ: ("npq",),
    SWITCH: ("ppq", "--preempt", "switch"), DRAIN: ("ppq", "--preempt", "drain"),
    SHARED_SWITCH: ("ppq-shared", "--preempt", "switch"), SHARED_DRAIN: ("ppq-shared", "--preempt", "drain"),
    DSS_SWITCH: ("dss", "--preempt", "switch"), DSS_DRAIN: ("dss", "--preempt", "drain")}
WITHOUT_PRIORITY = (FCFS, DSS_SWITCH, DSS_DRAIN)
SMALL_L2 = "L2 of 64 KB"
# An L2 cache that holds no contexts: nor does the way behind its banks, which a miss that pays for its look-up makes
# 69 lines longer.
WAYS: dict[str, tuple[str, ...]] = {"context switch": ("switch",), "draining": ("drain",),
                                    SMALL_L2: ("switch", "--set", "l2.bytes=64K", "--set", "l2.miss_from=check")}
SMALL, MEDIUM, WHOLE = "small", "medium", "whole"  # the forms
SMALL_FIRST = ("lbm", "tpacf", "mri-q")  # the prioritised benchmarks of the small form
MEDIUM_FIRST = (*SMALL_FIRST, "sgemm")
SMALL_PIPED = ("tpacf",)  # beside mri-q, whose runs are the shortest


def firsts(form: str) -> tuple[str, ...]:
    """The prioritised benchmarks, one for each workload of so many processes."""
    return {SMALL: SMALL_FIRST, MEDIUM: MEDIUM_FIRST, WHOLE: BENCHMARKS}[form]


def firsts_piped(form: str, processes: int) -> tuple[str, ...]:
    """The same in the pipeline, where a run of four processes takes ten seconds: four workloads at most, and one in the
    small form."""
    if form == SMALL:
        return SMALL_PIPED
    return firsts(MEDIUM if form == WHOLE and processes > PROCESSES[0] else form)


def schemes_piped(form: str) -> tuple[str, ...]:
    """In the pipeline the small form has no shared access, of which the thesis names no values."""
    return tuple(s for s in SCHEMES if form != SMALL or s not in (SHARED_SWITCH, SHARED_DRAIN))


# NTT of each process, the prioritised one last: by processes, prioritised benchmark, scheme. Endless: it starves.
Ntts = dict[str, dict[str, dict[str, list[float]]]]


@dataclasses.dataclass(frozen=True)
class Results:
    preempted: dict[str, dict[str, Run]]              # benchmark, way
    alone: dict[str, Run]                             # benchmark
    shared: dict[str, dict[str, dict[str, Run]]]      # processes, prioritised benchmark, scheme
    more: dict[str, Any]                              # runs of other sweeps
    failed: list[str]


def app(benchmark: str) -> tuple[str, str]:
    return "--app", f"kernel:parboil-{benchmark}"


def workload(processes: int, first: str) -> list[str]:
    """5.3.2: "random workloads in which one process has higher priority than the rest [...]. All the benchmark
    applications appear the same number of times as the high-priority process"; that one is the last here."""
    draw = random.Random(f"{processes} {first}")
    return [*draw.choices(BENCHMARKS, k=processes - 1), first]


def preempt_words(benchmark: str, *way: str) -> tuple[str, ...]:
    """A small kernel of high priority takes all SMs from the benchmark."""
    return (*CHIP, *app(benchmark), "--app", "kernel:histo,size=64K", "--priority", "1=1", "--arrive", "1=20000",
            "--block-scheduler", "ppq", "--preempt", *way)


def preempt_point(benchmark: str, way: str) -> Point:
    return Point(preempt_words(benchmark, *WAYS[way]), f"{benchmark} preempted, {way}")


def arrival(processes: int, i: int) -> int:
    return FIRST * i // (processes - 1)


def shared_point(processes: int, first: str, scheme: str) -> Point:
    names = workload(processes, first)
    words = [word for name in names for word in app(name)]
    for i in range(1, processes):
        words += ["--arrive", f"{i}={arrival(processes, i)}"]
    if scheme not in WITHOUT_PRIORITY:
        words += ["--priority", f"{processes - 1}=1"]
    words += ["--set", f"measure.most_cycles={MOST_CYCLES * processes}", "--block-scheduler", *SCHEMES[scheme]]
    return Point((*CHIP, *REPLAYED, *words), f"{' '.join(names)}, {scheme}")


def run(settings: engine.Settings, form: str, more: dict[str, Points]) -> Results:
    """`more`: points of other sweeps, run with these."""
    sizes = PROCESSES[:1] if form == SMALL else PROCESSES
    workloads = [(n, first) for n in sizes for first in firsts_piped(form, n)]
    needed = {name for n, first in workloads for name in workload(n, first)}
    sweeps: dict[str, Points] = {
        "preempted": {(b, way): preempt_point(b, way) for b in firsts(form) for way in WAYS},
        "alone": {(b,): Point((*CHIP, *REPLAYED, *app(b), "--block-scheduler", "npq"), f"{b} alone")
                  for b in sorted(needed)},
        "shared": {(str(n), first, scheme): shared_point(n, first, scheme)
                   for n, first in workloads for scheme in schemes_piped(form)}}
    results, failed = run_all(settings, {**sweeps, **more})
    return Results(results["preempted"], results["alone"], results["shared"], {name: results[name] for name in more},
                   failed)


# ---- what is asked of runs; None: a run is missing ----

def microseconds(run: Run | None) -> float | None:
    """From an SM's being reserved to its being free, on average."""
    return run["preemptions"]["cycles_avg"] / CORE_MHZ if run else None


def ntts(r: Results, progress: Callable[[Run, int, int], float]) -> Ntts:
    """Of the runs in the pipeline whose benchmarks have a run alone, by the IPC that `progress` finds in a run for a
    process that arrived in a cycle."""
    found: Ntts = {}
    for n, workloads in r.shared.items():
        for first, runs in workloads.items():
            names = workload(int(n), first)
            if any(name not in r.alone for name in names):
                continue
            alone = [r.alone[name]["applications"][0]["ipc"] for name in names]
            found.setdefault(n, {})[first] = {
                scheme: [before / ipc if (ipc := progress(run, i, arrival(int(n), i))) else math.inf
                         for i, before in enumerate(alone)] for scheme, run in runs.items()}
    return found


def turnarounds(r: Results) -> Ntts:
    """5.3.1: "Statistics are gathered only for the completed executions and then averaged"."""
    return ntts(r, lambda run, i, _: float(run["applications"][i]["ipc"]))


def works(r: Results) -> Ntts:
    """By "the amount of work done in a unit of time" (5.3.1, STP), whether or not a launch has ended."""
    return ntts(r, lambda run, i, at: run["applications"][i]["instructions_committed"] / (run["cycles"] - at))


def starved(found: Ntts) -> list[str]:
    """Who has ended no launch: it counts in no average of turnarounds."""
    return [f"{name} beside {n} with {first} prioritised, {scheme}" for n, workloads in found.items()
            for first, runs in workloads.items() for scheme, ntt in runs.items()
            for name, one in zip(workload(int(n), first), ntt) if math.isinf(one)]


def shorter_half(r: Results) -> set[str]:
    """Of the benchmarks: those with the shortest turnarounds alone; of equal ones the first in the alphabet."""
    order = sorted(r.alone, key=lambda name: (r.alone[name]["applications"][0]["turnaround_cycles"], name))
    return set(order[:len(order) // 2])


def gain(ntts: Ntts, processes: str, scheme: str, counts: Callable[[str, bool], bool],
         names_of: Callable[[int, str], list[str]] = workload) -> float | None:
    """How many times shorter than under FCFS turnaround is, on average of the processes that count: by the benchmark,
    and whether it is the prioritised process. One that starves has none."""
    found: list[float | None] = []
    for first, runs in ntts.get(processes, {}).items():
        before, after = runs.get(FCFS), runs.get(scheme)
        if before is None or after is None:
            return None
        names = names_of(int(processes), first)
        found += [b / a for i, (name, b, a) in enumerate(zip(names, before, after))
                  if counts(name, i == len(names) - 1) and math.isfinite(b) and math.isfinite(a)]
    return mean(found) if found else None


def throughput(ntt: list[float]) -> float:
    return sum(1 / n for n in ntt)


def fairness(ntt: list[float]) -> float:
    return min(ntt) / max(ntt)


def average(ntts: Ntts, processes: str, scheme: str, against: str,
            measure: Callable[[list[float]], float]) -> float | None:
    """Of all workloads: a measure under a scheme over the same under another, where that is not 0."""
    found: list[float | None] = []
    for runs in ntts.get(processes, {}).values():
        ours, other = runs.get(scheme), runs.get(against)
        if not other or measure(other) > 0:
            found.append(measure(ours) / measure(other) if ours and other else None)
    return mean(found) if found else None
