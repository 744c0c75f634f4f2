# SPDX-License-Identifier: Apache-2.0
"""Mosaic's figures as numbers: ours, and the paper's where its text names one.

The bars of the paper's figures are pictures, so most of its values are the averages that its text says.
"""

from scripts.experiments.common.figure import Cell, Figure, mean
from scripts.experiments.common.runs import Run
from scripts.plot.ratios import percent, ratio

from . import experiments as ex
from . import fragmented, together
from .experiments import DESIGNS, Results

MEAN = "mean"
Rows = dict[str, dict[str, Cell]]
Runs = dict[str, dict[str, Run]]


def of_mean(rows: Rows, paper: dict[str, float]) -> dict[str, Cell]:
    """The mean of each series over the rows."""
    names = list(dict.fromkeys(s for cells in rows.values() for s in cells))
    return {n: (mean(cells[n][0] if n in cells else None for cells in rows.values()), paper.get(n)) for n in names}


def with_mean(rows: Rows, paper: dict[str, float]) -> Rows:
    return {**rows, MEAN: of_mean(rows, paper)} if rows else rows


def fig_3(r: Results) -> Figure:
    rows: Rows = {app: {name: (ratio(ex.speed(runs.get(f"{name} resident")), ex.speed(runs.get("Ideal"))), None)
                        for name in ("4 KB", "2 MB")} for app, runs in r.paging.items()}
    return Figure("Fig. 3", "Page sizes without demand paging", "performance / ideal TLB's",
                  with_mean(rows, {"4 KB": 0.519, "2 MB": 0.98}), "Whole runs of one application.")


def fig_4(r: Results) -> Figure:
    # One application: 4 KB lose 40.0 %, 2 MB lose 92.5 % of that; two: 2 MB lose 98.0 % of what 4 KB have.
    rows: Rows = {}
    paper: dict[str, dict[str, float]] = {"one": {"4 KB": 0.6, "2 MB": 0.6 * 0.075}, "two": {}}
    for count, sweep in (("one", r.paging), ("two", r.paging_two)):
        some: Rows = {f"{app}, {count}": {name: (ratio(ex.speed(runs.get(name)), ex.speed(runs.get("4 KB resident"))),
                                                 None) for name in ("4 KB", "2 MB", "Mosaic")}
                      for app, runs in sweep.items()}
        if some:
            rows |= some | {f"{MEAN}, {count}": of_mean(some, paper[count])}
            rows[f"2 MB / 4 KB, {count}"] = {"2 MB": (mean(ratio(cells["2 MB"][0], cells["4 KB"][0])
                                                           for cells in some.values()),
                                                      {"one": 0.075, "two": 0.02}[count])}
    return Figure("Fig. 4", "Page sizes with demand paging", "performance / 4 KB without paging", rows,
                  "Whole runs of one application and of two copies of it; Mosaic is not in the paper's figure.")


def speedups(r: Results, runs: Runs) -> Rows:
    return {w: {d: (ex.weighted_speedup(r, w, runs[w].get(d)), None) for d in DESIGNS} for w in runs}


def gains(rows: Rows, over: float, below: float) -> Rows:
    """Of the average weighted speedups, as the paper's text has them."""
    averages = of_mean(rows, {})
    mosaic = averages["Mosaic"][0]
    return {**rows, MEAN: averages,
            "Mosaic / GPU-MMU": {"Mosaic": (ratio(mosaic, averages["GPU-MMU"][0]), over)},
            "Mosaic / Ideal": {"Mosaic": (ratio(mosaic, averages["Ideal"][0]), below)}}


def fig_8(r: Results) -> Figure:
    rows = speedups(r, r.homogeneous)
    return Figure("Fig. 8", "Homogeneous workloads", "weighted speedup", gains(rows, 1.555, 0.932) if rows else rows,
                  "Copies of one application; all pages are resident (Fig. 12 has demand paging). The paper has one "
                  "to five copies.")


def fig_9(r: Results) -> Figure:
    rows = speedups(r, r.heterogeneous)
    averages = gains(rows, 1.297, 0.846) if rows else {}
    return Figure("Fig. 9", "Heterogeneous workloads", "weighted speedup, average of the pairs",
                  {name: averages[name] for name in averages if name not in rows},
                  "Two applications; the paper has two to five. Fig. 10 has the pairs.")


def fig_10(r: Results) -> Figure:
    return Figure("Fig. 10", "Workloads of two applications", "weighted speedup", speedups(r, r.heterogeneous))


