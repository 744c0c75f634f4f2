# SPDX-License-Identifier: Apache-2.0
"""The API pages say of each declaration what the comment next to it says; a function without one is refused."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEADER = """/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A unit (source 1.2).
 *
 *   NAME   what it is
 *   OTHER  more
 *
 * Its end, 100% <sure> of `in`, @ #1.
 */
#ifndef X_H
#define X_H
#include "gmmu_types.h"

#define X_SIZE 4 /* entries */

/* Phases: */
enum {
    X_IDLE, /* at rest */
    X_WORK  /* at work */
};

typedef struct {
    /* of the first stage; reset 0 */
    u16 one[X_SIZE];
    GMMU_U(X_SIZE) two; /* the second */
    /* alone */
    u1 three;
} x_state;

void x_reset(x_state *s);
void x_step(x_state *s);

/* Both of these. x_reset() comes first. */
int x_a(int i);
int x_b(const x_state *s);

int x_c(void); /* behind it */
#endif
"""


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page))


class Api(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)

    def made(self, header: str) -> tuple[int, str, str]:
        """Exit code, the page, and what is said of this header."""
        (self.dir / "x.h").write_text(header, encoding="utf-8")
        settings = (ROOT / "scripts/site/Doxyfile").read_text(encoding="utf-8")
        settings += f'INPUT = "{self.dir}/x.h"\nOUTPUT_DIRECTORY = "{self.dir}"\nSTRIP_FROM_PATH = "{self.dir}"\n'
        subprocess.run(["doxygen", "-"], input=settings, text=True, check=True, cwd=ROOT)
        done = subprocess.run([sys.executable, "-c", f"""
import pathlib
from scripts.site import api
print(api.pages(pathlib.Path("{self.dir}/xml"), lambda header: header)[-1].body)
"""], capture_output=True, text=True, cwd=ROOT, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_comments(self) -> None:
        code, page, says = self.made(HEADER)
        self.assertEqual((code, says), (0, ""))
        self.assertIn("<pre tabindex=\"0\">NAME   what it is\nOTHER  more</pre>", page)
        text = text_of(page)
        for expected in ("A unit (source 1.2).", "100% &lt;sure&gt; of in , @ #1.",
                         "X_SIZE entries #define X_SIZE 4 Types enum Phases: value meaning X_IDLE at rest "
                         "X_WORK at work",
                         "of the first stage; reset 0 one[X_SIZE] u16",
                         "two GMMU_U(4) the second", "three u1 alone",
                         "x_reset() The reset values. void x_reset( x_state *s);",
                         "x_step() One clock edge: the state moves.",
                         "Both of these. x_reset() comes first. int x_a(int i); int x_b(const x_state *s);",
                         "x_c() behind it int x_c(void);"):
            self.assertIn(expected, text)
        self.assertIn('<a href="x.html#x_reset">x_reset()</a> comes first', page)

    def test_no_comment(self) -> None:
        for old in ("/* Both of these. x_reset() comes first. */\n", " /* behind it */"):
            code, _, says = self.made(HEADER.replace(old, ""))
            self.assertNotEqual(code, 0)
            self.assertRegex(says, r"x\.h:\d+: x_[ac]\(\) has no comment: expected one above it")


if __name__ == "__main__":
    unittest.main()
