# SPDX-License-Identifier: Apache-2.0
"""The runs behind the figures of Karnagel et al.: random sampling and grouping over sizes of data, in one pass and
scope by scope; the two experiments of `gmmu probe` on their GPUs; and the runs that show causes."""

import dataclasses

from scripts.experiments.common.runs import Probed, Run, probe
from scripts.sweep import engine
from scripts.sweep.points import Point

ONE, SCOPE_2G, SCOPE_128M = "one pass", "scopes of 2G", "scopes of 128M"
SCOPES = {ONE: "", SCOPE_2G: ",scope=2G", SCOPE_128M: ",scope=128M"}
# 5.3: where the input of grouping is: in the host's memory for all passes, or for the first one alone.
NAIVE, COPY = "naive", "copy"
INPUTS = {NAIVE: ",input=1", COPY: ",input=2"}
MSHRS = "L1 TLB of 128 MSHRs"
SAMPLING, GROUPING = "random-sample", "group-by"
THREADS = 256  # of a block
PCIE = 8e9 * 16 / 8 * 128 / 130  # bytes a second: PCIe 3.0 has 8 GT/s, 130 for 128 bits; 16 lanes


def sets(*values: str) -> tuple[str, ...]:
    return tuple(word for value in values for word in ("--set", value))


BUS = sets(f"schedule.pcie.mhz={round(PCIE / 16e6)}")  # 16 of its 32 lanes are of each direction


# Of the causes, the one that brings a GPU's slowdown near the paper's.
PCIE_CAUSES = {"K80": ("16 walks at a time", sets("walk.walkers=16")),
               "P100": ("L3 TLB of two ports", sets("tlb.l3.ports=2"))}


def over_pcie(way: str, approach: str) -> str:
    return f"{way}, {approach}"


@dataclasses.dataclass(frozen=True)
class Gpu:
    """What is run on one of the two chips."""

    name: str
    mhz: int                            # Table 1
    memory: tuple[str, ...]             # Table 1's bandwidth: the clock
    pages: tuple[str, ...]              # those that the paper saw allocated (4.5), where the description has others
    blocks: int                         # 8 of 256 threads fill an SM
    each: dict[str, int]                # reads or rows of a thread
    sizes: tuple[str, ...]
    scoped: dict[str, tuple[str, ...]]  # by scope: sizes
    within: dict[str, str]              # of TLB reach: a size, and scopes of a quarter of it

    @property
    def chip(self) -> tuple[str, ...]:
        return "--chip", self.name.lower()

    def app(self, kernel: str, what: str, each: int = 0) -> tuple[str, ...]:
        """`what`: a size, and perhaps a scope."""
        words = {SAMPLING: "samples", GROUPING: "rows"}
        return "--app", f"kernel:{kernel},size={what},blocks={self.blocks},{words[kernel]}={each or self.each[kernel]}"

    @property
    def copy(self) -> float:
        """Cycles in which the input of grouping (a word of each row) comes over PCIe at its peak, which both have."""
        return self.blocks * THREADS * self.each[GROUPING] * 4 / PCIE * self.mhz * 1e6


# 12 channels of 32 bits at 4 * 1250 MHz: 240 GB/s; 32 of 128 bits at 2 * 715 MHz: 732 GB/s.
K80 = Gpu("K80", 875, sets("mem_mhz=1250"), (), 104, {SAMPLING: 32, GROUPING: 8},
          ("64M", "128M", "256M", "1G", "2G", "3G", "4G", "8G", "11G"),
          {SCOPE_2G: ("3G", "4G", "8G", "11G"), SCOPE_128M: ("256M", "1G", "4G", "11G")}, {"128M": "64M"})
P100 = Gpu("P100", 1480, sets("mem_mhz=715"),
           sets("page_sizes=2M", "tlb.l2.sizes=2M", "tlb.l3.sizes=2M", "tlb.l2.pages=16", "tlb.l3.pages=16"), 448,
           {SAMPLING: 8, GROUPING: 8}, ("1G", "2G", "3G", "4G", "8G", "15G"),
           {SCOPE_2G: ("3G", "4G", "8G", "15G"), SCOPE_128M: ("1G", "4G", "15G")}, {"1G": "256M"})
GPUS = {gpu.name: gpu for gpu in (K80, P100)}
# Of chip mask: 8 channels of GDDR5.
GDDR5 = sets("memory.kind=gddr5", "memory.channels=8", "l2.banks=16")
# Of the small form: sizes, and reads or rows of a thread, with which TLBs fill as they do with more.
SMALL = {"K80": ("64M", "128M", "1G", "2G", "4G", "11G"), "P100": ("1G", "2G", "4G", "15G")}
SMALL_EACH = {"K80": {SAMPLING: 8, GROUPING: 4}, "P100": {SAMPLING: 4, GROUPING: 8}}
# Table 3: SMs of a K80 that are off.
OFF = ("10,11", "10,13", "10,12", "10,14", "12,14", "11,14", "11,12", "13,14", "11,13", "12,13", "5,10")
SMALL_OFF = ("10,11", "5,10")

