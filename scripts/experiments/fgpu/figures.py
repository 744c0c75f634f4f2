# SPDX-License-Identifier: Apache-2.0
"""The figures and tables of Fractional GPUs as numbers: ours, and the paper's where its text names one."""

from scripts.experiments.common.figure import Cell, Figure
from scripts.experiments.common.runs import Run
from scripts.plot.ratios import ratio

from . import experiments as ex
from .experiments import (CAFFE, CAFFE_CHIP, CAFFE_CO_RUNNERS, CMP, CP, IDEAL, LARGE_CHIP, MPS, PARTITIONINGS, ByHow,
                          Results)

Pair = tuple[float | None, float | None]

# Tables III and IV: average and largest variation, per cent. The paper has no MPS on GTX 1080.
PAPER: dict[tuple[str, str], Pair] = {
    ("gtx1080", MPS): (None, None), ("gtx1080", CP): (130.4, 226.7), ("gtx1080", CMP): (7.5, 24.6),
    ("v100", MPS): (135.8, 273.3), ("v100", CP): (48.1, 127.7), ("v100", CMP): (8.7, 18.3)}
PAPER_FOUR: dict[str, Pair] = {MPS: (260.6, 510.0), CP: (79.0, 106.8), CMP: (7.3, 12.3)}
PAPER_CAFFE = {CP: 104.6, CMP: 19.5}  # VI-B


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


def shares(chip: str, on_all: dict[str, Run], parts: ByHow, count: int) -> dict[str, dict[str, Cell]]:
    """Each victim's time on one part of the chip over `count` times that on the whole."""
    rows: dict[str, dict[str, Cell]] = {}
    for victim, run in on_all.items():
        whole = ex.time_of(run)
        cells: dict[str, Cell] = {
            f"{how} <{c}>": (ratio(found, count * whole if whole else None),
                             0.5 if (chip, count, how, victim, c) == ("gtx1080", 2, CP, "VA", "none") else None)
            for how in PARTITIONINGS for c in ("none", *CAFFE_CO_RUNNERS)
            if (found := ex.co_run(parts, how, victim, c)) is not None}
        if cells:
            rows[victim] = cells
    return rows


def fig_9(r: Results, chip: str) -> Figure:
    return Figure(f"Fig. 9 {chip}", f"Time on a half of the chip, {chip}",
                  "time / (2 × time alone on the whole chip)", shares(chip, r.whole.get(chip, {}), r.parts[chip], 2),
                  "Half of the threads on all SMs (MPS), half of the SMs (CP), and of the page colours (CMP). "
                  "The paper has no MPS on GTX 1080.")


def fig_10(r: Results) -> list[Figure]:
    """Times and variations; without the runs of caffe.toml (the small form) neither."""
    if not r.caffe:
        return []
    return [Figure("Fig. 10", f"Time of an image classification on a half of the chip, {CAFFE_CHIP}",
                   "time / (2 × time alone on the whole chip)", shares(CAFFE_CHIP, r.caffe_whole, r.caffe, 2),
                   "AlexNet on Caffe (IC), its channels and units by four. The paper has no MPS on GTX 1080."),
            Figure("Variation, Caffe", f"Variation of the time of an image classification, {CAFFE_CHIP}", "%",
                   {how: {CAFFE: (ex.variation(r.caffe, how, CAFFE), PAPER_CAFFE.get(how))} for how in r.caffe},
                   "The longest time beside MM, FWT, VA and another IC / the time beside none - 1. The paper's "
                   "time is that of the whole program, ours that of its launches.")]


def caffe_sizes(r: Results) -> Figure:
    victims = dict.fromkeys(victim for by_size in r.caffe_sizes.values() for victim in by_size)
    return Figure("Caffe sizes", f"What the size of the network does, {CAFFE_CHIP}", "% more than alone",
                  {victim: {how: (ex.variation(r.caffe_sizes, how, victim), None) for how in r.caffe_sizes}
                   for victim in victims}, "The time of an image classification beside VA.")


