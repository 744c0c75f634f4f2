# SPDX-License-Identifier: Apache-2.0
"""Storage of the units beside what MASK 7.4 and thesis 6.5.2 claim, and what it is of a chip's area.

    storage.py [--build DIR] [--node NM] UNIT...

Counts the bits of the contracts (BUILD/gen/UNIT.layout.json). Every register has its line in
storage_items.py: the sentence of the paper it comes from, or why the paper's sum lacks it; one
without a line is an error. The share of the chip takes gate equivalents from BUILD/area/area.json.
Writes BUILD/area/storage.{json,md}.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from scripts.area.area import read_layout
from scripts.area.errors import AreaError
from scripts.area.macro_model import DEFAULT_NODE, NODES, UNIT_MACROS, Macro, Node, logic_um2, sram_um2
from scripts.area.netlist import state_bits
from scripts.area.report import aligned, piped, thousands
from scripts.area.storage_items import (BASELINE_MEMORIES, CHANNELS, CLAIMS, CORES, DIE_MM2, INSTANCES, L2_TLB_ENTRY,
                                        LOG_ENTRY, LOG_KB, QUEUE_BASELINE_ENTRIES, REGISTERS, SM_CONTEXT,
                                        SM_L1_AND_SCRATCHPAD, SM_REGISTERS, SM_UNITS)
from scripts.output import files

ROOT = Path(__file__).resolve().parents[2]
FLIP_FLOP_GATES = 4  # gate equivalents of the flip-flop of the OSU libraries: 96 um2 of 24


def classify(layouts: dict[str, dict]) -> list[dict]:
    """One entry per register group of REGISTERS, with its bits; every register is in exactly one."""
    groups = []
    for unit, layout in layouts.items():
        bits = {f["path"]: f["width"] * max(1, f["elements"]) for f in layout["state"]}
        for names, item, note in REGISTERS.get(unit, []):
            absent = [n for n in names if n not in bits]
            if absent:
                raise AreaError(f"storage_items.py: {unit} has no register {absent[0]}, or lists it twice")
            groups.append({"unit": unit, "registers": names, "item": item, "note": note,
                           "bits": sum(bits.pop(n) for n in names)})
        if bits:
            raise AreaError(f"storage_items.py: {unit}.{next(iter(bits))} is not listed: "
                            "is it in MASK 7.4, or why not?")
    return groups


def bits_of(groups: list[dict], item: str) -> int:
    return sum(g["bits"] for g in groups if g["item"] == item)


def claims_table(groups: list[dict]) -> list[list[str]]:
    table = [["MASK 7.4", "its bits", "our bits", "registers"]]
    for claim in CLAIMS:
        members = [g for g in groups if g["item"] == claim.item]
        if members:
            table.append([claim.text, thousands(claim.bits) if claim.bits else "not given",
                          thousands(sum(g["bits"] for g in members)),
                          ", ".join(f"{g['unit']}.{n}" for g in members for n in g["registers"])])
    return table


def forgotten_table(groups: list[dict]) -> list[list[str]]:
    return [["beyond MASK 7.4", "bits", "instances", "why"],
            *([f"{g['unit']}: {', '.join(g['registers'])}", thousands(g["bits"]), str(INSTANCES[g["unit"]]), g["note"]]
              for g in groups if g["item"] is None)]


def sums_table(groups: list[dict], layouts: dict[str, dict]) -> list[list[str]]:
    """The paper's totals against the sums of the same parts here."""
    core = sum(bits_of(groups, i) for i in ("counters", "incrementer"))
    tlb = sum(bits_of(groups, i) for i in ("cam", "tokens", "direction"))
    bypass = bits_of(groups, "levels")
    queues = ("golden_queue", "silver_queue", "normal_queue")
    normal = {f["path"]: f for f in layouts["normal_queue"]["state"]}
    depth = normal["id"]["elements"]
    request = bits_of(groups, "normal") // depth
    per_entry = sum(f["width"] for f in normal.values() if f["elements"] == depth)
    # the baseline: one queue like normal_queue of 256 entries
    baseline = state_bits(layouts["normal_queue"]) + (QUEUE_BASELINE_ENTRIES - depth) * per_entry
    entries = sum(bits_of(groups, i) for i in ("golden", "silver", "normal"))
    channel = sum(state_bits(layouts[u]) for u in (*queues, "dram_arbiter"))
    rest = sum(g["bits"] * INSTANCES[g["unit"]] for g in groups if g["item"] is None)
    everything = sum(state_bits(layout) * INSTANCES[unit] for unit, layout in layouts.items())
    return [
        ["sum", "MASK 7.4", "ours", "of the same parts"],
        ["per core", "13 B", f"{core / CORES / 8:.1f} B", "counters, incrementer; the vector is the SM's own"],
        ["the same with a 64-bit vector", "13 B", f"{(core / CORES + 64) / 8:.1f} B",
         "the sum fits 64 warps, the text says 256"],
        ["at the L2 TLB", "316 B", f"{tlb / 8:.0f} B", "CAM, tokens, directions"],
        ["tokens and bypass cache", "706 B", f"{(core + tlb) / 8:.0f} B", f"{CORES} cores and the L2 TLB"],
        ["hit counters of the L2 bypass", "80 B per core", f"{bypass / 8:.0f} B per L2 bank",
         f"chip: {80 * CORES} B against {bypass * INSTANCES['l2_bypass'] // 8} B"],
        ["DRAM queue, entries", "+6 %", f"{100 * entries / (QUEUE_BASELINE_ENTRIES * request) - 100:+.1f} %",
         f"against {QUEUE_BASELINE_ENTRIES} entries; {request} bits each"],
        ["DRAM queue, all registers", "+6 %", f"{100 * channel / baseline - 100:+.1f} %",
         f"three queues and the arbiter, against one FR-FCFS queue of {QUEUE_BASELINE_ENTRIES}"],
        ["ASID of the L2 TLB", "7 %", f"{100 * 9 / (L2_TLB_ENTRY - 9):.1f} %",
         f"9 of {L2_TLB_ENTRY} bits; 7 % is 9 beside 129"],
        ["registers beyond the paper", "-", f"{rest / 8:.0f} B", "in the chip"],
        ["everything", "-", f"{everything / 8:.0f} B", "in the chip, with the DRAM queues"],
    ]


