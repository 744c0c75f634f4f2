# SPDX-License-Identifier: Apache-2.0
"""The figures of thesis chapter 5 as numbers: ours, and the thesis's where its text or Table 5.2 names one."""

import dataclasses
from collections.abc import Callable
from typing import Any

from scripts.experiments.common.figure import Cell, Figure

from . import beyond, delays
from . import experiments as ex
from .experiments import DRAIN, DSS_DRAIN, DSS_SWITCH, FCFS, NPQ, SHARED_DRAIN, SHARED_SWITCH, SWITCH, Ntts, Results

# Table 5.2, in microseconds: save time of the benchmark's longest kernel.
SAVE = {"lbm": 16.20, "histo": 5.76, "tpacf": 2.75, "spmv": 3.71, "mri-q": 10.75, "sad": 4.71, "sgemm": 16.13,
        "stencil": 10.50, "cutcp": 3.27, "mri-gridding": 10.08}
# 5.3.2 to 5.3.4: with two processes, and with eight.
TURNAROUND = {NPQ: (1.0, 1.6), SWITCH: (2.0, 15.6), DRAIN: (1.6, 6.0)}
PRIORITY_CLASSES = {"short": {SWITCH: (5.1, 63.7), DRAIN: (2.84, 16.2)},
                    "medium": {SWITCH: (1.06, 4.6), DRAIN: (1.33, 4.5)},
                    "long": {SWITCH: (1.26, 1.76)}}
PRICE = {SWITCH: (1.08, 1.12), DRAIN: (1.09, 1.38)}
SHARING = {DSS_SWITCH: (1.5, 2.0), DSS_DRAIN: (1.4, 1.65)}
CLASSES = {"short": {DSS_SWITCH: (2.45, 4.0), DSS_DRAIN: (2.2, 3.7)},
           "medium": {DSS_SWITCH: (1.3, 1.7), DSS_DRAIN: (1.2, 1.4)},
           "long": {DSS_SWITCH: (0.9, 0.55), DSS_DRAIN: (0.9, 0.55)}}
FAIRER = {DSS_SWITCH: (1.1, 3.35), DSS_DRAIN: (1.05, 2.7)}
SHARE_PRICE = {DSS_SWITCH: (1.06, 1.34), DSS_DRAIN: (1.08, 1.5)}


def said(values: dict[str, tuple[float, float]], scheme: str, processes: str) -> float | None:
    ends = values.get(scheme)
    return {"2": ends[0], "8": ends[1]}.get(processes) if ends else None


def table_5_2(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        b: {way: (ex.microseconds(found.get(way)), SAVE[b] if way != "draining" else None) for way in ex.WAYS}
        for b, found in r.preempted.items()}
    return Figure("Table 5.2", "Time to preempt an SM", "µs", rows,
                  "The thesis's save time is registers and shared memory over an SM's share of the bandwidth.")


def fig_5_4(ntts: Ntts) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.gain(ntts, n, s, lambda _, prioritised: prioritised), said(TURNAROUND, s, n))
                           for s in TURNAROUND} for n in ntts}
    return Figure("Fig. 5.4", "Turnaround of the prioritised process", "times shorter than without priority", rows,
                  "Average over all workloads.")


def fig_5_5(ntts: Ntts) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.average(ntts, n, NPQ, s, ex.throughput), said(PRICE, s, n))
                           for s in (SWITCH, DRAIN, SHARED_SWITCH, SHARED_DRAIN)} for n in ntts}
    return Figure("Fig. 5.5", "What priority costs of the throughput", "STP of NPQ / STP", rows,
                  "The thesis names values for exclusive access alone; shared access costs more there.")


def fig_5_6(ntts: Ntts) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.gain(ntts, n, s, lambda *_: True), said(SHARING, s, n)) for s in SHARING}
        for n in ntts}
    return Figure("Fig. 5.6", "Turnaround with equal sharing", "times shorter than under FCFS", rows,
                  "Average over all processes of all workloads.")


def fig_5_6_halves(r: Results, ntts: Ntts) -> Figure:
    short = ex.shorter_half(r)
    halves = {"short": lambda name, _: name in short, "long": lambda name, _: name not in short}
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {f"{s}, {half}": (ex.gain(ntts, n, s, counts), None)
                           for s in SHARING for half, counts in halves.items()} for n in ntts}
    return Figure("Fig. 5.6 halves", "Turnaround with equal sharing, short and long benchmarks",
                  "times shorter than under FCFS", rows,
                  "The thesis: 2.45 to 4 for its SHORT benchmarks, 0.9 to 0.55 for its LONG ones, context switch.")


