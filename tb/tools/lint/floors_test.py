# SPDX-License-Identifier: Apache-2.0
"""scripts/lint/floors.py finds planted breaches of the floors of models/, and nothing in a sound tree."""

import pathlib
import tempfile
import unittest

from scripts.lint.floors import FLOORS, Checker

ROOT = pathlib.Path(__file__).resolve().parents[3]
# file: what it includes
SOUND: dict[str, list[str]] = {
    "hls/common/types.h": [],
    "hls/queue/queue.h": ["types.h"],
    "models/base/engine.h": [],
    "models/base/engine.c": ["base/engine.h"],
    "models/spec/config.h": ["base/engine.h", "queue.h"],
    "models/workloads/kernels/gups.c": ["workloads/load.h"],
    "models/workloads/load.h": ["trace/trace.h"],
    "models/trace/trace.h": ["spec/config.h"],
    "models/trace/trace.c": ["trace/trace.h", "workloads/load.h", "generated.h"],
    "models/sm/sm.h": ["sm/parts/lsu.h"],
    "models/sm/sm.c": ["sm/sm.h", "sm/gto/gto.h", "sm/thesis/thesis.h"],
    "models/sm/parts/lsu.h": ["base/engine.h"],
    "models/sm/parts/lsu_state.h": ["sm/parts/lsu.h"],
    "models/sm/parts/lsu.c": ["sm/parts/lsu_state.h"],
    "models/sm/gto/gto.h": ["sm/parts/lsu.h", "sm/sm.h"],
    "models/sm/thesis/thesis.h": ["sm/parts/lsu.h"],
    "models/systemc/ports.hpp": ["sm/sm.h"],
}


class FloorsTest(unittest.TestCase):
    def breaches(self, changes: dict[str, list[str]],
                 known: set[tuple[str, frozenset[str]]] | None = None) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, includes in (SOUND | changes).items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("".join(f'#include "{i}"\n' for i in includes) + "#include <stdio.h>\n")
            return Checker(pathlib.Path(folder), known or set()).run()

    def test_sound(self) -> None:
        self.assertEqual(self.breaches({}), [])

    def test_planted(self) -> None:
        planted: list[tuple[str, dict[str, list[str]]]] = [
            ("models/base/engine.c:2: models/base includes models/spec/config.h of a higher floor",
             {"models/base/engine.c": ["base/engine.h", "spec/config.h"]}),
            ("models/probe/tlb.c:1: models/probe includes models/spec/config.h of a higher floor",
             {"models/probe/tlb.c": ["spec/config.h"]}),
            ("models/spec/config.h:1: models/spec includes models/trace/trace.h of a higher floor",
             {"models/spec/config.h": ["trace/trace.h"]}),
            ("models/base/engine.h:1: models/base includes hls/queue/queue.h, below spec",
             {"models/base/engine.h": ["queue.h"]}),
            ("models/workloads/kernels/gups.c:1: models/workloads includes models/sm/sm.h of a higher floor",
             {"models/workloads/kernels/gups.c": ["../../sm/sm.h"]}),
            ("models/sm/gto/gto.h:1: models/sm/gto includes models/sm/thesis/thesis.h of another wing",
             {"models/sm/gto/gto.h": ["sm/thesis/thesis.h"]}),
            ("models/sm/thesis/thesis.h:1: models/sm/thesis includes models/sm/gto/gto.h of another wing",
             {"models/sm/thesis/thesis.h": ["sm/gto/gto.h"]}),
            ("models/sm/parts/lsu.h:1: models/sm/parts includes models/sm/gto/gto.h of another wing",
             {"models/sm/parts/lsu.h": ["sm/gto/gto.h"]}),
            ("models/sm/gto/gto.h:1: models/sm/parts/lsu_state.h is private to its folder",
             {"models/sm/gto/gto.h": ["sm/parts/lsu_state.h"]}),
            ("models/attic/old.c:1: models/attic is on no floor", {"models/attic/old.c": []}),
            ("models/trace/c.h:1: a circle of includes: a -> b -> c -> a",
             {"models/trace/a.h": ["trace/b.h"], "models/trace/b.h": [], "models/trace/b.c": ["trace/c.h"],
              "models/trace/c.h": ["a.h"]}),
        ]
        for found, changes in planted:
            with self.subTest(found):
                breaches = self.breaches(changes)
                self.assertEqual(len(breaches), 1, breaches)
                self.assertTrue(breaches[0].startswith(found), breaches)

    def test_known_circles(self) -> None:
        circle: dict[str, list[str]] = {"models/trace/a.h": ["trace/b.h"],
                                        "models/trace/b.h": [], "models/trace/b.c": ["trace/a.h"]}
        known = {("trace", frozenset({"a", "b"}))}
        self.assertEqual(self.breaches(circle, known), [])
        self.assertEqual(len(self.breaches(circle, {("mem", frozenset({"a", "b"}))})), 2)
        self.assertIn("take it out of KNOWN_CIRCLES", self.breaches({}, known)[0])

    def test_no_sources(self) -> None:
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(SystemExit):
            Checker(pathlib.Path(folder), set()).run()

    def test_every_folder_has_a_floor(self) -> None:
        folders = {path.name for path in (ROOT / "models").iterdir() if path.is_dir()}
        self.assertEqual({folder for floor in FLOORS for folder in floor}, folders)


if __name__ == "__main__":
    unittest.main()
