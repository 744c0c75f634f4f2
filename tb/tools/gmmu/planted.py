# SPDX-License-Identifier: Apache-2.0
"""Bugs planted in copies of the C of gmmu and its units, and of vortex_port before it: its block test must find each,
for the reason given, and pass without one.

    planted.py COMPILER FOLDER

With GMMU_ONE_IN=3 a third of the bugs is planted, drawn by GMMU_SEED; each must have its place in any case.
"""

import pathlib
import re
import subprocess
import sys

from scripts.circuit import configs
from tb.tools.test.one_in import drawn
from tb.tools.test.plants import misplaced, verdict

ROOT = pathlib.Path(__file__).resolve().parents[3]
SEED = "1"
SPACE = "an answer carries a frame of another space"
OLD = "after a fence an old translation answers|a space that is disabled is translated"
LOST = "a request is not answered|!= 0"

# What is planted, in which unit, what is replaced by what, what the test says.
PLANTS = [
    ("the TLB is told before the walker", "gmmu", "TO_WALKER, TO_TLB, TO_FAULTS", "TO_TLB, TO_WALKER, TO_FAULTS", OLD),
    ("the walker is not told", "gmmu", "w.inv_valid = v->spaces.inv_valid[TO_WALKER]", "w.inv_valid = 0", LOST),
    ("the walk goes on with what it has read", "page_walker", "v.again[w] = again;", "v.again[w] = 0;", OLD),
    ("the large entry is not dropped", "sram_tlb", "writes & (u1)!s->fills ? named : 0U", "0U", OLD),
    ("base entries inside a large page stay", "sram_tlb", "(inside & (u1)(apart >> SHIFT == 0))", "(inside & 0)", OLD),
    ("the TLB is not waited for", "gmmu", "a.inv_ack[TO_TLB] = v->tlb.inv_ack",
     "a.inv_ack[TO_TLB] = v->spaces.inv_valid[TO_TLB]", OLD),
    ("the bypass cache is asked as the TLB is", "gmmu", "b.lk0_vpn = v->requests.b_vpn;",
     "b.lk0_valid = v->requests.lk_valid; b.lk0_asid = v->requests.lk_asid; b.lk0_vpn = v->requests.lk_vpn;",
     "an answer carries"),
    ("the TLB is filled for the space that looks up", "gmmu", "t.fill_asid = v->walker.done_asid",
     "t.fill_asid = v->requests.b_asid", SPACE),
    ("the miss file ignores the space", "tlb_mshr", "(s->e_asid[e] == asid) &", "", SPACE),
    ("the TLB ignores the space", "sram_tlb", "(in->ram_asid[w] == asid) &", "(u1)1 &", SPACE),
    ("the cache of tables ignores the space", "page_walker", "s->c_valid[e] & (s->c_asid[e] == asid)",
     "s->c_valid[e]", SPACE),
    ("the bypass cache is not emptied", "gmmu", "b.flush = v->tlb.inv_ack", "b.flush = 0", OLD),
    ("the bypass cache is filled for the space that looks up", "gmmu", "b.fill_asid = v->walker.done_asid",
     "b.fill_asid = v->requests.b_asid", SPACE),
    ("tokens are not asked", "gmmu", "(u1)(v->controller.a_fill | (u1)!v->regs.use_tokens)", "1", "!= 0"),
    ("a fence does not wait", "asid_table", "((s->generation ? s->flight[0] : s->flight[1]) == 0)", "1", OLD),
    ("limits cut no large page", "page_walker", "s->done_large = (u1)(whole &", "s->done_large = (u1)(",
     "an answer is beyond the limits"),
    ("a page above the limits is looked up", "asid_table", "((uint64_t)s->cmp_vpn > highest)", "0",
     "an answer is beyond the limits"),
    ("what is within other limits stays", "asid_table", "(c.writes & was_enabled)", "0",
     OLD + "|an answer is beyond the limits"),
    ("a generation is not kept", "request_file", "s->s_generation[i] = in->generation", "s->s_generation[i] = 0", LOST),
    ("a retry wakes one", "request_file", "of_page(s, in->retry_asid, in->retry_vpn) & parked",
     "lowest(of_page(s, in->retry_asid, in->retry_vpn) & parked)", LOST),
    ("a retry passes by those that are being parked", "request_file", "(s->f_phase == FILL_IDLE) & in->f_ready",
     "(s->f_phase == FILL_IDLE)", LOST),
    ("a request that is parked is still in flight", "request_file", "(u1)(v->waits != 0)", "0", LOST),
    ("a refused miss is forgotten", "request_file", "v->takes | v->refused | v->wakes", "v->takes | v->wakes", LOST),
    ("an answer has another ID", "request_file", "s->a_id[p] = (GMMU_U(GMMU_PORT_ID_W))id",
     "s->a_id[p] = (GMMU_U(GMMU_PORT_ID_W))(id ^ (p == 1))", "an answer to nobody, or a second one"),
    ("the permissions are exchanged", "gmmu", "w->done_system << (GMMU_PPN_W + 3)", "w->done_write << (GMMU_PPN_W + 3)",
     "an answer carries other permissions"),
    ("rights of the pointers do not count", "page_walker", "in->fmt_every_level ? rights : (u4)WALK_ALL_RIGHTS",
     "(u4)WALK_ALL_RIGHTS", "an answer carries other permissions"),
    ("the cache of tables forgets rights", "page_walker", "hit ? s->c_rights[e] : *rights", "*rights",
     "an answer carries other permissions"),
    ("a page that is not dirty may be written", "page_walker", "dirty ? WALK_ALL_RIGHTS :", "1 ? WALK_ALL_RIGHTS :",
     "an answer carries other permissions"),
    ("a page that has not been accessed is mapped", "page_walker", "maps & right & accessed", "maps & right",
     "a page that has not been accessed"),
    ("a short entry is in the lower half", "page_walker", "upper ? (uint64_t)word >> 32", "0 ? (uint64_t)word >> 32",
     "no table maps|another page|names a page|is not answered|another fault"),
    ("short entries are taken for words", "gmmu", "w->fmt_short = r->fmt_short;", "w->fmt_short = 0;",
     "no table maps|another page|names a page|is not answered|another fault"),
    ("a frame is cut off", "page_walker", "((ppn & inside) == 0) & (field == ppn)", "((ppn & inside) == 0)",
     "a page that no table maps"),
    ("what may be written need not be read", "page_walker", "& (u1)!bad_rights", "", "a page that no table maps"),
    ("a pointer may have what is reserved", "page_walker", "((flags & in->fmt_pointer_no) == 0)", "1",
     "a malformed entry has another fault|a record names a page that nobody asks for"),
    ("every page may be executed", "vortex_port", "(s->ans_exec ? (unsigned)VORTEX_X : 0U)", "(unsigned)VORTEX_X",
     "an answer carries other permissions"),
    ("every page may be read", "vortex_port", "(s->ans_read ? (unsigned)VORTEX_R : 0U)", "(unsigned)VORTEX_R",
     "an answer carries other permissions"),
    ("a large page is answered with a frame in its middle", "vortex_port",
     "in->a_large ? first : (uint64_t)in->a_ppn", "(uint64_t)in->a_ppn",
     "an answer carries a frame of another page"),
    ("a core asks for another space", "vortex_port", "s->ask_asid = in->asid", "s->ask_asid = (u9)(in->asid ^ 1)",
     "frame of another space|a fault"),
    ("a core may use pages of system mode", "vortex_port", "(u1)(framed & (u1)!in->a_system)", "framed",
     "an answer carries other permissions"),
    ("a core is not told of a fault", "vortex_port", "s->ans_fault = (u1)!framed", "s->ans_fault = 0",
     "an answer carries a frame"),
    ("an answer is lost behind another", "vortex_port", "out->a_ready = (u1)!s->ans_valid", "out->a_ready = 1", "!= 0"),
    ("a flush is done before the core has done it", "vortex_port", "(s->flushed | done)", "1", "flushed"),
    ("an end does not wait for the requests of its space", "gmmu", "a.inv_ack[TO_REQUESTS] = v->requests.n_ack",
     "a.inv_ack[TO_REQUESTS] = v->spaces.inv_valid[TO_REQUESTS]", "still waits|!= 0"),
    ("an end leaves the pages that are waited for", "fault_queue", "v->ends[e]    ? (u2)FAULT_FREE",
     "0             ? (u2)FAULT_FREE", "!= 0"),
    ("an end does not wait for the records of its space", "fault_queue", "(s->q_asid[i] == in->n_asid))",
     "(s->q_asid[i] == in->n_asid) & 0)", "before its records are written"),
    ("an end leaves those that are parked", "request_file", "ended & (look | parked)", "ended & look",
     "a command does not complete|is not answered|!= 0"),
    ("an end does not mark those that are in the miss file", "request_file", "<< i & ~free & ~v.leaves",
     "<< i & ~free & ~v.leaves & ~asked", "still waits|!= 0|waits"),
    ("an end waits for no answer at a port", "request_file", "left = (u1)(left | s->a_ended[p])", "left = left",
     "still waits"),
    ("quiet does not wait for reads", "gmmu", "(u1)!v->walker.rd_open &", "(u1)1 &", "is quiet, and is not|!= 0"),
    ("quiet does not wait for a record", "gmmu", "& v->writer.w_ready);", ");", "is quiet, and is not|!= 0"),
    ("a held walker reads", "page_walker", "stays & (u1)!in->hold", "stays",
     "is quiet, and is not|memory_rests"),
    ("all places of a port may wait for software", "request_file", "& (u1)!in->hold_all[p]) << i", "& (u1)0) << i",
     "owners.cycle - offered|answers > 40|took"),
    ("who waits is not told of without a ring", "gmmu", "(u1)(v->regs.park & v->faults.enabled)", "v->regs.park",
     "is_answered"),
    ("a record that is lost has another page", "record_writer", "s->error_vpn = s->vpn", "s->error_vpn = s->vpn ^ 1",
     "MMU_ERROR|0x|!= "),
    ("the record of another page", "record_writer", "s->vpn = in->w_vpn", "s->vpn = in->w_vpn ^ 1", "a record names"),
]


