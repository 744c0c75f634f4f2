#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""With GMMU_ONE_IN=3 a third of a Python test's tests runs, drawn by GMMU_SEED, at least one: what
tb/unit/unit_test.h does for programs in C. make verify runs them all.

usage: one_in.py TEST.py [ARGUMENT]...
"""

import functools
import os
import random
import runpy
import sys
import typing
import unittest

Item = typing.TypeVar("Item")


def number_of(name: str, default: int) -> int:
    text = os.environ.get(name) or str(default)
    if not text.isascii() or not text.isdigit():
        print(f"{name}: expected a number, not '{text}'", file=sys.stderr)
        sys.exit(2)
    return int(text)


def drawn(items: typing.Sequence[Item]) -> list[Item]:
    """A part of the items, in their order; the line that repeats the choice is printed."""
    one_in = number_of("GMMU_ONE_IN", 1)
    if one_in <= 1:
        return list(items)
    seed = number_of("GMMU_SEED", random.SystemRandom().randrange(2**31))
    chosen = sorted(random.Random(seed).sample(range(len(items)), -(-len(items) // one_in)))
    print(f"{len(chosen)} of {len(items)}, repeat with GMMU_SEED={seed} GMMU_ONE_IN={one_in}", flush=True)
    return [items[i] for i in chosen]


def tests_of(suite: unittest.TestSuite) -> typing.Iterator[unittest.TestCase]:
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


class DrawingLoader(unittest.TestLoader):
    def loadTestsFromModule(self, *args: typing.Any, **options: typing.Any) -> unittest.TestSuite:
        return self.suiteClass(drawn([*tests_of(super().loadTestsFromModule(*args, **options))]))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    script = sys.argv[1]
    sys.argv[:] = sys.argv[1:]
    setattr(unittest, "main", functools.partial(unittest.main, testLoader=DrawingLoader()))
    runpy.run_path(script, run_name="__main__")
