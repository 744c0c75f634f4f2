# SPDX-License-Identifier: Apache-2.0
"""Bugs planted in the memory path of the whole chip, and in units: a short run must find each of them.

Each plant changes a copy of a source in a way that a reviewer could miss. All copies are linked to one
simulator, and the environment chooses the plant of a run. The workloads are small and the chip is as
tiny as its description allows: few sets, few ways, few MSHRs, so that pages and lines collide all the time.
Without a plant every run must pass; with one, the run named must end with the report of the oracle that
is there for it (models/mmu/oracle.h, data_oracle.h, and the values of --check-values), or of the watchdog; what no
whole run can tell must fail a test of its purpose, which is linked to the same copies.

usage: planted.py FOLDER COMPILER LINKER OBJECTS TESTS    commands with their options; FOLDER is for what is built

With GMMU_ONE_IN=3 a third of the plants is tried, drawn by GMMU_SEED.
"""

import dataclasses
import os
import pathlib
import shlex
import subprocess
import sys
import typing
import unittest

from tb.chip import replay_order
from tb.tools.test.one_in import drawn

ROOT = pathlib.Path(__file__).resolve().parents[2]
VARIABLE = "GMMU_PLANTED"


def sets(values: dict[str, int]) -> list[str]:
    return [part for field, value in values.items() for part in ("--set", f"{field}={value}")]


# Every structure on the way of a line or a translation is tiny.
SIZES = {"sm.count": 4, "l1.bytes": 1024, "l1.ways": 2, "l1.mshrs": 4,
         "tlb.l1.entries": 2, "tlb.l1.ways": 2, "tlb.l1.mshrs": 4,
         "tlb.l2.entries": 8, "tlb.l2.ways": 2, "tlb.l2.mshrs": 8, "walk.walkers": 4,
         "l2.bytes": 4096, "l2.ways": 2, "l2.banks": 4, "l2.mshrs": 4,
         "memory.channels": 2, "memory.banks": 4, "memory.bytes": 1 << 30}
TINY = sets(SIZES)
# Random updates of a table much larger than the caches and of one that fits, and neighbours in a grid.
APPS = ["--app", "kernel:gups,size=256K,updates=4K", "--app", "kernel:gups,size=4K,updates=2K",
        "--app", "kernel:stencil3d,n=16,steps=2"]
# What the first application has left in the L1 cache is still there when the second one reads its addresses.
FOLLOW = ["--app", "kernel:gups,size=32K,updates=4K", "--then", "kernel:stream,size=32K", "--set", "l1.bytes=16K"]
# Pages of a table that come in any order, and large pages whose frames another application gets.
MOSAIC = [*TINY, "--design", "mosaic", "--set", "tlb.l2.sizes=4K", "--set", "tlb.l2.arrays=1",
          "--set", "tlb.l2.array1.entries=4", "--set", "tlb.l2.array1.sizes=2M"]
TANASIC = [*TINY, "--chip", "tanasic"]
# As much memory as there can be: blocks that are switched out lie in its upper half.
LARGE = sets({"memory.bytes": 1 << 41, "memory.channels": 8, "memory.banks": 16, "l2.banks": 8, "l2.bytes": 8192})
RUNS = {
    "mask": [*TINY, *APPS, "--epoch", "5000"],
    "sharedtlb": [*TINY, *APPS, "--design", "sharedtlb"],
    # Pages stay in the host's memory.
    "pinned": [*TINY, "--app", "kernel:stream,size=96K,pinned=1",
               "--app", "kernel:group-by,size=64K,scope=16K,rows=2,blocks=4,input=2"],
    "follow": [*TINY, *FOLLOW],
    "mosaic": [*MOSAIC, *APPS],
    "mosaic-follow": [*MOSAIC, "--app", "kernel:gups,size=8M,updates=8K", "--then", "kernel:stream,size=7M"],
    "mosaic-compact": [*MOSAIC, "--set", "tlb.l1.entries=64", "--check-values",
                       "--app", "kernel:parboil-stencil,n=64,nz=16,steps=6",
                       "--set", "churn.percent=40", "--set", "churn.blocks=1"],
    "mosaic-bulk": [*MOSAIC, "--set", "tlb.l1.entries=64", "--check-values", "--set", "design.bulk_copy_ns=80",
                    "--set", "design.compact_stall=app", "--app", "kernel:parboil-stencil,n=64,nz=16,steps=6",
                    "--app", "kernel:stream,size=256K", "--churn", "40,0,1"],
    # Data arrive by page faults.
    "mosaic-compact-faults": ["--chip", "mosaic", *sets({"page_sizes": 4096, "sm.count": 4}), "--design", "mosaic",
                              "--check-values", "--set", "exceptions.faults=migrate", "--churn", "40,260000,1",
                              "--app", "kernel:stream,size=384K,passes=96"],
    # No large frame is free, and data of nobody make room.
    "mosaic-room": [*MOSAIC, "--set", "tlb.l1.entries=64", "--check-values", "--set", "churn.fragmented=100",
                    "--set", "churn.occupied=10", "--app", "kernel:stream,size=7M"],
    "mosaic-room-bulk": [*MOSAIC, "--set", "tlb.l1.entries=64", "--check-values", "--set", "churn.fragmented=100",
                         "--set", "churn.occupied=10", "--set", "design.bulk_copy_ns=80",
                         "--app", "kernel:stream,size=7M"],
    "tanasic": [*TANASIC, *APPS],
    "tanasic-follow": [*TANASIC, *FOLLOW],
    "tanasic-migrate": [*TANASIC, *APPS, "--exceptions", "replay", "--faults", "migrate"],
    "tanasic-switch": [*TANASIC, *LARGE, "--switch-blocks", "--exceptions", "oplog:16K", "--faults", "migrate",
                       "--check-values", "--app", "kernel:parboil-sad,width=32,height=32"],
}
# What faults is replayed: by one application, and by two side by side.
REPLAY = ["--chip", "tanasic", "--faults", "migrate", "--check-values", "--exceptions"]
ORDER, REDUCTION = (["--app", f"trace:{name}/kernelslist.g"] for name in ("replay_order", "reduction"))
RUNS["replay-order"] = [*REPLAY, "replay", *ORDER]
RUNS["oplog-order"] = [*REPLAY, "oplog:16K", *ORDER]
RUNS["oplog-reduction"] = [*REPLAY, "oplog:16K", *REDUCTION]
RUNS["replay-two"] = [*REPLAY, "replay", *ORDER, *ORDER]
RUNS["oplog-two"] = [*REPLAY, "oplog:16K", *ORDER, *REDUCTION]
# Two applications in page colours of their own (Fractional GPUs V-F): half of the memory modules each.
COLOURS = [*TINY, *sets({"memory.channels": 4, "l2.bytes": 8192}), "--set", "memory.map.kind=xor",
           "--set", "memory.map.channel=12+14,13+15"]
