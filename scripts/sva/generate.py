# SPDX-License-Identifier: Apache-2.0
"""The claims of a unit (tb/formal) in everybody's tools.

    generate.py CONFIG [--define NAME=VALUE]... [--rtl FILE] [--build DIR]

Writes into BUILD/sva/CONFIG[-NAME_VALUE...]:
    UNIT_claims.sv   the checker: promises as assertions, duties of the environment as assumptions
    UNIT_claims_logic.sv   what they say, as logic
    UNIT_public.vlt  for Verilator: the registers that the lock-step bench touches
    UNIT_bind.sv     binds it to every instance of the unit (simulators, formal tools with SVA)
    UNIT_formal.sv   unit and checker side by side, for Yosys, whose reader has no bind
    UNIT.sby         what to ask of them (SymbiYosys, or scripts/sva/sby.py)
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from scripts.circuit import configs
from scripts.circuit.errors import ProofError
from scripts.circuit.rtl import source_files
from scripts.sva import claims as claims_of
from scripts.sva import emit, formal_bench

ROOT = Path(__file__).resolve().parents[2]


def folder(build: str, config: str, defines: list[str]) -> Path:
    return Path(build) / "sva" / (config + "".join(f"-{d.replace('=', '_')}" for d in defines))


def generate(options: argparse.Namespace) -> Path:
    config = configs.find(options.config, ROOT)
    sizes = configs.merged(config.sizes, options.define)
    output = folder(options.build, config.name, options.define)
    output.mkdir(parents=True, exist_ok=True)
    include = [ROOT / "hls" / config.unit, *configs.include_directories(ROOT)]
    rtl = Path(options.rtl or ROOT / "rtl" / f"{config.unit}.sv")
    files = source_files([rtl.parent, ROOT / "rtl"], rtl)
    text = "\n".join(path.read_text() for path in files)
    found = claims_of.load(config.unit, ROOT / "tb/formal" / f"{config.unit}.c", include, sizes, output)
    sources = [os.path.relpath(p, output) for p in files]
    parameters = configs.rtl_parameters(sizes)
    title = f"{config.name} at " + (", ".join(f"{k} = {v}" for k, v in parameters.items()) or "its default sizes")
    for suffix, content in (("_claims.sv", emit.checker(found, title)),
                            ("_claims_logic.sv", emit.logic(found, title)),
                            ("_bind.sv", emit.bind(found, title, text)),
                            ("_public.vlt", emit.public(found, title, text)),
                            ("_formal.sv", formal_bench.bench(found, title, text)),
                            (".sby", formal_bench.sby(found, title, parameters, sources, text))):
        (output / f"{config.unit}{suffix}").write_text(content)
    return output


def main(arguments: list[str]) -> int:
    sys.setrecursionlimit(100000)
    parser = argparse.ArgumentParser(description="Write the claims of a unit as SystemVerilog assertions.")
    parser.add_argument("config")
    parser.add_argument("--rtl", help="RTL file instead of rtl/UNIT.sv")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="size")
    parser.add_argument("--build", default=str(ROOT / "build"), help="folder for generated files")
    try:
        print(f"wrote {generate(parser.parse_args(arguments))}")
        return 0
    except (ProofError, configs.ConfigError) as error:
        print(f"generate.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
