# SPDX-License-Identifier: Apache-2.0
"""The figures and tables of Karnagel et al. as numbers: ours, and the paper's where its text names one."""

from collections.abc import Sequence

from scripts.experiments.common.figure import Cell, Figure
from scripts.plot.ratios import ratio

from . import experiments as ex
from .experiments import GPUS, GROUPING, K80, ONE, P100, SAMPLING, SCOPE_2G, Gpu, Results

MB = 1 << 20
ONE_PCIE = ex.over_pcie(ONE, ex.NAIVE)  # in one pass both approaches are the same
OVER_PCIE = ", input over PCIe"
NAMES = {SAMPLING: "random sampling", GROUPING: "hash-based grouping"}
# 1, 2.3: time at the largest size / that at the smallest.
SLOWDOWN = {(SAMPLING, "K80"): 13.3, (SAMPLING, "P100"): 4.3, (GROUPING, "P100"): 3.3}
# 6: speedup of scopes of 2 GB at the largest size.
SPEEDUP = {(SAMPLING, "K80"): 13.0, (SAMPLING, "P100"): 2.0, (GROUPING, "K80"): 12.5, (GROUPING, "P100"): 2.5}
# Table 2: entries, KB of an entry, cycles of a miss.
TABLE_2 = {"K80": ((16, 128, 9), (65, 2048, 55), (1032, 2048, 177)), "P100": ((16, 2048, 9), (65, 32768, 110))}
# Fig. 5 to 7, Table 2: groups of so many SMs, by level; that of the P100's third level was not found.
SHARED = {"K80": ({1: 13}, {3: 3, 2: 2}, {13: 1}), "P100": ({2: 28}, {10: 4, 8: 2})}


def slowdown(r: Results, gpu: Gpu, kernel: str, size: str, way: str = ONE) -> float | None:
    return ratio(r.cycles(gpu.name, kernel, size, way), r.cycles(gpu.name, kernel, gpu.sizes[0], way))


def speedup(r: Results, gpu: Gpu, kernel: str, size: str, way: str, one: str = ONE) -> float | None:
    return ratio(r.cycles(gpu.name, kernel, size, one), r.cycles(gpu.name, kernel, size, way))


def all_sizes(r: Results, gpus: list[Gpu], way: str = ONE) -> list[str]:
    found = {size for name, _, size, how in r.runs if how == way and GPUS[name] in gpus and "," not in size}
    return sorted(found, key=ex.size_of)


def fig_1(r: Results, kernel: str, part: str, way: str = ONE) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for size in all_sizes(r, list(GPUS.values()), way):
        cells: dict[str, Cell] = {
            gpu.name: (slowdown(r, gpu, kernel, size, way),
                       SLOWDOWN.get((kernel, gpu.name)) if size == gpu.sizes[-1] else None)
            for gpu in GPUS.values() if (gpu.name, kernel, size, way) in r.runs}
        if cells:
            rows[size] = cells
    return Figure(f"Fig. 1{part}", f"Time of {NAMES[kernel]} by the size of its data{'' if way == ONE else OVER_PCIE}",
                  "times that of the smallest size", rows, "The same number of accesses at all sizes; one pass.")


def hit_rates(r: Results, kernel: str) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for gpu in GPUS.values():
        for size in (s for s in gpu.sizes if (gpu.name, kernel, s, ONE) in r.runs):
            rows[f"{gpu.name}, {size}"] = {
                f"L{level} TLB": (ratio(r.hit_rate(gpu.name, kernel, size, level), 0.01), None) for level in (1, 2, 3)}
    return Figure(f"Hit rates {kernel}", f"Hit rates of TLBs in {NAMES[kernel]}, one pass", "%", rows,
                  "The smaller slowdown begins where the L2 TLB of the K80 ends (130 MB), the larger one where its L3 "
                  "TLB (2064 MB) and the L2 TLB of the P100 (2080 MB) end.")


def table_2(r: Results) -> list[Figure]:
    parts = (("entries", "Entries of TLBs", "entries"), ("entry", "What an entry covers", "KB"),
             ("delay", "Delay of a miss", "cycles"))
    rows: list[dict[str, dict[str, Cell]]] = [{}, {}, {}]
    for name, found in r.boundary.items():
        for i, level in enumerate(ex.levels(found)):
            paper = TABLE_2[name][i] if i < len(TABLE_2[name]) else (None, None, None)
            for part, ours in enumerate((level.entries, level.covers / 1024, level.miss)):
                rows[part][f"{name}, L{i + 1} TLB"] = {"found": (float(ours), paper[part])}
    return [Figure(f"Table 2, {name}", title, unit, rows[i],
                   "The delays are put into the descriptions; the rest is found without them." if i == 2 else "")
            for i, (name, title, unit) in enumerate(parts)]


