# SPDX-License-Identifier: Apache-2.0
"""The files of an exported folder that are written for it: README, FuseSoC core, constraints, scripts."""

from __future__ import annotations

from scripts.circuit.configs import BOXED_RAMS, RAM, yosys_top
from scripts.export.folder import Folder

README = """\
# {name}

{kind} of OpenGMMU, in C and in RTL, by itself: {commit}, exported by `make export UNIT={name}`.
What it does, its ports and its timing are in [{name}.md]({name}.md).
{configured}
| folder | holds |
| --- | --- |
| `c/` | `{c}.h`, the contract; `{c}.c`; `{c}_top.c`, the top function{tools}; the headers they need |
| `rtl/` | `{module}.sv`, what it instantiates, and the package with the sizes |
| `tb/` | self-checking: of the RTL `testbench.v` and, in SystemC, `testbench_sc.cpp`; of the C `testbench.c` |
{folders}| `syn/` | `{name}.sdc`, constraints; `state.ys` and `synth.ys`, scripts for Yosys |
| `{name}.core` | description for FuseSoC: targets `default`, `sim`, `verilator`, `model`, `lint` |

The vectors are {cycles} cycles of the C under constrained random stimulus, the same for all testbenches.
C and RTL hold the same state, {bits} bits; {equal}

All commands run in this folder.
{sizes}
## Simulate

```
iverilog -g2012 -s {testbench} -o sim.vvp {rtl} tb/testbench.v
vvp -n sim.vvp | tee sim.log
grep '^PASS' sim.log
```

With a waveform, which GTKWave shows by group, with each output of the C below the output of the RTL:

```
vvp -n sim.vvp -fst +wave=sim.fst
```

`gtkwave sim.fst tb/{testbench}.gtkw`; another simulator takes `+wave=sim.vcd`.

## Lint

```
verilator --lint-only -Wall{verilator_sizes} {rtl} --top-module {module}
```

## SystemC

The same vectors, with SystemC 2.3 and Verilator; an argument of the program writes a waveform.

```
verilator --sc --exe --build --pins-bv 2 -CFLAGS -std=c++17 -Mdir sc{verilator_sizes} {rtl} --top-module {module} \\
    tb/testbench_sc.cpp -o testbench
sc/testbench wave
```

{buses}## FuseSoC

```
fusesoc --cores-root . run --target=sim opengmmu:{word}s:{name}
```

`sim` runs the testbench in Icarus, `verilator` in Verilator; `lint` and `model` take the sizes as parameters{example}.
`model` compiles the RTL to C++, for a bench of your own.

## Synthesize

`state.ys` counts the flip-flops of the RTL as it is written; they are the {bits} bits of the contract.
`synth.ys` maps to generic gates and writes `{name}_gates.v`; synthesis may find a few bits that are constant.{rams}
A warning "Replacing memory ... with list of registers" is expected: these arrays are registers, read all at once.

```
yosys -q syn/state.ys
```

```
yosys -q syn/synth.ys
```

## C

```
gcc -std=c11 -O1{c_sizes} -Ic c/*.c tb/testbench.c -o c.out
./c.out
```

`{c}_sizes.h` is what this {word} needs of the types, sizes and widths of the project.
One macro gives every width, and every pin of the top function, exactly its bits:

| macro | a pin of 9 bits | compiler |
| --- | --- | --- |
| none | `uint16_t` | any of C11 or C++ |
| `-DGMMU_TYPES_EXACT` | `unsigned _BitInt(9)` | clang |
| `-DGMMU_TYPES_AP` | `ap_uint<9>` | C++, with the ap_int.h of an HLS tool |
| `-DGMMU_TYPES_AC` | `ac_int<9, false>` | C++, with the ac_int.h of an HLS tool, or of hlslibs/ac_types |

{hls}## Licence

Apache-2.0, see `LICENSE`.
"""

HLS = """\
## HLS

`hls/README.md` has the styles of the top function, what was measured of them, and the scripts for each tool.
With Bambu, in the style with the fewest cycles a call:

```
sh hls/bambu.sh
```

A call takes as many cycles as the tool needs; the RTL in `rtl/` takes one.

"""

CONFIGURED = """
It is the {word} `{unit}` with {sizes}.
The testbenches and the commands below set that.
"""

SIZES = """
## Sizes

The vectors, and the proof that C and RTL are equal, are for the values given here.
Another value is given to both: `-DGMMU_X=n` to the C, `X` to the module of the RTL.
What a unit cannot have, its C refuses with a line that says the limits.

| parameter of the RTL | macro of the C | value | |
| --- | --- | ---: | --- |
{rows}
"""

CORE = """\
CAPI=2:
# SPDX-License-Identifier: Apache-2.0
name: opengmmu:{word}s:{name}:0
description: "{name}, a {word} of OpenGMMU ({commit})"

filesets:
  rtl:
    files:
{rtl_files}
    file_type: systemVerilogSource
  tb:
    files:
      - tb/vectors.hex: {{file_type: user, copyto: tb/vectors.hex}}
      - tb/testbench.v: {{file_type: verilogSource}}
  constraints:
    files:
      - syn/{name}.sdc: {{file_type: SDC}}
{parameters}
targets:
  default:
    description: the RTL and its constraints, for synthesis
    filesets: [rtl, constraints]
    toplevel: {module}{used}
  sim:
    description: self-checking testbench in Icarus; prints PASS, or FAIL and ends with an error
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2012]
    filesets: [rtl, tb]
    toplevel: {testbench}
  verilator:
    description: the same testbench in Verilator
    flow: sim
    flow_options:
      tool: verilator
      mode: binary
      verilator_options: [{verilator_tb}]
    filesets: [rtl, tb]
    toplevel: {testbench}
  model:
    description: the RTL in C++ by Verilator at the sizes of the parameters, for a bench of your own
    flow: sim
    flow_options:
      tool: verilator
      mode: cc
      exe: "false"
      verilator_options: [-Wall]
    filesets: [rtl]
    toplevel: {module}{used}
  lint:
    description: Verilator with all warnings
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
    filesets: [rtl]
    toplevel: {module}{used}
"""

