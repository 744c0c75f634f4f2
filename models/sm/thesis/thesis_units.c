/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/thesis/thesis_units.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "operand_log_duties.h"
#include "replay_queue_duties.h"
#include "warp_gate_duties.h"

static const warp_gate_in gate_idle;
static const replay_queue_in queue_idle;
static const operand_log_in log_idle;

enum { GATE, QUEUE, LOG };
const unit_need thesis_units_needs[] = {[GATE] = {.unit = "warp_gate"},
                                        [QUEUE] = {.unit = "replay_queue"},
                                        [LOG] = {.unit = "operand_log"},
                                        {.unit = NULL}};

static bool open_unit(thesis_unit_use *u, const gpu_config *config, int which, char *err, size_t n) {
    *u = (thesis_unit_use){.stepped = true};
    return unit_use_open(&u->use, config, thesis_units_needs[which].unit, NULL, err, n);
}

static uint8_t gate_scheme(exception_scheme scheme) {
    return scheme == SCHEME_WD_COMMIT      ? WARP_GATE_COMMIT
           : scheme == SCHEME_WD_LASTCHECK ? WARP_GATE_LASTCHECK
                                           : WARP_GATE_OFF;
}

bool thesis_units_open(thesis_units *u, const gpu_config *config, char *err, size_t err_size) {
    const uint32_t entries = config->exceptions.queue_entries;
    u->gate_scheme = gate_scheme(config->exceptions.scheme);
    u->queue_entries = entries ? entries : GMMU_REPLAY_DEPTH;
    return open_unit(&u->gate, config, GATE, err, err_size) &&
           open_unit(&u->queue, config, QUEUE, err, err_size) &&
           open_unit(&u->log, config, LOG, err, err_size);
}

void thesis_units_close(thesis_units *u) {
    unit_use_close(&u->gate.use);
    unit_use_close(&u->queue.use);
    unit_use_close(&u->log.use);
}

/* Pins move with an edge only, and none is missing once the unit is at rest. */
static void read_pins(thesis_unit_use *u, uint64_t cycle, const void *idle, void *pins) {
    if ((!u->stepped && u->use.linger == 0) || (!u->stepped && u->pins_for == cycle))
        return;
    unit_use_pins_at(&u->use, cycle, idle, pins);
    u->stepped = false;
    u->pins_for = cycle;
}

const warp_gate_out *gate_pins(thesis_units *u, uint64_t cycle) {
    read_pins(&u->gate, cycle, &gate_idle, &u->gate_pins);
    return &u->gate_pins;
}

const replay_queue_out *queue_pins(thesis_units *u, uint64_t cycle) {
    read_pins(&u->queue, cycle, &queue_idle, &u->queue_pins);
    return &u->queue_pins;
}

const operand_log_out *log_pins(thesis_units *u, uint64_t cycle) {
    read_pins(&u->log, cycle, &log_idle, &u->log_pins);
    return &u->log_pins;
}

/* ---- the operand log's RAM ---- */

void log_write_part(thesis_units *u, uint32_t warp, uint16_t seq, uint8_t part, uint64_t data) {
    u->log_in.wr_valid = 1;
    u->log_in.wr_warp = (u6)warp;
    u->log_in.wr_seq = seq;
    u->log_in.wr_part = part;
    u->log.active = true;
    u->log_data = data;
}

void log_ram_cycle(thesis_units *u, uint64_t cycle) {
    if (u->log_writes) {
        const operand_log_out *pins = log_pins(u, cycle);
        if (pins->ram_we)
            u->ram[pins->ram_waddr] = u->log_data;
        u->log_writes = false;
    }
    if (u->second_write)
        log_write_part(u, u->second_warp, u->second_seq, 1, u->second_data);
    u->second_write = false;
}

void log_write(thesis_units *u, uint32_t warp, uint16_t seq, bool two, uint64_t operands) {
    log_write_part(u, warp, seq, 0, operands);
    u->second_write = two;
    u->second_warp = (uint8_t)warp;
    u->second_seq = seq;
    u->second_data = log_second_part(operands);
}

/* ---- events ---- */

