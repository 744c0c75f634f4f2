# SPDX-License-Identifier: Apache-2.0
"""The check of the version must find what is planted, and nothing else."""

import pathlib
import sys

from tb.tools.lint.breaches import try_check

ROOT = pathlib.Path(__file__).resolve().parents[3]
GOOD = {"VERSION": "1.2.3-rc4\n", "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.3-rc4\n",
        "CHANGELOG.md": "# Changes\n\n## [1.2.3-rc4] - unreleased\n\n## [1.2.2] - 2026-01-01\n"}
BAD = {"VERSION: '1.2.3-rc4\nmore', expected one line": {"VERSION": "1.2.3-rc4\nmore\n"},
       "VERSION: 'next', expected one line": {"VERSION": "next\n"},
       "CITATION.cff: version 1.2.3, expected 1.2.3-rc4": {"CITATION.cff": "version: 1.2.3\n"},
       "CHANGELOG.md: version 1.2.2, expected 1.2.3-rc4": {"CHANGELOG.md": "## [1.2.2] - 2026-01-01\n"},
       "CHANGELOG.md: version missing, expected 1.2.3-rc4": {"CHANGELOG.md": "# Changes\n"}}

if __name__ == "__main__":
    sys.exit(try_check("version", [], GOOD, BAD))
