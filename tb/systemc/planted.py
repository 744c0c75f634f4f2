# SPDX-License-Identifier: Apache-2.0
"""Bugs planted in the SystemC platform around the gmmu, one at a time: it must fail for each, and say why.

    planted.py FOLDER CXX CC

FOLDER has the objects of the platform; CXX and CC are the compilers with their flags. A bug is text that is replaced
in a bridge (models/systemc), a core, the host or the driver library; platform.cpp alone includes the bridges.
With GMMU_ONE_IN=3 a third of the bugs is planted, drawn by GMMU_SEED; each must have its place in any case.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

from tb.tools.test.one_in import drawn
from tb.tools.test.plants import misplaced, verdict

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLATFORM = ROOT / "models/systemc/gmmu_platform"
DATA = "memory does not hold|a warp has read what it must not"
STUCK = "come to an end|has not finished"
LOST = DATA + "|" + STUCK + "|nobody asks for|no memory|a warp has died"

# What is planted, in which source, what is replaced by what, what the platform says.
BUGS = [
    ("memory answers a wrong ID", "models/systemc/axi4_to_tlm.hpp", "value<ID_W>(answer.id)",
     "value<ID_W>(answer.id ^ 1)", LOST),
    ("an entry has its halves twice", "models/systemc/axi4_to_tlm.hpp", "&answer.data[at + 4 * i]", "&answer.data[at]",
     LOST),
    ("a write is answered and not done", "models/systemc/axi4_to_tlm.hpp", "if (b.good)", "if (b.good && !b.write)",
     LOST),
    ("a register gets one byte", "models/systemc/axi4_lite_master.hpp", "wstrb.write(15)", "wstrb.write(1)",
     LOST + "|cannot|does not start"),
    ("a read of a register is another", "models/systemc/axi4_lite_master.hpp", "araddr.write(address)",
     "araddr.write(address ^ 4)", LOST + "|cannot|does not start"),
    ("the TLB ignores the space", "models/systemc/gmmu_platform/core.cpp", "e.asid == wanted.asid &&", "", DATA),
    ("a question from before an invalidation is not asked again", "models/systemc/gmmu_platform/core.cpp",
     "s.stale = s.stale || (s.asking && is_dropped(s.m))", "s.stale = false", DATA),
    ("an invalidation does not wait for accesses", "models/systemc/gmmu_platform/core.cpp", "inv_ack.write(!waits)",
     "inv_ack.write(true)", DATA),
    ("an answer is taken before its access is done", "models/systemc/gmmu_platform/core.cpp", "s.held && !s.using_it",
     "s.held", DATA),
    ("a store needs no right", "models/systemc/gmmu_platform/core.cpp", "!store || s.m.write", "true", DATA),
    ("the driver forgets the fence", "models/driver/gmmu_device.c", "r = give_command(d, FENCE, 0, false)",
     "r = GMMU_DONE", DATA),
    ("the driver resumes another space", "models/driver/gmmu_device.c", "(uint32_t)asid << MMU_RESUME_ASID_AT",
     "(uint32_t)(asid ^ 3) << MMU_RESUME_ASID_AT", LOST),
    ("the host forgets an invalidation", "models/systemc/gmmu_platform/kernel.cpp",
     "changed(process, changes); // from here on nobody uses the old frame", "", DATA),
    ("the host does not copy a page that moves", "models/systemc/gmmu_platform/kernel.cpp",
     "std::memcpy(at(to), at(from), FRAME);\n    give_frame(this, from);", "give_frame(this, from);", DATA),
    ("the host gives a page to both", "models/systemc/gmmu_platform/kernel.cpp", "map_page(1, page, to, RIGHTS)",
     "map_page(1, page, from, RIGHTS)", DATA),
]


def planted(folder: pathlib.Path, compilers: dict[str, list[str]], source: str, text: str) -> str:
    """What the platform says with the text in the place of a source; nothing when it passes."""
    path, base, program = ROOT / source, folder / "planted", folder / "planted/platform"
    copy = base / path.relative_to(ROOT / "models")
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(text)
    compiled = PLATFORM / "platform.cpp" if path.suffix == ".hpp" else copy
    made = base / f"{compiled.stem}.o"
    compiler = compilers[".c" if path.suffix == ".c" else ".cpp"]
    before, *flags = compiler
    subprocess.run([before, f"-I{base}", f"-I{path.parent}", *flags, "-O0", "-w", "-c", str(compiled), "-o", str(made)],
                   check=True)
    copy.unlink()
    objects = [o for o in sorted(folder.glob("*.o")) if o.name != made.name]
    runtime = [folder.parents[1] / f"units/{o}.o" for o in ("gmmu_small_rtl", "runtime/verilated",
                                                            "runtime/verilated_threads")]
    subprocess.run(["g++", "-fno-lto", "-o", str(program), *map(str, [*objects, made, *runtime]), "-lsystemc",
                    "-pthread", "-latomic"], check=True)
    result = subprocess.run([str(program), "c", "1"], capture_output=True, text=True, timeout=60, check=False,
                            env={**os.environ, "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"})
    return result.stdout + result.stderr if result.returncode != 0 else ""


def main() -> int:
    folder = pathlib.Path(sys.argv[1]).resolve()
    compilers = {".cpp": shlex.split(sys.argv[2]), ".c": shlex.split(sys.argv[3])}
    texts = {source: (ROOT / source).read_text() for _, source, *_ in BUGS}
    failed = misplaced([bug[:3] for bug in BUGS], texts)
    for what, source, old, new, reason in [] if failed else drawn(BUGS):
        said = planted(folder, compilers, source, texts[source].replace(old, new))
        failed += [] if re.search(reason, said) else [f"{what}: {said or 'not found'}"]
    return verdict(failed, "SystemC platform", str(len(BUGS)))


if __name__ == "__main__":
    sys.exit(main())
