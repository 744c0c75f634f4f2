#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The check of static names must find what is planted, and nothing else."""

import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).resolve().parents[3] / "scripts/lint/static_names.py"
GOOD = {"a.c": "static int a_find(int x) {\n    return x;\n}\n", "b.c": "static void b_find(void) {\n}\n",
        "c.h": "static inline int mix(int x) {\n    return x;\n}\n"}
BAD = {"b.c:1: another static function is called a_find()": {"b.c": "static void a_find(void) {\n}\n"},
       "d.c:2: find() is one plain word": {"d.c": "\nstatic const char *find(int x) {\n    return 0;\n}\n"},
       "no static function found": {"a.c": "", "b.c": "", "c.h": ""}}


def check(files: dict[str, str]) -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, str(CHECK), folder], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def main() -> int:
    code, text = check(GOOD)
    failures = [] if code == 0 else [f"good files: {text}"]
    for says, files in BAD.items():
        code, text = check(GOOD | files)
        if code != 1 or says not in text:
            failures.append(f"expected '{says}', exit code {code}: {text}")
    print("\n".join(failures))
    print(f"{'FAIL' if failures else 'PASS'} static-names-selftest: {len(BAD)} planted breaches")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
