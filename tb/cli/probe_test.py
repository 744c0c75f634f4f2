# SPDX-License-Identifier: Apache-2.0
"""Tests of gmmu probe: what its experiments find on chips that they know nothing about, and bad input.

usage: probe_test.py PATH/TO/gmmu
"""

import csv
import dataclasses
import json
import os
import pathlib
import random
import sys
import unittest

from tb.cli import cli_test

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEED = int(os.environ.get("GMMU_SEED", "1"))


def bits_of(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def rank(masks: list[int]) -> int:
    """Of a matrix over GF(2)."""
    basis: list[int] = []
    for mask in masks:
        for other in basis:
            mask = min(mask, mask ^ other)
        basis += [mask] if mask else []
    return len(basis)


def draw_masks(draw: random.Random, before: list[int], count: int) -> list[int]:
    """Of address bits 7 to 27, independent of each other and of those before."""
    masks: list[int] = []
    while len(masks) < count:
        mask = draw.getrandbits(21) << 7
        if rank(before + masks + [mask]) == len(before) + len(masks) + 1:
            masks.append(mask)
    return masks


@dataclasses.dataclass(frozen=True)
class Level:
    """Of TLBs, with pages of 2 MB."""

    sets: int
    ways: int
    pages: int
    index: str

    @property
    def found(self) -> list[str]:
        """As tlb-boundary prints it: entries, what an entry covers, what a miss brings, the reach."""
        entries = self.sets * self.ways
        return [str(entries), f"{2 * self.pages}M", "2M", f"{2 * self.pages * entries}M"]

    def figures(self, name: str) -> list[str]:
        values = {"entries": self.sets * self.ways, "ways": self.ways, "pages": self.pages, "index": self.index}
        return [f"tlb.{name}.{key}={value}" for key, value in values.items()]


def draw_level(draw: random.Random, least: int, most: int, pages: int) -> Level:
    """`least` to `most` entries."""
    fits = [(sets, ways) for sets in (1, 2, 4, 8) for ways in range(2, 17) if least <= sets * ways <= most]
    return Level(*draw.choice(fits), pages, draw.choice(("low", "xor")))


class DrawnChip:
    """A chip that is drawn at random: an XOR hash of two or four channels, and two levels of TLBs. A third level keeps
    all of the 256 MB beside page tables, because reads of page tables would disturb the experiment with the hash."""

    def __init__(self, draw: random.Random) -> None:
        self.channel = draw_masks(draw, [], draw.randint(1, 2))
        self.bank = draw_masks(draw, self.channel, draw.randint(2, 3))
        self.set = draw_masks(draw, self.channel, 6)
        self.ways = draw.choice((12, 14, 16))
        pages = draw.randint(1, 2)
        first = draw_level(draw, 4, 8, 1)
        second = draw_level(draw, 2 * first.sets * first.ways, 24, pages)
        self.levels = (first, second)
        channels = 1 << len(self.channel)
        figures = ["sm.count=1", "sm.gpc=1", "memory.bytes=512M", "page_sizes=2M", f"memory.channels={channels}",
                   f"memory.banks={1 << len(self.bank)}", f"l2.banks={channels}", f"l2.ways={self.ways}",
                   f"l2.bytes={(channels << 6) * self.ways * 128}", "memory.map.kind=xor", "tlb.levels=3",
                   *first.figures("l1"), *second.figures("l2"), "tlb.l2.shared_by=gpc", "tlb.l3.entries=512",
                   "tlb.l3.ways=0", "tlb.l3.shared_by=chip"]
        for name, masks in (("channel", self.channel), ("bank", self.bank), ("set", self.set)):
            text = ",".join("+".join(map(str, bits_of(mask))) for mask in masks)
            figures.append(f"memory.map.{name}={text}")
        self.sector = draw.choice((32, 64, 128))
        figures.append(f"l2.sector_bytes={self.sector}")
        self.options = [word for figure in figures for word in ("--set", figure)]


class Probe(cli_test.Case):
    def test_tlb_boundary(self) -> None:
        out = self.good("probe", "tlb-boundary", "--set", "memory.bytes=1G", "--set", "tlb.l2.entries=256",
                        "--csv", f"{self.dir}/curve.csv")
        found, described = out.split("described by chip 'mask':")
        rows = [line.split()[:5] for line in found.splitlines()[2:4]]
        self.assertEqual(rows, [["1", "64", "4K", "4K", "256K"], ["2", "256", "4K", "4K", "1M"]])
        self.assertEqual([line.split() for line in described.splitlines()[1:]], rows)
        about, head, *points = (self.dir / "curve.csv").read_text().splitlines()
        made = json.loads(about.removeprefix("# "))
        self.assertEqual((made["chip"], made["changed"]), ("mask", {"tlb.l2.entries": 256, "memory.bytes": 1 << 30}))
        self.assertEqual(head, "level,stride_bytes,range_bytes,cycles")
        self.assertEqual({point.split(",")[0] for point in points}, {"1", "2"})

    def test_karnagel(self) -> None:
        """Karnagel Table 2: entries, page size, reach and delay on a miss of each level that was seen."""
        p100 = ["16 2M 32M +9", "65 32M 2080M +110"]
        for chip, table in (("k80", ["16 128K 2M +9", "65 2M 130M +55", "1032 2M 2064M +177"]),
                            ("p100", p100), ("gtx1080", p100)):
            lines = self.good("probe", "tlb-boundary", "--chip", chip).splitlines()
            levels = [line.split() for line in lines[2:lines.index(f"described by chip '{chip}':") - 1]]
            self.assertEqual([" ".join((r[1], r[2], r[4], r[6])) for r in levels], table)

    def test_a_level_that_reaches_far(self) -> None:
        """Of large pages the experiment has more than 16 GB, as the levels of an H100 need."""
        figures = ("sm.count=2", "l2.bytes=128K", "page_sizes=1G", "memory.bytes=40G", "tlb.l1.entries=4",
                   "tlb.l2.entries=20", "tlb.l2.ways=20")
        out = self.good("probe", "tlb-boundary", *(word for figure in figures for word in ("--set", figure)))
        rows = [line.split()[:5] for line in out.splitlines()[2:4]]
        self.assertEqual(rows, [["1", "4", "1G", "1G", "4G"], ["2", "20", "1G", "1G", "20G"]])

    def test_sharing(self) -> None:
        """Karnagel 4.1: "the TLB is shared in a group of three SMs and for two groups, only two SMs share"."""
        out = self.good("probe", "tlb-sharing", "--chip", "k80", "--csv", f"{self.dir}/pairs.csv")
        found, described = out.split("described by chip 'k80':\n")
        groups = ["    0 5", "    1 6", "    2 7 10", "    3 8 11", "    4 9 12"]
        lines = ["level 1: each SM has its own", "level 2: 5 groups of SMs", *groups, "level 3: all SMs share one"]
        self.assertEqual(found.splitlines()[1:], lines)
        self.assertEqual(described.splitlines(), lines)
        _, head, *points = (self.dir / "pairs.csv").read_text().splitlines()
        self.assertEqual(head, "level,sm,other_sm,cycles,shared")
        self.assertEqual(len(points), 3 * 13 * 12)
        shared = {tuple(point.split(",")[1:3]) for point in points if point[0] == "2" and point[-1] == "1"}
        self.assertEqual(shared, {(a, b) for line in groups for a in line.split() for b in line.split() if a != b})

    def test_published_hash(self) -> None:
        """FGPU V-C to V-F: 128 banks, 1024 sets of 16 ways, 8 modules and 2 page colours on a GTX 1080."""
        out = self.good("probe", "hash", "--chip", "gtx1080", "--csv", f"{self.dir}/pairs.csv")
        for line in ("128 DRAM banks; ", "1024 sets of the L2 cache, of 16 ways:", "8 memory modules, ",
                     "page colours: 2 of pages of 4K, 1 of pages of 64K, 1 of pages of 2M",
                     "a miss fetches 128 of the 128 bytes of a line",
                     "DRAM banks: 128, by the same functions, but for the basis",
                     "sets of the L2 cache: 1024, by the same functions, but for the basis"):
            self.assertIn(line, out)
        _, head, *pairs = (self.dir / "pairs.csv").read_text().splitlines()
        self.assertEqual(head, "primary,secondary,cycles")
        cycles = [int(pair.split(",")[2]) for pair in pairs]
        slow = sum(c > 1.1 * sum(cycles) / len(cycles) for c in cycles)
        self.assertTrue(0 < slow < len(cycles) / 32, slow)  # Fig. 4: "only few addresses that have high latency"

    def assert_hash(self, chip: DrawnChip, noise: str) -> None:
        lines = self.good("probe", "hash", *chip.options, "--noise", noise).splitlines()
        tables = [number for number, line in enumerate(lines) if line.endswith(":")][1:4]
        self.assertTrue(lines[tables[1]].endswith(f"of {chip.ways} ways:"), lines[tables[1]])
        self.assertIn(f"a miss fetches {chip.sector} of the 128 bytes of a line", lines)  # FGPU App. A
        for first, last, masks in ((tables[0], tables[1], chip.bank), (tables[1], tables[2], chip.set)):
            found = [sum(1 << int(bit) for bit in line.split()) for line in lines[first + 1:last]]
            described = chip.channel + masks
            self.assertEqual(len(found), len(described))
            self.assertEqual(rank(found), len(described))
            self.assertEqual(rank(found + described), len(described))

    def test_drawn_chip(self) -> None:
        """A chip with a hash and a TLB that nobody told the probes: they are drawn at random, and both are found."""
        print(f"drawn chip: repeat with GMMU_SEED={SEED}")
        chip = DrawnChip(random.Random(SEED))
        found = self.good("probe", "tlb-boundary", *chip.options).splitlines()
        self.assertEqual([line.split()[1:5] for line in found[2:4]], [level.found for level in chip.levels])
        self.assert_hash(chip, "0")
        self.assert_hash(chip, "10")
        done = cli_test.run("probe", "hash", *chip.options, "--noise", "1000")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "^gmmu: probe hash: .*the noise is too large.*\n$")

    def test_open_rows_beside_noise(self) -> None:
        """On the chip of this seed a miss with an open row takes 14 cycles more than a hit, so noise of 10 cycles
        leaves no room for a limit that is not near to a hit."""
        self.assert_hash(DrawnChip(random.Random(483501582)), "10")

    def test_covert_channel(self) -> None:
        """What shares a TLB level alone can talk through its sets; ways of their own end that, and a share of all that
        is behind it the rest."""
        figures = ("sm.count=2", "tlb.l1.entries=8", "tlb.l2.entries=64", "tlb.l2.ways=4")
        small = [word for figure in figures for word in ("--set", figure)]
        out = self.good("probe", "tlb-covert", *small, "--csv", f"{self.dir}/channel.csv")
        self.assertIn("level 2 of the TLBs: 64 entries of 4K; SM 0 and 1 share it and no other\n", out)
        self.assertRegex(out, r"\nsets: [1-9][0-9.]* kbit/s at most; the receiver's latencies depend on the message\n")
        _, head, *points = (self.dir / "channel.csv").read_text().splitlines()
        self.assertEqual(head, "way,symbol_cycles,time_of_0,time_of_1,errors,capacity_bits,kbit_per_s")
        self.assertEqual([point.split(",")[0] for point in points], 6 * ["sets"] + 6 * ["queues"])
        self.assertGreater(max(float(point.split(",")[5]) for point in points[:6]), 0.9)
        out = self.good("probe", "tlb-covert", *small, "--set", "tlb.l2.partitions=2")
        self.assertIn("\nsets: no channel; the receiver's latencies do not change by a cycle with the message\n", out)
        out = self.good("probe", "tlb-closed", *small, "--design", "static", "--csv", f"{self.dir}/closed.csv")
        self.assertEqual(out.count("do not change by a cycle"), 4)
        _, *closed = (self.dir / "closed.csv").read_text().splitlines()
        open_ways = {(row["own"], row["way"]) for row in csv.DictReader(closed)
                     if row["depends"] == "1" or float(row["capacity_bits"]) > 0}
        self.assertEqual(open_ways, {("nothing", "sets"), ("nothing", "queues"), ("ways", "queues"),
                                     ("ways and queues", "queues")})
        self.bad("probe tlb-closed: own ways: tlb.l2.partitions: expected a divisor of the ways",
                 "probe", "tlb-closed", *small, "--set", "tlb.l2.ways=1")
        done = cli_test.run("probe", "tlb-covert", *small, "--set", "sm.count=1")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("no two SMs share")), (1, "", 1))

    def test_bad_use(self) -> None:
        self.bad("--noise '9': expected it with gmmu probe hash or", "probe", "tlb-boundary", "--noise", "9")
        self.bad("os.allocator: random: expected ascending", "probe", "hash", "--set", "os.allocator=random",
                 "--set", "memory.bytes=1G", "--set", "page_sizes=2M")
        self.bad("probe '': expected tlb-boundary", "probe")
        self.bad("probe 'hush': expected tlb-boundary", "probe", "hush")
        self.bad("option 'app': expected", "probe", "tlb-boundary", "--app", "kernel:gups")
        self.bad("memory.bytes: 536870912: expected room", "probe", "tlb-boundary", "--set", "memory.bytes=512M",
                 "--set", "page_sizes=1G")
        self.bad("--gpu 'x': expected", "probe", "hash", "--gpu", "x")
        self.bad("--gpu '0': expected it with gmmu probe tlb-boundary,", "probe", "tlb-covert", "--gpu", "0")
        self.bad("--gpu '0': expected it with gmmu probe alone", "run", "--gpu", "0", "--app", "kernel:gups")
        self.bad("cannot write '/no/x.csv'", "probe", "tlb-boundary", "--csv", "/no/x.csv")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: probe_test.py PATH/TO/gmmu")
    cli_test.GMMU = sys.argv.pop()
    unittest.main(verbosity=1)
