# SPDX-License-Identifier: Apache-2.0
"""The part of an exported folder that is for HLS tools: every style of the top, the measured best as default, scripts.

`c/` holds the style `struct`; `hls/<style>/` the others. The scripts are what the drivers (scripts/hls) give the
tools, with the paths of the folder; the table is that of docs/reports/hls.md.
"""

from __future__ import annotations

import pathlib
import shlex

from scripts.docs.evidence import HLS, table
from scripts.export import stream
from scripts.export.folder import Folder
from scripts.gen.unit_top import of_style
from scripts.hls import bambu, catapult, styles, vitis
from scripts.hls.job import Job

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLOCK_NS = 5.0
COLUMNS = ("LUT", "FF", "cycles per call, min…max", "clock (ns)")
OTHERS = ("arrays", "scalar")  # hls/<style>/<unit>_top.c
EXACT = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* {what} in C++, with pins of exactly the unit's widths: ap_uint, or ac_int with -DGMMU_TYPES_AC. */
#if !defined(GMMU_TYPES_AC) && !defined(GMMU_TYPES_AP)
#define GMMU_TYPES_AP
#endif
{includes}
"""

LICENCE = "# SPDX-License-Identifier: Apache-2.0\n"

STREAMS = """\
`hls/stream/` has the top with a stream for each group of valid and ready pins: `hls::stream` with `-DGMMU_TYPES_AP`, \
as AXI-Stream and with the `cfg_` pins as registers behind AXI4-Lite in Vitis, `ac_channel` with `-DGMMU_TYPES_AC`.
A beat waits in a register of the wrapper, so it may take a call longer than at the pins; none is lost or doubled.
No HLS tool has been run on it.
This needs no tool: `g++ -std=c++17 -Ic -Ihls/stream hls/stream/*.cpp`, with the sizes of the README above this one.

"""
CONFIG = LICENCE + """\
# Vitis HLS, style `{style}`; untried. In this folder:
#   v++ -c --mode hls --config hls_config.cfg --work_dir vitis
#   vitis-run --mode hls --csim --config hls_config.cfg --work_dir vitis
#   vitis-run --mode hls --cosim --config hls_config.cfg --work_dir vitis
#   vitis-run --mode hls --package --config hls_config.cfg --work_dir vitis
part={device}

[hls]
flow_target=vivado
clock={clock:g}ns
syn.top={top}
{sources}
syn.cflags={flags}
syn.rtl.reset=state
tb.file=tb/testbench.c
package.output.format=ip_catalog
"""

README = """\
# {name} in an HLS tool

One call of `{top}` is one clock cycle of the C.
Its top function comes in three styles, with the same ports and the same timing; `tb/testbench.c` is for all of them.

| style | files |{heads} default of |
| --- | --- |{dashes} --- |
{rows}

The columns are what PandA Bambu 2024.10 made of each style and co-simulated without a difference, \
for 5 ns on an xc7a100t; LUT and FF are those of Yosys `synth_xilinx`.
{measured}
No other tool has been run; its default is `struct`, which has the pragmas of Vitis HLS.
For another style, put its files into the script.
{streams}A pin has the next larger type of C, `uint16_t` for 9 bits; in C++ it has exactly its width, as `ap_uint` \
with `-DGMMU_TYPES_AP` and as `ac_int` with `-DGMMU_TYPES_AC`.
All commands run in the folder above this one.

| script | command | ends in | |
| --- | --- | --- | --- |
| `hls/bambu.sh` | `sh hls/bambu.sh`, with `-m64` where programs of 32 bits do not run | `{top}.v` | tried |
| `hls/vitis.tcl` | `vitis-run --mode hls --tcl hls/vitis.tcl`, before 2023.2 `vitis_hls -f hls/vitis.tcl` \
| an IP for the catalog, `project/solution/impl` | untried |
| `hls_config.cfg` | its head has the commands | an IP for the catalog | untried |
| `hls/exact/bambu.sh` | `sh hls/exact/bambu.sh`; pins are `ap_uint` | `{top}.v` | tried |
| `hls/exact/vitis.tcl` | as `hls/vitis.tcl`; pins are `ap_uint` | an IP for the catalog | untried |
| `hls/catapult.tcl` | `catapult -shell -file hls/catapult.tcl`; pins are `ac_int` | RTL | untried |

Untried lines were compared with what is published:

| line | published in |
| --- | --- |
| `export_design -format ip_catalog` | UG1399 2025.2, "export_design" |
| the other lines of `hls/vitis.tcl` | UG1399 2025.2, "Vitis HLS Command Reference" |
| `part=`, `clock=`, `flow_target=`, `syn.top=`, `syn.file=`, `tb.file=` | UG1399 2025.2, "HLS Config File Commands" |
| `syn.cflags=` | UG1702 2025.1, "HLS General Options" |
| `package.output.format=ip_catalog` | UG1702 2025.1, "Package Options" |
| `syn.rtl.reset=state` | UG1399, "RTL": what `config_rtl -reset` is in this file |
| `v++ -c --mode hls`, `vitis-run --mode hls` with `--csim`, `--cosim`, `--package` | UG1702 2026.1, \
"Creating HLS Components from the Command Line", "vitis-run Command" |
| the lines of `hls/catapult.tcl` | public scripts of Catapult's users; its manual is not public |

