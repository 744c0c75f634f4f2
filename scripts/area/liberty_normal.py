# SPDX-License-Identifier: Apache-2.0
"""The Liberty files of one library as a single file in a form that Yosys, ABC and OpenSTA read alike.

Each tool reads its own part of the language: ABC no `pin (A, B)`, Yosys no flip-flop whose next state is negated, none
of them names of other characters than an identifier's. So files become one, groups of several pins one group each,
names plain, and functions of one form; a flip-flop that keeps the negated value is written as one that keeps the value
under its other name. Cells that are no logic to choose from (clock gates, isolation, level shifters, `dont_use`, cells
of several bits, fillers) are left out, and so is all that the flow does not ask: it has no wires, corners or states of
pins.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from . import boolean
from .errors import AreaError
from .liberty_text import Attribute, Group, bare, parse, read

FUNCTIONS = ("function", "three_state", "next_state", "clocked_on", "clear", "preset", "enable", "data_in")
# What stays of a group of this name: attributes and groups. Of other groups everything stays.
KEPT = {
    "library": (r"delay_model|\w+_unit|nom_\w+|\w+_threshold_pct_\w+|slew_\w+|"
                r"default_(cell_leakage_power|fanout_load|max_\w+|\w+_pin_cap)",
                r"lu_table_template|power_lut_template"),
    "cell": (r"area|cell_leakage_power", r"pin|ff|latch|leakage_power"),
    "pin": (r"direction|function|three_state|clock|(rise_|fall_)?capacitance|max_\w+", r"timing|internal_power"),
    "timing": (r"related_pin|related_output_pin|timing_\w+|intrinsic_\w+|\w+_resistance|slope_\w+",
               r"(cell|retaining)_(rise|fall)|(rise|fall)_(transition|constraint)"),
    "internal_power": (r"related_pin|related_pg_pin", r"(rise|fall)_power|power"),
}
POWER = ("internal_power", "leakage_power", "power_lut_template")
# The same in all files of a library
SHARED = {"time_unit": "1ns", "capacitive_load_unit": "1 pf", "voltage_unit": "1V", "leakage_power_unit": "1nW",
          "nom_voltage": ""}
OTHER_NAME = {"H": "L", "L": "H", "X": "X", "N": "N", "T": "T"}  # clear_preset_var1 of the negated value


@dataclass
class Normal:
    """The library, for the tools without what they do not need: energies."""
    library: Group
    left_out: list[str]  # cells


def plain(name: str, taken: Iterable[str]) -> str:
    """An identifier for the name, other than those taken."""
    bare_name = re.sub(r"\W", "_", name.replace("\\", ""))
    base = bare_name if re.match(r"[A-Za-z_]", bare_name) else f"_{bare_name}"
    found, number = base, 2
    while found in taken:
        found, number = f"{base}_{number}", number + 1
    return found


def no_logic(cell: Group) -> bool:
    """A cell that synthesis is not to choose, or that one of the tools cannot."""
    said = cell.attributes
    pins = cell.named("pin")
    return (any(said.get(flag) == "true" for flag in
                ("dont_use", "is_isolation_cell", "is_level_shifter", "is_macro_cell", "is_clock_isolation_cell",
                 "always_on"))
            or "clock_gating_integrated_cell" in said or "retention_cell" in said
            or any(pin.attributes.get("always_on") == "true" for pin in pins)
            or any(cell.named(kind) for kind in ("bus", "bundle", "ff_bank", "latch_bank", "statetable"))
            or not any("function" in pin.attributes for pin in pins))


def renamed_functions(group: Group, names: dict[str, str], where: str) -> None:
    for item in group.items:
        if isinstance(item, Attribute) and item.name in FUNCTIONS:
            try:
                item.text = f'"{boolean.written(boolean.parse(bare(item.text)), names)}"'
            except AreaError as error:
                raise AreaError(f"{where}: {error}") from error
        elif isinstance(item, Attribute) and item.name in ("related_pin", "related_output_pin"):
            pins = re.findall(r'\\"([^"\\]*)\\"|([^\s"]+)', bare(item.text))
            found = [name.replace("\\", "") for pair in pins for name in pair if name]
            item.text = f'"{" ".join(names.get(name, name) for name in found)}"'
        elif isinstance(item, Group):
            renamed_functions(item, names, where)


def upright(register: Group) -> None:
    """A flip-flop whose next state is negated, under the names of the value it keeps and of its complement."""
    found = {item.name: item for item in register.items if isinstance(item, Attribute)}
    state = found.get("next_state")
    if state is None or not re.fullmatch(r'"!\w+"', state.text) or len(register.arguments) != 2:
        return
    state.text = state.text.replace("!", "", 1)
    register.arguments.reverse()
    for one, other in (("clear", "preset"), ("clear_preset_var1", "clear_preset_var2")):
        for here, there in ((one, other), (other, one)):
            if here in found:
                found[here].name = there
    for name in ("clear_preset_var1", "clear_preset_var2"):
        if name in found:
            found[name].text = OTHER_NAME.get(bare(found[name].text), found[name].text)
    register.__dict__.pop("attributes", None)


def kept(group: Group) -> list[Attribute | Group]:
    if group.name not in KEPT:
        return group.items
    attributes, groups = KEPT[group.name]
    return [item for item in group.items
            if re.fullmatch(groups if isinstance(item, Group) else attributes, item.name)]


def grounds(cell: Group) -> set[str]:
    return {" ".join(pin.arguments) for pin in cell.named("pg_pin") if "ground" in pin.attributes.get("pg_type", "")}


def without_grounds(group: Group, ground: set[str]) -> Group:
    """What flows to a ground pin has come from a supply, and counts there."""
    return Group(group.name, group.arguments,
                 [without_grounds(item, ground) if isinstance(item, Group) and item.name == "pin" else item
                  for item in group.items
                  if not (isinstance(item, Group) and item.attributes.get("related_pg_pin") in ground)])


def pruned(group: Group) -> Group:
    return Group(group.name, group.arguments,
                 [pruned(item) if isinstance(item, Group) else Attribute(item.name, item.text, item.listed)
                  for item in kept(group)])


def normal_cell(cell: Group, name: str, where: str) -> Group:
    """A copy with one group for each pin, plain names and functions of one form."""
    ground = grounds(cell)
    result = pruned(without_grounds(cell, ground) if ground else cell)
    names: dict[str, str] = {}
    items: list[Attribute | Group] = []
    for item in result.items:
        if not isinstance(item, Group) or item.name != "pin":
            items.append(item)
            continue
        if not item.arguments:
            raise AreaError(f"{where}: a pin without a name: expected pin (NAME)")
        for number, pin in enumerate(item.arguments):
            pin = pin.replace("\\", "")
            if pin in names:
                raise AreaError(f"{where}: pin {pin} is there twice: expected one group for it")
            names[pin] = plain(pin, names.values())
            items.append(Group("pin", [names[pin]], pruned(item).items if number else item.items))
    registers = [item for item in items if isinstance(item, Group) and item.name in ("ff", "latch")]
    for register in registers:
        for variable in map(bare, register.arguments):
            names.setdefault(variable, plain(variable, names.values()))
        register.arguments = [names[bare(variable)] for variable in register.arguments]
    result.items, result.arguments = items, [name]
    renamed_functions(result, names, where)
    for register in registers:
        upright(register)
    if "area" not in result.attributes:
        raise AreaError(f"{where}: no area: expected the attribute area")
    return result


def templates(library: Group, known: dict[str, Group]) -> tuple[list[Group], dict[str, str]]:
    """Those that no file before has, and the names of those that another file has otherwise."""
    new, names = [], {}
    for group in library.groups:
        if not group.name.endswith("_template") or not group.arguments:
            continue
        name = group.arguments[0]
        if name in known and known[name] != group:
            names[name] = plain(name, known)
            group = Group(group.name, [names[name]], group.items)
        if group.arguments[0] not in known:
            new.append(pruned(group))
        known[group.arguments[0]] = group
    return new, names


def with_templates(group: Group, names: dict[str, str]) -> None:
    for item in group.groups:
        item.arguments = [names.get(argument, argument) for argument in item.arguments]
        with_templates(item, names)


def library_of(path: Path) -> Group:
    libraries = parse(read(path), path).named("library")
    if len(libraries) != 1:
        raise AreaError(f"{path}: {'not a Liberty file (no library group)' if not libraries else 'two libraries'}: "
                        "expected one library group")
    return libraries[0]


def normalise(paths: list[Path]) -> Normal:
    libraries = [library_of(path) for path in paths]
    first = libraries[0]
    common = os.path.commonprefix([" ".join(library.arguments) for library in libraries]).rstrip("_ ")
    result = Group("library", [plain(common or paths[0].stem, [])],
                   [item for item in pruned(first).items if isinstance(item, Attribute)])
    known: dict[str, Group] = {}
    cells: dict[str, Path] = {}
    names: dict[str, str] = {}  # of cells as in the file
    left_out: list[str] = []
    for path, library in zip(paths, libraries):
        for unit, usual in SHARED.items():
            here, there = (" ".join(lib.attributes.get(unit, usual).replace(",", " ").split()).lower()
                           for lib in (library, first))
            if here != there:
                raise AreaError(f"{path}: {unit} {here or 'not given'}; {paths[0]} has {there or 'none'}: "
                                "expected files of one library")
        new, other_names = templates(library, known)
        result.items += new
        for cell in library.named("cell"):
            name = " ".join(cell.arguments)
            if name in cells:
                raise AreaError(f"{path}: cell {name} is also in {cells[name]}: expected one of them")
            cells[name] = path
            if no_logic(cell):
                left_out.append(name)
                continue
            names[name] = plain(name, names.values())
            normal = normal_cell(cell, names[name], f"{path}: cell {name}")
            with_templates(normal, other_names)
            result.items.append(normal)
    return Normal(result, left_out)


def without_power(group: Group) -> Group:
    return Group(group.name, group.arguments,
                 [without_power(item) if isinstance(item, Group) else item for item in group.items
                  if not (isinstance(item, Group) and item.name in POWER)])


def only_power(library: Group) -> Group:
    """What energy.py asks: no delays."""
    def rest(group: Group) -> Group:
        return Group(group.name, group.arguments,
                     [rest(item) if isinstance(item, Group) else item for item in group.items
                      if not (isinstance(item, Group) and item.name == "timing")])
    return rest(library)
