#include "sm/sm.h"

#include <assert.h>
#include <string.h>

#include "engine/alloc.h"
#include "sm/ldst.h"
#include "sm/scheduler.h"
#include "sm/scoreboard.h"
#include "sm/shared_memory.h"
#include "sm/timing_wheel.h"

#define WARPS  LDST_WARPS
#define BLOCKS GTO_MAX_BLOCKS

/* Where a warp's next instruction goes. */
typedef enum { UNIT_ALU, UNIT_CONST, UNIT_SFU, UNIT_SHARED, UNIT_LDST, UNIT_CONTROL, UNITS } exec_unit;

typedef struct {
    reg_set pending;       /* registers with a result on the way */
    reg_set needs;         /* registers the next instruction waits for */
    uint64_t uid;          /* of the next instruction */
    uint32_t inflight;     /* issued, not committed */
    uint32_t mem_inflight; /* of these global accesses */
    uint8_t block;         /* block slot */
    uint8_t number;        /* in the block */
    uint8_t unit;          /* of the next instruction */
    warp_inst inst;        /* the next instruction, decoded */
} warp_slot;

typedef struct {
    block_stream *stream; /* NULL: free slot */
    uint64_t block;
    uint64_t members;  /* warp slots */
    uint32_t fetching; /* warps with instructions left */
    uint32_t alive;    /* warps not ended: instructions left or in flight */
    uint16_t asid;
    uint8_t app;
    sm_resources needs;
} block_slot;

struct sm {
    sm_context context;
    link *from_dispatcher, *to_dispatcher;
    uint32_t ports; /* instructions issued per cycle */

    /* Masks of warp slots. A warp can issue when it is in `fetched` and in none of
     * `hazard`, `at_barrier`, `branching`, and its unit is free. */
    uint64_t resident;
    uint64_t fetched; /* there is a next instruction */
    uint64_t hazard;  /* which waits for registers or, a fence, for accesses */
    uint64_t at_barrier;
    uint64_t branching;   /* behind a branch that is not resolved */
    uint64_t unit[UNITS]; /* whose next instruction goes there */

    uint64_t sfu_free, shared_free; /* first cycle in which the unit takes another one */
    uint64_t next_uid;
    uint64_t counted_to;  /* cycle up to which stall_tlb_cycles is counted */
    uint32_t tlb_stalled; /* warps that do not issue since then for want of a translation */
    uint8_t app;          /* of the block that arrived last */

    sm_resources capacity, used;
    uint64_t done_blocks; /* block slots whose end the dispatcher does not know yet */
    gto_scheduler gto;
    timing_wheel wheel;
    block_slot block[BLOCKS];
    warp_slot warp[WARPS];
    ldst ldst;
};

static uint64_t bit(uint32_t slot) {
    return UINT64_C(1) << slot;
}

static uint32_t lowest(uint64_t mask) {
    return (uint32_t)__builtin_ctzll(mask);
}

static void set_bit(uint64_t *mask, uint32_t slot, bool on) {
    *mask = (*mask & ~bit(slot)) | (uint64_t)on << slot;
}

static void watch_inst(const sm *s, uint64_t cycle, uint32_t slot, uint64_t uid, inst_stage stage,
                       const warp_inst *inst) {
    const observer *watch = s->context.watch;
    if (watch && watch->inst)
        watch->inst(watch->ctx, cycle, s->context.number, slot, uid, stage, inst);
}

/* ---- fetch ---- */

static exec_unit unit_of(const warp_inst *inst) {
    switch (inst->op) {
    case OP_SFU:
        return UNIT_SFU;
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC:
        if (inst->mask == 0)
            return UNIT_ALU;
        return inst->space == SPACE_GLOBAL   ? UNIT_LDST
               : inst->space == SPACE_SHARED ? UNIT_SHARED
               : inst->space == SPACE_CONST  ? UNIT_CONST
                                             : UNIT_ALU;
    case OP_BARRIER:
    case OP_MEMBAR:
    case OP_EXIT:
        return UNIT_CONTROL;
    default:
        return UNIT_ALU;
    }
}

/* Does the next instruction wait for what the warp has in flight? */
static void update_hazard(sm *s, uint32_t slot) {
    const warp_slot *w = &s->warp[slot];
    bool fence = w->inst.op == OP_MEMBAR && w->mem_inflight != 0;
    set_bit(&s->hazard, slot, fence || reg_set_meets(&w->pending, &w->needs));
}