INSTANCE = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* Unit {unit} as `{name}` of {block}. */
{defines}#include "units/{unit}.c"
"""

SDC = """\
# SPDX-License-Identifier: Apache-2.0
# Constraints of {name}. The period is {origin}.
# Inputs come with the clock edge, outputs are due at the next; every output is a function of registers alone.
create_clock -name clk -period {period:g} [get_ports clk]
set_input_delay 0 -clock clk [get_ports {{rst {inputs}}}]
set_output_delay 0 -clock clk [get_ports {{{outputs}}}]
"""

READ = """\
# SPDX-License-Identifier: Apache-2.0
# {what}
read_verilog -sv {rtl}
{top}
"""

STATE = READ + """\
proc{flatten}
opt_clean
memory_collect
memory_map
check -assert
tee -o state.txt stat -width
"""

SYNTH = READ + """\
synth -flatten -nofsm
check -assert
tee -o synth.txt stat
write_verilog -noattr {name}_gates.v
"""


RAMS = f"\nBoth leave the RAMs (`{RAM}`) alone: they stand for macros."
KIND = {False: "One hardware unit", True: "A block of hardware units and the wires between them"}
# Verilator on plain Verilog with delays: times are of the testbench alone.
VERILATOR_TB = "--timing, --trace, -Wno-TIMESCALEMOD"
TOOLS = {False: " for HLS tools", True: " of the testbench; a file for each unit, whose C is in `c/units/`"}
FOLDERS = {False: "| `hls/`, `hls_config.cfg` | other styles of the top function, scripts for HLS tools |\n", True: ""}
SOFTWARE = "| `c/driver/` | software for the block as a library; its headers say how to use it |\n"
EQUAL = {False: "the project proves that they are equal in every state and for every input.",
         True: "the project proves of each unit that they are equal in every state and for every input, and compares "
               "those of the block cycle by cycle."}


def rtl(folder: Folder) -> str:
    return " ".join(f"rtl/{name}" for name in folder.rtl)


def flags(folder: Folder) -> str:
    return "".join(f" -D{size}" for size in folder.given)


def readme(folder: Folder, buses: str) -> str:
    sizes = ", ".join(folder.given)
    configured = CONFIGURED.format(word=folder.word, unit=folder.unit, sizes=sizes) if sizes else ""
    rows = "\n".join(f"| `{size.parameter}` | `{size.macro}` | {size.value} | {size.note} |" for size in folder.sizes)
    return README.format(
        name=folder.name, commit=folder.commit, cycles=folder.cycles, bits=folder.state_bits, buses=buses,
        kind=KIND[folder.block], equal=EQUAL[folder.block], tools=TOOLS[folder.block],
        hls="" if folder.block else HLS, folders=FOLDERS[folder.block] + (SOFTWARE if folder.unit == "gmmu" else ""),
        c=folder.names.c, module=folder.names.module, testbench=folder.names.testbench,
        word=folder.word, example="".join(f", as in `--{size.parameter}={size.value}`" for size in folder.sizes[:1]),
        rams=RAMS if f"{RAM}.sv" in folder.rtl else "",
        configured=configured, sizes=SIZES.format(rows=rows) if rows else "", rtl=rtl(folder), c_sizes=flags(folder),
        verilator_sizes="".join(f" -G{name}={value}" for name, value in folder.parameters.items()))


def core(folder: Folder) -> str:
    rows = [f"  {size.parameter}:\n    datatype: int\n    default: {size.value}\n    paramtype: vlogparam\n"
            for size in folder.sizes]
    used = f"\n    parameters: [{', '.join(size.parameter for size in folder.sizes)}]" if rows else ""
    return CORE.format(word=folder.word, name=folder.name, module=folder.names.module, commit=folder.commit, used=used,
                       testbench=folder.names.testbench, verilator_tb=VERILATOR_TB,
                       rtl_files="\n".join(f"      - rtl/{name}" for name in folder.rtl),
                       parameters="\n".join(["", "parameters:", *rows]) if rows else "")


def sdc(folder: Folder) -> str:
    def names(part: str) -> str:
        # a vector's bits are ports of their own in a netlist
        return " ".join(field["name"] if field["width"] * max(1, field["elements"]) == 1 else f"{field['name']}[*]"
                        for field in folder.contract[part])
    return SDC.format(name=folder.name, origin=folder.period_origin, period=folder.period_ns, inputs=names("in"),
                      outputs=names("out"))


def script(text: str, what: str, folder: Folder) -> str:
    # A block's units keep registers that the block does not use, or sets to a constant.
    flatten = "" if folder.block else "\nflatten"
    boxes = f"\n{BOXED_RAMS}" if f"{RAM}.sv" in folder.rtl else ""
    top = yosys_top(folder.names.module, folder.parameters) + boxes
    return text.format(flatten=flatten, what=what, name=folder.name, rtl=rtl(folder), top=top)


def files(folder: Folder, buses: str) -> dict[str, str]:
    """Text by path; buses: a section of the README (bench.py)."""
    return {
        "README.md": readme(folder, buses),
        f"{folder.name}.core": core(folder),
        f"syn/{folder.name}.sdc": sdc(folder),
        "syn/state.ys": script(STATE, f"The flip-flops of {folder.name} as written: {folder.state_bits} bits.", folder),
        "syn/synth.ys": script(SYNTH, f"{folder.name} in generic gates.", folder),
    }
