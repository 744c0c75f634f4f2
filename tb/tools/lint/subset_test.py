#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The subset check must find each breach of bad/ where its comment expects it, and no other.

    subset_test.py [CLANG]

A line of a bad file says `/* expect: RULE... */`; good.c must pass as it is.
"""

import collections
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CHECK = ROOT / "scripts/lint/hls_subset.py"


def expected(path: pathlib.Path) -> set[tuple[str, int, str]]:
    return {(path.name, number, rule) for number, line in enumerate(path.read_text().splitlines(), 1)
            for comment in re.findall(r"/\* expect: ([\w -]+) \*/", line) for rule in comment.split()}


def found(source: pathlib.Path, clang: str) -> tuple[set[tuple[str, int, str]], str, int]:
    done = subprocess.run([sys.executable, str(CHECK), "--clang", clang, f"-I{ROOT}/hls/common", str(source)],
                          capture_output=True, text=True, check=False)
    lines = re.findall(r"^(.+?):(\d+): ([\w-]+): ", done.stdout, re.M)
    return {(pathlib.Path(f).name, int(n), rule) for f, n, rule in lines}, done.stdout + done.stderr, done.returncode


def main() -> int:
    clang = sys.argv[1] if len(sys.argv) > 1 else "clang-19"
    failures = []
    rules: collections.Counter[str] = collections.Counter()
    sources = [HERE / "good.c", *sorted((HERE / "bad").glob("*.c"))]
    for source in sources:
        wanted = expected(source)
        for helper in re.findall(r'#include "(\w+\.inc)"', source.read_text()):
            wanted |= expected(source.parent / helper)
        seen, text, code = found(source, clang)
        rules.update(rule for _, _, rule in wanted)
        if seen != wanted or code != (1 if wanted else 0) or (source.name != "good.c" and not wanted):
            failures.append(f"{source.name}: expected {sorted(wanted)}, exit code {code}, got:\n{text}")
    print("\n".join(failures))
    print(f"{'FAIL' if failures else 'PASS'} lint-selftest: {len(sources)} files, {len(rules)} rules, "
          f"{sum(rules.values())} planted breaches")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
