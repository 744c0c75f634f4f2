# SPDX-License-Identifier: Apache-2.0
"""Bugs planted in gmmu_fpga, one at a time: the demo of host.py must fail for each.

    planted.py FOLDER VERILATOR FLAG...

With GMMU_ONE_IN=3 a third of the bugs is planted, drawn by GMMU_SEED; each must have its place in any case.
"""

import pathlib
import subprocess
import sys

from tb.tools.test.one_in import drawn
from tb.tools.test.plants import misplaced, verdict

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ("fpga_uart.sv", "fpga_memory.sv", "gmmu_fpga.sv")
# What is planted, in which source, what is replaced by what, what the demo says.
BUGS = [
    ("bytes come with the high bit first", "fpga_uart.sv", "{seen[1], in_byte[7:1]}", "{in_byte[6:0], seen[1]}", ""),
    ("a record is written to one word", "fpga_memory.sv", "wr_place <= wr_place + 1;", "", "names page 5"),
    ("memory refuses each read", "fpga_memory.sv", "rd_beyond <= beyond(araddr)", "rd_beyond <= 1", "frame 0x123"),
    ("a request is always a read", "gmmu_fpga.sv", "data[41:40]", "2'd1", "names page 5"),
    ("an answer is shown and not taken", "gmmu_fpga.sv", "a_ready = state == ACT && op == 6", "a_ready = 0",
     "has no answer"),
]


def build(folder: pathlib.Path, verilator: list[str], source: str, text: str) -> pathlib.Path:
    made = folder / "planted"
    made.mkdir(parents=True, exist_ok=True)
    (made / source).write_text(text)
    sources = [str(made / name if name == source else HERE / name) for name in SOURCES]
    command = [*verilator, "-Wno-UNUSEDSIGNAL", "--cc", "--exe", "--build", "--Mdir", str(made / "verilated"),
               "--top-module", "gmmu_fpga", "-o", "../cable", "rtl/gmmu_pkg.sv", *sources, str(HERE / "fpga_cable.cpp")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (made / source).unlink()
    if done.returncode:
        sys.exit(f"{source}: {done.stdout}{done.stderr}")
    return made / "cable"


def main() -> int:
    folder, verilator = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    texts = {name: (HERE / name).read_text() for name in SOURCES}
    failed = misplaced([bug[:3] for bug in BUGS], texts)
    for what, source, old, new, reason in [] if failed else drawn(BUGS):
        program = build(folder, verilator, source, texts[source].replace(old, new))
        demo = subprocess.run([sys.executable, str(HERE / "host.py"), "--run", str(program)], capture_output=True,
                              text=True, timeout=300, check=False)
        if demo.returncode != 1 or "FAIL fpga" not in demo.stdout or reason not in demo.stdout:
            failed.append(f"{what}: {demo.stdout}{demo.stderr}")
    return verdict(failed, "FPGA board", str(len(BUGS)))


if __name__ == "__main__":
    sys.exit(main())
