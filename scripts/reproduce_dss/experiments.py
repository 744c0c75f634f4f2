# SPDX-License-Identifier: Apache-2.0
"""The runs behind the figures of thesis chapter 5, in the full pipeline: what it takes to preempt each benchmark's
kernels (Table 5.2), one prioritised process among others (Fig. 5.4, 5.5), equal sharing (Fig. 5.6 to 5.8)."""

import dataclasses
import random
from collections.abc import Callable
from typing import Any

from reproduce.figure import mean
from reproduce.runs import Points, Run, run_all
from sweep import engine
from sweep.points import Point

CHIP = ("--chip", "tanasic5", "--no-alone")
# All run in all of a window, as 5.3.1 replays benchmarks that have ended; between kernels the host takes its time.
WINDOW = ("--set", "measure.warmup_epochs=1", "--set", "measure.epochs=5", "--set", "schedule.host_cycles=20000")
CORE_MHZ = 706
# 5.3.1: "ten, out of eleven, benchmarks from the Parboil benchmark suite".
BENCHMARKS = ("lbm", "histo", "tpacf", "spmv", "mri-q", "sad", "sgemm", "stencil", "cutcp", "mri-gridding")
PROCESSES = (2,)  # with four, some wait for all of the window
FIRST = 10000  # core cycles after which the prioritised process arrives; the others arrive between
NPQ, SWITCH, DRAIN = "NPQ", "PPQ, context switch", "PPQ, draining"
SHARED_SWITCH, SHARED_DRAIN = "PPQ shared, context switch", "PPQ shared, draining"
DSS_SWITCH, DSS_DRAIN = "DSS, context switch", "DSS, draining"
FCFS = "FCFS"  # NPQ without priorities
SCHEMES: dict[str, tuple[str, ...]] = {
    FCFS: ("npq",), NPQ: ("npq",),
    SWITCH: ("ppq", "--preempt", "switch"), DRAIN: ("ppq", "--preempt", "drain"),
    SHARED_SWITCH: ("ppq-shared", "--preempt", "switch"), SHARED_DRAIN: ("ppq-shared", "--preempt", "drain"),
    DSS_SWITCH: ("dss", "--preempt", "switch"), DSS_DRAIN: ("dss", "--preempt", "drain")}
WITHOUT_PRIORITY = (FCFS, DSS_SWITCH, DSS_DRAIN)
SMALL_L2 = "L2 of 64 KB"
WAYS: dict[str, tuple[str, ...]] = {"context switch": ("switch",), "draining": ("drain",),
                                    SMALL_L2: ("switch", "--set", "l2.bytes=64K")}
SMALL_FIRST = ("lbm", "tpacf", "mri-q")  # the prioritised benchmarks of the small form


# NTT of each process, the prioritised one last: by processes, prioritised benchmark, scheme.
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


def preempt_point(benchmark: str, way: str) -> Point:
    """A small kernel of high priority takes all SMs from the benchmark."""
    return Point((*CHIP, *app(benchmark), "--app", "kernel:histo,size=64K", "--priority", "1=1", "--arrive", "1=20000",
                  "--block-scheduler", "ppq", "--preempt", *WAYS[way]), f"{benchmark} preempted, {way}")


def shared_point(processes: int, first: str, scheme: str) -> Point:
    names = workload(processes, first)
    words = [word for name in names for word in app(name)]
    for i in range(1, processes):
        words += ["--arrive", f"{i}={FIRST * i // (processes - 1)}"]
    if scheme not in WITHOUT_PRIORITY:
        words += ["--priority", f"{processes - 1}=1"]
    return Point((*CHIP, *WINDOW, *words, "--block-scheduler", *SCHEMES[scheme]), f"{' '.join(names)}, {scheme}")


def run(settings: engine.Settings, small: bool, more: dict[str, Points]) -> Results:
    """`more`: points of other sweeps, run with these."""
    first = SMALL_FIRST if small else BENCHMARKS
    sizes = PROCESSES[:1] if small else PROCESSES
    needed = {name for n in sizes for f in first for name in workload(n, f)} if small else set(BENCHMARKS)
    sweeps: dict[str, Points] = {
        "preempted": {(b, way): preempt_point(b, way) for b in first for way in WAYS},
        "alone": {(b,): Point((*CHIP, *WINDOW, *app(b), "--block-scheduler", "npq"), f"{b} alone")
                  for b in sorted(needed)},
        "shared": {(str(n), f, scheme): shared_point(n, f, scheme) for n in sizes for f in first for scheme in SCHEMES}}
    results, failed = run_all(settings, {**sweeps, **more})
    return Results(results["preempted"], results["alone"], results["shared"], {name: results[name] for name in more},
                   failed)


# ---- what is asked of runs; None: a run is missing ----

def microseconds(run: Run | None) -> float | None:
    """From an SM's being reserved to its being free, on average."""
    return run["preemptions"]["cycles_avg"] / CORE_MHZ if run else None


def turnarounds(r: Results) -> Ntts:
    """Of the runs in the pipeline whose benchmarks have a run alone."""
    found: Ntts = {}
    for n, workloads in r.shared.items():
        for first, runs in workloads.items():
            names = workload(int(n), first)
            if any(name not in r.alone for name in names):
                continue
            alone = [r.alone[name]["applications"][0]["ipc"] for name in names]
            found.setdefault(n, {})[first] = {
                scheme: [before / a["ipc"] for before, a in zip(alone, run["applications"])]
                for scheme, run in runs.items()}
    return found


def shorter_half(r: Results) -> set[str]:
    """Of the benchmarks: those that end most often alone; of equal ones the first in the alphabet."""
    order = sorted(r.alone, key=lambda name: (-r.alone[name]["applications"][0]["launches"], name))
    return set(order[:len(order) // 2])


def gain(ntts: Ntts, processes: str, scheme: str, counts: Callable[[str, bool], bool],
         names_of: Callable[[int, str], list[str]] = workload) -> float | None:
    """How many times shorter than under FCFS turnaround is, on average of the processes that count: by the benchmark,
    and whether it is the prioritised process."""
    found: list[float | None] = []
    for first, runs in ntts.get(processes, {}).items():
        before, after = runs.get(FCFS), runs.get(scheme)
        if before is None or after is None:
            return None
        names = names_of(int(processes), first)
        found += [b / a for i, (name, b, a) in enumerate(zip(names, before, after))
                  if counts(name, i == len(names) - 1)]
    return mean(found)


def throughput(ntt: list[float]) -> float:
    return sum(1 / n for n in ntt)


def fairness(ntt: list[float]) -> float:
    return min(ntt) / max(ntt)


def average(ntts: Ntts, processes: str, scheme: str, against: str,
            measure: Callable[[list[float]], float]) -> float | None:
    """Of all workloads: a measure under a scheme over the same under another."""
    found: list[float | None] = []
    for runs in ntts.get(processes, {}).values():
        ours, other = runs.get(scheme), runs.get(against)
        found.append(measure(ours) / measure(other) if ours and other else None)
    return mean(found)