Bambu ends with exit code 0 also when outputs were wrong; `hls/bambu.sh` then ends with 1.
"""

BAMBU = """\
#!/bin/sh
{licence}# Bambu, style `{style}`; tried. Run it in the folder above this one; it leaves {top}.v and HLS_output there.
set -eu
{command} "$@"
grep '^PASS' HLS_output/simulation/testbench.log
# Registers that nothing feeds hold values that Bambu has lost; --panda-parameter=lut-transformation=0 avoids it.
if tr -d '\\n' <{top}.v | grep -Eq "register_[A-Z]+ #[^;]*[.]in1[(][0-9]+'b0+[)]"; then
    echo '{top}.v has registers without an input' >&2
    exit 1
fi
"""


def sources(style: str, c: str) -> list[pathlib.Path]:
    """c: what the unit's own names begin with."""
    names = [f"c/{c}.c", f"c/{c}_top.c"] if style == "struct" else [f"hls/{style}/{c}_top.c"]
    return [pathlib.Path(name) for name in names]


def exact(style: str, c: str) -> pathlib.Path:
    """A style as one source with exact pins."""
    return pathlib.Path(f"hls/exact/{c}_{style}.cpp")


def job(folder: Folder, tool: str, exact_pins: bool = False) -> Job:
    style = styles.best(tool, folder.name)
    given = [exact(style, folder.names.c)] if exact_pins else sources(style, folder.names.c)
    bench = "hls/exact/testbench.cpp" if exact_pins else "tb/testbench.c"
    return Job(unit=folder.name, style=style, top=f"{folder.names.c}_top", sizes=tuple(folder.given),
               sources=given, includes=[pathlib.Path("c")], testbench=pathlib.Path(bench), cycles=folder.cycles,
               work=pathlib.Path("."), clock_ns=CLOCK_NS, device=None, timeout_s=0)


def measured(name: str) -> dict[str, dict[str, str]]:
    """Style: what Bambu made of it."""
    return {row["way"].removeprefix("bambu, "): row for row in table(ROOT, HLS, "unit", "way", *COLUMNS)
            if row["unit"] == name and row["way"].startswith("bambu, ")}


def readme(folder: Folder) -> str:
    found = measured(folder.name)
    tools = {"Bambu": "bambu", "Vitis HLS": "vitis", "Catapult": "catapult"}
    rows = []
    for style in ("struct", *OTHERS):
        files = ", ".join(f"`{path}`" for path in sources(style, folder.names.c))
        default = ", ".join(word for word, tool in tools.items() if styles.best(tool, folder.name) == style)
        cells = [style, files, *(found.get(style, {}).get(column, "-") for column in COLUMNS), default or "-"]
        rows.append("| " + " | ".join(cells) + " |")
    return README.format(name=folder.name, top=f"{folder.names.c}_top", rows="\n".join(rows),
                         streams=STREAMS if stream.files(folder) else "",
                         heads="".join(f" {column} |" for column in COLUMNS), dashes=" ---: |" * len(COLUMNS),
                         measured="A dash stands where nothing was measured." if found else
                                  f"Nothing was measured of {folder.name}: the default is that of other units.")


def bambu_script(folder: Folder, exact_pins: bool = False) -> str:
    asked = job(folder, "bambu", exact_pins)
    words = [word for word in bambu.command(asked, "bambu") if word != "-m64"]
    return BAMBU.format(licence=LICENCE, style=asked.style, top=asked.top,
                        command=" \\\n    ".join(shlex.quote(word) for word in words))


def config(folder: Folder) -> str:
    asked = job(folder, "vitis")
    return CONFIG.format(style=asked.style, device=vitis.DEVICE, clock=asked.clock_ns, top=asked.top,
                         sources="\n".join(f"syn.file={path}" for path in asked.sources),
                         flags=" ".join(["-std=c11", *(f"-D{size}" for size in asked.sizes)]))


def in_cpp(what: str, included: list[pathlib.Path]) -> str:
    return EXACT.format(what=what, includes="\n".join(f'#include "../../{path}"' for path in included))


def exact_files(folder: Folder) -> dict[str, str]:
    """Text by path: the defaults of the tools with exact pins, and their scripts."""
    c = folder.names.c
    defaults = {styles.best(tool, folder.name) for tool in ("bambu", "vitis")}
    return {str(exact(style, c)): in_cpp(f"Style `{style}`", sources(style, c)) for style in sorted(defaults)} | {
        "hls/exact/testbench.cpp": in_cpp("The testbench", [pathlib.Path("tb/testbench.c")]),
        "hls/exact/bambu.sh": bambu_script(folder, exact_pins=True),
        "hls/exact/vitis.tcl": LICENCE + vitis.script(job(folder, "vitis", exact_pins=True)),
    }


def files(folder: Folder) -> dict[str, str]:
    """Text by path."""
    tops = {f"hls/{style}/{folder.names.c}_top.c": folder.names.c_text(of_style(style, folder.contract))
            for style in OTHERS}
    return tops | exact_files(folder) | stream.files(folder) | {
        "hls/README.md": readme(folder),
        "hls/bambu.sh": bambu_script(folder),
        "hls/vitis.tcl": LICENCE + vitis.script(job(folder, "vitis")),
        "hls/catapult.tcl": LICENCE + catapult.script(job(folder, "catapult")),
        "hls_config.cfg": config(folder),
    }
