/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/data_oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

struct data_oracle {
    line_table written; /* every line that an ordered write has touched */
    uint64_t checks, mismatches;
    struct {
        data_place where;
        uint32_t number, oldest, newest;
        uint64_t line;
        line_data data;
    } first;
};

data_oracle *data_oracle_new(void) {
    return alloc_zeroed(1, sizeof(data_oracle));
}

void data_oracle_free(data_oracle *o) {
    if (o == NULL)
        return;
    line_table_free(&o->written);
    free(o);
}

line_data data_oracle_now(const data_oracle *o, uint64_t paddr) {
    const uint64_t line = paddr >> LINE_ADDRESS_BITS;
    return o ? line_table_get(&o->written, line) : line_data_make(line, 0);
}

void data_oracle_prefetch(const data_oracle *o, uint64_t paddr) {
    if (o)
        line_table_prefetch(&o->written, paddr >> LINE_ADDRESS_BITS);
}

void data_oracle_write(data_oracle *o, line_data data) {
    if (o)
        line_table_put(&o->written, data);
}

/* Counts a check; false: records a mismatch. */
static bool data_oracle_judge(data_oracle *o, bool right, data_place where, uint32_t number, uint64_t line,
                              line_data data, uint32_t oldest) {
    o->checks++;
    if (right)
        return true;
    if (o->mismatches++ == 0) {
        o->first.where = where;
        o->first.number = number;
        o->first.oldest = oldest;
        o->first.newest =
            where == DATA_AT_CONTEXT ? oldest : line_data_version(line_table_get(&o->written, line));
        o->first.line = line;
        o->first.data = data;
    }
    return false;
}

bool data_oracle_check(data_oracle *o, data_place where, uint32_t number, uint64_t paddr, line_data data,
                       uint32_t oldest) {
    if (o == NULL)
        return true;
    const uint64_t line = paddr >> LINE_ADDRESS_BITS;
    const line_data least = line_data_make(line, oldest);
    /* The line goes first. Mostly it is the oldest version, which is no newer than the newest: so the table
     * need not be asked. */
    const bool right = data == least || (data > least && data <= line_table_get(&o->written, line));
    return data_oracle_judge(o, right, where, number, line, data, oldest);
}

bool data_oracle_check_held(data_oracle *o, data_place where, uint32_t number, uint64_t paddr, line_data data,
                            uint32_t oldest) {
    if (o == NULL)
        return true;
    const uint64_t line = paddr >> LINE_ADDRESS_BITS;
    const bool right = line_data_line(data) == line && line_data_version(data) >= oldest;
    return data_oracle_judge(o, right, where, number, line, data, oldest);
}

bool data_oracle_check_saved(data_oracle *o, uint32_t number, uint64_t paddr, line_data data,
                             line_data saved) {
    return o == NULL || data_oracle_judge(o, data == saved, DATA_AT_CONTEXT, number,
                                          paddr >> LINE_ADDRESS_BITS, data, line_data_version(saved));
}

bool data_oracle_check_token(data_oracle *o, uint32_t number, uint64_t paddr, uint32_t token,
                             uint32_t saved) {
    const uint64_t line = paddr >> LINE_ADDRESS_BITS;
    return o == NULL || data_oracle_judge(o, token == saved, DATA_IN_CONTEXT, number, line,
                                          line_data_make(line, token), saved);
}

void data_oracle_keep(data_oracle *o, line_table *memory, uint32_t number, uint64_t paddr, line_data data) {
    if (data_oracle_check_held(o, DATA_AT_CHANNEL, number, paddr, data, 0) && line_data_version(data) != 0)
        line_table_put(memory, data);
}

uint64_t data_oracle_checks(const data_oracle *o) {
    return o ? o->checks : 0;
}

uint64_t data_oracle_mismatches(const data_oracle *o) {
    return o ? o->mismatches : 0;
}

void data_oracle_report(const data_oracle *o, char *text, size_t size) {
    static const char *const places[] = {[DATA_AT_SM] = "reply to SM",
                                         [DATA_AT_L1] = "L1 cache of SM",
                                         [DATA_AT_CONTEXT] = "context of a block at SM",
                                         [DATA_IN_CONTEXT] = "context of a block at SM",
                                         [DATA_AT_WALKERS] = "reply to port of the walkers",
                                         [DATA_AT_COPIER] = "reply to page copier at port",
                                         [DATA_AT_CHANNEL] = "write to memory channel",
                                         [DATA_AT_MEMORY] = "DRAM of channel"};
    if (size == 0)
        return;
    text[0] = '\0';
    if (o == NULL || o->mismatches == 0)
        return;
    const uint64_t line = o->first.line, got = line_data_line(o->first.data);
    if (o->first.where == DATA_IN_CONTEXT) {
        (void)snprintf(text, size,
                       "data oracle: %s %" PRIu32 ", line 0x%" PRIx64
                       ": expected the values saved there, at their place in the block (first of %" PRIu64
                       " mismatches)",
                       places[o->first.where], o->first.number, line << LINE_ADDRESS_BITS, o->mismatches);
        return;
    }
    (void)snprintf(
        text, size,
        "data oracle: %s %" PRIu32 ", line 0x%" PRIx64 ": got line 0x%" PRIx64 " version %" PRIu32
        ", expected its own, versions %" PRIu32 " to %" PRIu32 " (first of %" PRIu64 " mismatches)",
        places[o->first.where], o->first.number, line << LINE_ADDRESS_BITS, got << LINE_ADDRESS_BITS,
        line_data_version(o->first.data), o->first.oldest, o->first.newest, o->mismatches);
}
