# SPDX-License-Identifier: Apache-2.0
"""C of expressions (scripts/circuit/c_text.py): every operator, at many widths, compiled and compared with its meaning.

The random widths and values are the same in every run.
"""

import os
import pathlib
import random
import subprocess
import tempfile
import unittest

from scripts.circuit.c_text import Emitter, literal, plain_type
from scripts.circuit.errors import ProofError
from scripts.circuit.expr import Builder, Node
from tb.tools.circuit.meaning import worth

ROOT = pathlib.Path(__file__).resolve().parents[3]
CC = os.environ.get("CC", "gcc")
FLAGS = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsanitize=undefined",
         "-fno-sanitize-recover=all"]
WIDTHS = (1, 2, 3, 7, 8, 9, 16, 17, 31, 32, 33, 47, 63, 64)


def operators(b: Builder, rng: random.Random, width: int, number: int) -> list[Node]:
    """One of each at this width, on variables of their own."""
    x, y = (b.var(width, f"{name}{number}") for name in "xy")
    c = b.var(1, f"c{number}")
    low = rng.randrange(width)
    found = [b.binary(op, x, y) for op in ("and", "or", "xor", "add", "sub", "mul", "shl", "lshr")]
    found += [b.not_(x), b.eq(x, y), b.ult(x, y), b.mux(c, x, y), b.extract(x, width - 1, low),
              b.binary("shl", x, b.zext(b.extract(y, 0, 0), width))]
    if width < 64:
        found += [b.sext(x, 64), b.concat(x, c), b.zext(b.binary("add", x, y), 64)]
    return found


class Operators(unittest.TestCase):
    def test_every_operator_at_many_widths(self) -> None:
        rng, b = random.Random(1), Builder()
        nodes = [node for number, width in enumerate(WIDTHS) for node in operators(b, rng, width, number)]
        widths = {f"{name}{k}": width for k, width in enumerate(WIDTHS) for name in "xy"}
        widths |= {f"c{k}": 1 for k in range(len(WIDTHS))}
        emitter = Emitter({name: name for name in widths})
        step = emitter.declarations(nodes)
        cases = []
        for _ in range(40):
            values = {name: rng.choice([rng.getrandbits(w), rng.randrange(min(1 << w, 70)), (1 << w) - 1])
                      for name, w in widths.items()}
            cases.append([values[name] for name in widths] + worth(nodes, values))
        parameters = ", ".join(f"{plain_type(width)} {name}" for name, width in widths.items())
        checks = "\n".join(f"    if ((uint64_t){emitter.text(node)} != want[{k}]) return {k + 1};"
                           for k, node in enumerate(nodes))
        calls = "\n".join(
            f"    {{ static const uint64_t want[] = {{{', '.join(literal(v, 64) for v in row[len(widths):])}}};\n"
            f"      int bad = check({', '.join(literal(v, w) for v, w in zip(row, widths.values()))}, want);\n"
            "      if (bad) { printf(\"operator %d\\n\", bad - 1); return 1; } }" for row in cases)
        text = "\n".join(["#include <stdbool.h>", "#include <stdint.h>", "#include <stdio.h>",
                          f"static int check({parameters}, const uint64_t *want) {{", *step, checks, "    return 0;",
                          "}", "int main(void) {", calls, "    return 0;", "}", ""])
        with tempfile.TemporaryDirectory() as scratch:
            source, program = pathlib.Path(scratch, "c_text.c"), pathlib.Path(scratch, "c_text")
            source.write_text(text)
            subprocess.run([CC, *FLAGS, str(source), "-o", str(program)], check=True)
            done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
        wrong = [nodes[int(word)].op for word in done.stdout.split()[1:]]
        self.assertEqual((done.returncode, wrong), (0, []), done.stderr)

    def test_what_c_has_no_type_for(self) -> None:
        b = Builder()
        with self.assertRaises(ProofError):
            Emitter({"x": "x"}).declarations([b.not_(b.var(65, "x"))])


if __name__ == "__main__":
    unittest.main()
