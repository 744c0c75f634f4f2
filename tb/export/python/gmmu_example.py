# SPDX-License-Identifier: Apache-2.0
"""The scenario of tb/gmmu_example.sv, driven from Python: software at the registers, page tables and records in a
memory, cores that ask; pages are Sv39's.

    vvp -M . -m gmmu_vpi python.vvp +python=tb/python/gmmu_example.py [+seed=N]

The registers are those of c/gmmu_mmu_registers_map.h. Prints PASS, or ends with an error, and so does the simulator.
"""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Generator

from tb.export.python.gmmu_buses import LiteMaster, Memory
from tb.export.python.gmmu_simulator import Process, Simulator, Stalls, seed_of

MAP = pathlib.Path(__file__).resolve().parents[2] / "c/gmmu_mmu_registers_map.h"
TOP = "gmmu"
LIMIT = 20_000                # cycles for an answer
RING, ROOT, FRAMES = 1, 2, 64  # frames of the memory
RWX, READ_ONLY = 0xDF, 0xD3   # flags of Sv39, with U, A, D and V
SET, INVALIDATE_PAGE, FENCE = 0, 1, 4
ABSENT_PAGE = 0x5005


def registers() -> dict[str, int]:
    """Addresses, and where a field begins (_AT), its bits there (_MASK)."""
    text = MAP.read_text(encoding="utf-8")
    found = re.findall(r"^#define GMMU_MMU_(\w+) +(0x[0-9A-F]+|\d+)U?$", text, re.M)
    return {name: int(value, 0) for name, value in found}


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


class Cores:
    """One at each port."""

    def __init__(self, sim: Simulator, seed: int):
        self._stalls = Stalls(seed)
        self._pin = {name: sim[name] for name in (
            "q_valid", "q_ready", "q_asid", "q_vpn", "q_access", "q_id", "a_valid", "a_ready", "a_id", "a_fault",
            "a_write", "a_ppn")}
        self.ports = self._pin["q_valid"].width
        self._waiting: list[list[tuple[int, int, int, int]]] = [[] for _ in range(self.ports)]
        self._open: set[int] = set()
        self.answers: dict[int, tuple[int, int, int]] = {}  # fault, frame, write; by the name of the request

    def _width(self, name: str) -> int:
        return self._pin[name].width // self.ports

    def ask(self, port: int, name: int, asid: int, vpn: int, access: int) -> None:
        self._open.add(name)
        self._waiting[port].append((asid, vpn, access, name))

    def _come(self, port: int) -> None:
        """The answer that the port shows, and that is taken."""
        name, fault, frame, write = (self._pin[pin].part(port, self._width(pin))
                                     for pin in ("a_id", "a_fault", "a_ppn", "a_write"))
        expect(name in self._open, f"an answer to nobody, {name}")
        self._open.remove(name)
        self.answers[name] = fault, frame, write

    def process(self) -> Process:
        """For ever."""
        while True:
            ready = [self._stalls.go() for _ in self._waiting]
            for port, waiting in enumerate(self._waiting):
                self._pin["q_valid"].set_part(port, 1, int(bool(waiting)))
                for name, value in zip(("q_asid", "q_vpn", "q_access", "q_id"), waiting[0] if waiting else ()):
                    self._pin[name].set_part(port, self._width(name), value)
                self._pin["a_ready"].set_part(port, 1, int(ready[port]))
            for port, waiting in enumerate(self._waiting):
                if ready[port] and self._pin["a_valid"].part(port, 1):
                    self._come(port)
            taken = [waiting for port, waiting in enumerate(self._waiting)
                     if waiting and self._pin["q_ready"].part(port, 1)]
            yield
            for waiting in taken:
                waiting.pop(0)

    def answer(self, name: int) -> Generator[None, None, tuple[int, int, int]]:
        for _ in range(LIMIT):
            if name in self.answers:
                return self.answers[name]
            yield
        raise AssertionError(f"no answer to request {name}")


