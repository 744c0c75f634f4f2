# SPDX-License-Identifier: Apache-2.0
"""Runs an example of docs/examples/ as its user would: its folder in an empty place, the commands of its README.

usage: example.py [--examples DIR] [--build DIR] [--whole] NAME

The README is followed as a guide is (guide.py). It fits a screen, and what it takes from a clone of OpenGMMU it takes
by `make -C $OPENGMMU`. With --whole that is this tree, and everything is built. Otherwise a folder stands for it that
has the results of these commands alone, made of what is built already: so an example that names another file of the
clone fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.docs.guide import GuideError, blocks, follow

ROOT = Path(__file__).resolve().parents[2]
FROM_CLONE = "make -C $OPENGMMU "
SCREEN = 50  # lines of a README
CYCLES = "100"  # vectors in the testbench of an exported unit, which no example runs


def tool(name: str, *arguments: str) -> None:
    done = subprocess.run([sys.executable, str(ROOT / name), *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    if done.returncode:
        raise GuideError(f"{name}: {(done.stderr or done.stdout).strip()}")


def make_clone(clone: Path, build: Path) -> None:
    """What stands for the clone: what export.py reads is there by links, and it writes beside them."""
    (clone / "build").mkdir(parents=True)
    for name in ("gen", "lockstep", "vectors"):
        (clone / "build" / name).symlink_to(build / name)


def stand_in(command: str, clone: Path, build: Path, folder: Path) -> None:
    """The result of a command on the clone."""
    target, *variables = command.removeprefix(FROM_CLONE).split()
    match [target, *(variable.partition("=")[0] for variable in variables)]:
        case ["export", "UNIT"]:
            tool("scripts/export/export.py", "--build", str(clone / "build"), "--cycles", CYCLES,
                 variables[0].removeprefix("UNIT="))
        case ["install", "PREFIX"]:
            prefix = variables[0].removeprefix("PREFIX=").replace("$PWD", str(folder))
            tool("scripts/install/install.py", "--build", str(build), "--prefix", prefix)
        case ["gmmu"]:
            (clone / "build/gmmu").symlink_to(build / "gmmu")
        case ["python"]:
            tool("scripts/python/wheel_backend.py", str(clone / "build/python"), str(build))
        case _:
            raise GuideError(f"{command}: expected make export UNIT=, make install PREFIX=, make gmmu or make "
                             "python")


def run_example(example: Path, build: Path, whole: bool) -> int:
    """How many commands its README has."""
    text = (example / "README.md").read_text(encoding="utf-8")
    if text.count("\n") > SCREEN:
        raise GuideError(f"the README has {text.count(chr(10))} lines, more than the {SCREEN} of a screen")
    commands = [command for block in blocks(text) for command in block.commands]
    done: list[str] = []
    with tempfile.TemporaryDirectory(prefix="example-") as scratch:
        folder, clone = Path(scratch, example.name), ROOT if whole else Path(scratch, "clone")
        shutil.copytree(example, folder)
        os.environ["OPENGMMU"] = str(clone)
        if not whole:
            make_clone(clone, build)
            done = [command for command in commands if command.startswith(FROM_CLONE)]
            for command in done:
                stand_in(command, clone, build, folder)
        follow(text, folder, done, [])
    return len(commands)


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--examples", type=Path, default=ROOT / "docs/examples")
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("name")
    options = parser.parse_args()
    try:
        count = run_example(options.examples / options.name, options.build.resolve(), options.whole)
        if count == 0:
            raise GuideError("no command found")
    except (GuideError, OSError, subprocess.SubprocessError) as error:
        print(f"FAIL example {options.name}: {error}")
        return 1
    print(f"PASS example {options.name}: {count} commands")
    return 0


if __name__ == "__main__":
    sys.exit(main())
