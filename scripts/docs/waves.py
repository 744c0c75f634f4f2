# SPDX-License-Identifier: Apache-2.0
"""The waves of the datasheets are runs of the C, cycle by cycle: a wave says what its unit does.

usage: waves.py [--write] [PAGE]...   by default every page of a unit in docs/reference/units

A wave is a fenced block of WaveJSON in the page of its unit. Its signals are `clk` and ports; "name[2]" is an element
of an array, the whole of one is its packed port. Values are hexadecimal; an input that is not shown, and x, is 0. The
run begins at reset. Further keys, which drawing tools ignore:

    "of"       configuration of the unit, by default the one of its name, else its first
    "always"   {port: value} of inputs that no line shows
    "before"   [{port: value, "cycles": n}] inputs of cycles before those shown, one cycle where no number is given

Outputs that differ from the run are named, exit code 1. --write writes them as they are.
"""

import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scripts.circuit.configs import Config, ConfigError, find, include_directories, instances, of_unit
from scripts.circuit.unit_layout import Field, LayoutError, read_layout

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs/reference/units"
FENCE = re.compile(r"^```wavedrom\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELEMENT = re.compile(r"(\w+)\[(\d+)\]")
FUNCTIONS = ("reset", "outputs", "step")
# The unit, and how long its state is.
SHIM = """#include "{0}.c"
unsigned long state_bytes(void);
unsigned long state_bytes(void) {{ return sizeof({0}_state); }}
"""
Wave = dict[str, Any]


class WaveError(Exception):
    """A wave that cannot be run; the text says why."""


def compiler(*arguments: str) -> None:
    done = subprocess.run([os.environ.get("CC", "gcc"), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise WaveError(done.stderr.strip())


def structure(fields: list[Field]) -> type[ctypes.Structure]:
    """A struct of the contract."""
    integers = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32, 8: ctypes.c_uint64}
    members = [(field["name"], integers[field["bytes"]] * field["elements"] if field["elements"]
                else integers[field["bytes"]]) for field in fields]
    return type("Pins", (ctypes.Structure,), {"_fields_": members})


class Model:
    """The C of a configuration."""

    def __init__(self, config: Config, work: Path) -> None:
        unit = config.unit
        folders = [str(folder) for folder in include_directories(ROOT)]
        layout = read_layout(unit, str(ROOT / f"hls/{unit}/{unit}.h"), folders, os.environ.get("CLANG", "clang-19"),
                             config.sizes)
        self.fields = {field["name"]: field for part in ("in", "out") for field in layout[part]}
        self.inputs = {field["name"] for field in layout["in"]}
        self._in, self._out = structure(layout["in"]), structure(layout["out"])
        shim, library = work / "shim.c", work / "unit.so"
        shim.write_text(SHIM.format(unit), encoding="utf-8")
        compiled = ["-std=c11", "-fPIC", *(f"-D{size}" for size in config.sizes), *(f"-I{name}" for name in folders)]
        objects = []
        for part in instances(unit):
            name = part.config.unit
            renamed = [f"{name}_{f}={part.config.name}_{f}" for f in FUNCTIONS if name != part.config.name]
            objects.append(str(work / f"{part.name}.o"))
            compiler(*compiled, *(f"-D{d}" for d in [*part.sizes, *renamed]), "-c", str(ROOT / f"hls/{name}/{name}.c"),
                     "-o", objects[-1])
        compiler(*compiled, "-shared", str(shim), *objects, "-o", str(library))
        code = ctypes.CDLL(str(library))
        code.state_bytes.restype = ctypes.c_ulong
        self._functions = [getattr(code, f"{unit}_{name}") for name in FUNCTIONS]
        self._state = ctypes.create_string_buffer(code.state_bytes())

    def reset(self) -> None:
        self._functions[0](self._state)

    def place(self, name: str) -> tuple[Field, int | None]:
        """The port of a signal, and the element where it is one."""
        element = ELEMENT.fullmatch(name)
        port = element[1] if element else name
        if port not in self.fields:
            raise WaveError(f"no port '{name}'")
        field = self.fields[port]
        if element and int(element[2]) >= field["elements"]:
            raise WaveError(f"'{name}': the port has {field['elements']} elements")
        return field, int(element[2]) if element else None

    def bits(self, name: str) -> int:
        field, element = self.place(name)
        return int(field["width"] * (1 if element is not None else field["elements"] or 1))

    def _set(self, pins: Any, name: str, value: int) -> None:
        field, element = self.place(name)
        if value >> self.bits(name):
            raise WaveError(f"'{name}': {value:x} has more than its {self.bits(name)} bits")
        if not field["elements"]:
            setattr(pins, field["name"], value)
        elif element is not None:
            getattr(pins, field["name"])[element] = value
        else:
            for i in range(field["elements"]):
                getattr(pins, field["name"])[i] = value >> i * field["width"] & (1 << field["width"]) - 1

    def cycle(self, values: dict[str, int], wanted: list[str]) -> dict[str, int]:
        """The outputs of a cycle with these inputs, and its edge."""
        into, out, found = self._in(), self._out(), {}
        for name, value in values.items():
            self._set(into, name, value)
        self._functions[1](self._state, ctypes.byref(out))
        for name in wanted:
            field, element = self.place(name)
            pin = getattr(out, field["name"])
            words: list[int] = list(pin) if field["elements"] else [pin]
            found[name] = words[element] if element is not None else sum(
                word << i * field["width"] for i, word in enumerate(words))
        self._functions[2](self._state, ctypes.byref(into), ctypes.byref(out))
        return found


class Models:
    """Those of a page, each compiled once."""

    def __init__(self, unit: str, work: Path) -> None:
        self._unit, self._work = unit, work
        self._made: dict[str, Model] = {}

    def get(self, name: str | None) -> Model:
        known = [config.name for config in of_unit(self._unit)]
        chosen = name or (self._unit if self._unit in known else known[0])
        if chosen not in self._made:
            work = self._work / chosen
            work.mkdir()
            self._made[chosen] = Model(find(chosen), work)
        self._made[chosen].reset()
        return self._made[chosen]


def values_of(signal: Wave, cycles: int) -> list[int]:
    """Of an input, in each cycle."""
    data = iter(signal.get("data", []))
    values: list[int] = []
    for cycle, letter in enumerate(signal["wave"].ljust(cycles, ".")):
        if letter == "." and cycle:
            values.append(values[-1])
        elif letter in "01x":
            values.append(int(letter == "1"))
        elif letter in "=23456789":
            values.append(int(next(data, "none"), 16))
        else:
            raise WaveError(f"'{signal['name']}': '{letter}' in a wave, expected 0, 1, x, = or .")
    return values


def drawn(name: str, values: list[int], bits: int) -> Wave:
    """The line of an output."""
    wave, data = "", []
    for cycle, value in enumerate(values):
        if cycle and value == values[cycle - 1]:
            wave += "."
        elif bits == 1:
            wave += str(value)
        else:
            wave += "="
            data.append(f"{value:X}")
    return {"name": name, "wave": wave, **({"data": data} if data else {})}


def given(line: dict[str, int | str]) -> dict[str, int]:
    """Values of a line that is not drawn: numbers, or texts, which are hexadecimal as those of a wave."""
    return {name: value if isinstance(value, int) else int(value, 16) for name, value in line.items()}


def run(wave: Wave, model: Model) -> Wave:
    """The wave as its unit's C has it."""
    signals = [signal for signal in wave["signal"] if signal]
    if not signals or signals[0].get("name") != "clk" or not re.fullmatch(r"p\.+", signals[0].get("wave", "")):
        raise WaveError("the first signal is no clk of a wave p....")
    cycles, always = len(signals[0]["wave"]), given(wave.get("always", {}))
    outputs = [s["name"] for s in signals[1:] if model.place(s["name"])[0]["name"] not in model.inputs]
    shown = {s["name"]: values_of(s, cycles) for s in signals[1:] if s["name"] not in outputs}
    for line in map(given, wave.get("before", [])):
        for _ in range(line.get("cycles", 1)):
            model.cycle(always | {name: value for name, value in line.items() if name != "cycles"}, [])
    rows = [model.cycle(always | {name: values[cycle] for name, values in shown.items()}, outputs)
            for cycle in range(cycles)]
    lines = [signal if not signal or signal["name"] not in outputs else
             drawn(signal["name"], [row[signal["name"]] for row in rows], model.bits(signal["name"]))
             for signal in wave["signal"]]
    return wave | {"signal": lines}


def text_of_rest(value: Any) -> str:
    if not isinstance(value, list):
        return json.dumps(value)
    return "[\n" + ",\n".join(f"  {json.dumps(line)}" for line in value) + "]"


def text_of(wave: Wave) -> str:
    """A signal to a line."""
    rows = ",\n".join(f"  {json.dumps(signal)}" for signal in wave["signal"])
    rest = "".join(f",\n {json.dumps(key)}: {text_of_rest(value)}" for key, value in wave.items() if key != "signal")
    return f'{{"signal": [\n{rows}]{rest}}}\n'


def differences(page: Path, line: int, old: Wave, new: Wave) -> list[str]:
    return [f"{page}:{line}: {b['name']} is {b['wave']} {' '.join(b.get('data', []))}".rstrip()
            + f", not {a.get('wave', '')} {' '.join(a.get('data', []))}".rstrip()
            for a, b in zip(old["signal"], new["signal"]) if a != b]


def check(page: Path, write: bool) -> list[str]:
    """What is wrong with the waves of a page; or they are written."""
    text, found = page.read_text(encoding="utf-8"), []
    with tempfile.TemporaryDirectory() as folder:
        models = Models(page.stem, Path(folder))
        for fence in FENCE.finditer(text):
            line = text.count("\n", 0, fence.start()) + 1
            try:
                old = json.loads(fence[1])
                new = run(old, models.get(old.get("of")))
            except (WaveError, ConfigError, LayoutError, ValueError) as error:
                found.append(f"{page}:{line}: {error}")
                continue
            if write:
                page.write_text(page.read_text(encoding="utf-8").replace(fence[1], text_of(new)), encoding="utf-8")
            else:
                found += differences(page, line, old, new)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="waves of the datasheets")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("page", nargs="*", type=Path)
    options = parser.parse_args()
    pages = options.page or sorted(page for page in PAGES.glob("*.md") if (ROOT / "hls" / page.stem).is_dir())
    found = [line for page in pages for line in check(page, options.write)]
    count = sum(len(FENCE.findall(page.read_text(encoding="utf-8"))) for page in pages)
    print("\n".join([*found, f"{'FAIL' if found else 'PASS'} waves: {count} on {len(pages)} pages, run by the C"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
