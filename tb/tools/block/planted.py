# SPDX-License-Identifier: Apache-2.0
"""Do the assertions of a block find bugs? Each is planted in C and RTL alike, so that both are equal, and what is
around them in the bench does not judge: only an assertion can tell. One program has all of them, $GMMU_MUTANT selects
one (tb/lockstep/mutant_selected.c).

    planted.py write BLOCK FOLDER     C and RTL of the block and its units, with the bugs
    planted.py run BLOCK BENCH        each must be found by the assertion that it breaks; without one the bench passes
"""

import importlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

from scripts.circuit import configs
from scripts.mutate.rtl_source import PACKAGE, SELECTED
from tb.tools.block.plants import BUG, Plant

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Asking the environment for it each time would take longer than the step itself.
C_SELECTED = """int mutant_selected(void);
static int planted_bug(void) {
    static int selected = -1;
    if (selected < 0)
        selected = mutant_selected();
    return selected;
}
"""
RUN = ["--jumps", "0", "--seeds", "4", "--cycles", "150000", "--coverage", "0"]
# A bug may break two assertions, and the first one that tells ends the bench; with another seed it is the other one.
# One that needs a rare meeting of events may be missed by a few seeds.
TRIES = 16
TOLD = re.compile(r"Assertion failed in (\S+):")


def plants_of(block: str) -> list[Plant]:
    plants: list[Plant] = importlib.import_module(f"tb.tools.block.plants_{block}").PLANTS
    return plants


def planted(text: str, changes: list[tuple[int, str, str]], condition: str, path: pathlib.Path) -> str:
    """The text with all changes: number of the bug, old, new."""
    for number, old, new in changes:
        if text.count(old) != 1:
            raise SystemExit(f"{path}: {text.count(old)} places for '{old}'")
        text = text.replace(old, new.replace(BUG, condition.format(number)))
    return text


def write(block: str, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    plants = list(enumerate(plants_of(block), 1))
    units = {instance.config.unit for instance in configs.instances(block)} | {block}
    strangers = {plant.unit for _, plant in plants} - units
    if strangers:
        raise SystemExit(f"{block} has no {', '.join(strangers)}")
    for unit in units:
        source, rtl = ROOT / f"hls/{unit}/{unit}.c", ROOT / f"rtl/{unit}.sv"
        mine = [(number, plant) for number, plant in plants if plant.unit == unit]
        (folder / f"{unit}.c").write_text(C_SELECTED * bool(mine) + planted(
            source.read_text(), [(number, p.c_old, p.c_new) for number, p in mine], "(planted_bug() == {})", source))
        (folder / f"{unit}.sv").write_text(planted(
            rtl.read_text(), [(number, p.rtl_old, p.rtl_new) for number, p in mine], f"({SELECTED} == {{}})", rtl))
    (folder / "mutant_pkg.sv").write_text(PACKAGE)
    shutil.copy(ROOT / f"hls/{block}/{block}.h", folder)


def found(bench: str, number: int, further: int = 0) -> tuple[int, str]:
    """Exit code of the bench, and the assertions that failed; `further`: so many seeds behind the first."""
    seed = int(os.environ.get("GMMU_SEED") or 1) + further
    run = subprocess.run([bench, *RUN, "--seed", str(seed)], capture_output=True, text=True, check=False,
                         env=dict(os.environ, GMMU_MUTANT=str(number)))
    return run.returncode, " ".join(TOLD.findall(run.stdout + run.stderr)) or (run.stdout + run.stderr)[:400]


def check(block: str, bench: str) -> bool:
    plants, failed = plants_of(block), []
    code, told = found(bench, 0)
    if code != 0:
        failed.append(f"without a bug: {told}")
    for number, plant in enumerate(plants, 1):
        for further in range(TRIES):
            code, told = found(bench, number, further)
            if code != 0 and re.search(plant.rule, told):
                break
        else:
            failed.append(f"bug {number} in {plant.unit}, for {plant.rule}: {'not found' if code == 0 else told}")
    rules = len({plant.rule for plant in plants})
    print("\n".join([*failed, f"{'FAIL' if failed else 'PASS'} planted {block}: {len(plants)} bugs, each found by its "
                     f"assertion, {rules} of them" if not failed else f"FAIL planted {block}"]))
    return not failed


def main() -> int:
    action, block, where = sys.argv[1:]
    if action == "write":
        write(block, pathlib.Path(where))
        return 0
    return 0 if check(block, where) else 1


if __name__ == "__main__":
    sys.exit(main())
