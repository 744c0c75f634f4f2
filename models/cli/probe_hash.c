/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/probe_hash.h"

#include <inttypes.h>
#include <string.h>

#include "base/mix.h"
#include "base/outside.h"
#include "base/visible.h"
#include "cli/commands.h"
#include "cli/size_text.h"
#include "mem/mem_map.h"
#include "study/probe/address_hash.h"
#include "study/probe/probe_noise.h"

#define NOISE_SEED   77U
#define LINEAR_TRIES 1000U
#define PAGE_KINDS   3U

/* ---- what has been found ---- */

static void print_pair_cycles(void *ctx, const address_hash_pair *p) {
    fprintf(ctx, "%" PRIu64 ",%" PRIu64 ",%" PRIu32 "\n", p->primary, p->secondary, p->cycles);
}

static void print_function(FILE *out, const hash_function *f) {
    for (uint32_t i = f->bits; i-- > 0;) {
        fputs("   ", out);
        for (uint32_t bit = 0; bit < GF2_BITS; bit++)
            if (f->mask[i] >> bit & 1U)
                fprintf(out, " %" PRIu32, bit);
        fputc('\n', out);
    }
}

static uint64_t hash_numbers(const hash_function *f) {
    return UINT64_C(1) << f->bits;
}

static void print_found_hash(FILE *out, const address_hash *h) {
    static const uint32_t page_bits[PAGE_KINDS] = {12, 16, 21};
    fputs("found by the experiment:\n", out);
    fprintf(out,
            "two lines read at once: %" PRIu32 " cycles on average, slow beyond %" PRIu32 "\n%" PRIu64
            " DRAM banks; address bits of which each bit of the number is the XOR:\n",
            h->average, h->threshold, hash_numbers(&h->bank));
    print_function(out, &h->bank);
    fprintf(out, "%" PRIu64 " sets of the L2 cache, of %" PRIu32 " ways:\n", hash_numbers(&h->set), h->ways);
    print_function(out, &h->set);
    fprintf(out, "%" PRIu64 " memory modules, which banks and sets have in common:\n",
            hash_numbers(&h->module));
    print_function(out, &h->module);
    fputs("page colours:", out);
    for (uint32_t i = 0; i < PAGE_KINDS; i++) {
        char size[SIZE_TEXT];
        fprintf(out, " %u of pages of %s%s", 1U << address_hash_colour_bits(&h->module, page_bits[i]),
                size_text(UINT64_C(1) << page_bits[i], size), i + 1 == PAGE_KINDS ? "\n" : ",");
    }
    if (h->fetched)
        fprintf(out, "a miss fetches %" PRIu32 " of the %u bytes of a line\n", h->fetched, PROBE_LINE_BYTES);
    fprintf(out,
            "new pairs: of %" PRIu32 " in one bank %" PRIu32 " slow, of %" PRIu32 " in two %" PRIu32
            "; of %" PRIu32 " lines in a full set %" PRIu32 " evict, of %" PRIu32 " in others %" PRIu32 "\n",
            h->checked, h->slow_same, h->checked, h->slow_other, h->tried, h->evicted_same, h->tried,
            h->evicted_other);
    fprintf(out, "%" PRIu64 " accesses\n", h->accesses);
}

/* ---- what the description says ---- */

typedef uint64_t (*place_number)(const chip_config *chip, const mem_map *map, uint64_t paddr);

static uint64_t described_bank(const chip_config *chip, const mem_map *map, uint64_t paddr) {
    const mem_place p = mem_map_place(map, paddr);
    return (uint64_t)p.channel * chip->memory.banks + p.bank;
}

static uint64_t described_set(const chip_config *chip, const mem_map *map, uint64_t paddr) {
    return (uint64_t)mem_map_l2_bank(map, paddr) * chip_l2_sets(chip) +
           mem_map_set(map, mem_map_index(map, paddr));
}

/* The bits of a number as XORs of address bits; false: they are none. */
static bool described_function(const chip_config *chip, const mem_map *map, place_number number,
                               uint64_t lines, hash_function *f) {
    const uint64_t zero = number(chip, map, 0);
    uint64_t random = 1;
    memset(f, 0, sizeof *f);
    for (uint32_t bit = 0; bit < GF2_BITS; bit++) {
        const uint64_t address = UINT64_C(1) << bit & lines;
        if (address >= chip->memory.bytes)
            return false;
        for (uint64_t n = zero ^ number(chip, map, address); n; n &= n - 1)
            f->mask[__builtin_ctzll(n)] |= address;
    }
    for (uint32_t i = 0; i < LINEAR_TRIES; i++) {
        const uint64_t at = random_next(&random) % chip->memory.bytes;
        if ((number(chip, map, at) ^ zero) != gf2_multiply(f->mask, GF2_BITS, at & lines))
            return false;
    }
    f->bits = gf2_reduce_rows(f->mask, GF2_BITS);
    return true;
}

static void print_described_function(FILE *out, const char *what, bool linear, const hash_function *described,
                                     const hash_function *found) {
    if (!linear)
        fprintf(out, "%s: no XOR of address bits\n", what);
    else
        fprintf(out, "%s: %" PRIu64 ", %s\n", what, hash_numbers(described),
                described->bits == found->bits &&
                        memcmp(described->mask, found->mask, sizeof *found->mask * found->bits) == 0
                    ? "by the same functions, but for the basis"
                    : "by other functions");
}

static void print_described_hash(FILE *out, const chip_config *chip, const address_hash *h) {
    char err[256];
    hash_function f;
    mem_map *map = mem_map_new(chip, err, sizeof err);
    if (!map)
        return; /* it has been simulated: not reached */
    visible_line(out, "described by chip '%s':", chip->name);
    bool linear = described_function(chip, map, described_bank, h->lines, &f);
    print_described_function(out, "DRAM banks", linear, &f, &h->bank);
    linear = described_function(chip, map, described_set, h->lines, &f);
    print_described_function(out, "sets of the L2 cache", linear, &f, &h->set);
    fprintf(out, "ways: %" PRIu32 "\n", chip->l2.ways);
    mem_map_free(map);
}

int probe_hash(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out) {
    probe_noise noise = {.quiet = m, .most = o->noise, .random = NOISE_SEED};
    const probe_machine noisy = probe_noise_machine(&noise);
    address_hash found;
    if (csv)
        fputs("primary,secondary,cycles\n", csv);
    if (!address_hash_find(&noisy, 1, csv ? print_pair_cycles : NULL, csv, &found))
        return EXIT_BAD_INPUT;
    if (found.failed) {
        message_line("gmmu: probe hash: %s", found.failed);
        return EXIT_NOT_FOUND;
    }
    print_found_hash(out, &found);
    if (probe_options_describe(o))
        print_described_hash(out, &o->on.config.chip, &found);
    return 0;
}
