# SPDX-License-Identifier: Apache-2.0
"""Bugs planted in the system of tb/soc, one at a time: a scenario must fail for each, and say why.

    planted.py FOLDER COMPILE

FOLDER has the objects of soc_c; COMPILE is the compiler with the flags of the host. Bugs of core, L1 TLB and crossing
are in RTL, behind the pin `plant`; all others are text that is replaced in the C of a unit, of the driver or of the
host.
A scenario with --bridges before it runs with the block behind bridges, with --wide on a wide bus, with --bus-clock with
its registers at a clock of their own.
With GMMU_ONE_IN=3 a third of the bugs is planted, drawn by GMMU_SEED; each must have its place in any case.
"""

import pathlib
import re
import shlex
import subprocess
import sys

from scripts.circuit import configs
from tb.tools.test.one_in import drawn
from tb.tools.test.plants import misplaced, verdict

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = "memory does not hold|a warp has read what it must not"
SEED = "2"
STUCK = "does not end|come to an end"

# What is planted, by which number, which scenario fails, what it says.
PINS = [
    ("a hit in the L1 TLB ignores the space", 1, "two_spaces", DATA),
    ("the L1 TLB drops nothing", 2, "copy_on_write", STUCK),
    ("an answer under way is kept across an invalidation", 3, "invalidations", DATA),
    ("a core forgets a store that waits for its page", 4, "copy_on_write", DATA),
    ("an invalidation does not wait for stores under way", 5, "invalidations", DATA),
    ("a store needs no right", 6, "copy_on_write", DATA),
    ("a lane does not store", 7, "two_spaces", DATA),
    ("the interrupt does not cross", 8, "--bus-clock demand_paging", STUCK),
    ("the crossing answers a write before the block does", 9, "--bus-clock two_spaces", "a warp has died"),
]
# What is planted, in which source, what is replaced by what, which scenario fails, what it says.
TEXTS = [
    ("a core asks for another space", "hls/vortex_port/vortex_port.c", "s->ask_asid = in->asid",
     "s->ask_asid = (u9)(in->asid ^ 3)", "two_spaces", STUCK),
    ("a flush is done before the core has done it", "hls/vortex_port/vortex_port.c", "(s->flushed | done)", "1",
     "invalidations", DATA),
    ("a core is not told of a fault", "hls/vortex_port/vortex_port.c", "s->ans_fault = (u1)!framed", "s->ans_fault = 0",
     "asid_reuse", "a page is blocked that may be used"),
    ("every page may be written", "hls/vortex_port/vortex_port.c", "(s->ans_write ? (unsigned)VORTEX_W : 0U)",
     "(unsigned)VORTEX_W", "copy_on_write", DATA),
    ("satp gives another root", "hls/dcr_bridge/dcr_bridge.c", "return (uint32_t)s->do_root;",
     "return (uint32_t)s->do_root ^ 1;", "--bridges two_spaces", DATA + "|" + STUCK + "|asks for"),
    ("satp gives another space", "hls/dcr_bridge/dcr_bridge.c", "KIND_SET | ENABLE | (uint32_t)s->do_asid << ASID_AT",
     "KIND_SET | ENABLE | (uint32_t)(s->do_asid ^ 2) << ASID_AT", "--bridges two_spaces", "a warp has died"),
    ("a commit does not end the space", "hls/dcr_bridge/dcr_bridge.c", "return ends ? DCR_END :",
     "return ends & 0 ? DCR_END :", "--bridges asid_reuse", DATA + "|" + STUCK),
    ("a commit does not wait for its command", "hls/dcr_bridge/dcr_bridge.c",
     "const u1 waits = (u1)(poll &", "const u1 waits = (u1)(0 & poll &", "--bridges asid_reuse",
     "refused or lost|a warp has died|" + DATA + "|" + STUCK),
    ("the window is closed during a commit", "hls/dcr_bridge/dcr_bridge.c",
     "takes = (u1)(access & (u1)!s->win_valid)", "takes = (u1)(access & (u1)!s->win_valid & (u1)!out->busy)",
     "--bridges asid_reuse", DATA + "|" + STUCK),
    ("the window shows another register", "hls/dcr_bridge/dcr_bridge.c", "(uint32_t)s->win_word << 2 :",
     "(uint32_t)(s->win_word ^ (s->win_word == 12)) << 2 :", "--bridges demand_paging", "refused|" + STUCK),
    ("a write of the window is done before it is", "hls/dcr_bridge/dcr_bridge.c",
     "(s->win_valid ? (unsigned)DCR_ACCESS : 0U)", "0U", "--bridges two_spaces", "refused or lost"),
    ("an entry from another word of the line", "hls/mem_bus_bridge/mem_bus_bridge.c",
     "(uint32_t)in->rsp_word == w ?", "0 == w ?", "--bridges two_spaces", DATA + "|" + STUCK + "|asks for"),
    ("an entry for another walker", "hls/mem_bus_bridge/mem_bus_bridge.c", "comes ? in->rsp_id :",
     "comes ? (in->rsp_id ^ 1) :", "--bridges two_spaces", DATA + "|" + STUCK + "|asks for"),
    ("a beat writes the whole line", "hls/mem_bus_bridge/mem_bus_bridge.c", "w == word ? (uint32_t)s->q_strb : 0U",
     "(uint32_t)s->q_strb", "--bridges demand_paging", "asks for|" + STUCK),
    ("both beats go to the same word", "hls/mem_bus_bridge/mem_bus_bridge.c", "(uint32_t)s->aw_word + 1U",
     "(uint32_t)s->aw_word", "--bridges demand_paging", "asks for|" + STUCK),
    ("a record counts before memory holds it", "hls/mem_bus_bridge/mem_bus_bridge.c",
     "s->bvalid = (u1)(written |", "s->bvalid = (u1)(last |", "--bridges demand_paging", "asks for|" + STUCK),
    ("a request does not wait for the bus", "hls/mem_bus_bridge/mem_bus_bridge.c",
     "(s->req_valid & (u1)!in->req_ready)", "(u1)0", "--bridges two_spaces", STUCK),
    ("an entry from another word of the bus", "hls/axi4_master/axi4_master.c", "lane == w ? in->m_rdata",
     "0 == w ? in->m_rdata", "--wide two_spaces", DATA + "|" + STUCK + "|asks for"),
    ("the word of another walker's read", "hls/axi4_master/axi4_master.c", "(u1)((uint32_t)in->arid == i)",
     "(u1)((uint32_t)(in->arid ^ 1) == i)", "--wide two_spaces", DATA + "|" + STUCK + "|asks for"),
    ("an answer for another walker", "hls/axi4_master/axi4_master.c", "s->rid = s->next_r ? s->next_r_id : in->m_rid;",
     "s->rid = in->m_rid ^ 1;", "--wide two_spaces", DATA + "|" + STUCK + "|asks for"),
    ("a read does not wait for the bus", "hls/axi4_master/axi4_master.c", "s->m_arvalid = (u1)(shown | (u1)!free);",
     "s->m_arvalid = shown;", "--wide two_spaces", DATA + "|" + STUCK + "|asks for"),
    ("a read of another space", "hls/axi4_master/axi4_master.c", "s->m_aruser_asid = s->next_ar ? s->next_ar_asid :",
     "s->m_aruser_asid = s->next_ar ? s->next_ar_asid : 0 &", "--wide two_spaces", "a warp has died"),
    ("reads say another PROT", "hls/axi4_master/axi4_master.c", "s->m_arprot = in->cfg_arprot;",
     "s->m_arprot = in->cfg_awprot;", "--wide two_spaces", "a warp has died"),
    ("writes say another QOS", "hls/axi4_master/axi4_master.c", "s->m_awqos = in->cfg_awqos;",
     "s->m_awqos = in->cfg_arqos;", "--wide demand_paging", "a warp has died"),
    ("a record at another place of the bus", "hls/axi4_master/axi4_master.c", "(RECORDS - 1U)",
     "0U", "--wide demand_paging", DATA + "|" + STUCK + "|asks for"),
    ("a record with its halves changed", "hls/axi4_master/axi4_master.c", "second = w % 2U |",
     "second = (w + 1U) % 2U |", "--wide demand_paging", DATA + "|" + STUCK + "|asks for"),
    ("a record leaves before its second beat", "hls/axi4_master/axi4_master.c", "(u1)(s->addressed & s->w_high)",
     "(u1)(s->addressed & s->w_low)", "--wide demand_paging", DATA + "|" + STUCK + "|asks for"),
    ("a record on the bus counts before memory holds it", "hls/axi4_master/axi4_master.c", "s->bvalid = (u1)(answers |",
     "s->bvalid = (u1)(over |", "--wide demand_paging", DATA + "|" + STUCK + "|asks for"),
    ("the TLB ignores the space", "hls/sram_tlb/sram_tlb.c", "(in->ram_asid[w] == asid) &", "(u1)1 &", "two_spaces",
     DATA),
    ("a fence does not wait", "hls/asid_table/asid_table.c",
     "((s->generation ? s->flight[0] : s->flight[1]) == 0)", "1", "invalidations", DATA + "|" + STUCK),
    ("cores are not told", "hls/gmmu/gmmu.c", "a.inv_ack[TO_CORES] = in->inv_ack", "a.inv_ack[TO_CORES] = 1",
     "invalidations", DATA),
    ("a retry wakes one", "hls/request_file/request_file.c", "of_page(s, in->retry_asid, in->retry_vpn) & parked",
     "lowest(of_page(s, in->retry_asid, in->retry_vpn) & parked)", "demand_paging", STUCK),
    ("an end leaves those that are parked", "hls/request_file/request_file.c", "ended & (look | parked)",
     "ended & look", "asid_reuse", STUCK),
    ("quiet does not wait for reads", "hls/gmmu/gmmu.c", "(u1)!v->walker.rd_open &", "(u1)1 &", "reset_midway",
     "the block is quiet, and memory works"),
    ("the driver resumes another space", "models/mmu/gmmu_driver.c", "(uint64_t)asid << MMU_RESUME_ASID_AT",
     "(uint64_t)(asid ^ 3) << MMU_RESUME_ASID_AT", "demand_paging", STUCK),
    ("the driver invalidates another page", "models/mmu/gmmu_driver.c",
     "add_command(d, ASID_INV_PAGE", "add_command(d, ASID_FENCE", "copy_on_write", STUCK),
    ("the driver does not wait for a command", "models/mmu/gmmu_driver.c", "return (data & MMU_CMD_MASK) == 0;",
     "return true;", "invalidations", "refused|lite_|" + DATA),
    ("the driver serves no fault while it waits for a command", "models/mmu/gmmu_driver.c",
     "(order == NULL || order->kind == ACCESS_COMMAND_DONE)", "order == NULL", "flush_waits", STUCK),
    ("the driver serves a fault behind the command", "models/mmu/gmmu_driver.c", "next_access(&d->service) != NULL;",
     "next_access(&d->orders) == NULL;", "flush_waits", STUCK),
    ("the kernel serves no fault while it waits for a command", "tb/soc/soc_host.c",
     "!gmmu_driver_may_serve(&h->driver)", "!gmmu_driver_idle(&h->driver)", "flush_waits", STUCK),
    ("the driver gives a record back twice", "models/mmu/gmmu_driver.c", "d->head = (d->head + 1) % HEADS;",
     "d->head = (d->head + 2) % HEADS;", "demand_paging", "a record of a page that nobody asks for"),
    ("the driver does not wait for quiet", "models/mmu/gmmu_driver.c",
     "add_access(&d->orders, MMU_STATUS, 0, ACCESS_QUIET);", ";", "reset_midway", "is not quiet"),
    ("the kernel forgets an invalidation", "tb/soc/soc_host.c",
     "invalidate_page(h, process, page); /* now nobody uses the frame */", "", "invalidations", DATA),
    ("the kernel does not copy", "tb/soc/soc_host.c", "    copy_frame(h, frame_of(h, lender, vpn)",
     "    (void)(frame_of(h, lender, vpn)",
     "copy_on_write", DATA),
    ("the kernel does not clear a frame", "tb/soc/soc_host.c", "    fill_frame(h, frame_of(h, process, vpn), p->place",
     "    if (p->place == SOC_EVICTED) fill_frame(h, frame_of(h, process, vpn), p->place", "asid_reuse", DATA),
    ("the kernel copies a page while stores are under way", "tb/soc/soc_host.c",
     "invalidate_page(h, process, page); /* now no store is under way */", "", "invalidations", DATA),
]


