# SPDX-License-Identifier: Apache-2.0
"""A unit with registers, from one description: C, RTL, the map for drivers, the table of the datasheet.

    registers.py FILE.csv write|check

FILE.csv lies in the folder of the unit, hls/<unit>/, and says what its columns are. Written are hls/<unit>/<unit>.h,
<unit>.c and <unit>_map.h, rtl/<unit>.sv, and in docs/reference/units/<unit>.md the table between its marks.
check says which of them are not what the description makes.
"""

from __future__ import annotations

import csv
import os
import pathlib
import subprocess
import sys
from itertools import groupby

from scripts.gen.registers_c import header, source
from scripts.gen.registers_field import SIZE, Field, bound
from scripts.gen.registers_rtl import module
from scripts.output import files

ROOT = pathlib.Path(__file__).resolve().parents[2]
ACCESSES = ("rw", "ro", "const", "start", "command")
WORD = 32


class DescriptionError(Exception):
    """A line of the description is not in order."""


def number(text: str, what: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise DescriptionError(f"{what} {text!r} is no number") from None


def read(path: pathlib.Path) -> list[Field]:
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    fields = []
    for row in csv.DictReader(lines):
        field = Field(number(row["offset"], "offset"), row["register"], row["count"], row["field"],
                      number(row["low"], "low"), number(row["width"], "width"), row["access"],
                      number(row["reset"] or "0", "reset"), row["meaning"], row["limit"] or "")
        if field.access not in ACCESSES:
            raise DescriptionError(f"{field.name}: access {field.access!r} is none of {', '.join(ACCESSES)}")
        if field.offset % 4 or field.low < 0 or field.width < 1 or field.low + field.width > WORD:
            raise DescriptionError(f"{field.name}: does not lie in a word")
        if field.reset >> field.width or (field.acts and field.width != 1):
            raise DescriptionError(f"{field.name}: too wide, or too narrow for its reset value")
        kind, size = bound(field)
        if field.limit and (field.access != "rw" or kind not in ("bits", "below") or not SIZE.fullmatch(size)):
            raise DescriptionError(f"{field.name}: limit {field.limit!r}: expected bits or below, and a size, of rw")
        fields.append(field)
    for offset, group in groupby(fields, lambda field: field.offset):
        taken = 0
        for field in group:
            mask = ((1 << field.width) - 1) << field.low
            if taken & mask:
                raise DescriptionError(f"{field.register}: two fields in one bit")
            taken |= mask
    if [field.offset for field in fields] != sorted(field.offset for field in fields):
        raise DescriptionError("the offsets do not rise")
    return fields


def driver_map(unit: str, fields: list[Field]) -> str:
    """Offsets, shifts and masks, for C and assembler alike."""
    guard = f"GMMU_{unit.upper()}_MAP_H"
    lines = ["/* SPDX-License-Identifier: Apache-2.0 */",
             f"/* The map of {unit} for drivers, made by scripts/gen/registers.py: offsets in bytes; where a field"
             " begins, and", " * its bits there. */", f"#ifndef {guard}", f"#define {guard}", ""]
    for register, group in groupby(fields, lambda field: field.register):
        members = list(group)
        lines.append(f"#define MMU_{register} 0x{members[0].offset:02X}U")
        for field in members:
            mask = ((1 << field.width) - 1) << field.low
            lines += [f"#define MMU_{field.name.upper()}_AT {field.low}",
                      f"#define MMU_{field.name.upper()}_MASK 0x{mask:08X}U"]
    return "\n".join([*lines, "", "#endif", ""])


def table(fields: list[Field]) -> str:
    """Offset and name stand in the first row of a register; a reset value where it is not 0."""
    lines = ["| register | bits | field | access | meaning |", "| --- | --- | --- | --- | --- |"]
    named = ""
    for field in fields:
        size = field.count.removeprefix("GMMU_")
        first, count = (" + 4 × level", f", {size} of them") if field.is_array else ("", "")
        register = "" if field.register == named else f"0x{field.offset:02X}{first} `{field.register}`{count}"
        named = field.register
        high = field.low + field.width - 1
        bits = f"{high}:{field.low}" if field.width > 1 else f"{high}"
        kind, size = bound(field)
        size = size.replace("GMMU_", "")
        limit = f", below {'2^' if kind == 'bits' else ''}{f'({size})' if ' ' in size else size}" if field.limit else ""
        reset = f", reset 0x{field.reset:X}" if field.reset else ""
        lines.append(f"| {register} | {bits} | `{field.name}` | {field.access}{limit}{reset} | {field.meaning} |")
    return "\n".join(lines)


def in_marks(text: str, content: str) -> str:
    begin, end = "<!-- registers: begin -->\n", "\n<!-- registers: end -->"
    head, mark, rest = text.partition(begin)
    _, closing, tail = rest.partition(end)
    if not mark or not closing:
        raise DescriptionError(f"the datasheet has no lines {begin.strip()} and {end.strip()}")
    return head + begin + content + end + tail


def formatted(text: str, name: str) -> str:
    tool = os.environ.get("CLANG_FORMAT", "clang-format-19")
    run = subprocess.run([tool, f"--assume-filename={ROOT / name}"], input=text, capture_output=True, text=True,
                         check=True)
    return run.stdout


def outputs(path: pathlib.Path) -> dict[str, str]:
    unit = path.resolve().parent.name
    fields = read(path)
    made = {f"hls/{unit}/{unit}.h": header(unit, fields), f"hls/{unit}/{unit}.c": source(unit, fields),
            f"hls/{unit}/{unit}_map.h": driver_map(unit, fields)}
    made = {name: formatted(text, name) for name, text in made.items()}
    made[f"rtl/{unit}.sv"] = module(unit, fields)
    datasheet = f"docs/reference/units/{unit}.md"
    made[datasheet] = in_marks((ROOT / datasheet).read_text(), table(fields))
    return made


def main() -> int:
    if len(sys.argv) != 3 or sys.argv[2] not in ("write", "check"):
        print("usage: registers.py FILE.csv write|check", file=sys.stderr)
        return 2
    path = pathlib.Path(sys.argv[1])
    try:
        made = outputs(path)
    except (DescriptionError, KeyError, OSError, subprocess.CalledProcessError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    old = [name for name, text in made.items() if not (ROOT / name).exists() or (ROOT / name).read_text() != text]
    if sys.argv[2] == "check":
        for name in old:
            print(f"{name}: not what {path} makes; python3 -m scripts.gen.registers {path} write")
        print(f"{'FAIL' if old else 'PASS'} registers: {len(made)} files of {path}")
        return 1 if old else 0
    files.write_all({ROOT / name: made[name] for name in old})
    for name in old:
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(files.program("registers", main))
