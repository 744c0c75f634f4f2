#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the header of a hardware unit and writes the layout of its three structs as JSON.

    unit_layout.py [--clang CLANG] [-I DIR]... [-D NAME=VALUE]... [--config NAME] UNIT HEADER

`config` is the name of the configuration, by default the unit's, `role` the name by which the models ask for
it, `sizes` are those given with -D, `parameters` those of the RTL.
For <unit>_state, <unit>_in and <unit>_out the layout lists the leaf fields in order:

    path      C access path ("div.rem"), also the hierarchical RTL name
    name      last part of the path
    instance  enclosing submodule instances ("div"; "" at the top)
    width     bits of one element (from the typedef name u1..u64)
    bytes     bytes of one element in the plain-type build
    elements  array length; 0 for a scalar

A struct whose type ends in _rams is left out: it holds the words of RAMs, which no reset knows.
Whatever the unit contract (docs/design/architecture.md) does not allow is an error.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

RESERVED = {"clk", "rst"}

# A ccache in front of clang takes the trees of two headers for one and the same.
NO_CACHE = dict(os.environ, CCACHE_DISABLE="1")

# SystemVerilog keywords that are legal C identifiers and plausible field names.
SV_KEYWORDS = set("""
accept_on alias always and assert assign assume automatic before begin bind bins bit buf byte cell chandle
checker class clocking config constraint context cover cross deassign design disable dist edge end endcase
event expect export extends final first_match force forever fork forkjoin function generate genvar global
ifnone iff ignore_bins implies import incdir include initial inout input inside instance int integer
interface intersect join large let liblist library local logic longint macromodule matches medium modport
module nand negedge new nexttime none nor not null or output package packed parameter pmos posedge primitive
priority program property protected pull0 pull1 pulldown pullup pure rand randc randcase real realtime ref reg
reject_on release repeat restrict rnmos rpmos rtran s_always scalared sequence shortint shortreal showcancelled
small soft solve specify specparam static string strong strong0 strong1 struct super supply0 supply1 table tagged
task this throughout time timeprecision timeunit tran tri tri0 tri1 triand trior trireg type typedef union
unique unique0 unsigned until untyped use uwire var vectored virtual void wait wait_order wand weak weak0 weak1
while wildcard wire with within wor xnor xor
""".split())


# One leaf field, and the layout of a unit: the JSON described above.
Field = dict[str, Any]
Layout = dict[str, Any]
# A node of clang's syntax tree.
Node = dict[str, Any]


class LayoutError(Exception):
    """The header is outside the unit contract; the text says how."""


def element_bytes(width: int) -> int:
    """Bytes of the plain C type of that width: the next larger uintN_t."""
    return next(n for n in (1, 2, 4, 8) if 8 * n >= width)


def parse_ast(header: str, include_dirs: list[str], clang: str, defines: Sequence[str]) -> Node:
    command = [clang, "-x", "c", "-std=c11", "-fsyntax-only", "-Xclang", "-ast-dump=json"]
    command += [f"-I{d}" for d in include_dirs] + [f"-D{d}" for d in defines] + [header]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=NO_CACHE)
    except OSError as error:
        raise LayoutError(f"{header}: cannot run {clang}: {error.strerror}") from error
    if done.returncode != 0:
        raise LayoutError(done.stderr.strip() or f"{header}: {clang} failed")
    tree: Node = json.loads(done.stdout)
    return tree


def collect_structs(ast: Node) -> dict[str, list[Node]]:
    """Maps the typedef name of each struct to its list of field nodes."""
    records: dict[str, Node] = {}
    structs: dict[str, list[Node]] = {}
    for node in ast.get("inner", []):
        if node["kind"] == "RecordDecl" and node.get("completeDefinition"):
            records[node["id"]] = node
        elif node["kind"] == "TypedefDecl":
            owned = next((i["ownedTagDecl"] for i in node.get("inner", []) if "ownedTagDecl" in i), None)
            if owned and owned["id"] in records:
                fields = records[owned["id"]].get("inner", [])
                structs[node["name"]] = [f for f in fields if f["kind"] == "FieldDecl"]
    return structs


