# SPDX-License-Identifier: Apache-2.0
"""What the straight-line top does to expressions (scripts/gen/balance.py, lanes.py, records.py): the values stay,
and there are fewer operators, or fewer of them one behind the other.

Needs the layout of golden_queue in $BUILD (make hls-selftest writes it). The random values are the same in every run.
"""

import json
import os
import pathlib
import random
import re
import sys
import tempfile
import unittest

from scripts.circuit.configs import include_directories
from scripts.circuit.expr import Builder, Node, reachable
from scripts.circuit.unit import load_step
from scripts.formal import derive_rtl
from scripts.gen import top_scalar
from scripts.gen.balance import balance, depth, operators
from scripts.gen.lanes import widen
from scripts.gen.records import Record, pack, records
from scripts.gen.unit_top import ports
from tb.tools.circuit.meaning import worth

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
ENTRIES = 48
NONE = 255


class Same(unittest.TestCase):
    def same(self, old: list[Node], new: list[Node], runs: int = 200) -> None:
        rng = random.Random(7)
        variables = [node for node in reachable(old + new) if node.op == "var"]
        for run in range(runs):
            some = run % 5  # of five values one is anything, the others are likely 0
            values = {node.value: rng.getrandbits(node.width) if rng.randrange(5) <= some else 0 for node in variables}
            self.assertEqual(worth(new, values), worth(old, values))


class Derived(unittest.TestCase):
    def test_rtl_from_c_has_no_chain_of_a_loop(self) -> None:
        """The oldest of 64 entries is found in a tree, where the C has a loop: wires one behind the other."""
        sys.setrecursionlimit(100000)
        with tempfile.TemporaryDirectory() as scratch:
            unit = load_step("frfcfs_queue", ROOT / "hls/frfcfs_queue/frfcfs_queue.c",
                             [ROOT / "hls/frfcfs_queue", *include_directories(ROOT)], ["GMMU_FRFCFS_DEPTH=64"],
                             pathlib.Path(scratch))
        deep: dict[str, int] = {}
        for name, text in re.findall(r"^  wire (?:\[.*?\] )?(\w+) = (.*);$", derive_rtl.derive(unit), re.M):
            deep[name] = 1 + max((deep.get(used, 0) for used in re.findall(r"[A-Za-z]\w*", text)), default=0)
        self.assertGreater(len(deep), 1000)
        self.assertLess(max(deep.values()), 64)


class Balance(Same):
    def test_a_chain_becomes_a_tree(self) -> None:
        for op in ("and", "or", "xor", "add"):
            b = Builder()
            total = b.var(9, "x0")
            for k in range(1, ENTRIES):
                total = b.binary(op, total, b.var(9, f"x{k}"))
            new = balance(b, [total])
            self.same([total], new)
            self.assertEqual((depth([total]), depth(new)), (ENTRIES - 1, 6), op)

    def test_smallest_and_largest(self) -> None:
        b = Builder()
        least = most = b.var(9, "x0")
        for k in range(1, ENTRIES):
            x = b.var(9, f"x{k}")
            least, most = b.mux(b.ult(x, least), x, least), b.mux(b.ult(x, most), most, x)
        new = balance(b, [least, most])
        self.same([least, most], new)
        self.assertEqual(depth(new), 12)  # a comparison and a choice at each of six levels
        self.assertLessEqual(len(operators(new)), len(operators([least, most])))

    def test_what_is_needed_in_between_stays(self) -> None:
        b = Builder()
        sums = [b.var(9, "x0")]
        for k in range(1, ENTRIES):
            sums.append(b.binary("add", sums[-1], b.var(9, f"x{k}")))
        new = balance(b, sums)
        self.same(sums, new, 20)
        self.assertEqual(len(operators(new)), len(operators(sums)))

    def test_the_first_entry_and_who_stands_before_it(self) -> None:
        """The loops of the queues: first = min(first, kind[i] ? i : NONE), then `i >= first`, `i == first`."""
        b = Builder()
        kinds = [b.var(1, f"c{k}") for k in range(ENTRIES)]
        choices = [b.mux(kind, b.const(8, k), b.const(8, NONE)) for k, kind in enumerate(kinds)]
        first = [choices[0]]
        for choice in choices[1:]:
            first.append(b.mux(b.ult(choice, first[-1]), choice, first[-1]))
        old = [first[-1], b.eq(first[-1], b.const(8, NONE))]
        old += [b.ult(b.const(8, k), first[k]) for k in range(ENTRIES)]
        old += [b.ult(first[-1], b.const(8, k)) for k in range(1, ENTRIES)]
        old += [b.eq(first[-1], b.const(8, k)) for k in range(ENTRIES)]
        new = balance(b, old)
        self.same(old, new)
        self.assertLessEqual(depth(new), ENTRIES + 2)
        self.assertLessEqual(depth([new[0]]), 13)


