# SPDX-License-Identifier: Apache-2.0
"""Writes traces as Accel-Sim's tracer does, version 4, or packed (docs/reference/trace-format.md).

    with Writer("traces/mine") as trace:
        with trace.kernel("query", grid=4, block=64) as kernel:
            for block in range(4):
                for number in range(2):
                    warp = kernel.warp(block, number)
                    warp.load([0x7F0000000000 + 4 * lane for lane in range(32)], to=4)
                    warp.compute("FADD", to=6, of=4)
    gmmu run --app trace:traces/mine
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO

from .errors import TraceError
from .program import Name, call

LANES = 32
ALL_LANES = 0xFFFFFFFF
MAX_ADDRESS = 1 << 48
MAX_REGISTERS = 8   # that an instruction names on a side
MAX_WARPS = 64      # of a block
LAST_REGISTER = 255
MAX_THREADS = MAX_WARPS * LANES
MAX_GRID = (2147483647, 65535, 65535)
SUFFIX = ".tracep"
OPCODE = re.compile(r"[A-Z][A-Z0-9]*(\.[A-Za-z0-9_]+)*")
NAME = re.compile(r"[!-~]([ -~]*[!-~])?")
BYTES = {1: ".U8", 2: ".U16", 4: "", 8: ".64", 16: ".128"}  # of an access: the end of its opcode
HEADER = """-kernel name = {name}
-kernel id = {number}
-grid dim = ({grid[0]},{grid[1]},{grid[2]})
-block dim = ({block[0]},{block[1]},{block[2]})
-shmem = {shared}
-nregs = {registers}
-binary version = 80
-cuda stream id = 0
-shmem base_addr = 0x00007f5000000000
-local mem base_addr = 0x00007f4000000000
-nvbit version = 1.5.5
-accelsim tracer version = 4
#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]