static void release_barrier(sm *s, const block_slot *b) {
    uint64_t arrived = s->at_barrier & b->members;
    if (arrived && (uint32_t)__builtin_popcountll(arrived) == b->fetching)
        s->at_barrier &= ~b->members;
}

static void end_warp_if_done(sm *s, uint32_t slot) {
    const warp_slot *w = &s->warp[slot];
    block_slot *b = &s->block[w->block];
    if ((s->fetched & bit(slot)) == 0 && w->inflight == 0 && --b->alive == 0)
        s->done_blocks |= bit(w->block);
}

/* Decodes the warp's next instruction, or finds that there is none. */
static void fetch(sm *s, uint32_t slot, uint64_t cycle) {
    warp_slot *w = &s->warp[slot];
    block_slot *b = &s->block[w->block];

    s->unit[w->unit] &= ~bit(slot);
    if (!block_next_inst(b->stream, w->number, &w->inst)) {
        s->fetched &= ~bit(slot);
        s->at_barrier &= ~bit(slot);
        b->fetching--;
        release_barrier(s, b);
        return;
    }
    w->unit = (uint8_t)unit_of(&w->inst);
    w->needs = scoreboard_needs(&w->inst);
    w->uid = s->next_uid++;
    s->fetched |= bit(slot);
    s->unit[w->unit] |= bit(slot);
    update_hazard(s, slot);
    watch_inst(s, cycle, slot, w->uid, STAGE_FETCH, &w->inst);
}

/* ---- commit ---- */

/* An instruction is over; its results, if any, can be used. */
static void commit(sm *s, uint32_t slot, const uint8_t *dst, uint32_t ndst, uint32_t lanes, uint64_t uid,
                   uint64_t cycle) {
    warp_slot *w = &s->warp[slot];
    app_stats *stats = &s->context.stats[s->block[w->block].app];
    stats->instructions++;
    stats->thread_instructions += lanes;
    reg_set_remove(&w->pending, dst, ndst);
    w->inflight--;
    update_hazard(s, slot);
    watch_inst(s, cycle, slot, uid, STAGE_COMMIT, NULL);
    end_warp_if_done(s, slot);
}

static void commit_fixed_latency(sm *s, uint64_t cycle) {
    wheel_event e;
    while (wheel_take(&s->wheel, cycle, &e)) {
        if (e.branch)
            s->branching &= ~bit(e.warp);
        commit(s, e.warp, e.dst, e.ndst, e.lanes, e.uid, cycle);
    }
}

static void commit_accesses(sm *s, uint64_t cycle) {
    const mem_op *op;
    while ((op = ldst_take_done(&s->ldst))) {
        s->warp[op->warp].mem_inflight--;
        engine_event(s->context.engine, s->context.component, SM_EVENT_MEM_DONE, op->uid, op->warp);
        commit(s, op->warp, op->dst, op->ndst, op->lanes, op->uid, cycle);
    }
}

/* ---- issue ---- */

static void execute_for(sm *s, uint32_t slot, uint64_t when) {
    const warp_slot *w = &s->warp[slot];
    const warp_inst *inst = &w->inst;
    wheel_event *e = wheel_add(&s->wheel, when);
    e->uid = w->uid;
    e->warp = (uint8_t)slot;
    e->lanes = (uint8_t)__builtin_popcount(inst->mask);
    e->branch = inst->op == OP_BRANCH;
    e->ndst = inst->ndst;
    memcpy(e->dst, inst->dst, sizeof(e->dst));
    if (e->branch)
        s->branching |= bit(slot);
}

static void execute(sm *s, uint32_t slot, uint64_t cycle) {
    const chip_config *chip = &s->context.config->chip;
    warp_slot *w = &s->warp[slot];
    const block_slot *b = &s->block[w->block];
    uint32_t passes;

    switch ((exec_unit)w->unit) {
    case UNIT_SFU:
        s->sfu_free = cycle + chip->sfu_interval;
        execute_for(s, slot, cycle + chip->sfu_latency);
        break;
    case UNIT_SHARED:
        passes = shared_memory_passes(&w->inst);
        s->shared_free = cycle + passes;
        execute_for(s, slot, cycle + chip->shared_latency + passes - 1);
        break;
    case UNIT_CONST:
        execute_for(s, slot, cycle + chip->const_latency);
        break;
    case UNIT_LDST:
        w->mem_inflight++;
        ldst_issue(&s->ldst, &w->inst, slot, b->app, b->asid, w->uid);
        break;
    case UNIT_CONTROL:
        if (w->inst.op == OP_BARRIER)
            s->at_barrier |= bit(slot);
        break;
    case UNIT_ALU:
    case UNITS:
        execute_for(s, slot, cycle + chip->alu_latency);
        break;
    }
}