class Lanes(Same):
    def test_a_mask_of_slots(self) -> None:
        """Bit k: some entry is free, and its owner is k; then that there are two, as operand_log has it."""
        b, slots = Builder(), 16
        one, two = [b.false] * slots, [b.false] * slots
        for k in range(ENTRIES):
            free, owner = b.var(1, f"f{k}"), b.var(4, f"o{k}")
            for slot in range(slots):
                mine = b.and_(free, b.eq(owner, b.const(4, slot)))
                two[slot] = b.or_(two[slot], b.and_(one[slot], mine))
                one[slot] = b.or_(one[slot], mine)
        old = [b.concat(*one[::-1]), b.concat(*two[::-1])]
        new = widen(b, old)
        self.same(old, new)
        self.assertLess(10 * len(operators(new)), len(operators(old)))

    def test_bits_that_differ_stay(self) -> None:
        b = Builder()
        x = b.var(4, "x")
        bits = [b.eq(x, b.const(4, k)) for k in (0, 1, 3, 2)]
        new = widen(b, [b.concat(*bits)])
        self.assertEqual(new, [b.concat(*bits)])


class Records(Same):
    def test_a_whole_unit(self) -> None:
        layout = json.loads((BUILD / "lockstep/golden_queue/layout.json").read_text())
        unit, state = top_scalar.load(layout), records(layout["state"])
        self.assertEqual([(record.name, record.bits) for record in state if record.name.endswith("_3")],
                         [("record0_3", 9 + 1 + 3 + 23 + 4)])
        pins = [unit.out[port.access] for port in ports(layout) if port.output]
        after, packed_pins = pack(unit, state, pins)
        old = [unit.builder.concat(*(unit.next[leaf] for leaf in record.leaves)) for record in state] + pins
        new = balance(unit.builder, widen(unit.builder, after + packed_pins))
        self.assertLess(len([n for n in reachable(new) if n.op == "mux"]),
                        len([n for n in reachable(old) if n.op == "mux"]) // 2)
        rng = random.Random(11)
        for _ in range(60):
            values = self.of_elements(unit.next, state, rng)
            values |= {node.value: rng.getrandbits(node.width) for node in reachable(old + new)
                       if node.op == "var" and node.value.startswith("in.")}
            self.assertEqual(worth(new, values), worth(old, values))

    def test_a_form_for_each_unit(self) -> None:
        """Entries of golden_queue move as a whole: they are words, and that takes fewer operations."""
        layout = json.loads((BUILD / "lockstep/golden_queue/layout.json").read_text())
        unit = top_scalar.load(layout)
        outputs = [port for port in ports(layout) if port.output]
        words, elements = (top_scalar.form(unit, records(layout["state"], widest), outputs) for widest in (64, 0))
        self.assertEqual((len(words[0]), len(elements[0])), (16 + 3, 5 * 16 + 3))
        self.assertLess(top_scalar.operations(words), top_scalar.operations(elements))
        self.assertIn(" s_record0_3;", top_scalar.top(layout))

    @staticmethod
    def of_elements(elements: dict[str, Node], state: list[Record], rng: random.Random) -> dict[str, int]:
        """Random values of the elements, and of the records that hold them."""
        leaves = {leaf: rng.getrandbits(node.width) for leaf, node in elements.items()}
        return {f"s.{leaf}": value for leaf, value in leaves.items()} | \
            {f"r.{record.name}": record.value(leaves) for record in state}


if __name__ == "__main__":
    unittest.main()
