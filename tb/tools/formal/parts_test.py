# SPDX-License-Identifier: Apache-2.0
"""A question about every value of a free constant, asked in parts: the same verdict as asked whole, over all values,
and an end when time is up.

usage: parts_test.py
"""

import itertools
import tempfile
import unittest
from pathlib import Path

from scripts.circuit import aiger, prove
from scripts.circuit.miter import NEVER, Miter, Obligation

BITS = 5


def equals(ghost: list[int], value: int) -> list[int]:
    return [bit ^ (0 if value >> b & 1 else 1) for b, bit in enumerate(ghost)]


def conjunction(graph: aiger.Graph, literals: list[int]) -> int:
    return graph.or_all([literal ^ 1 for literal in literals]) ^ 1


class Slow(prove.Prover):
    """Has no answer while fewer than `known` roots beside the question are given; counts what it is asked."""

    known = 0
    asked: list[list[int]]

    def _solve(self, circuit: aiger.Circuit, roots: list[int], limit: float) -> prove.Answer:
        self.asked.append(roots[1:])
        if len(roots) - 1 < self.known:
            return prove.Answer(0, {}, limit)
        return super()._solve(circuit, roots, limit)


class Parts(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.work = Path(scratch.name)

    def prover(self, known: int, values: list[int], timeout: int = 1000) -> tuple[Slow, list[int]]:
        """bad: k is each of `values`, and an input that is no free constant is 1."""
        graph = aiger.Graph()
        ghost, other = graph.add_inputs(BITS), graph.add_inputs(1)[0]
        bad = conjunction(graph, [*(conjunction(graph, equals(ghost, value)) for value in values), other])
        slow = Slow(Miter(graph, 1, 1, [Obligation("property", "p", bad, NEVER)], [], [ghost]), self.work, timeout)
        slow.known, slow.asked = known, []
        slow.no_sweep()
        return slow, ghost

    def test_one_value_is_found(self) -> None:
        for known, value in itertools.product((0, 1, 2, 4, BITS), range(1 << BITS)):
            with self.subTest(known=known, value=value):
                slow, ghost = self.prover(known, [value])
                verdict = slow.decide(0)
                self.assertEqual(verdict.how, "refuted")
                model = verdict.model or {}
                self.assertEqual(sum(model[bit >> 1] << b for b, bit in enumerate(ghost)), value)

    def test_no_value_is_left_out(self) -> None:
        """Where no value is bad, each lies in just one part that was answered."""
        for known in range(1, BITS + 1):
            with self.subTest(known=known):
                slow, ghost = self.prover(known, [3, 4])
                self.assertEqual(slow.decide(0).how, "in every state")
                answered = [part for part in slow.asked if len(part) >= known]
                for value in range(1 << BITS):
                    self.assertEqual(sum(set(equals(ghost, value)).issuperset(part) for part in answered), 1, value)

    def test_time_is_bounded(self) -> None:
        slow, _ = self.prover(BITS, [3, 4], timeout=200)
        self.assertEqual(slow.decide(0).how, "timeout")
        unanswered = sum(len(part) < BITS for part in slow.asked)
        self.assertLessEqual(unanswered, 2 + (200 - prove.FIRST_S) / prove.PART_S)

    def test_without_free_constants_it_is_asked_once(self) -> None:
        graph = aiger.Graph()
        bits = graph.add_inputs(2)
        question = Obligation("property", "p", conjunction(graph, bits), NEVER)
        slow = Slow(Miter(graph, 1, 1, [question], []), self.work, 1000)
        slow.known, slow.asked = 1, []
        slow.no_sweep()
        self.assertEqual(slow.decide(0).how, "timeout")
        self.assertEqual(slow.asked, [[]])


if __name__ == "__main__":
    unittest.main(verbosity=2)
