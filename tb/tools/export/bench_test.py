# SPDX-License-Identifier: Apache-2.0
"""The testbench that an exported block brings with it, and what it is made of.

    bench_test.py FOLDER

FOLDER is build/export/gmmu_small. Its example runs in a copy outside the tree, in Icarus and in Verilator, by the
commands of the README; both print the same line. So does the example in Python. Bugs planted in them and in the RTL
must make them fail, and whatever ends a bench in Python ends its simulator, with an error and a line. axi_memory runs
against the rules of AXI4 (tb/tools/export/axi_memory_bench.sv), which must see its planted bugs. With GMMU_ONE_IN=3 a
third of the bugs is planted, drawn by GMMU_SEED. Prints PASS or FAIL; the exit code is 1 when something fails.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from scripts.export.bench import WAIVED
from tb.tools.export.export_test import LIMIT_S, Failure, commands, demand, run
from tb.tools.test.one_in import drawn

ROOT = pathlib.Path(__file__).resolve().parents[3]
MEMORY = ROOT / "tb/export/axi_memory.sv"
MEMORY_BENCH = ROOT / "tb/tools/export/axi_memory_bench.sv"
RULES = ROOT / "tb/formal/axi4_checker.sv"
PASSED = r"^PASS gmmu_example(?: in Python)?: (\d+ answers, .*)$"
# What is planted, in which file, what is replaced by what, what the example says.
PLANTS = [
    ("a wrong register", "tb/gmmu_example.sv", "lite.write(MMU_RESUME_PAGE_LOW,", "lite.write(MMU_COMMAND_PAGE_LOW,",
     "no answer to request 30"),
    ("a wrong address of a register", "tb/gmmu_mmu_registers_pkg.sv", "MMU_FORMAT_RIGHTS = 8'h50",
     "MMU_FORMAT_RIGHTS = 8'h4C", "request 0|a write of "),
    ("a table is forgotten", "tb/gmmu_example.sv", "memory.poke(at, entry);", ";", "no answer to request 0"),
    ("no fence, and no invalidation", "tb/gmmu_example.sv", "    command(INVALIDATE_PAGE, 1'b0, 1);\n", "",
     "request 32: frame "),
    ("a refused write is answered OKAY", "rtl/gmmu_axi4_lite_port.sv", "{b_error, 1'b0}", "2'd0", "has taken a write"),
    ("no write is taken", "rtl/gmmu_axi4_lite_port.sv", "assign bvalid   = b_valid;", "assign bvalid   = 1'b0;",
     "no answer to a write of"),
    ("every page may be written", "rtl/gmmu_page_walker.sv", "((flags & fmt_write) != '0) ^ fmt_write_no", "1'b1",
     "request 0: write is 1"),
    ("a record names another page", "rtl/gmmu_record_writer.sv", "vpn[31:0]}", "~vpn[31:0]}", "a record of "),
    ("an invalidation finds nothing", "rtl/gmmu_sram_tlb.sv", "ram_asid[w*ASID_W+:ASID_W] == inv_asid",
     "ram_asid[w*ASID_W+:ASID_W] != inv_asid", "request 32: frame "),
    ("a retry wakes nobody", "rtl/gmmu_request_file.sv", "(same_retry & parked)", "(same_retry & ~parked & parked)",
     "no answer to request 30"),
]
# The same of the example in Python.
PYTHON_PLANTS = [
    ("a wrong register", "tb/python/gmmu_example.py", '"RESUME_PAGE_LOW"', '"COMMAND_PAGE_LOW"',
     "no answer to request 30"),
    ("a page is not mapped", "tb/python/gmmu_example.py", "        self.map(vpn, ppn, RWX)\n", "",
     "no answer to request 30"),
    ("strobes are not looked at", "tb/python/gmmu_buses.py", "strobes >> lane & 1:", "strobes >> lane & 0:",
     "a record of 0x0"),
    ("every page may be written", "rtl/gmmu_page_walker.sv", "((flags & fmt_write) != '0) ^ fmt_write_no", "1'b1",
     "request 0: fault, frame, write are "),
    ("a record names another page", "rtl/gmmu_record_writer.sv", "vpn[31:0]}", "~vpn[31:0]}", "a record of "),
]
# How a bench in Python may end: its text, what the simulator says.
BEGIN = "from gmmu_simulator import Simulator\nsim = Simulator('gmmu')\nsim.clock('clk', 5)\nsim.edge('clk', 1)\n"
ENDS = [
    ("it raises", "raise RuntimeError('x')", "^gmmu_vpi: tb/python/ends.py has ended with exit code 1, at time 5$"),
    ("it ends too early", "", "^gmmu_vpi: tb/python/ends.py has ended without a word, at time 5$"),
    ("it is killed", "import os\nos.kill(os.getpid(), 9)",
     "^gmmu_vpi: tb/python/ends.py has been ended by signal 9, at time 5$"),
    ("it names no signal", "sim['nobody']", "^gmmu_simulator.BenchError: no signal gmmu.nobody$"),
    ("it says something else", "sim.ask('hello there')", "^gmmu_vpi: a line that is none of the bench's: 'hello', at"),
    ("it says that it has failed", "sim.finish(3)", "^exit code 3$"),
]
# The same of the memory.
MEMORY_PLANTS = [
    ("reads of one ID overtake each other", "r_order[i] < r_order[slot]", "1'b0", "holds|the last beat|a beat at"),
    ("a WRAP burst goes on", "& (whole - 1));", ");", "holds|answered|another ID"),
    ("strobes are not looked at", "if (wstrb[i]) begin", "if (1'b1) begin", "that is not in the beat"),
    ("a beat does not wait to be taken", "if (!rvalid || rready) offer_read;", "offer_read;",
     "holds|the last beat|are answered|beats are missing"),
    ("an answer has another ID", "bid <= w_id[slot];", "bid <= ~w_id[slot];", "has another ID"),
    ("what is outside is answered OKAY", "answer_at = DECERR", "answer_at = OKAY", "is answered 0|another ID"),
    ("a read goes on to its end", "INTERLEAVE = 1", "INTERLEAVE = 0", "bursts overtook, 0 beats"),
]


def planted(path: pathlib.Path, old: str, new: str) -> str:
    text = path.read_text()
    if text.count(old) != 1:
        raise Failure(f"{path.name} has {text.count(old)} places for '{old}'")
    return text.replace(old, new)


def fails(command: str, folder: pathlib.Path) -> str:
    """What a run says that ends with an error, and its exit code; nothing: it ends well."""
    done = subprocess.run(["bash", "-e", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT_S)
    return f"{done.stdout}exit code {done.returncode}" if done.returncode else ""


def lines_of(folder: pathlib.Path, blocks: list[str]) -> set[str]:
    """What the example has printed behind PASS."""
    found: set[str] = set()
    for block in blocks:
        said = run(folder, block)
        demand(said, PASSED, "example")
        found |= set(re.findall(PASSED, said, re.M))
    return found


def plants_are_found(folder: pathlib.Path, command: str, plants: list[tuple[str, str, str, str, str]]) -> None:
    for what, name, old, new, wanted in drawn(plants):
        path = folder / name
        whole = path.read_text()
        path.write_text(planted(path, old, new))
        said = fails(command, folder)
        path.write_text(whole)
        if not re.search(wanted, said):
            raise Failure(f"{what}: the example says {said[-500:] or 'nothing'}")


def in_systemverilog(folder: pathlib.Path, icarus: str, verilator: str) -> str:
    lines = lines_of(folder, [icarus, verilator])
    if not (folder / "example.fst").is_file():
        raise Failure("no waveform in example.fst")
    if len(lines) != 1:
        raise Failure(f"the example in Icarus and in Verilator: {lines}")
    plants_are_found(folder, icarus, PLANTS)
    return lines.pop()


def in_python(folder: pathlib.Path, icarus: str, verilator: str) -> str:
    """With GMMU_ONE_IN in one of the simulators, drawn; in Icarus alone what is planted."""
    lines = lines_of(folder, drawn([icarus, verilator]))
    if len(lines) != 1:
        raise Failure(f"the example in Python, in Icarus and in Verilator: {lines}")
    plants_are_found(folder, icarus, PYTHON_PLANTS)
    built = (folder / "python/bench").exists()
    simulators = [block.splitlines()[-1] for block in (icarus, *([verilator] if built else []))]
    run(folder, icarus)  # as it was before what was planted
    for what, text, wanted in ENDS:
        (folder / "tb/python/ends.py").write_text(BEGIN + text + "\n")
        for command in simulators:
            said = fails(f"timeout 60 {command.replace('gmmu_example.py', 'ends.py')}", folder)
            if not re.search(wanted, said, re.M) or not re.search("^exit code [23]$", said, re.M):
                raise Failure(f"a bench in Python, {what}: {said[-500:] or 'nothing'}")
    return lines.pop()


def memory(scratch: pathlib.Path) -> None:
    """In both simulators, at several widths; then what is planted."""
    command = ("iverilog -g2012 -Paxi_memory_bench.DATA_W={width} -Paxi_memory_bench.ROUNDS=60 -s axi_memory_bench "
               "-o m.vvp {memory} {bench} && vvp -n m.vvp")
    for width in (32, 512):
        said = run(scratch, command.format(width=width, memory=MEMORY, bench=MEMORY_BENCH))
        demand(said, rf"^PASS axi_memory: \d+ rounds, {width} bits$", "axi_memory")
    said = run(scratch, f"verilator --binary --timing --assert -Wall {WAIVED} {MEMORY} {RULES} {MEMORY_BENCH} "
                        "--top-module axi_memory_bench -o m && obj_dir/m")
    demand(said, r"^PASS axi_memory: \d+ rounds, 64 bits$", "axi_memory with its rules")
    for what, old, new, wanted in drawn(MEMORY_PLANTS):
        (scratch / "memory.sv").write_text(planted(MEMORY, old, new))
        said = fails(command.format(width=64, memory="memory.sv", bench=MEMORY_BENCH), scratch)
        if not re.search(wanted, said) or not said:
            raise Failure(f"axi_memory, {what}: the bench says {said[-500:] or 'nothing'}")
    old = "(len[n] + 1) > 4096) len[n] = 0;"
    (scratch / "bench.sv").write_text(planted(MEMORY_BENCH, old, old.replace("len[n] = 0", "")))
    if "a burst crosses 4 KB" not in fails(command.format(width=64, memory=MEMORY, bench="bench.sv"), scratch):
        raise Failure("axi_memory does not see a burst that crosses 4 KB")


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    source = pathlib.Path(arguments[0]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / source.name
        shutil.copytree(source, folder)
        try:
            memory(pathlib.Path(scratch))
            blocks = commands(folder, "Buses")
            line = in_systemverilog(folder, *blocks[:2])
            python = "skipped"
            if shutil.which("iverilog-vpi"):
                python = in_python(folder, *blocks[2:])
            else:
                print("SKIP export benches in Python: no iverilog-vpi")
        except Failure as failure:
            print(f"FAIL export benches: {failure}")
            return 1
    count = len(PLANTS) + len(MEMORY_PLANTS) + len(PYTHON_PLANTS)
    print(f"PASS export benches: {line}; in Python {python}; {count} planted bugs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
