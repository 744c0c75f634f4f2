# SPDX-License-Identifier: Apache-2.0
"""The Python package against the program that it drives: the same words, the same numbers, the same errors.

usage: package_test.py PATH/TO/gmmu
"""

import contextlib
import csv
import importlib.util
import inspect
import io
import json
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import time
import types
import unittest
from typing import Any
from unittest import mock

import matplotlib
import opengmmu
from opengmmu import Chip, Comparison, GmmuError, Result
from opengmmu.options import words

ROOT = pathlib.Path(__file__).resolve().parents[3]
APP = "kernel:stream,size=64K"
LONG = "kernel:gups,size=64M"


def gmmu(*args: str) -> str:
    return subprocess.run([os.environ["GMMU"], *args], capture_output=True, text=True, check=True).stdout


class Frame(list[Any]):
    """In the place of pandas.DataFrame: Debian's pandas is not everywhere."""


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.dir = pathlib.Path(self.scratch.name)

    def refused(self, says: str, what: Any, *args: Any, **more: Any) -> GmmuError:
        with self.assertRaises(GmmuError) as caught:
            what(*args, **more)
        self.assertIn(says, str(caught.exception))
        self.assertEqual(str(caught.exception).count("\n"), 0, caught.exception)
        return caught.exception


class Runs(Case):
    def test_a_run_is_what_the_program_writes(self) -> None:
        raw = json.loads(gmmu("run", "--app", APP, "--design", "ideal", "--seed", "3", "--quiet", "--json", "-"))
        result = opengmmu.run(APP, design="ideal", seed=3)
        self.assertEqual({**result.raw, "provenance": None}, {**raw, "provenance": None})
        self.assertEqual(result.cycles, raw["cycles"])
        self.assertEqual(result.apps[0].l2_tlb.hit_rate, raw["applications"][0]["l2_tlb"]["hit_rate"])
        self.assertEqual(result["dram.silver.row_hit_rate"], raw["dram"]["silver"]["row_hit_rate"])

    def test_rows_are_the_csv(self) -> None:
        apps = [APP, "kernel:gups,size=1M,updates=1K"]
        gmmu("run", "--app", apps[0], "--app", apps[1], "--quiet", "--csv", f"{self.dir}/r.csv")
        lines = (self.dir / "r.csv").read_text().splitlines()[1:]
        expected = list(csv.DictReader(lines))
        rows = opengmmu.run(*apps).rows()
        self.assertEqual([(row["run"], row["statistic"], row["unit"]) for row in rows],
                         [(row["run"], row["statistic"], row["unit"]) for row in expected])
        self.assertGreater(len(rows), 120)
        for row, line in zip(rows, expected):
            self.assertEqual("" if row["application"] is None else str(row["application"]), line["application"])
            if line["value"] == "":
                self.assertIsNone(row["value"], row)
            else:
                self.assertAlmostEqual(float(row["value"]), float(line["value"]), places=6, msg=str(row))

    def test_what_does_not_apply_and_what_is_none(self) -> None:
        result = opengmmu.run(APP)
        self.assertIsNone(result.weighted_speedup)
        with self.assertRaisesRegex(AttributeError, "cycels: expected a statistic of the chip .*did you mean 'cycles'"):
            print(result.cycels)
        with self.assertRaisesRegex(KeyError, "l2_tlb.hits_rate.*did you mean 'l2_tlb.hit_rate'"):
            print(result.apps[0]["l2_tlb.hits_rate"])
        self.assertIn("l1_cache", dir(result.apps[0]))

    def test_options_by_their_names(self) -> None:
        result = opengmmu.run([APP, APP], "kernel:gups,size=1M,updates=1K", design="sharedtlb", sms=[20, 10],
                              set={"tlb.l2.entries": "1K", "page_sizes": [4096, 2 << 20]}, no_alone=True, epoch=5000,
                              arrive={1: 9}, check_values=False, shuffle=None)
        command = result.raw["provenance"]["command"]
        self.assertEqual(command, ["run", f"--app={APP}", f"--then={APP}", "--app=kernel:gups,size=1M,updates=1K",
                                   "--design=sharedtlb", "--set=tlb.l2.entries=1K", "--set=page_sizes=4096,2097152",
                                   "--sms=20,10", "--no-alone", "--epoch=5000", "--arrive=1=9"])
        self.assertEqual([app["sms"] for app in result.apps], [20, 20, 10])
        self.assertEqual(result.raw["changed"]["tlb.l2.entries"], 1024)

    def test_every_option_reaches_the_program(self) -> None:
        """By the program's own table: of each option the word is the one that its help names."""
        listed = json.loads(gmmu("list", "--options"))["options"]
        self.assertGreater(len(listed), 50)
        for option in listed:
            value: Any = "x" if "argument" in option else True
            made = words(option["commands"].split()[0], {option["name"].replace("-", "_"): value})
            self.assertEqual(made, [f"--{option['name']}=x" if "argument" in option else f"--{option['name']}"])

    def test_errors_are_the_program_s_lines(self) -> None:
        cases: list[tuple[list[str], list[Any], dict[str, Any]]] = [
            (["--app", "kernel:gpus"], ["kernel:gpus"], {}),
            (["--app", APP, "--design=nope"], [APP], {"design": "nope"}),
            (["--app", APP, "--set=tlb.l2.ways=3"], [APP], {"set": {"tlb.l2.ways": 3}}),
            (["--app", APP, "--max-cycles=100"], [APP], {"max_cycles": 100}),
            (["--app", "trace:/nowhere"], ["trace:/nowhere"], {}),
            (["--app", APP, "--epohc=5"], [APP], {"epohc": 5}),
            ([], [], {})]
        for words_, args, more in cases:
            done = subprocess.run([os.environ["GMMU"], "run", *words_, "--quiet"], capture_output=True, text=True,
                                  check=False)
            error = self.refused("", opengmmu.run, *args, **more)
            self.assertEqual((error.line, error.code), (done.stderr.splitlines()[-1], 2))
            self.assertEqual(error.command[:2], [os.environ["GMMU"], "run"])
        self.refused("an application is an empty list", opengmmu.run, [])
        self.refused("json=: expected no option", opengmmu.run, APP, json="x")
        self.refused("null byte", opengmmu.run, "kernel:\0")

    def test_a_long_run_ends_at_its_time(self) -> None:
        before = time.monotonic()
        self.refused("gmmu run: not finished after 0.5 seconds", opengmmu.run, LONG, timeout=0.5)
        self.assertLess(time.monotonic() - before, 60)

    def test_epochs_while_the_run_goes_on(self) -> None:
        seen: list[dict[str, Any]] = []
        result = opengmmu.run("kernel:gups,size=1M", epoch=5000, on_epoch=seen.append)
        self.assertEqual(seen, result.epochs)
        self.assertGreater(len(seen), 3)
        self.assertEqual(result.raw, opengmmu.run("kernel:gups,size=1M", epoch=5000).raw)
        self.refused("gmmu: unknown kernel 'gpus'", opengmmu.run, "kernel:gpus", on_epoch=seen.append)
        self.refused("not finished after 1 seconds", opengmmu.run, LONG, on_epoch=seen.append, timeout=1)

    def test_a_reader_of_epochs_ends_the_run(self) -> None:
        def enough(epoch: dict[str, Any]) -> None:
            raise KeyboardInterrupt(epoch["epoch"])
        before = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            opengmmu.run(LONG, epoch=5000, on_epoch=enough)
        self.assertLess(time.monotonic() - before, 60)

    def test_nothing_waits_for_input(self) -> None:
        """A FIFO without a writer, a device without an end, standard input."""
        fifo = self.dir / "fifo.json"
        os.mkfifo(fifo)
        for path in (fifo, "/dev/zero", self.dir, self.dir / "nowhere.json"):
            self.refused("cannot read", opengmmu.load, path)
        self.refused("gmmu: ", opengmmu.run, APP, chip=fifo, timeout=60)
        self.refused("gmmu: ", Chip.load, fifo)
        self.refused("gmmu: ", opengmmu.run, "trace:/dev/stdin", timeout=60)

    def test_a_program_that_is_killed(self) -> None:
        fake = self.dir / "gmmu"
        for body, says, code in (("kill -9 $$", "gmmu: ended by signal 9", -9), ("exit 3", "gmmu: exit code 3", 3),
                                 ("echo a; echo 'b\\xff' >&2; exit 2", "b", 2)):
            fake.write_text(f"#!/bin/sh\n{body}\n")
            fake.chmod(0o755)
            self.assertEqual(self.refused(says, opengmmu.program.call, ["run"], gmmu=fake).code, code)
        fake.write_text("no program\n")
        self.refused("expected the program gmmu (gmmu=)", opengmmu.find, self.dir / "none")
        self.refused("gmmu: ", opengmmu.program.call, ["run"], gmmu=fake)

    def test_c_and_rtl(self) -> None:
        both = opengmmu.compare(APP, designs=["mask", "mask+rtl"])
        self.assertEqual((both.designs, len(both)), (["mask", "mask+rtl"], 2))
        self.assertEqual(both["mask"].event_hash, both["mask+rtl"].event_hash)
        with self.assertRaisesRegex(KeyError, "ideal: expected one of mask, mask.rtl"):
            print(both["ideal"])

    def test_save_and_load(self) -> None:
        both = opengmmu.compare(APP, designs=["mask", "ideal"])
        both.save(self.dir / "c.json")
        again = opengmmu.load(self.dir / "c.json")
        assert isinstance(again, Comparison)
        self.assertEqual(again.values("ipc"), both.values("ipc"))
        both[0].save(self.dir / "r.json")
        one = opengmmu.load(self.dir / "r.json")
        assert isinstance(one, Result)
        self.assertEqual(one.raw, both[0].raw)
        self.assertEqual(stat.S_IMODE((self.dir / "r.json").stat().st_mode), 0o666 & ~current_umask())
        self.assertIn(": the same", gmmu("rerun", f"{self.dir}/c.json"))
        (self.dir / "x.json").write_text("[1]")
        self.refused("expected JSON of gmmu run or compare", opengmmu.load, self.dir / "x.json")
        (self.dir / "x.json").write_text("{")
        self.refused("expected JSON of gmmu run or compare", opengmmu.load, self.dir / "x.json")
        self.refused("cannot write", one.save, self.dir / "no/r.json")
        self.assertEqual(sorted(path.name for path in self.dir.iterdir()), ["c.json", "r.json", "x.json"])


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Sweeps(Case):
    def test_each_point_is_its_run(self) -> None:
        seen: list[opengmmu.Point] = []
        sweep = opengmmu.sweep({"tlb.l2.entries": [128, "1K"], "design": ["sharedtlb", "ideal"]}, APP, jobs=2,
                               set={"tlb.l2.ways": 8}, on_point=seen.append)
        self.assertEqual([point.values for point in sweep],
                         [{"tlb.l2.entries": entries, "design": design} for entries in (128, "1K")
                          for design in ("sharedtlb", "ideal")])
        self.assertEqual(len(seen), 4)
        for point in sweep:
            alone = opengmmu.run(APP, design=point.values["design"],
                                 set={"tlb.l2.ways": 8, "tlb.l2.entries": point.values["tlb.l2.entries"]})
            self.assertEqual(point.result.event_hash, alone.event_hash)
        self.assertEqual(sweep.values("cycles"), [point.result.cycles for point in sweep])
        self.assertEqual(sweep.rows()[0]["design"], "sharedtlb")

    def test_spread(self) -> None:
        sweep = opengmmu.sweep({"seed": [1, 2, 3], "tlb.l2.entries": [128, 512]}, "kernel:gups,size=1M,updates=1K",
                               design="sharedtlb")
        curve, = sweep.curves("cycles", x="tlb.l2.entries")
        for i, entries in enumerate((128, 512)):
            found = [p.result.cycles for p in sweep if p.values["tlb.l2.entries"] == entries]
            self.assertEqual((curve.x[i], curve.low[i], curve.high[i]), (entries, min(found), max(found)))
            self.assertEqual(curve.y[i], sum(found) / 3)
        self.assertNotEqual(curve.low, curve.high)
        self.assertEqual([line.name for line in sweep.curves("cycles", x="tlb.l2.entries", by="seed")],
                         ["seed = 1", "seed = 2", "seed = 3"])
        self.refused("nope: expected an axis of the sweep: seed, tlb.l2.entries", sweep.curves, "cycles", x="nope")

    def test_chips(self) -> None:
        small = Chip.load("mask").change({"sm.count": 2})
        sweep = opengmmu.sweep({"chip": [small, "v100"]}, APP)
        self.assertEqual([point.result.apps[0]["sms"] for point in sweep], [2, 80])

    def test_an_error_names_its_point(self) -> None:
        error = self.refused("tlb.l2.ways", opengmmu.sweep, {"tlb.l2.entries": [512, 500]}, APP)
        self.assertEqual(error.__notes__, ["at tlb.l2.entries = 500"])
        self.refused("expected one value at least", opengmmu.sweep, {"seed": []}, APP)
        self.refused("expected one axis at least", opengmmu.sweep, {}, APP)
        self.refused("jobs=0: expected 1 at least", opengmmu.sweep, {"seed": [1]}, APP, jobs=0)