def fig_3_4(r: Results) -> Figure:
    """The paper's a: the reach, at strides up to an entry; twice of it at twice the stride (Fig. 2)."""
    rows: dict[str, dict[str, Cell]] = {}
    for name, found in r.boundary.items():
        known_levels = ex.levels(found)
        for i, level in enumerate(known_levels):
            before = known_levels[i - 1] if i else None
            for stride, (fast, slow) in sorted(ex.boundaries(found, i + 1, before).items()):
                a = level.entries * level.covers * max(1, stride // level.covers) / MB
                known = i < len(TABLE_2[name])
                rows[f"{name}, L{i + 1} TLB, stride of {stride // 1024} KB"] = {
                    "largest fast range": (fast / MB, a if known else None), "smallest slow range": (slow / MB, None)}
    return Figure("Fig. 3 and 4", "Boundaries of TLBs", "MB", rows,
                  "One thread, dependent reads. The paper's boundary lies between the two.")


def fig_5_6(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for name, found in r.sharing.items():
        for level, paper in enumerate(SHARED[name], 1):
            ours = ex.groups(found, level)
            for size in sorted({*ours, *paper}, reverse=True):
                rows[f"{name}, L{level} TLB, groups of {size} SMs"] = {
                    "groups": (float(ours.get(size, 0)), float(paper.get(size, 0)))}
    return Figure("Fig. 5 and 6", "SMs that share a TLB", "groups", rows)


def table_3(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for pair, found in r.off.items():
        ours = ex.groups(found, 2)
        paper = {3: 4, 1: 1} if pair == "5,10" else {3: 3, 2: 2}
        rows[f"SMs {pair} off"] = {f"groups of {n}": (float(ours.get(n, 0)), float(paper.get(n, 0))) for n in (3, 2, 1)}
    return Figure("Table 3", "Groups of SMs that share an L2 TLB on K80s", "groups", rows,
                  "App. A: two groups of two SMs on most GPUs, one SM alone where SMs 5 and 10 are off.")


def scopes(r: Results, gpu: Gpu, kernel: str, name: str, ways: Sequence[str] = (), best: str = SCOPE_2G,
           one: str = ONE) -> Figure:
    """best: the way of the paper's number."""
    rows: dict[str, dict[str, Cell]] = {}
    for size in gpu.sizes:
        cells: dict[str, Cell] = {
            way: (speedup(r, gpu, kernel, size, way, one),
                  SPEEDUP.get((kernel, gpu.name)) if way == best and size == gpu.sizes[-1] else None)
            for way in ways or gpu.scoped if (gpu.name, kernel, size, way) in r.runs}
        if cells:
            rows[size] = cells
    return Figure(name, f"{NAMES[kernel].capitalize()} scope by scope, {gpu.name}{'' if one == ONE else OVER_PCIE}",
                  "times as fast as in one pass", rows)


def zero_copy(r: Results, gpu: Gpu, name: str) -> Figure:
    """The paper's Fig. 11: input comes from the host's memory, in one pass too."""
    ways = [ex.over_pcie(way, approach) for way in gpu.scoped for approach in ex.INPUTS]
    return scopes(r, gpu, GROUPING, name, ways, ex.over_pcie(SCOPE_2G, ex.COPY), ONE_PCIE)


def pcie_causes(r: Results) -> Figure:
    """The largest table of Fig. 11 with the value of the chip that the slowdown asks for."""
    rows: dict[str, dict[str, Cell]] = {}
    for gpu in GPUS.values():
        name, most = ex.PCIE_CAUSES[gpu.name][0], gpu.sizes[-1]
        one = r.cycles(gpu.name, GROUPING, most, ex.over_pcie(name, ex.NAIVE))
        least = r.cycles(gpu.name, GROUPING, gpu.sizes[0], ex.over_pcie(name, ex.NAIVE))
        rows[f"{gpu.name}, {name}"] = {"slowdown": (ratio(one, least), SLOWDOWN.get((GROUPING, gpu.name)))}
        for way in gpu.scoped:
            for approach in ex.INPUTS:
                cycles = r.cycles(gpu.name, GROUPING, most + ex.SCOPES[way], ex.over_pcie(name, approach))
                paper = SPEEDUP[GROUPING, gpu.name] if (way, approach) == (SCOPE_2G, ex.COPY) else None
                rows[f"{gpu.name}, {name}"][ex.over_pcie(way, approach)] = (ratio(one, cycles), paper)
    return Figure("Causes over PCIe", "Hash-based grouping with another value of the chip, input over PCIe",
                  "times", rows, "Slowdown: the largest size against the smallest, one pass.")


def within(r: Results) -> Figure:
    rows: dict[str, dict[str, Cell]] = {}
    for gpu in GPUS.values():
        for size, scope in gpu.within.items():
            rows[f"{gpu.name}, {size} in scopes of {scope}"] = {
                NAMES[kernel]: (speedup(r, gpu, kernel, size, "within"), None) for kernel in NAMES
                if (gpu.name, kernel, size, "within") in r.runs}
    with_mshrs = [r.cycles("P100", GROUPING, what, ex.MSHRS) for what in ("1G", "1G,scope=256M")]
    if None not in with_mshrs:
        rows[f"P100, 1G in scopes of 256M, {ex.MSHRS}"] = {NAMES[GROUPING]: (ratio(*with_mshrs), None)}
    return Figure("Within the reach", "Scopes where one pass fits the TLB", "times as fast as in one pass", rows,
                  "What the passes cost: random numbers or hashes, and input, are computed and read again in each.")


Cycles = tuple[float | None, float | None, float | None]  # at the smallest size, the largest, and that in scopes


def add_cause(rows: dict[str, dict[str, Cell]], name: str, kernel: str, gpu: Gpu, found: Cycles) -> None:
    """Slowdown and speedup; of grouping, also with a copy of the input beside each time, which nothing overlaps."""
    names = {f"{gpu.name}, {NAMES[kernel]}{name}": 0.0}
    if kernel == GROUPING:
        names[f"{gpu.name}, {NAMES[kernel]}{name}, and a copy of the input"] = gpu.copy
    for row, copy in names.items():
        least, most, scoped = (None if cycles is None else cycles + copy for cycles in found)
        first = not name and not copy
        rows[row] = {
            "slowdown": (ratio(most, least), SLOWDOWN.get((kernel, gpu.name)) if first else None),
            "speedup by scopes of 2G": (ratio(most, scoped), SPEEDUP[kernel, gpu.name] if first else None)}


def causes(r: Results) -> Figure:
    """Each way beside what it changes."""
    rows: dict[str, dict[str, Cell]] = {}
    for gpu, kernel in ((g, k) for g in (K80, P100) for k in NAMES):
        def cycles(size: str, way: str, gpu: Gpu = gpu, kernel: str = kernel) -> float | None:
            return r.cycles(gpu.name, kernel, size, way)
        first, last = gpu.sizes[0], gpu.sizes[-1]
        add_cause(rows, "", kernel, gpu, (cycles(first, ONE), cycles(last, ONE), cycles(last, SCOPE_2G)))
        for name, k, what, way in r.runs:
            if (name, k) == (gpu.name, kernel) and what.endswith(",scope=2G"):
                top = what.removesuffix(",scope=2G")
                add_cause(rows, f", {way}", kernel, gpu, (cycles(first, way), cycles(top, way), cycles(what, way)))
    return Figure("Causes", "With other values of the chip", "times", rows,
                  "Slowdown: the largest size against the smallest, one pass. The copy of the input takes as long as "
                  "PCIe 3.0 does at its peak, and nothing overlaps it.")


def lengths(r: Results) -> Figure:
    """What a pass costs beside its accesses weighs less the more a thread reads; the paper's threads read 1024."""
    rows: dict[str, dict[str, Cell]] = {}
    for each in (8, 32, 128):
        way = f"{each} reads of a thread"
        ours = (speedup(r, K80, SAMPLING, "11G", ex.SCOPE_128M) if each == K80.each[SAMPLING] else
                ratio(r.cycles("K80", SAMPLING, "11G", way), r.cycles("K80", SAMPLING, "11G,scope=128M", way)))
        rows[way] = {"scopes of 128M": (ours, None)}
    return Figure("Length", "Random sampling of 11G scope by scope, K80", "times as fast as in one pass", rows)


def all_figures(r: Results, small: bool) -> list[Figure]:
    found = [fig_1(r, SAMPLING, "a"), fig_1(r, GROUPING, "b"), *table_2(r), fig_3_4(r), table_3(r),
             scopes(r, K80, SAMPLING, "Fig. 10a"), scopes(r, P100, SAMPLING, "Fig. 10b"),
             scopes(r, K80, GROUPING, "Fig. 11a"), within(r), hit_rates(r, SAMPLING)]
    return found if small else [*found, scopes(r, P100, GROUPING, "Fig. 11b"), hit_rates(r, GROUPING), fig_5_6(r),
                                fig_1(r, GROUPING, "b over PCIe", ONE_PCIE), zero_copy(r, K80, "Fig. 11a over PCIe"),
                                zero_copy(r, P100, "Fig. 11b over PCIe"), pcie_causes(r), causes(r), lengths(r)]