What = tuple[str, str, str, str]  # GPU, kernel, size, way


def causes() -> dict[What, tuple[str, ...]]:
    """Runs with another value of the chip, or of the kernel; the way says which. Options."""
    found: dict[What, tuple[str, ...]] = {}
    for walkers in (32, 16):
        for what in ("64M", "11G", "11G,scope=2G"):
            for kernel in (SAMPLING, GROUPING):
                found["K80", kernel, what, f"{walkers} walks at a time"] = (
                    *K80.chip, *K80.memory, *sets(f"walk.walkers={walkers}"), *K80.app(kernel, what))
    for what in ("64M", "11G", "11G,scope=2G"):
        found["K80", GROUPING, what, "16 walks at a time, L3 TLB of two ports"] = (
            *K80.chip, *K80.memory, *sets("walk.walkers=16", "tlb.l3.ports=2"), *K80.app(GROUPING, what))
    for gpu, most in ((K80, "11G"), (P100, "15G")):
        for what in (gpu.sizes[0], "2G", most, f"{most},scope=2G"):
            for kernel in (SAMPLING, GROUPING):
                found[gpu.name, kernel, what, "L3 TLB of two ports"] = (
                    *gpu.chip, *gpu.memory, *gpu.pages, *sets("tlb.l3.ports=2"), *gpu.app(kernel, what))
    # Pages of 1 GB: the page tables leave 15 frames, two of them for other data.
    for way, options, most in (("pages of 1 GB", P100.memory, "13G"),
                               ("chip mask's GDDR5", (*GDDR5, *P100.pages), "15G")):
        for what in ("1G", most, f"{most},scope=2G"):
            found["P100", SAMPLING, what, way] = (*P100.chip, *options, *P100.app(SAMPLING, what))
    for what in ("1G", "1G,scope=256M", "15G", "15G,scope=2G"):
        found["P100", GROUPING, what, MSHRS] = (*P100.chip, *P100.memory, *P100.pages, *sets("tlb.l1.mshrs=128"),
                                                *P100.app(GROUPING, what))
    for each in (8, 128):
        for what in ("11G", "11G,scope=128M"):
            found["K80", SAMPLING, what, f"{each} reads of a thread"] = (
                *K80.chip, *K80.memory, *K80.app(SAMPLING, what, each))
    return found


def plain(small: bool) -> dict[What, tuple[str, ...]]:
    found: dict[What, tuple[str, ...]] = {}
    for gpu in GPUS.values():
        for kernel in (SAMPLING,) if small and gpu is P100 else (SAMPLING, GROUPING):
            wanted = [(size, ONE, "") for size in gpu.sizes]
            wanted += [(size, way, SCOPES[way]) for way, sizes in gpu.scoped.items() for size in sizes]
            wanted += [(size, "within", f",scope={scope}") for size, scope in gpu.within.items()]
            for size, way, scope in wanted:
                if small and (size not in SMALL[gpu.name] or way == SCOPE_128M
                              or (way == SCOPE_2G and size != gpu.sizes[-1])):
                    continue
                each = SMALL_EACH[gpu.name][kernel] if small else 0
                found[gpu.name, kernel, size, way] = (*gpu.chip, *gpu.memory, *gpu.pages,
                                                      *gpu.app(kernel, size + scope, each))
    return found


def too_long(gpu: Gpu, size: str, way: str, approach: str) -> bool:
    """32 and 120 passes of the P100 over the bus: 11 and 41 million cycles, most of them waiting for it."""
    return gpu is P100 and (way, approach) == (SCOPE_128M, NAIVE) and size != P100.sizes[0]


def zero_copy() -> dict[What, tuple[str, ...]]:
    """Grouping as in the paper, with its input in the host's memory. In one pass both approaches are the same."""
    found: dict[What, tuple[str, ...]] = {}
    for gpu in GPUS.values():
        wanted = [(size, ONE, NAIVE) for size in gpu.sizes]
        wanted += [(size, way, approach) for way, sizes in gpu.scoped.items() for size in sizes for approach in INPUTS]
        for size, way, approach in (one for one in wanted if not too_long(gpu, *one)):
            found[gpu.name, GROUPING, size, over_pcie(way, approach)] = (
                *gpu.chip, *gpu.memory, *gpu.pages, *BUS, *gpu.app(GROUPING, size + SCOPES[way] + INPUTS[approach]))
    for gpu in GPUS.values():
        name, options = PCIE_CAUSES[gpu.name]
        least, most = gpu.sizes[0], gpu.sizes[-1]
        wanted = [(least, ONE, NAIVE), (most, ONE, NAIVE)]
        wanted += [(most, way, approach) for way in gpu.scoped for approach in INPUTS]
        for size, way, approach in (one for one in wanted if not too_long(gpu, *one)):
            found[gpu.name, GROUPING, size + SCOPES[way], over_pcie(name, approach)] = (
                *gpu.chip, *gpu.memory, *gpu.pages, *options, *BUS,
                *gpu.app(GROUPING, size + SCOPES[way] + INPUTS[approach]))
    return found