RUNS["colours"] = [*COLOURS, "--partition", "2:sm+colour", "--app", "kernel:gups,size=256K,updates=4K",
                   "--app", "kernel:stencil3d,n=16,steps=2"]
# The same with the address map by its unit.
RUNS["hash-unit"] = [*RUNS["colours"], "--unit-c"]
# A block queue for each of two partitions of two SMs (Fractional GPUs IV).
RUNS["queues"] = [*TINY, "--partition", "2:sm", "--app", "kernel:stream,size=96K", "--app", "kernel:histo,size=64K"]
# Two applications that share SMs (Fractional GPUs VI-A: MPS): nothing of one goes by what is of the other.
SHARING = ["--partition", "2:threads+colour", "--design", "sharedtlb", "--check-values", "--app",
           "kernel:stencil3d,n=16,steps=2", "--app", "kernel:spmv,rows=2K"]
RUNS["sharing"] = [*COLOURS, *SHARING]
RUNS["tanasic-sharing"] = ["--chip", "tanasic", *COLOURS, *SHARING]
# Blocks are saved to pages of their applications, and restored, all the time.
CONTEXTS = ["--block-scheduler", "round-robin", "--set", "schedule.contexts=virtual", "--set", "tlb.l1.entries=64",
            "--set", "schedule.slice_cycles=8000", "--app", "kernel:stream,size=768K", "--app",
            "kernel:stream,size=384K"]
RUNS["contexts"] = [*TINY, *CONTEXTS]
RUNS["tanasic-contexts"] = [*TANASIC, *CONTEXTS]
# The same with values in shared memory that live across barriers.
SHARED = ["--check-values", "--block-scheduler", "round-robin", "--set", "schedule.slice_cycles=6000", "--app",
          "kernel:parboil-sgemm,m=128,n=128,k=64", "--app", "kernel:stream,size=64K"]
RUNS["shared"] = [*TINY, *SHARED]
# Fetch stops at each access: in 6000 cycles a block of sgemm comes, ends no instruction, and goes.
RUNS["tanasic-shared"] = [*TANASIC, *SHARED, "--set", "schedule.slice_cycles=8000"]
# Blocks are given out, and preempted, by the units of thesis chapter 5.
RUNS["driver"] = ["--chip", "tanasic5", "--check-values", "--block-scheduler", "dss", "--set", "schedule.driver=units",
                  "--app", "kernel:stream,size=2M", "--app", "kernel:stream,size=1M", "--arrive", "1=3000"]
# Applications follow each other, and free pages all the time, or pages fault.
RUNS["mosaic-churn-follow"] = [*RUNS["mosaic-compact"], "--then", "kernel:parboil-stencil,n=48,nz=16,steps=4", "--app",
                               "kernel:stream,size=384K,passes=4", "--then", "kernel:stream,size=512K", "--then",
                               "kernel:stream,size=256K,passes=8"]
RUNS["tanasic-follow-faults"] = [*TANASIC, "--app", "kernel:stream,size=64K", "--then", "kernel:stream,size=96K",
                                 "--app", "kernel:stencil3d,n=16", "--then", "kernel:stream,size=64K", "--faults",
                                 "migrate", "--check-values"]
# Long waits that are nobody's fault: pages of 400 us behind each other, the host, an arrival, others that have all SMs.
RUNS["patient-faults"] = [*TANASIC, "--app", "kernel:stream,size=384K", "--app", "kernel:stencil3d,n=16", "--faults",
                          "migrate", *sets({"exceptions.entries": 1, "exceptions.link.transfer_ns": 400000,
                                            "exceptions.link.allocate_ns": 400000, "exceptions.cpu_ns": 400000})]
RUNS["patient-host"] = [*TINY, "--app", "kernel:stream,size=64K", *sets({"schedule.host_cycles": 9000000})]
RUNS["patient-walks"] = [*TINY, "--app", "kernel:stream,size=384K", "--app", "kernel:stencil3d,n=16", "--design",
                         "sharedtlb", *sets({"memory.flat_latency": 100000, "memory.flat_bytes_per_ns": 1,
                                             "walk.walkers": 1, "tlb.l2.mshrs": 64})]
