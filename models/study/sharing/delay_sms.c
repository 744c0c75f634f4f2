/* SPDX-License-Identifier: Apache-2.0 */
#include "study/sharing/delay_sms.h"

#include <assert.h>
#include <string.h>

#include "base/mix.h"

void delay_sms_reset(delay_sms *s, uint32_t spread, uint64_t seed) {
    memset(s, 0, sizeof *s);
    for (uint32_t p = 0; p < DELAY_PLACES; p++)
        s->due[p] = DELAY_NEVER;
    for (uint32_t i = 0; i < DELAY_SMS; i++) {
        s->sm_due[i] = DELAY_NEVER;
        s->context[i] = DELAY_NONE;
    }
    for (uint32_t c = 0; c < DELAY_CONTEXTS; c++)
        for (uint32_t n = 0; n < DELAY_PLACES; n++)
            s->memory[c].vacant[n] = (uint16_t)n;
    s->next_due = DELAY_NEVER;
    s->spread = spread;
    s->random = random_seeded(seed);
}

/* ---- when what is over ---- */

static void find_due(delay_sms *s, uint32_t i) {
    uint64_t first = DELAY_NEVER;
    for (uint32_t p = i * DELAY_BLOCKS; p < (i + 1) * DELAY_BLOCKS; p++)
        first = s->due[p] < first ? s->due[p] : first;
    s->sm_due[i] = first;
    s->next_due = DELAY_NEVER;
    for (uint32_t n = 0; n < DELAY_SMS; n++)
        s->next_due = s->sm_due[n] < s->next_due ? s->sm_due[n] : s->next_due;
}

/* A place's block is there until the cycle `due`. */
static void set_place(delay_sms *s, uint32_t p, place_state state, uint64_t due) {
    s->place[p].state = state;
    s->due[p] = due;
    find_due(s, p / DELAY_BLOCKS);
}

/* The cycle in which SM i has moved one more context, begun now at the earliest. */
static uint64_t move_context(delay_sms *s, uint32_t i, uint64_t cycle) {
    const uint64_t from = s->port_free[i] > cycle ? s->port_free[i] : cycle;
    const uint64_t takes = s->kernel[s->context[i]].save_cycles;
    s->port_free[i] = from + (takes ? takes : 1);
    return s->port_free[i];
}

/* ---- blocks ---- */

static uint32_t vacant_place(const delay_sms *s, uint32_t i) {
    uint32_t p = i * DELAY_BLOCKS;
    while (s->place[p].state != PLACE_VACANT)
        p++;
    assert(p < (i + 1) * DELAY_BLOCKS);
    return p;
}

/* Cycles of a new block: evenly within the spread. */
static uint64_t draw_cycles(delay_sms *s, uint64_t mean) {
    const uint64_t most = mean * s->spread / 100;
    const uint64_t drawn = most ? mean - most + random_next(&s->random) % (2 * most + 1) : mean;
    return drawn ? drawn : 1;
}

void delay_sms_issue(delay_sms *s, uint32_t i, uint32_t block, uint64_t cycle) {
    const uint32_t p = vacant_place(s, i);
    s->place[p].block = block;
    set_place(s, p, PLACE_WORKING, cycle + draw_cycles(s, s->kernel[s->context[i]].block_cycles));
}

void delay_sms_restore(delay_sms *s, uint32_t i, uint32_t block, uint32_t pointer, uint64_t cycle) {
    const uint32_t p = vacant_place(s, i);
    saved_blocks *memory = &s->memory[s->context[i]];
    memory->kept--;
    memory->vacant[DELAY_PLACES - 1 - memory->kept] = (uint16_t)pointer;
    s->place[p].block = block;
    s->place[p].left = memory->left[pointer];
    set_place(s, p, PLACE_RESTORING, move_context(s, i, cycle));
}

static void save_place(delay_sms *s, uint32_t p, uint64_t left, uint64_t cycle) {
    s->place[p].left = left;
    set_place(s, p, PLACE_SAVING, move_context(s, p / DELAY_BLOCKS, cycle));
}

void delay_sms_preempt(delay_sms *s, uint32_t i, bool preempt, uint64_t cycle) {
    if (preempt == s->preempted[i])
        return;
    s->preempted[i] = preempt;
    for (uint32_t p = i * DELAY_BLOCKS; preempt && p < (i + 1) * DELAY_BLOCKS; p++)
        if (s->place[p].state == PLACE_WORKING)
            save_place(s, p, s->due[p] - cycle, cycle);
}

static void queue_place(place_queue *q, uint32_t p) {
    q->of[(q->first + q->count++) % DELAY_PLACES] = (uint16_t)p;
}

static void expire_place(delay_sms *s, uint32_t p, uint64_t cycle) {
    const place_state state = s->place[p].state;
    if (state == PLACE_RESTORING && s->preempted[p / DELAY_BLOCKS]) {
        save_place(s, p, s->place[p].left, cycle);
    } else if (state == PLACE_RESTORING) {
        set_place(s, p, PLACE_WORKING, cycle + s->place[p].left);
    } else {
        queue_place(state == PLACE_SAVING ? &s->saved : &s->ended, p);
        set_place(s, p, PLACE_TOLD, DELAY_NEVER);
    }
}

void delay_sms_expire(delay_sms *s, uint64_t cycle) {
    for (uint32_t i = 0; i < DELAY_SMS; i++)
        for (uint32_t p = i * DELAY_BLOCKS; s->sm_due[i] <= cycle && p < (i + 1) * DELAY_BLOCKS; p++)
            if (s->due[p] <= cycle)
                expire_place(s, p, cycle);
}

/* ---- reports ---- */

static bool take_report(delay_sms *s, place_queue *q, uint32_t *p) {
    if (q->count == 0)
        return false;
    *p = q->of[q->first];
    q->first = (q->first + 1) % DELAY_PLACES;
    q->count--;
    s->place[*p].state = PLACE_VACANT;
    return true;
}

bool delay_sms_report_end(delay_sms *s, uint32_t *sm) {
    uint32_t p = 0;
    if (!take_report(s, &s->ended, &p))
        return false;
    *sm = p / DELAY_BLOCKS;
    return true;
}

bool delay_sms_report_save(delay_sms *s, uint32_t *sm, uint32_t *block, uint32_t *pointer) {
    uint32_t p = 0;
    if (!take_report(s, &s->saved, &p))
        return false;
    *sm = p / DELAY_BLOCKS;
    saved_blocks *memory = &s->memory[s->context[*sm]];
    assert(memory->kept < DELAY_PLACES);
    *pointer = memory->vacant[DELAY_PLACES - 1 - memory->kept++];
    memory->left[*pointer] = s->place[p].left;
    *block = s->place[p].block;
    return true;
}
