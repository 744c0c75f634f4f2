/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/place_use.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

_Static_assert(CHIP_MAX_APPS <= 64, "the users of a place are a word");

/* Places of one kind. */
typedef struct {
    const char *name;
    uint32_t count;
    uint64_t *users; /* of each place, a bit for each application */
} place_kind;

typedef enum { L2_SETS, DRAM_BANKS, PLACE_KINDS } kind_number;

struct place_use {
    uint32_t sets, banks; /* of an L2 bank, of a channel */
    place_kind kind[PLACE_KINDS];
    bool apart;
    /* the first place with two users, with `apart` */
    const place_kind *met; /* NULL: none */
    uint32_t met_place, met_app;
    uint64_t met_users, met_address;
};

static place_kind new_kind(const char *name, uint32_t count) {
    return (place_kind){.name = name, .count = count, .users = alloc_zeroed(count, sizeof(uint64_t))};
}

place_use *place_use_new(const chip_config *chip) {
    place_use *u = alloc_zeroed(1, sizeof *u);
    u->sets = chip_l2_sets(chip);
    u->banks = chip->memory.banks;
    u->kind[L2_SETS] = new_kind("set of the L2 cache", chip->l2.banks * u->sets);
    u->kind[DRAM_BANKS] = new_kind("bank of DRAM", chip->memory.channels * u->banks);
    return u;
}

void place_use_free(place_use *u) {
    for (uint32_t k = 0; u != NULL && k < PLACE_KINDS; k++)
        free(u->kind[k].users);
    free(u);
}

void place_use_keep_apart(place_use *u) {
    u->apart = true;
}

static void place_use_note(place_use *u, kind_number number, uint32_t place, uint64_t paddr, uint32_t app) {
    const place_kind *kind = &u->kind[number];
    const uint64_t others = kind->users[place] & ~(UINT64_C(1) << app);
    kind->users[place] |= UINT64_C(1) << app;
    if (others == 0 || !u->apart || u->met != NULL)
        return;
    u->met = kind;
    u->met_place = place;
    u->met_app = app;
    u->met_users = others;
    u->met_address = paddr;
}

void place_use_l2_set(place_use *u, uint32_t bank, uint32_t set, uint64_t paddr, uint32_t app) {
    if (u != NULL)
        place_use_note(u, L2_SETS, bank * u->sets + set, paddr, app);
}

void place_use_dram(place_use *u, const mem_place *place, uint64_t paddr, uint32_t app) {
    if (u != NULL)
        place_use_note(u, DRAM_BANKS, place->channel * u->banks + place->bank, paddr, app);
}

static void add_place(place_count *to, uint64_t users) {
    to->used += users != 0;
    to->shared += (users & (users - 1)) != 0;
}

place_counts place_use_count(const place_use *u) {
    place_counts c = {0};
    for (uint32_t i = 0; u != NULL && i < u->kind[L2_SETS].count; i++)
        add_place(&c.l2_sets, u->kind[L2_SETS].users[i]);
    for (uint32_t i = 0; u != NULL && i < u->kind[DRAM_BANKS].count; i += u->banks) {
        uint64_t users = 0;
        for (uint32_t bank = 0; bank < u->banks; bank++) {
            add_place(&c.dram_banks, u->kind[DRAM_BANKS].users[i + bank]);
            users |= u->kind[DRAM_BANKS].users[i + bank];
        }
        add_place(&c.channels, users);
    }
    return c;
}

bool place_use_report(const place_use *u, char *text, size_t size) {
    if (u == NULL || u->met == NULL)
        return false;
    (void)snprintf(text, size,
                   "isolation oracle: address 0x%" PRIx64 " of application %" PRIu32 " lies in %s %" PRIu32
                   ", which application %d has used",
                   u->met_address, u->met_app, u->met->name, u->met_place, __builtin_ctzll(u->met_users));
    return true;
}