def fig_5_8a(ntts: Ntts) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.average(ntts, n, s, FCFS, ex.fairness), said(FAIRER, s, n)) for s in FAIRER}
        for n in ntts}
    return Figure("Fig. 5.8a", "Fairness of equal sharing", "times that of FCFS", rows)


def fig_5_8b(ntts: Ntts) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.average(ntts, n, FCFS, s, ex.throughput), said(SHARE_PRICE, s, n))
                           for s in (DSS_SWITCH, DSS_DRAIN)} for n in ntts}
    return Figure("Fig. 5.8b", "What equal sharing costs of the throughput", "STP of FCFS / STP", rows)


# ---- blocks as delays ----

def as_delays(figure: Figure) -> Figure:
    return dataclasses.replace(figure, name=f"{figure.name} delays", title=f"{figure.title}, blocks as delays")


def fig_5_4_classes(ntts: Ntts, names_of: Callable[[int, str], list[str]]) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {f"{s}, {name}": (
            ex.gain(ntts, n, s, lambda benchmark, prioritised, members=members:  # type: ignore[misc]
                    prioritised and benchmark in members, names_of), said(PRIORITY_CLASSES.get(name, {}), s, n))
            for s in TURNAROUND for name, members in delays.CLASS_1.items()} for n in ntts}
    return Figure("Fig. 5.4 classes",
                  "Turnaround of the prioritised process, by Class 1 of Table 5.2, blocks as delays",
                  "times shorter than without priority", rows)


def fig_5_6_classes(ntts: Ntts, names_of: Callable[[int, str], list[str]]) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {f"{s}, {name}": (
            ex.gain(ntts, n, s, lambda benchmark, _, members=members: benchmark in members,  # type: ignore[misc]
                    names_of), said(CLASSES.get(name, {}), s, n))
            for s in SHARING for name, members in delays.CLASS_2.items()} for n in ntts}
    return Figure("Fig. 5.6 classes", "Turnaround with equal sharing, by Class 2 of Table 5.2, blocks as delays",
                  "times shorter than under FCFS", rows)


def fig_5_6_benchmarks(ntts: Ntts, names_of: Callable[[int, str], list[str]]) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes, {name}": {
            s: (ex.gain(ntts, n, s, lambda benchmark, _, name=name: benchmark == name,  # type: ignore[misc]
                        names_of), None) for s in SHARING}
        for n in ntts for name in sorted(ex.BENCHMARKS)}
    return Figure("Fig. 5.6 benchmarks", "Turnaround with equal sharing, by benchmark, blocks as delays",
                  "times shorter than under FCFS", rows)


def fig_5_7(ntts: Ntts) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for n in ntts:
        by = {s: delays.antt(ntts, n, s) for s in (FCFS, DSS_SWITCH, DSS_DRAIN)}
        for k in range(max(map(len, by.values()), default=0)):
            rows[f"{n} processes, workload {k + 1}"] = {s: (found[k] if k < len(found) else None, None)
                                                        for s, found in by.items()}
    return Figure("Fig. 5.7", "ANTT of each workload, in ascending order, blocks as delays", "ANTT", rows)


def of_delays(found: dict[str, Any], form: str) -> list[Figure]:
    """`found`: runs of the points of delays.py."""
    priority, sharing = (delays.ntts(found.get(name, {})) for name in ("priority", "sharing"))

    def names_of(processes: int, first: str) -> list[str]:
        return delays.names_of(processes, first, form)

    return [as_delays(fig_5_4(priority)), fig_5_4_classes(priority, names_of), as_delays(fig_5_5(priority)),
            as_delays(fig_5_6(sharing)),
            fig_5_6_classes(sharing, names_of), fig_5_6_benchmarks(sharing, names_of), fig_5_7(sharing),
            as_delays(fig_5_8a(sharing)), as_delays(fig_5_8b(sharing))]


def all_figures(r: Results, form: str) -> list[Figure]:
    piped, work = ex.turnarounds(r), ex.works(r)
    return [table_5_2(r), fig_5_4(piped), fig_5_5(work), fig_5_6(piped), fig_5_6_halves(r, piped), fig_5_8a(piped),
            fig_5_8b(work), *of_delays(r.more, form), *beyond.figures(r.more)]
