# SPDX-License-Identifier: Apache-2.0
"""What thesis chapter 5 does not have: contexts through the TLBs, page faults during a switch, DSS under MASK, where
tokens follow the SMs that an application owns now. Their runs, and their figures."""

from collections.abc import Callable
from typing import Any

from scripts.experiments.common.figure import Cell, Figure, mean
from scripts.experiments.common.runs import Points, Run
from scripts.sweep.points import Point

from .experiments import SMALL, microseconds, preempt_words

CONTEXTS = ("lbm", "sgemm", "stencil", "histo", "tpacf", "spmv")
# Physical is the chip's own choice: these points are those of Table 5.2.
ADDRESSES: dict[str, tuple[str, ...]] = {"physical": (), "virtual": ("--set", "schedule.contexts=virtual")}
FAULTED = ("lbm", "sgemm", "stencil", "spmv", "mri-gridding")
EXCEPTIONS = ("stall", "wd-lastcheck", "replay", "oplog:16K")
FAULTS = {"no faults": "none", "faults": "migrate"}
SMALL_CONTEXTS, SMALL_FAULTED, SMALL_EXCEPTIONS, SMALL_FAULTS = ("tpacf",), ("spmv",), ("stall", "replay"), ("faults",)

MASK = ("--chip", "mask", "--set", "sm.count=16")
# SharedTLB, each mechanism of MASK alone, all three.
DESIGNS = ("sharedtlb", "mask-tlb", "mask-cache", "mask-dram", "mask")
SCHEDULERS = ("static", "fcfs", "dss")
SEEDS = ("1", "2", "3", "4", "5")  # of the kernels' data: a window of six epochs leaves chance
WINDOW = ("--epoch", "5000", "--set", "measure.warmup_epochs=8", "--set", "measure.epochs=6")
GUPS_AND_NN = ("--app", "kernel:gups,size=4M,updates=64K", "--app", "kernel:nn")
# Warps of both miss alike, a quarter of them has a token, and the miss rate changes nothing. The second arrives in
# epoch 5; between two of its launches its SMs change hands twice.
MISSES = "kernel:pagemix,percent=90,touches=1,share=1"
TOKENS = (*MASK, "--epoch", "20000", "--set", "mask.initial_tokens=16384", "--set", "mask.margin=65535",
          "--app", f"{MISSES},visits=3,blocks=65536", "--app", f"{MISSES},visits=1,blocks=4096",
          "--arrive", "1=110000", "--design", "mask", "--block-scheduler", "dss", "--no-alone")
EPOCHS, SMALL_EPOCHS = 16, 8


def points(form: str) -> dict[str, Points]:
    small = form == SMALL
    found: dict[str, Points] = {
        "contexts": {(b, where): Point(preempt_words(b, "switch", *ADDRESSES[where]),
                                       f"{b} preempted, contexts {where}")
                     for b in (SMALL_CONTEXTS if small else CONTEXTS) for where in ADDRESSES},
        "faulted": {(b, exceptions, faults): Point((*preempt_words(b, "switch"), "--exceptions", exceptions,
                                                    "--faults", FAULTS[faults]),
                                                   f"{b} preempted, {exceptions}, {faults}")
                    for b in (SMALL_FAULTED if small else FAULTED)
                    for exceptions in (SMALL_EXCEPTIONS if small else EXCEPTIONS)
                    for faults in (SMALL_FAULTS if small else FAULTS)},
        "mask": {(scheduler, design, seed): Point((*MASK, *WINDOW, *GUPS_AND_NN, "--design", design,
                                                   "--block-scheduler", scheduler, "--seed", seed),
                                                  f"gups and nn, {scheduler}, {design}, seed {seed}")
                 for scheduler in (() if small else SCHEDULERS) for design in DESIGNS for seed in SEEDS},
        "tokens": {("tokens",): Point((*TOKENS, "--set", f"measure.epochs={SMALL_EPOCHS if small else EPOCHS}"),
                                      "tokens follow the SMs")}}
    return found


Shared = dict[str, dict[str, dict[str, Run]]]  # scheduler, design, seed


def contexts(runs: dict[str, dict[str, Run]]) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        b: {where: (microseconds(found.get(where)), None) for where in ADDRESSES} for b, found in runs.items()}
    return Figure("Contexts translated", "Time to preempt an SM, contexts at physical and at virtual addresses", "µs",
                  rows, "As in Table 5.2, by a context switch.")


def faulted(runs: dict[str, dict[str, dict[str, Run]]]) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{b}, {exceptions}": {faults: (microseconds(found.get(faults)), None) for faults in FAULTS}
        for b, by in runs.items() for exceptions, found in by.items()}
    return Figure("Faults in a switch", "Time to preempt an SM while its pages fault", "µs", rows,
                  "As in Table 5.2, by a context switch; no faults: all pages are there.")


def under_mask(runs: Shared, name: str, title: str, field: str) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        scheduler: {design: (mean(by.get(design, {}).get(seed, {}).get(field) for seed in SEEDS), None)
                    for design in DESIGNS} for scheduler, by in runs.items()}
    return Figure(name, f"{title} of gups and nn, by how they share SMs", field.replace("_", " "), rows,
                  f"Average of {len(SEEDS)} seeds.")


def gains(runs: Shared) -> Figure:
    def ratio(by: dict[str, dict[str, Run]], design: str, seed: str) -> float | None:
        ours, before = (by.get(d, {}).get(seed) for d in (design, DESIGNS[0]))
        return ours["weighted_speedup"] / before["weighted_speedup"] if ours and before else None

    rows: dict[str, dict[str, Cell]] = {
        f"{scheduler}, seed {seed}": {design: (ratio(by, design, seed), None) for design in DESIGNS[1:]}
        for scheduler, by in runs.items() for seed in SEEDS}
    return Figure("DSS under MASK gains", "What each mechanism of MASK gains, seed by seed",
                  "weighted speedup / that of SharedTLB", rows)


def of_epochs(runs: dict[str, Run]) -> list[dict[str, Any]]:
    return runs["tokens"]["epochs"] if "tokens" in runs else []


def filling(epoch: dict[str, Any]) -> float | None:
    """The part of the walks that fills the L2 TLB; the others fill the bypass cache."""
    fills, bypassed = epoch["l2_tlb_fills"], epoch["bypass_fills"]
    return fills / (fills + bypassed) if fills + bypassed else None


def by_epoch(runs: dict[str, Run], name: str, title: str, unit: str, note: str,
             cell: Callable[[dict[str, Any]], float | None]) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for e in of_epochs(runs):
        who = ("first application", "second")[e["app"]]
        rows.setdefault(f"epoch {e['epoch']}", {})[who] = (cell(e), None)
    return Figure(name, title, unit, rows, note)


def figures(more: dict[str, Any]) -> list[Figure]:
    mask, tokens = more.get("mask", {}), more.get("tokens", {})
    return [contexts(more.get("contexts", {})), faulted(more.get("faulted", {})),
            under_mask(mask, "DSS under MASK", "Weighted speedup", "weighted_speedup"),
            under_mask(mask, "DSS under MASK unfairness", "Unfairness", "unfairness"), gains(mask),
            by_epoch(tokens, "Tokens follow SMs", "Tokens of two applications; the second arrives in epoch 5",
                     "tokens", "None: all warps may fill.", lambda e: e["tokens"] if e["tokens"] >= 0 else None),
            by_epoch(tokens, "Tokens follow SMs fills", "Walks that fill the L2 TLB", "of the walks",
                     "A quarter of the warps have a token.", filling)]
