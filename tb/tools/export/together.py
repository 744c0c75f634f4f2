# SPDX-License-Identifier: Apache-2.0
"""Exported folders are parts of one program and of one design: nothing of one meets what another has.

    together.py FOLDER...

FOLDER is build/export/<unit>. A file of C or RTL that two have is the same in both; the C of all is one program, in
which every testbench passes; one source includes all headers; the RTL of all is read as one design, in which every
testbench passes. Prints PASS or FAIL.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import sys
import tempfile

from tb.tools.export.export_test import Failure, commands, run

MAIN = """#include <stdio.h>
{prototypes}
int main(void) {{
    return {calls};
}}
"""


def shared(folders: list[pathlib.Path]) -> int:
    """How many files are in two folders or more; each is the same in all."""
    found: dict[str, pathlib.Path] = {}
    twice: set[str] = set()
    for path in (path for folder in folders for part in ("c", "rtl") for path in sorted((folder / part).rglob("*.*"))):
        first = found.setdefault(path.name, path)
        if first != path:
            twice.add(path.name)
            if first.read_text() != path.read_text():
                raise Failure(f"{path.name} of {first.parts[-3]} and of {path.parts[-3]} differ")
    return len(twice)


def one_program(folders: list[pathlib.Path], scratch: pathlib.Path) -> None:
    names = [f"bench_{i}" for i in range(len(folders))]
    for folder, name in zip(folders, names):
        block, = commands(folder, "C")
        flags = " ".join(re.findall(r"-D\S+", block))
        for number, source in enumerate([*sorted((folder / "c").glob("*.c")), folder / "tb/testbench.c"]):
            run(folder, f"gcc -std=c11 -O0 {flags} -Dmain={name} -Ic -c '{source}' -o {scratch}/{name}_{number}.o")
    prototypes = "".join(f"int {name}(int argc, char *argv[]);\n" for name in names)
    (scratch / "main.c").write_text(MAIN.format(prototypes=prototypes, calls=" | ".join(f"{n}(0, 0)" for n in names)))
    passed(folders, run(scratch, "gcc main.c *.o -o all.out && ./all.out"), "PASS hls testbench ")


def one_source(folders: list[pathlib.Path], scratch: pathlib.Path) -> None:
    """The headers of all in one source, in C and in C++; of those that need no sizes from outside."""
    plain = [folder for folder in folders if not re.search(r"-DGMMU\S+=\d", commands(folder, "C")[0])]
    headers = [path for folder in plain for path in sorted((folder / "c").glob("*.h"))]
    (scratch / "all.c").write_text("".join(f'#include "{path.name}"\n' for path in headers) + "int main(void) {}\n")
    includes = " ".join(f"-I{folder / 'c'}" for folder in plain)
    run(scratch, f"gcc -std=c11 -Wall -Wextra -pedantic -Werror {includes} -fsyntax-only all.c")
    run(scratch, f"g++ -std=c++17 -x c++ -Wall -Wextra -Werror {includes} -fsyntax-only all.c")


def one_design(folders: list[pathlib.Path], scratch: pathlib.Path) -> None:
    tops = []
    for folder in folders:
        text = (folder / "tb/testbench.v").read_text().replace("tb/vectors.hex", f"{folder}/tb/vectors.hex")
        tops += re.findall(r"^module (\w+);", text, re.M)
        (scratch / f"{tops[-1]}.v").write_text(text)
        for path in (folder / "rtl").iterdir():
            shutil.copy(path, scratch)
    sources = "gmmu_pkg.sv $(ls *.sv | grep -v gmmu_pkg.sv) *.v"
    # All sources each time, and one testbench on top: with two, Icarus 11 loses the reset of axi4_port's r_id next to
    # sram_tlb, in one order of the two.
    said = [run(scratch, f"iverilog -g2012 -s {top} -o all.vvp {sources}; vvp -n all.vvp") for top in tops]
    passed(folders, "".join(said), "PASS ")


def passed(folders: list[pathlib.Path], said: str, words: str) -> None:
    for folder in folders:
        if not re.search(rf"^{words}{folder.name}: ", said, re.M):
            raise Failure(f"no '{words}{folder.name}' in:\n{said[-2000:]}")


def main(arguments: list[str]) -> int:
    folders = [pathlib.Path(argument).resolve() for argument in arguments]
    if len(folders) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    names = ", ".join(folder.name for folder in folders)
    try:
        for folder in folders:
            if not (folder / "README.md").is_file():
                raise Failure(f"{folder}: expected an exported folder")
        count = shared(folders)
        for together in (one_source, one_program, one_design):
            with tempfile.TemporaryDirectory() as scratch:
                together(folders, pathlib.Path(scratch))
    except Failure as failure:
        print(f"FAIL export-together: {names}: {failure}")
        return 1
    print(f"PASS export-together: {names}: {count} files are in several, and the same in each")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
