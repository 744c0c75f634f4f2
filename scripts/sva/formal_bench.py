# SPDX-License-Identifier: Apache-2.0
"""Unit and checker side by side for Yosys, and the .sby file.

The open reader of Yosys has no bind. So the script of the .sby file flattens the unit and
exposes its registers as outputs, and a module around both connects them to the checker.
"""

from __future__ import annotations

from pathlib import Path

from scripts.circuit import verilog
from scripts.circuit.layout import Field
from . import emit
from .claims import Claims


def _pieces(f: Field, rtl: str) -> list[tuple[str, str]]:
    """Names of a register in the flattened unit, and the slice of the vector each of them is."""
    if len(f.leaves) == 1 or not emit.is_unpacked(f, rtl):
        return [(f.path, "")]
    if f.bits == 1:
        return [(f"{f.path}[{k}]", f"[{k}]") for k in range(len(f.leaves))]
    return [(f"{f.path}[{k}]", f"[{k * f.bits + f.bits - 1}:{k * f.bits}]") for k in range(len(f.leaves))]


def _exposed(claims: Claims) -> list[Field]:
    """Registers that are not pins as they are."""
    pins = {emit.port(f) for f in claims.outputs}
    return [f for f in claims.state if emit.port(f) not in pins]


def bench(claims: Claims, title: str, rtl: str) -> str:
    inputs = [("clk", 1), ("rst", 1), *((emit.port(f), f.width) for f in claims.inputs)]
    names = {name for name, _ in inputs}
    ports = ["clk", "rst", *emit.observed(claims)]
    unit = [(f"\\{emit.port(f)} ", emit.port(f)) for f in claims.inputs + claims.outputs]
    unit += [(f"\\{name} ", emit.port(f) + part) for f in _exposed(claims) for name, part in _pieces(f, rtl)]
    unit = [("clk", "clk"), ("rst", "rst"), *unit]
    lines = [emit.heading(title, "the flattened unit, its registers exposed, beside its assertions.", claims.unit)
             + f"module {claims.unit}_formal ("]
    lines += [f"    input  wire {verilog.span(width)}{name}{',' if k + 1 < len(inputs) else ''}"
              for k, (name, width) in enumerate(inputs)] + [");"]
    rest = {name: f for name, f in emit.observed(claims).items() if name not in names}
    lines += [f"  wire {verilog.span(f.width)}{name};" for name, f in rest.items()]
    for module, instance, connections in ((claims.unit, "unit", unit),
                                          (f"{claims.unit}_claims", "claims", [(p, p) for p in ports])):
        joined = ",\n".join(f"      .{name}({value})" for name, value in connections)
        lines += [f"  {module} {instance} (", joined, "  );"]
    return "\n".join([*lines, "endmodule", ""])


def sby(claims: Claims, title: str, parameters: dict[str, str], files: list[str], rtl: str) -> str:
    chosen = "".join(f" -chparam {name} {value}" for name, value in parameters.items())
    registers = " ".join(f"w:{f.path}[*]" if len(_pieces(f, rtl)) > 1 else f"w:{f.path}" for f in _exposed(claims))
    unit = claims.unit
    return emit.heading(title, "its assertions, bounded from reset and by induction.", unit, "#") + f"""[tasks]
bmc
smt
induction

[options]
bmc: mode bmc
bmc: depth 10
smt: mode bmc
smt: depth 4
induction: mode prove
induction: depth 2

[engines]
bmc: abc bmc3
smt: smtbmc z3
induction: smtbmc z3

[script]
read_verilog -sv -mem2reg {' '.join(Path(f).name for f in files)}
hierarchy -check -top {unit}{chosen}
rename -top {unit}
proc
flatten
opt_clean
cd {unit}
expose {registers}
cd
read_verilog -sv -formal {unit}_claims.sv {unit}_claims_logic.sv {unit}_formal.sv
prep -top {unit}_formal -flatten

[files]
{chr(10).join(files)}
{unit}_claims.sv
{unit}_claims_logic.sv
{unit}_formal.sv
"""