static void issue(sm *s, uint32_t slot, uint64_t cycle) {
    warp_slot *w = &s->warp[slot];
    const warp_inst *inst = &w->inst;
    bool control = w->unit == UNIT_CONTROL;
    uint64_t uid = w->uid;
    uint32_t lanes = (uint32_t)__builtin_popcount(inst->mask);

    engine_event(s->context.engine, s->context.component, SM_EVENT_ISSUE, slot, inst->pc);
    watch_inst(s, cycle, slot, uid, STAGE_ISSUE, inst);
    w->inflight++;
    if (!control) {
        reg_set_add(&w->pending, inst->dst, inst->ndst);
        execute(s, slot, cycle);
        fetch(s, slot, cycle);
        return;
    }
    execute(s, slot, cycle);
    fetch(s, slot, cycle);
    release_barrier(s, &s->block[w->block]);
    commit(s, slot, NULL, 0, lanes, uid, cycle);
}

/* Of these warps, the ones whose unit can take their instruction in this cycle. */
static uint64_t with_free_unit(const sm *s, uint64_t warps, uint64_t cycle) {
    if (cycle < s->sfu_free)
        warps &= ~s->unit[UNIT_SFU];
    if (cycle < s->shared_free)
        warps &= ~s->unit[UNIT_SHARED];
    if (!ldst_accepts(&s->ldst))
        warps &= ~s->unit[UNIT_LDST];
    return warps;
}

static uint64_t ready_warps(const sm *s) {
    return s->fetched & ~(s->hazard | s->at_barrier | s->branching);
}

static void issue_stage(sm *s, uint64_t cycle) {
    /* What this cycle's instructions bring about (a barrier opening, the next
     * instruction of a warp) counts from the next cycle on. */
    uint64_t ready = ready_warps(s);
    for (uint32_t port = 0; port < s->ports && ready; port++) {
        uint64_t pick = gto_pick(&s->gto, port, with_free_unit(s, ready, cycle));
        ready &= ~pick;
        if (pick)
            issue(s, lowest(pick), cycle);
    }
}

/* ---- thread blocks ---- */

static bool fits(const sm_resources *used, const sm_resources *needs, const sm_resources *capacity) {
    return used->blocks + needs->blocks <= capacity->blocks &&
           used->warps + needs->warps <= capacity->warps && used->regs + needs->regs <= capacity->regs &&
           used->shared + needs->shared <= capacity->shared;
}

static void start_block(sm *s, const block_message *m, const sm_resources *needs, uint64_t cycle) {
    uint32_t number = 0;
    while (s->block[number].stream)
        number++;
    block_slot *b = &s->block[number];
    *b = (block_slot){.stream = m->stream,
                      .block = m->block,
                      .fetching = m->kernel->warps_per_block,
                      .alive = m->kernel->warps_per_block,
                      .asid = m->asid,
                      .app = m->app,
                      .needs = *needs};
    uint64_t free_slots = ~s->resident;
    for (uint32_t i = 0; i < m->kernel->warps_per_block; i++) {
        uint32_t slot = lowest(free_slots);
        free_slots &= free_slots - 1;
        b->members |= bit(slot);
        s->warp[slot].block = (uint8_t)number;
        s->warp[slot].number = (uint8_t)i;
    }
    s->resident |= b->members;
    s->app = m->app;
    gto_add_block(&s->gto, b->members);
    for (uint64_t todo = b->members; todo; todo &= todo - 1) {
        fetch(s, lowest(todo), cycle);
        end_warp_if_done(s, lowest(todo));
    }
}

/* D: one block per cycle; blocks wait for each other in the order of arrival. */
static void accept_block(sm *s, uint64_t cycle) {
    const block_message *m = link_peek(s->from_dispatcher);
    if (!m)
        return;
    sm_resources needs = sm_block_needs(m->kernel);
    if (!fits(&s->used, &needs, &s->capacity))
        return;
    s->used.blocks += needs.blocks;
    s->used.warps += needs.warps;
    s->used.regs += needs.regs;
    s->used.shared += needs.shared;
    start_block(s, m, &needs, cycle);
    link_pop(s->from_dispatcher);
}

