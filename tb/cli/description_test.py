#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of chip descriptions: gmmu show, --chip FILE.json, --set, and values at random.

usage: description_test.py PATH/TO/gmmu [RUNS]

RUNS: how many runs with random values (20).
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import typing
import unittest

GMMU = ""
RUNS = 20
ONE = ["--app", "kernel:gups,size=64K,updates=64"]
HASHED = str(pathlib.Path(__file__).resolve().parents[1] / "chip/hashed.json")
CHIPS = ("mask", "tanasic", HASHED)
Json = dict[str, typing.Any]


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([GMMU, *args], capture_output=True, text=True, timeout=120, check=False,
                          stdin=subprocess.DEVNULL)


class Case(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)

    def good(self, *args: str) -> str:
        done = run(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return str(done.stdout)

    def bad(self, expected: str, *args: str) -> None:
        done = run(*args)
        self.assertEqual(done.returncode, 2, (args, done.stderr))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(expected, done.stderr)
        self.assertEqual(done.stdout, "")

    def file(self, content: object, name: str = "chip.json") -> str:
        path = self.dir / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    def show(self, *args: str) -> Json:
        shown: Json = json.loads(self.good("show", *args))
        return shown

    def result(self, *args: str) -> Json:
        path = self.dir / "result.json"
        self.good("run", *ONE, "--quiet", "--json", str(path), *args)
        read: Json = json.loads(path.read_text())
        del read["provenance"]  # which differs with the options
        return read


def values(shown: Json, prefix: str = "") -> dict[str, Json]:
    """Path: {"value", "unit", "source"} of all values."""
    found: dict[str, Json] = {}
    for key, member in shown.items():
        if isinstance(member, dict) and "value" in member:
            found[prefix + key] = member
        elif isinstance(member, dict):
            found.update(values(member, prefix + key + "."))
    return found


def text_of(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(text_of, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def page_table(*levels: tuple[int, int, bool], **more: object) -> Json:
    named = {f"level{i}": {"low": low, "bits": bits, "leaf": leaf} for i, (low, bits, leaf) in enumerate(levels, 1)}
    return {"name": "own", "base": "mask", "page_table": {**more, "levels": len(levels), **named}}


class PageTables(Case):
    """A format of page tables is data of the description."""

    def test_the_data_decide_not_the_name(self) -> None:
        x86 = page_table((39, 9, False), (30, 9, True), (21, 9, True), (12, 9, True), kind="sv39")
        own = page_table((28, 8, False), (20, 8, True), (12, 8, True)) | {"page_sizes": ["4K", "1M"]}
        result = self.result("--chip", self.file(x86))
        self.assertEqual(result["event_hash"], self.result()["event_hash"])
        self.assertNotEqual(result["event_hash"], self.result("--chip", self.file(own))["event_hash"])

    def test_wrong_ones(self) -> None:
        gap = page_table((28, 8, False), (21, 7, True), (12, 8, True))
        self.bad("page_table.level2: expected low where the index bits of the next level end",
                 "run", *ONE, "--chip", self.file(gap))
        self.bad("page_table: expected dual_low between", "run", *ONE, "--set", "page_table.kind=pascal",
                 "--set", "page_sizes=64K", "--set", "page_table.dual_low=30")
        self.bad("page_table.level1.bits: 10: expected a number from 1 to 9 bits",
                 "show", "--chip", self.file(page_table((12, 10, True))))
        self.bad("the address is beyond the virtual address space",
                 "run", *ONE, "--chip", self.file(page_table((12, 9, True))))


class Show(Case):
    def test_every_value_has_a_source(self) -> None:
        for chip in ("mask", "tanasic", "mask-simulator"):
            for path, figure in values(self.show("--chip", chip)).items():
                self.assertTrue(figure["source"], (chip, path))

    def test_tables_of_the_thesis(self) -> None:
        """Chapter 5's machine is Table 5.1's, chapter 6's is Table 6.1's, also where both say the same."""
        for chip, table in (("tanasic5", "5.1"), ("tanasic", "6.1")):
            figures = values(self.show("--chip", chip))
            for path in ("core_mhz", "sm.count", "sm.warps", "sm.max_blocks", "sm.regs", "sm.shared"):
                self.assertRegex(figures[path]["source"], rf"^thesis Table {re.escape(table)}\b", (chip, path))

    def test_a_figure_of_another_gpu_is_marked(self) -> None:
        """What a source has found on other GPUs, or has of a kind of memory, is a guess on this one."""
        by_others: dict[str, tuple[str, ...]] = {
            "gtx1080": ("Karnagel", "TunneLs"), "v100": ("Karnagel", "TunneLs"), "rtx3080": ("Karnagel",),
            "a100": ("Karnagel",), "h100": ("Karnagel", "TunneLs"), "k80": ("TunneLs",), "p100": ("TunneLs",)}
        for chip, sources in by_others.items():
            for path, figure in values(self.show("--chip", chip)).items():
                source = figure["source"]
                others = (*sources, "GPGPU-Sim", "memory kind", *(("thesis",) if path.startswith("sm.") else ()))
                if any(name in source for name in others):
                    self.assertRegex(source, "^D|; D:|^not used", (chip, path))

    def test_what_is_shown_is_read_back(self) -> None:
        for chip in ("mask", "tanasic"):
            more = ["--chip", chip, "--set", "tlb.l2.entries=256", "--set", "mask.thresh_max=100"]
            shown = self.good("show", *more)
            path = self.file(shown)
            self.assertEqual(shown, self.good("show", "--chip", path))
            self.assertEqual(self.result(*more), self.result("--chip", path))

    def test_a_complete_file_needs_no_base(self) -> None:
        shown = self.show("--chip", "mask")
        del shown["base"]
        path = self.file(shown)
        result = self.result("--chip", path)
        changed = result.pop("changed")
        self.assertEqual(result, self.result("--chip", "mask"))
        self.assertEqual(changed["sm.count"], 30)
        del shown["l2"]["ways"]
        self.bad("l2.ways: missing", "show", "--chip", self.file(shown))

    def test_units(self) -> None:
        """MASK 5.2, 5.4 and Table 1 for its own chip; a larger one takes larger builds, a thesis SM other units."""
        def units(*args: str) -> dict[str, Json]:
            shown = json.loads(self.good("show", "--units", *args))
            return {unit["unit"] + unit.get("part", ""): unit for unit in shown}
        mask = units()
        sizes = {(unit, size): figure["value"] for unit in mask for size, figure in mask[unit]["sizes"].items()}
        self.assertEqual([sizes[key] for key in (
            ("bypass_cache", "BYPASS_ENTRIES"), ("golden_queue", "GOLDEN_DEPTH"), ("silver_queue", "FRFCFS_DEPTH"),
            ("normal_queue", "FRFCFS_DEPTH"), ("token_controller", "NUM_CORES"))], [32, 16, 64, 192, 30])
        self.assertEqual(units("--chip", "a100")["token_controller"]["build"], "token_controller_256")
        self.assertNotIn("token_controller", units("--design", "sharedtlb"))
        self.assertEqual(units("--chip", "tanasic")["replay_queue"]["sizes"]["REPLAY_DEPTH"]["value"], 64)
        self.assertIn("two_size_tlbtlb.l1", units("--chip", "mosaic", "--design", "mosaic"))
        self.bad("expected it with gmmu show alone", "run", *ONE, "--units")

    def test_the_order_in_a_file_is_free(self) -> None:
        more = ["--set", "tlb.l2.arrays=1", "--set", "tlb.l2.array1.entries=32", "--set", "tlb.l2.array1.sizes=2M",
                "--set", "page_sizes=4K,2M"]

        def turned(value: object) -> object:
            return {key: turned(value[key]) for key in reversed(value)} if isinstance(value, dict) else value

        shown = self.show(*more)
        self.assertEqual(self.show("--chip", self.file(turned(shown))), shown)

    def test_set_is_shown_and_named(self) -> None:
        figures = values(self.show("--set", "l2.bytes=1M", "--set", "sm.count=15"))
        self.assertEqual(figures["l2.bytes"], {"value": 1 << 20, "unit": "bytes", "source": "--set"})
        result = self.result("--set", "l2.bytes=1M", "--set", "sm.count=15", "--epoch", "6000")
        self.assertEqual(result["changed"], {"sm.count": 15, "l2.bytes": 1 << 20, "mask.epoch_cycles": 6000})
        self.assertEqual(result["applications"][0]["sms"], 15)
        self.assertNotIn("changed", self.result())

    def test_the_order_of_options_is_free(self) -> None:
        self.assertEqual(self.result("--set", "l1.ways=2", "--chip", "tanasic"),
                         self.result("--chip", "tanasic", "--set", "l1.ways=2"))

    def test_values_change_results(self) -> None:
        changes: list[list[str]] = [
            [], ["--set", "tlb.l1.entries=1"], ["--set", "memory.timing.cl=40"], ["--set", "l2.latency=11"],
            ["--set", "xbar_latency=9"], ["--set", "core_mhz=500"]]
        hashes = {self.result(*more)["event_hash"] for more in changes}
        self.assertEqual(len(hashes), 6)


class Designs(Case):
    NAMES = ("sharedtlb", "pwcache", "mask", "ideal", "mask-tlb", "mask-cache", "mask-dram",
             "gpu-mmu", "gpu-mmu-2m", "mosaic", "mosaic-bc")

    def test_what_is_shown_is_read_back(self) -> None:
        for name in self.NAMES:
            shown = self.good("show", "--design", name)
            path = self.file(shown, "design.json")
            self.assertEqual(shown, self.good("show", "--design", path))
            self.assertEqual(self.result("--design", name), self.result("--design", path))

    def test_a_long_name_of_a_file_and_a_description_itself(self) -> None:
        shown = self.good("show", "--design", "pwcache")
        deep = self.dir / ("d" * 200) / ("e" * 200)
        deep.mkdir(parents=True)
        path = self.file(shown, str(deep / "design.json"))
        for text in (path, f"{path}+rtl", shown.strip(), f"{shown.strip()}+rtl"):
            self.assertEqual(shown, self.good("show", "--design", text), text)

    def test_mask_is_its_three_parts(self) -> None:
        parts = ["--set", "design.tlb_fill=tokens", "--set", "design.l2_bypass=walks",
                 "--set", "design.dram_scheduler=mask", "--set", "design.l2_walk_channel=true",
                 "--set", "design.dram_walk_channel=true"]
        mask, built = self.result("--design", "mask"), self.result("--design", "sharedtlb", *parts)
        self.assertEqual(built.pop("changed"),
                         {"design.tlb_fill": "tokens", "design.l2_bypass": "walks", "design.dram_scheduler": "mask",
                          "design.l2_walk_channel": True, "design.dram_walk_channel": True})
        self.assertEqual((mask.pop("design"), built.pop("design")), ("mask", "sharedtlb"))
        self.assertEqual(mask, built)

    def test_a_design_of_ones_own(self) -> None:
        path = self.file({"name": "mine", "base": "mask", "tlb_fill": "all"})
        result = self.result("--design", path)
        self.assertEqual((result["design"], result["changed"]), ("mine", {"design.tlb_fill": "all"}))

    def test_bad(self) -> None:
        for expected, args in (
            ("--set 'design.block_scheduler=x': expected one of static", ["--set", "design.block_scheduler=x"]),
            ("--set 'design.tlb_fill=x': expected one of all, tokens", ["--set", "design.tlb_fill=x"]),
            ("design.bypass_last: 3: expected at least design.bypass_first, 4",
             ["--set", "design.l2_bypass=static", "--set", "design.bypass_last=3"]),
            ("chip.json: design.ideal_tlb: missing", ["--design", self.file({"name": "x"})]),
        ):
            with self.subTest(args):
                self.bad(expected, "run", *ONE, *args)
        self.bad("chip.json: base: no preset", "show", "--design", self.file({"base": "tanasic"}))
        self.bad("chip.json: design.sm: unknown", "show", "--design", self.file({"base": "mask", "sm": 1}))
        self.bad("chip.json: design.tlb_fill: unknown", "run", *ONE, "--chip",
                 self.file({"base": "mask", "design": {"tlb_fill": "all"}}))


class Bad(Case):
    def test_set(self) -> None:
        for expected, text in (
            ("--set 'sm.count=0': expected a number from 1 to 256 SMs", "sm.count=0"),
            ("--set 'sm.count=1e3': expected a number", "sm.count=1e3"),
            ("--set 'sm.kind=fast': expected one of gto, thesis", "sm.kind=fast"),
            ("--set 'tlb.l9.ways=4': expected FIELD=VALUE with a field that", "tlb.l9.ways=4"),
            ("--set 'sm': expected FIELD=VALUE", "sm"),
            ("tlb.l2.ways: 3: expected the 512 entries in a power of two of sets", "tlb.l2.ways=3"),
            ("l2.banks: 4: expected 1 to 16 times memory.channels, 8", "l2.banks=4"),
            ("exceptions.scheme: chip 'mask' has no preemptible exceptions", "exceptions.scheme=replay"),
            ("exceptions.faults: chip 'mask' injects no faults", "exceptions.faults=inject"),
            ("--set 'os.allocator=nope': expected one of ascending, random", "os.allocator=nope"),
            ("--set 'design.allocator=nope': expected one of chip, ascending, random", "design.allocator=nope"),
            ("os.allocator: colour: expected a memory.map with a channel bit", "os.allocator=colour"),
            ("--set 'memory.map.kind=nope': expected one of fold, xor", "memory.map.kind=nope"),
            ("memory.map.channel: a list: expected none with memory.map.kind fold", "memory.map.channel=10"),
            ("page_sizes: none: expected at least one size", "page_sizes="),
            ("--set 'page_sizes=4K,4096': expected at most 4 different numbers", "page_sizes=4K,4096"),
            ("--set 'sm.off=3,3': expected at most 64 different numbers", "sm.off=3,3"),
        ):
            with self.subTest(text):
                self.bad(expected, "show", "--set", text)
                self.bad(expected, "run", *ONE, "--set", text)

    def test_files(self) -> None:
        for expected, content in (
            ("chip.json:1: expected JSON", ""),
            ("chip.json:2: expected JSON", "{\n]"),
            ("chip.json:1: expected JSON", '{"base": "mask", "base": "mask"}'),
            ("chip.json: the file: no object", []),
            ("chip.json: base: no preset", {"base": "x"}),
            ("chip.json: name: missing", {}),
            ("chip.json: name: " + "x" * 32 + ": expected a text of 1 to 31", {"name": "x" * 32}),
            ("chip.json: name: no name", {"name": 3}),
            ("chip.json: name: no name", {"name": ""}),
            ("chip.json: core_mhz: missing", {"name": "mine"}),
            ("chip.json: sm.count: 0: expected a number from 1 to 256 SMs", {"base": "mask", "sm": {"count": 0}}),
            ("chip.json: sm.count: -1: expected", {"base": "mask", "sm": {"count": -1}}),
            ("chip.json: sm.count: 1.5: expected", {"base": "mask", "sm": {"count": 1.5}}),
            ("chip.json: sm.count: no value", {"base": "mask", "sm": {"count": None}}),
            ("chip.json: sm.count: x: expected \"value\"", {"base": "mask", "sm": {"count": {"x": 1}}}),
            ("chip.json: sm.count: an object without", {"base": "mask", "sm": {"count": {"unit": "SMs"}}}),
            ("chip.json: sm.count: another unit: expected SMs",
             {"base": "mask", "sm": {"count": {"value": 1, "unit": "TPCs"}}}),
            ("chip.json: sm.cores: unknown", {"base": "mask", "sm": {"cores": 1}}),
            ("chip.json: sm: no object: expected an object", {"base": "mask", "sm": 3}),
            ("chip.json: tlb.l1: no object: expected an object", {"base": "mask", "tlb": {"l1": 3}}),
            ("chip.json: s: unknown", {"base": "mask", "s": 3}),
            ("chip.json: tlb.l3.entries: unknown", {"base": "mask", "tlb": {"l3": {"entries": 3}}}),
            ("chip.json: l1.ways: 1,1: expected", {"base": "mask", "l1": {"ways": [1, 1]}}),
            ("chip.json: tlb.l1.ways: 5: expected the 64", {"base": "mask", "tlb": {"l1": {"ways": 5}}}),
            ("chip.json: more than 1 MiB: expected a file of at most 1 MiB", " " * (1 << 21)),
        ):
            with self.subTest(expected):
                self.bad(expected, "run", *ONE, "--chip", self.file(content))
        self.bad("--chip 'nope'", "show", "--chip", "nope")
        self.bad("option 'app': expected one that this command has", "show", *ONE)

    def test_no_file(self) -> None:
        fifo = self.dir / "fifo.json"
        os.mkfifo(fifo)  # nobody writes into it
        for option in ("--chip", "--design"):
            self.bad("none.json: No such file or directory", "show", option, f"{self.dir}/none.json")
            self.bad("fifo.json: not a regular file", "show", option, str(fifo))
            self.bad("gmmu: /: not a regular file", "show", option, "/")


class Words(Case):
    """What stands on the command line beside descriptions."""

    def test_list_has_what_fields_take(self) -> None:
        """The names of a section are those that a wrong value is told to be."""
        sections = re.split(r"^(?=\S)", self.good("list"), flags=re.M)
        for field in ("page_table.kind", "memory.kind", "memory.map.kind", "os.allocator", "design.allocator",
                      "design.dram_scheduler", "design.block_scheduler", "design.tlb_fill", "design.l2_bypass",
                      "tlb.l1.index", "tlb.l1.replacement"):
            section = next(part for part in sections if f"({field}" in part or f", {field}" in part
                           or (field.endswith("block_scheduler") and part.startswith("block schedulers")))
            rows = [line.split(maxsplit=1) for line in section.splitlines()[1:]]
            told = run("show", "--set", f"{field}=?").stderr.split("expected ")[1].removeprefix("one of ")
            self.assertEqual(sorted(row[0] for row in rows), sorted(re.split(", | or ", told.strip())), field)
            self.assertTrue(all(len(row) == 2 for row in rows), field)  # each with its summary

    def test_nothing_behind_a_command_that_takes_nothing(self) -> None:
        for word, quoted in (("x", "x"), ("x" * 3000, "x" * 200 + "...")):
            for command in ("list", "--version"):
                self.bad(f"argument '{quoted}': expected none with 'gmmu {command}'", command, word)
            self.bad(f"help '{quoted}': expected run, compare, show, colours,", "help", word)
            self.bad(f"argument '{quoted}': expected one command at most", "help", "run", word)

    def test_more_applications_than_sms(self) -> None:
        apps = ["--app", "kernel:gups,size=64K,updates=64"] * 31
        self.bad("31 applications: expected at most the chip's 30 SMs", "run", *apps)

    def test_a_kernel_parameter_twice(self) -> None:
        self.bad("kernel:gups: size=2M: expected size once", "run", "--app", "kernel:gups,size=1M,size=2M")


class Random(Case):
    """No value may crash a run, hang it, or take memory without bound."""

    def candidates(self, path: str, value: object) -> list[str]:
        if isinstance(value, str):
            return [value, "gto", "thesis", "replay", "oplog", "migrate", "lazy", "inject", "on", "ideal"]
        if isinstance(value, bool):
            return ["true", "false"]
        if isinstance(value, float):
            return ["0", "0.001", "1", "nan"]
        if isinstance(value, list):
            return ["", text_of(value), "0", "1", "63", "10+13,11"]
        assert isinstance(value, int), path
        edges = ["0", "1", "2", "3", "18446744073709551615", "64K"]
        near = [str(value * 2), str(value // 2), str(value + 1)]
        powers = [str(1 << random.randrange(1, 21))]
        return edges + near + powers * 3

    def test_random_values(self) -> None:
        finished = number = 0
        while number < RUNS or (finished <= RUNS // 10 and number < 10 * RUNS):
            number += 1
            chip = random.choice(CHIPS)
            more = ["--chip", chip]
            sizes = ("tlb.l1.arrays=1", "tlb.l2.arrays=3", "tlb.levels=3")
            for list_size in random.sample(sizes, random.choice((0, 0, 1))):
                if run("show", *more, "--set", list_size).returncode == 0:
                    more += ["--set", list_size]
            figures = values(self.show(*more))
            for path in random.sample(sorted(figures), random.choice((1, 1, 2, 3))):
                more += ["--set", f"{path}={random.choice(self.candidates(path, figures[path]['value']))}"]
            finished += self.run_bounded(number, more)
        self.assertGreater(finished, RUNS // 10, "hardly any run is possible")

    def test_extremes_of_every_value(self) -> None:
        """Least and largest value of each field, some of them in each round."""
        chip = ["--chip", random.choice(CHIPS)]
        figures = values(self.show(*chip))
        for path in random.sample(sorted(figures), min(len(figures), RUNS)):
            done = run("show", *chip, "--set", f"{path}=x")
            words = done.stderr.split()
            if "from" not in words:
                continue
            ends = words[words.index("from") + 1], words[words.index("to") + 1]
            for end in ends:
                self.run_bounded(path, [*chip, "--set", f"{path}={end}"])

    def run_bounded(self, what: object, more: list[str]) -> bool:
        """True when the run finished; an oracle ends one with a wrong answer by code 2 and its own name."""
        command = ["run", *ONE, "--quiet", "--max-cycles", "3000000", "--no-alone", "--design", "sharedtlb", *more]
        limited = ["bash", "-c", 'ulimit -v 6291456; exec "$@"', "bash", GMMU, *command]
        done = subprocess.run(limited, capture_output=True, text=True, timeout=100, check=False)
        with self.subTest(what, options=" ".join(more)):
            self.assertIn(done.returncode, (0, 2), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1 if done.returncode else 0, done.stderr)
            for word in ("out of memory", "deadlock", "oracle"):
                self.assertNotIn(word, done.stderr)
        return done.returncode == 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: description_test.py PATH/TO/gmmu [RUNS]")
    RUNS = int(sys.argv.pop()) if len(sys.argv) == 3 else RUNS
    GMMU = sys.argv.pop()
    random.seed(int(os.environ.get("GMMU_SEED", "1")))
    unittest.main(verbosity=1)
