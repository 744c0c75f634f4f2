# SPDX-License-Identifier: Apache-2.0
"""The hardware units as C, stepped from Python: pins and registers by the names of docs/reference/units/.

    cache = Unit("bypass_cache")
    cache.step(fill_valid=1, fill_asid=1, fill_vpn=5, fill_ppn=9)
    print(cache.step(lk0_valid=1, lk0_asid=1, lk0_vpn=5).a0_ppn)
"""

from __future__ import annotations

import ctypes
import difflib
import functools
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import program
from .errors import GmmuError, NotFound, UnitError

LIBRARY = "libopengmmu-units.so.1"
Value = int | list[int]
_Pointer = ctypes.c_void_p


class _Size(ctypes.Structure):  # unit_size of models/units/unit.h
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_uint32)]


class _Ops(ctypes.Structure):  # unit_ops
    _fields_ = [
        ("name", ctypes.c_char_p), ("rtl", ctypes.c_bool), ("in_bytes", ctypes.c_size_t),
        ("out_bytes", ctypes.c_size_t), ("create", ctypes.CFUNCTYPE(_Pointer)),
        ("destroy", ctypes.CFUNCTYPE(None, _Pointer)), ("reset", ctypes.CFUNCTYPE(None, _Pointer)),
        ("outputs", ctypes.CFUNCTYPE(None, _Pointer, _Pointer)),
        ("step", ctypes.CFUNCTYPE(None, _Pointer, _Pointer, _Pointer)), ("unit", ctypes.c_char_p),
        ("sizes", ctypes.POINTER(_Size)), ("own", _Pointer),
    ]


class _Pin(ctypes.Structure):  # unit_pin of models/units/unit_pins.h
    _fields_ = [("name", ctypes.c_char_p), ("offset", ctypes.c_size_t), ("bytes", ctypes.c_uint32),
                ("width", ctypes.c_uint32), ("elements", ctypes.c_uint32)]


class _Pins(ctypes.Structure):  # unit_pins
    _fields_ = [("name", ctypes.c_char_p), ("inputs", ctypes.POINTER(_Pin)), ("outputs", ctypes.POINTER(_Pin)),
                ("state", ctypes.POINTER(_Pin))]


def _places() -> Iterator[Path]:
    given = os.environ.get("GMMU_UNITS")
    if given:
        yield Path(given)
        return
    yield program.HERE / "built" / LIBRARY
    try:
        gmmu = program.find()
        yield gmmu.parent / LIBRARY
        yield gmmu.parent.parent / "lib" / LIBRARY
    except NotFound:
        pass
    for folder in (*program.HERE.parents, Path.cwd(), *Path.cwd().parents):
        if (folder / "rtl").is_dir():
            yield folder / "build" / LIBRARY


@functools.lru_cache(maxsize=None)
def _open(path: Path) -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(str(path))
        library.gmmu_unit_find.restype = ctypes.POINTER(_Ops)
        library.gmmu_unit_find.argtypes = [ctypes.c_char_p, ctypes.c_bool]
        library.gmmu_unit_pins_find.restype = ctypes.POINTER(_Pins)
        library.gmmu_unit_pins_find.argtypes = [ctypes.c_char_p]
        library.gmmu_unit_builds.restype = ctypes.POINTER(ctypes.POINTER(_Ops))
        library.gmmu_unit_builds.argtypes = [ctypes.c_bool]
    except (OSError, AttributeError) as error:
        raise NotFound(f"{path}: {error}: expected {LIBRARY} of `make python`") from None
    return library


def _library() -> ctypes.CDLL:
    for path in _places():
        if path.is_file():
            return _open(path.resolve())
    raise NotFound(f"no {LIBRARY}: expected it next to the package opengmmu or to gmmu, in build/ of a clone (make "
                   "python), or where $GMMU_UNITS says")


def names() -> list[str]:
    """All units at all their sizes."""
    found, builds = [], _library().gmmu_unit_builds(False)
    for ops in builds:
        if not ops:
            break
        found.append(ops.contents.name.decode())
    return sorted(found)


