# SPDX-License-Identifier: Apache-2.0
"""The count of words must find what is planted, and nothing else."""

import sys

from tb.tools.lint.breaches import try_check

COUNTS = "# counts\npages 1 that of\ncomments 1 beside\nmessages 0 who\n"
GOOD = {"counts.txt": COUNTS,
        "README.md": "The queue and that of the channel.\n`that of`\n```\nbeside\n```\n" + "\n" * 115,
        "docs/reports/old.md": "Those of a day, too.\n",
        "hls/x/x.h": '#define WHO "that"\n/* Beside the\n * queue, too many. */\nint who;\n'}
BAD = {"pages: 'that of' 2 times, at most 1: write the noun again": {"docs/a.md": "That\nof the other.\n"},
       "pages: ', too' 1 times, at most 0": {"docs/a.md": "It counts, too.\n"},
       "comments: 'beside' 2 times, at most 1": {"models/a.c": "int a; // stands beside\n"},
       "comments: 'is told' 1 times, at most 0": {"rtl/a.sv": "// the walker is\n// told of it\n"},
       "messages: 'who' 1 times, at most 0": {"models/a.c": 'char *a = "nobody who asks";\n'},
       "README.md: 121 lines, at most 120": {"README.md": "\n" * 121}}

if __name__ == "__main__":
    sys.exit(try_check("words", ["counts.txt"], GOOD, BAD))
