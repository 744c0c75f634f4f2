#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/gen/registers.py refuses what is no description, in one line, and finds a file that is not current."""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCE = ROOT / "hls/mmu_registers/registers.csv"
BAD = {
    "a field beyond its word": ("park,0,1,rw", "park,32,1,rw"),
    "two fields in one bit": ("irq_mask,1,1,rw", "irq_mask,0,1,rw"),
    "an access that is none": ("park,0,1,rw", "park,0,1,maybe"),
    "an offset that is no number": ("0x08,CONTROL,1,park", "eight,CONTROL,1,park"),
    "a command of two bits": ("cmd,15,1,command", "cmd,14,2,command"),
    "a reset value that is too wide": ("park,0,1,rw,0", "park,0,1,rw,2"),
    "a limit of another kind": ("bits GMMU_PPN_W", "most GMMU_PPN_W"),
    "a limit that is no size": ("bits GMMU_PPN_W", "bits of a frame"),
    "a limit of what is not kept": ("up\n", "up,bits 1\n"),
    "offsets that fall": ("0x08,CONTROL,1,park", "0x70,CONTROL,1,park"),
}


def run(text: str, mode: str) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mmu_registers" / "registers.csv"
        path.parent.mkdir()
        path.write_text(text)
        return subprocess.run([sys.executable, str(ROOT / "scripts/gen/registers.py"), str(path), mode],
                              capture_output=True, text=True, check=False)


def main() -> int:
    text = SOURCE.read_text()
    failed = []
    for what, (old, new) in BAD.items():
        result = run(text.replace(old, new), "check")
        if old not in text or result.returncode != 2 or result.stderr.count("\n") != 1 or result.stdout:
            failed.append(f"{what}: exit {result.returncode}, {result.stderr!r}")
    if run(text, "check").returncode != 0:
        failed.append("the description: its files are not current")
    moved = run(text.replace("park,0,1,rw", "park,5,1,rw"), "check")
    named = [name for name in ("mmu_registers.c", "mmu_registers_map.h", "mmu_registers.sv", "mmu_registers.md")
             if name in moved.stdout]
    if moved.returncode != 1 or len(named) != 4:
        failed.append(f"a field that has moved: exit {moved.returncode}, {moved.stdout!r}")
    print("\n".join([*failed, f"{'FAIL' if failed else 'PASS'} registers: {len(BAD) + 2} descriptions"]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
