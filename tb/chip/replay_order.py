# SPDX-License-Identifier: Apache-2.0
"""Programs whose values are right only if faulted accesses are replayed as they were issued.

Only if the replay queue inserts what is pushed late (thesis 6.3.2):

    load   r4 <- page 0       faults
    store  page 1 <- r8       waits behind it; faults when the load has been replayed
    chain  r4 <- f(r4)        takes longer than the store's way to its fault
    store  page 0 <- r4

When the load faults, chain and last store are drained into the queue. After the resume all is replayed; the
chain leaves the queue then, an access stays until it commits. When the first store faults, the rest of the chain
has not issued. It is drained in once more, and it is older than the last store, which is still there.
Were it put behind that one, the last store would be replayed before it, and would store an old value.

Only if the operands of a reduction, which has no result, are in the operand log (thesis 6.3.3):

    red    page 0 += r8       faults
    chain  r8 <- f(r8)        commits before the replay: r8 is in the log alone
"""

import pathlib

from tb.program.trace import trace_text

BLOCKS = 4
PAGE = 65536  # what one fault brings
CHAIN = 40


def order_program(page: int) -> list[str]:
    return [f"1 R4 LDG.E 1 R2 4 1 0x{page:x} 4", f"0 STG.E 2 R2 R8 4 1 0x{page + PAGE:x} 4",
            *["1 R4 MUFU.RCP 1 R4 0"] * CHAIN, f"0 STG.E 2 R2 R4 4 1 0x{page + 128:x} 4", "0 EXIT 0 0"]


def reduction_program(page: int) -> list[str]:
    return [f"0 REDG.E.ADD 2 R2 R8 4 1 0x{page:x} 4", *["1 R8 MUFU.RCP 1 R8 0"] * CHAIN, "0 EXIT 0 0"]


PROGRAMS = {"replay_order": order_program, "reduction": reduction_program}


def write(folder: pathlib.Path, name: str) -> pathlib.Path:
    """Writes the trace of a program of PROGRAMS; the path of its list of kernels."""
    folder.mkdir(parents=True, exist_ok=True)
    text = trace_text.header(name, BLOCKS, 16, 4)
    for block in range(BLOCKS):
        lines = PROGRAMS[name](0x7E0000000000 + 2 * PAGE * block)
        numbered = (f"{16 * number:04x} ffffffff {line}\n" for number, line in enumerate(lines))
        text += trace_text.block(block, "".join(numbered))
    (folder / "kernel-1.traceg").write_text(text, encoding="utf-8")
    path = folder / "kernelslist.g"
    path.write_text("kernel-1.traceg\n", encoding="utf-8")
    return path
