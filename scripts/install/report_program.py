# SPDX-License-Identifier: Apache-2.0
"""Packs the report of scripts/plot into one program that needs Python alone: gmmu-report, which `gmmu report` runs.

usage: python3 -m scripts.install.report_program FILE

The bytes depend on the sources alone: no times, and one order.
"""

import argparse
import io
import modulefinder
import pathlib
import sys
import zipfile

from scripts.output import files

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORT = "scripts/plot/report.py"
EPOCH = (1980, 1, 1, 0, 0, 0)
MAIN = """import sys
if sys.version_info < (3, 10):
    sys.exit(print("gmmu: report: Python %d.%d: expected 3.10 or later" % sys.version_info[:2], file=sys.stderr) or 2)
from scripts.plot.report import program
sys.exit(program())
"""


def modules() -> list[pathlib.Path]:
    """The report, and what it imports of ours."""
    finder = modulefinder.ModuleFinder(path=[str(ROOT)])
    finder.run_script(str(ROOT / REPORT))
    found = (getattr(module, "__file__", None) for module in finder.modules.values())
    return sorted(pathlib.Path(path).relative_to(ROOT) for path in found if path)


def packed() -> bytes:
    contents = {"__main__.py": MAIN, **{str(path): (ROOT / path).read_text(encoding="utf-8") for path in modules()}}
    out = io.BytesIO(b"#!/usr/bin/env python3\n")
    out.seek(0, io.SEEK_END)
    with zipfile.ZipFile(out, "a") as archive:
        for name, text in contents.items():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), text)
    return out.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("file", type=pathlib.Path)
    target = parser.parse_args().file
    files.write_all({target: packed()}, {target: 0o755})
    return 0


if __name__ == "__main__":
    sys.exit(files.program("report_program", main))