def chip_table(gates: dict[str, float], node: Node) -> tuple[list[list[str]], dict]:
    """Area added to the chip. The silver and normal queue replace a queue of the baseline: what is added
    is their difference to it, by entries."""
    table = [["in the chip", "instances", "gate eq. each", f"mm2 at {node.nm} nm"]]
    added = 0.0
    for unit, each in gates.items():
        count = INSTANCES[unit]
        area = count * logic_um2(each, node) / 1e6
        table.append([unit, str(count), thousands(each), f"{area:.3f}"])
        added += area
    if "silver_queue" in gates and "normal_queue" in gates:
        saved = CHANNELS * logic_um2(gates["silver_queue"] + gates["normal_queue"], node) / 1e6
        table.append(["less the baseline's queues (256 entries)", str(CHANNELS),
                      thousands(gates["silver_queue"] + gates["normal_queue"]), f"-{saved:.3f}"])
        added -= saved
    table.append(["added", "", "", f"{added:.3f}"])
    memories = 0.0
    for name, bytes_, count in BASELINE_MEMORIES:
        area = count * sram_um2(bytes_, node) / 1e6
        memories += area
        table.append([f"baseline: {name}", str(count), "model", f"{area:.2f}"])
    table.append(["baseline memories", "", "model", f"{memories:.2f}"])
    shares = {"added_mm2": added, "baseline_memories_mm2": memories, "of_memories": added / memories,
              "of_die": added / DIE_MM2}
    table.append(["added, of the memories alone", "", "", f"{100 * shares['of_memories']:.2f} %"])
    table.append([f"added, of a die of {DIE_MM2} mm2 (GM204, 28 nm)", "", "", f"{100 * shares['of_die']:.3f} %"])
    return table, shares


