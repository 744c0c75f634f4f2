# SPDX-License-Identifier: Apache-2.0
"""Do MASK and Mosaic add up? No paper has this figure."""

from scripts.experiments.common.figure import Cell, Figure, mean
from scripts.experiments.common.runs import Run
from scripts.plot.ratios import ratio

from . import experiments as ex
from .experiments import Results

# Those with + are Mosaic with all or one of MASK's mechanisms.
DESIGNS = ("GPU-MMU", "MASK", "Mosaic", "MASK + Mosaic", "+ MASK-TLB", "+ MASK-Cache", "+ MASK-DRAM", "Ideal")
Rows = dict[str, dict[str, Cell]]


def speedup(r: Results, workload: str, seed: str, run: Run) -> float | None:
    alone = [r.together_alone.get(app, {}).get(seed) for app in workload.split("_")]
    parts = [ratio(ipc, ex.ipcs(one)[0] if one else None) for ipc, one in zip(ex.ipcs(run), alone)]
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def speedups(r: Results) -> Figure:
    rows: Rows = {}
    spread = dict.fromkeys(DESIGNS, 0.0)
    for workload, seeds in r.together.items():
        cells: dict[str, Cell] = {}
        for design in DESIGNS:
            found = [value for seed, runs in seeds.items() if design in runs
                     and (value := speedup(r, workload, seed, runs[design])) is not None]
            if found:
                cells[design] = (mean(found), None)
                spread[design] = max(spread[design], max(found) - min(found))
        rows[workload] = cells
    if rows:
        rows["mean"] = {d: (mean(cells[d][0] if d in cells else None for cells in rows.values()), None)
                        for d in DESIGNS}
        base = rows["mean"]["GPU-MMU"][0]
        rows["mean / GPU-MMU"] = {d: (ratio(rows["mean"][d][0], base), None) for d in DESIGNS}
        rows["largest spread of the seeds"] = {d: (spread[d], None) for d in DESIGNS}
    return Figure("MASK and Mosaic", "Do they add up?", "weighted speedup, mean of the seeds", rows,
                  "Not in a paper. Two applications, all pages resident; IPC alone with GPU-MMU on as many SMs.")


def hit_rates(r: Results) -> Figure:
    rows: Rows = {}
    for workload, seeds in r.together.items():
        for level in ("l1", "l2"):
            rows[f"{workload}, {level.upper()}"] = {
                d: (mean(ex.hit_rate(runs[d], f"{level}_tlb") for runs in seeds.values() if d in runs), None)
                for d in DESIGNS[:-1]}
        rows[f"{workload}, walks"] = {
            d: (mean(float(sum(a["walks"] for a in runs[d]["applications"])) for runs in seeds.values() if d in runs),
                None) for d in DESIGNS[:-1]}
    return Figure("MASK and Mosaic, TLBs", "TLB hit rates and page walks", "%; walks: their number", rows,
                  "Of both applications.")


def figures(r: Results) -> list[Figure]:
    return [speedups(r), hit_rates(r)]