class Builder:
    def __init__(self, compiler: str, folder: pathlib.Path) -> None:
        self.folder = folder
        includes = [f"-I{path}" for path in sorted((ROOT / "hls").iterdir()) if path.is_dir()]
        self.compiler = [compiler, "-std=c11", "-O2", "-D_GNU_SOURCE", f"-I{ROOT / 'models'}", f"-I{ROOT / 'tb/unit'}",
                         *includes]
        self.sizes: dict[str, list[str]] = {
            **{i.config.unit: [f"-D{size}" for size in i.sizes] for i in configs.instances("gmmu")}, "gmmu": [],
            "vortex_port": []}
        self.objects = {unit: self.compile(ROOT / f"hls/{unit}/{unit}.c", unit, sizes)
                        for unit, sizes in self.sizes.items()}
        self.objects |= {name: self.compile(ROOT / f"tb/unit/{name}.c", name, [])
                         for name in ("gmmu_block_test", "unit_test")}

    def compile(self, source: pathlib.Path, name: str, sizes: list[str]) -> pathlib.Path:
        result = self.folder / f"{name}.o"
        subprocess.run([*self.compiler, *sizes, "-c", str(source), "-o", str(result)], check=True)
        return result

    def run(self, replaced: dict[str, pathlib.Path]) -> tuple[bool, str]:
        program = self.folder / "test"
        objects = [str(path) for path in (self.objects | replaced).values()]
        subprocess.run([self.compiler[0], "-o", str(program), *objects, "-lcmocka"], check=True)
        run = subprocess.run([str(program)], capture_output=True, text=True, env={"GMMU_SEED": SEED}, timeout=300,
                             check=False)
        return run.returncode == 0, run.stdout + run.stderr


def main() -> int:
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    builder = Builder(sys.argv[1], folder)
    failed = []
    passed, text = builder.run({})
    if not passed:
        failed.append(f"without a bug: {text}")
    sources = {unit: (ROOT / f"hls/{unit}/{unit}.c").read_text() for unit in builder.sizes}
    failed += misplaced([plant[:3] for plant in PLANTS], sources)
    plants = drawn(PLANTS) if not failed else []
    for what, unit, old, new, reason in plants:
        planted = folder / f"planted_{unit}.c"
        planted.write_text(sources[unit].replace(old, new))
        passed, text = builder.run({unit: builder.compile(planted, f"planted_{unit}", builder.sizes[unit])})
        if passed or not re.search(reason, text):
            failed.append(f"{what}: {'not found' if passed else text}")
    return verdict(failed, "gmmu", f"{len(plants)} of {len(PLANTS)}")


if __name__ == "__main__":
    sys.exit(main())
