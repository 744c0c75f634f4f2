/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hardware units in the SM of the thesis: warp_gate, replay_queue, operand_log with
 * its RAM. A file with an event for a unit reports it by a function below; at the end of the cycle
 * the units with events take their clock edge. Pins are read as they are before that edge.
 * Only thesis_units.c and these functions write thesis_units.
 */
#ifndef GMMU_THESIS_UNITS_H
#define GMMU_THESIS_UNITS_H

#include "base/mix.h"
#include "config/config.h"
#include "operand_log.h"
#include "replay_queue.h"
#include "units/unit_needs.h"
#include "units/unit_use.h"
#include "warp_gate.h"

/* A unit that is evaluated on demand. */
typedef struct {
    unit_use use;
    bool active;       /* has input in this cycle */
    bool stepped;      /* since its pins were read */
    uint64_t pins_for; /* cycle */
} thesis_unit_use;

typedef struct {
    thesis_unit_use gate, queue, log;
    warp_gate_in gate_in;
    replay_queue_in queue_in;
    operand_log_in log_in;
    warp_gate_out gate_pins;
    replay_queue_out queue_pins;
    operand_log_out log_pins;
    uint8_t gate_scheme;
    uint32_t queue_entries; /* of the replay queue that may be in use */
    uint32_t held;          /* instructions in the replay queue; holes are not counted */

    /* The operand log's RAM: an operand is a value. */
    uint64_t ram[GMMU_LOG_ENTRIES];
    uint64_t log_data;    /* goes into the RAM with the write address of the next cycle */
    bool log_writes;      /* in the next cycle */
    bool second_write;    /* the second operand follows one cycle after the first */
    uint8_t second_warp;  /* its warp */
    uint16_t second_seq;  /* its instruction */
    uint64_t second_data; /* its value */
} thesis_units;

/* False: a unit is missing in this simulator; one line in err. */
/* What it has of units. */
extern const unit_need thesis_units_needs[];

bool thesis_units_open(thesis_units *u, const gpu_config *config, char *err, size_t err_size);
void thesis_units_close(thesis_units *u);

const warp_gate_out *gate_pins(thesis_units *u, uint64_t cycle);
const replay_queue_out *queue_pins(thesis_units *u, uint64_t cycle);
const operand_log_out *log_pins(thesis_units *u, uint64_t cycle);

/* The RAM's and the second operand's part of a cycle; call it first in the cycle. */
void log_ram_cycle(thesis_units *u, uint64_t cycle);
/* At operand read: writes the operands of an access, one or two parts. */
void log_write(thesis_units *u, uint32_t warp, uint16_t seq, bool two, uint64_t operands);
/* Writes one of them alone; the port must be free. */
void log_write_part(thesis_units *u, uint32_t warp, uint16_t seq, uint8_t part, uint64_t data);
/* The written value comes back only if both parts do. */
static inline uint64_t log_second_part(uint64_t operands) {
    return operands * MIX_GOLDEN;
}

/* ---- warp_gate: events of a global access of the warp, or of several warps ---- */

void gate_fetched(thesis_units *u, uint32_t warp);
void gate_issued(thesis_units *u, uint32_t warp);
void gate_checked(thesis_units *u, uint32_t warp);
void gate_committed(thesis_units *u, uint32_t warp);
void gate_squashed(thesis_units *u, uint64_t warps);

/* ---- replay_queue: one push, check, commit, fault per cycle ---- */

/* An instruction enters: an access that is issued, or (`waiting`) one that waits for a replay. */
typedef struct {
    uint32_t warp, pc, lanes;
    uint16_t seq;
    bool memory, waiting;
} queue_entry;

/* Is there room for one more? And nothing has taken it in this cycle? */
bool queue_has_room(thesis_units *u, uint64_t cycle);
bool queue_can_push(thesis_units *u, uint64_t cycle);
void queue_push(thesis_units *u, const queue_entry *e);
void queue_checked(thesis_units *u, uint32_t warp, uint16_t seq);
void queue_committed(thesis_units *u, uint32_t warp, uint16_t seq);
void queue_faulted(thesis_units *u, uint32_t warp, uint16_t seq);
void queue_squash(thesis_units *u, uint32_t warp);
void queue_resume(thesis_units *u, uint32_t warp);
/* Takes the instruction that the queue gives back. */
void queue_take_replay(thesis_units *u);
/* Asks for the entries of these warps; takes the one on the pins. */
void queue_save(thesis_units *u, uint64_t warps, bool take);

/* ---- operand_log ---- */

void log_setup(thesis_units *u, uint32_t per_block, uint32_t entries);
/* Allocates entries for the operands of an access: a bit per part. */
void log_alloc(thesis_units *u, uint32_t block, uint32_t warp, uint16_t seq, uint32_t parts);
void log_checked(thesis_units *u, uint32_t warp, uint16_t seq);
/* The operand arrives in the cycle after the next. */
void log_ask(thesis_units *u, uint32_t warp, uint16_t seq, uint8_t part);
void log_save_start(thesis_units *u, uint32_t block);
void log_save_take(thesis_units *u);
/* Has the port been used in this cycle? */
bool log_write_taken(const thesis_units *u);
bool log_alloc_taken(const thesis_units *u);
/* The edges at the end of a cycle. True when a unit took one. */
bool thesis_units_step(thesis_units *u, uint64_t cycle);

#endif
