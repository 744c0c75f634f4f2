# SPDX-License-Identifier: Apache-2.0
"""Tests of unit_layout.py and unit_top.py: what they make of a header, and what they refuse and why."""

import os
import pathlib
import tempfile
import unittest

from scripts.circuit import unit_layout
from scripts.gen import unit_top

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMON = str(ROOT / "hls" / "common")
CLANG = os.environ.get("CLANG", "clang-19")
GOOD_STATE = "u1 busy; u9 id[16];"


def read(state: str = GOOD_STATE, inputs: str = "u3 bank;", outputs: str = "u36 vpn;",
         before: str = "") -> unit_layout.Layout:
    text = f'''#include "gmmu_types.h"
{before}
typedef struct {{ {state} }} unit_state;
typedef struct {{ {inputs} }} unit_in;
typedef struct {{ {outputs} }} unit_out;
'''
    with tempfile.TemporaryDirectory() as directory:
        header = pathlib.Path(directory, "unit.h")
        header.write_text(text, encoding="utf-8")
        return unit_layout.read_layout("unit", str(header), [COMMON], CLANG)


class Layout(unittest.TestCase):
    def test_fields_in_order(self) -> None:
        layout = read(before="typedef struct { u24 rem; } divider;", state=GOOD_STATE + "divider div;")
        rows = [(f["path"], f["instance"], f["width"], f["bytes"], f["elements"]) for f in layout["state"]]
        self.assertEqual(rows, [("busy", "", 1, 1, 0), ("id", "", 9, 2, 16), ("div.rem", "div", 24, 4, 0)])
        self.assertEqual(layout["out"][0]["bytes"], 8)

    def refused(self, text: str, **parts: str) -> None:
        with self.assertRaises(unit_layout.LayoutError) as caught:
            read(**parts)
        self.assertIn(text, str(caught.exception))

    def test_unknown_type(self) -> None:
        self.refused("unit_state.x: type 'int'", state="int x;")
        self.refused("unit_in.x: type 'u1 *'", inputs="u1 *x;")

    def test_two_dimensions(self) -> None:
        self.refused("unit_state.x", state="u1 x[2][2];")

    def test_bit_field(self) -> None:
        self.refused("bit-fields", state="u8 x : 3;")

    def test_array_of_structs(self) -> None:
        self.refused("array of structs", before="typedef struct { u1 v; } entry;", state="entry e[4];")

    def test_struct_in_port(self) -> None:
        self.refused("in the state only", before="typedef struct { u1 v; } entry;", inputs="entry e;")

    def test_reserved_names(self) -> None:
        self.refused("unit_in.clk", inputs="u1 clk;")
        self.refused("unit_state.bit", state="u1 bit;")

    def test_name_in_both_directions(self) -> None:
        self.refused("'valid' is in unit_in and in unit_out", inputs="u1 valid;", outputs="u1 valid;")

    def test_empty_and_missing(self) -> None:
        self.refused("unit_out has no fields", outputs="")
        with self.assertRaises(unit_layout.LayoutError):
            unit_layout.read_layout("other", COMMON + "/gmmu_types.h", [COMMON], CLANG)

    def test_does_not_compile(self) -> None:
        self.refused("unit.h:3", state="u65 x;")


class Top(unittest.TestCase):
    def test_ports_are_scalars_of_standard_types(self) -> None:
        layout = read(inputs="u1 go; u5 app[2];", outputs="u1 dir[2]; u36 vpn; u64 all;")
        rows = [(p.name, p.ctype, p.access, p.output) for p in unit_top.ports(layout)]
        self.assertEqual(rows, [("go", "bool", "go", False), ("app_0", "uint8_t", "app[0]", False),
                                ("app_1", "uint8_t", "app[1]", False), ("dir_0", "bool", "dir[0]", True),
                                ("dir_1", "bool", "dir[1]", True), ("vpn", "uint64_t", "vpn", True),
                                ("all", "uint64_t", "all", True)])
        text = unit_top.top(layout)
        self.assertEqual(text.count("GMMU_BITS(5, uint8_t) app_1,\n"), 2)
        self.assertIn("pins_in.app[1] = (u5)GMMU_WRAP(app_1, 5);", text)
        self.assertIn("*dir_0 = pins_out.dir[0] != 0;", text)
        self.assertIn("variable = state.id type = complete", text)

    def test_state_as_separate_arrays(self) -> None:
        layout = read(before="typedef struct { u24 rem; } divider;", state=GOOD_STATE + "divider div;")
        text = unit_top.of_style("arrays", layout)
        self.assertIn("static u9 s_id[16];", text)
        self.assertIn("    u9 *id;\n", text)
        self.assertIn("    state.div.rem = s_div_rem;\n", text)
        self.assertIn("    s_div_rem = state.div.rem;\n", text)
        self.assertNotIn("s_id = state.id", text)

    def test_no_such_style(self) -> None:
        with self.assertRaises(unit_top.TopError) as caught:
            unit_top.of_style("vector", read())
        self.assertIn("no style 'vector', expected struct, arrays, scalar", str(caught.exception))

    def test_an_element_with_the_name_of_a_port(self) -> None:
        with self.assertRaises(unit_top.TopError) as caught:
            unit_top.ports(read(inputs="u5 app[2]; u1 app_1;"))
        self.assertIn("two ports of unit_top would be named 'app_1'", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
