# SPDX-License-Identifier: Apache-2.0
"""Mutants of the elaborated RTL, by the `mutate` pass of Yosys.

Yosys makes all of them in one netlist, each behind its value of an input `mutant`. Here the
input becomes a variable inside each module, so that the ports stay those of the contract, and
the elements of a register array, which Yosys makes separate registers, become an array again:
the bench finds registers by name.
"""

from __future__ import annotations

import re
from pathlib import Path

from scripts.circuit.rtl import read_and_elaborate
from scripts.circuit.tools import yosys

from .mutant import NETLIST, Mutant, MutateError
from .rtl_source import SELECTED

CONTROL, CONTROL_BITS = "mutant_control", 16
VISIBLE = "/* verilator public_flat_rw */"
MODES = {"inv": "inverted", "const0": "stuck at 0", "const1": "stuck at 1",
         "cnot0": "inverted where the other bit is 1", "cnot1": "inverted where the other bit is 0"}


def make(files: list[Path], top: str, count: int, seed: int, sizes: list[str],
         work: Path) -> tuple[list[Mutant], str]:
    """Mutants, and the Verilog text with all of them, selected by CONTROL."""
    work.mkdir(parents=True, exist_ok=True)
    script, netlist = work / "mutants.ys", work / "netlist.v"
    # A mutated flip-flop output would be a register that differs from itself.
    yosys([*read_and_elaborate(files, top, sizes), "proc", "opt_clean",
           f"mutate -list {count} -seed {seed} -ctrl {CONTROL} {CONTROL_BITS} 1 -o {script} t:* t:$dff %d",
           f"script {script}", f"write_verilog -noattr {netlist}"], f"mutants of {top}")
    lines = [line for line in script.read_text().split("\n") if line.startswith("mutate ")]
    return [_mutant(line, k) for k, line in enumerate(lines, 1)], netlist.read_text()


def _mutant(line: str, number: int) -> Mutant:
    words = line.split()
    options: dict[str, str] = {}
    sources = []
    for name, value in zip(words, words[1:]):
        if name == "-src":
            sources.append(value)
        elif name.startswith("-"):
            options.setdefault(name, value)
    known = [s for s in sources if ":0." not in s]
    place = known[-1] if known else sources[-1] if sources else "?:0"
    found = re.match(r"(.*?):(\d+)\.", place)
    kind = re.match(r"\$(?:auto\$)?([a-z_]+)", options["-cell"])
    cell = kind[1] if kind else options["-cell"]
    change = f"{cell}.{options['-port']}[{options['-portbit']}]"
    if "-wire" in options:
        change += f" ({options['-wire']}[{options.get('-wirebit', '0')}])"
    change += " " + MODES.get(options["-mode"], options["-mode"])
    return Mutant(NETLIST, number, found[1] if found else place, int(found[2]) if found else 0, change, command=line)


def select(text: str, value: str) -> str:
    """The netlist with the control input of every module replaced by `value`."""
    text = re.sub(rf",\s*{CONTROL}(?=\s*[,)])", "", text)  # of the port lists
    text = re.sub(rf",\s*\.{CONTROL}\({CONTROL}\)|\.{CONTROL}\({CONTROL}\),", "", text)  # of the instances
    return text.replace(f"  input [{CONTROL_BITS - 1}:0] {CONTROL};\n  wire [{CONTROL_BITS - 1}:0] {CONTROL};\n",
                        f"  wire [{CONTROL_BITS - 1}:0] {CONTROL} = {value};\n")


def for_bench(text: str) -> str:
    """Selected by the variable of the run, and register arrays as arrays."""
    text = select(text, f"{SELECTED}[{CONTROL_BITS - 1}:0]")
    text = re.sub(r"^(  (?:reg|input|output) (?:\[\d+:0\] )?)(\w+);", rf"\1\2 {VISIBLE};", text, flags=re.M)
    for start, end in reversed([m.span() for m in re.finditer(r"^module .*?^endmodule", text, re.M | re.S)]):
        text = text[:start] + _with_arrays(text[start:end]) + text[end:]
    return text


def _with_arrays(module: str) -> str:
    elements = r"^  reg (?:\[(\d+):0\] )?\\(\w+)\[(\d+)\] ;\n"
    arrays: dict[str, dict[int, int]] = {}
    for width, name, index in re.findall(elements, module, re.M):
        arrays.setdefault(name, {})[int(index)] = int(width or 0)
    for name, members in arrays.items():
        if sorted(members) != list(range(len(members))):
            raise MutateError(f"netlist: register array {name} has holes")
    declared = "".join(f"  reg [{members[0]}:0] {name} [0:{len(members) - 1}] {VISIBLE};\n"
                       for name, members in arrays.items())
    first = re.search(elements, module, re.M)
    if not first:
        return module
    module = module[:first.start()] + declared + module[first.start():]
    module = re.sub(elements, "", module, flags=re.M)
    return re.sub(rf"\\({'|'.join(arrays)})\[(\d+)\] ", r"\1[\2]", module)
