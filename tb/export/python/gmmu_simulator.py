# SPDX-License-Identifier: Apache-2.0
"""A simulation that a Python program drives, through the module gmmu_vpi.c, which has started it.

A process of a bench is a generator: what stands between two `yield` is done behind a rising edge of the clock. What it
reads of a signal is the value behind that edge, and what it sets is there before the next one. So where an output
depends on registers alone, as all outputs of our units, a pair of valid and ready that are 1 at a `yield` has passed
behind it.

    sim = Simulator()
    sim.run(test(sim), memory.process())    # until test() ends
"""

from __future__ import annotations

import os
import random
import socket
import sys
from collections.abc import Generator, Iterable
from typing import Any

Process = Generator[None, None, Any]


class BenchError(Exception):
    """What the simulator cannot do, or does not do any more."""


class Signal:
    """Of the design, by its name: sim["top.pin"]."""

    def __init__(self, sim: Simulator, name: str, number: int, width: int):
        self.name, self.number, self.width = name, number, width
        self._sim, self._set = sim, 0

    @property
    def text(self) -> str:
        """Hexadecimal digits, x and z among them, as they are behind the last edge."""
        return self._sim.text_of(self)

    @property
    def value(self) -> int:
        try:
            return int(self.text, 16)
        except ValueError:
            raise BenchError(f"{self.name} is {self.text}") from None

    @value.setter
    def value(self, value: int) -> None:
        if not 0 <= value < 1 << self.width:
            raise BenchError(f"{self.name} = {value:#x}: expected {self.width} bits")
        self._set = value
        self._sim.send(f"set {self.number} {value:x}")

    def part(self, index: int, width: int) -> int:
        """Of a vector of elements the one at this place."""
        return self.value >> index * width & (1 << width) - 1

    def set_part(self, index: int, width: int, value: int) -> None:
        """The others stay as the bench has set them."""
        mask = (1 << width) - 1 << index * width
        self.value = self._set & ~mask | value << index * width & mask


class Simulator:
    def __init__(self, top: str) -> None:
        """top: the module whose pins are signals."""
        number = os.environ.get("GMMU_VPI_FD")
        if number is None:
            raise BenchError("no simulator: expected to be started by one, with +python=FILE")
        self.top, self.cycle = top, 0
        self._socket = socket.socket(fileno=int(number))
        self._lines = self._socket.makefile("r", encoding="ascii")
        self._waiting: list[str] = []
        self._signals: dict[str, Signal] = {}
        self._texts: dict[int, str] = {}   # of this cycle
        self._asked: dict[int, None] = {}  # that are read each cycle, in one line

    # ---- the module ----

    def send(self, line: str) -> None:
        """It goes with the next question."""
        self._waiting.append(line)

    def flush(self) -> None:
        text = "".join(f"{line}\n" for line in self._waiting)
        self._waiting.clear()
        try:
            self._socket.sendall(text.encode("ascii"))
        except OSError:
            raise BenchError("the simulator has ended") from None

    def ask(self, line: str) -> str:
        self.send(line)
        self.flush()
        try:
            said = self._lines.readline()
        except OSError:
            said = ""
        if not said:
            raise BenchError("the simulator has ended")
        return said.rstrip("\n")

    def text_of(self, signal: Signal) -> str:
        if signal.number not in self._texts:
            self._asked[signal.number] = None
            numbers = [number for number in self._asked if number not in self._texts]
            said = self.ask("get " + " ".join(map(str, numbers)))
            self._texts |= zip(numbers, said.split(" "))
        return self._texts[signal.number]

    # ---- for benches ----

    def __getitem__(self, name: str) -> Signal:
        """A pin of the top, or a signal inside by its path from there."""
        if name not in self._signals:
            said = self.ask(f"find {self.top}.{name}")
            if said == "no":
                raise BenchError(f"no signal {self.top}.{name}")
            number, width = map(int, said.split())
            self._signals[name] = Signal(self, name, number, width)
        return self._signals[name]

    def clock(self, name: str, half: int) -> None:
        """The pin is a clock from now on, with a period of twice `half`."""
        self.send(f"clock {self[name].number} {half}")

    def edge(self, name: str, value: int) -> int:
        """Time goes on until the signal changes to the value; the time then."""
        now = int(self.ask(f"wait {self[name].number} {value:x}"))
        self._texts.clear()
        return now

    def delay(self, time: int) -> int:
        now = int(self.ask(f"delay {time}"))
        self._texts.clear()
        return now

    def run(self, test: Process, *others: Process, clock: str = "clk", limit: int = 1_000_000) -> None:
        """All processes, edge by edge, until `test` ends; none of the others need end."""
        running: list[Process] = [test, *others]
        while True:
            for process in list(running):
                try:
                    next(process)
                except StopIteration:
                    running.remove(process)
                    if process is test:
                        return
            if self.cycle == limit:
                raise BenchError(f"the test does not end in {limit} cycles")
            self.edge(clock, 1)
            self.cycle += 1

    def finish(self, code: int = 0) -> None:
        """The simulation ends well, or with an exit code."""
        sys.stdout.flush()
        self.send(f"finish {code}")
        self.flush()
        self._lines.close()
        self._socket.close()


def cycles(number: int) -> Process:
    for _ in range(number):
        yield


def seed_of(words: Iterable[str]) -> int:
    """+seed=N, or 1."""
    for word in words:
        if word.startswith("+seed="):
            return int(word.removeprefix("+seed="))
    return 1


class Stalls:
    """Random waits, in so many percent of the cycles."""

    def __init__(self, seed: int, percent: int = 30):
        self._random = random.Random(seed)
        self.percent = percent

    def go(self) -> bool:
        return self._random.randrange(100) >= self.percent

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)
