#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of unit_layout.py: what it reads, and what it refuses and why."""

import os
import pathlib
import tempfile
import unittest

import unit_layout

COMMON = str(pathlib.Path(__file__).parents[2] / "hls" / "common")
CLANG = os.environ.get("CLANG", "clang-19")
GOOD_STATE = "u1 busy; u9 id[16];"


def read(state=GOOD_STATE, inputs="u3 bank;", outputs="u36 vpn;", before=""):
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
    def test_fields_in_order(self):
        layout = read(before="typedef struct { u24 rem; } divider;", state=GOOD_STATE + "divider div;")
        rows = [(f["path"], f["instance"], f["width"], f["bytes"], f["elements"]) for f in layout["state"]]
        self.assertEqual(rows, [("busy", "", 1, 1, 0), ("id", "", 9, 2, 16), ("div.rem", "div", 24, 4, 0)])
        self.assertEqual(layout["out"][0]["bytes"], 8)

    def refused(self, text, **parts):
        with self.assertRaises(unit_layout.LayoutError) as caught:
            read(**parts)
        self.assertIn(text, str(caught.exception))

    def test_unknown_type(self):
        self.refused("unit_state.x: type 'int'", state="int x;")
        self.refused("unit_in.x: type 'u1 *'", inputs="u1 *x;")

    def test_two_dimensions(self):
        self.refused("unit_state.x", state="u1 x[2][2];")

    def test_bit_field(self):
        self.refused("bit-fields", state="u8 x : 3;")

    def test_array_of_structs(self):
        self.refused("array of structs", before="typedef struct { u1 v; } entry;", state="entry e[4];")

    def test_struct_in_port(self):
        self.refused("in the state only", before="typedef struct { u1 v; } entry;", inputs="entry e;")

    def test_reserved_names(self):
        self.refused("unit_in.clk", inputs="u1 clk;")
        self.refused("unit_state.bit", state="u1 bit;")

    def test_name_in_both_directions(self):
        self.refused("'valid' is in unit_in and in unit_out", inputs="u1 valid;", outputs="u1 valid;")

    def test_empty_and_missing(self):
        self.refused("unit_out has no fields", outputs="")
        with self.assertRaises(unit_layout.LayoutError):
            unit_layout.read_layout("other", COMMON + "/gmmu_types.h", [COMMON], CLANG)

    def test_does_not_compile(self):
        self.refused("unit.h:3", state="u11 x;")


if __name__ == "__main__":
    unittest.main()