static void retire_blocks(sm *s) {
    while (s->done_blocks) {
        uint32_t number = lowest(s->done_blocks);
        block_slot *b = &s->block[number];
        block_done_message *m = link_push(s->to_dispatcher);
        if (!m)
            return;
        *m = (block_done_message){.block = b->block, .sm = s->context.number, .asid = b->asid, .app = b->app};
        s->used.blocks -= b->needs.blocks;
        s->used.warps -= b->needs.warps;
        s->used.regs -= b->needs.regs;
        s->used.shared -= b->needs.shared;
        s->resident &= ~b->members;
        gto_remove_block(&s->gto, b->members);
        block_close(b->stream);
        b->stream = NULL;
        s->done_blocks &= s->done_blocks - 1;
    }
}

/* ---- one cycle ---- */

/* Warp cycles since the last tick, in which nothing has changed. */
static void count_stalls(sm *s, uint64_t cycle) {
    s->context.stats[s->app].stall_tlb_cycles += s->tlb_stalled * (cycle - s->counted_to);
    s->counted_to = cycle;
}

/* The next cycle after `cycle` in which a warp issues if nothing else happens. */
static uint64_t next_issue(const sm *s, uint64_t cycle) {
    uint64_t ready = ready_warps(s);
    uint64_t next = GMMU_NEVER;
    if (with_free_unit(s, ready, cycle + 1))
        return cycle + 1;
    if (ready & s->unit[UNIT_SFU])
        next = s->sfu_free;
    if ((ready & s->unit[UNIT_SHARED]) && s->shared_free < next)
        next = s->shared_free;
    return next;
}

static uint64_t sm_tick(void *self, uint64_t cycle) {
    sm *s = self;
    if (s->tlb_stalled)
        count_stalls(s, cycle);
    s->counted_to = cycle;
    commit_fixed_latency(s, cycle);
    ldst_tick(&s->ldst, cycle);
    commit_accesses(s, cycle);
    issue_stage(s, cycle);
    if (s->done_blocks)
        retire_blocks(s);
    accept_block(s, cycle);
    s->tlb_stalled = (uint32_t)__builtin_popcountll(s->ldst.tlb_waiting_warps & s->fetched & s->hazard);

    uint64_t next = next_issue(s, cycle);
    if (s->done_blocks && link_can_push(s->to_dispatcher))
        next = cycle + 1; /* a block without instructions was over on arrival */
    uint64_t wake = next == cycle + 1 ? next : ldst_next(&s->ldst, cycle);
    next = wake < next ? wake : next;
    wake = next == cycle + 1 ? next : wheel_next(&s->wheel, cycle);
    return wake < next ? wake : next;
}

/* ---- life ---- */

static uint32_t max32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

sm *sm_new(engine *e, int domain, const gpu_config *config, uint32_t number, oracle *check,
           const observer *watch) {
    const chip_config *chip = &config->chip;
    sm *s = alloc_zeroed(1, sizeof(*s));
    uint32_t longest = max32(max32(chip->alu_latency, chip->sfu_latency),
                             max32(chip->const_latency, chip->shared_latency + SHARED_MAX_PASSES));
    char name[16];

    (void)snprintf(name, sizeof(name), "sm%u", number);
    s->context = (sm_context){.engine = e,
                              .component = engine_add_component(e, name, domain, sm_tick, s),
                              .number = number,
                              .config = config,
                              .oracle = check,
                              .watch = watch};
    s->ports = chip->issue_width < GTO_MAX_PORTS ? chip->issue_width : GTO_MAX_PORTS;
    s->capacity = sm_capacity(chip);
    wheel_init(&s->wheel, longest, s->ports);
    ldst_init(&s->ldst, &s->context);
    return s;
}

void sm_free(sm *s) {
    if (!s)
        return;
    for (uint32_t i = 0; i < BLOCKS; i++)
        if (s->block[i].stream)
            block_close(s->block[i].stream);
    wheel_destroy(&s->wheel);
    ldst_destroy(&s->ldst);
    free(s);
}

int sm_component(const sm *s) {
    return s->context.component;
}

void sm_attach_dispatcher(sm *s, link *in, link *out) {
    s->from_dispatcher = in;
    s->to_dispatcher = out;
}

void sm_attach_tlb(sm *s, link *to, link *from) {
    s->ldst.to_tlb = to;
    s->ldst.from_tlb = from;
}

void sm_attach_memory(sm *s, link *to, link *from) {
    s->ldst.to_memory = to;
    s->ldst.from_memory = from;
}

const app_stats *sm_stats(const sm *s) {
    return s->context.stats;
}

bool sm_idle(const sm *s) {
    return s->resident == 0 && ldst_empty(&s->ldst);
}

void sm_flush_tlb(sm *s) {
    ldst_flush_tlb(&s->ldst);
}
