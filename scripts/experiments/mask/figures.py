# SPDX-License-Identifier: Apache-2.0
"""MASK's figures and tables as numbers: ours, and the paper's where its text names one.

The bars of the paper's figures are pictures, so most of its values are the averages that its text says.
"""

from collections.abc import Callable

from scripts.experiments.common.figure import Cell, Figure, mean
from scripts.experiments.common.runs import Run
from scripts.plot.ratios import percent, ratio

from . import experiments as ex
from .experiments import DESIGNS, Results

# The paper's averages, as ratios to SharedTLB's.
SPEEDUPS = {"MASK-Cache": 1.436, "MASK-DRAM": 1.227, "MASK": 1.578, "Ideal": 1.578 / (1 - 0.232)}
SLOWDOWNS = {"MASK": 0.776}


def groups(r: Results) -> dict[str, list[str]]:
    return named(list(r.pairs), [p for p in r.pairs if ex.translation_limits(r, p)])


def named(pairs: list[str], limited: list[str]) -> dict[str, list[str]]:
    """The groups of pairs that have averages, less what is empty."""
    found = {"the paper's pairs": [p for p in pairs if ex.is_papers(p)],
             "pairs of make test": [p for p in pairs if not ex.is_papers(p)], "limited by translation": limited}
    return {name: of for name, of in found.items() if of}


def against(r: Results, pairs: list[str], design: str, base: str,
            metric: Callable[[Results, str, str], float | None]) -> float | None:
    """The ratio of the averages over pairs, as Fig. 11 and 15 have averages."""
    return ratio(mean(metric(r, p, design) for p in pairs), mean(metric(r, p, base) for p in pairs))


def fig_3(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        pair: {d: (ratio(ex.weighted_speedup(r, pair, d), ex.weighted_speedup(r, pair, "Ideal")), None)
               for d in ("PWCache", "SharedTLB")} for pair in r.pairs}
    for name, pairs in groups(r).items():
        rows[f"mean, {name}"] = {d: (mean(rows[p][d][0] for p in pairs), paper)
                                 for d, paper in (("PWCache", 0.550), ("SharedTLB", 0.594))}
    return Figure("Fig. 3", "Baseline designs", "weighted speedup / Ideal's", rows)


def of_alone(r: Results, name: str, title: str, unit: str, field: str, note: str) -> Figure:
    series = {app: run["applications"][0][field] for app, run in r.alone.items()}
    rows: dict[str, dict[str, Cell]] = {app: {"SharedTLB": (value, None)} for app, value in series.items()}
    return Figure(name, title, unit, rows, note)


