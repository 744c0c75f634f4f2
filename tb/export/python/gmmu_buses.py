# SPDX-License-Identifier: Apache-2.0
"""A master at AXI4-Lite and a memory at AXI4, as processes of a bench (gmmu_simulator.py)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tb.export.python.gmmu_simulator import BenchError, Process, Simulator, Stalls

OKAY, SLVERR, DECERR = 0, 2, 3
FIXED, INCR, WRAP = 0, 1, 2


class LiteMaster:
    """Accesses of registers, one at a time: `yield from lite.write(address, data)`."""

    def __init__(self, sim: Simulator, before: str = "", seed: int = 1, timeout: int = 20_000):
        """before: what the names of the pins begin with."""
        self.sim, self.timeout, self.accesses = sim, timeout, 0
        self._stalls = Stalls(seed)
        self._pin = {name: sim[before + name] for name in (
            "awvalid", "awready", "awaddr", "wvalid", "wready", "wdata", "wstrb", "bvalid", "bready", "bresp",
            "arvalid", "arready", "araddr", "rvalid", "rready", "rdata", "rresp")}
        for name in ("awvalid", "wvalid", "bready", "arvalid", "rready", "awaddr", "wdata", "wstrb", "araddr"):
            self._pin[name].value = 0

    def _offer(self, kind: str, **payload: int) -> Process:
        """Until it is taken, after a wait."""
        while not self._stalls.go():
            yield
        for name, value in payload.items():
            self._pin[name].value = value
        self._pin[f"{kind}valid"].value = 1
        taken = False
        while not taken:
            taken = self._pin[f"{kind}ready"].value == 1
            yield
        self._pin[f"{kind}valid"].value = 0

    def _take(self, kind: str) -> Generator[None, None, tuple[int, int]]:
        """The answer, and its data."""
        while True:
            ready = self._stalls.go()
            self._pin[f"{kind}ready"].value = int(ready)
            taken = ready and self._pin[f"{kind}valid"].value == 1
            found = self._pin[f"{kind}resp"].value, self._pin["rdata"].value if kind == "r" else 0
            yield
            if taken:
                self._pin[f"{kind}ready"].value = 0
                self.accesses += 1
                return found

    def _together(self, address: int, *processes: Process) -> Process:
        """All of them, for TIMEOUT cycles at most."""
        running = list(processes)
        for _ in range(self.timeout):
            for process in list(running):
                try:
                    next(process)
                except StopIteration:
                    running.remove(process)
            if not running:
                return
            yield
        raise BenchError(f"no answer to an access of {address:#x}")

    def try_write(self, address: int, data: int, strobes: int = 15) -> Generator[None, None, int]:
        """The answer."""
        found: list[int] = []

        def answer() -> Process:
            found.append((yield from self._take("b"))[0])
        yield from self._together(address, self._offer("aw", awaddr=address),
                                  self._offer("w", wdata=data, wstrb=strobes), answer())
        return found[0]

    def try_read(self, address: int) -> Generator[None, None, tuple[int, int]]:
        """The answer, and the data."""
        found: list[tuple[int, int]] = []

        def answer() -> Process:
            found.append((yield from self._take("r")))
        yield from self._together(address, self._offer("ar", araddr=address), answer())
        return found[0]

    def write(self, address: int, data: int) -> Process:
        answer = yield from self.try_write(address, data)
        if answer != OKAY:
            raise BenchError(f"a write of {data:#x} to {address:#x} is answered {answer}")

    def read(self, address: int) -> Generator[None, None, int]:
        answer, data = yield from self.try_read(address)
        if answer != OKAY:
            raise BenchError(f"a read of {address:#x} is answered {answer}")
        return data

    def wait_for(self, address: int, mask: int, value: int) -> Process:
        """Reads until the bits of the mask are those of the value."""
        data = 0
        for _ in range(self.timeout // 8):
            data = yield from self.read(address)
            if data & mask == value & mask:
                return
        raise BenchError(f"{address:#x} holds {data:#x}, not {value:#x} in the bits of {mask:#x}")


@dataclass
class Burst:
    identity: int
    address: int
    length: int  # beats less 1
    size: int
    kind: int
    due: int = 0   # from this cycle on it may be answered
    beat: int = 0  # the next one
    answer: int = OKAY

    def beat_address(self) -> int:
        """Of the next beat."""
        width = 1 << self.size
        aligned, whole = self.address & -width, width * (self.length + 1)
        if self.kind == FIXED or self.beat == 0:
            return self.address
        if self.kind == WRAP:
            lower = self.address & -whole
            return lower + (aligned - lower + self.beat * width) % whole
        return aligned + self.beat * width

    def breach(self, bytes_of_bus: int) -> str:
        """What AXI4 does not allow of it; nothing."""
        width = 1 << self.size
        whole = width * (self.length + 1)
        if width > bytes_of_bus or self.kind not in (FIXED, INCR, WRAP):
            return "a beat is wider than the data, or there is no such burst"
        if self.kind == INCR and (self.address & -width) % 4096 + whole > 4096:
            return "a burst crosses 4 KB"
        if self.kind == FIXED and self.length > 15:
            return "a FIXED burst of more than 16 beats"
        if self.kind == WRAP and (self.length not in (1, 3, 7, 15) or self.address % width):
            return "a WRAP burst that is not aligned, or of other than 2, 4, 8 or 16 beats"
        return ""


class Memory:
    """Answers after a random time, out of order where AXI4 lets them be; `breaches` lists what a master must not do."""

    def __init__(self, sim: Simulator, size: int, before: str = "", seed: int = 1, latency: int = 20,
                 under_way: int = 8):
        self.sim, self.data, self.latency, self.under_way = sim, bytearray(size), latency, under_way
        self.refused: range = range(0)  # of these bytes accesses are answered SLVERR
        self.reads = self.writes = 0
        self.breaches: list[str] = []
        self._stalls = Stalls(seed)
        self._pin = {name: sim[before + name] for name in (
            "awvalid", "awready", "awid", "awaddr", "awlen", "awsize", "awburst", "wvalid", "wready", "wdata", "wstrb",
            "wlast", "bvalid", "bready", "bid", "bresp", "arvalid", "arready", "arid", "araddr", "arlen", "arsize",
            "arburst", "rvalid", "rready", "rid", "rdata", "rresp", "rlast")}
        self._lanes = self._pin["rdata"].width // 8
        self._reads: list[Burst] = []   # oldest first
        self._writes: list[Burst] = []  # that wait for data
        self._answers: list[Burst] = []
        for name in ("awready", "wready", "bvalid", "bid", "bresp", "arready", "rvalid", "rid", "rdata", "rresp",
                     "rlast"):
            self._pin[name].value = 0

    # ---- by the back door ----

    def peek(self, address: int) -> int:
        return int.from_bytes(self.data[address:address + 8], "little")

    def poke(self, address: int, word: int) -> None:
        if not 0 <= address <= len(self.data) - 8:
            raise BenchError(f"a poke of {address:#x}, which is outside")
        self.data[address:address + 8] = word.to_bytes(8, "little")

    # ---- the bus ----

    def _answer_at(self, address: int) -> int:
        if address in self.refused:
            return SLVERR
        return OKAY if 0 <= address < len(self.data) else DECERR

    def _burst(self, kind: str) -> Burst:
        found = Burst(*(self._pin[kind + name].value for name in ("id", "addr", "len", "size", "burst")))
        breach = found.breach(self._lanes)
        if breach:
            self.breaches.append(breach)
        return found

    def _later(self) -> int:
        return self.sim.cycle + self._stalls.below(self.latency + 1)

    def _take_beat(self, data: int, strobes: int, last: int) -> None:
        burst = self._writes[0]
        address = burst.beat_address()
        first, width = address % self._lanes, 1 << burst.size
        allowed = range(first, first // width * width + width)
        answer = self._answer_at(address)
        burst.answer = burst.answer or answer
        for lane in range(self._lanes):
            if strobes >> lane & 1:
                if lane not in allowed:
                    self.breaches.append("a byte is written that is not in the beat")
                if answer == OKAY:
                    self.data[address - first + lane] = data >> 8 * lane & 255
        if last != (burst.beat == burst.length):
            self.breaches.append("wlast is not at the last beat")
        burst.beat += 1
        if burst.beat > burst.length:
            burst.due = self._later()
            self._answers.append(self._writes.pop(0))

    def _choice(self, bursts: list[Burst]) -> Burst | None:
        """One that may be answered: of its ID the oldest."""
        seen: set[int] = set()
        may = []
        for burst in bursts:
            if burst.identity not in seen and burst.due <= self.sim.cycle:
                may.append(burst)
            seen.add(burst.identity)
        return may[self._stalls.below(len(may))] if may and self._stalls.go() else None

    def _offer_read(self) -> bool:
        burst = self._choice(self._reads)
        self._pin["rvalid"].value = int(burst is not None)
        if burst is None:
            return False
        address = burst.beat_address()
        start = address - address % self._lanes
        self._pin["rid"].value = burst.identity
        self._pin["rresp"].value = self._answer_at(address)
        self._pin["rdata"].value = int.from_bytes(self.data[start:start + self._lanes], "little")
        self._pin["rlast"].value = int(burst.beat == burst.length)
        burst.beat += 1
        if burst.beat > burst.length:
            self._reads.remove(burst)
            self.reads += 1
        return True

    def _offer_answer(self) -> bool:
        burst = self._choice(self._answers)
        self._pin["bvalid"].value = int(burst is not None)
        if burst is None:
            return False
        self._pin["bid"].value = burst.identity
        self._pin["bresp"].value = burst.answer
        self._answers.remove(burst)
        self.writes += 1
        return True

    def process(self) -> Process:
        """For ever. A reset is for before it."""
        offers = {"r": False, "b": False}
        while True:
            ready = {"ar": self._stalls.go() and len(self._reads) < self.under_way,
                     "aw": self._stalls.go() and len(self._writes) + len(self._answers) < self.under_way,
                     "w": self._stalls.go() and bool(self._writes)}
            for kind, offer in (("r", self._offer_read), ("b", self._offer_answer)):
                offers[kind] = offers[kind] or offer()
            for kind, value in ready.items():
                self._pin[f"{kind}ready"].value = int(value)
            taken = {kind for kind, value in ready.items() if value and self._pin[f"{kind}valid"].value}
            bursts = {kind: self._burst(kind) for kind in ("ar", "aw") if kind in taken}
            beat = [self._pin[name].value for name in ("wdata", "wstrb", "wlast")] if "w" in taken else []
            for kind in offers:
                offers[kind] = offers[kind] and not self._pin[f"{kind}ready"].value
            yield
            if beat:
                self._take_beat(*beat)
            if "ar" in bursts:
                bursts["ar"].due = self._later()
                self._reads.append(bursts["ar"])
            if "aw" in bursts:
                self._writes.append(bursts["aw"])
