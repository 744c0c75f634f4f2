#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""C and RTL have the same default sizes under the same names.

    params_test.py [HEADER PACKAGE MODULE...]

In hls/common/gmmu_params.h each size is `#ifndef NAME / #define NAME NUMBER / #endif`, in rtl/gmmu_pkg.sv
`localparam int NAME = NUMBER;`. In the module of a unit every size that has a name there is a parameter without the
GMMU_, and has that default: `parameter int NUM_APPS = gmmu_pkg::GMMU_NUM_APPS`.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
IN_C = re.compile(r"#ifndef (GMMU_\w+)\n#define (\w+) (\d+)\n#endif\n")
IN_PACKAGE = re.compile(r"\blocalparam int (\w+) = (\d+);")
PARAMETER = re.compile(r"\bparameter\s+int\s+(\w+)\s*=\s*([\w:]+)")


class ParamError(Exception):
    """One of the files is not in the form this test reads."""


def header_values(path: pathlib.Path) -> dict[str, int]:
    text = path.read_text()
    values = {}
    for guard, name, number in IN_C.findall(text):
        if guard != name:
            raise ParamError(f"{path}: #ifndef {guard} guards {name}")
        values[name] = int(number)
    for name in re.findall(r"^#define (\w+) \d", IN_C.sub("", text), re.M):
        raise ParamError(f"{path}: {name} cannot be given from outside; expected #ifndef, #define, #endif")
    return values


def package_values(path: pathlib.Path) -> dict[str, int]:
    text = COMMENT.sub("", path.read_text())
    for name in re.findall(r"\b(?:localparam|parameter)\b[^=;]*?(\w+)\s*=", IN_PACKAGE.sub("", text)):
        raise ParamError(f"{path}: {name} is not written as localparam int {name} = NUMBER;")
    return {name: int(number) for name, number in IN_PACKAGE.findall(text)}


def wrong_parameters(path: pathlib.Path, sizes: dict[str, int]) -> list[str]:
    text = COMMENT.sub("", path.read_text())
    parameters = PARAMETER.findall(text)
    wrong = [f"{path.name}: the default of {name} is {default}, expected gmmu_pkg::GMMU_{name}"
             for name, default in parameters if default != f"gmmu_pkg::GMMU_{name}" or f"GMMU_{name}" not in sizes]
    body = PARAMETER.sub("", text)
    return wrong + [f"{path.name}: gmmu_pkg::{name} in the body; expected a parameter"
                    for name in re.findall(r"gmmu_pkg::(\w+)", body)]


def main() -> int:
    paths = [pathlib.Path(argument) for argument in sys.argv[1:]]
    header, package, *modules = paths or (
        ROOT / "hls/common/gmmu_params.h", ROOT / "rtl/gmmu_pkg.sv",
        *(path for path in sorted((ROOT / "rtl").glob("*.sv")) if (ROOT / "hls" / path.stem).is_dir()))
    try:
        in_c, in_rtl = header_values(header), package_values(package)
    except (ParamError, OSError) as error:
        print(f"FAIL params: {error}")
        return 1
    names = sorted(set(in_c) | set(in_rtl))
    wrong = [f"{name}: {in_c.get(name, 'missing')} in {header.name}, {in_rtl.get(name, 'missing')} in {package.name}"
             for name in names if in_c.get(name) != in_rtl.get(name)]
    for module in modules:
        wrong += wrong_parameters(module, in_rtl)
    print("\n".join([*wrong, f"{'FAIL' if wrong or not names else 'PASS'} params: {len(names)} sizes"]))
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
