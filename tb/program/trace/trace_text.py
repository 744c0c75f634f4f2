# SPDX-License-Identifier: Apache-2.0
"""Traces of Accel-Sim as text, for tests that write their own."""


def header(name: str, blocks: int, registers: int, version: int) -> str:
    """Of a kernel with blocks of one warp; instructions without addresses end with an immediate from version 5 on."""
    return f"""-kernel name = {name}
-kernel id = 1
-grid dim = ({blocks},1,1)
-block dim = (32,1,1)
-shmem = 0
-nregs = {registers}
-binary version = 80
-cuda stream id = 0
-shmem base_addr = 0x00007f0000000000
-local mem base_addr = 0x00007f1000000000
-nvbit version = 1.7
-accelsim tracer version = {version}
-enable lineinfo = 0

#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width

"""


def block(number: int, instructions: str) -> str:
    """A line for each instruction of its warp."""
    count = instructions.count("\n")
    return f"#BEGIN_TB\n\nthread block = {number},0,0\n\nwarp = 0\ninsts = {count}\n{instructions}\n#END_TB\n\n"
