# SPDX-License-Identifier: Apache-2.0
"""Writes the system of tb/soc as a folder that stands alone (docs/reference/export.md): modules, host, driver, a
Makefile that asks for nothing but Verilator and compilers.

    soc.py --to DIR --top MODULE --cflags FLAGS --verilator FLAGS SOURCE...

SOURCE: the C and C++ of the program; the headers are those that these include, the modules those that MODULE
instantiates. All names bear the project's. The C in the place of a unit's RTL is not part of it.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterable

from scripts.area.errors import AreaError
from scripts.area.flow import modules_used
from scripts.names import rewrite
from scripts.names.declared import declared, prefixed
from scripts.output.commit import commit

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tb/soc"
WIDTH = 100  # of a line of the Makefile

README = """\
# The system around the gmmu

Two small cores with L1 TLBs, the block `gmmu` at its small sizes, bridges, `dram_scheduler`, DRAM, and a host that runs
the driver; of OpenGMMU, {commit}, exported by `make export UNIT=soc`.
It needs Verilator, make, a C and a C++ compiler.

| folder | holds |
| --- | --- |
| `system/` | `{top}.sv`, the system: start here; cores, buses, and in C and C++ host, DRAM and scenarios |
| `c/` | the driver, `gmmu_driver.c`, with page tables, the map of the registers, and what they need |
| `rtl/` | the units, as `make export` gives each, and the package with their sizes |
| `Makefile` | builds and runs |

## Run

```
make
```

Each scenario ends in `PASS` or `FAIL`: what memory holds is right, or not.
The second line has its cycles, a hash of the pins in all cycles and of memory, and counts.

```
./soc demand_paging --seed 7
./soc copy_on_write --bridges
./soc copy_on_write --wide
./soc copy_on_write --bus-clock
```

## Plant

A bug of core, L1 TLB or the wires, by its number; the scenario fails:

```
./soc copy_on_write --plant 4
```

1 fails in `two_spaces`, 3 and 5 in `invalidations`, 6 in `copy_on_write`.

## Waves

```
make soc_waves
./soc_waves copy_on_write --fst soc.fst
```

`gtkwave soc.fst` shows it; zlib's headers are needed.

## Lint

```
make lint
```

## At random

```
make random SEED=7 CYCLES=200000
```

The project has a second program, with the C of the units in the place of their RTL; it stays there.

## Licence

Apache-2.0, see `LICENSE`.
"""

MAKEFILE = """\
# SPDX-License-Identifier: Apache-2.0
# The system around the gmmu: scenarios with the block at the bus, behind bridges, on a wide bus, and with a bus clock.
#   make          builds ./soc and runs them; SEED
#   make random   a long run at random; SEED, CYCLES
#   make soc_waves   ./soc_waves, which takes --fst FILE as well; needs zlib
#   make lint     the modules, with all warnings of Verilator
#   make clean
VERILATOR ?= verilator
SEED ?= 1
CYCLES ?= 2000000
# One set of sizes for modules and C.
SIZES := {sizes}
RTL := {rtl}
FLAGS := {verilator} --top-module {top} \\
    $(SIZES:%=-G%)
MAIN := {main}
HOST := {host}
OBJECTS := $(HOST:%.c=build/%.o)
CFLAGS := -std=c11 -O1 -Ic -Isystem $(SIZES:%=-DGMMU_%) {macros}

run: soc
\t@./soc --seed $(SEED)
\t@./soc --bridges --seed $(SEED)
\t@./soc --wide --seed $(SEED) two_spaces demand_paging reset_midway
\t@./soc --bus-clock --seed $(SEED) demand_paging copy_on_write reset_midway
random: soc
\t@./soc random --seed $(SEED) --cycles $(CYCLES)
\t@./soc random --bridges --seed $(SEED) --cycles $(CYCLES)
\t@./soc random --wide --seed $(SEED) --cycles $(CYCLES)
\t@./soc random --bus-clock --seed $(SEED) --cycles $(CYCLES)
lint:
\t@$(VERILATOR) --lint-only $(FLAGS) $(RTL)

