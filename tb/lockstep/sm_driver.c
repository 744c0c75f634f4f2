/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of sm_driver for the lock-step harness. */
#include "sm_driver.h"
#include "lockstep.h"

#define SMS     ((unsigned)GMMU_NUM_SMS)
#define KERNELS ((unsigned)GMMU_NUM_KERNELS)
#define NONE    ((unsigned)GMMU_NO_KERNEL)
#define STEPS   ((unsigned)GMMU_SEARCH_STEPS)

/* Per phase: commands, in percent, and their blocks at most; reports, each in percent; readiness of the SMs;
 * in percent of looks at an SM: that it is given, taken away, and reserved; the queue holds something, in
 * percent; and drain. */
static const struct {
    unsigned cmd, blocks, ends, saves, ready, gives, takes, reserves, holds, drain;
} profile[LS_PHASES] = {
    {20, 40, 40, 10, 70, 30, 1, 1, 10, 0},   {60, 8, 80, 0, 100, 60, 2, 0, 0, 50},
    {5, 400, 5, 5, 100, 90, 0, 0, 5, 0},     {30, 20, 20, 60, 40, 40, 1, 4, 50, 0},
    {30, 20, 30, 30, 60, 50, 3, 3, 30, 100}, {90, 3, 90, 20, 90, 70, 3, 1, 3, 10},
    {10, 1000, 30, 20, 5, 80, 1, 1, 20, 20}, {50, 5, 60, 60, 80, 50, 20, 10, 10, 50},
};

static GMMU_U(GMMU_SMS_W) draw_sm(lockstep *ls) {
    return (GMMU_U(GMMU_SMS_W))ls_below(ls, ls_chance(ls, 2) ? 1U << GMMU_SMS_W : SMS);
}

/* An SM as a scheduler might have it: on the kernel that it is set up for, running or reserved; or, if it is
 * set up for none, given to any. In some stretches anything. */
static void draw_table(lockstep *ls, const sm_driver_state *s, sm_driver_in *in, unsigned p) {
    const bool is_wild = ls_cycle(ls) % 64 < 4;

    for (unsigned i = 0; i < SMS; i++) {
        const bool is_set_up = s->set_up[i] != NONE && !is_wild;
        const bool is_given =
            is_set_up ? !ls_chance(ls, profile[p].takes / 4) : ls_chance(ls, profile[p].gives);

        in->sm_kernel[i] = is_set_up && !ls_chance(ls, profile[p].takes / 8)
                               ? s->set_up[i]
                               : (GMMU_U(GMMU_KERNEL_W))ls_below(ls, is_wild ? NONE + 1U : KERNELS);
        in->sm_state[i] = (u2)(!is_given                            ? SMST_IDLE
                               : ls_chance(ls, profile[p].reserves) ? SMST_RESERVED
                               : is_wild && ls_chance(ls, 10)       ? 3
                                                                    : SMST_RUNNING);
    }
}

