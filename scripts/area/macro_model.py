# SPDX-License-Identifier: Apache-2.0
"""A model of the area of SRAM and CAM macros: what a chip would use where the RTL has flip-flops.

It is a model, good to a factor of about 1.5: a published bit cell, times a factor for ports and for
comparison, in an array with a strip of periphery on two sides. docs/reports/area.md says where it was held
against published macros. It knows no layout rules, redundancy, error correction or test logic.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .errors import AreaError


@dataclass(frozen=True)
class Node:
    """A process: high-density 6T SRAM bit cell and, where published, the raw area of a gate."""
    nm: int
    sram_um2: float
    source: str
    gate_um2: float | None = None


NODES = {node.nm: node for node in (
    Node(180, 5.59, "Intel, S. Yang et al., IEDM 1998"),
    Node(90, 1.0, "Intel press release on the 52 Mb SRAM, 2002"),
    Node(65, 0.57, "Intel, P. Bai et al., IEDM 2004"),
    Node(45, 0.346, "Intel, K. Mistry et al., IEDM 2007; gate: NAND2_X1 of the Nangate 45 nm Open Cell Library",
         0.798),
    Node(32, 0.171, "Intel, S. Natarajan et al., IEDM 2008"),
    Node(28, 0.127, "TSMC, Symposium on VLSI Technology 2009: 64 Mb SRAM, raw density 3900 kGate/mm2", 1e6 / 3.9e6),
    Node(22, 0.092, "Intel, C. Auth et al., VLSI 2012"),
    Node(16, 0.07, "TSMC, S.-Y. Wu et al., IEDM 2013"),
    Node(14, 0.0499, "Intel, E. Karl et al., ISSCC 2015"),
    Node(10, 0.0312, "Intel, C. Auth et al., IEDM 2017"),
    Node(7, 0.027, "TSMC, S.-Y. Wu et al., IEDM 2016"),
)}


def node_at(nm: int) -> Node:
    """Of a process between two published ones: their bit cells, interpolated in the logarithms."""
    if nm in NODES:
        return NODES[nm]
    larger = min((n for n in NODES if n > nm), default=None)
    smaller = max((n for n in NODES if n < nm), default=None)
    if larger is None or smaller is None:
        raise AreaError(f"{nm} nm: expected a node from {min(NODES)} to {max(NODES)} nm")
    above, below = NODES[larger].sram_um2, NODES[smaller].sram_um2
    share = math.log(nm / smaller) / math.log(larger / smaller)
    return Node(nm, below * (above / below) ** share, f"between {larger} and {smaller} nm")


DEFAULT_NODE = 28  # Maxwell, MASK's baseline

# Each further port adds a word line and a pair of bit lines, so the cell grows on both sides. 2.1 for two
# ports: 8T cells of one read and one write port are about twice the 6T cell of their node.
PORT_GROWTH = 0.45
# NOR CAM cell: 10 transistors (Pagiamtzis and Sheikholeslami, JSSC 2006) with search and match lines,
# against 6: 1.67 by transistors, 2 with the wires.
CAM_CELL = 2.0
# Periphery in units of the cell, and the largest array between two strips.
DECODER_COLUMNS = 32  # word-line drivers and row decoder
SENSE_ROWS = 48       # precharge, sense amplifiers, write drivers, control
MATCH_COLUMNS = 16    # match-line sensing and hit logic of a CAM
LARGEST_ROWS = 256
LARGEST_COLUMNS = 256
BANK_OVERHEAD = 1.03  # wires between arrays
UTILIZATION = 0.7     # of placed standard cells


@dataclass(frozen=True)
class Macro:
    name: str
    entries: int
    width: int
    ports: int = 1
    search_ports: int = 0  # 0: RAM

    @property
    def bits(self) -> int:
        return self.entries * self.width

    def cell_um2(self, node: Node) -> float:
        ports = self.ports + max(0, self.search_ports - 1)  # the CAM cell has one search port
        growth = (1 + PORT_GROWTH * (ports - 1)) ** 2
        return node.sram_um2 * growth * (CAM_CELL if self.search_ports else 1)

    def area_um2(self, node: Node) -> float:
        # a RAM may put several entries into a row, behind a column multiplexer; a CAM has a match line per entry
        folds = [1] if self.search_ports else [1 << k for k in range(self.entries.bit_length())]
        return min(self.places(fold) for fold in folds) * self.cell_um2(node)

    def places(self, fold: int) -> float:
        """Size in cells, periphery included, with `fold` entries to a row."""
        rows, columns = math.ceil(self.entries / fold), self.width * fold
        down, across = math.ceil(rows / LARGEST_ROWS), math.ceil(columns / LARGEST_COLUMNS)
        strip = DECODER_COLUMNS + (MATCH_COLUMNS if self.search_ports else 0)
        return (rows + SENSE_ROWS * down) * (columns + strip * across) * (BANK_OVERHEAD if down * across > 1 else 1)

    def efficiency(self, node: Node) -> float:
        return self.bits * self.cell_um2(node) / self.area_um2(node)


def sram_um2(bytes_: int, node: Node, ports: int = 1) -> float:
    """A large memory of arrays of the largest size."""
    array = Macro("array", LARGEST_ROWS, LARGEST_COLUMNS, ports)
    return 8 * bytes_ / array.bits * array.area_um2(node) * BANK_OVERHEAD


def logic_um2(gate_equivalents: float, node: Node) -> float:
    """Placed area of standard cells."""
    if node.gate_um2 is None:
        raise ValueError(f"no published gate area for {node.nm} nm")
    return gate_equivalents * node.gate_um2 / UTILIZATION


# What of each unit a chip would put into macros, as the RTL reads and writes it. The flip-flops around
# them (valid, ages, counters, answers) stay.
UNIT_MACROS = {
    "bypass_cache": [
        Macro("tags: asid, vpn (two lookups and the fill search)", 32, 45, ports=1, search_ports=3),
        Macro("ppn (two lookups read, one fill writes)", 32, 28, ports=3)],
    "golden_queue": [Macro("requests (one in, one out)", 16, 40, ports=2)],
    "silver_queue": [
        Macro("row (one in, one out, searched by an activate)", 64, 23, ports=2, search_ports=1),
        Macro("id, write, col (one in, one out)", 64, 14, ports=2)],
    "normal_queue": [
        Macro("row (one in, one out, searched by an activate)", 192, 23, ports=2, search_ports=1),
        Macro("id, write, col (one in, one out)", 192, 14, ports=2)],
}
