# SPDX-License-Identifier: Apache-2.0
"""Which register of which unit stands for which sentence of MASK 7.4, and what the paper's sums lack; sizes of the
thesis's SM."""

from __future__ import annotations

from dataclasses import dataclass

CORES = 30
CHANNELS = 8
L2_BANKS = 16
INSTANCES = {"token_controller": 1, "bypass_cache": 1, "l2_bypass": L2_BANKS, "dram_arbiter": CHANNELS,
             "golden_queue": CHANNELS, "silver_queue": CHANNELS, "normal_queue": CHANNELS}

# The request buffer of the baseline: 16 + 64 + 192 entries are "6 %" more than 256.
QUEUE_BASELINE_ENTRIES = 256
# Our L2 TLB entry: valid, ASID, VPN, PPN, 4-bit age of 16 ways.
L2_TLB_ENTRY = 1 + 9 + 36 + 28 + 4

# Memories of the baseline: bytes, how many. Caches of MASK Table 1; register file and shared memory of a
# Maxwell SM (NVIDIA, GeForce GTX 980 whitepaper, 2014). A lower bound: no tags, no logic, no wires.
BASELINE_MEMORIES = [("L2 cache", 2 << 20, 1), ("L1 caches", 16 << 10, CORES), ("register files", 256 << 10, CORES),
                     ("shared memories", 96 << 10, CORES)]
DIE_MM2 = 398  # GM204 in 28 nm, 16 of these SMs (the same whitepaper): another lower bound for 30 of them


@dataclass(frozen=True)
class Claim:
    item: str
    text: str
    bits: int | None  # as the paper's text has it, for the whole chip; per channel for the queues


CLAIMS = [
    Claim("counters", "two 16-bit counters per core", CORES * 32),
    Claim("incrementer", "an 8-bit incrementer per core", CORES * 8),
    Claim("cam", "a 32-entry fully-associative CAM (316 B less the next two lines)", 8 * 316 - 480),
    Claim("tokens", "30 15-bit token counters", 450),
    Claim("direction", "30 1-bit direction registers", 30),
    Claim("levels", "ten 8-byte counters per core; here per L2 bank", 640),
    Claim("golden", "16-entry FIFO, per channel", None),
    Claim("silver", "64-entry request buffer, per channel", None),
    Claim("normal", "192-entry request buffer, per channel", None),
]

ANSWER = "answer registers: outputs depend on the state alone"
ENTRY = ["id", "write", "bank", "row", "col"]


def frfcfs(item: str) -> list[tuple[list[str], str | None, str]]:
    return [
        (ENTRY, item, ""),
        (["hit"], None, "per entry: its row is open, so that the choice needs no row comparators"),
        (["open", "open_row"], None, "open row of each bank; a baseline FR-FCFS scheduler has them too"),
        (["count"], None, "entries held"),
        (["pick_valid", "pick_id", "pick_write", "pick_bank", "pick_row", "pick_col", "pick_hit"], None,
         ANSWER),
        (["pick_idx", "last_valid", "last_idx"], None,
         "FR-FCFS: place of the request shown, to remove it from the middle"),
        (["passed"], None, "for the cap on row hits, which the paper does not have"),
    ]


# unit: (registers, item of CLAIMS or None, why the paper's sum lacks it)
REGISTERS: dict[str, list[tuple[list[str], str | None, str]]] = {
    "token_controller": [
        (["hits", "misses"], "counters", ""),
        (["warps"], "incrementer", ""),
        (["tokens"], "tokens", ""),
        (["dir"], "direction", ""),
        (["limit"], None, "per core: the warps of a rank below it have tokens"),
        (["base", "cores", "part"], None,
         "for cores that change hands, which the paper has none of: tokens, the cores they belong to, the next limit"),
        (["rate", "known", "active"], None,
         "miss rate of the epoch before, which the paper compares with, and its warps"),
        (["snap_hits", "snap_misses", "snap_warps"], None, "the epoch that ended, evaluated while the next one counts"),
        (["phase", "rests", "app", "core", "here", "its_hits", "its_misses", "its_warps", "ncores", "sum_misses",
          "sum_accesses", "sum_warps", "mul_bit", "prod", "carry_bit", "new_rate", "was_known", "was_tokens",
          "was_cores", "was_rate", "wish", "fewer", "more", "moved", "all", "share", "carry", "fullest"], None,
         "the machine that evaluates an epoch"),
        (["new_valid", "new_core", "new_app"], None, "a core that has changed hands, whose limit is to be written"),
        (["div.busy", "div.done", "div.count", "div.den", "div.rem", "div.quo"], None,
         "sequential divider: miss rate, tokens per warp, and tokens of other cores"),
        (["ans_valid", "ans_fill"], None, ANSWER),
    ],
    "bypass_cache": [
        (["valid", "asid", "vpn", "ppn"], "cam", ""),
        (["newer"], "cam", ""),
        (["ans0_valid", "ans0_hit", "hit0", "ans1_valid", "ans1_hit", "hit1"], None, ANSWER),
        (["fresh", "evict", "present", "fresh_asid", "fresh_vpn", "fresh_ppn"], None, "a fill on its way to its entry"),
    ],
    "l2_bypass": [
        (["hits", "accesses"], "levels", ""),
        (["left"], None, "the decision per depth, and for how many epochs yet"),
        (["full"], None, "a counter is to be halved"),
        (["due", "busy", "depth", "loads", "take", "mul_bit", "mul_a", "by_a", "sum_a", "carry_a", "mul_b", "by_b",
          "sum_b", "carry_b", "less", "enough"], None,
         "two serial multipliers and a comparator: comparing rates without a division"),
        (["ans0_valid", "ans0_bypass", "ans1_valid", "ans1_bypass"], None, ANSWER),
    ],
    "golden_queue": [
        (ENTRY, "golden", ""),
        (["rd", "wr", "count"], None, "pointers of the FIFO"),
    ],
    "silver_queue": frfcfs("silver"),
    "normal_queue": frfcfs("normal"),
    "dram_arbiter": [
        (["hold_valid", "hold_class", "hold_id", "hold_write", "hold_bank", "hold_row", "hold_col"], None,
         "request on its way into a queue"),
        (["issue_valid", "issue_class", "issue_id", "issue_write", "issue_bank", "issue_row", "issue_col"], None,
         "request on its way to a bank"),
        (["silver_app", "left", "fresh"], None, "whose turn it is, and how much of it is left"),
        (["thresh"], None, "quota of each application, equation 1"),
        (["con", "sta"], None, "samples of the two 6-bit counters per application (the counters are at the L2 TLB)"),
        (["weight", "sum", "phase", "app", "times", "factor", "mul_bit", "prod"], None,
         "the machine that computes equation 1"),
        (["div.busy", "div.done", "div.count", "div.den", "div.rem", "div.quo"], None,
         "sequential divider of equation 1"),
    ],
}

# Thesis Table 6.1 and 6.5.2, per SM: what a context switch saves, and what the 16 KB log is held against.
SM_REGISTERS = 256 << 10
SM_L1_AND_SCRATCHPAD = 64 << 10
SM_CONTEXT = SM_REGISTERS + SM_L1_AND_SCRATCHPAD
LOG_ENTRY = 256             # bytes: one 8-byte operand of 32 lanes
LOG_KB = (8, 16, 20, 32)    # evaluated there, Figure 6.12
SM_UNITS = ("operand_log", "replay_queue", "warp_gate")
