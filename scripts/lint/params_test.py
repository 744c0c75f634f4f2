#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""hls/common/gmmu_params.h and rtl/gmmu_pkg.sv must hold the same numbers under the same names.

    params_test.py [HEADER PACKAGE]

Macros of the header come from the compiler ($CLANG). In the package each size is one block:
`ifdef NAME / localparam int NAME = `NAME; / `else / localparam int NAME = NUMBER; / `endif.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"`ifdef (\w+)\s+localparam int (\w+) = `(\w+);\s+`else\s+localparam int (\w+) = (\d+);\s+`endif")


class ParamError(Exception):
    """One of the files is not in the form this test reads."""


def header_values(path: pathlib.Path) -> dict[str, int]:
    done = subprocess.run([os.environ.get("CLANG", "clang-19"), "-x", "c", "-dM", "-E", str(path)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ParamError(done.stderr.strip())
    values = {}
    for name, text in re.findall(r"^#define (GMMU_\w+) (.*)$", done.stdout, re.M):
        if text.strip():  # not the include guard
            if not re.fullmatch(r"\d+[uU]?", text.strip()):
                raise ParamError(f"{path}: {name} is '{text}', expected a decimal number")
            values[name] = int(text.strip().rstrip("uU"))
    return values


def package_values(path: pathlib.Path) -> dict[str, int]:
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.S)
    values = {}
    for *names, number in BLOCK.findall(text):
        if len(set(names)) != 1:
            raise ParamError(f"{path}: one block names {', '.join(sorted(set(names)))}")
        values[names[0]] = int(number)
    for name in re.findall(r"\b(?:localparam|parameter)\b[^=;]*?(\w+)\s*=", BLOCK.sub("", text)):
        raise ParamError(f"{path}: {name} is not written as an `ifdef block with a decimal number")
    return values


def main() -> int:
    paths = [pathlib.Path(argument) for argument in sys.argv[1:]]
    header, package = paths or (ROOT / "hls/common/gmmu_params.h", ROOT / "rtl/gmmu_pkg.sv")
    try:
        in_c, in_rtl = header_values(header), package_values(package)
    except (ParamError, OSError) as error:
        print(f"FAIL params: {error}")
        return 1
    names = sorted(set(in_c) | set(in_rtl))
    wrong = [f"{name}: {in_c.get(name, 'missing')} in {header.name}, {in_rtl.get(name, 'missing')} in {package.name}"
             for name in names if in_c.get(name) != in_rtl.get(name)]
    print("\n".join([*wrong, f"{'FAIL' if wrong or not names else 'PASS'} params: {len(names)} sizes"]))
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
