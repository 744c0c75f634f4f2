#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The check of the documents' links must find what is planted, and nothing else."""

import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).resolve().parents[3] / "scripts/lint/doc_links.py"
GOOD = {"README.md": "# A `title`, and more\n[b](docs/b.md#two-words-1) [self](#a-title-and-more) [far](https://x.y)\n"
                     "```\n[code](nowhere.md)\n```\n`hls/U/U.h` `hls/real/real.h` `tb/example_test.c`\n",
        "docs/b.md": "# Two words\n## Two words\n[up](../README.md)\n", "hls/real/real.h": ""}
BAD = {"README.md:1: no such file: docs/c.md": {"README.md": "[c](docs/c.md)\n"},
       "docs/b.md:1: no such heading: ../README.md#gone": {"docs/b.md": "[up](../README.md#gone)\n"},
       "docs/b.md:4: no such file: rtl/gone.sv": {"docs/b.md": "# Two words\n## Two words\n\n`rtl/gone.sv`\n"}}


def check(files: dict[str, str]) -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, str(CHECK), "--but", "example", "README.md", "docs"], cwd=folder,
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def main() -> int:
    code, text = check(GOOD)
    failures = [] if code == 0 else [f"good pages: {text}"]
    for says, files in BAD.items():
        code, text = check(GOOD | files)
        if code != 1 or says not in text:
            failures.append(f"expected '{says}', exit code {code}: {text}")
    print("\n".join(failures))
    print(f"{'FAIL' if failures else 'PASS'} doc-links-selftest: {len(BAD)} planted breaches")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