void gate_fetched(thesis_units *u, uint32_t warp) {
    u->gate_in.fetched |= UINT64_C(1) << warp;
    u->gate.active = true;
}

void gate_issued(thesis_units *u, uint32_t warp) {
    u->gate_in.issued |= UINT64_C(1) << warp;
    u->gate.active = true;
}

void gate_checked(thesis_units *u, uint32_t warp) {
    u->gate_in.checked |= UINT64_C(1) << warp;
    u->gate.active = true;
}

void gate_committed(thesis_units *u, uint32_t warp) {
    u->gate_in.committed |= UINT64_C(1) << warp;
    u->gate.active = true;
}

void gate_squashed(thesis_units *u, uint64_t warps) {
    u->gate_in.squashed |= warps;
    u->gate.active = true;
}

/* A unit of so many entries would be full in the same cycles: holes count in both (replay_queue.h). */
bool queue_has_room(thesis_units *u, uint64_t cycle) {
    const replay_queue_out *pins = queue_pins(u, cycle);
    return pins->push_ready && pins->level < u->queue_entries;
}

bool queue_can_push(thesis_units *u, uint64_t cycle) {
    return !u->queue_in.push_valid && queue_has_room(u, cycle);
}

void queue_push(thesis_units *u, const queue_entry *e) {
    replay_queue_in *in = &u->queue_in;
    in->push_valid = 1;
    in->push_warp = (u6)e->warp;
    in->push_seq = (u16)e->seq;
    in->push_pc = (u32)e->pc;
    in->push_lanes = (u32)e->lanes;
    in->push_memory = e->memory;
    in->push_waiting = e->waiting;
    u->queue.active = true;
}

void queue_checked(thesis_units *u, uint32_t warp, uint16_t seq) {
    u->queue_in.check_valid = 1;
    u->queue_in.check_warp = (u6)warp;
    u->queue_in.check_seq = (u16)seq;
    u->queue.active = true;
}

void queue_committed(thesis_units *u, uint32_t warp, uint16_t seq) {
    u->queue_in.commit_valid = 1;
    u->queue_in.commit_warp = (u6)warp;
    u->queue_in.commit_seq = (u16)seq;
    u->queue.active = true;
}

void queue_faulted(thesis_units *u, uint32_t warp, uint16_t seq) {
    u->queue_in.fault_valid = 1;
    u->queue_in.fault_warp = (u6)warp;
    u->queue_in.fault_seq = (u16)seq;
    u->queue.active = true;
}

void queue_squash(thesis_units *u, uint32_t warp) {
    u->queue_in.squash |= UINT64_C(1) << warp;
    u->queue.active = true;
}

void queue_resume(thesis_units *u, uint32_t warp) {
    u->queue_in.resume |= UINT64_C(1) << warp;
    u->queue.active = true;
}

void queue_take_replay(thesis_units *u) {
    u->queue_in.replay_ready = 1;
    u->queue.active = true;
}

void queue_save(thesis_units *u, uint64_t warps, bool take) {
    u->queue_in.save |= warps;
    u->queue_in.save_ready = take;
    u->queue.active = true;
}

void log_setup(thesis_units *u, uint32_t per_block, uint32_t entries) {
    u->log_in.setup_valid = 1;
    u->log_in.setup_per_block = (u8)per_block;
    u->log_in.setup_entries = (u8)entries;
    u->log.active = true;
}

void log_alloc(thesis_units *u, uint32_t block, uint32_t warp, uint16_t seq, uint32_t parts) {
    u->log_in.alloc_valid = 1;
    u->log_in.alloc_block = (u4)block;
    u->log_in.alloc_warp = (u6)warp;
    u->log_in.alloc_seq = (u16)seq;
    u->log_in.alloc_parts = (u2)parts;
    u->log.active = true;
}

void log_checked(thesis_units *u, uint32_t warp, uint16_t seq) {
    u->log_in.check_valid = 1;
    u->log_in.check_warp = (u6)warp;
    u->log_in.check_seq = (u16)seq;
    u->log.active = true;
}

void log_ask(thesis_units *u, uint32_t warp, uint16_t seq, uint8_t part) {
    u->log_in.rd_valid = 1;
    u->log_in.rd_warp = (u6)warp;
    u->log_in.rd_seq = (u16)seq;
    u->log_in.rd_part = part;
    u->log.active = true;
}

