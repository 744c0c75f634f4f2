/* SPDX-License-Identifier: Apache-2.0 */
#include "units/frfcfs_twin.h"

#include <string.h>

#include "base/bit_set.h"

#define NONE UINT32_MAX

/* What a smaller unit sees of a value that it cannot hold (frfcfs_queue_model.h). */
static uint32_t frfcfs_twin_cut(uint32_t value, uint32_t most) {
    return value < most ? value : most;
}

static uint32_t bank_of(const frfcfs_twin *t, uint32_t pin) {
    return frfcfs_twin_cut(pin, t->banks - 1U);
}

static uint32_t banks_of(const frfcfs_twin *t, uint32_t pin) {
    return frfcfs_twin_cut(pin, (1U << t->banks) - 1U);
}

static void frfcfs_twin_show(frfcfs_twin *t) {
    t->pins.push_ready = t->count < t->depth;
    t->pins.level = (uint8_t)t->count;
}

void frfcfs_twin_reset(frfcfs_twin *t, uint32_t depth, uint32_t banks) {
    memset(t, 0, sizeof *t);
    t->depth = depth;
    t->banks = banks;
    for (uint32_t i = 0; i < FRFCFS_TWIN_DEPTH; i++)
        t->place[i] = (uint8_t)i;
    frfcfs_twin_show(t);
}

/* Position of the oldest entry that hits among those whose bank is ready, or else of the oldest, or NONE;
 * where the cap is reached, of the oldest that is ready, or NONE. */
static uint32_t frfcfs_twin_search(const frfcfs_twin *t, uint32_t ready, bool capped, bool *hits) {
    uint32_t oldest = NONE;
    *hits = false;
    for (uint32_t w = 0; w < BIT_SET_WORDS(t->count); w++) {
        uint64_t waiting = 0;
        for (uint32_t left = ready; left; left &= left - 1U)
            waiting |= t->of_bank[__builtin_ctz(left)][w];
        const uint64_t hitting = waiting & t->hits[w];
        const uint64_t served = hitting && !capped ? hitting : waiting;
        const uint32_t first = served ? (uint32_t)__builtin_ctzll(served) : 0;
        *hits = hitting >> first & 1U;
        if (*hits || (served && capped))
            return w * 64U + first;
        if (served && oldest == NONE)
            oldest = w * 64U + first;
    }
    return oldest;
}

static void frfcfs_twin_choose(frfcfs_twin *t, uint32_t ready, uint32_t cap) {
    bool hits = false;
    const uint32_t pick = frfcfs_twin_search(t, ready, cap && t->passed >= cap, &hits);
    frfcfs_queue_model_out *pins = &t->pins;
    const frfcfs_twin_entry *e = pick != NONE ? &t->entry[t->place[pick]] : &(frfcfs_twin_entry){0};
    t->pick = pick;
    pins->pick_valid = pick != NONE;
    pins->pick_id = e->id;
    pins->pick_write = e->write;
    pins->pick_bank = e->bank;
    pins->pick_row = e->row;
    pins->pick_col = e->col;
    pins->pick_hit = hits;
}

static void close_rows(frfcfs_twin *t, uint32_t banks) {
    t->open &= ~banks;
    for (; banks; banks &= banks - 1U)
        for (uint32_t w = 0; w < FRFCFS_TWIN_WORDS; w++)
            t->hits[w] &= ~t->of_bank[__builtin_ctz(banks)][w];
}

static void open_row(frfcfs_twin *t, uint32_t bank, uint32_t row) {
    close_rows(t, 1U << bank);
    t->open |= 1U << bank;
    t->open_row[bank] = row;
    for (uint32_t w = 0; w < FRFCFS_TWIN_WORDS; w++) {
        for (uint64_t left = t->of_bank[bank][w]; left; left &= left - 1U) {
            const uint32_t position = w * 64U + (uint32_t)__builtin_ctzll(left);
            if (t->entry[t->place[position]].row == row)
                bit_set_add(t->hits, position);
        }
    }
}

/* Takes position `gone` out of the set: those above it move down. */
static void close_gap(uint64_t *set, uint32_t words, uint32_t gone) {
    uint64_t stays = (UINT64_C(1) << (gone % 64U)) - 1U;
    for (uint32_t w = gone / 64U; w < words; w++) {
        const uint64_t next = w + 1 < words ? set[w + 1] : 0;
        set[w] = (set[w] & stays) | ((set[w] >> 1 | next << 63) & ~stays);
        stays = 0;
    }
}

static void frfcfs_twin_take_out(frfcfs_twin *t, uint32_t gone) {
    const uint32_t words = BIT_SET_WORDS(t->count);
    const uint8_t freed = t->place[gone];
    for (uint32_t b = 0; b < t->banks; b++)
        close_gap(t->of_bank[b], words, gone);
    close_gap(t->hits, words, gone);
    t->count--;
    memmove(&t->place[gone], &t->place[gone + 1], t->count - gone);
    t->place[t->count] = freed;
}

static void frfcfs_twin_append(frfcfs_twin *t, const frfcfs_queue_model_in *in) {
    const uint32_t bank = bank_of(t, in->push_bank);
    t->entry[t->place[t->count]] = (frfcfs_twin_entry){.row = in->push_row,
                                                       .id = in->push_id,
                                                       .write = in->push_write,
                                                       .bank = (uint8_t)bank,
                                                       .col = in->push_col};
    bit_set_add(t->of_bank[bank], t->count);
    if ((t->open >> bank & 1U) && t->open_row[bank] == in->push_row)
        bit_set_add(t->hits, t->count);
    t->count++;
}

void frfcfs_twin_step(frfcfs_twin *t, const frfcfs_queue_model_in *in) {
    const bool push = in->push_valid && t->pins.push_ready;
    const bool pop = in->pop && t->last_valid;
    const uint32_t gone = t->last;
    t->last_valid = t->pins.pick_valid && !pop;
    t->last = t->pick;
    frfcfs_twin_choose(t, pop ? 0 : banks_of(t, in->bank_ready), in->cfg_hit_cap);
    if (in->pre)
        close_rows(t, banks_of(t, in->pre));
    if (in->act_valid)
        open_row(t, bank_of(t, in->act_bank), in->act_row);
    if (pop) {
        t->passed = gone ? t->passed + (t->passed < in->cfg_hit_cap) : 0;
        frfcfs_twin_take_out(t, gone);
    }
    if (push)
        frfcfs_twin_append(t, in);
    frfcfs_twin_show(t);
}
