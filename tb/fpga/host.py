#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The host at the serial cable of gmmu_fpga (docs/reference/fpga.md): the first steps of a demo.

    host.py /dev/ttyUSB0           a board, at 115 200 baud
    host.py --run PROGRAM          build/fpga/cable: the same in Verilator

It enables a space with one page, asks for it and for a page that is absent, sees the fault in the ring, maps the
page, resumes, takes the answer, takes a page back, and ends the space. Each line says what was found; the exit code
is 1 when it was not what it must be. Standard library only.
"""

import os
import pathlib
import re
import subprocess
import sys
import termios
import tty
from typing import IO

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAP = {name: int(value.rstrip("U"), 0) for name, value in re.findall(
    r"^#define (MMU_\w+) +(\S+)$", (ROOT / "hls/mmu_registers/mmu_registers_map.h").read_text(), re.M)}
READ_REGISTER, WRITE_REGISTER, READ_MEMORY, WRITE_MEMORY, ASK, ANSWER, PINS = range(1, 8)
SET, DROP_PAGE, FENCE = 0, 1, 4
FRAME = 4096
RING, ROOT_TABLE, MIDDLE, LEAF = 1, 2, 3, 4  # frames
SPACE = 1
# Sv39 as models/driver/gmmu_format.c has it, in the registers.
POINTER, PAGE = 0x01, 0xC1 | 0x10 | 0x02 | 0x04  # valid; valid, accessed, dirty, user, read, write
NO_SPACE = 6


class Failed(Exception):
    pass


class Board:
    def __init__(self, to: IO[bytes], back: IO[bytes]):
        self.to, self.back = to, back

    def ask(self, op: int, place: int = 0, data: int = 0) -> tuple[int, int]:
        self.to.write(bytes([op]) + place.to_bytes(2, "little") + data.to_bytes(8, "little"))
        self.to.flush()
        reply = b""
        while len(reply) < 9:
            more = self.back.read(9 - len(reply))
            if not more:
                raise Failed("no reply")
            reply += more
        return reply[0], int.from_bytes(reply[1:], "little")

    def read(self, name: str) -> int:
        response, word = self.ask(READ_REGISTER, MAP[name])
        check(response == 0, f"{name} can be read")
        return word

    def write(self, name: str, word: int, offset: int = 0) -> None:
        response, _ = self.ask(WRITE_REGISTER, MAP[name] + offset, word)
        check(response == 0, f"{name} can be written")

    def memory(self, address: int) -> int:
        return self.ask(READ_MEMORY, address // 8)[1]

    def store(self, address: int, word: int) -> None:
        self.ask(WRITE_MEMORY, address // 8, word)

    def translate(self, page: int, name: int, write: bool = False) -> None:
        self.ask(ASK, SPACE, page | (2 if write else 1) << 40 | name << 48)

    def answer(self) -> tuple[int, int, int, int] | None:
        """Name, fault, frame, flags; None: there is none."""
        there, word = self.ask(ANSWER)
        return (word >> 32 & 0xFF, word >> 40 & 0xFF, word & 0xFFFFFFFF, word >> 48 & 0xFF) if there else None

    def interrupt(self) -> bool:
        return bool(self.ask(PINS)[1] & 1)

    def command(self, kind: int, enable: bool = False) -> None:
        self.write("MMU_COMMAND", kind | enable << 8 | MAP["MMU_CMD_MASK"] | SPACE << 16)
        for _ in range(100):
            word = self.read("MMU_COMMAND")
            if not word & MAP["MMU_CMD_MASK"]:
                check(not word & MAP["MMU_CMD_REFUSED_MASK"], "the command is not refused")
                return
        raise Failed("a command does not come to an end")


def check(holds: bool, what: str) -> None:
    if not holds:
        raise Failed(what)


def entry(frame: int, flags: int) -> int:
    return frame << 10 | flags


def start(board: Board) -> None:
    """The format, the ring, a space of 16 pages whose page 3 is mapped."""
    for name, word in FORMAT.items():
        board.write(name, word)
    for level, word in enumerate(LEVELS):
        board.write("MMU_FORMAT_LEVEL", word, 4 * level)
    board.write("MMU_RING_FRAME", RING)
    board.write("MMU_RING", MAP["MMU_RING_ENABLE_MASK"])
    board.write("MMU_CONTROL", MAP["MMU_PARK_MASK"] | MAP["MMU_IRQ_MASK_MASK"] | 1 << MAP["MMU_IRQ_RECORDS_AT"])
    for frame in (ROOT_TABLE, MIDDLE, LEAF):
        for i in range(16):
            board.store(frame * FRAME + 8 * i, 0)
    board.store(ROOT_TABLE * FRAME, entry(MIDDLE, POINTER))
    board.store(MIDDLE * FRAME, entry(LEAF, POINTER))
    board.store(LEAF * FRAME + 8 * 3, entry(0x123, PAGE))
    check(board.memory(LEAF * FRAME + 8 * 3) == entry(0x123, PAGE), "memory holds what was stored")
    for name, word in (("MMU_COMMAND_PAGE_LOW", 0), ("MMU_COMMAND_HIGHEST_LOW", 15), ("MMU_COMMAND_ROOT", ROOT_TABLE)):
        board.write(name, word)
    board.command(SET, enable=True)


def steps(board: Board) -> None:
    print(f"block {board.read('MMU_ID'):#010x}")
    start(board)
    board.translate(3, 7)
    check(board.answer() == (7, 0, 0x123, 3), "page 3 is in frame 0x123 and may be read and written")
    print("page 3 is in frame 0x123")
    check(not board.interrupt(), "no interrupt without a fault")
    board.translate(5, 9, write=True)
    check(board.answer() is None, "a page that is absent has no answer")
    check(board.interrupt(), "a fault raises the interrupt")
    first, second = board.memory(RING * FRAME), board.memory(RING * FRAME + 8)
    check(first == SPACE << 48 | 5 and second & 0xFF == 9 and second >> 24 & 3 == 2,
          f"the record {first:#x}, {second:#x} names page 5, its space, its request, and a write")
    print("page 5 is absent: interrupt, and a record in the ring")
    board.store(LEAF * FRAME + 8 * 5, entry(0x456, PAGE))
    board.write("MMU_RESUME_PAGE_LOW", 5)
    board.write("MMU_RESUME", MAP["MMU_RESUME_MASK"] | SPACE << MAP["MMU_RESUME_ASID_AT"])
    board.write("MMU_RING_HEAD", MAP["MMU_GIVE_BACK_MASK"] | 1)
    check(board.answer() == (9, 0, 0x456, 3), "the request for page 5 goes on when it is resumed")
    check(not board.interrupt(), "no interrupt when the record is given back")
    print("mapped and resumed: page 5 is in frame 0x456")
    board.store(LEAF * FRAME + 8 * 3, entry(0x789, PAGE))
    board.write("MMU_COMMAND_PAGE_LOW", 3)
    board.command(DROP_PAGE)
    board.command(FENCE)
    board.translate(3, 11)
    check(board.answer() == (11, 0, 0x789, 3), "page 3 is in its new frame after an invalidation")
    print("changed and dropped: page 3 is in frame 0x789")
    board.command(SET)
    board.translate(3, 13)
    found = board.answer()
    check(found is not None and found[:2] == (13, NO_SPACE), "a space that is over has no pages")
    print("the space is over")


def format_words() -> tuple[dict[str, int], list[int]]:
    """Sv39 of models/driver/gmmu_format.c, which is compiled to be read."""
    text = r'''#include <stdio.h>
#include "driver/gmmu_format.h"
int main(void) { const gmmu_format *f = &gmmu_format_sv39;
printf("%u %u %u %u", f->format, f->flags, f->rights, f->entries);
for (unsigned i = 0; i < f->levels; i++) printf(" %u", f->level[i]);
return 0; }'''
    program = ROOT / "build/fpga/format"
    program.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cc", "-x", "c", f"-I{ROOT}/models", f"-I{ROOT}/hls/mmu_registers", f"-I{ROOT}/hls/page_walker",
                    f"-I{ROOT}/hls/common", "-o", str(program), "-", str(ROOT / "models/driver/gmmu_format.c")],
                   input=text, text=True, check=True)
    words = [int(w) for w in subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.split()]
    names = ("MMU_FORMAT", "MMU_FORMAT_FLAGS", "MMU_FORMAT_RIGHTS", "MMU_FORMAT_ENTRIES")
    return {**dict(zip(names, words)), "MMU_FORMAT_LARGE": 0}, words[4:]


def main(arguments: list[str]) -> int:
    if len(arguments) == 2 and arguments[0] == "--run":
        process = subprocess.Popen([arguments[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None
        board = Board(process.stdin, process.stdout)
    elif len(arguments) == 1 and not arguments[0].startswith("-"):
        try:
            line = os.open(arguments[0], os.O_RDWR | os.O_NOCTTY)
            tty.setraw(line)
            settings = termios.tcgetattr(line)
        except (OSError, termios.error) as error:
            print(f"host.py: {arguments[0]}: {error.args[-1]}, expected a serial device", file=sys.stderr)
            return 2
        settings[4] = settings[5] = termios.B115200
        settings[6][termios.VMIN], settings[6][termios.VTIME] = 0, 20  # 2 s without a byte
        termios.tcsetattr(line, termios.TCSANOW, settings)
        board = Board(os.fdopen(line, "wb", buffering=0), os.fdopen(os.dup(line), "rb", buffering=0))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        steps(board)
    except Failed as failed:
        print(f"FAIL fpga: {failed}")
        return 1
    print("PASS fpga: the steps of the demo")
    return 0


FORMAT, LEVELS = format_words()
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