void log_save_start(thesis_units *u, uint32_t block) {
    u->log_in.save_start = 1;
    u->log_in.save_block = (u4)block;
    u->log.active = true;
}

void log_save_take(thesis_units *u) {
    u->log_in.save_ready = 1;
    u->log.active = true;
}

bool log_write_taken(const thesis_units *u) {
    return u->log_in.wr_valid;
}

bool log_alloc_taken(const thesis_units *u) {
    return u->log_in.alloc_valid;
}

/* ---- edges ---- */

/* What the proof of the queue takes for granted. */
static void assert_queue_duties(const thesis_units *u) {
    const replay_queue_state *s = u->queue.use.state;
    const replay_queue_in *in = &u->queue_in;
    assert(replay_queue_pushes_near(s, in));
    assert(replay_queue_pushes_once(s, in));
    assert(replay_queue_faults_unchecked(s, in));
}

static void step_queue(thesis_units *u, uint64_t cycle) {
    const replay_queue_in *in = &u->queue_in;
    const replay_queue_out *pins = &u->queue_pins;
    (void)queue_pins(u, cycle);
    if ((in->push_valid || in->fault_valid) && !u->queue.use.ops->rtl)
        assert_queue_duties(u);
    const uint32_t holes = pins->level > u->held ? pins->level - u->held : 0;
    const bool leaves = in->commit_valid || (in->replay_ready && pins->replay_valid && !pins->replay_memory);
    u->held += in->push_valid && pins->push_ready;
    u->held -= leaves && u->held > 0;
    const bool saved = in->save_ready && pins->save_valid;
    u->held -= saved && u->held > 0;
    unit_use_step_at(&u->queue.use, cycle, &queue_idle, in, &u->queue_pins,
                     holes - (holes > 0) + (uint32_t)leaves + (uint32_t)saved);
    u->queue_in = queue_idle;
}

/* The state of the unit in C says what the RTL's does not show. */
static void assert_log_duties(const thesis_units *u) {
    const operand_log_state *s = u->log.use.state;
    const operand_log_in *in = &u->log_in;
    assert(operand_log_asks_fitting(s, in));
    assert(operand_log_saves_quiet(s, in));
    assert(operand_log_writes_held(s, in));
}

static void step_log(thesis_units *u, uint64_t cycle) {
    const bool addresses = u->log_in.wr_valid || u->log_in.rd_valid;
    const bool saves = u->log_in.save_start || u->log_in.save_ready; /* the end of it shows a cycle later */
    /* A setup hands entries out, one per cycle; until then the log is asked for nothing else. */
    const unsigned settle = u->log_in.setup_valid ? GMMU_LOG_ENTRIES + 1 : saves ? 2 : addresses;
    u->log_writes = u->log_in.wr_valid;
    (void)log_pins(u, cycle); /* with the edges that were left out */
    if ((u->log_in.alloc_valid || u->log_in.wr_valid) && !u->log.use.ops->rtl)
        assert_log_duties(u);
    unit_use_step_at(&u->log.use, cycle, &log_idle, &u->log_in, &u->log_pins, settle);
    u->log_in = log_idle;
}

bool thesis_units_step(thesis_units *u, uint64_t cycle) {
    const bool any = u->gate.active || u->queue.active || u->log.active;
    if (u->gate.active) {
        u->gate_in.cfg_scheme = u->gate_scheme;
        (void)gate_pins(u, cycle);
        if (u->gate_in.fetched && !u->gate.use.ops->rtl)
            assert(warp_gate_fetches_open(u->gate.use.state, &u->gate_in));
        unit_use_step_at(&u->gate.use, cycle, &gate_idle, &u->gate_in, &u->gate_pins, 0);
        u->gate_in = gate_idle;
        u->gate.stepped = true;
    }
    if (u->queue.active) {
        step_queue(u, cycle);
        u->queue.stepped = true;
    }
    if (u->log.active) {
        step_log(u, cycle);
        u->log.stepped = true;
    }
    u->gate.active = u->queue.active = u->log.active = false;
    return any;
}
