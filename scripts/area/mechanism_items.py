# SPDX-License-Identifier: Apache-2.0
"""The hardware of the five papers: which unit it is here, over which sizes, and what its paper says of the cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .macro_model import Macro

VPN_W, PPN_W, ASID_W = 36, 28, 9


@dataclass(frozen=True)
class Mechanism:
    name: str
    paper: str
    title: str
    unit: str
    counted: str                            # what the size is
    points: tuple[int, ...]
    at_paper: int                           # the paper's size, one of the points
    claim: str                              # the paper's figure
    sizes: Callable[[int], tuple[str, ...]]  # of the unit, GMMU_X=n
    rams: Callable[[int], tuple[Macro, ...]] = lambda n: ()  # outside of the unit


def macro(*names: str) -> Callable[[int], tuple[str, ...]]:
    """Sizes that all are the number itself."""
    return lambda n: tuple(f"GMMU_{name}={n}" for name in names)


def log2(n: int) -> int:
    return n.bit_length() - 1


def sets_of(ways: int) -> Callable[[int], tuple[str, ...]]:
    """A set-associative TLB of n base entries."""
    return lambda n: (f"GMMU_TLB_SETS={n // ways}", f"GMMU_TLB_WAYS={ways}",
                      f"GMMU_TLB_TAG_W={VPN_W - log2(n // ways)}")


def words_of_ways(ways: int) -> Callable[[int], tuple[Macro, ...]]:
    return lambda n: tuple(Macro(f"way {way}", n // ways, ASID_W + VPN_W - log2(n // ways) + PPN_W, ports=2)
                           for way in range(ways))


NONE = "no figure: software on the GPUs that the paper has"
MECHANISMS = [
    Mechanism("tokens", "MASK §5.2", "TLB-fill tokens", "token_controller", "applications", (8, 16, 30, 64), 30,
              "13 B a core (32 + 256 + 8 bits by its text), 30 x 16 bits at the L2 TLB; 706 B with the bypass cache",
              macro("NUM_APPS")),
    Mechanism("bypass-cache", "MASK §5.2", "TLB bypass cache", "bypass_cache", "entries", (8, 16, 32, 64), 32,
              "CAM of 32 entries; with counters and directions 316 B, 3.8 % of the L2 TLB", macro("BYPASS_ENTRIES")),
    Mechanism("l2-bypass", "MASK §5.3", "L2 bypass for walks", "l2_bypass", "levels", (2, 4, 8, 16), 8,
              "ten 8-byte counters a core, 80 B, under 0.1 % of the L2 cache", macro("NUM_DEPTHS")),
    Mechanism("golden-queue", "MASK §5.4", "golden queue", "golden_queue", "entries",
              (8, 16, 32, 64, 128, 256), 16, "16 entries; +6 % of a DRAM queue with the other two",
              macro("GOLDEN_DEPTH")),
    Mechanism("frfcfs-queue", "MASK §5.4", "silver queue (64) and normal queue (192)", "frfcfs_queue", "entries",
              (8, 16, 32, 64, 128, 192, 256), 64, "64 and 192 entries; +6 % of a DRAM queue with the golden queue",
              macro("FRFCFS_DEPTH")),
    Mechanism("dram-arbiter", "MASK §5.4", "quotas of the silver queue", "dram_arbiter", "applications",
              (8, 16, 30, 64), 30, "two 6-bit counters an application; the machine of equation 1 is not counted",
              macro("NUM_APPS")),
    Mechanism("asid-tlb", "MASK §7.4", "shared TLB with ASIDs, entries in RAMs", "sram_tlb", "base entries",
              (16, 32, 64, 128, 256, 512), 512, "9 bits an entry, 7 % of the L2 TLB", sets_of(8), words_of_ways(8)),
    Mechanism("spaces", "MASK §5.1", "address spaces", "asid_table", "spaces", (8, 16, 32, 64, 128, 256, 512), 32,
              "page table root a core; no figure", macro("ASID_SPACES"),
              lambda n: (Macro("root and limits", n, 2 * VPN_W + PPN_W, ports=2),)),
    Mechanism("walker", "MASK §6", "page walker", "page_walker", "walks at a time", (8, 16, 32, 64), 64,
              "64 walks in the baseline; no figure", macro("WALKERS")),
    Mechanism("miss-file", "MASK §6", "miss file of the shared TLB", "tlb_mshr", "pages", (8, 16, 32, 64), 16,
              "part of the baseline; no figure", macro("MSHR_ENTRIES")),
    Mechanism("two-size-tlb", "Mosaic §4.3", "TLB of base and large pages, in flip-flops", "two_size_tlb",
              "base entries", (8, 16, 32, 64, 128), 128,
              "128 base and 16 large entries in an L1 TLB, 512 and 256 in the L2; no figure",
              lambda n: ("GMMU_TLB_SETS=4", f"GMMU_TLB_WAYS={n // 4}", "GMMU_TLB_LARGE=16")),
    Mechanism("coalescer", "Mosaic §4.3", "in-place coalescer", "page_coalescer", "base pages of a large page",
              (16, 32, 64, 128, 256, 512), 512, "part of the page table walker; no figure", macro("LARGE_PAGES")),
    Mechanism("frames", "Mosaic §4.2", "CoCoA's frame allocator", "frame_allocator", "large frames",
              (8, 16, 32, 64), 64, "software in the paper; no figure", macro("LARGE_FRAMES")),
    Mechanism("address-hash", "Fractional GPUs §V", "XOR hash of channels and sets", "address_hash",
              "address bits", (8, 16, 32, 40), 40, NONE, macro("HASH_W")),
    Mechanism("block-queue", "Fractional GPUs §IV", "blocks of a partition", "block_queue", "SMs",
              (9, 15, 30, 60, 120), 30, NONE, macro("NUM_CORES")),
    Mechanism("tlb-level", "Karnagel §4", "TLB level as measured", "tlb_level", "entries", (8, 16, 32, 64), 16,
              "16 entries in the L1 TLB, 65 in the L2, 1032 in the L3 of a K80: measured, no area",
              lambda n: (f"GMMU_LEVEL_SETS={n // 4}",)),
    Mechanism("sm-scheduler", "thesis §5.2.3", "active queue and SM status table", "sm_scheduler", "SMs and kernels",
              (4, 8, 13, 16, 32), 13, "under 0.5 KB with the command buffers, KSRT and active queue",
              macro("NUM_SMS", "NUM_KERNELS")),
    Mechanism("sm-driver", "thesis §5.2.3", "command buffers and KSRT", "sm_driver", "SMs and kernels",
              (4, 8, 13, 16, 32), 13, "under 0.5 KB with the SM status table and the active queue",
              macro("NUM_SMS", "NUM_KERNELS")),
    Mechanism("ptb-queue", "thesis §5.2.3", "queues of preempted blocks", "ptb_queue", "SMs and kernels",
              (4, 8, 13, 16, 32), 13, "21 KB", macro("NUM_SMS", "NUM_KERNELS"),
              lambda n: (Macro("handles", n * n * 16, 64, ports=2),)),
    Mechanism("warp-gate", "thesis §6.3.1", "warp disable", "warp_gate", "warps", (8, 16, 32, 64), 64,
              "negligible", macro("SM_WARPS")),
    Mechanism("replay-queue", "thesis §6.3.2", "replay queue", "replay_queue", "entries", (8, 16, 32, 64, 128), 64,
              "negligible", macro("REPLAY_DEPTH")),
    Mechanism("operand-log", "thesis §6.3.3", "operand log", "operand_log", "entries of 256 B", (32, 64, 96, 128), 64,
              "16 KB, 5 % of the context of an SM", macro("LOG_ENTRIES"),
              lambda n: (Macro("operands", n, 8 * 256, ports=2),)),
    Mechanism("fault-queue", "thesis §6.1", "pending faults", "fault_queue", "pages", (8, 16, 32, 64), 16,
              "no figure", macro("FAULT_PAGES")),
]