def fig_11(r: Results) -> Figure:
    found: list[tuple[str, float | None, float | None]] = []
    for workload, runs in r.heterogeneous.items():
        if not all(d in runs for d in DESIGNS):
            continue
        base, mosaic, ideal = (ex.ipcs(runs[d]) for d in DESIGNS)
        for i, app in enumerate(r.apps[workload]):
            name = f"{r.names.get(app, app)} in {workload}"
            found.append((name, ratio(mosaic[i], base[i]), ratio(ideal[i], base[i])))
    rows: Rows = {name: {"Mosaic": (mosaic, None), "Ideal": (ideal, None)}
                  for name, mosaic, ideal in sorted(found, key=lambda f: f[1] or 0)}
    better = [mosaic > 1 for _, mosaic, _ in found if mosaic]
    if better:
        rows = with_mean(rows, {"Mosaic": 1.33})
        rows["faster than GPU-MMU, part of them"] = {"Mosaic": (sum(better) / len(better), 0.936)}
    return Figure("Fig. 11", "Applications of heterogeneous workloads", "IPC / IPC with GPU-MMU", rows)


def fig_12(r: Results) -> Figure:
    rows: Rows = {}
    for app, runs in r.paging.items():
        base = ex.speed_moved_before(runs.get("4 KB resident"), runs.get("4 KB"))
        rows[app] = {"GPU-MMU, paging": (ratio(ex.speed(runs.get("4 KB")), base), None),
                     "Mosaic, moved before": (ratio(ex.speed_moved_before(runs.get("Mosaic resident"),
                                                                          runs.get("Mosaic")), base), None),
                     "Mosaic, paging": (ratio(ex.speed(runs.get("Mosaic")), base), None)}
    return Figure("Fig. 12", "Demand paging against data moved before", "performance / GPU-MMU, moved before",
                  with_mean(rows, {"Mosaic, paging": 1.585}),
                  "Whole runs of one application. Moved before: the pages that the application touches cross the bus "
                  "one after the other, then it begins; this time is calculated, 515 ns for each.")


def fig_13(r: Results) -> Figure:
    rows: Rows = {}
    by_count: dict[str, list[dict[str, float | None]]] = {}
    for workload, runs in (r.homogeneous | r.heterogeneous).items():
        known = {f"{level.upper()}, {d}": ex.hit_rate(runs[d], f"{level}_tlb") for level in ("l1", "l2")
                 for d in ("GPU-MMU", "Mosaic") if d in runs}
        rows[workload] = {s: (v, None) for s, v in known.items()}
        by_count.setdefault(f"{len(r.apps[workload])} at a time", []).append(known)
    for count, found in by_count.items():
        paper = {"L1, Mosaic": 99.0, "L2, Mosaic": 99.0, **({"L2, GPU-MMU": 81.0} if count.startswith("2") else {})}
        names = list(dict.fromkeys(s for known in found for s in known))
        rows[f"{MEAN}, {count}"] = {n: (mean(v for known in found if (v := known.get(n)) is not None), paper.get(n))
                                    for n in names}
    return Figure("Fig. 13", "TLB hit rates", "%", rows,
                  "Means are over the workloads that look up the TLB at all; the paper has those whose L2 TLB hits "
                  "less than 98 %, and says that Mosaic misses less than 1 %.")


def sensitivity(r: Results, name: str, kind: str, present: dict[str, int]) -> Figure:
    pair = r.heterogeneous.get("P_G", {})
    rows: Rows = {}

    def cells(runs: dict[str, Run]) -> dict[str, Cell]:
        base, *found = (ex.weighted_speedup(r, "P_G", run) for run in
                        (pair.get("GPU-MMU"), runs.get("GPU-MMU"), runs.get("Mosaic")))
        return {d: (ratio(value, base), None) for d, value in zip(("GPU-MMU", "Mosaic"), found)}

    for size, runs in r.sizes.items():
        if f" {kind} " in size:
            rows[size] = cells(runs)
    for level, entries in present.items():
        rows[f"{level} {kind} {entries}"] = cells(pair)
    ordered = dict(sorted(rows.items(), key=lambda row: (row[0].split()[0], int(row[0].split()[-1]))))
    if kind == "base" and (small := rows.get("L1 base 8")) and (whole := rows.get("L1 base 128")):
        ordered["L1 base 8 / 128, %"] = {"Mosaic": (percent(small["Mosaic"][0], whole["Mosaic"][0]), 92.4)}
    return Figure(name, f"Entries for {kind} pages", "weighted speedup / GPU-MMU's with the sizes of Table 1", ordered,
                  "The pair P_G.")


def all_figures(r: Results) -> list[Figure]:
    return [fig_3(r), fig_4(r), fig_8(r), fig_9(r), fig_10(r), fig_11(r), fig_12(r), fig_13(r),
            sensitivity(r, "Fig. 14", "base", {"L1": 128, "L2": 512}),
            sensitivity(r, "Fig. 15", "large", {"L1": 16, "L2": 256}), *fragmented.figures(r), *together.figures(r)]