# Application 1 is dead, and application 0 is launched again until it ends.
DEAD_NEXT = ["--app", "kernel:stream,size=4K", "--app", "kernel:stencil3d,n=16"]
RUNS["dead"] = [*TINY, *DEAD_NEXT, "--design", "sharedtlb"]
RUNS["dead-block"] = [*TINY, *DEAD_NEXT, "--design", "gmmu"]
RUNS["tanasic-dead"] = [*TANASIC, *DEAD_NEXT]
RUNS["tanasic-dead-fault"] = [*TANASIC, *DEAD_NEXT, "--faults", "migrate"]
RUNS["tanasic-dead-replay"] = [*RUNS["tanasic-dead-fault"], "--exceptions", "replay"]
RUNS["dead-alone"] = [*TINY, "--app", "kernel:stream,size=96K"]
RUNS["dead-follow"] = [*TINY, *DEAD_NEXT, "--then", "kernel:stream,size=4K"]
RUNS["dead-barrier"] = [*TINY, "--app", "kernel:stream,size=4K", "--app", "kernel:parboil-sgemm,m=64,n=64,k=16"]
# Exit code and last line of a run that has found something.
ORACLES = {"data oracle": (2, "^gmmu: data oracle: .* mismatches\\)$"),
           "translation oracle": (2, "^gmmu: translation oracle: .* mismatches\\)$"),
           "privilege": (2, "^gmmu: .*: invalid access to address .*: only the system may use the page$"),
           "isolation oracle": (2, "^gmmu: isolation oracle: address 0x[0-9a-f]+ of application [01] lies in .*$"),
           "blocks": (2, "^gmmu: .*: block scheduler '(queue|dss)' puts (new|saved) block [0-9]+ on SM [0-9]+: "
                         "expected block .*$"),
           "hash check": (2, "^gmmu: .*unit address_hash \\(C\\): does not accept the address map$"),
           "lost": (2, "^gmmu: .*values: [0-9]+ pages of the data .* were lost in compaction$"),
           "values": (1, "(?m)^gmmu: .*: wrong values: .*$"),
           "registers": (2, "^gmmu: .*: registers by liveness: a value lost its register before its last use$")}
ORACLES["test"] = (1, "(?m) FAILED TEST\\(S\\)$")  # the code is their number
ORACLES["no page"] = (2, "^gmmu: .*: invalid access to address .*: there is no such page$")
ORACLES["fruitless"] = (2, "^gmmu: .*: deadlock of application [01]: in cycle [0-9]+ no instruction of it has ended "
                           "since cycle [0-9]+, and SM [0-3] waits for .*$")
# Of a component that never replies: the application, and what it waits for.
DEAD = {"translation": "SM [0-3] waits for a translation for the access to address 0x[0-9a-f]+",
        "walk": "SM [0-3] waits for the page walk of address 0x[0-9a-f]+",
        "fault": "SM [0-3] waits for the page fault of address 0x[0-9a-f]+",
        "page": "SM [0-3] waits for the page of address 0x[0-9a-f]+",
        "data": "SM [0-3] waits for the data of the access to address 0x[0-9a-f]+",
        "barrier": "SM [0-3] waits for a barrier to open",
        "issue": "SM [0-3] waits for an instruction to issue or to end",
        "SMs": "it waits for SMs",
        "quiet": "its follower waits for the end of what it has under way"}
ORACLES |= {f"dead: {what}": (2, "^gmmu: .*: deadlock of application [01]: in cycle [0-9]+ nothing of it has "
                                 f"happened since cycle [0-9]+, and {text}$") for what, text in DEAD.items()}


@dataclasses.dataclass
class Plant:
    """In `file`, the text `old`, which is there once, becomes `new`: BUG is true when the plant is chosen."""

    name: str
    file: str
    old: str
    new: str
    runs: tuple[str, ...]
    oracle: str = "data oracle"


