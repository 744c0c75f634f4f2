# SPDX-License-Identifier: Apache-2.0
"""Synthesizes units with an HLS tool of the user and keeps the results in one table (docs/reference/hls.md).

    hls.py check TOOL [UNIT]                 is it installed?
    hls.py testbench UNIT                    only the C testbench, build/hls/testbench/UNIT.c
    hls.py csim UNIT                         the testbench, compiled in every spelling of the types, and run
    hls.py run TOOL UNIT                     synthesis and C/RTL co-simulation, a row in build/hls/hls.md

--style is that of the top function: best, the default, or struct, arrays, scalar (docs/reference/hls.md).
TOOL is bambu, vitis or catapult. Needs build/gen/UNIT_top.c, build/vectors/UNIT.txt, which the lock-step bench
writes, and its layout of the ports; `make hls` sees to it.
"""

import argparse
import math
import pathlib
import re
import shutil
import sys
from typing import NoReturn

from scripts.circuit import configs
from scripts.circuit.errors import ProofError
from scripts.circuit.vectors import VectorError, Vectors
from scripts.gen.unit_top import TopError
from scripts.hls import bambu, catapult, find, spelling, styles, table, vitis
from scripts.hls.job import Job, ToolError, consumed
from scripts.hls.testbench import testbench
from scripts.output import files

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = {"bambu": bambu, "vitis": vitis, "catapult": catapult}


def executable_of(tool: str) -> str:
    if tool not in TOOLS:
        raise ToolError(f"{f'unknown tool {tool!r}' if tool else 'TOOL= is empty'}, expected {', '.join(TOOLS)}")
    names = TOOLS[tool].EXECUTABLES
    path = find.executable(names)
    if not path:
        raise ToolError(f"{tool} is not installed: no {' or '.join(names)} in PATH or below HLS_TOOLS_DIR; "
                        "docs/reference/hls.md says where it is from, make hls-check checks the C without it")
    return path


def write_testbench(unit: str, build: pathlib.Path, cycles: int, path: pathlib.Path) -> pathlib.Path:
    vectors = Vectors(build / f"lockstep/{unit}/layout.json", build / f"vectors/{unit}.txt", cycles)
    if len(vectors.cycles) != cycles:
        raise VectorError(f"{unit}: {cycles} cycles asked for, there are vectors of {len(vectors.cycles)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(testbench(vectors))
    return path


def csim(unit: str, style: str, build: pathlib.Path, cycles: int) -> None:
    """Compiles the testbench, the top and the unit in every spelling of the types, and runs it."""
    config = configs.find(unit)
    bench = write_testbench(unit, build, cycles, build / f"hls/csim/{unit}-{style}.c")
    folder = ROOT / "hls" / config.unit
    spellings = spelling.spellings()
    sources = styles.sources(style, unit, folder / f"{config.unit}.c", build)
    for name, command in spellings.items():
        program = build / f"hls/csim/{unit}-{style}-{re.sub(r'[^a-z+]+', '-', name.lower())}"
        program.parent.mkdir(parents=True, exist_ok=True)
        text = spelling.build([*command, *(f"-D{size}" for size in config.sizes)], [ROOT / "hls/common", folder],
                              [bench, *sources], program, styles.optimize(style))
        passed, text = (False, text) if text else spelling.run(program)
        if not passed:
            raise ToolError(f"style {style}, {name}:\n{text.rstrip()}")
    print(f"PASS hls-csim {unit}: style {style}, {cycles} cycles; {'; '.join(spellings)}")


def synthesize(tool: str, unit: str, args: argparse.Namespace) -> None:
    executable = executable_of(tool)
    style = styles.chosen(args.style, tool, unit)
    work = args.build / f"hls/{tool}/{unit}-{style}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    table.drop(args.build / "hls", unit, tool, style)
    bench = write_testbench(unit, args.build, args.cycles, work / "testbench.c")  # which no other run writes
    config = configs.find(unit)
    folder = ROOT / "hls" / config.unit
    job = Job(unit=unit, style=style, top=f"{config.unit}_top", sizes=config.sizes,
              sources=styles.sources(style, unit, folder / f"{config.unit}.c", args.build),
              includes=[ROOT / "hls/common", folder], testbench=bench, cycles=args.cycles, work=work,
              clock_ns=args.clock, device=args.device or None, timeout_s=args.timeout)
    result = TOOLS[tool].synthesize(job, executable)
    result.cpu_s, result.memory_mb = consumed()
    table.add(args.build / "hls", result)
    print("\n".join([table.HEADER, table.line(result)]))
    if result.cosim != "pass":
        raise ToolError(f"the co-simulation of {tool} did not pass ({result.cosim}); see {work}")


class Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f"hls: {message}", file=sys.stderr)
        sys.exit(2)


def whole(text: str) -> int:
    """From 2 on: before the first edge nothing is reset, nor compared."""
    if not text.isdecimal() or int(text) < 2:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 2 on")
    return int(text)


def positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number above 0")
    return number


def main() -> int:
    parser = Arguments(description="synthesizes a unit with an HLS tool")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--cycles", type=whole, default=300, help="vectors in the testbench")
    parser.add_argument("--style", default="best", help="of the top function: best, struct, arrays, scalar")
    parser.add_argument("--clock", type=positive, default=5.0, help="target clock period, ns")
    parser.add_argument("--device", default="", help="FPGA part or cell library, in the tool's words")
    parser.add_argument("--timeout", type=positive, default=7200, help="limit for one unit, seconds")
    parser.add_argument("command", choices=("check", "testbench", "csim", "run"))
    parser.add_argument("names", nargs="+")
    args = parser.parse_args()
    args.build = args.build.resolve()
    if len(args.names) not in {"run": (2,), "check": (1, 2)}.get(args.command, (1,)):
        parser.error("run takes TOOL UNIT, check TOOL and perhaps UNIT, testbench and csim UNIT")
    try:
        if args.command == "check":
            executable_of(args.names[0])
            return 0
        unit = args.names[-1]
        configs.find(unit)
        if args.command == "testbench":
            print(write_testbench(unit, args.build, args.cycles, args.build / f"hls/testbench/{unit}.c"))
        elif args.command == "csim":
            csim(unit, styles.chosen(args.style, "csim", unit), args.build, args.cycles)
        else:
            synthesize(args.names[0], unit, args)
    except OSError as error:
        print(f"hls: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except ToolError as error:
        unit = "" if args.command == "check" and len(args.names) == 1 else f"{args.names[-1]}: "
        print(f"hls: {unit}{error}", file=sys.stderr)
        return 2
    except (VectorError, TopError, ProofError, configs.ConfigError) as error:
        print(f"hls: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(files.program("hls", main))