# $1: program, $2: more flags
define PROGRAM
$1: $(RTL) $(MAIN) $(OBJECTS) $(wildcard system/*.h)
\t@echo 'verilator, and what it compiles: build/$1.log'
\t@$(VERILATOR) --cc --exe --build $(FLAGS) $2 --output-split 0 --prefix V{top} --Mdir build/$1 -o $1 \\
\t    -CFLAGS '-std=c++17 -I$(CURDIR)/system' -MAKEFLAGS 'OPT_FAST=-O1 OPT_SLOW=-O0' \\
\t    $(RTL) $(CURDIR)/$(MAIN) $(OBJECTS:%=$(CURDIR)/%) >build/$1.log
\t@cp build/$1/$1 $1
endef
$(eval $(call PROGRAM,soc))
$(eval $(call PROGRAM,soc_waves,--trace-fst -CFLAGS -DSOC_WAVES))
build/%.o: %.c $(wildcard system/*.h c/*.h)
\t@mkdir -p $(@D)
\t@$(CC) $(CFLAGS) -c $< -o $@

clean:
\t@rm -rf build soc soc_waves
.PHONY: run random lint clean
"""


class SocError(Exception):
    """Something that the folder needs is not there; the text is one line for the user."""


def headers_of(sources: list[pathlib.Path], cflags: list[str]) -> list[pathlib.Path]:
    """The project's headers that the C includes, directly or not."""
    command = [os.environ.get("CC", "gcc"), *(flag for flag in cflags if flag.startswith(("-I", "-D", "-std"))), "-MM"]
    done = subprocess.run([*command, *map(str, sources)], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SocError(done.stderr.strip())
    words = done.stdout.replace("\\\n", " ").split()
    return sorted({ROOT / word for word in words if word.endswith((".h", ".inc"))})


class Names:
    """Of all that the folder has: what its headers declare, and its files."""

    def __init__(self, sources: list[pathlib.Path], headers: list[pathlib.Path], modules: list[pathlib.Path]):
        self.modules = {path.stem: prefixed(path.stem) for path in modules}
        self.words = {name: prefixed(name) for path in headers for name in declared(path.read_text())}
        self.files: dict[str, str] = {}
        for path in [*sources, *headers, *modules]:
            parts = path.relative_to(ROOT).parts
            self.files |= {"/".join(parts[start:]): prefixed(path.stem) + path.suffix for start in range(len(parts))}

    def verilated(self, module: str) -> None:
        """What Verilator makes of the module has its name."""
        model = f"V{self.modules[module]}"
        self.words[f"V{module}"] = model
        self.files[f"V{module}.h"] = f"{model}.h"

    def text(self, path: pathlib.Path) -> str:
        text = path.read_text()
        return rewrite.sv(text, self.modules) if path.suffix == ".sv" else rewrite.c(text, self.words, self.files)


def place(path: pathlib.Path) -> str:
    if path.is_relative_to(ROOT / "rtl"):
        folder = "rtl"
    else:
        folder = "system" if path.is_relative_to(HERE) else "c"
    return f"{folder}/{prefixed(path.stem)}{path.suffix}"


def listed(words: Iterable[str]) -> str:
    """For a variable of make, in lines that can be read."""
    lines = textwrap.wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return " \\\n    ".join(lines)


def export(target: pathlib.Path, top: str, sources: list[pathlib.Path], cflags: list[str],
           verilator: list[str]) -> None:
    """It replaces an earlier one."""
    headers = headers_of([path for path in sources if path.suffix == ".c"], cflags)
    modules = modules_used(ROOT / "rtl", top, HERE)
    names = Names(sources, headers, modules)
    names.verilated(top)
    paths = [*sources, *headers, *modules]
    places = [place(path) for path in paths]
    twice = sorted({name for name in places if places.count(name) > 1})
    if twice:
        raise SocError(f"two files are called {', '.join(twice)}")
    shutil.rmtree(target, ignore_errors=True)
    for path, name in zip(paths, places):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(names.text(path))
    given = [flag.removeprefix("-DGMMU_") for flag in cflags if flag.startswith("-DGMMU_")]
    of_modules = {flag.removeprefix("-G") for flag in verilator if flag.startswith("-G")}
    found = commit(ROOT)
    (target / "Makefile").write_text(MAKEFILE.format(
        top=names.modules[top], main=" ".join(place(path) for path in sources if path.suffix == ".cpp"),
        host=listed(place(path) for path in sources if path.suffix == ".c"),
        rtl=listed(place(path) for path in modules), sizes=listed(size for size in given if size in of_modules),
        macros=" ".join(f"-DGMMU_{size}" for size in given if size not in of_modules),
        verilator=" ".join(flag for flag in verilator if not flag.startswith(("-G", "-I", "--cc")))))
    (target / "README.md").write_text(README.format(
        top=names.modules[top], commit=f"commit {found}" if found else "a tree without its history"))
    shutil.copy(ROOT / "LICENSE", target)


def main() -> int:
    parser = argparse.ArgumentParser(description="writes the system around the gmmu as a folder that stands alone")
    parser.add_argument("--to", type=pathlib.Path, required=True)
    parser.add_argument("--top", required=True)
    parser.add_argument("--cflags", required=True)
    parser.add_argument("--verilator", required=True)
    parser.add_argument("sources", type=pathlib.Path, nargs="+")
    args = parser.parse_args()
    try:
        export(args.to, args.top, [ROOT / path for path in args.sources], shlex.split(args.cflags),
               shlex.split(args.verilator))
        print(f"soc: {args.to}")
    except OSError as error:
        print(f"export: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except (SocError, AreaError) as error:
        print(f"export: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