PLANTS = [
    Plant("l2-mshr-merges-other-lines", "models/mem/l2_bank.c",
          "    const uint32_t found = l2_word_find(b->mshr_line,",
          "    for (uint32_t i = 0; BUG && i < b->mshr_count; i++)\n"
          "        if (b->mshr_line[i] != NO_LINE && !((b->mshr_line[i] ^ index) & 7))\n"
          "            return i;\n"
          "    const uint32_t found = l2_word_find(b->mshr_line,",
          ("mask", "tanasic")),
    Plant("l2-tags-ignore-upper-bits", "models/mem/l2_bank.c",
          "    return l2_word_find(set,",
          "    for (uint32_t w = 0; BUG && w < b->ways; w++)\n"
          "        if ((set[w] & LINE_VALID) && (l2_word_index(set[w]) ^ index) << 58 == 0)\n"
          "            return w;\n"
          "    return l2_word_find(set,",
          ("mask", "tanasic")),
    Plant("l2-write-back-to-wrong-address", "models/mem/l2_bank.c",
          "mem_map_address(b->map, b->number, l2_word_index(set[way]))",
          "mem_map_address(b->map, b->number, l2_word_index(set[way]) ^ (BUG ? 2 : 0))",
          ("mask", "tanasic")),
    Plant("l2-write-back-dropped", "models/mem/l2_bank.c",
          "if ((victim & LINE_VALID) && (victim & LINE_DIRTY) &&",
          "if ((victim & LINE_VALID) && (victim & LINE_DIRTY) && !BUG &&",
          ("mask", "tanasic")),
    Plant("l2-fill-loses-write", "models/mem/l2_bank.c",
          "const line_data data = line_data_newer(entry->data, m->data);",
          "const line_data data = line_data_newer(BUG ? 0 : entry->data, m->data);",
          ("mask", "tanasic")),
    Plant("l2-victim-stays-clean", "models/mem/l2_bank.c",
          "(sectors.written ? LINE_DIRTY : 0U) | LINE_VALID",
          "(sectors.written && !BUG ? LINE_DIRTY : 0U) | LINE_VALID",
          ("mask", "tanasic")),
    Plant("l1-answers-another-line", "models/sm/parts/l1_cache.c",
          "found = set[way].tag == line + 1 ? way : found;",
          "found = set[way].tag && (set[way].tag - 1 - line) << (BUG ? 56 : 0) == 0 ? way : found;",
          ("mask", "tanasic")),
    Plant("l1-mshr-search-trusts-the-hash", "models/sm/parts/l1_cache.c",
          "if (c->mshr[i].line == line && c->mshr[i].valid",
          "if ((c->mshr[i].line == line || (BUG && hash_of(c->mshr[i].line) == hash_of(line))) && c->mshr[i].valid",
          ("mask", "tanasic")),
    Plant("l1-keeps-what-a-store-changed", "models/sm/parts/lsu_cache.c",
          "    if (held)\n        *held = data;\n    const",
          "    if (held && !BUG)\n        *held = data;\n    const",
          ("mask", "tanasic")),
    Plant("l1-not-flushed-for-new-frames", "models/sm/parts/lsu.c",
          "void lsu_flush_frames(lsu *l) {\n    l1_tlb_flush(&l->translate.tlb);\n",
          "void lsu_flush_frames(lsu *l) {\n    l1_tlb_flush(&l->translate.tlb);\n    if (BUG) return;\n",
          ("tanasic-follow",)),
    Plant("dram-answers-wrong-request", "models/mem/dram_channel.c",
          "    *out = r->message;\n",
          "    *out = r->message;\n"
          "    if (BUG && c->flight_count > 1)\n"
          "        out->data = c->table[c->flight[(c->flight_head + 1) % IDS].id].message.data;\n",
          ("mask",)),
    Plant("dram-reads-another-row", "models/mem/dram_channel.c",
          ".row = c->now.issue_row,",
          ".row = c->now.issue_row & (BUG ? ~1U : ~0U),",
          ("mask",)),
    Plant("flat-memory-answers-wrong-request", "models/mem/flat_memory.c",
          "        *reply = r->message;\n",
          "        *reply = r->message;\n"
          "        if (BUG && !index_list_empty(&p->replies))\n"
          "            reply->data = m->reads[p->replies.head].message.data;\n",
          ("tanasic",)),
    Plant("host-memory-answers-wrong-request", "models/mem/host_memory.c",
          "        *reply = r->message;\n",
          "        *reply = r->message;\n"
          "        if (BUG && m->read_count > 1)\n"
          "            reply->data = m->reads[(m->first_read + 1) % m->most_reads].message.data;\n",
          ("pinned",)),
    Plant("crossbar-leaves-old-data", "models/mem/crossbar.c",
          "    *slot = *(const mem_message *)link_peek(x->in[winner]);\n",
          "    const line_data old = slot->data;\n"
          "    *slot = *(const mem_message *)link_peek(x->in[winner]);\n"
          "    if (BUG)\n"
          "        slot->data = old;\n",
          ("mask", "tanasic")),
    Plant("walker-reads-another-line", "models/mmu/walker.c",
          ".paddr = walker_line(k),",
          ".paddr = walker_line(k) ^ (BUG ? GMMU_LINE_BYTES : 0),",
          ("mask",)),
    Plant("bypass-cache-ignores-asid", "hls/bypass_cache/bypass_cache.c",
          "(s->asid[i] == asid)",
          "((s->asid[i] == asid) | BUG)",
          ("mask",), "translation oracle"),
    # Thesis 5.2.2: contexts are saved by "a software trap handler", whose loads and stores are translated.
    Plant("context-of-any-address-space", "models/sm/parts/lsu_translate.c",
          "if (l1_tlb_lookup(&l->translate.tlb, line->asid, line->system,",
          "if (l1_tlb_lookup(&l->translate.tlb, BUG ? 1 : line->asid, line->system,",
          ("contexts", "tanasic-contexts"), "translation oracle"),
    Plant("handle-of-another-preempted-block", "models/dispatch/sm_framework.c",
          "f->shown = f->ram[h->ram_rqueue * f->entries + h->ram_rentry];",
          "f->shown = f->ram[h->ram_rqueue * f->entries + (h->ram_rentry + (BUG ? 1U : 0U)) % f->entries];",
          ("driver",), "blocks"),
    Plant("handles-name-one-context", "models/dispatch/schedule_driver.c",
          "in->save_context = b.place;",
          "in->save_context = BUG ? 0 : b.place;",
          ("driver",), "blocks"),
    Plant("contexts-of-all-blocks-at-one-address", "models/dispatch/block_ledger.c",
          "l->apart + b->place * l->bytes[b->app]",
          "l->apart + (BUG ? 0 : b->place) * l->bytes[b->app]",
          ("contexts", "tanasic-contexts")),
    Plant("all-lines-of-a-context-at-one-address", "models/sm/gto/gto_move.c",
          "m->address + (uint64_t)m->sent * GMMU_LINE_BYTES",
          "m->address + (uint64_t)(BUG ? 0 : m->sent) * GMMU_LINE_BYTES",
          ("contexts",)),
    Plant("all-lines-of-a-moved-context-at-one-address", "models/sm/thesis/thesis_move.c",
          "x->address + (uint64_t)s->lines * GMMU_LINE_BYTES",
          "x->address + (uint64_t)(BUG ? 0 : s->lines) * GMMU_LINE_BYTES",
          ("tanasic-contexts", "tanasic-switch")),
    Plant("shared-memory-left-out-of-a-context", "models/sm/gto/gto_move.c",
          "needs->regs * 4 + needs->shared;",
          "needs->regs * 4 + (BUG ? 0 : needs->shared);",
          ("shared",), "values"),
    Plant("shared-memory-left-out-of-a-moved-context", "models/sm/thesis/thesis_move.c",
          "b->needs.regs * 4 + b->needs.shared, b->warps",
          "b->needs.regs * 4 + (BUG ? 0 : b->needs.shared), b->warps",
          ("tanasic-shared",), "values"),
    Plant("registers-left-out-of-a-moved-context", "models/sm/thesis/thesis_move.c",
          "x->lines = thesis_context_lines(b->needs.regs * 4 + ",
          "x->lines = thesis_context_lines((BUG ? 0 : b->needs.regs * 4) + ",
          ("tanasic-shared",), "values"),
    # A context comes back to where each part of it was: in order, and register by register.
    Plant("lines-of-a-context-swapped", "models/sm/gto/gto_move.c",
          ".address = m->address + (uint64_t)",
          ".address = m->address + (!BUG || m->way == MOVE_OUT || (m->sent | 1U) == m->lines ? 0\n"
          "                         : m->sent & 1 ? -(uint64_t)GMMU_LINE_BYTES : GMMU_LINE_BYTES) + (uint64_t)",
          ("contexts", "shared")),
    Plant("moved-context-at-another-offset", "models/sm/thesis/thesis_move.c",
          ".address = x->address + (uint64_t)",
          ".address = x->address + (!BUG || s->move == MOVE_OUT ? 0 : s->lines + 1 < x->lines ? GMMU_LINE_BYTES\n"
          "                         : -(uint64_t)s->lines * GMMU_LINE_BYTES) + (uint64_t)",
          ("tanasic-contexts", "tanasic-switch")),
    Plant("register-saved-in-another-place", "models/sm/gto/gto_move.c",
          "context_values_token(&b->needs, head, m->sent, &s->values",
          "context_values_token(&b->needs, head, m->sent ^ (BUG && m->way == MOVE_OUT && m->sent > head), &s->values",
          ("shared",)),
    Plant("registers-restored-to-another-warp", "models/sm/gto/gto_move.c",
          "= x->registers[s->warp[to].number];",
          "= x->registers[s->warp[to].number ^ (BUG && (s->warp[to].number | 1U) < x->who.warps ? 1U : 0U)];",
          ("shared",)),
    Plant("register-of-another-warp-saved", "models/sm/thesis/thesis_move.c",
          "b->shared ? &b->warp[warp]->regs : NULL",
          "b->shared ? &b->warp[BUG && s->move == MOVE_OUT ? 0 : warp]->regs : NULL",
          ("tanasic-shared",)),
    Plant("context-line-in-another-page", "models/sm/parts/lsu_translate.c",
          "    *paddr = ppn << GMMU_PAGE_BITS |",
          "    *paddr = (BUG ? ppn & ~UINT64_C(1) : ppn) << GMMU_PAGE_BITS |",
          ("contexts", "tanasic-contexts")),
    # Thesis 2.4: a bit per warp and one per page-table entry, checked with the translation.
    Plant("trap-handler-in-user-mode", "models/sm/parts/lsu_translate.c",
          ".system = line->system};",
          ".system = !BUG && line->system};",
          ("contexts", "tanasic-contexts"), "privilege"),
    Plant("l2-tlb-ignores-asid", "models/mmu/tlb.c",
          "((uint64_t)asid << GMMU_VPN_W)",
          "((uint64_t)(BUG ? 0 : asid) << GMMU_VPN_W)",
          ("sharedtlb",), "translation oracle"),
    Plant("register-free-one-use-too-early", "models/program/kernels/register_scan.c",
          "        place_group(s, reg, operand);\n",
          "        place_group(s, reg, operand);\n"
          "    if (BUG && v->state == VALUE_USED && v->last >= s->first)\n"
          "        scan_inst(s, v->last)->last_use |= (uint16_t)(1U << v->operand);\n",
          ("tanasic",), "registers"),
    # Mosaic 4.1: coalesced if "all base pages within the large page frame have been allocated"; here at the first one.
    Plant("coalescer-does-not-wait-for-all-pages", "hls/page_coalescer/page_coalescer.c",
          "(held == GMMU_LARGE_PAGES)",
          "(held >= (BUG ? 1U : GMMU_LARGE_PAGES))",
          ("mosaic",), "translation oracle"),
    # Mosaic 4.4: splintering "must also issue a TLB flush request for the coalesced page".
    Plant("splintered-without-invalidation", "models/chip/gpu.c",
          "    tlb_tree_invalidate(&g->behind.tlb_levels);\n",
          "    if (!BUG)\n        tlb_tree_invalidate(&g->behind.tlb_levels);\n",
          ("mosaic-follow",), "translation oracle"),
    Plant("compacted-without-invalidation", "models/chip/compaction.c",
          "    tlb_tree_invalidate(&c->behind->tlb_levels);\n",
          "    if (!BUG)\n        tlb_tree_invalidate(&c->behind->tlb_levels);\n",
          ("mosaic-compact", "mosaic-compact-faults"), "translation oracle"),
    # Mosaic 4.4: compaction migrates "the remaining base pages", all of them, and what is in them.
    Plant("compaction-forgets-a-page", "models/mmu/page_copier.c",
          "    c->slot[i].line = c->next++;\n",
          "    c->slot[i].line = c->next++;\n"
          "    if (BUG && c->slot[i].line / PAGE_LINES == c->count / 4)\n"
          "        c->slot[i].line ^= PAGE_LINES; /* the page beside it once more */\n",
          ("mosaic-compact", "mosaic-compact-faults"), "values"),
    Plant("compaction-copies-to-wrong-frame", "models/mmu/page_copier.c",
          "m->paddr = address_in(c->move[c->slot[i].line / PAGE_LINES].to,",
          "m->paddr = address_in(c->move[c->slot[i].line / PAGE_LINES].to ^ (BUG ? 1 : 0),",
          ("mosaic-compact",), "values"),
    Plant("compacted-with-old-pages-in-the-l1-tlb", "models/chip/compaction.c",
          "        c->sm->flush(c->sms[i]);\n",
          "        if (!BUG)\n            c->sm->flush(c->sms[i]);\n",
          ("mosaic-compact",), "translation oracle"),
    Plant("bulk-copy-forgets-a-page", "models/chip/compaction.c",
          "        values_follow(c, m->from, m->to);\n",
          "        values_follow(c, m->from, BUG && c->copied == c->moves / 4 ? m->from : m->to);\n",
          ("mosaic-bulk",), "values"),
    Plant("compacted-while-the-application-runs", "models/chip/compaction.c",
          "            c->sm->pause(c->sms[i], app, (apps >> app & 1) != 0);\n",
          "            c->sm->pause(c->sms[i], app, (apps >> app & 1) != 0 && !BUG);\n",
          ("mosaic-bulk",), "translation oracle"),
    # Mosaic 4.4: compaction frees large frames for an allocation; what lay in them is still there.
    Plant("room-made-without-a-page", "models/chip/compaction.c",
          "        value_memory_copy(moved_values(c), from, to);\n",
          "        value_memory_copy(moved_values(c), from, BUG && to % 7 == 0 ? from : to);\n",
          ("mosaic-room", "mosaic-room-bulk"), "lost"),
    Plant("room-made-in-another-frame", "models/os/room.c",
          "        r->moves++;\n",
          "        r->moves++;\n"
          "        if (BUG && r->moves == 20)\n            move->to = r->move[3].to;\n",
          ("mosaic-room",), "lost"),
    # FGPU V-F: bits of the module that no bit within a page decides. A wrong bit, and a page of another application.
    Plant("colour-of-a-wrong-bit", "models/os/page_colour.c",
          "setup->colour_mask[i] >> PHYS_MEM_FRAME_BITS;",
          "setup->colour_mask[i] >> PHYS_MEM_FRAME_BITS ^ (BUG && i == 1 ? 8 : 0);",
          ("colours",), "isolation oracle"),
    Plant("page-tables-of-any-colour", "models/os/page_colour.c",
          "    return colour_allows(c, &c->space[asid - 1], frame);",
          "    return BUG || colour_allows(c, &c->space[asid - 1], frame);",
          ("colours",), "isolation oracle"),
    # FGPU IV: an SM that "is not in the set of the SMs assigned to the application's partition" gets no block, and
    # the queue holds each block index once.
    Plant("queue-serves-sms-of-others", "hls/block_queue/block_queue.c",
          "(left & s->mask[i] & (s->turn == i))",
          "(left & (s->mask[i] | BUG) & (s->turn == i))",
          ("queues",), "blocks"),
    Plant("queue-gives-a-block-twice", "hls/block_queue/block_queue.c",
          "((uint64_t)s->next + popped, GMMU_BLOCK_W)",
          "((uint64_t)s->next + (BUG && s->next == 3 ? 0 : popped), GMMU_BLOCK_W)",
          ("queues",), "blocks"),
    # FGPU VI-A: "two applications can run on the same SM". A request has the address space of the one that it is for.
    Plant("request-of-the-other-application", "models/sm/parts/lsu_translate.c",
          "                              .asid = inst->asid,\n",
          "                              .asid = BUG ? l->insts.op[0].inst.asid : inst->asid,\n",
          ("sharing", "tanasic-sharing"), "translation oracle"),
    Plant("sm-has-one-address-space", "models/sm/gto/gto_issue.c",
          "                          .asid = b->asid,\n",
          "                          .asid = BUG ? s->block[0].asid : b->asid,\n",
          ("sharing",), "translation oracle"),
    Plant("sm-has-one-application", "models/sm/gto/gto_issue.c",
          "gto_values_issue(s->values, slot, w->block, &whole, b->app);",
          "gto_values_issue(s->values, slot, w->block, &whole, BUG ? s->block[0].app : b->app);",
          ("sharing",), "values"),
    Plant("replay-queue-does-not-insert", "hls/replay_queue/replay_queue.c",
          "const uint32_t younger = live &",
          "const uint32_t younger = (uint32_t)!BUG & live &",
          ("replay-order", "oplog-order", "replay-two", "oplog-two"), "values"),
    # Thesis 6.3.2: the queue holds what is needed to replay; what it gives back is what is executed.
    *(Plant(f"replay-queue-given-{what}-0-{when}", file, old, old.replace("= ", "= BUG ? 0 : "),
            ("replay-order", "oplog-order", "replay-two", "oplog-two"), "values")
      for when, file in (("at-issue", "models/sm/thesis/thesis_issue.c"), ("late", "models/sm/thesis/thesis_faults.c"))
      for what, old in (("pc", ".pc = (uint32_t)i->inst.pc"), ("lanes", ".lanes = i->inst.mask"))),
    Plant("replay-queue-saved-without-pc", "models/sm/thesis/thesis_move.c",
          ".pc = (uint32_t)pins->save_pc",
          ".pc = BUG ? 0 : (uint32_t)pins->save_pc",
          ("tanasic-switch",), "values"),
    Plant("replay-queue-restored-without-lanes", "models/sm/thesis/thesis_move.c",
          ".lanes = i->lanes",
          ".lanes = BUG ? 0 : i->lanes",
          ("tanasic-switch",), "values"),
    # The map of addresses is one-to-one, or the unit does not take it.
    Plant("hash-row-lost", "models/mem/map_unit.c",
          ".row_bits = row}",
          ".row_bits = BUG && i == 12 ? 0 : row}",
          ("hash-unit",), "hash check"),
    Plant("hash-inverse-of-another-map", "models/mem/map_unit.c",
          "    return inverse ? gf2_look_up(table, UINT64_C(1) << (j - LINE_BITS))",
          "    return inverse ? gf2_look_up(table, UINT64_C(1) << (j - LINE_BITS)) ^ (BUG && j == 20 ? 1U << 21 : 0)",
          ("hash-unit",), "hash check"),
    Plant("hash-answers-before-the-edge", "models/mem/map_unit.c",
          "    u->ops->outputs(u->unit, &u->pins);",
          "    if (!(BUG && in->unmap_valid))\n"
          "        u->ops->outputs(u->unit, &u->pins);",
          ("hash-unit",)),
    # Thesis 6.3.3: the log holds the sources of all global accesses, reductions among them.
    Plant("operands-of-a-reduction-not-logged", "models/sm/thesis/thesis_execute.c",
          "    if (global && c->logs)\n",
          "    if (global && c->logs && !(BUG && i->inst.op == OP_ATOMIC && i->inst.ndst == 0))\n",
          ("oplog-reduction", "oplog-two"), "values"),
    Plant("operands-left-out-of-a-context", "models/sm/thesis/thesis_move.c",
          ".operand = c->units.ram[pins->ram_raddr];",
          ".operand = BUG ? 0 : c->units.ram[pins->ram_raddr];",
          ("tanasic-switch",), "values"),
    # What no oracle sees, since all data and translations are right: a test of the purpose says so.
    # MASK 5.4: the arbiter "always prioritizes requests in the Golden Queue": no walk waits behind data.
    Plant("data-room-without-the-normal-queue", "models/mem/queues_twin.c",
          "empty && silver && normal;",
          "empty && silver && (normal || BUG);",
          ("dram_channel_test",), "test"),
    Plant("greed-of-the-warp-before", "models/sm/gto/gto_scheduler.c",
          "        g->last[p] &= ~members;\n",
          "        g->last[p] &= BUG ? ~UINT64_C(0) : ~members;\n",
          ("gto_scheduler_test",), "test"),
    Plant("tfaw-three-trrd-late", "models/mem/gddr5.c",
          "g->activated[g->activates % 4] + g->t.faw);",
          "g->activated[g->activates % 4] + g->t.faw + (BUG ? 3 * g->t.rrd : 0));",
          ("gddr5_test",), "test"),
    Plant("trcd-one-cycle-late", "models/mem/gddr5.c",
          "    b->may_column = now + g->t.rcd;\n",
          "    b->may_column = now + g->t.rcd + (BUG ? 1 : 0);\n",
          ("gddr5_test",), "test"),
    # FGPU App. A: sectors.
    Plant("l2-miss-fetches-the-line", "models/mem/l2_bank.c",
          "    out->sectors = sectors;\n",
          "    out->sectors = BUG ? b->sectors.all : sectors;\n",
          ("l2_sectors_test",), "test"),
    Plant("l2-fill-forgets-written-sectors", "models/mem/l2_bank.c",
          "(sector_marks){sectors, entry->written}",
          "(sector_marks){sectors, BUG ? 0 : entry->written}",
          ("l2_sectors_test",), "test"),
    Plant("l2-new-line-has-old-sectors", "models/mem/line_sectors.c",
          "        s->mark[place] = (sector_marks){.held = held, .written = written};\n",
          "        s->mark[place] = (sector_marks){.held = held | (BUG ? s->mark[place].held : 0),\n"
          "                                        .written = written};\n",
          ("l2_sectors_test",), "test"),
    Plant("mshrs-ignore-the-asid", "models/mmu/tlb_mshrs.c",
          "m->entries[i].asid != asid))",
          "(m->entries[i].asid != asid && !BUG)))",
          ("spaces_test",), "test"),
    # Mosaic 4.4: nothing of what moves is on its way.
    Plant("pages-copied-while-stores-are-under-way", "models/chip/compaction.c",
          "    return memory_system_stores_taken(c->behind, stalls_gpu(c) ? MEMORY_SYSTEM_ANY : c->app);\n",
          "    return BUG || memory_system_stores_taken(c->behind, stalls_gpu(c) ? MEMORY_SYSTEM_ANY : c->app);\n",
          ("owner_test",), "test"),
    # An application follows another one: nobody of that is left.
    Plant("store-of-the-one-before", "models/chip/gpu.c",
          "|| !memory_system_stores_taken(&g->behind, place))",
          "|| (!BUG && !memory_system_stores_taken(&g->behind, place)))",
          ("owner_test",), "test"),
    Plant("pads-of-the-one-before", "models/os/pads.c",
          "    p->regions = 0;\n",
          "    p->regions = BUG ? p->regions : 0;\n",
          ("mosaic-churn-follow",), "no page"),
    Plant("fault-unit-remembers-the-one-before", "models/os/fault_unit.c",
          "    page_set_clear(&u->resident[app]);\n}",
          "    if (!BUG)\n        page_set_clear(&u->resident[app]);\n}",
          ("fault_unit_test",), "test"),
    # Two applications use the same addresses.
    Plant("fault-regions-ignore-the-asid", "models/os/fault_unit.c",
          "g->by != SERVED_BY_NOBODY && g->asid == asid",
          "g->by != SERVED_BY_NOBODY && (g->asid == asid || BUG)",
          ("fault_unit_test",), "test"),
    Plant("l1-mshrs-ignore-the-asid", "models/sm/parts/l1_tlb.c",
          "m->asid == what->asid &&",
          "(m->asid == what->asid || BUG) &&",
          ("sharing",), "translation oracle"),
    # An access that is tried again for ever, and a watchdog that takes a slow host for a dead one.
    Plant("answers-late-for-ever", "models/os/fault_unit.c",
          "    return absent && !page_set_has(",
          "    return absent && !(BUG && u->stats.late + u->stats.faults > 1) && !page_set_has(",
          ("tanasic-dead-fault",), "fruitless"),
    Plant("watchdog-without-patience", "models/chip/watchdog.c",
          ".patience = LONG_CYCLES + ",
          ".patience = BUG ? 100000 : LONG_CYCLES + ",
          ("patient-faults",), "dead: fault"),
    Plant("watchdog-forgets-the-host", "models/chip/watchdog.c",
          "    if (waits != DISPATCHER_WAITS_FOR_SMS)\n",
          "    if (waits != DISPATCHER_WAITS_FOR_SMS && !BUG)\n",
          ("patient-host",), "dead: SMs"),
    # A component that never replies to application 1.
    Plant("dead-l2-tlb", "models/mmu/tlb_ports.c",
          "    p->pool[i].bits = (uint8_t)bits;\n",
          "    p->pool[i].bits = (uint8_t)bits;\n    if (BUG && p->pool[i].request.app == 1)\n        return;\n",
          ("dead", "tanasic-dead"), "dead: translation"),
    Plant("dead-mshr", "models/mmu/shared_tlb.c",
          "    t->filled = t->asked;\n",
          "    t->filled = BUG && m->app == 1 ? INDEX_NONE : t->asked;\n",
          ("dead", "tanasic-dead"), "dead: walk"),
    Plant("dead-walker", "models/mmu/shared_tlb.c",
          "    if (!walker_tick(t->walker, cycle, &r))\n",
          "    if (!walker_tick(t->walker, cycle, &r) || (BUG && t->mshrs.entries[r.owner].app == 1))\n",
          ("dead", "tanasic-dead"), "dead: walk"),
    Plant("dead-block-of-the-gmmu", "models/mmu/gmmu_seat.c",
          "    tlb_ports_answer(&s->last.sms, i, ppn,",
          "    if (!BUG || r->app != 1)\n        tlb_ports_answer(&s->last.sms, i, ppn,",
          ("dead-block",), "dead: translation"),
    Plant("dead-dram", "models/mem/dram_channel.c",
          "    mem_message *out = link_push(c->replies[r->source]);\n",
          "    if (BUG && r->message.app == 1 && r->message.depth == 0) {\n"
          "        c->flight_head = (c->flight_head + 1) % IDS;\n        c->flight_count--;\n        return;\n    }\n"
          "    mem_message *out = link_push(c->replies[r->source]);\n",
          ("dead",), "dead: data"),
    Plant("dead-host", "models/os/fault_unit.c",
          "        u->region[i].by = SERVED;\n    for",
          "        u->region[i].by = BUG && u->region[i].app == 1 ? SERVED_BY_HOST : SERVED;\n    for",
          ("tanasic-dead-fault",), "dead: fault"),
    Plant("dead-fault-unit", "models/os/fault_unit.c",
          "    u->stats.cycles += cycle - g->arrived + LINK_CYCLES;\n",
          "    u->stats.cycles += cycle - g->arrived + LINK_CYCLES;\n"
          "    if (BUG && g->app == 1)\n        answer->asid = 0;\n",
          ("tanasic-dead-replay",), "dead: page"),
    Plant("dead-barrier", "models/sm/gto/gto_warp.c",
          "    if (arrived && (uint32_t)__builtin_popcountll(arrived) == b->fetching)\n",
          "    if (arrived && !(BUG && b->app == 1) && (uint32_t)__builtin_popcountll(arrived) == b->fetching)\n",
          ("dead-barrier",), "dead: barrier"),
    Plant("dead-warp-scheduler", "models/sm/gto/gto_issue.c",
          "    for (uint32_t port = 0; port < s->ports && ready; port++) {\n",
          "    ready &= BUG ? ~s->of_app[1] : ~UINT64_C(0);\n"
          "    for (uint32_t port = 0; port < s->ports && ready; port++) {\n",
          ("dead",), "dead: issue"),
    Plant("dead-dispatcher", "models/dispatch/dispatcher.c",
          "    if (!d->view.app[index].waiting)\n",
          "    if (!d->view.app[index].waiting || (BUG && d->app[index].steps > 2))\n",
          ("dead-alone",), "dead: SMs"),
    Plant("dead-end", "models/sm/parts/lsu.c",
          "bool lsu_quiet(const lsu *l, uint16_t asid) {\n",
          "bool lsu_quiet(const lsu *l, uint16_t asid) {\n    if (BUG && asid == 2)\n        return false;\n",
          ("dead-follow",), "dead: quiet"),
]
TESTS = sorted({name for plant in PLANTS if plant.oracle == "test" for name in plant.runs})
HEADER = f"""#include <stdlib.h>
static inline int planted(int number) {{
    const char *chosen = getenv("{VARIABLE}");
    return chosen && atoi(chosen) == number;
}}
"""


