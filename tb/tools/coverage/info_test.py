# SPDX-License-Identifier: Apache-2.0
"""Tests of the files in lcov's format.

usage: info_test.py
"""

import unittest
from typing import Any

from scripts.coverage import info


def point(file: str, line: int, hits: int, name: str = "") -> dict[str, Any]:
    return {"name": name, "file": file, "line": line, "hits": hits, "with_jumps": 9}


class Info(unittest.TestCase):
    def test_lines_branches_and_bits(self) -> None:
        data = {
            "unit": "u", "bins": [point("", 0, 3, "full")],
            "rtl_lines": [point("u.sv", 20, 5), point("u.sv", 21, 0)],
            "rtl_toggles": [point("u.sv", 3, 7, "rst"), point("u.sv", 4, 1, "a[1][0]"), point("u.sv", 4, 2, "a[1][10]"),
                            point("u.sv", 4, 0, "a[1][2]"), point("u.sv", 4, 6, "b[0]")],
            "c_lines": [point("u.c", 8, 4)],
            "c_branches": [point("u.c", 8, 4, "branch 1"), point("u.c", 8, 0, "branch 2")],
        }
        self.assertEqual(info.text(data).split(), [
            "TN:u", "SF:u.c", "BRDA:8,0,1,4", "BRDA:8,0,2,0", "DA:8,4", "end_of_record",
            "TN:u", "SF:u.sv", "BRDA:3,0,0,7", "BRDA:4,1,0,1", "BRDA:4,1,2,0", "BRDA:4,1,10,2", "BRDA:4,2,0,6",
            "DA:20,5", "DA:21,0", "end_of_record"])


if __name__ == "__main__":
    unittest.main()
