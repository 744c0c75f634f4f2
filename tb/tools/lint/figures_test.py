# SPDX-License-Identifier: Apache-2.0
"""The lint of figures must find what is copied by hand, and nothing that a tool or a paper says."""

import sys

from tb.tools.lint.breaches import try_check

TOOL = "expected a table that a tool writes"
GOOD = {"README.md": "Two units, 512 entries, 30 SMs, 1020 MHz, `3 ns`, [a link](9-units.md).\n```\n12 LUTs\n```\n"
                     "<!-- begin units: written by make status -->\n| 7 ns |\n"
                     "<!-- end units: written by make status -->\n",
        "docs/a.md": "The L2 TLB takes 10 cycles; 55 µs by Mosaic §3.2, 16 KB of logs, 4 chips of Table II.\n",
        "docs/b.md": "# Options\n\n`make options` makes this page of rows.\n\n400 ns, 8 units\n"}
BAD = {f"docs/c.md:2: '2.74 ns': {TOOL}": {"docs/c.md": "The path\ntakes 2.74 ns here.\n"},
       f"docs/c.md:1: '22 422 gate equivalents': {TOOL}": {"docs/c.md": "| 22 422 gate equivalents |\n"},
       f"docs/c.md:1: '19 FO4': {TOOL}": {"docs/c.md": "It has 19 FO4.\n"},
       f"docs/c.md:1: '29 units': {TOOL}": {"docs/c.md": "There are 29 units.\n"},
       f"README.md:1: '964 LUTs': {TOOL}": {"README.md": "964 LUTs\n"}}

if __name__ == "__main__":
    sys.exit(try_check("figures", ["README.md", "docs"], GOOD, BAD))