class Software:
    """What a driver does, and the judge of what cores are answered."""

    def __init__(self, sim: Simulator, lite: LiteMaster, memory: Memory, cores: Cores):
        self.sim, self.lite, self.memory, self.cores = sim, lite, memory, cores
        self.at = registers()
        self.tables = ROOT + 1  # the next frame for a table

    def field(self, **values: int) -> int:
        return sum(value << self.at[f"{name.upper()}_AT"] for name, value in values.items())

    def write(self, register: str, value: int) -> Process:
        yield from self.lite.write(self.at[register], value)

    def map(self, vpn: int, ppn: int, flags: int) -> None:
        """A page by Sv39, with tables as it needs them."""
        table = ROOT
        for level in (2, 1):
            place = table * 4096 + (vpn >> 9 * level & 511) * 8
            if self.memory.peek(place) == 0:
                self.memory.poke(place, self.tables << 10 | 1)
                self.tables += 1
            table = self.memory.peek(place) >> 10
        self.memory.poke(table * 4096 + (vpn & 511) * 8, ppn << 10 | flags)

    def command(self, kind: int, enable: int, asid: int) -> Process:
        yield from self.write("COMMAND", self.field(cmd_kind=kind, cmd_enable=enable, cmd_asid=asid))
        yield from self.lite.wait_for(self.at["COMMAND"], self.at["CMD_MASK"] | self.at["CMD_REFUSED_MASK"], 0)

    def set_up(self) -> Process:
        yield from self.write("FORMAT", self.field(fmt_root=2, fmt_marked=1, fmt_system_no=1, fmt_frame=10,
                                                   fmt_frame_bits=54))
        yield from self.write("FORMAT_FLAGS", self.field(fmt_pointer=0x01, fmt_page=0x01, fmt_large=0x0E))
        yield from self.write("FORMAT_RIGHTS", self.field(fmt_write=0x04, fmt_system=0x10, fmt_read=0x02, fmt_exec=3))
        yield from self.write("FORMAT_ENTRIES", self.field(fmt_accessed=0x40, fmt_dirty=0x80, fmt_pointer_no=0xD0,
                                                           fmt_write_reads=1))
        for level in range(3):
            yield from self.lite.write(self.at["FORMAT_LEVEL"] + 4 * level,
                                       self.field(fmt_low=9 * level, fmt_bits=9, fmt_leaf=1))
        yield from self.write("RING_FRAME", RING)
        yield from self.write("RING", self.field(ring_enable=1))
        yield from self.lite.wait_for(self.at["RING"], self.at["RING_MASK"], 0)
        yield from self.write("CONTROL", self.field(park=1, irq_mask=1, irq_records=1))

    def enable_space(self, asid: int) -> Process:
        for register, value in (("COMMAND_PAGE_LOW", 0), ("COMMAND_PAGE_HIGH", 0), ("COMMAND_HIGHEST_LOW", 0x7FFFFFF),
                                ("COMMAND_HIGHEST_HIGH", 0), ("COMMAND_ROOT", ROOT)):
            yield from self.write(register, value)
        yield from self.command(SET, 1, asid)

    def serve(self, asid: int, vpn: int, ppn: int) -> Process:
        """The record at the head of the ring is of this page: it is mapped, resumed, and the record given back."""
        for _ in range(LIMIT):
            if self.sim["irq"].value:
                break
            yield
        expect(self.sim["irq"].value == 1, f"no interrupt for page {vpn:#x}")
        state = yield from self.lite.read(self.at["RING_STATE"])
        head, tail = ((state & self.at[f"RING_{end}_MASK"]) >> self.at[f"RING_{end}_AT"] for end in ("FIRST", "TAIL"))
        expect(head != tail, "an interrupt, and no record")
        record = self.memory.peek(RING * 4096 + head * 16)  # in the ring's first round; later modulo its places
        expect(record == asid << 48 | vpn, f"a record of {record:#x}, expected page {vpn:#x}")
        self.map(vpn, ppn, RWX)
        yield from self.write("RESUME_PAGE_LOW", vpn & 0xFFFFFFFF)
        yield from self.write("RESUME_PAGE_HIGH", vpn >> 32)
        yield from self.write("RESUME", self.field(resume_asid=asid))
        yield from self.write("RING_HEAD", head + 1)

    def await_frame(self, name: int, ppn: int, write: int) -> Process:
        found = yield from self.cores.answer(name)
        expect(found == (0, ppn, write), f"request {name}: fault, frame, write are {found}, expected {(0, ppn, write)}")

    def await_fault(self, name: int, why: int) -> Process:
        fault, _, _ = yield from self.cores.answer(name)
        expect(fault == why, f"request {name}: fault {fault}, expected {why}")


