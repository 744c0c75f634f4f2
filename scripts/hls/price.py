# SPDX-License-Identifier: Apache-2.0
"""The price of each way from the C of a unit to hardware, in one table (docs/reference/hls.md).

    price.py [--build DIR] [--limit S] UNIT...

For each unit the RTL by hand, the RTL derived from the C (BUILD/derived/UNIT.v) and every style that an HLS tool
made and whose co-simulation passed (BUILD/hls/hls.json). All go through one flow: Yosys, synth_xilinx, flattened.
Writes BUILD/hls/price.md.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

from scripts.area.flow import modules_used
from scripts.circuit import configs
from scripts.hls import table
from scripts.hls.job import ToolError
from scripts.output import files

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = ("unit", "way", "LUT", "FF", "memories", "cycles per call, min…max", "clock (ns)",
           "tool time (s)", "tool memory (MB)", "tool")


@dataclasses.dataclass
class Way:
    """One RTL of a unit."""
    unit: str
    name: str
    top: str
    read: str  # commands of Yosys
    folder: pathlib.Path  # where they run: memories name their contents by file
    told: tuple[str, ...] = ("1…1", "-", "-", "-", "-")  # the last columns


def by_hand(unit: str) -> Way:
    config = configs.find(unit)
    sizes = " ".join(f"-chparam {name} {value}" for name, value in configs.rtl_parameters(config.sizes).items())
    files = " ".join(map(str, modules_used(ROOT / "rtl", config.unit)))
    return Way(unit, "RTL by hand", config.unit, f"read_verilog -sv {files}; hierarchy -top {config.unit} {sizes}; "
               f"rename -top {config.unit}", ROOT)


def derived(unit: str, build: pathlib.Path) -> list[Way]:
    source = build / "derived" / f"{unit}.v"
    return [Way(unit, "derived from C", configs.find(unit).unit, f"read_verilog {source}", ROOT)] \
        if source.is_file() else []


def by_tool(unit: str, build: pathlib.Path) -> list[Way]:
    """What left its Verilog in the folder of its run."""
    found = []
    for row in table.load(build / "hls/hls.json"):
        top = f"{configs.find(unit).unit}_top"
        folder = build / f"hls/{row.tool}/{unit}-{row.style}"
        if row.unit != unit or row.cosim != "pass" or not (folder / f"{top}.v").is_file():
            continue
        span = "-" if row.latency_min is None else f"{table.shown(row.latency_min)}…{table.shown(row.latency_max)}"
        told = (span, table.shown(row.clock_ns), f"{row.cpu_s:.0f}", f"{row.memory_mb:.0f}", row.version)
        # -defer: a memory without parameters would look for the contents of none
        found.append(Way(unit, f"{row.tool}, {row.style}", top, f"read_verilog -defer {top}.v", folder, told))
    return found


def count(cells: dict[str, int], pattern: str) -> int:
    return sum(number for name, number in cells.items() if re.fullmatch(pattern, name))


def measure(way: Way, limit_s: int) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as scratch:
        stat = pathlib.Path(scratch, "stat.json")
        script = f"{way.read}; synth_xilinx -flatten -noiopad -noclkbuf -top {way.top}; tee -q -o {stat} stat -json"
        done = subprocess.run(["prlimit", f"--cpu={limit_s}", "yosys", "-q", "-p", script], cwd=way.folder,
                              capture_output=True, text=True, check=False)
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL) or "CPU time limit" in done.stderr:
            return f"not in {limit_s} s", "-", "-"
        if done.returncode != 0 or not stat.is_file():
            raise ToolError(f"{way.unit}, {way.name}: yosys: {(done.stderr.strip() or 'no message').splitlines()[-1]}")
        cells = json.loads(stat.read_text())["design"]["num_cells_by_type"]
    return str(count(cells, r"LUT\d|INV")), str(count(cells, r"FD\w+")), str(count(cells, r"RAM\w+"))


def main() -> int:
    parser = argparse.ArgumentParser(description="the price of each way from C to hardware")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--limit", type=int, default=2400, help="seconds of processor time for one synthesis")
    parser.add_argument("units", nargs="+", metavar="UNIT")
    args = parser.parse_args()
    build = args.build.resolve()
    lines = ["| " + " | ".join(COLUMNS) + " |", "|" + " --- |" * len(COLUMNS)]
    try:
        for unit in args.units:
            for way in [by_hand(unit), *derived(unit, build), *by_tool(unit, build)]:
                lines.append("| " + " | ".join((way.unit, way.name, *measure(way, args.limit), *way.told)) + " |")
                print(lines[-1], flush=True)
    except (ToolError, configs.ConfigError) as error:
        print(f"price: {error}", file=sys.stderr)
        return 2
    files.write(build / "hls/price.md", "\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(files.program("price", main))
