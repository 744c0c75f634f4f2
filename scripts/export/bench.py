# SPDX-License-Identifier: Apache-2.0
"""What an exported folder gives to a testbench of one's own: a master for its registers, a memory for its master, and
of a block an example that has both (tb/export); in SystemVerilog, and in Python behind VPI."""

from __future__ import annotations

import pathlib
import re
from typing import Any

from scripts.circuit.configs import rtl_parameters
from scripts.export.folder import Folder
from scripts.names.declared import prefixed

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tb/export"
REGISTER = re.compile(r"^#define (\w+) +(?:0x([0-9A-F]+)U|(\d+))$", re.M)
ADDRESS_BITS = 8  # as LITE_ADDR_W is by default
# Of models for simulation, of pins and registers that an example does not use, and the house's layout of calls.
WAIVED = "-Wno-BLKSEQ -Wno-PINCONNECTEMPTY -Wno-UNUSEDSIGNAL -Wno-UNUSEDPARAM"

PACKAGE = """\
// SPDX-License-Identifier: Apache-2.0
// The registers, from {header}: addresses in bytes, where a field begins (_AT), its bits there (_MASK).
package {name};
{lines}
endpackage
"""

BUSES = """\
## Buses

For a testbench of your own, in Verilator (`--binary --timing`) and Icarus (`-g2012`):

| module | |
| --- | --- |
{rows}
{example}"""

ROWS = {
    "axi_lite_master": "a master at AXI4-Lite: tasks `write`, `read`, `wait_for`, `try_write`, `try_read`; it waits at "
                       "random, and does not wait for ever",
    "axi_memory": "a memory at AXI4: bursts, random times, answers out of order where AXI4 lets them be; `peek` and "
                  "`poke` by the back door, `refuse`; it counts breaches of AXI4",
}

PYTHON = """
From Python, with no package but its own library, through VPI:

| file | |
| --- | --- |
| `tb/python/gmmu_vpi.c` | starts Python beside the simulator, and does what it says |
| `tb/python/gmmu_vpi_main.cpp` | a main program for Verilator |
| `tb/python/gmmu_simulator.py` | signals by name, clocks, edges, processes as generators |
| `tb/python/gmmu_buses.py` | master and memory as above |
{example}"""

PYTHON_EXAMPLE = """| `tb/python/gmmu_example.py` | the example |

```
iverilog-vpi --name=gmmu_vpi tb/python/gmmu_vpi.c
iverilog -g2012 -s {module}{icarus_sizes} -o python.vvp {rtl}
vvp -n -M . -m gmmu_vpi python.vvp +python=tb/python/gmmu_example.py +seed=7
```

```
gcc -O1 -I$(verilator --getenv VERILATOR_ROOT)/include/vltstd -c tb/python/gmmu_vpi.c -o gmmu_vpi.o
verilator --cc --exe --build --vpi --public-flat-rw --prefix Vbench --Mdir python \\
    -MAKEFLAGS 'OPT_FAST=-O1 OPT_SLOW=-O0'{verilator_sizes} \\
    {rtl} --top-module {module} $PWD/tb/python/gmmu_vpi_main.cpp $PWD/gmmu_vpi.o -o bench
python/bench +python=tb/python/gmmu_example.py +seed=7
```

A bench that raises, or that ends without `finish`, ends the simulator with a line and exit code 2.

"""

EXAMPLE = """
`tb/{module}.sv` is an example: it sets up the registers, enables a space, asks for pages, meets one that is absent, \
maps and resumes it.
`tb/{package}.sv` has the registers.

```
iverilog -g2012 -s {module}{icarus_sizes} -o example.vvp {sources}
vvp -n example.vvp -fst +wave=example.fst +seed=7
```

```
verilator --binary --timing -Wall {waived} \\
    -MAKEFLAGS 'OPT_FAST=-O1 OPT_SLOW=-O0'{verilator_sizes} \\
    {sources} --top-module {module} --Mdir example -o example
example/example +seed=7
```

"""


def modules(contract: dict[str, Any]) -> list[str]:
    """Of tb/export, by the pins of the unit: AXI4 has lengths or ends of bursts, AXI4-Lite has none."""
    given = {field["name"] for field in contract["in"]}
    said = {field["name"] for field in contract["out"]}
    found = []
    for before in {name.removesuffix("arvalid") for name in given if name.endswith("arvalid")}:
        if f"{before}arlen" not in given and f"{before}awvalid" in given:
            found.append("axi_lite_master")
    if any(name.endswith(("wlast", "arlen")) for name in said):
        found.append("axi_memory")
    return list(dict.fromkeys(found))


def example(unit: str) -> str | None:
    """The module, if there is one."""
    name = f"{unit}_example"
    return name if (HERE / f"{name}.sv").is_file() else None


def package(header: pathlib.Path) -> tuple[str, str]:
    """The map of registers for a driver as a package: its name, its text."""
    name = f"{prefixed(header.stem.removesuffix('_map'))}_pkg"
    lines = []
    for macro, value, place in REGISTER.findall(header.read_text()):
        if place:
            lines.append(f"  localparam int {macro} = {place};")
        elif macro.endswith("_MASK"):
            lines.append(f"  localparam logic [31:0] {macro} = 32'h{value};")
        else:
            lines.append(f"  localparam logic [{ADDRESS_BITS - 1}:0] {macro} = {ADDRESS_BITS}'h{value};")
    return name, PACKAGE.format(header=f"{prefixed(header.stem)}.h", name=name, lines="\n".join(lines))


def files(folder: Folder, maps: list[pathlib.Path]) -> dict[str, str]:
    """Text by path; maps: of the registers, for a driver."""
    name = example(folder.unit)
    stems = [*modules(folder.contract), *([name] if name else [])]
    written = {f"tb/{prefixed(stem)}.sv": folder.names.sv_text((HERE / f"{stem}.sv").read_text()) for stem in stems}
    for path in sorted((HERE / "python").glob("gmmu_*.*")) if stems else []:
        if name or path.stem != "gmmu_example":
            written[f"tb/python/{path.name}"] = path.read_text().replace("from tb.export.python.", "from ")
    for header in maps if name else []:
        called, text = package(header)
        written[f"tb/{called}.sv"] = text
    return written


def readme(folder: Folder, written: dict[str, str]) -> str:
    """The section of the README; written: what files() gives."""
    stems = modules(folder.contract)
    if not stems:
        return ""
    name = example(folder.unit)
    text, python = "", ""
    if name:
        package_file = next(path for path in written if path.endswith("_pkg.sv"))
        sizes = rtl_parameters(folder.given)
        rtl = [f"rtl/{path}" for path in folder.rtl]
        benches = [package_file, *(path for path in written if path != package_file and path.endswith(".sv"))]

        def icarus(module: str) -> str:
            return "".join(f" -P{module}.{size}={value}" for size, value in sizes.items())
        verilator = "".join(f" -G{size}={value}" for size, value in sizes.items())
        text = EXAMPLE.format(module=prefixed(name), package=pathlib.PurePath(package_file).stem, waived=WAIVED,
                              sources=" ".join([*rtl, *benches]), icarus_sizes=icarus(prefixed(name)),
                              verilator_sizes=verilator)
        python = PYTHON_EXAMPLE.format(module=folder.names.module, rtl=" ".join(rtl), verilator_sizes=verilator,
                                       icarus_sizes=icarus(folder.names.module))
    rows = "\n".join(f"| `tb/{prefixed(stem)}.sv` | {ROWS[stem]} |" for stem in stems)
    return BUSES.format(rows=rows, example=text + PYTHON.format(example=python or "\n"))
