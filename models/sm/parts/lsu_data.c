/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/lsu_data.h"

#include "base/host_cache.h"

static line_data *lsu_data_slot(lsu *l, uint64_t line) {
    return &l->cache.known[line % LSU_KNOWN];
}

void lsu_data_prefetch(const lsu *l, uint64_t line) {
    host_prefetch(&l->cache.known[line % LSU_KNOWN], sizeof *l->cache.known);
    data_oracle_prefetch(l->data, line << LINE_ADDRESS_BITS);
}

uint32_t lsu_data_l1_oldest(const lsu *l, uint64_t line) {
    const line_data known = l->cache.known[line % LSU_KNOWN];
    return line_data_line(known) == line ? line_data_version(known) : 0;
}

uint32_t lsu_data_oldest(const lsu *l, uint64_t line) {
    if (!l->data)
        return 0;
    const uint32_t ordered = line_data_version(data_oracle_now(l->data, line << LINE_ADDRESS_BITS));
    const uint32_t known = lsu_data_l1_oldest(l, line);
    return ordered > known ? ordered : known;
}

line_data lsu_data_stored(lsu *l, uint64_t line) {
    if (!l->data)
        return line_data_make(line, 0);
    return *lsu_data_slot(l, line) = line_data_next(line_data_make(line, lsu_data_oldest(l, line)));
}

void lsu_data_loaded(lsu *l, line_data data) {
    line_data *known = lsu_data_slot(l, line_data_line(data));
    if (line_data_line(*known) != line_data_line(data) || *known < data)
        *known = data;
}

void lsu_data_check_reply(lsu *l, uint64_t line, line_data data, uint32_t oldest) {
    (void)data_oracle_check(l->data, DATA_AT_SM, l->sm.number, line << LINE_ADDRESS_BITS, data, oldest);
}

void lsu_data_check_line(lsu *l, uint64_t line, line_data data, uint32_t oldest, uint8_t app) {
    if (!l->data)
        return;
    (void)data_oracle_check_held(l->data, DATA_AT_L1, l->sm.number, line << LINE_ADDRESS_BITS, data, oldest);
    l->sm.stats[app].data_checks++;
}

/* Nobody else writes the line between this write and its read: so the version that it gets is known. */
void lsu_data_save(lsu *l, saved_lines *saved, uint64_t paddr, uint32_t token) {
    const uint64_t line = paddr >> LINE_ADDRESS_BITS;
    if (!l->data)
        return;
    const line_data next = line_data_next(data_oracle_now(l->data, paddr)),
                    before = line_table_get(&saved->versions, line);
    if (line_data_version(before) != 0) /* the context has two lines in one place */
        (void)data_oracle_check_saved(l->data, l->sm.number, paddr, line_data_next(next), before);
    line_table_put(&saved->versions, next);
    line_table_put(&saved->tokens, line_data_make(line, token));
}

void lsu_data_check_place(lsu *l, const saved_lines *saved, uint64_t paddr, uint32_t token) {
    if (l->data)
        (void)data_oracle_check_token(
            l->data, l->sm.number, paddr, token,
            line_data_version(line_table_get(&saved->tokens, paddr >> LINE_ADDRESS_BITS)));
}

void lsu_data_check_restored(lsu *l, const saved_lines *saved, uint64_t paddr, line_data data) {
    if (l->data)
        (void)data_oracle_check_saved(l->data, l->sm.number, paddr, data,
                                      line_table_get(&saved->versions, paddr >> LINE_ADDRESS_BITS));
}
