# SPDX-License-Identifier: Apache-2.0
"""Synthesis of one design: standard cells and timing, FPGA cells; both cached by content."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from scripts.circuit import configs
from scripts.circuit.configs import code_of, rams_outside, yosys_top

from . import liberty, netlist, timing, tools
from .errors import AreaError
from .liberty import Library
from .netlist import missing_registers, one_by_one, read_netlist, state_bits

HERE = Path(__file__).resolve().parent
# What makes and reads the results that are kept here: a better sentence in a report sends no unit through again.
SCRIPTS = [Path(module.__file__ or "") for module in (configs, liberty, netlist, timing)] + [Path(__file__)]
# State machines keep the encoding of the contract.
SYNTHESIS = "synth -flatten -nofsm"
# For speed: the script that Yosys gives ABC by default rewrites for area first (dc2), which turns every carry and
# prefix tree into a ripple. Without a driving cell and a load (-constr) ABC would insert no buffers, and nets of
# hundreds of loads would ruin the timing.
ABC = ["strash", "ifraig", "scorr", "balance", "dch", "map,-B,0.9,-D,{delay}", "topo", "buffer,-c", "topo",
       "upsize,-D,{delay}", "dnsize,-D,{delay}", "stime,-p"]
DELAY_FO4 = 20       # which ABC is to reach where the user names no clock
SLOPE_FO4 = 1.8      # within every table of the libraries
# Cells of Yosys that are in no library of cells: what is left of them in a netlist
UNMAPPED = re.compile(r"^  \\\$_(\w+)_ ", re.M)
NEEDED = [(r"_DLATCHSR_|_DLATCH_\w*[NP][NP]", "latch with set or reset"), (r"_S?R?LATCH|_DLATCH|_SR_", "latch"),
          (r"_A?L?DFFE?_[NP]{2}[01]|_A?L?DFFSRE?_|_ALDFF", "flip-flop with asynchronous set or reset"),
          (r"_DFF", "D flip-flop"), (r"_TBUF_", "three-state buffer")]
FPGA = "synth_ice40"
LIMIT_S = 1500       # of one run of a tool
NAME_MOST = 160      # characters of a file's name that sizes may take

# Bits of the contract that are 0 in every state, and that any synthesis therefore drops: unit, register. At other
# numbers of applications the sum of the weights has other bits: sweep.py.
CONSTANT_BITS = {
    "dram_arbiter": {"div.den": (7, "the sum of the weights has 17 bits of the shared divider's 24")},
    "token_controller": {"div.den": (2, "the sum of the accesses has 22 bits of the shared divider's 24")},
}

ICE40_LUT = "SB_LUT4"
ICE40_RAM_BITS = {"SB_RAM40": 4096, "SB_SPRAM": 262144}


class LibraryLacks(AreaError):
    """The library has no cell for something that a design needs."""


@dataclass
class Design:
    """What to synthesize: the sources of a top module, and what its contract says of the state."""
    name: str                # of the row
    top: str
    sources: list[Path]
    layout: dict | None      # None: no contract, `expected` is the number of state bits in the netlist
    expected: int | None = None
    parameters: dict[str, str] = field(default_factory=dict)  # of the top, other than its defaults
    constant: int | None = None  # bits as in CONSTANT_BITS; None: those of the top
    derived: bool = False    # from the C: of the constant bits, synthesis need not find all

    @property
    def contract_bits(self) -> int | None:
        return self.expected if self.layout is None else state_bits(self.layout)

    @property
    def key(self) -> str:
        """Distinct names for distinct variants, good for a directory."""
        sizes = "-".join(f"{k}_{v}" for k, v in sorted(self.parameters.items()))
        name = re.sub(r"\W+", "_", self.name)
        key = f"{name}-{sizes}".strip("-")
        return key if len(key) <= NAME_MOST else f"{key[:NAME_MOST]}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"


def yardstick() -> Design:
    return Design("32-bit adder", "yardstick", [HERE / "yardstick.sv"], None, 96)


def relevant_text(sources: list[Path]) -> list[str]:
    """The texts a result depends on, without comments and layout: a better sentence sends no unit through
    synthesis again. Of the package only the lines about sizes that the modules use, so that a new unit's
    sizes do not send every other unit through it either."""
    texts = [code_of(s) for s in sources if s.stem != "gmmu_pkg"]
    package = [line for s in sources if s.stem == "gmmu_pkg" for line in code_of(s).splitlines()]
    names = set(re.findall(r"\bGMMU_\w+", "\n".join(texts)))
    known: set[str] = set()
    while names != known:  # sizes may be made of other sizes
        known = names
        lines = [line for line in package if known & set(re.findall(r"\bGMMU_\w+", line))]
        names = known | set(re.findall(r"\bGMMU_\w+", "\n".join(lines)))
    return [*texts, *(line for line in package if known & set(re.findall(r"\bGMMU_\w+", line)))]


def chosen_sizes(design: Design) -> dict[str, str]:
    """Its parameters that differ from the package's sizes, which are their defaults."""
    package = "\n".join(code_of(s) for s in design.sources if s.stem == "gmmu_pkg")
    usual = dict(re.findall(r"localparam int GMMU_(\w+) = (\d+);", package))
    return {name: value for name, value in sorted(design.parameters.items()) if usual.get(name) != value}