def sm_table(layouts: dict[str, dict], gates: dict[str, float], node: Node) -> list[list[str]]:
    """What preemptible faults add to an SM: the log's RAM by the macro model, everything else as standard cells."""
    def row(name: str, claim: str, bytes_: float, um2: float | None) -> list[str]:
        return [name, claim, thousands(bytes_), f"{100 * bytes_ / SM_CONTEXT:.2f} %",
                "-" if um2 is None else thousands(um2)]

    table = [["per SM", "thesis", "bytes", "of the context", f"um2 at {node.nm} nm"],
             row("context: registers, L1 and scratchpad", "320 KB", SM_CONTEXT,
                 sram_um2(SM_REGISTERS, node) + sram_um2(SM_L1_AND_SCRATCHPAD, node))]
    for kb in LOG_KB:  # one write and one read port
        ram = Macro("log", (kb << 10) // LOG_ENTRY, 8 * LOG_ENTRY, ports=2)
        table.append(row(f"operand RAM of a {kb} KB log, {ram.entries} entries", "5 %" if kb == 16 else "-", kb << 10,
                         ram.area_um2(node)))
    claims = {"replay_queue": "negligible"}
    for unit in SM_UNITS:
        area = logic_um2(gates[unit], node) if unit in gates else None
        note = " (control of 128 entries)" if unit == "operand_log" else ""
        table.append(row(unit + note, claims.get(unit, "-"), state_bits(layouts[unit]) / 8, area))
    return table


def macro_table(node: Node) -> list[list[str]]:
    table = [["macro (model)", "bits", "macro um2", "flip-flops um2", "efficiency"]]
    for unit, macros in UNIT_MACROS.items():
        for macro in macros:
            table.append([f"{unit}: {macro.name}", thousands(macro.bits), thousands(macro.area_um2(node)),
                          thousands(logic_um2(FLIP_FLOP_GATES * macro.bits, node)),
                          f"{100 * macro.efficiency(node):.0f} %"])
    return table


def read_gates(build: Path, units: list[str]) -> dict[str, float]:
    try:
        report = json.loads((build / "area" / "area.json").read_text())
    except OSError:
        return {}
    gates = {u["name"]: u["standard_cells"]["gate_equivalents"] for u in report["units"] if u["standard_cells"]}
    return {u: gates[u] for u in units if u in gates} if set(units) <= set(gates) else {}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Storage of the units beside MASK 7.4 and thesis 6.5.2.")
    parser.add_argument("units", nargs="+", metavar="UNIT")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--node", type=int, default=DEFAULT_NODE,
                        choices=[n for n, node in NODES.items() if node.gate_um2])
    options = parser.parse_args(arguments)
    build, node = Path(options.build), NODES[options.node]
    try:
        layouts = {unit: read_layout(build, unit) for unit in options.units if unit in REGISTERS}
        absent = sorted(set(REGISTERS) - set(layouts))
        if absent:
            raise AreaError(f"storage.py: needs every unit of MASK; {absent[0]} is not among those given")
        groups = classify(layouts)
        tables = [claims_table(groups), forgotten_table(groups), sums_table(groups, layouts), macro_table(node)]
        gates = read_gates(build, list(layouts))
        shares: dict = {}
        if set(SM_UNITS) <= set(options.units):
            sm_layouts = {unit: read_layout(build, unit) for unit in SM_UNITS}
            tables.append(sm_table(sm_layouts, read_gates(build, list(SM_UNITS)), node))
        if gates:
            table, shares = chip_table(gates, node)
            tables.append(table)
    except AreaError as error:
        print(f"area: {error}", file=sys.stderr)
        return 2
    folder = build / "area"
    data = {"registers": groups, "tables": tables, "chip": shares, "node_nm": node.nm}
    files.write_all({folder / "storage.md": "# Storage\n\n" + "\n\n".join(map(piped, tables)) + "\n",
                     folder / "storage.json": json.dumps(data, indent=1) + "\n"})
    print("\n\n".join(map(aligned, tables)))
    if not gates:
        print("\nno share of the chip: make area has not been run for all units")
    return 0


if __name__ == "__main__":
    sys.exit(files.program("area", lambda: main(sys.argv[1:])))
