# SPDX-License-Identifier: Apache-2.0
"""A page of the reference whose tables are what the simulator lists: written, or with --check compared."""

import argparse
import json
import pathlib
import subprocess
import typing


def main(page: pathlib.Path, what: str, first: str, tables: typing.Callable[[typing.Any], str]) -> int:
    """what: of `gmmu list --what` and `make what`; first: where the tables begin, behind words by hand."""
    parser = argparse.ArgumentParser(description=f"the page of {what}")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("gmmu", type=pathlib.Path)
    arguments = parser.parse_args()
    listed = subprocess.run([arguments.gmmu.resolve(), "list", f"--{what}"], capture_output=True, check=True).stdout
    before = page.read_text(encoding="utf-8")
    after = before.partition(first)[0] + tables(json.loads(listed))
    if not arguments.check:
        page.write_text(after, encoding="utf-8")
    elif before != after:
        print(f"docs/reference/{page.name} is not what the simulator lists: make {what}")
        return 1
    return 0
