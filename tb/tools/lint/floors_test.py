# SPDX-License-Identifier: Apache-2.0
"""scripts/lint/floors.py finds planted breaches of the floors of models/, and nothing in a sound tree."""

import pathlib
import tempfile
import unittest

from scripts.lint.floors import FLOORS, Checker, room, sources

ROOT = pathlib.Path(__file__).resolve().parents[3]
# file: what it includes
SOUND: dict[str, list[str]] = {
    "hls/common/types.h": [],
    "hls/queue/queue.h": ["types.h"],
    "models/base/engine.h": [],
    "models/base/engine.c": ["base/engine.h"],
    "models/config/config.h": ["base/engine.h", "queue.h"],
    "models/program/kernels/gups.c": ["program/load.h"],
    "models/program/load.h": ["program/trace/trace.h"],
    "models/program/trace/trace.h": ["config/config.h"],
    "models/program/trace/trace.c": ["program/trace/trace.h", "program/load.h", "generated.h"],
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
            ("models/base/engine.c:2: models/base includes models/config/config.h of a higher floor",
             {"models/base/engine.c": ["base/engine.h", "config/config.h"]}),
            ("models/study/probe/tlb.c:1: models/study/probe includes models/config/config.h of a higher floor",
             {"models/study/probe/tlb.c": ["config/config.h"]}),
            ("models/config/config.h:1: models/config includes models/program/trace/trace.h of a higher floor",
             {"models/config/config.h": ["program/trace/trace.h"]}),
            ("models/base/engine.h:1: models/base includes hls/queue/queue.h, below config",
             {"models/base/engine.h": ["queue.h"]}),
            ("models/program/kernels/gups.c:1: models/program includes models/sm/sm.h of a higher floor",
             {"models/program/kernels/gups.c": ["../../sm/sm.h"]}),
            ("models/sm/gto/gto.h:1: models/sm/gto includes models/sm/thesis/thesis.h of another wing",
             {"models/sm/gto/gto.h": ["sm/thesis/thesis.h"]}),
            ("models/sm/thesis/thesis.h:1: models/sm/thesis includes models/sm/gto/gto.h of another wing",
             {"models/sm/thesis/thesis.h": ["sm/gto/gto.h"]}),
            ("models/sm/parts/lsu.h:1: models/sm/parts includes models/sm/gto/gto.h of another wing",
             {"models/sm/parts/lsu.h": ["sm/gto/gto.h"]}),
            ("models/sm/gto/gto.h:1: models/sm/parts/lsu_state.h is private to its folder",
             {"models/sm/gto/gto.h": ["sm/parts/lsu_state.h"]}),
            ("models/attic/old.c:1: models/attic is on no floor", {"models/attic/old.c": []}),
            ("models/mem/c.h:1: a circle of includes: a -> b -> c -> a",
             {"models/mem/a.h": ["mem/b.h"], "models/mem/b.h": [], "models/mem/b.c": ["mem/c.h"],
              "models/mem/c.h": ["a.h"]}),
        ]
        for found, changes in planted:
            with self.subTest(found):
                breaches = self.breaches(changes)
                self.assertEqual(len(breaches), 1, breaches)
                self.assertTrue(breaches[0].startswith(found), breaches)

    def test_known_circles(self) -> None:
        circle: dict[str, list[str]] = {"models/mem/a.h": ["mem/b.h"],
                                        "models/mem/b.h": [], "models/mem/b.c": ["mem/a.h"]}
        known = {("mem", frozenset({"a", "b"}))}
        self.assertEqual(self.breaches(circle, known), [])
        self.assertEqual(len(self.breaches(circle, {("sm", frozenset({"a", "b"}))})), 2)
        self.assertIn("take it out of KNOWN_CIRCLES", self.breaches({}, known)[0])

    def test_no_sources(self) -> None:
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(SystemExit):
            Checker(pathlib.Path(folder), set()).run()

    def test_every_folder_has_a_floor(self) -> None:
        folders = {room(path.relative_to(ROOT / "models")) for path in sources(ROOT / "models")}
        self.assertEqual({folder for floor in FLOORS for folder in floor}, folders)


if __name__ == "__main__":
    unittest.main()