"""

Registers = int | Iterable[int]
Extent = int | Sequence[int]


def _checked(what: str, value: int, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise TraceError(f"{what} {value}: expected {least} to {most}")
    return value


def _extent(what: str, given: Extent, most: Sequence[int]) -> tuple[int, int, int]:
    sides = [given] if isinstance(given, int) else list(given)
    if not 1 <= len(sides) <= 3:
        raise TraceError(f"{what} {given}: expected one to three numbers")
    sides += [1] * (3 - len(sides))
    for side, limit in zip(sides, most):
        _checked(what, side, 1, limit)
    return sides[0], sides[1], sides[2]


def _registers(given: Registers) -> list[int]:
    listed = [given] if isinstance(given, int) else list(given)
    if len(listed) > MAX_REGISTERS:
        raise TraceError(f"{len(listed)} registers: expected {MAX_REGISTERS} at most")
    return [_checked("register R", number, 0, LAST_REGISTER) for number in listed]


def _addresses(given: Sequence[int], lanes: int) -> str:
    """In the shortest of the three modes: a stride, differences, or each by itself."""
    for address in given:
        _checked("address", address, 0, MAX_ADDRESS - 1)
    steps = [there - here for here, there in zip(given, given[1:])]
    adjacent = (lanes // (lanes & -lanes)) & (lanes // (lanes & -lanes) + 1) == 0
    if adjacent and len(set(steps)) <= 1:
        return f" 1 {given[0]:#x} {steps[0] if steps else 0}"
    short = f" 2 {given[0]:#x}" + "".join(f" {step}" for step in steps)
    plain = " 0" + "".join(f" {address:#x}" for address in given)
    return short if len(short) < len(plain) else plain


class Warp:
    """The instructions of one warp, in their order; EXIT is added at the end where it is missing."""

    def __init__(self, place: str):
        self._place = place
        self._open = True
        self._next_pc = 0
        self.lines: list[str] = []
        self._last = ""

    def instruction(self, opcode: str, *, to: Registers = (), of: Registers = (), lanes: int = ALL_LANES,
                    addresses: Sequence[int] | None = None, width: int = 0, pc: int | None = None) -> None:
        """Any SASS instruction: writes the registers `to`, reads the registers `of`; the active `lanes` as a mask;
        of a memory access the address of each active lane and the bytes of each. `pc` counts on by itself."""
        if not self._open:
            raise TraceError(f"{self._place}: expected no instruction after the end of the block")
        if not OPCODE.fullmatch(opcode):
            raise TraceError(f"{self._place}: opcode '{opcode}': expected a mnemonic of SASS such as LDG.E")
        try:
            written, read = _registers(to), _registers(of)
            _checked("lanes", lanes, 0, ALL_LANES)
            pc = _checked("pc", self._next_pc if pc is None else pc, 0, 0xFFFFFFFF)
            end = "0"
            if addresses is not None:
                if len(addresses) != lanes.bit_count():
                    raise TraceError(f"{len(addresses)} addresses: expected one for each of {lanes.bit_count()} lanes")
                if width not in BYTES:
                    raise TraceError(f"width {width}: expected 1, 2, 4, 8 or 16 bytes")
                end = f"{width}" + (_addresses(addresses, lanes) if addresses else " 0")
        except TraceError as error:
            raise TraceError(f"{self._place}: {opcode}: {error.line}") from None
        self._next_pc = pc + 16
        self._last = opcode
        self.lines.append(" ".join([f"{pc:04x} {lanes:08x} {len(written)}", *(f"R{r}" for r in written), opcode,
                                    f"{len(read)}", *(f"R{r}" for r in read), end]))

    def _access(self, opcode: str, addresses: Sequence[int], lanes: int | None, width: int, to: Registers,
                of: Registers) -> None:
        mask = (1 << len(addresses)) - 1 if lanes is None else lanes
        if len(addresses) > LANES:
            raise TraceError(f"{self._place}: {opcode}: {len(addresses)} addresses: expected {LANES} at most")
        self.instruction(opcode + BYTES.get(width, ""), to=to, of=of, lanes=mask, addresses=list(addresses),
                         width=width)

    def load(self, addresses: Sequence[int], *, to: Registers = 4, of: Registers = 2, width: int = 4,
             lanes: int | None = None) -> None:
        """From global memory: an address for each active lane (without `lanes` the first ones)."""
        self._access("LDG.E", addresses, lanes, width, to, of)

    def store(self, addresses: Sequence[int], *, of: Registers = (2, 4), width: int = 4,
              lanes: int | None = None) -> None:
        """To global memory; `of`: the registers of the address and the data."""
        self._access("STG.E", addresses, lanes, width, (), of)

    def compute(self, opcode: str = "FADD", *, to: Registers = 6, of: Registers = 4, lanes: int = ALL_LANES) -> None:
        self.instruction(opcode, to=to, of=of, lanes=lanes)

    def barrier(self) -> None:
        """Waits for all warps of the block."""
        self.instruction("BAR.SYNC")

    def end(self) -> list[str]:
        if self._last.split(".")[0] != "EXIT":
            self.instruction("EXIT")
        self._open = False
        return self.lines


class Kernel:
    """A kernel: its blocks one after the other, each once, in any order."""

    def __init__(self, file: IO[str], place: str, grid: tuple[int, int, int], threads: int):
        self._file = file
        self._place = place
        self._grid = grid
        self._warps = (threads + LANES - 1) // LANES
        self._block: tuple[int, int, int] | None = None
        self._open: dict[int, Warp] = {}
        self._done: set[tuple[int, int, int]] = set()

    def warp(self, block: Extent, number: int) -> Warp:
        """Warp `number` of a block, a number or (x, y, z). The block before it ends where another one begins."""
        sides = [block] if isinstance(block, int) else list(block)
        sides += [0] * (3 - len(sides))
        where = (sides[0], sides[1], sides[2])
        for side, count in zip(where, self._grid):
            _checked(f"{self._place}: block", side, 0, count - 1)
        _checked(f"{self._place}: warp", number, 0, self._warps - 1)
        if where != self._block:
            if where in self._done:
                raise TraceError(f"{self._place}: block {where}: expected each block once, and its warps together")
            self._end_block()
            self._block = where
        if number in self._open:
            raise TraceError(f"{self._place}: block {where}: expected warp {number} once")
        self._open[number] = Warp(f"{self._place}, block {where}, warp {number}")
        return self._open[number]

    def _end_block(self) -> None:
        if self._block is None:
            return
        self._file.write("#BEGIN_TB\n\nthread block = {},{},{}\n\n".format(*self._block))
        for number in sorted(self._open):
            lines = self._open[number].end()
            self._file.write(f"warp = {number}\ninsts = {len(lines)}\n" + "\n".join(lines) + "\n\n")
        self._file.write("#END_TB\n\n")
        self._done.add(self._block)
        self._block, self._open = None, {}

    def end(self) -> None:
        self._end_block()
        expected = self._grid[0] * self._grid[1] * self._grid[2]
        if len(self._done) != expected:
            raise TraceError(f"{self._place}: {len(self._done)} blocks: expected all {expected} of the grid")


class Writer:
    """A trace in a folder, or in one packed file if the name ends in .tracep (which needs gmmu). It appears when the
    `with` is over without one; an error leaves nothing."""

    def __init__(self, path: str | os.PathLike[str], gmmu: Name | None = None):
        self.path = Path(path)
        self._gmmu = gmmu
        self._kernels: list[str] = []
        self._busy = False
        if self.path.suffix != SUFFIX and self.path.exists() and not self.path.is_dir():
            raise TraceError(f"{self.path}: expected a folder, or a name that ends in {SUFFIX}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._scratch = tempfile.TemporaryDirectory(prefix=".trace-", dir=self.path.parent)
        except OSError as error:
            raise TraceError(f"cannot write '{self.path}': {error.strerror or error}") from None
        self._folder = Path(self._scratch.name, self.path.stem if self.path.suffix == SUFFIX else self.path.name)
        self._folder.mkdir()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 where: TracebackType | None) -> None:
        try:
            if kind is None:
                self._close()
        except OSError as failed:
            raise TraceError(f"cannot write '{self.path}': {failed.strerror or failed}") from None
        finally:
            self._scratch.cleanup()

    @contextlib.contextmanager
    def kernel(self, name: str, *, grid: Extent, block: Extent, registers: int = 32,
               shared: int = 0) -> Iterator[Kernel]:
        """`grid` in blocks, `block` in threads; registers of a thread, bytes of shared memory of a block."""
        if self._busy:
            raise TraceError(f"kernel {name}: expected the kernel before it to have ended")
        if not NAME.fullmatch(name):
            raise TraceError(f"kernel '{name}': expected a name of printable characters")
        number = len(self._kernels) + 1
        place = f"kernel {number} ({name})"
        sides = _extent(f"{place}: grid", grid, MAX_GRID)
        threads = _extent(f"{place}: block", block, (MAX_THREADS, MAX_THREADS, MAX_THREADS))
        count = threads[0] * threads[1] * threads[2]
        _checked(f"{place}: threads of a block", count, 1, MAX_THREADS)
        _checked(f"{place}: registers", registers, 1, LAST_REGISTER + 1)
        _checked(f"{place}: shared", shared, 0, (1 << 32) - 1)
        file_name = f"kernel-{number}.traceg"
        self._busy = True
        try:
            with (self._folder / file_name).open("w", encoding="utf-8") as file:
                file.write(HEADER.format(name=name, number=number, grid=sides, block=threads, shared=shared,
                                         registers=registers))
                kernel = Kernel(file, place, sides, count)
                yield kernel
                kernel.end()
        finally:
            self._busy = False
        self._kernels.append(file_name)

    def _close(self) -> None:
        if not self._kernels:
            raise TraceError(f"{self.path}: expected one kernel at least")
        (self._folder / "kernelslist.g").write_text("".join(f"{name}\n" for name in self._kernels), encoding="utf-8")
        if self.path.suffix == SUFFIX:
            call(["pack", f"trace:{self._folder}", str(self.path)], gmmu=self._gmmu)
            return
        self.path.mkdir(exist_ok=True)
        for name in [*self._kernels, "kernelslist.g"]:  # the list last
            shutil.move(self._folder / name, self.path / name)