def modules_used(rtl: Path, unit: str, *others: Path) -> list[Path]:
    """The package, and the sources of the unit and of all it instantiates (one module per file); others: more
    folders of modules."""
    files = {f.stem: f for folder in (rtl, *others) for f in sorted(folder.glob("*.sv"))}
    if unit not in files:
        raise AreaError(f"{rtl / unit}.sv: no such unit")
    used, waiting = [], [unit]
    while waiting:
        name = waiting.pop()
        if files[name] in used:
            continue
        used.append(files[name])
        text = code_of(files[name])
        waiting += [other for other in files if other != name and re.search(rf"^\s*{other}\s+(#|\w+\s*\()", text, re.M)]
    return [files["gmmu_pkg"], *sorted(used)]


def two_digits(number: float) -> float:
    return float(f"{number:.1e}")


class Flow:
    def __init__(self, library: Library, build: Path, clock_ns: float | None = None):
        """clock_ns: the period that the user wants; what ABC is to reach, and what slack is counted from."""
        self.library = library
        self.build = build
        self.clock_ns = clock_ns
        self.work = build / "area" / "work"
        self.cache = build / "area" / "cache"
        for folder in (self.work, self.cache):
            folder.mkdir(parents=True, exist_ok=True)
        self.versions = [tools.version(["yosys", "-V"]), f"OpenSTA {tools.version(['sta', '-version'])}"]
        self.liberty_text = hashlib.sha256(library.path.read_bytes()).hexdigest()
        self.scripts = [path.read_text() for path in sorted(SCRIPTS)]

    def stored(self, kind: str, design: Design, parts: list[str], suffix: str) -> Path:
        """Where the result for exactly these sources, sizes and settings is kept, whatever the row is called."""
        digest, sizes = hashlib.sha256(), chosen_sizes(design)
        for part in [kind, design.top, json.dumps(sizes), *self.versions, *self.scripts, *relevant_text(design.sources),
                     *rams_outside(design.sources, design.top), *parts]:
            digest.update(part.encode() + b"\0")
        name = "-".join([design.top, *(f"{k}_{v}" for k, v in sizes.items())])
        return self.cache / f"{name[:NAME_MOST]}.{kind}.{digest.hexdigest()[:16]}.{suffix}"

    def remembered(self, kind: str, design: Design, parts: list[str],
                   make: Callable[[Design, Path], dict]) -> dict:
        """The result of `make`, from the cache where nothing it depends on has changed."""
        stored = self.stored(kind, design, parts, "json")
        if stored.exists():
            return json.loads(stored.read_text())
        start = time.monotonic()
        work = self.work / f"{design.key}.{kind}"
        work.mkdir(parents=True, exist_ok=True)
        result = make(design, work)
        result["seconds"] = round(time.monotonic() - start, 1)
        stored.write_text(json.dumps(result, indent=1))
        return result

    def each(self, kind: str, designs: list[Design], settings: list[str],
             make: Callable[[Design, Path], dict]) -> list[tuple[Design, dict]]:
        """Results of `make`, kept and written to a file for each design; what fails is told and left out."""
        found = []
        for design in designs:
            try:
                result = self.remembered(kind, design, [*settings, json.dumps(design.layout)], make)
            except AreaError as error:
                print(f"{kind}: {error}", file=sys.stderr)
                continue
            (self.build / "area" / f"{kind}-{design.name}.json").write_text(json.dumps(result, indent=1) + "\n")
            found.append((design, result))
        return found

    def read_sources(self, design: Design) -> str:
        """The top at its sizes, under its own name; RAMs are outside of it. A size that is the default is not set: what
        is kept under the same name must not depend on the first caller."""
        read = "read_verilog -sv " + " ".join(str(s) for s in design.sources)
        outside = rams_outside(design.sources, design.top)
        sizes = chosen_sizes(design)
        top = [yosys_top(design.top, sizes)] if sizes or outside else []
        return "\n".join([read, *top, *outside])

    def fo4_ns(self) -> float:
        design = Design("fo4", "fo4", [], None)
        return self.remembered("sta", design, [self.liberty_text],
                               lambda _, work: {"fo4_ns": timing.fo4_ns(self.library, work)})["fo4_ns"]

    @property
    def delay_ps(self) -> float:
        return 1000 * (self.clock_ns or two_digits(DELAY_FO4 * self.fo4_ns()))

    @property
    def slope_ns(self) -> float:
        """For energies: decision, one slope for all pins; a slope for each would have to come from a timing run."""
        return two_digits(SLOPE_FO4 * self.fo4_ns())

    @property
    def abc_script(self) -> str:
        return ";".join(ABC).format(delay=f"{self.delay_ps:g}")

    def generic(self, design: Design) -> Path:
        """The design in generic gates, before any library: half of the time of a synthesis."""
        stored = self.stored("generic", design, [SYNTHESIS], "il")
        if not stored.exists():
            work = self.work / f"{design.key}.generic"
            work.mkdir(parents=True, exist_ok=True)
            script, fresh = work / "synth.ys", work / "generic.il"
            script.write_text("\n".join([self.read_sources(design), f"{SYNTHESIS} -top {design.top}",
                                         f"write_rtlil {fresh}", ""]))
            tools.run(["yosys", "-Q", "-T", str(script)], work / "synth.log", design.name, LIMIT_S)
            fresh.replace(stored)
        return stored

    def standard_cells(self, design: Design) -> dict:
        return self.remembered("cells", design, self.cell_settings(), self.make_standard_cells)

    def knows(self, design: Design) -> bool:
        """Are its standard cells in the cache?"""
        return self.stored("cells", design, self.cell_settings(), "json").exists()

    def cell_settings(self) -> list[str]:
        return [SYNTHESIS, self.abc_script, self.liberty_text]

    def mapped(self, design: Design) -> Path:
        """The design in standard cells: a netlist whose only modules besides the top are those of the library."""
        stored = self.stored("mapped", design, self.cell_settings(), "v")
        if not stored.exists():
            work = self.work / f"{design.key}.mapped"
            work.mkdir(parents=True, exist_ok=True)
            self.map_to_cells(design, work).replace(stored)
        return stored

    def map_to_cells(self, design: Design, work: Path) -> Path:
        library = self.library
        constraints, written = work / "abc.constr", work / "netlist.v"
        constraints.write_text(f"set_driving_cell {library.buffer.name}\n"
                               f"set_load {library.load_pf / library.pf:g} [all_outputs]\n")
        script = work / "map.ys"
        script.write_text("\n".join([
            f"read_rtlil {self.generic(design)}",
            f"dfflibmap -liberty {library.path}",
            f"abc -D {self.delay_ps:g} -constr {constraints} -liberty {library.path} -script +{self.abc_script}",
            # bit by bit: OpenSTA does not read assignments to concatenations, which joined registers leave; nor
            # those of constants to parts of ports, which one_by_one() takes apart
            "splitnets", "opt_clean -purge",
            f"stat -liberty {library.path}",
            f"write_verilog -noattr -noexpr -nohex {written}", ""]))
        try:
            tools.run(["yosys", "-Q", "-T", str(script)], work / "map.log", design.name, LIMIT_S)
        except AreaError as error:
            if "cannot be legalized" in str(error):
                raise self.lacks(design, str(error)) from error
            raise
        text = one_by_one(written.read_text())
        unmapped = UNMAPPED.search(text)
        if unmapped:
            raise self.lacks(design, unmapped[0])
        written.write_text(text)
        return written

    def lacks(self, design: Design, kind: str) -> LibraryLacks:
        """kind: a text with the name of Yosys's cell that no cell of the library can be."""
        found = next((what for pattern, what in NEEDED if re.search(pattern, kind)), kind.strip())
        return LibraryLacks(f"{self.library.files}: no {found} in this library, which {design.name} needs")

    def make_standard_cells(self, design: Design, work: Path) -> dict:
        library, mapped = self.library, self.mapped(design)
        found = read_netlist(mapped, library)
        strangers = sorted(c for c in found.cells if c not in library.cells)
        if strangers:
            raise AreaError(f"{design.name}: {strangers[0]} was not mapped to a cell of {library.name}")
        area = sum(n * library.cells[c].area for c, n in found.cells.items())
        registers = sum(n * library.cells[c].area for c, n in found.cells.items() if library.cells[c].register)
        return {
            "state_bits": found.state_bits,
            "registers": found.register_bits(),
            "cells": sum(found.cells.values()),
            "cells_by_kind": dict(sorted(found.cells.items())),
            "area_um2": area,
            "register_area_um2": registers,
            "gate_equivalents": area / library.nand2.area,
            "paths": timing.time_unit(library, mapped, found, design.top, work),
        }

    def fpga(self, design: Design) -> dict:
        return self.remembered("ice40", design, [FPGA], self.make_fpga)

    def make_fpga(self, design: Design, work: Path) -> dict:
        statistics = work / "stat.txt"
        script = work / "synth.ys"
        script.write_text("\n".join([self.read_sources(design), f"{FPGA} -top {design.top}",
                                     f"tee -q -o {statistics} stat", ""]))
        tools.run(["yosys", "-Q", "-T", str(script)], work / "synth.log", design.name, LIMIT_S)
        counts = {kind: int(n) for kind, n in re.findall(r"^\s+(SB_\w+)\s+(\d+)$", statistics.read_text(), re.M)}
        ram_bits = sum(bits * n for kind, n in counts.items()
                       for prefix, bits in ICE40_RAM_BITS.items() if kind.startswith(prefix))
        return {"luts": counts.get(ICE40_LUT, 0), "carries": counts.get("SB_CARRY", 0), "ram_bits": ram_bits,
                "flip_flops": sum(n for kind, n in counts.items() if kind.startswith("SB_DFF"))}


def check_state_bits(design: Design, cells: dict) -> str:
    """Empty, or what is wrong: the netlist holds every bit of the contract but the constant ones, and no more."""
    if design.contract_bits is None:
        return ""
    constant = design.constant if design.constant is not None else \
        sum(bits for bits, _ in CONSTANT_BITS.get(design.top, {}).values()) if design.layout else 0
    fewest = design.contract_bits - constant
    if fewest <= cells["state_bits"] <= (design.contract_bits if design.derived else fewest):
        return ""
    missing = missing_registers(cells["registers"], design.layout) if design.layout else []
    names = f"; fewer than in the contract: {', '.join(missing[:8])}" if missing else ""
    return (f"{cells['state_bits']} state bits in the netlist, {fewest} expected "
            f"({design.contract_bits} in the contract, {constant} of them constant){names}")
