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
    # One application: 4 KB lose 40.0 %, 2 MB lose 92.5 % of that; two: 2 MB lose 98.0 % of what 4 KB have; five: 4 KB
    # lose 82.3 %, 2 MB 99.8 % of that.
    rows: Rows = {}
    paper: dict[str, dict[str, float]] = {"one": {"4 KB": 0.6, "2 MB": 0.6 * 0.075}, "two": {},
                                          "five": {"4 KB": 0.177, "2 MB": 0.177 * 0.002}}
    for count, sweep in (("one", r.paging), ("two", r.paging_two), ("five", r.paging_five)):
        some: Rows = {f"{app}, {count}": {name: (ratio(ex.speed(runs.get(name)), ex.speed(runs.get("4 KB resident"))),
                                                 None) for name in ("4 KB", "2 MB", "Mosaic")}
                      for app, runs in sweep.items()}
        if some:
            rows |= some | {f"{MEAN}, {count}": of_mean(some, paper[count])}
            rows[f"2 MB / 4 KB, {count}"] = {"2 MB": (mean(ratio(cells["2 MB"][0], cells["4 KB"][0])
                                                           for cells in some.values()),
                                                      {"one": 0.075, "two": 0.02, "five": 0.002}[count])}
    return Figure("Fig. 4", "Page sizes with demand paging", "performance / 4 KB without paging", rows,
                  "Whole runs of one application, and of two and five copies of it; the paper's figure has no Mosaic.")


def speedups(r: Results, runs: Runs) -> Rows:
    return {w: {d: (ex.weighted_speedup(r, w, runs[w].get(d)), None) for d in DESIGNS} for w in runs}


def gains(rows: Rows, over: float, below: float) -> Rows:
    """Of the average weighted speedups, as the paper's text has them."""
    averages = of_mean(rows, {})
    mosaic = averages["Mosaic"][0]
    return {**rows, MEAN: averages,
            "Mosaic / GPU-MMU": {"Mosaic": (ratio(mosaic, averages["GPU-MMU"][0]), over)},
            "Mosaic / Ideal": {"Mosaic": (ratio(mosaic, averages["Ideal"][0]), below)}}


def by_count(r: Results, runs: Runs) -> dict[int, Runs]:
    """Workloads by the number of their applications."""
    counts = sorted({len(r.apps[workload]) for workload in runs})
    return {n: {w: found for w, found in runs.items() if len(r.apps[w]) == n} for n in counts}


def fig_8(r: Results) -> Figure:
    rows = speedups(r, r.homogeneous)
    counts = {f"{n} at a time": {"Mosaic / GPU-MMU": gains(speedups(r, runs), 0, 0)["Mosaic / GPU-MMU"]["Mosaic"][0],
                                 "Mosaic / Ideal": gains(speedups(r, runs), 0, 0)["Mosaic / Ideal"]["Mosaic"][0]}
              for n, runs in by_count(r, r.homogeneous).items()}
    each: Rows = {count: {name: (value, None) for name, value in found.items()} for count, found in counts.items()}
    return Figure("Fig. 8", "Homogeneous workloads", "weighted speedup",
                  gains(rows, 1.555, 0.932) | each if rows else rows,
                  "Copies of one application; all pages are resident (Fig. 12 has demand paging). Ratios are those of "
                  "the average weighted speedups.")


def heterogeneous(r: Results) -> Runs:
    return r.heterogeneous | r.sets


def fig_9(r: Results) -> Figure:
    rows: Rows = {}
    for count, runs in by_count(r, heterogeneous(r)).items():
        found = speedups(r, runs)
        rows |= {f"{name}, {count} at a time": cells for name, cells in gains(found, 1.297, 0.846).items()
                 if name not in found and name != MEAN}
    found = speedups(r, heterogeneous(r))
    averages = gains(found, 1.297, 0.846) if found else {}
    return Figure("Fig. 9", "Heterogeneous workloads", "weighted speedup, average of the workloads",
                  {name: averages[name] for name in averages if name not in found} | {
                      name: {series: (ours, None) for series, (ours, _) in cells.items()}
                      for name, cells in rows.items()},
                  "Two to five applications; the paper's values are averages of all. Fig. 10 has the workloads.")


def fig_10(r: Results) -> Figure:
    return Figure("Fig. 10", "Workloads of two to five applications", "weighted speedup",
                  speedups(r, heterogeneous(r)), "The paper has 15 pairs.")


NEAR_IDEAL = {90: 0.48, 80: 0.689, 70: 0.823}  # Mosaic 6.2: parts of the applications within so many % of Ideal


def fig_11(r: Results) -> Figure:
    found: list[tuple[str, float | None, float | None]] = []
    for workload, runs in heterogeneous(r).items():
        if not all(d in runs for d in DESIGNS):
            continue
        base, mosaic, ideal = (ex.ipcs(runs[d]) for d in DESIGNS)
        for i, app in enumerate(r.apps[workload]):
            name = f"{r.names.get(app, app)} in {workload}"
            found.append((name, ratio(mosaic[i], base[i]), ratio(ideal[i], base[i])))
    rows: Rows = {name: {"Mosaic": (mosaic, None), "Ideal": (ideal, None)}
                  for name, mosaic, ideal in sorted(found, key=lambda f: f[1] or 0)}
    better = [mosaic > 1 for _, mosaic, _ in found if mosaic]
    near = [mosaic / ideal for _, mosaic, ideal in found if mosaic and ideal]
    if better and near:
        rows = with_mean(rows, {"Mosaic": 1.33})
        rows["faster than GPU-MMU, part of them"] = {"Mosaic": (sum(better) / len(better), 0.936)}
        for percents, paper in NEAR_IDEAL.items():
            part = sum(100 * n >= percents for n in near) / len(near)
            rows[f"within {percents} % of Ideal, part of them"] = {"Mosaic": (part, paper)}
    return Figure("Fig. 11", "Applications of heterogeneous workloads", "IPC / IPC with GPU-MMU", rows)


