# SPDX-License-Identifier: Apache-2.0
"""Units stepped from Python do what they do in C: the corners of tb/unit/bypass_cache_test.c, and each unit whose
bench is built, cycle by cycle on the vectors of it.

usage: units_test.py BUILD
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator, Mapping

from opengmmu import GmmuError, NotFound, UnitError, units
from opengmmu.units import Pins, Unit, Value

ENTRIES = 32
CYCLES = 2000
SLOW = ("gmmu",)  # 1200 pins and registers: its bench takes minutes to start
BUILD = pathlib.Path()


class BypassCache(unittest.TestCase):
    """The same values as in tb/unit/bypass_cache_test.c."""

    def setUp(self) -> None:
        self.unit = Unit("bypass_cache")

    def ask(self, port: int, asid: int, vpn: int) -> dict[str, int]:
        return {f"lk{port}_valid": 1, f"lk{port}_asid": asid, f"lk{port}_vpn": vpn}

    def fill(self, asid: int, vpn: int, ppn: int) -> dict[str, int]:
        return {"fill_valid": 1, "fill_asid": asid, "fill_vpn": vpn, "fill_ppn": ppn}

    def answers(self, *pins: dict[str, int]) -> Pins:
        return self.unit.step({name: value for group in pins for name, value in group.items()})

    def test_empty_after_reset(self) -> None:
        self.assertEqual(set(self.unit.out.values()), {0})
        out = self.answers(self.ask(0, 0, 0), self.ask(1, 0, 0))
        self.assertEqual((out.a0_valid, out.a0_hit, out.a0_ppn, out.a1_valid, out.a1_hit), (1, 0, 0, 1, 0))

    def test_answer_one_cycle_later(self) -> None:
        self.answers(self.fill(7, 42, 4711))
        out = self.answers(self.ask(0, 7, 42), self.ask(1, 7, 43))
        self.assertEqual((out.a0_hit, out.a0_ppn, out.a1_valid, out.a1_hit, out.a1_ppn), (1, 4711, 1, 0, 0))
        out = self.unit.step()
        self.assertEqual((out.a0_valid, out.a0_hit, out.a0_ppn), (0, 0, 0))

    def test_lookup_does_not_see_the_fill_of_its_cycle(self) -> None:
        out = self.answers(self.fill(1, 5, 9), self.ask(0, 1, 5), self.ask(1, 1, 5))
        self.assertEqual((out.a0_hit, out.a1_hit), (0, 0))
        self.assertEqual(self.answers(self.ask(0, 1, 5)).a0_hit, 1)

    def test_all_bits_count(self) -> None:
        vpn = (1 << 36) - 1
        self.answers(self.fill(511, vpn, (1 << 28) - 1))
        self.assertEqual(self.answers(self.ask(0, 511, vpn)).a0_ppn, (1 << 28) - 1)
        for bit in range(36):
            self.assertEqual(self.answers(self.ask(0, 511, vpn ^ 1 << bit)).a0_hit, 0)

    def test_flush_beats_fill(self) -> None:
        for vpn in range(ENTRIES):
            self.answers(self.fill(1, vpn, 1000 + vpn))
        self.unit.step()  # a fill comes to its entry a cycle later
        self.assertEqual(self.unit.state.valid, [1] * ENTRIES)
        out = self.answers({"flush": 1}, self.ask(0, 1, 3), self.fill(1, 500, 5))
        self.assertEqual(out.a0_hit, 1)
        self.unit.step()
        self.assertEqual(self.unit.state.valid, [0] * ENTRIES)

    def test_random_against_a_list(self) -> None:
        seed = int(os.environ.get("GMMU_SEED", "1"))
        random_ = random.Random(seed)
        used: list[tuple[int, int]] = []  # the newest first
        frames: dict[tuple[int, int], int] = {}
        for cycle in range(4000):
            pool = (8, 33, 40, 64)[cycle // 1000]
            asked, filled = [(random_.randrange(2), random_.randrange(pool)) for _ in range(2)]
            frame = random_.getrandbits(28)
            hit = asked in used
            expected = frames[asked] if hit else 0
            out = self.answers(self.ask(0, *asked), self.fill(*filled, frame))
            self.assertEqual((out.a0_hit, out.a0_ppn), (hit, expected), f"GMMU_SEED={seed}, cycle {cycle}")
            if hit:
                used.remove(asked)
                used.insert(0, asked)
            if filled in used:
                used.remove(filled)
            used.insert(0, filled)
            frames[filled] = frame
            del used[ENTRIES:]


def taken(words: Iterator[int], elements: int) -> Value:
    values = [next(words) for _ in range(elements or 1)]
    return values if elements else values[0]


class Vectors(unittest.TestCase):
    def test_all_units_that_have_a_bench(self) -> None:
        """The bench writes the pins of unit and RTL, which are the same, in each cycle."""
        benches = [name for name in units.names() if name not in SLOW
                   and (BUILD / f"lockstep/{name}/lockstep").is_file()]
        self.assertLessEqual({"bypass_cache", "golden_queue", "warp_gate"}, set(benches))
        for name in benches:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                subprocess.run([str(BUILD / f"lockstep/{name}/lockstep"), "--seed", "1", "--cycles", str(CYCLES),
                                "--dump", f"{folder}/vectors"], check=True, capture_output=True)
                layout = json.loads((BUILD / f"lockstep/{name}/layout.json").read_text())
                self.follow(Unit(name), layout, pathlib.Path(folder, "vectors").read_text().splitlines())

    def follow(self, unit: Unit, layout: dict[str, list[dict[str, object]]], lines: list[str]) -> None:
        self.assertEqual(len(lines), CYCLES)
        inputs, outputs = ([field["path"] for field in layout[part]] for part in ("in", "out"))
        self.assertEqual((list(unit.inputs), list(unit.outputs)), (inputs, outputs))
        for cycle, line in enumerate(lines):
            words = iter([int(word, 16) for word in line.split()])
            reset = next(words)
            pins = {name: taken(words, pin.elements) for name, pin in unit.inputs.items()}
            expected = {name: taken(words, pin.elements) for name, pin in unit.outputs.items()}
            self.assertEqual(dict(unit.out), expected, f"{unit.name}, cycle {cycle}")
            if reset:
                unit.reset()
            else:
                unit.step(pins)


class Refused(unittest.TestCase):
    def test_names_and_values(self) -> None:
        unit = Unit("bypass_cache")
        cases: list[tuple[str, Mapping[str, object]]] = [
            ("lk0_asid = 512: expected 0 to 511", {"lk0_asid": 512}),
            ("lk0_asid = -1: expected 0 to 511", {"lk0_asid": -1}),
            ("lk0_asid = x: expected 0 to 511", {"lk0_asid": "x"}),
            ("lk0_asid = [1]: expected one number", {"lk0_asid": [1]}),
            ("lk0_asd: expected one of its pins; did you mean 'lk0_asid'?", {"lk0_asd": 1})]
        for says, given in cases:
            with self.assertRaises(UnitError) as caught:
                unit.step(given)
            self.assertEqual(str(caught.exception), f"bypass_cache: {says}")
        self.assertEqual(unit.cycle, 0)
        with self.assertRaisesRegex(UnitError, "unit 'bypas_cache': .*did you mean 'bypass_cache'"):
            Unit("bypas_cache")
        with self.assertRaisesRegex(AttributeError, "a0_hits: expected one of its pins; did you mean 'a0_hit'"):
            print(unit.out.a0_hits)
        array = next(pin for pin in Unit("token_controller").inputs.values() if pin.elements)
        with self.assertRaisesRegex(UnitError, f"{array.name} = .*expected a list of {array.elements} numbers"):
            Unit("token_controller").step({array.name: [0]})

    def test_libraries_that_are_none(self) -> None:
        before = os.environ["GMMU_UNITS"]
        try:
            os.environ["GMMU_UNITS"] = __file__
            with self.assertRaisesRegex(NotFound, "expected libopengmmu-units.so.1 of `make python`"):
                Unit("bypass_cache")
            os.environ["GMMU_UNITS"] = "/nowhere"
            with self.assertRaises(GmmuError):
                units.names()
        finally:
            os.environ["GMMU_UNITS"] = before

    def test_only_our_names_are_shown(self) -> None:
        shown = subprocess.run(["nm", "-D", "--defined-only", os.environ["GMMU_UNITS"]], capture_output=True, text=True,
                               check=True).stdout
        names = {line.split()[2].split("@")[0] for line in shown.splitlines() if " T " in line or " D " in line}
        self.assertIn("gmmu_unit_pins_find", names)
        self.assertEqual([name for name in names if not name.startswith("gmmu_unit_")], [])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: units_test.py BUILD")
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    os.environ["GMMU_UNITS"] = str(BUILD / units.LIBRARY)
    unittest.main()
