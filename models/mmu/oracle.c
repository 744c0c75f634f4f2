/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mix.h"
#include "gmmu_params.h"

#define MEMO_BITS 12U
#define ASIDS     (1U << GMMU_ASID_W)

typedef enum {
    VERDICT_OK,
    VERDICT_NO_SPACE,
    VERDICT_UNMAPPED,
    VERDICT_WRONG_PPN,
    VERDICT_READ_ONLY,
    VERDICT_TOO_LARGE
} verdict;

/* A page known to be mapped, valid while its address space is in that generation. Small, as the memo shares
 * the caches of the host with the chip. */
typedef struct {
    uint64_t page; /* space_page() + 1; 0: empty */
    uint64_t generation;
    translation t;
} memo_entry;

struct oracle {
    const address_space *spaces[ASIDS];
    uint64_t checks, walks, mismatches;
    struct {
        verdict what;
        uint16_t asid;
        uint64_t vpn, ppn, expected;
    } first;
    memo_entry memo[1U << MEMO_BITS];
};

oracle *oracle_new(address_space *const *spaces, uint32_t count) {
    oracle *o = calloc(1, sizeof *o);
    if (o == NULL)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t asid = address_space_asid(spaces[i]);
        if (o->spaces[asid] != NULL) {
            free(o);
            return NULL;
        }
        o->spaces[asid] = spaces[i];
    }
    return o;
}

void oracle_free(oracle *o) {
    free(o);
}

/* A page and its address space as one number. */
static uint64_t space_page(uint16_t asid, uint64_t vpn) {
    return vpn << GMMU_ASID_W | asid;
}

/* Looks the page up in the memo, and in the tables when it is not there. */
static verdict oracle_find_page(oracle *o, uint16_t asid, uint64_t vpn, translation *t) {
    const address_space *space = asid < ASIDS ? o->spaces[asid] : NULL;
    if (space == NULL)
        return VERDICT_NO_SPACE;

    uint64_t hash = (vpn ^ ((uint64_t)asid << GMMU_VPN_W)) * MIX_GOLDEN;
    memo_entry *m = &o->memo[hash >> (64U - MEMO_BITS)];
    uint64_t generation = address_space_generation(space);
    if (m->page != space_page(asid, vpn) + 1 || m->generation != generation) {
        translation found;
        o->walks++;
        if (!address_space_translate(space, vpn, &found))
            return VERDICT_UNMAPPED;
        *m = (memo_entry){.page = space_page(asid, vpn) + 1, .generation = generation, .t = found};
    }
    *t = m->t;
    return VERDICT_OK;
}

static verdict oracle_judge(oracle *o, uint16_t asid, uint64_t vpn, uint64_t ppn, bool write,
                            uint64_t *expected) {
    translation t;
    verdict v = oracle_find_page(o, asid, vpn, &t);
    if (v != VERDICT_OK)
        return v;
    *expected = t.ppn;
    if (t.ppn != ppn)
        return VERDICT_WRONG_PPN;
    return write && !t.writable ? VERDICT_READ_ONLY : VERDICT_OK;
}

bool oracle_translate(oracle *o, uint16_t asid, uint64_t vpn, translation *t) {
    return oracle_find_page(o, asid, vpn, t) == VERDICT_OK;
}

static bool oracle_record(oracle *o, verdict v, uint16_t asid, uint64_t vpn, uint64_t ppn,
                          uint64_t expected) {
    if (v == VERDICT_OK)
        return true;
    if (o->mismatches++ == 0) {
        o->first.what = v;
        o->first.asid = asid;
        o->first.vpn = vpn;
        o->first.ppn = ppn;
        o->first.expected = expected;
    }
    return false;
}

bool oracle_check(oracle *o, uint16_t asid, uint64_t vpn, uint64_t ppn, bool write) {
    uint64_t expected = 0;
    verdict v = oracle_judge(o, asid, vpn, ppn, write, &expected);
    o->checks++;
    return oracle_record(o, v, asid, vpn, ppn, expected);
}

bool oracle_check_piece(oracle *o, uint16_t asid, uint64_t vpn, uint64_t ppn, uint32_t bits) {
    translation t = {.ppn = 0};
    verdict v = oracle_find_page(o, asid, vpn, &t);
    if (v == VERDICT_OK && t.ppn != ppn)
        v = VERDICT_WRONG_PPN;
    else if (v == VERDICT_OK && t.bits < bits)
        v = VERDICT_TOO_LARGE;
    return oracle_record(o, v, asid, vpn, ppn, t.ppn);
}

uint64_t oracle_checks(const oracle *o) {
    return o->checks;
}

uint64_t oracle_walks(const oracle *o) {
    return o->walks;
}

uint64_t oracle_mismatches(const oracle *o) {
    return o->mismatches;
}

void oracle_report(const oracle *o, char *text, size_t size) {
    if (size == 0)
        return;
    text[0] = '\0';
    if (o->mismatches == 0)
        return;
    static const char *const why[] = {
        [VERDICT_OK] = "",
        [VERDICT_NO_SPACE] = "no address space has this ASID",
        [VERDICT_UNMAPPED] = "the page is not mapped",
        [VERDICT_WRONG_PPN] = "the page table says otherwise",
        [VERDICT_READ_ONLY] = "store to a read-only page",
        [VERDICT_TOO_LARGE] = "the page is smaller than the reply said",
    };
    snprintf(text, size,
             "translation oracle: asid %u, vpn 0x%" PRIx64 ": got ppn 0x%" PRIx64 ", expected 0x%" PRIx64
             ": %s (first of %" PRIu64 " mismatches)",
             (unsigned)o->first.asid, o->first.vpn, o->first.ppn, o->first.expected, why[o->first.what],
             o->mismatches);
}
