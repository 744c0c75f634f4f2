# SPDX-License-Identifier: Apache-2.0
"""Writes the crossing of two clocks as a folder that stands alone (docs/reference/export.md).

    python3 -m scripts.export.crossing [--to DIR]
"""

from __future__ import annotations

import argparse
import pathlib
import shutil
import sys

from scripts.area.flow import modules_used
from scripts.export.export import datasheet, made_from
from scripts.names import rewrite
from scripts.names.declared import prefixed

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = "axi4_lite_cdc"

README = """\
# {name}

AXI4-Lite and an interrupt from one clock to another, in RTL: of OpenGMMU, {commit}, exported by
`make export UNIT={name}`.
What it does, its ports, and what a reset of one side does are in [{name}.md]({name}.md).

| file | holds |
| --- | --- |
| `rtl/{top}.sv` | the crossing; `gmmu_handshake.sv`, `gmmu_reset_link.sv`, `gmmu_sync.sv` are its parts |
| `rtl/gmmu_pkg.sv` | its default sizes |
| `syn/{name}.sdc` | constraints |
| `{name}.core` | description for FuseSoC |

Replace `rtl/gmmu_sync.sv` by the synchroniser of your library: the module has the same ports, and `STAGES`.

## Lint

```
verilator --lint-only -Wall {rtl} --top-module {top}
```

## Synthesize

```
yosys -q -p 'read_verilog -sv {rtl}; synth -flatten -top {top}; check -assert; stat'
```

## Licence

Apache-2.0, see `LICENSE`.
"""

SDC = """\
# SPDX-License-Identifier: Apache-2.0
# Constraints of {name}: two clocks without any relation. Set both periods.
set bus_period 10
set period 10
create_clock -name bus_clk -period $bus_period [get_ports bus_clk]
create_clock -name clk -period $period [get_ports clk]

# Held data and the bits before a synchroniser take less than a period of either clock; no clock group, which would
# lift this. Tried with OpenSTA.
set least [expr {{min($bus_period, $period)}}]
set_max_delay $least -from [get_clocks bus_clk] -to [get_clocks clk]
set_max_delay $least -from [get_clocks clk] -to [get_clocks bus_clk]

# Untried, Vivado: the same without the skew of the clocks; the asynchronous clears of gmmu_reset_link; no shift
# register in the place of a synchroniser.
# set_max_delay -datapath_only $least -from [get_clocks bus_clk] -to [get_clocks clk]
# set_max_delay -datapath_only $least -from [get_clocks clk] -to [get_clocks bus_clk]
# set_false_path -to [get_pins -hier -filter {{NAME =~ *of_b*/since_reg*/CLR || NAME =~ *of_b*/known_reg*/CLR}}]
# set_property ASYNC_REG true [get_cells -hier -filter {{NAME =~ *stage_reg* || NAME =~ *since_reg*}}]
# Untried, others: where a tool knows no such bound, cut the clocks, and bound the paths in the layout.
# set_clock_groups -asynchronous -group bus_clk -group clk
"""

CORE = """\
CAPI=2:
# SPDX-License-Identifier: Apache-2.0
name: opengmmu:units:{name}:0
description: "{name}, a crossing of OpenGMMU ({commit})"

filesets:
  rtl:
    files:
{files}
    file_type: systemVerilogSource
  constraints:
    files:
      - syn/{name}.sdc: {{file_type: SDC}}

targets:
  default:
    description: the RTL and its constraints, for synthesis
    filesets: [rtl, constraints]
    toplevel: {top}
  lint:
    description: Verilator with all warnings
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
    filesets: [rtl]
    toplevel: {top}
"""


def export(target: pathlib.Path) -> None:
    """It replaces an earlier one."""
    modules = modules_used(ROOT / "rtl", NAME)
    names = {path.stem: prefixed(path.stem) for path in modules}
    rtl = [f"rtl/{names[path.stem]}.sv" for path in modules]
    words = {"name": NAME, "top": names[NAME], "commit": made_from(), "rtl": " ".join(rtl),
             "files": "\n".join(f"      - {path}" for path in rtl)}
    shutil.rmtree(target, ignore_errors=True)
    for folder in ("rtl", "syn"):
        (target / folder).mkdir(parents=True)
    for path, name in zip(modules, rtl):
        (target / name).write_text(rewrite.sv(path.read_text(), names))
    for name, text in (("README.md", README), (f"syn/{NAME}.sdc", SDC), (f"{NAME}.core", CORE)):
        (target / name).write_text(text.format(**words))
    (target / f"{NAME}.md").write_text(datasheet(NAME, NAME))
    shutil.copy(ROOT / "LICENSE", target)


def main() -> int:
    parser = argparse.ArgumentParser(description="writes the crossing of two clocks as a folder that stands alone")
    parser.add_argument("--to", type=pathlib.Path, default=ROOT / f"build/export/{NAME}")
    target = parser.parse_args().to
    try:
        export(target)
    except OSError as error:
        print(f"export: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{NAME}: {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
