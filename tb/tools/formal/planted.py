# SPDX-License-Identifier: Apache-2.0
"""Bugs planted in copies of the sample unit, and what the proof must say to each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bug:
    """`edits` replaces texts by file. `fate`: refuted (a counterexample), rejected (not even
    comparable), or conditional (no bug in reachable states; the report must say so)."""

    name: str
    fate: str
    says: str  # a text the output must contain
    edits: dict[str, list[tuple[str, str]]]


def c(*edits: tuple[str, str]) -> dict[str, list[tuple[str, str]]]:
    return {"sample.c": list(edits)}


def rtl(*edits: tuple[str, str]) -> dict[str, list[tuple[str, str]]]:
    return {"sample.sv": list(edits)}


def timer(*edits: tuple[str, str]) -> dict[str, list[tuple[str, str]]]:
    return {"sample_timer.sv": list(edits)}


def promises(*edits: tuple[str, str]) -> dict[str, list[tuple[str, str]]]:
    return {"sample_promises.c": list(edits)}


BUGS = [
    # the C differs
    Bug("c-wraps-one-late", "refuted", "C = RTL, next state next",
        c(("s->next >= SAMPLE_WAYS - 1", "s->next >= SAMPLE_WAYS"))),
    Bug("c-way-off-by-one", "refuted", "C = RTL, next state ans_way", c(("way = (u3)w;", "way = (u3)(w + 1U);"))),
    Bug("c-no-way-found", "refuted", "C = RTL, next state ans_way",
        c(("hit ? lowest(found) : (u3)0", "hit ? lowest(found) : (u3)7"))),
    Bug("c-highest-way-wins", "conditional", "C = RTL, next state ans_way",
        c(("for (unsigned w = SAMPLE_WAYS; w-- > 0;)", "for (unsigned w = 0; w < SAMPLE_WAYS; w++)"))),
    Bug("c-counter-wraps", "refuted", "C = RTL, next state misses", c(("miss && s->misses != 15", "miss"))),
    Bug("c-flush-lost", "refuted", "C = RTL, next state valid",
        c(("!in->flush && (s->valid[w] || here)", "s->valid[w] || here"))),
    Bug("c-fill-survives-flush", "refuted", "C = RTL, next state valid",
        c(("!in->flush && (s->valid[w] || here)", "(!in->flush && s->valid[w]) || here"))),
    Bug("c-index-unguarded", "refuted", "no undefined behaviour",
        c(("in->peek_way < SAMPLE_WAYS ? s->tag[in->peek_way] : (u7)0", "s->tag[in->peek_way]"))),
    Bug("c-over-shift", "refuted", "no undefined behaviour",
        c(("(u6)GMMU_WRAP(length, 6)", "(u6)GMMU_WRAP(length << (8U * in->peek_way), 6)"))),
    Bug("c-signed-overflow", "refuted", "no undefined behaviour",
        c(("= (uint32_t)in->weight[0] +", "= (uint32_t)((int32_t)in->weight[0] + 0x7FFFFFFC - 0x7FFFFFFC) +"))),
    Bug("c-reset-value", "refuted", "C = RTL, reset timer.left", c(("s->timer.left = 0;", "s->timer.left = 1;"))),
    Bug("c-reset-incomplete", "rejected", "does not set misses", c(("    s->misses = 0;\n", ""))),
    Bug("c-pin-not-driven", "rejected", "does not assign peeked", c(("    out->peeked = s->peek;\n", ""))),
    Bug("c-mealy-pin", "refuted", "outputs() = step(), running",
        c(("sample_outputs(s, out);\n\n    const",
           "sample_outputs(s, out);\n    out->running = in->flush;\n\n    const"))),
    Bug("c-unbounded-loop", "rejected", "loop",
        c(("for (unsigned w = 0; w < SAMPLE_WAYS; w++)\n        level",
           "for (unsigned w = 0; w < SAMPLE_WAYS * s->next; w += s->misses)\n        level"))),
    Bug("c-state-field-missing", "rejected", "RTL registers without a C state field",
        {"sample.h": [("    u4 misses;             /* saturates; reset 0 */\n", "")],
         "sample.c": [("    s->misses = 0;\n", ""),
                      ("    const u1 miss = (u1)(in->look_valid && found == 0);\n", ""),
                      ("    if (miss && s->misses != 15)\n"
                       "        s->misses = (u4)GMMU_WRAP((uint32_t)s->misses + 1U, 4);\n", "")],
         "sample_promises.c": [(" && s->misses == 0", ""), ("n->misses >= s->misses", "n->next != s->next || 1")]}),
    # what an unset variable holds is nobody's to choose
    Bug("c-local-array-unset", "refuted", "C = RTL, next state ans_way",
        c(("hit ? lowest(found) : (u3)0", "lowest_or_nothing(hit, found)"),
          ("void sample_step(", "static u3 lowest_or_nothing(u1 hit, uint32_t found) {\n    u3 way[2];\n"
           "    for (unsigned i = 0; i < 2; i++)\n        if (hit)\n            way[i] = lowest(found);\n"
           "    return way[found & 1];\n}\n\nvoid sample_step("))),
    # the RTL differs
    Bug("rtl-no-reset", "refuted", "C = RTL, reset misses", rtl(("      misses    <= 4'd0;\n", ""))),
    Bug("rtl-register-not-in-c", "rejected", "RTL registers without a C state field",
        rtl(("logic [6:0] peek;", "logic [6:0] peek;\n  logic shadow;"),
            ("peek      <= peek_way", "shadow <= look_valid;\n      peek      <= peek_way"))),
    Bug("rtl-register-narrow", "rejected", "C state misses, bit 3",
        rtl(("logic [3:0] misses", "logic [2:0] misses"),
            ("4'd15) misses <= misses + 4'd1", "3'd7) misses <= misses + 3'd1"),
            ("misses    <= 4'd0", "misses    <= 3'd0"))),
    Bug("rtl-register-wide", "rejected", "misses", rtl(("logic [3:0] misses", "logic [4:0] misses"))),
    Bug("rtl-falling-edge", "rejected", "RTL of sample", timer(("posedge clk", "negedge clk"))),
    Bug("rtl-other-clock", "rejected", "RTL of sample", timer(("posedge clk", "posedge start"))),
    Bug("rtl-asynchronous-reset", "rejected", "RTL of sample", timer(("posedge clk", "posedge clk or posedge rst"))),
    Bug("rtl-latch", "rejected", "RTL of sample",
        rtl(("  always_ff @(posedge clk) begin\n    if (rst) begin\n      valid ",
             "  logic [6:0] held;\n  always_latch if (flush) held = look_tag;\n"
             "  always_ff @(posedge clk) begin\n    if (rst) begin\n      valid "),
            ("tag[w] <= 7'd0", "tag[w] <= 7'd0 & held"))),
    Bug("rtl-index-unguarded", "refuted", "C = RTL, next state peek",
        rtl(("peek_way < 3'd5 ? tag[peek_way] : 7'd0", "tag[peek_way]"))),
    Bug("rtl-x-in-default", "refuted", "C = RTL, next state ans_way",
        rtl(("look_valid ? way : 3'd0", "look_valid ? way : 3'bx"))),
    Bug("rtl-fields-swapped", "refuted", "C = RTL, next state timer.left",
        rtl(("{3'd0, weight[2:0]} + {weight[5:3], 3'd0} - {3'd0, weight[5:3]}",
             "{3'd0, weight[5:3]} + {weight[2:0], 3'd0} - {3'd0, weight[2:0]}"))),
    Bug("rtl-sum-too-narrow", "refuted", "C = RTL, output level",
        rtl(("level = level + {2'd0, valid[w]}", "level = {1'b0, level[1:0] + {1'd0, valid[w]}}"))),
    Bug("rtl-fill-not-gated", "refuted", "C = RTL, next state tag",
        rtl(("end else if (fill) begin", "end else if (fill_valid) begin"))),
    Bug("rtl-pins-swapped", "refuted", "C = RTL, output answer_hit",
        rtl(("assign answer_valid = ans_valid", "assign answer_valid = ans_hit"),
            ("assign answer_hit   = ans_hit", "assign answer_hit   = ans_valid"))),
    Bug("rtl-port-extra", "rejected", "has no field in C",
        rtl(("output logic       running,", "output logic       running,\n    output logic       spare,"),
            ("assign peeked       = peek;", "assign peeked       = peek;\n  assign spare = flush;"))),
    Bug("rtl-port-narrow", "rejected", "input port weight[5]",
        rtl(("input  logic [5:0] weight", "input  logic [4:0] weight"),
            ("{weight[5:3], 3'd0} - {3'd0, weight[5:3]}", "{1'b0, weight[4:3], 3'd0} - {4'd0, weight[4:3]}"))),
    Bug("rtl-pin-reads-reset", "rejected", "output answer_valid[0] reads rst",
        rtl(("assign answer_valid = ans_valid", "assign answer_valid = ans_valid && !rst"))),
    Bug("rtl-pin-reads-clock", "rejected", "output answer_valid[0] reads clk",
        rtl(("assign answer_valid = ans_valid", "assign answer_valid = ans_valid || clk"))),
    Bug("rtl-register-reads-clock", "rejected", "reads clk",
        rtl(("peek      <= peek_way", "peek      <= clk ? 7'd0 : peek_way"))),
    Bug("rtl-timer-stuck", "refuted", "C = RTL, next state timer.running", timer(("left > 6'd1", "left > 6'd0"))),
    # the description is wrong
    Bug("false-property", "refuted", "violated: property flush_empties",
        promises(("(u1)(!in->flush || none)", "(u1)(in->flush || none)"))),
    Bug("claim-misspelt", "rejected", "no claim has such a name",
        promises(("u1 sample_prop_flush_empties(", "u1 sample_porp_flush_empties("))),
    Bug("claim-lost", "rejected", "claim 'property misses_never_wrap' is gone",
        promises(("u1 sample_prop_misses_never_wrap(", "u1 sample_prop_misses_wrap_never("))),
    Bug("claim-static", "rejected", "unused function",
        promises(("u1 sample_prop_flush_empties(", "static u1 sample_prop_flush_empties("))),
    Bug("property-false-in-one-state", "refuted", "violated: property misses_never_wrap",
        promises(("(u1)(n->misses >= s->misses)", "(u1)(n->misses >= s->misses && n->misses != 13)"))),
    Bug("invariant-not-inductive", "refuted", "violated: invariant inductive",
        promises(("s->next < SAMPLE_WAYS)", "s->next < SAMPLE_WAYS && s->misses < 9)"))),
    Bug("invariant-false-at-reset", "refuted", "violated: invariant after reset",
        promises(("s->next < SAMPLE_WAYS)", "s->next < SAMPLE_WAYS && s->next != 0)"))),
    Bug("invariant-false-everywhere", "refuted", "violated: invariant after reset",
        promises(("s->next < SAMPLE_WAYS)", "s->next > 7)"))),
    Bug("false-idle", "refuted", "violated: idle keeps timer.left", promises(("!s->timer.running && ", ""))),
    # one claim rests on another
    Bug("false-lemma", "refuted", "violated: lemma newly_valid",
        promises(("|| s->valid[way] || s->next == way)", "|| s->valid[way])"))),
    Bug("given-missing", "refuted", "violated: invariant inductive order",
        promises(("    sample_given_inv_below(s, low);\n", ""))),
    Bug("given-for-another-value", "refuted", "violated: invariant inductive order",
        promises(("sample_given_inv_below(s, low)", "sample_given_inv_below(s, high)"))),
    Bug("ghost-invariant-not-inductive", "refuted", "violated: invariant inductive below",
        promises(("    sample_given_inv_below(s, way);\n", "    (void)s;\n    (void)way;\n"))),
    Bug("ghost-invariant-false-at-reset", "refuted", "violated: invariant after reset below",
        promises(("way >= s->next ||", "way > s->next ||"))),
    Bug("ghost-invariant-without-step", "rejected", "no function sample_keeps_below()",
        promises(("void sample_keeps_below(", "void sample_preserves_below("))),
    Bug("lemma-used-before-it-is-proved", "rejected", "is not an invariant or an earlier lemma",
        promises(("    sample_given_inv_below(s, way);\n",
                  "    sample_given_lemma_newly_valid(s, in, out, n, way);\n"))),
    Bug("lemma-rests-on-itself", "rejected", "is not an invariant or an earlier lemma",
        promises(("    return (u1)(way >= SAMPLE_WAYS || !n->valid[way]",
                  "    sample_given_lemma_newly_valid(s, in, out, n, way);\n"
                  "    return (u1)(way >= SAMPLE_WAYS || !n->valid[way]"))),
    # a property may have been proved with the invariant of the next state, so no step may rest on it
    Bug("property-as-lemma", "rejected", "is not an invariant or an earlier lemma",
        promises(("lemma_newly_valid(const sample_state *s, const sample_in *in, const sample_out *out,\n"
                  "                                    const", "prop_newly_valid(const sample_state *s, const"
                  " sample_in *in, const sample_out *out,\n                                    const"),
                 ("u1 sample_lemma_newly_valid(", "u1 sample_prop_newly_valid("),
                 ("sample_given_lemma_newly_valid(s, in, out, n, high)",
                  "sample_given_prop_newly_valid(s, in, out, n, high)"))),
    Bug("start-false", "refuted", "violated: state after reset empty",
        promises(("s->next == 0 && s->peek == 0", "s->next == 0 && s->peek == 1"))),
    Bug("start-leaves-a-register", "refuted", "violated: no other state than that after reset",
        promises((" && s->misses == 0", ""))),
    # what the environment owes
    Bug("duty-not-named", "refuted", "violated: invariant inductive tags",
        promises(("    sample_given_duty_tags(s, in);\n", "    (void)in;\n"))),
    Bug("duty-of-the-next-state", "rejected", "takes the first 2 parameters as they are",
        promises(("sample_given_duty_tags(s, in);", "sample_given_duty_tags(n, in);"))),
    # a claim speaks of one cycle
    Bug("duty-of-two-cycles-named", "rejected", "sample_given_duty_patient() is not an invariant or an earlier lemma",
        promises(("void sample_given_duty_tags(const sample_state *s, const sample_in *in);\n",
                  "void sample_given_duty_tags(const sample_state *s, const sample_in *in);\n"
                  "void sample_given_duty_patient(const sample_state *s, const sample_in *in, const sample_state *n,\n"
                  "                               const sample_in *next);\n"),
                 ("    sample_given_duty_tags(s, in);\n",
                  "    sample_given_duty_tags(s, in);\n    sample_given_duty_patient(s, in, n, in);\n"))),
    Bug("duty-lost", "rejected", "claim 'duty tags' is gone",
        promises(("/* The environment keeps the last tag for itself ... */\nu1 sample_duty_tags(",
                  "static u1 kept("),
                 ("void sample_given_duty_tags(const sample_state *s, const sample_in *in);\n", ""),
                 ("    sample_given_duty_tags(s, in);\n", "    (void)kept(s, in);\n"))),
    Bug("next-state-assumed", "rejected", "takes the first 1 parameters as they are",
        promises(("sample_given_inv_below(s, low)", "sample_given_inv_below(n, low)"))),
    Bug("given-outside-a-claim", "rejected", "was not inlined",
        promises(("    u1 good = (u1)(s->next < SAMPLE_WAYS);\n",
                  "    u1 good = (u1)(s->next < SAMPLE_WAYS);\n    sample_given_inv_below(s, 0);\n"),
                 ("/* No tag twice, and the next way exists. */\n",
                  "void sample_given_inv_below(const sample_state *s, u3 way);\n"))),
]