void sm_driver_stimulus(lockstep *ls, const sm_driver_state *s, const sm_driver_out *pins, sm_driver_in *in) {
    const unsigned p = ls_phase(ls);

    (void)pins;
    in->cfg_drain = (u1)ls_chance(ls, profile[p].drain);
    in->cmd_valid = (u1)ls_chance(ls, profile[p].cmd);
    in->cmd_gpu_context = (GMMU_U(GMMU_KERNEL_W))ls_below(ls, ls_chance(ls, 2) ? NONE + 1U : KERNELS);
    in->cmd_blocks = (GMMU_U(GMMU_BLOCK_W))ls_below(ls, profile[p].blocks);
    in->cmd_limit = (GMMU_U(GMMU_SM_BLOCKS_W))ls_below(ls, 1U << GMMU_SM_BLOCKS_W);
    in->cmd_priority = (GMMU_U(GMMU_SM_TOKENS_W))ls_below(ls, 1U << GMMU_SM_TOKENS_W);
    in->cmd_tokens = (GMMU_U(GMMU_SMS_W))ls_below(ls, 1U << GMMU_SMS_W);
    in->arrive_ready = (u1)ls_chance(ls, 90);
    draw_table(ls, s, in, p);
    for (unsigned k = 0; k < KERNELS; k++)
        in->holds[k] = (u1)(ls_chance(ls, profile[p].holds) && (s->valid[k] || ls_chance(ls, 10)));
    in->ans_valid = (u1)(s->awaited ? ls_chance(ls, 50) : ls_chance(ls, 2));
    in->ans_block = (GMMU_U(GMMU_BLOCK_W))(ls_random(ls) >> (64 - GMMU_BLOCK_W));
    in->ans_context = (GMMU_U(GMMU_CONTEXT_W))(ls_random(ls) >> (64 - GMMU_CONTEXT_W));
    in->setup_ready = (u1)ls_chance(ls, profile[p].ready);
    in->issue_ready = (u1)ls_chance(ls, profile[p].ready);
    in->end_valid = (u1)ls_chance(ls, profile[p].ends);
    in->end_sm = draw_sm(ls);
    in->save_valid = (u1)ls_chance(ls, profile[p].saves);
    in->save_sm = ls_chance(ls, 30) ? in->end_sm : draw_sm(ls);
    in->save_block = (GMMU_U(GMMU_BLOCK_W))(ls_random(ls) >> (64 - GMMU_BLOCK_W));
    in->save_context = (GMMU_U(GMMU_CONTEXT_W))(ls_random(ls) >> (64 - GMMU_CONTEXT_W));
    if (ls_chance(ls, 1)) { /* a kernel whose blocks have all ended, or all but one been issued */
        const unsigned k = (unsigned)ls_below(ls, KERNELS);

        ls_poke(ls, ls_chance(ls, 50) ? "ended" : "issued", k, s->grid[k] - (uint64_t)ls_below(ls, 2));
    }
}

/* What the driver looks at, and what it does with it, as the header says. */
typedef struct {
    unsigned at, state, k, running;
    bool is_sm, its, has, is_set_up, is_empty, wants, busy, waits, coming, holds;
} look;

static bool reports(const sm_driver_in *in, unsigned i) {
    return (in->end_valid && in->end_sm == i) || (in->save_valid && in->save_sm == i);
}

static look look_at(const sm_driver_state *s, const sm_driver_in *in) {
    look v = {.at = (unsigned)s->at, .is_sm = s->at < SMS};
    const unsigned i = v.is_sm ? v.at : 0;

    v.state = v.is_sm ? in->sm_state[i] : SMST_IDLE;
    v.its = in->sm_kernel[i] < KERNELS;
    v.k = v.its ? (unsigned)in->sm_kernel[i] : 0;
    v.running = (unsigned)s->running[i];
    v.coming = s->push_valid && s->push_kernel == in->sm_kernel[i];
    v.holds = v.its && in->holds[v.k];
    v.has = v.coming || v.holds || (v.its && s->fresh[v.k]);
    v.is_set_up = s->set_up[i] == in->sm_kernel[i];
    v.is_empty = v.running == 0;
    v.wants = v.state == SMST_RUNNING && !s->preempt[i] && v.its && v.has && v.running < s->limit[v.k] &&
              (v.is_set_up || v.is_empty);
    v.waits = s->awaited || (s->setup_valid && !in->setup_ready) || (s->issue_valid && !in->issue_ready);
    v.busy = s->awaited || s->setup_valid || s->issue_valid;
    return v;
}

