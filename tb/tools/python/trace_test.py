# SPDX-License-Identifier: Apache-2.0
"""What opengmmu.trace writes, gmmu reads back: the same instructions, lanes and addresses.

usage: trace_test.py PATH/TO/gmmu

The judge writes the same program by itself in the plainest way, an address for each lane. Packed, both must be the
same bytes: a packed trace has all that the reader has understood. And the log of the pipeline must list what was
written.
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass
from typing import Any

import opengmmu
from opengmmu.trace import Writer

LABEL = re.compile(r"^L\t\d+\t0\tsm\d+ w\d+ ([0-9a-f]+) (\S+) mask=([0-9a-f]+)", re.M)
SIZES = {1: ".U8", 2: ".U16", 4: "", 8: ".64", 16: ".128"}


@dataclass
class Inst:
    opcode: str
    to: list[int]
    of: list[int]
    lanes: int
    addresses: list[int]
    width: int

    @property
    def full(self) -> str:
        return self.opcode + SIZES.get(self.width, "")

    def plain(self, pc: int) -> str:
        end = " ".join([str(self.width), "0", *(f"0x{a:x}" for a in self.addresses)]) if self.width else "0"
        return " ".join([f"{pc:04x}", f"{self.lanes:08x}", str(len(self.to)), *(f"R{r}" for r in self.to), self.full,
                         str(len(self.of)), *(f"R{r}" for r in self.of), end])


def random_inst(random_: random.Random) -> Inst:
    if random_.random() < 0.4:
        return Inst(random_.choice(["FADD", "IMAD", "MUFU.RCP"]), [random_.randrange(40)],
                    [random_.randrange(40) for _ in range(random_.randrange(4))], random_.getrandbits(32) | 1, [], 0)
    width = random_.choice([1, 2, 4, 8, 16])
    lanes = random_.choice([0xFFFFFFFF, 1, 0xFF00, 0x80000001, random_.getrandbits(32) | 4])
    count, base = lanes.bit_count(), 0x7F0000000000 + 4096 * random_.randrange(64)
    kind = random_.randrange(4)
    addresses = [base + (width * i, 0, 4096 * (i * 7 % 32), random_.randrange(0, 1 << 40, 16))[kind]
                 for i in range(count)]
    if random_.random() < 0.2:
        addresses.reverse()
    if random_.random() < 0.5:
        return Inst("LDG.E", [2 * random_.randrange(10)], [2], lanes, addresses, width)
    return Inst("STG.E", [], [2, 4], lanes, addresses, width)


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.dir = pathlib.Path(self.scratch.name)

    def refused(self, says: str, what: Any, *args: Any, **more: Any) -> None:
        with self.assertRaises(opengmmu.GmmuError) as caught:
            what(*args, **more)
        self.assertIn(says, str(caught.exception))


class RoundTrip(Case):
    seed = int(os.environ.get("GMMU_SEED", "1"))

    def programs(self, random_: random.Random, warps: int) -> dict[tuple[int, int, int], list[list[Inst]]]:
        return {(x, y, 0): [[random_inst(random_) for _ in range(random_.randrange(20))] for _ in range(warps)]
                for x in range(3) for y in range(2)}

    def write(self, path: pathlib.Path, blocks: dict[tuple[int, int, int], list[list[Inst]]], threads: int) -> None:
        with Writer(path) as trace:
            with trace.kernel("mine", grid=(3, 2), block=threads, registers=48, shared=1024) as kernel:
                for where, warps in blocks.items():
                    for number, insts in enumerate(warps):
                        warp = kernel.warp(where, number)
                        for inst in insts:
                            if inst.opcode == "LDG.E":
                                warp.load(inst.addresses, to=inst.to, of=inst.of, width=inst.width, lanes=inst.lanes)
                            elif inst.opcode == "STG.E":
                                warp.store(inst.addresses, of=inst.of, width=inst.width, lanes=inst.lanes)
                            else:
                                warp.compute(inst.opcode, to=inst.to, of=inst.of, lanes=inst.lanes)

    def write_plainly(self, folder: pathlib.Path, header: str,
                      blocks: dict[tuple[int, int, int], list[list[Inst]]]) -> None:
        lines = header.splitlines() + [""]
        for where, warps in blocks.items():
            lines += ["#BEGIN_TB", "", f"thread block = {where[0]},{where[1]},{where[2]}", ""]
            for number, insts in enumerate(warps):
                whole = [*insts, Inst("EXIT", [], [], 0xFFFFFFFF, [], 0)]
                lines += [f"warp = {number}", f"insts = {len(whole)}",
                          *(inst.plain(16 * i) for i, inst in enumerate(whole)), ""]
            lines += ["#END_TB", ""]
        folder.mkdir(parents=True)
        (folder / "kernel-1.traceg").write_text("\n".join(lines) + "\n")
        (folder / "kernelslist.g").write_text("kernel-1.traceg\n")

    def packed(self, path: pathlib.Path) -> bytes:
        subprocess.run([os.environ["GMMU"], "pack", f"trace:{path}", f"{self.dir}/packed.tracep"], check=True)
        return (self.dir / "packed.tracep").read_bytes()

    def test_the_reader_has_what_was_written(self) -> None:
        print(f"GMMU_SEED={self.seed}")
        random_ = random.Random(self.seed)
        for number in range(6):
            warps = 1 + number % 3
            blocks = self.programs(random_, warps)
            ours, plain = self.dir / f"{number}/a/mine", self.dir / f"{number}/b/mine"
            self.write(ours, blocks, 32 * warps - number)
            header = (ours / "kernel-1.traceg").read_text().split("#BEGIN_TB")[0].rstrip("\n")
            self.write_plainly(plain, header, blocks)
            self.assertEqual(self.packed(ours), self.packed(plain))
            self.write(self.dir / f"{number}/mine.tracep", blocks, 32 * warps - number)
            results = [opengmmu.run(f"trace:{path}", no_alone=True)
                       for path in (ours, plain, self.dir / f"{number}/mine.tracep")]
            self.assertEqual({result.event_hash for result in results}, {results[0].event_hash})
            expected = sum(len(insts) + 1 for warps_ in blocks.values() for insts in warps_)
            self.assertEqual(results[0].apps[0].instructions, expected)
            self.check_log(ours, blocks)

    def check_log(self, path: pathlib.Path, blocks: dict[tuple[int, int, int], list[list[Inst]]]) -> None:
        """PC, opcode and lanes of every instruction."""
        log = self.dir / "log"
        subprocess.run([os.environ["GMMU"], "run", "--app", f"trace:{path}", "--quiet", "--kanata", str(log)],
                       check=True)
        seen = sorted(LABEL.findall(log.read_text()))
        written = sorted((f"{16 * i:04x}", inst.full, f"{inst.lanes:08x}")
                         for warps in blocks.values() for insts in warps
                         for i, inst in enumerate([*insts, Inst("EXIT", [], [], 0xFFFFFFFF, [], 0)]))
        self.assertEqual(seen, written)

    def test_the_three_modes(self) -> None:
        with Writer(self.dir / "t") as trace, trace.kernel("k", grid=1, block=32) as kernel:
            warp = kernel.warp(0, 0)
            warp.load([0x1000 + 4 * i for i in range(32)])
            warp.load([0x1000 + 4 * i * i for i in range(32)])
            warp.load([0x1000, 0x7FFFFFFFF000], lanes=0x80000001)
            warp.load([0x1000, 0x1004], lanes=0b101)
            warp.load([0x1000])
        lines = (self.dir / "t/kernel-1.traceg").read_text().split("insts = 6\n")[1].splitlines()
        self.assertEqual([line.split(" R2 4 ")[1].split()[0] for line in lines[:5]], ["1", "2", "0", "2", "1"])


class Refused(Case):
    def kernel(self) -> Any:
        trace = Writer(self.dir / "t")
        self.addCleanup(trace._scratch.cleanup)
        manager = trace.kernel("k", grid=(2, 1), block=48)
        kernel = manager.__enter__()
        self.addCleanup(lambda: manager.__exit__(ValueError, ValueError(), None) or None)
        return kernel

    def test_instructions(self) -> None:
        warp = self.kernel().warp(1, 1)
        place = "kernel 1 (k), block (1, 0, 0), warp 1: "
        self.refused(place + "LDG.E: 2 addresses: expected one for each of 3 lanes", warp.load, [0, 4], lanes=7)
        self.refused("33 addresses: expected 32 at most", warp.load, [0] * 33)
        self.refused(f"address {1 << 48}: expected 0 to", warp.load, [1 << 48])
        self.refused("address -4: expected 0 to", warp.load, [-4])
        self.refused("width 3: expected 1, 2, 4, 8 or 16 bytes", warp.load, [0], width=3)
        self.refused("register R 256: expected 0 to 255", warp.compute, "FADD", to=256)
        self.refused("9 registers: expected 8 at most", warp.compute, "FADD", of=range(9))
        self.refused("opcode 'fadd x': expected a mnemonic", warp.compute, "fadd x")
        self.refused("lanes 4294967296: expected 0 to", warp.instruction, "NOP", lanes=1 << 32)
        self.assertEqual(warp.lines, [])

    def test_blocks_and_warps(self) -> None:
        kernel = self.kernel()
        self.refused("block 2: expected 0 to 1", kernel.warp, 2, 0)
        self.refused("warp 2: expected 0 to 1", kernel.warp, 0, 2)
        first = kernel.warp(0, 0)
        self.refused("expected warp 0 once", kernel.warp, 0, 0)
        kernel.warp(1, 0)
        self.refused("expected each block once", kernel.warp, 0, 1)
        self.refused("after the end of the block", first.compute)

    def test_an_error_leaves_nothing(self) -> None:
        def whole(path: str, **more: Any) -> None:
            with Writer(self.dir / path) as trace, trace.kernel("k", **{"grid": 2, "block": 32, **more}) as kernel:
                kernel.warp(0, 0).compute()
        self.refused("1 blocks: expected all 2 of the grid", whole, "t")
        self.refused("1 blocks: expected all 2 of the grid", whole, "t.tracep")
        self.refused("threads of a block 2049: expected 1 to 2048", whole, "t", block=(3, 683))
        self.refused("grid 0: expected 1 to", whole, "t", grid=0)
        self.refused("expected one to three numbers", whole, "t", grid=(1, 1, 1, 1))
        self.refused("expected one kernel at least", Writer(self.dir / "t").__exit__, None, None, None)
        self.assertEqual(list(self.dir.iterdir()), [])
        (self.dir / "file").write_text("")
        self.refused("expected a folder, or a name that ends in .tracep", Writer, self.dir / "file")
        self.refused("cannot write", Writer, self.dir / "file/t")

    def test_what_only_gmmu_knows(self) -> None:
        """An opcode that no GPU has, with addresses: gmmu's line, and no file."""
        with self.assertRaisesRegex(opengmmu.GmmuError, "kernel-1.traceg:[0-9]+: .*XYZ"):
            with Writer(self.dir / "t.tracep") as trace, trace.kernel("k", grid=1, block=32) as kernel:
                kernel.warp(0, 0).instruction("XYZ", addresses=[0] * 32, width=4)
        self.assertEqual(list(self.dir.iterdir()), [])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: trace_test.py PATH/TO/gmmu")
    os.environ["GMMU"] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