def planted_sources() -> dict[str, str]:
    """The text of every source that has plants, with all of them."""
    texts: dict[str, str] = {}
    for number, plant in enumerate(PLANTS, 1):
        original = (ROOT / plant.file).read_text(encoding="utf-8")
        count = original.count(plant.old)
        if count != 1:
            sys.exit(f"planted: {plant.file}: '{plant.old}' is there {count} times; plant {plant.name} somewhere else")
        text = texts.get(plant.file, HEADER + original)
        texts[plant.file] = text.replace(plant.old, plant.new.replace("BUG", f"planted({number})"))
    return texts


def build(folder: pathlib.Path, compiler: str, linker: str, libraries: str, tests: str) -> pathlib.Path:
    """The simulator and the tests with all plants; their objects stand before the libraries: they are taken."""
    objects = []
    for file, text in planted_sources().items():
        source = folder / pathlib.Path(file).name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        objects.append(str(source.with_suffix(".o")))
        subprocess.run([*shlex.split(compiler), "-c", str(source), "-o", objects[-1]], cwd=ROOT, check=True)
    program = folder / "gmmu"
    subprocess.run([*shlex.split(linker), "-o", str(program), *objects, *shlex.split(libraries)], cwd=ROOT, check=True)
    words = shlex.split(tests)
    mains = {pathlib.Path(word).stem: word for word in words if pathlib.Path(word).stem in TESTS}
    judge = [word for word in words if word.startswith("-Wl,--wrap=")]
    for name in TESTS:
        rest = [word for word in words if word not in [*mains.values(), *(judge if name != "owner_test" else [])]]
        subprocess.run([*shlex.split(linker), "-o", str(folder / name), mains[name], *objects, *rest], cwd=ROOT,
                       check=True)
    return program


