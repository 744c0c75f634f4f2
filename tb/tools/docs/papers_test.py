# SPDX-License-Identifier: Apache-2.0
"""The rows of docs/reports/papers.md: ratios, counts and what is open come from them, and a row that breaks a rule is
named."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from scripts.docs.papers import PAGE, Row, RowError, written

HEAD = """## MASK

| what | where | command | paper | ours | ratio | state and cause |
| --- | --- | --- | --- | --- | --- | --- |
"""
MARKS = """
<!-- begin counts: written by scripts.docs.papers -->
<!-- end counts: written by scripts.docs.papers -->
<!-- begin open: written by scripts.docs.papers -->
<!-- end open: written by scripts.docs.papers -->
"""
ROWS = """| Fig. 1 | `a` | `b` | 2, 4 | 2.1, 4 | | works |
| Fig. 2 | `a` | `b` | 2 | 1 | | differs. Measured: a ([link](mask.md)) |
| Fig. 3 | `a` | `b` | more | less | | differs. Cause not found |
| Fig. 4 | | | 5 | | | missing: not run |
"""


def of(paper: str, ours: str, cause: str) -> Row:
    return Row("MASK", ["Fig. 1", "`a`", "`b`", paper, ours, "", cause])


class Papers(unittest.TestCase):
    def test_the_page_is_what_its_rows_say(self) -> None:
        page = PAGE.read_text(encoding="utf-8")
        self.assertEqual(written(page), page)

    def test_ratios_counts_and_what_is_open(self) -> None:
        page = written(HEAD + ROWS + MARKS)
        self.assertIn("| 2, 4 | 2.1, 4 | 1.05, 1.00 | works |", page)
        self.assertIn("| 2 | 1 | 0.50 | differs.", page)
        self.assertIn("| more | less | | differs.", page)
        self.assertIn("| MASK | 4 | 1 | 2 | 0 | 1 | 1 | 0 | 1 |", page)
        self.assertIn("### Missing\n\n- MASK, Fig. 4\n\n### Cause not found\n\n- MASK, Fig. 3\n\n"
                      "### Cause not tested\n\nNothing.\n", page)
        self.assertEqual(written(page), page)

    def test_a_row_that_breaks_a_rule(self) -> None:
        link = "([link](mask.md))"
        for row in (("2", "3", "works"), ("2", "2", f"differs. Measured: a {link}"), ("2", "2", "drawing"),
                    ("2", "3, 3", f"missing: a {link}"), ("2", "3", "differs"), ("2", "3", "differs. Measured: a"),
                    ("2", "3", "differs. Untested: a"), ("0", "1", "works"), ("", "", "right"), ("", "", "")):
            with self.assertRaises(RowError, msg=row):
                of(*row)
        of("2, 3", "2", "works")  # no ratio: other numbers than the paper's
        with self.assertRaises(RowError):
            Row("MASK", ["Fig. 1", "works"])
        with self.assertRaises(RowError):
            written(HEAD + ROWS)

    def test_the_command(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "papers.md"
            page.write_text(HEAD + ROWS + MARKS, encoding="utf-8")
            run = [sys.executable, "-m", "scripts.docs.papers", str(page)]
            self.assertEqual(subprocess.run([*run, "--check"], capture_output=True, check=False).returncode, 1)
            self.assertEqual(subprocess.run(run, check=False).returncode, 0)
            self.assertEqual(subprocess.run([*run, "--check"], check=False).returncode, 0)
            page.write_text(page.read_text(encoding="utf-8").replace("| 2 | 1 |", "| 2 | 1.9 |"), encoding="utf-8")
            wrong = subprocess.run(run, capture_output=True, text=True, check=False)
            self.assertEqual((wrong.returncode, wrong.stdout.strip()),
                             (1, f"{page}: 'Fig. 2' differs with a ratio of 0.95"))


if __name__ == "__main__":
    unittest.main()
