/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The translation oracle compares every translation that the pipeline delivers, and
 * the permission of every access, with the application's own page table. It is not
 * part of the machine and costs no cycle. A small memo of walked pages keeps it
 * fast; the reference is always the tables (address_space_translate).
 */
#ifndef GMMU_ORACLE_H
#define GMMU_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mmu/address_space.h"

typedef struct oracle oracle;

/* The address spaces (distinct ASIDs) must outlive the oracle. NULL when out of memory
 * or when two share an ASID. */
oracle *oracle_new(address_space *const *spaces, uint32_t count);
void oracle_free(oracle *o);

/* Does the page table say (asid, vpn) -> ppn, and writable if `write`? A mismatch
 * is counted, and the first one is recorded; the run goes on and fails at its end. */
bool oracle_check(oracle *o, uint16_t asid, uint64_t vpn, uint64_t ppn, bool write);

/* May a TLB hold (asid, vpn) -> ppn as part of an aligned piece of 1 << bits bytes? The page must be at least
 * as large, and the frame the right one. A mismatch is counted like those above. */
bool oracle_check_piece(oracle *o, uint16_t asid, uint64_t vpn, uint64_t ppn, uint32_t bits);

/* The translation by the page table, for the design in which every access hits the L1 TLB. False
 * when the page is not mapped. */
bool oracle_translate(oracle *o, uint16_t asid, uint64_t vpn, translation *t);

uint64_t oracle_checks(const oracle *o);
uint64_t oracle_walks(const oracle *o); /* checks that walked the tables */
uint64_t oracle_mismatches(const oracle *o);

/* The first mismatch as one line without a newline; "" when there was none. */
void oracle_report(const oracle *o, char *text, size_t size);

#endif