class Probes(Case):
    def test_tlb_boundary(self) -> None:
        found = opengmmu.probe("tlb-boundary", chip="mask", set={"tlb.l2.entries": 256})
        self.assertTrue(found.found)
        self.assertIn("no further boundary", found.text)
        self.assertEqual(list(found.rows[0]), ["level", "stride_bytes", "range_bytes", "cycles"])
        self.assertEqual({type(value) for value in found.rows[0].values()}, {int, float})
        self.refused("gmmu: ", opengmmu.probe, "tlb-bounds")


class Chips(Case):
    def test_values_units_sources(self) -> None:
        chip = Chip.load("mask")
        self.assertEqual((chip["tlb.l2.entries"], chip.unit("tlb.l2.entries"), chip.name), (512, "entries", "mask"))
        self.assertIn("MASK", chip.source("tlb.l2.entries"))
        paths = [row if isinstance(row, str) else row["name"] for row in json.loads(gmmu("list", "--options"))["paths"]]
        self.assertGreater(len(set(paths) & set(chip)), 100)
        self.refused("did you mean 'tlb.l2.entries'?", chip.__getitem__, "tlb.l2.entry")
        self.assertNotIn("tlb.l2.entry", chip)

    def test_change_diff_save(self) -> None:
        chip = Chip.load("mask")
        large = chip.change({"tlb.l2.entries": "1K", "page_sizes": [4096, 1 << 21]})
        self.assertEqual(chip.diff(large), {"tlb.l2.entries": (512, 1024), "page_sizes": ([4096], [4096, 1 << 21])})
        self.assertEqual(chip["tlb.l2.entries"], 512)
        large.save(self.dir / "large.json")
        self.assertEqual(Chip.load(self.dir / "large.json"), large)
        self.assertNotEqual(large, chip)
        by_file, by_chip = opengmmu.run(APP, chip=self.dir / "large.json"), opengmmu.run(APP, chip=large)
        changed = opengmmu.run(APP, set={"tlb.l2.entries": "1K", "page_sizes": [4096, 1 << 21]})
        self.assertEqual({by_file.event_hash, by_chip.event_hash}, {changed.event_hash})
        self.refused("tlb.l2.ways: 16: expected the 500 entries", chip.change, {"tlb.l2.entries": 500})
        self.refused("cannot write", chip.save, self.dir / "no/chip.json")

    def test_every_chip_loads(self) -> None:
        listed = [line.split()[0] for line in gmmu("list").split("designs (", maxsplit=1)[0].splitlines()[1:]]
        self.assertGreater(len(listed), 10)
        for name in listed:
            self.assertEqual(Chip.load(name).diff(Chip.load(name)), {})


