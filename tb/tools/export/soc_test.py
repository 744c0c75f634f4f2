# SPDX-License-Identifier: Apache-2.0
"""The exported system stands alone: the guide of an integrator can be followed in a copy outside the tree.

    soc_test.py FOLDER PROGRAM PAGE

FOLDER is build/export/soc, PROGRAM the system as it is built here, PAGE the guide. Its commands run in the copy, where
`make` stands for `make soc` and ./soc for PROGRAM, and so do the commands of the README; cycles and hashes are those of
PROGRAM; all names bear the project's. Prints PASS or FAIL; the exit code is 1 when something fails.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from scripts.docs import guide
from tb.tools.export.export_test import Failure, commands, demand, run, stands_alone
from tb.tools.names import judge
from tb.tools.test.one_in import number_of

ONLY_HERE = "C = RTL"  # a line of the second program, with the C of units
SHORT = "CYCLES=20000"


def follows(folder: pathlib.Path, text: str) -> int:
    """The number of commands of the guide."""
    count = 0
    for block in guide.blocks(text):
        asked = [line.replace("make soc", "make").replace("build/soc/soc_rtl", "./soc") for line in block.commands]
        if any("export" in command for command in asked):
            continue  # how one comes here
        try:
            said = "".join(guide.run(command, folder) for command in asked)
            guide.compare([line for line in block.shown if ONLY_HERE not in line], said)
        except guide.GuideError as error:
            raise Failure(str(error)) from None
        count += len(asked)
    if count < 2:
        raise Failure(f"the guide has {count} commands for this folder")
    return count


def explains(folder: pathlib.Path) -> None:
    """The commands of the README, a long run made short."""
    for section, pattern in (("Run", r"^PASS demand_paging seed 7: cycle "), ("Lint", ""),
                             ("At random", r"^PASS random seed 7 behind bridges: ")):
        said = "".join(run(folder, re.sub(r"CYCLES=\d+", SHORT, block)) for block in commands(folder, section))
        demand(said, pattern, section)
    block, = commands(folder, "Plant")
    demand(run(folder, f"if {block.strip()}; then exit 1; fi"), "^FAIL copy_on_write seed 1: ", "a planted bug")
    for name in re.findall(r"`([\w/]+(?:/|\.[a-z]+))`", (folder / "README.md").read_text()):
        if not any((folder / part / name).exists() for part in (".", "c", "system")):
            raise Failure(f"README.md names {name}, which is not there")


def writes_waves(folder: pathlib.Path) -> str:
    """Not in a short test: the system is compiled once more."""
    if number_of("GMMU_ONE_IN", 1) > 1:
        return "no waveform"
    block, = commands(folder, "Waves")
    demand(run(folder, block), "^PASS copy_on_write seed 1: ", "a waveform")
    if (folder / "soc.fst").stat().st_size < 100_000:
        raise Failure("soc.fst has no waveform")
    return "a waveform"


def bears_our_name(folder: pathlib.Path) -> None:
    objects = sorted((folder / "build").glob("*/gmmu*.o"))
    sources = [path for part in ("c", "rtl", "system") for path in (folder / part).iterdir()]
    modules = {name for path in sources if path.suffix == ".sv"
               for name in re.findall(r"^(?:module|package) (\w+)", path.read_text(), re.M)}
    for what, names in (("symbols", judge.symbols(objects) - {"main", "DW.ref.__gxx_personality_v0"}),
                        ("modules", modules), ("files", {path.stem for path in sources})):
        wrong = judge.unprefixed(name for name in names if not name.startswith("_Z")) if names else ["no names at all"]
        if wrong:
            raise Failure(f"{what} without the project's name: {', '.join(wrong)}")


def is_the_same(folder: pathlib.Path, program: pathlib.Path) -> None:
    """Cycles, hashes and counts of both programs, in all that `make` runs."""
    runs = re.findall(r"^\t@\./soc (?!random)(.*)$", (folder / "Makefile").read_text(), re.M)
    for words in (line.replace("$(SEED)", "2") for line in runs):
        here = subprocess.run([program, *words.split()], capture_output=True, text=True, check=False)
        if not here.stdout or run(folder, f"./soc {words}") != here.stdout:
            raise Failure(f"./soc {words}: {program.name} prints something else")


def main(arguments: list[str]) -> int:
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    source, program, page = (pathlib.Path(argument).resolve() for argument in arguments)
    os.environ.pop("CPATH", None)
    for name in [name for name in os.environ if name.startswith(("MAKE", "MFLAGS", "SEED"))]:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "system"
        shutil.copytree(source, folder)
        try:
            stands_alone(folder)
            count = follows(folder, page.read_text())
            explains(folder)
            is_the_same(folder, program)
            waves = writes_waves(folder)
            bears_our_name(folder)
        except Failure as failure:
            print(f"FAIL export soc: {failure}")
            return 1
    print(f"PASS export soc: {count} commands of the guide, the same cycles and hashes, {waves}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