@dataclasses.dataclass(frozen=True)
class Results:
    runs: dict[What, Run]
    boundary: dict[str, Probed]  # GPU: Fig. 3, 4
    sharing: dict[str, Probed]   # GPU: Fig. 5, 6
    off: dict[str, Probed]       # SMs that are off: Table 3
    failed: list[str]

    def cycles(self, gpu: str, kernel: str, size: str, way: str) -> float | None:
        found = self.runs.get((gpu, kernel, size, way))
        return float(found["cycles"]) if found else None

    def hit_rate(self, gpu: str, kernel: str, size: str, level: int) -> float | None:
        """Of a level of three, in one pass (docs/reference/output.md): the last one has its own name, so has a first
        one that no SMs share."""
        found = self.runs.get((gpu, kernel, size, ONE))
        if not found:
            return None
        rates = found["applications"][0]
        own = "l2_tlb" if level == 3 else f"tlb_level_{level}"
        return float(rates.get(own, rates["l1_tlb"])["hit_rate"])


def run(settings: engine.Settings, small: bool) -> Results:
    wanted = plain(small) | ({} if small else causes() | zero_copy())
    points = {what: Point(("--design", "sharedtlb", "--no-alone", *words), " ".join(what))
              for what, words in wanted.items()}
    outcomes = engine.run(settings, list(points.values()))
    failed = [f"{p.label}: {o.problem}" for p, o in outcomes.items() if o.result is None]

    def probed(experiment: str, words: dict[str, tuple[str, ...]]) -> dict[str, Probed]:
        found = {name: probe(settings, (experiment, *some), failed) for name, some in words.items()}
        return {name: some for name, some in found.items() if some}
    gpus = {gpu.name: gpu.chip for gpu in GPUS.values()}
    off = {pair: (*K80.chip, *sets(f"sm.off={pair}")) for pair in (SMALL_OFF if small else OFF)}
    return Results({what: found for what, point in points.items() if (found := outcomes[point].result) is not None},
                   probed("tlb-boundary", gpus), {} if small else probed("tlb-sharing", gpus),
                   probed("tlb-sharing", off), failed)


# ---- what the experiments have found ----

@dataclasses.dataclass(frozen=True)
class Level:
    entries: int
    covers: int  # bytes of an entry
    miss: int    # further cycles


def size_of(text: str) -> int:
    shift = {"K": 10, "M": 20, "G": 30}.get(text[-1], 0)
    return int(text[:-1] if shift else text) << shift


def levels(found: Probed) -> list[Level]:
    """The lines of a table: level, entries, what an entry covers, what a miss brings, reach, hit, miss."""
    lines = found.printed.split("described by")[0].splitlines()
    rows = [line.split() for line in lines if line.split() and line.split()[0].isdigit()]
    return [Level(int(row[1]), size_of(row[2]), int(row[6])) for row in rows]


def boundaries(found: Probed, level: int, before: Level | None) -> dict[int, tuple[int, int]]:
    """By stride: the largest range before one takes longer, and that one; bytes. `before`: the level before, which
    does not keep what is twice its reach."""
    curves: dict[int, list[tuple[int, float]]] = {}
    for row in found.rows:
        stride = int(row["stride_bytes"])
        point = int(row["range_bytes"]), float(row["cycles"])
        if int(row["level"]) == level and point[0] > (2 * before.entries * max(stride, before.covers) if before else 0):
            curves.setdefault(stride, []).append(point)
    ends: dict[int, tuple[int, int]] = {}
    for stride, curve in curves.items():
        slow = [size for size, cycles in sorted(curve) if cycles > min(curve)[1] + 1]
        fast = [size for size, _ in sorted(curve) if slow and size < slow[0]]
        if fast:
            ends[stride] = (fast[-1], slow[0])
    return ends


def groups(found: Probed, level: int) -> dict[int, int]:
    """How many groups of so many SMs share a TLB of the level; empty: it was not tested."""
    sharers: dict[str, int] = {}
    for row in found.rows:
        if int(row["level"]) == level:
            sharers[row["sm"]] = sharers.get(row["sm"], 1) + (int(row["shared"]) if row["sm"] != row["other_sm"] else 0)
    sizes = list(sharers.values())
    return {size: sizes.count(size) // size for size in sorted(set(sizes), reverse=True)}
