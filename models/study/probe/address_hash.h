/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds how a GPU hashes physical addresses (Fractional GPUs V-C, V-D), by latencies alone:
 *
 *   1. DRAM banks (Algorithm 1). Two lines that are not in the cache are read at once. If they lie in two
 * rows of one bank, the second waits for the first, and the pair takes more than 1.1 times the average.
 *   2. Cache sets (Algorithm 2). A line is read, then others; if it is slow when it is read again, one of the
 *      others was the last that its set had room for.
 *
 * Both hashes are taken to be XORs of address bits, so that only the difference of two addresses (their XOR)
 * decides, and the differences without a conflict of place are the kernel of a matrix. The paper lists all
 * functions and keeps those that fit all pairs; here the pairs span the kernel, and the functions are what is
 * orthogonal to it. So they are found up to a change of basis: which bit of a number is which, and which
 * XOR of bits, conflicts cannot show.
 *
 * What is found is held against new pairs. If they contradict it, or conflicts are not seen at all, the
 * experiment says that it has found nothing.
 *
 * Limits: physical memory in one piece; a cache that replaces the least recently used line; lines of a page
 * of 4 KB in several sets; translations of one line per 2 MB that stay in some TLB, as reads of page tables
 * fill the cache with others.
 */
#ifndef GMMU_ADDRESS_HASH_H
#define GMMU_ADDRESS_HASH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/gf2.h"
#include "study/probe/probe_machine.h"

/* A number, each bit of which is the parity of the address and a mask: in the form of gf2_reduce_rows(). */
typedef struct {
    uint32_t bits;
    uint64_t mask[GF2_BITS];
} hash_function;

typedef struct {
    const char *failed;   /* NULL: found; else why not */
    uint64_t lines;       /* bits of an address that tell lines apart */
    hash_function bank;   /* of the DRAM of all channels */
    hash_function set;    /* of the cache of all channels */
    hash_function module; /* what bank and set have in common (FGPU V-E) */
    uint32_t ways;        /* of a set */
    uint32_t fetched;     /* bytes of a line that a miss fetches (FGPU App. A); 0: whole lines */
    /* Pairs of step 1: their average, from where on one is slow, and new pairs that were, as a check. */
    uint32_t average, threshold;
    uint32_t slow_same, slow_other, checked;     /* with equal bank numbers, with others, of `checked` each */
    uint32_t evicted_same, evicted_other, tried; /* the same of step 2 */
    uint64_t accesses;
} address_hash;

/* A pair of step 1: Fig. 3 and 4. */
typedef struct {
    uint64_t primary, secondary; /* addresses */
    uint32_t cycles;
} address_hash_pair;

typedef void (*address_hash_pair_fn)(void *ctx, const address_hash_pair *pair);

/* m has memory in one piece; seed, not 0, of the addresses that are drawn. take, or NULL, gets the first
 * pairs. False: the machine failed. */
bool address_hash_find(const probe_machine *m, uint64_t seed, address_hash_pair_fn take, void *ctx,
                       address_hash *found);

/* Bits of a module's number that no address within a page of 1 << page_bits bytes changes: such a page has
 * one of 1 << result colours (FGPU V-F). */
uint32_t address_hash_colour_bits(const hash_function *module, uint32_t page_bits);

#endif
