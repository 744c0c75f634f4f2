# SPDX-License-Identifier: Apache-2.0
"""Writes a unit, or a block of units, as a folder that stands alone, build/export/UNIT (docs/reference/export.md).

    export.py [--build DIR] [--to DIR] [--cycles N] UNIT

Needs build/gen/UNIT.layout.json, build/gen/UNIT_top.c and build/vectors/UNIT.txt; `make export` sees to it.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
from typing import Any

from scripts.area.errors import AreaError
from scripts.area.flow import modules_used
from scripts.circuit import configs
from scripts.circuit.vectors import VectorError, Vectors
from scripts.docs.evidence import EvidenceError
from scripts.export import bench, hls, needed, systemc, texts
from scripts.export.folder import Folder, period_of, sizes_of
from scripts.export.names import INSTANCE_NAMES, Names
from scripts.gen import wave
from scripts.gen.unit_top import TopError
from scripts.hls import testbench
from scripts.icarus import testbench as verilog
from scripts.names.declared import prefixed
from scripts.output.commit import commit

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMON = ROOT / "hls/common"
SOFTWARE_OF = "gmmu"  # the block that models/driver is for


class ExportError(Exception):
    """Something that the folder needs is not there; the text is one line for the user."""


def needed_headers(source: pathlib.Path, includes: list[pathlib.Path]) -> set[pathlib.Path]:
    """The headers of the project that a C source includes, directly or not."""
    command = [os.environ.get("CC", "gcc"), "-std=c11", "-MM", *(f"-I{folder}" for folder in includes), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ExportError(done.stderr.strip())
    names = done.stdout.replace("\\\n", " ").split(":", 1)[1].split()
    return {pathlib.Path(name) for name in names if name.endswith((".h", ".inc"))}


def types_of(contract: dict[str, Any]) -> set[str]:
    """The types that the tops of all styles and the testbench name."""
    return {f"u{field['width']}" for part in ("state", "in", "out") for field in contract[part]} | {"GMMU_BITS"}


def instance_text(block: str, instance: configs.Instance) -> str:
    """C of a unit in a block: at its sizes, and with the names of its configuration."""
    unit, config = instance.config.unit, instance.config
    names = [f"{unit}_{what} {config.name}_{what}" for what in INSTANCE_NAMES if unit != config.name]
    sizes = [size.replace("=", " ") for size in instance.sizes]
    defines = "".join(f"#define {line}\n" for line in sizes + names)
    return texts.INSTANCE.format(unit=unit, name=instance.name, block=block, defines=defines)


def datasheet(unit: str, config: str) -> str:
    """The datasheet without links into the tree, and without the line and the head that have nothing else."""
    paths = [ROOT / f"docs/reference/units/{name}.md" for name in (config, unit)]
    path = next((path for path in paths if path.is_file()), None)
    if not path:
        raise ExportError(f"{paths[-1]}: no such file")
    text = re.sub(r"^C = RTL is proved .*\]\(\S*units\.md\S*\)\.\n?", "", path.read_text(), flags=re.M)
    text = re.sub(r"^## [^\n]+\n+(?=## |\Z)", "", text, flags=re.M)
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", text)


def made_from() -> str:
    found = commit(ROOT)
    return f"commit {found}" if found else "a tree without its history"


def export(name: str, build: pathlib.Path, to: pathlib.Path, cycles: int) -> pathlib.Path:
    """name: a unit, or a configuration of one. Its folder in `to` replaces an earlier one."""
    vectors = Vectors(build / f"lockstep/{name}/layout.json", build / f"vectors/{name}.txt", cycles)
    if len(vectors.cycles) != cycles:
        raise ExportError(f"{name}: {cycles} cycles asked for, there are vectors of {len(vectors.cycles)}")
    unit = vectors.unit
    source, top = ROOT / f"hls/{unit}/{unit}.c", build / f"gen/{name}_top.c"
    instances = configs.instances(unit)
    below = sorted({ROOT / f"hls/{i.config.unit}/{i.config.unit}.c" for i in instances})
    includes = [COMMON, source.parent, *(path.parent for path in below)]
    headers = set().union(*(needed_headers(path, includes) for path in [source, top, *below]))
    headers |= {path for unit_c in below for path in unit_c.parent.glob("*_map.h")}  # for drivers
    period, origin = period_of(name, build)
    target = to / name
    modules = modules_used(ROOT / "rtl", unit)
    names = Names(name, unit, instances)
    folder = Folder(name=name, contract=vectors.contract, cycles=cycles, names=names,
                    rtl=[prefixed(path.stem) + ".sv" for path in modules],
                    sizes=sizes_of(ROOT / f"rtl/{unit}.sv", ROOT / "rtl/gmmu_pkg.sv", vectors.contract["sizes"]),
                    period_ns=period, period_origin=origin, commit=made_from(), block=bool(below))

    shutil.rmtree(target, ignore_errors=True)
    for part in ("c", "rtl", "tb", "syn", *(["c/units"] if below else [])):
        (target / part).mkdir(parents=True)
    for path in below:
        (target / f"c/units/{names.file(path)}").write_text(names.c_text(path.read_text()))
    for instance in instances:
        text = instance_text(unit, instance)
        (target / f"c/{names.c}_{instance.name}.c").write_text(names.c_text(text))
    if unit == SOFTWARE_OF:
        (target / "c/driver").mkdir()
        for path in sorted((ROOT / "models/driver").glob("*.[ch]")):
            (target / "c/driver" / path.name).write_text(names.c_text(path.read_text()))
    own = [path for path in sorted(headers) if path.parent != COMMON]
    for path in [*own, source]:
        (target / f"c/{names.file(path)}").write_text(names.c_text(path.read_text()))
    chosen = needed.needed((path.read_text() for path in [*own, source, top, *below]), types_of(vectors.contract),
                           headers - set(own))
    sizes = needed.header(name, f"{names.sizes.upper()}_H", chosen)
    (target / f"c/{names.sizes}.h").write_text(names.c_text(sizes))
    (target / f"c/{names.c}_top.c").write_text(names.c_text(top.read_text()))
    for path in modules:
        (target / f"rtl/{prefixed(path.stem)}.sv").write_text(names.sv_text(path.read_text()))
    (target / "tb/testbench.c").write_text(names.c_text(testbench.testbench(vectors)))
    (target / "tb/testbench_sc.cpp").write_text(systemc.testbench(vectors, names.module))
    verilog.write(vectors, target / "tb", pathlib.Path("tb/vectors.hex"))
    replay = target / "tb/testbench.v"
    replay.write_text(names.sv_text(replay.read_text()))
    save = wave.Save(vectors.contract, wave.testbench(names.testbench), "tb/")
    (target / f"tb/{names.testbench}.gtkw").write_text(save.text())
    for path_of_names, text in save.names.items():
        (target / path_of_names).write_text(names.prose(text))
    rules = ROOT / f"tb/formal/{unit}_rules.sv"  # what its environment owes it, as assertions
    if rules.is_file():
        (target / f"tb/{prefixed(rules.stem)}.sv").write_text(names.sv_text(rules.read_text()))
    shutil.copy(ROOT / "LICENSE", target)
    (target / f"{name}.md").write_text(names.prose(datasheet(unit, name)))
    benches = bench.files(folder, [path for path in sorted(headers) if path.stem.endswith("_map")])
    written = texts.files(folder, bench.readme(folder, benches)) | benches | ({} if below else hls.files(folder))
    for name_in_folder, text in written.items():
        (target / name_in_folder).parent.mkdir(parents=True, exist_ok=True)
        (target / name_in_folder).write_text(text)
    return target


def main() -> int:
    parser = argparse.ArgumentParser(description="writes a unit as a folder that stands alone")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--to", type=pathlib.Path, help="where the folder comes; build/export")
    parser.add_argument("--cycles", type=int, default=2000, help="vectors in the testbenches")
    parser.add_argument("unit")
    args = parser.parse_args()
    if args.cycles < 2:
        parser.error("--cycles must be at least 2: before the first edge nothing is reset, nor compared")
    try:
        build = args.build.resolve()
        print(f"{args.unit}: {export(args.unit, build, args.to or build / 'export', args.cycles)}")
    except OSError as error:
        print(f"export: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except (ExportError, VectorError, AreaError, TopError, EvidenceError) as error:
        print(f"export: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