static void cover_look(lockstep *ls, const sm_driver_state *s, const sm_driver_in *in) {
    const look v = look_at(s, in);
    const bool gets = v.wants && !v.waits && v.is_set_up, stays = v.wants && !reports(in, v.at);
    const bool is_free = v.state != SMST_IDLE && v.is_empty;
    const bool is_pending = v.busy && s->to_sm == v.at;

    ls_cover(ls, "set-up", v.wants && !v.waits && !v.is_set_up);
    ls_cover(ls, "new block", gets && !v.holds && !v.coming);
    ls_cover(ls, "the last new block", gets && !v.holds && !v.coming && s->issued[v.k] + 1U == s->grid[v.k]);
    ls_cover(ls, "preempted block", gets && v.holds);
    ls_cover(ls, "preempted block before a new one", gets && v.holds && s->fresh[v.k]);
    ls_cover(ls, "new block waits for a preempted one", gets && !v.holds && v.coming && s->fresh[v.k]);
    ls_cover(ls, "block in the cycle in which the last one is taken",
             gets && s->issue_valid && in->issue_ready);
    ls_cover(ls, "block in the cycle in which the set-up is taken",
             gets && s->setup_valid && in->setup_ready);
    ls_cover(ls, "waits for a handle", v.wants && s->awaited);
    ls_cover(ls, "waits for an SM that is set up", v.wants && s->setup_valid && !in->setup_ready);
    ls_cover(ls, "waits for an SM that gets a block", v.wants && s->issue_valid && !in->issue_ready);
    ls_cover(ls, "goes on because of a report", v.wants && v.running != 0 && !stays);
    ls_cover(ls, "is fully occupied, of a smaller limit",
             v.state == SMST_RUNNING && v.its && v.has && v.running == s->limit[v.k] &&
                 v.running < GMMU_SM_BLOCKS && v.running != 0);
    ls_cover(ls, "is fully occupied",
             v.state == SMST_RUNNING && v.its && v.has && v.running == GMMU_SM_BLOCKS);
    ls_cover(ls, "gets nothing as it still is told to preempt",
             v.is_sm && v.state == SMST_RUNNING && v.has && s->preempt[v.is_sm ? v.at : 0]);
    ls_cover(ls, "reserved gets nothing", v.state == SMST_RESERVED && v.has);
    ls_cover(ls, "free, running", is_free && !is_pending && v.state == SMST_RUNNING && !v.has);
    ls_cover(ls, "free, reserved", is_free && !is_pending && v.state == SMST_RESERVED);
    ls_cover(ls, "not free, as something is under way to it", is_free && is_pending && !v.wants);
    ls_cover(ls, "not free, as a block comes to the queue",
             is_free && v.state == SMST_RUNNING && v.coming && !v.holds && v.its && !s->fresh[v.k]);
    ls_cover(ls, "nothing of no kernel", v.is_sm && v.state == SMST_RUNNING && !v.its);
    ls_cover(ls, "last SM", v.wants && v.at == SMS - 1U);
}

static void cover_kernels(lockstep *ls, const sm_driver_state *s, const sm_driver_in *in,
                          const sm_driver_out *pins) {
    const bool is_kernel = s->at < KERNELS;
    const unsigned k = is_kernel ? (unsigned)s->at : 0, c = (unsigned)in->cmd_gpu_context;
    const bool is_over = is_kernel && s->valid[k] && s->grid[k] == s->ended[k];
    const bool waits = is_kernel && s->buffer_valid[k], sent = in->cmd_valid && c < KERNELS;
    const bool empty = sent && pins->cmd_ready[c % KERNELS];
    unsigned free_ksrs = 0, sms = 0;

    for (unsigned j = 0; j < KERNELS; j++)
        free_ksrs += !s->valid[j];
    for (unsigned i = 0; i < SMS; i++)
        sms += in->sm_state[i] != SMST_IDLE && in->sm_kernel[i] == s->at;
    ls_cover(ls, "command", empty);
    ls_cover(ls, "command of no blocks", empty && in->cmd_blocks == 0);
    ls_cover(ls, "command with a limit of 0", empty && in->cmd_limit == 0);
    ls_cover(ls, "command with a limit of all", empty && in->cmd_limit == GMMU_SM_BLOCKS);
    ls_cover(ls, "command with a limit of more", empty && in->cmd_limit > GMMU_SM_BLOCKS);
    ls_cover(ls, "command ignored, full", sent && !pins->cmd_ready[c % KERNELS]);
    ls_cover(ls, "command ignored, full, while the buffer is read",
             sent && waits && c == k && free_ksrs != 0 && !s->arrive_valid);
    ls_cover(ls, "command ignored, no such GPU context", in->cmd_valid && c >= KERNELS);
    ls_cover(ls, "launch", waits && free_ksrs != 0 && !s->arrive_valid);
    ls_cover(ls, "launch to the last KSR",
             waits && free_ksrs == 1 && !s->valid[KERNELS - 1] && !s->arrive_valid);
    ls_cover(ls, "launch in the cycle of an arrival",
             waits && free_ksrs != 0 && s->arrive_valid && in->arrive_ready);
    ls_cover(ls, "no launch, arrival not taken",
             waits && free_ksrs != 0 && s->arrive_valid && !in->arrive_ready);
    ls_cover(ls, "no launch, no free KSR", waits && free_ksrs == 0 && !s->arrive_valid);
    ls_cover(ls, "kernel ends", is_over && sms == 0 && !(s->arrive_valid && s->arrive_kernel == k));
    ls_cover(ls, "kernel without blocks ends", is_over && sms == 0 && s->grid[k] == 0 && !s->arrive_valid);
    ls_cover(ls, "kernel does not end, it has an SM", is_over && sms == 1);
    ls_cover(ls, "kernel does not end before it has arrived",
             is_over && sms == 0 && s->arrive_valid && s->arrive_kernel == k);
}