def scenario(s: Software) -> Process:
    cores = s.cores
    answer = yield from s.lite.try_write(0xFC, 1)
    expect(answer == 2, "a register that is not there has taken a write")
    found = yield from s.lite.read(s.at["ID"])
    expect(found == 0x474D4D55, f"ID is {found:#x}")
    yield from s.set_up()
    yield from s.enable_space(1)

    for i in range(12):
        s.map(1024 * i, 256 + i, READ_ONLY if i % 3 == 0 else RWX)
    for i in range(24):
        cores.ask(i % 2, i, 1, 1024 * (i % 12), 1)
    for i in range(24):
        yield from s.await_frame(i, 256 + i % 12, int(i % 12 % 3 != 0))

    cores.ask(0, 30, 1, ABSENT_PAGE, 2)
    cores.ask(1, 31, 1, ABSENT_PAGE, 1)
    yield from s.serve(1, ABSENT_PAGE, 0x321)
    yield from s.await_frame(30, 0x321, 1)
    yield from s.await_frame(31, 0x321, 1)
    expect(s.sim["irq"].value == 0, "the interrupt stays")

    cores.ask(1, 35, 1, 1024, 1)
    yield from s.await_frame(35, 257, 1)
    s.map(1024, 0x777, RWX)
    yield from s.write("COMMAND_PAGE_LOW", 1024)
    yield from s.command(INVALIDATE_PAGE, 0, 1)
    yield from s.command(FENCE, 0, 1)
    cores.ask(0, 32, 1, 1024, 1)
    yield from s.await_frame(32, 0x777, 1)

    s.memory.refused = range(ROOT * 4096 + 8 * 511, ROOT * 4096 + 8 * 512)
    cores.ask(1, 33, 1, 0x7FC0000, 1)
    yield from s.await_fault(33, 3)
    s.memory.refused = range(0)

    yield from s.command(SET, 0, 1)
    cores.ask(1, 34, 1, 2048, 1)
    yield from s.await_fault(34, 6)


def main() -> None:
    sim, seed = Simulator(TOP), seed_of(sys.argv)
    for name in ("q_valid", "q_core", "q_warps", "q_rank", "a_ready", "epoch_end", "ho_valid", "ho_core", "tick",
                 "now"):
        sim[name].value = 0
    sim["core_app"].value = (1 << sim["core_app"].width) - 1  # none: no tokens
    sim["inv_ack"].value = 1                                  # a GPU without TLBs of its own
    lite = LiteMaster(sim, "lite_", seed=seed)
    memory = Memory(sim, 4096 * FRAMES, seed=seed + 1)
    cores = Cores(sim, seed + 2)
    sim["rst"].value = 1
    sim.clock("clk", 5)
    for _ in range(4):
        sim.edge("clk", 1)
    sim["rst"].value = 0
    sim.edge("clk", 1)
    sim.run(scenario(Software(sim, lite, memory, cores)), memory.process(), cores.process())
    expect(not memory.breaches, f"breaches of AXI4: {memory.breaches}")
    print(f"PASS gmmu_example in Python: {len(cores.answers)} answers, {lite.accesses} accesses of registers, "
          f"{memory.reads} reads and {memory.writes} writes of memory")
    sim.finish()


if __name__ == "__main__":
    main()
