/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "mmu/tlb_hashed.h"
#include "mmu/tlb_two_size.h"

/* One of them. */
struct tlb_unit {
    tlb_two_size *two_size;
    tlb_hashed *hashed;
};

/* The level of that number, without a unit. */
static bool is_level(const gpu_config *config, uint32_t number, unit_part *part) {
    *part = (unit_part){.ops = NULL};
    (void)snprintf(part->name, sizeof part->name, "tlb.l%u", (unsigned)number % 100U + 1);
    return number < config->chip.tlb.levels;
}

static bool two_size_part(const gpu_config *config, uint32_t number, unit_part *part) {
    const chip_config *chip = &config->chip;
    if (!is_level(config, number, part))
        return false;
    part->ops = two_size_fit_of(&chip->tlb.level[number], chip_page_sizes(chip),
                                config_unit_is_rtl(config, TWO_SIZE_UNIT))
                    .ops;
    return true;
}

static bool hashed_part(const gpu_config *config, uint32_t number, unit_part *part) {
    const chip_config *chip = &config->chip;
    if (!is_level(config, number, part))
        return false;
    part->ops =
        level_fit_of(&chip->tlb.level[number], chip_page_sizes(chip), config_unit_is_rtl(config, LEVEL_UNIT))
            .ops;
    return true;
}

const unit_need *tlb_unit_units(const gpu_config *config) {
    static const unit_need units[] = {{.unit = TWO_SIZE_UNIT, .part = two_size_part},
                                      {.unit = LEVEL_UNIT, .part = hashed_part},
                                      {.unit = NULL}};
    (void)config; /* every chip has such levels */
    return units;
}

/* two_size, hashed: ops NULL when not asked for, or when the shape is another. */
static tlb_unit *make_unit(const two_size_fit *two_size, const level_fit *hashed,
                           const tlb_level_config *level) {
    tlb_unit *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    if (two_size->ops != NULL)
        t->two_size = tlb_two_size_new(two_size);
    else
        t->hashed = tlb_hashed_new(hashed, level);
    if (t->two_size != NULL || t->hashed != NULL)
        return t;
    free(t);
    return NULL;
}

bool tlb_unit_new_for(const gpu_config *config, const tlb_level_config *level, tlb_unit **unit) {
    const uint64_t page_sizes = chip_page_sizes(&config->chip);
    const bool two_size_rtl = config_unit_is_rtl(config, TWO_SIZE_UNIT),
               level_rtl = config_unit_is_rtl(config, LEVEL_UNIT);
    two_size_fit two_size = {.ops = NULL};
    level_fit hashed = {.ops = NULL};
    if (two_size_rtl || config->unit_c)
        two_size = two_size_fit_of(level, page_sizes, two_size_rtl);
    if (level_rtl || config->unit_c)
        hashed = level_fit_of(level, page_sizes, level_rtl);
    *unit = two_size.ops != NULL || hashed.ops != NULL ? make_unit(&two_size, &hashed, level) : NULL;
    return *unit != NULL || (two_size.ops == NULL && hashed.ops == NULL);
}

void tlb_unit_free(tlb_unit *t) {
    if (t == NULL)
        return;
    tlb_two_size_free(t->two_size);
    tlb_hashed_free(t->hashed);
    free(t);
}

bool tlb_unit_lookup(tlb_unit *t, uint16_t asid, uint64_t vpn, tlb_page *page) {
    return t->hashed != NULL ? tlb_hashed_lookup(t->hashed, asid, vpn, page)
                             : tlb_two_size_lookup(t->two_size, asid, vpn, page);
}

bool tlb_unit_fill(tlb_unit *t, uint16_t asid, uint64_t vpn, const tlb_page *page) {
    return t->hashed != NULL ? tlb_hashed_fill(t->hashed, asid, vpn, page)
                             : tlb_two_size_fill(t->two_size, asid, vpn, page);
}

bool tlb_unit_invalidate(tlb_unit *t, tlb_drop drop, uint16_t asid, uint64_t vpn) {
    return t->hashed != NULL ? tlb_hashed_invalidate(t->hashed, drop, asid, vpn)
                             : tlb_two_size_invalidate(t->two_size, drop, asid, vpn);
}