def run(program: pathlib.Path, scenario: str, plant: int) -> str:
    result = subprocess.run([str(program), *scenario.split(), "--seed", SEED, "--plant", str(plant)],
                            capture_output=True, text=True, timeout=600, check=False)
    return result.stdout + result.stderr if result.returncode != 0 else ""


def compiled(folder: pathlib.Path, compiler: list[str], source: str, text: str) -> pathlib.Path:
    """soc_c with the text in place of a source."""
    name = pathlib.Path(source).stem
    sizes = {i.config.unit: [f"-D{size}" for size in i.sizes] for i in configs.instances("gmmu")}
    planted, program = folder / f"planted/{name}.c", folder / "planted/soc"
    planted.parent.mkdir(exist_ok=True)
    planted.write_text(text)
    subprocess.run([*compiler, *sizes.get(name, []), "-w", f"-I{(ROOT / source).parent}", "-c", str(planted), "-o",
                    str(planted.with_suffix(".o"))], check=True)
    objects = [path for path in sorted(folder.glob("*.o")) if path.name not in ("soc_top_rtl.o", f"{name}.o")]
    runtime = sorted((folder.parent / "lockstep/runtime").glob("*.o"))
    subprocess.run(["g++", "-o", str(program), *map(str, [*objects, *runtime, planted.with_suffix(".o")]), "-pthread",
                    "-latomic", "-lz"], check=True)
    return program


def main() -> int:
    folder, compiler = pathlib.Path(sys.argv[1]), shlex.split(sys.argv[2])
    texts = {source: (ROOT / source).read_text() for _, source, *_ in TEXTS}
    failed = misplaced([text[:3] for text in TEXTS], texts)
    if failed:
        return verdict(failed, "soc", str(len(PINS) + len(TEXTS)))
    for what, plant, scenario, reason in drawn(PINS):
        said = run(folder / "soc_c", scenario, plant)
        failed += [] if re.search(reason, said) else [f"{what}: {said or 'not found'}"]
    for what, source, old, new, scenario, reason in drawn(TEXTS):
        said = run(compiled(folder, compiler, source, texts[source].replace(old, new)), scenario, 0)
        failed += [] if re.search(reason, said) else [f"{what}: {said or 'not found'}"]
    return verdict(failed, "soc", str(len(PINS) + len(TEXTS)))


if __name__ == "__main__":
    sys.exit(main())
