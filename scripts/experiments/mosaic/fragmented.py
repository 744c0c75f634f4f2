# SPDX-License-Identifier: Apache-2.0
"""Fig. 16 and Table 2: memory that is fragmented before a run."""

from scripts.experiments.common.figure import Cell, Figure, mean
from scripts.experiments.common.runs import Run
from scripts.plot.ratios import ratio

from . import experiments as ex
from .experiments import Results

CACS = ("No CAC", "CAC", "CAC-BC", "Ideal CAC")
BLOAT = {"1": 10.66, "10": 7.56, "25": 7.20, "35": 5.22, "50": 3.37, "75": 2.22}  # Table 2, %
Rows = dict[str, dict[str, Cell]]
Sweep = dict[str, dict[str, dict[str, Run]]]  # workload, degree, compaction
BASE = "IPC / IPC where large frames are left (fragmentation index 90 %)"


def performance(r: Results, sweep: Sweep) -> Rows:
    """Of each workload, then the means."""
    rows: Rows = {}
    degrees = list(dict.fromkeys(degree for runs in sweep.values() for degree in runs))
    for workload, by_degree in sweep.items():
        base = ex.speed(r.fragmentation.get(workload, {}).get("90", {}).get("No CAC"))
        for degree, runs in by_degree.items():
            rows[f"{workload}, {degree} %"] = {cac: (ratio(ex.speed(runs.get(cac)), base), None) for cac in CACS
                                               if cac in runs}
    for degree in degrees:
        there = [cells for w in sweep if (cells := rows.get(f"{w}, {degree} %"))]
        rows[f"mean, {degree} %"] = {cac: (mean(cells[cac][0] for cells in there), None) for cac in CACS
                                     if all(cac in cells for cells in there)}
    return rows


def fig_16a(r: Results) -> Figure:
    return Figure("Fig. 16a", "CAC by fragmentation index, large frames occupied to 50 %", BASE,
                  performance(r, r.fragmentation), "Whole runs of one application in 128 large frames: L, LU "
                  "decomposition of a 768 × 768 matrix, needs one of them, G, random updates of 8 MB, 4.")


def fig_16b(r: Results) -> Figure:
    return Figure("Fig. 16b", "CAC by occupancy of large frames, fragmentation index 100 %", BASE,
                  performance(r, r.occupancy))


def per_frame(cycles: float | None, run: Run | None) -> float | None:
    return None if run is None else ratio(cycles, run["compaction"]["frames_emptied"])


def fig_16_price(r: Results) -> Figure:
    rows: Rows = {}
    for workload, by_degree in r.occupancy.items():
        for degree, runs in by_degree.items():
            cells: dict[str, Cell] = {f"{cac}, price": (per_frame(runs[cac]["compaction"]["stall_cycles"], runs[cac]),
                                                        None) for cac in ("CAC", "CAC-BC") if cac in runs}
            if "No CAC" in runs and "Ideal CAC" in runs:
                gained = runs["No CAC"]["cycles"] - runs["Ideal CAC"]["cycles"]
                cells["gain"] = (per_frame(gained, runs["Ideal CAC"]), None)
            rows[f"{workload}, {degree} %"] = cells
    return Figure("Fig. 16, price", "What a large frame costs and brings", "cycles per large frame that is emptied",
                  rows, "Price: all SMs stand still. Gain: the run is shorter with Ideal CAC than without CAC. Not in "
                  "the paper.")


def table_2(r: Results) -> Figure:
    rows: Rows = {}
    for degree, paper in BLOAT.items():
        there = [runs[degree]["compaction"] for runs in r.bloat.values() if degree in runs]
        if there:
            spare = sum(c["bloat"] * c["pages_allocated"] for c in there)
            pages = sum(c["pages_allocated"] for c in there)
            rows[f"{degree} %"] = {"mean of the applications": (mean(100 * c["bloat"] for c in there), paper),
                                   "all pages": (ratio(100 * spare, pages), paper)}
    for app, runs in r.bloat.items():
        for degree, run in runs.items():
            rows[f"{app}, {degree} %"] = {"mean of the applications": (100 * run["compaction"]["bloat"], None)}
    return Figure("Table 2", "Memory bloat by occupancy of large frames", "% of the pages that are allocated", rows,
                  "At the end of whole runs of one application: base pages of its large frames that nobody else gets. "
                  "Fragmentation index 100 %, 3 GB.")


def bloat_below_100(r: Results) -> Figure:
    rows: Rows = {f"{app}, {index} %": {"bloat": (100 * run["compaction"]["bloat"], None)}
                  for app, runs in r.bloat_index.items() for index, run in runs.items()}
    there = [run["compaction"] for runs in r.bloat_index.values() for run in runs.values()]
    if there:
        spare = sum(c["bloat"] * c["pages_allocated"] for c in there)
        rows["all pages"] = {"bloat": (ratio(100 * spare, sum(c["pages_allocated"] for c in there)), 1.0)}
    return Figure("Section 6.4", "Memory bloat where large frames are left", "% of the pages that are allocated", rows,
                  "As Table 2, by fragmentation index; the paper says that it is below 1 %.")


def figures(r: Results) -> list[Figure]:
    return [fig_16a(r), fig_16b(r), fig_16_price(r), table_2(r), bloat_below_100(r)]
