#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a page of docs/guide/ as its reader would: command by command, in a copy of the tree with nothing built.

usage: guide.py [--root DIR] [--build DIR] [--take NAME]... [--done COMMAND]... [--have NAME]... [--times FILE] PAGE

A page has at most 100 lines.
In a block ```sh each line is a command, run by bash in the top folder; one ending in `# fails` must fail, all others
must not. A block without a language below it shows output of these commands: each of its lines is part of a line that
they print, in this order; a line `...` stands for others. A block ```sh NAME needs something that not every machine
has (bambu) or much time (slow), and is left out without --have NAME.
--take copies a file or folder of DIR into build/ of the copy, and --done says what then needs no run, so that a short
test need not build everything. --times puts the seconds of processor time of all commands into FILE.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(.*)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
FAILS = re.compile(r"\s+# fails$")
HEAD = ["# SPDX-License-Identifier: Apache-2.0",
        "# guide: seconds of processor time of all its commands. Written by make guide-<name> GUIDE_TIMES=1."]
LONGEST = 100  # lines of a page
LIMIT = 7200  # seconds for a command
SHOWN = 20  # lines of a command that went wrong


class GuideError(Exception):
    """A command did not do what the page says."""


@dataclass
class Block:
    """Commands, and what the page shows of their output."""

    commands: list[str]
    needs: str = ""
    shown: list[str] = field(default_factory=list)


def blocks(text: str) -> list[Block]:
    found: list[Block] = []
    for info, body in FENCE.findall(text):
        lines = body.replace("\\\n", "").splitlines()
        language, _, needs = info.partition(" ")
        if language == "sh":
            found.append(Block([line for line in lines if line.strip()], needs))
        elif language == "" and found and not found[-1].shown:
            found[-1].shown = [line.strip() for line in lines if line.strip() not in ("", "...")]
    return found


def sources(root: Path) -> list[str]:
    """The files of the tree: what git knows or would add; in a copy without git, all but build/."""
    if (root / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=root, capture_output=True,
                                text=True, check=True).stdout
        return [name for name in listed.split("\0") if name and (root / name).is_file()]
    return [str(path.relative_to(root)) for path in root.rglob("*")
            if path.is_file() and path.relative_to(root).parts[0] != "build"]


def copy_tree(root: Path, to: Path) -> None:
    """Times are kept, so that what is taken along is not built again."""
    for name in sources(root):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, to / name)


def take(build: Path, name: str, to: Path) -> None:
    source, target = build / name, to / "build" / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target)
    elif source.is_file():
        shutil.copy2(source, target)
    else:
        raise GuideError(f"{source}: expected a file or a folder to take along")


def used() -> float:
    """Processor time of all that has been run, s."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command: str, folder: Path) -> str:
    """Its output, after it has ended as the page says. No window of a plot waits to be closed."""
    to_fail = FAILS.search(command) is not None
    own = {name: value for name, value in os.environ.items()
           if not name.startswith(("MAKE", "MFLAGS", "GMMU_SEED", "SEED", "PYTHONPATH"))} | {"MPLBACKEND": "Agg"}
    before = used()
    done = subprocess.run(["bash", "-o", "pipefail", "-c", FAILS.sub("", command)], cwd=folder, env=own, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT, check=False)
    print(f"{used() - before:7.1f} s  {command}", flush=True)
    if (done.returncode != 0) != to_fail:
        end = "\n".join(done.stdout.splitlines()[-SHOWN:])
        raise GuideError(f"{command}: exit code {done.returncode}, expected {'another one' if to_fail else '0'}\n{end}")
    return done.stdout


def compare(shown: list[str], output: str) -> None:
    lines = iter(output.splitlines())
    for text in shown:
        if not any(text in line for line in lines):
            end = "\n".join(output.splitlines()[-SHOWN:])
            raise GuideError(f"not printed, or not in this order: '{text}'; the last lines are\n{end}")


def follow(text: str, folder: Path, done: list[str], have: list[str]) -> int:
    """How many commands were run."""
    if text.count("\n") > LONGEST:
        raise GuideError(f"the page has {text.count(chr(10))} lines, more than {LONGEST}")
    count = 0
    for block in blocks(text):
        if block.needs and block.needs not in have:
            print(f"left out ({block.needs}): {block.commands[0]}")
            continue
        todo = [command for command in block.commands if command not in done]
        output = "".join(run(command, folder) for command in todo)
        count += len(todo)
        if todo:
            compare(block.shown, output)
    return count


def keep_time(file: Path, guide: str, seconds: float) -> None:
    """One line for each guide."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else HEAD
    lines = [line for line in lines if not line.startswith(f"{guide}: ")] + [f"{guide}: {seconds:.0f}"]
    file.write_text("\n".join([*lines[:2], *sorted(lines[2:]), ""]), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    for option in ("--take", "--done", "--have"):
        parser.add_argument(option, action="append", default=[])
    parser.add_argument("--times", type=Path)
    parser.add_argument("page", type=Path)
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="guide-") as scratch:
            copy_tree(options.root, Path(scratch))
            for name in options.take:
                take(options.build, name, Path(scratch))
            before = used()
            count = follow(options.page.read_text(encoding="utf-8"), Path(scratch), options.done, options.have)
            seconds = used() - before
        if count == 0:
            raise GuideError("no command found")
        if options.times:
            keep_time(options.times, options.page.stem, seconds)
    except (GuideError, OSError, subprocess.SubprocessError) as error:
        print(f"FAIL guide {options.page.stem}: {error}")
        return 1
    print(f"PASS guide {options.page.stem}: {count} commands")
    return 0


if __name__ == "__main__":
    sys.exit(main())