def fig_11(r: Results) -> Figure:
    return Figure("Fig. 11", f"Time on a quarter of the chip, {LARGE_CHIP}",
                  "time / (4 × time alone on the whole chip)",
                  shares(LARGE_CHIP, r.whole.get(LARGE_CHIP, {}), r.four, 4),
                  "A quarter of the threads (MPS), of the SMs (CP), and of the page colours (CMP), beside three "
                  "copies of the co-runner.")


def by_victim(name: str, title: str, parts: ByHow) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        victim: {how: (ex.variation(parts, how, victim), None) for how in parts}
        for victim in ex.VICTIMS if any(victim in parts[how] for how in parts)}
    return Figure(name, title, "%", rows, "The longest time beside MM, FWT and VA / the time beside none - 1.")


def variations(parts: ByHow, paper: dict[str, Pair]) -> dict[str, dict[str, Cell]]:
    return {how: {"average": (ex.average(parts, how), average), "maximum": (ex.largest(parts, how), largest)}
            for how, (average, largest) in paper.items() if parts.get(how)}


def table_3(r: Results) -> Figure:
    rows = {f"{chip}, {how}": cells for chip, parts in r.parts.items()
            for how, cells in variations(parts, {how: p for (c, how), p in PAPER.items() if c == chip}).items()}
    return Figure("Table III", "Variation of run time", "%", rows,
                  "MPS: half of the threads, on SMs that both share; CP: half of the SMs; CMP: and of the colours.")


def table_4(r: Results) -> Figure:
    return Figure("Table IV", f"Variation of run time in four partitions, {LARGE_CHIP}", "%",
                  variations(r.four, PAPER_FOUR), "As Table III, beside three copies of the co-runner.")


def what_is_left(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for name, parts in (*r.parts.items(), (f"{LARGE_CHIP}, four partitions", r.four)):
        rows[name] = {how: (ex.average(parts, how), None) for how in (CMP, IDEAL) if how in parts}
    return Figure("Shared TLBs", "What is left with colours, and how much of it the TLBs make", "% average variation",
                  rows, "With ideal TLBs every access hits the L1 TLB, and nothing walks.")


def in_the_tlbs(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for chip, parts in r.tlbs.items():
        for tlbs in parts:
            rows.setdefault(tlbs, {})[chip] = (ex.average(parts, tlbs), None)
    return Figure("In the TLBs", "What in the shared TLBs a victim waits for", "% more than alone, average", rows,
                  "The victim's time beside VA with page colours, with parts of the TLBs of its own or plentiful.")


def mps_causes(r: Results) -> Figure:
    return Figure("MPS causes", f"What a victim with half of the threads of {LARGE_CHIP} waits for", "% variation",
                  {how: {"average": (ex.average(r.mps_causes, how), None),
                         "maximum": (ex.largest(r.mps_causes, how), None)} for how in r.mps_causes},
                  "With page colours and ideal TLBs SMs are all that two applications share.")


def four_causes(r: Results) -> Figure:
    return Figure("Four causes", f"What a victim in a quarter of {LARGE_CHIP} waits for", "% more than alone, average",
                  {how: {"average": (ex.average(r.four_causes, how), None)} for how in r.four_causes},
                  "The victim's time beside three copies of VA. CMP: with parts of the TLBs of its own or plentiful. "
                  "MPS, CP: with ideal TLBs, and with an L2 cache that holds the data of all four, or memory without "
                  "banks and bus, 1024 miss registers in an L2 bank, and two L2 banks in a channel.")


def all_figures(r: Results) -> list[Figure]:
    return [*(fig_8(r, chip) for chip in r.curves), *(fig_9(r, chip) for chip in r.parts), table_3(r),
            *(by_victim(f"Variation {chip}", f"Variation of each victim's time, {chip}", parts)
              for chip, parts in r.parts.items()),
            mps_causes(r), *fig_10(r), caffe_sizes(r), fig_11(r), table_4(r),
            by_victim("Variation, four partitions", f"Variation of each victim's time in a quarter of {LARGE_CHIP}",
                      r.four),
            four_causes(r), what_is_left(r), in_the_tlbs(r)]