def run(program: pathlib.Path, name: str, plant: int) -> subprocess.CompletedProcess[str]:
    command = ([str(program.resolve().parent / name)] if name in TESTS else
               [str(program.resolve()), "run", "--quiet", "--no-alone", "--jobs", "1", *RUNS[name]])
    chosen = {VARIABLE: str(plant), "GMMU_ONE_IN": "1"}
    return subprocess.run(command, env={**os.environ, **chosen}, stdin=subprocess.DEVNULL, cwd=program.parent,
                          capture_output=True, text=True, check=False, timeout=120)


class Planted(unittest.TestCase):
    program: typing.ClassVar[pathlib.Path]

    def test_healthy(self) -> None:
        for name in RUNS:
            with self.subTest(run=name):
                done = run(self.program, name, 0)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name in TESTS:
            with self.subTest(test=name):
                self.assertEqual(run(self.program, name, 0).returncode, 0)

    def test_every_plant_is_found(self) -> None:
        for number, plant in drawn([*enumerate(PLANTS, 1)]):
            for name in plant.runs:
                with self.subTest(plant=plant.name, run=name):
                    done = run(self.program, name, number)
                    code, line = ORACLES[plant.oracle]
                    self.assertEqual(min(done.returncode, code), code, done.stderr)
                    self.assertRegex(done.stderr, line)


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    for trace in replay_order.PROGRAMS:
        replay_order.write(pathlib.Path(sys.argv[1]) / trace, trace)
    Planted.program = build(pathlib.Path(sys.argv[1]), *sys.argv[2:])
    unittest.main(argv=sys.argv[:1])