class StructReader:
    """Flattens one struct into leaf fields."""

    def __init__(self, structs: dict[str, list[Node]], header: str, nesting: bool) -> None:
        self.structs = structs
        self.header = header
        self.nesting = nesting  # nested structs are allowed (state only)

    def fail(self, struct: str, field: str, text: str) -> NoReturn:
        raise LayoutError(f"{self.header}: {struct}.{field}: {text}")

    def leaves(self, struct: str, instance: str = "") -> list[Field]:
        result: list[Field] = []
        for node in self.structs[struct]:
            if node.get("isBitfield"):
                self.fail(struct, node.get("name", "?"), "bit-fields are not allowed")
            if "name" not in node:
                self.fail(struct, "?", "fields without a name are not allowed")
            result += self.leaf(struct, instance, node["name"], node["type"]["qualType"])
        return result

    def leaf(self, struct: str, instance: str, name: str, ctype: str) -> list[Field]:
        if name in RESERVED or name in SV_KEYWORDS:
            self.fail(struct, name, "the name is reserved in the RTL")
        match = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", ctype)
        if not match:
            self.fail(struct, name, f"type '{ctype}' is neither u1..u64, a one-dimensional array of it, nor a struct")
        base, count = match.group(1), match.group(2)
        path = f"{instance}.{name}" if instance else name
        if base.endswith("_rams") and base in self.structs:
            return []  # what RAMs hold: no registers
        if base in self.structs:
            if not self.nesting:
                self.fail(struct, name, "a nested struct is allowed in the state only")
            if count:
                self.fail(struct, name, "an array of structs is not allowed; use one array per field")
            return self.leaves(base, path)
        width = re.fullmatch(r"u([1-9]\d*)", base)
        if not width or int(width.group(1)) > 64:
            self.fail(struct, name, f"type '{base}' is not one of u1..u64 of gmmu_types.h")
        bits = int(width.group(1))
        return [{"path": path, "name": name, "instance": instance, "width": bits, "bytes": element_bytes(bits),
                 "elements": int(count) if count else 0}]


def read_layout(unit: str, header: str, include_dirs: list[str], clang: str = "clang-19",
                defines: Sequence[str] = (), config: str | None = None, role: str | None = None) -> Layout:
    structs = collect_structs(parse_ast(header, include_dirs, clang, defines))
    layout: Layout = {"unit": unit, "config": config or unit, "sizes": list(defines), "header": f"{unit}.h"}
    layout["role"] = role or layout["config"]
    for part in ("state", "in", "out"):
        struct = f"{unit}_{part}"
        if struct not in structs:
            raise LayoutError(f"{header}: no struct typedef {struct}")
        layout[part] = StructReader(structs, header, part == "state").leaves(struct)
        if not layout[part]:
            raise LayoutError(f"{header}: {struct} has no fields")
    both = {f["name"] for f in layout["in"]} & {f["name"] for f in layout["out"]}
    if both:
        raise LayoutError(f"{header}: '{min(both)}' is in {unit}_in and in {unit}_out; RTL ports need disjoint names")
    return layout


def main() -> int:
    parser = argparse.ArgumentParser(description="layout of a unit's structs as JSON")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("-I", dest="include_dirs", action="append", default=[])
    parser.add_argument("-D", dest="defines", action="append", default=[])
    parser.add_argument("--config")
    parser.add_argument("--role", help="name by which the models ask for it; by default that of the configuration")
    parser.add_argument("--rtl", help="SystemVerilog of the unit; the layout then lists its parameters")
    parser.add_argument("unit")
    parser.add_argument("header")
    args = parser.parse_args()
    try:
        layout = read_layout(args.unit, args.header, args.include_dirs, args.clang, args.defines, args.config,
                             args.role)
    except LayoutError as error:
        print(f"unit_layout: {error}", file=sys.stderr)
        return 2
    if args.rtl:
        with open(args.rtl, encoding="utf-8") as file:
            layout["parameters"] = re.findall(r"parameter\s+int\s+(\w+)", file.read())
    json.dump(layout, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
