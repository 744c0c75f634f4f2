/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts that a paper replaces and that are chosen by an enumeration. A new one is a file with its
 * struct of functions and one line here: the enumerator, the name that the user gives and the table
 * of the structs follow from the line. docs/extending.md says how other parts are named.
 *
 * LINE(enumerator, name), the first line being the default.
 */
#ifndef GMMU_POLICIES_H
#define GMMU_POLICIES_H

/* How bits of the virtual address give the set of a TLB entry: tlb_set_<name>() in models/mmu/tlb_policies.c.
 */
#define TLB_INDEXES(LINE)                                                                                    \
    LINE(LOW, low)       /* the lowest bits */                                                               \
    LINE(XOR, xor)       /* groups of log2(sets) bits, XORed (XOR-N of later GPUs) */                        \
    LINE(MODULO, modulo) /* the remainder: any number of sets */

/* Which entry of a set makes room: tlb_replace_<name> in models/mmu/tlb_policies.c. */
#define TLB_REPLACEMENTS(LINE)                                                                               \
    LINE(LRU, lru)       /* the entry whose last use is the oldest */                                        \
    LINE(FIFO, fifo)     /* the entry that was filled first */                                               \
    LINE(RANDOM, random) /* an empty entry, or any */

/* What these lists become. */
#define POLICY_NAME(enumerator, name) #name,

#endif
