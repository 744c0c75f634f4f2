# SPDX-License-Identifier: Apache-2.0
"""Tests of the command line of gmmu: outputs, repeatability, and every kind of bad input.

usage: cli_test.py PATH/TO/gmmu
"""

import json
import lzma
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
from typing import Any

from tb.program.trace import trace_text

ROOT = pathlib.Path(__file__).resolve().parents[2]
GMMU = ""
SMALL = ["--app", "kernel:gups,size=4M,updates=1024", "--app", "kernel:stream,size=300K"]
V100 = ["--chip", "v100", "--design", "sharedtlb", "--set", "page_sizes=4K"]
ONE = ["--app", "kernel:stream,size=100K"]
GOOD_LINES = "0000 ffffffff 1 R2 LDG.E 1 R4 4 1 0x10000 4 0\n0010 ffffffff 0 EXIT 0 0 0\n"
# Of one warp, all lanes or one, at one place each.
INSTRUCTIONS = {
    "load": "0010 ffffffff 1 R2 LDG.E 1 R4 4 1 0x10000 4 0",
    "store": "0020 00000001 0 STG.E 2 R4 R6 4 1 0x10000 4 0",
    "shared": "0030 00000001 0 STS 2 R4 R6 4 1 0x40 4 0",
    "atomic": "0040 00000001 0 RED.E.ADD 2 R4 R6 4 1 0x10000 4 0",
    "low": "0050 00000001 0 STG.E.U8 2 R4 R6 1 1 0x10000 1 0",
    "high": "0060 00000001 0 STG.E.U8 2 R4 R6 1 1 0x10001 1 0",
    "barrier": "0070 ffffffff 0 BAR.SYNC 0 0 0",
}