static void cover_reports(lockstep *ls, const sm_driver_state *s, const sm_driver_in *in) {
    const bool ends = in->end_valid && in->end_sm < SMS, saves = in->save_valid && in->save_sm < SMS;
    const unsigned e = in->end_sm % SMS, v = in->save_sm % SMS;
    const bool one = ends && saves && e == v;

    ls_cover(ls, "end", ends && s->running[e] > 1);
    ls_cover(ls, "end of the only block", ends && s->running[e] == 1);
    ls_cover(ls, "end ignored, no block", ends && s->running[e] == 0);
    ls_cover(ls, "end ignored, no such SM", in->end_valid && !ends);
    ls_cover(ls, "save", saves && !one && s->running[v] > 1);
    ls_cover(ls, "save of the only block", saves && !one && s->running[v] == 1);
    ls_cover(ls, "save ignored, no block", saves && s->running[v] == 0);
    ls_cover(ls, "save ignored, no such SM", in->save_valid && !saves);
    ls_cover(ls, "both of one SM", one && s->running[e] > 1);
    ls_cover(ls, "both of one SM with one block", one && s->running[e] == 1);
    ls_cover(ls, "both of two SMs", ends && saves && e != v && s->running[e] != 0 && s->running[v] != 0);
    ls_cover(ls, "handle comes", s->awaited && in->ans_valid);
    ls_cover(ls, "handle ignored", !s->awaited && in->ans_valid);
}

static void cover_preempt(lockstep *ls, const sm_driver_state *s, const sm_driver_in *in) {
    const bool busy = s->awaited || s->setup_valid || s->issue_valid;
    bool told = false, drains = false, waits = false, stops = false;

    for (unsigned i = 0; i < SMS; i++) {
        const bool is_reserved = in->sm_state[i] == SMST_RESERVED, is_to = busy && s->to_sm == i;

        told |= is_reserved && !in->cfg_drain && !is_to;
        drains |= is_reserved && in->cfg_drain && !is_to;
        waits |= is_reserved && !in->cfg_drain && is_to;
        stops |= !is_reserved && s->preempt[i];
    }
    ls_cover(ls, "told to preempt", told);
    ls_cover(ls, "left to drain", drains);
    ls_cover(ls, "not told to preempt, something is under way", waits);
    ls_cover(ls, "preempted no longer", stops);
}

void sm_driver_coverage(lockstep *ls, const sm_driver_state *s, const sm_driver_in *in,
                        const sm_driver_out *pins) {
    cover_look(ls, s, in);
    cover_kernels(ls, s, in, pins);
    cover_reports(ls, s, in);
    cover_preempt(ls, s, in);
}