def walk_cache(r: Results) -> Figure:
    """Mosaic 3.1: "using a shared L2 TLB instead of a page walk cache increases the average performance across our
    workloads (described in Section 5) by 14% (not shown)"."""
    both = r.homogeneous | r.heterogeneous
    pairs = {w: (ex.weighted_speedup(r, w, both[w].get("GPU-MMU")), ex.weighted_speedup(r, w, runs["page-walk cache"]))
             for w, runs in r.walk_cache.items() if w in both}
    rows: Rows = {w: {"L2 TLB / page-walk cache": (ratio(tlb, cache), None)} for w, (tlb, cache) in pairs.items()}
    averages = (mean(tlb for tlb, _ in pairs.values()), mean(cache for _, cache in pairs.values()))
    if rows:
        rows["of the averages"] = {"L2 TLB / page-walk cache": (ratio(*averages), 1.14)}
    return Figure("Section 3.1", "An L2 TLB in the place of a page-walk cache", "weighted speedup / weighted speedup",
                  rows, "GPU-MMU; the cache has 1024 entries of tables above the last level.")


def bloat_2m(r: Results) -> Figure:
    """Mosaic 3.2: "the amount of allocated memory inflates by 40.2% on average, and up to 367% in the worst case, when
    we use 2MB pages instead of 4KB pages (not shown)"."""
    found = {app: percent(ex.touched(runs.get("2 MB")), ex.touched(runs.get("4 KB")))
             for app, runs in r.paging.items()}
    more = {app: value - 100 for app, value in found.items() if value is not None}
    rows: Rows = {app: {"2 MB": (value, None)} for app, value in more.items()}
    if more:
        rows[MEAN] = {"2 MB": (mean(more.values()), 40.2)}
        rows["worst"] = {"2 MB": (max(more.values()), 367.0)}
    return Figure("Section 3.2", "Memory bloat of pages of 2 MB", "% more memory than with pages of 4 KB", rows,
                  "Memory of the pages that whole runs of one application touch with demand paging.")


def pairs_on_demand(r: Results) -> Rows:
    rows: Rows = {}
    for workload, runs in r.paging_pairs.items():
        base = ex.speeds_moved_before(runs.get("4 KB resident"), runs.get("4 KB"))
        rows[workload] = {f"{name}, paging": (mean(map(ratio, ex.ipcs(runs[memory]), base)), None)
                          for name, memory in (("GPU-MMU", "4 KB"), ("Mosaic", "Mosaic"))
                          if base is not None and memory in runs}
    return {**rows, f"{MEAN} of the pairs": of_mean(rows, {"Mosaic, paging": 1.475})} if rows else rows


def fig_12(r: Results) -> Figure:
    rows: Rows = {}
    for app, runs in r.paging.items():
        base = ex.speed_moved_before(runs.get("4 KB resident"), runs.get("4 KB"))
        rows[app] = {"GPU-MMU, paging": (ratio(ex.speed(runs.get("4 KB")), base), None),
                     "Mosaic, moved before": (ratio(ex.speed_moved_before(runs.get("Mosaic resident"),
                                                                          runs.get("Mosaic")), base), None),
                     "Mosaic, paging": (ratio(ex.speed(runs.get("Mosaic")), base), None)}
    return Figure("Fig. 12", "Demand paging against data moved before", "performance / GPU-MMU, moved before",
                  with_mean(rows, {"Mosaic, paging": 1.585}) | pairs_on_demand(r),
                  "Whole runs of one application, and of pairs: the mean over the two. Moved before: the pages that "
                  "the application touches cross the bus one after the other, then it begins; this time is calculated, "
                  "515 ns for each.")


def fig_13(r: Results) -> Figure:
    rows: Rows = {}
    at_a_time: dict[str, list[dict[str, float | None]]] = {}
    for workload, runs in (r.homogeneous | heterogeneous(r)).items():
        known = {f"{level.upper()}, {d}": ex.hit_rate(runs[d], f"{level}_tlb") for level in ("l1", "l2")
                 for d in ("GPU-MMU", "Mosaic") if d in runs}
        rows[workload] = {s: (v, None) for s, v in known.items()}
        at_a_time.setdefault(f"{len(r.apps[workload])} at a time", []).append(known)
    for count, found in at_a_time.items():
        paper = {"L1, Mosaic": 99.0, "L2, Mosaic": 99.0,
                 **{"L2, GPU-MMU": hits for n, hits in ((2, 81.0), (5, 62.0)) if count.startswith(str(n))}}
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
    return [walk_cache(r), bloat_2m(r), fig_3(r), fig_4(r), fig_8(r), fig_9(r), fig_10(r), fig_11(r), fig_12(r),
            fig_13(r), sensitivity(r, "Fig. 14", "base", {"L1": 128, "L2": 512}),
            sensitivity(r, "Fig. 15", "large", {"L1": 16, "L2": 256}), *fragmented.figures(r), *together.figures(r)]
