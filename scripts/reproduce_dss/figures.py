# SPDX-License-Identifier: Apache-2.0
"""The figures of thesis chapter 5 as numbers: ours, and the thesis's where its text or Table 5.2 names one."""

from reproduce.figure import Cell, Figure

from . import experiments as ex
from .experiments import DRAIN, DSS_DRAIN, DSS_SWITCH, FCFS, NPQ, SHARED_DRAIN, SHARED_SWITCH, SWITCH, Results

# Table 5.2, in microseconds: save time of the benchmark's longest kernel.
SAVE = {"lbm": 16.20, "histo": 5.76, "tpacf": 2.75, "spmv": 3.71, "mri-q": 10.75, "sad": 4.71, "sgemm": 16.13,
        "stencil": 10.50, "cutcp": 3.27, "mri-gridding": 10.08}
# 5.3.2 and 5.3.4, with two processes.
TURNAROUND = {NPQ: 1.0, SWITCH: 2.0, DRAIN: 1.6}
SHARING = {DSS_SWITCH: 1.5, DSS_DRAIN: 1.4}
FAIRER = {DSS_SWITCH: 1.1, DSS_DRAIN: 1.05}


def said(values: dict[str, float], scheme: str, processes: str) -> float | None:
    return values[scheme] if processes == "2" else None


def table_5_2(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        b: {way: (ex.microseconds(found.get(way)), SAVE[b] if way != "draining" else None) for way in ex.WAYS}
        for b, found in r.preempted.items()}
    return Figure("Table 5.2", "Time to preempt an SM", "µs", rows,
                  "The thesis's save time is registers and shared memory over an SM's share of the bandwidth.")


def fig_5_4(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.gain(r, n, s, lambda _, prioritised: prioritised), said(TURNAROUND, s, n))
                           for s in TURNAROUND} for n in r.shared}
    return Figure("Fig. 5.4", "Turnaround of the prioritised process", "times shorter than without priority", rows,
                  "Average over all workloads.")


def fig_5_5(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.average(r, n, NPQ, s, ex.throughput), None)
                           for s in (SWITCH, DRAIN, SHARED_SWITCH, SHARED_DRAIN)} for n in r.shared}
    return Figure("Fig. 5.5", "What priority costs of the throughput", "STP of NPQ / STP", rows,
                  "The thesis: 1.08 to 1.12 with a context switch, 1.09 to 1.38 with draining, exclusive access.")


def fig_5_6(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.gain(r, n, s, lambda *_: True), said(SHARING, s, n)) for s in SHARING}
        for n in r.shared}
    return Figure("Fig. 5.6", "Turnaround with equal sharing", "times shorter than under FCFS", rows,
                  "Average over all processes of all workloads.")


def fig_5_6_halves(r: Results) -> Figure:
    short = ex.shorter_half(r)
    halves = {"short": lambda name, _: name in short, "long": lambda name, _: name not in short}
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {f"{s}, {half}": (ex.gain(r, n, s, counts), None)
                           for s in SHARING for half, counts in halves.items()} for n in r.shared}
    return Figure("Fig. 5.6 halves", "Turnaround with equal sharing, short and long benchmarks",
                  "times shorter than under FCFS", rows,
                  "The thesis: 2.45 to 4 for its SHORT benchmarks, 0.9 to 0.55 for its LONG ones, context switch.")


def fig_5_8a(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.average(r, n, s, FCFS, ex.fairness), said(FAIRER, s, n)) for s in FAIRER}
        for n in r.shared}
    return Figure("Fig. 5.8a", "Fairness of equal sharing", "times that of FCFS", rows)


def fig_5_8b(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{n} processes": {s: (ex.average(r, n, FCFS, s, ex.throughput), None) for s in (DSS_SWITCH, DSS_DRAIN)}
        for n in r.shared}
    return Figure("Fig. 5.8b", "What equal sharing costs of the throughput", "STP of FCFS / STP", rows,
                  "The thesis: 1.06 to 1.34 with a context switch, 1.08 to 1.5 with draining.")


def all_figures(r: Results) -> list[Figure]:
    return [table_5_2(r), fig_5_4(r), fig_5_5(r), fig_5_6(r), fig_5_6_halves(r), fig_5_8a(r), fig_5_8b(r)]