def run(*args: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([GMMU, *args], capture_output=True, text=True, timeout=120, check=False,
                          stdin=subprocess.DEVNULL, **more)


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.dir = pathlib.Path(self.scratch.name)

    def good(self, *args: str) -> str:
        done = run(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def bad(self, expected: str, *args: str) -> None:
        """Exit code 2, one line of gmmu's on stderr that holds `expected`, nothing else, no file left behind."""
        before = sorted(os.listdir(self.dir))
        done = run(*args)
        self.assertEqual(done.returncode, 2, (args, done.stderr))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("gmmu: "), done.stderr)
        self.assertIn(expected, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(sorted(os.listdir(self.dir)), before)

    def trace(self, text: str, name: str = "kernel-1.traceg") -> str:
        (self.dir / "kernelslist.g").write_text(name + "\n")
        data = text.encode()
        (self.dir / name).write_bytes(lzma.compress(data) if name.endswith(".xz") else data)
        return f"trace:{self.dir}/kernelslist.g"


class Outputs(Case):
    def test_json_fields(self) -> None:
        self.good("run", *SMALL, "--json", f"{self.dir}/r.json", "--quiet")
        result = json.loads((self.dir / "r.json").read_text())
        for key in ("cycles", "event_hash", "weighted_speedup", "unfairness"):
            self.assertIn(key, result)
        self.assertEqual(len(result["applications"]), 2)
        for app in result["applications"]:
            for key in ("name", "asid", "instructions", "ipc", "walks", "walk_latency_avg", "tokens"):
                self.assertIn(key, app)
            dram = app["dram"]
            self.assertEqual(sum(dram[q]["row_hits"] for q in ("golden", "silver", "normal")), dram["row_hits"])
            self.assertLessEqual(dram["bus_walks"] + dram["bus_data"], 1)
            # Little's law: walks at a time are those per cycle times their latency, but for walks under way.
            held = (app["walks_active_avg"] + app["walks_queued_avg"]) * result["cycles"]
            ended = app["walks"] * app["walk_latency_avg"]
            self.assertLessEqual(abs(held - ended), 0.2 * held)
            self.assertGreaterEqual(app["sms_per_walk_avg"], 1)
            self.assertGreaterEqual(app["warps_per_miss_avg"], 1)
            for group, keys in (("l1_tlb", ("hits", "misses")), ("l2_tlb", ("hits", "misses")),
                                ("bypass_cache", ("hits", "fills"))):
                for key in keys:
                    self.assertIsInstance(app[group][key], int)
        self.assertNotEqual(result["applications"][0]["asid"], result["applications"][1]["asid"])

    def test_repeatable_and_independent_of_tick_order_threads_and_twins(self) -> None:
        shuffle = ["--shuffle", str(random.randrange(1, 2**32))]
        variants: dict[str, list[str]] = {"a": [], "b": [], "shuffled": shuffle, "one": ["--jobs", "1"],
                                          "c": ["--unit-c"]}
        for name, more in variants.items():
            self.good("compare", *SMALL, "--epoch", "5000", "--json", f"{self.dir}/{name}.json", "--quiet", *more)
        texts = {(self.dir / f"{name}.json").read_bytes() for name in variants}
        self.assertEqual(len(texts), 1)

    def test_rtl_is_identical(self) -> None:
        out = self.good("compare", "--design", "mask", "--design", "mask+rtl", "--epoch", "5000", "--no-alone", *SMALL)
        self.assertIn("mask+rtl against mask: cycles, statistics and event hash identical", out)

    def test_gmmu_block(self) -> None:
        """The whole GMMU as a block, in C and as RTL: also with page faults, which its records, interrupt and
        registers carry."""
        faulting = ["--chip", "tanasic", "--set", "walk.cycles=0", "--faults", "migrate"]
        runs: tuple[list[str], ...] = ([], faulting)
        for more in runs:
            out = self.good("compare", "--design", "gmmu", "--design", "gmmu+rtl", "--no-alone", *more, *ONE)
            self.assertIn("gmmu+rtl against gmmu: cycles, statistics and event hash identical", out)
        units = json.loads(self.good("show", "--units", "--design", "gmmu"))
        block = next(unit for unit in units if unit["unit"] == "gmmu")
        self.assertEqual(block["sizes"]["TLB_SETS"]["value"] * block["sizes"]["TLB_WAYS"]["value"], 512)

    def test_heads(self) -> None:
        """The longest head stands apart from its neighbour, and over its column."""
        designs = ["sharedtlb", "mask", "mask-tlb", "mask-cache", "mask-dram"]
        options = [word for design in designs for word in ("--design", design)]
        for end in ("", "+rtl"):
            more = ["--rtl", "all"] if end else []
            lines = self.good("compare", *options, "--no-alone", *ONE, *more).splitlines()
            self.assertEqual(lines[0].split(), [design + end for design in designs])
            self.assertEqual(len({len(line) for line in lines if "hit rate" in line} | {len(lines[0])}), 1)

    def test_table(self) -> None:
        out = self.good("compare", "--design", "sharedtlb", "--design", "ideal", *SMALL)
        for word in ("weighted speedup", "unfairness", "golden queue", "bypass cache hit rate", "gups (ASID 1, 15 SMs"):
            self.assertIn(word, out)

    def test_heads_say_what_is_rtl(self) -> None:
        out = self.good("compare", "--design", "mask", "--rtl", "all", "--no-alone", *ONE)
        self.assertEqual(out.split()[0], "mask+rtl")
        self.assertNotIn("units as RTL", out)
        out = self.good("run", "--rtl", "l2_bypass,golden_queue", *ONE)
        self.assertEqual(out.split()[0], "mask+rtl")
        self.assertIn("\nunits as RTL: l2_bypass, golden_queue\n", out)
        queues = ["dram_arbiter", "golden_queue", "normal_queue", "silver_queue"]
        for scheduler, units in {"fcfs": list[str](), "frfcfs": queues}.items():
            self.good("run", "--rtl", "all", *ONE, "--design", "sharedtlb", "--quiet", "--no-alone", "--set",
                      f"design.dram_scheduler={scheduler}", "--json", f"{self.dir}/rtl.json")
            ran = json.loads((self.dir / "rtl.json").read_text())["rtl"]
            self.assertEqual(set(ran), {*units, "l2_bypass", "two_size_tlb"})

    def test_help_wherever_it_is_asked_for(self) -> None:
        for args in (["-h"], ["--help"], ["run", "--help"], ["compare", *ONE, "-h"], ["show", "-h"], ["help", "-h"]):
            self.assertEqual(self.good(*args), self.good("help", *(word for word in args[:1] if word[0] != "-")))
        self.assertRegex(self.good("--version"),
                         r"^gmmu \d+\.\d+\.\d+(-rc\d+)? \(commit ([0-9a-f]{40}(-changed)?|unknown)\)\n$")

    def test_list_shows_defaults_and_ranges(self) -> None:
        for line in re.findall(r"^    (\S.*?): ", self.good("list"), re.M):
            key, value, least, to, most = line.split()
            self.assertEqual(to, "to")
        gups = self.good("list").split("\n  gups ")[1].split("\n  stream ")[0]
        size = next(line.split() for line in gups.splitlines() if line.split()[0] == "size")
        self.bad(f"expected size from {self.number(size[2])} to {self.number(size[4].rstrip(':'))}", "run", "--app",
                 "kernel:gups,size=1T")

    def number(self, text: str) -> int:
        return int(text.rstrip("KMG")) << {"K": 10, "M": 20, "G": 30}.get(text[-1], 0)

    def test_list_and_help(self) -> None:
        out = self.good("list")
        for word in ("mask", "sharedtlb", "token_controller", "gups", "histo"):
            self.assertIn(word, out)
        self.assertIn("--rtl", self.good("help"))

    def test_one_application_follows_another(self) -> None:
        texts = set()
        for shuffle in ("1", "5"):
            text = self.good("run", *SMALL, "--then", "kernel:histo,size=64K", "--sms", "10,20", "--no-alone",
                             "--json", f"{self.dir}/r.json", "--shuffle", shuffle)
            self.assertIn("follows the one above", text)
            texts.add((self.dir / "r.json").read_text())
        self.assertEqual(len(texts), 1)
        gups, stream, histo = json.loads(texts.pop())["applications"]
        self.assertEqual([app["name"] for app in (gups, stream, histo)], ["gups", "stream", "histo"])
        self.assertEqual((histo["sms"], histo["asid"]), (20, stream["asid"]))
        self.assertGreaterEqual(histo["begin_cycle"], stream["cycles"])
        self.assertNotIn("begin_cycle", stream)

    def test_partitions(self) -> None:
        """Equal parts, whoever uses them; lists where they are not equal."""
        def shares(*args: str) -> list[tuple[int, dict[str, int] | None]]:
            self.good("run", *V100, *args, "--no-alone", "--quiet", "--json", f"{self.dir}/r.json")
            run = json.loads((self.dir / "r.json").read_text())
            self.assertEqual("split" in json.dumps(run["changed"]), "4:sm" not in args)
            return [(app["sms"], app.get("colours")) for app in run["applications"]]
        gups = ("--app", "kernel:gups,size=64K,updates=256")
        self.assertEqual(shares("--partition", "4:sm", *gups), [(20, None)])
        self.assertEqual(shares("--partition", "4:colour", *gups), [(80, {"first": 0, "count": 2})])
        self.assertEqual(shares("--colours", "5,3", "--sms", "60,20", *gups, *gups),
                         [(60, {"first": 0, "count": 5}), (20, {"first": 5, "count": 3})])

    def test_no_frame_of_its_colours(self) -> None:
        """The other half of the memory is free."""
        xor = ["--set", "memory.bytes=512M", "--set", "memory.map.kind=xor", "--set", "memory.map.channel=12,13,14"]
        self.bad("cannot be mapped: no frame of its page colours is free", "run", *xor,
                 "--partition", "2:colour", "--app", "kernel:gups,size=256M,updates=300K")

    def test_colours_of_a_chip(self) -> None:
        text = self.good("colours", "--chip", "gtx1080")
        self.assertIn("pages of 4K: 2 colours\n    bit 0 of the colour: XOR of address bits 12 13 18 19 22 25 26 27 "
                      "30 31\n    colour 0: channels 0 1 2 3\n    colour 1: channels 4 5 6 7\n", text)
        self.assertIn("pages of 64K: 1 colour\n", text)
        self.assertIn("pages of 4K: 8 colours\n", self.good("colours", "--chip", "v100"))
        self.bad("--set 'sm.count=0'", "colours", "--set", "sm.count=0")

    def test_turnarounds_are_in_every_run(self) -> None:
        """Eyerman and Eeckhout's metrics compare with a run alone. One application is alone; of several, nobody knows
        without alone runs, and the results say so."""
        for alone, value, options in (("runs", 0.0, SMALL), ("itself", 1.0, SMALL[:2]),
                                      ("unknown", None, (*SMALL, "--no-alone"))):
            result = json.loads(self.good("run", *options, "--quiet", "--json", "-"))
            found = [*(result[key] for key in ("antt", "stp", "fairness")),
                     *(app["ntt"] for app in result["applications"])]
            self.assertEqual(result["alone"], alone)
            self.assertEqual("weighted_speedup" in result, alone == "runs")
            if alone == "runs":
                self.assertTrue(all(v > 0 for v in found))
                self.assertEqual(result["stp"], result["weighted_speedup"])
            else:
                self.assertEqual(set(found), {value})

    def test_window(self) -> None:
        window = ["--epoch", "5000", "--set", "measure.warmup_epochs=2", "--set", "measure.epochs=3", "--quiet",
                  "--json", f"{self.dir}/r.json"]
        self.good("run", "--design", "sharedtlb", *SMALL, *window)
        both = json.loads((self.dir / "r.json").read_text())
        self.assertEqual(both["window"], {"warmup_epochs": 2, "epochs": 3, "from_cycle": 10000, "end_cycle": 25000,
                                          "cycles": 15000})
        self.assertEqual(both["cycles"], 25000)
        for app, spec in zip(both["applications"], SMALL[1::2]):
            self.assertEqual((app["cycles"], app["instructions"]), (15000, app["instructions_committed"]))
            self.good("run", "--design", "sharedtlb", "--app", spec, "--sms", "15", *window)
            alone = json.loads((self.dir / "r.json").read_text())
            self.assertEqual(app["ipc_alone"], alone["applications"][0]["ipc"])
        self.assertRegex(self.good("run", *SMALL, *window[:6], "--no-alone"), "of these in the window +15000\n")
        for path in self.dir.iterdir():
            path.unlink()
        self.bad("measure.epochs: 3: expected 0 where an application follows", "run", *SMALL, "--then", SMALL[1],
                 *window)
        self.bad("mask: the window of measure.epochs ends in cycle 25000", "run", *SMALL, *window, "--max-cycles",
                 "24999")

    def test_pwcache(self) -> None:
        """MASK 3: PWCache has a page-walk cache of 8 KB after the L1 TLBs, and no shared L2 TLB."""
        by_hand = ["--design", "sharedtlb", "--set", "tlb.l2.entries=0", "--set", "tlb.l2.latency=1",
                   "--set", "walk.caches=1", "--set", "walk.cache1.entries=1K", "--set", "walk.cache1.ways=16",
                   "--set", "walk.cache1.latency=10"]
        runs = []
        for options in (["--design", "pwcache"], by_hand):
            self.good("run", *SMALL, *options, "--no-alone", "--quiet", "--json", f"{self.dir}/r.json")
            runs.append(json.loads((self.dir / "r.json").read_text()))
        self.assertEqual(runs[0]["event_hash"], runs[1]["event_hash"])
        for app in runs[0]["applications"]:
            self.assertEqual(app["l2_tlb"]["hits"], 0)
            self.assertGreater(app["walk_cache_hits"], app["walks"] // 2)

    def test_perfetto(self) -> None:
        self.good("run", *SMALL, "--no-alone", "--perfetto", f"{self.dir}/p.json", "--quiet")
        events = json.loads((self.dir / "p.json").read_text())["traceEvents"]
        spans = [e for e in events if e["ph"] == "X"]
        self.assertTrue(spans)
        self.assertTrue(all(e["dur"] >= 0 and e["ts"] >= 0 for e in spans))
        named = {e["pid"] for e in events if e["ph"] == "M"}
        self.assertTrue({e["pid"] for e in spans} <= named)

    def test_kanata(self) -> None:
        self.good("run", "--app", "kernel:histo,size=8K", "--no-alone", "--kanata", f"{self.dir}/k.log", "--quiet")
        lines = (self.dir / "k.log").read_text().splitlines()
        self.assertEqual(lines[0], "Kanata\t0004")
        self.assertTrue(lines[2].startswith("C=\t"))
        opened: set[str] = set()
        retired: set[str] = set()
        stage: dict[str, str] = {}
        for line in lines[3:]:
            kind, *field = line.split("\t")
            if kind == "I":
                self.assertEqual(int(field[0]), len(opened))
                opened.add(field[0])
            elif kind == "S":
                self.assertIn(field[0], opened)
                self.assertNotIn(field[0], stage)
                stage[field[0]] = field[2]
            elif kind == "E":
                self.assertEqual(stage.pop(field[0]), field[2])
            elif kind == "R":
                self.assertNotIn(field[0], stage)
                retired.add(field[0])
        self.assertEqual(opened, retired)

    def test_observing_changes_nothing(self) -> None:
        self.good("run", *SMALL, "--no-alone", "--json", f"{self.dir}/a.json", "--quiet")
        self.good("run", *SMALL, "--no-alone", "--json", f"{self.dir}/b.json", "--quiet", "--kanata", f"{self.dir}/k",
                  "--perfetto", f"{self.dir}/p")
        self.assertEqual((self.dir / "a.json").read_bytes(), (self.dir / "b.json").read_bytes())


class Exceptions(Case):
    def run_json(self, *args: str) -> dict:
        path = self.dir / "r.json"
        self.good("run", "--chip", "tanasic", *ONE, "--quiet", "--json", str(path), *args)
        return json.loads(path.read_text())

    def test_schemes(self) -> None:
        expected = None
        for scheme in ("stall", "wd-commit", "wd-lastcheck", "replay", "oplog:8K", "inorder-issue", "inorder-commit"):
            for mode in ("none", "migrate"):
                with self.subTest(scheme=scheme, mode=mode):
                    result = self.run_json("--exceptions", scheme, "--faults", mode, "--check-values")
                    self.assertEqual(result["design"], "sharedtlb")
                    self.assertEqual(result["exceptions"]["scheme"], scheme.split(":")[0])
                    self.assertEqual(result["exceptions"]["faults"], mode)
                    self.assertEqual(result["faults"]["faults"] > 0, mode == "migrate")
                    values = result["applications"][0]["architectural_hash"]
                    self.assertTrue(values["right"])
                    expected = expected or values
                    self.assertEqual(values, expected)

    def test_values_of_mask(self) -> None:
        """The SM of the chip 'mask' keeps values, too: with tokens, bypasses, two applications."""
        two = ["--app", "kernel:histo,size=64K", "--app", "kernel:stencil3d,n=16", "--no-alone", "--check-values"]
        for design in ("sharedtlb", "mask"):
            result = self.run_json(*two, "--chip", "mask", "--design", design)
            for a in result["applications"]:
                self.assertTrue(a["architectural_hash"]["right"])
                self.assertEqual(a["launches"], 1)

    def test_faults(self) -> None:
        slow = self.run_json("--faults", "migrate", "--link", "pcie")["faults"]
        self.assertGreaterEqual(slow["round_trip_avg"], 12000)
        self.assertEqual((slow["local"], slow["late"]), (0, 0))
        self.assertGreater(slow["pages_migrated"], slow["pages_allocated"])
        local = self.run_json("--faults", "lazy", "--local-faults", "--exceptions", "replay")["faults"]
        self.assertEqual((local["local"], local["pages_migrated"], local["batches"]), (local["faults"], 0, 0))
        self.assertEqual(local["round_trip_avg"], 20000)
        table = self.good("run", "--chip", "tanasic", *ONE, "--faults", "migrate")
        self.assertIn("page faults", table)
        self.assertNotIn("page faults", self.good("run", "--chip", "tanasic", *ONE))

    def test_same_twice(self) -> None:
        args = ("--exceptions", "replay", "--faults", "migrate")
        self.assertEqual(self.run_json(*args), self.run_json(*args, "--shuffle", "77"))

    def test_list(self) -> None:
        text = self.good("list")
        for word in ("tanasic", "wd-lastcheck", "oplog:8K|16K|20K|32K", "nvlink", "pcie", "fcfs"):
            self.assertIn(word, text)


class BadOptions(Case):
    def test_commands(self) -> None:
        self.bad("no command")
        self.bad("unknown command 'fly'", "fly")

    def test_options(self) -> None:
        for expected, args in (
            ("unknown option '--paint'", ["--paint"]),
            ("p...': see 'gmmu help'\n", ["--" + "p" * 100000]),
            ("option without value '--json'", ["--json"]),
            ("argument 'loose'", ["loose"]),
            ("--chip 'abacus'", ["--chip", "abacus"]),
            ("--design 'mosk'", ["--design", "mosk"]),
            ("--design 'mask+tlr'", ["--design", "mask+tlr"]),
            ("--app 'gups'", ["--app", "gups"]),
            ("--rtl 'flux'", ["--rtl", "flux"]),
            ("--rtl ''", ["--rtl", ""]),
            ("--rtl ','", ["--rtl", ","]),
            ("--rtl 'operand_log': expected a unit that chip 'mask' has", ["--rtl", "operand_log"]),
            ("--rtl 'frame_allocator': expected a unit that chip 'mask' has", ["--rtl", "frame_allocator"]),
            ("--rtl 'token_controller': expected a unit", ["--rtl", "l2_bypass,token_controller", "--design", "ideal"]),
            ("--rtl 'golden_queue': expected a unit", ["--rtl", "golden_queue", "--chip", "tanasic"]),
            ("--design 'mask': expected one design", ["--design", "sharedtlb", "--design", "mask"]),
            ("design.walk_cache: true: expected false, as all", ["--design", "pwcache", "--chip", "tanasic"]),
            ("design.walk_cache: true: expected false with", ["--design", "mask", "--set", "design.walk_cache=true"]),
            ("--rtl 'gmmu': expected a unit that chip 'mask' has with design 'mask'", ["--rtl", "gmmu"]),
            ("design.gmmu_block: true: expected walk.cycles=0", ["--design", "gmmu", "--chip", "tanasic"]),
            ("--rtl 'token_controller': expected a unit", ["--rtl", "token_controller", "--design", "mask",
                                                           "--set", "design.gmmu_block=true"]),
            ("design.gmmu_block: true: expected exceptions.scheme=stall",
             ["--design", "gmmu", "--chip", "tanasic", "--set", "walk.cycles=0", "--exceptions", "replay"]),
            ("design.gmmu_block: true: expected walk.partitions=0",
             ["--design", "gmmu", "--set", "walk.partitions=2"]),
            ("--block-scheduler 'sooner'", ["--block-scheduler", "sooner"]),
            ("--scheduler 'sooner': expected a name of 'gmmu list'", ["--scheduler", "sooner"]),
            ("--block-scheduler '': expected a name of 'gmmu list'", ["--block-scheduler", ""]),
            (f"--seed '{'9' * 200}...': expected a number", ["--seed", "9" * 100000]),
            ("option 'sizes': expected it with gmmu classify alone", ["--sizes"]),
            ("option 'sizes': expected it with gmmu classify alone",
             ["--chip", "tanasic", "--exceptions", "replay", "--sizes"]),
            ("--app 'trace:': expected trace:PATH/kernelslist.g, kernel:NAME", ["--app", "trace:"]),
            ("--priority '0=32'", ["--priority", "0=32"]),
            ("--priority '0'", ["--priority", "0"]),
            ("--priority '64=1'", ["--priority", "64=1"]),
            ("--priority or --arrive names application 5: expected at most 1", ["--priority", "5=1"]),
            ("schedule.contexts: virtual: expected physical where pages move",
             ["--set", "schedule.contexts=virtual", "--chip", "mosaic", "--design", "mosaic", "--churn", "40,0,1"]),
            ("--priority of application 1: block scheduler 'dss' knows none",
             ["--priority", "1=2", "--block-scheduler", "dss", "--chip", "tanasic"]),
            ("--arrive '0=-1'", ["--arrive", "0=-1"]),
            ("--preempt 'soon': expected switch or drain", ["--preempt", "soon"]),
            *((f"--preempt: block scheduler '{name}' takes no SM from a kernel: expected one of ppq, ppq-shared, dss",
               ["--block-scheduler", name, "--design", "sharedtlb", "--preempt", "drain"])
              for name in ("static", "fcfs", "round-robin", "mps")),
            ("tlb.l1.queue_partitions: 2: expected 0, as each SM has an L1 TLB of its own",
             ["--set", "tlb.l1.queue_partitions=2"]),
            ("no unit sm_scheduler of 12 SMs is built: expected sm.count=13",
             ["--block-scheduler", "dss", "--set", "sm.count=12"]),
            ("--seed 'x'", ["--seed", "x"]),
            ("--seed '-1'", ["--seed", "-1"]),
            ("--epoch '10'", ["--epoch", "10"]),
            ("--epoch ''", ["--epoch", ""]),
            ("--max-cycles '1e6'", ["--max-cycles", "1e6"]),
            ("--window '99999999999G'", ["--window", "99999999999G"]),
            ("--jobs '1000'", ["--jobs", "1000"]),
            ("--sms '15'", ["--sms", "15,"]),
            ("--sms names 1", ["--sms", "15"]),
            ("--sms names 3 applications: expected 2", ["--then", "kernel:histo", "--sms", "5,5,5"]),
            ("--then 'gups'", ["--then", "gups"]),
            ("--sms asks for 31", ["--sms", "16,15"]),
            ("--sms '0,1'", ["--sms", "0,1"]),
            ("--partition '2:color': expected N:sm, N:threads, N", ["--partition", "2:color"]),
            ("--partition '0:sm'", ["--partition", "0:sm"]),
            ("--partition '65:sm'", ["--partition", "65:sm"]),
            ("--partition '2'", ["--partition", "2"]),
            ("--partition has 1 parts: expected at least 2, as", ["--partition", "1:sm"]),
            ("--partition has 31 parts: expected at most the chip's 30 SMs", ["--partition", "31:sm"]),
            ("--sms: expected it without --partition", ["--partition", "2:sm", "--sms", "1,1"]),
            ("chip 'mask' has no page colours of pages of 4K", ["--partition", "2:colour"]),
            ("chip 'v100' has no page colours of pages of 64K: expected --set page_sizes=4K",
             ["--partition", "2:colour", "--chip", "v100"]),
            ("--partition has 9 parts: expected at most the chip's 8", [*V100, "--partition", "9:sm+colour"]),
            ("--colours '1,x'", [*V100, "--colours", "1,x"]),
            ("--colours names 3 applications: expected 2", [*V100, "--colours", "1,1,1"]),
            ("--colours asks for 9 page colours: expected at most the chip's 8", [*V100, "--colours", "4,5"]),
            ("--colours: expected it without --partition", [*V100, "--partition", "2:colour", "--colours", "4,4"]),
            ("os.allocator: random: expected colour or split, where applications have page colours",
             [*V100, "--partition", "2:colour", "--set", "os.allocator=random"]),
        ):
            with self.subTest(args):
                self.bad(expected.replace("'15'", "'15,'"), "run", *SMALL, *args)
        self.bad("at least one --app", "run")
        self.bad("--then 'kernel:histo': expected an --app before it", "run", "--then", "kernel:histo", *SMALL)
        self.bad("at most 64 applications", "run", *(["--app", "kernel:gups"] * 65))
        self.bad("not finished after 100 cycles", "run", *SMALL, "--max-cycles", "100")

    def test_exceptions(self) -> None:
        chip, replay = ["--chip", "tanasic"], ["--exceptions", "replay"]
        for args in (replay, ["--faults", "lazy"], ["--link", "pcie"], ["--switch-blocks"], ["--local-faults"]):
            with self.subTest(args):
                self.bad(f"{args[0]}: chip 'mask' has no exceptions", "run", *ONE, *args)
                self.bad(f"{args[0]}: chip 'mask' has no exceptions", "run", *ONE, *args, "--chip", "mask")
        for expected, args in (
            ("--exceptions 'retry'", ["--exceptions", "retry"]),
            ("--exceptions 'oplog'", ["--exceptions", "oplog"]),
            ("--exceptions 'oplog:9K'", ["--exceptions", "oplog:9K"]),
            ("--exceptions 'replay:8K'", ["--exceptions", "replay:8K"]),
            ("--faults 'some'", ["--faults", "some"]),
            ("--faults 'inject'", ["--faults", "inject"]),
            ("--faults 'inject:0'", ["--faults", "inject:0"]),
            ("--faults 'inject:1.5'", ["--faults", "inject:1.5"]),
            ("--faults 'inject:nan'", ["--faults", "inject:nan"]),
            ("--link 'pigeon'", ["--link", "pigeon"]),
            ("--switch-blocks 'now'", [*replay, "--switch-blocks=now"]),
            ("block scheduler 'round-robin' moves blocks",
             [*replay, "--switch-blocks", "--block-scheduler", "round-robin"]),
            ("--switch-blocks: a warp must be preemptible", ["--switch-blocks"]),
            ("--local-faults: a warp must be preemptible", ["--local-faults", "--exceptions", "inorder-commit"]),
            ("--design 'ideal'", ["--faults", "migrate", "--design", "ideal"]),
        ):
            with self.subTest(args):
                self.bad(expected, "run", *chip, *ONE, *args)

    def test_invalid_access(self) -> None:
        wild = ["--app", "kernel:page-stride,wild=1"]
        for args in (["--chip", "mask"], ["--chip", "tanasic"], ["--chip", "tanasic", "--faults", "migrate"],
                     ["--chip", "tanasic", "--faults", "migrate", "--exceptions", "oplog:8K", "--local-faults"]):
            with self.subTest(args):
                self.bad("page-stride: invalid access to address 0x100062000 by SM 0, warp 0", "run", *wild, *args)

    def test_unwritable_outputs(self) -> None:
        for option in ("--json", "--kanata", "--perfetto"):
            self.bad("cannot write", "run", *SMALL, option, f"{self.dir}/no/such/file")

    def test_kernels(self) -> None:
        self.bad("unknown kernel 'x'", "run", "--app", "kernel:x")
        self.bad("unknown parameter 'colour': see", "run", "--app", "kernel:gups,colour=1")
        self.bad("expected size from", "run", "--app", "kernel:gups,size=1T")


class BadTraces(Case):
    def text(self, lines: str = GOOD_LINES, **change: tuple[str, str]) -> str:
        text = trace_text.header("k", 1, 8, 5) + trace_text.block(0, lines)
        for old, new in change.values():
            self.assertIn(old, text)
            text = text.replace(old, new)
        return text

    def test_good(self) -> None:
        for name in ("kernel-1.traceg", "kernel-1.traceg.xz"):
            spec = self.trace(self.text(), name)
            out = self.good("run", "--app", spec)
            self.assertIn("2 warp instructions", out)

    def test_forms(self) -> None:
        """A folder for its list, a list that was written elsewhere, a minor version of the tracer."""
        expected = self.good("run", "--app", self.trace(self.text()))
        for spec in (f"trace:{self.dir}", f"trace:{self.dir}/"):
            self.assertEqual(self.good("run", "--app", spec), expected)
        for name in ("/home/else/where/traces/kernel-1.traceg", "traces/kernel-1.traceg"):
            (self.dir / "kernelslist.g").write_text(name + "\n")
            self.assertEqual(self.good("run", "--app", f"trace:{self.dir}"), expected)
        for version in ("5.1", "5.0.2"):
            text = self.text(version=("tracer version = 5", f"tracer version = {version}"))
            self.assertEqual(self.good("run", "--app", self.trace(text)), expected)
        for version in ("5.", "5.x", "77.1", ".5"):
            text = self.text(version=("tracer version = 5", f"tracer version = {version}"))
            self.bad(f"unsupported accelsim tracer version, expected 1 to 5 ({version})", "run", "--app",
                     self.trace(text))

    def test_sizes_that_only_decide_occupancy(self) -> None:
        """What a tracer wrote for registers and shared memory, and no chip has: the chip's limit, with a warning for
        each kernel, as text and packed. Of 32 threads each may have 256 registers, and a block all shared memory."""
        wrong = self.trace(self.text(size=("-nregs = ", "-nregs = 21955\n-shmem = 999999999\n-kernel id = ")))
        packed = f"{self.dir}/a.tracep"
        self.good("pack", wrong, packed)
        for app, place in ((wrong, "kernel-1.traceg:"), (f"trace:{packed}", "a.tracep(kernel-1.traceg):")):
            done = run("run", "--app", app, "--no-alone", "--json", f"{self.dir}/wrong.json", "--quiet")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (0, 2), done.stderr)
            self.assertRegex(done.stderr, rf"{re.escape(place)}6: warning: nregs of 21955 .* at most 256, which is")
            self.assertRegex(done.stderr, rf"{re.escape(place)}7: warning: shmem of 999999999 .* is taken")
            limits = json.loads((self.dir / "wrong.json").read_text())
            self.good("run", "--app", self.trace(self.text(size=("-nregs = ", "-nregs = 256\n-kernel id = "))),
                      "--no-alone", "--json", f"{self.dir}/right.json", "--quiet")
            right = json.loads((self.dir / "right.json").read_text())
            self.assertEqual(limits["event_hash"], right["event_hash"])
            self.trace(self.text(size=("-nregs = ", "-nregs = 21955\n-shmem = 999999999\n-kernel id = ")))

    def test_packed(self) -> None:
        """The same results, in one file; what is wrong is said of the text's line, and leaves no file."""
        two = self.text(grid=("(1,1,1)", "(2,1,1)")) + trace_text.block(1, GOOD_LINES)
        spec, packed = self.trace(two), f"{self.dir}/a.tracep"
        self.assertEqual(self.good("pack", spec, packed), "")
        results = []
        for number, app in enumerate((spec, f"trace:{packed}")):
            path = self.dir / f"{number}.json"
            self.good("run", "--app", app, "--then", app, "--json", str(path), "--quiet")
            results.append({**json.loads(path.read_text()), "provenance": app})
            self.assertEqual(results[-1], {**results[0], "provenance": app})
        whole = pathlib.Path(packed).read_bytes()
        for bad, expected in ((whole[:-1], "truncated zstd data"), (whole[:40], "a.tracep"), (b"", "a.tracep: "),
                              (b"text\n", "corrupt zstd data"), (whole + b"x", "more than one zstd frame")):
            pathlib.Path(packed).write_bytes(bad)
            self.bad(expected, "run", "--app", f"trace:{packed}", "--json", f"{self.dir}/out.json")
        self.bad("none.tracep: cannot be opened: No such file", "run", "--app", f"trace:{self.dir}/none.tracep")
        broken = self.trace(two.replace("LDG.E 1 R4", "LDG.E 1 R999"))
        commands: list[list[str]] = [["pack", broken, f"{self.dir}/b.tracep"], ["run", "--app", broken]]
        for command in commands:
            self.bad("kernel-1.traceg:23: bad register", *command)
        self.bad("expected a name that ends in .tracep", "pack", spec, f"{self.dir}/b.packed")
        for app in (f"trace:{packed}", "trace:", "kernel:gups"):
            self.bad("expected trace:PATH of a kernelslist.g", "pack", app, f"{self.dir}/b.tracep")
        commands = [[], [spec], [spec, "--help-me"], [spec, packed, packed]]
        for command in commands:
            self.bad("pack: expected a trace and the file to write", "pack", *command)
        self.bad("none/b.tracep", "pack", spec, f"{self.dir}/none/b.tracep")

    def races(self, *body: str) -> tuple[int, str, int]:
        """A block for each body, with a warp for each part between commas: exit code, stderr, races in JSON."""
        text = self.text(grid=("(1,1,1)", f"({len(body)},1,1)"), block=("(32,1,1)", "(64,1,1)")).split("#BEGIN_TB")[0]
        for block, warps in enumerate(body):
            text += f"#BEGIN_TB\n\nthread block = {block},0,0\n\n"
            for number, ops in enumerate(warps.split(",")):
                lines = [INSTRUCTIONS[op] for op in ops.split()] + ["00f0 ffffffff 0 EXIT 0 0 0"]
                text += f"warp = {number}\ninsts = {len(lines)}\n" + "\n".join(lines) + "\n\n"
            text += "#END_TB\n"
        path = self.dir / "r.json"
        done = run("run", "--app", self.trace(text), "--check-values", "--quiet", "--json", str(path))
        app = json.loads(path.read_text())["applications"][0]
        return done.returncode, done.stderr, app["architectural_hash"]["races"]

    def test_races(self) -> None:
        for body in (["load,load"], ["load", "load"], ["store barrier,barrier load"], ["low,high"],
                     ["atomic,atomic", "atomic,atomic"], ["store load,"], ["shared,", "shared,"]):
            with self.subTest(body):
                self.assertEqual(self.races(*body), (0, "", 0))
        late, at = "load at PC 0x10 by block 0, warp 1 after ", "global address 0x10000\n"
        for body, count, said in (
                (["store,load"], 1, late + "store at PC 0x20 by block 0, warp 0, " + at),
                (["load", "store", "load"], 2,
                 "store at PC 0x20 by block 1, warp 0 after load at PC 0x10 by block 0, " + at),
                (["shared,shared"], 1, "store at PC 0x30 by block 0, warp 1 after store at PC 0x30 by block 0, warp 0, "
                                       "shared address 0x40\n"),
                (["atomic,load"], 1, late + "atomic at PC 0x40 by block 0, warp 0, " + at),
                (["low,low"], 1, "store at PC 0x50")):
            with self.subTest(body):
                _, stderr, races = self.races(*body)
                warned = [line + "\n" for line in stderr.splitlines() if "warning" in line]
                self.assertEqual((races, len(warned)), (count, 1), stderr)
                self.assertIn(f"warning: {count} instructions of warps race; the first in launch 1 (k): ", warned[0])
                self.assertIn(said, warned[0])

    def test_what_would_not_end(self) -> None:
        for blank in (" \n", "\n"):
            self.bad("more than 100000 blank lines in a row", "run", "--app",
                     self.trace(self.text() + blank * 1000000, "kernel-1.traceg.xz"))
        (self.dir / "kernelslist.g").write_text("\n" * 1000000)
        self.bad("kernelslist.g:100001: more than 100000 blank lines", "run", "--app", f"trace:{self.dir}")
        (self.dir / "kernelslist.g").write_text("kernel-2.traceg\n")
        os.mkfifo(self.dir / "kernel-2.traceg")
        self.bad("kernel-2.traceg: cannot be opened: not a regular file", "run", "--app", f"trace:{self.dir}")
        os.unlink(self.dir / "kernelslist.g")
        os.mkfifo(self.dir / "kernelslist.g")
        self.bad("kernelslist.g: cannot be opened: not a regular file", "run", "--app", f"trace:{self.dir}")

    def test_malformed(self) -> None:
        for what, text in {
            "opcode missing": self.text("0000 ffffffff 0\n"),
            "bad mask": self.text("0000 fffffffff 0 EXIT 0 0 0\n"),
            "register": self.text("0000 ffffffff 1 R999 MOV 0 0 0\n"),
            "huge grid": self.text(grid=("(1,1,1)", "(4294967295,4294967295,4294967295)")),
            "huge block": self.text(block=("(32,1,1)", "(32000,1,1)")),
            "insts": self.text(insts=("insts = 2", "insts = 99999999999")),
            "short warp": self.text(insts=("insts = 2", "insts = 3")),
            "no end": self.text(end=("#END_TB", "")),
            "version": self.text(version=("version = 5", "version = 77")),
            "binary": "\x00\x01\x02" * 1000,
            "empty": "",
            "long line": "-kernel name = " + "x" * 1000000,
        }.items():
            with self.subTest(what):
                spec = self.trace(text)
                self.bad(f"{self.dir}/kernel-1.traceg:", "run", "--app", spec, "--json", f"{self.dir}/out.json")

    def test_truncated_xz(self) -> None:
        spec = self.trace(self.text(), "kernel-1.traceg.xz")
        path = self.dir / "kernel-1.traceg.xz"
        data = path.read_bytes()
        for length in (0, 5, len(data) // 2, len(data) - 1):
            path.write_bytes(data[:length])
            self.bad("kernel-1.traceg.xz", "run", "--app", spec)

    def test_lists(self) -> None:
        self.bad("none/kernelslist.g", "run", "--app", f"trace:{self.dir}/none/kernelslist.g")
        spec = self.trace(self.text())
        (self.dir / "kernelslist.g").write_text("MemcpyHtoD,zzz\n")
        self.bad("kernelslist.g:1", "run", "--app", spec)
        (self.dir / "kernelslist.g").write_text("kernel-2.traceg\n")
        self.bad("kernel-2.traceg", "run", "--app", spec)
        for name in ("kernel-1.traceg", "kernel-1.traceg.xz"):
            self.trace(self.text(), name)
            for command in (["run", "--app"], ["pack"]):
                more = [f"{self.dir}/a.tracep"] if command == ["pack"] else []
                self.bad(f"{name}: one kernel of a trace, expected the list of its kernels, or its folder",
                         *command, f"trace:{self.dir}/{name}", *more)

    def test_error_in_the_middle_of_a_run(self) -> None:
        second = self.text().split("#BEGIN_TB")[1].replace("thread block = 0,0,0", "thread block = 1,0,0")
        text = self.text(grid=("(1,1,1)", "(2,1,1)")) + "\n#BEGIN_TB" + second.replace("LDG.E 1 R4", "LDG.E 9 R4")
        self.bad("kernel-1.traceg:", "run", "--app", self.trace(text), "--json", f"{self.dir}/out.json", "--perfetto",
                 f"{self.dir}/p.json", "--kanata", f"{self.dir}/k.log")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: cli_test.py PATH/TO/gmmu")
    GMMU = sys.argv.pop()
    random.seed(int(os.environ.get("GMMU_SEED", "1")))
    unittest.main(verbosity=1)
