# SPDX-License-Identifier: Apache-2.0
"""The check of static names must find what is planted, and nothing else."""

import pathlib
import sys

from tb.tools.lint.breaches import try_check

ROOT = pathlib.Path(__file__).resolve().parents[3]
GOOD = {"a.c": "static int a_find(int x) {\n    return x;\n}\n", "b.c": "static void b_find(void) {\n}\n",
        "c.h": "static inline int mix(int x) {\n    return x;\n}\n"}
BAD = {"b.c:1: another static function is called a_find()": {"b.c": "static void a_find(void) {\n}\n"},
       "d.c:2: find() is one plain word": {"d.c": "\nstatic const char *find(int x) {\n    return 0;\n}\n"},
       "no static function found": {"a.c": "", "b.c": "", "c.h": ""}}

if __name__ == "__main__":
    sys.exit(try_check("static_names", ["."], GOOD, BAD))
