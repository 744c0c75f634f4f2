# SPDX-License-Identifier: Apache-2.0
"""The figures and tables of Fractional GPUs as numbers: ours, and the paper's where its text names one."""

from plot.ratios import ratio
from reproduce.figure import Cell, Figure, mean

from . import experiments as ex
from .experiments import CMP, CO_RUNNERS, CP, IDEAL, Results

# Table III: average and largest variation, per cent.
PAPER = {("gtx1080", CP): (130.4, 226.7), ("gtx1080", CMP): (7.5, 24.6),
         ("v100", CP): (48.1, 127.7), ("v100", CMP): (8.7, 18.3)}


def fig_8(r: Results, chip: str) -> Figure:
    curves = r.curves.get(chip, {})
    rows: dict[str, dict[str, Cell]] = {}
    for threads in curves.get("DM", {}):
        last = threads == max(curves["DM"])
        rows[f"{threads} threads"] = {
            case: (ratio(points.get(threads), points.get(1)),
                   1.0 if case == "DM" else 10.0 if last and case == "SCSB" and chip == "gtx1080" else None)
            for case, points in curves.items()}
    return Figure(f"Fig. 8 {chip}", f"A thread's reads beside those of others, {chip}", "times the cycles alone", rows,
                  "The paper, on a GTX 1080: DM is free of interference, the worst case is above 10.")


def fig_9(r: Results, chip: str) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for victim in r.whole.get(chip, {}):
        whole = ex.time_of(r.whole[chip][victim])
        rows[victim] = {f"{how} <{c}>": (ratio(ex.co_run(r, chip, how, victim, c), 2 * whole if whole else None),
                                         0.5 if (chip, how, victim, c) == ("gtx1080", CP, "VA", "none") else None)
                        for how in (CP, CMP) for c in ("none", *CO_RUNNERS)
                        if ex.co_run(r, chip, how, victim, c) is not None}
    return Figure(f"Fig. 9 {chip}", f"Time on a half of the chip, {chip}",
                  "time / (2 × time alone on the whole chip)", rows,
                  "Half of the SMs (CP), and of the page colours (CMP).")


def by_victim(r: Results, chip: str) -> Figure:
    parts = r.parts.get(chip, {})
    rows: dict[str, dict[str, Cell]] = {
        victim: {how: (ex.variation(r, chip, how, victim), None) for how in parts}
        for victim in ex.VICTIMS if any(victim in parts[how] for how in parts)}
    return Figure(f"Variation {chip}", f"Variation of each victim's time, {chip}", "%", rows,
                  "The longest time beside MM, FWT and VA / the time beside none - 1.")


def table_3(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for (chip, how), (average, largest) in PAPER.items():
        found = [ex.variation(r, chip, how, v) for v in r.parts.get(chip, {}).get(how, {})]
        known = [v for v in found if v is not None]
        if known:
            rows[f"{chip}, {how}"] = {"average": (mean(found), average), "maximum": (max(known), largest)}
    return Figure("Table III", "Variation of run time", "%", rows,
                  "The paper's MPS, where two applications share an SM, is not there: an SM of the model has one.")


def what_is_left(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for chip, parts in r.parts.items():
        rows[chip] = {how: (mean(ex.variation(r, chip, how, v) for v in parts[how]), None)
                      for how in (CMP, IDEAL) if how in parts}
    return Figure("Shared TLBs", "What is left with colours, and how much of it the TLBs make", "% average variation",
                  rows, "With ideal TLBs every access hits the L1 TLB, and nothing walks.")


def in_the_tlbs(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for chip, parts in r.tlbs.items():
        for tlbs, victims in parts.items():
            rows.setdefault(tlbs, {})[chip] = (mean(ex.beside_va(r, chip, tlbs, v) for v in victims), None)
    return Figure("In the TLBs", "What in the shared TLBs a victim waits for", "% more than alone, average", rows,
                  "The victim's time beside VA with page colours, with parts of the TLBs of its own or plentiful; "
                  "'and' adds to the row before.")


def all_figures(r: Results) -> list[Figure]:
    return [*(fig_8(r, chip) for chip in r.curves), *(fig_9(r, chip) for chip in r.parts), table_3(r),
            *(by_victim(r, chip) for chip in r.parts), what_is_left(r), in_the_tlbs(r)]