def fig_7(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for pair, runs in r.pairs.items():
        for i in range(2):
            alone = r.alone_of(pair, i)
            if alone is None or "SharedTLB" not in runs:
                continue
            shared = 100 * ex.misses(runs["SharedTLB"]["applications"][i], "l2_tlb")
            rows[f"{pair}, {r.names[r.apps[pair][i]]}"] = {
                "alone": (100 * ex.misses(alone["applications"][0], "l2_tlb"), None), "shared": (shared, None)}
    return Figure("Fig. 7", "Interference in the shared L2 TLB", "L2 TLB miss rate, %", rows,
                  "Static's rates are not drawn in the paper's figure, which has four pairs.")


def fig_8(r: Results) -> Figure:
    fields = {"translation": ("bus_walks", 2.4), "data": ("bus_data", 15.0)}
    shared = {p: runs["SharedTLB"] for p, runs in r.pairs.items() if "SharedTLB" in runs}
    rows: dict[str, dict[str, Cell]] = {p: {s: (100 * ex.bus(run, f), None) for s, (f, _) in fields.items()}
                                        for p, run in shared.items()}
    for name, pairs in groups(r).items():
        rows[f"mean, {name}"] = {s: (mean(rows[p][s][0] if p in rows else None for p in pairs), paper)
                                 for s, (_, paper) in fields.items()}
    return Figure("Fig. 8", "DRAM bandwidth of translation and data", "% of the maximum, SharedTLB", rows,
                  "The paper's data are what is left: translation is 2.4 % of the maximum and 13.8 % of the use.")


def latency(run: Run, what: str) -> float | None:
    """Memory cycles of a read, both applications together."""
    total = count = 0.0
    for app in run["applications"]:
        d = app["dram"]
        reads = sum(d[q]["requests"] for q in ("golden", "silver", "normal"))
        number = d["walk_requests"] if what == "walk" else reads - d["walk_requests"]
        total += number * d[f"{what}_latency_avg"]
        count += number
    return ratio(total, count)


def fig_9(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for pair, runs in r.pairs.items():
        rows[pair] = {f"{w}, {d}": (latency(runs[d], "walk" if w == "translation" else "data"), None)
                      for d in ("SharedTLB", "MASK") if d in runs for w in ("translation", "data")}
    return Figure("Fig. 9", "DRAM latency of translation and data", "memory cycles", rows,
                  "The paper: translation waits longer than data on SharedTLB. MASK stands beside it for §7.2, by "
                  "which its scheduler makes translation's latency up to 10.6 % shorter.")


def fig_11(r: Results) -> Figure:
    by_class: dict[str, list[str]] = {}
    for pair in r.pairs:
        by_class.setdefault(f"{ex.high_misses(r, pair)}-HMR", []).append(pair)
    rows: dict[str, dict[str, Cell]] = {name: {d: (mean(ex.weighted_speedup(r, p, d) for p in pairs), None)
                                               for d in DESIGNS} for name, pairs in sorted(by_class.items())}
    for name, pairs in groups(r).items():
        rows[f"mean, {name}"] = {d: (mean(ex.weighted_speedup(r, p, d) for p in pairs), None) for d in DESIGNS}
    for name, pairs in groups(r).items():
        rows[f"/ SharedTLB, {name}"] = {d: (against(r, pairs, d, "SharedTLB", ex.weighted_speedup), SPEEDUPS.get(d))
                                        for d in DESIGNS}
    return Figure("Fig. 11", "Weighted speedup by class", "weighted speedup", rows,
                  "The classes are ours, measured alone on 15 SMs. The paper's gain of MASK over SharedTLB is 52 to "
                  "61 % in its classes.")


def of_pairs(r: Results, n: int) -> Figure:
    rows: dict[str, dict[str, Cell]] = {pair: {d: (ex.weighted_speedup(r, pair, d), None) for d in DESIGNS}
                                        for pair in r.pairs if ex.high_misses(r, pair) == n}
    return Figure(f"Fig. {12 + n}", f"Pairs of class {n}-HMR", "weighted speedup", rows)


def fig_15(r: Results) -> Figure:
    designs = [d for d in DESIGNS if not d.startswith("MASK-")]
    rows: dict[str, dict[str, Cell]] = {p: {d: (ex.unfairness(r, p, d), None) for d in designs} for p in r.pairs}
    for name, pairs in groups(r).items():
        rows[f"mean, {name}"] = {d: (mean(ex.unfairness(r, p, d) for p in pairs), None) for d in designs}
    for name, pairs in groups(r).items():
        rows[f"/ SharedTLB, {name}"] = {d: (against(r, pairs, d, "SharedTLB", ex.unfairness), SLOWDOWNS.get(d))
                                        for d in designs}
    return Figure("Fig. 15", "Unfairness", "maximum slowdown", rows)


def hit_rate(run: Run) -> float:
    """Of all lookups: a hit in the L2 TLB or the bypass cache is a hit (MASK §5.2)."""
    tlbs = [a["l2_tlb"] for a in run["applications"]]
    hits = sum(t["hits"] for t in tlbs) + sum(a["bypass_cache"]["hits"] for a in run["applications"])
    return float(hits / max(sum(t["hits"] + t["misses"] for t in tlbs), 1))


def section_7_2(r: Results) -> Figure:
    designs = ("Static", "SharedTLB", "MASK-TLB", "MASK")
    known = {p: runs for p, runs in r.pairs.items() if "SharedTLB" in runs}
    rows: dict[str, dict[str, Cell]] = {p: {d: (100 * hit_rate(runs[d]) if d in runs else None, None)
                                            for d in designs} for p, runs in known.items()}
    for name, pairs in groups(r).items():
        base = mean(rows[p]["SharedTLB"][0] if p in rows else None for p in pairs)
        means = {d: mean(rows[p][d][0] if p in rows else None for p in pairs) for d in designs}
        rows[f"% of SharedTLB's, {name}"] = {d: (percent(value, base), 149.9 if d == "MASK-TLB" else None)
                                             for d, value in means.items()}
        rows[f"bypass cache, {name}"] = {"MASK-TLB": (mean(bypass_hits(known[p]["MASK-TLB"]) for p in pairs
                                                           if "MASK-TLB" in known.get(p, {})), 66.5)}
    return Figure("§7.2 TLB", "Hit rates of the L2 TLB with its bypass cache", "%", rows,
                  "What is in % of SharedTLB's is of the averages. The bypass cache's rate is of the lookups that "
                  "missed the L2 TLB.")


def bypass_hits(run: Run) -> float:
    return 100 * float(sum(a["bypass_cache"]["hits"] for a in run["applications"])
                       / max(sum(a["l2_tlb"]["misses"] for a in run["applications"]), 1))


def section_4_3(r: Results) -> Figure:
    paper = (99.8, 98.8, 68.7, 1.0)
    rows: dict[str, dict[str, Cell]] = {}
    for name, pairs in groups(r).items():
        found = [r.pairs[p]["SharedTLB"]["applications"] for p in pairs if "SharedTLB" in r.pairs[p]]
        rows[f"mean, {name}"] = {}
        for depth, said in enumerate(paper, 1):
            rates = [ratio(100.0 * sum(a["l2_cache"][depth]["hits"] for a in apps),
                           sum(a["l2_cache"][depth]["accesses"] for a in apps)) for apps in found]
            rows[f"mean, {name}"][f"level {depth}"] = (mean(v for v in rates if v is not None), said)
    return Figure("§4.3 walks", "Walks in the L2 cache, by level", "hit rate, %, SharedTLB", rows,
                  "Level 1 is the root, level 4 the leaves.")


def section_5_3(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for name, pairs in groups(r).items():
        for d in ex.BYPASSES:
            for what, metric, paper in (("weighted speedup", ex.weighted_speedup, SPEEDUPS),
                                        ("maximum slowdown", ex.unfairness, SLOWDOWNS)):
                rows.setdefault(f"{what}, {name}", {})[d] = (against(r, pairs, d, "SharedTLB", metric), paper.get(d))
    return Figure("§5.3 L2 bypass", "Which reads of walks bypass the L2 cache", "of SharedTLB's", rows,
                  "By their hit rates (MASK-Cache, MASK), or by their level alone, 4 is that of the leaves: the static "
                  "scheme of §5.3. Way alone: all skip l2.entry_latency, and look up the cache and fill it; where that "
                  "is 0, nothing bypasses.")


def section_5_2(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"{what}, {name}": {d: (against(r, pairs, d, "SharedTLB", metric), None) for d in ex.FILLS}
        for name, pairs in groups(r).items()
        for what, metric in (("weighted speedup", ex.weighted_speedup), ("maximum slowdown", ex.unfairness))}
    return Figure("§5.2 tokens", "Which warps fill the L2 TLB", "of SharedTLB's", rows,
                  "MASK, all fill: design.tlb_fill=all, MASK without tokens.")


def section_5_4(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for name, pairs in ex.by_bus(r).items():
        for d in ex.SCHEDULERS:
            runs = [r.pairs[p].get(d) for p in pairs]
            found = {
                "weighted speedup": mean(
                    percent(ex.weighted_speedup(r, p, d), ex.weighted_speedup(r, p, "SharedTLB")) for p in pairs),
                "maximum slowdown": mean(
                    percent(ex.unfairness(r, p, d), ex.unfairness(r, p, "SharedTLB")) for p in pairs),
                "buses used": mean(100 * ex.bus_use(run) if run else None for run in runs),
                "row hits": mean(100 * ex.row_hits(run) if run else None for run in runs)}
            for what, value in found.items():
                rows.setdefault(f"{what}, {name}", {})[d] = (value, None)
    return Figure("§5.4 DRAM", "The order of DRAM requests", "%; the first two of SharedTLB's", rows,
                  "By SharedTLB's use of the DRAM buses; means over pairs. golden is MASK-DRAM without turns of the "
                  "silver queue, and mask_rows is MASK-DRAM whose silver requests wait for row hits of the normal "
                  "queue in their bank: ours, not the paper's.")


def table_3(r: Results) -> Figure:
    paper = {"SharedTLB": (47.1, 48.7, 38.8, 34.2, 33.1), "MASK": (68.5, 76.8, 62.3, 55.0, 52.9)}

    def performance(run: Run | None) -> float | None:
        return None if run is None else float(run.get("weighted_speedup", run["applications"][0]["ipc"]))

    rows: dict[str, dict[str, Cell]] = {}
    for number, runs in r.counts.items():
        ideal = performance(runs.get("Ideal"))
        rows[number] = {d: (percent(performance(runs.get(d)), ideal), said[int(number) - 1])
                        for d, said in paper.items()}
    return Figure("Table 3", "Number of applications", "% of Ideal's performance", rows,
                  "One application: IPC; more: weighted speedup. GUP 2M, NW 4K, LUD 2K, pagemix, SAD, in this order.")


def table_4(r: Results) -> Figure:
    paper = {"Fermi": (53.1, 60.4, 78.0), "integrated GPU": (52.1, 38.2, 64.5)}
    designs = ("PWCache", "SharedTLB", "MASK")
    rows: dict[str, dict[str, Cell]] = {}
    for chip, said in paper.items():
        pairs = {p: {d: float(run["weighted_speedup"]) for d, run in runs.items()}
                 for p, runs in r.chips.get(chip, {}).items()}
        limited = [p for p, found in pairs.items() if "SharedTLB" in found
                   and ex.limits(found.get("Ideal"), found["SharedTLB"], r.chips[chip][p]["SharedTLB"])]
        for name, of in named(list(pairs), limited).items():
            rows[f"{chip}, {name}"] = {d: (mean(percent(pairs[p].get(d), pairs[p].get("Ideal")) for p in of), value)
                                       for d, value in zip(designs, said)}
    return Figure("Table 4", "Other GPUs", "% of Ideal's weighted speedup", rows,
                  "Chips fermi and igpu, half of the SMs each.")


def section_7_1_ipc(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {
        f"/ SharedTLB, {name}": {d: (against(r, pairs, d, "SharedTLB", ex.throughput),
                                     1.434 if d == "MASK" else None) for d in DESIGNS}
        for name, pairs in groups(r).items()}
    return Figure("§7.1 IPC", "IPC of both applications", "of SharedTLB's", rows)


def section_7_1_misses(r: Results) -> Figure:
    designs = ("SharedTLB", "MASK-TLB", "MASK")
    rates: dict[str, dict[str, list[float]]] = {}
    for pair in filter(ex.is_papers, r.pairs):
        for d in designs:
            for i, app in enumerate(r.pairs[pair].get(d, {}).get("applications", ())):
                name = r.names.get(r.apps[pair][i])
                if name is not None:
                    rates.setdefault(name, {}).setdefault(d, []).append(100 * ex.without_translation(app))
    rows: dict[str, dict[str, Cell]] = {name: {d: (mean(of.get(d, [])), None) for d in designs}
                                        for name, of in sorted(rates.items())}
    rows |= {"mean": {d: (mean(of[d][0] for of in rows.values()), None) for d in designs}} if rows else {}
    if rows:
        rows["/ SharedTLB"] = {d: (ratio(rows["mean"][d][0], rows["mean"]["SharedTLB"][0]),
                                   0.5 if d == "MASK" else None) for d in designs}
    return Figure("§7.1 misses", "L2 TLB misses of each application", "% of its lookups", rows,
                  "Mean over the paper's pairs that an application is in. What misses the L2 TLB and hits the bypass "
                  "cache is no miss. The paper: reduced by over 50 % on average.")


def walk_hits(run: Run, depths: range) -> float | None:
    """%, of the reads of walks that looked up the L2 cache, hence may fill it."""
    levels = [app["l2_cache"][depth] for app in run["applications"] for depth in depths]
    return ratio(100.0 * sum(level["hits"] for level in levels), sum(level["accesses"] for level in levels))


def section_7_2_fills(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for name, pairs in groups(r).items():
        for d in ("SharedTLB", "MASK-Cache", "MASK"):
            runs = [r.pairs[p][d] for p in pairs if d in r.pairs[p]]
            for level in range(1, 5):
                known = [v for run in runs if (v := walk_hits(run, range(level, level + 1))) is not None]
                rows.setdefault(f"level {level}, {name}", {})[d] = (mean(known), None)
            known = [v for run in runs if (v := walk_hits(run, range(1, 5))) is not None]
            paper = None if d == "SharedTLB" else 99.0
            rows.setdefault(f"all levels, {name}", {})[d] = (mean(known), paper)
            rows.setdefault(f"all levels, lowest, {name}", {})[d] = (min(known, default=None), paper)
    return Figure("§7.2 fills", "Walks that may fill the L2 cache", "hit rate, %", rows,
                  "Reads of walks that bypass the cache do not look it up, and do not count; where only the way to it "
                  "is skipped (chip mask-simulator), all count. The paper: more than 99 % for all workloads.")


def silver_queue(r: Results) -> Figure:
    paper = {("SCAN_SRAD", "SCAN"): None, ("SCAN_SRAD", "SRAD"): 118.7, ("SCAN_CONS", "SCAN"): 108.9,
             ("SCAN_CONS", "CONS"): 130.2}
    rows: dict[str, dict[str, Cell]] = {}
    for (pair, name), said in paper.items():
        runs = r.pairs.get(pair, {})
        if "golden" in runs and "MASK-DRAM" in runs:
            i = pair.split("_").index(name)
            rows[f"{pair}, {name}"] = {"MASK-DRAM": (percent(*(float(runs[d]["applications"][i]["ipc"])
                                                               for d in ("MASK-DRAM", "golden"))), said)}
    return Figure("§7.2 silver", "What the silver queue gives an application", "% of its IPC without", rows,
                  "Without: MASK-DRAM with golden and normal queue (golden).")


def sizes(r: Results) -> Figure:
    designs = ("SharedTLB", "MASK")
    rows: dict[str, dict[str, Cell]] = {}
    for change in ex.SIZES:
        runs = {d: ex.with_change(d, change) for d in designs}
        pairs = [p for p, of in r.pairs.items() if all(run in of for run in runs.values())]
        if pairs:
            rows[change] = {d: (mean(ex.weighted_speedup(r, p, run) for p in pairs), None) for d, run in runs.items()}
            rows[change]["MASK / SharedTLB"] = (against(r, pairs, runs["MASK"], runs["SharedTLB"],
                                                        ex.weighted_speedup), None)
            rows[change]["L2 TLB hits, SharedTLB, %"] = (
                mean(100 * hit_rate(r.pairs[p][runs["SharedTLB"]]) for p in pairs), None)
    return Figure("§7.3 sizes", "Sizes of the TLBs", "weighted speedup", rows,
                  "Against IPC alone with Table 1's sizes: 64 entries in an L1 TLB, 512 in the L2 TLB. The paper: MASK "
                  "is ahead from 64 to 4096 entries of the L2 TLB, and equal to SharedTLB at 8192.")


def knobs(r: Results) -> Figure:
    """MASK with other values of its parameters, and with another scheduler, as ratios to SharedTLB."""
    rows: dict[str, dict[str, Cell]] = {}
    turns = {d: ex.with_change(d, change) for d, change in ex.SCHEDULER.items()}
    values = (*ex.TOKENS.values(), *ex.TURNS.values())
    changed = {change: ("SharedTLB", ex.with_change("MASK", change)) for change in values}
    for name, (base, design) in {**changed, "FR-RR-FCFS": (turns["SharedTLB"], turns["MASK"]),
                                 "FR-FCFS": ("SharedTLB", "MASK")}.items():
        pairs = [p for p, of in r.pairs.items() if design in of and base in of]
        if pairs:
            rows[name] = {p: (ratio(ex.weighted_speedup(r, p, design), ex.weighted_speedup(r, p, base)), None)
                          for p in pairs}
            rows[name]["of the means"] = (against(r, pairs, design, base, ex.weighted_speedup),
                                          {"FR-RR-FCFS": 1.442, "FR-FCFS": SPEEDUPS["MASK"]}.get(name))
    rows = rows if rows.keys() - {"FR-FCFS"} else {}
    return Figure("§7.3 knobs", "InitialTokens, thresh_max, and another scheduler", "MASK / SharedTLB", rows,
                  "InitialTokens in 1/65536 of the warps. FR-RR-FCFS on both sides (design.dram_scheduler turns, and "
                  "golden_turns with MASK); FR-FCFS: MASK's own three queues, 80 % and 500.")


def best_split(r: Results) -> Figure:
    found = {pair: {d: ex.by_split(r, pair, d) for d in DESIGNS} for pair in r.splits}
    rows: dict[str, dict[str, Cell]] = {}
    for pair, of in found.items():
        rows[f"{pair}, half each"] = {d: (splits.get(ex.HALF), None) for d, splits in of.items()}
        rows[f"{pair}, best"] = {d: (max(splits.values(), default=None), None) for d, splits in of.items()}
    where = [f"{pair}: " + ", ".join(f"{d} {max(splits, key=splits.__getitem__).replace(',', ' and ')}"
                                     for d, splits in of.items() if splits) for pair, of in found.items()]
    return Figure("§7 oracle", "The best split of the SMs", "weighted speedup", rows,
                  "The best of 5, 10, 15, 20 and 25 SMs for the first application, of each design. " + "; ".join(where)
                  + ".")


def all_figures(r: Results) -> list[Figure]:
    return [
        fig_3(r),
        of_alone(r, "Fig. 5", "Page walks at a time", "walks, average over cycles", "walks_active_avg",
                 "Alone on 15 SMs; the paper samples every 10 000 cycles on 30, and finds more than 20."),
        of_alone(r, "Fig. 6", "Warps of an SM that wait for a miss", "warps", "warps_per_miss_avg",
                 "Average over misses when the translation arrives; the paper finds up to more than 30."),
        fig_7(r), fig_8(r), fig_9(r), section_4_3(r), fig_11(r), of_pairs(r, 0), of_pairs(r, 1), of_pairs(r, 2),
        fig_15(r), section_5_2(r), section_5_3(r), section_5_4(r), section_7_1_ipc(r), section_7_1_misses(r),
        section_7_2(r), section_7_2_fills(r), best_split(r), table_3(r), table_4(r),
        *(f for f in (silver_queue(r), sizes(r), knobs(r)) if f.rows)]  # of some forms alone