@dataclass(frozen=True)
class Pin:
    """A pin or register: its bits, and 0 or the number of its elements."""

    name: str
    width: int
    elements: int
    offset: int
    bytes: int

    def read(self, buffer: Any) -> Value:
        values = [int.from_bytes(buffer[at:at + self.bytes], sys.byteorder) for at in self._places()]
        return values if self.elements else values[0]

    def write(self, buffer: Any, value: object, unit: str) -> None:
        given = value if self.elements and isinstance(value, (list, tuple)) else [value]
        if len(given) != (self.elements or 1) or bool(self.elements) != isinstance(value, (list, tuple)):
            wants = f"a list of {self.elements} numbers" if self.elements else "one number"
            raise UnitError(f"{unit}: {self.name} = {value}: expected {wants}")
        for at, number in zip(self._places(), given):
            if not isinstance(number, int) or not 0 <= number < 1 << self.width:
                raise UnitError(f"{unit}: {self.name} = {number}: expected 0 to {(1 << self.width) - 1}")
            buffer[at:at + self.bytes] = int(number).to_bytes(self.bytes, sys.byteorder)

    def _places(self) -> range:
        return range(self.offset, self.offset + self.bytes * (self.elements or 1), self.bytes)


def _pins(listed: Any) -> dict[str, Pin]:
    made = {}
    for pin in listed:
        if not pin.name:
            break
        name = pin.name.decode()
        made[name] = Pin(name, pin.width, pin.elements, pin.offset, pin.bytes)
    return made


class Pins(Mapping[str, Value]):
    """Values at one moment, by name: `pins.a0_hit`, `pins["a0_hit"]`."""

    def __init__(self, values: Mapping[str, Value], unit: str):
        self._values = dict(values)
        self._unit = unit

    def __getitem__(self, name: str) -> Value:
        if name not in self._values:
            raise KeyError(_unknown(self._unit, name, self._values))
        return self._values[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._values:
            raise AttributeError(_unknown(self.__dict__.get("_unit", ""), name, self.__dict__.get("_values", {})))
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._values})

    def __repr__(self) -> str:
        return f"<{self._unit}: " + ", ".join(f"{name}={value}" for name, value in self._values.items()) + ">"


def _unknown(unit: str, name: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"{unit}: {name}: expected one of its pins" + (f"; did you mean '{near[0]}'?" if near else "")


class Unit:
    """A unit in C, after reset. `inputs`, `outputs` and `registers` describe its pins and registers, `sizes` its
    parameters."""

    def __init__(self, name: str):
        library = _library()
        ops = library.gmmu_unit_find(name.encode(), False)
        pins = library.gmmu_unit_pins_find(name.encode())
        if not ops or not pins:
            near = difflib.get_close_matches(name, names(), 1)
            raise UnitError(f"unit '{name}': expected one of {', '.join(names())}"
                            + (f"; did you mean '{near[0]}'?" if near else ""))
        self._unit: int | None = None
        self.name = name
        self._ops = ops.contents
        self.inputs = _pins(pins.contents.inputs)
        self.outputs = _pins(pins.contents.outputs)
        self.registers = _pins(pins.contents.state)
        self.sizes: dict[str, int] = {}
        for size in self._ops.sizes:
            if not size.name:
                break
            self.sizes[size.name.decode()] = size.value
        self._out = ctypes.create_string_buffer(self._ops.out_bytes)
        self._unit = self._ops.create()
        if not self._unit:
            raise GmmuError(f"{name}: out of memory")
        self.cycle = 0

    def reset(self) -> None:
        self._ops.reset(self._unit)
        self.cycle = 0

    @property
    def out(self) -> Pins:
        """The output pins now."""
        self._ops.outputs(self._unit, self._out)
        raw = self._out.raw
        return Pins({name: pin.read(raw) for name, pin in self.outputs.items()}, self.name)

    def step(self, pins: Mapping[str, object] | None = None, **more: object) -> Pins:
        """One clock edge with these input pins, all others 0; the output pins after it. An array takes a list. A name
        with a dot stands in `pins`."""
        buffer = bytearray(self._ops.in_bytes)
        for name, value in {**(pins or {}), **more}.items():
            if name not in self.inputs:
                raise UnitError(_unknown(self.name, name, self.inputs))
            self.inputs[name].write(buffer, value, self.name)
        given = (ctypes.c_char * len(buffer)).from_buffer(buffer)
        self._ops.step(self._unit, given, self._out)
        self.cycle += 1
        return self.out

    @property
    def state(self) -> Pins:
        """The registers now."""
        size = max((pin.offset + pin.bytes * (pin.elements or 1) for pin in self.registers.values()), default=0)
        raw = ctypes.string_at(self._unit, size) if self._unit else b""
        return Pins({name: pin.read(raw) for name, pin in self.registers.items()}, self.name)

    def __del__(self) -> None:
        if getattr(self, "_unit", None):
            self._ops.destroy(self._unit)
            self._unit = None

    def __repr__(self) -> str:
        return f"<Unit {self.name}: {len(self.inputs)} inputs, {len(self.outputs)} outputs, cycle {self.cycle}>"
