# SPDX-License-Identifier: Apache-2.0
"""The check of the documents' links must find what is planted, and nothing else."""

import pathlib
import sys

from tb.tools.lint.breaches import try_check

ROOT = pathlib.Path(__file__).resolve().parents[3]
GOOD = {"README.md": "# A `title`, and more\n[b](docs/b.md#two-words-1) [self](#a-title-and-more) [far](https://x.y)\n"
                     "```\n[code](nowhere.md)\n```\n`hls/U/U.h` `hls/real/real.h` `tb/example_test.c`\n",
        "docs/b.md": "# Two words\n## Two words\n[up](../README.md)\n", "hls/real/real.h": ""}
BAD = {"README.md:1: no such file: docs/c.md": {"README.md": "[c](docs/c.md)\n"},
       "docs/b.md:1: no such heading: ../README.md#gone": {"docs/b.md": "[up](../README.md#gone)\n"},
       "docs/b.md:4: no such file: rtl/gone.sv": {"docs/b.md": "# Two words\n## Two words\n\n`rtl/gone.sv`\n"}}

if __name__ == "__main__":
    sys.exit(try_check("doc_links", ["--but", "example", "README.md", "docs"], GOOD, BAD))