class Pictures(Case):
    def setUp(self) -> None:
        super().setUp()
        matplotlib.use("Agg")

    def test_frames(self) -> None:
        with mock.patch.dict(sys.modules, pandas=types.SimpleNamespace(DataFrame=Frame)):
            result = opengmmu.run(LONG.replace("64M", "1M"), epoch=5000)
            self.assertEqual(result.to_frame(), result.rows())
            self.assertGreater(len(result.to_frame("epochs")), 3)
            self.refused("expected 'statistics', 'epochs'", result.to_frame, "epoch")
        if importlib.util.find_spec("pandas"):
            self.assertEqual(result.to_frame().shape, (len(result.rows()), 5))
        with mock.patch.dict(sys.modules, pandas=None):
            self.refused("to_frame: expected pandas to be installed", result.to_frame)

    def test_plots_have_the_values(self) -> None:
        result = opengmmu.run(LONG.replace("64M", "1M"), epoch=5000)
        axes = result.plot("walks")
        self.assertEqual(list(axes.lines[0].get_ydata()), [row["walks"] for row in result.epochs])
        self.assertEqual(list(axes.lines[0].get_xdata()), [row["end_cycle"] for row in result.epochs])
        both = opengmmu.compare(APP, designs=["mask", "ideal"])
        self.assertEqual([bar.get_height() for bar in both.plot("ipc").patches], list(both.values("ipc").values()))
        sweep = opengmmu.sweep({"tlb.l2.entries": [128, 512]}, APP)
        self.assertEqual(list(sweep.plot("cycles").lines[0].get_ydata()), sweep.values("cycles"))
        self.refused("expected a field of epochs", result.plot, "walk")
        self.refused("no epoch is over", both[0].plot, "walks")
        self.refused("app=3: expected 0 to 0", both.plot, "ipc", app=3)
        with mock.patch.dict(sys.modules, {"matplotlib.pyplot": None}):
            self.refused("plot: expected matplotlib to be installed", both.plot, "ipc")


class Documented(unittest.TestCase):
    def test_everything_public_says_what_it_is(self) -> None:
        for name in opengmmu.__all__:
            thing = getattr(opengmmu, name)
            self.assertTrue(inspect.getdoc(thing), name)
        for path in (ROOT / "scripts/python/opengmmu").glob("*.py"):
            self.assertIn('"""', path.read_text(encoding="utf-8").splitlines()[1], path)
        self.assertTrue((ROOT / "scripts/python/opengmmu/py.typed").is_file())

    def test_the_guide(self) -> None:
        """Its blocks of Python, one after the other; its commands are run by make guide-python."""
        text = (ROOT / "docs/guide/python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 3)
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), \
                contextlib.redirect_stdout(io.StringIO()) as said:
            exec("\n".join(blocks), {})  # the page's own code, as its reader types it
        self.assertEqual(len(said.getvalue().splitlines()), 5, said.getvalue())
        self.assertTrue(said.getvalue().endswith("\n4\n"), said.getvalue())


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: package_test.py PATH/TO/gmmu")
    os.environ["GMMU"] = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
