#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of gmmu probe: what its experiments find on chips that they know nothing about, and bad input.

usage: probe_test.py PATH/TO/gmmu
"""

import pathlib
import random
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tb.cli import cli_test  # noqa: E402  (after the path is set)


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
    """Of address bits 7 to 29, independent of each other and of those before."""
    masks: list[int] = []
    while len(masks) < count:
        mask = draw.getrandbits(23) << 7
        if rank(before + masks + [mask]) == len(before) + len(masks) + 1:
            masks.append(mask)
    return masks


class Probe(cli_test.Case):
    def test_tlb_boundary(self) -> None:
        out = self.good("probe", "tlb-boundary", "--set", "memory.bytes=1G", "--set", "tlb.l2.entries=256",
                        "--csv", f"{self.dir}/curve.csv")
        found, described = out.split("described by chip 'mask':")
        rows = [line.split()[:5] for line in found.splitlines()[2:4]]
        self.assertEqual(rows, [["1", "64", "4K", "4K", "256K"], ["2", "256", "4K", "4K", "1M"]])
        self.assertEqual([line.split() for line in described.splitlines()[1:]], rows)
        head, *points = (self.dir / "curve.csv").read_text().splitlines()
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

    def test_sharing(self) -> None:
        """Karnagel 4.1: "the TLB is shared in a group of three SMs and for two groups, only two SMs share"."""
        out = self.good("probe", "tlb-sharing", "--chip", "k80", "--csv", f"{self.dir}/pairs.csv")
        found, described = out.split("described by chip 'k80':\n")
        groups = ["    0 5", "    1 6", "    2 7 10", "    3 8 11", "    4 9 12"]
        lines = ["level 1: each SM has its own", "level 2: 5 groups of SMs", *groups, "level 3: all SMs share one"]
        self.assertEqual(found.splitlines()[1:], lines)
        self.assertEqual(described.splitlines(), lines)
        head, *points = (self.dir / "pairs.csv").read_text().splitlines()
        self.assertEqual(head, "level,sm,other_sm,cycles,shared")
        self.assertEqual(len(points), 3 * 13 * 12)
        shared = {tuple(point.split(",")[1:3]) for point in points if point[0] == "2" and point[-1] == "1"}
        self.assertEqual(shared, {(a, b) for line in groups for a in line.split() for b in line.split() if a != b})

    def test_published_hash(self) -> None:
        """FGPU V-C to V-F: 128 banks, 1024 sets of 16 ways, 8 modules and 2 page colours on a GTX 1080."""
        out = self.good("probe", "hash", "--chip", "gtx1080", "--csv", f"{self.dir}/pairs.csv")
        for line in ("128 DRAM banks; ", "1024 sets of the L2 cache, of 16 ways:", "8 memory modules, ",
                     "page colours: 2 of pages of 4K, 1 of pages of 64K, 1 of pages of 2M",
                     "DRAM banks: 128, by the same functions, but for the basis",
                     "sets of the L2 cache: 1024, by the same functions, but for the basis"):
            self.assertIn(line, out)
        head, *pairs = (self.dir / "pairs.csv").read_text().splitlines()
        self.assertEqual(head, "primary,secondary,cycles")
        cycles = [int(pair.split(",")[2]) for pair in pairs]
        slow = sum(c > 1.1 * sum(cycles) / len(cycles) for c in cycles)
        self.assertTrue(0 < slow < len(cycles) / 32, slow)  # Fig. 4: "only few addresses that have high latency"

    def test_drawn_hash(self) -> None:
        """A chip with a hash that nobody told the probe: it is drawn at random."""
        draw = random.Random(8)
        drawn = {"channel": draw_masks(draw, [], 2)}
        drawn["bank"] = draw_masks(draw, drawn["channel"], 3)
        drawn["set"] = draw_masks(draw, drawn["channel"], 7)
        chip = ["sm.count=1", "memory.bytes=1G", "page_sizes=2M", "memory.channels=4", "l2.banks=4", "l2.bytes=512K",
                "l2.ways=8", "memory.map.kind=xor"]
        chip += [f"memory.map.{name}={','.join('+'.join(map(str, bits_of(mask))) for mask in masks)}"
                 for name, masks in drawn.items()]
        options = [word for figure in chip for word in ("--set", figure)]
        for noise in ("0", "10"):
            lines = self.good("probe", "hash", *options, "--noise", noise).splitlines()
            tables = [number for number, line in enumerate(lines) if line.endswith(":")][1:4]
            self.assertTrue(lines[tables[1]].endswith("of 8 ways:"), lines[tables[1]])
            for first, last, of in ((tables[0], tables[1], "bank"), (tables[1], tables[2], "set")):
                found = [sum(1 << int(bit) for bit in line.split()) for line in lines[first + 1:last]]
                described = drawn["channel"] + drawn[of]
                self.assertEqual(len(found), len(described))
                self.assertEqual(rank(found), len(described))
                self.assertEqual(rank(found + described), len(described))
        done = cli_test.run("probe", "hash", *options, "--noise", "1000")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "^gmmu: probe hash: .*the noise is too large.*\n$")

    def test_covert_channel(self) -> None:
        """What shares a TLB level alone can talk through its sets; ways of their own end that."""
        figures = ("sm.count=2", "tlb.l1.entries=8", "tlb.l2.entries=64", "tlb.l2.ways=4")
        small = [word for figure in figures for word in ("--set", figure)]
        out = self.good("probe", "tlb-covert", *small, "--csv", f"{self.dir}/channel.csv")
        self.assertIn("level 2 of the TLBs: 64 entries of 4K; SM 0 and 1 share it and no other\n", out)
        self.assertRegex(out, r"\nsets: [1-9][0-9.]* kbit/s at most; the receiver's latencies depend on the message\n")
        head, *points = (self.dir / "channel.csv").read_text().splitlines()
        self.assertEqual(head, "way,symbol_cycles,time_of_0,time_of_1,errors,capacity_bits,kbit_per_s")
        self.assertEqual([point.split(",")[0] for point in points], 6 * ["sets"] + 6 * ["queues"])
        self.assertGreater(max(float(point.split(",")[5]) for point in points[:6]), 0.9)
        out = self.good("probe", "tlb-covert", *small, "--set", "tlb.l2.partitions=2")
        self.assertIn("\nsets: no channel; the receiver's latencies do not change by a cycle with the message\n", out)
        done = cli_test.run("probe", "tlb-covert", *small, "--set", "sm.count=1")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("no two SMs share")), (1, "", 1))

    def test_bad_use(self) -> None:
        self.bad("--noise '9': expected it with gmmu probe hash or", "probe", "tlb-boundary", "--noise", "9")
        self.bad("os.allocator: random: expected ascending", "probe", "hash", "--set", "os.allocator=random",
                 "--set", "memory.bytes=1G", "--set", "page_sizes=2M")
        self.bad("probe '': expected tlb-boundary", "probe")
        self.bad("probe 'hush': expected tlb-boundary", "probe", "hush")
        self.bad("option 'app': expected", "probe", "tlb-boundary", "--app", "kernel:gups")
        self.bad("--csv 'x': expected it with gmmu probe alone", "run", "--csv", "x", "--app", "kernel:gups")
        self.bad("memory.bytes: 536870912: expected room", "probe", "tlb-boundary", "--set", "memory.bytes=512M",
                 "--set", "page_sizes=1G")
        self.bad("cannot write '/no/x.csv'", "probe", "tlb-boundary", "--csv", "/no/x.csv")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: probe_test.py PATH/TO/gmmu")
    cli_test.GMMU = sys.argv.pop()
    unittest.main(verbosity=1)
