# SPDX-License-Identifier: Apache-2.0
"""The mechanisms' tables, their plots, and the shares of a chip that the papers claim."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts.output.files import Content

from .figure import Axes, two_plots
from .liberty import Library
from .macro_model import UTILIZATION, Macro, node_at, sram_um2
from .mechanism_items import ASID_W, PPN_W, VPN_W, Mechanism
from .report import piped, thousands
from .storage_items import (BASELINE_MEMORIES, CHANNELS, INSTANCES, L2_TLB_ENTRY, LOG_ENTRY, QUEUE_BASELINE_ENTRIES,
                            SM_CONTEXT)

NOT_MEASURED = "not measured"
COLOURS = ("#1b6ca8", "#d1495b", "#66a182", "#8d6a9f")
# Units of a chip with MASK: mechanism, size, unit of INSTANCES.
QUEUES = [("golden-queue", 16, "golden_queue"), ("frfcfs-queue", 64, "silver_queue"),
          ("frfcfs-queue", 192, "normal_queue")]
ADDED = [("tokens", 30, "token_controller"), ("bypass-cache", 32, "bypass_cache"), ("l2-bypass", 8, "l2_bypass"),
         *QUEUES, ("dram-arbiter", 30, "dram_arbiter")]
LOG_ENTRIES = 64


@dataclass
class Point:
    """A mechanism at a size in a library; without figures `wrong` says why."""
    mechanism: str
    size: int
    library: str
    bits: int
    ram_bits: int
    ram_um2: float
    wrong: str = ""
    um2: float | None = None
    gates: float | None = None
    ns: float | None = None
    fo4: float | None = None
    mw: float | None = None


def few(value: float | None) -> str:
    """Three digits, or all of those before the point."""
    if value is None:
        return "-"
    return thousands(value) if abs(value) >= 100 else f"{value:.3g}" if abs(value) >= 1 else f"{value:.2g}"


@dataclass
class Report:
    mechanisms: list[Mechanism]
    points: list[Point]
    libraries: list[tuple[str, int, Library]]
    commit: str
    versions: list[str]
    activity: float

    def of(self, mechanism: str, size: int, library: str) -> Point | None:
        return next((p for p in self.points if (p.mechanism, p.size, p.library) == (mechanism, size, library)
                     and not p.wrong), None)

    def table(self, mechanism: Mechanism) -> list[list[str]]:
        table = [[mechanism.counted, "state bits", "RAM bits", "library", "um2", "RAM um2", "gate eq.", "ns", "FO4",
                  "mW", "remark"]]
        order = [name for name, _, _ in self.libraries]
        for point in sorted((p for p in self.points if p.mechanism == mechanism.name),
                            key=lambda p: (p.size, order.index(p.library))):
            remark = point.wrong or ("the paper's" if point.size == mechanism.at_paper else "")
            table.append([str(point.size), thousands(point.bits), thousands(point.ram_bits), point.library,
                          few(point.um2), few(point.ram_um2) if point.ram_bits else "-", thousands(point.gates),
                          few(point.ns), "-" if point.fo4 is None else f"{point.fo4:.0f}", few(point.mw), remark])
        return table

    def page(self, mechanism: Mechanism) -> list[str]:
        """Its part of the page, where rows that were left out are named in a sentence."""
        head, *rows = self.table(mechanism)
        have = [row for row in rows if row[-1] != NOT_MEASURED]
        lacking = dict.fromkeys(row[0] for row in rows if row[-1] == NOT_MEASURED)
        whole = [size for size in lacking if all(row[0] != size for row in have)]
        parts = [f"## {mechanism.title}", f"{mechanism.paper}, `{mechanism.unit}`.\nThe paper: {mechanism.claim}."]
        if have:
            parts.append(piped([head, *have]))
        if lacking:
            partly = [size for size in lacking if size not in whole]
            parts.append(f"Not measured: {', '.join([*whole, *(f'{size} in some libraries' for size in partly)])} "
                         f"({mechanism.counted}).")
        return parts

    def shares(self) -> list[list[str]]:
        """The papers' shares, by bits and by area in each library; an area that lacks a point is not given."""
        names = [name for name, _, _ in self.libraries]
        tag = ASID_W / (L2_TLB_ENTRY - ASID_W)
        queues = sum(size for _, size, _ in QUEUES) / QUEUE_BASELINE_ENTRIES - 1
        log = LOG_ENTRIES * LOG_ENTRY / SM_CONTEXT
        rows = [["claim", "paper", "by bits", *(f"by area, {name}" for name in names)],
                ["ASID of the L2 TLB", "7 %", f"{100 * tag:.1f} %",
                 *(self.tlb_share(nm) for _, nm, _ in self.libraries)],
                ["DRAM queues", "6 %", f"{100 * queues:.1f} %", *(self.queue_share(name) for name in names)],
                ["16 KB log of the SM's context", "5 %", f"{100 * log:.1f} %",
                 *(self.log_share(name, nm) for name, nm, _ in self.libraries)],
                ["MASK of a GPU (of its memories alone)", "0.1 %", "-",
                 *(self.gpu_share(name, nm) for name, nm, _ in self.libraries)]]
        return rows

    @staticmethod
    def tlb_share(nm: int) -> str:
        node = node_at(nm)
        with_asid, without = (Macro("entries", 512, width + VPN_W + PPN_W, ports=2).area_um2(node)
                              for width in (ASID_W, 0))
        return f"{100 * (with_asid / without - 1):.1f} % (model)"

    def queue_share(self, library: str) -> str:
        parts = [self.of(mechanism, size, library) for mechanism, size, _ in QUEUES]
        whole = self.of("frfcfs-queue", QUEUE_BASELINE_ENTRIES, library)
        areas = [point.um2 for point in parts if point and point.um2]
        if whole is None or not whole.um2 or len(areas) < len(parts):
            return NOT_MEASURED
        return f"{100 * (sum(areas) / whole.um2 - 1):+.1f} %"

    def log_share(self, library: str, nm: int) -> str:
        point = self.of("operand-log", LOG_ENTRIES, library)
        if point is None or point.um2 is None:
            return NOT_MEASURED
        return f"{100 * (point.um2 / UTILIZATION + point.ram_um2) / sram_um2(SM_CONTEXT, node_at(nm)):.1f} %"

    def gpu_share(self, library: str, nm: int) -> str:
        """Silver and normal queue stand in the place of a queue of 256 entries, and add only what they have more."""
        added = 0.0
        for mechanism, size, unit in ADDED:
            point = self.of(mechanism, size, library)
            if point is None or point.um2 is None:
                return NOT_MEASURED
            added += INSTANCES[unit] * point.um2 / UTILIZATION
        baseline = self.of("frfcfs-queue", QUEUE_BASELINE_ENTRIES, library)
        if baseline is None or baseline.um2 is None:
            return NOT_MEASURED
        added -= CHANNELS * baseline.um2 / UTILIZATION
        memories = sum(count * sram_um2(bytes_, node_at(nm)) for _, bytes_, count in BASELINE_MEMORIES)
        return f"{100 * added / memories:.2f} %"

    def notes(self) -> list[str]:
        lines = [f"Commit {self.commit}; {', '.join(self.versions)}; `make area-mechanisms`."]
        for name, nm, library in self.libraries:
            lines.append(f"{name}: {nm} nm, {library.name}; a gate equivalent is {library.nand2.name}, "
                         f"{library.nand2.area:g} um2.")
        return [*lines,
                "um2 is cells without wires; RAM um2 is the model of macros at the node of the library, with one read "
                "and one write port, for arrays that the unit keeps outside.",
                f"mW is at the row's own period, each net changing in {100 * self.activity:.0f} % of the cycles, "
                "without RAMs, wires and clock gates: a figure to compare sizes by, not the power of a workload.",
                "Where a paper gives no size, the row marked as the paper's has the size that the simulator uses.",
                "What was not measured was left out by the limit of time; the command goes on from there."]

    def markdown(self) -> str:
        parts = ["# Area of each mechanism", "\n".join(f"- {note}" for note in self.notes())]
        if len(self.mechanisms) > 1:
            parts += ["## Shares that the papers claim", piped(self.shares())]
        for mechanism in self.mechanisms:
            parts += [*self.page(mechanism), f"![{mechanism.counted}](mechanisms-{mechanism.name}.svg)"]
        return "\n\n".join(parts) + "\n"

    def files(self, folder: Path) -> dict[Path, Content]:
        data = {"commit": self.commit, "tools": self.versions, "activity": self.activity, "shares": self.shares(),
                "points": [asdict(point) for point in self.points]}
        drawn = {folder / f"mechanisms-{m.name}.svg": self.plot(m) for m in self.mechanisms}
        return {folder / "mechanisms.md": self.markdown(),
                folder / "mechanisms.json": json.dumps(data, indent=1) + "\n", **drawn}

    def plot(self, mechanism: Mechanism) -> bytes:
        def draw(left: Axes, right: Axes) -> None:
            for colour, (name, _, _) in zip(COLOURS, self.libraries):
                have = sorted((p.size, p.gates, p.fo4) for p in self.points
                              if (p.mechanism, p.library) == (mechanism.name, name) and p.gates and p.fo4)
                sizes = [size for size, _, _ in have]
                left.plot(sizes, [gates / 1000 for _, gates, _ in have], marker="o", color=colour, label=name)
                right.plot(sizes, [fo4 for _, _, fo4 in have], marker="o", color=colour, label=name)

        return two_plots(mechanism.counted, "thousand gate equivalents", "period, FO4", draw)
